// Records what a real kube-apiserver answers to the requests of test-cases.ts, into fixtures/: JSON, a case a line.
//
//   npx tsx src/apiserver/patch/test-record.ts <credentials.json of a test cluster>
//
// Times are made relative: the first second of a sequence is 2026-01-01T00:00:01Z, the next one that occurs is
// …:02Z. One request a second, so that who was written when can be told.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sequences } from './test-cases.js';
import { connect } from './test-real-server.js';
import type { Answer } from './test-real-server.js';
import type { Sequence, Step } from './test-steps.js';
import { crd } from './test-widget.js';

const { send, close } = connect(process.argv[2] ?? 'credentials.json');

const PATHS = {
  configmaps: ['/api/v1/namespaces/default/configmaps', 'v1', 'ConfigMap'],
  services: ['/api/v1/namespaces/default/services', 'v1', 'Service'],
  deployments: ['/apis/apps/v1/namespaces/default/deployments', 'apps/v1', 'Deployment'],
  widgets: ['/apis/recorded.test/v1/namespaces/default/widgets', 'recorded.test/v1', 'Widget'],
} as const;

const TYPES: Readonly<Record<string, string>> = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

const TIME = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** Puts the times of a sequence, as they occur, in place of the real ones, and takes out what differs in each run. */
function normaliser(name: string): (value: unknown) => unknown {
  const times = new Map<string, string>();
  const uids = new Map<string, string>();
  return (value) => {
    if (value === undefined) return undefined;
    const text = JSON.stringify(value);
    for (const time of (text.match(TIME) ?? []).sort()) {
      if (!times.has(time)) times.set(time, `2026-01-01T00:00:${String(times.size + 1).padStart(2, '0')}Z`);
    }
    return JSON.parse(
      text
        .replace(TIME, (time) => times.get(time) ?? time)
        .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (uid) => {
          if (!uids.has(uid)) uids.set(uid, `uid-${String(uids.size + 1)}`);
          return uids.get(uid) ?? '';
        })
        .replaceAll(name, 'recorded')
        .replace(/,?\\*"resourceVersion\\*":\\*"\d+\\*"/g, ''),
    ) as unknown;
  };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

interface Named {
  readonly name: string;
}

const out = { apply: [], update: [], strategic: [], json: [], merge: [] } as Record<
  'apply' | 'json' | 'merge' | 'strategic' | 'update',
  Named[]
>;

function queryOf(step: Step): URLSearchParams {
  const query = new URLSearchParams();
  if (step.manager !== undefined) query.set('fieldManager', step.manager);
  if (step.force === true) query.set('force', 'true');
  if (step.fieldValidation !== undefined) query.set('fieldValidation', step.fieldValidation);
  return query;
}

/** Whole objects get what every object has. */
function bodyOf(step: Step, name: string, apiVersion: string, kind: string, live: Answer): unknown {
  if (step.do !== 'create' && step.do !== 'put' && step.do !== 'apply') return step.body;
  const { metadata, ...rest } = step.body as { readonly metadata?: object };
  const resourceVersion = step.do === 'put' ? live.body.metadata?.resourceVersion : undefined;
  return { apiVersion, kind, metadata: { name, resourceVersion, ...metadata }, ...rest };
}

async function run({ name: sequence, resource, steps }: Sequence): Promise<void> {
  const [collection, apiVersion, kind] = PATHS[resource];
  const name = sequence.replace(/[^a-z0-9]+/g, '-');
  const normalise = normaliser(name);
  const path = `${collection}/${name}`;
  await send('DELETE', path);
  for (const [index, step] of steps.entries()) {
    await sleep(1_050);
    const live = await send('GET', path);
    const before = live.code === 200 ? normalise(live.body) : null;
    const body = bodyOf(step, name, apiVersion, kind, live);
    const target = `${step.do === 'create' ? collection : path}${step.subresource === undefined ? '' : `/${step.subresource}`}`;
    const method = step.do === 'create' ? 'POST' : step.do === 'put' ? 'PUT' : 'PATCH';
    const answer = await send(method, `${target}?${queryOf(step).toString()}`, body, TYPES[step.do]);
    const failed = answer.code >= 400;
    const record = {
      name: `${sequence} ${String(index + 1)}${step.why === undefined ? '' : `: ${step.why}`}`,
      apiVersion,
      kind,
      manager: step.manager ?? 'recorder',
      force: step.force,
      subresource: step.subresource,
      fieldValidation: step.fieldValidation,
      do: step.do,
      body: normalise(body),
      before,
      code: answer.code,
      ...(failed ? { status: statusOf(normalise(answer.body)) } : { after: normalise(answer.body) }),
      warnings: answer.warnings,
    };
    if (step.unrecorded !== true) out[step.do === 'create' || step.do === 'put' ? 'update' : step.do].push(record);
    if (failed !== (step.fails ?? false)) {
      say(`${record.name}: ${String(answer.code)} ${answer.body.message ?? 'did not fail'}`);
    }
  }
  await send('PATCH', path, { metadata: { finalizers: null } }, TYPES['merge']);
  await send('DELETE', path);
}

function statusOf(body: unknown): object {
  const { message, reason, details, code } = body as Answer['body'];
  return { message, reason, details, code };
}

async function main(): Promise<void> {
  await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  for (let tries = 0; tries < 50 && (await send('GET', PATHS.widgets[0])).code !== 200; tries++) await sleep(200);
  const queue = [...sequences];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
  };
  // Every step waits a second: many at a time.
  await Promise.all(Array.from({ length: 8 }, worker));
  for (const [file, records] of Object.entries(out)) {
    const lines = records.sort((a, b) => (a.name < b.name ? -1 : 1)).map((record) => JSON.stringify(record));
    writeFileSync(new URL(`fixtures/${file}.jsonl`, import.meta.url), `${lines.join('\n')}\n`);
    say(`${file} ${String(records.length)}`);
  }
  close();
}

await main();
