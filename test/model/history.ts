import fc from 'fast-check';
import type { EventGarbage, FakeVerb, ListGarbage } from 'kube-informer/testing';
import { handlerPlans } from './handler-plan.js';
import type { HandlerPlan } from './handler-plan.js';
import { setups } from './setup.js';
import type { Setup } from './setup.js';

/** The ways in which a request is made to fail. */
export type FailureKind =
  | 'internal'
  | 'unavailable'
  | 'forbidden'
  | 'not-found'
  | 'invalid'
  | 'expired'
  | 'too-large'
  | 'refused'
  | 'unreadable';

/** Writes to the source. A number stands for one of a few keys; what cannot be done to it becomes the nearest that can. */
type Write =
  | { readonly do: 'put' | 'delete' | 'recreate' | 'relabel' | 'reschedule'; readonly key: number }
  | { readonly do: 'bump'; readonly by: number };

type Fault =
  | { readonly do: 'lose' | 'reset' | 'halfOpen' | 'close' | 'release' | 'freeze' | 'thaw' | 'snapshot' }
  | { readonly do: 'duplicate'; readonly count: number }
  | { readonly do: 'delay'; readonly forMs: number | undefined }
  | { readonly do: 'expire'; readonly endWatches: boolean }
  | { readonly do: 'throttle'; readonly times: number; readonly retryAfterSeconds: number }
  | { readonly do: 'fail'; readonly verb: FakeVerb; readonly kind: FailureKind; readonly times: number }
  | { readonly do: 'failPage'; readonly page: number; readonly kind: FailureKind }
  | { readonly do: 'hang'; readonly verb: FakeVerb }
  | { readonly do: 'garbageEvent'; readonly garbage: EventGarbage }
  | { readonly do: 'garbageList'; readonly garbage: ListGarbage }
  | { readonly do: 'restore'; readonly keepWatches: boolean };

type Passing =
  | { readonly do: 'bookmarks' }
  | { readonly do: 'turns'; readonly turns: number }
  | { readonly do: 'advance'; readonly ms: number };

type Action =
  | { readonly do: 'join' | 'read'; readonly plan: HandlerPlan }
  | { readonly do: 'leave'; readonly handler: number; readonly drain: boolean }
  | { readonly do: 'index' | 'relist' }
  | { readonly do: 'wait'; readonly timeoutMs: number }
  | { readonly do: 'breakTransform' | 'mendTransform'; readonly key: number };

/** One step of a history. */
export type Step = Write | Fault | Passing | Action;

/** Everything a run depends on. */
export interface History {
  readonly setup: Setup;
  readonly steps: readonly Step[];
  /** Chooses jitter and where loops yield. */
  readonly seed: number;
  /** Stop at once after the last step, in the middle of whatever is going on, instead of healing first. */
  readonly stopAtOnce: boolean;
}

// Few keys, so that most steps meet what others did.
export const KEYS = ['a/x', 'a/y', 'b/x', 'b/y', 'z'] as const;

const key = fc.nat({ max: KEYS.length - 1 });
const times = fc.constantFrom(1, 1, 2, 4);
const verb = fc.constantFrom<FakeVerb>('list', 'watch');
const kind = fc.constantFrom<FailureKind>(
  'internal',
  'unavailable',
  'forbidden',
  'not-found',
  'invalid',
  'expired',
  'too-large',
  'refused',
  'unreadable',
);
const eventGarbage = fc.constantFrom<EventGarbage>(
  'unknown-type',
  'no-name',
  'wrong-kind',
  'table',
  'status',
  'no-object',
  'error-without-status',
);
const listGarbage = fc.constantFrom<ListGarbage>('no-resource-version', 'no-name', 'wrong-kind', 'table');

const writes = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('put'), key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete'), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('recreate'), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('relabel', 'reschedule'), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bump'), by: fc.constantFrom(1, 15) }) },
);

const faults = fc.oneof(
  fc.record({ do: fc.constantFrom('lose', 'reset', 'halfOpen', 'close', 'release', 'freeze', 'thaw', 'snapshot') }),
  fc.record({ do: fc.constant('duplicate'), count: times }),
  fc.record({ do: fc.constant('delay'), forMs: fc.constantFrom(undefined, 300, 20_000) }),
  fc.record({ do: fc.constant('expire'), endWatches: fc.boolean() }),
  fc.record({ do: fc.constant('throttle'), times, retryAfterSeconds: fc.constantFrom(1, 7) }),
  fc.record({ do: fc.constant('fail'), verb, kind, times }),
  fc.record({ do: fc.constant('failPage'), page: fc.constantFrom(1, 2, 3), kind }),
  fc.record({ do: fc.constant('hang'), verb }),
  fc.record({ do: fc.constant('garbageEvent'), garbage: eventGarbage }),
  fc.record({ do: fc.constant('garbageList'), garbage: listGarbage }),
  fc.record({ do: fc.constant('restore'), keepWatches: fc.boolean() }),
);

const passing = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('turns'), turns: fc.constantFrom(1, 2, 5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('advance'), ms: fc.constantFrom(0, 1, 800, 3_000, 30_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance'), ms: fc.constantFrom(70_000, 320_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bookmarks') }) },
);

const actions = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('join', 'join', 'join', 'read'), plan: handlerPlans }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave'), handler: fc.nat({ max: 9 }), drain: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('index', 'relist', 'relist') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), timeoutMs: fc.constantFrom(1_000, 60_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('breakTransform', 'mendTransform'), key }) },
);

const step = fc.oneof(
  { weight: 10, arbitrary: writes },
  { weight: 6, arbitrary: passing },
  { weight: 4, arbitrary: faults },
  { weight: 2, arbitrary: actions },
) as fc.Arbitrary<Step>;

// Without the bias to short arrays, lengths are even between 0 and this: 60 on average, and a failure still shrinks to few.
const LONGEST = 120;

/** Random histories. Every value comes from fast-check, so a seed and a path repeat one exactly. */
export const histories: fc.Arbitrary<History> = fc.record({
  setup: setups,
  steps: fc.noBias(fc.array(step, { maxLength: LONGEST, size: 'max' })),
  seed: fc.noBias(fc.nat()),
  stopAtOnce: fc.constantFrom(false, false, false, false, false, false, true),
});

/** A history for people: what it was set up like, and a line for each step. */
export function describeHistory({ setup, steps, seed, stopAtOnce }: History): string {
  const line = (value: object): string =>
    Object.entries(value)
      .map(([name, field]) => `${name}=${JSON.stringify(field)}`)
      .join(' ');
  return [
    `setup: ${line(setup)}`,
    ...steps.map((each, index) => {
      const { do: name, ...rest } = each;
      return `${String(index + 1).padStart(4)}. ${name} ${line(rest)}`.trimEnd();
    }),
    `      then ${stopAtOnce ? 'stop at once' : 'heal and stop'} (seed ${seed})`,
  ].join('\n');
}
