//! The course's referee: one game between programs, built-in players and a person, with the
//! course's log.
//!
//! Details that the course sheet leaves open:
//! - The log names the version of the referee in the course sheet, and the commands that compiled
//!   programs.
//! - Tied players share a finishing position and are listed in the order of their seats.
//! - A program that can't be run or fails makes an illegal choice. The log says what it did.
//! - If a person plays, the log shows no hands and not the cards of an illegal discard.

mod batch;
mod entrants;
mod log;
mod person;
#[cfg(test)]
mod tests;

use std::{
    io::{self, BufRead, Write},
    time::Duration,
};

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

pub use self::log::write_heading;
pub use batch::{BatchGame, BatchResult, TIMEOUT_SECONDS};
pub use entrants::{Entrant, Roster, RosterBuilder, RosterError};

use self::log::RefereeLog;
use crate::program::{AnswerRules, LateStreak};
use fourcade_engine::intensity::{
    Intensity,
    model::{Deal, IntensityAction, SEATS},
};
use fourcade_engine::play::{
    Budget, CancelToken, Decision, Driver, FaultKind, FaultTally, Game, GameInfo, MatchInfo,
    Outcome, PlayHost, PlayerError, RecordHeader, RecordLine, Seat, Seats, Session, random,
};

/// The number of the random stream that shuffles the seats.
const SEATING: u64 = 1;

/// Why a match was not finished.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The log can't be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The person has no more input.
    #[error("the input ended before the game did")]
    Input,
    /// An entrant can't take part.
    #[error(transparent)]
    Entrant(#[from] RosterError),
    /// A player can't be created or does not play.
    #[error("{0}")]
    Player(String),
    /// The caller cancelled it.
    #[error("it was interrupted")]
    Cancelled,
}

impl From<PlayerError> for MatchError {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Cancelled => Self::Cancelled,
            PlayerError::Fault(message) | PlayerError::Failed(_, message) => Self::Player(message),
        }
    }
}

/// Shuffles the entrants of a match by its seed.
pub fn shuffle_seats<T>(entrants: &mut [T], seed: u64) {
    entrants.shuffle(&mut random::rng(seed, &[SEATING]));
}

/// Points, mistakes and times of a match, by seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// Penalty points.
    pub penalty: [u32; SEATS],
    /// Numbers of illegal choices of all kinds.
    pub illegal: [u32; SEATS],
    /// Illegal choices by kind, with the first of each. Missing in results of version 0.2.0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub faults: [FaultTally; SEATS],
    /// Late answers in a row at the end of the match, including those of earlier matches.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late_in_a_row: [LateStreak; SEATS],
    /// Time of the slowest answer, in milliseconds.
    pub slowest_ms: [f64; SEATS],
}

fn is_zero<T: Default + PartialEq>(counts: &[T; SEATS]) -> bool {
    counts.iter().all(|count| *count == T::default())
}

impl MatchResult {
    fn of(session: &Session<Intensity>, outcome: &Outcome, slowest: [Duration; SEATS]) -> Self {
        let mut result = Self {
            penalty: std::array::from_fn(|seat| outcome.scores()[seat].unsigned_abs()),
            slowest_ms: slowest.map(milliseconds),
            ..Self::default()
        };
        for line in session.lines() {
            let RecordLine::Step { faults, .. } = line else { continue };
            for fault in faults {
                let seat = fault.seat.index();
                result.illegal[seat] += 1;
                result.faults[seat].add(fault.kind, &fault.description);
            }
        }
        result
    }

    /// Returns the ranking: the fewest penalty points win.
    pub fn outcome(&self) -> Outcome {
        Outcome::lowest_wins(
            self.penalty.iter().map(|&points| i32::try_from(points).unwrap_or(i32::MAX)).collect(),
        )
    }

    /// Whether both results have the same points and mistakes. Times may differ.
    pub fn is_same_game(&self, other: &Self) -> bool {
        (self.penalty, self.illegal) == (other.penalty, other.illegal)
    }
}

/// Rounded to microseconds.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A finished match.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The game that was played.
    pub session: Session<Intensity>,
    /// The result.
    pub result: MatchResult,
}

/// Returns the part of a record about the match.
pub(super) fn match_info(
    entrants: &[Entrant; SEATS],
    rules: AnswerRules,
    late: &[LateStreak; SEATS],
) -> MatchInfo {
    let late = if is_zero(late) { &[] } else { &late[..] };
    MatchInfo {
        names: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        timeout: Some(rules.limits.time.as_secs_f64()),
        strict: rules.is_strict(),
        late_before: late.iter().map(|streak| streak.0).collect(),
    }
}

/// A match: one game between four entrants, before it is played.
pub struct Match<'a> {
    /// The entrants by seat.
    pub entrants: &'a [Entrant; SEATS],
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    /// The rules for programs' answers, for the record.
    pub rules: AnswerRules,
    /// Late answers in a row before the match, by seat.
    pub late: [LateStreak; SEATS],
    /// Cancels the match.
    pub cancel: &'a CancelToken,
}

