import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { isObject, sameJson } from '../json.js';
import type { Json } from '../json.js';
import { builtInSchema, customSchema } from '../schema/index.js';
import { StatusError } from '../status-error.js';
import { FieldSet, pathText } from './field-set.js';
import { applyJsonPatch } from './json-patch.js';
import type { JsonPatchOperation } from './json-patch.js';
import { applyMergePatch } from './merge-patch.js';
import { serverSideApply } from './server-side-apply.js';
import { applyStrategicMergePatch } from './strategic-merge.js';
import { widget } from './test-widget.js';
import { trackUpdate } from './track-update.js';
import { fieldSetOf } from './typed-set.js';

const widgets = customSchema('recorded.test/v1', 'Widget', widget);
const NOW = '2026-01-01T00:00:09Z';

const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor');
const text = fc.constantFrom('1', '2', '3');
const dictionary = fc.dictionary(name, text, { maxKeys: 4 });

/** Specs whose lists have each key once, as an applied configuration must. */
const spec = fc.record(
  {
    size: fc.integer({ min: 0, max: 3 }),
    name: text,
    tags: fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's'), { maxLength: 4 }),
    items: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('x', 'y', 'z'), value: text }, { requiredKeys: ['name'] }),
      {
        selector: (item) => item.name,
        maxLength: 3,
      },
    ),
    labels: dictionary,
    atomic: fc.record({ a: text, b: text }, { requiredKeys: [] }),
    nested: fc.record(
      { a: text, b: fc.record({ c: fc.nat(3), d: fc.nat(3) }, { requiredKeys: [] }) },
      { requiredKeys: [] },
    ),
    any: fc.oneof(dictionary, text, fc.array(text, { maxLength: 2 })),
    list: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const configuration = (value: unknown): Json => ({
  apiVersion: 'recorded.test/v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  spec: value,
});

function apply(live: ApiObject | undefined, manager: string, value: unknown, force = false): ApiObject {
  const object = serverSideApply({
    schema: widgets,
    live,
    applied: configuration(value),
    manager,
    force,
    subresource: '',
    now: NOW,
  });
  object.metadata.uid ??= 'u';
  return object;
}

const ownedBy = (object: ApiObject, manager: string): FieldSet =>
  FieldSet.fromFields(object.metadata.managedFields?.find((entry) => entry.manager === manager)?.fieldsV1);

const texts = (set: FieldSet): string[] => Array.from(set.paths(), pathText);

describe('server-side apply', () => {
  it('applied twice is applied once', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const live = apply(apply(undefined, 'other', first), 'me', second, true);
        expect(apply(live, 'me', second)).toEqual(live);
      }),
    );
  });

  it('never changes what it is given', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const live = apply(undefined, 'm', first);
        const copy = structuredClone(live);
        apply(live, 'n', second, true);
        apply(live, 'm', second, true);
        expect(live).toEqual(copy);
      }),
    );
  });

  it('of managers with nothing in common gives the same object in either order', () => {
    fc.assert(
      fc.property(spec, spec, (left, right) => {
        const other = Object.fromEntries(Object.entries(right).filter(([field]) => !Object.hasOwn(left, field)));
        const one = apply(apply(undefined, 'a', left), 'b', other);
        const two = apply(apply(undefined, 'b', other), 'a', left);
        expect(one['spec']).toEqual(two['spec']);
        expect(texts(ownedBy(one, 'a'))).toEqual(texts(ownedBy(two, 'a')));
        expect(texts(ownedBy(one, 'b'))).toEqual(texts(ownedBy(two, 'b')));
      }),
    );
  });

  it('by force sets what was applied, and owns it', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const live = apply(apply(undefined, 'other', first), 'me', second, true);
        const mine = fieldSetOf(widgets.root, configuration(second));
        const applied = live['spec'] as Json | undefined;
        for (const [field, value] of Object.entries(second)) {
          if (field === 'items' || field === 'tags' || isObject(value)) continue;
          expect(applied?.[field]).toEqual(value);
        }
        expect(texts(ownedBy(live, 'me'))).toEqual(
          texts(mine).filter((path) => path !== '.apiVersion' && path !== '.kind' && path !== '.metadata.name'),
        );
      }),
    );
  });

  it('without force either leaves every field of others as it is, or fails and names one', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const live = apply(undefined, 'other', first);
        let after: ApiObject;
        try {
          after = apply(live, 'me', second);
        } catch (error) {
          expect(error).toBeInstanceOf(StatusError);
          const { status } = error as StatusError;
          expect([status.code, status.reason]).toEqual([409, 'Conflict']);
          expect(status.details?.causes?.length).toBeGreaterThan(0);
          return;
        }
        expect(texts(ownedBy(after, 'other'))).toEqual(texts(ownedBy(live, 'other')));
      }),
    );
  });

  it('of nothing removes what only this manager had', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const alone = apply(undefined, 'other', first);
        const both = apply(alone, 'me', second, true);
        const given = apply(both, 'me', {}, true);
        // What was taken by force stays with nobody, so only what the other still owns must be there.
        const kept = fieldSetOf(widgets.root, given);
        for (const path of ownedBy(given, 'other').paths()) expect(kept.has(path)).toBe(true);
      }),
    );
  });
});

