import { notAcceptable, notAcceptableByRoute } from './failures.js';

/** How bytes are written. */
export type Format = 'json' | 'protobuf' | 'yaml';

/** What an object is turned into before it is written. */
export type Conversion = 'PartialObjectMetadata' | 'PartialObjectMetadataList' | 'Table';

/** What a client wants to get. */
export interface Representation {
  readonly format: Format;
  readonly pretty: boolean;
  /** `as=…;g=meta.k8s.io;v=…` of the media type. */
  readonly as?: { readonly kind: Conversion; readonly apiVersion: string };
}

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

const FORMATS: readonly Format[] = ['json', 'yaml', 'protobuf'];
const PLAIN: readonly string[] = FORMATS.map((format) => MEDIA_TYPES[format]);
const STREAMS: readonly string[] = [`${MEDIA_TYPES.json};stream=watch`, `${MEDIA_TYPES.protobuf};stream=watch`];
const META_VERSIONS = new Set(['v1', 'v1beta1']);
const CONVERSIONS: ReadonlySet<string> = new Set<Conversion>([
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
  'Table',
]);

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseClause(text: string): Clause | undefined {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  if (type === '') return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at === -1) continue;
    const name = part.slice(0, at).trim();
    const value = part
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (name === 'q') quality = Number.isFinite(Number(value)) ? Number(value) : 1;
    else parameters.set(name, value);
  }
  return { type: type.toLowerCase(), quality, parameters };
}

/** By quality, then exact before wildcard; what is equal keeps its order. */
function parseAccept(header: string): Clause[] {
  const wildness = (type: string): number => (type === '*/*' ? 2 : type.endsWith('/*') ? 1 : 0);
  return header
    .split(',')
    .map(parseClause)
    .filter((clause) => clause !== undefined)
    .sort((a, b) => b.quality - a.quality || wildness(a.type) - wildness(b.type));
}

const matches = (type: string, format: Format): boolean =>
  type === MEDIA_TYPES[format] || type === 'application/*' || type === '*/*';

/** Whether humans read the answer: asked for by `?pretty=`, or a program that people run by hand. */
export function isPretty(query: URLSearchParams, agent: string): boolean {
  const asked = query.get('pretty') ?? '';
  if (asked !== '') return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(asked);
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0');
}

/** What the resource of a request allows. */
export interface AcceptRules {
  /** Custom objects have no protobuf form (their metadata has), and their routes do not look at the header first. */
  readonly custom: boolean;
  /** A list route, on which watches are asked for too: this changes what the refusal says. */
  readonly collection: boolean;
  readonly watch: boolean;
}

/** Chooses a representation from the `Accept` header, or throws 406. */
export function negotiate(header: string, pretty: boolean, rules: AcceptRules): Representation {
  if (header === '') return { format: 'json', pretty };
  const clauses = parseAccept(header);
  // The router's own check comes first: it knows neither parameters nor application/*.
  const known = clauses.some(({ type }) => type === '*/*' || FORMATS.some((format) => MEDIA_TYPES[format] === type));
  if (!known && !rules.custom) {
    throw notAcceptableByRoute(rules.collection ? [...PLAIN, ...STREAMS] : PLAIN);
  }
  for (const clause of clauses) {
    for (const format of FORMATS) {
      if (!matches(clause.type, format)) continue;
      const chosen = choose(clause, format, pretty, rules);
      if (chosen === undefined) continue;
      if (rules.watch && format === 'yaml') throw notAcceptable(STREAMS);
      return chosen;
    }
  }
  throw notAcceptable(rules.watch && !rules.custom ? STREAMS : PLAIN);
}

function choose(clause: Clause, format: Format, pretty: boolean, rules: AcceptRules): Representation | undefined {
  const { parameters } = clause;
  const stream = parameters.get('stream') ?? '';
  if (stream !== '' && (stream !== 'watch' || format === 'yaml')) return undefined;
  const shown = pretty || parameters.get('pretty') === '1';
  const kind = parameters.get('as');
  const group = parameters.get('g');
  const version = parameters.get('v');
  if (kind === undefined && group === undefined && version === undefined) {
    return format === 'protobuf' && rules.custom ? undefined : { format, pretty: shown };
  }
  if (group !== 'meta.k8s.io' || version === undefined || !META_VERSIONS.has(version)) return undefined;
  if (kind === undefined || !CONVERSIONS.has(kind)) return undefined;
  if (kind === 'Table' && format === 'protobuf') return undefined;
  return { format, pretty: shown, as: { kind: kind as Conversion, apiVersion: `meta.k8s.io/${version}` } };
}

/** How an error is written: as the client accepts it, and as JSON for people when it accepts nothing we have. */
export function negotiateStatus(header: string, pretty: boolean): Representation {
  if (header === '') return { format: 'json', pretty };
  for (const { type, parameters } of parseAccept(header)) {
    // A conversion is of objects: a Status cannot be one, and the clause is passed over as the real server does.
    if (parameters.has('as') || parameters.has('g') || parameters.has('v')) continue;
    const stream = parameters.get('stream') ?? '';
    for (const format of FORMATS) {
      if (!matches(type, format)) continue;
      if (stream !== '' && (stream !== 'watch' || format === 'yaml')) continue;
      return { format, pretty: pretty || parameters.get('pretty') === '1' };
    }
  }
  return { format: 'json', pretty: true };
}
