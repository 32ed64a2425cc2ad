//! Many games at once, on all cores, for measurements. The results do not depend on the number of
//! threads.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use rand::seq::IndexedRandom;
use rayon::prelude::*;

use super::{
    Budget, CancelToken, Decision, Driver, Game, Observation, Outcome, PlayHost, Player,
    PlayerError, Record, RecordHeader, Seat, Seats, Session, random,
};

/// Makes a player for one game. Each game gets new players, so that no result depends on the games
/// before.
pub type PlayerFactory<'a, G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, String> + Sync + 'a>;

/// The games to play.
pub struct ArenaPlan<'a, G: Game> {
    /// The name and the factory of each player. There is one player per seat.
    pub players: Vec<(String, PlayerFactory<'a, G>)>,
    /// The number of games.
    pub games: usize,
    /// Whether the players change seats. Games are then played in groups of one game per seat. The
    /// games of a group share the deal, and the players rotate.
    pub swap: bool,
    /// The seed of the deals and of the players' random generators.
    pub seed: u64,
    /// The budget of each decision.
    pub budget: Budget,
    /// The number of random steps before the players take over. They are the same in all games of a
    /// deal.
    pub opening: u32,
    /// Whether each [`FinishedGame`] keeps its record, which takes some kilobytes of memory.
    pub keep_records: bool,
    /// Makes a random start.
    pub deal: &'a (dyn Fn(&mut random::Rng) -> G::Setup + Sync),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame<G: Game> {
    /// The number of the game, from 0.
    pub game: usize,
    /// The number of the deal, from 0.
    pub deal: usize,
    /// The index of the player on each seat.
    pub seating: Vec<usize>,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of turns.
    pub turns: u32,
    /// The tally of each player, by the player's index.
    pub tallies: Vec<PlayerTally>,
    /// The record, if the plan keeps records.
    pub record: Option<Record<G>>,
}

/// Counts and times of one player's decisions in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTally {
    /// The number of decisions.
    pub moves: u32,
    /// The number of illegal choices.
    pub illegal: u32,
    /// The total time of the decisions.
    pub time: Duration,
    /// The time of the slowest decision.
    pub slowest: Duration,
}

/// Why the games could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// A player cannot be made or gives no answer.
    #[error("{0}")]
    Player(String),
    /// The threads cannot be started.
    #[error("the threads can't be started: {0}")]
    Threads(String),
}

impl<G: Game> ArenaPlan<'_, G> {
    fn deal_of(&self, game: usize) -> usize {
        if self.swap { game / self.players.len() } else { game }
    }

    /// Returns the index of the player on each seat.
    fn seating(&self, game: usize) -> Vec<usize> {
        let seats = self.players.len();
        let shift = if self.swap { game % seats } else { 0 };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }

    /// Plays all games on `threads` threads, or on all cores if `None`, and returns them in order.
    /// Calls `on_finished` after each game with the number of games finished so far. If `cancel` is
    /// set, only the games finished by then are returned.
    ///
    /// # Errors
    /// Returns an error if a player cannot be made or gives no answer, or if the threads cannot be
    /// started.
    pub fn run(
        &self,
        threads: Option<usize>,
        cancel: &CancelToken,
        on_finished: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<FinishedGame<G>>, ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()
            .map_err(|error| ArenaError::Threads(error.to_string()))?;
        let finished = AtomicUsize::new(0);
        let play = |game| -> Result<Option<FinishedGame<G>>, ArenaError> {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let result = self.play(game, cancel)?;
            if result.is_some() {
                on_finished(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
            Ok(result)
        };
        pool.install(|| {
            (0..self.games).into_par_iter().map(play).filter_map(Result::transpose).collect()
        })
    }

    /// Plays one game. Returns `None` if it was cancelled.
    fn play(
        &self,
        game: usize,
        cancel: &CancelToken,
    ) -> Result<Option<FinishedGame<G>>, ArenaError> {
        let deal = self.deal_of(game);
        let seating = self.seating(game);
        let make = |&player: &usize| (self.players[player].1)();
        let players: Vec<_> =
            seating.iter().map(make).collect::<Result<_, _>>().map_err(ArenaError::Player)?;
        let mut session = self.open(deal, game, &seating);
        let Some(by_seat) = play_out(&mut session, players, self.budget, cancel)? else {
            return Ok(None);
        };
        let mut tallies = vec![PlayerTally::default(); seating.len()];
        for (&player, tally) in seating.iter().zip(by_seat) {
            tallies[player] = tally;
        }
        Ok(session.outcome().map(|outcome| FinishedGame {
            game,
            deal,
            seating,
            outcome,
            turns: session.game().turns(),
            tallies,
            record: self.keep_records.then(|| session.record()),
        }))
    }

    /// Starts a game with its deal and its random opening.
    fn open(&self, deal: usize, game: usize, seating: &[usize]) -> Session<G> {
        let mut rng = random::rng(self.seed, &[0, deal as u64]);
        let setup = (self.deal)(&mut rng);
        let mut session = Session::<G>::new(RecordHeader {
            setup,
            seats: seating.iter().map(|&player| self.players[player].0.clone()).collect(),
            seed: random::derive_seed(self.seed, &[1, game as u64]) >> 32,
        });
        for _ in 0..self.opening {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                if let Some(&action) = legal.choose(&mut rng) {
                    // Choosing a legal action cannot fail.
                    let _ = session.choose(seat, action);
                }
            }
        }
        session
    }
}

/// Plays a session to its end and returns the tally of each seat, or `None` if it was cancelled.
///
/// # Errors
/// Returns an error if a player gives no answer.
pub fn play_out<G: Game>(
    session: &mut Session<G>,
    players: Vec<Box<dyn Player<G>>>,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Option<Vec<PlayerTally>>, ArenaError> {
    let mut host = Tallies(vec![PlayerTally::default(); players.len()]);
    let players = players.into_iter().map(Some).collect();
    match (Driver { players, budget, cancel }).play(session, &mut host) {
        Ok(_) => Ok(Some(host.0)),
        Err(PlayerError::Cancelled) => Ok(None),
        Err(PlayerError::Fault(message)) => Err(ArenaError::Player(message)),
    }
}

/// The tally of each seat, updated by each decision.
struct Tallies(Vec<PlayerTally>);

impl<G: Game> PlayHost<G> for Tallies {
    type Error = PlayerError;

    fn before_choice(
        &mut self,
        _: &Session<G>,
        decision: &Decision<G::Action>,
    ) -> Result<(), PlayerError> {
        self.0[decision.seat.index()].add(decision.time, decision.fault.is_some());
        Ok(())
    }
}

impl PlayerTally {
    fn add(&mut self, time: Duration, is_illegal: bool) {
        self.moves += 1;
        self.illegal += u32::from(is_illegal);
        self.time += time;
        self.slowest = self.slowest.max(time);
    }
}

impl<G: Game> FinishedGame<G> {
    /// The seat of the player with this index.
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat::new(self.seating.iter().position(|&other| other == player).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests;
