import { KubeInformerError, messageOf } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Change } from './notification.js';

const CALLS = { add: 'onAdd', update: 'onUpdate', delete: 'onDelete' } as const;

/** A handler threw, or its promise rejected. */
export function handlerFailed<T extends KubernetesObject>(
  name: string,
  { type, record }: Change<T>,
  thrown: unknown,
): KubeInformerError {
  return new KubeInformerError(
    'ERR_HANDLER_FAILED',
    `Handler "${name}" failed in ${CALLS[type]} of ${record.key}: ${messageOf(thrown)}. ` +
      (isWrite(thrown)
        ? 'Objects of a cache are shared and read-only: change a mutableCopy() of it.'
        : 'The call is not repeated: handle the error, or put the key on a work queue.'),
    { cause: thrown },
  );
}

// In the words of V8, for an object that is frozen.
const FROZEN = /read only property|object is not extensible|Cannot (delete|redefine) property/;

function isWrite(thrown: unknown): boolean {
  return thrown instanceof TypeError && FROZEN.test(thrown.message);
}

/** A handler's call takes too long; `then` says what is done about it. */
export function handlerStuck(name: string, key: string, afterMs: number, then: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_HANDLER_STUCK',
    `Handler "${name}" has not finished its call for ${key} after ${afterMs / 1000} s. ${then} ` +
      'Long work belongs on a work queue; a handler that removes itself, or stops its informer, must not await that.',
  );
}

export function removedBeforeSync(name: string): KubeInformerError {
  return new KubeInformerError(
    'ERR_CLOSED',
    `Handler "${name}" was removed, or its informer stopped, before it had been shown the whole first list.`,
  );
}
