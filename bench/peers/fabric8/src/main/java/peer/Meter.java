package peer;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Wall and processor time, in seconds, since it was made. */
final class Meter {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final long started = System.nanoTime();
  private final long used = SYSTEM.getProcessCpuTime();

  double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }

  double cpu() {
    return (SYSTEM.getProcessCpuTime() - used) / 1e9;
  }
}
