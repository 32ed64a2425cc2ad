//! Limits of the resources that a program may use.

use std::{fs, time::Duration};

use rustix::process::{Resource, Rlimit, getrlimit};
use serde::{Deserialize, Serialize};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Default time for one run.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(30);

/// Default maximum length of one answer, in bytes.
pub const DEFAULT_OUTPUT_BYTES: usize = 64 << 10;

/// Default maximum number of processes.
pub const DEFAULT_PROCESSES: u64 = 128;

/// Default maximum size of all files of a run together, in bytes.
pub const DEFAULT_FOLDER_BYTES: u64 = 16 * MIB;

/// Maximum number of files and folders in a program's folder.
pub(super) const FOLDER_FILES: u64 = 4096;

/// Maximum number of open files of a process; enough for any interpreter to start.
const OPEN_FILES: u64 = 256;

/// Average number of threads allowed for each process of a program.
const TASKS_PER_PROCESS: u64 = 4;

/// Limits on the resources of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// Wall-clock time from start to end.
    pub time: Duration,
    /// Length of an answer in bytes.
    pub output_bytes: usize,
    /// Bytes of memory of the program and all processes that it started. Reserved but unused memory
    /// doesn't count, so that programs built with a sanitizer can run. Linux only.
    pub memory_bytes: u64,
    /// Processor time of each process, rounded up to whole seconds.
    pub cpu_time: Duration,
    /// Bytes of each file that the program writes.
    pub file_bytes: u64,
    /// Bytes of all files in the program's folder. Enforced by the file system inside namespaces
    /// and by repeated counting in a [`SharedFolder`](super::SharedFolder); not enforced elsewhere.
    pub folder_bytes: u64,
    /// Processes running at the same time, not counting the program itself. Linux only.
    pub processes: u64,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self {
            time: DEFAULT_TIME_LIMIT,
            output_bytes: DEFAULT_OUTPUT_BYTES,
            memory_bytes: GIB,
            cpu_time: DEFAULT_TIME_LIMIT,
            file_bytes: MIB,
            folder_bytes: DEFAULT_FOLDER_BYTES,
            processes: DEFAULT_PROCESSES,
        }
    }
}

impl ProgramLimits {
    /// Sets the limits of wall-clock time and processor time.
    pub fn with_time(self, time: Duration) -> Self {
        Self { time, cpu_time: time, ..self }
    }

    /// Returns the limit on processes and threads, or `None` if the system doesn't say how many it
    /// runs already. If `counts_apart`, the kernel counts those of the program separately from
    /// others of the same user.
    pub(super) fn task_limit(&self, counts_apart: bool) -> Option<(Resource, Rlimit)> {
        let max_tasks = if counts_apart {
            // Most interpreters start threads.
            self.processes.saturating_mul(TASKS_PER_PROCESS)
        } else {
            // The supervisor counts processes, too, but a fork bomb is faster. The kernel's limit
            // counts all processes and threads of a user, so the existing ones are added.
            task_count()?.saturating_add(self.processes)
        };
        Some(capped_limit(Resource::Nproc, max_tasks, max_tasks))
    }

    /// The limits that the kernel enforces for each process, except [`ProgramLimits::task_limit`].
    pub(super) fn resource_limits(&self) -> [(Resource, Rlimit); 4] {
        let seconds =
            self.cpu_time.as_secs().saturating_add(u64::from(self.cpu_time.subsec_nanos() > 0));
        [
            // The hard limit is a second longer, so that SIGXCPU ends the program, not SIGKILL.
            capped_limit(Resource::Cpu, seconds, seconds.saturating_add(1)),
            capped_limit(Resource::Fsize, self.file_bytes, self.file_bytes),
            capped_limit(Resource::Nofile, OPEN_FILES, OPEN_FILES),
            capped_limit(Resource::Core, 0, 0),
        ]
    }
}

/// Returns a resource limit, lowered to our own where that is stricter.
fn capped_limit(resource: Resource, soft: u64, hard: u64) -> (Resource, Rlimit) {
    let own = getrlimit(resource);
    let min = |limit: u64, own: Option<u64>| Some(own.map_or(limit, |own| own.min(limit)));
    (resource, Rlimit { current: min(soft, own.current), maximum: min(hard, own.maximum) })
}

/// Counts the processes and threads of all users.
fn task_count() -> Option<u64> {
    // `0.20 0.18 0.12 1/80 11206` means that one of 80 tasks is running.
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Formats bytes in the largest unit that gives a whole number.
pub(super) fn format_bytes(bytes: u64) -> String {
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
    fn bytes_are_formatted_in_the_largest_whole_unit() {
        let formatted: Vec<_> =
            [0, 1000, 1024, 65536, 65537, 3 << 20, 1 << 30].into_iter().map(format_bytes).collect();
        assert_eq!(
            formatted,
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
        let tasks =
            [false, true].into_iter().filter_map(|counts_apart| huge.task_limit(counts_apart));
        for (resource, limit) in huge.resource_limits().into_iter().chain(tasks) {
            let own = getrlimit(resource);
            assert!(
                own.maximum.is_none_or(|own| limit.maximum.is_some_and(|new| new <= own)),
                "{resource:?}"
            );
        }
        let small =
            ProgramLimits { cpu_time: Duration::from_millis(1200), ..ProgramLimits::default() };
        assert!(
            small
                .resource_limits()
                .contains(&(Resource::Cpu, Rlimit { current: Some(2), maximum: Some(3) }))
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_reports_how_many_tasks_exist() {
        assert!(task_count().is_some_and(|tasks| tasks > 0));
    }
}
