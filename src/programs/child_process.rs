//! A child process and the limits that can be checked from outside.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::process::CommandExt,
    },
    process::{Child, Command},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{POLL_INTERVAL, ProgramLimits, process_tree, run_report::RunEnd};

/// A child process in its own process group. When dropped it is killed together with its group.
pub(super) struct ChildProcess {
    child: Child,
    pid: Pid,
    started_at: Instant,
    usage_checked_at: Instant,
    /// Whether it is the first process of namespaces, and the program only the second.
    has_namespaces: bool,
}

impl ChildProcess {
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let now = Instant::now();
        let pid = Pid::from_child(&child);
        Ok(Self { pid, child, started_at: now, usage_checked_at: now, has_namespaces: false })
    }

    #[cfg(target_os = "linux")]
    pub fn with_namespaces(mut self) -> Self {
        self.has_namespaces = true;
        self
    }

    /// Applies the limits that can be set from outside. The process runs without them until then.
    pub fn apply_limits(&self, limits: &ProgramLimits) {
        #[cfg(target_os = "linux")]
        for (resource, limit) in limits.resource_limits() {
            // This fails if the process has ended.
            let _ = rustix::process::prlimit(Some(self.pid), resource, limit);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = limits;
    }

    pub fn take_stdin(&mut self) -> Option<OwnedFd> {
        self.child.stdin.take().map(OwnedFd::from)
    }

    pub fn take_stdout(&mut self) -> Option<OwnedFd> {
        self.child.stdout.take().map(OwnedFd::from)
    }

    pub fn take_stderr(&mut self) -> Option<OwnedFd> {
        self.child.stderr.take().map(OwnedFd::from)
    }

    /// Returns a descriptor that becomes readable when the process has ended, where the system has
    /// such descriptors.
    pub fn exit_fd(&self) -> Option<impl AsFd + use<>> {
        #[cfg(target_os = "linux")]
        let fd = rustix::process::pidfd_open(self.pid, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let fd = None::<OwnedFd>;
        fd
    }

    pub fn elapsed(&self) -> Duration {
        self.started_at.elapsed()
    }

    pub fn time_left(&self, limits: &ProgramLimits) -> Duration {
        limits.time.saturating_sub(self.elapsed())
    }

    /// Returns how the process has ended, or which limit it has exceeded; `None` if it may go on.
    pub fn check(&mut self, limits: &ProgramLimits) -> io::Result<Option<RunEnd>> {
        // The process is not reaped here: its process group can be killed as long as the process
        // ID is in use.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if let Some(status) = waitid(WaitId::Pid(self.pid), options)? {
            let signal = status.terminating_signal().map(RunEnd::Signal);
            return Ok(signal.or_else(|| status.exit_status().map(RunEnd::Status)));
        }
        if self.time_left(limits).is_zero() {
            return Ok(Some(RunEnd::TimedOut));
        }
        if self.usage_checked_at.elapsed() < POLL_INTERVAL {
            return Ok(None);
        }
        self.usage_checked_at = Instant::now();
        let usage = process_tree::usage(self.pid);
        // The program itself does not count as a process that it started.
        let own = 1 + u64::from(self.has_namespaces);
        if usage.processes > limits.processes.saturating_add(own) {
            return Ok(Some(RunEnd::ProcessLimit));
        }
        let sockets = self.has_namespaces.then(|| process_tree::socket_bytes(self.pid));
        let memory = usage.memory_bytes.saturating_add(sockets.unwrap_or_default());
        Ok((memory > limits.memory_bytes).then_some(RunEnd::MemoryLimit))
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // These fail only if the group or the process no longer exists.
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Closes our copies of the program's standard input and output.
pub(super) fn release_stdin_and_stdout() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}
