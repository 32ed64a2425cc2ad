//! The commands sent to an engine: only the new moves if possible, otherwise the whole game, and
//! the clock.

use std::time::Duration;

use fourcade_course::flip::gtp::program::GtpPlayer;
use fourcade_engine::{
    flip::Flip,
    play::{Budget, CancelToken, Game},
};

use super::{OURS, TestEngine, after, choose, start, supervised};
use crate::support::TIMEOUT;

#[test]
fn only_new_moves_are_sent_and_after_an_undo_the_whole_game() {
    let mut engine = TestEngine::new(&supervised(), "none", TIMEOUT, "f5 c3 c3 c4 c4");
    let mut game = start(8);
    let play = |game: &mut Flip, engine: &mut TestEngine, moves: &[&str]| {
        for cell in moves {
            game.step(&[(game.awaited().only().unwrap(), cell.parse().unwrap())]).unwrap();
        }
        let (cell, fault) = engine.choose(game).unwrap();
        assert_eq!(fault, None);
        game.step(&[(game.awaited().only().unwrap(), cell)]).unwrap();
        engine.take_log()
    };
    let first = ["list_commands", "boardsize 8", "clear_board", "genmove black"];
    assert_eq!(play(&mut game, &mut engine, &[]), first);
    // White plays d6.
    assert_eq!(play(&mut game, &mut engine, &["5 4"]), ["play white D6", "genmove black"]);
    // The engine's last move is taken back.
    let mut game = after(8, &["4 2", "5 4"]);
    let whole_game = ["clear_board", "play black F5", "play white D6", "genmove black"];
    assert_eq!(play(&mut game, &mut engine, &[]), whole_game);
    // The game continues from there.
    let mut game = after(8, &["4 2", "5 4", "2 5", "2 4"]);
    assert_eq!(play(&mut game, &mut engine, &[]), ["play white D3", "genmove black"]);
    // A board of another size.
    let _ = engine.choose(&start(6)).unwrap();
    assert_eq!(engine.take_log(), ["boardsize 6", "clear_board", "genmove black"]);
}

#[test]
fn after_a_fault_the_whole_game_is_sent_again() {
    let mut engine = TestEngine::new(&supervised(), "none", TIMEOUT, "a1 f5");
    assert_eq!(engine.fault(&start(8)), "plays a1 - that turns nothing");
    engine.take_log();
    assert!(engine.choose(&start(8)).unwrap().1.is_none());
    assert_eq!(engine.take_log(), ["boardsize 8", "clear_board", "genmove black"]);
}

#[test]
fn passes_are_sent() {
    // O can't move after these.
    let game = ["0 2", "0 3", "3 1", "3 0", "2 0", "1 0", "0 1", "3 2", "1 3", "0 0"];
    let game = after(4, &game);
    let mut engine = TestEngine::new(&supervised(), "passes", TIMEOUT, "b3");
    let _ = engine.choose(&game).unwrap();
    let commands = engine.take_log();
    assert!(
        commands.contains(&"play black pass".to_owned())
            && commands.last().unwrap() == "genmove white",
        "{commands:?}"
    );
}

#[test]
fn a_budget_of_time_is_sent_as_a_clock_for_the_game() {
    let mut engine = TestEngine::new(&supervised(), "none", TIMEOUT, "f5");
    let second = Budget::Time(Duration::from_secs(1));
    for game in [start(8), after(8, &["4 2", "5 4"])] {
        let _ = choose(&mut engine.player, &game, second, &CancelToken::default()).unwrap();
    }
    let clock_commands: Vec<_> =
        engine.take_log().into_iter().filter(|command| command.starts_with("time")).collect();
    assert_eq!(
        clock_commands,
        ["time_settings 32 0 0", "time_left black 30 0", "time_left black 29 0"]
    );
    // An engine that does not support clocks gets none.
    let mut plain = TestEngine::new(&supervised(), "plain", TIMEOUT, "f5");
    let _ = choose(&mut plain.player, &start(8), second, &CancelToken::default()).unwrap();
    assert!(!plain.take_log().iter().any(|command| command.starts_with("time")));
}

/// An answer depends only on the observation, not on earlier requests.
#[test]
fn an_engine_answers_the_same_in_any_order_of_requests() {
    let command = format!("'{OURS}' engine flip --nodes 2000 --seed 1");
    let fresh = || {
        let program = supervised().prepare_command(&command, &|| false).unwrap();
        GtpPlayer::new(program, fourcade_course::flip::gtp::program::ENGINE_LIMITS)
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
