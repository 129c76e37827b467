import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';

/** A path that never goes up. */
export const noBacksteps = (field: string, path: string): FieldError[] =>
  path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];

/** A path below some directory. */
export function descendingPath(field: string, path: string): FieldError[] {
  const errors = path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : [];
  return [...errors, ...noBacksteps(field, path)];
}

/** A path below some directory whose own hidden files begin with two dots. */
export function localPath(field: string, path: string): FieldError[] {
  const errors = descendingPath(field, path);
  if (path.startsWith('..') && !path.startsWith('../')) errors.push(invalid(field, path, "must not start with '..'"));
  return errors;
}

/** Permission bits of a file. */
export const validateMode = (field: string, mode: number | undefined): FieldError[] =>
  mode !== undefined && (mode > 0o777 || mode < 0)
    ? [invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]
    : [];
