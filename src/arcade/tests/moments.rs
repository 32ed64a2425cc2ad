//! The moments of a game: a step is shown, then logged, and a moment is highlighted.

use std::{thread, time::Instant};

use super::stage::{Stage, keys_of, session, session_of, still, whole_game};
use crate::{
    arcade::{
        Start,
        screen::Screen as _,
        split::{Split, TextRoom},
        table::TableScreen,
    },
    games::{GameView, moments::MOMENT_TIME},
    settings::Settings,
    widgets::testing,
};
use fourcade_engine::{
    concentration::{Concentration, model::ConcentrationEvent},
    eater::Eater,
    intensity::{Intensity, model::IntensityEvent},
    play::{Game as _, Observation as _, Seat, Seats, Session},
};

/// Moves on a board of 6 x 6, after which O can take a corner.
const BEFORE_A_CORNER: [&str; 4] = ["4 2", "2 1", "1 1", "0 1"];

fn take_the_corner(settings: &Settings) -> Stage {
    take_the_corner_in(Stage::menu(), settings)
}

fn take_the_corner_in(menu: Stage, settings: &Settings) -> Stage {
    let session = session(["human", "human"], 6, &BEFORE_A_CORNER);
    let mut stage = menu.over(TableScreen::new(session, Start::Playing(None), settings));
    stage.keys(&keys_of("0 0"));
    stage
}

/// Draws, then waits for the next tick and handles it; returns whether there was one.
fn tick(stage: &mut Stage) -> bool {
    stage.medium();
    let Some(due) = stage.arcade.next_tick() else { return false };
    thread::sleep(due.saturating_duration_since(Instant::now()));
    stage.arcade.tick();
    true
}

fn picture(stage: &mut Stage) -> String {
    testing::styled(&stage.draw((100, 30)))
}

/// The score in the panel behind this name.
fn score(stage: &mut Stage, name: &str) -> String {
    let drawn = stage.medium();
    let row = drawn.lines().find(|row| row.contains(name)).expect(name);
    row.split_whitespace().next_back().unwrap_or_default().to_owned()
}

#[test]
fn a_step_is_told_and_counted_once_it_has_been_seen() {
    let mut stage = take_the_corner(&Settings::default());
    stage.shows("!played 1 1");
    assert_eq!(score(&mut stage, "X Player 2  "), "4");
    while !stage.has("Player 1 played 1 1") {
        assert!(tick(&mut stage));
    }
    assert_eq!(score(&mut stage, "X Player 2  "), "3");
    // Without motion, there is nothing to wait for.
    take_the_corner(&still()).shows("played 1 1");
}

#[test]
fn a_moment_is_lit_until_its_time_is_over_in_every_look() {
    use crate::widgets::ColorDepth::{Ansi, Mono, True};
    for (depth, ascii) in [(True, false), (Ansi, false), (Mono, false), (Mono, true)] {
        let menu = || Stage::with_look(depth, ascii);
        let rest = picture(&mut take_the_corner_in(menu(), &still()));
        let start = Instant::now();
        let mut stage = take_the_corner_in(menu(), &Settings::default());
        let mut lit = 0;
        while tick(&mut stage) {
            let is_told = stage.has("played 1 1");
            lit += usize::from(is_told && picture(&mut stage) != rest);
        }
        assert!(lit > 0 && start.elapsed() > MOMENT_TIME, "{depth:?} {ascii}: {lit} frames");
        assert_eq!(picture(&mut stage), rest, "{depth:?} {ascii}");
    }
}

fn against_lotte(has_table_talk: bool) -> Stage {
    let session = session(["human", "level:4"], 6, &BEFORE_A_CORNER);
    let settings = Settings { table_talk: has_table_talk, ..still() };
    let table = TableScreen::new(session, Start::Playing(None), &settings);
    let mut stage = Stage::menu().over(table);
    stage.shows("!corner").keys(&keys_of("0 0"));
    stage
}

#[test]
fn an_opponent_speaks_about_a_moment_until_the_next_choice() {
    let said = ["You've found the corner.", "There goes my corner."];
    let mut stage = against_lotte(true);
    stage.shows("A corner!").shows("Lotte: \"");
    let line = said.into_iter().find(|line| stage.has(line)).expect("a line");
    // In the smallest window, too.
    let small = stage.text((40, 12)).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(small.contains("Lotte:"), "{small}");
    // It stands while the computer thinks and moves, and until the person chooses.
    while !stage.has("Your move") {
        stage.handle_next();
    }
    stage.shows(line).keys("<Tab>").shows(line).keys("<Enter>").shows(&format!("!{line}"));
    // The setting silences the opponent.
    let mut silent = against_lotte(false);
    silent.shows("A corner!").shows("!Lotte: \"");
    assert!(said.iter().all(|line| !silent.has(line)));
}

