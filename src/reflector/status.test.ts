import { describe, expect, it } from 'vitest';
import { initialState } from './state.js';
import type { Phase } from './state.js';
import { describeNext } from './status.js';

const SENTENCES: Record<Phase, string> = {
  idle: 'goes on',
  queued: 'reads everything again when it is its turn',
  streaming: 'reads everything again as a stream',
  listing: 'reads everything again as a list',
  probing: 'asks whether the server still knows the resourceVersion',
  connecting: 'watches again from the same resourceVersion',
  watching: 'goes on',
  waiting: 'tries again in 1.5 s (attempt 4)',
  stopped: 'has stopped: the source was closed',
};

describe('describeNext', () => {
  it.each(Object.entries(SENTENCES) as [Phase, string][])('in %s: %s', (phase, sentence) => {
    expect(describeNext({ ...initialState, phase, failures: 3 }, 1_540)).toBe(sentence);
  });
});
