//! Games of the toy in an arena.

use rand::RngExt;

use super::{
    super::toy::{self, Toy},
    *,
};

struct Random;

impl Player<Toy> for Random {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &toy::ToyObservation,
        think: &ThinkContext,
    ) -> Result<toy::Action, PlayerError> {
        Ok(*seen.legal(seat).choose(&mut think.rng()).expect("awaited"))
    }
}

/// Never knows what to do.
struct Silent;

impl Player<Toy> for Silent {
    fn choose(
        &mut self,
        _: Seat,
        _: &toy::ToyObservation,
        _: &ThinkContext,
    ) -> Result<toy::Action, PlayerError> {
        Err(PlayerError::Fault("printed nothing".to_owned()))
    }
}

fn deal(rng: &mut random::Rng) -> toy::Setup {
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
        keep_records: true,
        deal: &deal,
    }
}

fn records(bouts: &[FinishedGame<Toy>]) -> Vec<Record<Toy>> {
    bouts.iter().map(|bout| record(bout).clone()).collect()
}

fn record(bout: &FinishedGame<Toy>) -> &Record<Toy> {
    bout.record.as_ref().expect("the plan keeps it")
}

#[test]
fn records_are_kept_only_when_the_plan_says_so() {
    let bouts = ArenaPlan { keep_records: false, ..plan(3, true) }
        .run(Some(1), &CancelToken::default(), &|_| ())
        .unwrap();
    assert!(bouts.iter().all(|bout| bout.record.is_none() && bout.turns > 0));
}

#[test]
fn any_number_of_threads_gives_the_same_games() {
    let run =
        |threads| plan(60, true).run(Some(threads), &CancelToken::default(), &|_| ()).unwrap();
    let one = run(1);
    assert_eq!(records(&one), records(&run(4)));
    assert!(one.iter().map(|b| b.game).eq(0..60));
}

#[test]
fn swapped_games_share_the_deal_and_every_player_sits_everywhere() {
    let bouts = plan(9, true).run(Some(1), &CancelToken::default(), &|_| ()).unwrap();
    for deal in bouts.chunks(3) {
        assert!(deal.iter().all(|b| record(b).header.setup == record(&deal[0]).header.setup));
        for player in 0..3 {
            assert_eq!(deal.iter().map(|b| b.seat_of(player)).collect::<Seats>(), Seats::first(3));
        }
    }
    assert_ne!(record(&bouts[0]).header.setup, record(&bouts[3]).header.setup);
}

#[test]
fn an_opening_is_shared_by_the_games_of_a_deal() {
    let bouts = ArenaPlan { opening: 2, ..plan(3, true) }
        .run(Some(1), &CancelToken::default(), &|_| ())
        .unwrap();
    assert!(bouts.iter().all(|b| record(b).lines[..2] == record(&bouts[0]).lines[..2]));
}

#[test]
fn broken_choices_are_replaced_fined_and_counted() {
    let bouts = plan(20, false).run(Some(2), &CancelToken::default(), &|_| ()).unwrap();
    for bout in &bouts {
        assert_eq!(bout.tallies[2].illegal, bout.tallies[2].moves);
        assert_eq!(bout.tallies[0].illegal, 0);
        assert!(bout.tallies[2].moves >= 2);
    }
    let mut written = Vec::new();
    record(&bouts[0]).write(&mut written).unwrap();
    assert_eq!(Record::<Toy>::read(&mut written.as_slice()).unwrap(), *record(&bouts[0]));
}

#[test]
fn cancelling_keeps_what_is_finished() {
    let cancel = CancelToken::default();
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
    let cancel = CancelToken::default();
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
