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
        Budget, CancelToken, Fault, Game, Player, PlayerError, RecordHeader, Seat, Seats, Session,
        ThinkContext, choose_checked, random,
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
        let mut players = Vec::new();
        for entrant in self.entrants {
            players.push(entrant.player().map_err(MatchError::Player)?);
        }
        let names = self.entrants.each_ref().map(|entrant| entrant.name.clone());
        let mut log = Log::new(output, names, self.entrants.iter().any(Entrant::is_person));
        log.deal(&session.header().setup)?;
        log.passing()?;
        while let Some(seat) = session.awaited().iter().next() {
            let (action, fault) = match &mut players[seat.index()] {
                Some(player) => self.choose(player.as_mut(), &session, seat)?,
                None => {
                    let seen = session.game().observe(Seats::one(seat));
                    (person::ask(seat, &seen, input, log.output())?, None)
                }
            };
            tell_choice(&mut log, &session, seat, action, fault.as_ref())?;
            let events = session
                .choose_with_fault(seat, action, fault)
                .map_err(|why| MatchError::Player(why.to_string()))?;
            tell_events(&mut log, events.unwrap_or_default())?;
        }
        if let Some(outcome) = session.outcome() {
            log.finish(&outcome)?;
        }
        Ok(session)
    }

    fn choose(
        &self,
        player: &mut dyn Player<Intensity>,
        session: &Session<Intensity>,
        seat: Seat,
    ) -> Result<(IntensityAction, Option<Fault>), MatchError> {
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        let think = ThinkContext::new(budget, self.seed, seat, session.lines().len())
            .with_cancel(self.cancel.clone());
        choose_checked(player, session.game(), seat, &think).map_err(|stop| match stop {
            PlayerError::Cancelled => MatchError::Cancelled,
            PlayerError::Fault(said) => MatchError::Player(said),
        })
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
        IntensityEvent::Won { trick, .. } => log.won(*trick),
        IntensityEvent::Played { .. } | IntensityEvent::Over => Ok(()),
    })
}
