import { decodeJsonList } from '../../src/wire/index.js';

// A list in JSON of a given size, decoded as it streams in and dropped. Prints what it took as one line of JSON.
const [megabytes = 600, chunkKilobytes = 64] = process.argv.slice(2).map(Number);
const MIB = 2 ** 20;

function item(index: number): string {
  const name = `web-${index}`;
  return JSON.stringify({
    metadata: {
      name,
      namespace: `team-${index % 50}`,
      uid: `00000000-0000-4000-8000-${index.toString().padStart(12, '0')}`,
      resourceVersion: String(1_000_000 + index),
      labels: { app: name, tier: 'front "end"', 'pod-template-hash': 'abc' },
      managedFields: Array.from({ length: 3 }, (_, manager) => ({
        manager: `manager-${manager}`,
        operation: 'Update',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:tier': {} } },
          'f:spec': { 'f:nodeName': {} },
        },
      })),
    },
    spec: {
      nodeName: `node-${index % 1000}`,
      containers: Array.from({ length: 2 }, (_, container) => ({
        name: `c${container}`,
        image: `registry.example/app/image:${index}`,
        env: Array.from({ length: 8 }, (_, variable) => ({ name: `VARIABLE_${variable}`, value: `välue ${index}\n` })),
        resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '250m', memory: '64Mi' } },
      })),
    },
    status: {
      phase: 'Running',
      podIP: '10.0.0.1',
      conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null }],
    },
  });
}

let items = 0;
function* body(): Generator<Uint8Array> {
  const chunk = Buffer.alloc(chunkKilobytes * 1024);
  let filled = 0;
  const limit = megabytes * 1e6;
  let sent = 0;
  yield Buffer.from('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"12345678"},"items":[');
  while (sent < limit) {
    let bytes = Buffer.from((items === 0 ? '' : ',') + item(items++));
    sent += bytes.length;
    while (bytes.length > 0) {
      const used = bytes.copy(chunk, filled);
      filled += used;
      bytes = bytes.subarray(used);
      if (filled === chunk.length) {
        // A socket gives a new buffer each time.
        yield Buffer.from(chunk);
        filled = 0;
      }
    }
  }
  yield Buffer.from(chunk.subarray(0, filled));
  yield Buffer.from(']}');
}

let idle = process.memoryUsage.rss();
for (let round = 0; round < 3; round++) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  idle = process.memoryUsage.rss();
}
let peak = idle;
let bytes = 0;
let decoded = 0;
let decodingMs = 0;
let resourceVersion: string | undefined;

async function* measured(): AsyncGenerator<Uint8Array> {
  let since = performance.now();
  for (const chunk of body()) {
    bytes += chunk.length;
    peak = Math.max(peak, process.memoryUsage.rss());
    // What it takes to make the body is not the decoder's.
    since = performance.now();
    yield chunk;
    decodingMs += performance.now() - since;
  }
}

for await (const part of decodeJsonList(measured())) {
  decoded += part.items.length;
  if (part.isLast) resourceVersion = part.list.resourceVersion;
}
peak = Math.max(peak, process.memoryUsage.rss());
console.log(
  JSON.stringify({
    bytes,
    items,
    decoded,
    resourceVersion,
    seconds: decodingMs / 1000,
    megabytesPerSecond: bytes / 1e6 / (decodingMs / 1000),
    idleMiB: idle / MIB,
    peakAboveIdleMiB: (peak - idle) / MIB,
  }),
);
