import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlabArena } from '../base/slab.js';
import { ANY_LABELS, LabelSelector, ObjectRecord, projectObject } from '../meta/index.js';
import type { KubernetesObject, Projection } from '../meta/index.js';
import { labelBits } from '../meta/label-bits.js';
import { encodeMessage, messageTypeOf, writeUnknown } from './codec/index.js';
import type { MessageType } from './codec/index.js';
import { decodeObject } from './content.js';
import type { ContentOptions } from './content.js';
import { PROTOBUF } from './media-type.js';
import type { ProtobufRecord } from './protobuf-record.js';
import { PLAINNESS } from './test-plainness.js';

const POD = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: 'web-1',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '42',
    creationTimestamp: '2024-01-02T03:04:05Z',
    labels: { app: 'web', tier: 'front' },
    managedFields: [{ manager: 'kubectl', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }],
  },
  spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '500m' } } }], nodeName: 'n1' },
  status: { phase: 'Running' },
};

const { managedFields: _dropped, ...metadata } = POD.metadata;
const LEAN = { ...POD, metadata };

function podRecord(options?: ContentOptions, pod: object = POD): ProtobufRecord {
  const type = messageTypeOf('v1', 'Pod') as MessageType;
  const raw = encodeMessage(type, pod);
  const body = writeUnknown({ apiVersion: 'v1', kind: 'Pod', raw });
  return decodeObject(PROTOBUF, body, options) as ProtobufRecord;
}

