import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOf } from './labels.js';
import { readPath } from './read-path.js';
import { field, podBytes, podType, typeOf } from './test-bytes.js';

describe('labelOf', () => {
  const text = fc.oneof(fc.constantFrom('', 'app', 'äpp', 'app.kubernetes.io/name', '__proto__'), fc.string());

  it('reads what a path would', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 6 }), text, (labels, asked) => {
        const bytes = podBytes({ metadata: { name: 'web', labels, annotations: { [asked]: 'no label' } } });
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
    ]) {
      const bytes = Uint8Array.from([...field(1, ...field(1, 0x78)), ...field(1, ...labels)]);
      for (const label of ['a', 'b', '']) {
        expect(labelOf(podType, bytes, label)).toBe(readPath(podType, bytes, ['metadata', 'labels', label]));
      }
    }
  });

  it('is undefined where the message has no metadata of an object', () => {
    expect(labelOf(podType, new Uint8Array(), 'app')).toBeUndefined();
    expect(labelOf(typeOf('v1', 'PodList'), podBytes({ metadata: { labels: { app: 'web' } } }), 'app')).toBeUndefined();
  });
});
