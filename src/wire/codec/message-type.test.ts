import { describe, expect, it } from 'vitest';
import { allResources } from '../../generated/index.js';
import { apiVersionOf } from '../../meta/index.js';
import { messageTypeOf } from './message-type.js';

describe('messageTypeOf', () => {
  it('knows the kind of every built-in resource, so that those may be asked for in protobuf', () => {
    const kinds = allResources().map(({ ref }) => `${apiVersionOf(ref)} ${ref.kind}`);
    const unknown = kinds.filter((kind) => messageTypeOf(...(kind.split(' ') as [string, string])) === undefined);
    expect([kinds.length > 60, unknown]).toEqual([true, []]);
  });

  it('finds kinds and their lists', () => {
    expect(String(messageTypeOf('v1', 'Pod'))).toBe('v1 Pod');
    expect(String(messageTypeOf('apps/v1', 'DeploymentList'))).toBe('apps/v1 DeploymentList');
  });

  it('gives the same type for the same kind', () => {
    expect(messageTypeOf('v1', 'Pod')).toBe(messageTypeOf('v1', 'Pod'));
  });

  it('finds the kinds that every group/version shares', () => {
    const status = messageTypeOf('v1', 'Status');
    expect(status?.name).toBe('Status');
    expect(messageTypeOf('apps/v1', 'DeleteOptions')?.name).toBe('DeleteOptions');
    expect(messageTypeOf('meta.k8s.io/v1', 'PartialObjectMetadataList')?.name).toBe('PartialObjectMetadataList');
  });

  it('knows no custom resources, and no message that is not a kind', () => {
    expect(messageTypeOf('example.com/v1', 'Widget')).toBeUndefined();
    expect(messageTypeOf('v1', 'Widget')).toBeUndefined();
    expect(messageTypeOf('v1', 'PodSpec')).toBeUndefined();
    expect(messageTypeOf('v1', 'ObjectMeta')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('is not misled by %s', (name) => {
    expect(messageTypeOf(name, 'Pod')).toBeUndefined();
    expect(messageTypeOf('v1', name)).toBeUndefined();
  });

  it('has no table for what the server never sends as protobuf', () => {
    expect(messageTypeOf('meta.k8s.io/v1', 'Table')).toBeUndefined();
  });
});
