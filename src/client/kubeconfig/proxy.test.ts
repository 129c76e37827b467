import { describe, expect, it } from 'vitest';
import { everythingShown } from '../credentials/test-support.js';
import { proxyFromConfig, proxyFromEnvironment } from './proxy.js';

const https = new URL('https://api.example.com:6443');
const http = new URL('http://api.example.com');

describe('proxyFromEnvironment', () => {
  it.each<[string, URL, Record<string, string>, string | undefined]>([
    ['nothing set', https, {}, undefined],
    ['https', https, { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['in lower case', https, { https_proxy: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['upper case first', https, { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower' }, 'http://upper/'],
    ['the variable of the other scheme', https, { HTTP_PROXY: 'http://proxy' }, undefined],
    ['http', http, { HTTP_PROXY: 'http://proxy' }, 'http://proxy/'],
    ['in a CGI program', http, { HTTP_PROXY: 'http://proxy', REQUEST_METHOD: 'GET' }, undefined],
    ['without a scheme', https, { HTTPS_PROXY: 'proxy:3128' }, 'http://proxy:3128/'],
    ['socks', https, { HTTPS_PROXY: 'socks5://proxy:1080' }, 'socks5://proxy:1080'],
    ['NO_PROXY', https, { HTTPS_PROXY: 'http://proxy', NO_PROXY: '.example.com' }, undefined],
    [
      'no_proxy with another port',
      https,
      { HTTPS_PROXY: 'http://proxy', no_proxy: 'api.example.com:1' },
      'http://proxy/',
    ],
    ['the default port', http, { HTTP_PROXY: 'http://proxy', NO_PROXY: 'api.example.com:80' }, undefined],
    ['loopback over IPv6', new URL('https://[::1]:6443'), { HTTPS_PROXY: 'http://proxy' }, undefined],
  ])('%s', (_what, server, env, expected) => {
    expect(proxyFromEnvironment(server, env)?.href).toBe(expected);
  });

  it('a variable that is no URL is an error that names it', () => {
    expect(() => proxyFromEnvironment(https, { HTTPS_PROXY: 'http://' })).toThrow(/HTTPS_PROXY/);
    expect(() => proxyFromEnvironment(https, { HTTPS_PROXY: 'ftp://proxy' })).toThrow(/HTTPS_PROXY/);
  });
});

describe('a user or password that cannot be read', () => {
  it.each(['http://user:100%@proxy', 'socks5://u%zz:secret@proxy', 'http://us%4:1secret@proxy'])(
    'in %s is an error that does not show it',
    (url) => {
      const refused: unknown = expect.objectContaining({
        code: 'ERR_KUBECONFIG',
        message: expect.stringContaining('%25') as string,
      });
      expect(() => proxyFromConfig(url, 'c')).toThrow(refused);
      expect(() => proxyFromEnvironment(https, { HTTPS_PROXY: url })).toThrow(refused);
      expect(() => proxyFromConfig(url, 'c')).not.toThrow(/100|secret/);
    },
  );

  it('written with its code is taken', () => {
    expect(proxyFromConfig('http://user:100%25@proxy', 'c').password).toBe('100%25');
  });
});

describe('proxyFromConfig', () => {
  it.each(['http://p:1/', 'https://p/', 'socks5://p:1080'])('takes %s', (url) => {
    expect(proxyFromConfig(url, 'c').href).toBe(url);
  });

  it.each(['p:3128', 'ftp://p', 'http://', ''])('refuses %j and names the cluster', (url) => {
    expect(() => proxyFromConfig(url, 'prod')).toThrow(/proxy-url of cluster "prod"/);
  });

  it('shows no password', () => {
    // Its text is the URL itself; whoever writes that into a message has to take urlForDisplay.
    const proxy = proxyFromConfig('http://me:hunter2@p', 'c');
    expect(everythingShown({ proxy })).not.toContain('hunter2');
  });
});
