import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { rejection, testDirectory } from './test-support.js';
import { WatchedFile } from './watched-file.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('WatchedFile', () => {
  it('reads a file again when its metadata change, and looks once a second', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const file = new WatchedFile(await dir.write('token', 'one'), 'the token', clock);
    const seen = [await file.read()];
    await dir.write('token', 'two and longer');
    seen.push(await file.read());
    await clock.advance(1_000);
    seen.push(await file.read());
    expect(seen).toEqual(['one', 'one', 'two and longer']);
  });

  it('reads a file again after a minute though its metadata are the same', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const path = await dir.write('token', 'one');
    await utimes(path, LONG_AGO, LONG_AGO);
    const file = new WatchedFile(path, 'the token', clock);
    const seen = [await file.read()];
    await dir.write('token', 'two');
    await utimes(path, LONG_AGO, LONG_AGO);
    await clock.advance(59_000);
    seen.push(await file.read());
    await clock.advance(1_000);
    seen.push(await file.read());
    expect(seen).toEqual(['one', 'one', 'two']);
  });

  it('keeps the last text while the file is missing', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const path = await dir.write('token', 'one');
    const file = new WatchedFile(path, 'the token', clock);
    await file.read();
    await rm(path);
    await clock.advance(120_000);
    expect(await file.read()).toBe('one');
  });

  it('follows a file that is replaced by a rename, as mounted volumes do it', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const path = await dir.write('token', 'one');
    const file = new WatchedFile(path, 'the token', clock);
    await file.read();
    await rename(await dir.write('token.new', 'two'), path);
    await clock.advance(1_000);
    expect(await file.read()).toBe('two');
  });

  it('reread ignores the pause and tells whether the text changed', async () => {
    await using dir = await testDirectory();
    const file = new WatchedFile(await dir.write('token', 'one'), 'the token', new FakeClock());
    await file.read();
    const unchanged = await file.reread();
    await dir.write('token', 'two');
    expect([unchanged, await file.reread(), await file.read()]).toEqual([false, true, 'two']);
  });

  it('names the file and its purpose when it was never there, and finds it later', async () => {
    await using dir = await testDirectory();
    const path = join(dir.path, 'token');
    const file = new WatchedFile(path, 'the token of user "ci"', new FakeClock());
    const error = await rejection(file.read());
    expect(error).toMatchObject({ code: 'ERR_CREDENTIALS', retryable: true });
    expect(error.message).toContain(`the token of user "ci" from ${path}`);
    await dir.write('token', 'one');
    expect(await file.read()).toBe('one');
  });

  it('refuses a file that is too large to be a credential', async () => {
    await using dir = await testDirectory();
    const file = new WatchedFile(await dir.write('token', 'x'.repeat(4 * 1024 * 1024 + 1)), 'it', new FakeClock());
    expect(await rejection(file.read())).toMatchObject({ code: 'ERR_CREDENTIALS' });
  });
});
