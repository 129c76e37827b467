import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { SyncTracker } from './sync-tracker.js';

const nothing = (): void => undefined;

describe('SyncTracker', () => {
  it('has synced at once when the first list left nothing in the queue', () => {
    const tracker = new SyncTracker();
    tracker.replaced(0);
    expect(tracker.hasSynced).toBe(true);
  });

  it('has synced when as many entries as the first list left were processed', async () => {
    const tracker = new SyncTracker();
    tracker.replaced(3);
    await tracker.track(1, [], nothing);
    expect(tracker.hasSynced).toBe(false);
    await tracker.track(2, [], nothing);
    expect(tracker.hasSynced).toBe(true);
  });

  it('does not credit the first list with entries that were taken before it came', async () => {
    const tracker = new SyncTracker();
    const gate = deferred();
    const early = tracker.track(1, [], () => gate.promise);
    tracker.replaced(1);
    gate.resolve();
    await early;
    expect(tracker.hasSynced).toBe(false);
  });

  it('does not take a change during the first list as the end of it', () => {
    const tracker = new SyncTracker();
    tracker.replaced(1);
    tracker.changed();
    expect(tracker.hasSynced).toBe(false);
  });

  it('is not moved by a second list', async () => {
    const tracker = new SyncTracker();
    tracker.replaced(1);
    tracker.replaced(5);
    await tracker.track(1, [], nothing);
    expect(tracker.hasSynced).toBe(true);
  });

  it('tells the process whether it had synced before', async () => {
    const tracker = new SyncTracker();
    tracker.replaced(1);
    const flags: boolean[] = [];
    for (let count = 0; count < 2; count++) {
      await tracker.track(1, [], (_, { isInInitialList }) => {
        flags.push(isInInitialList);
      });
    }
    expect(flags).toEqual([true, false]);
  });
});
