import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Bench, resourceOf } from './test-bench.js';

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

const decode = (token: string | undefined): unknown => JSON.parse(Buffer.from(token ?? '', 'base64url').toString());
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const refusal = (code: number, message: string): object => ({
  status: expect.objectContaining({ code, message }) as object,
});

describe('list', () => {
  test('an empty collection has the version of the server, not of its last change', async () => {
    bench.put('a', 'x');
    bench.resource = resourceOf({ resource: 'pods' });
    expect(await bench.list()).toMatchObject({ resourceVersion: String(bench.storage.version), keys: [] });
  });

  test('pages show one moment, whatever is written between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.nat(15), remove: fc.boolean() }), { minLength: 5, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        async (writes, limit) => {
          const own = new Bench();
          const write = ({ name, remove }: { name: number; remove: boolean }): void => {
            const key = `n/${String(name)}`;
            if (!remove) own.put('n', String(name));
            else if (own.storage.get('configmaps', key) !== undefined) own.remove(key);
          };
          writes.slice(0, writes.length / 2).forEach(write);
          const later = writes.slice(writes.length / 2);
          const whole = await own.list();
          const keys: string[] = [];
          let token: string | undefined = '';
          while (token !== undefined) {
            const page = await own.list(`limit=${String(limit)}${token === '' ? '' : `&continue=${token}`}`);
            keys.push(...page.keys);
            expect(page.resourceVersion).toBe(whole.resourceVersion);
            expect(page.remainingItemCount ?? 0).toBe(whole.keys.length - keys.length);
            token = page.continue;
            const next = later.shift();
            if (next !== undefined) write(next);
          }
          expect(keys).toEqual(whole.keys);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a token has the shape of the real one: below the path of the list, with its version', async () => {
    for (const name of ['1', '2', '3']) bench.put('a', name);
    const version = bench.storage.version;
    expect(decode((await bench.list('limit=1')).continue)).toEqual({
      v: 'meta.k8s.io/v1',
      rv: version,
      start: '/a/1\0',
    });
    expect(decode((await bench.list('limit=1', 'a')).continue)).toEqual({
      v: 'meta.k8s.io/v1',
      rv: version,
      start: '/1\0',
    });
    // A namespace that the selector asks for is as good as one in the path.
    expect(decode((await bench.list('limit=1&fieldSelector=metadata.namespace=a')).continue)).toMatchObject({
      start: '/1\0',
    });
  });

  test('with a selector nobody says how many remain, and more may mean none', async () => {
    bench.put('a', '1', { app: 'web' });
    bench.put('a', '2');
    const page = await bench.list('limit=1&labelSelector=app=web');
    expect(page.remainingItemCount).toBeUndefined();
    expect(page.continue).toBeDefined();
    expect((await bench.list(`limit=1&labelSelector=app=web&continue=${page.continue ?? ''}`)).keys).toEqual([]);
  });

  test('limit is ignored at version 0, but for events, which the real server does not cache', async () => {
    for (const name of ['1', '2']) bench.put('a', name);
    expect((await bench.list('limit=1&resourceVersion=0')).keys).toHaveLength(2);
    bench.resource = resourceOf({ resource: 'events' });
    for (const name of ['1', '2']) bench.put('a', name);
    const page = await bench.list('limit=1&resourceVersion=0', 'a');
    expect(page.keys).toHaveLength(1);
    expect(decode(page.continue)).toMatchObject({ start: '1\0' });
  });

  test('Exact, and a limit with a version, show that version; anything else shows now', async () => {
    const first = bench.put('a', '1');
    bench.put('a', '2');
    const now = String(bench.storage.version);
    for (const query of [
      `resourceVersionMatch=Exact&resourceVersion=${String(first)}`,
      `limit=9&resourceVersion=${String(first)}`,
    ]) {
      expect(await bench.list(query)).toMatchObject({ resourceVersion: String(first), keys: ['a/1'] });
    }
    for (const query of [
      '',
      'resourceVersion=0',
      `resourceVersion=${String(first)}`,
      `limit=9&resourceVersionMatch=NotOlderThan&resourceVersion=${String(first)}`,
    ]) {
      expect(await bench.list(query)).toMatchObject({ resourceVersion: now, keys: ['a/1', 'a/2'] });
    }
  });

  test('a version from the future is 504 with its cause and when to try again', async () => {
    for (const query of [
      'resourceVersion=999',
      'resourceVersion=999&resourceVersionMatch=Exact',
      'resourceVersion=999&limit=1',
    ]) {
      await expect(bench.list(query)).rejects.toMatchObject({
        status: {
          code: 504,
          reason: 'Timeout',
          message: `Timeout: Too large resource version: 999, current: ${String(bench.storage.version)}`,
          details: {
            causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
            retryAfterSeconds: 1,
          },
        },
        headers: { 'Retry-After': '1' },
      });
    }
  });

  test('a forgotten version is 410; a forgotten token is 410 with one that goes on from now', async () => {
    const first = bench.put('a', '1');
    bench.put('a', '2');
    const page = await bench.list('limit=1', 'a');
    bench.put('a', '3');
    bench.storage.compact();
    await expect(bench.list(`resourceVersion=${String(first)}&resourceVersionMatch=Exact`)).rejects.toMatchObject(
      refusal(410, 'The resourceVersion for the provided list is too old.'),
    );
    const error = (await bench
      .list(`limit=1&continue=${page.continue ?? ''}`, 'a')
      .catch((thrown: unknown) => thrown)) as {
      status: { code: number; reason: string; message: string; metadata: { continue: string } };
    };
    expect(error.status).toMatchObject({ code: 410, reason: 'Expired' });
    expect(error.status.message).toMatch(
      /^The provided continue parameter is too old to display a consistent list result/,
    );
    expect(decode(error.status.metadata.continue)).toEqual({ v: 'meta.k8s.io/v1', rv: -1, start: '/1\0' });
    const rest = await bench.list(`continue=${error.status.metadata.continue}`, 'a');
    expect(rest).toMatchObject({ keys: ['a/2', 'a/3'], resourceVersion: String(bench.storage.version) });
  });

  test.each([
    ['continue=!', 'invalid continue token: continue key is not valid: illegal base64 data at input byte 0'],
    [
      'continue=abc',
      "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
    ],
    [
      `continue=${encode({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' })}`,
      'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [
      `continue=${encode({ v: 'meta.k8s.io/v1', rv: 5, start: '' })}`,
      'invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
    ],
    [
      `continue=${encode({ v: 'v2', rv: 5, start: 'a' })}`,
      'invalid continue token: continue key is not valid: server does not recognize this encoded version v2',
    ],
    [
      `continue=${encode({ v: 'meta.k8s.io/v1', rv: 5, start: '../b/x' })}`,
      'invalid continue token: continue key is not valid: ../b/x',
    ],
    [
      `continue=${encode({ v: 'meta.k8s.io/v1', rv: 1, start: 'a' })}&resourceVersion=1`,
      'specifying resource version is not allowed when using continue',
    ],
    [
      'resourceVersion=abc',
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['limit=99999999999999999999', 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
  ])('%s is refused in the words of the real server', async (query, message) => {
    await expect(bench.list(query, 'a')).rejects.toMatchObject(refusal(400, message));
  });

  test('one object by name is read, not looked for', async () => {
    bench.put('a', 'x', { app: 'web' });
    bench.put('b', 'x');
    expect((await bench.list('fieldSelector=metadata.name=x')).keys).toEqual(['a/x', 'b/x']);
    expect((await bench.list('fieldSelector=metadata.name=x&limit=1', 'a')).keys).toEqual(['a/x']);
    expect((await bench.list('fieldSelector=metadata.name=x&labelSelector=app=db', 'a')).keys).toEqual([]);
    expect((await bench.list('fieldSelector=metadata.name=x,metadata.name=y', 'a')).keys).toEqual([]);
  });
});

describe('get', () => {
  test('gives the object as it is now, at least as new as asked', async () => {
    const version = bench.put('a', 'x');
    for (const query of ['', 'resourceVersion=0', `resourceVersion=${String(version)}`]) {
      expect(await bench.ask('get', query, { namespace: 'a', name: 'x' })).toMatchObject({
        type: 'object',
        code: 200,
        entry: { version },
      });
    }
    await expect(bench.ask('get', '', { namespace: 'a', name: 'y' })).rejects.toMatchObject(
      refusal(404, 'configmaps "y" not found'),
    );
    await expect(bench.ask('get', 'resourceVersion=999', { namespace: 'a', name: 'x' })).rejects.toMatchObject({
      status: { code: 504 },
    });
  });

  test('a version that is none is 500 where the real server has a cache, and 400 for events', async () => {
    const why = 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax';
    await expect(bench.ask('get', 'resourceVersion=abc', { namespace: 'a', name: 'x' })).rejects.toMatchObject(
      refusal(500, why),
    );
    bench.resource = resourceOf({ resource: 'events' });
    await expect(bench.ask('get', 'resourceVersion=abc', { namespace: 'a', name: 'x' })).rejects.toMatchObject(
      refusal(400, `invalid resource version: ${why}`),
    );
  });
});