impl Match<'_> {
    fn session(&self) -> Session<Intensity> {
        let mut session = Session::new(RecordHeader {
            setup: Deal::shuffled(&mut random::rng(self.seed, &[])),
            players: self.entrants.iter().map(|entrant| entrant.record_name.clone()).collect(),
            seed: self.seed,
            clock: None,
        });
        session.set_match_info(match_info(self.entrants, self.rules, &self.late));
        session
    }

    /// Plays the match without a log. Returns `None` if cancelled.
    ///
    /// # Errors
    /// Returns an error if a player can't be created or fails.
    pub fn play_quietly(&self) -> Result<Option<PlayedMatch>, MatchError> {
        match self.play_with(None, &mut io::empty()) {
            Ok(played) => Ok(Some(played)),
            Err(MatchError::Cancelled) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Plays the match and writes its log. A person is prompted on `output` and types on `input`.
    ///
    /// # Errors
    /// Returns an error if the match was cancelled, the person's input ended, the log can't be
    /// written, or a player can't be created or fails.
    pub fn play<'a>(
        &self,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Result<PlayedMatch, MatchError> {
        let names = self.entrants.each_ref().map(|entrant| entrant.name.clone());
        let hides_hands = self.entrants.iter().any(Entrant::is_person);
        self.play_with(Some(RefereeLog::new(output, names, hides_hands)), input)
    }

    fn play_with<'a>(
        &self,
        log: Option<RefereeLog<'a>>,
        input: &'a mut dyn BufRead,
    ) -> Result<PlayedMatch, MatchError> {
        let mut session = self.session();
        let players = self.entrants.iter().zip(self.late).map(|(seat, late)| seat.player(late));
        let players = players.collect::<Result<_, _>>().map_err(MatchError::Player)?;
        let (slowest, late) = ([Duration::ZERO; SEATS], self.late);
        let mut host = MatchHost { log, input, slowest, late };
        if let Some(log) = &mut host.log {
            log.write_start(&session)?;
        }
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        Driver { players, budget, cancel: self.cancel }.play(&mut session, &mut host)?;
        let Some(outcome) = session.outcome() else { return Err(MatchError::Cancelled) };
        if let Some(log) = &mut host.log {
            log.write_positions(&outcome)?;
        }
        let result = MatchResult::of(&session, &outcome, host.slowest);
        let result = MatchResult { late_in_a_row: host.late, ..result };
        Ok(PlayedMatch { session, result })
    }
}

/// Returns the record of a match as the text of a file.
///
/// # Errors
/// Returns an error if the record can't be written as text.
pub fn record_text(session: &Session<Intensity>) -> io::Result<String> {
    let mut text = Vec::new();
    session.record().write(&mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}

struct MatchHost<'a> {
    log: Option<RefereeLog<'a>>,
    input: &'a mut dyn BufRead,
    slowest: [Duration; SEATS],
    late: [LateStreak; SEATS],
}

impl PlayHost<Intensity> for MatchHost<'_> {
    type Error = MatchError;

    fn ask(
        &mut self,
        session: &Session<Intensity>,
        seat: Seat,
    ) -> Result<IntensityAction, MatchError> {
        let observation = session.game().observe(Seats::one(seat));
        let log = self.log.as_mut().ok_or(MatchError::Input)?;
        person::ask(seat, &observation, self.input, log.output())
    }

    fn before_choice(
        &mut self,
        session: &Session<Intensity>,
        decision: &Decision<IntensityAction>,
    ) -> Result<(), MatchError> {
        let seat = decision.seat;
        self.slowest[seat.index()] = self.slowest[seat.index()].max(decision.time);
        let is_late = decision.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::Late);
        self.late[seat.index()] = self.late[seat.index()].after_answer(is_late);
        if let Some(log) = &mut self.log {
            log.write_choice(session.game(), seat, decision.action, decision.fault.as_ref())?;
        }
        Ok(())
    }

    fn after_step(&mut self, session: &Session<Intensity>) -> Result<(), MatchError> {
        if let (Some(log), Some(events)) = (&mut self.log, session.events().last()) {
            log.write_events(events)?;
        }
        Ok(())
    }
}

/// Writes the log of a recorded game.
///
/// # Errors
/// Returns an error if `output` can't be written.
pub fn write_log(session: &Session<Intensity>, output: &mut dyn Write) -> io::Result<()> {
    let header = session.header();
    let names = session.match_info().map_or(&header.players, |info| &info.names);
    let names = std::array::from_fn(|seat| names.get(seat).cloned().unwrap_or_default());
    let mut log = RefereeLog::new(output, names, false);
    log.write_start(session)?;
    for (number, (line, events)) in session.lines().iter().zip(session.events()).enumerate() {
        let RecordLine::Step { moves, faults, .. } = line else { continue };
        let position = session.position_after(number);
        for &(seat, action) in moves {
            let fault = faults.iter().find(|fault| fault.seat == seat);
            log.write_choice(position.game(), seat, action, fault)?;
        }
        log.write_events(events)?;
    }
    session.outcome().map_or(Ok(()), |outcome| log.write_positions(&outcome))
}
