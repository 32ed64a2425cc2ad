//! The menu: the games with a thumbnail each, the last unfinished game, and the other screens.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table, and the key of each game |
//! | `items` | the items and the selection |
//! | `last_game` | the last unfinished game, or the last result |
//! | `stars` | the stars below the games |
//! | `demo` | the demo that starts after a while without input |

mod demo;
mod items;
pub mod keys;
mod last_game;
mod stars;

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
};

use crate::{
    arcade::{
        dialog::{NO, Question, choice},
        screen::{Commands, Context, Screen, Transition},
        screens::{
            daily, lesson, lobby, new_game, practice, saved_games, settings, statistics,
            thumbnails::Thumbnails,
        },
    },
    games::{GameFacts, THUMBNAIL_SIZE},
    widgets::{
        AnyCommand, ClickAreas, Key, Look, Offer,
        drawing::{self, LARGE_LETTER},
        keys::key_name,
        list::draw_selection,
        page,
    },
};
use demo::DemoScreen;
use fourcade_engine::GameKind;
use items::MenuSelection;
use last_game::LastGame;
use stars::Stars;

pub use items::MenuItem;
pub use keys::{Command, KEYS, KeyRow};

/// The demo starts after this time without input.
const DEMO_DELAY: Duration = Duration::from_secs(60);

const NO_UNFINISHED_GAME: &str = "there is no unfinished game and no result";

pub struct MenuScreen {
    selection: MenuSelection,
    last_game: LastGame,
    stars: Stars,
    /// Of the last frame.
    layout: MenuLayout,
    thumbnails: Thumbnails,
    /// `None` if there are no demos.
    last_input: Option<Instant>,
}

