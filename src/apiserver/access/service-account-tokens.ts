import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { ApiObject, User } from '../contract.js';
import { AUTHENTICATED } from './users.js';

/** The issuer, and the audience of tokens for the API server itself, as in most clusters. */
export const ISSUER = 'https://kubernetes.default.svc';

/** An object that a token dies with. */
export interface BoundObject {
  readonly kind: 'Node' | 'Pod' | 'Secret';
  readonly name: string;
  readonly uid: string;
}

interface Claims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly nbf: number;
  readonly iss: string;
  readonly jti: string;
  readonly sub: string;
  readonly 'kubernetes.io': {
    readonly namespace: string;
    readonly serviceaccount: { readonly name: string; readonly uid: string };
    readonly pod?: { readonly name: string; readonly uid: string };
    readonly node?: { readonly name: string; readonly uid: string };
    readonly secret?: { readonly name: string; readonly uid: string };
  };
}

/** What a token proves. */
export interface TokenProof {
  readonly user: User;
  readonly audiences: readonly string[];
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Lookup = (groupResource: string, key: string) => ApiObject | undefined;

/** Makes and checks the tokens of service accounts: ES256 JWTs with the claims of the real server. */
export class ServiceAccountTokens {
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #header: string;
  readonly #clock: Clock;
  readonly #lookup: Lookup;

  /** `key` is a PEM text, made unless given. */
  constructor(options: { key?: string; clock: Clock; lookup: Lookup }) {
    this.#key =
      options.key === undefined
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : createPrivateKey(options.key);
    this.#publicKey = createPublicKey(this.#key);
    const kid = createHash('sha256')
      .update(this.#publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url');
    this.#header = base64url({ alg: 'ES256', kid });
    this.#clock = options.clock;
    this.#lookup = options.lookup;
  }

  /** The private key, to be kept for the next start. */
  get pem(): string {
    return this.#key.export({ type: 'sec1', format: 'pem' }).toString();
  }

  issue(
    account: { readonly namespace: string; readonly name: string; readonly uid: string },
    audiences: readonly string[],
    seconds: number,
    bound?: BoundObject,
  ): { token: string; expires: Date } {
    const now = Math.floor(this.#clock.now() / 1000);
    const claims = {
      aud: audiences,
      exp: now + seconds,
      iat: now,
      iss: ISSUER,
      jti: randomUUID(),
      'kubernetes.io': {
        namespace: account.namespace,
        ...(bound === undefined ? {} : { [bound.kind.toLowerCase()]: { name: bound.name, uid: bound.uid } }),
        serviceaccount: { name: account.name, uid: account.uid },
      },
      nbf: now,
      sub: `system:serviceaccount:${account.namespace}:${account.name}`,
    };
    const body = `${this.#header}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(body), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return { token: `${body}.${signature.toString('base64url')}`, expires: new Date((now + seconds) * 1000) };
  }

  /** Who a token is of; undefined when it is none of ours, has expired, or what it is bound to is gone. */
  check(token: string): TokenProof | undefined {
    const claims = this.#verified(token);
    if (claims === undefined) return undefined;
    const now = this.#clock.now() / 1000;
    // A minute for clocks that differ, as the real server gives for the beginning.
    if (claims.iss !== ISSUER || now >= claims.exp || now < claims.nbf - 60) return undefined;
    const { namespace, serviceaccount, pod, node, secret } = claims['kubernetes.io'];
    const inNamespace = (name: string): string => `${namespace}/${name}`;
    const lives = (groupResource: string, key: string, uid: string): boolean =>
      this.#lookup(groupResource, key)?.metadata.uid === uid;
    if (!lives('serviceaccounts', inNamespace(serviceaccount.name), serviceaccount.uid)) return undefined;
    if (pod !== undefined && !lives('pods', inNamespace(pod.name), pod.uid)) return undefined;
    if (secret !== undefined && !lives('secrets', inNamespace(secret.name), secret.uid)) return undefined;
    if (node !== undefined && pod === undefined && !lives('nodes', node.name, node.uid)) return undefined;
    const prefix = 'authentication.kubernetes.io';
    const user: User = {
      name: claims.sub,
      uid: serviceaccount.uid,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, AUTHENTICATED],
      extra: {
        [`${prefix}/credential-id`]: [`JTI=${claims.jti}`],
        ...(node === undefined ? {} : { [`${prefix}/node-name`]: [node.name], [`${prefix}/node-uid`]: [node.uid] }),
        ...(pod === undefined ? {} : { [`${prefix}/pod-name`]: [pod.name], [`${prefix}/pod-uid`]: [pod.uid] }),
      },
    };
    return { user, audiences: claims.aud };
  }

  #verified(token: string): Claims | undefined {
    const [header, body, signature, ...rest] = token.split('.');
    if (header !== this.#header || body === undefined || signature === undefined || rest.length > 0) return undefined;
    const proof = Buffer.from(signature, 'base64url');
    const key = { key: this.#publicKey, dsaEncoding: 'ieee-p1363' as const };
    if (!verify('sha256', Buffer.from(`${header}.${body}`), key, proof)) return undefined;
    // Signed by us, so it has the shape that we gave it.
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  }
}
