/** What is wrong with a field, by the reasons of `details.causes`. */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One failed rule. `text` is what follows the field in the message: `Required value: …`, `Invalid value: "x": …`. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].name`; the real server's `metadata.annotations[a/b]` form for keys of maps. */
  readonly field: string;
  readonly text: string;
}

const withDetail = (head: string, detail: string): string => (detail === '' ? head : `${head}: ${detail}`);

const GO_ESCAPES: Readonly<Record<string, string>> = { '07': '\\a', '0b': '\\v' };

/** A value as Go prints it in such messages: strings quoted, the rest as JSON. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  // Go writes control characters of a text in a shorter way than JSON.
  if (typeof value === 'string') {
    return JSON.stringify(value).replace(
      /\\u00([01][0-9a-f])/g,
      (_, digits: string) => GO_ESCAPES[digits] ?? `\\x${digits}`,
    );
  }
  return JSON.stringify(value);
}

export const required = (field: string, detail = ''): FieldError => ({
  type: 'FieldValueRequired',
  field,
  text: withDetail('Required value', detail),
});

export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  text: withDetail(`Invalid value: ${shown(value)}`, detail),
});

export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  type: 'FieldValueTypeInvalid',
  field,
  text: withDetail(`Invalid value: ${shown(value)}`, detail),
});

export const duplicate = (field: string, value: unknown): FieldError => ({
  type: 'FieldValueDuplicate',
  field,
  text: `Duplicate value: ${shown(value)}`,
});

export const forbidden = (field: string, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field,
  text: withDetail('Forbidden', detail),
});

export const notFound = (field: string, value: unknown): FieldError => ({
  type: 'FieldValueNotFound',
  field,
  text: `Not found: ${shown(value)}`,
});

export const notSupported = (field: string, value: unknown, allowed: readonly string[]): FieldError => ({
  type: 'FieldValueNotSupported',
  field,
  text: withDetail(
    `Unsupported value: ${shown(value)}`,
    allowed.length === 0 ? '' : `supported values: ${allowed.map((name) => JSON.stringify(name)).join(', ')}`,
  ),
});

export const tooLong = (field: string, maxBytes: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  text: `Too long: may not be more than ${String(maxBytes)} bytes`,
});

export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  type: 'FieldValueTooMany',
  field,
  text: `Too many: ${String(actual)}: must have at most ${String(max)} item${max === 1 ? '' : 's'}`,
});
