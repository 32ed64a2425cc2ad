//! Many games at once, on all cores, for measurements. The results do not depend on the number of
//! threads.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use rand::seq::IndexedRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    Budget, CancelToken, Decision, Driver, Fault, FaultTally, Game, Observation, Outcome, PlayHost,
    Player, PlayerError, RecordHeader, Seat, Seats, Session, random,
};

/// Makes a player for one game. Each game gets new players, so that games are independent.
pub type PlayerFactory<'a, G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, String> + Sync + 'a>;

/// The games to play.
pub struct ArenaPlan<'a, G: Game> {
    /// The name and the factory of each player, one per seat.
    pub players: Vec<(String, PlayerFactory<'a, G>)>,
    /// The number of games.
    pub games: usize,
    /// Whether the players change seats. Each deal is then played once per rotation of the players.
    pub swap: bool,
    /// The seed of the deals and of the players' random generators.
    pub seed: u64,
    /// The budget of each decision.
    pub budget: Budget,
    /// The number of random steps before the players take over. They are the same in all games of a
    /// deal.
    pub opening_steps: u32,
    /// Makes a random start.
    pub deal: &'a (dyn Fn(&mut random::Rng) -> G::Setup + Sync),
}

/// A finished game of an arena.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArenaGame {
    /// The index of the game in its plan.
    #[serde(rename = "game")]
    pub index: usize,
    /// The index of the deal.
    pub deal: usize,
    /// The player on each seat, as an index into the players of the plan.
    pub seating: Vec<usize>,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of turns.
    pub turns: u32,
    /// The tally of each player, in the order of the plan.
    pub tallies: Vec<PlayerTally>,
    /// The names of the programs that each player has started, in the order of the plan.
    pub started: Vec<Vec<String>>,
}

/// The counts and times of a player's decisions in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerTally {
    /// The number of decisions.
    pub moves: u32,
    /// The illegal choices.
    pub faults: FaultTally,
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
    #[error("can't start the threads: {0}")]
    Threads(String),
}

