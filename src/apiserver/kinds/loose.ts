import type { ApiObject } from '../contract.js';

/**
 * A generated kind as it is before validation: any field may be missing at any depth, and everything may be written.
 * The schema has already made sure that what is there has the right type.
 */
export type Loose<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Loose<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]?: Loose<T[Key]> }
      : T;

/** An object under the type of its kind. The schema of the resource is what makes this true. */
export const as = <T>(object: ApiObject): Loose<T> & Pick<ApiObject, 'apiVersion' | 'kind' | 'metadata'> =>
  object as Loose<T> & Pick<ApiObject, 'apiVersion' | 'kind' | 'metadata'>;

/** Go's zero value of a text: missing and empty are the same to most rules. */
export const isEmpty = (text: string | null | undefined): text is '' | null | undefined =>
  text === undefined || text === null || text === '';

/** Sets a field that has Go's zero value: what defaulting treats as "nobody said". */
export function fill<T extends object, Key extends keyof T>(target: T, key: Key, value: NonNullable<T[Key]>): void {
  const now: unknown = target[key];
  if (now === undefined || now === null || now === '' || now === 0) target[key] = value;
}
