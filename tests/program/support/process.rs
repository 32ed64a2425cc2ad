//! The resources that a process uses: processor time, wake-ups and memory.

use std::{fs, time::Duration};

use rustix::process::Pid;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
    /// Processor time of all threads, including ended ones, in the clock ticks of `/proc/PID/stat`.
    pub ticks: u64,
    /// Processor time of the running threads.
    pub time: Duration,
    /// The number of times the threads waited, which is the number of times they woke up.
    pub waits: u64,
}

impl ResourceUsage {
    /// The usage until now; zeros if the process has ended.
    pub fn of(process: Pid) -> Self {
        let process = process.as_raw_nonzero();
        let mut used = Self { ticks: ticks(process.get()).unwrap_or(0), ..Self::default() };
        for thread in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten()
        {
            let read = |name| fs::read_to_string(thread.path().join(name)).unwrap_or_default();
            let nanoseconds =
                read("schedstat").split_whitespace().next().and_then(|word| word.parse().ok());
            used.time += Duration::from_nanos(nanoseconds.unwrap_or(0));
            used.waits += field(&read("status"), "voluntary_ctxt_switches").unwrap_or(0);
        }
        used
    }

    pub fn since(self, earlier: Self) -> Self {
        Self {
            ticks: self.ticks.saturating_sub(earlier.ticks),
            time: self.time.saturating_sub(earlier.time),
            waits: self.waits.saturating_sub(earlier.waits),
        }
    }
}

/// In bytes, without mapped files such as the program itself, which the system shares and can drop.
pub fn private_memory(process: Pid) -> u64 {
    memory(process, "RssAnon")
}

/// The largest resident memory so far, in bytes.
pub fn peak_memory(process: Pid) -> u64 {
    memory(process, "VmHWM")
}

fn memory(process: Pid, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero()))
        .unwrap_or_default();
    field(&status, name).unwrap_or(0) * 1024
}

fn ticks(process: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name can contain spaces and parentheses. Field 3 follows the last parenthesis; the times
    // are the fields 14 and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// The number after `name:` at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}