impl MenuScreen {
    /// `seed` is that of the thumbnails' games.
    pub fn new(seed: u64) -> Self {
        Self {
            selection: MenuSelection::default(),
            last_game: LastGame::default(),
            stars: Stars::default(),
            layout: MenuLayout::List { is_low: false },
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
        MenuItem::all().filter(is_visible).collect()
    }

    /// One line of at most `width` columns, if possible.
    fn description(&self, item: MenuItem, width: u16) -> &str {
        match item {
            MenuItem::Continue => self.last_game.description(width),
            _ => item.description(),
        }
    }

    fn title(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Continue if self.last_game.is_over() => "Last result",
            _ => item.title(),
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
        let rows = self.layout.rows(&self.items());
        self.selection.step_vertically(&rows, down);
        self.last_game.cancel();
        Transition::Redraw
    }

    fn select(&mut self, item: MenuItem) {
        self.selection.select(item);
        self.last_game.cancel();
    }

    fn open(&mut self, item: MenuItem, context: &Context) -> Transition {
        if item == MenuItem::Continue {
            return self.continue_game(context);
        }
        let lesson = match item {
            // A person who has finished a game needs no lesson.
            MenuItem::Game(kind) if !self.stars.is_played(kind) => lesson_offer(kind, context),
            _ => None,
        };
        let lesson = lesson.map(|question| Box::new(question) as Box<dyn Screen>);
        let Some(screen) = lesson.or_else(|| page(item, context)) else { return Transition::Quit };
        self.select(item);
        Transition::Open(screen)
    }

    fn continue_game(&mut self, context: &Context) -> Transition {
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

pub fn page(item: MenuItem, context: &Context) -> Option<Box<dyn Screen>> {
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

/// Offers the lesson of a game that is chosen for the first time.
fn lesson_offer(game: GameKind, context: &Context) -> Option<Question> {
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
    context.files.run(move |()| drop(lessons.write()));
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

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        self.note_input();
        match command {
            Command::Up => self.step_vertically(false),
            Command::Down => self.step_vertically(true),
            Command::First | Command::Last => {
                let items = self.items();
                let end = if command == Command::First { items.first() } else { items.last() };
                if let Some(&item) = end {
                    self.select(item);
                }
                Transition::Redraw
            }
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
    fn on_key(&mut self, _: Key, _: &Context) -> Transition {
        self.note_input();
        Transition::None
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.note_input();
        self.step(down)
    }

    fn on_show(&mut self, context: &Context) {
        self.last_input = context.home.plays_demos().then(Instant::now);
        self.last_game.look_up(context);
        self.stars.read(context);
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        // Below a dialog, the menu has no ticks.
        if self.layout.has_thumbnails() && self.thumbnails.is_unstarted() {
            self.thumbnails.tick(Instant::now(), &context.background);
        }
        let has_moved = self.thumbnails.poll() | self.stars.poll();
        let lookup = self.last_game.poll_lookup();
        if lookup.is_some() {
            let (is_there, is_over) = (self.last_game.is_available(), self.last_game.is_over());
            self.selection.follow_last_game(is_there && !is_over, is_over);
            if self.last_game.take_request() {
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
        let has_thumbnails = self.layout.has_thumbnails();
        let thumbnails =
            has_thumbnails.then(|| self.thumbnails.next_tick(demo.is_some())).flatten();
        demo.into_iter().chain(thumbnails).min()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        let now = Instant::now();
        if self.last_input.is_some_and(|last_input| now >= last_input + DEMO_DELAY) {
            self.note_input();
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

    /// Dialogs cover the thumbnails, which are not drawn then.
    fn dialog_room(&self, area: Rect) -> Rect {
        match MenuLayout::of(area) {
            MenuLayout::List { .. } => area,
            layout @ MenuLayout::Thumbnails { height, .. } => {
                let body = area.centered_vertically(Length(layout.height()));
                let y = body.y + layout.title_height();
                Rect { y, height: 1 + height, ..area }
            }
        }
    }

    fn draw_below_dialog(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        self.layout = MenuLayout::of(area);
        let view = View { menu: self, look, has_pictures: false };
        view.draw(area, buffer, &mut ClickAreas::default());
    }
}

const TITLE_HEIGHT: u16 = LARGE_LETTER.1;
/// The title has eight letters.
const TITLE_WIDTH: u16 = 8 * LARGE_LETTER.0;
/// The game's title and a description of two lines.
const CAPTION_HEIGHT: u16 = 3;
const MIN_THUMBNAIL_GAP: u16 = 3;
/// Left of all titles, for the pointer to the selected item.
const POINTER_WIDTH: u16 = 2;
const NAME_WIDTH: u16 = 18;

#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
#[allow(clippy::cast_possible_truncation)] // 8
const OTHER_ITEMS: u16 = MenuItem::OTHERS.len() as u16;
/// The widths for a summary in two lines of about the same length, and in one line.
const CAPTION_WIDTHS: [u16; 2] = [17, 34];
/// From this width on, descriptions stand further away from the titles.
const WIDE_ROW: u16 = 74;
const MAX_LIST_WIDTH: u16 = 78;
const LOW_LIST_COLUMNS: u16 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MenuLayout {
    /// One item a row; in a low window, the items below the games are side by side.
    List { is_low: bool },
    /// The games side by side, with thumbnails of `height` rows. The other items are below in one
    /// or two columns with descriptions or in more without, and with `gap` empty rows between them.
    Thumbnails { height: u16, columns: u16, gap: u16 },
}

impl MenuLayout {
    fn of(area: Rect) -> Self {
        let layout = |height, columns, gap| Self::Thumbnails { height, columns, gap };
        let Size { height: small, .. } = THUMBNAIL_SIZE;
        let (large, medium) = (2 * small, small + small / 2);
        let huge = large + small / 2;
        let fits = |layout: &Self| {
            let Size { width, height } = layout.min_size();
            area.width >= width && area.height >= height
        };
        [
            layout(huge, 2, 1),
            layout(large, 2, 1),
            layout(large, 2, 0),
            layout(medium, 2, 1),
            layout(medium, 2, 0),
            layout(small, 1, 0),
            layout(small, GAMES, 0),
        ]
        .into_iter()
        .find(fits)
        .unwrap_or(Self::List { is_low: area.height < OTHER_ITEMS + GAMES + 2 })
    }

    /// The smallest window for this layout, with a free column or row on each side.
    fn min_size(self) -> Size {
        let Self::Thumbnails { height, .. } = self else { return Size::default() };
        let gaps = (GAMES - 1) * MIN_THUMBNAIL_GAP;
        let width = GAMES * 2 * height + gaps + POINTER_WIDTH;
        Size::new(width + 2, self.height() + 2)
    }

    fn height(self) -> u16 {
        let Self::Thumbnails { height, .. } = self else { return 0 };
        self.title_height() + 1 + height + 1 + CAPTION_HEIGHT + 1 + self.list_height()
    }

    fn title_height(self) -> u16 {
        match self {
            Self::Thumbnails { height, .. } if height > THUMBNAIL_SIZE.height => 2 * TITLE_HEIGHT,
            _ => TITLE_HEIGHT,
        }
    }

    fn title_width(self) -> u16 {
        TITLE_WIDTH * (self.title_height() / TITLE_HEIGHT)
    }

    /// The rows below the games, always including one for [`MenuItem::Continue`].
    fn list_height(self) -> u16 {
        let Self::Thumbnails { columns, gap, .. } = self else { return OTHER_ITEMS };
        let rows = 1 + (OTHER_ITEMS - 1).div_ceil(columns);
        rows * (1 + gap) - gap
    }

    fn has_thumbnails(self) -> bool {
        matches!(self, Self::Thumbnails { .. })
    }

    fn rows(self, items: &[MenuItem]) -> Vec<Vec<MenuItem>> {
        let (columns, are_games_beside) = match self {
            Self::List { is_low } => (if is_low { LOW_LIST_COLUMNS } else { 1 }, false),
            Self::Thumbnails { columns, .. } => (columns, true),
        };
        let (games, others): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.is_game());
        let (first, rest) =
            others.split_at(usize::from(others.first() == Some(&MenuItem::Continue)));
        let games = games.chunks(if are_games_beside { games.len() } else { 1 });
        let others = first.chunks(1).chain(rest.chunks(columns.into()));
        games.chain(others).map(<[_]>::to_vec).collect()
    }
}

struct View<'a> {
    menu: &'a MenuScreen,
    look: &'a Look,
    has_pictures: bool,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        match self.menu.layout {
            MenuLayout::List { .. } => self.draw_list(area, buffer, areas),
            layout @ MenuLayout::Thumbnails { height, columns, gap, .. } => {
                self.draw_wide(layout, (height, columns, gap), area, buffer, areas);
            }
        }
    }

    fn draw_wide(
        &self,
        layout: MenuLayout,
        (height, columns, gap): (u16, u16, u16),
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let width = 2 * height;
        // The usual margin of a page stays free on both sides, if possible.
        let margin = 2 * page::margin(area.width) + POINTER_WIDTH;
        let min_width = GAMES * width + (GAMES - 1) * MIN_THUMBNAIL_GAP;
        let room = area.width.saturating_sub(margin).max(min_width);
        let last = width.max(CAPTION_WIDTHS[0]);
        let step = (room.saturating_sub(last) / (GAMES - 1)).min(width + width / 2);
        // The last caption may be wider than its picture.
        let texts = step * (GAMES - 1) + width.max(caption_width(step));
        let body = area.centered(Length(POINTER_WIDTH + texts), Length(layout.height()));
        let body = Rect { x: body.x + POINTER_WIDTH, width: texts, ..body };
        let title = Rect { height: layout.title_height(), ..body };
        let title_width = layout.title_width();
        draw_title(title.centered_horizontally(Length(title_width)), buffer, self.look);
        let y = body.y + layout.title_height() + 1;
        let rows = layout.rows(&self.menu.items());
        let mut x = body.x;
        for (index, &item) in rows[0].iter().enumerate() {
            let thumbnail = Rect::new(x, y, width, height);
            if self.has_pictures {
                self.menu.thumbnails.draw(index, thumbnail, buffer, self.look);
            }
            let y = y + height + 1;
            let caption =
                Rect { y, width: caption_width(step), height: CAPTION_HEIGHT, ..thumbnail };
            self.draw_caption(item, caption, buffer, areas);
            if let MenuItem::Game(game) = item {
                let stars = Rect { y: thumbnail.bottom(), height: 1, ..thumbnail };
                self.menu.stars.draw(game, stars, buffer, self.look);
            }
            areas.add(thumbnail.union(caption), Command::Open(item));
            x += step;
        }
        // Without a game to continue, its row stays empty.
        let rows = &rows[1..];
        let lines = clamped(rows.len()) * (1 + gap) - gap;
        let places = (body.bottom() - lines..).step_by(usize::from(1 + gap));
        for (y, items) in places.zip(rows) {
            let row = with_pointer(Rect { y, height: 1, ..body });
            let is_whole = columns == 1 || items.first() == Some(&MenuItem::Continue);
            let column = if columns == 1 { row.width } else { step * (GAMES / columns) };
            // The description of a whole row is aligned with the others or, if there are none, with
            // the second title.
            let left = if columns == GAMES { step + POINTER_WIDTH } else { description_x(column) };
            let step = if is_whole { row.width } else { column };
            self.draw_items(items, (step, left), row, buffer, areas);
        }
    }

    fn draw_caption(
        &self,
        item: MenuItem,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let name = Rect { height: 1, ..area };
        self.draw_pointer(item, with_pointer(name), buffer, areas);
        drawing::draw_text(buffer, name, item.title(), style, self.look);
        let description = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let (text, style) = (item.description(), self.look.dim());
        drawing::draw_lines(buffer, description, text, style, self.look);
    }

    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let layout = self.menu.layout;
        let is_low = layout == MenuLayout::List { is_low: true };
        let rows = layout.rows(&self.menu.items());
        let count = clamped(rows.len());
        let is_tall = area.height > count + TITLE_HEIGHT + 2;
        let head = if is_tall { TITLE_HEIGHT + 1 } else { (area.height - count).min(2) };
        let width = area.width.saturating_sub(2 * page::margin(area.width)).min(MAX_LIST_WIDTH);
        let height = (head + count).min(area.height);
        let body = area.centered_horizontally(Length(width));
        let body = Rect { y: area.y + (area.height - height) / 2, height, ..body };
        if head > 0 {
            let x = body.x + POINTER_WIDTH;
            let width = body.width.saturating_sub(POINTER_WIDTH);
            draw_title(Rect { x, width, height: head, ..body }, buffer, self.look);
        }
        for (items, y) in rows.iter().zip(body.y + head..body.bottom()) {
            let row = Rect { y, height: 1, ..body };
            let is_alone =
                !is_low || items.iter().any(|item| item.is_game() || *item == MenuItem::Continue);
            let step = if is_alone { body.width } else { NAME_WIDTH };
            let [MenuItem::Game(game)] = items[..] else {
                self.draw_items(items, (step, description_x(step)), row, buffer, areas);
                continue;
            };
            // The description leaves room for the stars.
            let x = row.right().saturating_sub(stars::WIDTH).max(row.x);
            let stars = Rect { x, width: row.right() - x, ..row };
            let rest = Rect { width: (x - row.x).saturating_sub(1), ..row };
            self.draw_items(items, (step, description_x(step)), rest, buffer, areas);
            areas.add(row, Command::Open(items[0]));
            self.menu.stars.draw(game, stars, buffer, self.look);
        }
    }

    /// Draws the items of a row, `step` columns apart, with descriptions from column `left` on.
    fn draw_items(
        &self,
        items: &[MenuItem],
        (step, left): (u16, u16),
        row: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let mut place = Rect { width: step, ..row };
        for &item in items {
            let shown = place.intersection(row);
            self.draw_row(item, shown, left, buffer, areas);
            areas.add(shown, Command::Open(item));
            place.x += step;
        }
    }

    fn draw_row(
        &self,
        item: MenuItem,
        area: Rect,
        left: u16,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let width = (NAME_WIDTH + 1).min(area.width);
        self.draw_pointer(item, Rect { width, ..area }, buffer, areas);
        let title = Rect {
            x: area.x + 2,
            width: (NAME_WIDTH - 1).min(area.width.saturating_sub(2)),
            ..area
        };
        drawing::draw_text(buffer, title, self.menu.title(item), style, self.look);
        let left = left.min(area.width);
        let rest = Rect { x: area.x + left, width: area.width - left, ..area };
        let description = self.menu.description(item, rest.width);
        if drawing::text_width(description) <= rest.width {
            drawing::draw_text(buffer, rest, description, self.look.dim(), self.look);
        }
    }

    fn draw_pointer(&self, item: MenuItem, row: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        if item == self.menu.selection.item {
            draw_selection(buffer, row, self.look.selected(), self.look, areas);
        }
    }
}

/// The width of the captions of games that are `step` columns apart.
fn caption_width(step: u16) -> u16 {
    let [two_lines, one_line] = CAPTION_WIDTHS;
    if step > one_line { one_line } else { two_lines.min(step - 2) }
}

fn description_x(width: u16) -> u16 {
    NAME_WIDTH + if width >= WIDE_ROW { 4 } else { 2 }
}

fn clamped(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Extends a row to the left by the columns of the pointer.
fn with_pointer(row: Rect) -> Rect {
    Rect { x: row.x.saturating_sub(POINTER_WIDTH), width: row.width + POINTER_WIDTH, ..row }
}

fn draw_title(area: Rect, buffer: &mut Buffer, look: &Look) {
    if look.glyphs.blocks && area.height >= TITLE_HEIGHT && area.width >= TITLE_WIDTH {
        drawing::draw_large_text(buffer, area, "fourcade", look.accent());
    } else {
        let y = area.y + area.height.min(TITLE_HEIGHT).saturating_sub(1) / 2;
        drawing::draw_text(
            buffer,
            Rect { y, height: 1, ..area },
            "f o u r c a d e",
            look.accent(),
            look,
        );
    }
}
