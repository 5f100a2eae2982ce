//! The CPU time of this process by thread, from /proc.

use std::time::Duration;

use crate::Failure;

/// The threads of the load generator have this name. Their time is not the shop's.
pub const LOAD_THREAD: &str = "load";
const WRITER_THREAD: &str = "database-writer";

/// CPU time since the start of the process.
#[derive(Clone, Copy, Default)]
pub struct CpuTime {
    /// Every thread except the load generator's.
    pub shop: Duration,
    /// The writer thread of SQLite.
    pub writer: Duration,
}

impl CpuTime {
    pub fn now() -> Result<Self, Failure> {
        let mut all = Self::default();
        for task in std::fs::read_dir("/proc/self/task")? {
            let folder = task?.path();
            // A thread may end meanwhile.
            let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
            let name = read("comm");
            if name.trim_end() == LOAD_THREAD {
                continue;
            }
            let time = on_cpu(&read("schedstat"));
            all.shop += time;
            if name.trim_end() == WRITER_THREAD {
                all.writer += time;
            }
        }
        Ok(all)
    }
}

/// CPU time of another process.
pub fn of_process(id: u32) -> Result<Duration, Failure> {
    let mut all = Duration::ZERO;
    for task in std::fs::read_dir(format!("/proc/{id}/task"))? {
        all += on_cpu(&std::fs::read_to_string(task?.path().join("schedstat")).unwrap_or_default());
    }
    Ok(all)
}

/// CPU time of the current thread.
pub fn of_this_thread() -> Result<Duration, Failure> {
    Ok(on_cpu(&std::fs::read_to_string("/proc/thread-self/schedstat")?))
}

/// The first number is the time on a CPU in nanoseconds.
fn on_cpu(schedstat: &str) -> Duration {
    let nanos = schedstat.split(' ').next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}

/// Microseconds for each of `count`.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
pub fn micros_each(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count.max(1) as f64
}
