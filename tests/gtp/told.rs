//! What an engine is told: as little as is needed, and the whole game where that does not follow.

use std::time::Duration;

use fourcade::{
    games::flip::{Flip, program::GtpPlayer},
    play::{Budget, CancelToken, Game},
};

use super::{HANG, Naughty, OURS, after, choose, kept, start};

#[test]
fn only_what_is_new_is_told_and_after_a_step_back_everything() {
    let mut naughty = Naughty::new(&kept(), "none", HANG, "f5 c3 c3 c4 c4");
    let mut game = start(8);
    let play = |game: &mut Flip, naughty: &mut Naughty, moves: &[&str]| {
        for cell in moves {
            game.step(&[(game.awaited().only().unwrap(), cell.parse().unwrap())]).unwrap();
        }
        let (cell, fault) = naughty.choose(game).unwrap();
        assert_eq!(fault, None);
        game.step(&[(game.awaited().only().unwrap(), cell)]).unwrap();
        naughty.notes()
    };
    let first = ["list_commands", "boardsize 8", "clear_board", "genmove black"];
    assert_eq!(play(&mut game, &mut naughty, &[]), first);
    // White's d6.
    assert_eq!(play(&mut game, &mut naughty, &["5 4"]), ["play white D6", "genmove black"]);
    // Its answer was taken back.
    let mut game = after(8, &["4 2", "5 4"]);
    let anew = ["clear_board", "play black F5", "play white D6", "genmove black"];
    assert_eq!(play(&mut game, &mut naughty, &[]), anew);
    // And this time White went on.
    let mut game = after(8, &["4 2", "5 4", "2 5", "2 4"]);
    assert_eq!(play(&mut game, &mut naughty, &[]), ["play white D3", "genmove black"]);
    // Another board.
    let _ = naughty.choose(&start(6)).unwrap();
    assert_eq!(naughty.notes(), ["boardsize 6", "clear_board", "genmove black"]);
}

#[test]
fn an_engine_that_did_something_wrong_is_told_everything_anew() {
    let mut naughty = Naughty::new(&kept(), "none", HANG, "a1 f5");
    assert_eq!(naughty.fault(&start(8)), "plays a1 - that flips nothing");
    naughty.notes();
    assert!(naughty.choose(&start(8)).unwrap().1.is_none());
    assert_eq!(naughty.notes(), ["boardsize 8", "clear_board", "genmove black"]);
}

#[test]
fn passes_are_told() {
    // O can't move after these.
    let game = ["0 2", "0 3", "3 1", "3 0", "2 0", "1 0", "0 1", "3 2", "1 3", "0 0"];
    let game = after(4, &game);
    let mut naughty = Naughty::new(&kept(), "passes", HANG, "b3");
    let (_, fault) = naughty.choose(&game).unwrap();
    let notes = naughty.notes();
    assert!(
        notes.contains(&"play black pass".to_owned()) && notes.last().unwrap() == "genmove white",
        "{notes:?}"
    );
    let _ = fault;
}

#[test]
fn a_budget_of_time_is_told_as_a_clock_for_the_game() {
    let mut naughty = Naughty::new(&kept(), "none", HANG, "f5");
    let second = Budget::Time(Duration::from_secs(1));
    for game in [start(8), after(8, &["4 2", "5 4"])] {
        let _ = choose(&mut naughty.player, &game, second, &CancelToken::default()).unwrap();
    }
    let clocks: Vec<_> =
        naughty.notes().into_iter().filter(|note| note.starts_with("time")).collect();
    assert_eq!(clocks, ["time_settings 32 0 0", "time_left black 30 0", "time_left black 29 0"]);
    // Who knows no clocks is told nothing.
    let mut plain = Naughty::new(&kept(), "plain", HANG, "f5");
    let _ = choose(&mut plain.player, &start(8), second, &CancelToken::default()).unwrap();
    assert!(!plain.notes().iter().any(|note| note.starts_with("time")));
}

/// A player's answer belongs to what it sees, whatever it was asked before.
#[test]
fn an_engine_answers_the_same_however_it_came_there() {
    let command = format!("'{OURS}' engine flip --nodes 2000 --seed 1");
    let fresh = || {
        let program = kept().prepare_command(&command, &CancelToken::default()).unwrap();
        GtpPlayer::new(program, fourcade::games::flip::program::ENGINE_LIMITS)
    };
    let moves = ["4 2", "5 4", "2 5", "2 4", "3 5", "3 2"];
    let answer = |player: &mut GtpPlayer, count: usize| {
        let (cell, fault) =
            choose(player, &after(8, &moves[..count]), Budget::Nodes(1), &CancelToken::default())
                .unwrap();
        assert_eq!(fault, None);
        cell
    };
    let mut one = fresh();
    for count in [0, 2, 1, 6, 6, 3, 4, 0, 5] {
        assert_eq!(answer(&mut one, count), answer(&mut fresh(), count), "after {count} moves");
    }
}
