//! The menu: the games with a thumbnail each, the last unfinished game, and the other screens.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table, and the key of a game, which other screens name |
//! | `items` | the items and the selection |
//! | `last_game` | the last unfinished game |
//! | `demo` | the demo that starts after a while without input |

mod demo;
mod items;
mod keys;
mod last_game;

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    widgets::{Paragraph, Widget, Wrap},
};

use crate::{
    arcade::{
        dialog::{NO, Question, choice},
        screen::{Commands, Context, Screen, Transition},
        screens::{
            daily, lesson, lobby, new_game, saved_games, settings, statistics,
            thumbnails::Thumbnails,
        },
    },
    games::{GameFacts, THUMBNAIL_SIZE},
    widgets::{
        AnyCommand, ClickAreas, Key, Look, Offer,
        drawing::{self, LARGE_LETTER},
        keys::key_name,
        list::draw_selection,
    },
};
use demo::DemoScreen;
use fourcade_engine::GameKind;
use items::{MenuItem, MenuSelection};
use keys::CONTINUE_KEYS;
use last_game::LastGame;

pub use keys::{Command, KEYS, game_key};

/// The demo starts after this time without any input.
const DEMO_DELAY: Duration = Duration::from_secs(60);

const NO_UNFINISHED_GAME: &str = "there is no unfinished game";

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

    fn items(&self) -> Vec<MenuItem> {
        let is_visible =
            |item: &MenuItem| *item != MenuItem::Continue || self.last_game.is_available();
        MenuItem::ALL.into_iter().filter(is_visible).collect()
    }

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

    fn open(&mut self, item: MenuItem, context: &Context) -> Transition {
        let screen = match item {
            MenuItem::Quit => return Transition::Quit,
            MenuItem::Continue => return self.continue_game(context),
            MenuItem::Game(kind) => match lesson_offer(kind, context) {
                Some(question) => Box::new(question),
                None => new_game::open(kind, context),
            },
            MenuItem::Daily => daily::open(context),
            MenuItem::Others => lobby::open(context),
            MenuItem::SavedGames => saved_games::open(context),
            MenuItem::Statistics => statistics::open(context),
            MenuItem::Settings => settings::open(context.home),
        };
        self.select(item);
        Transition::Open(screen)
    }

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

/// Returns the question whether to learn a game that is chosen for the first time.
fn lesson_offer(game: GameKind, context: &Context) -> Option<Question> {
    let home = context.home;
    // Who has set up the game before knows it.
    if home.last_setups.last(game.key()).is_some() || !home.lesson_offers.take(game.key()) {
        return None;
    }
    let offers = home.lesson_offers.clone();
    // If it can't be written, the lesson is offered again in the next run.
    context.files.run(move |()| drop(offers.write()));
    let key = key_name(&KEYS, &Command::Learn);
    let text =
        format!("Learn it in two minutes, by playing. You can also press {key} in the menu later.");
    let learn = Some(AnyCommand::new(Command::Learn));
    let skip = Some(AnyCommand::new(Command::SetUp(game)));
    let choices = [
        choice(const { &[Key::plain(KeyCode::Enter), Key::char('y')] }, "Enter", "learn", learn),
        choice(NO, "Esc", "skip", skip),
    ];
    Some(Question::new(format!("New to {}?", GameFacts::of(game).title), text, choices))
}

impl Commands for MenuScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        self.note_input();
        match command {
            Command::Up => self.step_vertically(false),
            Command::Down => self.step_vertically(true),
            Command::Left => self.step(false),
            Command::Right => self.step(true),
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
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        self.note_input();
        // The key to continue may come before the lookup has ended.
        if self.last_game.is_looking_up() && CONTINUE_KEYS.contains(&key) {
            self.continue_game(context)
        } else {
            Transition::None
        }
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
            Some(Ok(factory)) => Transition::Open(factory(context)),
            Some(Err(error)) => Transition::Alert(error),
            None if has_moved || lookup == Some(true) => Transition::Redraw,
            None => Transition::None,
        }
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
        self.is_wide = is_wide(area);
        View { menu: self, look }.draw(area, buffer, areas);
    }
}

const TITLE_HEIGHT: u16 = LARGE_LETTER.1;
/// The width of the eight letters of the large title.
const TITLE_WIDTH: u16 = 8 * LARGE_LETTER.0;
/// The height of the text below a thumbnail: the game's title and a description of two lines.
const CAPTION_HEIGHT: u16 = 3;
/// The minimum distance between two thumbnails.
const GAP: u16 = 1;
/// The columns to the left of all titles, for the pointer to the selected item.
const POINTER_WIDTH: u16 = 2;
const NAME_WIDTH: u16 = 18;

#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
#[allow(clippy::cast_possible_truncation)] // 7
const OTHER_ITEMS: u16 = (MenuItem::ALL.len() - GameKind::ALL.len()) as u16;

/// The minimum size of a window with the games side by side.
const WIDE: Size = Size::new(
    GAMES * (THUMBNAIL_SIZE.width + GAP) + POINTER_WIDTH + 2,
    TITLE_HEIGHT + 1 + THUMBNAIL_SIZE.height + CAPTION_HEIGHT + OTHER_ITEMS,
);

fn is_wide(area: Rect) -> bool {
    area.width >= WIDE.width && area.height >= WIDE.height
}

