package peer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.Future;

/** The cache of all pods, with one handler. */
final class Pods implements AutoCloseable {
  private final KubernetesClient client;
  private final int objects;
  private final Handler handler;
  private SharedIndexInformer<Pod> informer;

  Pods(KubernetesClient client, int objects) {
    this.client = client;
    this.objects = objects;
    this.handler = new Handler(objects);
  }

  /** Ends when what was listed is in the cache and the handler has seen every pod. */
  void sync() throws InterruptedException {
    informer = client.pods().inAnyNamespace().inform(handler);
    handler.awaitAll();
  }

  /** The latencies of the next updates in milliseconds, when all have come. */
  Future<List<Double>> expect(int count) {
    return handler.expect(count);
  }

  /** Serialises each object to nowhere: that touches every field. There is nothing to decode. */
  int read() {
    var all = informer.getStore().list();
    var serialization = client.getKubernetesSerialization();
    for (var pod : all) {
      serialization.asJson(pod);
    }
    if (all.size() != objects) {
      throw new IllegalStateException("the cache holds " + all.size() + " pods");
    }
    return all.size();
  }

  @Override
  public void close() {
    if (informer != null) {
      informer.close();
    }
  }
}
