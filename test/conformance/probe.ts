import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { keptHeaders } from './exchange.js';
import type { RawExchange } from './exchange.js';
import { resourcePath } from './resources.js';
import { PROTOBUF, readBody, toProtobuf } from './representation.js';
import type { Transport } from './transport.js';
import { WatchProbe } from './watch-probe.js';

export type Plain = Record<string, unknown>;

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

const PATCH_TYPES: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** How to ask. */
export interface AskOptions {
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON (or protobuf, by `contentType`); text and bytes as they are. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly as?: 'admin' | 'alice' | 'bob' | 'nobody';
  /** With alice's certificate, beside or in place of a token. */
  readonly certificate?: boolean;
  readonly namespace?: string;
  readonly subresource?: string;
  /** Keeps of the body only what the case is about. */
  readonly pick?: (body: Plain) => unknown;
  /** Only the status is compared. */
  readonly brief?: boolean;
  readonly http2?: boolean;
  /** The path has something in it that each server chooses. */
  readonly unnamed?: boolean;
  /** Not part of what is compared: it may be asked once or often. */
  readonly unseen?: boolean;
}

/** An answer as the script sees it. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly #headers: IncomingHttpHeaders;

  constructor(status: number, body: unknown, headers: IncomingHttpHeaders) {
    this.status = status;
    this.body = body;
    this.#headers = headers;
  }

  header(name: string): string {
    return String(this.#headers[name] ?? '');
  }

  /** The value at a dotted path, undefined where there is none. */
  at(path: string): unknown {
    return path.split('.').reduce<unknown>((value, key) => (value as Plain | undefined)?.[key], this.body);
  }

  /** The same as text: a version, a uid, a token. */
  text(path: string): string {
    const value = this.at(path);
    return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  }

  get version(): string {
    return this.text('metadata.resourceVersion');
  }

  /** A copy to change and send back. */
  object(): Plain & { metadata: Plain } {
    return structuredClone(this.body) as Plain & { metadata: Plain };
  }
}

// A server makes a new kind available within a second or two, and remembers who a token was for ten.
const PATIENCE_MS = 15_000;
const POLL_MS = 100;

// Whose name stands in managedFields when nobody names a field manager.
const USER_AGENT = 'conformance/1.0';

/** What a script asks with. Every request and its answer is kept, in order. */
export class Probe {
  /** A namespace of the case's own; also the prefix of what it makes outside of namespaces. */
  readonly ns: string;
  readonly exchanges: RawExchange[] = [];
  readonly #transport: Transport;
  readonly #watches: WatchProbe[] = [];

  constructor(transport: Transport, ns: string) {
    this.#transport = transport;
    this.ns = ns;
  }

  path(resource: string, name = '', options: AskOptions = {}): string {
    return resourcePath(resource, options.namespace ?? this.ns, name, options.subresource ?? '');
  }

