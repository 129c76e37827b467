/**
 * What the library logs to. `console` and winston fit as they are; pino wants the context first.
 * `debug` is for those who debug the library; `warn` and `error` always name what to look at.
 *
 * @example
 * const log = pino();
 * const logger: Logger = {
 *   debug: (message, context) => log.debug(context, message),
 *   info: (message, context) => log.info(context, message),
 *   warn: (message, context) => log.warn(context, message),
 *   error: (message, context) => log.error(context, message),
 * };
 */
export interface Logger {
  debug(message: string, context?: Readonly<Record<string, unknown>>): void;
  info(message: string, context?: Readonly<Record<string, unknown>>): void;
  warn(message: string, context?: Readonly<Record<string, unknown>>): void;
  error(message: string, context?: Readonly<Record<string, unknown>>): void;
}

/** Drops everything. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * The default: warnings and errors to the console, nothing else. What the message says already is not printed again: of an
 * error in the context a warning leaves out everything, and an error all but what caused it, with its stack.
 */
export const consoleLogger: Logger = {
  ...silentLogger,
  warn: (message, context) => {
    console.warn(message, ...unsaid(message, context, () => undefined));
  },
  error: (message, context) => {
    console.error(message, ...unsaid(message, context, (error) => error.cause ?? error));
  },
};

function unsaid(
  message: string,
  context: Readonly<Record<string, unknown>> | undefined,
  detailOf: (error: Error) => unknown,
): unknown[] {
  if (context === undefined) return [];
  const { error, ...rest } = context;
  if (!(error instanceof Error) || !message.includes(error.message)) return [context];
  return [Object.keys(rest).length === 0 ? undefined : rest, detailOf(error)].filter((part) => part !== undefined);
}
