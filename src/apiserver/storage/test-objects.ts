import type { ApiObject } from '../contract.js';

/** A small object, for tests. */
export const configMap = (namespace: string, name: string, data: Record<string, string> = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, uid: `${namespace}-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' },
  data,
});
