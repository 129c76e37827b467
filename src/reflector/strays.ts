import { KubeInformerError } from '../errors/index.js';
import type { Progress } from './progress.js';

/**
 * The objects of another kind that were met while the whole source was read. One among many is skipped; where there are no
 * others, it is the informer that was made for the wrong kind, and an empty cache would look like an empty cluster.
 */
export class Strays {
  #first: KubeInformerError | undefined;
  #count = 0;
  #fitting = false;

  /** An object of the right kind came. */
  fits(): void {
    this.#fitting = true;
  }

  /** Whether the error is that of a stray, which is told of at the end. */
  take(error: unknown): boolean {
    if (!(error instanceof KubeInformerError) || error.code !== 'ERR_UNEXPECTED_KIND') return false;
    this.#first ??= error;
    this.#count++;
    return true;
  }

  /** Call it when all is read: reports them, once, or throws if there was nothing else. */
  settle(progress: Progress): void {
    if (this.#first === undefined) return;
    if (!this.#fitting) throw this.#first;
    progress.report(this.#first, this.#count === 1 ? 'skipped the object' : `skipped ${this.#count} such objects`);
  }
}
