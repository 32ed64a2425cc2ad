//! The commands of the whole arcade, and their keys.

use std::sync::LazyLock;

use crossterm::event::KeyCode;

use crate::{
    games::GameFacts,
    widgets::{Binding, Key, keys::Group},
};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    /// End the program, or ask for confirmation if something would be lost.
    Quit,
    Interrupt,
    Suspend,
    Redraw,
    CancelQuit,
    /// `step` counts from 0.
    Lesson {
        game: GameKind,
        step: usize,
    },
    PlayBeginner(GameKind),
    /// Play today's deal of a game, from the page of the deals.
    PlayDeal(GameKind),
}

pub static KEYS: &[Binding<Command>] = &[
    Binding::new(
        "help",
        Command::Help,
        &[Key::char('?'), Key::plain(KeyCode::F(1))],
        "help: keys and rules",
    )
    .footer("?", "help"),
    Binding::new("quit", Command::Quit, &[Key::char('q')], "quit").footer("q", "quit"),
    Binding::new("quit-at-once", Command::Interrupt, &[Key::ctrl('c')], "quit at once"),
    Binding::new(
        "suspend",
        Command::Suspend,
        &[Key::ctrl('z')],
        "suspend to the shell (fg returns)",
    )
    .needs_host(),
    Binding::new("redraw", Command::Redraw, &[Key::ctrl('l')], "redraw the screen"),
];

static DIGITS: LazyLock<[Key; 9]> =
    LazyLock::new(|| ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(Key::char));

pub static GAME_DIGITS: LazyLock<String> = LazyLock::new(|| format!("1-{}", GameKind::ALL.len()));

/// The rows `before`, a row for each game with its digit, and the rows `after`.
pub fn with_games<C, S, const A: usize, const B: usize>(
    before: [Binding<C, S>; A],
    group: Option<Group>,
    command: impl Fn(GameKind) -> C,
    after: [Binding<C, S>; B],
) -> Vec<Binding<C, S>> {
    let games = GameKind::ALL.into_iter().zip(DIGITS.chunks(1)).map(|(game, keys)| Binding {
        group,
        ..Binding::new(game.key(), command(game), keys, GameFacts::of(game).title)
    });
    before.into_iter().chain(games).chain(after).collect()
}
