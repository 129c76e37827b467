import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFieldPath } from '../meta/index.js';
import { readJsonPath } from './json-path.js';

const read = (text: string, path: string[]): unknown => {
  const bytes = Buffer.from(text);
  return readJsonPath(bytes, 0, bytes.length, path);
};

describe('readJsonPath', () => {
  it.each<[string, string[], unknown]>([
    ['{"spec":{"nodeName":"n1"}}', ['spec', 'nodeName'], 'n1'],
    ['{"a":{"b":"x"},"spec":{"nodeName":"n1","z":{}}}', ['spec', 'nodeName'], 'n1'],
    ['{"spec":{"replicas":3}}', ['spec', 'replicas'], 3],
    ['{"spec":{"paused":false}}', ['spec', 'paused'], false],
    ['{"spec":null}', ['spec'], null],
    ['{"spec":null}', ['spec', 'nodeName'], undefined],
    ['{"spec":"text"}', ['spec', 'length'], undefined],
    ['{"spec":["x"]}', ['spec', '0'], undefined],
    ['{"spec":{"a":[1,{"b":2}]}}', ['spec', 'a'], [1, { b: 2 }]],
    ['{}', ['toString'], undefined],
    ['{}', ['__proto__'], undefined],
    ['{"__proto__":{"a":1}}', ['__proto__', 'a'], 1],
    ['{"a":1,"a":2}', ['a'], 2],
    ['{"a":{"b":1},"a":3}', ['a', 'b'], undefined],
    ['{"m\\u0065tadata":{"name":"x"}}', ['metadata', 'name'], 'x'],
    ['{"é":"ü"}', ['é'], 'ü'],
    ['{ "a" : { "b" : "c\\n" } }', ['a', 'b'], 'c\n'],
    ['{"ab":1}', ['a'], undefined],
    ['{"":1}', [''], 1],
  ])('in %s at %j stands %j', (text, path, expected) => {
    expect(read(text, path)).toEqual(expected);
  });

  it('gives what reading the path of the parsed object gives', () => {
    const names = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'é', 'toString'), fc.string({ maxLength: 3 }));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(names, fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 1 }), tie('tree')), {
        noNullPrototype: true,
        maxKeys: 4,
      }),
    }));
    fc.assert(
      fc.property(tree, fc.array(names, { minLength: 1, maxLength: 3 }), fc.nat(2), (object, path, indent) => {
        const text = JSON.stringify(object, undefined, indent);
        expect(read(text, path)).toEqual(readFieldPath(JSON.parse(text), path));
      }),
      { numRuns: 1000 },
    );
  });
});
