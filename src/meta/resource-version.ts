const DECIMAL = /^[1-9][0-9]*$/;

/**
 * Which of two resourceVersions of one resource is newer: negative if `a` is older, 0 if equal,
 * positive if `a` is newer. `undefined` means unknown (empty, "0", or not a decimal number without
 * a leading zero): a caller that gets it must carry on, never wait.
 *
 * They are decimal strings of any length, beyond what a number can hold: the longer is greater,
 * and of two as long the text decides.
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
