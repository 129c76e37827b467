import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_LABELS } from '../../meta/index.js';
import { labelBitsOf } from '../../meta/label-bits.js';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import type { MessageType } from './message-type.js';
import { ObjectScan } from './object-scan.js';
import { DECLINED, FOUND, jsonPlaces, newFound, passOver } from './pass.js';
import { passageOf, rowOf } from './pass-table.js';
import { field, podBytes, podType, typeOf, varint, withoutManagedFields } from './test-bytes.js';
import { textOf } from './text.js';
import { validateMessage, walkMessage } from './walk.js';

const POD = {
  metadata: {
    name: 'web-1',
    generateName: 'web-',
    namespace: 'shop',
    uid: 'b7f5',
    resourceVersion: '42',
    creationTimestamp: '2024-01-02T03:04:05Z',
    labels: { app: 'web', tier: 'é' },
    annotations: { 'a/b': 'x'.repeat(200) },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }],
    managedFields: [
      { manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:spec': {} } },
      { manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': {} } },
    ],
  },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'i',
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
        ports: [{ containerPort: 8080 }],
        resources: { limits: { cpu: '1', memory: '1Gi' } },
        readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 5 },
      },
    ],
    nodeSelector: { disk: 'ssd' },
    terminationGracePeriodSeconds: 3_000_000_000,
  },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], podIPs: [{ ip: '10.0.0.1' }] },
};
const pod = Buffer.from(podBytes(POD));
const { managedFields: _, ...unmanagedMetadata } = POD.metadata;
const unmanaged = Buffer.from(podBytes({ ...POD, metadata: unmanagedMetadata }));

function pass(type: MessageType, bytes: Uint8Array, keepManagedFields = false): [unknown: number, found: Int32Array] {
  const found = newFound();
  return [passOver(passageOf(type, keepManagedFields), bytes, 0, bytes.length, found), found];
}

const textAt = (bytes: Buffer, found: Int32Array, place: number): string =>
  bytes.toString('utf8', found[place], found[place + 1]);

describe('a pass over an object', () => {
  it('finds who it is, and what is left out', () => {
    const [unknown, found] = pass(podType, pod);
    expect(unknown).toBe(0);
    expect(textAt(pod, found, FOUND.NAME)).toBe('web-1');
    expect(textAt(pod, found, FOUND.NAMESPACE)).toBe('shop');
    expect(textAt(pod, found, FOUND.RESOURCE_VERSION)).toBe('42');
    const rest = Buffer.concat([
      pod.subarray(found[FOUND.METADATA], found[FOUND.MANAGED_FIELDS]),
      pod.subarray(found[FOUND.MANAGED_FIELDS_END], found[FOUND.METADATA_END]),
    ]);
    const [, lean] = pass(podType, unmanaged);
    expect(rest).toEqual(unmanaged.subarray(lean[FOUND.METADATA], lean[FOUND.METADATA_END]));
  });

  it('takes lengths of up to three bytes', () => {
    const annotations = { long: 'x'.repeat(20_000) };
    expect(pass(podType, podBytes({ metadata: { name: 'a', annotations } }))[0]).toBe(0);
  });

  it('finds it between other bytes, and looks at none of those', () => {
    const larger = Buffer.concat([Buffer.alloc(3, 0xff), pod, Buffer.alloc(3, 0xff)]);
    const found = newFound();
    expect(passOver(passageOf(podType, false), larger, 3, larger.length - 3, found)).toBe(0);
    expect(textAt(larger, found, FOUND.NAME)).toBe('web-1');
  });

  it('knows nothing of the object before', () => {
    const found = newFound();
    passOver(passageOf(podType, false), pod, 0, pod.length, found);
    expect(passOver(passageOf(podType, false), Buffer.alloc(0), 0, 0, found)).toBe(0);
    expect([...found].every((place) => place === 0)).toBe(true);
  });

  it('takes the metadata of a template for what it is', () => {
    const template = { metadata: { name: 'inner', labels: { app: 'inner' } }, spec: { containers: [] } };
    const type = typeOf('apps/v1', 'ReplicaSet');
    const bytes = Buffer.from(encodeMessage(type, { metadata: { name: 'outer' }, spec: { template } }));
    const [unknown, found] = pass(type, bytes);
    expect([unknown, textAt(bytes, found, FOUND.NAME), found[FOUND.LABEL_BITS]]).toEqual([0, 'outer', 0]);
  });

  it('counts fields that are not in the tables, of every wire type', () => {
    const newer = [...varint(99 * 8), 1, ...varint(99 * 8 + 1), ...Array<number>(8).fill(0), ...field(99, 1, 2)];
    const bytes = Uint8Array.from([...field(1, ...newer), ...varint(99 * 8 + 5), 0, 0, 0, 0]);
    expect(pass(podType, bytes)[0]).toBe(4);
  });

  it('sets all bits for a label that is written in an unusual way', () => {
    const label = field(11, ...field(2, 0x62), ...field(1, 0x61));
    const [unknown, found] = pass(podType, Uint8Array.from(field(1, ...field(1, 0x61), ...label)));
    expect([unknown, found[FOUND.LABEL_BITS]]).toEqual([0, ANY_LABELS]);
  });
});

