import type { Writable } from 'node:stream';
import type { Clock } from '../../base/clock.js';

/** What stands between an answer and its socket. */
export interface OutputGate {
  /** Bytes that it keeps back. */
  readonly held: number;
  /** Gives whether more may be written at once. */
  write(out: Writable, bytes: Buffer): boolean;
  end(out: Writable, bytes?: Buffer): void;
}

/** Passes everything. */
export const openGate: OutputGate = {
  held: 0,
  write: (out, bytes) => out.write(bytes),
  end: (out, bytes) => {
    if (bytes === undefined) out.end();
    else out.end(bytes);
  },
};

/** Sends nothing more and leaves the socket open. What is written seems to be sent. */
export const frozenGate: OutputGate = { held: 0, write: () => true, end: () => undefined };

/**
 * Passes so many bytes and then calls `then`, in the middle of whatever is being sent. When the answer is shorter than
 * that, `then` comes in place of its end.
 */
export function limitedGate(bytes: number, then: () => void): OutputGate {
  let left = bytes;
  let over = false;
  const write = (out: Writable, chunk: Buffer): boolean => {
    if (over) return true;
    const part = chunk.subarray(0, left);
    left -= part.length;
    over = left === 0;
    if (over) {
      // Only once the bytes are on their way: a socket that is closed earlier takes them with it.
      out.write(part, () => {
        then();
      });
    } else out.write(part);
    return true;
  };
  return {
    held: 0,
    write,
    end: (out, chunk) => {
      if (chunk !== undefined) write(out, chunk);
      if (over) return;
      over = true;
      then();
    },
  };
}

/** Sends `bytes` every `everyMs`, however much there is to send. */
export function tricklingGate(clock: Clock, bytes: number, everyMs: number): OutputGate {
  let pending = Buffer.alloc(0);
  let ending = false;
  let ticking = false;
  const tick = (out: Writable): void => {
    ticking = false;
    if (out.destroyed) return;
    if (pending.length > 0) {
      out.write(pending.subarray(0, bytes));
      pending = pending.subarray(bytes);
      if (pending.length === 0) out.emit('drain');
    }
    if (pending.length > 0) schedule(out);
    else if (ending) out.end();
  };
  const schedule = (out: Writable): void => {
    if (ticking) return;
    ticking = true;
    clock.setTimeout(() => {
      tick(out);
    }, everyMs);
  };
  const keep = (out: Writable, chunk: Buffer): void => {
    pending = Buffer.concat([pending, chunk]);
    schedule(out);
  };
  return {
    get held() {
      return pending.length;
    },
    write: (out, chunk) => {
      keep(out, chunk);
      return false;
    },
    end: (out, chunk) => {
      ending = true;
      keep(out, chunk ?? Buffer.alloc(0));
    },
  };
}
