import { describe, expect, it } from 'vitest';
import { PlainRecord } from '../meta/index.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ReflectorSink, ReplaceSession } from './contract.js';
import { PrimeSession } from './replace-session.js';
import { RecordingSink } from './test-harness.js';

const record = (name: string, resourceVersion: string) => new PlainRecord(makeObject({ name, resourceVersion }));

function sessionSink(fields: Partial<ReplaceSession<TestObject>> = {}) {
  const calls: string[] = [];
  const session: ReplaceSession<TestObject> = {
    set: ({ key }) => calls.push(`set ${key}`),
    delete: (key) => calls.push(`delete ${key}`),
    commit: (resourceVersion) => calls.push(`commit ${resourceVersion}`),
    abort: () => calls.push('abort'),
    ...fields,
  };
  const sink: ReflectorSink<TestObject> = Object.assign(new RecordingSink<TestObject>(), {
    beginReplace: () => session,
  });
  return { sink, calls };
}

describe('PrimeSession over a sink that takes a list whole', () => {
  it('hands it over at commit, the last word of each key', () => {
    const sink = new RecordingSink<TestObject>();
    const session = new PrimeSession(sink);
    session.set(record('a', '1'));
    session.set(record('b', '2'));
    session.set(record('a', '3'));
    session.set(record('c', '4'));
    session.delete('default/b');
    session.commit('9');
    expect([sink.calls, [...sink.content]]).toEqual([
      ['replace default/a,default/c@9'],
      [
        ['default/a', '3'],
        ['default/c', '4'],
      ],
    ]);
  });

  it('hands nothing over when it is given up', () => {
    const sink = new RecordingSink<TestObject>();
    const session = new PrimeSession(sink);
    session.set(record('a', '1'));
    session.end(() => undefined);
    expect(sink.calls).toEqual([]);
  });
});

describe('PrimeSession over a session of the sink', () => {
  it('passes everything on as it comes', () => {
    const { sink, calls } = sessionSink();
    const session = new PrimeSession(sink);
    session.set(record('a', '1'));
    session.delete('default/a');
    session.commit('9');
    expect(calls).toEqual(['set default/a', 'delete default/a', 'commit 9']);
  });

  it('ends it once: nothing is given up after a commit', () => {
    const { sink, calls } = sessionSink();
    const session = new PrimeSession(sink);
    session.commit('9');
    session.end(() => undefined);
    expect(calls).toEqual(['commit 9']);
  });

  it('ends it once: a commit that throws is no reason to give up as well', () => {
    const calls: string[] = [];
    const { sink } = sessionSink({
      commit: () => {
        throw new Error('full');
      },
      abort: () => calls.push('abort'),
    });
    const session = new PrimeSession(sink);
    expect(() => session.commit('9')).toThrow('full');
    session.end(() => undefined);
    expect(calls).toEqual([]);
  });

  it('ends it once: giving up twice is giving up', () => {
    const { sink, calls } = sessionSink();
    const session = new PrimeSession(sink);
    session.end(() => undefined);
    session.end(() => undefined);
    expect(calls).toEqual(['abort']);
  });

  it('tells of an abort that throws, and goes on', () => {
    const error = new Error('stuck');
    const { sink } = sessionSink({
      abort: () => {
        throw error;
      },
    });
    const told: unknown[] = [];
    new PrimeSession(sink).end((thrown) => told.push(thrown));
    expect(told).toEqual([error]);
  });
});
