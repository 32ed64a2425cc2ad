//! Games are saved when the arcade is closed or killed, and continue when it is started again.

use std::path::Path;

use super::flip_table::{
    assert_left, leave_unfinished, play_once, play_to_the_end, put_card_away, table, tiles,
    wait_for_card, wait_tiles, wait_to_move, without_storage,
};
use crate::support::{Exit, Launch, Signal, Terminal, program};

/// Starts the arcade with the home folder of another launch, and waits for the menu.
fn restart(launch: &Launch) -> Terminal {
    let terminal = Launch::arcade().env("FOURCADE_HOME", launch.home()).start();
    terminal.wait_text("avoid tricks");
    terminal
}

/// Returns what `fourcade stats` prints with these arguments.
fn stats(home: &Path, args: &[&str]) -> String {
    let output = program(home).arg("stats").args(args).output().expect("the program can be run");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Returns what `fourcade stats --json` prints.
pub fn json(home: &Path) -> serde_json::Value {
    serde_json::from_str(&stats(home, &["--json"])).expect("the output is JSON")
}

#[test]
fn a_game_continues_after_every_way_to_end_the_arcade_and_counts_once() {
    let launch = table("human,level:1", "--size 6").bare();
    let mut terminal = launch.start();
    let mut count = play_once(&terminal);
    for end in ["window", "kill", "term", "quit"] {
        match end {
            "window" => terminal.hang_up(),
            "kill" => terminal.signal(Signal::KILL),
            "term" => terminal.signal(Signal::TERM),
            _ => terminal.press("q"),
        }
        terminal.wait_exit();
        terminal = restart(&launch);
        terminal.wait_text("Continue");
        terminal.wait_text("Flip 6 x 6 against Level 1");
        terminal.press("enter");
        // After a kill, the computer's last move may be missing. The computer then moves again.
        let now = wait_to_move(&terminal);
        assert!(
            now == count || end == "kill",
            "{now} tiles after {end}, {count} before\n{}",
            terminal.describe()
        );
        terminal.wait_text("seed 3");
        count = play_once(&terminal);
        assert!(count > now);
    }
    assert_eq!(json(launch.home())["uncounted"]["unfinished"], 1);
    play_to_the_end(&terminal, |terminal| terminal.press("tab enter"));
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let found = json(launch.home());
    let game = &found["games"][0];
    assert_eq!(
        (&game["game"], &game["opponents"], &game["size"]),
        (&"flip".into(), &"level:1".into(), &6.into())
    );
    assert_eq!(
        (&game["played"], &found["uncounted"]["unfinished"]),
        (&1.into(), &0.into()),
        "{found}"
    );
    let text = stats(launch.home(), &["flip"]);
    assert!(text.contains("Flip\n") && text.contains("Level 1"), "{text}");
    let menu = restart(&launch);
    menu.wait_text("Last result");
    menu.run_by_name("last result");
    wait_for_card(&menu);
}

#[test]
fn an_unfinished_game_is_offered_in_the_menu() {
    let launch = Launch::arcade();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("2");
    terminal.wait_text("New game");
    terminal.press("enter");
    let count = play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("New game");
    terminal.press("esc");
    terminal.wait_text("Continue");
    terminal.click("Continue");
    wait_tiles(&terminal, count);
    // A new game replaces it in the menu only after its first move.
    terminal.press("n y");
    terminal.wait_text("game 2");
    terminal.press("esc");
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, count);
    leave_unfinished(&terminal);

    // After a restart it is selected.
    let terminal = restart(&launch);
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, count);
    terminal.press("n");
    terminal.wait_text("Leave this game?");
    terminal.press("y");
    wait_tiles(&terminal, 4);
    let next = play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, next);
    terminal.wait_text("game 2");
}

#[test]
fn undone_moves_and_resignations_are_saved() {
    let launch = table("human,level:1", "");
    let terminal = launch.start();
    let first = play_once(&terminal);
    play_once(&terminal);
    terminal.press("u");
    wait_tiles(&terminal, first);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let terminal = restart(&launch);
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, first);
    terminal.run_by_name("resign");
    terminal.wait_text("Resign?");
    terminal.press("y");
    terminal.wait_text("resigned");
    put_card_away(&terminal);
    leave_unfinished(&terminal);
    let found = json(launch.home());
    // A move was taken back.
    assert_eq!((&found["games"], &found["uncounted"]["practice"]), (&[0; 0].into(), &1.into()));
}

#[test]
fn games_between_computers_are_saved_when_they_end() {
    let args = ["watch", "flip", "--size", "4", "--players", "first,greedy", "--seed", "3"];
    let launch = Launch::arcade().args(args).arg("--no-motion");
    let terminal = launch.clone().args(["--speed", "2"]).start();
    terminal.wait_for("a few moves", |output| tiles(output).is_some_and(|count| count > 5));
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    assert_eq!(
        json(launch.home())["uncounted"],
        serde_json::json!({
            "practice": 0, "among_persons": 0, "among_computers": 0, "unfinished": 0
        })
    );

    let terminal = launch.clone().args(["--speed", "1000"]).start();
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    assert_eq!(json(launch.home())["uncounted"]["among_computers"], 1);
}

#[test]
fn a_damaged_database_is_set_aside_and_games_are_saved() {
    let launch = table("human,level:1", "");
    std::fs::write(launch.home().join("fourcade.db"), "this is no database".repeat(100)).unwrap();
    let terminal = launch.start();
    terminal.wait_text("The saved games were damaged");
    let count = play_once(&terminal);
    leave_unfinished(&terminal);
    assert!(launch.home().join("fourcade.db.damaged-1").exists());
    let terminal = restart(&launch);
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, count);
}

#[test]
fn the_arcade_reports_that_it_cannot_save_games_and_works_without() {
    let launch = without_storage(&table("human,level:1", ""));
    let terminal = launch.start();
    terminal.wait_text("Games are not saved: can't create the folder");
    play_once(&terminal);
    terminal.press("esc");
    terminal.wait_text("Leave this game?");
    terminal.press("y");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(1));
    terminal.wait_text("some games were not saved");
}

#[test]
fn a_game_that_is_not_saved_any_more_can_be_saved_to_a_file() {
    let launch = table("human,level:1", "");
    let terminal = launch.start();
    play_once(&terminal);
    let other = rusqlite::Connection::open(launch.home().join("fourcade.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    play_once(&terminal);
    terminal.wait_text("This game is not saved any more:");
    terminal.wait_text("s saves it");
    terminal.press("s");
    terminal.wait_text("Save the game as");
    terminal.submit_text("kept");
    terminal.wait_text("Saved as kept");
    assert!(launch.home().join("kept").is_file());
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(1));
    terminal.wait_text("is locked by another program");
}

#[test]
fn two_arcades_share_one_database() {
    let launch = table("human,level:1", "");
    let (one, other) = (launch.start(), launch.start());
    for _ in 0..2 {
        play_once(&one);
        play_once(&other);
    }
    for terminal in [one, other] {
        leave_unfinished(&terminal);
    }
    assert_eq!(json(launch.home())["uncounted"]["unfinished"], 2);
}
