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
 * The default: all but `debug` to the console, on standard error, since standard output is the program's. What the message says already is not printed again: of an
 * error of this library only what caused it is, and for a warning only if the message does not name it and it is no error
 * of Node with a code, such as a failed system call.
 */
export const consoleLogger: Logger = {
  ...silentLogger,
  info: (message, context) => {
    console.warn(message, ...unsaid(message, context, () => true));
  },
  warn: (message, context) => {
    console.warn(message, ...unsaid(message, context, (cause) => !tellsOf(message, cause) && !isOfNode(cause)));
  },
  error: (message, context) => {
    console.error(message, ...unsaid(message, context, () => true));
  },
};

function unsaid(
  message: string,
  context: Readonly<Record<string, unknown>> | undefined,
  isWanted: (cause: unknown) => boolean,
): unknown[] {
  if (context === undefined) return [];
  const { error, ...rest } = context;
  // An error of others has its stack to tell, whatever the message says.
  if (!isOurs(error) || !tellsOf(message, error)) return [context];
  const { cause } = error;
  return [
    ...(Object.keys(rest).length === 0 ? [] : [rest]),
    ...(cause !== undefined && isWanted(cause) ? [cause] : []),
  ];
}

function tellsOf(message: string, error: unknown): boolean {
  return error instanceof Error && error.message !== '' && message.includes(error.message);
}

// What a system call or TLS says, in its own words, our message has said in others.
function isOfNode(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isOfNode);
  return cause instanceof Error && !isOurs(cause) && typeof (cause as { code?: unknown }).code === 'string';
}

// By its shape: this is below the layer of errors.
function isOurs(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && 'retryable' in error;
}
