// Prints `watching` from a timer that does not keep the process alive, so only a running informer
// lets it come to that; then stops, and has to end by itself. With `idle` nothing is started.
import { SharedInformerFactory } from 'kube-informer';
import type { InformerSource, KubernetesObject, ListerWatcher } from 'kube-informer';
import { FakeListerWatcher } from 'kube-informer/testing';

// The real clock, since the question is what the real event loop does; long enough for a start.
const DELAY_MS = 100;

const source: InformerSource = {
  listerWatcher: <T extends KubernetesObject>(): ListerWatcher<T> => new FakeListerWatcher<T>(),
};
const factory = new SharedInformerFactory(source, { resyncPeriod: 3_600_000 });
factory
  .forResource({ group: '', version: 'v1', resource: 'pods' })
  .informer.addEventHandler({}, { name: 'nothing to do' });

if (process.argv[2] !== 'idle') factory.start();

let stopped: Promise<void> | undefined;
setTimeout(() => {
  console.log(factory.status[0]?.phase);
  stopped = factory.stop().then(() => {
    console.log('stopped');
  });
}, DELAY_MS).unref();

process.on('exit', () => {
  console.log(stopped === undefined ? 'ended before the timer' : 'ended');
});
