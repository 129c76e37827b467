import { createGzip } from 'node:zlib';
import { StatusError, badRequest } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import type { Representation } from './accept.js';
import { MEDIA_TYPES } from './accept.js';
import type { Answer } from './contract.js';
import type { Exchange, Headers } from './exchange.js';
import { notAcceptableAs } from './failures.js';
import { encodeList } from './list-stream.js';
import type { EncodingContext, IncludeObject } from './representation.js';
import { encodeAny, encodeObject } from './representation.js';
import { EventEncoder, streamWatch } from './watch-stream.js';

// Below this the time to compress is longer than the time to send; the real server's number.
const GZIP_FROM_BYTES = 128 * 1024;

/** The headers that every answer has. */
export function commonHeaders(exchange: Exchange, auditId: string): Record<string, readonly string[] | string> {
  const warnings = [...exchange.warnings].map(warningHeader);
  return {
    'Audit-Id': auditId,
    'Cache-Control': 'no-cache, private',
    ...(warnings.length === 0 ? {} : { Warning: warnings }),
  };
}

/** RFC 7234: `299 - "text"`. Control characters would end the header; the rest goes as UTF-8. */
function warningHeader(text: string): string {
  const clean = text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll(/["\\]/g, String.raw`\$&`);
  return Buffer.from(`299 - "${clean}"`).toString('latin1');
}

const acceptsGzip = (exchange: Exchange): boolean =>
  exchange
    .header('accept-encoding')
    .split(',')
    .some((token) => token.trim() === 'gzip');

/** `includeObject` of a table. Throws 400. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? '';
  if (value === '' || value === 'Metadata') return 'Metadata';
  if (value === 'None' || value === 'Object') return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** Sends what a verb answered. */
export async function respond(
  exchange: Exchange,
  answer: Answer,
  context: EncodingContext,
  options: { auditId: string; storage: Storage },
): Promise<void> {
  const { storage } = options;
  const { representation, resource } = context;
  const headers = (): Headers => commonHeaders(exchange, options.auditId);
  switch (answer.type) {
    case 'object': {
      if (representation.as?.kind === 'PartialObjectMetadataList') {
        if (resource.custom) throw new StatusError(500, '', 'content is not a list');
        throw notAcceptableAs(
          `you requested PartialObjectMetadataList, but the requested object is not a list (*${goPackage(resource)}.${answer.object.kind})`,
        );
      }
      const bytes = await encodeObject(context, answer.object, answer.entry);
      await storage.durable(answer.entry?.version ?? storage.version);
      await sendWhole(exchange, answer.code, bytes, MEDIA_TYPES[representation.format], headers());
      return;
    }
    case 'status': {
      await storage.durable(storage.version);
      await sendStatus(exchange, answer.code, answer.status, plain(representation), headers());
      return;
    }
    case 'nothing':
      exchange.head(204, headers());
      exchange.end();
      return;
    case 'list': {
      if (representation.as?.kind === 'PartialObjectMetadata') {
        throw notAcceptableAs(
          `you requested PartialObjectMetadata, but the requested object is a list (*${resource.custom ? 'unstructured.UnstructuredList' : `${goPackage(resource)}.${resource.listKind}`})`,
        );
      }
      await storage.durable(storage.version);
      await sendChunks(exchange, encodeList(context, answer.list), MEDIA_TYPES[representation.format], headers());
      return;
    }
    case 'watch': {
      const type = MEDIA_TYPES[representation.format];
      const contentType = representation.format === 'json' ? type : `${type};stream=watch`;
      exchange.head(200, { ...headers(), 'Content-Type': contentType }, { flush: true });
      await streamWatch(exchange, answer.watch, new EventEncoder(context));
      exchange.end();
    }
  }
}

/** How Go calls the package of a built-in group's types, which two messages show. */
const goPackage = ({ group }: EncodingContext['resource']): string =>
  group === '' ? 'core' : (group.split('.')[0] as string);

const plain = ({ format, pretty }: Representation): Representation => ({ format, pretty });

/** Any bytes that are there whole. */
export async function sendWhole(
  exchange: Exchange,
  code: number,
  bytes: Buffer,
  contentType: string,
  headers: Headers,
): Promise<void> {
  if (bytes.length > GZIP_FROM_BYTES && acceptsGzip(exchange)) {
    await sendChunks(exchange, [bytes], contentType, headers, code);
    return;
  }
  const type: Record<string, string> = contentType === '' ? {} : { 'Content-Type': contentType };
  exchange.head(code, { ...headers, ...type, 'Content-Length': String(bytes.length) });
  exchange.end(bytes);
}

/** An error, or the success of something that has no object to show. */
export async function sendStatus(
  exchange: Exchange,
  code: number,
  status: Readonly<Record<string, unknown>>,
  representation: Representation,
  headers: Headers,
): Promise<void> {
  const { kind: _kind, apiVersion: _version, metadata = {}, ...rest } = status;
  const bytes = await encodeAny({ kind: 'Status', apiVersion: 'v1', metadata, ...rest }, representation);
  await sendWhole(exchange, code, bytes, MEDIA_TYPES[representation.format], headers);
}

/** Bytes that are made as they are sent. The headers wait for the first chunk, so that a failure until then is still an error. */
async function sendChunks(
  exchange: Exchange,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  contentType: string,
  headers: Headers,
  code = 200,
): Promise<void> {
  let write: ((bytes: Buffer) => Promise<void>) | undefined;
  let finish: () => Promise<void> = () => Promise.resolve();
  let held: Buffer | undefined;
  const begin = (bytes: Buffer, more: boolean): void => {
    const all = { ...headers, 'Content-Type': contentType };
    if (acceptsGzip(exchange) && (more || bytes.length > GZIP_FROM_BYTES)) {
      exchange.head(code, { ...all, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
      [write, finish] = gzipInto(exchange);
      return;
    }
    exchange.head(code, more ? all : { ...all, 'Content-Length': String(bytes.length) });
    write = (part) => passOn(exchange, part);
  };
  for await (const chunk of chunks) {
    if (exchange.finished) return;
    if (write !== undefined) {
      await write(chunk);
    } else if (held === undefined || held.length + chunk.length <= GZIP_FROM_BYTES) {
      held = held === undefined ? chunk : Buffer.concat([held, chunk]);
    } else {
      const first = held;
      begin(first, true);
      const started = write as unknown as (bytes: Buffer) => Promise<void>;
      await started(first);
      await started(chunk);
    }
  }
  if (write === undefined) {
    const whole = held ?? Buffer.alloc(0);
    begin(whole, false);
    await (write as unknown as (bytes: Buffer) => Promise<void>)(whole);
  }
  await finish();
  exchange.end();
}

async function passOn(exchange: Exchange, bytes: Buffer): Promise<void> {
  if (!exchange.write(bytes)) await exchange.drained();
}

function gzipInto(exchange: Exchange): [write: (bytes: Buffer) => Promise<void>, finish: () => Promise<void>] {
  // Level 1, as the real server: the higher ones take several times the CPU for a tenth of the bytes.
  const gzip = createGzip({ level: 1 });
  const sent = (async () => {
    for await (const chunk of gzip) await passOn(exchange, chunk as Buffer);
  })();
  return [
    (bytes) =>
      new Promise((resolve) => {
        gzip.write(bytes, () => {
          resolve();
        });
      }),
    async () => {
      gzip.end();
      await sent;
    },
  ];
}
