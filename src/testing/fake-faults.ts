import type { ListOptions } from '../reflector/index.js';
import type { ListGarbage } from './fake-garbage.js';

/** A kind of fault, as counted in `FakeListerWatcher.faults`. */
export type FaultName =
  | 'closedWatches'
  | 'delayedEvents'
  | 'duplicatedEvents'
  | 'expiredAnswers'
  | 'failedLists'
  | 'failedPages'
  | 'failedWatches'
  | 'garbageEvents'
  | 'garbledLists'
  | 'halfOpenWatches'
  | 'hungRequests'
  | 'lostEvents'
  | 'resetWatches'
  | 'restores'
  | 'throttledRequests'
  | 'withheldBookmarks';

/** How often each fault took effect: what a client met, not what was asked for. */
export type FaultCounts = Readonly<Record<FaultName, number>>;

/** Which requests a planned fault is for. */
export type FakeVerb = 'list' | 'watch';

/** One request the source got. */
export interface FakeRequest {
  readonly verb: FakeVerb;
  readonly options: ListOptions;
  /** When, on the source's clock. */
  readonly at: number;
}

/** What a client gets instead of an answer. A function makes a new error each time. */
export type Failure = Error | (() => Error);

interface PlannedAnswer {
  readonly verb: FakeVerb | 'any';
  readonly fault: FaultName;
  /** Undefined: never answer. */
  readonly failure: Failure | undefined;
  times: number;
}

interface PlannedPage {
  readonly page: number;
  readonly failure: Failure;
}

/** The faults that wait for a request, and the count of those that met one. */
export class FaultPlan {
  readonly counts: Record<FaultName, number> = {
    closedWatches: 0,
    delayedEvents: 0,
    duplicatedEvents: 0,
    expiredAnswers: 0,
    failedLists: 0,
    failedPages: 0,
    failedWatches: 0,
    garbageEvents: 0,
    garbledLists: 0,
    halfOpenWatches: 0,
    hungRequests: 0,
    lostEvents: 0,
    resetWatches: 0,
    restores: 0,
    throttledRequests: 0,
    withheldBookmarks: 0,
  };
  #answers: PlannedAnswer[] = [];
  #pages: PlannedPage[] = [];
  #garbage: ListGarbage[] = [];

  planAnswer(verb: FakeVerb | 'any', fault: FaultName, failure: Failure | undefined, times: number): void {
    if (times > 0) this.#answers.push({ verb, fault, failure, times });
  }

  planPage(page: number, failure: Failure): void {
    this.#pages.push({ page, failure });
  }

  planGarbage(garbage: ListGarbage): void {
    this.#garbage.push(garbage);
  }

  clear(): void {
    this.#answers = [];
    this.#pages = [];
    this.#garbage = [];
  }

  /** The oldest planned fault for this request, which it uses up. `'hang'`: the request gets no answer. */
  takeAnswer(verb: FakeVerb): Error | 'hang' | undefined {
    const planned = this.#answers.find((answer) => answer.verb === verb || answer.verb === 'any');
    if (planned === undefined) return undefined;
    planned.times--;
    if (planned.times <= 0) this.#answers = this.#answers.filter((answer) => answer !== planned);
    this.counts[planned.fault]++;
    return planned.failure === undefined ? 'hang' : errorOf(planned.failure);
  }

  takePage(page: number): Error | undefined {
    const planned = this.#pages.find((candidate) => candidate.page === page);
    if (planned === undefined) return undefined;
    this.#pages = this.#pages.filter((candidate) => candidate !== planned);
    this.counts.failedPages++;
    return errorOf(planned.failure);
  }

  takeGarbage(): ListGarbage | undefined {
    const garbage = this.#garbage.shift();
    if (garbage !== undefined) this.counts.garbledLists++;
    return garbage;
  }
}

function errorOf(failure: Failure): Error {
  return typeof failure === 'function' ? failure() : failure;
}
