/** Names are generated from these: no vowels, no look-alikes, so that neither words nor misreadings come out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
// A name of 63 characters is a DNS label, which some kinds ask for.
const MAX_BASE = 63 - SUFFIX_LENGTH;

/** A name that begins with `base` and ends in five random characters. `random` is as Math.random. */
export function generateName(base: string, random: () => number): string {
  let suffix = '';
  for (let i = 0; i < SUFFIX_LENGTH; i += 1) suffix += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return base.slice(0, MAX_BASE) + suffix;
}

/** A prefix ending in a dash is fine for a name that goes on: the dash is taken as if a letter followed. */
export const asPrefix = (name: string): string =>
  name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
