package peer;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is used once garbage is collected, in bytes. */
record Memory(long rss, long peak, long heap) {
  static Memory now() throws IOException {
    // What is let go of by a cleaner goes with the second.
    System.gc();
    System.gc();
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return new Memory(status("VmRSS:"), status("VmHWM:"), heap);
  }

  private static long status(String name) throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      var line = lines.filter(text -> text.startsWith(name)).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }
}
