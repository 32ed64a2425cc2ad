//! The course's referee: one game between programs, players of ours and a person, told in the words
//! of the course.
//!
//! What the sheet leaves open is decided like this:
//! - Tied players share a finishing position and stand in the order of their seats.
//! - A program that can't be asked, or breaks off, makes an illegal choice: the log says what it
//!   did, in place of what it would have played.
//! - With a person at the table the log shows nobody's hand; of an illegal discard it says only
//!   that it was one.

mod entrants;
mod log;
mod person;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use rand::seq::SliceRandom;

pub use entrants::{Entrant, PERSON, Roster, RosterBuilder, RosterError, SYSTEM};

use self::log::Log;
use super::{
    Intensity,
    rules::{Deal, IntensityAction, IntensityEvent, SEATS},
};
use crate::{
    games::GameInfo,
    play::{
        Budget, CancelToken, Decision, Driver, Fault, Game, PersonAnswer, PlayHost, PlayerError,
        RecordHeader, Seat, Seats, Session, random,
    },
};

/// What the seed is used for beside the deal and the players' choices.
const SEATING: u64 = 1;

/// Why a game did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The log can't be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The person's input ended.
    #[error("the input ended before the game did")]
    Input,
    /// A player can't be made, or does not play.
    #[error("{0}")]
    Player(String),
    /// It was asked to stop.
    #[error("it was interrupted")]
    Cancelled,
}

/// Mixes who sits where.
pub fn shuffle_seats<T>(entrants: &mut [T], seed: u64) {
    entrants.shuffle(&mut random::rng(seed, &[SEATING]));
}

/// A game to be played.
pub struct Match<'a> {
    /// Who plays, by seat.
    pub entrants: &'a [Entrant; SEATS],
    /// The seed of the deal and of all choices by chance.
    pub seed: u64,
    /// Whether it is to be stopped.
    pub cancel: &'a CancelToken,
}

impl Match<'_> {
    /// The game before its first choice.
    pub fn session(&self) -> Session<Intensity> {
        Session::new(RecordHeader {
            setup: Deal::shuffled(&mut random::rng(self.seed, &[])),
            seats: self.entrants.iter().map(|entrant| entrant.kind.clone()).collect(),
            seed: self.seed,
        })
    }

    /// Plays it and writes its log, line by line as it happens. A person is asked on `input` and
    /// `output`.
    ///
    /// # Errors
    /// If it does not come to its end.
    pub fn play(
        &self,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<Session<Intensity>, MatchError> {
        let mut session = self.session();
        let players = self.entrants.iter().map(Entrant::player).collect::<Result<_, _>>();
        let players = players.map_err(MatchError::Player)?;
        let names = self.entrants.each_ref().map(|entrant| entrant.name.clone());
        let mut log = Log::new(output, names, self.entrants.iter().any(Entrant::is_person));
        log.deal(&session.header().setup)?;
        log.passing()?;
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        let mut host = LoggedMatch { log, input };
        Driver { players, budget, cancel: self.cancel }.play(&mut session, &mut host)?;
        if let Some(outcome) = session.outcome() {
            host.log.finish(&outcome)?;
        }
        Ok(session)
    }
}

/// Logs the choices and events of a match, and asks the person.
struct LoggedMatch<'a> {
    log: Log<'a>,
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
        person::ask(seat, &observation, self.input, self.log.output()).map(PersonAnswer::Act)
    }

    fn before_choice(
        &mut self,
        session: &Session<Intensity>,
        decision: &Decision<IntensityAction>,
    ) -> Result<(), MatchError> {
        let Decision { seat, action, fault, .. } = decision;
        Ok(tell_choice(&mut self.log, session, *seat, *action, fault.as_ref())?)
    }

    fn after_step(&mut self, session: &Session<Intensity>) -> Result<(), MatchError> {
        let events = session.events().last().map_or(&[][..], Vec::as_slice);
        Ok(tell_events(&mut self.log, events)?)
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

fn tell_choice(
    log: &mut Log,
    session: &Session<Intensity>,
    seat: Seat,
    action: IntensityAction,
    fault: Option<&Fault>,
) -> io::Result<()> {
    match action {
        IntensityAction::Pass(cards) => log.pass(seat, cards, fault),
        IntensityAction::Play(card) => {
            let position = session.game().position();
            log.play(
                session.game().history().len(),
                seat,
                position.hands[seat.index()],
                card,
                fault,
            )
        }
    }
}

fn tell_events(log: &mut Log, events: &[IntensityEvent]) -> io::Result<()> {
    events.iter().try_for_each(|event| match event {
        IntensityEvent::Passed => log.pause(),
        IntensityEvent::RoundWon { trick, .. } => log.won(*trick),
        IntensityEvent::Played { .. } | IntensityEvent::GameOver => Ok(()),
    })
}
