//! What a program may use.

use std::{fs, time::Duration};

use rustix::process::{Resource, Rlimit, getrlimit};
use serde::{Deserialize, Serialize};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Open files: enough for any interpreter to start.
const FILES: u64 = 256;

/// What a program may use in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// From its start to its end.
    pub time: Duration,
    /// How many bytes it may print.
    pub output_bytes: usize,
    /// How many bytes of memory it and all that it started may hold together. What is reserved but
    /// not used does not count, so programs built with a sanitizer run, too. (Linux)
    pub memory_bytes: u64,
    /// Processor time of each of its processes, in whole seconds (rounded up).
    pub cpu_time: Duration,
    /// How many bytes a file may have that it writes.
    pub file_bytes: u64,
    /// How many processes it and those may start that are there at the same time. (Linux)
    pub processes: u64,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        let time = Duration::from_secs(30);
        Self {
            time,
            output_bytes: 64 << 10,
            memory_bytes: GIB,
            cpu_time: time,
            file_bytes: MIB,
            processes: 128,
        }
    }
}

impl ProgramLimits {
    /// The limits that the system watches over.
    pub(super) fn of_system(&self) -> Vec<(Resource, Rlimit)> {
        let seconds =
            self.cpu_time.as_secs().saturating_add(u64::from(self.cpu_time.subsec_nanos() > 0));
        let mut all = vec![
            // One more second, so that it is ended by the signal that says why.
            at_most(Resource::Cpu, seconds, seconds.saturating_add(1)),
            at_most(Resource::Fsize, self.file_bytes, self.file_bytes),
            at_most(Resource::Nofile, FILES, FILES),
            at_most(Resource::Core, 0, 0),
        ];
        if let Some(tasks) = tasks() {
            // We count them ourselves. But if they multiply too fast for that, the system holds
            // them up (except root's). It counts all processes and threads of a user, so the limit
            // is so many more than there are now of all.
            let most = tasks.saturating_add(self.processes);
            all.push(at_most(Resource::Nproc, most, most));
        }
        all
    }
}

/// Never more than we have ourselves.
fn at_most(resource: Resource, soft: u64, hard: u64) -> (Resource, Rlimit) {
    let ours = getrlimit(resource);
    let least = |wanted: u64, ours: Option<u64>| Some(ours.map_or(wanted, |ours| ours.min(wanted)));
    (resource, Rlimit { current: least(soft, ours.current), maximum: least(hard, ours.maximum) })
}

/// How many processes and threads there are, of all users.
fn tasks() -> Option<u64> {
    // Such as `0.20 0.18 0.12 1/80 11206`: one runs of eighty.
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Bytes as people say it.
pub(super) fn say_bytes(bytes: u64) -> String {
    let units = [(GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")];
    match units.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{} {name}", bytes / unit),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_said_in_the_largest_whole_unit() {
        let said: Vec<_> =
            [0, 1000, 1024, 65536, 65537, 3 << 20, 1 << 30].into_iter().map(say_bytes).collect();
        assert_eq!(
            said,
            ["0 bytes", "1000 bytes", "1 KiB", "64 KiB", "65537 bytes", "3 MiB", "1 GiB"]
        );
    }

    #[test]
    fn no_limit_is_above_our_own() {
        let huge = ProgramLimits {
            cpu_time: Duration::MAX,
            file_bytes: u64::MAX,
            processes: u64::MAX,
            ..ProgramLimits::default()
        };
        for (resource, limit) in huge.of_system() {
            let ours = getrlimit(resource);
            assert!(
                ours.maximum.is_none_or(|ours| limit.maximum.is_some_and(|new| new <= ours)),
                "{resource:?}"
            );
        }
        let small =
            ProgramLimits { cpu_time: Duration::from_millis(1200), ..ProgramLimits::default() };
        assert!(
            small
                .of_system()
                .contains(&(Resource::Cpu, Rlimit { current: Some(2), maximum: Some(3) }))
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_says_how_many_tasks_there_are() {
        assert!(tasks().is_some_and(|tasks| tasks > 0));
    }
}