describe('JSON inside protobuf', () => {
  it('is left to who parses it', () => {
    expect(pass(podType, pod)[0]).toBe(0);
    expect(jsonPlaces).toEqual([]);
    expect(pass(podType, pod, true)[0]).toBe(0);
    const texts = [0, 2].map((index) => pod.toString('latin1', jsonPlaces[index], jsonPlaces[index + 1]));
    expect(texts.map((text) => JSON.parse(text.slice(2)) as unknown)).toEqual([{ 'f:spec': {} }, { 'f:status': {} }]);
  });

  it('makes a scan leave it open whether what it keeps is sound', () => {
    const scan = new ObjectScan();
    scan.scan(podType, pod, 0, pod.length, true);
    expect(scan).toMatchObject({ name: 'web-1', length: pod.length, unknownFields: DECLINED });
    scan.scan(podType, pod, 0, pod.length, false);
    expect(scan.unknownFields).toBe(0);
  });
});

describe('a pass declines', () => {
  const name = field(1, 0x61);
  it.each([
    { what: 'metadata after something else', bytes: [...field(2), ...field(1, ...name)] },
    { what: 'metadata that comes twice', bytes: [...field(1, ...name), ...field(1, ...name)] },
    { what: 'fields of metadata out of order', bytes: field(1, ...field(3, 0x61), ...name) },
    { what: 'a tag of more bytes than it needs', bytes: [0x8a, 0x00, ...field(1, ...name).slice(1)] },
    { what: 'a length of more bytes than it needs', bytes: [0x0a, 0x83, 0x00, ...name] },
    { what: 'a tag of three bytes', bytes: [...varint(5_000 * 8), 0] },
    { what: 'a group', bytes: [0xfb, 0x01, 0xfc, 0x01] },
    { what: 'field number 0', bytes: [0x02, 0x00] },
    { what: 'a wire type that is not the field’s', bytes: [0x08, 0x01] },
    { what: 'a number that does not end', bytes: [...varint(99 * 8), 0x80] },
    { what: 'a number of more than 64 bits', bytes: [...varint(99 * 8), ...Array<number>(10).fill(0x80), 1] },
    { what: 'a fixed number that is cut', bytes: [...varint(99 * 8 + 1), 0] },
    { what: 'a length beyond the end', bytes: [0x0a, 0x05, 0x00] },
    { what: 'a tag that is cut', bytes: [0x8a] },
    { what: 'a length that is cut', bytes: [0x0a] },
    { what: 'a length of two bytes that is cut', bytes: [0x0a, 0x80] },
    { what: 'a length of three bytes that is cut', bytes: [0x0a, 0x80, 0x80] },
  ])('$what', ({ bytes }) => {
    expect(pass(podType, Uint8Array.from(bytes))[0]).toBe(DECLINED);
  });

  it('what is not in the bytes', () => {
    expect(passOver(passageOf(podType, false), Uint8Array.of(0x0a, 5, 0x0a, 3), 0, 7, newFound())).toBe(DECLINED);
    expect(passOver(passageOf(podType, false), pod, 2, 1, newFound())).toBe(DECLINED);
  });

  it('messages that nest deeper than it has room for', () => {
    const type = typeOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    let schema: number[] = [];
    for (let depth = 0; depth < 40; depth++) schema = field(28, ...schema);
    const bytes = Uint8Array.from(field(2, ...field(7, ...field(4, ...field(1, ...schema)))));
    expect(pass(type, bytes)[0]).toBe(DECLINED);
    expect(walk(type, bytes)).toBe(0);
  });
});

describe('whatever happened to the bytes, what a pass accepts', () => {
  const changed = (sound: Buffer): fc.Arbitrary<Buffer> =>
    fc
      .tuple(
        fc.array(fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) }), { maxLength: 3 }),
        fc.oneof(fc.constant(sound.length), fc.nat(sound.length)),
      )
      .map(([changes, end]) => {
        const bytes = Buffer.from(sound);
        for (const { at, byte } of changes) bytes[at] = byte;
        return bytes.subarray(0, end);
      });

  it.each([
    { what: 'with JSON', sound: pod },
    { what: 'without', sound: unmanaged },
  ])('is sound to a walk, with as many unknown fields, $what', ({ sound }) => {
    fc.assert(
      fc.property(changed(sound), (bytes) => {
        fc.pre(passOver({ row: rowOf(podType), metadata: -1 }, bytes, 0, bytes.length, newFound()) !== DECLINED);
        const outcome = (count: () => number): unknown => {
          try {
            return count();
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(outcome(() => validateMessage(podType, bytes))).toEqual(outcome(() => walk(podType, bytes)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is who it decodes to be, and has the bits of its labels', () => {
    fc.assert(
      fc.property(changed(pod), (bytes) => {
        const scan = new ObjectScan();
        fc.pre(pass(podType, bytes)[0] !== DECLINED);
        scan.scan(podType, bytes, 0, bytes.length, false);
        const kept = withoutManagedFields(podType, bytes);
        expect(scan).toMatchObject({ unknownFields: walk(podType, kept), isOrdered: true });
        const { name = '', namespace = '', resourceVersion = '', uid = '', labels } = metadataOf(kept);
        expect(scan).toMatchObject({ name, namespace, resourceVersion });
        expect(scan.uidAt > 0 ? textOf(kept, scan.uidAt, scan.uidAt + (kept[scan.uidAt - 1] as number)) : '').toBe(uid);
        const bits = labelBitsOf(labels);
        expect(scan.labelBits & bits).toBe(bits);
      }),
      { numRuns: 2_000 },
    );
  });
});

function walk(type: MessageType, bytes: Uint8Array): number {
  return walkMessage(type, bytes, 0, bytes.length, true);
}

function metadataOf(bytes: Buffer): Readonly<
  Record<'name' | 'namespace' | 'resourceVersion' | 'uid', string | undefined>
> & {
  readonly labels?: Readonly<Record<string, string>>;
} {
  return (decodeMessage(podType, bytes) as { metadata: ReturnType<typeof metadataOf> }).metadata;
}
