import type { DelayingQueue } from 'kube-informer/workqueue';
import { RateLimitingQueue, WorkQueue } from 'kube-informer/workqueue';
import { describe, expectTypeOf, it } from 'vitest';

interface Request {
  readonly namespace: string;
  readonly name: string;
}

describe('work queues', () => {
  it('hold keys unless told otherwise', () => {
    expectTypeOf(new WorkQueue()).toEqualTypeOf<WorkQueue>();
    expectTypeOf(new WorkQueue().get()).toEqualTypeOf<Promise<string | undefined>>();
  });

  it('hand out what they hold', async () => {
    const queue = new RateLimitingQueue<Request>({ keyOf: ({ namespace, name }) => `${namespace}/${name}` });
    expectTypeOf(queue.get()).toEqualTypeOf<Promise<Request | undefined>>();
    for await (const item of queue.items()) {
      expectTypeOf(item).toEqualTypeOf<Request>();
      queue.addAfter(item, 1_000);
      queue.addRateLimited(item, { priority: 1 });
    }
    // @ts-expect-error a key is not a request
    queue.add('default/web');
  });

  it('hold neither null nor undefined, which would read as the end', () => {
    // @ts-expect-error undefined is no item
    expectTypeOf<WorkQueue<string | undefined>>().toBeObject();
    // @ts-expect-error null is no item
    expectTypeOf<WorkQueue<null>>().toBeObject();
  });

  it('build on one another', () => {
    expectTypeOf<RateLimitingQueue>().toExtend<DelayingQueue>();
    expectTypeOf<DelayingQueue>().toExtend<WorkQueue>();
    expectTypeOf<WorkQueue>().toExtend<AsyncDisposable>();
  });
});
