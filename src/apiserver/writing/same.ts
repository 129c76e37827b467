/** Deep equality of JSON values. A missing field equals `undefined`, and the order of keys means nothing. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  }
  return sameFields(left as Record<string, unknown>, right as Record<string, unknown>);
}

function sameFields(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  for (const key of Object.keys(left)) if (!sameJson(left[key], right[key])) return false;
  for (const key of Object.keys(right)) if (right[key] !== undefined && left[key] === undefined) return false;
  return true;
}

/** Whether two objects are the same but for the fields named, of which only the first level counts. */
export function sameExcept(
  left: Record<string, unknown>,
  right: Record<string, unknown>,
  except: readonly string[],
): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of except) keys.delete(name);
  for (const key of keys) if (!sameJson(left[key], right[key])) return false;
  return true;
}
