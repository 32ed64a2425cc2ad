//! Tests of the arena, with the toy game.

use rand::RngExt;

use super::{
    super::{
        Random, Record, ThinkContext,
        toy::{self, Toy},
    },
    *,
};

/// Always fails instead of choosing an action.
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
        opening: 0,
        deal: &deal,
    }
}

/// Plays one game of the plan and returns it with its record.
fn played(plan: &ArenaPlan<Toy>, game: usize) -> (FinishedGame, Record<Toy>) {
    let (finished, session) = plan.play(game, &CancelToken::default()).unwrap().unwrap();
    (finished, session.record())
}

#[test]
fn the_games_do_not_depend_on_the_number_of_threads() {
    let run =
        |threads| plan(60, true).run(Some(threads), &CancelToken::default(), &|_| ()).unwrap();
    let (games, others) = (run(1), run(4));
    assert!(games.iter().map(|game| game.game).eq(0..60));
    for (game, other) in games.iter().zip(&others) {
        assert_eq!((game.game, game.turns), (other.game, other.turns));
        assert_eq!(game.outcome, other.outcome);
    }
    assert_eq!(games.len(), others.len());
    assert_eq!(played(&plan(60, true), 31).1, played(&plan(60, true), 31).1);
}

#[test]
fn a_game_is_the_same_in_every_range() {
    let plan = plan(12, true);
    let run = |games| plan.run_range(games, Some(2), &CancelToken::default(), &|_| ()).unwrap();
    let key = |game: &FinishedGame| (game.game, game.deal, game.turns, game.outcome.clone());
    let whole: Vec<_> = run(0..12).iter().map(key).collect();
    let parts: Vec<_> = [0..3, 3..3, 3..10, 10..12].into_iter().flat_map(run).collect();
    assert_eq!(parts.iter().map(key).collect::<Vec<_>>(), whole);
}

#[test]
fn with_swap_games_share_the_deal_and_players_change_seats() {
    let plan = plan(9, true);
    let games: Vec<_> = (0..9).map(|game| played(&plan, game)).collect();
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
    let plan = ArenaPlan { opening: 2, ..plan(3, true) };
    let games = [0, 1, 2].map(|game| played(&plan, game).1);
    assert!(games.iter().all(|record| record.lines[..2] == games[0].lines[..2]));
}

#[test]
fn illegal_choices_are_replaced_fined_and_counted() {
    let plan = plan(20, false);
    let games = plan.run(Some(2), &CancelToken::default(), &|_| ()).unwrap();
    for game in &games {
        assert_eq!(game.tallies[2].illegal, game.tallies[2].moves);
        assert_eq!(game.tallies[0].illegal, 0);
        assert!(game.tallies[2].moves >= 2);
    }
    let (_, record) = played(&plan, 0);
    let mut written = Vec::new();
    record.write(&mut written).unwrap();
    assert_eq!(Record::<Toy>::read(&mut written.as_slice()).unwrap(), record);
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
