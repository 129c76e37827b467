import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { BasicCredential, TokenCredential, TokenFileCredential, combineCredentials } from './index.js';
import { everythingShown, rejection, testDirectory } from './test-support.js';

describe('TokenCredential', () => {
  it('sends the token, trimmed, as a bearer', async () => {
    expect(await new TokenCredential(' abc\n', { owner: 'me' }).headers()).toEqual({ Authorization: 'Bearer abc' });
  });

  it('has nothing better after a refusal', async () => {
    expect(await new TokenCredential('abc', { owner: 'me' }).unauthorized()).toBe(false);
  });

  it.each(['', 'two words', 'line\nbreak', 'ümlaut', 'nul\0'])('refuses %j without repeating it', (token) => {
    let error: unknown;
    try {
      new TokenCredential(token, { owner: 'user "ci"' });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'ERR_CREDENTIALS', message: expect.stringContaining('user "ci"') as string });
    if (token !== '') expect(everythingShown(error)).not.toContain(token);
  });

  it('shows no token, and neither do its headers', async () => {
    const credential = new TokenCredential('hunter2hunter2', { owner: 'me' });
    expect(everythingShown([credential, await credential.headers()])).not.toContain('hunter2');
  });

  it('headers that are copied into a request carry the token', async () => {
    const headers = { ...(await new TokenCredential('abc', { owner: 'me' }).headers()) };
    expect(JSON.stringify(headers)).toBe('{"Authorization":"Bearer abc"}');
  });
});

describe('TokenFileCredential', () => {
  it('trims the token and follows the file', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const credential = new TokenFileCredential(await dir.write('token', 'one\n'), { owner: 'me', clock });
    const seen = [await credential.headers()];
    await dir.write('token', '  second \n');
    await clock.advance(1_000);
    seen.push(await credential.headers());
    expect(seen).toEqual([{ Authorization: 'Bearer one' }, { Authorization: 'Bearer second' }]);
  });

  it('tries again after a refusal only if the file holds another token', async () => {
    await using dir = await testDirectory();
    const credential = new TokenFileCredential(await dir.write('token', 'one'), {
      owner: 'me',
      clock: new FakeClock(),
    });
    await credential.headers();
    const same = await credential.unauthorized();
    await dir.write('token', 'two');
    expect([same, await credential.unauthorized()]).toEqual([false, true]);
    expect(await credential.headers()).toEqual({ Authorization: 'Bearer two' });
  });

  it('keeps the last token while the file is empty', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const credential = new TokenFileCredential(await dir.write('token', 'one'), { owner: 'me', clock });
    await credential.headers();
    await dir.write('token', '');
    await clock.advance(1_000);
    expect(await credential.headers()).toEqual({ Authorization: 'Bearer one' });
  });

  it('uses the fallback until the file is there', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const path = join(dir.path, 'token');
    const credential = new TokenFileCredential(path, { owner: 'me', clock, fallbackToken: 'spare' });
    const first = await credential.headers();
    await dir.write('token', 'real');
    expect([first, await credential.headers()]).toEqual([
      { Authorization: 'Bearer spare' },
      { Authorization: 'Bearer real' },
    ]);
  });

  it('an empty file names owner and file', async () => {
    await using dir = await testDirectory();
    const path = await dir.write('token', '\n');
    const error = await rejection(
      new TokenFileCredential(path, { owner: 'user "ci"', clock: new FakeClock() }).headers(),
    );
    expect(error.message).toMatch(/user "ci" \(file .*token\) is empty/);
  });

  it('a refusal while the file is missing asks for no second try', async () => {
    await using dir = await testDirectory();
    const path = await dir.write('token', 'one');
    const credential = new TokenFileCredential(path, { owner: 'me', clock: new FakeClock() });
    await credential.headers();
    await rm(path);
    expect(await credential.unauthorized()).toBe(false);
  });
});

describe('BasicCredential', () => {
  it('encodes user and password as UTF-8', async () => {
    const { Authorization } = await new BasicCredential('me', 'pässword').headers();
    expect(Buffer.from(String(Authorization).slice(6), 'base64').toString('utf8')).toBe('me:pässword');
  });

  it('shows no password', async () => {
    const credential = new BasicCredential('me', 'hunter2hunter2');
    const encoded = Buffer.from('me:hunter2hunter2').toString('base64');
    const shown = everythingShown([credential, await credential.headers()]);
    expect([shown.includes('hunter2'), shown.includes(encoded)]).toEqual([false, false]);
  });
});

describe('combineCredentials', () => {
  const [first, second] = ['a', 'b'].map((token) => new TokenCredential(token, { owner: 'me' }));

  it('the first header of a name wins', async () => {
    expect(await combineCredentials([first!, second!]).headers()).toEqual({ Authorization: 'Bearer a' });
  });

  it('nothing combined is nobody', async () => {
    const nobody = combineCredentials([]);
    expect([await nobody.headers(), await nobody.certificate(), await nobody.unauthorized()]).toEqual([
      {},
      undefined,
      false,
    ]);
  });

  it('tries again if one of them has something new', async () => {
    const renewed = { ...combineCredentials([]), unauthorized: () => Promise.resolve(true) };
    expect(await combineCredentials([first!, renewed]).unauthorized()).toBe(true);
  });
});
