//! Tests of the statistics of finished games.

use super::{
    flip_table::{assert_left, play_to_the_end, put_card_away, table, wait_for_card},
    store::json,
};
use crate::support::{Exit, Launch, Terminal};

fn play_first_move(terminal: &Terminal) {
    terminal.press("tab enter");
}

/// Returns the words in the row of an opponent on a board of this size.
fn row(terminal: &Terminal, opponent: &str, size: &str) -> Vec<String> {
    terminal.wait(&format!("a row of {opponent} {size}"), |output| {
        let text = output.text();
        let mut rows = text
            .lines()
            .map(|line| line.split_whitespace().filter(|word| *word != "▸").collect::<Vec<_>>());
        let found = rows.find(|words| words.starts_with(&[opponent, size]))?;
        Some(found.into_iter().map(str::to_owned).collect())
    })
}

#[test]
fn finished_games_are_counted() {
    let launch = table("human,first", "--size 4");
    let terminal = launch.start();
    play_to_the_end(&terminal, play_first_move);
    wait_for_card(&terminal);
    terminal.press("n");
    terminal.wait_text("game 2");
    play_to_the_end(&terminal, play_first_move);
    put_card_away(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("t");
    terminal.wait_text("▸ Flip");
    terminal.wait_text("2 lost  -");
    terminal.wait_text("The chart begins after 3 games.");

    terminal.press("tab");
    terminal.wait_text("▸ Beginner x 3");
    terminal.press("tab end");
    let shown = row(&terminal, "First", "4");
    let counts = &json(launch.home())["games"][0];
    let expected = ["played", "won", "drawn", "lost"].map(|name| counts[name].to_string());
    assert_eq!(shown[2..6], expected, "{}", terminal.describe());
    let margin = counts["margin_mean"].as_f64().expect("both games were played to the end");
    assert_eq!((shown[7].as_str(), expected[0].as_str()), (format!("{margin:+.1}").as_str(), "2"));

    terminal.resize(40, 12);
    terminal.wait_text("◂  Flip  ▸");
    terminal.wait_text("▸ First");
    terminal.press("v");
    terminal.wait_text(": results");
    terminal.resize(120, 40);
    terminal.wait_text(": results");
    terminal.wait_text("lost");
    terminal.press("tab tab");
    terminal.wait_text("▸ Beginner");
    terminal.press("backtab backtab");
    assert_eq!(row(&terminal, "First", "4")[2..6], expected);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.click("Statistics");
    terminal.wait_text("▸ Flip");
    terminal.click("▸ Flip");
    row(&terminal, "First", "4");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn uncounted_games_are_reported() {
    let terminal = table("human,human", "--size 4").start();
    play_to_the_end(&terminal, play_first_move);
    put_card_away(&terminal);
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    terminal.press("t");
    terminal.wait_text("No games to count yet.");
    terminal.wait_text("Not counted: 1 between people.");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn an_unreadable_store_is_reported() {
    let launch = Launch::arcade();
    std::fs::create_dir(launch.home().join("fourcade.db")).expect("the home can be written");
    let terminal = launch.start();
    terminal.wait_text("fourcade.db");
    terminal.press("t");
    terminal.wait_text("Can't count the saved games: ");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}
