//! Whole games of Concentration between people and computer players, by keyboard and by mouse.

use fourcade_engine::{
    concentration::model::{CardLayout, PlayingCard, Spot},
    play::random,
};

use super::flip_table::{assert_left, is_over, leave_unfinished, put_card_away, wait_for_card};
use crate::support::{Exit, Launch, Mouse, Output, Terminal};

const SEED: u64 = 3;

fn table(command: &str, players: &str, options: &str) -> Launch {
    let seed = SEED.to_string();
    Launch::arcade()
        .args([command, "concentration", "--seed", &seed, "--players", players])
        .args(options.split_whitespace())
}

/// Returns all pairs of the layout, which are the turns of a perfectly lucky person.
fn pairs() -> Vec<[Spot; 2]> {
    let deal = CardLayout::shuffled(&mut random::rng(SEED, &[]));
    let mut spots: Vec<Spot> = Spot::all().collect();
    spots.sort_by_key(|&spot| deal.at(spot).rank());
    spots.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns the card on the spot.
fn card(spot: Spot) -> PlayingCard {
    CardLayout::shuffled(&mut random::rng(SEED, &[])).at(spot)
}

/// Returns the column and row of a card's upper left corner in an 80 x 24 window, with cards of
/// 4 x 3 and a gap of one column; `None` once the piles are laid out.
fn place(output: &Output, spot: Spot) -> Option<(u16, u16)> {
    let (left, header) = output.find(" 1    2 ")?;
    let along = |count: usize, each: u16| u16::try_from(count).unwrap() * each;
    Some((left + along(spot.column() - 1, 5), header + 1 + along(spot.row(), 4)))
}

/// Returns the number of the current turn on the screen.
fn turn(output: &Output) -> Option<u32> {
    let text = output.text();
    let (_, rest) = text.split_once(" turn ")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Types a spot and turns up its card.
fn choose(terminal: &Terminal, spot: Spot) {
    terminal.press(&format!("{} space", spot.row() + 1));
    terminal.type_text(&spot.column().to_string());
    terminal.press("enter");
}

fn click(terminal: &Terminal, spot: Spot) {
    let place = terminal.inspect(|output| place(output, spot));
    let (column, row) = place.expect("the cards are on the table");
    terminal.mouse(Mouse::Click(column + 2, row + 1));
}

/// Wins one pair after the other whenever a person is to move, until the game is over. `is_own`
/// says which turns are a person's, because the number changes when the turn before has been seen.
/// `turn_up` turns up the card on a spot.
#[track_caller]
fn win_pairs(terminal: &Terminal, is_own: impl Fn(u32) -> bool, turn_up: impl Fn(&Terminal, Spot)) {
    let mut pairs = pairs().into_iter();
    loop {
        let next = terminal.wait("a person's turn or the end", |output| {
            let is_asked = [" to move", "Your move"].iter().any(|text| output.find(text).is_some());
            if is_over(output) {
                return Some(None);
            }
            let now = turn(output).filter(|&turn| is_asked && is_own(turn))?;
            // A won card keeps its face, whatever colour the pair has while it is celebrated.
            let lying: Vec<_> = Spot::all().filter(|&spot| !is_shown(output, spot)).collect();
            Some(Some((now, lying)))
        });
        let Some((now, lying)) = next else { return };
        // The opponent may have won a card of the pair.
        let is_free = |pair: &[Spot; 2]| pair.iter().all(|spot| lying.contains(spot));
        let pair = pairs.find(is_free).unwrap_or_else(|| {
            let (first, others) = lying.split_first().expect("a card is face down");
            let mate = others.iter().find(|&&spot| card(spot).rank() == card(*first).rank());
            [*first, *mate.expect("the other card of the pair is face down")]
        });
        for spot in pair {
            turn_up(terminal, spot);
            terminal.wait_for("the card", |output| {
                // The card of the result covers the board.
                is_over(output)
                    || is_shown(output, spot)
                    || turn(output).is_some_and(|turn| turn > now)
            });
        }
        terminal.wait_for("the next turn", |output| {
            is_over(output) || turn(output).is_some_and(|turn| turn > now)
        });
    }
}

#[test]
fn two_people_win_all_pairs() {
    let terminal = table("play", "human,human", "").start();
    terminal.wait_text("Player 1 to move");
    win_pairs(&terminal, |_| true, choose);
    terminal.wait_text("A tie");
    put_card_away(&terminal);
    terminal.wait_text("It's a tie: Player 1 13,");
    terminal.press("n");
    terminal.wait_text("game 2");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_person_wins_against_a_computer_by_keyboard() {
    let terminal = table("play", "human,memory:5", "--linger 0").start();
    win_pairs(&terminal, |turn| turn % 2 == 1, choose);
    put_card_away(&terminal);
    terminal.wait_text("You win: You ");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
}

#[test]
fn a_person_wins_against_a_computer_by_mouse() {
    let terminal = table("play", "memory:0,human", "--linger 0").start();
    win_pairs(&terminal, |turn| turn % 2 == 0, click);
    put_card_away(&terminal);
    terminal.wait_text("You win: ");
}

#[test]
fn a_demo_runs_to_its_end() {
    for players in ["memory:20,perfect", "perfect,memory:10"] {
        let terminal = table("watch", players, "--speed 500 --no-motion").start();
        terminal.press("m");
        wait_for_card(&terminal);
        terminal.press("q");
        assert_left(&terminal, &Exit::Code(0));
    }
}

/// Returns the spots of two cards that are not a pair.
fn mismatch() -> [Spot; 2] {
    let first = pairs()[0][0];
    [
        first,
        Spot::all()
            .find(|&spot| card(spot).rank() != card(first).rank())
            .expect("there is another rank"),
    ]
}

/// Returns whether the screen shows the rank of the card on this spot.
fn is_shown(output: &Output, spot: Spot) -> bool {
    let Some((column, row)) = place(output, spot) else { return false };
    let middle = output.screen().rows(column, 4).nth(usize::from(row) + 1).unwrap_or_default();
    middle.contains(card(spot).rank().name())
}

#[test]
fn a_mismatch_stays_until_a_key_is_pressed_which_has_no_other_effect() {
    let terminal = table("play", "human,human", "--linger key").start();
    terminal.wait_text("Player 1 to move");
    for spot in mismatch() {
        choose(&terminal, spot);
        terminal.wait_for("the card", |output| is_shown(output, spot));
    }
    terminal.wait_text("any key go on");
    assert!(mismatch().into_iter().all(|spot| terminal.inspect(|output| is_shown(output, spot))));
    terminal.press("enter");
    terminal.wait_text("Player 2 to move");
    assert!(
        !mismatch().into_iter().any(|spot| terminal.inspect(|output| is_shown(output, spot))),
        "{}",
        terminal.text()
    );
    // That key did not turn up a card, but the next one does.
    terminal.press("enter");
    terminal.wait_for("the card under the cursor", |output| is_shown(output, mismatch()[1]));
}

#[test]
fn a_mismatch_disappears_after_a_moment() {
    let terminal = table("play", "human,human", "--linger 1.5").start();
    terminal.wait_text("Player 1 to move");
    for spot in mismatch() {
        choose(&terminal, spot);
        terminal.wait_for("the card", |output| is_shown(output, spot));
    }
    terminal.wait_for("both cards to be face down", |output| {
        !mismatch().into_iter().any(|spot| is_shown(output, spot))
    });
    terminal.wait_text("Player 2 to move");
}

#[test]
fn undoing_a_revealed_card_makes_it_a_practice_game() {
    let terminal = table("play", "human,random", "").start();
    terminal.wait_text("Your move: turn");
    let [first, _] = pairs()[0];
    choose(&terminal, first);
    terminal.wait_for("the card", |output| is_shown(output, first));
    terminal.press("u");
    terminal.wait_text("Take it back?");
    terminal.press("n");
    terminal.wait_gone("Take it back?");
    assert!(terminal.inspect(|output| is_shown(output, first)));
    terminal.press("u");
    terminal.wait_text("Take it back?");
    terminal.press("y");
    terminal.wait_text("practice");
    terminal.wait_for("the card to be face down", |output| !is_shown(output, first));
    // The confirmation is needed only once.
    choose(&terminal, first);
    terminal.wait_for("the card", |output| is_shown(output, first));
    terminal.press("u");
    terminal.wait_for("the card to be face down", |output| !is_shown(output, first));
    leave_unfinished(&terminal);
}

#[test]
fn a_hint_shows_the_value_of_each_choice() {
    let terminal = table("play", "human,memory:5", "").start();
    terminal.wait_text("Your move");
    terminal.press("i");
    terminal.wait_text("Turn over ");
}

#[test]
fn every_card_is_visible_at_any_window_size() {
    for (columns, rows) in [(40, 12), (54, 20), (80, 24), (100, 30), (160, 50)] {
        let terminal = table("play", "human,human", "").size(columns, rows).start();
        terminal.wait_text("Player 1");
        let header = terminal
            .text()
            .lines()
            .find(|line| line.contains(" 13"))
            .map(str::to_owned)
            .expect("the column numbers are shown");
        let numbers: Vec<_> = header.split_whitespace().take(13).map(ToOwned::to_owned).collect();
        assert_eq!(numbers, (1..=13).map(|column| column.to_string()).collect::<Vec<_>>());
        // The last card can be turned up.
        choose(&terminal, Spot::new(3, 13).expect("the spot is on the table"));
        terminal.wait_text(card(Spot::new(3, 13).expect("the spot is on the table")).rank().name());
        leave_unfinished(&terminal);
    }
}

#[test]
fn a_window_that_is_too_small_shows_a_message() {
    let terminal = table("play", "human,human", "").size(39, 11).start();
    terminal.wait_text("40 x 11");
}
