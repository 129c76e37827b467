import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { Progress } from './progress.js';

function setUp(onError?: (error: unknown) => void) {
  const clock = new FakeClock();
  return { clock, progress: new Progress(clock, onError) };
}

describe('the position', () => {
  it.each([
    ['a newer version', '10', '11', '11'],
    ['a longer, so newer one', '9', '10', '10'],
    ['an event that comes twice', '10', '10', '10'],
    ['an event that comes late', '10', '9', '10'],
    ['an event without a version', '10', '', '10'],
    ['a version that cannot be compared', '10', 'x7', 'x7'],
    ['the first', '', '5', '5'],
  ])('after %s, %j then %j, is %j', (_name, first, second, expected) => {
    const { progress } = setUp();
    progress.replaced(first);
    progress.advance(second);
    expect(progress.position).toBe(expected);
  });

  it('goes back with a list: a cluster restored from a backup is an older one', () => {
    const { progress } = setUp();
    progress.replaced('10');
    progress.replaced('5');
    expect(progress.position).toBe('5');
  });
});

describe('an error', () => {
  it('is told, and kept with its time and what was done', () => {
    const errors: unknown[] = [];
    const { clock, progress } = setUp((error) => errors.push(error));
    progress.report('broken', 'went on');
    expect([errors, progress.lastError]).toEqual([['broken'], { error: 'broken', at: clock.now(), action: 'went on' }]);
  });

  it('of the callback for errors ends nothing', () => {
    const { progress } = setUp(() => {
      throw new Error('again');
    });
    progress.report('broken', 'went on');
    expect(progress.lastError?.error).toBe('broken');
  });

  it('of one object is reported, and nothing else', () => {
    const { progress } = setUp();
    progress.skipped(new Error('bad object'));
    expect(progress.lastError).toMatchObject({ error: { message: 'bad object' }, action: 'skipped the object' });
  });
});
