import type { Status, StatusCause } from '../errors/index.js';
import { FieldReader } from './proto-fields.js';
import { readUnknown } from './codec/index.js';
import type { Unknown } from './codec/index.js';
import { PROTOBUF } from './media-type.js';
import { malformed } from './wire-errors.js';

/** Opens the envelope `k8s\0` + Unknown. Throws `ERR_WIRE_MALFORMED`, for contents that are not plain protobuf too. */
export function openEnvelope(bytes: Uint8Array, what: string): Unknown {
  const unknown = readUnknown(bytes);
  assertPlain(unknown.contentEncoding, unknown.contentType, what);
  return unknown;
}

/** Encoding and type of what is in an envelope are empty: nobody has ever used them. */
export function assertPlain(contentEncoding: string, contentType: string, what: string): void {
  if (contentEncoding === '' && (contentType === '' || contentType === PROTOBUF)) return;
  throw malformed(
    what,
    0,
    `an envelope holds ${JSON.stringify(contentType)} encoded as ${JSON.stringify(contentEncoding)}`,
  );
}

export function readTypeMeta(fields: FieldReader): { apiVersion: string; kind: string } {
  const type = { apiVersion: '', kind: '' };
  while (fields.next()) {
    if (fields.number === 1) type.apiVersion = fields.text();
    else if (fields.number === 2) type.kind = fields.text();
  }
  return type;
}

/** What ListMeta says. */
export interface ListMetaFields {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

export function readListMeta(fields: FieldReader): ListMetaFields {
  const meta: ListMetaFields = {};
  while (fields.next()) {
    if (fields.number === 2 && fields.end > fields.start) meta.resourceVersion = fields.text();
    else if (fields.number === 3 && fields.end > fields.start) meta.continue = fields.text();
    else if (fields.number === 4) meta.remainingItemCount = fields.value;
  }
  return meta;
}

/** A Status, without any table: an error must be readable whatever else is not. Throws `ERR_WIRE_MALFORMED`. */
export function readStatus(message: Uint8Array): Status {
  const status: Record<string, unknown> = { kind: 'Status', apiVersion: 'v1' };
  for (const fields = new FieldReader(message, 'a Status'); fields.next();) {
    if (fields.number === 2) status['status'] = fields.text();
    else if (fields.number === 3) status['message'] = fields.text();
    else if (fields.number === 4) status['reason'] = fields.text();
    else if (fields.number === 5) status['details'] = readDetails(fields.message());
    else if (fields.number === 6) status['code'] = fields.value;
  }
  return status;
}

const DETAILS: Readonly<Record<number, string>> = { 1: 'name', 2: 'group', 3: 'kind', 6: 'uid' };
const CAUSE: Readonly<Record<number, string>> = { 1: 'reason', 2: 'message', 3: 'field' };

function readDetails(fields: FieldReader): object {
  const details: Record<string, unknown> = {};
  const causes: StatusCause[] = [];
  while (fields.next()) {
    const name = DETAILS[fields.number];
    if (name !== undefined && fields.end > fields.start) details[name] = fields.text();
    else if (fields.number === 4) causes.push(readTexts(fields.message(), CAUSE));
    else if (fields.number === 5 && fields.value > 0) details['retryAfterSeconds'] = fields.value;
  }
  return causes.length > 0 ? { ...details, causes } : details;
}

function readTexts(fields: FieldReader, names: Readonly<Record<number, string>>): Record<string, string> {
  const texts: Record<string, string> = {};
  while (fields.next()) {
    const name = names[fields.number];
    if (name !== undefined && fields.end > fields.start) texts[name] = fields.text();
  }
  return texts;
}
