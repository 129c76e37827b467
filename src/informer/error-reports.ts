import { consoleLogger } from '../base/logger.js';
import type { Logger } from '../base/logger.js';
import { isExpired, messageOf } from '../errors/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { publishError } from './diagnostics.js';

export interface ErrorReportsOptions {
  /** Of handlers, transforms and index functions. Default: logged as errors. */
  readonly onError?: (error: KubeInformerError) => unknown;
  /** Of the connection, and of objects that cannot be used. Default: logged as warnings. */
  readonly watchErrorHandler?: (error: unknown) => unknown;
  /** Default: the console. */
  readonly logger?: Logger;
}

/**
 * Where an informer's errors go: to the diagnostics channel, and to who asked for them or the log.
 * Never throws: one who fails to be told of an error must not become another.
 */
export class ErrorReports {
  readonly #name: string;
  readonly #options: ErrorReportsOptions;
  readonly #logger: Logger;

  constructor(name: string, options: ErrorReportsOptions) {
    this.#name = name;
    this.#options = options;
    this.#logger = options.logger ?? consoleLogger;
  }

  /** An error of code that the user brought. */
  report(error: KubeInformerError): void {
    publishError({ informer: this.#name, error });
    const { onError } = this.#options;
    if (onError === undefined) {
      this.#log('error', error.message, { code: error.code, error });
      return;
    }
    tell(
      () => onError(error),
      (thrown) => {
        this.#log('error', `onError itself failed: ${messageOf(thrown)}. It was told: ${error.message}`, { error });
      },
    );
  }

  /** An error of the source. */
  reportConnection(error: unknown): void {
    publishError({ informer: this.#name, error });
    const { watchErrorHandler } = this.#options;
    if (watchErrorHandler === undefined) {
      // Expired is routine after a server's restart, and mended without loss.
      this.#log(isExpired(error) ? 'debug' : 'warn', messageOf(error), { error });
      return;
    }
    tell(
      () => watchErrorHandler(error),
      (thrown) => {
        this.#log('error', `watchErrorHandler itself failed: ${messageOf(thrown)}`, { error });
      },
    );
  }

  #log(level: 'debug' | 'warn' | 'error', message: string, context: Readonly<Record<string, unknown>>): void {
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
