import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { realClock } from '../../base/clock.js';
import { FakeClock } from '../../base/fake-clock.js';
import { OidcCredential } from './oidc.js';
import type { OidcSpec } from './oidc.js';
import type { OidcRequest, OidcTransport } from './oidc-transport.js';
import { makeCertificate } from './test-certificates.js';
import { everythingShown, rejection } from './test-support.js';

const START = Date.UTC(2026, 0, 1);
const ISSUER = 'https://issuer.example/realm/';

const idToken = (name: string, expiresAtMs: number): string =>
  ['header', JSON.stringify({ name, exp: expiresAtMs / 1000 }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

interface Provider {
  readonly transport: OidcTransport;
  readonly requests: OidcRequest[];
}

/** An identity provider that gives each refresh token for one use. */
function provider(clock: FakeClock, discovery: object = {}): Provider {
  const requests: OidcRequest[] = [];
  let turn = 0;
  const transport: OidcTransport = (request) => {
    requests.push(request);
    const reply = (status: number, json: unknown): Promise<{ status: number; text: string }> =>
      Promise.resolve({ status, text: JSON.stringify(json) });
    if (request.url.pathname.endsWith('/.well-known/openid-configuration')) {
      return reply(200, { issuer: ISSUER, token_endpoint: 'https://issuer.example/token', ...discovery });
    }
    if (request.body?.get('refresh_token') !== `refresh-${turn}`) return reply(400, { error: 'invalid_grant' });
    turn += 1;
    return reply(200, { id_token: idToken(`new-${turn}`, clock.now() + 3_600_000), refresh_token: `refresh-${turn}` });
  };
  return { transport, requests };
}

function credential(spec: Partial<OidcSpec>, clock: FakeClock, transport?: OidcTransport): OidcCredential {
  return new OidcCredential(
    { issuer: ISSUER, clientId: 'kubernetes', refreshToken: 'refresh-0', ...spec },
    { owner: 'user "jane"', clock, transport: transport ?? (() => Promise.reject(new Error('unexpected'))) },
  );
}

const bearerName = async (oidc: OidcCredential): Promise<unknown> => {
  const { Authorization } = await oidc.headers();
  const claims = Buffer.from(String(Authorization).split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { name: unknown }).name;
};

describe('OidcCredential', () => {
  it('sends a valid id token without asking anybody', async () => {
    const clock = new FakeClock(START);
    expect(await bearerName(credential({ idToken: idToken('old', START + 3_600_000) }, clock))).toBe('old');
  });

  it('refreshes an expired id token once for many requests', async () => {
    const clock = new FakeClock(START);
    const { transport, requests } = provider(clock);
    const oidc = credential({ idToken: idToken('old', START - 1) }, clock, transport);
    const names = await Promise.all(Array.from({ length: 10 }, () => bearerName(oidc)));
    expect([new Set(names), requests.map(({ url }) => url.href)]).toEqual([
      new Set(['new-1']),
      ['https://issuer.example/realm/.well-known/openid-configuration', 'https://issuer.example/token'],
    ]);
  });

  it('does not refresh again before the new token is about to expire', async () => {
    const clock = new FakeClock(START);
    const { transport, requests } = provider(clock);
    const oidc = credential({}, clock, transport);
    await oidc.headers();
    await clock.advance(3_539_000);
    await oidc.headers();
    expect(requests).toHaveLength(2);
  });

  it('goes on with the refresh token that the provider gave last', async () => {
    const clock = new FakeClock(START);
    const { transport } = provider(clock);
    const oidc = credential({}, clock, transport);
    const first = await bearerName(oidc);
    await clock.advance(3_600_000);
    expect([first, await bearerName(oidc)]).toEqual(['new-1', 'new-2']);
  });

  it('refreshes when the server refuses the token', async () => {
    const clock = new FakeClock(START);
    const oidc = credential({ idToken: idToken('old', START + 3_600_000) }, clock, provider(clock).transport);
    expect([await oidc.unauthorized(), await bearerName(oidc)]).toEqual([true, 'new-1']);
  });

  it('has nothing better after a refusal if it cannot refresh', async () => {
    const clock = new FakeClock(START);
    const oidc = credential({ idToken: idToken('old', START + 3_600_000), refreshToken: undefined }, clock);
    expect(await oidc.unauthorized()).toBe(false);
  });

  it.each<[string, object, Partial<OidcSpec>, { authorization?: string; body: Record<string, string> }]>([
    ['no secret: the client id in the form', {}, {}, { body: { client_id: 'kubernetes' } }],
    [
      'a secret: basic authentication, form-encoded',
      {},
      { clientSecret: 'a:b c' },
      { authorization: `Basic ${Buffer.from('kubernetes:a%3Ab%20c').toString('base64')}`, body: {} },
    ],
    [
      'a secret in the form where the provider takes nothing else',
      { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      { clientSecret: 'abc' },
      { body: { client_id: 'kubernetes', client_secret: 'abc' } },
    ],
  ])('%s', async (_what, discovery, spec, expected) => {
    const clock = new FakeClock(START);
    const { transport, requests } = provider(clock, discovery);
    await credential(spec, clock, transport).headers();
    const { headers, body } = requests[1]!;
    expect({ ...headers, body: Object.fromEntries(body!) }).toEqual({
      ...expected,
      body: { grant_type: 'refresh_token', refresh_token: 'refresh-0', ...expected.body },
    });
  });

  it.each<[string, Partial<OidcSpec>, OidcTransport | undefined, RegExp]>([
    ['no refresh token', { refreshToken: undefined }, undefined, /cannot be refreshed: that needs idp-issuer-url/],
    ['a plain http issuer', { issuer: 'http://issuer.example' }, undefined, /idp-issuer-url is not an https URL/],
    ['no network', {}, () => Promise.reject(new Error('ENOTFOUND')), /cannot be reached \(ENOTFOUND\)/],
    ['an HTML page', {}, () => Promise.resolve({ status: 200, text: '<html>' }), /not JSON/],
    [
      'a plain http token endpoint',
      {},
      () => Promise.resolve({ status: 200, text: '{"token_endpoint":"http://x"}' }),
      /token_endpoint is not an https URL/,
    ],
    [
      'no id token in the answer',
      {},
      () => Promise.resolve({ status: 200, text: '{"token_endpoint":"https://x"}' }),
      /without an id_token/,
    ],
    [
      'a refusal',
      {},
      () => Promise.resolve({ status: 400, text: '{"error":"invalid_grant"}' }),
      /answered 400 \(invalid_grant\)/,
    ],
  ])('%s is an error that names the user', async (_what, spec, transport, words) => {
    const error = await rejection(credential(spec, new FakeClock(START), transport).headers());
    expect(error).toMatchObject({ code: 'ERR_CREDENTIALS', message: expect.stringContaining('user "jane"') as string });
    expect(error.message).toMatch(words);
  });

  it('shows no token and no secret', async () => {
    const clock = new FakeClock(START);
    const spec = { clientSecret: 'hunter2hunter2', idToken: idToken('old', START - 1) };
    const oidc = credential(spec, clock, provider(clock).transport);
    const headers = await oidc.headers();
    const refused = credential({ ...spec, refreshToken: 'spent-refresh-token' }, clock, provider(clock).transport);
    const shown = [oidc, headers, await rejection(refused.headers())].map(everythingShown).join('\n');
    const secrets = ['hunter2', 'refresh-0', 'refresh-1', 'spent-refresh-token', headers['Authorization'] as string];
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });
});

describe('OidcCredential over https', { timeout: 30_000 }, () => {
  it.each([true, false])('trusts the issuer by its own CA: %j', async (trusted) => {
    const certificate = makeCertificate();
    const server = createServer(certificate, (request, response) => {
      const { port } = server.address() as AddressInfo;
      response.end(
        request.method === 'GET'
          ? JSON.stringify({ token_endpoint: `https://127.0.0.1:${port}/token` })
          : JSON.stringify({ id_token: idToken('real', realClock.now() + 60_000) }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const oidc = new OidcCredential(
        {
          issuer: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
          clientId: 'kubernetes',
          refreshToken: 'r',
          issuerCa: { pem: trusted ? certificate.cert : makeCertificate().cert },
        },
        { owner: 'user "jane"', clock: realClock },
      );
      const outcome = await bearerName(oidc).catch((error: unknown) => (error as { code: string }).code);
      expect(outcome).toBe(trusted ? 'real' : 'ERR_CREDENTIALS');
    } finally {
      server.close();
    }
  });
});
