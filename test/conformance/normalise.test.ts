import { describe, expect, it } from 'vitest';
import type { RawExchange } from './exchange.js';
import { normalise } from './normalise.js';

const context = { ns: 'case-1a2b', host: '127.0.0.1:6443' };
const uid = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const bodies = (...values: unknown[]): unknown[] => {
  const exchanges: RawExchange[] = values.map((body) => ({
    request: 'GET /',
    status: 200,
    headers: {},
    body,
    brief: false,
  }));
  return normalise(exchanges, context).map(({ body }) => body);
};
const object = (resourceVersion: string, digit = 'a'): unknown => ({ metadata: { uid: uid(digit), resourceVersion } });

describe('normalise', () => {
  it('numbers versions by their order, not by when they came', () => {
    expect(bodies(object('900'), object('45'), object('900'))).toMatchObject([
      { metadata: { resourceVersion: '$version2' } },
      { metadata: { resourceVersion: '$version1' } },
      { metadata: { resourceVersion: '$version2' } },
    ]);
  });

  it('puts the version of a list after the newest object it may show', () => {
    const list = (resourceVersion: string): unknown => ({ kind: 'PodList', metadata: { resourceVersion }, items: [] });
    expect(bodies(object('10'), list('15'), object('20'), list('20'), list('9'))).toMatchObject([
      {},
      { metadata: { resourceVersion: '$from1' } },
      {},
      { metadata: { resourceVersion: '$from2' } },
      { metadata: { resourceVersion: '$from0' } },
    ]);
  });

  it('gives the same uid the same name and another uid another', () => {
    expect(bodies({ a: uid('a'), b: uid('b'), c: `owner ${uid('a')}` })).toEqual([
      { a: '$uid1', b: '$uid2', c: 'owner $uid1' },
    ]);
  });

  it('keeps a uid that a case wrote', () => {
    expect(bodies({ a: uid('0') })).toEqual([{ a: uid('0') }]);
  });

  it('hides times near now and keeps those that a case wrote', () => {
    const now = new Date().toISOString();
    expect(bodies({ a: `${now.slice(0, 19)}Z`, b: '2001-01-01T00:00:00Z', c: now })).toEqual([
      { a: '$time', b: '2001-01-01T00:00:00Z', c: '$microTime' },
    ]);
  });

  it('hides a generated name only if it is one', () => {
    const made = (name: string): unknown => ({ metadata: { uid: uid('a'), generateName: 'web-', name } });
    expect(bodies(made('web-b4f9x'), made('web-aaaaa'), 'pod web-b4f9x')).toMatchObject([
      { metadata: { name: 'web-$generated1' } },
      { metadata: { name: 'web-aaaaa' } },
      'pod web-$generated1',
    ]);
  });

  it('hides the namespace, the host and service addresses', () => {
    expect(
      bodies({ m: 'in case-1a2b at 127.0.0.1:6443', spec: { clusterIP: '10.0.3.4', clusterIPs: ['10.0.3.4'] } }),
    ).toEqual([{ m: 'in $ns at $host', spec: { clusterIP: '$address1', clusterIPs: ['$address1'] } }]);
  });

  it('leaves ports, addresses and numbers of the case alone', () => {
    const value = { spec: { port: 30_080, podIP: '10.0.3.4', externalIP: '1.2.3.4' } };
    expect(bodies(value)).toEqual([value]);
  });

  it('does not depend on the order of keys', () => {
    expect(bodies({ b: uid('b'), a: uid('a') })).toEqual(bodies({ a: uid('a'), b: uid('b') }));
  });
});
