import type { Clock } from '../../base/clock.js';
import { delay } from '../../base/clock.js';
import { KubeInformerError } from '../../errors/index.js';
import { reasonOf } from '../../meta/index.js';
import type { Verb } from '../contract.js';
import { StatusError, expired } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import type { Exchange, ExchangeInfo } from './exchange.js';
import { frozenGate, limitedGate, tricklingGate } from './output-gate.js';

/** Something that goes wrong. */
export type Fault =
  /** The connection is closed instead of an answer (all streams of it, in HTTP/2). */
  | { readonly type: 'drop' }
  /** The same with a TCP reset. */
  | { readonly type: 'reset' }
  /** Nothing more is sent or read, and the connection stays open. `afterBytes` of the answer's body are sent first. */
  | { readonly type: 'half-open'; readonly afterBytes?: number }
  /** The answer comes so much later. */
  | { readonly type: 'delay'; readonly ms: number }
  /** The answer is cut after so many bytes of its body: inside a line, a frame or a list. Default 100. */
  | { readonly type: 'truncate'; readonly afterBytes?: number }
  /** 410: the version that was asked for is too old. */
  | { readonly type: 'expired' }
  /** 429 with a Retry-After, 1 second unless given. */
  | { readonly type: 'too-many-requests'; readonly retryAfterSeconds?: number }
  /** Any other answer: 409, 500, 503. The reason is that of the code unless given. */
  | { readonly type: 'error'; readonly code: number; readonly reason?: string; readonly message?: string }
  /** The answer trickles: `bytes` every `everyMs`. */
  | { readonly type: 'slow'; readonly bytes?: number; readonly everyMs?: number }
  /** A watch sends no bookmarks, initial-events-end included. */
  | { readonly type: 'freeze-bookmarks' };

/** What a request does, in the words of the API, or the method of what is no resource. */
export type FaultVerb = Verb | 'head' | 'options' | 'post' | 'put';

/** Which requests. All that is given must hold; nothing given is every request. */
export interface FaultMatch {
  readonly verb?: FaultVerb | undefined;
  readonly method?: string | undefined;
  readonly group?: string | undefined;
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly user?: string | undefined;
  readonly path?: RegExp | string | undefined;
}

/** Which requests a fault meets: those that have all of this, or those a function says. */
export type FaultPredicate = FaultMatch | ((request: ExchangeInfo) => boolean);

/** A fault that waits for its requests. */
export interface PlannedFault {
  /** How many requests it has hit. */
  readonly hits: number;
  remove(): void;
}

interface Plan {
  readonly fault: Fault;
  readonly matches: (info: ExchangeInfo) => boolean;
  left: number;
  hits: number;
}

// As values, for those who write tests without types: a fault that hits nothing makes a test that shows nothing.
const TYPES: Readonly<Record<Fault['type'], true>> = {
  drop: true,
  reset: true,
  'half-open': true,
  delay: true,
  truncate: true,
  expired: true,
  'too-many-requests': true,
  error: true,
  slow: true,
  'freeze-bookmarks': true,
};
const VERBS: Readonly<Record<FaultVerb, true>> = {
  get: true,
  list: true,
  watch: true,
  create: true,
  update: true,
  patch: true,
  delete: true,
  deletecollection: true,
  head: true,
  options: true,
  post: true,
  put: true,
};
const FIELDS: Readonly<Record<keyof FaultMatch, true>> = {
  verb: true,
  method: true,
  group: true,
  resource: true,
  subresource: true,
  namespace: true,
  name: true,
  user: true,
  path: true,
};

