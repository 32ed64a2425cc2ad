//! The options that name the programs and players of a game or a tournament of Intensity.

use std::{path::PathBuf, time::Duration};

use super::error::{self, Error};
use crate::{
    games::intensity::referee::{Roster, RosterBuilder, RosterError},
    play::CancelToken,
    programs::{ProgramLimits, Runner},
};

/// What `--help` says of programs.
pub const PROGRAMS: &str = "\
A program is asked by the course's protocol: it is run once for each decision, with the request on its standard input. A .c file is \
compiled with `cc` first. An answer that breaks the rules costs 5 penalty points, and chance plays in its place; a crash, \
silence and too long a wait are such answers, too.

Programs are limited, not sandboxed. They run without a shell in a fresh empty folder, with a time limit, at most 64 KiB of output, \
limits of memory, processor time and file sizes where the system has them; and all that they started is ended after each answer. \
But they run as you, and may do what you may do. With --sandbox they run in `bwrap`, if that is installed: without network, and \
with a view of the system in which they can change nothing.";

/// Who takes part.
#[derive(Clone, Debug, clap::Args)]
pub struct Entrants {
    /// Programs that play: executable files, or .c files
    #[arg(value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    /// One of our own players takes part; may be given several times
    #[arg(long = "player", value_name = "KIND")]
    pub players: Vec<String>,
    /// How long a program may take for a decision
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = timeout)]
    timeout: Timeout,
    /// Run programs in `bwrap`, without network and unable to change anything
    #[arg(long)]
    sandbox: bool,
}

#[derive(Clone, Copy, Debug)]
struct Timeout(Duration);

fn timeout(text: &str) -> Result<Timeout, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    let seconds = seconds.ok_or_else(|| "seconds from 0.01 to 3600 are wanted".to_owned())?;
    Ok(Timeout(Duration::from_secs_f64(seconds)))
}

impl Entrants {
    /// What a program may use for a decision.
    pub fn limits(&self) -> ProgramLimits {
        ProgramLimits { time: self.timeout.0, cpu_time: self.timeout.0, ..ProgramLimits::default() }
    }

    /// Makes them ready, and tells on standard error what is remarkable of them.
    pub fn enter(&self, with_person: bool, cancel: &CancelToken) -> Result<Roster, Error> {
        let room = Runner::global();
        let room = if self.sandbox {
            room.sandboxed().map_err(|why| Error::Failed(why.to_string()))?
        } else {
            room
        };
        let called = RosterBuilder {
            programs: &self.programs,
            players: &self.players,
            room: &room,
            limits: self.limits(),
        };
        let roster = called.enter(with_person, cancel)?;
        for remark in &roster.remarks {
            error::report(remark);
        }
        Ok(roster)
    }
}

impl From<RosterError> for Error {
    fn from(why: RosterError) -> Self {
        match why {
            RosterError::Player(why) => Self::Player(why),
            RosterError::Person | RosterError::NotText(_) => Self::Usage(why.to_string()),
            RosterError::Program(_) => Self::Failed(why.to_string()),
            RosterError::Cancelled => Self::Interrupted,
        }
    }
}
