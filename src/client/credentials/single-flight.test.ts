import { describe, expect, it } from 'vitest';
import { deferred } from '../../base/deferred.js';
import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  it('calls during a run get its outcome, calls after it start another', async () => {
    const flight = new SingleFlight<number>();
    const gate = deferred<number>();
    let runs = 0;
    const work = (): Promise<number> => {
      runs += 1;
      return gate.promise;
    };
    const during = [flight.run(work), flight.run(work)];
    gate.resolve(7);
    const outcomes = await Promise.all(during);
    await flight.run(work);
    expect([outcomes, runs]).toEqual([[7, 7], 2]);
  });

  it('a failure, thrown or rejected, reaches all callers and is not kept', async () => {
    const flight = new SingleFlight<number>();
    const broken = (): Promise<number> => {
      throw new Error('broken');
    };
    const outcomes = await Promise.allSettled([flight.run(broken), flight.run(broken)]);
    expect([outcomes.map(({ status }) => status), await flight.run(() => Promise.resolve(1))]).toEqual([
      ['rejected', 'rejected'],
      1,
    ]);
  });
});
