// The queue in the middle of every informer, on its own.
//
// A DeltaFIFO gathers what happened to an object until somebody pops it. One pop hands out
// everything about one object, oldest first: three calls below, one pop.
import { DeltaFIFO } from 'kube-informer';
import type { KubernetesObject } from 'kube-informer';

interface Pod extends KubernetesObject {
  readonly value: number;
}

const pod = (name: string, value: number): Pod => ({ metadata: { name }, value });

const queue = new DeltaFIFO<Pod>();
queue.add(pod('pod1', 1));
queue.update(pod('pod1', 1.1));
queue.delete(pod('pod1', 1.1));

await queue.pop((deltas) => {
  for (const delta of deltas) {
    // A Bookmark or ReplacedAll stands for no single object; a DeltaFIFO never hands one out.
    if (!('object' in delta)) continue;
    // The delta carries the new state only. Whoever needs the old one keeps a store beside the queue.
    console.log(`${delta.type} ${delta.key}  value: ${delta.object?.value ?? 'unknown'}`);
    switch (delta.type) {
      case 'Added':
        console.log('run the add callback');
        break;
      case 'Updated':
        console.log('run the update callback');
        break;
      case 'Deleted':
        console.log('run the delete callback');
        break;
      case 'Replaced':
      case 'Sync':
        // These come from replace() and resync(), which nobody calls here.
        break;
    }
  }
});
