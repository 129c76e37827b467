import type { BackoffOptions } from '../base/backoff.js';
import type { Clock } from '../base/clock.js';
import { realClock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher, ReflectorSink } from './contract.js';
import { Recovery, recoveryOf } from './recovery.js';
import { processRelistBudget } from './relist-budget.js';
import type { RelistBudget } from './relist-budget.js';
import type { RequestSettings } from './requests.js';
import type { ReflectorTransition } from './status.js';
import type { ExpectedKind } from './watch-event.js';

/** How a Reflector reads its source. Every option has a default that suits a cluster of any size. */
export interface ReflectorTuning {
  /** Ask for a WatchList before a list. Default true; a server without it is found out and remembered. */
  readonly watchList?: boolean | undefined;
  /** Objects a page of every list, 0 for no pages at all. Default: 500 where paging helps, none where it hurts. */
  readonly pageSize?: number | undefined;
  /** The server ends a watch after a random time between this and twice this. Less than the default of 5 minutes is ignored. */
  readonly minWatchTimeoutMs?: number | undefined;
  /** Delays between failed attempts. Default: 0.8 s doubling to 30 s, each up to twice as long by jitter. */
  readonly backoff?: BackoffOptions | undefined;
  /** How long the end mark of a WatchList may keep us waiting after the last object. Default 20 s; then the source is listed. */
  readonly endMarkTimeoutMs?: number | undefined;
  /** How long the server may take to accept a request, and to send the next page. Default 60 s, its own limit. */
  readonly answerTimeoutMs?: number | undefined;
  /**
   * Turns for relists. Default: those of the client for informers of a factory, and else one budget for the whole process.
   * Who is given the same one also hears from the others when the server answers again after an outage.
   */
  readonly relistBudget?: RelistBudget | undefined;
}

/** What a Reflector is made of. */
export interface ReflectorOptions<T extends KubernetesObject> extends ReflectorTuning {
  readonly listerWatcher: ListerWatcher<T>;
  readonly sink: ReflectorSink<T>;
  /** Objects of another kind are reported and skipped. Default: everything is accepted. */
  readonly expected?: ExpectedKind | undefined;
  /** Sees every error: of a list, of opening a watch, in the middle of one, and of single objects. Must return quickly. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Sees every change of phase, in order. Must return quickly. */
  readonly onTransition?: ((transition: ReflectorTransition) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Source of jitter: a number in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

// client-go's numbers, which clusters are used to: at 30 to 60 s a client costs a server in trouble next to nothing.
export const DEFAULT_BACKOFF: BackoffOptions = { initialMs: 800, maxMs: 30_000, factor: 2, jitter: 1 };

// Five to ten minutes: rarely enough to cost nothing, often enough to move to a better server after a failover.
const LEAST_WATCH_TIMEOUT_MS = 5 * 60_000;

// A server that can stream sends its first object within 3 s, and the objects without a pause.
const END_MARK_TIMEOUT_MS = 20_000;

// kube-apiserver gives up on a request that is not a watch after a minute.
const ANSWER_TIMEOUT_MS = 60_000;

export interface ResolvedSettings extends RequestSettings {
  readonly watchList: boolean;
  readonly backoff: BackoffOptions;
  readonly endMarkTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly relistBudget: RelistBudget;
  readonly recovery: Recovery;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Throws `ERR_INVALID_ARGUMENT` for a number that would make a request or a delay senseless. */
export function resolveSettings<T extends KubernetesObject>(options: ReflectorOptions<T>): ResolvedSettings {
  const { backoff = DEFAULT_BACKOFF, pageSize } = options;
  const numbers = {
    pageSize: pageSize ?? 0,
    minWatchTimeoutMs: options.minWatchTimeoutMs ?? 0,
    endMarkTimeoutMs: options.endMarkTimeoutMs ?? END_MARK_TIMEOUT_MS,
    answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
  };
  assertUsable({ ...numbers, ...backoff });
  return {
    ...numbers,
    pageSize,
    watchList: (options.watchList ?? true) && options.listerWatcher.supportsWatchList !== false,
    minWatchTimeoutMs: Math.max(numbers.minWatchTimeoutMs, LEAST_WATCH_TIMEOUT_MS),
    backoff,
    relistBudget: options.relistBudget ?? processRelistBudget,
    // The budget of the whole process is shared by readers of several servers.
    recovery: options.relistBudget === undefined ? new Recovery() : recoveryOf(options.relistBudget),
    clock: options.clock ?? realClock,
    random: options.random ?? Math.random,
  };
}

// A delay that is not a number fires at once: a server in trouble would be asked without a pause.
function assertUsable(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (value >= 0 && value < Infinity) continue;
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `Cannot make a Reflector with ${name} ${value}: give a number that is 0 or more and not infinite.`,
    );
  }
}
