import { isDeepStrictEqual } from 'node:util';
import type { TestObject } from 'kube-informer/testing';
import type { CacheReader } from './cache-check.js';
import type { HandlerLog } from './handler-log.js';
import { versionOf } from './handler-log.js';
import { ensure } from './violation.js';
import type { World } from './world.js';

/**
 * Throws unless what a handler was shown last is what the cache shows: the very same objects. Only
 * a source that went back and forth may leave two copies of one state.
 */
export function checkEnd(log: HandlerLog, indexer: CacheReader, { model }: World): void {
  const same = (a: TestObject | undefined, b: TestObject): boolean =>
    a === b || (model.restores > 0 && isDeepStrictEqual(a, b));
  const say = (objects: Iterable<[string, TestObject]>): string =>
    JSON.stringify([...objects].map(([key, object]) => `${key}@${versionOf(object)}`).sort());
  const cached = new Map([...indexer.records()].map((record) => [record.key, record.object]));
  ensure(
    log.shown.size === cached.size && [...cached].every(([key, object]) => same(log.shown.get(key), object)),
    () => `handler ${log.name} was left with ${say(log.shown)}, the cache has ${say(cached)}`,
  );
}

/**
 * Throws unless the handler was shown every change, in the order of the source, as long as the
 * client read the source only once. Only for a handler that was never spared a change, and a history
 * in which the source kept to the rules.
 */
export function checkComplete(log: HandlerLog, { model }: World): void {
  const shown: string[] = [];
  for (const { type, version, isResync, beforeRelist } of log.entries) {
    if (!beforeRelist) break;
    if (!isResync) shown.push(`${type}@${version}`);
  }
  const made = model.changes.map(({ type, version }) => `${type}@${version}`);
  const first = shown.findIndex((change) => !change.startsWith('add@'));
  // What was shown before the first change of something known may be the first list, which has an order of its own.
  const start = first < 0 ? undefined : made.indexOf(shown[first] as string);
  if (start === undefined) return;
  const wanted = made.slice(start, start + shown.length - first);
  const got = shown.slice(first);
  ensure(
    wanted.join() === got.join(),
    () => `handler ${log.name} was shown ${got.join(' ')} where the source made ${wanted.join(' ')}`,
  );
}
