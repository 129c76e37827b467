import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KubeInformerError } from '../../errors/index.js';
import { ANY_LABELS } from '../../meta/index.js';
import { labelBitsOf } from '../../meta/label-bits.js';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import type { MessageType } from './message-type.js';
import { ObjectScan } from './object-scan.js';
import { DECLINED } from './pass.js';
import {
  FULL_POD,
  LEAN_POD,
  changesOf,
  field,
  identityOf,
  podBytes,
  podType,
  typeOf,
  withoutManagedFields,
} from './test-bytes.js';
import { textOf } from './text.js';
import { walkMessage } from './walk.js';

const managedFields = [
  { manager: 'kubelet', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
];

describe('who an object is, by a scan,', () => {
  it('reads what makes an object itself', () => {
    const bytes = podBytes({ metadata: { name: 'web', namespace: 'shop', uid: 'u-1', resourceVersion: '42' } });
    expect(identityOf(podType, bytes)).toEqual({ name: 'web', namespace: 'shop', resourceVersion: '42' });
  });

  it('is empty where the message has no metadata of an object', () => {
    const none = { name: '', namespace: '', resourceVersion: '' };
    expect(identityOf(podType, new Uint8Array())).toEqual(none);
    expect(identityOf(typeOf('v1', 'PodList'), podBytes({ metadata: { name: 'web' } }))).toEqual(none);
  });

  it('is not that of a template inside of it', () => {
    const template = { metadata: { name: 'inner', labels: { app: 'inner' } }, spec: { containers: [] } };
    const type = typeOf('apps/v1', 'ReplicaSet');
    const scan = scanned(type, encodeMessage(type, { metadata: { name: 'outer' }, spec: { template } }));
    expect(scan).toMatchObject({ name: 'outer', labelBits: 0, unknownFields: 0 });
  });

  it('has its uid where it is when managedFields before it shorten what stands in front of it', () => {
    const manager = 'm'.repeat(150);
    const kept = (uid: string): string => {
      const bytes = Buffer.from(podBytes({ metadata: { name: 'a', uid, managedFields: [{ manager }] } }));
      const { uidAt } = scanned(podType, bytes);
      const lean = withoutManagedFields(podType, bytes);
      return uidAt === 0 ? '' : textOf(lean, uidAt, uidAt + (lean[uidAt - 1] as number));
    };
    expect(kept('u-1')).toBe('u-1');
    // Of one byte is the length that is read there.
    expect(kept('u'.repeat(127))).toBe('u'.repeat(127));
    expect(kept('u'.repeat(200))).toBe('');
  });

  it('is found behind fields whose lengths take two and three bytes', () => {
    for (const length of [200, 20_000]) {
      const annotations = { long: 'x'.repeat(length) };
      const bytes = podBytes({
        metadata: { generateName: 'y'.repeat(length), namespace: 'shop', annotations, managedFields },
      });
      const scan = scanned(podType, bytes);
      expect(scan).toMatchObject({ namespace: 'shop', unknownFields: 0 });
      expect(withoutManagedFields(podType, bytes)).toHaveLength(scan.length);
    }
  });

  it('has all bits for a label that is written in an unusual way', () => {
    const label = field(11, ...field(2, 0x62), ...field(1, 0x61));
    const scan = scanned(podType, Uint8Array.from(field(1, ...field(1, 0x61), ...label)));
    expect(scan).toMatchObject({ labelBits: ANY_LABELS, unknownFields: 0 });
  });

  it('takes the last value of a field that is repeated, as protobuf demands', () => {
    const bytes = Uint8Array.from(field(1, ...field(1, 0x61), ...field(1, 0x62)));
    expect(identityOf(podType, bytes).name).toBe('b');
    const uids = Uint8Array.from(field(1, ...field(1, 0x61), ...field(5, 0x75), ...field(5)));
    expect(scanned(podType, uids)).toMatchObject({ uidAt: 0, unknownFields: 0 });
  });
});

describe('whether an object is sound, by a scan,', () => {
  const name = field(1, 0x61);
  const pod = Buffer.from(podBytes(FULL_POD));

  it('is clear when it is as Go writes it, but for JSON that is kept', () => {
    expect(scanned(podType, pod)).toMatchObject({ name: 'web-1', unknownFields: 0 });
    expect(scanned(podType, pod, true)).toMatchObject({ name: 'web-1', length: pod.length, unknownFields: DECLINED });
  });

  it('counts its unknown fields, in its metadata and after it', () => {
    const newer = field(99, 1, 2);
    expect(scanned(podType, Uint8Array.from([...field(1, ...name, ...newer), ...newer])).unknownFields).toBe(2);
  });

  it.each([
    { what: 'metadata after something else', bytes: [...field(2), ...field(1, ...name)] },
    { what: 'metadata that comes twice', bytes: [...field(1, ...name), ...field(1, ...name)] },
    { what: 'fields of metadata out of order', bytes: field(1, ...field(3, 0x61), ...name) },
  ])('is left open for $what', ({ bytes }) => {
    expect(scanned(podType, Uint8Array.from(bytes))).toMatchObject({ unknownFields: DECLINED });
  });

  it('is left open for metadata of more than two megabytes, who it is is not', () => {
    const metadata = { name: 'web', annotations: { long: 'x'.repeat(2 ** 21) } };
    expect(scanned(podType, podBytes({ metadata }))).toMatchObject({ name: 'web', unknownFields: DECLINED });
  });

  it.each([
    { what: 'metadata beyond its end', bytes: [0x0a, 0x05, 0x0a, 0x01, 0x61] },
    { what: 'a length of the metadata that is cut', bytes: [0x0a, 0x80] },
    { what: 'no length of the metadata', bytes: [0x0a] },
  ])('is refused for $what, whatever stands behind it', ({ bytes }) => {
    for (const behind of [[], field(2), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]]) {
      const larger = Buffer.from([...bytes, ...behind]);
      const scan = (): void => {
        new ObjectScan().scan(podType, larger, 0, bytes.length, false);
      };
      expect(scan).toThrow(expect.objectContaining({ code: 'ERR_WIRE_MALFORMED' }));
    }
  });

  it('is refused where it is no place in the bytes', () => {
    const bytes = Buffer.from([...field(1, ...name), 0, 0]);
    for (const [start, end] of [
      [0, 7],
      [0, 9],
      [3, 2],
      [-2, 5],
    ] as const) {
      const scan = (): void => {
        new ObjectScan().scan(podType, bytes.subarray(0, 5), start, end, false);
      };
      expect(scan, `${start} to ${end}`).toThrow(KubeInformerError);
    }
  });

  it('is no other for what came before it', () => {
    const scan = new ObjectScan();
    for (const [bytes, keep] of [[pod, true] as const, [Buffer.alloc(0), false] as const]) {
      scan.scan(podType, bytes, 0, bytes.length, keep);
    }
    expect(scan).toMatchObject({ ...identityOf(podType, Buffer.alloc(0)), labelBits: 0, uidAt: 0, unknownFields: 0 });
  });
});

