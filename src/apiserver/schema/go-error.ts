/** A value that Go's decoder refuses; the message is the decoder's, and whoever knows the kind puts it into a Status. */
export class GoDecodeError extends Error {
  /** Where a value of one type stood for another: what was found and what Go has there. */
  readonly mismatch: { readonly found: unknown; readonly goType: string } | undefined;

  constructor(message: string, mismatch?: { readonly found: unknown; readonly goType: string }) {
    super(message);
    this.name = 'GoDecodeError';
    this.mismatch = mismatch;
  }
}

/** What Go's decoder calls a value: `string`, `number`, `bool`, `array`, `object`. */
export function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Where a value stands: the Go struct and the names of fields on the way to it, which leave out indices and keys. */
export interface GoPlace {
  readonly struct: string;
  readonly path: string;
}

/** `literal` is a number as it was written, where its value is what is wrong. */
export function cannotUnmarshal(value: unknown, place: GoPlace, goType: string, literal?: string): GoDecodeError {
  const found = literal === undefined ? goKindOf(value) : `number ${literal}`;
  return new GoDecodeError(
    `json: cannot unmarshal ${found} into Go struct field ${place.struct}.${place.path} of type ${goType}`,
    { found: value, goType },
  );
}
