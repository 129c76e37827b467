import { editDistance } from '../../base/edit-distance.js';
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
