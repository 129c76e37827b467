import { PlainRecord } from '../meta/index.js';
import type { ObjectRecord } from '../meta/index.js';
import { FakeClock, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { Listener } from './listener.js';
import type { ListenerOptions } from './listener.js';
import type { Change, ResourceEventHandler } from './notification.js';

/** The record of a pod; version and uid only where given. */
export function recordOf(name: string, resourceVersion = '', uid = ''): ObjectRecord<TestObject> {
  return new PlainRecord(makeObject({ name, ...(uid === '' ? {} : { uid }), resourceVersion }));
}

/** A change as one line: what happened, to which version, from which one, and its flag. */
export function lineOf({ type, record, old, flag }: Change<TestObject>): string {
  const from = type === 'update' ? `${old?.resourceVersion ?? ''}>` : '';
  return `${type} ${record.name}@${from}${record.resourceVersion}${flag ? '!' : ''}`;
}

/** A handler that writes every call down as one line, in the form of `lineOf`, and then does `also`. */
export function recorder(
  also: (line: string) => unknown = () => undefined,
): ResourceEventHandler<TestObject> & { readonly lines: string[] } {
  const lines: string[] = [];
  const note = (line: string): unknown => {
    lines.push(line);
    return also(line);
  };
  const at = ({ metadata }: TestObject): string => `${metadata.name}@`;
  const version = ({ metadata }: TestObject): string => metadata.resourceVersion ?? '';
  return {
    lines,
    onAdd: (object, info) => note(`add ${at(object)}${version(object)}${info.isInInitialList ? '!' : ''}`),
    onUpdate: (old, object, info) =>
      note(`update ${at(object)}${version(old)}>${version(object)}${info.isResync ? '!' : ''}`),
    onDelete: (object, info) => note(`delete ${at(object)}${version(object)}${info.finalStateUnknown ? '!' : ''}`),
  };
}

export interface ListenerSetup {
  readonly listener: Listener<TestObject>;
  readonly clock: FakeClock;
  readonly errors: KubeInformerError[];
}

/** A listener with the options of an informer's, but for those given. */
export function makeListener(
  handler: ResourceEventHandler<TestObject>,
  options: Partial<ListenerOptions> = {},
): ListenerSetup {
  const clock = new FakeClock();
  const errors: KubeInformerError[] = [];
  const listener = new Listener(handler, {
    name: 'test',
    highWaterMark: 1_000,
    overflow: 'latest',
    stuckAfterMs: 30_000,
    timeoutMs: undefined,
    graceMs: 10_000,
    clock,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { listener, clock, errors };
}

/** A promise that does not settle. */
export const never = (): Promise<void> => new Promise(() => undefined);

/** Whether a promise has settled, a turn of the event loop from now. */
export async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
  return settled;
}
