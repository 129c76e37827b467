import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { ApiStatusError } from '../errors/index.js';
import { retryWhenBusy } from './retry-when-busy.js';

const busy = (code: number, retryAfterSeconds?: number) => new ApiStatusError({ code, details: { retryAfterSeconds } });

/** When the calls were made, in ms from the start, and how it ended. */
async function calls(answers: readonly (Error | string)[], options: { attempts?: number; signal?: AbortSignal } = {}) {
  const clock = new FakeClock();
  const start = clock.now();
  const at: number[] = [];
  const outcome = retryWhenBusy(
    (attempt) => {
      at.push(clock.now() - start);
      const answer = answers[attempt - 1] ?? answers.at(-1);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    { clock, ...options },
  ).catch((error: unknown) => error);
  await clock.advance(600_000);
  return { at, outcome: await outcome, timers: clock.pendingTimers };
}

describe('retryWhenBusy', () => {
  it('calls again after as long as the server asked for, until it serves', async () => {
    expect(await calls([busy(429, 1), busy(503, 30), 'served'])).toEqual({
      at: [0, 1_000, 31_000],
      outcome: 'served',
      timers: 0,
    });
  });

  it('gives up after ten calls, or as many as it is told, with what the server said last', async () => {
    expect((await calls([busy(429, 1)])).at).toHaveLength(10);
    const { at, outcome } = await calls([busy(429, 1)], { attempts: 2 });
    expect([at, outcome]).toEqual([[0, 1_000], expect.objectContaining({ statusCode: 429 })]);
  });

  it.each([
    ['an error of the connection', new Error('reset')],
    ['a server that does not say how long', busy(500)],
    ['a refusal', busy(403, 1)],
  ])('passes %s on at once', async (_name, error) => {
    const { at, outcome } = await calls([error]);
    expect([at, outcome]).toEqual([[0], error]);
  });

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController();
    const clock = new FakeClock();
    const done = retryWhenBusy(() => Promise.reject(busy(429, 60)), { clock, signal: controller.signal });
    const outcome = expect(done).rejects.toThrow('enough');
    await clock.settle();
    controller.abort(new Error('enough'));
    await outcome;
    expect(clock.pendingTimers).toBe(0);
  });
});
