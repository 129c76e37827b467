import { expect, it } from 'vitest';
import { HandlerRegistration } from './registration.js';
import { makeListener } from './test-support.js';

it('a registration shows its handler, and removes it without draining unless asked to', async () => {
  const { listener } = makeListener({});
  const removals: unknown[] = [];
  const registration = new HandlerRegistration(listener, (how) => {
    removals.push(how);
    return Promise.resolve();
  });
  expect(registration.name).toBe('test');
  expect(registration.status).toEqual(listener.status);
  expect(registration.hasSynced).toBe(false);
  listener.markFirstListQueued();
  await registration.synced;
  expect(registration.hasSynced).toBe(true);
  await registration.remove();
  await registration.remove({ drain: true });
  await registration[Symbol.asyncDispose]();
  expect(removals).toEqual([{ drain: false }, { drain: true }, { drain: false }]);
});
