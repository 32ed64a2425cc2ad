//! Starting and playing Flip at its table, for tests of the whole program.

use crate::support::{Exit, Launch, Output, Terminal};

/// The mark of a legal move, in cells of the normal size.
pub const LEGAL: &str = "▗▖";

/// Creates a launch of a table of Flip with these players and options (separated by spaces).
pub fn table(players: &str, options: &str) -> Launch {
    Launch::arcade()
        .args(["play", "flip", "--seed", "3", "--players", players])
        .args(options.split_whitespace())
}

/// Returns the number of tiles of both players, which grows with each move, or `None` if the screen
/// does not show it. The panel has a row for each player, which ends with the score or, in a match,
/// with the score and the points of the match.
pub fn tiles(output: &Output) -> Option<u32> {
    let text = output.text();
    let is_heading = |line: &str| line.split_whitespace().next_back() == Some("match");
    let words_after = usize::from(text.lines().any(is_heading));
    let score = |seat: char| {
        let is_name = |word: &str| {
            [
                "you", "Player", "First", "Greedy", "Master", "Level", "engine", "fourcade", "sh",
                "Pip", "Lotte", "Anselm", "Irma", "Viktor", "Adele", "Toni", "Karl", "Rieke",
                "Bruno", "Helene", "Leopold",
            ]
            .iter()
            .any(|name| word.starts_with(name))
        };
        text.lines().find_map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let named = words.windows(2).any(|pair| pair[0].chars().eq([seat]) && is_name(pair[1]));
            words.iter().rev().nth(words_after).filter(|_| named)?.parse::<u32>().ok()
        })
    };
    Some(score('O')? + score('X')?)
}

/// Returns whether the game on the screen is over.
pub fn is_over(output: &Output) -> bool {
    // The result card covers the panel.
    has_card(output)
        || [" wins: ", " wins.", "It's a tie: "].iter().any(|text| output.find(text).is_some())
}

/// Returns the number of tiles if a person is to move, otherwise `None`.
pub fn to_move(output: &Output) -> Option<u32> {
    let is_to_move = ["Your move", " to move"].iter().any(|text| output.find(text).is_some());
    tiles(output).filter(|_| is_to_move)
}

/// Waits until a person is to move. Returns the number of tiles.
#[track_caller]
pub fn wait_to_move(terminal: &Terminal) -> u32 {
    terminal.wait("a person's move", to_move)
}

/// Waits until there are `count` tiles.
#[track_caller]
pub fn wait_tiles(terminal: &Terminal, count: u32) {
    terminal.wait_for(&format!("{count} tiles"), |output| tiles(output) == Some(count));
}

/// Calls `make_move` whenever a person is to move, until the game is over.
#[track_caller]
pub fn play_to_the_end(terminal: &Terminal, make_move: impl Fn(&Terminal)) {
    loop {
        let next = terminal.wait("a person's move or the end", |output| {
            if is_over(output) { Some(None) } else { to_move(output).map(Some) }
        });
        let Some(before) = next else { return };
        make_move(terminal);
        terminal.wait_for("the move", |output| {
            is_over(output) || tiles(output).is_some_and(|now| now != before)
        });
    }
}

/// Makes one move by keyboard and waits for the opponent's reply. Returns the number of tiles then.
#[track_caller]
pub fn play_once(terminal: &Terminal) -> u32 {
    let before = wait_to_move(terminal);
    terminal.press("tab enter");
    terminal.wait("the opponent's reply", |output| to_move(output).filter(|&now| now > before + 1))
}

/// Checks that the program ended with this exit status and restored the terminal.
#[track_caller]
pub fn assert_left(terminal: &Terminal, exit: &Exit) {
    assert_eq!(terminal.wait_exit(), *exit, "\n{}", terminal.describe());
    terminal.assert_restored();
}

/// Creates a launch with a home in which no file can be saved: a file instead of a folder.
pub fn without_storage(launch: &Launch) -> Launch {
    let file = launch.home().join("no-folder");
    std::fs::write(&file, "").expect("the home can be written");
    launch.clone().env("FOURCADE_HOME", file)
}

/// Leaves an unfinished game, and then the arcade. No confirmation is needed, because the game is
/// saved.
#[track_caller]
pub fn leave_unfinished(terminal: &Terminal) {
    terminal.press("esc");
    terminal.wait_text("Saved games");
    terminal.press("q");
    assert_left(terminal, &Exit::Code(0));
}

fn has_card(output: &Output) -> bool {
    ["Rematch", "Watch another", "Enter Done", "Enter Next deal"]
        .iter()
        .any(|text| output.find(text).is_some())
}

/// Waits until the result card takes keys. They have their places on it before.
#[track_caller]
pub fn wait_for_card(terminal: &Terminal) {
    terminal.wait_for("the keys of the result card", |output| {
        has_card(output) && output.find("? help").is_some()
    });
}

/// Waits for the result card, and puts it away.
#[track_caller]
pub fn put_card_away(terminal: &Terminal) {
    wait_for_card(terminal);
    terminal.press("esc");
    terminal.wait_for("the board without the card", |output| !has_card(output));
}
