//! Many games at once, over all cores: the same results for any number of threads.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use rand::seq::IndexedRandom;
use rayon::prelude::*;

use super::{
    Budget, Cancel, Game, Header, Observation, Outcome, Player, Record, Seat, Seats, Session, Stop, Think, chance,
    choose_checked,
};

/// Makes a player for one game. (A new one for each, so that no result depends on the games before.)
pub type Maker<'a, G> = Box<dyn Fn() -> Result<Box<dyn Player<G>>, String> + Sync + 'a>;

/// Who plays, how often, and from which starts.
pub struct Plan<'a, G: Game> {
    /// The players, by name and maker, one for each seat.
    pub players: Vec<(String, Maker<'a, G>)>,
    /// How many games.
    pub games: usize,
    /// Games in groups that share the deal while the players change seats in turn; else each keeps its seat.
    pub swap: bool,
    /// The seed of the deals and of the players' chance.
    pub seed: u64,
    /// How much a player may think about a choice.
    pub budget: Budget,
    /// Steps played at random before the players take over, the same in all games of a deal.
    pub opening: u32,
    /// Makes a deal.
    pub deal: &'a (dyn Fn(&mut chance::Rng) -> G::Setup + Sync),
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct Bout<G: Game> {
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
    pub tallies: Vec<Tally>,
    /// The whole game.
    pub record: Record<G>,
}

/// What one player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
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

impl<G: Game> Plan<'_, G> {
    fn deal_of(&self, game: usize) -> usize {
        if self.swap { game / self.players.len() } else { game }
    }

    /// The player's number for each seat.
    fn seating(&self, game: usize) -> Vec<usize> {
        let seats = self.players.len();
        let shift = if self.swap { game % seats } else { 0 };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }

    /// Plays all games over `threads` threads (as many as there are cores, if `None`) and returns them in order.
    /// `done` is told how many are finished. When `cancel` is set, the games that are finished by then are returned.
    ///
    /// # Errors
    /// If a player can't be made or the threads can't be started.
    pub fn run(
        &self,
        threads: Option<usize>,
        cancel: &Cancel,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Bout<G>>, ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .build()
            .map_err(|error| ArenaError::Threads(error.to_string()))?;
        let finished = AtomicUsize::new(0);
        let play = |game| -> Result<Option<Bout<G>>, ArenaError> {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let bout = self.play(game, cancel)?;
            if bout.is_some() {
                done(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
            Ok(bout)
        };
        pool.install(|| (0..self.games).into_par_iter().map(play).filter_map(Result::transpose).collect())
    }

    /// Plays one game; nothing if it was cancelled.
    fn play(&self, game: usize, cancel: &Cancel) -> Result<Option<Bout<G>>, ArenaError> {
        let deal = self.deal_of(game);
        let seating = self.seating(game);
        let make = |&number: &usize| (self.players[number].1)();
        let mut players: Vec<_> = seating.iter().map(make).collect::<Result<_, _>>().map_err(ArenaError::Player)?;
        let mut session = self.open(deal, game, &seating);
        let mut tallies = vec![Tally::default(); players.len()];
        while let Some(seat) = session.awaited().iter().next() {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let think =
                Think::new(self.budget, session.header().seed, seat, session.lines().len()).with_cancel(cancel.clone());
            let began = Instant::now();
            let (action, fault) = match choose_checked(players[seat.index()].as_mut(), session.game(), seat, &think) {
                Ok(choice) => choice,
                Err(Stop::Cancelled) => return Ok(None),
                Err(Stop::Fault(what)) => return Err(ArenaError::Player(what)),
            };
            tallies[seating[seat.index()]].count(began.elapsed(), fault.is_some());
            session.choose_with(seat, action, fault).map_err(|why| ArenaError::Player(why.to_string()))?;
        }
        Ok(session.outcome().map(|outcome| Bout {
            game,
            deal,
            seating,
            outcome,
            turns: session.game().turns(),
            tallies,
            record: session.record(),
        }))
    }

    /// The start of a game: its deal, and the opening played at random.
    fn open(&self, deal: usize, game: usize, seating: &[usize]) -> Session<G> {
        let mut chance = chance::rng(self.seed, &[0, deal as u64]);
        let setup = (self.deal)(&mut chance);
        let mut session = Session::<G>::new(Header {
            setup,
            seats: seating.iter().map(|&number| self.players[number].0.clone()).collect(),
            seed: chance::derive(self.seed, &[1, game as u64]) >> 32,
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

impl Tally {
    fn count(&mut self, time: Duration, illegal: bool) {
        self.moves += 1;
        self.illegal += u32::from(illegal);
        self.time += time;
        self.slowest = self.slowest.max(time);
    }
}

impl<G: Game> Bout<G> {
    /// Where the player with this number sat.
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat::new(self.seating.iter().position(|&number| number == player).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::{
        super::toy::{self, Toy},
        *,
    };

    struct Random;

    impl Player<Toy> for Random {
        fn choose(&mut self, seat: Seat, seen: &toy::Seen, think: &Think) -> Result<toy::Action, Stop> {
            Ok(*seen.legal(seat).choose(&mut think.rng()).expect("awaited"))
        }
    }

    /// Never knows what to do.
    struct Silent;

    impl Player<Toy> for Silent {
        fn choose(&mut self, _: Seat, _: &toy::Seen, _: &Think) -> Result<toy::Action, Stop> {
            Err(Stop::Fault("printed nothing".to_owned()))
        }
    }

    fn deal(rng: &mut chance::Rng) -> toy::Setup {
        toy::setup(&[rng.random_range(1..9), rng.random_range(1..9), rng.random_range(1..9)])
    }

    fn plan(games: usize, swap: bool) -> Plan<'static, Toy> {
        let random = || -> (String, Maker<'static, Toy>) { ("random".to_owned(), Box::new(|| Ok(Box::new(Random)))) };
        let silent: (String, Maker<'static, Toy>) = ("silent".to_owned(), Box::new(|| Ok(Box::new(Silent))));
        Plan {
            players: vec![random(), random(), silent],
            games,
            swap,
            seed: 5,
            budget: Budget::Nodes(1),
            opening: 0,
            deal: &deal,
        }
    }

    fn records(bouts: &[Bout<Toy>]) -> Vec<Record<Toy>> {
        bouts.iter().map(|bout| bout.record.clone()).collect()
    }

    #[test]
    fn any_number_of_threads_gives_the_same_games() {
        let run = |threads| plan(60, true).run(Some(threads), &Cancel::default(), &|_| ()).unwrap();
        let one = run(1);
        assert_eq!(records(&one), records(&run(4)));
        assert!(one.iter().map(|b| b.game).eq(0..60));
    }

    #[test]
    fn swapped_games_share_the_deal_and_every_player_sits_everywhere() {
        let bouts = plan(9, true).run(Some(1), &Cancel::default(), &|_| ()).unwrap();
        for deal in bouts.chunks(3) {
            assert!(deal.iter().all(|b| b.record.header.setup == deal[0].record.header.setup));
            for player in 0..3 {
                assert_eq!(deal.iter().map(|b| b.seat_of(player)).collect::<Seats>(), Seats::first(3));
            }
        }
        assert_ne!(bouts[0].record.header.setup, bouts[3].record.header.setup);
    }

    #[test]
    fn an_opening_is_shared_by_the_games_of_a_deal() {
        let bouts = Plan { opening: 2, ..plan(3, true) }.run(Some(1), &Cancel::default(), &|_| ()).unwrap();
        assert!(bouts.iter().all(|b| b.record.lines[..2] == bouts[0].record.lines[..2]));
    }

    #[test]
    fn broken_choices_are_replaced_fined_and_counted() {
        let bouts = plan(20, false).run(Some(2), &Cancel::default(), &|_| ()).unwrap();
        for bout in &bouts {
            assert_eq!(bout.tallies[2].illegal, bout.tallies[2].moves);
            assert_eq!(bout.tallies[0].illegal, 0);
            assert!(bout.tallies[2].moves >= 2);
        }
        let mut written = Vec::new();
        bouts[0].record.write(&mut written).unwrap();
        assert_eq!(Record::<Toy>::read(&mut written.as_slice()).unwrap(), bouts[0].record);
    }

    #[test]
    fn cancelling_keeps_what_is_finished() {
        let cancel = Cancel::default();
        let bouts = plan(1000, false)
            .run(Some(1), &cancel, &|done| {
                if done == 10 {
                    cancel.cancel();
                }
            })
            .unwrap();
        assert_eq!(bouts.len(), 10);
    }

    #[test]
    fn cancelling_does_not_wait_for_the_end_of_a_game() {
        let cancel = Cancel::default();
        let asked = AtomicUsize::new(0);
        let mut plan = plan(1, false);
        for (_, maker) in &mut plan.players {
            *maker = Box::new(|| {
                asked.fetch_add(1, Ordering::Relaxed);
                cancel.cancel();
                Ok(Box::new(Random))
            });
        }
        assert!(plan.run(Some(1), &cancel, &|_| ()).unwrap().is_empty());
        assert_eq!(asked.load(Ordering::Relaxed), 3);
    }
}
