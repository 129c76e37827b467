import { describe, expect, it } from 'vitest';
import { decodeField, decodeMessage, presentFields } from './decode.js';
import { readPath } from './read-path.js';
import { field, podBytes, podType, typeOf } from './test-bytes.js';

describe('decodeMessage', () => {
  it('makes an own property of a map key __proto__', () => {
    const labels = JSON.parse('{"__proto__":"x","constructor":"y"}') as object;
    const decoded = decodeMessage(podType, podBytes({ metadata: { name: 'web', labels } }));
    const read = (decoded['metadata'] as { labels: object }).labels;
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.entries(read)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('reads lists of numbers that are packed, which Go never writes', () => {
    const bytes = Uint8Array.from(field(2, ...field(14, ...field(4, 0x01, 0x80, 0x01))));
    expect(decodeMessage(podType, bytes)).toMatchObject({
      spec: { securityContext: { supplementalGroups: [1, 128] } },
    });
  });

  it('gives an entry without a value the zero value, and one without a key the key ""', () => {
    const bytes = Uint8Array.from(field(1, ...field(11, ...field(1, 0x61)), ...field(11, ...field(2, 0x62))));
    expect(decodeMessage(podType, bytes)).toMatchObject({ metadata: { labels: { a: '', '': 'b' } } });
  });

  it('gives no two objects the same parts', () => {
    const bytes = podBytes({ metadata: { name: 'web', labels: { app: 'web' } } });
    const [first, second] = [decodeMessage(podType, bytes), decodeMessage(podType, bytes)];
    expect(first['metadata']).not.toBe(second['metadata']);
    expect(first['status']).not.toBe(second['status']);
  });

  it('reads plain arrays of bytes, and buffers that begin elsewhere', () => {
    const bytes = podBytes({ metadata: { name: 'web' } });
    const shifted = new Uint8Array(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    expect(decodeMessage(podType, shifted)).toEqual(decodeMessage(podType, Buffer.from(bytes)));
  });

  it('refuses a range that is not in the bytes', () => {
    expect(() => decodeMessage(podType, new Uint8Array(2), 1, 3)).toThrow('from byte 1 to 3');
  });
});

describe('lazy reads', () => {
  const bytes = podBytes({
    metadata: { name: 'web', labels: { 'app.kubernetes.io/name': 'web' } },
    spec: { nodeName: 'node-1', volumes: [{ name: 'config', configMap: { name: 'c' } }], containers: [] },
  });

  it('read one field', () => {
    expect(decodeField(podType, bytes, 'spec')).toMatchObject({ nodeName: 'node-1' });
    expect(decodeField(podType, bytes, 'nothing')).toBeUndefined();
  });

  it('name the fields of the JSON, those that Go always writes included', () => {
    expect(presentFields(podType, new Uint8Array())).toEqual(['metadata', 'spec', 'status']);
  });

  it.each([
    [['spec', 'nodeName'], 'node-1'],
    [['metadata', 'labels', 'app.kubernetes.io/name'], 'web'],
    [['metadata', 'labels', 'app'], undefined],
    [['metadata', 'labels', 'app.kubernetes.io/name', 'deeper'], undefined],
    [['metadata', 'namespace'], undefined],
    [['metadata', 'annotations', 'a'], undefined],
    [['spec', 'containers'], null],
    [['spec', 'volumes', 'name'], undefined],
    [['spec', 'volumes', '0'], undefined],
    [['spec', 'affinity', 'nodeAffinity'], undefined],
    [['metadata', 'labels', '__proto__'], undefined],
    [['__proto__'], undefined],
    [[], undefined],
  ])('%j is %j', (path, value) => {
    expect(readPath(podType, bytes, path)).toEqual(value);
  });

  it('go through inline messages and into JSON inside protobuf', () => {
    const revision = typeOf('apps/v1', 'ControllerRevision');
    const data = Buffer.from('{"spec":{"template":{"a.b":1}},"list":[{"a":1}]}');
    const revisionBytes = Uint8Array.from(field(2, ...field(1, ...data)));
    expect(readPath(revision, revisionBytes, ['data', 'spec', 'template', 'a.b'])).toBe(1);
    expect(readPath(revision, revisionBytes, ['data', 'list', '0'])).toBeUndefined();
    const volume = typeOf('v1', 'PersistentVolume');
    const volumeBytes = Uint8Array.from(field(2, ...field(2, ...field(3, ...field(1, ...Buffer.from('/srv'))))));
    expect(readPath(volume, volumeBytes, ['spec', 'hostPath', 'path'])).toBe('/srv');
    expect(readPath(volume, volumeBytes, ['spec', 'nfs', 'path'])).toBeUndefined();
  });
});
