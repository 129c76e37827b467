import { describe, expect, it } from 'vitest';
import { parseFieldPath, readFieldPath } from './field-path.js';

describe('parseFieldPath', () => {
  it.each([
    ['kind', ['kind']],
    ['spec.nodeName', ['spec', 'nodeName']],
    ['.spec.color', ['spec', 'color']],
    ["metadata.labels['app.kubernetes.io/name']", ['metadata', 'labels', 'app.kubernetes.io/name']],
    ['spec.selector["app"].x', ['spec', 'selector', 'app', 'x']],
    ["['a']['b']", ['a', 'b']],
  ])('reads %s', (text, names) => {
    expect(parseFieldPath(text)).toEqual(names);
  });

  it.each(['', '.', 'a.', 'a..b', 'a[b]', "a['b", "a.['b']", "['a']b", "a]'", 'a[0]'])('refuses %j', (text) => {
    expect(() => parseFieldPath(text)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }));
  });
});

describe('readFieldPath', () => {
  const object = { spec: { nodeName: 'n1', ports: [{ port: 80 }], empty: null }, replicas: 0 };

  it('reads what stands at the path', () => {
    expect([
      readFieldPath(object, ['spec', 'nodeName']),
      readFieldPath(object, ['replicas']),
      readFieldPath(object, ['spec', 'empty']),
    ]).toEqual(['n1', 0, null]);
  });

  it('gives undefined when a part of the way is missing, null or no object', () => {
    expect([
      readFieldPath(object, ['status', 'phase']),
      readFieldPath(object, ['spec', 'empty', 'x']),
      readFieldPath(object, ['spec', 'nodeName', 'length']),
      readFieldPath(undefined, ['spec']),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('does not see what an object inherits', () => {
    expect([readFieldPath(object, ['constructor']), readFieldPath(object, ['spec', '__proto__'])]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('does not lead into arrays', () => {
    expect([
      readFieldPath(object, ['spec', 'ports', 'length']),
      readFieldPath(object, ['spec', 'ports', '0', 'port']),
    ]).toEqual([undefined, undefined]);
  });
});

describe('a path that would lead nowhere', () => {
  it.each([
    ['$.spec.nodeName', 'looks like JSONPath'],
    ['{.spec.nodeName}', 'looks like JSONPath'],
    ['metadata.labels.app.kubernetes.io/name', "Write metadata.labels['app.kubernetes.io/name']"],
    ['.metadata.annotations.a.b', "Write metadata.annotations['a.b']"],
  ])('%s is refused, with what to write', (text, advice) => {
    const refused = { code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining(advice) as string };
    expect(() => parseFieldPath(text)).toThrow(expect.objectContaining(refused));
  });

  it.each([
    ["metadata.labels['a.b/c']", ['metadata', 'labels', 'a.b/c']],
    ['spec.$ref', ['spec', '$ref']],
  ])('%s is not one of them', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
  });
});
