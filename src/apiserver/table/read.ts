/** What a cell looks at: any part of an object, which may be missing at every step. */
export type Part = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where any step is missing. */
export function at(part: unknown, path: string): unknown {
  let value = part;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Part)[name];
  }
  return value ?? undefined;
}

/** A text, or `instead` when there is none or it is empty. */
export function text(part: unknown, path: string, instead = ''): string {
  const value = at(part, path);
  if (value === undefined || value === '') return instead;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function count(part: unknown, path: string, instead = 0): number {
  const value = at(part, path);
  return typeof value === 'number' ? value : instead;
}

export function items(part: unknown, path: string): readonly Part[] {
  const value = at(part, path);
  return Array.isArray(value) ? (value as Part[]) : [];
}

/** How many entries a map or a list has. */
export function size(part: unknown, path: string): number {
  const value = at(part, path);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** The condition of a type. */
export function condition(object: unknown, type: string): Part | undefined {
  return items(object, 'status.conditions').find((each) => each['type'] === type);
}

/** The first `max` texts with commas, and how many more of `total` there are. */
export function someOf(texts: readonly string[], max: number, total: number, separator = ','): string {
  const shown = texts.slice(0, max).join(separator);
  return texts.length > max ? `${shown} + ${String(total - max)} more...` : shown;
}