it.each([
  { what: 'with managedFields', sound: Buffer.from(podBytes(FULL_POD)) },
  { what: 'without', sound: Buffer.from(podBytes(LEAN_POD)) },
])('whatever happened to bytes $what, an object that is as Go writes it is who it decodes to be', ({ sound }) => {
  fc.assert(
    fc.property(changesOf(sound), (bytes) => {
      const scan = new ObjectScan();
      fc.pre(isClear(scan, bytes));
      const kept = withoutManagedFields(podType, bytes);
      const unknownFields = walkMessage(podType, kept, 0, kept.length, true);
      expect(scan).toMatchObject({ unknownFields, isOrdered: true });
      const { name = '', namespace = '', resourceVersion = '', uid = '', labels } = metadataOf(kept);
      expect(scan).toMatchObject({ name, namespace, resourceVersion });
      expect(scan.uidAt > 0 ? textOf(kept, scan.uidAt, scan.uidAt + (kept[scan.uidAt - 1] as number)) : '').toBe(uid);
      const bits = labelBitsOf(labels);
      expect(scan.labelBits & bits).toBe(bits);
    }),
    { numRuns: 2_000 },
  );
});

describe('what a scan leaves without managedFields', () => {
  it('is everything when there are none', () => {
    const bytes = podBytes({ metadata: { name: 'web' } });
    expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from(bytes));
  });

  it('is everything when they are to be kept', () => {
    const bytes = Buffer.from(podBytes({ metadata: { name: 'web', managedFields } }));
    const scan = new ObjectScan();
    scan.scan(podType, bytes, 0, bytes.length, true);
    const copy = Buffer.alloc(scan.length);
    scan.copyTo(copy, 0);
    expect(copy).toEqual(bytes);
  });

  it('is of the last object scanned, not of one before', () => {
    const scan = new ObjectScan();
    const pod = { metadata: { name: 'web', namespace: 'shop' } };
    for (const object of [{ ...pod, metadata: { ...pod.metadata, managedFields } }, { metadata: { name: 'b' } }]) {
      const bytes = Buffer.from(podBytes(object));
      scan.scan(podType, bytes, 0, bytes.length, false);
    }
    const copy = Buffer.alloc(scan.length);
    scan.copyTo(copy, 0);
    expect(copy).toEqual(Buffer.from(podBytes({ metadata: { name: 'b' } })));
    expect(scan).toMatchObject({ name: 'b', namespace: '' });
  });

  it('leaves everything else as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 20 }),
        fc.string({ maxLength: 300 }),
        fc.integer({ min: 1, max: 3 }),
        (labels, nodeName, count) => {
          const pod = { metadata: { name: 'web', labels }, spec: { nodeName } };
          const all = { ...pod.metadata, managedFields: Array.from({ length: count }, () => managedFields[0]) };
          const bytes = podBytes({ ...pod, metadata: all });
          expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from(podBytes(pod)));
        },
      ),
    );
  });

  it('finds them between other fields, too', () => {
    const [first, second] = [field(17, ...field(1, 0x61)), field(17, ...field(1, 0x62))];
    const bytes = Uint8Array.from(field(1, ...first, ...field(1, 0x77), ...second, ...field(3, 0x73)));
    expect(decodeMessage(podType, withoutManagedFields(podType, bytes))).toMatchObject({
      metadata: { name: 'w', namespace: 's' },
    });
    expect(withoutManagedFields(podType, bytes)).toHaveLength(8);
  });

  it('takes a length of the metadata that has more bytes than it needs', () => {
    const metadata = [...field(1, 0x77), ...field(17, ...field(1, 0x61))];
    const bytes = Uint8Array.of(0x0a, metadata.length | 0x80, 0x00, ...metadata, ...field(2));
    expect(withoutManagedFields(podType, bytes)).toEqual(Buffer.from([...field(1, ...field(1, 0x77)), ...field(2)]));
  });

  it('reads a part of a larger buffer', () => {
    const bytes = podBytes({ metadata: { name: 'web', managedFields } });
    const larger = Uint8Array.of(1, 2, ...bytes, 3);
    const lean = withoutManagedFields(podType, larger, 2, larger.length - 1);
    expect(decodeMessage(podType, lean)).toMatchObject({ metadata: { name: 'web' } });
    expect(decodeMessage(podType, lean)['metadata']).not.toHaveProperty('managedFields');
  });
});

