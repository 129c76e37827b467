/** `.spec.replicas` as `['spec', 'replicas']`: the JSON paths that scale and selectable fields of a CRD may have. */
export const simplePath = (path: string): string[] => path.split('.').slice(1);

/** What is there as text, as field selectors compare it; empty when there is nothing to compare. */
export function textAt(object: unknown, path: readonly string[]): string {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return '';
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
