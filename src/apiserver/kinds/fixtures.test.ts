import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { ApiObject } from '../contract.js';
import { TestWriting } from '../writing/test-writing.js';

// Owners of fields are none of the rules of kinds, and are compared elsewhere.
vi.mock('../patch/index.js', () => ({ trackUpdate: () => [] }));

/** An exchange with the real server. Everything it decides by itself (uid, times, addresses) is taken out. */
interface Fixture {
  readonly name: string;
  readonly path: string;
  /** Objects that were made before. */
  readonly needs?: readonly (readonly [path: string, object: ApiObject])[];
  /** The object that was made before, when `input` is a PUT over it. */
  readonly before?: ApiObject;
  readonly sub?: string;
  /** Fields of what the server made that go into `input`: `spec.clusterIP`. */
  readonly keep?: string;
  /** Not a dry run: those skip a few rules. */
  readonly wet?: boolean;
  readonly input: ApiObject;
  readonly code: number;
  readonly output: Record<string, unknown>;
  readonly warnings?: readonly string[];
}

const folder = new URL('fixtures/', import.meta.url);
const families = readdirSync(folder).filter((name) => name.endsWith('.json'));

const SERVERS_OWN = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'];
/** What this server says of its own limits, which the real one does not have. */
const NOT_ENFORCED = 'this server does not enforce it';

/** Jobs find their pods by their own uid. */
const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\buid-\d+/g;
const NAMED_BY_SERVER = /^(clusterIPs?|nodePort|healthCheckNodePort)$/;

/** Without what two servers cannot agree on. */
function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, key));
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return '<time>';
  if (NAMED_BY_SERVER.test(key) && value !== 'None' && value !== undefined) return `<${key}>`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== undefined && !(key === 'metadata' && SERVERS_OWN.includes(name)))
      .map(([name, inner]) => [name, comparable(inner, name)]),
  );
}

/** Generated names and what is made of them. */
const withoutSuffix = (text: string, base: string | undefined): string =>
  base === undefined ? text : text.replaceAll(new RegExp(`${base}[a-z0-9]{5}`, 'g'), `${base}<suffix>`);

function shownFor(fixture: Fixture, code: number, body: unknown): unknown {
  // The HTTP part puts the empty metadata of a Status there.
  const whole = { metadata: {}, ...(body as object) };
  const text = JSON.stringify(comparable(whole)).replaceAll(UID, '<uid>');
  return { code, body: JSON.parse(withoutSuffix(text, fixture.input.metadata.generateName)) as unknown };
}

async function play(fixture: Fixture): Promise<{ code: number; body: unknown; warnings: readonly string[] }> {
  const server = new TestWriting();
  await server.send('create', '/api/v1/namespaces', { metadata: { name: 'w4' } });
  for (const [name, value] of [
    ['system-node-critical', 2000001000],
    ['system-cluster-critical', 2000000000],
  ] as const) {
    server.storage.put('priorityclasses.scheduling.k8s.io', name, {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name },
      value,
      preemptionPolicy: 'PreemptLowerPriority',
    });
  }
  for (const [path, object] of fixture.needs ?? []) {
    const { code, body } = await server.send('create', path, object);
    expect({ code, body }).toMatchObject({ code: 201 });
  }
  if (fixture.before === undefined) {
    const dryRun = fixture.wet === true ? '' : '?dryRun=All';
    return server.send('create', `${fixture.path}${dryRun}`, fixture.input);
  }
  const made = await server.send('create', fixture.path, fixture.before);
  expect(made).toMatchObject({ code: 201 });
  const input = structuredClone(fixture.input) as ApiObject & Record<string, Record<string, unknown>>;
  for (const path of fixture.keep?.split(',') ?? []) {
    const [part = '', field = ''] = path.split('.');
    input[part] = { ...input[part], [field]: (made.body[part] as Record<string, unknown>)[field] };
  }
  input.metadata.resourceVersion = (made.body as ApiObject).metadata.resourceVersion ?? '';
  const path = `${fixture.path}/${fixture.before.metadata.name ?? ''}`;
  const sub = fixture.sub === undefined ? '' : `/${fixture.sub}`;
  return server.send('update', `${path}${sub}?dryRun=All`, input);
}

for (const family of families) {
  const fixtures = JSON.parse(readFileSync(new URL(family, folder), 'utf8')) as Fixture[];
  describe(`${family.replace('.json', '')}: as the real server`, () => {
    it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
      const { code, body, warnings } = await play(fixture);
      expect(shownFor(fixture, code, body)).toEqual(shownFor(fixture, fixture.code, fixture.output));
      const texts = (fixture.warnings ?? []).map((text) =>
        text.replace(/^299 - "(.*)"$/s, '$1').replaceAll('\\"', '"'),
      );
      expect(warnings.filter((text) => !text.endsWith(NOT_ENFORCED))).toEqual(texts);
    });
  });
}
