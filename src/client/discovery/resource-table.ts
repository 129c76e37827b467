import { KubeInformerError } from '../../errors/index.js';
import { apiVersionOf, resourceName } from '../../meta/index.js';
import type { GroupVersionResource } from '../../meta/index.js';
import { nearMatches } from './near-matches.js';
import type { ApiResource, ApiSurface, ApiVersionKind } from './types.js';

/** One way to read a name a person typed. */
interface Reading {
  readonly name: string;
  readonly version?: string;
  readonly group?: string;
}

const VERSION = /^v[0-9]+((alpha|beta)[0-9]+)?$/;

/**
 * What a server serves, to be looked up: by the names people type, by kind, and by resource.
 *
 * Where a name fits several resources, one in the preferred version of its group comes before one that is not, and then
 * the server's order of groups decides, as in kubectl: `events` are those of the core group.
 */
export class ResourceTable {
  readonly surface: ApiSurface;
  readonly #inOrder: readonly ApiResource[];
  readonly #byKind = new Map<string, ApiResource>();
  readonly #byResource = new Map<string, ApiResource>();

  constructor(surface: ApiSurface) {
    this.surface = surface;
    const preferred = new Set(surface.groups.map(({ name, preferredVersion }) => `${name}/${preferredVersion}`));
    const isPreferred = ({ group, version }: ApiResource): boolean => preferred.has(`${group}/${version}`);
    this.#inOrder = [
      ...surface.resources.filter((resource) => isPreferred(resource)),
      ...surface.resources.filter((resource) => !isPreferred(resource)),
    ];
    for (const resource of surface.resources) {
      const apiVersion = apiVersionOf(resource);
      const kindKey = `${apiVersion} ${resource.kind}`;
      // Of two resources with one kind, the one whose objects can be read.
      const before = this.#byKind.get(kindKey);
      if (before === undefined || (!before.verbs.includes('get') && resource.verbs.includes('get'))) {
        this.#byKind.set(kindKey, resource);
      }
      this.#byResource.set(`${apiVersion} ${resource.resource}`, resource);
    }
  }

  /** By a name as kubectl takes it; undefined when nothing has it. */
  find(asked: string): ApiResource | undefined {
    const readings = readingsOf(asked.trim());
    for (const matchesGroup of [sameGroup, groupBegins]) {
      for (const reading of readings) {
        const inPlace = this.#inOrder.filter(
          (resource) =>
            (reading.group === undefined || matchesGroup(resource.group, reading.group)) &&
            (reading.version === undefined || resource.version === reading.version),
        );
        const found = byName(inPlace, reading.name);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  resourceFor({ apiVersion, kind }: ApiVersionKind): ApiResource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** The whole description of a resource that is known by its names only. */
  describe(resource: GroupVersionResource): ApiResource | undefined {
    return this.#byResource.get(`${apiVersionOf(resource)} ${resource.resource}`);
  }

  /** Why `find` found nothing. */
  unknownName(asked: string): KubeInformerError {
    const near = nearMatches(asked, this.#inOrder);
    return this.#unknown(`resource "${asked}"`, near.length === 0 ? '' : `Did you mean ${near.join(', ')}?`);
  }

  /** Why `resourceFor` found nothing. */
  unknownKind({ apiVersion, kind }: ApiVersionKind): KubeInformerError {
    const elsewhere = this.#inOrder.filter((resource) => resource.kind === kind).map((one) => apiVersionOf(one));
    const near = nearMatches(kind, this.#inOrder);
    const hint =
      elsewhere.length > 0
        ? `It serves ${kind} as ${elsewhere.join(', ')}.`
        : near.length > 0
          ? `Did you mean the kind of ${near.join(', ')}?`
          : '';
    return this.#unknown(`kind "${kind}" in "${apiVersion}"`, hint);
  }

  /** Why `describe` found nothing. */
  unknownResource(resource: GroupVersionResource): KubeInformerError {
    const name = resourceName(resource);
    const versions = this.#inOrder.filter((one) => resourceName(one) === name).map(({ version }) => version);
    const hint = versions.length > 0 ? `It serves version ${versions.join(', ')}.` : '';
    return this.#unknown(`resource "${name}" in version "${resource.version}"`, hint);
  }

  #unknown(what: string, hint: string): KubeInformerError {
    const stale = this.surface.groups.flatMap(({ versions }) =>
      versions.filter((version) => version.stale).map(({ apiVersion }) => apiVersion),
    );
    const unsure =
      stale.length === 0 ? '' : `What is in ${stale.join(', ')} is not known: the server behind it does not answer.`;
    const message = [
      `The API server has no ${what}.`,
      hint,
      unsure,
      'If it belongs to a custom resource, check that its definition is installed.',
    ];
    return new KubeInformerError('ERR_RESOURCE_UNKNOWN', message.filter((part) => part !== '').join(' '), {
      // It may be installed later, or its server come back.
      retryable: true,
    });
  }
}

/** `a.b.c` may be resource `a` of version `b` in group `c`, or of group `b.c`; the first that fits counts. */
function readingsOf(asked: string): Reading[] {
  const [name = '', ...rest] = asked.split('.');
  if (rest.length === 0) return [{ name }];
  const readings: Reading[] = [];
  const [version = '', ...group] = rest;
  if (group.length > 0) readings.push({ name, version, group: group.join('.') });
  readings.push({ name, group: rest.join('.') });
  // kubectl wants `pods.v1.` for the core group; without the last dot it means the same here.
  if (group.length === 0 && VERSION.test(version)) readings.push({ name, version, group: '' });
  return readings;
}

const sameGroup = (group: string, asked: string): boolean => group === asked;

/** `ingresses.networking` is enough for the group `networking.k8s.io`. */
const groupBegins = (group: string, asked: string): boolean => asked !== '' && group.startsWith(asked);

/** A full name comes before a short name, and that before a kind whose name is neither. */
function byName(resources: readonly ApiResource[], asked: string): ApiResource | undefined {
  const name = asked.toLowerCase();
  return (
    resources.find(({ resource, singular }) => resource === name || singular === name) ??
    resources.find(({ shortNames }) => shortNames.includes(name)) ??
    resources.find(({ kind }) => kind.toLowerCase() === name)
  );
}
