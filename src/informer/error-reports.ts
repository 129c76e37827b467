import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { consoleLogger } from '../base/logger.js';
import type { Logger } from '../base/logger.js';
import { ApiStatusError, isExpired, messageOf } from '../errors/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { ReflectorPhase, ReflectorTransition } from '../reflector/index.js';
import { publishError, publishTransition } from './diagnostics.js';
import { LogQuota } from './log-quota.js';

export interface ErrorReportsOptions {
  /** Of handlers, transforms and index functions. Default: logged as errors, ten of a kind in a minute. */
  readonly onError?: (error: KubeInformerError) => unknown;
  /** Of the connection, and of objects that cannot be used. Default: logged as warnings. */
  readonly watchErrorHandler?: (error: unknown) => unknown;
  /** Default: the console. */
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/**
 * Where an informer's errors go, and the end of the trouble that they made: to the diagnostics channel, and to who asked
 * for them or the log. Never throws: one who fails to be told of an error must not become another.
 */
export class ErrorReports {
  readonly #name: string;
  readonly #options: ErrorReportsOptions;
  readonly #logger: Logger;
  readonly #quota = new LogQuota();
  /** Failures, one after the other, that cost the watch, and when the first came. */
  #outage: { readonly since: number; failures: number } | undefined;

  constructor(name: string, options: ErrorReportsOptions) {
    this.#name = name;
    this.#options = options;
    this.#logger = options.logger ?? consoleLogger;
  }

  /** An error of code that the user brought: the handler of that name, if one is given. */
  report(error: KubeInformerError, handler?: string): void {
    publishError({ informer: this.#name, error });
    const { onError, clock = realClock } = this.#options;
    if (onError === undefined) {
      const verdict = this.#quota.take(`${error.code} ${handler ?? ''}`, clock.now());
      if (verdict === 'skip') return;
      const counted = error.code === 'ERR_HANDLER_FAILED' ? '; status counts them' : '';
      const rest = verdict === 'print' ? '' : ` Further ones are not printed for up to a minute${counted}.`;
      this.#log('error', `${error.message}${rest}`, { code: error.code, error });
      return;
    }
    tell(
      () => onError(error),
      (thrown) => {
        this.#log('error', `onError itself failed: ${messageOf(thrown)}. It was told: ${error.message}`, { error });
      },
    );
  }

  /** An error of the source, and what is done about it: in words, and the phase that comes next. */
  reportConnection(error: unknown, action?: string, next?: ReflectorPhase): void {
    publishError({ informer: this.#name, error });
    const { watchErrorHandler } = this.#options;
    if (watchErrorHandler === undefined) {
      // Expired is routine after a server's restart, and mended without loss. What the server says to a WatchList it says
      // again to the list that follows at once, unless that is all it would not do.
      const isRoutine = isExpired(error) || (next === 'listing' && error instanceof ApiStatusError);
      const then = action === undefined ? '' : ` (then: ${action})`;
      this.#log(isRoutine ? 'debug' : 'warn', `${messageOf(error)}${then}`, { error });
      return;
    }
    tell(
      () => watchErrorHandler(error),
      (thrown) => {
        this.#log('error', `watchErrorHandler itself failed: ${messageOf(thrown)}`, { error });
      },
    );
  }

  /** A change in the connection. The log is told when it is mended, if it was told that it was broken. */
  follow(transition: ReflectorTransition): void {
    publishTransition({ informer: this.#name, transition });
    if (this.#options.watchErrorHandler !== undefined) return;
    const { at, error, to } = transition;
    if ((to === 'waiting' || to === 'probing') && error !== undefined) {
      this.#outage ??= { since: at, failures: 0 };
      this.#outage.failures++;
    } else if (to === 'watching' && this.#outage !== undefined) {
      const { since, failures } = this.#outage;
      this.#outage = undefined;
      const trouble = failures === 1 ? 'that' : `the first of ${failures} failures`;
      this.#log('info', `It watches again, ${((at - since) / 1000).toFixed(1)} s after ${trouble}.`);
    }
  }

  #log(level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Readonly<Record<string, unknown>>): void {
    try {
      this.#logger[level](`kube-informer: ${this.#name}: ${message}`, context);
    } catch {
      // A logger that fails has nobody left to tell.
    }
  }
}

/** Also an `async` function may be told, as whoever returns nothing: its rejection would else end the process. */
function tell(call: () => unknown, failed: (thrown: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(failed);
  } catch (thrown) {
    failed(thrown);
  }
}
