import { KubeInformerError } from '../errors/index.js';

/** `what` is `got`, which will not do; `needed` says what would. */
export function invalidArgument(what: string, got: unknown, needed: string): KubeInformerError {
  return new KubeInformerError('ERR_INVALID_ARGUMENT', `${what} is ${String(got)}; pass ${needed}`);
}

/** Throws unless `value` is `min` or more. */
export function requireAtLeast(what: string, value: number, min: number): void {
  if (!(value >= min)) throw invalidArgument(what, value, `a number no less than ${String(min)}`);
}

/** Throws unless `value` is above zero. */
export function requirePositive(what: string, value: number): void {
  if (!(value > 0)) throw invalidArgument(what, value, 'a number above zero');
}
