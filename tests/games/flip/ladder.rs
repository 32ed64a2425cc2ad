//! The ladder of Flip's players: each is stronger than the one before.

use fourcade_engine::{
    flip::{Flip, model::FlipSetup},
    play::{
        ArenaSummary, Budget, CancelToken, GameInfo, PlayerSummary,
        arena::{ArenaPlan, PlayerFactory},
        find_player,
    },
};

/// Plays games in pairs that share a random opening. Returns the results of the first player.
fn play(names: [&str; 2], games: usize) -> PlayerSummary {
    let names = names.map(str::to_owned);
    let entry = |name: &String| -> (String, PlayerFactory<'static, Flip>) {
        let player = name.clone();
        (name.clone(), Box::new(move || find_player(&player).map_err(|error| error.to_string())))
    };
    let plan = ArenaPlan {
        players: names.iter().map(entry).collect(),
        games,
        swap: true,
        seed: 1,
        budget: Budget::Nodes(Flip::DEFAULT_NODES),
        opening_steps: Flip::RANDOM_OPENING_STEPS,
        deal: &|_| FlipSetup::new(8).unwrap(),
    };
    let bouts = plan.run(None, &CancelToken::default(), &|_| ()).unwrap();
    ArenaSummary::new(&names, true, &bouts).results.swap_remove(0)
}

/// Plays games between the players of each pair and prints a row for each. Fails unless each first
/// player has at least this win rate.
fn check(pairs: &[(&str, &str)], games: usize, min_win_rate: f64) {
    println!("{:>9} against {:<9} won  tiles   ms a move", "", "");
    let mut weak = Vec::new();
    for &(upper, lower) in pairs {
        let row = play([upper, lower], games);
        let (won, tiles, time) = (100.0 * row.win_rate, row.score_mean, row.ms_per_move);
        println!("{upper:>9} against {lower:<9} {won:.1}%  {tiles:.1}  {time:.2}");
        if row.win_rate < min_win_rate {
            weak.push(upper);
        }
    }
    assert!(weak.is_empty(), "too weak: {}", weak.join(", "));
}

#[test]
fn beginners_beat_the_first_level() {
    check(
        &[
            ("random", "level:1"),
            ("greedy", "level:1"),
            ("level:2", "level:1"),
            ("level:4", "greedy"),
        ],
        100,
        0.6,
    );
}

#[test]
#[ignore = "takes about a minute"]
fn flip_ladder() {
    check(
        &[
            ("random", "level:1"),
            ("greedy", "level:1"),
            ("level:2", "level:1"),
            ("level:3", "level:2"),
            ("level:4", "level:3"),
            ("level:5", "level:4"),
            ("level:6", "level:5"),
            ("level:7", "level:6"),
            ("level:8", "level:7"),
            ("level:9", "level:8"),
            ("level:10", "level:9"),
            ("expert", "level:10"),
        ],
        200,
        0.6,
    );
}
