//! The keeper: a process of its own that starts a program, limits it, and ends all that it left.

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
    ProgramLimits, TICK,
    command::{ProgramCommand, WorkingDir},
    failure::RunEnd,
    folder::TempFolder,
    process::ChildProcess,
    talk::wait_for,
};

/// The first argument of a binary that is to be a keeper.
pub const SUPERVISOR: &str = "keep-program";

/// Without news of the program's end we look this often.
const PAUSE: Duration = Duration::from_millis(1);

/// What the keeper is to do.
#[derive(Debug)]
pub(super) struct SupervisorRequest {
    pub limits: ProgramLimits,
    pub call: ProgramCommand,
}

/// What the keeper says in the end.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SupervisorReport {
    pub end: RunEnd,
    pub time: Duration,
}

impl SupervisorRequest {
    /// As the arguments behind [`SUPERVISOR`].
    pub fn into_words(self) -> Vec<OsString> {
        let ProgramCommand { program, args, place, bwrap } = self.call;
        let terms = serde_json::to_string(&(self.limits, place)).unwrap_or_default();
        let bwrap = bwrap.map(OsString::from).unwrap_or_default();
        [terms.into(), bwrap, program.into()].into_iter().chain(args).collect()
    }

    fn from_words(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter();
        let (limits, place): (ProgramLimits, WorkingDir) =
            serde_json::from_str(words.next()?.to_str()?).ok()?;
        let bwrap = words.next().filter(|path| !path.is_empty()).map(Into::into);
        let program = words.next()?.into();
        Some(Self { limits, call: ProgramCommand { program, args: words.collect(), place, bwrap } })
    }
}

/// Is a keeper, with the arguments behind [`SUPERVISOR`]: runs one program once and returns the exit
/// status for our process. Standard input and output are the program's; standard error is our
/// lifeline.
pub fn supervise(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(order) = SupervisorRequest::from_words(words) else {
        // Somebody has typed it.
        let _ = writeln!(stderr(), "fourcade: `{SUPERVISOR}` is not for people");
        return ExitCode::from(2);
    };
    if let Err(why) = run(&order) {
        tell(RunEnd::CannotRun(why.to_string()), Duration::ZERO);
    }
    ExitCode::SUCCESS
}

fn tell(end: RunEnd, time: Duration) {
    let report = serde_json::to_vec(&SupervisorReport { end, time }).unwrap_or_default();
    // Nobody is there to hear it if our starter is gone.
    let _ = stderr().write_all(&report);
}

fn run(order: &SupervisorRequest) -> io::Result<()> {
    // A leader of a process group can't do it, but nobody starts us as one.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let folder = TempFolder::new()?;
    for (resource, limit) in order.limits.of_system() {
        setrlimit(resource, limit)?;
    }
    let mut command = order.call.command(folder.path());
    let mut started = match ChildProcess::start(command.stderr(Stdio::null())) {
        Ok(started) => started,
        Err(why) => {
            tell(RunEnd::not_started(&why), Duration::ZERO);
            return Ok(());
        }
    };
    // Where that does not work, it is only noticed later that a program has closed its output.
    let _ = fall_silent();
    let end =
        watch(&mut started, &order.limits).unwrap_or_else(|why| RunEnd::CannotRun(why.to_string()));
    let time = started.time();
    drop(started);
    tell(end, time);
    #[cfg(target_os = "linux")]
    super::process_tree::end_all();
    drop(folder);
    Ok(())
}

/// Leaves standard input and output to the program.
fn fall_silent() -> io::Result<()> {
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nowhere)?;
    Ok(rustix::stdio::dup2_stdout(&nowhere)?)
}

/// Waits until the program has ended, has used up a limit, or is no longer wanted.
fn watch(started: &mut ChildProcess, limits: &ProgramLimits) -> io::Result<RunEnd> {
    let (supervisor_client, news) = (stderr(), started.news());
    let tick = if news.is_some() { TICK } else { PAUSE };
    loop {
        if let Some(end) = started.end(limits)? {
            return Ok(end);
        }
        let mut awaited = Vec::with_capacity(2);
        awaited.push(PollFd::from_borrowed_fd(supervisor_client.as_fd(), PollFlags::IN));
        awaited.extend(
            news.as_ref().map(|news| PollFd::from_borrowed_fd(news.as_fd(), PollFlags::IN)),
        );
        wait_for(&mut awaited, tick.min(started.time_left(limits)))?;
        // Nothing is ever said through it: it was closed.
        if awaited.first().is_some_and(|supervisor_client| !supervisor_client.revents().is_empty())
        {
            return Ok(RunEnd::Stopped);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

    use super::*;

    #[test]
    fn an_order_survives_being_said() {
        let program = PathBuf::from(OsStr::from_bytes(b"no \xFF text"));
        for bwrap in [None, Some(PathBuf::from("bwrap"))] {
            for args in [vec![], vec!["-l".into(), OsString::new(), "a b".into()]] {
                let call = ProgramCommand {
                    program: program.clone(),
                    args,
                    place: WorkingDir::Ours,
                    bwrap: bwrap.clone(),
                };
                let order =
                    SupervisorRequest { limits: ProgramLimits::default(), call: call.clone() };
                let heard = SupervisorRequest::from_words(order.into_words()).unwrap();
                assert_eq!((heard.limits, heard.call), (ProgramLimits::default(), call));
            }
        }
    }

    #[test]
    fn what_is_no_order_is_refused() {
        for words in [&[][..], &["{}", "", "program"], &["junk", "", "program"], &["[]", ""]] {
            assert!(
                SupervisorRequest::from_words(words.iter().map(OsString::from)).is_none(),
                "{words:?}"
            );
        }
    }
}
