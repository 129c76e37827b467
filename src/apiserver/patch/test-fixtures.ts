import { readFileSync } from 'node:fs';
import type { ApiObject, ManagedFieldsEntry } from '../contract.js';
import { strategyOf } from '../kinds/index.js';
import type { FieldValidation, ObjectSchema } from '../schema/contract.js';
import { applyDefaults, builtInSchema, customSchema } from '../schema/index.js';
import { StatusError } from '../status-error.js';
import { widget } from './test-widget.js';

/** One request to a real server: the object before it, and the answer. */
export interface Recorded {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly manager: string;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly fieldValidation?: FieldValidation;
  readonly do: string;
  readonly body: Record<string, unknown>;
  readonly before: ApiObject | null;
  readonly code: number;
  readonly after?: ApiObject;
  readonly status?: {
    readonly message: string;
    readonly reason?: string;
    readonly details?: unknown;
    readonly code: number;
  };
  readonly warnings?: string;
}

export function recorded(file: string): Recorded[] {
  const text = readFileSync(new URL(`./fixtures/${file}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}

const widgets = customSchema('recorded.test/v1', 'Widget', widget);

export const schemaOf = ({ apiVersion, kind }: Recorded): ObjectSchema =>
  kind === 'Widget' ? widgets : builtInSchema(apiVersion, kind);

const RESOURCES: Readonly<Record<string, readonly [group: string, resource: string]>> = {
  ConfigMap: ['', 'configmaps'],
  Deployment: ['apps', 'deployments'],
  Service: ['', 'services'],
};

/** What the server does to an object before it knows who owns what. */
export function defaulted(record: Recorded, object: ApiObject): ApiObject {
  if (record.kind === 'Widget') applyDefaults(widget, object);
  else strategyOf(...(RESOURCES[record.kind] as readonly [string, string])).default?.(object);
  return object;
}

/** What the strategies of these kinds reset. */
export function resetFieldsOf({ kind, subresource }: Recorded): string[][] {
  if (subresource !== 'status') return kind === 'ConfigMap' ? [] : [['status']];
  return kind === 'Widget' ? [['metadata'], ['spec']] : [['spec'], ['metadata', 'labels']];
}

/** The time of the request: the newest one in the answer that was not there before. */
export function nowOf({ before, after }: Recorded): string {
  const times = (object: ApiObject | null | undefined): string[] =>
    (object?.metadata.managedFields ?? []).map(({ time }) => time ?? '');
  const old = times(before);
  return (
    times(after)
      .filter((time) => !old.includes(time))
      .sort()
      .at(-1) ?? '2026-01-01T00:00:59Z'
  );
}

/** The parts that this request can change, without what is the server's own business. */
export function comparable(record: Recorded, object: ApiObject): Record<string, unknown> {
  const { metadata, status, ...rest } = structuredClone(object);
  const { labels, annotations, finalizers, ownerReferences, managedFields } = metadata;
  // A service gets its addresses from the server.
  if (record.kind === 'Service') {
    for (const name of [
      'clusterIP',
      'clusterIPs',
      'ipFamilies',
      'ipFamilyPolicy',
      'internalTrafficPolicy',
      'sessionAffinity',
      'type',
    ]) {
      Reflect.deleteProperty(rest.spec as object, name);
    }
  }
  return {
    ...(record.subresource === 'status' ? { status } : rest),
    metadata: { labels, annotations, finalizers, ownerReferences, managedFields },
  };
}

/** What a function does: its result, or the parts of its refusal that the server's answer has. */
export function attempt<T>(run: () => T): { result: T } | { status: unknown } {
  try {
    return { result: run() };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { status: comparableStatus(error.status) };
  }
}

/** A refusal with its causes in one order: the server's is that of a Go map. */
export function comparableStatus(status: Partial<NonNullable<Recorded['status']>> | undefined): unknown {
  if (status === undefined) return undefined;
  const { message, reason, details, code } = status;
  const plain = JSON.parse(JSON.stringify({ message, reason, details, code })) as {
    details?: { causes?: { field: string }[] };
  };
  plain.details?.causes?.sort((a, b) => (a.field < b.field ? -1 : 1));
  return plain;
}

export const entriesOf = (object: ApiObject | null | undefined): ManagedFieldsEntry[] =>
  object?.metadata.managedFields ?? [];
