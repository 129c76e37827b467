import type { ApiObject } from '../contract.js';
import { isObject, sameJson } from '../json.js';
import type { Json } from '../json.js';
import type { ObjectSchema } from '../schema/contract.js';
import { StatusError, badRequest } from '../status-error.js';
import { conflictError } from './conflict.js';
import type { FieldSet } from './field-set.js';
import { lastAppliedOf, lastAppliedSet, withLastApplied } from './last-applied.js';
import { identityOf, readManagers, stripServerFields, writeManagers } from './managers.js';
import type { Managers } from './managers.js';
import { compareWithout, conflictsOf, dispossess, resetSet } from './ownership.js';
import type { ResetFields } from './ownership.js';
import { emptyObject, updateManagers } from './track-update.js';
import { mergeObjects } from './typed-merge.js';
import { removeFields } from './typed-remove.js';
import { fieldSetOf, withNamedFields } from './typed-set.js';
import { typeProblems } from './typed-validate.js';

/** An apply request. */
export interface ApplyInput {
  readonly schema: ObjectSchema;
  /** The stored object in the version of the schema; undefined when the apply creates it. Not changed. */
  readonly live: ApiObject | undefined;
  /** What was sent, as it was sent. Not changed. */
  readonly applied: Json;
  readonly manager: string;
  readonly force: boolean;
  readonly subresource: string;
  /** In RFC 3339, whole seconds. */
  readonly now: string;
  readonly resetFields?: ResetFields;
}

/**
 * The object after an apply, with its managedFields and without defaults: what is applied now is set and owned, what
 * this manager applied before and nobody else owns is gone. Throws StatusError: 409 with a cause for each field that
 * another manager owns and that would change, unless `force` takes it; 400 and 500 as the real server does for what
 * cannot be applied.
 */
export function serverSideApply(input: ApplyInput): ApiObject {
  const { schema, applied, manager } = input;
  checkApplied(schema, applied);
  let live: Json = input.live ?? emptyObject(schema);
  const managers = readManagers(input.live?.metadata.managedFields) ?? new Map<never, never>();
  if (managers.size === 0) {
    updateManagers(
      managers,
      emptyObject(schema),
      live,
      { name: 'before-first-apply', subresource: input.subresource },
      input,
    );
  }
  const outcome = merge(input, live, managers);
  let { force } = input;
  if (!force && outcome.conflicts.size > 0) {
    const open = manager === 'kubectl' ? withoutLastApplied(outcome.conflicts, schema, live) : outcome.conflicts;
    if (open.size > 0) throw conflictError(open);
    force = true;
  }
  dispossess(managers, outcome.change, outcome.identity);
  stripServerFields(managers, outcome.identity);
  const same = sameJson(live, outcome.object);
  const mine = managers.get(outcome.identity);
  if (mine !== undefined) {
    managers.set(outcome.identity, { ...mine, time: same ? outcome.previousTime : input.now });
  }
  if (!same) live = outcome.object;
  const object = decoded(schema, live, applied);
  if (manager === 'kubectl' && lastAppliedOf(object) !== undefined) withLastApplied(object, applied);
  const entries = writeManagers(managers);
  if (entries.length > 0) object.metadata.managedFields = entries;
  else delete object.metadata.managedFields;
  return object;
}

interface Outcome {
  readonly identity: string;
  readonly object: Json;
  readonly change: ReturnType<typeof compareWithout>;
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  readonly previousTime: string | undefined;
}

/** Merges, removes what is no longer applied, and finds out whose fields that changes. Makes the manager own its set. */
function merge(input: ApplyInput, live: Json, managers: Managers): Outcome {
  const { schema, applied } = input;
  const { root } = schema;
  const identity = identityOf({ manager: input.manager, operation: 'Apply', subresource: input.subresource });
  const last = managers.get(identity);
  const reset = resetSet(input.resetFields ?? []);
  const merged = mergeObjects(root, live, applied);
  const set = fieldSetOf(root, applied).without(reset);
  managers.set(identity, { set, apiVersion: schema.apiVersion, applied: true, time: input.now });
  const object = (last === undefined ? merged : removeAbandoned(input, merged, last.set, managers)) as Json;
  const change = compareWithout(root, live, object, reset);
  return { identity, object, change, conflicts: conflictsOf(managers, change, identity), previousTime: last?.time };
}

/** Removes what this manager applied last, unless it, or anybody, still owns it. */
function removeAbandoned({ schema }: ApplyInput, merged: unknown, last: FieldSet, managers: Managers): unknown {
  const { root } = schema;
  const named = (set: FieldSet): FieldSet => withNamedFields(set, root);
  const lastNamed = named(last);
  let pruned = removeFields(root, merged, lastNamed) ?? {};
  const all = named(fieldSetOf(root, merged));
  let owned = named(fieldSetOf(root, pruned));
  for (const { set } of managers.values()) owned = owned.union(named(set));
  pruned = removeFields(root, merged, all.difference(owned)) ?? {};
  // What went along with its parent though this manager never had it comes back.
  const left = named(fieldSetOf(root, pruned));
  return removeFields(root, merged, all.difference(left).intersection(lastNamed)) ?? {};
}

/** The conflicts that are not with this user's own client-side apply. */
function withoutLastApplied(
  conflicts: ReadonlyMap<string, FieldSet>,
  schema: ObjectSchema,
  live: Json,
): ReadonlyMap<string, FieldSet> {
  const allowed = lastAppliedSet(schema, live);
  if (allowed === undefined) return conflicts;
  const open = new Map<string, FieldSet>();
  for (const [identity, set] of conflicts) {
    const rest = set.difference(allowed);
    if (!rest.isEmpty) open.set(identity, rest);
  }
  return open;
}

/** `apps/v1, Kind=Deployment`. */
const kindText = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes('/') || apiVersion === '' ? apiVersion || '/' : `/${apiVersion}`}, Kind=${kind}`;

const textAt = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : '';
};

const named = (schema: ObjectSchema, object: Json): string =>
  `${textAt(object['metadata'], 'namespace')}/${textAt(object['metadata'], 'name')}; ${kindText(schema.apiVersion, schema.kind)}`;

function checkApplied(schema: ObjectSchema, applied: Json): void {
  const apiVersion = textAt(applied, 'apiVersion');
  const kind = textAt(applied, 'kind');
  if (apiVersion !== schema.apiVersion || kind !== schema.kind) {
    throw badRequest(`invalid object type: ${kindText(apiVersion, kind)}`);
  }
  const metadata = applied['metadata'];
  if (isObject(metadata) && (metadata['managedFields'] ?? null) !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const problems = typeProblems(schema.root, applied);
  if (problems.length === 0) return;
  const text =
    problems.length === 1 ? (problems[0] as string) : `errors:\n${problems.map((each) => `  ${each}`).join('\n')}`;
  throw new StatusError(500, '', `failed to create typed patch object (${named(schema, applied)}): ${text}`);
}

/** The merged object as the type has it. */
function decoded(schema: ObjectSchema, object: Json, applied: Json): ApiObject {
  try {
    return schema.normalise(object, { keepNulls: true }).object;
  } catch (error) {
    if (!(error instanceof StatusError) || !(error.cause instanceof Error)) throw error;
    throw new StatusError(
      500,
      '',
      `failed to convert new object (${named(schema, applied)}) to proper version (${schema.apiVersion}): ${error.cause.message}`,
    );
  }
}
