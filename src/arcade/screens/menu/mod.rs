//! The menu: the games with a thumbnail each, the last unfinished game, and the other screens.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table |
//! | `items` | the items and the selection |
//! | `last_game` | the last unfinished game, or the last result |
//! | `results` | the stars below the games, and the deals of the day that were played |
//! | `layout`, `view` | how it is drawn |
//! | `demo` | the demo that starts after a while without input |

mod demo;
mod items;
pub mod keys;
mod last_game;
mod layout;
mod results;
mod view;

use std::{
    borrow::Cow,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::daily::played_deals,
    arcade::{
        dialog::{NO, Question, choice},
        screen::{Commands, Screen, ScreenContext, Transition},
        screens::{
            daily, lesson, lobby, new_game, practice, saved_games, settings, statistics,
            thumbnails::Thumbnails,
        },
    },
    games::GameFacts,
    widgets::{AnyCommand, ClickAreas, Key, Look, Offer, keys::key_name},
};
use demo::DemoScreen;
use fourcade_engine::GameKind;
use items::MenuSelection;
use last_game::LastGame;
use layout::MenuLayout;
use results::MenuResults;
use view::View;

pub use items::MenuItem;
pub use keys::{Command, KEYS, MenuBinding};

/// The demo starts after this time without input.
const DEMO_DELAY: Duration = Duration::from_secs(60);

const NO_UNFINISHED_GAME: &str = "there is no unfinished game and no result";

pub struct MenuScreen {
    selection: MenuSelection,
    last_game: LastGame,
    results: MenuResults,
    /// The layout of the last frame.
    layout: MenuLayout,
    thumbnails: Thumbnails,
    /// When the wait for the demo began. `None` if there are no demos.
    last_input: Option<Instant>,
}

impl MenuScreen {
    /// `seed` is that of the thumbnails' games.
    pub fn new(seed: u64) -> Self {
        Self {
            selection: MenuSelection::default(),
            last_game: LastGame::default(),
            results: MenuResults::default(),
            layout: MenuLayout::List { is_low: false },
            thumbnails: Thumbnails::of_all_games(seed),
            last_input: None,
        }
    }

    /// Creates a menu that has been idle for long enough to start the demo.
    #[cfg(test)]
    pub fn idle(seed: u64) -> Self {
        Self { last_input: Instant::now().checked_sub(DEMO_DELAY), ..Self::new(seed) }
    }

    fn items(&self) -> Vec<MenuItem> {
        let is_visible =
            |item: &MenuItem| *item != MenuItem::Continue || self.last_game.is_available();
        MenuItem::all().filter(is_visible).collect()
    }

    fn description(&self, item: MenuItem, width: u16) -> Cow<'_, str> {
        match item {
            MenuItem::Continue => self.last_game.description(width).into(),
            MenuItem::Daily if self.results.finished_deals() > 0 => {
                played_deals(self.results.finished_deals()).into()
            }
            _ => item.description().into(),
        }
    }

    /// A few characters that replace a description in a narrow window.
    fn short_description(&self, item: MenuItem) -> Option<String> {
        let finished = Some(self.results.finished_deals()).filter(|&finished| finished > 0)?;
        (item == MenuItem::Daily).then(|| format!("{finished}/{}", GameKind::ALL.len()))
    }

    fn title(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Continue if self.last_game.is_over() => "Last result",
            _ => item.title(),
        }
    }

    fn restart_demo_delay(&mut self) {
        self.last_input = self.last_input.map(|_| Instant::now());
    }

    fn step(&mut self, by: isize) -> Transition {
        let items = self.items();
        self.selection.step(&items, by);
        self.last_game.cancel();
        Transition::Redraw
    }

    fn step_vertically(&mut self, by: isize) -> Transition {
        let rows = self.layout.rows(&self.items());
        self.selection.step_vertically(&rows, by);
        self.last_game.cancel();
        Transition::Redraw
    }

    fn select(&mut self, item: MenuItem) {
        self.selection.select(item);
        self.last_game.cancel();
    }

    fn open(&mut self, item: MenuItem, context: &ScreenContext) -> Transition {
        if item == MenuItem::Continue {
            return self.continue_game(context);
        }
        let offer = match item {
            // A person who has finished a game needs no lesson.
            MenuItem::Game(kind) if !self.results.is_played(kind) => {
                take_lesson_offer(kind, context)
            }
            _ => None,
        };
        let offer = offer.map(|question| Box::new(question) as Box<dyn Screen>);
        let Some(screen) = offer.or_else(|| screen_of(item, context)) else {
            return Transition::Quit;
        };
        self.select(item);
        Transition::Open(screen)
    }

    fn continue_game(&mut self, context: &ScreenContext) -> Transition {
        if self.last_game.is_looking_up() {
            // The game of an earlier lookup may be over by now.
            self.last_game.open_when_found();
        } else if self.last_game.is_available() {
            self.select(MenuItem::Continue);
            self.last_game.open(context);
        } else {
            return Transition::Notify(NO_UNFINISHED_GAME.to_owned());
        }
        Transition::Redraw
    }
}

