/** Takes a listener off again. Calling it twice does nothing. */
export type Unlink = () => void;

const nothing: Unlink = () => undefined;

// Who waits for a signal, and how to take our one listener off it. An entry is there only while somebody waits.
const waiting = new WeakMap<AbortSignal, { callbacks: Set<() => void>; unlisten: Unlink }>();

/**
 * Calls `callback` once when `signal` aborts, or at once if it already has. Callbacks run in the
 * order they came; one that throws does not keep the others from running, its error is uncaught.
 * The returned function takes the callback off: a long-lived signal must not collect them.
 *
 * However many wait for one signal, it has one listener of ours: Node warns of a leak at the eleventh.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): Unlink {
  if (signal === undefined) return nothing;
  if (signal.aborted) {
    callback();
    return nothing;
  }
  const { callbacks, unlisten } = waiting.get(signal) ?? listen(signal);
  // A function of its own for each call, since two callers may bring the same one.
  const entry = (): void => {
    callback();
  };
  callbacks.add(entry);
  return () => {
    if (callbacks.delete(entry) && callbacks.size === 0) unlisten();
  };
}

function listen(signal: AbortSignal): { callbacks: Set<() => void>; unlisten: Unlink } {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    waiting.delete(signal);
    for (const callback of callbacks) {
      callbacks.delete(callback);
      try {
        callback();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };
  signal.addEventListener('abort', listener, { once: true });
  const unlisten = (): void => {
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
  const entry = { callbacks, unlisten };
  waiting.set(signal, entry);
  return entry;
}

/**
 * A controller that also aborts when `parent` does, with the parent's reason.
 * (`AbortSignal.any` keeps a reference in a long-lived parent for ever and costs 16–30 µs.)
 * Call `unlink` when the work is over.
 */
export function childController(parent: AbortSignal | undefined): { controller: AbortController; unlink: Unlink } {
  const controller = new AbortController();
  const unlink = onAbort(parent, () => {
    controller.abort(parent?.reason);
  });
  return { controller, unlink };
}

/**
 * Settles as `promise` does, or rejects with the signal's reason if that aborts first.
 * What becomes of `promise` afterwards is ignored, a rejection included.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const unlink = onAbort(signal, () => {
      reject(signal.reason as Error);
    });
    promise.finally(unlink).then(resolve, reject);
  });
}
