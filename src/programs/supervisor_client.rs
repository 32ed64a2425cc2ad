//! A program run through a keeper: our side.

use std::{
    io::{self, Read},
    net::Shutdown,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    ProgramError, ProgramLimits, TICK,
    command::ProgramCommand,
    failure::{RunEnd, RunReport},
    supervisor::{SUPERVISOR, SupervisorReport, SupervisorRequest},
    talk::PipePump,
};
use crate::play::CancelToken;

/// How long to wait for the keeper when the program's time is over or its answer is no longer
/// wanted. Usually it needs no time at all to end what the program left; but a crowd of processes
/// may hold up the whole machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a program through a keeper.
pub(super) fn run(
    supervisor: &Path,
    call: ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    let order = SupervisorRequest { limits: *limits, call };
    let lost =
        |why: io::Error| ProgramError::CannotRun(format!("its keeper can't be started: {why}"));
    let mut supervisor = SupervisorClient::start(supervisor, order).map_err(lost)?;
    let mut talk = PipePump::new(
        supervisor.take_input(),
        input,
        supervisor.take_output(),
        limits.output_bytes,
    )
    .map_err(lost)?;
    let report = supervisor.listen(&mut talk, limits, cancel).map_err(lost)?;
    drop(supervisor);
    let SupervisorReport { end, time } = match serde_json::from_slice(&report) {
        Ok(report) => report,
        Err(_) if talk.is_flooded() || cancel.is_cancelled() => {
            SupervisorReport { end: RunEnd::Stopped, time: Duration::ZERO }
        }
        Err(_) => return Err(ProgramError::CannotRun("its keeper was ended".to_owned())),
    };
    // All that the program said is in the pipe, since it has ended.
    Ok(RunReport { output: talk.end(), end, time })
}

/// A keeper. When dropped it ends the program and all that it left, and then itself.
pub(super) struct SupervisorClient {
    process: Child,
    supervisor_client: UnixStream,
}

impl SupervisorClient {
    pub fn start(path: &Path, order: SupervisorRequest) -> io::Result<Self> {
        let (supervisor_client, its_end) = UnixStream::pair()?;
        let mut command = Command::new(path);
        command.arg0("fourcade").arg(SUPERVISOR).args(order.into_words());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(its_end));
        Ok(Self { process: command.spawn()?, supervisor_client })
    }

    pub fn take_input(&mut self) -> Option<OwnedFd> {
        self.process.stdin.take().map(OwnedFd::from)
    }

    pub fn take_output(&mut self) -> Option<OwnedFd> {
        self.process.stdout.take().map(OwnedFd::from)
    }

    /// What has news when the program has ended.
    pub fn news(&self) -> BorrowedFd<'_> {
        self.supervisor_client.as_fd()
    }

    /// What the keeper has said by now of the program's end, if anything. It does not wait.
    pub fn report(&mut self) -> Option<SupervisorReport> {
        let mut piece = [0; 1024];
        self.supervisor_client.set_nonblocking(true).ok()?;
        let count = self.supervisor_client.read(&mut piece).ok()?;
        // Said in one piece, far shorter than this; nothing at all if the keeper was ended.
        let lost = || SupervisorReport {
            end: RunEnd::CannotRun("its keeper was ended".to_owned()),
            time: Duration::ZERO,
        };
        Some(serde_json::from_slice(piece.get(..count)?).unwrap_or_else(|_| lost()))
    }

    /// Talks with the program until the keeper has said all. It is told to hurry when the answer is
    /// no longer wanted. It watches over the time itself, so it doesn't matter if we are stopped
    /// meanwhile.
    fn listen(
        &mut self,
        talk: &mut PipePump<'_>,
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> io::Result<Vec<u8>> {
        let mut report = Vec::new();
        let mut is_wanted = true;
        let (mut since, mut most) = (Instant::now(), limits.time.saturating_add(PATIENCE));
        loop {
            if is_wanted && (talk.is_flooded() || cancel.is_cancelled()) {
                is_wanted = false;
                (since, most) = (Instant::now(), PATIENCE);
                self.supervisor_client.shutdown(Shutdown::Write)?;
            }
            if talk.go_on(Some(self.supervisor_client.as_fd()), TICK)? {
                let mut piece = [0; 1024];
                match self.supervisor_client.read(&mut piece) {
                    Ok(count) if count > 0 => report.extend(&piece[..count]),
                    Ok(_) | Err(_) => return Ok(report),
                }
            } else if since.elapsed() > most {
                return Ok(report);
            }
        }
    }
}

impl Drop for SupervisorClient {
    fn drop(&mut self) {
        let _ = self.supervisor_client.shutdown(Shutdown::Both);
        let started = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if started.elapsed() > PATIENCE {
                // It goes on trying without us.
                return;
            }
            thread::sleep(Duration::from_micros(100));
        }
    }
}