  async ask(method: string, path: string, options: AskOptions = {}): Promise<Answer> {
    const { target, request, brief } = this.#prepare(method, path, options);
    const { certificate = false } = options;
    const raw = await (options.http2 === true
      ? this.#transport.sendOverHttp2(target)
      : this.#transport.send(target, { certificate }));
    const bytes = raw.headers['content-encoding'] === 'gzip' ? gunzipSync(raw.body) : raw.body;
    const body = readBody(raw.headers['content-type'] ?? '', bytes);
    const picked = options.pick === undefined || body === undefined ? body : plain(options.pick(body as Plain));
    if (options.unseen !== true) {
      this.exchanges.push({ request, status: raw.status, headers: keptHeaders(raw.headers), body: picked, brief });
    }
    return new Answer(raw.status, body, raw.headers);
  }

  get(resource: string, name: string, options: AskOptions = {}): Promise<Answer> {
    return this.ask('GET', this.path(resource, name, options), options);
  }

  list(resource: string, options: AskOptions = {}): Promise<Answer> {
    return this.ask('GET', this.path(resource, '', options), options);
  }

  create(resource: string, body: unknown, options: AskOptions = {}): Promise<Answer> {
    return this.ask('POST', this.path(resource, '', options), { body, ...options });
  }

  /** Makes what the case needs before it begins. */
  given(resource: string, body: Plain, options: AskOptions = {}): Promise<Answer> {
    return this.create(resource, body, { ...options, brief: true });
  }

  update(resource: string, body: Plain & { metadata: Plain }, options: AskOptions = {}): Promise<Answer> {
    return this.ask('PUT', this.path(resource, String(body.metadata['name']), options), { body, ...options });
  }

  patch(type: PatchType, resource: string, name: string, body: unknown, options: AskOptions = {}): Promise<Answer> {
    return this.ask('PATCH', this.path(resource, name, options), { body, contentType: PATCH_TYPES[type], ...options });
  }

  /** Server-side apply of an object, by the manager given. */
  apply(
    resource: string,
    body: Plain & { metadata: Plain },
    manager: string,
    options: AskOptions & { force?: boolean } = {},
  ): Promise<Answer> {
    const named: Record<string, string> = manager === '' ? {} : { fieldManager: manager };
    const force: Record<string, string> = options.force === undefined ? {} : { force: String(options.force) };
    const query = { ...named, ...force, ...options.query };
    return this.patch('apply', resource, String(body.metadata['name']), body, { ...options, query });
  }

  delete(resource: string, name: string, options: AskOptions = {}): Promise<Answer> {
    return this.ask('DELETE', this.path(resource, name, options), options);
  }

  deleteCollection(resource: string, options: AskOptions = {}): Promise<Answer> {
    return this.ask('DELETE', this.path(resource, '', options), options);
  }

  /** Opens a watch of a collection; resolves when the server has accepted or refused it. */
  watch(resource: string, options: AskOptions = {}): Promise<WatchProbe> {
    return this.watchPath(this.path(resource, '', options), { ...options, query: { watch: 'true', ...options.query } });
  }

  async watchPath(path: string, options: AskOptions = {}): Promise<WatchProbe> {
    const { target, request, brief } = this.#prepare('GET', path, options);
    const stream = await this.#transport.open(target, { ownSocket: true });
    const exchange: RawExchange = {
      request,
      status: stream.statusCode ?? 0,
      headers: keptHeaders(stream.headers),
      events: [],
      brief,
    };
    this.exchanges.push(exchange);
    const watch = new WatchProbe(stream, exchange);
    this.#watches.push(watch);
    return watch;
  }

  /** Asks again and again, unseen, until the answer is as wanted: for what a server does on its own time. */
  async until(path: string, wanted: (answer: Answer) => boolean, options: AskOptions = {}): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const raw = await this.#transport.send(this.#prepare('GET', path, options).target);
      const answer = new Answer(raw.status, readBody(raw.headers['content-type'] ?? '', raw.body), raw.headers);
      if (wanted(answer) || Date.now() > deadline) return answer;
      await sleep(POLL_MS);
    }
  }

  /** Waits until a user may do something: roles are seen on the server's own time. */
  async allowed(user: string, resourceAttributes: Plain): Promise<void> {
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    // Only users of the suite are asked about, and each is in one group besides.
    const groups = [user === 'alice' ? 'devs' : 'ops', 'system:authenticated'];
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes },
    };
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await this.pause()) {
      const { target } = this.#prepare('POST', path, { body });
      const raw = await this.#transport.send(target);
      if (readBody(raw.headers['content-type'] ?? '', raw.body) !== undefined && raw.body.includes('"allowed":true'))
        return;
    }
  }

  /** Makes a custom kind and waits until its objects can be made; gives the name of the resource. */
  async define(definition: Plain & { metadata: Plain }, version = 'v1'): Promise<string> {
    const made = await this.given('customresourcedefinitions', definition);
    const plural = made.text('spec.names.plural');
    const group = made.text('spec.group');
    const namespaced = made.text('spec.scope') === 'Namespaced';
    const path = this.path('customresourcedefinitions', String(definition.metadata['name']));
    await this.until(path, (answer) => JSON.stringify(answer.at('status.conditions') ?? []).includes('"Established"'));
    await this.until(`/apis/${group}/${version}/${plural}`, ({ status }) => status === 200);
    return `${namespaced ? '' : '*'}${plural}.${group}/${version}`;
  }

  /** Makes the server forget every version but the last, as time does; see `Target`. For cases that run alone. */
  async forget({ watches = false }: { readonly watches?: boolean } = {}): Promise<void> {
    const { target } = this.#transport;
    if (target.forget === undefined) throw new Error('Nobody can make this server forget: start one of your own');
    await target.forget({ watches });
  }

  /** For a server that does something on its own time. */
  async pause(): Promise<void> {
    await sleep(POLL_MS);
  }

  /** Ends what the script left open. */
  close(): void {
    for (const watch of this.#watches) watch.close();
  }

  #prepare(method: string, path: string, options: AskOptions) {
    const { query = {}, headers = {}, body, accept, as = 'admin', brief = false } = options;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of typeof value === 'string' ? [value] : value) search.append(name, one);
    }
    const text = search.toString();
    const full = text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
    const contentType = options.contentType ?? (body === undefined ? undefined : 'application/json');
    const sent: Record<string, string> = {
      'user-agent': USER_AGENT,
      accept: accept ?? 'application/json',
      ...(as === 'nobody' ? {} : { authorization: `Bearer ${this.#transport.target.tokens[as]}` }),
      ...(contentType === undefined || contentType === '' ? {} : { 'content-type': contentType }),
      ...headers,
    };
    const request = [
      options.unnamed === true ? method : `${method} ${full}`,
      ...(contentType === undefined || contentType === 'application/json' ? [] : [`as ${contentType}`]),
      ...(accept === undefined ? [] : [`accepting ${accept}`]),
      ...(as === 'admin' ? [] : [`by ${as}`]),
    ].join(' ');
    return { target: { method, path: full, headers: sent, body: bytesOf(body, contentType) }, request, brief };
  }
}

function bytesOf(body: unknown, contentType: string | undefined): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (contentType === PROTOBUF) return toProtobuf(body as Plain);
  return Buffer.from(JSON.stringify(body));
}

/** As it is in a recording, where JSON leaves out what is undefined. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
