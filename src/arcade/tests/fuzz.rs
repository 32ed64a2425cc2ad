//! Random keys, clicks and window sizes: no screen panics.

use std::time::Instant;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use rand::{RngExt as _, seq::IndexedRandom as _};

use super::{
    review,
    saved_games::SavedGamesFixture,
    stage::{self, Stage, session, session_of, table},
    statistics,
};
use crate::{
    arcade::{
        message::{Effect, Message},
        screens::{saved_games, settings::SettingsScreen},
    },
    scale::scaled,
    widgets::ColorDepth,
};
use fourcade_engine::{
    GameKind,
    concentration::Concentration,
    eater::Eater,
    intensity::Intensity,
    play::{Rng, random},
};

const EVENTS: u32 = 10_000;
const CODES: [KeyCode; 14] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Backspace,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::F(1),
    KeyCode::Null,
];
/// Letters, including some that no screen uses.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz0123456789 ?+-=.,:éX界\u{301}";

fn key(rng: &mut Rng) -> KeyEvent {
    let code = if rng.random_bool(0.6) {
        *CODES.choose(rng).unwrap()
    } else {
        let letters: Vec<char> = LETTERS.chars().collect();
        KeyCode::Char(*letters.choose(rng).unwrap())
    };
    let modifiers = match rng.random_range(0..30) {
        0 => KeyModifiers::CONTROL,
        1 => KeyModifiers::ALT,
        _ => KeyModifiers::NONE,
    };
    KeyEvent::new(code, modifiers)
}

fn message(rng: &mut Rng, (width, height): (u16, u16)) -> Message {
    Message::Input(match rng.random_range(0..20) {
        0 => Event::Paste("12\n3 q\u{7}".chars().take(rng.random_range(0..8)).collect()),
        1 => return Message::Resized,
        2..8 => {
            let kind = match rng.random_range(0..6) {
                0 => MouseEventKind::ScrollUp,
                1 => MouseEventKind::ScrollDown,
                2 => MouseEventKind::Moved,
                _ => MouseEventKind::Down(MouseButton::Left),
            };
            // Sometimes beyond the edge.
            let (column, row) = (rng.random_range(0..=width), rng.random_range(0..=height));
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        _ => Event::Key(key(rng)),
    })
}

fn stage(rng: &mut Rng, fixture: &SavedGamesFixture) -> Stage {
    let depth = *[ColorDepth::True, ColorDepth::Ansi, ColorDepth::Mono].choose(rng).unwrap();
    let home = stage::home(rng.random_bool(0.3));
    let settings = SettingsScreen::new(&home);
    let stage = Stage::new(home, depth, fixture.store.clone());
    let size = *[4, 6, 8, 11, 40, 1024].choose(rng).unwrap();
    let players =
        *[["human", "human"], ["human", "random"], ["first", "greedy"]].choose(rng).unwrap();
    match rng.random_range(0..16) {
        0 => stage,
        12..14 => {
            let mut stage = stage;
            stage.arcade.open_from(Box::new(saved_games::open));
            stage
        }
        14 => stage.over(review::running_review()),
        10 => stage.over(settings),
        11 => statistics::many_over(stage),
        1 => stage.over(stage::advanced()),
        15 => stage.over(stage::new_game(*GameKind::ALL.choose(rng).unwrap())),
        2 => stage.over(table(session_of::<Concentration>([players[0], "memory:5"], 0, &[]))),
        3 => stage.over(table(session_of::<Concentration>(["perfect", "memory:5"], 0, &[]))),
        4 => stage.over(table(session_of::<Eater>(["human", "human"], 7, &[]))),
        5 => stage.over(table(session_of::<Eater>(["human", "random"], 30, &[]))),
        6 => stage.over(table(session_of::<Intensity>(
            ["human", "careful", "human", "random"],
            0,
            &[],
        ))),
        7 => stage.over(table(session_of::<Intensity>(
            [players[0], "careful", "counter", "random"],
            0,
            &[],
        ))),
        _ => stage.over(table(session(players, size, &[]))),
    }
}

/// Mostly an ordinary size.
fn window_size(rng: &mut Rng) -> (u16, u16) {
    match rng.random_range(0..6) {
        0 => (rng.random_range(0..=250), rng.random_range(0..=80)),
        1 => (rng.random_range(0..45), rng.random_range(0..14)),
        2 => (40, 12),
        _ => (80, 24),
    }
}

/// Types a path that can't be written, so that an accepted file name creates no file.
fn paste_unwritable_path(stage: &mut Stage) {
    stage.keys("<C-u>");
    stage.arcade.handle(Message::Input(Event::Paste(
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/").to_owned(),
    )));
}

fn send_random_events(seed: u64) {
    let mut rng = random::rng(seed, &[]);
    let fixture = SavedGamesFixture::with_games();
    let mut current = stage(&mut rng, &fixture);
    let mut size = (80, 24);
    for _ in 0..scaled(EVENTS) {
        let message = message(&mut rng, size);
        if current.arcade.is_text_on_top(crate::widgets::Key::char('x')) {
            paste_unwritable_path(&mut current);
        }
        let mut effect = current.arcade.handle(message);
        while let Ok(message) = current.messages.try_recv() {
            current.arcade.handle(message);
        }
        if current.arcade.next_tick().is_some_and(|at| at <= Instant::now()) {
            effect = current.arcade.tick();
        }
        if effect == Effect::Quit {
            current = stage(&mut rng, &fixture);
        }
        if rng.random_bool(0.05) {
            size = window_size(&mut rng);
        }
        // Several events may arrive before the next frame.
        if rng.random_bool(0.5) {
            current.draw(size);
        }
    }
}

#[test]
fn random_events_with_seed_1_do_not_panic() {
    send_random_events(1);
}

#[test]
fn random_events_with_seed_2_do_not_panic() {
    send_random_events(2);
}

#[test]
fn random_events_with_seed_3_do_not_panic() {
    send_random_events(3);
}
