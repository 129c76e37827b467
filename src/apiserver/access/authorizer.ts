import type { User } from '../contract.js';

/** What a request is about, as authorization sees it. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** False: `path` says what it is about, and nothing else does. */
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
}

export interface Decision {
  readonly allowed: boolean;
  /** Why, in words of the real server; often empty when refused. */
  readonly reason: string;
}

/** A rule of a Role or ClusterRole. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Authorizer {
  authorize(attributes: Attributes): Decision;
  /** Everything the user may do in a namespace. */
  rulesOf(user: User, namespace: string): readonly PolicyRule[];
}

/** Everybody may do everything. */
export const alwaysAllow: Authorizer = {
  authorize: () => ({ allowed: true, reason: '' }),
  rulesOf: () => [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
};
