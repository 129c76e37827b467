import { describe, expect, it } from 'vitest';
import { bypassesProxy } from './no-proxy.js';

const SERVERS = [
  'https://api.example.com',
  'https://example.com:6443',
  'https://EXAMPLE.com',
  'https://notexample.com',
  'https://10.1.2.3',
  'https://10.1.2.3:6443',
  'https://127.0.0.1',
  'https://127.3.4.5:1',
  'https://localhost',
  'https://[::1]:6443',
  'https://[fd00::1]',
  'https://[fd00::1]:6443',
  'http://example.com',
  'https://a.b.example.com:443',
  'https://192.168.0.1',
  'https://foo.localhost',
  'https://example.com.',
];

// Which of the servers above go direct, one digit for each, as golang.org/x/net/http/httpproxy v0.56.0 answered.
const ANSWERS_OF_GO: [noProxy: string, direct: string][] = [
  ['', '00000011110000000'],
  ['*', '11111111111111111'],
  ['example.com', '11100011110011000'],
  ['.example.com', '10000011110001000'],
  ['*.example.com', '10000011110001000'],
  ['example.com:6443', '01000011110000000'],
  ['.example.com:443', '10000011110001000'],
  ['EXAMPLE.COM', '11100011110011000'],
  [' example.com , x', '11100011110011000'],
  ['10.0.0.0/8', '00001111110000000'],
  ['10.1.2.3', '00001111110000000'],
  ['10.1.2.3:6443', '00000111110000000'],
  ['10.1.2.3:443', '00001011110000000'],
  ['fd00::/8', '00000011111100000'],
  ['fd00::1', '00000011111100000'],
  ['[fd00::1]', '00000011110000000'],
  ['[fd00::1]:6443', '00000011110100000'],
  ['*.com', '11110011110011000'],
  ['com', '11110011110011000'],
  ['.com', '11110011110011000'],
  ['x,,*', '11111111111111111'],
  ['example.com:', '11100011110011000'],
  ['10.1.2.3/33', '00000011110000000'],
  ['api.*', '00000011110000000'],
  ['*example.com', '00000011110000000'],
  ['**', '00000011110000000'],
  [':443', '00000011110000000'],
  ['.', '00000011110000001'],
  ['*.', '00000011110000001'],
  [':', '00000011110000000'],
  ['192.168.0.1/16', '00000011110000100'],
  ['fd00::1/129', '00000011110000000'],
  ['[::1]', '00000011110000000'],
  ['example.com:443', '10100011110001000'],
  ['example.com:80', '00000011110010000'],
  ['10.1', '00000011110000000'],
  ['[10.1.2.3]', '00000011110000000'],
  ['a.b.example.com, 10.0.0.0/8', '00001111110001000'],
  ['0.0.0.0/0', '00001111110000100'],
  ['::/0', '00000011111100000'],
  ['example.com.', '00000011110000001'],
  ['1.2.3/8', '00000011110000000'],
];

describe('bypassesProxy', () => {
  it.each(ANSWERS_OF_GO)('NO_PROXY=%s answers as Go does', (noProxy, expected) => {
    const answers = SERVERS.map((server) => {
      const { hostname, port, protocol } = new URL(server);
      const defaultPort = protocol === 'https:' ? '443' : '80';
      return bypassesProxy(hostname.replace(/^\[|\]$/g, ''), port === '' ? defaultPort : port, noProxy) ? '1' : '0';
    });
    expect(answers.join('')).toBe(expected);
  });
});