#[test]
fn any_key_ends_a_moment_and_does_its_work() {
    let mut stage = take_the_corner(&Settings::default());
    while !stage.has("played 1 1") {
        tick(&mut stage);
    }
    stage.keys("<Tab><Enter>");
    while tick(&mut stage) {}
    stage.shows("Player 2 played");
}

/// The panel before the last awaited choice of a step, and in the first frame after it.
fn panels<G: GameView>(session: Session<G>, choice: &G::Action) -> [String; 2] {
    let seat = session.awaited().only().unwrap();
    let mut screen = TableScreen::new(session, Start::Playing(None), &Settings::default());
    let look = testing::dark();
    let panel = |screen: &mut TableScreen<G>| {
        let (mut drawn, _) = testing::drawn((100, 30), |area, buffer, areas| {
            screen.draw(area, buffer, &look, areas);
        });
        let (area, controller) = (drawn.area, &screen.board.controller);
        let split = screen.table.scene(|scene| {
            let extent = |space| G::extent(controller, scene, space, &look);
            Split::new(area, &TextRoom::of(area), &extent).with_free_corner(G::free_corner)
        });
        for position in area.positions().filter(|&position| !split.text.contains(position)) {
            drawn[position].reset();
        }
        testing::text(&drawn)
    };
    let before = panel(&mut screen);
    screen.table.act(seat, *choice, &Stage::menu().background).unwrap();
    [before, panel(&mut screen)]
}

/// The first legal choice of the only awaited seat that leads to such an event.
fn choice_with<G: GameView>(session: &Session<G>, is_wanted: fn(&G::Event) -> bool) -> G::Action {
    let seat = session.awaited().only().unwrap();
    let leads_there = |choice: &G::Action| {
        let events = session.game().clone().step(&[(seat, *choice)]).unwrap();
        events.iter().any(is_wanted)
    };
    let mut legal = session.game().observe(Seats::one(seat)).legal(seat).into_iter();
    legal.find(leads_there).expect("such a choice")
}

#[test]
fn the_panel_tells_a_step_once_it_has_been_seen() {
    let people = ["human", "human"];
    // A second card that matches.
    let cards = session_of::<Concentration>(people, 0, &["0 1"]);
    let is_pair = |event: &ConcentrationEvent| matches!(event, ConcentrationEvent::Won(_));
    let pair = choice_with(&cards, is_pair);
    let [before, after] = panels(cards, &pair);
    assert_eq!(before, after);
    assert!(before.contains("to move"), "{before}");
    // One that doesn't.
    let cards = session_of::<Concentration>(people, 0, &["0 1"]);
    let is_miss = |event: &ConcentrationEvent| matches!(event, ConcentrationEvent::Missed(_));
    let miss = choice_with(&cards, is_miss);
    let [before, after] = panels(cards, &miss);
    assert_eq!(before, after);
    // The last card of a round.
    let mut round = session_of::<Intensity>(["human", "random", "random", "random"], 0, &[]);
    let is_last = |event: &IntensityEvent| matches!(event, IntensityEvent::RoundWon { .. });
    let card = loop {
        let seat = round.awaited().iter().next().unwrap();
        let choice = round.game().observe(Seats::one(seat)).legal(seat)[0];
        let events = round.game().clone().step(&[(seat, choice)]).unwrap_or_default();
        if seat == Seat::new(0) && events.iter().any(is_last) {
            break choice;
        }
        round.choose(seat, choice).unwrap();
    };
    let [before, after] = panels(round, &card);
    assert_eq!(before, after);
    // The end of a game.
    let moves = whole_game();
    let (last, moves) = moves.split_last().unwrap();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let [before, after] = panels(session(people, 4, &moves), &last.parse().unwrap());
    assert_eq!(before, after);
    // A row that is closed.
    let choices = ["1 1", "1 1", "2 1", "1 2", "3 1"];
    let closing = session_of::<Eater>(["random", "human"], 3, &choices);
    let [before, after] = panels(closing, &"1 3".parse().unwrap());
    assert_eq!(before, after);
    assert!(before.contains("Your move"), "{before}");
}

#[test]
fn the_note_about_a_decided_game_stays_while_it_is_true() {
    let choices = ["1 1", "1 1", "2 1", "1 2", "3 1", "1 3", "2 2"];
    let session = session_of::<Eater>(["random", "human"], 3, &choices);
    let [before, after] = panels(session, &"2 3".parse().unwrap());
    assert!(before.contains("can't win any more"), "{before}");
    assert_eq!(before, after);
}
