//! Whole games of Eater: a person in either role, two people who take turns or type blind, and
//! computer players. Checks that no choice is shown too early.

use std::time::Duration;

use super::flip_table::{assert_left, is_over, put_card_away, wait_for_card};
use crate::support::{Exit, Launch, Mouse, Output, Terminal};

fn table(command: &str, players: &str, options: &str) -> Launch {
    Launch::arcade()
        .args([command, "eater", "--seed", "3", "--players", players])
        .args(options.split_whitespace())
}

/// Returns the number of empty cells in the panel, or `None` if the panel does not show it.
fn empty_count(output: &Output) -> Option<u32> {
    let text = output.text();
    let (before, _) = text.split_once(" empty cells")?;
    before.split_whitespace().last()?.parse().ok()
}

/// Returns the words of the panel, which stands below the title and beside the board, as one line.
fn panel(output: &Output) -> String {
    let Some((left, _)) = output.find("Eater ") else { return String::new() };
    let rows: Vec<_> = output.screen().rows(left, output.size().1 - left).collect();
    rows.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Waits for this text in the panel, where it may be broken into lines.
#[track_caller]
fn wait_panel(terminal: &Terminal, text: &str) {
    terminal.wait_for(&format!("{text:?} in the panel"), |output| panel(output).contains(text));
}

/// Returns the number of rounds in the log.
fn round_count(output: &Output) -> usize {
    logged_rounds(output).len()
}

/// Returns the cells that the log contains, in their text form.
fn logged_cells(output: &Output) -> Vec<String> {
    logged_rounds(output).concat()
}

/// Returns the cells of each round in the log: one that both chose, or one after each name.
fn logged_rounds(output: &Output) -> Vec<Vec<String>> {
    let panel = panel(output);
    let words: Vec<_> = panel.split(' ').collect();
    let number = |at: usize| words.get(at)?.trim_end_matches(',').parse::<u32>().ok();
    let cell_after = |at: usize| Some(format!("{} {}", number(at + 1)?, number(at + 2)?));
    let round = |at: usize| {
        let cell = cell_after(at)?;
        if words[at] == "chose" {
            return Some(vec![cell]);
        }
        let is_first = words[at].ends_with(':') && words[at + 2].ends_with(',');
        let second = (at + 3..words.len()).find(|&at| words[at].ends_with(':'));
        Some(vec![cell, cell_after(second.filter(|_| is_first)?)?])
    };
    (0..words.len()).filter_map(round).collect()
}

/// Types the first empty cell whenever a person is to choose, until the game is over.
#[track_caller]
fn play_to_the_end(terminal: &Terminal, size: usize) {
    let cells =
        || (1..=size).flat_map(|row| (1..=size).map(move |column| format!("{row} {column}")));
    let has =
        |output: &Output, texts: &[&str]| texts.iter().any(|text| output.find(text).is_some());
    let is_covered = |output: &Output| has(output, &["looking."]);
    let mut taken: Vec<String> = Vec::new();
    loop {
        // A large board comes in several parts.
        terminal.wait_idle(Duration::from_millis(200));
        // Read everything from the same frame, because the next frame may follow at once.
        let next = terminal.wait("a person's choice or the end", |output| {
            let is_asked = has(output, &[" to move", "Your move"]);
            if is_over(output) {
                Some(None)
            } else {
                (is_asked || is_covered(output)).then(|| Some((is_asked, logged_cells(output))))
            }
        });
        let Some((is_asked, before)) = next else { return };
        if !is_asked {
            terminal.take_keyboard();
            terminal.wait_for("the board to be uncovered", |output| !is_covered(output));
            continue;
        }
        taken.extend(before.clone());
        terminal
            .press(&cells().find(|cell| !taken.contains(cell)).expect("there is an empty cell"));
        terminal.press("enter");
        terminal.wait_for("the choice", |output| {
            is_over(output) || is_covered(output) || logged_cells(output) != before
        });
    }
}

#[test]
fn a_person_plays_the_passer_against_a_computer() {
    let terminal = table("play", "human,random", "--size 3 --ascii").start();
    terminal.wait_text("Your move");
    play_to_the_end(&terminal, 3);
    put_card_away(&terminal);
    assert!(
        ["You win", "You lose."].iter().any(|text| terminal.text().contains(text)),
        "{}",
        terminal.describe()
    );
    assert!(terminal.text().is_ascii(), "{}", terminal.describe());
    terminal.press("n");
    terminal.wait_text("game 2");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_person_plays_the_eater_against_a_computer() {
    let terminal = table("play", "random,human", "--size 7 --ascii").size(100, 60).start();
    terminal.wait_text("Your move");
    play_to_the_end(&terminal, 7);
    put_card_away(&terminal);
    assert!(
        ["You win", "You lose."].iter().any(|text| terminal.text().contains(text)),
        "{}",
        terminal.describe()
    );
}

#[test]
fn two_people_choose_one_after_the_other() {
    let terminal = table("play", "human,human", "--size 3 --ascii --linger 0.5").start();
    terminal.wait_text("Your turn as Passer");
    play_to_the_end(&terminal, 3);
    // Both always choose the same cell, so the Eater gets all of them.
    put_card_away(&terminal);
    terminal.wait_text("Eater Player 2 wins.");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn two_people_type_blind() {
    let terminal = table("play", "human,human", "--size 3").start();
    terminal.wait_hand_over();
    terminal.press("tab");
    for (keys, log) in [("a a 1 3", "1 1, Player 2: 1 3"), ("2 b 3 b", "2 2, Player 2: 2 3")] {
        terminal.wait_text("Player 1  a-c  _ _");
        terminal.press(keys);
        wait_panel(&terminal, log);
    }
    terminal.press("c c 3");
    terminal.wait_text("Player 1  chosen");
    terminal.wait_text("Player 2  1-3  * _");
    terminal.press("space");
    terminal.wait_text("Player 1  a-c  _ _");
    terminal.press("c b 1");
    put_card_away(&terminal);
    terminal.wait_text("Passer Player 1 wins.");
    // The Passer has won, so letters are commands again.
    terminal.press("n");
    terminal.wait_text("game 2");
    terminal.wait_text("Player 1  a-c  _ _");
    terminal.press("tab");
    terminal.wait_text("Your turn as Passer");
}

/// Waits for a text and returns what is visible in each cell of the screen.
#[track_caller]
fn frame(terminal: &Terminal, text: &str) -> Vec<String> {
    terminal.wait(text, |output| {
        let screen = output.screen();
        let (rows, columns) = output.size();
        let visible = |cell: &vt100::Cell| {
            // The colour and the weight of a blank are not visible.
            let ink = (!cell.contents().trim().is_empty())
                .then(|| (cell.contents().to_owned(), cell.fgcolor(), cell.bold(), cell.italic()));
            format!("{ink:?} {:?} {} {}", cell.bgcolor(), cell.underline(), cell.inverse())
        };
        let positions = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        output.find(text).map(|_| {
            let cells = positions.filter_map(|(row, column)| screen.cell(row, column));
            cells.map(visible).collect()
        })
    })
}

#[test]
fn the_screen_does_not_reveal_the_first_choice() {
    let [first, second] = ["enter", "left left up enter"].map(|keys| {
        let terminal = table("play", "human,human", "--size 7").start();
        terminal.wait_text("Your turn as Passer");
        terminal.wait_hand_over();
        let mut frames = vec![frame(&terminal, "Enter show")];
        terminal.press("enter");
        frames.push(frame(&terminal, "Player 1 to move"));
        terminal.press(keys);
        terminal.wait_text("Your turn as Eater");
        terminal.wait_hand_over();
        frames.push(frame(&terminal, "Enter show"));
        terminal.press("enter");
        frames.push(frame(&terminal, "Player 2 to move"));
        terminal.press("2");
        frames.push(frame(&terminal, "row column: 2"));
        terminal.press("2 enter");
        terminal.wait_text(", Player 2: 2 2");
        frames
    });
    for (number, (one, other)) in first.iter().zip(&second).enumerate() {
        let different: Vec<_> =
            one.iter().zip(other).enumerate().filter(|(_, (a, b))| a != b).collect();
        assert!(different.is_empty(), "frame {number}, cell (in reading order): {different:#?}");
    }
}

#[test]
fn a_waiting_choice_and_a_whole_round_can_be_undone() {
    let terminal = table("play", "human,human", "--size 7").start();
    terminal.wait_text("Your turn as Passer");
    terminal.take_keyboard();
    terminal.press("enter");
    terminal.wait_text("Your turn as Eater");
    terminal.wait_hand_over();
    terminal.press("u");
    terminal.wait_text("Your turn as Passer");
    terminal.take_keyboard();
    terminal.press("1 1 enter");
    terminal.wait_text("Your turn as Eater");
    terminal.take_keyboard();
    terminal.press("2 2 enter");
    terminal.wait_text("Player 1: 1 1, Player 2: 2 2");
    terminal.wait_text("any key go on");
    terminal.press("enter");
    terminal.wait_hand_over();
    terminal.press("u");
    terminal.wait_for("an empty board", |output| {
        empty_count(output) == Some(49) && round_count(output) == 0
    });
    terminal.wait_text("Your turn as Passer");
    terminal.take_keyboard();
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn a_hint_and_a_choice_by_mouse() {
    let terminal = table("play", "human,random", "--size 7 --ascii").start();
    terminal.wait_text("Your move");
    terminal.click("i hint");
    terminal.wait_text("Choose ");
    let (column, row) =
        terminal.wait("the first column number", |output| output.find(" 1     2     3"));
    terminal.mouse(Mouse::Click(column + 1, row + 2));
    wait_panel(&terminal, ": 1 1, Random: ");
    terminal.wait_gone("Choose ");
}

#[test]
fn computers_play_to_the_end_and_can_be_analysed() {
    let terminal = table("watch", "random,random", "--size 3 --speed 0.01").start();
    terminal.wait_text("100 s per move");
    terminal.press("space");
    terminal.wait_text("Paused.");
    // The strongest computer player analyses one seat after the other.
    for seat in ["Passer should choose ", "Eater should choose "] {
        terminal.press("i");
        terminal.wait_text(seat);
        wait_panel(&terminal, "times in 10");
    }
    terminal.press("i");
    terminal.wait_gone("Eater should choose ");
    terminal.press("space");
    for _ in 0..7 {
        terminal.press("+");
    }
    wait_for_card(&terminal);
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn the_window_can_be_resized_in_the_middle_of_a_choice() {
    let terminal = table("play", "human,human", "--size 15 --ascii").start();
    terminal.wait_text("Your turn as Passer");
    terminal.take_keyboard();
    terminal.press("1 2 space 3");
    terminal.wait_text("row column: 12 3");
    terminal.resize(40, 12);
    terminal.wait_text("12 3");
    terminal.press("enter");
    terminal.wait_text("Press Enter");
    terminal.resize(160, 50);
    terminal.wait_text("isn't looking.");
    assert!(!terminal.text().contains("12 3"), "{}", terminal.describe());
    terminal.take_keyboard();
    terminal.press("1 space 1 enter");
    terminal.wait_text("Player 1: 12 3, Player 2: 1 1");
}
