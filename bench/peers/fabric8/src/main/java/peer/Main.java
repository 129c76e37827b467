package peer;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;

/**
 * Keeps a cache of all pods with fabric8's SharedIndexInformer and answers the commands of bench/peers/README.md.
 *
 * <pre>java -jar peer-fabric8.jar [--http-watches]</pre>
 *
 * Watches are WebSockets unless told otherwise. A server that streams HTTP to whoever asks for a WebSocket needs {@code
 * --http-watches}: the client waits for the end of that answer, which never comes.
 */
public final class Main {
  private record Synced(double seconds, double cpu, Double stall) {}

  private record Updated(double seconds, double cpu, List<Double> latencies) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    var objects = Integer.parseInt(System.getenv("PEER_OBJECTS"));
    var commands = new BufferedReader(new InputStreamReader(System.in));
    var config = new ConfigBuilder().withOnlyHttpWatches(onlyHttpWatches(arguments)).build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build();
        var pods = new Pods(client, objects)) {
      for (var line = commands.readLine(); line != null; line = commands.readLine()) {
        var words = line.split(" ");
        switch (words[0]) {
          case "memory" -> answer(Memory.now());
          case "sync" -> {
            var meter = new Meter();
            pods.sync();
            answer(new Synced(meter.seconds(), meter.cpu(), null));
          }
          case "read" -> answer(Map.of("objects", pods.read()));
          case "updates" -> {
            var meter = new Meter();
            var arrived = pods.expect(Integer.parseInt(words[1]));
            answer(Map.of("ready", true));
            var latencies = arrived.get();
            answer(new Updated(meter.seconds(), meter.cpu(), latencies));
          }
          default -> throw new IllegalArgumentException("unknown command " + line);
        }
      }
    }
  }

  private static boolean onlyHttpWatches(String[] arguments) {
    var options = List.of(arguments);
    if (!options.isEmpty() && !options.equals(List.of("--http-watches"))) {
      throw new IllegalArgumentException("unknown options " + options);
    }
    return !options.isEmpty();
  }

  private static void answer(Object line) throws Exception {
    System.out.println(JSON.writeValueAsString(line));
  }
}
