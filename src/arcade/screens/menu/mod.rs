//! The menu: the games with a thumbnail each, the last unfinished game, and the other screens.
//!
//! | file | |
//! |---|---|
//! | `items` | the items and the selection |
//! | `last_game` | the last unfinished game |
//! | `view` | how the menu is drawn |
//! | `demo` | the demo that starts after a while without input |

mod demo;
mod items;
mod last_game;
mod view;

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::screen::{Commands, Context, Screen, Transition},
    daily, lesson, lobby, saved_games, settings, statistics,
    thumbnails::Thumbnails,
};
use crate::widgets::{Binding, ClickAreas, Key, Look, Offer, keys::key_name};
use demo::DemoScreen;
use items::{MenuItem, MenuSelection};
use last_game::LastGame;
use view::View;

/// What the menu's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Select the item above.
    Up,
    /// Select the item below.
    Down,
    /// Select the previous item.
    Left,
    /// Select the next item.
    Right,
    /// Open the selected item.
    Choose,
    /// Set up the game with this index.
    Open(usize),
    /// Open the lesson of the selected game.
    Learn,
    /// Open today's deals.
    Daily,
    /// Open the lobby of the shared tables.
    Others,
    /// Open the saved games.
    SavedGames,
    /// Open the statistics.
    Statistics,
    /// Open the settings.
    Settings,
    /// Continue the last unfinished game.
    Continue,
}

/// The menu's key table.
pub static KEYS: [Binding<Command>; 16] = [
    Binding::new(Command::Choose, &[Key::plain(KeyCode::Enter), Key::char(' ')], "choose")
        .footer("Enter", "open"),
    Binding::new(Command::Open(0), &[Key::char('1')], "the first game").footer("1-4", "game"),
    Binding::new(Command::Open(1), &[Key::char('2')], "the second game"),
    Binding::new(Command::Open(2), &[Key::char('3')], "the third game"),
    Binding::new(Command::Open(3), &[Key::char('4')], "the fourth game"),
    Binding::new(Command::Daily, &[Key::char('d')], "today's deals, the same for everybody")
        .footer("d", "today"),
    Binding::new(Command::Continue, CONTINUE_KEYS, "continue the last unfinished game")
        .footer("c", "continue"),
    Binding::new(Command::SavedGames, &[Key::char('g')], "saved games: resume or replay one")
        .footer("g", "games"),
    Binding::new(Command::Statistics, &[Key::char('t')], "statistics: wins, losses and streaks")
        .footer("t", "stats"),
    Binding::new(Command::Settings, &[Key::char('s')], "settings: colours, motion, mouse, names")
        .footer("s", "settings"),
    Binding::new(Command::Others, &[Key::char('o')], "play with others at other terminals")
        .footer("o", "others"),
    Binding::new(Command::Learn, &[Key::char('L')], "learn the selected game, step by step")
        .footer("L", "learn"),
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::Left, &[Key::plain(KeyCode::Left), Key::char('h')], "left"),
    Binding::new(Command::Right, &[Key::plain(KeyCode::Right), Key::char('l')], "right"),
];

const CONTINUE_KEYS: &[Key] = &[Key::char('c')];

/// The demo starts after this time without any input.
const DEMO_DELAY: Duration = Duration::from_secs(60);

const NO_UNFINISHED_GAME: &str = "there is no unfinished game";

/// The menu.
pub struct MenuScreen {
    selection: MenuSelection,
    last_game: LastGame,
    /// Whether the games stood side by side in the last drawing.
    is_wide: bool,
    thumbnails: Thumbnails,
    /// The time of the last input, or `None` if motion is off.
    last_input: Option<Instant>,
}

