import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectScan } from './object-scan.js';
import { labelOf, uidOf } from './ordered-reads.js';
import { readPath } from './read-path.js';
import { field, podBytes, podType, typeOf } from './test-bytes.js';
import { validateMessage } from './walk.js';

function isOrdered(bytes: Buffer): boolean {
  const scan = new ObjectScan();
  scan.scan(podType, bytes, 0, bytes.length, false);
  return scan.isOrdered;
}

/** Whether a record would be made of bytes. */
function isSound(bytes: Buffer): boolean {
  try {
    validateMessage(podType, bytes);
    return isOrdered(bytes);
  } catch {
    return false;
  }
}

/** Checks a law for bytes that were changed at random, cut at `end`, and are sound all the same. */
function forChanged(sound: Buffer, check: (bytes: Buffer, end: number) => void): void {
  const change = fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(sound.length), (changes, end) => {
      const bytes = Buffer.from(sound);
      for (const { at, byte } of changes) bytes[at] = byte;
      fc.pre(isSound(bytes.subarray(0, end)));
      check(bytes, end);
    }),
    { numRuns: 2_000 },
  );
}

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
});
