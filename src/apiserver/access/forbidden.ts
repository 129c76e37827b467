import { resourceName } from '../../meta/index.js';
import type { User } from '../contract.js';
import type { Route } from '../http/index.js';
import { parseFieldTerms } from '../reading/index.js';
import { StatusError } from '../status-error.js';
import type { Attributes } from './authorizer.js';

/** What a route is to authorization. */
export function attributesOf(user: User, route: Route): Attributes {
  const nothing = { group: '', resource: '', subresource: '', namespace: '', name: '' };
  if (route.type === 'path') return { ...nothing, ...route, user, isResource: false };
  return { ...route, name: route.name === '' ? selectedName(route.fieldSelector) : route.name, user, isResource: true };
}

// What a path could not have as a name is none.
const NO_NAME = /^\.{1,2}$|[/%]/;

/** The one name that a list or watch asks for: who may read one object by its name may list and watch that one. */
function selectedName(fieldSelector: string): string {
  try {
    const named = parseFieldTerms(fieldSelector).find(({ field, equal }) => field === 'metadata.name' && equal);
    return named === undefined || NO_NAME.test(named.value) ? '' : named.value;
  } catch {
    // Told to those who may ask at all.
    return '';
  }
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
