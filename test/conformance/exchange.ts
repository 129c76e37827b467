/** One request and what came of it, before anything is normalised. */
export interface RawExchange {
  /** `POST /api/v1/namespaces/…`, with what else of the request changes its meaning. */
  readonly request: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** Of a watch, in order. */
  events?: unknown[];
  /** Only the status is compared: the request sets the scene. */
  readonly brief: boolean;
}

/** The same in the form that is written down and compared. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly events?: readonly unknown[];
}

// Headers that clients act on. The others name one server, one request or one moment.
const KEPT = [
  'content-type',
  'content-encoding',
  'warning',
  'cache-control',
  'retry-after',
  'location',
  'allow',
  'accept-patch',
  'www-authenticate',
];

export function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}