describe('a message is ordered', () => {
  const isOrdered = (...bytes: number[]): boolean => {
    const scan = new ObjectScan();
    scan.scan(podType, Buffer.from(bytes), 0, bytes.length, false);
    return scan.isOrdered;
  };
  const [name, label, spec] = [field(1, 0x61), field(11, ...field(1, 0x61)), field(2)];

  it('as Go writes it', () => {
    expect(isOrdered(...podBytes({ metadata: { name: 'web', labels: { app: 'web' }, managedFields }, spec: {} }))).toBe(
      true,
    );
    expect(isOrdered()).toBe(true);
  });

  it.each([
    { what: 'its metadata comes after something else', bytes: [...spec, ...field(1, ...name)] },
    { what: 'it has metadata twice', bytes: [...field(1, ...name), ...field(1, ...label)] },
    { what: 'a field of its metadata comes after one of a higher number', bytes: field(1, ...label, ...name) },
    { what: 'a tag has more bytes than it needs', bytes: field(1, ...name, 0xda, 0x00, ...label.slice(1)) },
    { what: 'the tag of its metadata has', bytes: [0x8a, 0x00, ...field(1, ...name).slice(1)] },
  ])('not when $what', ({ bytes }) => {
    expect(isOrdered(...bytes)).toBe(false);
  });
});

function scanned(type: MessageType, bytes: Uint8Array, keepManagedFields = false): ObjectScan {
  const scan = new ObjectScan();
  scan.scan(type, Buffer.from(bytes), 0, bytes.length, keepManagedFields);
  return scan;
}

function isClear(scan: ObjectScan, bytes: Buffer): boolean {
  try {
    scan.scan(podType, bytes, 0, bytes.length, false);
    return scan.unknownFields !== DECLINED;
  } catch (error) {
    if (!(error instanceof KubeInformerError)) throw error;
    return false;
  }
}

function metadataOf(bytes: Buffer): Readonly<
  Record<'name' | 'namespace' | 'resourceVersion' | 'uid', string | undefined>
> & {
  readonly labels?: Readonly<Record<string, string>>;
} {
  return (decodeMessage(podType, bytes) as { metadata: ReturnType<typeof metadataOf> }).metadata;
}