impl<G: Game> ArenaPlan<'_, G> {
    /// Plays all games on `threads` threads, or on all cores if `None`, and returns them in order.
    /// Calls `on_finished` with the number of finished games after each one. If `cancel` is set,
    /// returns only the games finished by then.
    ///
    /// # Errors
    /// Returns an error if a player cannot be made or gives no answer, or if threads cannot start.
    pub fn run(
        &self,
        threads: Option<usize>,
        cancel: &CancelToken,
        on_finished: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<ArenaGame>, ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()
            .map_err(|error| ArenaError::Threads(error.to_string()))?;
        let finished = AtomicUsize::new(0);
        let play = |index| {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let result = self.play_game(index, cancel);
            if let Ok(Some(_)) = result {
                on_finished(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
            result
        };
        pool.install(|| {
            (0..self.games).into_par_iter().map(play).filter_map(Result::transpose).collect()
        })
    }

    /// Plays the game with this index, independently of the others. `None` if it was cancelled.
    ///
    /// # Errors
    /// Returns an error if a player cannot be made or gives no answer.
    pub fn play_game(
        &self,
        index: usize,
        cancel: &CancelToken,
    ) -> Result<Option<ArenaGame>, ArenaError> {
        Ok(self.play_session(index, cancel)?.map(|(finished, _)| finished))
    }

    /// Plays a game and returns it with its session, or `None` if it was cancelled.
    fn play_session(
        &self,
        index: usize,
        cancel: &CancelToken,
    ) -> Result<Option<(ArenaGame, Session<G>)>, ArenaError> {
        let seats = self.players.len();
        let (deal, seating) = deal_and_seating(index, seats, self.swap);
        let make = |&player: &usize| (self.players[player].1)().map_err(ArenaError::Player);
        let players = seating.iter().map(make).collect::<Result<_, _>>()?;
        let mut session = self.start(index, deal, &seating);
        let Some(tallies) = play_out(&mut session, players, self.budget, cancel)? else {
            return Ok(None);
        };
        let Some(outcome) = session.outcome() else { return Ok(None) };
        let finished = ArenaGame {
            index,
            deal,
            outcome,
            turns: session.game().turns(),
            tallies: by_player(&seating, tallies),
            started: by_player(&seating, session.started_programs()),
            seating,
        };
        Ok(Some((finished, session)))
    }

    /// Starts a game with its deal and its random opening.
    fn start(&self, index: usize, deal: usize, seating: &[usize]) -> Session<G> {
        let mut rng = random::rng(self.seed, &[0, deal as u64]);
        let setup = (self.deal)(&mut rng);
        let players = seating.iter().map(|&player| self.players[player].0.clone()).collect();
        let mut session = Session::<G>::new(RecordHeader {
            setup,
            players,
            seed: random::derive_seed(self.seed, &[1, index as u64]) >> 32,
            clock: None,
        });
        for _ in 0..self.opening_steps {
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
    let mut tallies = SeatTallies(vec![PlayerTally::default(); players.len()]);
    let players = players.into_iter().map(Some).collect();
    match (Driver { players, budget, cancel }).play(session, &mut tallies) {
        Ok(()) => Ok(Some(tallies.0)),
        Err(PlayerError::Cancelled) => Ok(None),
        Err(PlayerError::Fault(message) | PlayerError::Failed(_, message)) => {
            Err(ArenaError::Player(message))
        }
    }
}

/// Counts the decisions of each seat.
struct SeatTallies(Vec<PlayerTally>);

impl<G: Game> PlayHost<G> for SeatTallies {
    type Error = PlayerError;

    fn before_choice(
        &mut self,
        _: &Session<G>,
        decision: &Decision<G::Action>,
    ) -> Result<(), PlayerError> {
        self.0[decision.seat.index()].add(decision.time, decision.fault.as_ref());
        Ok(())
    }
}

impl PlayerTally {
    fn add(&mut self, time: Duration, fault: Option<&Fault>) {
        self.moves += 1;
        if let Some(Fault { kind, description, .. }) = fault {
            self.faults.add(*kind, description);
        }
        self.time += time;
        self.slowest = self.slowest.max(time);
    }
}

impl ArenaGame {
    /// Whether a reported game can be the one with this index: the deal, the seating and the number
    /// of players are as planned.
    pub fn fits_plan(&self, index: usize, players: usize, swap: bool) -> bool {
        let (deal, seating) = deal_and_seating(index, players, swap);
        (self.index, self.deal, &self.seating) == (index, deal, &seating)
            && self.outcome.has_seats(players)
            && (self.tallies.len(), self.started.len()) == (players, players)
    }

    /// Whether both games have the same turns, outcome and counts of decisions, whatever their
    /// times.
    pub fn has_same_results(&self, other: &Self) -> bool {
        let count = |tally: &PlayerTally| (tally.moves, tally.faults.total());
        (self.turns, &self.outcome) == (other.turns, &other.outcome)
            && self.tallies.iter().map(count).eq(other.tallies.iter().map(count))
    }

    /// The seat of the player with this index.
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat::new(self.seating.iter().position(|&other| other == player).unwrap_or(0))
    }
}

/// Reorders items from the order of the seats to the order of the players.
fn by_player<T: Clone + Default>(seating: &[usize], by_seat: Vec<T>) -> Vec<T> {
    let mut by_player = vec![T::default(); seating.len()];
    for (&player, item) in seating.iter().zip(by_seat) {
        by_player[player] = item;
    }
    by_player
}

/// The index of a game's deal, and the index of the player on each seat.
fn deal_and_seating(index: usize, seats: usize, swap: bool) -> (usize, Vec<usize>) {
    let (deal, shift) = if swap { (index / seats, index % seats) } else { (index, 0) };
    (deal, (0..seats).map(|seat| (seat + shift) % seats).collect())
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::{
        super::{
            Random, Record, ThinkContext,
            toy::{self, Toy},
        },
        *,
    };

    struct Silent;

    impl Player<Toy> for Silent {
        fn choose(
            &mut self,
            _: Seat,
            _: &toy::ToyObservation,
            _: &ThinkContext,
        ) -> Result<toy::ToyAction, PlayerError> {
            Err(PlayerError::Fault("printed nothing".to_owned()))
        }
    }

    fn deal(rng: &mut random::Rng) -> toy::ToySetup {
        toy::setup(&[rng.random_range(1..9), rng.random_range(1..9), rng.random_range(1..9)])
    }

    fn plan(games: usize, swap: bool) -> ArenaPlan<'static, Toy> {
        let random = || -> (String, PlayerFactory<'static, Toy>) {
            ("random".to_owned(), Box::new(|| Ok(Box::new(Random))))
        };
        let silent: (String, PlayerFactory<'static, Toy>) =
            ("silent".to_owned(), Box::new(|| Ok(Box::new(Silent))));
        ArenaPlan {
            players: vec![random(), random(), silent],
            games,
            swap,
            seed: 5,
            budget: Budget::Nodes(1),
            opening_steps: 0,
            deal: &deal,
        }
    }

    fn played(plan: &ArenaPlan<Toy>, index: usize) -> (ArenaGame, Record<Toy>) {
        let (finished, session) =
            plan.play_session(index, &CancelToken::default()).unwrap().unwrap();
        (finished, session.record())
    }

    #[test]
    fn the_games_do_not_depend_on_the_number_of_threads() {
        let run =
            |threads| plan(60, true).run(Some(threads), &CancelToken::default(), &|_| ()).unwrap();
        let (games, others) = (run(1), run(4));
        assert!(games.iter().map(|game| game.index).eq(0..60));
        for (game, other) in games.iter().zip(&others) {
            assert_eq!((game.index, game.turns), (other.index, other.turns));
            assert_eq!(game.outcome, other.outcome);
        }
        assert_eq!(games.len(), others.len());
        assert_eq!(played(&plan(60, true), 31).1, played(&plan(60, true), 31).1);
    }

    #[test]
    fn a_game_is_the_same_alone_and_read_back() {
        let plan = plan(12, true);
        let games = plan.run(Some(2), &CancelToken::default(), &|_| ()).unwrap();
        for (index, game) in games.iter().enumerate() {
            let alone = plan.play_game(index, &CancelToken::default()).unwrap().unwrap();
            let text = serde_json::to_string(&alone).unwrap();
            let read: ArenaGame = serde_json::from_str(&text).unwrap();
            assert!(read.fits_plan(index, 3, true) && read.has_same_results(game), "{text}");
            assert!(!read.fits_plan(index + 1, 3, true) && !read.fits_plan(index, 2, true));
            assert_eq!(read.tallies, alone.tallies);
        }
    }

    #[test]
    fn with_swap_games_share_the_deal_and_players_change_seats() {
        let plan = plan(9, true);
        let games: Vec<_> = (0..9).map(|index| played(&plan, index)).collect();
        for deal in games.chunks(3) {
            assert!(deal.iter().all(|(_, record)| record.header.setup == deal[0].1.header.setup));
            for player in 0..3 {
                assert_eq!(
                    deal.iter().map(|(game, _)| game.seat_of(player)).collect::<Seats>(),
                    Seats::first(3)
                );
            }
        }
        assert_ne!(games[0].1.header.setup, games[3].1.header.setup);
    }

    #[test]
    fn the_games_of_a_deal_share_the_random_opening() {
        let plan = ArenaPlan { opening_steps: 2, ..plan(3, true) };
        let records = [0, 1, 2].map(|index| played(&plan, index).1);
        assert!(records.iter().all(|record| record.lines[..2] == records[0].lines[..2]));
    }

    #[test]
    fn illegal_choices_are_replaced_fined_and_counted() {
        let plan = plan(20, false);
        let games = plan.run(Some(2), &CancelToken::default(), &|_| ()).unwrap();
        for game in &games {
            assert_eq!(game.tallies[2].faults.total(), u64::from(game.tallies[2].moves));
            assert_eq!(game.tallies[0].faults.total(), 0);
            let [own] = game.tallies[2].faults.counts() else { panic!("one kind") };
            assert_eq!(own.first, "printed nothing");
            assert!(game.tallies[2].moves >= 2);
        }
        let (_, record) = played(&plan, 0);
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(Session::<Toy>::read(&mut written.as_slice()).unwrap().record(), record);
    }

    #[test]
    fn cancelling_keeps_the_finished_games() {
        let cancel = CancelToken::default();
        let games = plan(1000, false)
            .run(Some(1), &cancel, &|done| {
                if done == 10 {
                    cancel.cancel();
                }
            })
            .unwrap();
        assert_eq!(games.len(), 10);
    }

    #[test]
    fn cancelling_stops_in_the_middle_of_a_game() {
        let cancel = CancelToken::default();
        let made = AtomicUsize::new(0);
        let mut plan = plan(1, false);
        for (_, factory) in &mut plan.players {
            *factory = Box::new(|| {
                made.fetch_add(1, Ordering::Relaxed);
                cancel.cancel();
                Ok(Box::new(Random))
            });
        }
        assert!(plan.run(Some(1), &cancel, &|_| ()).unwrap().is_empty());
        assert_eq!(made.load(Ordering::Relaxed), 3);
    }
}
