import { childController, onAbort } from '../base/abort.js';
import { delay } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { KubeInformerError, isExpired, isTooLargeResourceVersion, messageOf } from '../errors/index.js';
import { assertKnownOptions, compareResourceVersions, recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { Store } from '../store/index.js';
import { WAIT_OPTIONS } from './waiters.js';
import type { WaitOptions } from './waiters.js';

/** How the cache compares with the source, at one resourceVersion. */
export interface VerifyResult {
  /** Nothing is missing, extra or different. */
  readonly ok: boolean;
  /** The state that was compared: the cache showed it, and the source was asked for exactly it. */
  readonly resourceVersion: string;
  /** How many objects the source had then. */
  readonly objects: number;
  /** The keys of objects that the source has and the cache lacks. */
  readonly missing: readonly string[];
  /** The keys of objects that the cache shows and the source does not have. */
  readonly extra: readonly string[];
  /** The keys of objects that are in both, with another uid or resourceVersion. */
  readonly different: readonly string[];
}

/** What the cache showed at one moment. */
export interface CacheSnapshot<T extends KubernetesObject> {
  readonly resourceVersion: string;
  readonly records: readonly ObjectRecord<T>[];
}

export interface VerifySubject<T extends KubernetesObject> {
  /** For messages. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  /** The cache and its resourceVersion, with nothing in between. */
  snapshot(): CacheSnapshot<T>;
  /** Aborts when there is nothing left to verify. */
  readonly stopped: AbortSignal;
  /** Resolves when the cache shows a whole list. */
  synced(signal: AbortSignal): Promise<void>;
  /** Resolves when the cache shows another resourceVersion than this one. */
  changed(resourceVersion: string, signal: AbortSignal): Promise<void>;
}

// What the API server asks for by Retry-After when it has not reached a version; it waited 3 s itself before it said so.
const CATCH_UP_MS = 1_000;

// A quiet kind gets a bookmark about once a minute, and with it a version that the source surely has: time for two.
const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Compares a cache with its source by identity. Since both are read at the same resourceVersion, changes that go on
 * meanwhile make no difference.
 *
 * When the source no longer has that version, it is tried again as soon as the cache shows another one; when the source
 * has not got there yet, after a moment. Whatever else the source throws is thrown.
 *
 * A difference counts when a second comparison finds it too: objects whose lease runs out go several at one version, and
 * the cache may have been seen between two of them.
 */
export async function verifyCache<T extends KubernetesObject>(
  subject: VerifySubject<T>,
  options: WaitOptions,
): Promise<VerifyResult> {
  assertKnownOptions(options, WAIT_OPTIONS, `Cannot verify informer "${subject.name}"`);
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { controller, unlink } = childController(signal);
  const unlinkStop = onAbort(subject.stopped, () => {
    controller.abort(subject.stopped.reason);
  });
  let refusal: unknown;
  const timer = subject.clock.setTimeout(
    () => {
      controller.abort(tooLate(subject.name, timeoutMs, refusal));
    },
    timeoutMs,
    // As of every wait that has an end: who waits is to be told.
    { keepAlive: true },
  );
  try {
    await subject.synced(controller.signal);
    let suspects: ReadonlySet<string> | undefined;
    for (;;) {
      const snapshot = subject.snapshot();
      try {
        const found = await compare(subject, snapshot, controller.signal);
        if (suspects !== undefined) return confirmed(found, suspects);
        if (found.ok) return found;
        suspects = new Set([...found.missing, ...found.extra, ...found.different]);
      } catch (error) {
        refusal = error;
        if (isExpired(error)) await subject.changed(snapshot.resourceVersion, controller.signal);
        else if (isTooLargeResourceVersion(error)) await delay(subject.clock, CATCH_UP_MS, controller.signal);
        else throw error;
      }
    }
  } catch (error) {
    // A source may end an aborted list with an error of its own.
    throw controller.signal.aborted && !isNotSynced(error) ? controller.signal.reason : error;
  } finally {
    timer.cancel();
    unlinkStop();
    unlink();
  }
}

function confirmed(found: VerifyResult, suspects: ReadonlySet<string>): VerifyResult {
  const isSuspect = (key: string): boolean => suspects.has(key);
  const missing = found.missing.filter(isSuspect);
  const extra = found.extra.filter(isSuspect);
  const different = found.different.filter(isSuspect);
  return { ...found, ok: missing.length + extra.length + different.length === 0, missing, extra, different };
}

async function compare<T extends KubernetesObject>(
  { source, name }: VerifySubject<T>,
  { resourceVersion, records }: CacheSnapshot<T>,
  signal: AbortSignal,
): Promise<VerifyResult> {
  signal.throwIfAborted();
  if (compareResourceVersions(resourceVersion, resourceVersion) === undefined)
    throw notComparable(name, resourceVersion);
  const slicer = new TimeSlicer();
  // What the cache showed and the source has not named yet.
  const left = new Store<T>();
  for (const record of records) {
    left.add(record);
    if (slicer.due()) await slicer.yield();
  }
  const missing: string[] = [];
  const different: string[] = [];
  let objects = 0;
  let answered = '';
  const request = { resourceVersion, resourceVersionMatch: 'Exact', metadataOnly: true } as const;
  for await (const page of source.list(request, { signal })) {
    signal.throwIfAborted();
    // A list may say it after its objects, but must have said it in the end.
    answered = page.resourceVersion === '' ? answered : page.resourceVersion;
    if (answered !== '' && answered !== resourceVersion) throw notExact(name, resourceVersion, answered);
    for (const item of page.items) {
      const { key, uid, resourceVersion: version } = recordOf(item);
      objects++;
      const cached = left.getRecord(key);
      if (cached === undefined) missing.push(key);
      else if (cached.uid !== uid || cached.resourceVersion !== version) different.push(key);
      left.delete(key);
      if (slicer.due()) await slicer.yield();
    }
  }
  if (answered === '') throw notExact(name, resourceVersion, answered);
  const extra = [...left.keys()];
  return {
    ok: missing.length === 0 && extra.length === 0 && different.length === 0,
    resourceVersion,
    objects,
    missing,
    extra,
    different,
  };
}

function isNotSynced(error: unknown): boolean {
  return error instanceof KubeInformerError && error.code === 'ERR_NOT_SYNCED';
}

function notExact(name: string, asked: string, got: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_LIST_INVALID',
    `Cannot verify informer "${name}": its source was asked for the state at exactly resourceVersion ` +
      `${JSON.stringify(asked)}, and answered with that at ${JSON.stringify(got)}. ` +
      'A list function must pass resourceVersion and resourceVersionMatch on.',
  );
}

function notComparable(name: string, resourceVersion: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_LIST_INVALID',
    `Cannot verify informer "${name}": its source gives ${JSON.stringify(resourceVersion)} as its resourceVersion, and no ` +
      'state can be asked for by that.',
  );
}

function tooLate(name: string, timeoutMs: number, refusal: unknown): KubeInformerError {
  const last = refusal === undefined ? '' : ` The source last said: ${messageOf(refusal)}.`;
  return new KubeInformerError(
    'ERR_TIMEOUT',
    `Could not verify informer "${name}" within ${timeoutMs / 1000} s.${last} See informer.status for what it is doing; ` +
      'where neither bookmarks nor changes come, the cache may show a version that the source no longer has.',
    { retryable: true, cause: refusal },
  );
}