/// The screen of an item. `None` for [`MenuItem::Continue`], whose game must be read first, and for
/// [`MenuItem::Quit`].
pub fn screen_of(item: MenuItem, context: &ScreenContext) -> Option<Box<dyn Screen>> {
    Some(match item {
        MenuItem::Game(kind) => new_game::open(kind, context),
        MenuItem::Daily => daily::open(context),
        MenuItem::Practice => practice::open(context),
        MenuItem::Lobby => lobby::open(context),
        MenuItem::SavedGames => saved_games::open(context),
        MenuItem::Statistics => statistics::open(context),
        MenuItem::Settings => settings::open(&context.home),
        MenuItem::Continue | MenuItem::Quit => return None,
    })
}

/// The question that offers the lesson of a game, which is asked only once.
fn take_lesson_offer(game: GameKind, context: &ScreenContext) -> Option<Question> {
    let home = &context.home;
    let facts = GameFacts::of(game);
    // A person who has set up the game before knows it.
    if facts.lesson.is_none()
        || home.last_setups.last(game.key()).is_some()
        || !home.lessons.take_offer(game.key())
    {
        return None;
    }
    let lessons = home.lessons.clone();
    // If it can't be written, the lesson is offered again in the next run.
    context.file_writer.run(move |()| drop(lessons.write(game.key())));
    let key = key_name(&KEYS, &Command::Learn);
    let text =
        format!("Learn it in two minutes, by playing. You can also press {key} in the menu later.");
    let learn = Some(AnyCommand::new(Command::Learn));
    let skip = Some(AnyCommand::new(Command::SetUp(game)));
    let choices = [
        choice(const { &[Key::plain(KeyCode::Enter), Key::char('y')] }, "Enter", "learn", learn),
        choice(NO, "Esc", "skip", skip),
    ];
    let text = context.look.keymap.fill(&text);
    Some(Question::new(format!("New to {}?", facts.title), text, choices))
}

impl Commands for MenuScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        self.restart_demo_delay();
        match command {
            Command::Up => self.step_vertically(-1),
            Command::Down => self.step_vertically(1),
            Command::First | Command::Last => {
                let items = self.items();
                let end = if command == Command::First { items.first() } else { items.last() };
                if let Some(&item) = end {
                    self.select(item);
                }
                Transition::Redraw
            }
            Command::Left => self.step(-1),
            Command::Right => self.step(1),
            Command::Choose => self.open(self.selection.item, context),
            Command::Open(item) => self.open(item, context),
            Command::SetUp(kind) => Transition::Open(new_game::open(kind, context)),
            Command::Learn => match self.selection.item {
                MenuItem::Game(kind) => Transition::Open(lesson::open(kind, context)),
                _ => Transition::None,
            },
        }
    }
}

impl Screen for MenuScreen {
    fn on_key(&mut self, _: Key, _: &ScreenContext) -> Transition {
        self.restart_demo_delay();
        Transition::None
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.restart_demo_delay();
        self.step(rows)
    }

    fn on_show(&mut self, context: &ScreenContext) {
        self.last_input = context.home.plays_demos().then(Instant::now);
        self.last_game.look_up(context);
        self.results.load(context);
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        // Below a dialog, the menu has no ticks.
        if self.layout.has_thumbnails() && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), &context.background);
        }
        let has_moved = self.thumbnails.poll() | self.results.poll();
        let lookup = self.last_game.collect_lookup();
        if lookup.is_some() {
            let (is_there, is_over) = (self.last_game.is_available(), self.last_game.is_over());
            self.selection.follow_last_game(is_there && !is_over, is_over);
            if self.last_game.take_open_request() {
                return self.continue_game(context);
            }
        }
        match self.last_game.take_opened(context) {
            Some(transition) => transition,
            None if has_moved || lookup == Some(true) => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn next_tick(&self) -> Option<Instant> {
        let demo = self.last_input.map(|last_input| last_input + DEMO_DELAY);
        // The thumbnails start after the first frame that has room for them.
        let thumbnails = if self.layout.has_thumbnails() {
            self.thumbnails.next_tick(demo.is_some())
        } else {
            None
        };
        demo.into_iter().chain(thumbnails).min()
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        let now = Instant::now();
        if self.last_input.is_some_and(|last_input| now >= last_input + DEMO_DELAY) {
            self.restart_demo_delay();
            return DemoScreen::new(context)
                .map_or(Transition::None, |demo| Transition::Open(Box::new(demo)));
        }
        self.thumbnails.tick(now, &context.background);
        Transition::None
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.layout = MenuLayout::of(area);
        View { menu: self, look, has_pictures: true }.draw(area, buffer, areas);
    }

    fn dialog_room(&self, area: Rect) -> Rect {
        MenuLayout::of(area).dialog_room(area)
    }

    fn draw_below_dialog(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        self.layout = MenuLayout::of(area);
        let view = View { menu: self, look, has_pictures: false };
        view.draw(area, buffer, &mut ClickAreas::default());
    }
}
