import { groupVersionOf } from '../api-version.js';
import type { ServedResource, ServedSubresource } from '../contract.js';
import type { Json } from '../json.js';
import type { ServedVersion } from './groups.js';
import type { SchemaSet } from './openapi-schemas.js';

/** What differs between OpenAPI 2 and 3 in a path. */
export interface PathDialect {
  parameter(name: string, type: string): Json;
  pathParameter(name: string): Json;
  body(schema: Json, mediaTypes: readonly string[]): Json;
  response(schema: Json, mediaTypes: readonly string[]): Json;
}

const ANSWERS = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const CUSTOM_ANSWERS = ['application/json', 'application/yaml'];
const STREAMS = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];
const PATCHES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
const CUSTOM_PATCHES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];

const WRITE = { dryRun: 'string', fieldManager: 'string', fieldValidation: 'string' };
const LIST = {
  allowWatchBookmarks: 'boolean',
  continue: 'string',
  fieldSelector: 'string',
  labelSelector: 'string',
  limit: 'integer',
  resourceVersion: 'string',
  resourceVersionMatch: 'string',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
};
const DELETE = {
  dryRun: 'string',
  gracePeriodSeconds: 'integer',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
};
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  get: {},
  list: LIST,
  post: WRITE,
  put: WRITE,
  patch: { ...WRITE, force: 'boolean' },
  delete: DELETE,
  deletecollection: { ...LIST, ...DELETE },
};

/** Every path of a group version, with the extensions that kubectl looks for. */
export function pathsOf(version: ServedVersion, schemas: SchemaSet, dialect: PathDialect): Json {
  const paths: Json = {};
  const root = version.groupVersion.includes('/') ? `/apis/${version.groupVersion}` : `/api/${version.groupVersion}`;
  for (const resource of version.resources) new ResourcePaths(resource, root, schemas, dialect).addTo(paths);
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What an operation has beside its answer. */
interface OperationParts {
  readonly answerTypes?: readonly string[];
  readonly body?: Json;
  readonly bodyTypes?: readonly string[];
  /** Group, version and kind, where they are not the resource's own. */
  readonly identity?: Json;
}

class ResourcePaths {
  readonly #resource: ServedResource;
  readonly #root: string;
  readonly #schemas: SchemaSet;
  readonly #dialect: PathDialect;
  readonly #answers: readonly string[];

  constructor(resource: ServedResource, root: string, schemas: SchemaSet, dialect: PathDialect) {
    this.#resource = resource;
    this.#root = root;
    this.#schemas = schemas;
    this.#dialect = dialect;
    this.#answers = resource.custom ? CUSTOM_ANSWERS : ANSWERS;
  }

  addTo(paths: Json): void {
    const { resource, namespaced, verbs } = this.#resource;
    const collection = namespaced ? `${this.#root}/namespaces/{namespace}/${resource}` : `${this.#root}/${resource}`;
    const names = namespaced ? ['namespace'] : [];
    const has = (verb: string): boolean => verbs.includes(verb);
    const object = this.#object(false);
    const onCollection: Json = {
      ...(has('list') ? { get: this.#operation('list', this.#object(true), { answerTypes: this.#listTypes() }) } : {}),
      ...(has('create') ? { post: this.#operation('post', object, { body: object }) } : {}),
      ...(has('deletecollection') ? { delete: this.#operation('deletecollection', this.#status()) } : {}),
    };
    const onObject: Json = {
      ...(has('get') ? { get: this.#operation('get', object) } : {}),
      ...(has('update') ? { put: this.#operation('put', object, { body: object }) } : {}),
      ...(has('delete') ? { delete: this.#operation('delete', this.#status()) } : {}),
      ...(has('patch') ? { patch: this.#patch(object) } : {}),
    };
    this.#add(paths, collection, onCollection, names);
    this.#add(paths, `${collection}/{name}`, onObject, ['name', ...names]);
    if (namespaced && has('list')) {
      this.#add(paths, `${this.#root}/${resource}`, { get: onCollection['get'] }, []);
    }
    for (const subresource of this.#resource.subresources) {
      const operations = this.#subresource(subresource);
      this.#add(paths, `${collection}/{name}/${subresource.name}`, operations, ['name', ...names]);
    }
  }

  #subresource({ apiVersion, kind, verbs }: ServedSubresource): Json {
    const own = this.#resource.custom && apiVersion === this.#resource.apiVersion;
    const object = own ? this.#object(false) : this.#schemas.refToKind(apiVersion, kind);
    const identity = { ...groupVersionOf(apiVersion), kind };
    const has = (verb: string): boolean => verbs.includes(verb);
    return {
      ...(has('get') ? { get: this.#operation('get', object, { identity }) } : {}),
      ...(has('create') ? { post: this.#operation('post', object, { body: object, identity }) } : {}),
      ...(has('update') ? { put: this.#operation('put', object, { body: object, identity }) } : {}),
      ...(has('patch') ? { patch: this.#patch(object, { identity }) } : {}),
    };
  }

  #add(paths: Json, path: string, operations: Json, names: readonly string[]): void {
    if (Object.keys(operations).length === 0) return;
    const parameters = names.map((name) => this.#dialect.pathParameter(name));
    paths[path] = { ...operations, parameters: [...parameters, this.#dialect.parameter('pretty', 'string')] };
  }

  #patch(object: Json, more: OperationParts = {}): Json {
    const body = this.#schemas.refTo('io.k8s.apimachinery.pkg.apis.meta.v1.Patch');
    const bodyTypes = this.#resource.custom ? CUSTOM_PATCHES : PATCHES;
    return this.#operation('patch', object, { ...more, body, bodyTypes });
  }

  #operation(action: string, answer: Json, parts: OperationParts = {}): Json {
    const { group, version, kind } = this.#resource;
    const { answerTypes = this.#answers, body, bodyTypes = ['*/*'], identity = { group, version, kind } } = parts;
    const parameters = Object.entries(PARAMETERS[action] ?? {}).map(([name, type]) =>
      this.#dialect.parameter(name, type),
    );
    const sent = body === undefined ? {} : this.#dialect.body(body, bodyTypes);
    const bodyParameters = (sent['parameters'] as Json[] | undefined) ?? [];
    const all = [...bodyParameters, ...parameters];
    return {
      ...sent,
      ...(all.length === 0 ? {} : { parameters: all }),
      responses: { 200: this.#dialect.response(answer, answerTypes) },
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': identity,
    };
  }

  #object(list: boolean): Json {
    const { custom, apiVersion, kind, listKind } = this.#resource;
    if (custom) return this.#schemas.refToCustom(this.#resource, list);
    return this.#schemas.refToKind(apiVersion, list ? listKind : kind);
  }

  #status(): Json {
    return this.#schemas.refToKind('v1', 'Status');
  }

  #listTypes(): readonly string[] {
    return this.#resource.custom ? [...this.#answers, STREAMS[0] as string] : [...this.#answers, ...STREAMS];
  }
}
