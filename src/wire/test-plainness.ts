import assert from 'node:assert/strict';
import { format, inspect, isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { receiveMessageOnPort, MessageChannel } from 'node:worker_threads';

type Plain = Record<string, unknown>;

/** A deep comparison as lodash makes it: tags, own keys in any order, constructors, then values. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || a.constructor !== b.constructor) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual((a as Plain)[key], (b as Plain)[key]));
}

/** A copy as immer and others make it: own keys by Reflect, values one by one. */
function shallowCopy(object: Plain): Plain {
  const copy = Object.create(Object.getPrototypeOf(object) as object) as Plain;
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (typeof key !== 'string' || descriptor?.enumerable !== true) continue;
    Object.defineProperty(copy, key, { value: object[key], enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function throughPort(value: unknown): unknown {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(value);
  const received = receiveMessageOnPort(port2)?.message as unknown;
  port1.close();
  port2.close();
  return received;
}

function namesByForIn(object: object): string[] {
  const names: string[] = [];
  for (const name in object) names.push(name);
  return names;
}

const isFrozenAllTheWay = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenAllTheWay));

/** A check that holds for the lazy object because it holds for the plain one. Throws when it does not hold. */
export type PlainnessCheck = (lazy: Plain, plain: Plain) => void;

const equal = (actual: unknown, expected: unknown): void => assert.deepStrictEqual(actual, expected);
const same =
  (of: (object: Plain) => unknown): PlainnessCheck =>
  (lazy, plain) =>
    equal(of(lazy), of(plain));

/** All that a reader can do with an object to find out that it is not plain. Each gets a lazy object nobody has read. */
export const PLAINNESS: Readonly<Record<string, PlainnessCheck>> = {
  'Object.keys': same((object) => Object.keys(object)),
  'Object.values': same((object) => Object.values(object)),
  'Object.entries': same((object) => Object.entries(object)),
  'Object.getOwnPropertyNames': same((object) => Object.getOwnPropertyNames(object)),
  'for … in': same((object) => namesByForIn(object)),
  spread: same((object) => ({ ...object })),
  'spread over other fields': same((object) => ({ kind: 'x', extra: 1, ...object })),
  'rest of a destructuring': same(({ metadata: _metadata, ...rest }) => rest),
  'destructuring with a default': same(({ metadata, nothing = 'default' }) => [metadata, nothing]),
  'Object.assign': same((object) => Object.assign({}, object)),
  'Object.fromEntries of its entries': same((object) => Object.fromEntries(Object.entries(object))),
  'JSON.stringify': same((object) => JSON.stringify(object)),
  'JSON.stringify with indent and inside another': same((object) => JSON.stringify({ items: [object] }, undefined, 2)),
  'JSON.stringify with a list of names': same((object) => JSON.stringify(object, ['metadata', 'name'])),
  'a round trip through JSON': (lazy, plain) => equal(JSON.parse(JSON.stringify(lazy)), plain),
  structuredClone: (lazy, plain) => equal(structuredClone(lazy), plain),
  'structuredClone gives something writable': (lazy) => equal(Object.isFrozen(structuredClone(lazy)), false),
  postMessage: (lazy, plain) => equal(throughPort(lazy), plain),
  'v8.serialize': (lazy, plain) => equal(deserialize(serialize(lazy)), plain),
  'isDeepStrictEqual to the plain one': (lazy, plain) => equal(isDeepStrictEqual(lazy, plain), true),
  'isDeepStrictEqual of the plain one': (lazy, plain) => equal(isDeepStrictEqual(plain, lazy), true),
  'assert.deepStrictEqual': (lazy, plain) => assert.deepStrictEqual(lazy, plain),
  'assert.deepEqual': (lazy, plain) => assert.deepEqual(plain, lazy),
  'unequal to one with a field more': (lazy, plain) => equal(isDeepStrictEqual(lazy, { ...plain, more: 1 }), false),
  'unequal to one with another name': (lazy, plain) =>
    equal(isDeepStrictEqual(lazy, { ...plain, metadata: { ...(plain['metadata'] as Plain), name: '?' } }), false),
  'isEqual as in lodash, both ways': (lazy, plain) => equal([isEqual(lazy, plain), isEqual(plain, lazy)], [true, true]),
  in: same((object) => ['metadata', 'nothing', 'toString'].map((name) => name in object)),
  'Object.hasOwn': same((object) => ['metadata', 'nothing', 'toString'].map((name) => Object.hasOwn(object, name))),
  hasOwnProperty: same((object) =>
    ['metadata', 'nothing'].map((name) => Object.prototype.hasOwnProperty.call(object, name)),
  ),
  propertyIsEnumerable: same((object) =>
    ['metadata', 'nothing'].map((name) => Object.prototype.propertyIsEnumerable.call(object, name)),
  ),
  'Reflect.get and Reflect.has': same((object) => [Reflect.get(object, 'metadata'), Reflect.has(object, 'metadata')]),
  'its prototype': same((object) => Object.getPrototypeOf(object) === Object.prototype),
  'its constructor': same((object) => object.constructor === Object),
  'instanceof Object': same((object) => object instanceof Object),
  typeof: same((object) => typeof object),
  'Object.prototype.toString': same((object) => Object.prototype.toString.call(object)),
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- [object Object] is what both must give.
  'String()': same((object) => String(object)),
  'Array.isArray of it and of its fields': same((object) => [
    Array.isArray(object),
    ...Object.values(object).map((value) => Array.isArray(value)),
  ]),
  'enumerable symbols': same((object) =>
    Object.getOwnPropertySymbols(object).filter((symbol) => Object.prototype.propertyIsEnumerable.call(object, symbol)),
  ),
  'util.inspect': same((object) => inspect(object)),
  'util.inspect inside others, to any depth': same((object) =>
    inspect({ a: [object, { b: object }] }, { depth: null }),
  ),
  'util.inspect deep down, where it is cut off': same((object) => inspect({ a: { b: { c: object } } })),
  'util.inspect sorted, in colour, not compact': same((object) =>
    inspect([object], { sorted: true, colors: true, compact: false }),
  ),
  'util.format': same((object) => format('%j %O %o', object, object, object)),
  'a copy as immer makes it': (lazy, plain) => equal(shallowCopy(lazy), plain),
  'a copy can be changed where the original cannot': (lazy, plain) =>
    equal({ ...lazy, kind: 'Other' }, { ...plain, kind: 'Other' }),
  'a field is the same on every read': (lazy) => {
    for (const name of Object.keys(lazy)) equal(Object.is(lazy[name], lazy[name]), true);
  },
  'it is frozen all the way down': (lazy) => equal(isFrozenAllTheWay(lazy), true),
  'a write throws': (lazy) => {
    for (const name of Object.keys(lazy)) assert.throws(() => (lazy[name] = {}), TypeError);
    assert.throws(() => ((lazy as { brandNew: unknown }).brandNew = {}), TypeError);
  },
  'a write below throws': (lazy) => {
    for (const value of Object.values(lazy)) {
      if (typeof value === 'object' && value !== null) assert.throws(() => ((value as Plain)['name'] = 'x'), TypeError);
    }
  },
  'a delete fails': (lazy) => {
    for (const name of Object.keys(lazy)) equal(Reflect.deleteProperty(lazy, name), false);
  },
  'a redefinition throws': (lazy) => {
    for (const name of Object.keys(lazy))
      assert.throws(() => Object.defineProperty(lazy, name, { value: 1 }), TypeError);
    assert.throws(() => Object.setPrototypeOf(lazy, null), TypeError);
  },
  'as a prototype of something else it gives what it has': (lazy, plain) => {
    const heir = Object.create(Object.create(lazy) as object) as Plain;
    for (const name of Object.keys(plain)) equal(heir[name], plain[name]);
    equal(heir['nothing'], undefined);
  },
  'as a key of Map, WeakMap and Set': (lazy) => {
    equal(
      [new Map([[lazy, 1]]).get(lazy), new WeakMap([[lazy, 1]]).get(lazy), new Set([lazy]).has(lazy)],
      [1, 1, true],
    );
  },
};