impl MenuScreen {
    /// Creates a menu whose thumbnails show games with this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            selection: MenuSelection::default(),
            last_game: LastGame::default(),
            is_wide: false,
            thumbnails: Thumbnails::of_all_games(seed),
            last_input: None,
        }
    }

    /// Creates a menu that has waited long enough to start the demo.
    #[cfg(test)]
    pub fn left_alone(seed: u64) -> Self {
        Self { last_input: Instant::now().checked_sub(DEMO_DELAY), ..Self::new(seed) }
    }

    /// The visible items in their order.
    fn items(&self) -> Vec<MenuItem> {
        let is_visible =
            |item: &MenuItem| *item != MenuItem::Continue || self.last_game.is_available();
        MenuItem::ALL.into_iter().filter(is_visible).collect()
    }

    /// Describes an item in one line.
    fn description(&self, item: MenuItem) -> &str {
        match item {
            MenuItem::Continue => self.last_game.description(),
            _ => item.description(),
        }
    }

    /// Restarts the wait for the demo.
    fn note_input(&mut self) {
        self.last_input = self.last_input.map(|_| Instant::now());
    }

    fn step(&mut self, forward: bool) -> Transition {
        let items = self.items();
        self.selection.step(&items, forward);
        self.last_game.cancel();
        Transition::Redraw
    }

    fn step_vertically(&mut self, down: bool) -> Transition {
        if !self.is_wide {
            return self.step(down);
        }
        let items = self.items();
        self.selection.step_over_games(&items, down);
        self.last_game.cancel();
        Transition::Redraw
    }

    fn select(&mut self, item: MenuItem) {
        self.selection.select(item);
        self.last_game.cancel();
    }

    /// Opens an item.
    fn open(&mut self, item: MenuItem, context: &Context) -> Transition {
        let screen = match item {
            MenuItem::Quit => return Transition::Quit,
            MenuItem::Continue => return self.continue_game(context),
            MenuItem::Game(kind) => {
                lesson::open_game(kind, &key_name(&KEYS, Command::Learn), context)
            }
            MenuItem::Daily => daily::open(context),
            MenuItem::Others => lobby::open(context),
            MenuItem::SavedGames => saved_games::open(context),
            MenuItem::Statistics => statistics::open(context),
            MenuItem::Settings => settings::open(context.home),
        };
        self.select(item);
        Transition::Open(screen)
    }

    /// Starts opening the last unfinished game.
    fn continue_game(&mut self, context: &Context) -> Transition {
        if self.last_game.is_looking_up() {
            // The game of an earlier lookup may be over by now.
            self.last_game.request();
        } else if self.last_game.is_available() {
            self.select(MenuItem::Continue);
            self.last_game.open(context);
        } else {
            return Transition::Notify(NO_UNFINISHED_GAME.to_owned());
        }
        Transition::Redraw
    }
}

impl Commands for MenuScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let offer = |binding: &Binding<Command>| {
            let refusal = match binding.command {
                Command::Continue if !self.last_game.is_available() => Some(NO_UNFINISHED_GAME),
                Command::Learn if !self.selection.item.is_game() => Some("select a game first"),
                _ => None,
            };
            let offer = Offer::new(binding, refusal.map(Into::into));
            Offer { is_listed: offer.is_available(), ..offer }
        };
        KEYS.iter().map(offer).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        self.note_input();
        match command {
            Command::Up => self.step_vertically(false),
            Command::Down => self.step_vertically(true),
            Command::Left => self.step(false),
            Command::Right => self.step(true),
            Command::Choose => self.open(self.selection.item, context),
            Command::Open(index) => self.open(MenuItem::ALL[index], context),
            Command::Learn => match self.selection.item {
                MenuItem::Game(kind) => Transition::Open(lesson::open(kind, context)),
                _ => Transition::None,
            },
            Command::Daily => self.open(MenuItem::Daily, context),
            Command::Others => self.open(MenuItem::Others, context),
            Command::SavedGames => self.open(MenuItem::SavedGames, context),
            Command::Statistics => self.open(MenuItem::Statistics, context),
            Command::Settings => self.open(MenuItem::Settings, context),
            Command::Continue => self.continue_game(context),
        }
    }
}

impl Screen for MenuScreen {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        self.note_input();
        // The key to continue may come before the lookup has ended.
        if self.last_game.is_looking_up() && CONTINUE_KEYS.contains(&key) {
            self.continue_game(context)
        } else {
            Transition::None
        }
    }

    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        self.note_input();
        MenuItem::ALL.get(item).map_or(Transition::None, |&item| self.open(item, context))
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.note_input();
        self.step(down)
    }

    fn on_show(&mut self, context: &Context) {
        self.last_input = context.home.plays_demos().then(Instant::now);
        self.last_game.look_up(context);
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        // Below a dialog, the menu has no ticks.
        if self.is_wide && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), context.waker);
        }
        let has_moved = self.thumbnails.poll();
        let lookup = self.last_game.poll_lookup();
        if lookup.is_some() {
            self.selection.adjust(self.last_game.is_available());
            if self.last_game.take_request() {
                return self.continue_game(context);
            }
        }
        match self.last_game.poll_opening() {
            Some(Ok(factory)) => Transition::OpenFrom(factory),
            Some(Err(error)) => Transition::Alert(error),
            None if has_moved || lookup == Some(true) => Transition::Redraw,
            None => Transition::None,
        }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.thumbnails.is_busy() || self.last_game.is_opening()
    }

    #[cfg(test)]
    fn is_unprepared(&self) -> bool {
        self.is_wide && self.thumbnails.is_unstarted()
    }

    fn next_tick(&self) -> Option<Instant> {
        let demo = self.last_input.map(|last_input| last_input + DEMO_DELAY);
        // The thumbnails start after the first frame that has room for them.
        let thumbnails = self.is_wide.then(|| self.thumbnails.next_tick(demo.is_some())).flatten();
        demo.into_iter().chain(thumbnails).min()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        let now = Instant::now();
        if self.last_input.is_some_and(|last_input| now >= last_input + DEMO_DELAY) {
            self.note_input();
            return DemoScreen::new(context)
                .map_or(Transition::None, |demo| Transition::Open(Box::new(demo)));
        }
        self.thumbnails.tick(now, context.waker);
        Transition::None
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.is_wide = view::is_wide(area);
        View { menu: self, look }.draw(area, buffer, areas);
    }
}
