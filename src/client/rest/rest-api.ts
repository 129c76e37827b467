import { KubeInformerError } from '../../errors/index.js';
import type { Status } from '../../errors/index.js';
import { findResource } from '../../generated/index.js';
import { ObjectRecord, apiVersionOf } from '../../meta/index.js';
import type { KubernetesObject } from '../../meta/index.js';
import { acceptHeader, decodeObject, errorOfResponse } from '../../wire/index.js';
import type { As, ContentOptions, WireItem } from '../../wire/index.js';
import type { HttpHeaders, HttpRequest, HttpResponse, Transport } from '../http/index.js';
import { IncompleteObjects } from './incomplete.js';
import { attempt, pathOf } from './names.js';
import type { DocumentOptions } from './options.js';
import type { Target } from './names.js';

/** One call of the API. */
export interface ApiCall extends Omit<HttpRequest, 'path' | 'headers'> {
  /** As people say it: `list`, `get`, `patch`. */
  readonly verb: string;
  readonly target: Target;
  /** The Content-Type of the body. Default: JSON. */
  readonly contentType?: string;
  /** Asks for the metadata alone. */
  readonly as?: As;
  /** False: asks for JSON alone. */
  readonly protobuf?: boolean;
}

/** An answer that the server gave with a status below 300, and what it answers. */
export interface Accepted {
  readonly response: HttpResponse;
  readonly contentType: string | undefined;
  readonly attempted: string;
}

/**
 * The longest answer that is read into memory whole: an object, a discovery document. A server stores none above 3 MB;
 * lists and watches are not bound by it, since they are never whole in memory.
 */
const MAX_BODY_BYTES = 16 * 2 ** 20;

/** How much of the answer to a failed call is read: a Status of a webhook may be long, a page of a proxy is cut. */
const MAX_ERROR_BYTES = 2 ** 20;

/** The server says no more than the one word. */
const NOT_ACCEPTED =
  'Unauthorized (401): the server does not accept the credentials. Log in again, or check the user of the kubeconfig, ' +
  'and its token, certificate or plugin.';

/** Calls of one API server, with its refusals as typed errors. */
export class RestApi {
  readonly transport: Transport;
  /** Whether protobuf is asked for where the server has it. */
  readonly protobuf: boolean;
  readonly incomplete = new IncompleteObjects();

  constructor(transport: Transport, { protobuf }: { readonly protobuf: boolean }) {
    this.transport = transport;
    this.protobuf = protobuf;
  }

