// Records what a real kube-apiserver answers to the bodies of test-bodies.ts, into fixtures/bodies.jsonl.
//
//   npx tsx src/apiserver/schema/test-record.ts <credentials.json of a test cluster>
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../patch/test-real-server.js';
import { bodies } from './test-bodies.js';
import { crd } from './test-gadget.js';

const { send, close } = connect(process.argv[2] ?? 'credentials.json');

const PATHS: Readonly<Record<string, string>> = {
  ConfigMap: '/api/v1/namespaces/default/configmaps',
  Secret: '/api/v1/namespaces/default/secrets',
  Pod: '/api/v1/namespaces/default/pods',
  Service: '/api/v1/namespaces/default/services',
  Role: '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
  Deployment: '/apis/apps/v1/namespaces/default/deployments',
  Gadget: '/apis/read.test/v1/namespaces/default/gadgets',
};

await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
for (let tries = 0; tries < 50 && (await send('GET', PATHS['Gadget'] as string)).code !== 200; tries++)
  await sleep(200);
const lines: string[] = [];
for (const [name, kind, body, options = {}] of bodies) {
  const query = new URLSearchParams({ dryRun: 'All' });
  if (options.fieldValidation !== undefined) query.set('fieldValidation', options.fieldValidation);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await send('POST', `${PATHS[kind] as string}?${query.toString()}`, text, options.mediaType);
  const { message, reason, details } = answer.body;
  const { metadata: _, ...object } = answer.body;
  lines.push(
    JSON.stringify({
      name,
      kind,
      ...options,
      body: text,
      code: answer.code,
      ...(answer.code < 400 ? { object } : { message, reason, details }),
      warnings: answer.warnings,
    }),
  );
}
writeFileSync(new URL('fixtures/bodies.jsonl', import.meta.url), `${lines.join('\n')}\n`);
process.stderr.write(`${String(lines.length)} bodies\n`);
close();
