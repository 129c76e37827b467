import type { PatchOptions } from './options.js';
import { refused } from './names.js';

/** One step of a JSON Patch (RFC 6902). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** A change of an object: a JSON Patch, or an object to be merged into it, `null` being what is taken away. */
export type Patch = readonly JsonPatchOperation[] | object;

const MEDIA_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  // JSON is YAML.
  apply: 'application/apply-patch+yaml',
} as const;

/** The Content-Type of a patch. Throws `ERR_INVALID_ARGUMENT` when patch and options do not go together. */
export function patchMediaType(patch: Patch, options: PatchOptions, attempted: string): string {
  const type = options.type ?? (Array.isArray(patch) ? 'json' : 'merge');
  if (typeof patch !== 'object' || (patch as object | null) === null) {
    throw refused(attempted, 'the patch must be an array of operations or an object.');
  }
  if (!Object.hasOwn(MEDIA_TYPES, type)) throw refused(attempted, `there is no patch of type ${JSON.stringify(type)}.`);
  if ((type === 'json') !== Array.isArray(patch)) {
    throw refused(
      attempted,
      type === 'json' ? 'a JSON Patch is an array of operations.' : `a ${type} patch is an object, not an array.`,
    );
  }
  if (type === 'apply' && (options.fieldManager ?? '') === '') {
    throw refused(attempted, 'server-side apply needs a fieldManager, the name under which the fields are yours.');
  }
  if (type !== 'apply' && options.force !== undefined) {
    throw refused(attempted, `force belongs to server-side apply, and this is a ${type} patch.`);
  }
  return MEDIA_TYPES[type];
}
