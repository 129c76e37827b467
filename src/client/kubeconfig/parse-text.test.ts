import { describe, expect, it, vi } from 'vitest';
import { rejection } from '../credentials/test-support.js';
import { parseText } from './parse-text.js';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('js-yaml', async (importOriginal) => {
  loaded.times += 1;
  return importOriginal();
});

describe('parseText', () => {
  it('loads the YAML parser for text that is not JSON, and only then', async () => {
    await parseText(' {"a": [1, "x"]}\n', 'it');
    const forJson = loaded.times;
    await parseText('{a: [1, x]}', 'it');
    expect([forJson, loaded.times]).toEqual([0, 1]);
  });

  it.each<[string, unknown]>([
    ['', undefined],
    ['# nothing\n', undefined],
    ['---\n', null],
    ['{a: [1, x]}', { a: [1, 'x'] }],
    ['\uFEFFa: 1\r\nb: |\r\n  two\r\n  lines\r\n', { a: 1, b: 'two\nlines\n' }],
    ['at: 2026-01-01T00:00:00Z', { at: '2026-01-01T00:00:00Z' }],
  ])('%j', async (text, expected) => {
    expect(await parseText(text, 'it')).toEqual(expected);
  });

  it('a key named __proto__ changes no prototype', async () => {
    const value = await parseText('__proto__: { polluted: true }', 'it');
    expect([Object.getPrototypeOf(value), (value as Record<string, unknown>)['polluted']]).toEqual([
      Object.prototype,
      undefined,
    ]);
  });

  it('refuses text that is too large to be a kubeconfig', async () => {
    expect(await rejection(parseText('#'.repeat(32 * 1024 * 1024 + 1), '/big'))).toMatchObject({
      code: 'ERR_KUBECONFIG',
      message: expect.stringContaining('/big') as string,
    });
  });
});
