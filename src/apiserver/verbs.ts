import { keyOf } from '../meta/index.js';
import { isReview } from './access/index.js';
import type { ResourceRequest } from './contract.js';
import type { Answer, Verbs } from './http/index.js';
import { StatusError, badRequest, notFoundError } from './status-error.js';
import type { Storage } from './storage/index.js';

/** Subresources behind which a kubelet or a proxy stands. Nobody runs one here. */
const CONNECTIONS = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/** One set of verbs from the parts: questions go to access, reads to reading, and everything else to writing. */
export function allVerbs(parts: { storage: Storage; reading: Verbs; writing: Verbs; reviews: Verbs }): Verbs {
  return {
    handle: (request, body) => {
      const { verb, resource, subresource } = request;
      if (isReview(resource)) return parts.reviews.handle(request, body);
      if (CONNECTIONS.has(subresource)) return connect(parts.storage, request);
      const reads = verb === 'get' || verb === 'list' || verb === 'watch';
      // A scale is made from an object, not read from the storage: the rules of both ways are in one place.
      return reads && subresource !== 'scale'
        ? parts.reading.handle(request, body)
        : parts.writing.handle(request, body);
    },
  };
}

/** What the real server says when it cannot reach the node. */
function connect(storage: Storage, { resource, namespace, name, subresource }: ResourceRequest): Answer {
  const object = storage.get(resource.groupResource, keyOf(namespace, name))?.object;
  // A service without endpoints is not found by its proxy.
  if (object === undefined || resource.groupResource === 'services') throw notFoundError(resource, name);
  const node = (object['spec'] as { nodeName?: string } | undefined)?.nodeName ?? '';
  if (resource.groupResource === 'pods' && node === '') {
    if (subresource === 'log') return { type: 'nothing' };
    throw badRequest(`pod ${name} does not have a host assigned`);
  }
  throw new StatusError(
    500,
    'InternalError',
    `Internal error occurred: ${resource.resource}/${subresource} needs a node that runs, and this server has none`,
  );
}
