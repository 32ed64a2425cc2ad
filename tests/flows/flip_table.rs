//! What stands on the table's screen, and playing by it.

use crate::support::{Exit, Launch, Output, Terminal};

/// Where one may move, at the usual size of cells.
pub const LEGAL: &str = "▗▖";

/// A table of Flip with these players, the rest as `options` (words with spaces between) say.
pub fn table(players: &str, options: &str) -> Launch {
    Launch::arcade()
        .args(["play", "flip", "--seed", "3", "--players", players])
        .args(options.split_whitespace())
}

/// The tiles of both players, which grow with each move. The panel has a row for each, with the
/// score at its end.
pub fn tiles(output: &Output) -> Option<u32> {
    let text = output.text();
    let score = |seat: char| {
        let is_name = |word: &str| {
            ["you", "human", "player", "first", "greedy", "expert", "lev", "program"]
                .iter()
                .any(|name| word.starts_with(name))
        };
        text.lines().find_map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let named = words.windows(2).any(|pair| pair[0].chars().eq([seat]) && is_name(pair[1]));
            words.last().filter(|_| named)?.parse::<u32>().ok()
        })
    };
    Some(score('O')? + score('X')?)
}

/// Whether the game on the screen is over.
pub fn is_over(output: &Output) -> bool {
    [" wins: ", " wins.", "A draw: "].iter().any(|words| output.find(words).is_some())
}

/// Whether a person is to move, and the tiles there are.
pub fn to_move(output: &Output) -> Option<u32> {
    let asked = ["Your move", " to move"].iter().any(|words| output.find(words).is_some());
    tiles(output).filter(|_| asked)
}

/// Waits until a person is to move, and says how many tiles there are.
#[track_caller]
pub fn wait_to_move(terminal: &Terminal) -> u32 {
    terminal.wait("a person's move", to_move)
}

/// Waits until there are so many tiles.
#[track_caller]
pub fn wait_tiles(terminal: &Terminal, count: u32) {
    terminal.wait_for(&format!("{count} tiles"), |output| tiles(output) == Some(count));
}

/// Makes a move by `hand` whenever a person is to move, until the game is over.
#[track_caller]
pub fn play_to_the_end(terminal: &Terminal, hand: impl Fn(&Terminal)) {
    loop {
        let next = terminal.wait("a person's move or the end", |output| {
            if is_over(output) { Some(None) } else { to_move(output).map(Some) }
        });
        let Some(before) = next else { return };
        hand(terminal);
        terminal.wait_for("the move", |output| tiles(output).is_some_and(|now| now != before));
    }
}

/// One move and the answer to it, by keyboard; says how many tiles there are then.
#[track_caller]
pub fn play_once(terminal: &Terminal) -> u32 {
    let before = wait_to_move(terminal);
    terminal.press("tab enter");
    terminal.wait("the answer", |output| to_move(output).filter(|&now| now > before + 1))
}

/// Checks that the program ended as it should, and gave the terminal back.
#[track_caller]
pub fn assert_left(terminal: &Terminal, exit: &Exit) {
    assert_eq!(terminal.wait_exit(), *exit, "\n{}", terminal.describe());
    terminal.assert_restored();
}

/// With a home in which nothing can be kept: a file stands in the place of the folder.
pub fn keeping_nothing(launch: &Launch) -> Launch {
    let file = launch.home().join("no-folder");
    std::fs::write(&file, "").expect("the home can be written");
    launch.clone().env("FOURCADE_HOME", file)
}

/// Leaves a game that is not over, and then the arcade: nothing is asked, as nothing is lost.
#[track_caller]
pub fn leave_unfinished(terminal: &Terminal) {
    terminal.press("esc");
    terminal.wait_text("see you");
    terminal.press("q");
    assert_left(terminal, &Exit::Code(0));
}
