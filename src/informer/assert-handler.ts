import { KubeInformerError } from '../errors/index.js';

const METHODS = ['onAdd', 'onUpdate', 'onDelete'] as const;

/** Throws `ERR_INVALID_ARGUMENT` for a handler that would fail at each change, or silently never be called. */
export function assertHandler(handler: unknown, informer: string): void {
  if (typeof handler !== 'object' || handler === null) {
    throw refused(informer, `it is ${handler === null ? 'null' : `of type ${typeof handler}`}, not an object`);
  }
  for (const method of METHODS) {
    const value = (handler as Readonly<Record<string, unknown>>)[method];
    if (value !== undefined && typeof value !== 'function') throw refused(informer, `its ${method} is no function`);
  }
  const keys = Object.keys(handler);
  for (const key of keys) {
    const meant = METHODS.find((method) => method !== key && method.toLowerCase() === key.toLowerCase());
    if (meant !== undefined) throw refused(informer, `its ${key} is never called; ${meant} is`);
  }
  const hasOne = METHODS.some((method) => (handler as Readonly<Record<string, unknown>>)[method] !== undefined);
  const others = keys.filter((key) => !(METHODS as readonly string[]).includes(key));
  if (!hasOne && others.length > 0) throw refused(informer, `it has ${others.join(', ')}, which nobody calls`);
}

function refused(informer: string, why: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot add a handler to the informer ${informer}: ${why}. Give an object with onAdd, onUpdate or onDelete.`,
  );
}
