//! The table: playing, undo, resigning, leaving and replaying, by keys and clicks.

use std::{rc::Rc, time::Duration};

use insta::assert_snapshot;
use ratatui::{buffer::Buffer, layout::Rect};

use super::stage::{self, SMALL, Stage, session, session_of, whole_game};
use super::wrapped_text;
use crate::{
    app,
    arcade::{
        Start,
        message::Effect,
        screen::{Commands as _, ErasedCommands as _, Screen as _, ScreenContext},
        table::{TableScreen, open_table},
        terminal_events,
    },
    database::Store,
    games::{ActionText as _, GameWords as _, Notation},
    settings::Settings,
    widgets::{ClickAreas, ColorDepth, keys, testing},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{Game as _, GameInfo as _, Observation as _, RecordHeader, Seat, Seats, Session},
};

const RESIGN: &str = "?resign<Enter>";
const PEOPLE: [&str; 2] = ["human", "human"];
const ONE_PERSON: [&str; 2] = ["human", "first"];

fn at(players: [&'static str; 2], moves: &[&str]) -> Stage {
    Stage::menu().over(stage::table(session(players, 8, moves)))
}

/// The moves in the log, in the notation of records.
fn moves(stage: &mut Stage) -> Vec<String> {
    let drawn = stage.text((118, 60));
    let moves = drawn.lines().filter_map(|line| {
        let (_, entry) = line.split_once(" played ")?;
        let (cell, _) = entry.split_once(" (+")?;
        Some(Flip::parse(cell, Notation::FromOne).unwrap().to_string())
    });
    moves.collect()
}

/// Checks the moves after `keys`, and that the screen shows `texts` or, behind a `!`, lacks them.
#[track_caller]
fn check(players: [&'static str; 2], before: &[&str], keys: &str, after: &[&str], texts: &[&str]) {
    let mut stage = at(players, before);
    stage.keys(keys);
    assert_eq!(moves(&mut stage), after, "after {keys}");
    for text in texts {
        stage.shows(text);
    }
}

/// The celebration may end between the calls that ask for the table's and for the board's commands.
#[test]
fn the_commands_of_the_board_need_not_those_of_the_table() {
    let screen = stage::table::<Flip>(session(ONE_PERSON, 8, &[]));
    assert!(!screen.with_part(Vec::new()).is_empty());
    assert!(screen.any_offers().len() > screen.with_part(Vec::new()).len());
}

#[test]
fn undo_and_redo_move_by_choices_of_people() {
    // Between two people: one move at a time.
    check(PEOPLE, &["2 4", "2 5"], "u", &["2 4"], &["Player 2 to move"]);
    check(PEOPLE, &["2 4", "2 5"], "uu", &[], &["Player 1 to move"]);
    check(PEOPLE, &["2 4", "2 5"], "uuu", &[], &["There is no move to take back."]);
    check(PEOPLE, &["2 4", "2 5"], "uu<C-r>", &["2 4"], &["Player 2 to move"]);
    check(PEOPLE, &["2 4", "2 5"], "uu<C-r><C-r>", &["2 4", "2 5"], &["Player 1 to move"]);
    check(PEOPLE, &["2 4", "2 5"], "<C-r>", &["2 4", "2 5"], &["There is nothing to redo."]);
    check(PEOPLE, &["2 4", "2 5"], "u34<Enter>", &["2 4", "2 3"], &["Player 1 to move"]);
    check(
        PEOPLE,
        &["2 4", "2 5"],
        "u34<Enter><C-r>",
        &["2 4", "2 3"],
        &["There is nothing to redo."],
    );
    // Against a computer player: its answer is taken back and done again, too.
    check(ONE_PERSON, &["2 4", "2 3"], "u", &[], &["Your move."]);
    check(ONE_PERSON, &["2 4", "2 3"], "u<C-r>", &["2 4", "2 3"], &["Your move."]);
    check(ONE_PERSON, &["2 4", "2 3", "2 2", "2 5"], "u", &["2 4", "2 3"], &["Your move."]);
}

#[test]
fn undo_works_after_the_end_of_a_game_that_does_not_count() {
    let all = whole_game();
    let all: Vec<_> = all.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(stage::table(session(PEOPLE, 4, &all)));
    stage.shows("O 12, X 4.").keys("i").shows("The game is over: n starts a new one");
    stage.keys("u").shows("to move").shows("!O 12, X 4.");
    stage.keys("<C-r>").shows("O 12, X 4.");
}

#[test]
fn legal_choices_are_played_and_others_refused() {
    check(PEOPLE, &[], "35<Enter>36<Enter>", &["2 4", "2 5"], &["Player 1 to move"]);
    check(PEOPLE, &[], "11<Enter>", &[], &["1 1 turns nothing", "Player 1 to move"]);
    check(PEOPLE, &[], ".", &[], &["Only available when computers play."]);
    check(PEOPLE, &[], "1", &[], &["row column: 1"]);
    check(PEOPLE, &[], "w", &[], &["Player 1 to move"]);
}

#[test]
fn resigning_is_confirmed_and_ends_the_game() {
    check(PEOPLE, &["2 4"], RESIGN, &["2 4"], &["Resign?"]);
    check(
        PEOPLE,
        &["2 4"],
        &(RESIGN.to_owned() + "n"),
        &["2 4"],
        &["!Resign?", "Player 2 to move"],
    );
    check(
        PEOPLE,
        &["2 4"],
        &(RESIGN.to_owned() + "<Esc>"),
        &["2 4"],
        &["!Resign?", "Player 2 to move"],
    );
    check(
        PEOPLE,
        &["2 4"],
        &(RESIGN.to_owned() + "y"),
        &["2 4"],
        &["1 wins. X Player 2 resigned."],
    );
    check(PEOPLE, &["2 4"], &(RESIGN.to_owned() + "yu"), &["2 4"], &["Player 2 to move"]);
    check(PEOPLE, &["2 4"], &(RESIGN.to_owned() + "y" + RESIGN), &[], &["Nobody can resign now."]);
    check(
        ONE_PERSON,
        &[],
        &(RESIGN.to_owned() + "y"),
        &[],
        &["You lose. X wins. You (O) resigned."],
    );
    check(["first", "last"], &["2 4"], RESIGN, &[], &["Nobody can resign now."]);
}

#[test]
fn a_new_game_with_the_same_seats_or_with_changed_seats() {
    check(PEOPLE, &[], "n", &[], &["Player 1 to move", "!game 2", "!Leave this game?"]);
    check(ONE_PERSON, &[], "x", &[], &["X you", "O First", "!game 2"]);
    // A loaded game can be loaded again, but the moves played since would be lost.
    check(PEOPLE, &["2 4"], "n", &[], &["game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>n", &["2 4", "2 5"], &["Start a new game?"]);
    check(PEOPLE, &["2 4"], "36<Enter>nn", &["2 4", "2 5"], &["!Start a new game?", "!game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>ny", &[], &["game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>xy", &[], &["game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>un", &[], &["game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>?resign<Enter>yn", &[], &["game 2"]);
    check(PEOPLE, &["2 4"], "36<Enter>ns", &["2 4", "2 5"], &["Save the game as"]);
    check(PEOPLE, &["2 4"], "36<Enter>ns<Esc>", &["2 4", "2 5"], &["!Save the game as"]);
}

#[test]
fn leaving_and_quitting_ask_only_if_something_would_be_lost() {
    for (keys, effect, text) in [
        ("<Esc>", Effect::Draw, "f o u r c a d e"),
        ("35<Enter><Esc>", Effect::Draw, "Leave this game?"),
        ("35<Enter><Esc>n", Effect::Draw, "Player 2 to move"),
        ("35<Enter><Esc><Esc>", Effect::Draw, "Player 2 to move"),
        ("35<Enter><Esc>y", Effect::Draw, "f o u r c a d e"),
        ("q", Effect::Quit, ""),
        ("35<Enter>q", Effect::Draw, "Quit?"),
        ("35<Enter>qn", Effect::Draw, "Player 2 to move"),
        ("35<Enter>qy", Effect::Quit, ""),
        ("35<Enter>qn<Esc>y", Effect::Draw, "f o u r c a d e"),
        ("35<Enter>?resign<Enter>yq", Effect::Quit, ""),
        ("35<Enter>uq", Effect::Quit, ""),
        // Letters are answers in a question, and text in a text input.
        ("?resign<Enter>q", Effect::Quit, ""),
        ("s<End>q", Effect::Draw, "flip-2026-05-01-1200.jsonlq"),
        ("s<End>?", Effect::Draw, "flip-2026-05-01-1200.jsonl?"),
        ("stui.rec", Effect::Draw, " tui.rec "),
        ("s<C-u>abc<Back>", Effect::Draw, "ab"),
        // Quitting at once never asks.
        ("35<Enter><C-c>", Effect::Quit, ""),
        ("35<Enter>?resign<Enter><C-c>", Effect::Quit, ""),
        ("35<Enter>?q", Effect::Draw, "quit at once"),
    ] {
        // Without block glyphs, the title is drawn as text.
        let mut stage = Stage::with_look(ColorDepth::Mono, true);
        stage = stage.over(stage::table(session(PEOPLE, 8, &[])));
        stage.keys(keys);
        assert_eq!(stage.effect, effect, "{keys}");
        stage.shows(text);
    }
}

#[test]
fn quitting_asks_about_a_game_below_the_help() {
    let mut stage = at(PEOPLE, &[]);
    stage
        .keys("35<Enter>?")
        .shows("Keys")
        .keys("quit<Enter>")
        .shows("Quit?")
        .keys("n")
        .shows("Player 2 to move");
}

#[test]
fn clicks_play_and_run_the_commands_of_the_footer() {
    let mut stage = at(PEOPLE, &[]);
    stage.click("▗▖", (80, 24));
    assert_eq!(moves(&mut stage), ["2 4"]);
    stage.click("u undo", (80, 24));
    assert_eq!(moves(&mut stage), [""; 0]);
    stage.keys("35<Enter>?resign<Enter>").click("n play on", (80, 24)).shows("!Resign?");
    stage.keys("?resign<Enter>").click("Flip 8 x 8", (80, 24)).shows("Resign?");
}

#[test]
fn a_late_answer_is_not_played() {
    // The choice is taken back before the computer player has answered.
    let mut stage = at(ONE_PERSON, &[]);
    stage.keys("35<Enter>").shows("is thinking").keys("u").shows("Your move.");
    stage.handle_next();
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
    // The choice is taken back after the answer has arrived, but before it is shown.
    let settings = Settings { answer_delay: std::time::Duration::from_secs(3), ..stage::still() };
    let start = Start::Playing(None);
    let slow = TableScreen::new(session(ONE_PERSON, 8, &[]), start, &settings);
    let mut stage = Stage::menu().over(slow);
    stage.keys("35<Enter>");
    stage.handle_next();
    assert!(stage.arcade.next_tick().is_some(), "the answer waits for its time");
    stage.keys("u").shows("Your move.");
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
    // A new game begins while the computer player thinks about the old one.
    let mut stage = at(ONE_PERSON, &[]);
    stage.keys("35<Enter>ny").shows("game 2");
    stage.handle_next();
    assert_eq!(moves(&mut stage), [""; 0]);
}

#[test]
fn a_recorded_game_is_replayed_step_by_step() {
    for (players, [one, other]) in [
        (["first", "last"], ["First", "Last"]),
        (PEOPLE, ["Player 1", "Player 2"]),
        (ONE_PERSON, ["O", "First"]),
    ] {
        let (first, second) = (format!("{one} played 3 5"), format!("{other} played 3 6"));
        let recorded = session(players, 8, &["2 4", "2 5"]);
        let mut stage =
            Stage::menu().over(TableScreen::new(recorded, Start::Replay, &stage::still()));
        stage.shows("Replay: move 0 of 2").keys("<C-r>").shows(&first).shows(&format!("!{second}"));
        stage.keys("u.").shows("Replay: move 1 of 2").shows(&first);
        stage.keys(".").shows(&second).shows("The record ends here.").shows("!to move");
        stage
            .keys("<C-r>")
            .shows("There is nothing to redo.")
            .keys(",,")
            .shows("!played")
            .shows("Replay: move 0 of 2");
        stage.keys("<End>").shows(&second).keys("<Home>").shows("!played");
        stage.keys("q");
        assert_eq!(stage.effect, Effect::Quit, "nothing would be lost");
    }
}

#[test]
fn a_key_while_the_computer_plays_hurries_it_or_says_who_plays() {
    let mut stage = at(ONE_PERSON, &[]);
    stage.keys("35<Enter><Enter> ").shows("is thinking").shows("!is playing");
    stage.keys("<Tab>").shows("X is playing.");
    let intensity = ["human", "careful", "careful", "careful"];
    let session = stage::session_of::<Intensity>(intensity, 0, &[]);
    let hand = session.game().observe(Seats::one(Seat::new(0))).hands[0].unwrap();
    let cards: Vec<_> = hand.iter().take(3).map(|card| card.to_string() + " ").collect();
    let mut stage = Stage::menu().over(stage::table(session));
    stage.keys(&(cards.concat() + "<Enter><Tab>")).shows("West, North and East are playing.");
}

#[test]
fn a_message_stands_below_the_status_where_the_panel_has_room_for_it() {
    let mut stage = at(["human", "human"], &["2 4", "2 3"]);
    let mut place = |size, text| {
        let drawn = stage.text_after("<Up>,", size);
        wrapped_text::find(drawn.lines(), text)
    };
    let message = "Only available when computers play.";
    let (status, below) = (place((80, 24), "Player 1 to move"), place((80, 24), message));
    assert!(status.zip(below).is_some_and(|(a, b)| a.0 == b.0 && a.1 < b.1));
    let (status, below) = (place((40, 12), "Player 1 to move"), place((40, 12), "Only available"));
    assert!(status.zip(below).is_some_and(|(a, b)| a.0 == b.0 && a.1 < b.1));
    let drawn = stage.text((40, 12));
    assert!(drawn.contains("X played 3 4"), "the latest move stays\n{drawn}");
}

#[test]
fn a_wide_window_shows_the_course_of_the_game_and_evaluates_what_is_watched() {
    let roomy = (120, 40);
    let mut stage = at(ONE_PERSON, &["2 4", "2 3"]);
    let drawn = stage.text(roomy);
    // The evaluation would be a hint.
    assert!(drawn.contains("Tiles after each move") && !drawn.contains("depth"), "{drawn}");
    assert!(!stage.text((100, 30)).contains("Tiles after"));
    stage.settle();
    assert!(!stage.text(roomy).contains("(solved)"));
    let all = whole_game();
    let all: Vec<_> = all.iter().map(String::as_str).take(8).collect();
    let watched = || {
        let recorded = session(["first", "last"], 4, &all);
        Stage::menu().over(TableScreen::new(recorded, Start::Replay, &stage::still()))
    };
    let mut stage = watched();
    stage.keys("<End>").text(roomy);
    stage.settle();
    let drawn = stage.text(roomy);
    assert!(drawn.contains("(solved)"), "{drawn}");
    assert!(!stage.keys("v").text(roomy).contains("(solved)"), "a key switches it off");
    let mut stage = watched();
    stage.keys("<End>").text((100, 30));
    stage.settle().shows("!(solved)");
}

#[test]
fn a_hint_keeps_its_move_where_there_is_no_room_for_its_reason() {
    let mut stage = Stage::menu().over(stage::table(session(PEOPLE, 6, &[])));
    stage.keys("i");
    while stage.medium().contains("on its way") {
        stage.handle_next();
    }
    let whole = stage.medium();
    assert!(whole.contains("Play "), "{whole}");
    for size in [(40, 12), (34, 11)] {
        let drawn = stage.text(size);
        let panel: String = drawn.lines().map(|line| line.get(16..).unwrap_or(line)).collect();
        let hint = panel.split_once("Play ").map(|(_, rest)| rest).unwrap_or_default();
        assert!(hint.contains('.'), "the hint has an end: {drawn}");
    }
}

#[test]
fn a_recorded_game_can_be_played_on() {
    let recorded = || {
        TableScreen::new(session(PEOPLE, 8, &["2 4", "2 5", "2 6"]), Start::Replay, &stage::still())
    };
    // Nothing can be played during a replay.
    let mut stage = Stage::menu().over(recorded());
    stage.keys("<C-r>34<Enter>").shows("Replay: move 1 of 3");
    stage.keys("b<Enter>").shows("Player 2 to move").keys("34<Enter>");
    assert_eq!(moves(&mut stage), ["2 4", "2 3"]);
    stage.keys("<C-r>").shows("There is nothing to redo.").keys("q").shows("Quit?");
}

#[test]
fn a_single_step_is_cancelled_by_an_undo() {
    let mut stage = at(["first", "last"], &["2 4"]);
    stage.keys(" ").shows("Paused.").keys(".").keys("u");
    stage.handle_next();
    assert_eq!(moves(&mut stage), [""; 0]);
    assert_eq!(stage.arcade.next_tick(), None, "nothing is due");
}

#[test]
fn a_click_reaches_only_what_was_drawn() {
    // The question is open but not drawn yet, so the old areas must not react.
    for text in ["quit", "u undo", "X"] {
        let mut stage = at(PEOPLE, &[]);
        let place = stage.keys("35<Enter>").find(text, (80, 24));
        stage.keys(RESIGN).click_at(place).shows("Resign?");
    }
}

#[test]
fn the_hint_is_shown_until_something_is_played() {
    let mut stage = Stage::menu().over(stage::table(session(PEOPLE, 4, &[])));
    stage.keys("i").shows("A hint is on its way");
    while stage.medium().contains("on its way") {
        stage.handle_next();
    }
    stage.shows("Play ").keys("13<Enter>").shows("!Play ").shows("Player 2 to move");
}

#[test]
fn keys_and_frames_share_one_observation_of_a_position() {
    let (background, _messages) = terminal_events::channel();
    let (home, store) = (stage::home(false), Store::disabled());
    let look = home.look(ColorDepth::True);
    let app = app::Context::new(home, store, background);
    let context = ScreenContext { app: &app, look: &look, is_on_top: true };
    let mut screen = stage::table(session(PEOPLE, 1024, &[]));
    let viewers = screen.table.at_keyboard().viewers;
    let first = screen.table.game.observe(viewers);
    let area = Rect::new(0, 0, 100, 30);
    for key in testing::keys("<Down>5<Right>?<Back>l") {
        let offers = screen.any_offers();
        match keys::find(&offers, key).filter(|offer| offer.is_available()) {
            Some(offer) => screen.run_any(&offer.command, &context),
            None => screen.on_key(key, &context),
        };
        assert!(!screen.takes_text());
        screen.draw(area, &mut Buffer::empty(area), &look, &mut ClickAreas::default());
    }
    assert!(Rc::ptr_eq(&first, &screen.table.game.observe(viewers)));
}

#[test]
fn no_sentence_of_the_log_is_cut_off_at_its_beginning() {
    let passes = ["14 42 45", "43 49 34", "46 47 48", "10 30 40"];
    let people = ["human"; 4];
    let mut session = stage::session_of::<Intensity>(people, 0, &passes);
    for _ in 0..9 {
        let seat = session.awaited().only().unwrap();
        let card = session.game().observe(Seats::one(seat)).legal(seat)[0];
        session.choose(seat, card).unwrap();
        for size in [(40, 12), (80, 24)] {
            let drawn = Stage::menu().over(stage::table(session.clone())).text(size);
            let (end, start) = (drawn.contains("left."), drawn.contains("Everyone"));
            assert!(start || !end, "{drawn}");
        }
    }
}

#[test]
fn the_log_and_the_players_tell_who_resigned() {
    let players = ["human", "first", "first", "first"];
    let mut session = stage::session_of::<Intensity>(players, 0, &[]);
    session.resign(Seat::new(0)).unwrap();
    let mut stage = Stage::menu().over(stage::table(session));
    stage.shows("South computer").shows("You resigned");
}

#[test]
fn a_hint_for_a_computer_goes_when_it_has_moved() {
    let (background, messages) = terminal_events::channel();
    let mut table = stage::table(session(["first", "first"], 8, &[])).table;
    table.playback.set_paused(true);
    table.ask_hint(&background).unwrap();
    while table.hint.advice().is_none() {
        messages.recv_timeout(Duration::from_secs(60)).unwrap();
        table.advance(&background);
    }
    table.single_step(&background);
    while table.game.session().lines().is_empty() {
        messages.recv_timeout(Duration::from_secs(60)).unwrap();
        table.advance(&background);
    }
    assert!(table.hint.advice().is_none());
}

#[test]
fn esc_closes_layers_before_it_leaves_the_table() {
    let cards = || {
        let players = ["human", "careful", "human", "careful"];
        Stage::menu().over(stage::table(stage::session_of::<Intensity>(players, 0, &[])))
    };
    // The first digit of a card.
    let mut stage = cards();
    stage.keys("<Enter>1").shows("card: 1").shows("Esc clear").keys("<Esc>").shows("!card: 1");
    stage.shows("Esc back").keys("<Esc>").shows("avoid tricks");
    // A half-typed cell.
    let mut stage = Stage::menu().over(stage::table(session(PEOPLE, 12, &[])));
    stage.keys("12").shows("row column: 12").shows("Esc clear");
    stage
        .keys("<Esc>")
        .shows("!row column")
        .shows("Player 1 to move")
        .keys("<Esc>")
        .shows("avoid tricks");
    // What two people type blind.
    let blind = stage::table(stage::session_of::<Eater>(PEOPLE, 7, &[]));
    let mut stage = Stage::menu().over(blind);
    stage.keys("<Tab>d4").shows("Player 1  a-g  * _").shows("Esc clear");
    stage.keys("<Esc>").shows("Player 1  a-g  _ _").shows("Player 2  1-7  _ _").shows("Esc back");
    stage.keys("<Esc>").shows("avoid tricks");
}

#[test]
fn esc_closes_the_rounds_of_intensity() {
    let mut game =
        stage::session_of::<Intensity>(["human", "careful", "careful", "careful"], 0, &[]);
    while game.lines().len() < 9 || game.game().awaited() != Seats::first(1) {
        for seat in game.awaited().iter() {
            let action = game.game().observe(Seats::one(seat)).legal(seat)[0];
            game.choose(seat, action).unwrap();
        }
    }
    let mut stage = Stage::menu().over(stage::table(game));
    stage.keys("t").shows("t table").shows("Esc table").keys("<Esc>").shows("t rounds");
    stage.shows("Esc back").keys("<Esc>").shows("avoid tricks");
}

#[test]
fn the_footer_says_that_a_second_hint_key_hides_the_hint() {
    let mut stage = at(ONE_PERSON, &[]);
    stage.shows("i hint").keys("i");
    stage.wait("i hide").keys("i").shows("i hint").shows("!i hide");
}

#[test]
fn the_opponent_speaks_until_the_person_has_moved() {
    let shows = |session: Session<Flip>, settings: &Settings| {
        let table = TableScreen::new(session, Start::Playing(None), settings);
        Stage::menu().over(table).medium().contains("Irma: ")
    };
    let (talking, silent) = (stage::still(), Settings { table_talk: false, ..stage::still() });
    let game = |players, moves: &[&str]| session(players, 8, moves);
    assert!(shows(game(["human", "level:6"], &[]), &talking));
    assert!(shows(game(["level:6", "human"], &[]), &talking));
    assert!(shows(game(["level:6", "human"], &["2 4"]), &talking));
    assert!(!shows(game(["human", "level:6"], &[]), &silent));
    assert!(!shows(game(["human", "level:6"], &["2 4"]), &talking));
    for players in [["human", "human"], ["human", "greedy"], ["level:6", "level:6"]] {
        assert!(!shows(game(players, &[]), &talking), "{players:?}");
    }
}

/// A game of Intensity with cards but no points left.
fn without_points(players: [&'static str; 4]) -> Session<Intensity> {
    let mut seeds = 1..;
    loop {
        let setup = Intensity::deal_seeded(0, seeds.next().unwrap()).unwrap();
        let seats = players.map(str::to_owned).to_vec();
        let mut session =
            Session::<Intensity>::new(RecordHeader { setup, players: seats, seed: 1, clock: None });
        while session.outcome().is_none() {
            let game = session.game();
            if Intensity::decided(&game.observe(Seats::NONE), None).is_some()
                && session.awaited().only() == Some(Seat::new(0))
            {
                return session;
            }
            let seats = session.awaited();
            for seat in seats.iter() {
                let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
                session.choose(seat, action).unwrap();
            }
        }
    }
}

#[test]
fn a_hand_without_points_is_played_out() {
    let session = without_points(["human", "first", "first", "first"]);
    let scores = session.game().scores();
    let mut stage = Stage::menu().over(stage::table(session.clone()));
    let small = stage.text(SMALL);
    assert!(small.contains("z ends it.") && !small.contains("if you can"), "{small}");
    stage.shows("No points are left. Press z to end the game.").keys("z").shows("!Your move");
    stage.wait("points");
    let mut table = stage::table(session).table;
    table.play_out(&stage.background);
    assert_eq!(table.game.session().outcome().unwrap().scores(), scores);
    // While points are left, the game isn't decided.
    let mut stage = Stage::menu().over(stage::table(stage::session_of::<Intensity>(
        ["human", "first", "first", "first"],
        0,
        &[],
    )));
    stage.keys("z").shows("The game isn't decided yet.");
}

#[test]
fn people_at_one_keyboard_are_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("fourcade.db"), || ());
    let mut stage = Stage::with_store(&store);
    let session = session(PEOPLE, 8, &[]);
    stage.arcade.open_from(open_table(session, app::table::Start::Playing(None)));
    stage.settle().shows("Player 1 to move").shows("turn them; the most tiles win.");
}

#[test]
fn a_computer_plays_for_nobody_at_a_local_table() {
    let mut stage = Stage::menu().over(stage::table(session(PEOPLE, 8, &[])));
    stage.keys("p").shows("A computer can play for people who are away");
}

#[test]
fn a_second_enter_does_not_play_for_the_next_person() {
    let table = stage::table(session(["human", "human"], 8, &[]));
    let mut stage = Stage::menu().over(table);
    stage.keys("<Enter>").shows("Player 2 to move").keys("<Enter>").shows("is taken");
}

#[test]
fn the_hand_over_names_the_next_person() {
    let players = ["human", "human", "first", "first"];
    let session = || stage::session_of::<Intensity>(players, 0, &[]);
    let mut stage = Stage::menu().over(stage::table(session()));
    for size in stage::SIZES {
        assert_snapshot!(format!("curtain-{}x{}", size.0, size.1), stage.text(size));
    }
    stage.keys("<Enter>").shows("Pass three to West").keys(" <Right> <Right> <Enter>");
    stage.shows("Your turn as West").shows("!Pass three");
}

#[test]
fn names_are_not_broken_across_lines() {
    let mut settings = stage::still();
    settings.set_own_name("Ada of Lovelace");
    let session = session(PEOPLE, 8, &[]);
    let table = TableScreen::new(session, app::table::Start::Playing(None), &settings).table;
    let unbroken = "Ada\u{a0}of\u{a0}Lovelace";
    assert_eq!(table.player_name(Seat::new(0)), unbroken);
    assert_eq!(table.player_name(Seat::new(1)), "Player\u{a0}2");
}

#[test]
fn the_footer_keeps_the_keys_of_the_game_while_a_computer_plays() {
    let mut stage = at(ONE_PERSON, &[]);
    let drawn = stage.text_after(&stage::keys_of("2 4"), (80, 24));
    let footer = drawn.lines().last().unwrap_or_default();
    let keys = "arrows move  Enter play  Tab next  Esc back  u undo  i hint";
    assert!(drawn.contains("is thinking") && footer.contains(keys), "{drawn}");
}

#[test]
fn a_reveal_belongs_to_the_turn_that_it_shows() {
    let session = stage::session_of::<Concentration>(PEOPLE, 0, &["0 1"]);
    let mut stage = Stage::menu().over(stage::table(session));
    stage.keys("12<Enter>").shows("no pair").shows("turn 1").keys("<Tab>").shows("turn 2");
}

#[test]
fn the_title_has_the_score_of_the_match_where_typing_leaves_no_row() {
    let mut stage = Stage::menu().over(stage::table(session_of::<Eater>(PEOPLE, 7, &[])));
    let text = stage.keys("<Tab>?resign<Enter>yn").text(SMALL);
    assert!(text.contains("Eater, game 2, 0:1"), "{text}");
}

#[test]
fn the_cursor_has_two_bars_in_the_last_column_of_cards() {
    let session = session_of::<Concentration>(PEOPLE, 0, &[]);
    let mut stage = Stage::menu().over(stage::table(session));
    let text = stage.keys(&"<Right>".repeat(12)).text((80, 24));
    assert!(text.contains("\u{2590}") && text.contains("\u{258c}"), "{text}");
}

#[test]
fn any_character_only_ends_a_reveal_that_people_share() {
    for key in ["n", "x", "e"] {
        let cards = session_of::<Concentration>(PEOPLE, 0, &["0 1"]);
        let mut stage = Stage::menu().over(stage::table(cards));
        stage.keys("<Right><Enter>").shows("any key go on");
        stage.keys(key).shows("Player 2 to move").shows("!Leave this game?");
    }
    let fresh = session_of::<Eater>(PEOPLE, 7, &[]);
    Stage::menu().over(stage::table(fresh)).keys("x").shows("with the seats swapped");
}

#[test]
fn an_undo_tells_people_at_one_keyboard_what_it_took_back() {
    let flip = || stage::table(session_of::<Flip>(PEOPLE, 8, &["2 4", "2 3"]));
    Stage::menu().over(flip()).keys("u").shows("Player 2's 3 4 was taken back.");
    let text = Stage::menu().over(flip()).keys("11<Enter>").text(SMALL);
    assert!(text.contains("Player 1 to move") && text.contains("nothing: a move"), "{text}");
    // Beside two cards that don't match, the cursor of the next person would tell on one of them.
    let cards = session_of::<Concentration>(PEOPLE, 0, &["0 1"]);
    let mut stage = Stage::menu().over(stage::table(cards));
    let has_cursor = |text: &str| text.contains('\u{2590}');
    assert!(has_cursor(&stage.keys("<Right>").text((80, 24))));
    stage.keys("<Enter>").shows("any key go on").shows("u undo");
    assert!(!has_cursor(&stage.text((80, 24))));
    stage.keys("u").shows("Player 1's 2 8 was taken back.");
    // With a computer, everyone knows whose move it was.
    let alone = session_of::<Flip>(["human", "first"], 8, &["2 4", "2 3"]);
    Stage::menu().over(stage::table(alone)).keys("u").shows("!taken back");
}

#[test]
fn a_notice_in_a_small_window_leaves_the_players_and_what_they_type() {
    let typing = session_of::<Eater>(PEOPLE, 7, &["1 1", "2 2"]);
    let mut stage = Stage::menu().over(stage::table(typing));
    let text = stage.keys("<Tab><Up>").text(SMALL);
    let typed = ["Both type, unseen:", "a b c d e f g", "Undo: Space, Bksp"];
    for shown in ["Press Tab to stop", "typing blind."].into_iter().chain(typed) {
        assert!(text.contains(shown), "{text}");
    }
    let passing = session_of::<Intensity>(["human", "careful", "human", "careful"], 0, &[]);
    let mut stage = Stage::menu().over(stage::table(passing));
    let text = stage.keys("<Enter><Enter>l<Enter>l<Enter>l<Space>").text(SMALL);
    for shown in ["Three are", "Unmark one", "East", "passing cards"] {
        assert!(text.contains(shown), "{text}");
    }
    assert!(!text.contains("passes"), "the notice takes its place:\n{text}");
}
