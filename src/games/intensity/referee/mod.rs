//! The course's referee: one game between programs, our own players and a person, with the log of
//! the course.
//!
//! The course sheet leaves some details open. They are settled as follows:
//! - The log names the version of the referee in the course sheet. It shows each command that
//!   compiled a program, as it was run.
//! - Tied players share a finishing position and are listed in the order of their seats.
//! - A program that can't be run or fails makes an illegal choice. The log says what it did instead
//!   of playing.
//! - If a person plays, the log shows no hands, and it does not show the cards of an illegal
//!   discard.

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
pub use batch::{BatchAnswer, BatchGame, BatchGameError, BatchOutcome, TIMEOUT_SECONDS};
pub use entrants::{Entrant, PERSON_NAME, Roster, RosterBuilder, RosterError, SYSTEM_PLAYERS};

use self::log::RefereeLog;
use fourcade_engine::intensity::{
    Intensity,
    model::{Deal, IntensityAction, IntensityEvent, SEATS},
};
use fourcade_engine::play::{
    Budget, CancelToken, Decision, Driver, Game, GameInfo, Outcome, PersonAnswer, PlayHost,
    PlayerError, RecordHeader, Seat, Seats, Session, arena, random,
};

/// The number of the random stream that shuffles the seats.
const SEATING: u64 = 1;

#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error("the input ended before the game did")]
    Input,
    #[error(transparent)]
    Entrant(#[from] RosterError),
    /// A player can't be created or does not play.
    #[error("{0}")]
    Player(String),
    #[error("it was interrupted")]
    Cancelled,
}

pub fn shuffle_seats<T>(entrants: &mut [T], seed: u64) {
    entrants.shuffle(&mut random::rng(seed, &[SEATING]));
}

pub struct Match<'a> {
    pub entrants: &'a [Entrant; SEATS],
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    pub cancel: &'a CancelToken,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    pub penalty: [u32; SEATS],
    /// The number of illegal choices of each seat.
    pub illegal: [u32; SEATS],
    /// The time of the slowest answer of each seat, in milliseconds.
    pub slowest_ms: [f64; SEATS],
}

impl MatchResult {
    pub fn outcome(&self) -> Outcome {
        Outcome::lowest_wins(
            self.penalty.iter().map(|&points| i32::try_from(points).unwrap_or(i32::MAX)).collect(),
        )
    }

    /// Whether both are results of the same choices. Times may differ.
    pub fn is_same_game(&self, other: &Self) -> bool {
        (self.penalty, self.illegal) == (other.penalty, other.illegal)
    }
}

impl Match<'_> {
    /// Returns the game before its first decision.
    pub fn session(&self) -> Session<Intensity> {
        Session::new(RecordHeader {
            setup: Deal::shuffled(&mut random::rng(self.seed, &[])),
            seats: self.entrants.iter().map(|entrant| entrant.record_name.clone()).collect(),
            seed: self.seed,
            clock: None,
        })
    }

    /// Plays the game without a log. Returns `None` if it was cancelled.
    pub fn result(&self) -> Result<Option<MatchResult>, MatchError> {
        let mut session = self.session();
        let mut players = Vec::new();
        for entrant in self.entrants {
            players.extend(entrant.player().map_err(MatchError::Player)?);
        }
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        let tallies = arena::play_out(&mut session, players, budget, self.cancel)
            .map_err(|why| MatchError::Player(why.to_string()))?;
        let (Some(tallies), Some(outcome)) = (tallies, session.outcome()) else { return Ok(None) };
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        Ok(Some(MatchResult {
            penalty: std::array::from_fn(|seat| outcome.scores()[seat].unsigned_abs()),
            illegal: std::array::from_fn(|seat| tallies[seat].illegal),
            slowest_ms: std::array::from_fn(|seat| milliseconds(tallies[seat].slowest)),
        }))
    }

    /// Plays the game and writes its log line by line. A person is prompted on `output` and types
    /// on `input`.
    pub fn play(
        &self,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<Session<Intensity>, MatchError> {
        let mut session = self.session();
        let players = self.entrants.iter().map(Entrant::player).collect::<Result<_, _>>();
        let players = players.map_err(MatchError::Player)?;
        let names = self.entrants.each_ref().map(|entrant| entrant.name.clone());
        let mut log = RefereeLog::new(output, names, self.entrants.iter().any(Entrant::is_person));
        log.write_deal(&session.header().setup)?;
        log.write_pass_heading()?;
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        let mut host = LoggedMatch { log, input };
        Driver { players, budget, cancel: self.cancel }.play(&mut session, &mut host)?;
        if let Some(outcome) = session.outcome() {
            host.log.write_positions(&outcome)?;
        }
        Ok(session)
    }
}

struct LoggedMatch<'a> {
    log: RefereeLog<'a>,
    input: &'a mut dyn BufRead,
}

impl PlayHost<Intensity> for LoggedMatch<'_> {
    type Error = MatchError;

    fn ask(
        &mut self,
        session: &mut Session<Intensity>,
        seat: Seat,
    ) -> Result<PersonAnswer<IntensityAction>, MatchError> {
        let observation = session.game().observe(Seats::one(seat));
        person::prompt(seat, &observation, self.input, self.log.output()).map(PersonAnswer::Act)
    }

    fn before_choice(
        &mut self,
        session: &Session<Intensity>,
        decision: &Decision<IntensityAction>,
    ) -> Result<(), MatchError> {
        let (seat, fault) = (decision.seat, decision.fault.as_ref());
        match decision.action {
            IntensityAction::Pass(cards) => self.log.write_pass(seat, cards, fault)?,
            IntensityAction::Play(card) => {
                let game = session.game();
                let hand = game.position().hands[seat.index()];
                self.log.write_play(game.history().len(), seat, hand, card, fault)?;
            }
        }
        Ok(())
    }

    fn after_step(&mut self, session: &mut Session<Intensity>) -> Result<(), MatchError> {
        for event in session.events().last().into_iter().flatten() {
            match event {
                IntensityEvent::Passed => self.log.write_blank_line()?,
                IntensityEvent::RoundWon { trick, .. } => self.log.write_winner(*trick)?,
                IntensityEvent::Played { .. } | IntensityEvent::GameOver => {}
            }
        }
        Ok(())
    }
}

impl From<PlayerError> for MatchError {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Cancelled => Self::Cancelled,
            PlayerError::Fault(message) => Self::Player(message),
        }
    }
}
