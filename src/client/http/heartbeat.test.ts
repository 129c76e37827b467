import { describe, expect, it } from 'vitest';
import type { Clock } from '../../base/clock.js';
import { FakeClock } from '../../base/fake-clock.js';
import { Heartbeat } from './heartbeat.js';

class FakePeer {
  pings = 0;
  bytes = 0;
  answers = true;

  ping(answered: () => void): void {
    this.pings++;
    if (this.answers) answered();
  }

  bytesRead(): number {
    return this.bytes;
  }
}

function setUp(): { clock: FakeClock; peer: FakePeer; heartbeat: Heartbeat; deaths: () => number } {
  const clock = new FakeClock();
  const peer = new FakePeer();
  let deaths = 0;
  const settings = { clock, pingIntervalMs: 5_000, pingTimeoutMs: 5_000 };
  const heartbeat = new Heartbeat(peer, settings, () => deaths++);
  return { clock, peer, heartbeat, deaths: () => deaths };
}

describe('Heartbeat', () => {
  it('asks at every interval while answers come', async () => {
    const { clock, peer, heartbeat, deaths } = setUp();
    heartbeat.start();
    await clock.advance(60_000);
    expect(peer.pings).toBe(12);
    expect(deaths()).toBe(0);
  });

  it.each([0, 1, 2_500, 4_999, 5_000])('reports a death within 10 s, %i ms after a ping, and only once', async (ms) => {
    const { clock, peer, heartbeat, deaths } = setUp();
    heartbeat.start();
    await clock.advance(20_000 + ms);
    peer.answers = false;
    await clock.advance(10_000);
    expect(deaths()).toBe(1);
    await clock.advance(60_000);
    expect(deaths()).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes data for an answer: it may queue behind megabytes', async () => {
    const { clock, peer, heartbeat, deaths } = setUp();
    heartbeat.start();
    peer.answers = false;
    for (let i = 0; i < 10; i++) {
      await clock.advance(4_000);
      peer.bytes += 1_000_000;
    }
    expect(deaths()).toBe(0);
    await clock.advance(10_000);
    expect(deaths()).toBe(1);
  });

  it('takes an answer that came while the event loop was blocked for one in time', async () => {
    const fake = new FakeClock();
    let deaths = 0;
    let answer: (() => void) | undefined;
    // What the socket holds is read in the turn after a timer has run.
    const clock: Clock = {
      now: () => fake.now(),
      setTimeout: (callback, ms) =>
        fake.setTimeout(() => {
          const late = answer;
          callback();
          setImmediate(() => late?.());
        }, ms),
    };
    const peer = {
      ping: (answered: () => void) => void (answer = answered),
      bytesRead: () => 0,
    };
    const heartbeat = new Heartbeat(peer, { clock, pingIntervalMs: 5_000, pingTimeoutMs: 5_000 }, () => deaths++);
    heartbeat.start();
    await fake.advance(60_000);
    expect(deaths).toBe(0);
    heartbeat.stop();
  });

  it('asks nothing at interval 0, and nothing after stop', async () => {
    const { clock, peer, heartbeat } = setUp();
    const silent = new Heartbeat(peer, { clock, pingIntervalMs: 0, pingTimeoutMs: 1 }, () => undefined);
    silent.start();
    heartbeat.start();
    heartbeat.stop();
    await clock.advance(60_000);
    expect(peer.pings).toBe(0);
  });
});
