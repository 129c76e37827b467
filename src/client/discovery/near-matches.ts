import { resourceName } from '../../meta/index.js';
import type { ApiResource } from './types.js';

// More than that is a list to read, not a hint.
const MOST_HINTS = 5;

/**
 * The resources whose names are closest to what was asked for, closest first, as `deployments.apps`. A name may be off
 * by one letter in three; one that the asked name is a part of counts as well.
 */
export function nearMatches(asked: string, resources: readonly ApiResource[]): string[] {
  const wanted = asked.toLowerCase().split('.', 1)[0] ?? '';
  if (wanted === '') return [];
  const best = new Map<string, number>();
  for (const resource of resources) {
    const names = [resource.resource, resource.singular, resource.kind.toLowerCase(), ...resource.shortNames];
    const distance = Math.min(...names.map((name) => distanceOf(wanted, name)));
    if (distance > Math.max(1, Math.floor(wanted.length / 3))) continue;
    const full = resourceName(resource);
    best.set(full, Math.min(distance, best.get(full) ?? Infinity));
  }
  return [...best]
    .sort(([, a], [, b]) => a - b)
    .slice(0, MOST_HINTS)
    .map(([name]) => name);
}

function distanceOf(wanted: string, name: string): number {
  // Two letters are part of too many names.
  const isPart = wanted.length > 2 && name.includes(wanted);
  return isPart ? 1 : editDistance(wanted, name);
}

/** How many letters must be put in, taken out, replaced, or swapped with their neighbour to make one of the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
