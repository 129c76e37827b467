import type { Timer } from '../../base/clock.js';
import type { HttpSettings } from './options.js';

type HeartbeatSettings = Pick<HttpSettings, 'clock' | 'pingIntervalMs' | 'pingTimeoutMs'>;

/** What can be asked whether it lives. */
export interface Pingable {
  /** Sends a ping. `answered` is called when the answer comes. Must not throw. */
  ping(answered: () => void): void;
  /** How much has come in, of anything: bytes are as good an answer as the answer. */
  bytesRead(): number;
}

/**
 * Pings at every interval and reports, once, that an answer did not come in time.
 *
 * It pings busy connections too: waiting for silence first would let a connection that dies right after a byte go
 * unnoticed for one interval more. An answer that queues behind megabytes of data is not late: data is coming in.
 */
export class Heartbeat {
  readonly #peer: Pingable;
  readonly #settings: HeartbeatSettings;
  readonly #dead: () => void;
  #timer: Timer | undefined;
  #stopped = true;

  constructor(peer: Pingable, settings: HeartbeatSettings, dead: () => void) {
    this.#peer = peer;
    this.#settings = settings;
    this.#dead = dead;
  }

  start(): void {
    if (this.#settings.pingIntervalMs === 0) return;
    this.#stopped = false;
    this.#askIn(this.#settings.pingIntervalMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #askIn(delayMs: number): void {
    this.#timer = this.#settings.clock.setTimeout(() => {
      let answered = false;
      const before = this.#peer.bytesRead();
      this.#peer.ping(() => {
        answered = true;
      });
      this.#expect(() => answered, before);
    }, delayMs);
  }

  #expect(answered: () => boolean, before: number): void {
    const { clock, pingIntervalMs, pingTimeoutMs } = this.#settings;
    this.#timer = clock.setTimeout(() => {
      const judge = (): void => {
        if (this.#stopped) return;
        if (answered()) this.#askIn(Math.max(0, pingIntervalMs - pingTimeoutMs));
        else if (this.#peer.bytesRead() > before) this.#expect(answered, this.#peer.bytesRead());
        else {
          this.stop();
          this.#dead();
        }
      };
      // After a long block of the event loop this timer runs before what the socket has received meanwhile is read;
      // two turns later it has been.
      setImmediate(() => setImmediate(judge));
    }, pingTimeoutMs);
  }
}
