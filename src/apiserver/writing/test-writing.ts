import { FakeClock } from '../../base/fake-clock.js';
import type { ApiObject, ResourceCatalogue, Verb } from '../contract.js';
import { createCatalogue } from '../crd/index.js';
import type { Answer } from '../http/contract.js';
import { convert } from '../kinds/index.js';
import { StatusError } from '../status-error.js';
import { MemoryStorage } from '../storage/index.js';
import type { WriteFollower } from './write.js';
import { writingVerbs } from './writing-verbs.js';

/** What a request came to: the code, and the object or the Status as JSON. */
export interface Outcome {
  readonly code: number;
  readonly body: ApiObject & { message?: string; reason?: string; details?: Record<string, unknown> };
  readonly warnings: readonly string[];
  readonly answer?: Answer;
}

interface Sent {
  readonly type?: string;
  readonly agent?: string;
}

/** Writing over a storage in memory, with all rules of the server and none of its sockets. */
export class TestWriting {
  readonly clock = new FakeClock(Date.UTC(2030, 0, 1));
  readonly storage = new MemoryStorage({ clock: this.clock });
  readonly catalogue: ResourceCatalogue & WriteFollower = createCatalogue(this.storage);
  #uid = 0;
  readonly #verbs = writingVerbs({
    storage: this.storage,
    clock: this.clock,
    catalogue: this.catalogue,
    convert,
    uuid: () => `uid-${String((this.#uid += 1))}`,
  });

  constructor() {
    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
      this.storage.put('namespaces', name, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, uid: `uid-of-${name}`, labels: { 'kubernetes.io/metadata.name': name } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      });
    }
  }

  /** Sends JSON to a path as a client would: `/api/v1/namespaces/default/pods/web/status?dryRun=All`. */
  async send(verb: Verb, path: string, body?: unknown, sent: Sent = {}): Promise<Outcome> {
    const warnings: string[] = [];
    const { pathname, searchParams } = new URL(path, 'http://server');
    const parts = pathname.split('/').slice(1);
    const [group, version] = parts[0] === 'api' ? ['', parts[1] ?? ''] : [parts[1] ?? '', parts[2] ?? ''];
    const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
    const inNamespace = rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'finalize' && rest[2] !== 'status';
    const [name = '', ...below] = inNamespace ? rest.slice(2) : rest;
    const resource = this.catalogue.find(group, version, name);
    if (resource === undefined) throw new Error(`${path} is not served`);
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? ''));
    try {
      const answer = await this.#verbs.handle(
        {
          verb,
          resource,
          namespace: inNamespace ? (rest[1] ?? '') : '',
          name: below[0] ?? '',
          subresource: below[1] ?? '',
          query: searchParams,
          user: { name: 'admin', groups: ['system:masters'], extra: {} },
          agent: sent.agent ?? 'test',
          path: pathname,
          warn: (message) => warnings.push(message),
          signal: new AbortController().signal,
        },
        body === undefined ? undefined : { mediaType: sent.type ?? 'application/json', bytes },
      );
      if (answer.type === 'object') return { code: answer.code, body: answer.object, warnings, answer };
      if (answer.type === 'status') return { code: answer.code, body: answer.status as never, warnings, answer };
      return { code: 200, body: {} as never, warnings, answer };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { code: error.status.code, body: error.status as never, warnings };
    }
  }

  merge(path: string, body: unknown): Promise<Outcome> {
    return this.send('patch', path, body, { type: 'application/merge-patch+json' });
  }

  apply(path: string, body: unknown): Promise<Outcome> {
    return this.send('patch', path, body, { type: 'application/apply-patch+yaml' });
  }

  stored(groupResource: string, key: string): ApiObject | undefined {
    return this.storage.get(groupResource, key)?.object;
  }

  /** The changes of a resource since the beginning, oldest first. */
  changes(groupResource: string): string[] {
    const seen: string[] = [];
    this.storage.subscribe(groupResource, 1, ({ type, entry }) => seen.push(`${type} ${entry.name}`))();
    return seen;
  }
}
