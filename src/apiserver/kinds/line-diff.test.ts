import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './line-diff.js';

/** Puts a diff onto the text it was made from. */
function applied(lines: readonly string[], diff: string): string[] {
  const result: string[] = [];
  let at = 0;
  for (const line of diff.split('\n').slice(0, -1)) {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (header !== null) {
      const start = header[2] === '0' ? Number(header[1]) : Number(header[1]) - 1;
      result.push(...lines.slice(at, start));
      at = start;
    } else if (line.startsWith('+')) result.push(line.slice(1));
    else {
      expect(lines[at]).toBe(line.slice(1));
      if (line.startsWith(' ')) result.push(line.slice(1));
      at += 1;
    }
  }
  return [...result, ...lines.slice(at)];
}

describe('a unified diff', () => {
  it('turns the first text into the second', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applied(before, unifiedDiff(before, after))).toEqual(after);
      }),
    );
  });

  it('is empty for equal texts', () => {
    expect(unifiedDiff(['a', 'b'], ['a', 'b'])).toBe('');
  });

  it('shows three lines around a change', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const after = before.with(4, 'x');
    expect(unifiedDiff(before, after)).toBe('@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n');
  });
});
