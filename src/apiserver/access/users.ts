import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { User } from '../contract.js';

/** The group of everyone who has proved who they are, and of everyone who has not. */
export const AUTHENTICATED = 'system:authenticated';
export const UNAUTHENTICATED = 'system:unauthenticated';
/** Members may do everything, whatever roles say. */
export const MASTERS = 'system:masters';

export const ANONYMOUS: User = { name: 'system:anonymous', groups: [UNAUTHENTICATED], extra: {} };

/** A user with a token that is made at start or given. */
export interface UserOptions {
  readonly name: string;
  readonly groups?: readonly string[] | undefined;
  readonly uid?: string | undefined;
  /** Made at start unless given. */
  readonly token?: string | undefined;
}

/** A user who can be named in a kubeconfig. */
export interface KnownUser {
  readonly user: User;
  readonly token: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Users with tokens that do not change. */
export class KnownUsers {
  readonly #byName = new Map<string, KnownUser & { readonly digest: Buffer }>();

  constructor(users: readonly UserOptions[]) {
    for (const { name, groups = [], uid, token = randomBytes(24).toString('base64url') } of users) {
      const all = [...new Set([...groups, AUTHENTICATED])];
      const user: User = { name, groups: all, extra: {}, ...(uid === undefined ? {} : { uid }) };
      this.#byName.set(name, { user, token, digest: digest(token) });
    }
  }

  get(name: string): KnownUser | undefined {
    return this.#byName.get(name);
  }

  /** Who has this token. Takes as long for a wrong one as for a right one. */
  byToken(token: string): User | undefined {
    const wanted = digest(token);
    let found: User | undefined;
    for (const known of this.#byName.values()) if (timingSafeEqual(known.digest, wanted)) found = known.user;
    return found;
  }
}
