import type { HeaderValues } from './header-values.js';
import { redactedHeaders } from './redact.js';

/** A client certificate and its key, PEM. Secret. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * One way to prove who we are. An implementation keeps its secrets in private fields, and shows none of them when
 * it is inspected or turned into JSON; `description` is what may be shown.
 */
export interface Credential {
  /** What kind of credential this is and where it comes from, without any secret, as part of a sentence. */
  readonly description: string;
  /** Headers that authenticate a request; empty when this credential is a certificate. Cheap when nothing changed. */
  headers(): Promise<HeaderValues>;
  /** The certificate to show in the TLS handshake, if this credential has one. Cheap when nothing changed. */
  certificate(): Promise<ClientCertificate | undefined>;
  /**
   * The server did not accept this credential: get another one. Resolves to whether there is a reason to try again:
   * false when what there is now is what the server has refused.
   */
  unauthorized(): Promise<boolean>;
}

/** Many credentials as one: of headers of one name the first wins, and so does the first certificate. */
export function combineCredentials(credentials: readonly Credential[]): Credential {
  const [only] = credentials;
  if (only !== undefined && credentials.length === 1) return only;
  return {
    description: credentials.length === 0 ? 'no credentials' : credentials.map((one) => one.description).join(' and '),
    headers: async () => {
      const all = await Promise.all(credentials.map((one) => one.headers()));
      return redactedHeaders(Object.assign({}, ...all.reverse()) as HeaderValues);
    },
    certificate: async () => {
      const all = await Promise.all(credentials.map((one) => one.certificate()));
      return all.find((certificate) => certificate !== undefined);
    },
    unauthorized: async () => {
      const all = await Promise.all(credentials.map((one) => one.unauthorized()));
      return all.includes(true);
    },
  };
}
