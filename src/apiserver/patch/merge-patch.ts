import { copyJson, getOwn, isObject, setOwn } from '../json.js';
import type { Json } from '../json.js';

/** Applies a merge patch (RFC 7386) to a copy of an object: null removes, objects merge, the rest replaces. */
export function applyMergePatch(object: Json, patch: Json): Json {
  return merged(object, patch);
}

/** The keys of what the patch touches come out in their order, as they do in Go. */
function merged(target: Json, patch: Json): Json {
  const result: Json = {};
  for (const name of [...new Set([...Object.keys(target), ...Object.keys(patch)])].sort()) {
    const change = getOwn(patch, name);
    if (change === undefined) setOwn(result, name, copyJson(target[name]));
    else if (change !== null) setOwn(result, name, mergedValue(getOwn(target, name), change));
  }
  return result;
}

function mergedValue(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return copyJson(patch);
  return merged(isObject(target) ? target : {}, patch);
}
