import { isDeepStrictEqual } from 'node:util';

// What changes with every write, and says nothing of what was written.
const BOOKKEEPING = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** The fields of the first two levels in which two states of an object differ: `metadata.labels`, `status.phase`. */
export function changedFields(before: object, after: object): string[] {
  const changed: string[] = [];
  for (const [name, old, now] of pairs(before, after)) {
    if (isDeepStrictEqual(old, now)) continue;
    if (!isFields(old) || !isFields(now)) changed.push(name);
    else {
      for (const [inner, was, is] of pairs(old, now)) if (!isDeepStrictEqual(was, is)) changed.push(`${name}.${inner}`);
    }
  }
  return changed.filter((name) => !BOOKKEEPING.has(name));
}

function pairs(before: object, after: object): [name: string, before: unknown, after: unknown][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [old, now] = [before, after] as Record<string, unknown>[] as [Record<string, unknown>, Record<string, unknown>];
  return Array.from(names, (name) => [name, old[name], now[name]]);
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