function assertOneOf(value: unknown, known: object, what: string): void {
  if (typeof value === 'string' && Object.hasOwn(known, value)) return;
  const words = Object.keys(known).join(', ');
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot plan a fault: ${JSON.stringify(value)} is no ${what}. There are ${words}.`,
  );
}

function assertFault(fault: Fault, match: FaultPredicate): void {
  assertOneOf((fault as Partial<Fault> | undefined)?.type, TYPES, 'type of a fault');
  if (typeof match === 'function') return;
  for (const field of Object.keys(match)) assertOneOf(field, FIELDS, 'part of a request to match');
  if (match.verb !== undefined) assertOneOf(match.verb, VERBS, 'verb');
}

function matcherOf(match: FaultPredicate): (info: ExchangeInfo) => boolean {
  if (typeof match === 'function') return match;
  const { path, ...exact } = match;
  return (info) => {
    if (typeof path === 'string' && info.path !== path) return false;
    if (path instanceof RegExp && !path.test(info.path)) return false;
    return Object.entries(exact).every(
      ([key, value]) => (value as string | undefined) === undefined || info[key as keyof typeof exact] === value,
    );
  };
}

/**
 * Misbehaviour on request, for tests.
 *
 * @example
 * server.faults.add({ type: 'too-many-requests' }, { verb: 'list', resource: 'pods' }, { times: 3 });
 * server.faults.now({ type: 'half-open' }, { verb: 'watch' });
 */
export class Faults {
  readonly #plans = new Set<Plan>();
  readonly #open: () => Iterable<Exchange>;
  readonly #storage: Pick<Storage, 'compact'>;
  readonly #clock: Clock;

  constructor(options: { open: () => Iterable<Exchange>; storage: Pick<Storage, 'compact'>; clock: Clock }) {
    this.#open = options.open;
    this.#storage = options.storage;
    this.#clock = options.clock;
  }

  /**
   * Plans a fault for the next requests that match: `times` of them, 1 unless given. Plans are tried in the order they came.
   * Throws `ERR_INVALID_ARGUMENT` for words that name nothing.
   */
  add(fault: Fault, match: FaultPredicate = {}, options: { times?: number | undefined } = {}): PlannedFault {
    assertFault(fault, match);
    const { times = 1 } = options;
    if (!(times >= 1)) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot plan a fault for ${String(times)} requests: "times" is at least 1.`,
      );
    }
    const plan: Plan = { fault, matches: matcherOf(match), left: times, hits: 0 };
    this.#plans.add(plan);
    const plans = this.#plans;
    return {
      get hits() {
        return plan.hits;
      },
      remove: () => {
        plans.delete(plan);
      },
    };
  }

  /**
   * Does it to the answers that are under way now, watches most of all; gives to how many. An answer that has begun
   * cannot become an error: of those faults only its end is left.
   */
  now(fault: Fault, match: FaultPredicate = {}): number {
    assertFault(fault, match);
    const matches = matcherOf(match);
    let hit = 0;
    for (const exchange of [...this.#open()]) {
      if (exchange.info === undefined || exchange.finished || !matches(exchange.info)) continue;
      hit++;
      this.#strike(exchange, fault);
    }
    return hit;
  }

  /** The past is gone: a watch or a continued list from an older version gets 410. */
  forgetHistory(): void {
    this.#storage.compact();
  }

  /** Takes all planned faults back. What was done stays done. */
  clear(): void {
    this.#plans.clear();
  }

  /** Called for each request once it is known what it asks for. Throws what is to be answered; false: nothing is to be answered. */
  async apply(exchange: Exchange, info: ExchangeInfo): Promise<boolean> {
    for (const plan of [...this.#plans]) {
      if (!plan.matches(info)) continue;
      plan.hits++;
      if (--plan.left <= 0) this.#plans.delete(plan);
      const { fault } = plan;
      if (fault.type === 'delay') {
        if (!(await delay(this.#clock, fault.ms, exchange.signal))) return false;
        continue;
      }
      const status = statusOf(fault);
      if (status !== undefined) throw status;
      this.#strike(exchange, fault);
      if (fault.type === 'drop' || fault.type === 'reset') return false;
    }
    return true;
  }

  #strike(exchange: Exchange, fault: Fault): void {
    const { connection } = exchange;
    switch (fault.type) {
      case 'drop':
        connection.drop();
        return;
      case 'reset':
        connection.reset();
        return;
      case 'half-open': {
        const freeze = (): void => {
          for (const other of connection.exchanges) other.useGate(frozenGate);
          connection.freeze();
        };
        if (fault.afterBytes === undefined) freeze();
        else exchange.useGate(limitedGate(fault.afterBytes, freeze));
        return;
      }
      case 'truncate':
        exchange.useGate(
          limitedGate(fault.afterBytes ?? 100, () => {
            exchange.cut();
          }),
        );
        return;
      case 'slow':
        exchange.useGate(tricklingGate(this.#clock, fault.bytes ?? 16, fault.everyMs ?? 100));
        return;
      case 'freeze-bookmarks':
        exchange.bookmarksFrozen = true;
        return;
      case 'delay':
        return;
      default:
        exchange.end();
    }
  }
}

function statusOf(fault: Fault): StatusError | undefined {
  switch (fault.type) {
    case 'expired':
      return expired('The resourceVersion for the provided watch is too old.');
    case 'too-many-requests': {
      const seconds = fault.retryAfterSeconds ?? 1;
      return new StatusError(429, 'TooManyRequests', 'Too many requests, please try again later.', {
        details: { retryAfterSeconds: seconds },
        headers: { 'Retry-After': String(seconds) },
      });
    }
    case 'error':
      return new StatusError(
        fault.code,
        fault.reason ?? reasonOf(fault.code) ?? 'InternalError',
        fault.message ?? `an error that a test asked for (${fault.code})`,
      );
    default:
      return undefined;
  }
}
