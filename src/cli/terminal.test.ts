import { describe, expect, it } from 'vitest';
import { terminalSize } from './terminal.js';

describe('terminalSize', () => {
  it('is what the terminal says', () => {
    expect(terminalSize({ isTTY: true, columns: 132, rows: 50 })).toEqual({ columns: 132, rows: 50 });
  });

  it('is not there when the output is no terminal', () => {
    expect(terminalSize({ isTTY: false })).toBeUndefined();
  });

  it.each([
    [
      { columns: 0, rows: 0 },
      { columns: 80, rows: 24 },
    ],
    [
      { columns: 0, rows: 50 },
      { columns: 80, rows: 50 },
    ],
    [
      { columns: 132, rows: 0 },
      { columns: 132, rows: 24 },
    ],
    [{}, { columns: 80, rows: 24 }],
  ])('of a terminal that says %j is %j: the usual size stands in for what is not known', (said, size) => {
    expect(terminalSize({ isTTY: true, ...said })).toEqual(size);
  });

  it('follows a resize, also to a size that is not known', () => {
    const output = { isTTY: true, columns: 132, rows: 50 };
    terminalSize(output);
    Object.assign(output, { columns: 0, rows: 0 });
    expect(terminalSize(output)).toEqual({ columns: 80, rows: 24 });
  });
});
