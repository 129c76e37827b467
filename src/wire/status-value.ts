import type { Status, StatusCause } from '../errors/index.js';

/**
 * A Status of what the wire has in its place: fields that are not of the right type are left out, so that
 * an error can be made of it whatever a proxy sent. `httpStatus` is the code when it has none of its own.
 */
export function asStatus(value: unknown, httpStatus?: number): Status {
  const given = recordOf(value);
  const details = recordOf(given['details']);
  const code = typeof given['code'] === 'number' ? given['code'] : httpStatus;
  const causes = Array.isArray(details['causes']) ? details['causes'].map(causeOf) : undefined;
  const seconds = details['retryAfterSeconds'];
  return {
    ...texts(given, ['apiVersion', 'status', 'message', 'reason']),
    kind: 'Status',
    ...(code === undefined ? {} : { code }),
    ...(given['details'] === undefined
      ? {}
      : {
          details: {
            ...texts(details, ['name', 'group', 'kind', 'uid']),
            ...(causes === undefined ? {} : { causes }),
            ...(typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {}),
          },
        }),
  };
}

function causeOf(value: unknown): StatusCause {
  return texts(recordOf(value), ['reason', 'message', 'field']);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function texts(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
}
