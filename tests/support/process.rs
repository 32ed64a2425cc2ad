//! What the system counts of a process: processor time, waking up, memory.

use std::{fs, time::Duration};

use rustix::process::Pid;

/// What a process used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
    /// Processor time in the clock ticks of `/proc/PID/stat`, which counts the threads that have
    /// ended, too.
    pub ticks: u64,
    /// Processor time of the threads that are there, to the nanosecond.
    pub time: Duration,
    /// How often they waited for something, so how often they woke up.
    pub waits: u64,
}

impl ResourceUsage {
    /// Of this process until now; nothing of one that has ended.
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

    /// What was used since then.
    pub fn since(self, then: Self) -> Self {
        Self {
            ticks: self.ticks.saturating_sub(then.ticks),
            time: self.time.saturating_sub(then.time),
            waits: self.waits.saturating_sub(then.waits),
        }
    }
}

/// Memory that the process holds, in KiB.
pub fn resident_kib(process: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero()))
        .unwrap_or_default();
    field(&status, "VmRSS").unwrap_or(0)
}

/// User and system time.
fn ticks(process: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold spaces and brackets; after the last one comes field 3, and the times are 14
    // and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// The number behind `name:`.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}
