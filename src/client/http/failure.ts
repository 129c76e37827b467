import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { ErrorCode } from '../../errors/index.js';

/** The part of the error codes that this folder makes. */
export type HttpErrorCode = Extract<ErrorCode, `ERR_HTTP_${string}`>;

/** Which call failed, in words that may be logged: no query, no header, no credentials. */
export interface RequestName {
  readonly method: string;
  readonly path: string;
  /** `host:port` of the API server. */
  readonly host: string;
}

/**
 * A call that got no answer, or not all of it. `code` says in which way; the message names method, path and host.
 * It never carries a header, a query, a body or the user and password of a proxy.
 *
 * @example
 * try {
 *   await client.core.v1.pods.list();
 * } catch (error) {
 *   if (error instanceof HttpError && error.code === 'ERR_HTTP_TLS') …
 * }
 */
export class HttpError extends KubeInformerError {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** True when the server is known not to have acted on the call, so that even a create may be sent again. */
  readonly unprocessed: boolean;

  constructor(name: RequestName, failure: Failure) {
    super(failure.code, `${name.method} ${name.path} at ${name.host}: ${failure.message}`, {
      cause: failure.cause,
      retryable: failure.retryable,
    });
    this.method = name.method;
    this.path = name.path;
    this.host = name.host;
    this.unprocessed = failure.unprocessed;
  }
}

/** What went wrong on a connection, before it is known, or regardless of, which calls it concerns. Never leaves this folder. */
export class Failure extends Error {
  readonly code: HttpErrorCode;
  readonly retryable: boolean;
  readonly unprocessed: boolean;

  constructor(
    code: HttpErrorCode,
    message: string,
    options: { cause?: unknown; retryable?: boolean; unprocessed?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: withoutPacket(options.cause) });
    this.code = code;
    this.retryable = options.retryable ?? true;
    this.unprocessed = options.unprocessed ?? false;
  }
}

/** The `code` of a system, TLS or HTTP error of Node; empty when it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

// A parse error of node:http carries what the server sent, which may be somebody's Secret.
function withoutPacket(cause: unknown): unknown {
  if (cause instanceof Error && 'rawPacket' in cause) delete cause.rawPacket;
  return cause;
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; is the server running, and are address and port right?',
  ENOTFOUND: 'the host name is unknown; check the address and the resolver',
  EAI_AGAIN: 'the host name could not be looked up just now; check the resolver',
  EHOSTUNREACH: 'there is no route to the host; check the network or VPN',
  ENETUNREACH: 'there is no route to the network; check the network or VPN',
  ETIMEDOUT: 'no answer came to the attempt to connect; check the network, VPN or firewall',
};

// Node brings its own list of authorities, and does not read that of the machine unless told to.
const UNTRUSTED =
  "the server's certificate is from an authority that is not trusted; check certificate-authority in the kubeconfig, " +
  'or, where it names none, tell Node.js of the authority with NODE_EXTRA_CA_CERTS or --use-openssl-ca';

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the server's certificate has expired; have it renewed, and check this machine's clock",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet; check this machine's clock",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the server's certificate is for other names; check the address, or set tls-server-name in the kubeconfig",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "the server's certificate is signed by itself and not trusted; check certificate-authority in the kubeconfig",
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_SIGNATURE_FAILURE:
    "the server's certificate is not signed by the trusted authority of that name; check certificate-authority in the kubeconfig",
  CERT_REVOKED: "the server's certificate was revoked",
};

/** Whether an error came out of the TLS library. */
export function isTlsError(error: unknown): boolean {
  const code = codeOf(error);
  return code in CERTIFICATE || code === 'EPROTO' || /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|UNABLE_TO_|CRL_)/.test(code);
}

/** Why a connection could not be made. Nothing was sent yet, so whatever was to be sent may be sent again. */
export function connectFailure(error: unknown, host: string): Failure {
  if (error instanceof Failure) return error;
  if (isTlsError(error)) return tlsFailure(error, host);
  const code = codeOf(error);
  const why = UNREACHABLE[code] ?? `the connection could not be made (${said(error, code)})`;
  return new Failure('ERR_HTTP_CONNECT', `cannot connect to ${host}: ${why}`, { cause: error, unprocessed: true });
}

/** TLS failed; the same attempt fails again until somebody changes a certificate, a clock or a setting. */
export function tlsFailure(error: unknown, host: string): Failure {
  const code = codeOf(error);
  const clientRefused = /ALERT_(BAD_CERTIFICATE|CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/.test(
    code,
  );
  const why = clientRefused
    ? `the server refused our client certificate (${code}); check client-certificate in the kubeconfig and its expiry`
    : (CERTIFICATE[code] ?? `the TLS handshake failed (${said(error, code)})`);
  return new Failure('ERR_HTTP_TLS', `no secure connection to ${host}: ${why}`, {
    cause: error,
    retryable: false,
    unprocessed: true,
  });
}

/** A connection that was in use broke. */
export function lostFailure(error: unknown, what = 'the connection broke'): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const detail = error === undefined ? '' : ` (${said(error, code)})`;
  return new Failure('ERR_HTTP_CONNECTION_LOST', `${what}${detail}`, { cause: error });
}

/** What the server sent cannot be HTTP, or exceeds what we take. */
export function protocolFailure(error: unknown, what: string): Failure {
  return new Failure('ERR_HTTP_PROTOCOL', what, { cause: error, retryable: false });
}

function said(error: unknown, code: string): string {
  // The error of several addresses tried in turn has no message of its own.
  const message = messageOf(error);
  if (message === '') return code === '' ? 'unknown error' : code;
  return message;
}
