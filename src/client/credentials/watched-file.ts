import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../../base/clock.js';
import { KubeInformerError, messageOf } from '../../errors/index.js';
import { SingleFlight } from './single-flight.js';

// A look at the file costs a system call in the thread pool, and every request asks. A second is far below the time a
// rotated credential overlaps its predecessor (minutes), so nobody notices the difference.
const LOOK_EVERY_MS = 1_000;

// Some file systems (network mounts, one-second timestamps) let a file change without a trace in its metadata.
const READ_AT_LEAST_EVERY_MS = 60_000;

// Nothing that belongs in here (tokens, certificates, bundles of authorities) comes near; a wrong path may.
const LARGEST_FILE_BYTES = 4 * 1024 * 1024;

/**
 * The text of a file that other programs rewrite, such as a mounted token or certificate. It is looked at once a
 * second at most, read again when its metadata changed or a minute has passed. When reading fails after it has once
 * succeeded, the last text stands: a file that is being replaced is missing for a moment.
 */
export class WatchedFile {
  readonly path: string;
  readonly #what: string;
  readonly #clock: Clock;
  readonly #flight = new SingleFlight<string>();
  #text: string | undefined;
  #fingerprint = '';
  #lookedAt = -Infinity;
  #readAt = -Infinity;

  /** `what` says in messages what the file is for: `the token of user "ci"`. */
  constructor(path: string, what: string, clock: Clock) {
    this.path = path;
    this.#what = what;
    this.#clock = clock;
  }

  /** The current text. Rejects with ERR_CREDENTIALS if the file could never be read. */
  read(): Promise<string> {
    if (this.#text !== undefined && this.#clock.now() - this.#lookedAt < LOOK_EVERY_MS) {
      return Promise.resolve(this.#text);
    }
    return this.#flight.run(() => this.#look(false));
  }

  /** Reads the file now, whatever its metadata says. Resolves to whether its text is another one. */
  async reread(): Promise<boolean> {
    const before = this.#text;
    const after = await this.#flight.run(() => this.#look(true));
    return before !== after;
  }

  async #look(force: boolean): Promise<string> {
    const now = this.#clock.now();
    try {
      const { ino, size, mtimeMs } = await stat(this.path);
      const fingerprint = `${ino}:${size}:${mtimeMs}`;
      if (size > LARGEST_FILE_BYTES) {
        throw new Error(`it has ${size} bytes; more than ${LARGEST_FILE_BYTES} is no credential`);
      }
      const due = now - this.#readAt >= READ_AT_LEAST_EVERY_MS;
      if (this.#text === undefined || force || due || fingerprint !== this.#fingerprint) {
        this.#text = await readFile(this.path, 'utf8');
        this.#fingerprint = fingerprint;
        this.#readAt = now;
      }
      this.#lookedAt = now;
      return this.#text;
    } catch (error) {
      if (this.#text === undefined) throw this.#unreadable(error);
      this.#lookedAt = now;
      return this.#text;
    }
  }

  #unreadable(cause: unknown): KubeInformerError {
    return new KubeInformerError(
      'ERR_CREDENTIALS',
      `Cannot read ${this.#what} from ${this.path}: ${messageOf(cause)}. Check that the file is there and readable.`,
      { cause, retryable: true },
    );
  }
}
