//! At most the last move on the screen, and a computer's answer to it, are lost if the arcade is
//! killed at that moment.

use fourcade::database::{Database, Store};
use rusqlite::Connection;

use super::flip_table::{is_over, tiles, to_move};
use crate::support::{Launch, Output, Signal, Terminal, wait_until};

/// The tiles at the start of a game.
const START: u32 = 4;

/// The number of moves on the screen. Each move adds a tile.
fn shown(output: &Output) -> Option<u32> {
    Some(tiles(output)? - START)
}

/// Plays `moves` moves by both sides and kills the arcade as soon as the last one is visible.
/// Returns how many moves were visible then and how many are in the store.
fn kill_after(players: &str, seed: u64, moves: u32) -> (u32, usize) {
    let launch = Launch::arcade().bare().args([
        "play",
        "flip",
        "--no-motion",
        "--seed",
        &seed.to_string(),
        "--players",
        players,
    ]);
    let terminal = launch.start();
    terminal.wait_for("the table", |output| to_move(output).is_some());
    let log = launch.home().join("fourcade.db-wal");
    wait_until("the database is open", || log.exists());
    let stored_lines = || -> u32 {
        let database = Connection::open(launch.home().join("fourcade.db"));
        let count = |database: Connection| {
            database.query_row("SELECT count(*) FROM lines", [], |row| row.get(0))
        };
        database.and_then(count).unwrap_or(0)
    };
    press_until(&terminal, moves);
    while let Some(shown) = terminal.inspect(shown).filter(|&shown| shown < moves) {
        // People don't play faster than a busy disk writes.
        wait_until("the moves so far are stored", || stored_lines() >= shown);
        press_until(&terminal, moves);
    }
    terminal.signal(Signal::KILL);
    terminal.wait_exit();
    let visible = terminal.inspect(shown).expect("the score is on the screen");
    let store = Store::at(launch.home().join("fourcade.db"), || ());
    let find = |saved: &mut Database| {
        let last = saved.games(1)?.pop();
        last.map(|game| saved.load(game.id)).transpose()
    };
    let lines = store.ask(find).wait().expect("the store can be read").map_or(0, |game| {
        let text = game.text().expect("the game can be written");
        // The first line is the header, and the last one closes the record.
        text.lines().count().saturating_sub(2)
    });
    store.close().expect("the store can be closed");
    (visible, lines)
}

/// Makes per move, and returns when it or the last of `moves` moves is visible.
fn press_until(terminal: &Terminal, moves: u32) {
    let before = terminal.wait("a person's move", |output| {
        assert!(!is_over(output), "too many moves");
        to_move(output).and_then(|_| shown(output))
    });
    terminal.press("tab enter");
    terminal.wait_for("a move", |output| {
        shown(output).is_some_and(|now| now >= moves || (now > before && to_move(output).is_some()))
    });
}

/// Kills the arcade at different moves of different games.
fn kill_at_many_moves(kills: u64) {
    for kill in 0..kills {
        // A person's move is the first of two, the computer's the second.
        let moves = 1 + u32::try_from(kill % 8).expect("a small number");
        let players = if kill % 3 == 2 { "human,human" } else { "human,level:1" };
        let (visible, stored) = kill_after(players, kill, moves);
        assert!(visible >= moves);
        assert!(
            stored + 2 >= visible as usize,
            "{visible} moves were visible, {stored} are in the store ({players}, seed {kill})"
        );
    }
}

#[test]
fn a_kill_takes_at_most_the_last_visible_moves() {
    kill_at_many_moves(10);
}

#[test]
#[ignore = "kills the arcade 100 times"]
fn each_of_100_kills_takes_at_most_the_last_visible_moves() {
    kill_at_many_moves(100);
}
