import { describe, expect, it } from 'vitest';
import { StatusError } from '../status-error.js';
import { isPretty, negotiate, negotiateStatus } from './accept.js';

const RULES = { custom: false, collection: false, watch: false };
const KUBECTL =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

function refusal(run: () => unknown): StatusError {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return error;
  }
  throw new Error('nothing was refused');
}

describe('negotiate', () => {
  it('gives JSON to those who ask for nothing', () => {
    expect(negotiate('', false, RULES)).toEqual({ format: 'json', pretty: false });
  });

  it.each([
    ['application/json', 'json'],
    ['application/yaml', 'yaml'],
    ['application/vnd.kubernetes.protobuf', 'protobuf'],
    ['*/*', 'json'],
    ['application/vnd.kubernetes.protobuf,application/json', 'protobuf'],
    ['application/json;q=0.1, application/yaml;q=0.5', 'yaml'],
    ['application/json;as=Foo;v=v2;g=meta.k8s.io,application/yaml', 'yaml'],
    ['application/json;stream=watch', 'json'],
  ])('takes %s as %s', (header, format) => {
    expect(negotiate(header, false, RULES)).toEqual({ format, pretty: false });
  });

  it('takes the first table that kubectl offers', () => {
    expect(negotiate(KUBECTL, false, RULES).as).toEqual({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
  });

  it('passes over a table in protobuf, which no server writes', () => {
    const header = 'application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json';
    expect(negotiate(header, false, RULES)).toEqual({ format: 'json', pretty: false });
  });

  it('gives custom objects in JSON to those who prefer protobuf, and their metadata in protobuf', () => {
    const rules = { ...RULES, custom: true };
    const proto = 'application/vnd.kubernetes.protobuf';
    expect(negotiate(`${proto},application/json`, false, rules).format).toBe('json');
    expect(negotiate(`${proto};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`, false, rules).format).toBe('protobuf');
    expect(refusal(() => negotiate(proto, false, rules)).status.code).toBe(406);
  });

  it.each(['text/html', 'text/*', 'application/*;q=0.1'])('refuses %s before it looks at the resource', (header) => {
    expect(refusal(() => negotiate(header, false, RULES)).status).toMatchObject({
      code: 406,
      message:
        '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      details: {},
    });
  });

  it('names the stream types in the refusal of a collection', () => {
    const { message } = refusal(() => negotiate('text/html', false, { ...RULES, collection: true }));
    expect(message).toMatch(/protobuf;stream=watch$/);
  });

  it.each([
    'application/json;as=Table;v=v2;g=meta.k8s.io',
    'application/json;stream=foo',
    '*/*;as=Table',
    'application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io',
  ])('refuses %s for what it asks to be done', (header) => {
    expect(refusal(() => negotiate(header, false, RULES)).message).toBe(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
  });

  it('refuses a watch in YAML', () => {
    const { message } = refusal(() => negotiate('application/yaml', false, { ...RULES, watch: true }));
    expect(message).toBe(
      'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    );
  });
});

describe('negotiateStatus', () => {
  it('passes over conversions, which errors do not have', () => {
    expect(negotiateStatus(KUBECTL, false)).toEqual({ format: 'json', pretty: false });
    expect(negotiateStatus('application/json;as=Table;v=v1;g=meta.k8s.io', false)).toEqual({
      format: 'json',
      pretty: true,
    });
  });

  it('is JSON for people when the client accepts nothing we have', () => {
    expect(negotiateStatus('text/html', false)).toEqual({ format: 'json', pretty: true });
  });
});

describe('isPretty', () => {
  it.each([
    ['pretty=1', 'x', true],
    ['pretty=true', 'x', true],
    ['pretty=0', 'curl/8', false],
    ['', 'curl/8', true],
    ['pretty', 'x', false],
    ['', 'kubectl/v1.36', false],
  ])('of "%s" by %s is %s', (query, agent, pretty) => {
    expect(isPretty(new URLSearchParams(query), agent)).toBe(pretty);
  });
});
