import { editDistance } from '../base/edit-distance.js';
import { KubeInformerError } from '../errors/index.js';

/** The options of a type as a value: what the compiler knows, and a program at run time does not. */
export type KnownOptions<T> = Readonly<Record<keyof T, true>>;

/**
 * Throws `ERR_INVALID_ARGUMENT` for an option that nobody reads. The compiler sees a misspelt one only where it is written
 * in place, and in JavaScript never: a selector that is left out selects everything.
 */
export function assertKnownOptions(
  options: unknown,
  known: Readonly<Record<string, true>>,
  attempted: string,
  advice: Readonly<Record<string, string>> = {},
): void {
  if (typeof options !== 'object' || options === null || Symbol.iterator in options || options instanceof EventTarget) {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `${attempted}: the options are ${nameOf(options)}. Give an object with any of ${[...Object.keys(known)].sort().join(', ')}.`,
    );
  }
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `${attempted}: there is no option ${JSON.stringify(name)}. ${Object.hasOwn(advice, name) ? advice[name] : adviceFor(name, Object.keys(known))}`,
    );
  }
}

function adviceFor(name: string, known: readonly string[]): string {
  const given = name.toLowerCase();
  const meant =
    known.find((each) => {
      const one = each.toLowerCase();
      return one.startsWith(given) || given.startsWith(one);
    }) ?? known.find((each) => editDistance(given, each.toLowerCase()) <= Math.floor(given.length / 3));
  return meant === undefined ? `There are ${[...known].sort().join(', ')}.` : `Did you mean ${JSON.stringify(meant)}?`;
}

/** What somebody has in hand who means options: lists, maps, query parameters and signals have no field that is read. */
function nameOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given);
  return `of class ${given.constructor.name}`;
}
