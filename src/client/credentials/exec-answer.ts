import type { ClientCertificate } from './credential.js';
import type { ExecApiVersion } from './exec-spec.js';

/** What a plugin printed, once it is known to make sense. Secret. */
export interface ExecAnswer {
  readonly token: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  readonly expiresAtMs: number | undefined;
}

// As RFC 3339 has it. Date.parse alone also takes "1" and "Tue".
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Reads what a plugin printed. Returns what is wrong with it, in words that repeat nothing of it, or the answer. */
export function readExecAnswer(stdout: string, apiVersion: ExecApiVersion): ExecAnswer | string {
  if (stdout.trim() === '') return 'it printed nothing on standard output';
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    // JSON.parse repeats the beginning of the text in its message, which may be the token itself.
    return `what it printed on standard output (${stdout.length} characters) is not JSON`;
  }
  if (!isObject(answer)) return 'it printed JSON that is not an object';
  if (answer['kind'] !== 'ExecCredential') return `it printed a ${name(answer['kind'])}, not an ExecCredential`;
  if (answer['apiVersion'] !== apiVersion) {
    return `the kubeconfig asks for ${apiVersion} and the plugin answered with ${name(answer['apiVersion'])}`;
  }
  const status = answer['status'];
  if (!isObject(status)) return 'its answer has no status';
  return readStatus(status);
}

function readStatus(status: Readonly<Record<string, unknown>>): ExecAnswer | string {
  const text = (key: string): string | undefined => {
    const value = status[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  for (const key of ['token', 'clientCertificateData', 'clientKeyData', 'expirationTimestamp']) {
    const value = status[key];
    if (value !== undefined && value !== null && typeof value !== 'string') return `status.${key} is not text`;
  }
  const [token, cert, key, expiry] = [
    text('token'),
    text('clientCertificateData'),
    text('clientKeyData'),
    text('expirationTimestamp'),
  ];
  if ((cert === undefined) !== (key === undefined)) return 'it gave a certificate without its key, or a key alone';
  if (token === undefined && cert === undefined) return 'it gave neither a token nor a certificate';
  if (expiry !== undefined && (!TIMESTAMP.test(expiry) || Number.isNaN(Date.parse(expiry)))) {
    return 'status.expirationTimestamp is not a time such as 2026-01-31T12:00:00Z';
  }
  return {
    token,
    certificate: cert === undefined || key === undefined ? undefined : { cert, key },
    expiresAtMs: expiry === undefined ? undefined : Date.parse(expiry),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// A kind or version is short; anything else is not one, and is not repeated.
function name(value: unknown): string {
  return typeof value === 'string' && /^[\w./-]{1,80}$/.test(value) ? value : 'something without a proper name';
}