describe('trackUpdate', () => {
  it('gives every field that changed to who changed it, and only those', () => {
    fc.assert(
      fc.property(spec, spec, (first, second) => {
        const before = apply(undefined, 'other', first);
        const after = widgets.normalise(configuration(second)).object;
        const entries = trackUpdate({ schema: widgets, before, after, manager: 'me', subresource: '', now: NOW });
        const left = { ...after, metadata: { ...after.metadata, managedFields: entries } };
        const mine = ownedBy(left, 'me');
        const others = ownedBy(left, 'other');
        expect(mine.intersection(others).isEmpty).toBe(true);
        if (sameJson(before['spec'], after['spec'])) expect(mine.isEmpty).toBe(true);
      }),
    );
  });
});

const json: fc.Arbitrary<Json> = fc.letrec<{ value: unknown; object: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
})).object;

function mergeDiff(before: Json, after: Json): Json {
  const patch: Json = {};
  const set = (field: string, value: unknown): void => {
    Object.defineProperty(patch, field, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const field of Object.keys(before)) if (!Object.hasOwn(after, field)) set(field, null);
  for (const field of Object.keys(after)) {
    const left = Object.hasOwn(before, field) ? before[field] : undefined;
    const right = after[field];
    if (sameJson(left, right)) continue;
    set(field, isObject(left) && isObject(right) ? mergeDiff(left, right) : right);
  }
  return patch;
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

function jsonDiff(before: Json, after: Json, path = ''): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  for (const field of Object.keys(before)) {
    if (!Object.hasOwn(after, field)) operations.push({ op: 'remove', path: `${path}/${escaped(field)}` });
  }
  for (const field of Object.keys(after)) {
    const inner = `${path}/${escaped(field)}`;
    const left = Object.hasOwn(before, field) ? before[field] : undefined;
    const right = after[field];
    if (isObject(left) && isObject(right)) operations.push(...jsonDiff(left, right, inner));
    else if (!sameJson(left, right))
      operations.push({ op: left === undefined ? 'add' : 'replace', path: inner, value: right });
  }
  return operations;
}

describe('patches of differences', () => {
  it('a merge patch of the difference makes one object of the other', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const copy = structuredClone(before);
        expect(sameJson(applyMergePatch(before, mergeDiff(before, after)), after)).toBe(true);
        expect(sameJson(before, copy)).toBe(true);
      }),
    );
  });

  it('a JSON patch of the difference makes one object of the other, and tests hold', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const patch = [...jsonDiff(before, after), { op: 'test', path: '', value: after }];
        expect(sameJson(applyJsonPatch(before, patch), after)).toBe(true);
      }),
    );
  });
});

describe('a strategic merge patch', () => {
  const { root } = builtInSchema('v1', 'ConfigMap');

  it('of maps without directives is a merge patch', () => {
    const changes = fc.dictionary(name, fc.option(text), { maxKeys: 4 });
    fc.assert(
      fc.property(dictionary, changes, (before, change) => {
        const object = { metadata: { name: 'c' }, data: before };
        expect(
          sameJson(applyStrategicMergePatch(root, object, { data: change }), applyMergePatch(object, { data: change })),
        ).toBe(true);
      }),
    );
  });

  it('of a keyed list is an upsert by its key, and a delete directive a removal', () => {
    const pods = builtInSchema('v1', 'Pod').root;
    const env = fc.uniqueArray(fc.record({ name: fc.constantFrom('A', 'B', 'C', 'D'), value: text }), {
      selector: (item) => item.name,
    });
    fc.assert(
      fc.property(env, env, fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D')), (before, change, gone) => {
        const upserts = change.filter((item) => !gone.includes(item.name));
        const deletions = gone.map((item) => ({ name: item, $patch: 'delete' }));
        const pod = (list: unknown): Json => ({ spec: { containers: [{ name: 'x', env: list }] } });
        const patched = applyStrategicMergePatch(pods, pod(before), pod([...deletions, ...upserts]));
        const container = ((patched['spec'] as Json)['containers'] as Json[])[0] as Json;
        const model = new Map(
          before.filter((item) => !gone.includes(item.name)).map((item) => [item.name, item.value]),
        );
        for (const item of upserts) model.set(item.name, item.value);
        const found = new Map(
          (container['env'] as { name: string; value: string }[]).map((item) => [item.name, item.value]),
        );
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(model));
        expect(found.size).toBe((container['env'] as unknown[]).length);
      }),
    );
  });
});
