package peer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/** What is done for each change. The informer makes one call at a time. */
final class Handler implements ResourceEventHandler<Pod> {
  private static final class Expected {
    final int count;
    final List<Double> latencies;
    final CompletableFuture<List<Double>> arrived = new CompletableFuture<>();

    Expected(int count) {
      this.count = count;
      latencies = new ArrayList<>(count);
    }
  }

  private final CountDownLatch unseen;
  private volatile Expected expected;
  private long keyed;

  Handler(int objects) {
    unseen = new CountDownLatch(objects);
  }

  void awaitAll() throws InterruptedException {
    unseen.await();
  }

  Future<List<Double>> expect(int count) {
    var waiting = new Expected(count);
    expected = waiting;
    return waiting.arrived;
  }

  @Override
  public void onAdd(Pod pod) {
    key(pod);
    unseen.countDown();
  }

  @Override
  public void onUpdate(Pod old, Pod pod) {
    key(pod);
    updated(pod);
  }

  @Override
  public void onDelete(Pod pod, boolean finalStateUnknown) {
    key(pod);
  }

  private void key(Pod pod) {
    var metadata = pod.getMetadata();
    keyed += (metadata.getNamespace() + "/" + metadata.getName()).length();
  }

  private void updated(Pod pod) {
    var now = Instant.now();
    var sent = pod.getMetadata().getAnnotations().get("bench/sent");
    var waiting = expected;
    if (sent == null || waiting == null) {
      return;
    }
    var nanoseconds = now.getEpochSecond() * 1_000_000_000L + now.getNano() - Long.parseLong(sent);
    waiting.latencies.add(nanoseconds / 1e6);
    if (waiting.latencies.size() == waiting.count) {
      expected = null;
      waiting.arrived.complete(waiting.latencies);
    }
  }
}
