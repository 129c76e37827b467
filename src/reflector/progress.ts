import type { Clock } from '../base/clock.js';
import { compareResourceVersions } from '../meta/index.js';
import type { ReportedError } from './status.js';

/** What the effects of a Reflector leave behind while they run: how far they got, and what went wrong on the way. */
export class Progress {
  readonly #clock: Clock;
  readonly #onError: ((error: unknown) => void) | undefined;
  #position = '';
  /** When something came last from the source, a page or events that came together: for who hears it to write. */
  lastHeardAt: number | undefined;
  #lastError: ReportedError | undefined;
  /** Whether the source has shown on some watch that it sends bookmarks from time to time. */
  sendsBookmarks = false;

  constructor(clock: Clock, onError: ((error: unknown) => void) | undefined) {
    this.#clock = clock;
    this.#onError = onError;
  }

  /** The resourceVersion up to which the sink has been told everything; `''` before the first list. */
  get position(): string {
    return this.#position;
  }

  get lastError(): ReportedError | undefined {
    return this.#lastError;
  }

  /** The sink was told the whole state of the source. This may lie before what it was told until now. */
  replaced(resourceVersion: string): void {
    this.#position = resourceVersion;
  }

  /** The sink was told of one change. An event that comes twice, or late, must not take us back. */
  advance(resourceVersion: string): void {
    if (resourceVersion === '') return;
    const order = compareResourceVersions(resourceVersion, this.#position);
    if (order === undefined || order > 0) this.#position = resourceVersion;
  }

  /** The one place from which the user's error callback is called. */
  report(error: unknown, action: string): void {
    this.#lastError = { error, at: this.#clock.now(), action };
    try {
      this.#onError?.(error);
    } catch {
      // An error handler that fails has nobody left to tell.
    }
  }

  /** A step that concerns one object only failed: that is reported, and nothing else happens. */
  skipped(error: unknown): void {
    this.report(error, 'skipped the object');
  }
}