describe('ProtobufRecord', () => {
  it('has the identity of the object', () => {
    const record = podRecord();
    expect(record).toBeInstanceOf(ObjectRecord);
    const { name, namespace, key, uid, resourceVersion } = record;
    expect([name, namespace, key, uid, resourceVersion]).toEqual(['web-1', 'default', 'default/web-1', 'u1', '42']);
  });

  it('is the same object as another state of the same uid, or of none', () => {
    // Without managedFields the length of the metadata takes a byte less.
    const stateOf = (uid: string | undefined, resourceVersion: string): ProtobufRecord =>
      podRecord({}, { ...POD, metadata: { ...POD.metadata, uid, resourceVersion } });
    const [record, arena] = [stateOf('u1', '42'), new SlabArena()];
    const others = [
      stateOf('u1', '1000'),
      stateOf('u2', '42'),
      stateOf('u', '42'),
      stateOf('u11', '42'),
      stateOf(undefined, '42'),
    ];
    const isSame = (): boolean[] => others.map((other) => record.isSameObject(other) && other.isSameObject(record));
    expect(isSame()).toEqual([true, false, false, false, true]);
    record.settle(arena);
    expect(isSame()).toEqual([true, false, false, false, true]);
  });

  it('is the object that the server sends as JSON, less managedFields', () => {
    expect(podRecord().object).toStrictEqual(LEAN);
  });

  it('has its metadata decoded field by field, each once, as they stand in it', () => {
    const { metadata } = podRecord().object as typeof LEAN;
    expect(Object.keys(metadata)).toEqual(Object.keys(LEAN.metadata));
    expect(metadata.labels).toBe(metadata.labels);
    expect(metadata).toStrictEqual(LEAN.metadata);
  });

  it('is let go of by who keeps metadata and has read all of it, and at once where the object is long', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const kept: object[] = [];
    const { name, namespace, uid, resourceVersion } = LEAN.metadata;
    const watched = [
      { bytes: 10, sent: LEAN.metadata, read: true },
      // What is decoded at once, and nothing else.
      { bytes: 10, sent: { name, namespace, uid, resourceVersion }, read: true },
      { bytes: 9_000, sent: LEAN.metadata, read: false },
    ].map(({ bytes, sent, read }) => {
      const record = podRecord({}, { ...POD, metadata: sent, spec: { ...POD.spec, hostname: 'x'.repeat(bytes) } });
      const { metadata } = record.object as typeof LEAN;
      if (read) expect(metadata).toStrictEqual(sent);
      kept.push(metadata);
      return new WeakRef(record);
    });
    // A reference that was made in this turn holds until the next.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(watched.map((record) => record.deref())).toEqual([undefined, undefined, undefined]);
    expect(kept[2]).toStrictEqual(LEAN.metadata);
  });

  it('keeps managedFields when it is told to', () => {
    expect(podRecord({ keepManagedFields: true }).object).toStrictEqual(POD);
  });

  it('reads fields and labels from the bytes', () => {
    const record = podRecord();
    expect([
      record.field(['spec', 'nodeName']),
      record.field(['kind']),
      record.field(['apiVersion']),
      record.field(['kind', 'length']),
      record.field(['spec', 'nothing']),
      record.label('tier'),
      record.label('nothing'),
    ]).toEqual(['n1', 'Pod', 'v1', undefined, undefined, 'front', undefined]);
  });

  const labelled = (labels: object): ProtobufRecord => podRecord({}, { ...POD, metadata: { ...metadata, labels } });

  it('matches the selectors that its labels match', () => {
    const name = fc.constantFrom('app', 'tier', `${'x.'.repeat(80)}x/app`, 'a-b');
    const value = fc.constantFrom('', 'web', 'db', 'v'.repeat(63));
    const labels = fc.dictionary(name, value, { maxKeys: 4 });
    // As nobody has them.
    const others = fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 });
    fc.assert(
      fc.property(labels, others, name, value, (labels, others, name, value) => {
        const record = labelled({ ...others, ...labels });
        for (const [asked, wanted] of [[name, value] as const, ...Object.entries(labels)]) {
          const has = labels[asked] ?? others[asked];
          const matches = (text: string): boolean => LabelSelector.parse(text).matchesRecord(record);
          expect(matches(`${asked}=${wanted}`)).toBe(has === wanted);
          expect(matches(`${asked} in (none, ${wanted})`)).toBe(has === wanted);
          expect(matches(`${asked}!=${wanted}`)).toBe(has !== wanted);
        }
      }),
    );
  });

  it('is passed over by its bits, unless a label of it takes more than 127 bytes', () => {
    const bits = labelBits('app', 'web') | labelBits('tier', 'front');
    expect(labelled({ app: 'web', tier: 'front' }).labelBits).toBe(bits);
    expect(labelled({}).labelBits).toBe(0);
    expect(labelled({ app: 'v'.repeat(128) }).labelBits).toBe(ANY_LABELS);
  });

  it('gives a transform a fresh, writable object each time', () => {
    const record = podRecord();
    (record.forTransform() as { spec?: unknown }).spec = undefined;
    expect(record.forTransform()).toStrictEqual(LEAN);
  });

  it('counts the fields that are not in the tables', () => {
    const type = messageTypeOf('v1', 'Pod') as MessageType;
    const strange = Buffer.concat([encodeMessage(type, POD), Buffer.from([0xfa, 0x3e, 1, 0x61])]);
    const body = writeUnknown({ apiVersion: 'v1', kind: 'Pod', raw: strange });
    expect((decodeObject(PROTOBUF, body) as ProtobufRecord).unknownFields).toBe(1);
    expect(podRecord().unknownFields).toBe(0);
  });

  it('has memory of its own, and no more than it needs', () => {
    expect(podRecord().byteLength).toBeLessThan(podRecord({ keepManagedFields: true }).byteLength);
  });

  it.each<Projection>(['full', 'metadata', { keep: ['spec.nodeName'] }, { drop: ['status', 'metadata'] }])(
    'projects %j as a plain object would',
    (projection) => {
      const projected = podRecord().project(projection);
      expect(projected.forTransform()).toStrictEqual(projectObject(LEAN as unknown as KubernetesObject, projection));
      expect([projected.key, projected.uid, projected.label('app')]).toEqual(['default/web-1', 'u1', 'web']);
    },
  );

  it.each(Object.entries(PLAINNESS))('its object is plain to its reader: %s', (_, check) => {
    expect(() => {
      check(podRecord().object as unknown as Record<string, unknown>, structuredClone(LEAN));
    }).not.toThrow();
  });
});
