//! The moments of a game: a step is shown, then logged, and a moment is highlighted.

use std::{thread, time::Instant};

use super::stage::{Stage, keys_of, session, still};
use crate::{
    arcade::{Start, table::TableScreen},
    games::moments::MOMENT_TIME,
    settings::Settings,
    widgets::testing,
};

/// Moves on a board of 6 x 6, after which O can take a corner.
const BEFORE_A_CORNER: [&str; 4] = ["4 2", "2 1", "1 1", "0 1"];

/// A table of two people at which O takes a corner.
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
    stage.usual();
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
    let drawn = stage.usual();
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

/// A table at which the person takes a corner from Lotte.
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
    // Nobody says the same twice, and nobody speaks where the setting says so.
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
