import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ApiObject } from '../contract.js';
import { ISSUER, ServiceAccountTokens } from './service-account-tokens.js';

const account = { namespace: 'a', name: 'robot', uid: 'u1' };

function setup(): { tokens: ServiceAccountTokens; clock: FakeClock; objects: Map<string, ApiObject> } {
  const objects = new Map<string, ApiObject>();
  const put = (resource: string, key: string, uid: string): void => {
    objects.set(`${resource} ${key}`, { apiVersion: 'v1', kind: 'X', metadata: { name: key, uid } });
  };
  put('serviceaccounts', 'a/robot', 'u1');
  put('pods', 'a/web', 'p1');
  const clock = new FakeClock();
  const tokens = new ServiceAccountTokens({ clock, lookup: (resource, key) => objects.get(`${resource} ${key}`) });
  return { tokens, clock, objects };
}

describe('ServiceAccountTokens', () => {
  it('proves the account with the groups and extra fields of the real server', () => {
    const { tokens } = setup();
    const { token } = tokens.issue(account, [ISSUER], 3600);
    expect(tokens.check(token)).toEqual({
      audiences: [ISSUER],
      user: {
        name: 'system:serviceaccount:a:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
      },
    });
  });

  it('is worth nothing once it has expired', async () => {
    const { tokens, clock } = setup();
    const { token } = tokens.issue(account, [ISSUER], 600);
    await clock.advance(599_000);
    expect(tokens.check(token)).toBeDefined();
    await clock.advance(1000);
    expect(tokens.check(token)).toBeUndefined();
  });

  it('dies with its account, and with an account of the same name and another uid', () => {
    const { tokens, objects } = setup();
    const { token } = tokens.issue(account, [ISSUER], 600);
    objects.set('serviceaccounts a/robot', { apiVersion: 'v1', kind: 'X', metadata: { uid: 'u2' } });
    expect(tokens.check(token)).toBeUndefined();
    objects.delete('serviceaccounts a/robot');
    expect(tokens.check(token)).toBeUndefined();
  });

  it('dies with the pod it is bound to', () => {
    const { tokens, objects } = setup();
    const { token } = tokens.issue(account, [ISSUER], 600, { kind: 'Pod', name: 'web', uid: 'p1' });
    expect(tokens.check(token)?.user.extra['authentication.kubernetes.io/pod-name']).toEqual(['web']);
    objects.delete('pods a/web');
    expect(tokens.check(token)).toBeUndefined();
  });

  it('is refused when a byte of it is changed, or another server signed it', () => {
    const { tokens } = setup();
    const { token } = tokens.issue(account, [ISSUER], 600);
    const [header = '', body = '', signature = ''] = token.split('.');
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('robot', 'admin')).toString(
      'base64url',
    );
    expect(tokens.check(`${header}.${forged}.${signature}`)).toBeUndefined();
    expect(tokens.check(`${header}.${body}.`)).toBeUndefined();
    expect(tokens.check(`${token}.x`)).toBeUndefined();
    expect(tokens.check(setup().tokens.issue(account, [ISSUER], 600).token)).toBeUndefined();
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(tokens.check(`${none}.${body}.`)).toBeUndefined();
  });

  it('goes on with a key that was kept', () => {
    const { tokens, clock, objects } = setup();
    const { token } = tokens.issue(account, [ISSUER], 600);
    const lookup = (resource: string, key: string): ApiObject | undefined => objects.get(`${resource} ${key}`);
    expect(new ServiceAccountTokens({ clock, lookup, key: tokens.pem }).check(token)?.user.name).toBe(
      'system:serviceaccount:a:robot',
    );
  });
});
