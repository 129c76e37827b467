import { ApiStatusError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher, ReflectorSink, WatchEvent } from './contract.js';
import type { ResolvedSettings } from './options.js';
import type { Progress } from './progress.js';
import type { Strays } from './strays.js';
import { checkEvent } from './watch-event.js';
import type { CheckedEvent, ExpectedKind } from './watch-event.js';

/** What the effects of one Reflector work with. Each effect does what one phase is for, and never rejects. */
export interface EffectContext<T extends KubernetesObject> {
  readonly source: ListerWatcher<T>;
  readonly sink: ReflectorSink<T>;
  readonly expected: ExpectedKind | undefined;
  readonly settings: ResolvedSettings;
  readonly progress: Progress;
}

/**
 * The event of the wire, checked; undefined when it cannot be used, which is reported, or left to `strays`.
 * Throws what an `ERROR` event says.
 */
export function receive<T extends KubernetesObject>(
  { expected, progress }: EffectContext<T>,
  event: WatchEvent<T>,
  strays?: Strays,
): CheckedEvent<T> | undefined {
  try {
    return checkEvent(event, expected);
  } catch (error) {
    if (error instanceof ApiStatusError) throw error;
    if (strays?.take(error) !== true) progress.report(error, 'skipped the event');
    return undefined;
  }
}
