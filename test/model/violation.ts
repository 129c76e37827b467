/** A promise of the informer that was not kept. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Throws a violation unless `holds`. The message is made only when needed. */
export function ensure(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new Violation(message());
}
