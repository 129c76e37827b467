/** Takes a listener off again. Calling it twice does nothing. */
export type Unlink = () => void;

const nothing: Unlink = () => undefined;

/**
 * Calls `callback` once when `signal` aborts, or at once if it already has.
 * The returned function takes the listener off: a long-lived signal must not collect them.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): Unlink {
  if (signal === undefined) return nothing;
  if (signal.aborted) {
    callback();
    return nothing;
  }
  signal.addEventListener('abort', callback, { once: true });
  return () => {
    signal.removeEventListener('abort', callback);
  };
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
    promise.then(
      (value) => {
        unlink();
        resolve(value);
      },
      (reason: unknown) => {
        unlink();
        reject(reason as Error);
      },
    );
  });
}
