import type { Manifest } from '../client/index.js';
import type { KubernetesObject } from '../meta/index.js';

/** An object in the shape of a pod, as far as a test wants to look. */
export interface TestObject extends KubernetesObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly containers: readonly {
      readonly name: string;
      readonly image: string;
      readonly env?: readonly { readonly name: string; readonly value: string }[];
    }[];
  };
  readonly status?: { readonly phase: string; readonly podIP?: string };
}

/**
 * An object as a test writes it: what a source fills in, uid and resourceVersion, may be left out; or what a client would be
 * given to create it, with a name.
 */
export type NewObject<T extends KubernetesObject> =
  | (Omit<T, 'metadata'> & {
      readonly metadata: Omit<T['metadata'], 'uid' | 'resourceVersion'> &
        Partial<Pick<T['metadata'], 'uid' | 'resourceVersion'>>;
    })
  | (Manifest<T> & { readonly metadata: { readonly name: string } });

/** What the object is to look like. */
export interface MakeObjectOptions {
  readonly name: string;
  /** Default `'default'`; `''` makes a cluster-scoped object. */
  readonly namespace?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly nodeName?: string | undefined;
  readonly phase?: string | undefined;
  /** About how many bytes it is as JSON. Default: as small as it comes, some 250. */
  readonly size?: number | undefined;
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
}

// The length of one environment variable as JSON, about that of real ones: many small strings cost
// a parser and the heap more than one long one, and that is what objects of a cluster are made of.
const BYTES_PER_VARIABLE = 64;

/**
 * Builds an object for a test: a running pod unless told otherwise. Equal options give equal objects.
 *
 * @example
 * const objects = Array.from({ length: 1000 }, (_, n) => makeObject({ name: `web-${n}`, size: 5_000 }));
 */
export function makeObject(options: MakeObjectOptions): TestObject {
  const {
    name,
    namespace = 'default',
    uid,
    resourceVersion,
    labels,
    annotations,
    nodeName,
    phase = 'Running',
  } = options;
  const object: TestObject = {
    apiVersion: options.apiVersion ?? 'v1',
    kind: options.kind ?? 'Pod',
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      ...(nodeName === undefined ? {} : { nodeName }),
      containers: [{ name: 'main', image: `registry.example.com/${name}:1.0` }],
    },
    status: { phase },
  };
  const missing = (options.size ?? 0) - Buffer.byteLength(JSON.stringify(object));
  return missing < BYTES_PER_VARIABLE ? object : withVariables(object, Math.floor(missing / BYTES_PER_VARIABLE));
}

function withVariables(object: TestObject, count: number): TestObject {
  const { name } = object.metadata;
  const env = Array.from({ length: count }, (_, index) => {
    const variable = { name: `VARIABLE_${index}`, value: `${name}-` };
    const short = BYTES_PER_VARIABLE - Buffer.byteLength(JSON.stringify(variable)) - 1;
    return { ...variable, value: variable.value + 'x'.repeat(Math.max(0, short)) };
  });
  const containers = object.spec.containers.map((container) => ({ ...container, env }));
  return { ...object, spec: { ...object.spec, containers } };
}
