import { FakeClock } from '../../base/fake-clock.js';
import { keyOf } from '../../meta/index.js';
import type { ApiObject, ResourceRequest, ServedResource, Verb } from '../contract.js';
import type { Answer, ListAnswer, ServedEvent, WatchSink } from '../http/contract.js';
import { MemoryStorage } from '../storage/index.js';
import type { MemoryStorageOptions } from '../storage/index.js';
import { readingVerbs } from './reading-verbs.js';

/** A resource with what reading looks at. */
export function resourceOf(options: Partial<ServedResource> & { readonly resource: string }): ServedResource {
  const group = options.group ?? '';
  return {
    group,
    version: 'v1',
    apiVersion: group === '' ? 'v1' : `${group}/v1`,
    kind: 'ConfigMap',
    namespaced: true,
    groupResource: group === '' ? options.resource : `${options.resource}.${group}`,
    storageVersion: 'v1',
    custom: false,
    selectableFields: new Map(),
    ...options,
  } as ServedResource;
}

export const configMaps = resourceOf({ resource: 'configmaps' });

export const object = (namespace: string, name: string, labels: Record<string, string> = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...(namespace === '' ? {} : { namespace }), uid: name, labels },
});

/** Where events of a watch go. `full` plays a client that takes nothing. */
export class RecordingSink implements WatchSink {
  readonly events: ServedEvent[] = [];
  ended = false;
  buffered = 0;

  send(event: ServedEvent): void {
    this.events.push(event);
  }

  end(): void {
    this.ended = true;
  }

  /** `ADDED a/x@5`, `BOOKMARK 7 end`, `ERROR 410`. */
  get texts(): string[] {
    return this.events.map((event) => {
      if (event.type === 'BOOKMARK') return `BOOKMARK ${event.resourceVersion}${event.initialEventsEnd ? ' end' : ''}`;
      if (event.type === 'ERROR') return `ERROR ${String(event.status['code'])} ${String(event.status['message'])}`;
      const { metadata } = event.entry.object;
      return `${event.type} ${event.entry.key}@${metadata.resourceVersion ?? ''}`;
    });
  }
}

/** Reading over a storage in memory, asked by query strings. */
export class Bench {
  readonly clock = new FakeClock();
  readonly storage: MemoryStorage;
  resource: ServedResource = configMaps;

  constructor(options: MemoryStorageOptions = {}) {
    this.storage = new MemoryStorage({ clock: this.clock, ...options });
  }

  put(namespace: string, name: string, labels: Record<string, string> = {}): number {
    return this.storage.put(this.resource.groupResource, keyOf(namespace, name), object(namespace, name, labels))
      .version;
  }

  remove(key: string): number {
    return this.storage.remove(this.resource.groupResource, key).version;
  }

  async ask(verb: Verb, query: string, path: { namespace?: string; name?: string } = {}): Promise<Answer> {
    const request: ResourceRequest = {
      verb,
      resource: this.resource,
      namespace: path.namespace ?? '',
      name: path.name ?? '',
      subresource: '',
      query: new URLSearchParams(query),
      user: { name: 'admin', groups: [], extra: {} },
      agent: 'test',
      path: '/',
      warn: () => undefined,
      signal: new AbortController().signal,
    };
    return readingVerbs({ storage: this.storage, clock: this.clock, bookmarkIntervalMs: 60_000 }).handle(
      request,
      undefined,
    );
  }

  async list(query = '', namespace = ''): Promise<ListAnswer & { readonly keys: string[] }> {
    const answer = await this.ask('list', query, { namespace });
    if (answer.type !== 'list') throw new Error(`a list was answered with ${answer.type}`);
    return { ...answer.list, keys: [...answer.list.entries].map(({ key }) => key) };
  }

  async watch(query = '', path: { namespace?: string; name?: string } = {}): Promise<RecordingSink & { stop(): void }> {
    const answer = await this.ask('watch', `watch=true&${query}`, path);
    if (answer.type !== 'watch') throw new Error(`a watch was answered with ${answer.type}`);
    const sink = new RecordingSink();
    answer.watch.start(sink);
    return Object.assign(sink, {
      stop: () => {
        answer.watch.stop();
      },
    });
  }
}
