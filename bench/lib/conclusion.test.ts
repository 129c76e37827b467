import { describe, expect, it } from 'vitest';
import { conclusion } from './conclusion.js';

describe('the conclusion of a run', () => {
  it('is that every target was met, when one was judged and none was missed', () => {
    expect(conclusion([true, undefined, true])).toEqual({ says: 'Every target was met.', code: 0 });
  });

  it('is a failure when any target was missed', () => {
    expect(conclusion([true, false, undefined])).toEqual({ says: 'Some target was missed: see above.', code: 1 });
  });

  it.each([[[]], [[undefined]], [[undefined, undefined]]])('claims nothing when none was judged: %j', (results) => {
    const { says, code } = conclusion(results);
    expect(says).toMatch(/^No target was judged/);
    expect(code).toBe(0);
  });
});
