/**
 * Freezes a tree straight from JSON, without recursion: it may be as deep as the scanner allows. What is frozen already is
 * frozen all the way down.
 */
export function freezeTree<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const part of Object.values(next) as unknown[]) {
      if (typeof part === 'object' && part !== null) open.push(part);
    }
  }
  return value;
}
