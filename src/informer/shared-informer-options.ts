import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MetricsProvider } from '../base/metrics.js';
import type { Transform } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { assertKnownOptions } from '../meta/index.js';
import type { KnownOptions, KubernetesObject, Projection, Scope } from '../meta/index.js';
import type { ExpectedKind, ReflectorTuning } from '../reflector/index.js';
import type { Indexers } from '../store/index.js';
import type { Overflow } from './backlog.js';
import type { ListenerOptions } from './listener.js';

/**
 * What a cache keeps of objects that come as bytes. `'bytes'`: what the server sent, a fraction of what it takes decoded;
 * each object is decoded when it is first read, field by field at the top and in metadata (its name and version with the
 * first field of it), and what was decoded is kept. `'objects'`: plain objects, decoded when they arrive: for a cache that
 * is small, or read from end to end all the time.
 */
export type StoredAs = 'bytes' | 'objects';

/** How a shared informer reads, keeps and reports. */
export interface SharedInformerOptions<
  T extends KubernetesObject,
  Names extends string = string,
> extends ReflectorTuning {
  /** Names the informer in errors, status, logs and metrics. Default: the resource, or `informer`. */
  readonly name?: string | undefined;
  /** What the objects are, for messages: `pods`, `deployments.apps`. */
  readonly resource?: string | undefined;
  /** Whether the objects are in namespaces: a lister then refuses keys that none of them can have. */
  readonly scope?: Scope | undefined;
  /** Objects of another kind are reported and skipped. */
  readonly objectType?: ExpectedKind | undefined;
  /** How often, in milliseconds, each handler is shown every object again, unless it asks for another period; at least 1000. Default 0: never. */
  readonly resyncPeriod?: number | undefined;
  readonly indexers?: Indexers<T, Names> | undefined;
  /** How much of each object is kept. Default: all of it. */
  readonly projection?: Projection | undefined;
  /** Default `'bytes'`. What a transform returns is kept as the object it is. */
  readonly store?: StoredAs | undefined;
  /**
   * Changes every object before it is cached. Objects must be decoded for it: where dropping fields
   * is all you want, a projection costs less.
   */
  readonly transform?: Transform<T> | undefined;
  /** Sees every error of the connection: of lists, of watches, and of single objects that cannot be used. */
  readonly watchErrorHandler?: ((error: unknown) => unknown) | undefined;
  /** Sees every error of transforms, handlers, and index functions. Default: logged, ten of a kind in a minute. */
  readonly onError?: ((error: KubeInformerError) => unknown) | undefined;
  readonly logger?: Logger | undefined;
  readonly metrics?: MetricsProvider | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** How one handler is called. */
export interface HandlerOptions {
  /** Names the handler in errors, status and metrics. Default: `handler-1`, `handler-2`, … */
  readonly name?: string | undefined;
  /** How often, in milliseconds, this handler is shown every object again, at least 1000; 0: never. Default: the informer's period. */
  readonly resyncPeriod?: number | undefined;
  /** How many changes may wait before `overflow` decides. Default 1000. */
  readonly highWaterMark?: number | undefined;
  /** Above the mark: only the newest state of each object (`'latest'`, the default), or everything (`'all'`). */
  readonly overflow?: Overflow | undefined;
  /** Reports a call that takes longer. Default 30 s; it is still waited for. */
  readonly stuckAfterMs?: number | undefined;
  /** Makes the next call when one takes longer than this. Default: waits for ever, since calls must not overlap. */
  readonly timeoutMs?: number | undefined;
}

const HANDLER_OPTIONS: KnownOptions<HandlerOptions> = {
  name: true,
  resyncPeriod: true,
  highWaterMark: true,
  overflow: true,
  stuckAfterMs: true,
  timeoutMs: true,
};

/** The signal of the options, which are checked for who does not have the types. */
export function startSignal(
  options: { readonly signal?: AbortSignal | undefined },
  what: string,
): AbortSignal | undefined {
  assertKnownOptions(options, { signal: true }, `Cannot start ${what}`);
  return options.signal;
}

/** As of a handler; there is no limit on how long a reader may take between two values. */
export interface NotificationsOptions extends Omit<HandlerOptions, 'stuckAfterMs' | 'timeoutMs'> {
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
}

// As many as client-go buffers before it grows without bound: beyond it a handler is behind, not busy.
const DEFAULT_HIGH_WATER_MARK = 1_000;

// Longer than any call that only looks and enqueues, short enough to read about while it is happening.
const DEFAULT_STUCK_AFTER_MS = 30_000;

// Kubernetes kills a container 30 s after asking it to stop: leave time for everything else.
const REMOVE_GRACE_MS = 10_000;

/** How long a handler may take, and how much may wait for it. Throws `ERR_INVALID_ARGUMENT` for an option that there is not. */
export function patienceWith(
  options: HandlerOptions,
  informer: string,
): Pick<ListenerOptions, 'highWaterMark' | 'overflow' | 'stuckAfterMs' | 'timeoutMs' | 'graceMs'> {
  assertKnownOptions(options, HANDLER_OPTIONS, `Cannot add a handler to informer "${informer}"`);
  return {
    highWaterMark: options.highWaterMark ?? DEFAULT_HIGH_WATER_MARK,
    overflow: options.overflow ?? 'latest',
    stuckAfterMs: options.stuckAfterMs ?? DEFAULT_STUCK_AFTER_MS,
    timeoutMs: options.timeoutMs,
    graceMs: REMOVE_GRACE_MS,
  };
}
