//! A process that was started: whether it has ended or must be ended.

use std::{
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::process::CommandExt,
    },
    process::{Child, ChildStdin, Command},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{ProgramLimits, TICK, failure::RunEnd, process_tree};

/// A process that was started, in a process group of its own. When dropped it is ended with its
/// group.
pub(super) struct ChildProcess {
    child: Child,
    pid: Pid,
    since: Instant,
    weighed: Instant,
}

/// What a process and all that it started use together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceUsage {
    /// Bytes of memory.
    pub memory: u64,
    /// How many processes they are.
    pub processes: u64,
}

impl ChildProcess {
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let now = Instant::now();
        Ok(Self { pid: Pid::from_child(&child), child, since: now, weighed: now })
    }

    pub fn take_input(&mut self) -> Option<OwnedFd> {
        self.child.stdin.take().map(ChildStdin::into)
    }

    pub fn take_output(&mut self) -> Option<OwnedFd> {
        self.child.stdout.take().map(OwnedFd::from)
    }

    pub fn take_errors(&mut self) -> Option<OwnedFd> {
        self.child.stderr.take().map(OwnedFd::from)
    }

    #[cfg(target_os = "linux")]
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Has news when the process has ended, where the system has such a thing.
    pub fn news(&self) -> Option<impl AsFd + use<>> {
        #[cfg(target_os = "linux")]
        let news = rustix::process::pidfd_open(self.pid, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let news = None::<OwnedFd>;
        news
    }

    /// Time since the start.
    pub fn time(&self) -> Duration {
        self.since.elapsed()
    }

    /// Time until it must have ended.
    pub fn time_left(&self, limits: &ProgramLimits) -> Duration {
        limits.time.saturating_sub(self.time())
    }

    /// How it ended, or why it must be ended, if one or the other is so.
    pub fn end(&mut self, limits: &ProgramLimits) -> io::Result<Option<RunEnd>> {
        // It is left unreaped, so that its number stays its own and its group can be ended by it.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if let Some(status) = waitid(WaitId::Pid(self.pid), options)? {
            let signal = status.terminating_signal().map(RunEnd::Signal);
            return Ok(signal.or_else(|| status.exit_status().map(RunEnd::Status)));
        }
        if self.time_left(limits).is_zero() {
            return Ok(Some(RunEnd::TimedOut));
        }
        if self.weighed.elapsed() >= TICK {
            self.weighed = Instant::now();
            let weight = process_tree::weigh(self.pid);
            // It does not count as one that it started.
            let crowd = (weight.processes > limits.processes.saturating_add(1))
                .then_some(RunEnd::ProcessLimit);
            return Ok(
                crowd.or((weight.memory > limits.memory_bytes).then_some(RunEnd::MemoryLimit))
            );
        }
        Ok(None)
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // Both may fail only because there is nothing left to end.
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = self.child.wait();
    }
}
