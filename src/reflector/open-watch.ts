import type { Unlink } from '../base/abort.js';
import { abortable, childController, onAbort } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListerWatcher, WatchEvent, WatchStream } from './contract.js';
import { withDeadline } from './deadline.js';
import { Liveness } from './liveness.js';
import { StreamReader } from './stream-reader.js';

type Batches<T extends KubernetesObject> = StreamReader<WatchEvent<T> | readonly WatchEvent<T>[]>;

/** A watch the server has accepted, from then until it ends. */
export class OpenWatch<T extends KubernetesObject> {
  /** When it was asked for. */
  readonly startedAt: number;
  /** How long the server was asked to let it last. */
  readonly timeoutMs: number;
  readonly liveness: Liveness;
  #isAborted = false;
  #silent = false;
  #batch: readonly WatchEvent<T>[] = [];
  #next = 0;
  readonly #reader: Batches<T>;
  readonly #controller: AbortController;
  readonly #unlink: Unlink;

  private constructor(
    reader: Batches<T>,
    controller: AbortController,
    unlink: Unlink,
    clock: Clock,
    timing: { startedAt: number; timeoutMs: number },
  ) {
    this.#reader = reader;
    this.#controller = controller;
    this.startedAt = timing.startedAt;
    this.timeoutMs = timing.timeoutMs;
    this.liveness = new Liveness(clock, timing.timeoutMs, () => {
      this.declareSilent();
    });
    const unlinkReader = onAbort(controller.signal, () => {
      this.#isAborted = true;
      reader.interrupt();
    });
    this.#unlink = () => {
      unlink();
      unlinkReader();
    };
  }

  /** Rejects when the server refuses, does not answer in time, or the signal aborts first. */
  static async open<T extends KubernetesObject>(
    source: ListerWatcher<T>,
    request: ListOptions,
    signal: AbortSignal,
    { clock, answerTimeoutMs }: { clock: Clock; answerTimeoutMs: number },
  ): Promise<OpenWatch<T>> {
    const { controller, unlink } = childController(signal);
    const startedAt = clock.now();
    const answer = ask(source, request, controller.signal);
    try {
      const accepted = abortable(answer, controller.signal);
      const stream = await withDeadline(accepted, clock, answerTimeoutMs, 'Opening a watch');
      const timeoutMs = (request.timeoutSeconds ?? 0) * 1000;
      return new OpenWatch<T>(new StreamReader(stream), controller, unlink, clock, { startedAt, timeoutMs });
    } catch (error) {
      controller.abort();
      unlink();
      // An answer that comes too late is let go; what it fails with, or is not, was told already.
      answer.then((stream) => new StreamReader(stream).release()).catch(() => undefined);
      throw error;
    }
  }

  /** Whether an event is here already. */
  isReady(): boolean {
    return this.#next < this.#batch.length;
  }

  /** The next event. Only while `isReady()`. */
  next(): WatchEvent<T> {
    return this.#batch[this.#next++] as WatchEvent<T>;
  }

  /** Waits for more; false at the end of the stream, or when the watch was closed or declared silent. */
  refill(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#reader.read((item) => {
        if (item !== undefined) {
          const { value } = item;
          this.#batch = Array.isArray(value) ? (value as readonly WatchEvent<T>[]) : [value as WatchEvent<T>];
          this.#next = 0;
        }
        resolve(item !== undefined);
      }, reject);
    });
  }

  /** Takes the connection for dead: a read that is under way ends. */
  declareSilent(): void {
    this.#silent = true;
    this.#reader.interrupt();
  }

  /** Whether its signal has aborted: that itself takes Node longer to tell than an event should. */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  get isSilent(): boolean {
    return this.#silent;
  }

  /** Ends a read that is under way. */
  interrupt(): void {
    this.#reader.interrupt();
  }

  /** Ends the request. Safe to call again. */
  close(): void {
    this.liveness.stop();
    this.#unlink();
    this.#controller.abort();
    this.#reader.release();
  }
}

/** Turns an error that is thrown on the spot into a rejection. */
async function ask<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  request: ListOptions,
  signal: AbortSignal,
): Promise<WatchStream<T>> {
  return source.watch(request, { signal });
}
