import { realClock } from '../../base/clock.js';
import type { Clock } from '../../base/clock.js';
import { consoleLogger } from '../../base/logger.js';
import type { Logger } from '../../base/logger.js';
import { KubeInformerError } from '../../errors/index.js';
import { userAgent } from './user-agent.js';
import type { Warning } from './warnings.js';

/** The rate at which requests leave, on average and at once. Watches are not counted. */
export interface RateLimit {
  /** Requests a second, in the long run. */
  readonly qps: number;
  /** How many may leave at once after a quiet time. */
  readonly burst: number;
}

/** How requests travel. Every field has a default that suits a cluster on any network. */
export interface HttpOptions {
  /**
   * `auto` (the default) speaks what the server picks, HTTP/2 before HTTP/1.1. `1.1` is for proxies that break
   * HTTP/2: it costs one connection a watch, and finds a dead one later. `2` fails where HTTP/2 is not spoken.
   */
  readonly http?: 'auto' | '1.1' | '2' | undefined;
  /** Off by default: see {@link RateLimit} and docs/decisions/0006-http-stack.md. */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * What the audit log of the cluster calls you. Name your program: `my-operator/1.2`. Default: this package with its
   * version, Node's version and the platform.
   */
  readonly userAgent?: string | undefined;
  /** False asks for answers without compression, as `disable-compression` in the kubeconfig does. Default: true. */
  readonly gzip?: boolean | undefined;
  /** Until a connection can be used: look-up, TCP, proxy and TLS together. Default: 15 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Until the headers of an answer to a `request`. Default: 75 s. */
  readonly headersTimeoutMs?: number | undefined;
  /** Between two pieces of the body of a `request`, while somebody waits for one. Default: 60 s. */
  readonly bodyIdleTimeoutMs?: number | undefined;
  /** How often an HTTP/2 connection is asked whether it lives. Default: 5 s. 0: never. */
  readonly pingIntervalMs?: number | undefined;
  /** How long it may take to answer. Default: 5 s. */
  readonly pingTimeoutMs?: number | undefined;
  /** How long a connection without a call stays open. Default: 90 s. */
  readonly idleTimeoutMs?: number | undefined;
  /** Connections made for requests; one more waits its turn. Watches are not counted, and never wait. Default: 32. */
  readonly maxRequestConnections?: number | undefined;
  /** The most bytes of headers taken in an answer. Default: 64 KiB. */
  readonly maxHeaderBytes?: number | undefined;
  /** Called with each new text of a `Warning` header. Default: a warning in the log. */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
  readonly logger?: Logger | undefined;
  readonly clock?: Clock | undefined;
}

/** Options with their defaults in. */
export type HttpSettings = Required<Omit<HttpOptions, 'rateLimit' | 'onWarning'>> &
  Pick<HttpOptions, 'rateLimit' | 'onWarning'>;

const DEFAULTS = {
  http: 'auto',
  userAgent,
  gzip: true,
  // TCP repeats its first packet after 1, 3 and 7 seconds: a server that can be had answers one of the four, and has
  // half the time left for TLS.
  connectTimeoutMs: 15_000,
  // The API server gives up on a request after 60 s by default and says so; let it have the word.
  headersTimeoutMs: 75_000,
  // A server that streams a list never pauses that long, unless it is gone.
  bodyIdleTimeoutMs: 60_000,
  // 5 + 5 s: a dead connection is found within 10 s, at the price of 17 bytes each way every 5 s.
  pingIntervalMs: 5_000,
  pingTimeoutMs: 5_000,
  // As Go's client does: below the idle limits of common load balancers that close without a word (AWS NLB: 350 s).
  idleTimeoutMs: 90_000,
  // 32 parallel requests over HTTP/1.1, 3,200 over HTTP/2 at the API server's 100 streams.
  maxRequestConnections: 32,
  // Four times Node's default for HTTP/1.1, and what Node takes for HTTP/2; many warnings fit.
  maxHeaderBytes: 64 * 1024,
  logger: consoleLogger,
  clock: realClock,
} as const satisfies HttpOptions;

/** Puts the defaults in, and refuses what cannot be meant. */
export function httpSettings(options: HttpOptions): HttpSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as HttpOptions;
  const settings: HttpSettings = { ...DEFAULTS, ...given };
  const positive = [
    'connectTimeoutMs',
    'headersTimeoutMs',
    'bodyIdleTimeoutMs',
    'pingTimeoutMs',
    'idleTimeoutMs',
  ] as const;
  for (const name of [...positive, 'maxRequestConnections', 'maxHeaderBytes'] as const) {
    if (!(settings[name] > 0)) throw refused(name, settings[name], 'must be a number above 0');
  }
  if (!(settings.pingIntervalMs >= 0)) throw refused('pingIntervalMs', settings.pingIntervalMs, 'must be 0 or more');
  if (!['auto', '1.1', '2'].includes(settings.http))
    throw refused('http', settings.http, "must be 'auto', '1.1' or '2'");
  const { rateLimit } = settings;
  if (rateLimit !== undefined && !(rateLimit.qps > 0 && rateLimit.burst >= 1)) {
    throw refused('rateLimit', JSON.stringify(rateLimit), 'needs qps above 0 and burst of 1 or more');
  }
  return settings;
}

function refused(name: string, value: string | number, rule: string): KubeInformerError {
  return new KubeInformerError('ERR_INVALID_ARGUMENT', `HTTP option ${name} is ${value}; it ${rule}`);
}
