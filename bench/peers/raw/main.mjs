// Reads the stream an informer reads and keeps nothing of it: what the transport alone takes.
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { StallMeter } from '../../lib/stall-meter.mjs';
import { answerCommands } from '../node/answer.mjs';

// As the library has it for a reader that keeps up.
const STREAM_WINDOW = 8 * 1024 * 1024;
const SESSION_WINDOW = 64 * 1024 * 1024;

const END = Buffer.from('k8s.io/initial-events-end');
const QUERY = 'watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

const { PEER_SERVER: server = '', PEER_CA: ca = '', PEER_TOKEN: token = '' } = process.env;

/** @type {(() => void) | undefined} */
let whenUpdated;
let updates = 0;
let awaited = Infinity;

answerCommands({
  async sync() {
    const meter = new StallMeter();
    const session = connect(server, { ca: readFileSync(ca), settings: { initialWindowSize: STREAM_WINDOW } });
    session.once('connect', () => session.setLocalWindowSize(SESSION_WINDOW));
    const stream = session.request({
      ':path': `/api/v1/pods?${QUERY}`,
      accept: 'application/vnd.kubernetes.protobuf;stream=watch',
      authorization: `Bearer ${token}`,
    });
    await new Promise((resolve, reject) => {
      stream.once('error', reject);
      stream.once('close', () => {
        throw new Error('The server has ended the watch.');
      });
      let tail = Buffer.alloc(0);
      let isSynced = false;
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        countFrames(chunk);
        if (isSynced) return;
        // The mark may lie across two chunks.
        const seam = Buffer.concat([tail, chunk.subarray(0, END.length)]);
        tail = Buffer.from(chunk.subarray(-END.length));
        isSynced = chunk.includes(END) || seam.includes(END);
        if (isSynced) resolve(undefined);
      });
    });
    return { stall: (await meter.stop()).max };
  },

  read: () => 0,

  async updates(count) {
    updates = 0;
    awaited = count;
    await new Promise((/** @type {(value: void) => void} */ resolve) => {
      whenUpdated = resolve;
    });
    return [];
  },
});

// A watch is made of frames: four bytes with a length, and as many as that says. Bookmarks are frames too, but small.
const SMALLEST_UPDATE = 1_000;

let headerBytes = 0;
let size = 0;
let left = 0;

/**
 * From the first byte on: whoever begins with a chunk begins in the middle of a frame.
 *
 * @param {Buffer} chunk
 */
function countFrames(chunk) {
  for (let at = 0; at < chunk.length;) {
    if (left === 0) {
      size = size * 256 + (chunk[at++] ?? 0);
      if (++headerBytes < 4) continue;
      left = size;
      headerBytes = 0;
      if (left > 0) continue;
    }
    const taken = Math.min(left, chunk.length - at);
    left -= taken;
    at += taken;
    if (left > 0) return;
    if (size >= SMALLEST_UPDATE && ++updates === awaited) whenUpdated?.();
    size = 0;
  }
}
