import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameObject, labelOf, uidOf } from './ordered-reads.js';
import { readPath } from './read-path.js';
import { field, forChanged, isOrdered, podBytes, podType, typeOf } from './test-bytes.js';

describe('labelOf', () => {
  const text = fc.oneof(fc.constantFrom('', 'app', 'äpp', 'app.kubernetes.io/name', '__proto__'), fc.string());

  it('reads what a path would', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 6 }), text, (labels, asked) => {
        const bytes = Buffer.from(
          podBytes({ metadata: { name: 'web', labels, annotations: { [asked]: 'no label' } } }),
        );
        for (const label of [asked, ...Object.keys(labels)]) {
          expect(labelOf(podType, bytes, label)).toBe(readPath(podType, bytes, ['metadata', 'labels', label]));
        }
      }),
    );
  });

  it('reads what a path would where no Go program would write it', () => {
    const entry = (...parts: number[][]): number[] => field(11, ...parts.flat());
    const [app, web, box] = [field(1, 0x61), field(2, 0x77), field(2, 0x62)];
    for (const labels of [
      [...entry(app, web), ...entry(app, box)],
      [...entry(web, app), ...entry(field(1, 0x62), box)],
      [...entry(app)],
      [...entry(web)],
      [...entry(field(1, 0x62), app, web, box)],
      [...entry(app, web, box)],
      [...entry(field(3, 0x61), web)],
      [...entry(app, web), ...entry(app, [0x18, 0x01], box)],
      // A number of eight bytes before the label.
      [0x39, 0, 0, 0, 0, 0, 0, 0, 0, ...entry(app, web)],
    ]) {
      const bytes = Buffer.from(field(1, ...field(1, 0x78), ...labels));
      expect(isOrdered(bytes)).toBe(true);
      for (const label of ['a', 'b', '']) {
        expect(labelOf(podType, bytes, label)).toBe(readPath(podType, bytes, ['metadata', 'labels', label]));
      }
    }
  });

  it('reads what a path would where a key or a value takes more than 127 bytes', () => {
    // Read with a length of one byte, this key would be another one, of as many bytes, with a value of 18.
    const misleading = `${'k'.repeat(199)}\x12`;
    for (const [key, value] of [
      [misleading, 'v'.repeat(17)],
      ['app', 'v'.repeat(200)],
    ] as const) {
      const bytes = Buffer.from(podBytes({ metadata: { name: 'web', labels: { [key]: value } } }));
      expect(labelOf(podType, bytes, key)).toBe(value);
      expect(labelOf(podType, bytes, `\x01${'k'.repeat(199)}`)).toBeUndefined();
    }
  });

  it('is undefined where the message has no metadata of an object', () => {
    expect(labelOf(podType, Buffer.alloc(0), 'app')).toBeUndefined();
    const bytes = Buffer.from(podBytes({ metadata: { labels: { app: 'web' } } }));
    expect(labelOf(typeOf('v1', 'PodList'), bytes, 'app')).toBeUndefined();
  });

  it('reads what a path would, whatever happened to bytes that are still sound', () => {
    const sound = Buffer.from(podBytes({ metadata: { name: 'web', labels: { app: 'a', b: '' }, generation: 3 } }));
    forChanged(sound, (bytes, end) => {
      for (const label of ['app', 'b']) {
        const expected = readPath(podType, bytes, ['metadata', 'labels', label], 0, end);
        expect(labelOf(podType, bytes, label, 0, end)).toBe(expected);
      }
    });
  });
});

describe('uidOf', () => {
  const path = (bytes: Buffer, end?: number): unknown => readPath(podType, bytes, ['metadata', 'uid'], 0, end) ?? '';

  it('reads what a path would', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), (name, uid) => {
        const bytes = Buffer.from(
          podBytes({ metadata: { name, ...(uid === null ? {} : { uid }), labels: { uid: 'no' } } }),
        );
        expect(uidOf(podType, bytes)).toBe(path(bytes));
      }),
    );
  });

  it('reads what a path would, whatever happened to bytes that are still sound', () => {
    const sound = Buffer.from(podBytes({ metadata: { name: 'web', uid: 'u-1', resourceVersion: '7' } }));
    forChanged(sound, (bytes, end) => {
      expect(uidOf(podType, bytes, 0, end)).toBe(path(bytes, end));
    });
  });

  it('takes the last one, and none where the message has no metadata of an object', () => {
    const twice = Buffer.from(field(1, ...field(5, 0x61), ...field(5, 0x62)));
    expect(uidOf(podType, twice)).toBe('b');
    expect(uidOf(podType, Buffer.alloc(0))).toBe('');
    expect(uidOf(typeOf('v1', 'PodList'), Buffer.from(podBytes({ metadata: { uid: 'u' } })))).toBe('');
  });

  it('takes nothing from what was asked before', () => {
    expect(uidOf(podType, Buffer.from(podBytes({ metadata: { uid: 'u-1' } })))).toBe('u-1');
    expect(uidOf(typeOf('v1', 'PodList'), Buffer.from('neighbours'), 4, 6)).toBe('');
  });
});

describe('isSameObject', () => {
  const uidPod = (uid: string): Buffer =>
    Buffer.from(podBytes({ metadata: { name: 'web', uid, labels: { uid: 'no' } } }));
  const isSame = (a: Buffer, b: Buffer): boolean => isSameObject(podType, a, 0, a.length, b, 0, b.length);

  it('says what the uids say, wherever the bytes are', () => {
    const uid = fc.oneof(fc.constantFrom('', 'u-1', 'u-2', 'u-10'), fc.uuid(), fc.string());
    fc.assert(
      fc.property(uid, uid, fc.nat(9), (mine, other, shift) => {
        const [a, b] = [uidPod(mine), uidPod(other)];
        const moved = Buffer.concat([Buffer.alloc(shift, 0xff), b, Buffer.alloc(3, 0xff)]);
        const [uidA, uidB] = [uidOf(podType, a), uidOf(podType, b)];
        const expected = uidA === uidB || uidA === '' || uidB === '';
        expect(isSameObject(podType, a, 0, a.length, moved, shift, shift + b.length)).toBe(expected);
      }),
    );
  });

  it('says what the uids say, whatever happened to bytes that are still sound', () => {
    const sound = uidPod('u-1');
    forChanged(sound, (bytes, end) => {
      const uid = uidOf(podType, bytes, 0, end);
      expect(isSame(sound, bytes.subarray(0, end))).toBe(uid === 'u-1' || uid === '');
    });
  });
});
