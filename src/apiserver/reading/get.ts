import { keyOf } from '../../meta/index.js';
import type { ResourceRequest } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { servedEntry } from '../served-entry.js';
import { notFoundError } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import { storedName } from '../stored-as.js';
import { mannersOf, tooLarge } from './caching.js';
import { versionOrBadRequest, versionOrInternalError } from './list-options.js';

/**
 * One object as it is now, which is at least as new as any version asked for. A version from the future is refused at
 * once: where a kube-apiserver waits three seconds for its cache to catch up, there is nothing to wait for here.
 */
export async function get(storage: Storage, request: ResourceRequest): Promise<Answer> {
  const { resource, namespace, name, query } = request;
  const manners = mannersOf(resource);
  const asked = query.get('resourceVersion') ?? '';
  const version = manners.cached ? versionOrInternalError(asked) : versionOrBadRequest(asked);
  if (version > storage.version) throw tooLarge(asked, storage.version, manners.readRetrySeconds);
  const entry = storage.get(storedName(resource), keyOf(namespace, name));
  await storage.durable(storage.version);
  if (entry === undefined) throw notFoundError(resource, name);
  const shown = servedEntry(resource, entry);
  return { type: 'object', code: 200, object: shown.object, entry: shown };
}
