//! Many games at once, over all cores: the same results for any number of threads.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use rand::seq::IndexedRandom;
use rayon::prelude::*;

use super::{
    Budget, CancelToken, Game, Observation, Outcome, Player, PlayerError, Record, RecordHeader,
    Seat, Seats, Session, ThinkContext, choose_checked, random,
};

/// Makes a player for one game. (A new one for each, so that no result depends on the games
/// before.)
pub type PlayerFactory<'a, G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, String> + Sync + 'a>;

/// Who plays, how often, and from which starts.
pub struct ArenaPlan<'a, G: Game> {
    /// The players, by name and maker, one for each seat.
    pub players: Vec<(String, PlayerFactory<'a, G>)>,
    /// How many games.
    pub games: usize,
    /// Games in groups that share the deal while the players change seats in turn; else each keeps
    /// its seat.
    pub swap: bool,
    /// The seed of the deals and of the players' chance.
    pub seed: u64,
    /// How much a player may think about a choice.
    pub budget: Budget,
    /// Steps played at random before the players take over, the same in all games of a deal.
    pub opening: u32,
    /// Whether each [`FinishedGame`] keeps its whole game (some kilobytes; millions of games have no room
    /// for that).
    pub keep_records: bool,
    /// Makes a deal.
    pub deal: &'a (dyn Fn(&mut random::Rng) -> G::Setup + Sync),
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame<G: Game> {
    /// Its number, from 0.
    pub game: usize,
    /// The number of its deal, from 0.
    pub deal: usize,
    /// Which player sat where: the player's number, by seat.
    pub seating: Vec<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many turns it took.
    pub turns: u32,
    /// What each player did, by the player's number.
    pub tallies: Vec<PlayerTally>,
    /// The whole game, if the plan keeps it.
    pub record: Option<Record<G>>,
}

/// What one player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTally {
    /// Its choices.
    pub moves: u32,
    /// How many of them broke the rules.
    pub illegal: u32,
    /// Time spent on all.
    pub time: Duration,
    /// Time spent on the slowest.
    pub slowest: Duration,
}

/// Why the games did not come to their end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// A player can't be made.
    #[error("{0}")]
    Player(String),
    /// The threads can't be started.
    #[error("the threads can't be started: {0}")]
    Threads(String),
}

impl<G: Game> ArenaPlan<'_, G> {
    fn deal_of(&self, game: usize) -> usize {
        if self.swap { game / self.players.len() } else { game }
    }

    /// The player's number for each seat.
    fn seating(&self, game: usize) -> Vec<usize> {
        let seats = self.players.len();
        let shift = if self.swap { game % seats } else { 0 };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }

    /// Plays all games over `threads` threads (as many as there are cores, if `None`) and returns
    /// them in order. `done` is told how many are finished. When `cancel` is set, the games that
    /// are finished by then are returned.
    ///
    /// # Errors
    /// If a player can't be made or the threads can't be started.
    pub fn run(
        &self,
        threads: Option<usize>,
        cancel: &CancelToken,
        done: &(dyn Fn(usize) + Sync),
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
            let bout = self.play(game, cancel)?;
            if bout.is_some() {
                done(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
            Ok(bout)
        };
        pool.install(|| {
            (0..self.games).into_par_iter().map(play).filter_map(Result::transpose).collect()
        })
    }

    /// Plays one game; nothing if it was cancelled.
    fn play(
        &self,
        game: usize,
        cancel: &CancelToken,
    ) -> Result<Option<FinishedGame<G>>, ArenaError> {
        let deal = self.deal_of(game);
        let seating = self.seating(game);
        let make = |&number: &usize| (self.players[number].1)();
        let mut players: Vec<_> =
            seating.iter().map(make).collect::<Result<_, _>>().map_err(ArenaError::Player)?;
        let mut session = self.open(deal, game, &seating);
        let Some(by_seat) = play_out(&mut session, &mut players, self.budget, cancel)? else {
            return Ok(None);
        };
        let mut tallies = vec![PlayerTally::default(); players.len()];
        for (&number, tally) in seating.iter().zip(by_seat) {
            tallies[number] = tally;
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

    /// The start of a game: its deal, and the opening played at random.
    fn open(&self, deal: usize, game: usize, seating: &[usize]) -> Session<G> {
        let mut chance = random::rng(self.seed, &[0, deal as u64]);
        let setup = (self.deal)(&mut chance);
        let mut session = Session::<G>::new(RecordHeader {
            setup,
            seats: seating.iter().map(|&number| self.players[number].0.clone()).collect(),
            seed: random::derive(self.seed, &[1, game as u64]) >> 32,
        });
        for _ in 0..self.opening {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                if let Some(&action) = legal.choose(&mut chance) {
                    // A legal action is taken.
                    let _ = session.choose(seat, action);
                }
            }
        }
        session
    }
}

/// Plays a game to its end and counts, by seat, what each player did; nothing if it was cancelled.
///
/// # Errors
/// If a player gives no answer.
pub fn play_out<G: Game>(
    session: &mut Session<G>,
    players: &mut [Box<dyn Player<G>>],
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Option<Vec<PlayerTally>>, ArenaError> {
    let mut tallies = vec![PlayerTally::default(); players.len()];
    while let Some(seat) = session.awaited().iter().next() {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let player = players[seat.index()].as_mut();
        let Some((time, is_illegal)) = choose_with(session, player, seat, budget, cancel)? else {
            return Ok(None);
        };
        tallies[seat.index()].count(time, is_illegal);
    }
    Ok(Some(tallies))
}

/// Lets a player choose for a seat that is awaited. Says how long it thought, and whether its
/// choice broke the rules; nothing if it was cancelled.
///
/// # Errors
/// If the player gives no answer.
pub fn choose_with<G: Game>(
    session: &mut Session<G>,
    player: &mut dyn Player<G>,
    seat: Seat,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<Option<(Duration, bool)>, ArenaError> {
    let think = ThinkContext::new(budget, session.header().seed, seat, session.lines().len())
        .with_cancel(cancel.clone());
    let began = Instant::now();
    let (action, fault) = match choose_checked(player, session.game(), seat, &think) {
        Ok(choice) => choice,
        Err(PlayerError::Cancelled) => return Ok(None),
        Err(PlayerError::Fault(what)) => return Err(ArenaError::Player(what)),
    };
    let (time, is_illegal) = (began.elapsed(), fault.is_some());
    session
        .choose_with_fault(seat, action, fault)
        .map_err(|why| ArenaError::Player(why.to_string()))?;
    Ok(Some((time, is_illegal)))
}

impl PlayerTally {
    fn count(&mut self, time: Duration, illegal: bool) {
        self.moves += 1;
        self.illegal += u32::from(illegal);
        self.time += time;
        self.slowest = self.slowest.max(time);
    }
}

impl<G: Game> FinishedGame<G> {
    /// Where the player with this number sat.
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat::new(self.seating.iter().position(|&number| number == player).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests;
