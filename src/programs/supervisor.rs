//! The supervisor: a separate process that starts a program, limits it, and kills all processes
//! that it leaves behind.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Write, stderr},
    os::fd::AsFd,
    process::{ExitCode, Stdio},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags},
    process::{setrlimit, setsid},
};
use serde::{Deserialize, Serialize};

use super::{
    POLL_INTERVAL, ProgramLimits,
    child_process::ChildProcess,
    command::{ProgramCommand, WorkingDir},
    pipe_pump::poll_for,
    run_report::RunEnd,
    temp_folder::TempFolder,
};

/// The first argument of a binary that is to act as a supervisor: a hidden subcommand.
pub const SUPERVISOR: &str = "supervise-program";

/// How often the program is checked on systems without a descriptor for the end of a process.
const POLL_INTERVAL_WITHOUT_EXIT_FD: Duration = Duration::from_millis(1);

/// The exit status of a supervisor whose arguments are not a request.
const USAGE_STATUS: u8 = 2;

/// The program that a supervisor starts, and its limits.
#[derive(Debug)]
pub(super) struct SupervisorRequest {
    pub limits: ProgramLimits,
    pub command: ProgramCommand,
}

/// How the program ended. It is the last thing that a supervisor sends.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SupervisorReport {
    pub end: RunEnd,
    pub time: Duration,
}

impl SupervisorRequest {
    /// Encodes the request as the arguments after [`SUPERVISOR`].
    pub fn into_args(self) -> Vec<OsString> {
        let ProgramCommand { program, args, working_dir, bwrap } = self.command;
        let options = serde_json::to_string(&(self.limits, working_dir)).unwrap_or_default();
        let bwrap = bwrap.map(OsString::from).unwrap_or_default();
        [options.into(), bwrap, program.into()].into_iter().chain(args).collect()
    }

    fn from_args(args: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut args = args.into_iter();
        let (limits, working_dir): (ProgramLimits, WorkingDir) =
            serde_json::from_str(args.next()?.to_str()?).ok()?;
        let bwrap = args.next().filter(|path| !path.is_empty()).map(Into::into);
        let program = args.next()?.into();
        let command = ProgramCommand { program, args: args.collect(), working_dir, bwrap };
        Some(Self { limits, command })
    }
}

/// Acts as a supervisor: runs one program as the arguments after [`SUPERVISOR`] specify, and
/// returns the exit status for this process.
///
/// Standard input and output belong to the program. Standard error is the socket to the client, the
/// process that started the supervisor.
pub fn supervise(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(request) = SupervisorRequest::from_args(args) else {
        let message = format!("fourcade: `{SUPERVISOR}` is for internal use only");
        let _ = writeln!(stderr(), "{message}");
        return ExitCode::from(USAGE_STATUS);
    };
    if let Err(why) = run(&request) {
        send_report(RunEnd::CannotRun(why.to_string()), Duration::ZERO);
    }
    ExitCode::SUCCESS
}

fn send_report(end: RunEnd, time: Duration) {
    let report = serde_json::to_vec(&SupervisorReport { end, time }).unwrap_or_default();
    // It fails if the process that started us is gone.
    let _ = stderr().write_all(&report);
}

fn run(request: &SupervisorRequest) -> io::Result<()> {
    // It fails only for the leader of a process group, and we are not started as one.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let folder = TempFolder::new()?;
    for (resource, limit) in request.limits.resource_limits() {
        setrlimit(resource, limit)?;
    }
    let mut command = request.command.to_command(folder.path());
    let mut child = match ChildProcess::start(command.stderr(Stdio::null())) {
        Ok(child) => child,
        Err(why) => {
            send_report(RunEnd::start_failed(&why), Duration::ZERO);
            return Ok(());
        }
    };
    // If this fails, our client only notices later that the program has closed its output.
    let _ = release_stdin_and_stdout();
    let end =
        watch(&mut child, &request.limits).unwrap_or_else(|why| RunEnd::CannotRun(why.to_string()));
    let time = child.elapsed();
    drop(child);
    send_report(end, time);
    #[cfg(target_os = "linux")]
    super::process_tree::kill_descendants();
    drop(folder);
    Ok(())
}

/// Closes our copies of the program's standard input and output.
fn release_stdin_and_stdout() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(rustix::stdio::dup2_stdout(&null)?)
}

/// Waits until the program has ended, has exceeded a limit, or is no longer needed by the client.
fn watch(child: &mut ChildProcess, limits: &ProgramLimits) -> io::Result<RunEnd> {
    let (client, exit_fd) = (stderr(), child.exit_fd());
    let interval = match &exit_fd {
        Some(_) => POLL_INTERVAL,
        None => POLL_INTERVAL_WITHOUT_EXIT_FD,
    };
    loop {
        if let Some(end) = child.check(limits)? {
            return Ok(end);
        }
        let mut fds = Vec::with_capacity(2);
        fds.push(PollFd::from_borrowed_fd(client.as_fd(), PollFlags::IN));
        fds.extend(exit_fd.as_ref().map(|fd| PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN)));
        poll_for(&mut fds, interval.min(child.time_left(limits)))?;
        // The client never writes, so an event means that it has closed the socket.
        if fds.first().is_some_and(|client| !client.revents().is_empty()) {
            return Ok(RunEnd::Stopped);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

    use super::*;

    #[test]
    fn a_request_survives_encoding_as_arguments() {
        let program = PathBuf::from(OsStr::from_bytes(b"not \xFF text"));
        for bwrap in [None, Some(PathBuf::from("bwrap"))] {
            for args in [vec![], vec!["-l".into(), OsString::new(), "a b".into()]] {
                let command = ProgramCommand {
                    program: program.clone(),
                    args,
                    working_dir: WorkingDir::Inherited,
                    bwrap: bwrap.clone(),
                };
                let limits = ProgramLimits::default();
                let request = SupervisorRequest { limits, command: command.clone() };
                let decoded = SupervisorRequest::from_args(request.into_args()).unwrap();
                assert_eq!((decoded.limits, decoded.command), (limits, command));
            }
        }
    }

    #[test]
    fn arguments_that_are_not_a_request_are_refused() {
        for args in [&[][..], &["{}", "", "program"], &["junk", "", "program"], &["[]", ""]] {
            let request = SupervisorRequest::from_args(args.iter().map(OsString::from));
            assert!(request.is_none(), "{args:?}");
        }
    }
}
