import type { User } from '../contract.js';
import type { Route } from '../http/index.js';
import { badRequest } from '../status-error.js';
import type { Attributes, Authorizer } from './authorizer.js';
import { attributesOf, forbiddenBy } from './forbidden.js';
import { AUTHENTICATED, UNAUTHENTICATED } from './users.js';

type Headers = Readonly<Record<string, readonly string[] | string | undefined>>;

// Node joins the values of a header that comes several times; a group may not have a comma, so it can be undone.
const valuesOf = (value: readonly string[] | string | undefined): string[] =>
  value === undefined ? [] : [value].flat().flatMap((text) => text.split(',').map((part) => part.trim()));

const EXTRA = 'impersonate-extra-';
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** The user that `Impersonate-*` headers name, if the one who asks may be them; else the one who asks. */
export function impersonated(user: User, route: Route, headers: Headers, authorizer: Authorizer): User {
  const [name = ''] = valuesOf(headers['impersonate-user']);
  const groups = valuesOf(headers['impersonate-group']);
  const [uid] = valuesOf(headers['impersonate-uid']);
  const extra: Record<string, string[]> = {};
  for (const [header, value] of Object.entries(headers)) {
    if (header.startsWith(EXTRA)) extra[decodeURIComponent(header.slice(EXTRA.length)).toLowerCase()] = valuesOf(value);
  }
  if (name === '') {
    if (groups.length === 0 && uid === undefined && Object.keys(extra).length === 0) return user;
    throw badRequest(`requested ${shownUser(uid ?? '', groups, extra)} without impersonating a user name`);
  }
  const account = SERVICE_ACCOUNT.exec(name);
  const check = (attributes: Partial<Attributes>): void => {
    const full: Attributes = {
      user,
      verb: 'impersonate',
      isResource: true,
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: '',
      ...attributes,
    };
    if (authorizer.authorize(full).allowed) return;
    // The message of a server that also knows impersonation for single verbs.
    const asked = attributesOf(user, route);
    throw forbiddenBy({ ...asked, verb: `impersonate-on:user-info:${asked.verb}` }, '');
  };
  if (account === null) check({ resource: 'users', name });
  else check({ resource: 'serviceaccounts', namespace: account[1], name: account[2] });
  for (const group of groups) check({ resource: 'groups', name: group });
  const authentication = { group: 'authentication.k8s.io' };
  if (uid !== undefined) check({ ...authentication, resource: 'uids', name: uid });
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) check({ ...authentication, resource: 'userextras', subresource: key, name: value });
  }
  const all = new Set(groups);
  if (account !== null && groups.length === 0) {
    all.add('system:serviceaccounts').add(`system:serviceaccounts:${account[1] as string}`);
  }
  if (!all.has(UNAUTHENTICATED) && name !== 'system:anonymous') all.add(AUTHENTICATED);
  else if (name === 'system:anonymous') all.add(UNAUTHENTICATED);
  return { name, groups: [...all], extra, ...(uid === undefined ? {} : { uid }) };
}

/** A user as Go prints its value. */
function shownUser(uid: string, groups: readonly string[], extra: Readonly<Record<string, readonly string[]>>): string {
  const list = (values: readonly string[]): string =>
    values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
  const entries = Object.entries(extra).map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`);
  const map = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${list(groups)}, Extra:${map}}`;
}
