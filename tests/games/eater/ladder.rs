//! The strength of Eater's players: each one is at least as strong as those below it.

use fourcade_engine::{
    eater::{
        Eater,
        model::{EaterSetup, Role},
    },
    play::{
        Budget, CancelToken, GameInfo,
        arena::{ArenaPlan, PlayerFactory},
    },
};

/// The budget for each choice, in positions.
const NODES: u64 = 1_000;

/// Returns the name and the factory of a registered player.
fn entrant(name: &'static str) -> (String, PlayerFactory<'static, Eater>) {
    let kind = Eater::PLAYERS
        .iter()
        .find(|kind| kind.name == name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    (name.to_owned(), Box::new(move || (kind.make)(0, "")))
}

/// Plays `games` games in each role between two players. Returns the share of games that the first
/// player wins, and the standard error.
fn play(names: [&'static str; 2], size: u16, games: u32) -> (f64, f64) {
    let plan = ArenaPlan {
        players: names.into_iter().map(entrant).collect(),
        games: 2 * games as usize,
        swap: true,
        seed: 1,
        budget: Budget::Nodes(NODES),
        opening_steps: 0,
        deal: &|_| EaterSetup::new(size).unwrap(),
    };
    let start = std::time::Instant::now();
    let bouts = plan.run(None, &CancelToken::default(), &|_| ()).unwrap();
    let mut wins = [0_u32; 2];
    for bout in &bouts {
        let seat = bout.seat_of(0);
        wins[seat.index()] += u32::from(bout.outcome.place(seat) == 1);
    }
    let [passer, eater] = wins.map(|wins| f64::from(wins) / f64::from(games));
    let error = ((passer * (1.0 - passer) + eater * (1.0 - eater)) / f64::from(games)).sqrt() / 2.0;
    let rate = f64::midpoint(passer, eater);
    println!(
        "{size:>2} x {size:<2} {:>10} against {:<10} {rate:.3} +- {error:.3}  as {} {passer:.3}, \
         as {} {eater:.3}  ({:.0} s)",
        names[0],
        names[1],
        Role::Passer,
        Role::Eater,
        start.elapsed().as_secs_f64()
    );
    (rate, error)
}

/// Checks that the first player of each pair is not weaker: its share of wins is at most two
/// standard errors below one half.
fn check(pairs: &[[&'static str; 2]], size: u16, games: u32) {
    let is_weaker = |names: &&[&'static str; 2]| {
        let (rate, error) = play(**names, size, games);
        rate < 0.5 - 2.0 * error
    };
    let failed: Vec<_> = pairs.iter().filter(is_weaker).collect();
    assert!(failed.is_empty(), "weaker than expected on {size} x {size}: {failed:?}");
}

#[test]
fn line_loses_to_all_stronger_players() {
    for name in ["smart", "montecarlo", "expert"] {
        let (rate, error) = play([name, "line"], 5, 10);
        assert!(rate - 2.0 * error > 0.5, "{name}: {rate} +- {error}");
    }
}

#[test]
#[ignore = "takes several minutes"]
fn eater_ladder() {
    for size in [5, 7] {
        check(&[["expert", "montecarlo"], ["montecarlo", "smart"], ["smart", "line"]], size, 1000);
    }
}
