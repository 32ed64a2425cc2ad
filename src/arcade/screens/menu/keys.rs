//! The menu's key table.

use std::sync::LazyLock;

use crossterm::event::KeyCode;

use super::{MenuScreen, NO_UNFINISHED_GAME, items::MenuItem};
use crate::{
    arcade::keys::{GAME_DIGITS, with_games},
    widgets::{
        Binding, Key,
        keys::{Group, refuse},
    },
};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    Left,
    Right,
    Choose,
    Open(MenuItem),
    Learn,
    /// Open the page of a new game.
    SetUp(GameKind),
}

const KEYS_BEFORE_GAMES: [Binding<Command, MenuScreen>; 1] = [Binding::new(
    "choose",
    Command::Choose,
    &[Key::plain(KeyCode::Enter), Key::char(' ')],
    "choose",
)
.footer("Enter", "open")];

const KEYS_AFTER_GAMES: [Binding<Command, MenuScreen>; 14] = [
    Binding::new(
        "daily",
        Command::Open(MenuItem::Daily),
        &[Key::char('d')],
        "today's deal, the same for everybody",
    )
    .footer("d", "today")
    .group(Group::Game),
    Binding::new(
        "practice",
        Command::Open(MenuItem::Practice),
        &[Key::char('P')],
        "practice: puzzles and your own mistakes",
    )
    .group(Group::Game),
    // Without a default key, because Enter runs the selected item. The help can run it, too, and
    // users can assign a key.
    Binding::new(
        "continue",
        Command::Open(MenuItem::Continue),
        &[],
        "continue the last unfinished game, or see the last result",
    )
    .group(Group::Game)
    .hidden()
    .refused(|menu| refuse(!menu.last_game.is_available(), NO_UNFINISHED_GAME)),
    Binding::new(
        "saved-games",
        Command::Open(MenuItem::SavedGames),
        &[Key::char('g')],
        "saved games: resume or replay one",
    )
    .footer("g", "games")
    .group(Group::Table),
    Binding::new(
        "statistics",
        Command::Open(MenuItem::Statistics),
        &[Key::char('t')],
        "statistics: wins, losses and streaks",
    )
    .footer("t", "stats")
    .group(Group::Table),
    Binding::new(
        "settings",
        Command::Open(MenuItem::Settings),
        &[Key::char('S')],
        "settings: colours, motion, mouse, names",
    )
    .footer("S", "settings")
    .group(Group::Look),
    Binding::new(
        "others",
        Command::Open(MenuItem::Lobby),
        &[Key::char('o')],
        "play with others at other terminals",
    )
    .footer("o", "others")
    .group(Group::Table),
    Binding::new(
        "learn",
        Command::Learn,
        &[Key::char('L')],
        "learn the selected game, step by step",
    )
    .footer("L", "learn")
    .group(Group::Game)
    .hidden()
    .refused(|menu| refuse(!menu.selection.item.is_game(), "select a game first")),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new("left", Command::Left, &[Key::plain(KeyCode::Left), Key::char('h')], "left"),
    Binding::new("right", Command::Right, &[Key::plain(KeyCode::Right), Key::char('l')], "right"),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "first item"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "last item"),
];

pub type MenuBinding = Binding<Command, MenuScreen>;

pub static KEYS: LazyLock<Vec<MenuBinding>> = LazyLock::new(|| {
    let open = |game| Command::Open(MenuItem::Game(game));
    let mut rows = with_games(KEYS_BEFORE_GAMES, Some(Group::Game), open, KEYS_AFTER_GAMES);
    // One entry of the footer stands for the digits of all games.
    let first_game = &mut rows[KEYS_BEFORE_GAMES.len()];
    *first_game = first_game.footer(&GAME_DIGITS, "game");
    rows
});
