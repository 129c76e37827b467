/** @type {import('./catalogue.mjs').Mutant | undefined} */
let mutant;

/** @param {import('./catalogue.mjs').Mutant} given */
export function initialize(given) {
  mutant = given;
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (mutant === undefined || !url.split('?')[0]?.endsWith(`/${mutant.file}`)) return loaded;
  const source = String(loaded.source);
  if (source.split(mutant.find).length !== 2) {
    throw new Error(`Mutant ${mutant.name}: its text must stand in ${mutant.file} once. Bring it up to date.`);
  }
  return { ...loaded, source: source.replace(mutant.find, () => mutant?.replace ?? '') };
}
