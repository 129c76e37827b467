import type { Clock } from '../../base/clock.js';
import type { Verb } from '../contract.js';
import type { StatusError } from '../status-error.js';
import { MEDIA_TYPES } from './accept.js';
import type { Body } from './contract.js';
import type { Exchange } from './exchange.js';
import { bodyTooLarge, tookTooLong, unsupportedMediaType, unsupportedPatchType } from './failures.js';

/** What kube-apiserver takes at most: two of etcd's largest requests. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

// As long as kube-apiserver gives a whole request that is not long-running; a client that trickles its body is cut off then.
const BODY_TIMEOUT_MS = 60_000;

const OBJECTS = [MEDIA_TYPES.json, MEDIA_TYPES.yaml, MEDIA_TYPES.protobuf];
const STRATEGIC = 'application/strategic-merge-patch+json';
const PATCHES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  STRATEGIC,
  'application/apply-patch+yaml',
];

/** `type/subtype` of a Content-Type, in lower case; undefined when it is none. */
export function mediaTypeOf(header: string): string | undefined {
  const type = (header.split(';')[0] as string).trim().toLowerCase();
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(type) ? type : undefined;
}

/** The media type that a body of this verb is taken as. Throws 415. */
export function checkContentType(header: string, verb: Verb, custom: boolean): string {
  if (verb === 'patch') {
    const type = mediaTypeOf(header);
    if (type !== undefined && PATCHES.includes(type)) {
      if (custom && type === STRATEGIC) throw unsupportedMediaType(PATCHES.filter((patch) => patch !== STRATEGIC));
      return type;
    }
    throw custom ? unsupportedMediaType(PATCHES.filter((patch) => patch !== STRATEGIC)) : unsupportedPatchType();
  }
  const type = header === '' ? MEDIA_TYPES.json : mediaTypeOf(header);
  if (type === undefined || !OBJECTS.includes(type)) throw unsupportedMediaType(OBJECTS);
  return type;
}

/** Reads a body whole. Throws 413, 504 when the client takes too long, and what the socket throws. */
export async function readBody(exchange: Exchange, clock: Clock): Promise<Buffer> {
  const { request } = exchange;
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge(exchange);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise<Buffer>((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      exchange.closeAfterwards();
      settle(() => {
        reject(tookTooLong());
      });
    }, BODY_TIMEOUT_MS);
    const settle = (finish: () => void): void => {
      timer.cancel();
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('error', onError);
      request.off('aborted', onGone);
      request.off('close', onGone);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        settle(() => {
          reject(tooLarge(exchange));
        });
      } else chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle(() => {
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      });
    };
    const onError = (error: Error): void => {
      settle(() => {
        reject(error);
      });
    };
    const onGone = (): void => {
      onError(new Error('the client went away while it sent its request'));
    };
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('error', onError);
    request.on('aborted', onGone);
    request.on('close', onGone);
  });
}

function tooLarge(exchange: Exchange): StatusError {
  // The rest of the body is not read, so nothing else can be asked on a connection that sends it.
  exchange.closeAfterwards();
  return bodyTooLarge(MAX_BODY_BYTES);
}

/** The body for a verb, or undefined when there is none to have. */
export async function bodyOf(exchange: Exchange, verb: Verb, custom: boolean, clock: Clock): Promise<Body | undefined> {
  const header = exchange.header('content-type');
  switch (verb) {
    case 'create':
    case 'update':
    case 'patch': {
      const mediaType = checkContentType(header, verb, custom);
      return { mediaType, bytes: await readBody(exchange, clock) };
    }
    case 'delete':
    case 'deletecollection': {
      const bytes = await readBody(exchange, clock);
      return bytes.length === 0 ? undefined : { mediaType: checkContentType(header, verb, custom), bytes };
    }
    default:
      return undefined;
  }
}
