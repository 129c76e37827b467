import { expect, it } from 'vitest';
import { findCounterExample } from './property.js';
import { runHistory } from './run-history.js';

// As many as a few seconds allow; `npm run test:model` goes on for as long as it is told.
const HISTORIES = 150;

// Always the same ones here, so that a change is judged by what it changed; the soak looks for new ones each time.
const SEED = 2026;

it('a SharedInformer keeps its promises through random histories and faults', { timeout: 120_000 }, async () => {
  const { found } = await findCounterExample({ run: runHistory, seed: SEED, runs: HISTORIES });
  expect(found?.text).toBeUndefined();
});
