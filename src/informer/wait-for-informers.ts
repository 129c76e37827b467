import { childController } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';
import { assertKnownOptions } from '../meta/index.js';
import type { SharedInformer } from './shared-informer.js';
import { WAIT_OPTIONS } from './waiters.js';

/** An informer, whatever the type of its objects. */
export type AnyInformer = Pick<
  SharedInformer<never>,
  'hasSynced' | 'isStarted' | 'isStopped' | 'name' | 'notSynced' | 'start' | 'status' | 'stop' | 'waitForSync'
>;

/** How long to wait for caches. */
export interface WaitForCacheSyncOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the wait after this long. Default: never. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Resolves when all have synced. Rejects with `ERR_NOT_SYNCED`, naming every one that has not and
 * why: at once if one was never started or is stopped, since no time would help, or when the wait is over.
 */
export async function waitForInformers(
  informers: readonly AnyInformer[],
  options: WaitForCacheSyncOptions,
  clock: Clock,
): Promise<void> {
  assertKnownOptions(options, WAIT_OPTIONS, 'Cannot wait for caches');
  const { signal, timeoutMs } = options;
  const idle = informers.filter(({ isStarted, isStopped }) => !isStarted && !isStopped);
  if (idle.length > 0) {
    const advice =
      idle.length === informers.length ? 'Call start() first.' : 'Call start() again after asking for an informer.';
    throw notSynced(idle, informers.length, ` ${advice}`, undefined);
  }
  const { controller: wait, unlink } = childController(signal);
  const timer =
    timeoutMs === undefined
      ? undefined
      : clock.setTimeout(
          () => {
            wait.abort(new KubeInformerError('ERR_TIMEOUT', `The ${timeoutMs / 1000} s given for it are over.`));
          },
          timeoutMs,
          // Who waits is to be told, also where nothing else keeps the process alive.
          { keepAlive: true },
        );
  let cause: unknown;
  try {
    await Promise.all(informers.map((informer) => informer.waitForSync({ signal: wait.signal })));
  } catch (first) {
    cause = wait.signal.aborted ? wait.signal.reason : first;
  } finally {
    timer?.cancel();
    unlink();
    // One may have ended the wait for all: the others must not go on waiting.
    wait.abort();
  }
  const behind = informers.filter(({ hasSynced }) => !hasSynced);
  if (behind.length > 0) throw notSynced(behind, informers.length, '', cause);
}

function notSynced(behind: readonly AnyInformer[], of: number, advice: string, cause: unknown): KubeInformerError {
  const reasons = behind.map((informer) => informer.notSynced().message).join(' ');
  return new KubeInformerError(
    'ERR_NOT_SYNCED',
    `${behind.length} of ${of} caches have not synced. ${reasons}${advice}`,
    { cause, retryable: true },
  );
}
