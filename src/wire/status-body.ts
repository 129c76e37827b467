import { ApiStatusError, KubeInformerError } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import { reasonOf } from '../meta/index.js';
import { asBuffer } from './chunk-buffer.js';
import { hasMagic, readUnknown } from './codec/index.js';
import { parseContentType } from './media-type.js';
import { readStatus } from './proto-envelope.js';
import { asStatus } from './status-value.js';

/** How much of a body that is no Status is shown: enough for the headline of a proxy's error page. */
const EXCERPT_CHARACTERS = 200;

/** How much of it is looked at: an HTML page has its styles before its words. */
const EXCERPT_BYTES = 16 * 2 ** 10;

/** An answer that is not what was asked for. */
export interface ErrorResponse {
  readonly statusCode: number;
  readonly contentType: string | undefined;
  /** The body, or its beginning. */
  readonly body: Uint8Array;
  /** What was attempted, for the message: `GET /api/v1/pods`. */
  readonly attempted: string;
  /** What a status means, where the caller can tell it better than the server does. */
  readonly explain?: (status: Status) => string | undefined;
  readonly retryAfterMs?: number;
}

/**
 * The error of an answer with a status code of 400 or more. When the body is a Status, in JSON or in protobuf,
 * it is what the server says; else (a proxy's HTML page, `404 page not found`) one is made of the status code,
 * with an excerpt of the body as the message. Never throws.
 */
export function errorOfResponse(response: ErrorResponse): ApiStatusError {
  const { statusCode, attempted, explain, retryAfterMs } = response;
  const given = statusOf(response) ?? madeUp(response);
  const status = given.code === undefined ? { ...given, code: statusCode } : given;
  const explanation = explain?.(status);
  return new ApiStatusError(status, {
    attempted,
    ...(explanation === undefined ? {} : { explanation }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** The error of an answer that says 200 and brings something that no decoder reads: mostly a login page of a proxy. */
export function unexpectedContent(response: ErrorResponse): KubeInformerError {
  const { mediaType } = parseContentType(response.contentType);
  const excerpt = excerptOf(response.body);
  return new KubeInformerError(
    'ERR_WIRE_UNEXPECTED_CONTENT',
    `${response.attempted}: the answer is ${mediaType === '' ? 'of no content type' : mediaType}, not JSON or protobuf` +
      `${excerpt === '' ? '' : `: ${JSON.stringify(excerpt)}`}. Check that the address is that of an API server, ` +
      'and whether a proxy stands between.',
  );
}

function statusOf({ contentType, body, statusCode }: ErrorResponse): Status | undefined {
  try {
    // The content type is not needed to tell them apart, and some proxies get it wrong.
    if (hasMagic(body)) {
      const { kind, raw } = readUnknown(body);
      return kind === 'Status' ? asStatus(readStatus(raw), statusCode) : undefined;
    }
    if (parseContentType(contentType).format !== 'json') return undefined;
    const value: unknown = JSON.parse(asBuffer(body).toString('utf8'));
    const isStatus = typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'Status';
    return isStatus ? asStatus(value, statusCode) : undefined;
  } catch {
    // Cut off, or no JSON at all: what there is goes into the excerpt.
    return undefined;
  }
}

function madeUp({ statusCode, contentType, body }: ErrorResponse): Status {
  const { mediaType } = parseContentType(contentType);
  const excerpt = excerptOf(body);
  const reason = reasonOf(statusCode);
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code: statusCode,
    ...(reason === undefined ? {} : { reason }),
    message:
      `the answer was ${statusCode}${reason === undefined ? '' : ` ${reason}`} without a Status` +
      (excerpt === '' ? '' : `; it is ${mediaType === '' ? 'text' : mediaType} and says ${JSON.stringify(excerpt)}`),
  };
}

/** The first words of a body for people: without markup, control characters and runs of white space. */
export function excerptOf(body: Uint8Array): string {
  const text = asBuffer(body.subarray(0, EXCERPT_BYTES)).toString('utf8');
  const looksLikeHtml = /^\s*(?:<!doctype|<html|<\?xml|<head|<body)/i.test(text);
  const words = looksLikeHtml
    ? text.replace(/<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)/gi, ' ').replace(/<[^>]*(?:>|$)/g, ' ')
    : text;
  // Everything that would spoil a line of a log, byte order marks and replacement characters included.
  const clean = words.replace(/[\p{C}\p{Z}\s\uFFFD]+/gu, ' ').trim();
  const characters = Array.from(clean);
  return characters.length > EXCERPT_CHARACTERS ? `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…` : clean;
}
