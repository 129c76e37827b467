/**
 * One seed for every property test, so that the same commit gives the same verdict on every
 * machine. `PROPERTY_SEED=random` looks for new counter-examples, `PROPERTY_SEED=<number>`
 * replays the ones of a run that printed its seed.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 2026;

const asked = process.env['PROPERTY_SEED'] ?? String(DEFAULT_SEED);
if (asked !== 'random') {
  const seed = Number(asked);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is a whole number or "random", not "${asked}"`);
  fc.configureGlobal({ seed });
}
