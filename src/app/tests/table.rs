//! The table: a game, keys, and what stands on the table then.

use super::stage::{self, Stage, session, whole_game};
use crate::{
    app::{Start, arcade::Effect, message::Message, table::TableScreen},
    ui::ColorDepth,
};

const PERSONS: [&str; 2] = ["human", "human"];
const OWN: [&str; 2] = ["human", "first"];

fn at(players: [&'static str; 2], moves: &[&str]) -> Stage {
    Stage::menu().over(stage::table(session(players, 8, moves)))
}

/// The moves that the log shows.
fn moves(stage: &mut Stage) -> Vec<String> {
    let drawn = stage.text((160, 50));
    let told = drawn
        .lines()
        .filter_map(|line| line.split_once(" plays ")?.1.split_once(", flips").map(|told| told.0));
    told.map(str::to_owned).collect()
}

/// These keys at this table lead to these moves and show these words, or not those behind a `!`.
#[track_caller]
fn check(players: [&'static str; 2], before: &[&str], keys: &str, after: &[&str], words: &[&str]) {
    let mut stage = at(players, before);
    stage.keys(keys);
    assert_eq!(moves(&mut stage), after, "after {keys}");
    for words in words {
        stage.shows(words);
    }
}

#[test]
fn undo_and_redo() {
    // Two persons: one move at a time.
    check(PERSONS, &["2 4", "2 5"], "u", &["2 4"], &["X to move."]);
    check(PERSONS, &["2 4", "2 5"], "uu", &[], &["O to move."]);
    check(PERSONS, &["2 4", "2 5"], "uuu", &[], &["There is no choice to take back."]);
    check(PERSONS, &["2 4", "2 5"], "uur", &["2 4"], &["X to move."]);
    check(PERSONS, &["2 4", "2 5"], "uurr", &["2 4", "2 5"], &["O to move."]);
    check(PERSONS, &["2 4", "2 5"], "r", &["2 4", "2 5"], &["Nothing was taken back."]);
    check(PERSONS, &["2 4", "2 5"], "u23<Enter>", &["2 4", "2 3"], &["O to move."]);
    check(PERSONS, &["2 4", "2 5"], "u23<Enter>r", &["2 4", "2 3"], &["Nothing was taken back."]);
    // Against a computer: its answer goes, too, and comes back with the choice it answered.
    check(OWN, &["2 4", "2 3"], "u", &[], &["Your move."]);
    check(OWN, &["2 4", "2 3"], "ur", &["2 4", "2 3"], &["Your move."]);
    check(OWN, &["2 4", "2 3", "2 2", "2 5"], "u", &["2 4", "2 3"], &["Your move."]);
}

#[test]
fn a_game_that_is_over_can_be_taken_back() {
    let all = whole_game();
    let all: Vec<_> = all.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(stage::table(session(OWN, 4, &all)));
    stage.shows("You win! O wins: O 12, X 4.").keys("i").shows("It is not your move.");
    stage.keys("u").shows("Your move.").shows("!You win");
    stage.keys("r").shows("You win");
}

#[test]
fn what_is_chosen_is_played() {
    check(PERSONS, &[], "24<Enter>25<Enter>", &["2 4", "2 5"], &["O to move."]);
    check(PERSONS, &[], "00<Enter>", &[], &["0 0 flips nothing", "O to move."]);
    check(PERSONS, &[], "o", &[], &["A person plays here."]);
    check(PERSONS, &[], ".", &[], &["A person plays here."]);
    check(PERSONS, &[], "1", &[], &["row column: 1"]);
    check(PERSONS, &[], "x", &[], &["O to move."]);
}

#[test]
fn giving_up() {
    check(PERSONS, &["2 4"], "g", &["2 4"], &["Give up?"]);
    check(PERSONS, &["2 4"], "gn", &["2 4"], &["!Give up?", "X to move."]);
    check(PERSONS, &["2 4"], "g<Esc>", &["2 4"], &["!Give up?", "X to move."]);
    check(PERSONS, &["2 4"], "gy", &["2 4"], &["O player 1 wins: O 4, X 1. X", "gave up."]);
    check(PERSONS, &["2 4"], "gyu", &["2 4"], &["X to move."]);
    check(PERSONS, &["2 4"], "gyg", &["2 4"], &["Nobody can give up now."]);
    check(OWN, &[], "gy", &[], &["You lose. X wins: O 2, X 2. O"]);
    check(["first", "last"], &["2 4"], "g", &["2 4"], &["Nobody can give up now."]);
}

#[test]
fn again_and_with_the_seats_changed() {
    check(PERSONS, &[], "n", &[], &["game 2", "!Leave this game?"]);
    check(OWN, &[], "w", &[], &["X you", "O first", "game 2"]);
    // As it was loaded it can be loaded again; what was played since could be lost.
    check(PERSONS, &["2 4"], "n", &[], &["game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>n", &["2 4", "2 5"], &["Start anew?"]);
    check(PERSONS, &["2 4"], "25<Enter>nn", &["2 4", "2 5"], &["!Start anew?", "!game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>ny", &[], &["game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>wy", &[], &["game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>un", &[], &["game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>gyn", &[], &["game 2"]);
    check(PERSONS, &["2 4"], "25<Enter>ns", &["2 4", "2 5"], &["Save the game as"]);
    check(PERSONS, &["2 4"], "25<Enter>ns<Esc>", &["2 4", "2 5"], &["!Save the game as"]);
}

#[test]
fn leaving_and_quitting_ask_only_when_something_could_be_lost() {
    for (keys, effect, words) in [
        ("<Esc>", Effect::Draw, "f o u r c a d e"),
        ("24<Enter><Esc>", Effect::Draw, "Leave this game?"),
        ("24<Enter><Esc>n", Effect::Draw, "X to move."),
        ("24<Enter><Esc><Esc>", Effect::Draw, "X to move."),
        ("24<Enter><Esc>y", Effect::Draw, "f o u r c a d e"),
        ("q", Effect::Quit, ""),
        ("24<Enter>q", Effect::Draw, "Quit?"),
        ("24<Enter>qn", Effect::Draw, "X to move."),
        ("24<Enter>qy", Effect::Quit, ""),
        ("24<Enter>qn<Esc>y", Effect::Draw, "f o u r c a d e"),
        ("24<Enter>gyq", Effect::Quit, ""),
        ("24<Enter>uq", Effect::Quit, ""),
        // In a dialog letters are answers; in a line of text they are text.
        ("gq", Effect::Quit, ""),
        ("sq", Effect::Draw, "flip-7.jsonlq"),
        ("s?", Effect::Draw, "flip-7.jsonl?"),
        ("s<C-u>abc<Back>", Effect::Draw, "ab"),
        // At once means at once.
        ("24<Enter><C-c>", Effect::Quit, ""),
        ("24<Enter>g<C-c>", Effect::Quit, ""),
        ("24<Enter>?q", Effect::Draw, "X to move."),
    ] {
        // No blocks: the title is written in letters.
        let mut stage = Stage::looking(ColorDepth::Mono, true);
        stage = stage.over(stage::table(session(PERSONS, 8, &[])));
        stage.keys(keys);
        assert_eq!(stage.effect, effect, "{keys}");
        stage.shows(words);
    }
}

#[test]
fn quitting_asks_for_a_game_under_the_help_too() {
    let mut stage = at(PERSONS, &[]);
    stage
        .keys("24<Enter>?")
        .shows("Keys")
        .click("quit", (100, 30))
        .shows("Quit?")
        .keys("n")
        .shows("X to move.");
}

#[test]
fn the_mouse_plays_and_runs_what_the_footer_names() {
    let mut stage = at(PERSONS, &[]);
    stage.click("▗▖", (80, 24));
    assert_eq!(moves(&mut stage), ["2 4"]);
    stage.click("u undo", (80, 24));
    assert_eq!(moves(&mut stage), [""; 0]);
    stage.keys("24<Enter>g").click("n play on", (80, 24)).shows("!Give up?");
    stage.keys("g").click("Flip 8 x 8", (80, 24)).shows("Give up?");
}

/// Waits for what workers say, and lets the table see it.
fn hear(stage: &mut Stage) {
    let message = stage.messages.recv().expect("a worker says something");
    assert!(matches!(message, Message::Woken));
    stage.arcade.handle(message);
}

#[test]
fn an_answer_that_comes_too_late_is_not_played() {
    // Taken back before the computer was heard.
    let mut stage = at(OWN, &[]);
    stage.keys("24<Enter>").shows("X is thinking").keys("u").shows("Your move.");
    hear(&mut stage);
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
    // Taken back after it was heard, but before its answer was shown.
    let mut stage = at(OWN, &[]);
    stage.keys("24<Enter>");
    hear(&mut stage);
    assert!(stage.arcade.next_tick().is_some(), "the answer waits for its time");
    stage.keys("u").shows("Your move.");
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
    // A new game, while the computer thinks about the old one.
    let mut stage = at(OWN, &[]);
    stage.keys("24<Enter>ny").shows("game 2");
    hear(&mut stage);
    assert_eq!(moves(&mut stage), [""; 0]);
}

#[test]
fn a_recorded_game_is_gone_through_step_by_step() {
    for players in [["first", "last"], PERSONS, OWN] {
        let recorded = session(players, 8, &["2 4", "2 5"]);
        let mut stage =
            Stage::menu().over(TableScreen::new(recorded, Start::Replay, &stage::still()));
        stage.shows("Replay: turn 0 of 2").keys("r").shows("O plays 2 4").shows("!X plays");
        stage.keys("u.").shows("Replay: turn 1 of 2").shows("O plays 2 4");
        stage.keys(".").shows("X plays 2 5").shows("The record ends here.").shows("!to move");
        stage
            .keys("r")
            .shows("Nothing was taken back.")
            .keys(",,")
            .shows("!plays")
            .shows("Replay: turn 0 of 2");
        stage.keys("<End>").shows("X plays 2 5").keys("<Home>").shows("!plays");
        stage.keys("q");
        assert_eq!(stage.effect, Effect::Quit, "nothing could be lost");
    }
}

#[test]
fn a_recorded_game_is_left_to_play_on() {
    let recorded = || {
        TableScreen::new(
            session(PERSONS, 8, &["2 4", "2 5", "2 6"]),
            Start::Replay,
            &stage::still(),
        )
    };
    // Nothing is played while it goes its own way.
    let mut stage = Stage::menu().over(recorded());
    stage.keys("r23<Enter>").shows("Replay: turn 1 of 3");
    stage.keys("br").shows("X to move.").keys("23<Enter>");
    assert_eq!(moves(&mut stage), ["2 4", "2 3"]);
    stage.keys("r").shows("Nothing was taken back.").keys("q").shows("Quit?");
}

#[test]
fn a_step_that_was_taken_back_is_not_taken_by_itself() {
    let mut stage = at(["first", "last"], &["2 4"]);
    stage.keys(" ").shows("Paused.").keys(".").keys("u");
    hear(&mut stage);
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
}

#[test]
fn a_click_reaches_only_what_was_drawn() {
    // The question is open, but not drawn yet: what is under the pointer belongs to the table.
    for words in ["quit", "u undo", "X"] {
        let mut stage = at(PERSONS, &[]);
        let place = stage.keys("24<Enter>").find(words, (80, 24));
        stage.keys("g").click_at(place).shows("Give up?");
    }
}

#[test]
fn the_hint_is_shown_until_something_is_played() {
    let mut stage = Stage::menu().over(stage::table(session(PERSONS, 4, &[])));
    stage.keys("i").shows("a hint is on its way");
    while stage.usual().contains("on its way") {
        hear(&mut stage);
    }
    stage.shows("Hint: ").keys("02<Enter>").shows("!Hint: ").shows("X to move.");
}