  /**
   * Sends a call and resolves when the server has accepted it; the body is still to be read. Rejects with
   * `ApiStatusError` when it refuses.
   */
  async send({ verb, target, contentType, as, protobuf = true, ...request }: ApiCall): Promise<Accepted> {
    // A server may have protobuf for kinds that no table here describes: newer ones, and those of aggregated servers.
    const isReadable = as !== undefined || findResource(target.resource) !== undefined;
    const headers = {
      accept: acceptHeader({ protobuf: protobuf && this.protobuf && isReadable, ...(as === undefined ? {} : { as }) }),
      ...(request.body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
    };
    const explain = (status: Status): string | undefined => explainMissing(status, target);
    return this.sendRaw({ ...request, path: pathOf(target) }, attempt(verb, target), headers, explain);
  }

  /** As `send`, for a path of any kind. */
  async sendRaw(
    request: HttpRequest,
    attempted: string,
    headers: HttpHeaders,
    explain: (status: Status) => string | undefined = () => undefined,
  ): Promise<Accepted> {
    const response = await this.transport.request({ ...request, headers });
    const contentType = oneOf(response.headers['content-type']);
    if (response.status < 300) return { response, contentType, attempted };
    const body = await readSome(response.body, MAX_ERROR_BYTES);
    throw errorOfResponse({
      statusCode: response.status,
      contentType,
      body,
      attempted,
      explain: (status) => (status.code === 401 ? NOT_ACCEPTED : explain(status)),
      ...(response.retryAfterMs === undefined ? {} : { retryAfterMs: response.retryAfterMs }),
    });
  }

  /**
   * Sends a call whose answer is one object: a record, an object without a name, or a Status of success. One that has
   * lost fields is remembered, unless the caller will ask for it again.
   */
  async object<T extends KubernetesObject>(
    call: ApiCall,
    { asksAgain = false }: { readonly asksAgain?: boolean } = {},
  ): Promise<WireItem<T> | Status> {
    const accepted = await this.send(call);
    const { contentType, attempted } = accepted;
    const body = await readWhole(accepted);
    const item = decodeObject<T>(contentType, body, decodeOptions(call.target, attempted));
    if (asksAgain) this.incomplete.count(item);
    else this.incomplete.note(item);
    return item;
  }

  /** Gets a text: `/readyz`, `/metrics`. */
  async text(path: string, options: DocumentOptions = {}): Promise<string> {
    // JSON is for what the server refuses.
    const { accept = 'text/plain, application/json;q=0.9, */*;q=0.8', query, signal } = options;
    const request: HttpRequest = { method: 'GET', path, query, signal };
    const accepted = await this.sendRaw(request, `Cannot get ${path}`, { accept });
    const body = await readWhole(accepted);
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  }

  /** Gets a document that is no object of the API: discovery, `/version`. */
  async json(path: string, { accept = 'application/json', ...options }: DocumentOptions = {}): Promise<unknown> {
    const text = await this.text(path, { ...options, accept });
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new KubeInformerError('ERR_WIRE_UNEXPECTED_CONTENT', `Cannot get ${path}: the answer is no JSON.`, {
        cause: error,
      });
    }
  }
}

/** How the objects of a resource are decoded for callers of verbs: nothing is dropped. */
export function decodeOptions({ resource, subresource }: Target, attempted: string): ContentOptions {
  // A subresource may be of another kind, and says so itself.
  const type =
    resource.kind === undefined || subresource !== undefined
      ? {}
      : { type: { apiVersion: apiVersionOf(resource), kind: resource.kind } };
  return { what: `the answer (${attempted.replace(/^Cannot /, '')})`, keepManagedFields: true, ...type };
}

/** The object of what the wire brought; undefined for a Status of success, which stands for no object. */
export function objectOf<T extends KubernetesObject>(item: WireItem<T> | Status): T | undefined {
  if (item instanceof ObjectRecord) return item.object;
  const isStatus = (item as { kind?: unknown }).kind === 'Status' && (item as Status).status === 'Success';
  return isStatus ? undefined : (item as T);
}

/** A 404 in the words of a server that does not know the path: it has no such resource, or no such part of it. */
function explainMissing(
  { code, details, message = '' }: Status,
  { resource, subresource }: Target,
): string | undefined {
  const isAboutPath = /could not find the requested resource|404 page not found/.test(message);
  if (code !== 404 || !isAboutPath || details?.name !== undefined) return undefined;
  const what = subresource === undefined ? resource.resource : `${resource.resource}/${subresource}`;
  return (
    `the server has no ${JSON.stringify(what)} in ${apiVersionOf(resource)}. Check the names, and whether the ` +
    'CustomResourceDefinition or the API service that brings it is installed.'
  );
}

async function readWhole({ response, attempted }: Accepted): Promise<Uint8Array> {
  const body = await readSome(response.body, MAX_BODY_BYTES + 1);
  if (body.length <= MAX_BODY_BYTES) return body;
  throw new KubeInformerError(
    'ERR_WIRE_TOO_LARGE',
    `${attempted}: the answer is longer than ${MAX_BODY_BYTES} bytes, which no object of Kubernetes is. ` +
      'If it is none, read it in pieces with client.request().',
  );
}

async function readSome(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

function oneOf(value: HttpHeaders[string]): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value[0];
}
