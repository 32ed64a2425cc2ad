//! The client's side of a supervisor: the request, the report, and killing the processes that a
//! killed supervisor leaves behind.

use std::{
    collections::HashSet,
    ffi::OsString,
    io::{self, Read},
    net::Shutdown,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::Path,
    process::{Child, Command, Stdio},
    sync::{LazyLock, Mutex, PoisonError, RwLock},
    thread,
    time::{Duration, Instant},
};

use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use super::{pipe_pump::PipePump, terminal::Terminal};
use crate::{
    Cancel, POLL_INTERVAL, ProgramError, ProgramLimits,
    command::ProgramCommand,
    run::{ProgramRun, RunEnd, SupervisorReport},
    sync,
    temp_folder::TempFolder,
};

/// The hidden subcommand of a supervisor: the first argument of its binary.
pub const SUPERVISOR: &str = "supervise-program";

/// Time allowed to a supervisor to report once the program's time is over or its answer is no
/// longer needed. Then it is killed: the program may have suspended it, or too many processes are
/// left.
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(2);

const EXIT_POLL_INTERVAL: Duration = Duration::from_micros(100);

/// Time limit for killing all processes that a supervisor left behind.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The supervisors that have not been reaped.
static SUPERVISORS: LazyLock<Mutex<HashSet<Pid>>> = LazyLock::new(Mutex::default);

/// Read-locked from the start of a supervisor until it is in [`SUPERVISORS`], and write-locked
/// while looking for strays, so that no new supervisor is taken for one. A start can take long, so
/// it doesn't hold the lock that supervisors need to be removed.
static STARTING: RwLock<()> = RwLock::new(());

/// Longer than any report of a conversation, which doesn't include standard error.
const REPORT_BYTES: usize = 1024;

/// Standard input and output of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Streams {
    Pipes,
    /// A pseudo-terminal, so that C programs flush their output before they read.
    Terminal,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SupervisorRequest {
    pub limits: ProgramLimits,
    pub command: ProgramCommand,
}

impl SupervisorRequest {
    pub fn to_arg(&self) -> OsString {
        serde_json::to_string(self).unwrap_or_default().into()
    }

    pub fn from_arg(arg: &OsString) -> Option<Self> {
        serde_json::from_str(arg.to_str()?).ok()
    }
}

/// A running supervisor. On drop, it kills the program and all processes that the program started,
/// and exits.
pub(crate) struct SupervisorClient {
    process: Child,
    socket: UnixStream,
    started_at: Instant,
    #[allow(dead_code, reason = "removed on drop")]
    folder: Option<TempFolder>,
}

impl SupervisorClient {
    /// Starts a program, in a fresh folder unless it has one, and also returns its pipes.
    pub fn start(
        binary: &Path,
        limits: &ProgramLimits,
        mut command: ProgramCommand,
        streams: Streams,
    ) -> Result<(Self, PipePump), ProgramError> {
        let folder = command.create_folder().map_err(|error| ProgramError::from_io(&error))?;
        let request = SupervisorRequest { limits: *limits, command };
        Self::start_supervisor(binary, &request, folder, streams).map_err(|error| {
            ProgramError::CannotRun(format!("its supervisor can't be started: {error}"))
        })
    }

    fn start_supervisor(
        binary: &Path,
        request: &SupervisorRequest,
        folder: Option<TempFolder>,
        streams: Streams,
    ) -> io::Result<(Self, PipePump)> {
        let (socket, child_socket) = UnixStream::pair()?;
        let mut command = Command::new(binary);
        command.arg0("fourcade").arg(SUPERVISOR).arg(request.to_arg());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(child_socket));
        let terminal = match streams {
            Streams::Pipes => None,
            Streams::Terminal => {
                let Terminal { ours, theirs } = Terminal::open()?;
                command.stdin(theirs.try_clone()?).stdout(theirs);
                Some(ours)
            }
        };
        let process = spawn(&mut command)?;
        // Closes our copy of the program's end of a terminal, so that we notice when it ends.
        drop(command);
        let mut client = Self { process, socket, started_at: Instant::now(), folder };
        let (input, output) = match terminal {
            Some(terminal) => (Some(terminal.try_clone()?), Some(terminal)),
            None => (
                client.process.stdin.take().map(OwnedFd::from),
                client.process.stdout.take().map(OwnedFd::from),
            ),
        };
        Ok((client, PipePump::new(input, output, request.limits.output_bytes)?))
    }

    /// Starts a program and waits for its end.
    pub fn run(
        binary: &Path,
        limits: &ProgramLimits,
        command: ProgramCommand,
        input: &[u8],
        cancel: Cancel<'_>,
    ) -> ProgramRun {
        let (mut client, mut pump) = match Self::start(binary, limits, command, Streams::Pipes) {
            Ok(started) => started,
            Err(error) => return ProgramRun::failed(error),
        };
        pump.send_and_close(input);
        let report = match client.wait_for_report(&mut pump, limits, cancel) {
            Ok(report) => report,
            Err(error) => return ProgramRun::failed(ProgramError::from_io(&error)),
        };
        drop(client);
        // The program has ended, so the rest of its output is in the pipe.
        ProgramRun::new(pump.into_output(), report, limits)
    }

    /// Whether the supervisor should have reported a timeout by now.
    fn is_late(&self, limits: &ProgramLimits) -> bool {
        self.started_at.elapsed() > limits.time.saturating_add(SUPERVISOR_TIMEOUT)
    }

    /// Returns a descriptor that becomes readable when the program has ended.
    pub fn exit_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Returns the end of the program if the supervisor has reported it. Doesn't wait.
    pub fn try_read_end(&mut self) -> Option<RunEnd> {
        let mut report = [0; REPORT_BYTES];
        self.socket.set_nonblocking(true).ok()?;
        let count = self.socket.read(&mut report).ok()?;
        // A report is short enough to arrive in one piece. Zero bytes mean that the supervisor has
        // ended without one.
        let report = serde_json::from_slice(report.get(..count)?);
        Some(report.unwrap_or_else(|_| SupervisorReport::lost()).end)
    }

    /// Pumps input and output until the supervisor reports, and stops it when the answer is no
    /// longer needed. The supervisor enforces the time limit, so this process may be suspended
    /// meanwhile.
    fn wait_for_report(
        &mut self,
        pump: &mut PipePump,
        limits: &ProgramLimits,
        cancel: Cancel<'_>,
    ) -> io::Result<SupervisorReport> {
        let mut report = Vec::new();
        let mut stopped_at = None;
        loop {
            if stopped_at.is_none() && (pump.is_over_limit() || cancel()) {
                stopped_at = Some(Instant::now());
                self.socket.shutdown(Shutdown::Write)?;
            }
            if pump.pump(self.socket.as_fd(), POLL_INTERVAL)? {
                let mut chunk = [0; REPORT_BYTES];
                match self.socket.read(&mut chunk) {
                    Ok(count) if count > 0 => report.extend(&chunk[..count]),
                    Ok(_) | Err(_) => break,
                }
            } else if self.is_late(limits)
                || stopped_at.is_some_and(|at| at.elapsed() > SUPERVISOR_TIMEOUT)
            {
                break;
            }
        }
        if let Ok(report) = serde_json::from_slice(&report) {
            return Ok(report);
        }
        Ok(if pump.is_over_limit() || cancel() {
            SupervisorReport::failed(RunEnd::Stopped)
        } else if self.is_late(limits) {
            SupervisorReport { time: limits.time, ..SupervisorReport::failed(RunEnd::TimedOut) }
        } else {
            SupervisorReport::lost()
        })
    }
}

