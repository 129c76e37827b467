import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { startApiServer } from '../start.js';
import type { ApiServer } from '../start.js';
import { TestSession, TestWatch, ask } from './test-requests.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LISTS = { verb: 'list', resource: 'configmaps' } as const;
const WATCHES = { verb: 'watch', resource: 'configmaps' } as const;
const WATCH_LIST = `${MAPS}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;

describe('faults', () => {
  let server: ApiServer;
  let session: TestSession;
  let clock: FakeClock;

  const create = (name: string): Promise<unknown> =>
    session.ask(MAPS, { body: JSON.stringify({ metadata: { name } }) });
  const watch = (path = `${MAPS}?watch=true`): TestWatch => new TestWatch(session.stream(path));

  beforeEach(async () => {
    clock = new FakeClock();
    server = await startApiServer({ clock });
    session = new TestSession(server);
    await create('first');
  });

  afterEach(async () => {
    await session[Symbol.asyncDispose]();
    await server.stop();
  });

  it('hit only what matches, so many times', async () => {
    const fault = server.faults.add({ type: 'error', code: 503 }, LISTS, { times: 2 });
    expect((await session.ask(`${MAPS}/first`)).code).toBe(200);
    expect((await session.ask('/api/v1/pods')).code).toBe(200);
    expect([await session.ask(MAPS), await session.ask(MAPS), await session.ask(MAPS)].map(({ code }) => code)).toEqual(
      [503, 503, 200],
    );
    expect(fault.hits).toBe(2);
  });

  it('match by path, by name and by a function', async () => {
    server.faults.add({ type: 'error', code: 500 }, { path: /configmaps\/fir/ });
    expect((await session.ask(`${MAPS}/first`)).code).toBe(500);
    server.faults.add({ type: 'error', code: 500 }, { name: 'first', user: 'admin' });
    expect((await session.ask(`${MAPS}/first`)).code).toBe(500);
    server.faults.add({ type: 'error', code: 500 }, ({ namespace, verb }) => namespace === 'default' && verb === 'get');
    expect((await session.ask(`${MAPS}/first`)).code).toBe(500);
    expect((await session.ask(`${MAPS}/first`)).code).toBe(200);
  });

  it.each([
    [409, 'Conflict'],
    [404, 'NotFound'],
    [503, 'ServiceUnavailable'],
    [418, 'InternalError'],
  ])('%i has the reason that clients know it by: %s', async (code, reason) => {
    server.faults.add({ type: 'error', code });
    expect((await session.ask(MAPS)).json()).toMatchObject({
      code,
      reason,
      message: expect.stringContaining(String(code)) as string,
    });
  });

  it('can be taken back', async () => {
    server.faults.add({ type: 'error', code: 500 }).remove();
    server.faults.add({ type: 'error', code: 500 });
    server.faults.clear();
    expect((await session.ask(MAPS)).code).toBe(200);
  });

  it('drop: the connection closes without an answer', async () => {
    server.faults.add({ type: 'drop' }, LISTS);
    await expect(ask(server, MAPS)).rejects.toThrow();
    expect((await ask(server, MAPS)).code).toBe(200);
  });

  it('reset: the connection is reset', async () => {
    server.faults.add({ type: 'reset' }, LISTS);
    await expect(ask(server, MAPS)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('reset: takes all streams of a connection along', async () => {
    const open = watch();
    await open.next();
    expect(server.faults.now({ type: 'reset' }, WATCHES)).toBe(1);
    await expect(open.ended()).resolves.toMatch(/ECONNRESET|cancel|close/i);
    expect(session.session.destroyed).toBe(true);
  });

  it('half-open: nothing more comes, not even a ping, and the connection stays', async () => {
    const open = watch();
    await open.next();
    expect(server.faults.now({ type: 'half-open' }, WATCHES)).toBe(1);
    let pong = false;
    session.session.ping(() => {
      pong = true;
    });
    await ask(server, MAPS, { body: '{"metadata":{"name":"second"}}' });
    // Other connections are served, so whatever was going to come has come after a few of their rounds.
    for (let round = 0; round < 5; round++) await ask(server, '/version');
    expect(pong).toBe(false);
    expect(session.session.destroyed).toBe(false);
    await expect(Promise.race([open.next(), Promise.resolve('silence')])).resolves.toBe('silence');
  });

  it('half-open: in the middle of an answer', async () => {
    server.faults.add({ type: 'half-open', afterBytes: 10 }, LISTS);
    const stream = session.stream(MAPS);
    const received: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => received.push(chunk));
    for (let round = 0; round < 5; round++) await ask(server, '/version');
    expect(Buffer.concat(received)).toHaveLength(10);
    expect(stream.destroyed).toBe(false);
  });

  it('delay: the answer comes when the time has passed', async () => {
    server.faults.add({ type: 'delay', ms: 5000 }, LISTS);
    let answered = false;
    const answer = session.ask(MAPS).then((received) => {
      answered = true;
      return received;
    });
    for (let round = 0; round < 3; round++) await ask(server, '/version');
    expect(answered).toBe(false);
    await clock.advance(5000);
    expect((await answer).code).toBe(200);
  });

  it('truncate: a list is cut in its middle', async () => {
    server.faults.add({ type: 'truncate', afterBytes: 20 }, LISTS, { times: 2 });
    await expect(ask(server, MAPS)).rejects.toThrow();
    await expect(session.ask(MAPS)).rejects.toThrow();
    expect((await session.ask(MAPS)).code).toBe(200);
  });

  it('truncate: a watch is cut inside an event', async () => {
    server.faults.add({ type: 'truncate', afterBytes: 50 }, WATCHES);
    const open = watch();
    await open.ended();
    expect(open.rest).toHaveLength(50);
  });

  it('expired: 410', async () => {
    server.faults.add({ type: 'expired' }, WATCHES);
    const answer = await session.ask(`${MAPS}?watch=true&resourceVersion=1`);
    expect(answer.json()).toMatchObject({ code: 410, reason: 'Expired' });
  });

  it('too-many-requests: 429 with a Retry-After', async () => {
    server.faults.add({ type: 'too-many-requests', retryAfterSeconds: 7 }, LISTS);
    const answer = await session.ask(MAPS);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json()).toMatchObject({ code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } });
  });

  it('slow: the answer trickles', async () => {
    const whole = (await session.ask(`${MAPS}/first`)).text;
    server.faults.add({ type: 'slow', bytes: 100, everyMs: 1000 }, { verb: 'get' });
    const stream = session.stream(`${MAPS}/first`);
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = new Promise((resolve) => stream.on('end', resolve));
    await new Promise((resolve) => stream.once('response', resolve));
    expect(text).toBe('');
    await clock.advance(1000);
    while (text === '') await new Promise((resolve) => setImmediate(resolve));
    expect(text).toBe(whole.slice(0, 100));
    await clock.advance(10_000);
    await ended;
    expect(text).toBe(whole);
  });

  it('freeze-bookmarks: a watch goes on without them', async () => {
    server.faults.add({ type: 'freeze-bookmarks' }, WATCHES);
    const open = watch(WATCH_LIST);
    expect(await open.next()).toMatchObject({ type: 'ADDED' });
    await create('second');
    expect(await open.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'second' } } });
    const other = watch(WATCH_LIST);
    expect([(await other.next()).type, (await other.next()).type, (await other.next()).type]).toEqual([
      'ADDED',
      'ADDED',
      'BOOKMARK',
    ]);
  });

  it('forgetHistory: a watch from an old version gets 410', async () => {
    const { metadata } = (await session.ask(MAPS)).json() as { metadata: { resourceVersion: string } };
    await create('second');
    server.faults.forgetHistory();
    const open = watch(`${MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`);
    expect(await open.next()).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, reason: 'Expired' },
    });
  });

  it('an error for an answer under way is its end', async () => {
    const open = watch();
    await open.next();
    expect(server.faults.now({ type: 'error', code: 500 }, WATCHES)).toBe(1);
    expect(await open.ended()).toBe('end');
  });

  it('refuse to be planned for no request', () => {
    expect(() => server.faults.add({ type: 'drop' }, {}, { times: 0 })).toThrow('"times" is at least 1');
  });

  it.each([
    [{ type: 'too-many-request' }, {}, /"too-many-request" is no type of a fault\. There are .*too-many-requests/],
    [undefined, {}, /no type of a fault/],
    [{ type: 'drop' }, { verb: 'lists' }, /"lists" is no verb\. There are get, list/],
    [{ type: 'drop' }, { kind: 'Pod' }, /"kind" is no part of a request to match/],
  ])('that would hit nothing are refused: %j of %j', (fault, match, message) => {
    expect(() => server.faults.add(fault as never, match as never)).toThrow(message);
    expect(() => server.faults.now(fault as never, match as never)).toThrow(message);
  });
});
