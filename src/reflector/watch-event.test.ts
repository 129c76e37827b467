import { describe, expect, it } from 'vitest';
import { PlainRecord } from '../meta/index.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { WatchEvent } from './contract.js';
import { checkEvent, checkNotTable, checkObject } from './watch-event.js';

const POD = { apiVersion: 'v1', kind: 'Pod' };
const pod = makeObject({ name: 'a', resourceVersion: '7' });
const check = (event: unknown, expected?: { apiVersion: string; kind: string }) =>
  checkEvent<TestObject>(event as WatchEvent<TestObject>, expected);
const code = (thrown: string): unknown => expect.objectContaining({ code: thrown });
const bookmark = (metadata: unknown) => ({ type: 'BOOKMARK', object: { ...POD, metadata } });

describe('an event with an object', () => {
  it.each(['ADDED', 'MODIFIED', 'DELETED'])('%s carries its record', (type) => {
    const checked = check({ type, object: pod }, POD);
    expect(checked).toMatchObject({ type, record: { key: 'default/a', resourceVersion: '7' } });
  });

  it('passes a record on as it is', () => {
    const record = new PlainRecord(pod);
    expect(check({ type: 'ADDED', object: record })).toEqual({ type: 'ADDED', record });
  });

  it.each<[string, unknown]>([
    ['no name', { ...POD, metadata: { resourceVersion: '7' } }],
    ['no metadata', POD],
    ['null', null],
    ['undefined', undefined],
    ['text', 'pod'],
    ['a Status', { apiVersion: 'v1', kind: 'Status', metadata: {}, code: 500 }],
  ])('is refused with ERR_INVALID_OBJECT when the object is or has %s', (_name, object) => {
    expect(() => check({ type: 'MODIFIED', object })).toThrow(code('ERR_INVALID_OBJECT'));
  });

  it.each([
    [{ ...pod, kind: 'Node' }],
    [{ ...pod, apiVersion: 'v2' }],
    [{ apiVersion: 'v1', kind: 'Status', metadata: { name: 'a' } }],
    [new PlainRecord({ ...pod, kind: 'Node' })],
  ])('is refused with ERR_UNEXPECTED_KIND when it is of another kind', (object) => {
    expect(() => check({ type: 'ADDED', object }, POD)).toThrow(code('ERR_UNEXPECTED_KIND'));
  });

  it('passes whatever its kind when none is expected', () => {
    expect(check({ type: 'ADDED', object: { ...pod, kind: 'Node' } })).toMatchObject({ type: 'ADDED' });
  });

  it('passes without a kind of its own, as the items of a typed list do', () => {
    const { metadata } = pod;
    expect(check({ type: 'ADDED', object: { metadata } }, POD)).toMatchObject({ type: 'ADDED' });
  });
});

describe('a Table', () => {
  it.each(['meta.k8s.io/v1', 'meta.k8s.io/v1beta1'])('of %s is refused in place of an object', (apiVersion) => {
    const object = { apiVersion, kind: 'Table', metadata: { resourceVersion: '7' }, rows: [] };
    expect(() => check({ type: 'ADDED', object })).toThrow(code('ERR_TABLE_UNSUPPORTED'));
  });

  it('is refused as the kind of a list', () => {
    expect(() => checkNotTable(undefined, 'Table')).toThrow(code('ERR_TABLE_UNSUPPORTED'));
  });

  it('of another group is an object like any other', () => {
    const object = { ...pod, apiVersion: 'furniture.example.com/v1', kind: 'Table' };
    expect(checkObject(object, undefined)).toMatchObject({ key: 'default/a' });
  });
});

describe('a bookmark', () => {
  it('tells how far the source is', () => {
    expect(check(bookmark({ resourceVersion: '9' }), POD)).toEqual({
      type: 'BOOKMARK',
      resourceVersion: '9',
      isEndMark: false,
    });
  });

  it.each([
    [{ 'k8s.io/initial-events-end': 'true' }, true],
    [{ 'k8s.io/initial-events-end': 'false' }, false],
    [{ 'k8s.io/initial-events-end': true }, false],
    [{}, false],
    [null, false],
  ])('with annotations %j ends a WatchList: %j', (annotations, isEndMark) => {
    expect(check(bookmark({ resourceVersion: '9', annotations }))).toMatchObject({ isEndMark });
  });

  it('may come as a record', () => {
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const object = new PlainRecord({ ...POD, metadata: { name: 'x', resourceVersion: '9', annotations } });
    expect(check({ type: 'BOOKMARK', object })).toMatchObject({ resourceVersion: '9', isEndMark: true });
  });

  it.each([{ metadata: {} }, { metadata: { resourceVersion: '' } }, { metadata: { resourceVersion: 9 } }, {}, null])(
    'without a resourceVersion, %j, is refused',
    (object) => {
      expect(() => check({ type: 'BOOKMARK', object })).toThrow(code('ERR_INVALID_OBJECT'));
    },
  );

  it('of another kind says how far the source is all the same', () => {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { resourceVersion: '9' } };
    expect(check({ type: 'BOOKMARK', object }, POD)).toMatchObject({ resourceVersion: '9' });
  });
});

describe('an ERROR', () => {
  it('throws what its Status says', () => {
    const object = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
    expect(() => check({ type: 'ERROR', object })).toThrow(
      expect.objectContaining({
        statusCode: 410,
        reason: 'Expired',
        message: 'The watch ended with an error: too old',
      }),
    );
  });

  it.each([{}, null, undefined, 'broken', new PlainRecord(pod)])('without a Status, %j, is a 500', (object) => {
    expect(() => check({ type: 'ERROR', object })).toThrow(expect.objectContaining({ statusCode: 500 }) as Error);
  });
});

describe('anything else', () => {
  it.each([{ type: 'SURPRISE', object: pod }, { object: pod }, {}, null, undefined, 'text', 7])(
    'such as %j is refused with ERR_UNKNOWN_EVENT_TYPE',
    (event) => {
      expect(() => check(event)).toThrow(code('ERR_UNKNOWN_EVENT_TYPE'));
    },
  );
});
