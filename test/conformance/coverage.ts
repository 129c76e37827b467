import type { Exchange } from './exchange.js';

interface Seen {
  readonly verbs: Map<string, Set<string>>;
}

const METHOD_VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' };
const PATCHES: Readonly<Record<string, string>> = {
  'application/json-patch+json': 'patch/json',
  'application/merge-patch+json': 'patch/merge',
  'application/strategic-merge-patch+json': 'patch/strategic',
  'application/apply-patch+yaml': 'patch/apply',
};

// The namespace is skipped, unless it is itself what is asked for: then `finalize` and `status` may follow its name.
const PLACE =
  /^\/(?:api\/v1|apis\/([^/]+)\/v\w+)(?:\/watch)?(?:\/namespaces\/[^/]+(?=\/(?!finalize$|status$)))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?\/?$/;

/** What a recorded request line is: which verb, of which resource, in which representation. */
export function describeRequest(
  exchange: Exchange,
): { verb: string; resource: string; representation: string } | undefined {
  const line = /^(\S+) (\S+)(?: as (\S*))?(?: accepting (.+?))?(?: by \w+)?$/.exec(exchange.request);
  if (line === null) return undefined;
  const [, method = '', target = '', contentType = '', accept = ''] = line;
  const [path = '', query = ''] = target.split('?');
  const place = PLACE.exec(path);
  if (place === null) return undefined;
  const [, group = '', plural = '', name, subresource] = place;
  const custom = group.includes('$ns');
  const resource = `${custom ? 'custom objects' : plural}${subresource === undefined ? '' : `/${subresource}`}`;
  return {
    verb: verbOf(method, contentType, query, name !== undefined, path),
    resource,
    representation: representationOf(accept, contentType),
  };
}

function verbOf(method: string, contentType: string, query: string, named: boolean, path: string): string {
  if (method === 'GET')
    return /(^|&)watch=(true|1)/.test(query) || path.includes('/watch/') ? 'watch' : named ? 'get' : 'list';
  if (method === 'PATCH') return PATCHES[contentType] ?? 'patch/unknown';
  if (method === 'DELETE') return named ? 'delete' : 'deletecollection';
  return METHOD_VERBS[method] ?? method;
}

function representationOf(accept: string, contentType: string): string {
  const form = /as=(\w+)/.exec(accept)?.[1]?.replace(/List$/, '');
  const encoding = accept.includes('protobuf') ? 'protobuf' : accept.includes('yaml') ? 'YAML' : 'JSON';
  const sent = contentType.includes('protobuf')
    ? ' from protobuf'
    : contentType === 'application/yaml'
      ? ' from YAML'
      : '';
  return `${form === undefined ? '' : `${form} in `}${encoding}${sent}`;
}

/** Verb × kind × representation: how often each was asked. */
export class Coverage {
  readonly #resources = new Map<string, Seen>();

  add(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      const described = describeRequest(exchange);
      // What is not there, or cannot be done, covers nothing.
      if (described === undefined || exchange.status === 404 || exchange.status === 405) continue;
      const { verb, resource, representation } = described;
      const seen = this.#resources.get(resource) ?? { verbs: new Map<string, Set<string>>() };
      this.#resources.set(resource, seen);
      const representations = seen.verbs.get(verb) ?? new Set();
      seen.verbs.set(verb, representations.add(representation));
    }
  }

  /** A line for each resource. */
  toString(): string {
    const lines = [...this.#resources]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([resource, { verbs }]) => {
        const told = [...verbs].sort().map(([verb, forms]) => {
          const others = [...forms].filter((form) => form !== 'JSON').sort();
          return others.length === 0
            ? verb
            : `${verb} (${[...(forms.has('JSON') ? ['JSON'] : []), ...others].join(', ')})`;
        });
        return `  ${resource.padEnd(34)} ${told.join(' · ')}`;
      });
    const verbs = new Set([...this.#resources.values()].flatMap((seen) => [...seen.verbs.keys()]));
    return [`verb × kind × representation: ${verbs.size} verbs on ${this.#resources.size} resources`, ...lines].join(
      '\n',
    );
  }
}
