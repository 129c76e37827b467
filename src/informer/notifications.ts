import type { KubernetesObject } from '../meta/index.js';
import { notificationHandler } from './notification.js';
import type { Notification, ResourceEventHandler } from './notification.js';
import type { HandlerRegistration } from './registration.js';

/**
 * A handler turned inside out. The handler's call lasts until the reader asks for the next value, so
 * whatever holds for handlers holds here: order, one at a time, a bounded backlog.
 */
export async function* iterateNotifications<T extends KubernetesObject>(
  register: (handler: ResourceEventHandler<T>) => HandlerRegistration,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<Notification<T>, void> {
  let offered: { notification: Notification<T>; taken: () => void } | undefined;
  let wake: (() => void) | undefined;
  const isOver = (): boolean => signals.some((signal) => signal?.aborted === true);
  const onAbort = (): void => wake?.();

  const registration = register(
    notificationHandler(
      (notification) =>
        new Promise<void>((taken) => {
          offered = { notification, taken };
          wake?.();
        }),
    ),
  );
  for (const signal of signals) signal?.addEventListener('abort', onAbort);
  try {
    while (!isOver()) {
      if (offered === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const { notification, taken } = offered;
      offered = undefined;
      yield notification;
      taken();
    }
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort);
    const removed = registration.remove();
    offered?.taken();
    await removed;
  }
}
