import { resourceName } from '../../meta/index.js';
import type { User } from '../contract.js';
import type { Route } from '../http/index.js';
import { StatusError } from '../status-error.js';
import type { Attributes } from './authorizer.js';

/** What a route is to authorization. */
export function attributesOf(user: User, route: Route): Attributes {
  const nothing = { group: '', resource: '', subresource: '', namespace: '', name: '' };
  return { ...nothing, ...route, user, isResource: route.type === 'resource' };
}

/** What could be markup is spelt out: a browser may show the message. */
const sanitized = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function cannot({ user, verb, isResource, path, group, resource, subresource, namespace }: Attributes): string {
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  if (!isResource) return `${who} path ${JSON.stringify(path)}`;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  return `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`;
}

/** The 403 of a request that nothing allows. */
export function forbiddenBy(attributes: Attributes, reason: string): StatusError {
  const { group, resource, name } = attributes;
  const why = sanitized(cannot(attributes)) + (reason === '' ? '' : `: ${reason}`);
  const groupResource = resourceName({ group, resource });
  const what = groupResource === '' ? '' : `${groupResource} ${name === '' ? '' : `${JSON.stringify(name)} `}is `;
  return new StatusError(403, 'Forbidden', `${what}forbidden: ${why}`, {
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(resource === '' ? {} : { kind: resource }),
    },
    headers: { 'X-Content-Type-Options': 'nosniff' },
  });
}