impl Drop for SupervisorClient {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
        let started = Instant::now();
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if started.elapsed() < SUPERVISOR_TIMEOUT => {
                    thread::sleep(EXIT_POLL_INTERVAL);
                }
                Ok(None) => {
                    // Fails only if the supervisor has just ended.
                    let _ = self.process.kill();
                    break self.process.wait().ok();
                }
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        sync::lock(&SUPERVISORS).remove(&Pid::from_child(&self.process));
        // A supervisor that exits by itself has left nothing behind.
        if !status.is_some_and(|status| status.success()) {
            kill_strays();
        }
    }
}

/// Starts a supervisor. On Linux this process becomes the subreaper of its descendants.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let child = command.spawn()?;
    sync::lock(&SUPERVISORS).insert(Pid::from_child(&child));
    Ok(child)
}

/// Kills the processes that killed supervisors left behind: our children that are not supervisors
/// and belong to other sessions. Every supervisor begins a session, and none of its descendants can
/// return to ours.
fn kill_strays() {
    #[cfg(target_os = "linux")]
    {
        use super::process_tree;

        let started = Instant::now();
        while started.elapsed() < KILL_TIMEOUT {
            let starting = STARTING.write().unwrap_or_else(PoisonError::into_inner);
            let supervisors = sync::lock(&SUPERVISORS);
            let strays: Vec<Pid> = process_tree::children(rustix::process::getpid())
                .into_iter()
                .filter(|pid| !supervisors.contains(pid) && is_in_other_session(*pid))
                .collect();
            drop((supervisors, starting));
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                process_tree::kill_tree(stray);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (KILL_TIMEOUT, Instant::now());
}

#[cfg(target_os = "linux")]
fn is_in_other_session(process: Pid) -> bool {
    use nix::unistd::{Pid, getsid};

    // In a process namespace, the ID of a session outside is 0.
    let session = getsid(Some(Pid::from_raw(process.as_raw_pid())));
    session.is_ok_and(|session| Ok(session) != getsid(None))
}

#[cfg(test)]
mod tests {
    use std::{
        ffi::OsStr,
        os::unix::ffi::OsStrExt,
        path::{Path, PathBuf},
    };

    use super::*;
    use crate::{
        command::{CapturedStream, RunFolder, WorkingDir},
        sandbox::config::{SandboxKind, VisibleFiles},
    };

    #[test]
    fn a_request_survives_encoding_as_an_argument() {
        let program = PathBuf::from(OsStr::from_bytes(b"not \xFF text"));
        let visible = VisibleFiles {
            program: Path::new("/bin/sh"),
            args: &[],
            shown: &[],
            writable_folder: Some(Path::new("/usr")),
        };
        let kinds = SandboxKind::ALL.map(|kind| Some(visible.sandbox_config(kind)));
        for sandbox in kinds.into_iter().chain([None]) {
            for args in [vec![], vec!["-l".into(), OsString::new(), "a b".into()]] {
                let command = ProgramCommand {
                    program: program.clone(),
                    args,
                    captured: CapturedStream::Stderr,
                    working_dir: WorkingDir::At(program.clone()),
                    folder: Some(RunFolder { path: program.clone(), is_kept: true }),
                    sandbox: sandbox.clone(),
                };
                let limits = ProgramLimits::default();
                let request = SupervisorRequest { limits, command: command.clone() };
                let decoded = SupervisorRequest::from_arg(&request.to_arg()).unwrap();
                assert_eq!((decoded.limits, decoded.command), (limits, command));
            }
        }
    }

    #[test]
    fn arguments_that_are_not_a_request_are_refused() {
        for arg in ["", "{}", "junk", "[]"] {
            assert!(SupervisorRequest::from_arg(&arg.into()).is_none(), "{arg:?}");
        }
    }
}
