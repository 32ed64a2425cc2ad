//! How each board celebrates the end of its game.

use super::result::finished;
use crate::{
    games::{GameView, MAX_CELEBRATION, Scene},
    widgets::{ColorDepth, Look, testing},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{Game as _, Seats, Session},
};
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

/// Draws the board beside the room for a card. `done` is the celebration's progress, from 0 to 1.
fn board<G: GameView>(
    session: &Session<G>,
    (width, height): (u16, u16),
    done: f32,
    look: &Look,
) -> Buffer {
    let observation = session.game().observe(Seats::NONE);
    let scene = Scene {
        events: session.events().last().map_or(&[], Vec::as_slice),
        celebration: Some(done),
        ..Scene::at_rest(&observation, &session.header().players)
    };
    let mut controller = G::Controller::default();
    let room = if width < 80 { 14 } else { 28 };
    let size = Size::new(width - room, height - 1);
    let size = G::extent(&controller, &scene, size, look);
    let draw = |area: Rect, buffer: &mut Buffer, areas: &mut _| {
        G::draw(&mut controller, &scene, area, buffer, look, areas);
    };
    testing::drawn((size.width, size.height), draw).0
}

fn check<G: GameView>(name: &str, session: &Session<G>) {
    assert!(G::celebration(&session.game().observe(Seats::NONE)) <= MAX_CELEBRATION);
    for size in [(80, 24), (120, 40)] {
        let drawn = testing::text(&board(session, size, 0.5, &testing::dark()));
        insta::assert_snapshot!(format!("celebration_{name}_{}x{}", size.0, size.1), drawn);
    }
    let ascii = testing::look(ColorDepth::Mono, true);
    let drawn = testing::styled(&board(session, (40, 12), 0.5, &ascii));
    insta::assert_snapshot!(format!("celebration_{name}_ascii_40x12"), drawn);
    // Something happens all the time, in every look and in the smallest window.
    for (name, look) in testing::reduced_looks() {
        let draw = |done: f32| testing::styled(&board(session, (40, 12), done, &look));
        let mut frames: Vec<_> = (0..10_u8).map(|at| draw(f32::from(at) / 10.0)).collect();
        frames.dedup();
        assert!(frames.len() > 3, "{name}: {} pictures", frames.len());
    }
}

#[test]
fn flip_counts_the_tiles_in_two_columns() {
    check("flip", &finished::<Flip>(&["human", "level:3"], 7));
}

#[test]
fn eater_lights_the_path_or_the_closed_row() {
    let game = |winner: usize| {
        (1..200)
            .map(|seed| finished::<Eater>(&["human", "expert"], seed))
            .find(|session| session.game().scores()[winner] == 1)
            .expect("a winner")
    };
    check("eater_path", &game(0));
    check("eater_row", &game(1));
}

#[test]
fn concentration_lays_out_the_piles() {
    check("concentration", &finished::<Concentration>(&["human", "memory:8"], 7));
}

#[test]
fn intensity_shows_who_took_what() {
    let players = ["human", "careful", "careful", "careful"];
    check("intensity", &finished::<Intensity>(&players, 7));
}
