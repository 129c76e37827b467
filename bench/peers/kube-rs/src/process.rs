//! What the operating system says of this process.

use std::{error::Error, fs, io, mem::MaybeUninit, time::Instant};

use serde_json::{Value, json};

/// Wall and processor time from its start.
pub struct Meter {
    started: Instant,
    used: f64,
}

impl Meter {
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            used: cpu(),
        }
    }

    /// Seconds that passed, and seconds of processor time that this process used.
    pub fn stop(self) -> (f64, f64) {
        (self.started.elapsed().as_secs_f64(), cpu() - self.used)
    }
}

fn cpu() -> f64 {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is to room for one rusage, which a call that succeeds has filled.
    let usage = unsafe {
        let result = libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        assert_eq!(result, 0, "getrusage: {}", io::Error::last_os_error());
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The answer to `memory`. There is no collector, and no heap to ask: free pages are given back, and that is all.
pub fn memory() -> Result<Value, Box<dyn Error>> {
    // SAFETY: may be called at any time, from any thread.
    unsafe { libc::malloc_trim(0) };
    Ok(json!({ "rss": status("VmRSS:")?, "peak": status("VmHWM:")?, "heap": null }))
}

/// One line of `/proc/self/status`, in bytes.
fn status(name: &str) -> Result<u64, Box<dyn Error>> {
    let text = fs::read_to_string("/proc/self/status")?;
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .ok_or_else(|| format!("/proc/self/status has no {name}"))?;
    let kibibytes: u64 = value.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes * 1024)
}
