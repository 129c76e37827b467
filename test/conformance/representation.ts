import { load } from 'js-yaml';
import {
  decodeMessage,
  encodeMessage,
  hasMagic,
  messageTypeOf,
  readUnknown,
  writeUnknown,
} from '../../src/wire/codec/index.js';

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';
export const YAML = 'application/yaml';

type Plain = Record<string, unknown>;

/** An object as protobuf in its envelope: what a Go client would send. */
export function toProtobuf(object: Plain): Uint8Array {
  const apiVersion = String(object['apiVersion']);
  const kind = String(object['kind']);
  const type = messageTypeOf(apiVersion, kind);
  if (type === undefined) throw new Error(`${apiVersion} ${kind} has no protobuf form`);
  return writeUnknown({ apiVersion, kind, raw: encodeMessage(type, object) });
}

/** The content of an envelope as JSON would show it, with apiVersion and kind from the envelope. */
export function fromProtobuf(bytes: Uint8Array): unknown {
  if (!hasMagic(bytes)) return { $undecodable: Buffer.from(bytes).toString('base64') };
  const { apiVersion, kind, raw, contentType, contentEncoding } = readUnknown(bytes);
  const named = { ...(apiVersion === '' ? {} : { apiVersion }), ...(kind === '' ? {} : { kind }) };
  const envelope = {
    ...(contentType === '' ? {} : { $contentType: contentType }),
    ...(contentEncoding === '' ? {} : { $contentEncoding: contentEncoding }),
  };
  if (contentType === 'application/json')
    return { ...envelope, ...named, ...(JSON.parse(Buffer.from(raw).toString()) as Plain) };
  const type = messageTypeOf(apiVersion, kind);
  if (type === undefined) return { ...envelope, ...named, $undecodable: Buffer.from(raw).toString('base64') };
  return { ...envelope, ...decodeMessage(type, raw), ...named };
}

/** A body as a value, by its content type. What is no value of that type is kept as text. */
export function readBody(contentType: string, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const mediaType = contentType.split(';')[0]?.trim() ?? '';
  try {
    if (mediaType === 'application/json') return JSON.parse(body.toString()) as unknown;
    if (mediaType === YAML) return load(body.toString());
    if (mediaType === PROTOBUF) return fromProtobuf(body);
  } catch (error) {
    return { $unreadable: body.toString('latin1'), $because: String(error) };
  }
  const text = body.toString();
  // OpenAPI documents come as text.
  return mediaType === 'text/plain' && text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
}

/** The events of a watch so far, and what is left of the bytes. */
export function readEvents(contentType: string, bytes: Buffer): { events: unknown[]; rest: Buffer } {
  const events: unknown[] = [];
  let at = 0;
  if (contentType.startsWith(PROTOBUF)) {
    while (at + 4 <= bytes.length) {
      const end = at + 4 + bytes.readUInt32BE(at);
      if (end > bytes.length) break;
      events.push(protobufEvent(bytes.subarray(at + 4, end)));
      at = end;
    }
  } else {
    const separator = contentType.startsWith(YAML) ? '---\n' : '\n';
    for (let end = bytes.indexOf(separator, at); end >= 0; end = bytes.indexOf(separator, at)) {
      const text = bytes.subarray(at, end).toString();
      at = end + separator.length;
      if (text.trim() !== '') events.push(separator === '\n' ? (JSON.parse(text) as unknown) : load(text));
    }
  }
  return { events, rest: bytes.subarray(at) };
}

// A frame holds a bare WatchEvent: field 1 is the type, field 2 a RawExtension whose field 1 is an envelope.
function protobufEvent(frame: Buffer): unknown {
  const type = messageTypeOf('meta.k8s.io/v1', 'WatchEvent');
  if (type === undefined) throw new Error('No message for WatchEvent');
  const field = (bytes: Buffer, wanted: number): Buffer | undefined => {
    for (let at = 0; at < bytes.length;) {
      const tag = bytes[at++] as number;
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] as number;
        length += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) break;
      }
      if (tag >>> 3 === wanted) return bytes.subarray(at, at + length);
      at += length;
    }
    return undefined;
  };
  const object = field(field(frame, 2) ?? Buffer.alloc(0), 1) ?? Buffer.alloc(0);
  return { type: field(frame, 1)?.toString() ?? '', object: fromProtobuf(object) };
}
