//! Reviews of a game that was just played and of a saved game, and the command `analyse`.

use std::fs;

use super::flip_table::{
    assert_left, is_over, play_to_the_end, put_card_away, table, wait_to_move,
};
use crate::support::{Exit, Launch, Terminal};

/// Plays a game between two people to its end.
fn play_game(launch: &Launch) -> Terminal {
    let terminal = launch.start();
    play_to_the_end(&terminal, |terminal| terminal.press("tab enter"));
    put_card_away(&terminal);
    terminal
}

#[test]
fn a_game_is_played_reviewed_and_left() {
    let launch = table("human,human", "--size 4");
    let terminal = play_game(&launch);
    terminal.press("e");
    terminal.wait_text("Review: Flip 4 x 4");
    // Such a small game is solved at once.
    terminal.wait_text(" reviewed");
    terminal.press("home");
    terminal.wait_text("At the start, O loses by");
    terminal.press("right");
    terminal.wait_text("Move 1 of ");
    // All four first moves are equally good.
    terminal.wait_text(", the best");
    terminal.press("k");
    terminal.wait_text("Better: ");
    terminal.press("esc");
    terminal.wait_for("the end", is_over);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");

    // The game is also in the list of saved games.
    terminal.press("g");
    terminal.wait_text("1 - 1 of 1");
    terminal.press("e");
    terminal.wait_text("Review: Flip 4 x 4");
    terminal.press("esc");
    terminal.wait_text("1 - 1 of 1");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_running_review_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = long_game(folder.path());
    let terminal = Launch::arcade().arg("replay").arg(&file).start();
    terminal.wait_text("Replay: move 0 of");
    terminal.press("e");
    terminal.wait_text("reviewing");
    terminal.press("end left left");
    terminal.wait_text("Move 58 of 60");
    terminal.press("esc");
    terminal.wait_text("Replay: move 0 of");
    terminal.press("e");
    terminal.wait_text("reviewing");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn the_evaluation_bar_follows_the_game() {
    let terminal = table("human,human", "--size 4").start();
    wait_to_move(&terminal);
    terminal.press("v");
    terminal.wait_text("X wins by 10 (solved)");
    terminal.press("tab enter");
    terminal.wait_text("Player 2 to move");
    terminal.wait_text("(solved)");
    terminal.press("v");
    terminal.wait_gone("(solved)");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn an_interrupted_analysis_prints_its_results_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let file = long_game(folder.path());
    let analyse = |args: &[&str]| Launch::arcade().size(100, 40).arg("analyse").args(args).start();
    let game = analyse(&[&file, "--time", "60"]);
    // The last moves are reviewed at once; the first ones would take too long.
    game.wait_text(" of 60 moves");
    game.press("ctrl-c");
    game.wait_text("interrupted: these are the last ");
    game.wait_text("lost");
    assert_eq!(game.wait_exit(), Exit::Code(130));

    let start = "---------------------------OX------XO--------------------------- O";
    let position = analyse(&["--board", start, "--exact"]);
    position.wait_text("moves ahead: ");
    position.press("ctrl-c");
    position.wait_text("interrupted: this is the result so far");
    position.wait_text("score ");
    assert_eq!(position.wait_exit(), Exit::Code(130));
}

/// Writes a game on 8 x 8, which takes long to review, to a file in this folder. Returns the file's
/// path.
fn long_game(folder: &std::path::Path) -> String {
    use fourcade_engine::{
        flip::{Flip, model::FlipSetup},
        play::{RecordHeader, Session},
    };
    let header = RecordHeader {
        setup: FlipSetup::new(8).unwrap(),
        players: vec!["first".to_owned(); 2],
        seed: 1,
        clock: None,
    };
    let mut session = Session::<Flip>::new(header);
    while session.outcome().is_none() {
        let seat = session.awaited().only().unwrap();
        let legal = session.game().position().legal();
        session.choose(seat, legal[legal.len() / 2]).unwrap();
    }
    let path = folder.join("game");
    session.record().write(&mut fs::File::create(&path).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}
