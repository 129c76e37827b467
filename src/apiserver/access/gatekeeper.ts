import type { User } from '../contract.js';
import type { Gatekeeper, PeerIdentity } from '../http/index.js';
import { unauthorized } from '../http/index.js';
import type { Authorizer } from './authorizer.js';
import { attributesOf, forbiddenBy } from './forbidden.js';
import { impersonated } from './impersonation.js';
import type { ServiceAccountTokens } from './service-account-tokens.js';
import { ISSUER } from './service-account-tokens.js';
import type { KnownUsers } from './users.js';
import { ANONYMOUS, AUTHENTICATED } from './users.js';

const headerOf = (peer: PeerIdentity, name: string): string => {
  const value = peer.headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
};

/** Finds out who asks. */
export class Authenticator {
  readonly #users: KnownUsers;
  readonly #tokens: ServiceAccountTokens;
  readonly #anonymous: boolean;

  constructor(options: { users: KnownUsers; tokens: ServiceAccountTokens; anonymous: boolean }) {
    this.#users = options.users;
    this.#tokens = options.tokens;
    this.#anonymous = options.anonymous;
  }

  /** A certificate goes before a token. A token that is wrong is refused, not taken for none. */
  authenticate(peer: PeerIdentity): User {
    if (peer.certificate !== undefined) {
      const { commonName, organizations } = peer.certificate;
      return { name: commonName, groups: [...new Set([...organizations, AUTHENTICATED])], extra: {} };
    }
    const token = /^bearer +(.+)$/i.exec(headerOf(peer, 'authorization'))?.[1]?.trim();
    if (token !== undefined) {
      const user = this.byToken(token, [ISSUER]);
      if (user === undefined) throw unauthorized();
      return user;
    }
    if (!this.#anonymous) throw unauthorized();
    return ANONYMOUS;
  }

  /** Whose token it is, if it is for one of the audiences. Tokens that do not change are for all. */
  byToken(token: string, audiences: readonly string[]): User | undefined {
    const known = this.#users.byToken(token);
    if (known !== undefined) return known;
    const proof = this.#tokens.check(token);
    return proof?.audiences.some((audience) => audiences.includes(audience)) === true ? proof.user : undefined;
  }
}

/** Authentication, impersonation and authorization, in the order the real server has them. */
export function gatekeeperOf(authenticator: Authenticator, authorizer: Authorizer): Gatekeeper {
  return {
    authenticate: (peer) => authenticator.authenticate(peer),
    authorize: (user, route, peer) => {
      const acting = impersonated(user, route, peer.headers, authorizer);
      const attributes = attributesOf(acting, route);
      const { allowed, reason } = authorizer.authorize(attributes);
      if (!allowed) throw forbiddenBy(attributes, reason);
      return acting;
    },
  };
}
