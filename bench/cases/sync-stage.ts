import { Client, KubeConfig, Store } from 'kube-informer';
import type { KubernetesObject, ObjectRecord } from 'kube-informer';
import { inPlace } from '../../src/client/http/in-place.js';
import { ObjectScan, messageTypeOf } from '../../src/wire/codec/index.js';
import type { MessageType } from '../../src/wire/codec/index.js';
import { FrameSplitter } from '../../src/wire/frames.js';
import { decodeWatch } from '../../src/wire/index.js';
import { builtInCodec } from '../../src/wire/object-codec.js';
import { UsualEvent } from '../../src/wire/usual-event.js';
import { StallMeter } from '../lib/stall-meter.mjs';
import { answerCommands } from '../peers/node/answer.mjs';
import { LeastCache } from './least-cache.js';

// A peer of `npm run bench:stages`: reads the pods that an informer reads, with the parts of this library up to one of them,
// and lets them go there.
const stage = process.argv[2];
const expected = Number(process.env['PEER_OBJECTS']);
const client = new Client(await KubeConfig.load());
const store = new Store<KubernetesObject>();

await answerCommands({
  async sync() {
    const meter = new StallMeter();
    const response = await client.request({
      method: 'GET',
      path: '/api/v1/pods',
      query: {
        watch: true,
        allowWatchBookmarks: true,
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
      },
      headers: { accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
      purpose: 'watch',
    });
    const body = inPlace(response.body);
    if (stage === 'least') await least(body);
    else if (stage === 'framed' || stage === 'checked') await frames(body, stage === 'checked');
    else await records(String(response.headers['content-type']), body, stage === 'cached');
    return { stall: (await meter.stop()).max };
  },
  read: () => 0,
  updates: () => Promise.resolve([]),
});

/** The mark of the end is a frame, too. */
async function frames(body: AsyncIterable<Uint8Array>, check: boolean): Promise<void> {
  const [apiVersion, kind] = ['v1', 'Pod'];
  const type = messageTypeOf(apiVersion, kind) as MessageType;
  const [splitter, event, scan] = [new FrameSplitter(), new UsualEvent(), new ObjectScan()];
  event.expect({ apiVersion, kind, codec: builtInCodec, type });
  let [seen, checked] = [0, 0];
  for await (const chunk of body) {
    splitter.push(chunk);
    while (seen <= expected && splitter.next()) {
      seen++;
      const { bytes, from, to } = splitter;
      if (!check || !event.open(bytes, from, to)) continue;
      scan.scan(type, bytes, event.start, event.end, false);
      if (scan.unknownFields === 0 && scan.name !== '') checked++;
    }
    if (seen > expected) break;
  }
  assertAll(seen - 1);
  if (check && checked !== expected) throw new Error(`${String(checked)} of ${String(expected)} pods were checked`);
}

async function records(contentType: string, body: AsyncIterable<Uint8Array>, keep: boolean): Promise<void> {
  let seen = 0;
  for await (const events of decodeWatch<KubernetesObject>(contentType, body)) {
    for (const { type, object } of events) {
      if (type === 'BOOKMARK') continue;
      seen++;
      if (keep) store.add(object as ObjectRecord);
    }
    if (seen >= expected) break;
  }
  assertAll(seen);
  if (keep && store.size !== expected) throw new Error(`the cache holds ${String(store.size)} pods`);
}

/** Nothing of this library but its connection. */
async function least(body: AsyncIterable<Uint8Array>): Promise<void> {
  let keyed = 0;
  const cache = new LeastCache((_, { key }) => {
    keyed += key.length;
  });
  for await (const chunk of body) {
    cache.push(chunk);
    if (cache.size >= expected) break;
  }
  assertAll(cache.size);
  if (keyed < expected) throw new Error('The handler was not called with the keys.');
}

function assertAll(seen: number): void {
  if (seen !== expected) throw new Error(`${String(seen)} of ${String(expected)} pods came`);
}