struct View<'a> {
    menu: &'a MenuScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        if is_wide(area) {
            self.draw_wide(area, buffer, areas);
        } else {
            self.draw_list(area, buffer, areas);
        }
    }

    fn draw_wide(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (games, others): (Vec<_>, Vec<_>) =
            self.menu.items().into_iter().partition(|item| item.is_game());
        let list_height = u16::try_from(others.len()).unwrap_or(u16::MAX);
        let fixed = TITLE_HEIGHT + 1 + CAPTION_HEIGHT + list_height;
        // Thumbnails have their normal size, or twice that size.
        let is_large = area.height >= fixed + 2 * THUMBNAIL_SIZE.height
            && area.width >= 2 * GAMES * THUMBNAIL_SIZE.width + POINTER_WIDTH + 2;
        let height = if is_large { 2 * THUMBNAIL_SIZE.height } else { THUMBNAIL_SIZE.height };
        let width = 2 * height + 2;
        // A column on each side stays free.
        let room = area.width.saturating_sub(POINTER_WIDTH + 2);
        let step = (room.saturating_sub(width) / (GAMES - 1)).min(width + 4);
        // Up to three empty rows: first above the list, then below the thumbnails, then at the top.
        let empty_rows = (area.height - fixed - height).min(3);
        let [top, below_thumbnails, above_list] =
            [2, 1, 0].map(|other_rows| u16::from(empty_rows > other_rows));
        let texts = step * (GAMES - 1) + width;
        let whole =
            area.centered(Length(POINTER_WIDTH + texts), Length(fixed + height + empty_rows));
        let body = Rect { x: whole.x + POINTER_WIDTH, width: texts, ..whole };
        draw_title(Rect { y: body.y + top, ..body }, buffer, self.look);
        let y = body.y + top + TITLE_HEIGHT + 1;
        let mut x = body.x;
        for (index, item) in games.into_iter().enumerate() {
            let thumbnail = Rect::new(x, y, width, height);
            self.menu.thumbnails.draw(index, thumbnail, buffer, self.look);
            let caption =
                Rect { y: y + height + below_thumbnails, height: CAPTION_HEIGHT, ..thumbnail };
            self.draw_caption(item, caption, buffer);
            areas.add(thumbnail.union(caption), AnyCommand::new(Command::Open(item)));
            x += step;
        }
        let y = y + height + below_thumbnails + CAPTION_HEIGHT + above_list;
        for (item, y) in others.into_iter().zip(y..) {
            let row = with_pointer(Rect { y, height: 1, ..body });
            self.draw_row(item, row, buffer);
            areas.add(row, AnyCommand::new(Command::Open(item)));
        }
    }

    fn draw_caption(&self, item: MenuItem, area: Rect, buffer: &mut Buffer) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let name = Rect { height: 1, ..area };
        self.draw_pointer(item, with_pointer(name), buffer);
        drawing::draw_text(buffer, name, item.title(), style, self.look);
        let description = Rect { y: area.y + 1, height: area.height - 1, ..area };
        Paragraph::new(item.description())
            .style(self.look.dim())
            .wrap(Wrap { trim: true })
            .render(description, buffer);
    }

    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let items = self.menu.items();
        let count = u16::try_from(items.len()).unwrap_or(u16::MAX);
        let is_tall = area.height > count + TITLE_HEIGHT + 2;
        let head = if is_tall { TITLE_HEIGHT + 1 } else { u16::from(area.height > count) };
        let width = area.width.saturating_sub(if area.width > 44 { 4 } else { 2 }).min(WIDE.width);
        let body = area.centered(Length(width), Length((head + count).min(area.height)));
        if head > 0 {
            let x = body.x + POINTER_WIDTH;
            let width = body.width.saturating_sub(POINTER_WIDTH);
            draw_title(Rect { x, width, height: head, ..body }, buffer, self.look);
        }
        for (item, y) in items.into_iter().zip(body.y + head..body.bottom()) {
            let row = Rect { y, height: 1, ..body };
            self.draw_row(item, row, buffer);
            areas.add(row, AnyCommand::new(Command::Open(item)));
        }
    }

    fn draw_row(&self, item: MenuItem, area: Rect, buffer: &mut Buffer) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let width = (NAME_WIDTH + 1).min(area.width);
        self.draw_pointer(item, Rect { width, ..area }, buffer);
        let title = Rect {
            x: area.x + 2,
            width: (NAME_WIDTH - 1).min(area.width.saturating_sub(2)),
            ..area
        };
        drawing::draw_text(buffer, title, item.title(), style, self.look);
        let left = NAME_WIDTH + 2;
        let rest = Rect {
            x: area.x + left.min(area.width),
            width: area.width.saturating_sub(left),
            ..area
        };
        let description = self.menu.description(item);
        drawing::draw_text(buffer, rest, description, self.look.dim(), self.look);
    }

    /// Draws the pointer and the background of an item if it is selected.
    fn draw_pointer(&self, item: MenuItem, row: Rect, buffer: &mut Buffer) {
        if item == self.menu.selection.item {
            draw_selection(buffer, row, self.look.selected(), self.look);
        }
    }
}

/// Returns a row with the columns for the pointer on its left.
fn with_pointer(row: Rect) -> Rect {
    Rect { x: row.x.saturating_sub(POINTER_WIDTH), width: row.width + POINTER_WIDTH, ..row }
}

/// Draws the arcade's name, large if it fits.
fn draw_title(area: Rect, buffer: &mut Buffer, look: &Look) {
    let title =
        Rect { height: TITLE_HEIGHT.min(area.height), width: TITLE_WIDTH.min(area.width), ..area };
    if look.glyphs.blocks && title.height == TITLE_HEIGHT && title.width == TITLE_WIDTH {
        drawing::draw_large_text(buffer, title, "fourcade", look.accent());
    } else {
        let y = area.y + (title.height - 1) / 2;
        drawing::draw_text(
            buffer,
            Rect { y, height: 1, ..area },
            "f o u r c a d e",
            look.accent(),
            look,
        );
    }
}
