import { FakeClock } from '../../base/fake-clock.js';
import { allResources } from '../../generated/index.js';
import type { ApiObject, ResourceCatalogue, ResourceRequest, ServedResource, Verb } from '../contract.js';
import type { Answer } from '../http/contract.js';
import { builtInSchema } from '../schema/index.js';
import { isServed, SERVED_GROUPS } from '../served-groups.js';
import { StatusError } from '../status-error.js';
import { MemoryStorage } from '../storage/index.js';
import { writingVerbs } from '../writing/index.js';
import { convert, selectableFieldsOf, strategyOf } from './index.js';

/** The built-in resources as far as writing needs them, with the rules of this folder. */
function servedResources(): ServedResource[] {
  return allResources()
    .filter(({ ref }) => isServed(ref.group, ref.version))
    .map(({ ref, singular, verbs, shortNames, categories, subresources }): ServedResource => {
      const { group, version, resource, kind } = ref;
      const apiVersion = group === '' ? version : `${group}/${version}`;
      const isEvent = group === 'events.k8s.io';
      return {
        group,
        version,
        apiVersion,
        resource,
        singular,
        kind,
        listKind: `${kind}List`,
        namespaced: ref.scope === 'Namespaced',
        shortNames,
        categories,
        verbs,
        subresources: subresources.map((one) => ({ name: one.name, apiVersion, kind: one.kind, verbs: one.verbs })),
        groupResource: group === '' ? resource : `${resource}.${group}`,
        storageVersion: SERVED_GROUPS.find(([name]) => name === group)?.[1][0] ?? version,
        ...(isEvent ? { storedAs: { groupResource: 'events', apiVersion: 'v1' } } : {}),
        custom: false,
        get schema() {
          return builtInSchema(apiVersion, kind);
        },
        strategy: strategyOf(group, resource),
        table: { columns: [], cells: () => [] },
        selectableFields: selectableFieldsOf(group, resource),
      };
    });
}

/** What a request came to: the code, and the object or the Status. */
export interface Outcome {
  readonly code: number;
  readonly body: Record<string, unknown>;
  readonly warnings: readonly string[];
}

/** Writing with the rules of built-in kinds, and nothing else of a server. */
export class TestServer {
  readonly clock = new FakeClock();
  readonly storage = new MemoryStorage({ clock: this.clock });
  readonly #resources = servedResources();
  readonly #verbs = writingVerbs({
    storage: this.storage,
    clock: this.clock,
    catalogue: this.catalogue,
    convert,
  });

  get catalogue(): ResourceCatalogue {
    const resources = this.#resources;
    return {
      generation: 0,
      all: () => resources,
      find: (group, version, resource) =>
        resources.find((one) => one.group === group && one.version === version && one.resource === resource),
      stored: (groupResource) => resources.find((one) => one.groupResource === groupResource),
    };
  }

  /** Sends an object to a path as a client would. */
  async write(verb: Verb, path: string, body: unknown): Promise<Outcome> {
    const warnings: string[] = [];
    const { pathname, searchParams } = new URL(path, 'http://server');
    const parts = pathname.split('/').filter((part) => part !== '');
    const isCore = parts.shift() === 'api';
    const group = isCore ? '' : (parts.shift() ?? '');
    const version = parts.shift() ?? '';
    let namespace = '';
    if (parts[0] === 'namespaces' && parts.length > 2 && parts[2] !== 'status' && parts[2] !== 'finalize') {
      namespace = parts[1] ?? '';
      parts.splice(0, 2);
    }
    const [plural = '', name = '', subresource = ''] = parts;
    const resource = this.catalogue.find(group, version, plural);
    if (resource === undefined) throw new Error(`no resource at ${path}`);
    const request: ResourceRequest = {
      verb,
      resource,
      namespace,
      name,
      subresource,
      query: searchParams,
      user: { name: 'tester', groups: [], extra: {} },
      agent: 'test',
      path,
      warn: (message) => warnings.push(message),
      signal: new AbortController().signal,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    try {
      const answer = await this.#verbs.handle(request, { mediaType: 'application/json', bytes });
      return { ...outcome(answer), warnings };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { code: error.status.code, body: error.status as unknown as Record<string, unknown>, warnings };
    }
  }

  /** Puts an object there as the server itself would, with no rule asked. */
  seed(groupResource: string, object: ApiObject): void {
    const { namespace, name = '' } = object.metadata;
    this.storage.put(groupResource, namespace === undefined ? name : `${namespace}/${name}`, structuredClone(object));
  }
}

function outcome(answer: Answer): { code: number; body: Record<string, unknown> } {
  if (answer.type === 'object') return { code: answer.code, body: answer.object };
  if (answer.type === 'status') return { code: answer.code, body: { ...answer.status } };
  throw new Error('a write answers with an object or a status');
}
