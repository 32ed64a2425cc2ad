//! Many games of Intensity, in rounds: who has similar numbers of points plays each other.
//!
//! What the sheet leaves open is decided like this:
//! - In each round everybody plays one game. The groups are neighbours in the order of points;
//!   chance decides between those who have equally many, and so in the first round. System players
//!   take what seats are left in the last, weakest group.
//! - The places of a game bring 3, 2, 1 and 0 points; tied players share the average of theirs.
//! - The chance of a game comes from the tournament's seed, the round and the number of the game in
//!   it. So programs that are not random have the same results with any number of threads.

mod draw;
mod save;
mod standings;
#[cfg(test)]
mod tests;

use std::{collections::HashSet, io, sync::mpsc, time::Duration};

use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

pub use draw::Pairing;
pub use save::{SavedTournament, SavedTournamentError, TournamentHeader, TournamentWriter};
pub use standings::Standing;

use super::{
    Intensity,
    referee::{Entrant, Match, Roster, RosterError},
    rules::SEATS,
};
use crate::{
    games::GameInfo,
    play::{Budget, CancelToken, Outcome, arena},
};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which it was, and who sat where.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The penalty points of each seat.
    pub penalty: [u32; SEATS],
    /// How many choices of each seat broke the rules.
    pub illegal: [u32; SEATS],
    /// The slowest answer of each seat, in milliseconds.
    pub slowest_ms: [f64; SEATS],
}

impl PlayedGame {
    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        Outcome::lowest_wins(
            self.penalty.iter().map(|&points| i32::try_from(points).unwrap_or(i32::MAX)).collect(),
        )
    }
}

/// Why a tournament did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A player can't be made, or does not play.
    #[error("{0}")]
    Player(String),
    /// What was played can't be kept.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Who plays, and what was played so far.
pub struct Tournament {
    entrants: Vec<Entrant>,
    system: Vec<Entrant>,
    rounds: usize,
    seed: u64,
    played: Vec<PlayedGame>,
}

impl Tournament {
    /// Before its first round.
    ///
    /// # Errors
    /// If the system players are not to be had.
    pub fn new(roster: Roster, rounds: usize, seed: u64) -> Result<Self, RosterError> {
        let missing = roster.entrants.len().next_multiple_of(SEATS) - roster.entrants.len();
        Ok(Self {
            system: roster.system(missing)?,
            entrants: roster.entrants,
            rounds,
            seed,
            played: Vec::new(),
        })
    }

    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// It is to have so many rounds: it can be gone on with.
    pub fn set_rounds(&mut self, rounds: usize) {
        self.rounds = rounds;
    }

    /// How many games it has.
    pub fn games(&self) -> usize {
        self.rounds * self.entrants.len().div_ceil(SEATS)
    }

    /// The games that are over; within a round in any order.
    pub fn played(&self) -> &[PlayedGame] {
        &self.played
    }

    /// All who take part, from the first to the last.
    pub fn standings(&self) -> Vec<Standing> {
        standings::table(&self.entrants, &self.played)
    }

    /// Plays all that has not been played yet, so many games at once as the pool has threads.
    /// `done` is told of each game that ends. When `cancel` is set, games that are not over are
    /// left.
    ///
    /// # Errors
    /// If a player does not play, or one from `done`.
    pub fn run(
        &mut self,
        pool: &ThreadPool,
        cancel: &CancelToken,
        done: &mut dyn FnMut(&PlayedGame) -> io::Result<()>,
    ) -> Result<(), TournamentError> {
        for round in 0..self.rounds {
            let played = self.play_round(self.missing(round), pool, cancel, done)?;
            self.played.extend(played);
            if cancel.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// The games of a round that are not played yet.
    fn missing(&self, round: usize) -> Vec<Pairing> {
        let of_round = self.played.iter().filter(|played| played.pairing.round == round);
        let played: HashSet<_> = of_round.map(|played| played.pairing.game).collect();
        self.draw(round).into_iter().filter(|pairing| !played.contains(&pairing.game)).collect()
    }

    fn play_round(
        &self,
        pairings: Vec<Pairing>,
        pool: &ThreadPool,
        cancel: &CancelToken,
        done: &mut dyn FnMut(&PlayedGame) -> io::Result<()>,
    ) -> Result<Vec<PlayedGame>, TournamentError> {
        let (sender, results) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for pairing in pairings {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    // The receiver stays till the last one has sent.
                    let _ = sender.send(self.play(pairing, cancel));
                });
            }
            drop(sender);
            let mut played = Vec::new();
            let mut failed = Ok(());
            for result in results {
                let told = result.and_then(|game| {
                    if let Some(game) = game {
                        done(&game)?;
                        played.push(game);
                    }
                    Ok(())
                });
                if told.is_err() && failed.is_ok() {
                    // Nobody need wait for the others.
                    cancel.cancel();
                    failed = told;
                }
            }
            failed.map(|()| played)
        })
    }

    /// Plays a game; nothing if it was cancelled.
    fn play(
        &self,
        pairing: Pairing,
        cancel: &CancelToken,
    ) -> Result<Option<PlayedGame>, TournamentError> {
        let entrants = self.seats(&pairing);
        let mut session = Match { entrants: &entrants, seed: pairing.seed, cancel }.session();
        let mut players = Vec::new();
        for entrant in &entrants {
            players.extend(entrant.player().map_err(TournamentError::Player)?);
        }
        let budget = Budget::Nodes(Intensity::DEFAULT_NODES);
        let tallies = arena::play_out(&mut session, players, budget, cancel);
        let Some(tallies) = tallies.map_err(|why| TournamentError::Player(why.to_string()))? else {
            return Ok(None);
        };
        let Some(outcome) = session.outcome() else { return Ok(None) };
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        Ok(Some(PlayedGame {
            pairing,
            penalty: std::array::from_fn(|seat| outcome.scores()[seat].unsigned_abs()),
            illegal: std::array::from_fn(|seat| tallies[seat].illegal),
            slowest_ms: std::array::from_fn(|seat| milliseconds(tallies[seat].slowest)),
        }))
    }
}
