import type { Manifest } from './objects.js';
import type { Probe } from './probe.js';

/** What a case is about, for the count of cases. Other requests of its script only set the scene. */
export type CaseVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'json-patch'
  | 'merge-patch'
  | 'strategic-patch'
  | 'apply'
  | 'delete'
  | 'deletecollection'
  | 'discovery'
  | 'access'
  | 'http';

/** One rule of the API, as a script of requests. What the answers must be is in `recorded/`. */
export interface ConformanceCase {
  readonly area: string;
  readonly verb: CaseVerb;
  readonly name: string;
  /**
   * A different wording or value of a rule that another case already has. It runs as the others do, but the count of
   * distinct cases leaves it out.
   */
  readonly permutation: boolean;
  /** Does something to the server that every other case would feel: it runs when no other does. */
  readonly alone: boolean;
  /** The script. It asks; it never says what the answer must be. */
  run(api: Probe): Promise<unknown>;
}

type Script = ConformanceCase['run'];

/** Collects the cases of one file. `verb` is what they are about unless a case says otherwise. */
export class Area {
  readonly name: string;
  readonly cases: ConformanceCase[] = [];
  readonly #alone: boolean;

  constructor(name: string, { alone = false }: { readonly alone?: boolean } = {}) {
    this.name = name;
    this.#alone = alone;
  }

  add(verb: CaseVerb, name: string, run: Script, { permutation = false } = {}): void {
    if (this.cases.some((other) => other.name === name))
      throw new Error(`Two cases of ${this.name} are called ${name}`);
    this.cases.push({ area: this.name, verb, name, run, permutation, alone: this.#alone });
  }

  /** What comes of making one object, which may depend on the namespace of the case. */
  creates(name: string, resource: string, make: (ns: string) => Manifest): void {
    this.add('create', name, (api) => api.create(resource, make(api.ns)));
  }

  /** The same rule with other values: the first counts. */
  each<T>(
    verb: CaseVerb,
    values: Readonly<Record<string, T>>,
    name: (label: string) => string,
    run: (api: Probe, value: T) => Promise<unknown>,
  ): void {
    Object.entries(values).forEach(([label, value], index) => {
      this.add(verb, name(label), (api) => run(api, value), { permutation: index > 0 });
    });
  }
}
