/** The kinds of frames (RFC 9113, section 6). */
export const FRAME = {
  DATA: 0x0,
  HEADERS: 0x1,
  PRIORITY: 0x2,
  RST_STREAM: 0x3,
  SETTINGS: 0x4,
  PUSH_PROMISE: 0x5,
  PING: 0x6,
  GOAWAY: 0x7,
  WINDOW_UPDATE: 0x8,
  CONTINUATION: 0x9,
} as const;

/** What the flags of a frame mean; which of them a frame can have depends on its kind. */
export const FLAG = { ACK: 0x1, END_STREAM: 0x1, END_HEADERS: 0x4, PADDED: 0x8, PRIORITY: 0x20 } as const;

/** The settings that are sent or read here. */
export const SETTING = {
  ENABLE_PUSH: 0x2,
  MAX_CONCURRENT_STREAMS: 0x3,
  INITIAL_WINDOW_SIZE: 0x4,
  MAX_FRAME_SIZE: 0x5,
  MAX_HEADER_LIST_SIZE: 0x6,
} as const;

/** Why a stream or a connection ends (section 7). */
export const ERROR = {
  NO_ERROR: 0x0,
  PROTOCOL_ERROR: 0x1,
  INTERNAL_ERROR: 0x2,
  FLOW_CONTROL_ERROR: 0x3,
  SETTINGS_TIMEOUT: 0x4,
  STREAM_CLOSED: 0x5,
  FRAME_SIZE_ERROR: 0x6,
  REFUSED_STREAM: 0x7,
  CANCEL: 0x8,
  COMPRESSION_ERROR: 0x9,
  CONNECT_ERROR: 0xa,
  ENHANCE_YOUR_CALM: 0xb,
  INADEQUATE_SECURITY: 0xc,
  HTTP_1_1_REQUIRED: 0xd,
} as const;

export const HEADER_BYTES = 9;

/** The longest payload either side may send unless the other has said that it takes more. */
export const DEFAULT_FRAME_BYTES = 16_384;

/** The window that streams and the connection begin with, unless something else was said. */
export const DEFAULT_WINDOW = 65_535;

/** No window may become larger. */
export const LARGEST_WINDOW = 2 ** 31 - 1;

/** The first bytes of a client. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** The header of a frame whose payload follows by itself. */
export function frameHeader(type: number, flags: number, stream: number, length: number): Buffer {
  return newFrame(type, flags, stream, length, HEADER_BYTES);
}

/** A frame's header and room for its payload. */
export function newFrame(
  type: number,
  flags: number,
  stream: number,
  length: number,
  size: number = HEADER_BYTES + length,
): Buffer {
  const frame = Buffer.allocUnsafe(size);
  frame.writeUIntBE(length, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
  return frame;
}

export function settingsFrame(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const frame = newFrame(FRAME.SETTINGS, 0, 0, settings.length * 6);
  let at = HEADER_BYTES;
  for (const [id, value] of settings) {
    frame.writeUInt16BE(id, at);
    frame.writeUInt32BE(value, at + 2);
    at += 6;
  }
  return frame;
}

export const SETTINGS_ACK = newFrame(FRAME.SETTINGS, FLAG.ACK, 0, 0);

export function pingFrame(payload: Uint8Array, isAnswer: boolean): Buffer {
  const frame = newFrame(FRAME.PING, isAnswer ? FLAG.ACK : 0, 0, payload.length);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/** A ping whose answer can be told by the number in its last bytes. */
export function numberedPing(number: number): Buffer {
  const payload = Buffer.alloc(8);
  payload.writeUInt32BE(number, 4);
  return pingFrame(payload, false);
}

/** `stream` 0: the window of the connection. */
export function windowUpdateFrame(stream: number, bytes: number): Buffer {
  return frameOfNumber(FRAME.WINDOW_UPDATE, stream, bytes);
}

export function resetFrame(stream: number, code: number): Buffer {
  return frameOfNumber(FRAME.RST_STREAM, stream, code);
}

/** Sent by a client, to which the server opens no streams. */
export function goawayFrame(code: number): Buffer {
  const frame = newFrame(FRAME.GOAWAY, 0, 0, 8);
  frame.writeUInt32BE(0, HEADER_BYTES);
  frame.writeUInt32BE(code, HEADER_BYTES + 4);
  return frame;
}

/** A block of headers in as many frames as it takes, none of another stream between them. */
export function headerFrames(stream: number, block: Uint8Array, maxFrameBytes: number, endStream: boolean): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  do {
    const to = Math.min(block.length, at + maxFrameBytes);
    const flags = (to === block.length ? FLAG.END_HEADERS : 0) | (at === 0 && endStream ? FLAG.END_STREAM : 0);
    const frame = newFrame(at === 0 ? FRAME.HEADERS : FRAME.CONTINUATION, flags, stream, to - at);
    frame.set(block.subarray(at, to), HEADER_BYTES);
    parts.push(frame);
    at = to;
  } while (at < block.length);
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

function frameOfNumber(type: number, stream: number, value: number): Buffer {
  const frame = newFrame(type, 0, stream, 4);
  frame.writeUInt32BE(value, HEADER_BYTES);
  return frame;
}
