//! The leaderboard: the ratings of the people who play a game at shared tables.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::{
    arcade::screen::{Commands, Screen, ScreenContext, Transition},
    database::shared_tables::{LeaderboardRow, Link, SharedError, ratings::ratings},
    games::GameFacts,
    job::Job,
    widgets::{
        Binding, ClickAreas, Key, Look, Offer, drawing,
        list::{self, TextColumn, draw_scroll_marks, draw_selection, scroll},
        page::Frame,
    },
};
use fourcade_engine::GameKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    Previous,
    Next,
    Leave,
}

pub static KEYS: [Binding<Command>; 7] = [
    Binding::new(
        "left",
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h'), Key::plain(KeyCode::BackTab)],
        "the previous game",
    ),
    Binding::new(
        "right",
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l'), Key::plain(KeyCode::Tab)],
        "the next game",
    )
    .footer("Tab", "next game"),
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the row above")
        .footer("arrows", "move"),
    Binding::new(
        "down",
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the row below",
    ),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "the first row"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "the last row"),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the lobby")
        .footer("Esc", "back"),
];

const WIDTH: u16 = 58;
const HEADINGS: [&str; 5] = ["", "name", "rating", "games", "won"];
const COLUMNS: [TextColumn; 5] = [
    TextColumn::new(2, 4),
    TextColumn::new(8, 24),
    TextColumn::new(33, 11),
    TextColumn::new(45, 5),
    TextColumn::new(52, 4),
];
const NARROW_COLUMNS: [TextColumn; 5] = [
    TextColumn::new(1, 3),
    TextColumn::new(6, 14),
    TextColumn::new(20, 6),
    TextColumn::new(26, 5),
    TextColumn::new(32, 4),
];
/// Ratings with a larger deviation are marked as guesses.
const UNSURE_DEVIATION: f64 = 110.0;

pub struct LeaderboardScreen {
    link: Link,
    game: GameKind,
    /// `None` until they have been read.
    ratings: Option<Result<Vec<LeaderboardRow>, String>>,
    query: Option<Job<Result<Vec<LeaderboardRow>, SharedError>>>,
    selected: usize,
    first: usize,
}

impl LeaderboardScreen {
    pub fn new(link: Link, game: GameKind) -> Self {
        let mut board = Self { link, game, ratings: None, query: None, selected: 0, first: 0 };
        board.read();
        board
    }

    fn read(&mut self) {
        let game = self.game;
        let query = self.link.ask(move |connection| ratings(connection, game));
        (self.query, self.ratings, self.selected) = (Some(query), None, 0);
    }

    fn turn(&mut self, by: isize) {
        self.game = GameKind::ALL[list::cycle(self.game as usize, by, GameKind::ALL.len())];
        self.read();
    }

    fn rows(&self) -> &[LeaderboardRow] {
        self.ratings.as_ref().and_then(|ratings| ratings.as_deref().ok()).unwrap_or_default()
    }

    fn step(&mut self, rows: isize) {
        self.selected = list::step(self.selected, rows, self.rows().len());
    }

    fn placeholder(&self, look: &Look) -> Option<String> {
        match &self.ratings {
            None => Some(format!("One moment{}", look.glyphs.activity_dots)),
            Some(Err(error)) => Some(error.clone()),
            Some(Ok(ratings)) if ratings.is_empty() => Some(
                "No finished games yet. Games between people at shared tables count here, unless \
                 moves were taken back."
                    .to_owned(),
            ),
            Some(Ok(_)) => None,
        }
    }

    fn draw_row(
        &self,
        index: usize,
        row: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let Some(rating) = self.rows().get(index) else { return };
        let is_own = rating.name == self.link.client().name;
        let mut style = if is_own { look.strong() } else { look.text() };
        if index == self.selected {
            style = look.selected();
            draw_selection(buffer, row, style, look, areas);
        }
        let unsure = if rating.deviation > UNSURE_DEVIATION { "?" } else { "" };
        let (place, games, wins) =
            ((index + 1).to_string(), rating.games.to_string(), rating.wins.to_string());
        let value = format!("{:.0}{unsure}", rating.rating);
        draw_texts([&place, &rating.name, &value, &games, &wins], row, style, buffer, look);
    }
}

/// Draws a text for each of the [`HEADINGS`]. Only names begin on the left of their column.
fn draw_texts(texts: [&str; 5], row: Rect, style: Style, buffer: &mut Buffer, look: &Look) {
    let columns = if row.width < WIDTH { NARROW_COLUMNS } else { COLUMNS };
    for ((column, text), heading) in columns.into_iter().zip(texts).zip(HEADINGS) {
        if heading == "name" {
            column.draw(buffer, row, text, style, look);
        } else {
            column.draw_right(buffer, row, text, style, look);
        }
    }
}

impl Commands for LeaderboardScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, &())
    }

    fn run(&mut self, command: Command, _: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::First => self.selected = 0,
            Command::Last => self.selected = self.rows().len().saturating_sub(1),
            Command::Previous => self.turn(-1),
            Command::Next => self.turn(1),
            Command::Leave => return Transition::Close,
        }
        Transition::Redraw
    }
}

impl Screen for LeaderboardScreen {
    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows);
        Transition::Redraw
    }

    fn on_wake(&mut self, _: &ScreenContext) -> Transition {
        let Some(answer) = self.query.as_ref().and_then(Job::take_result) else {
            return Transition::None;
        };
        self.query = None;
        self.ratings = Some(answer.map_err(|error| error.to_string()));
        Transition::Redraw
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let frame = Frame::new(area);
        let body = Rect { width: WIDTH.min(frame.content.width), ..frame.content };
        let title = format!("Leaderboard: {}", GameFacts::of(self.game).title);
        frame.draw_title(&title, buffer, look, areas);
        if let Some(text) = self.placeholder(look) {
            return drawing::draw_lines(buffer, body, &text, look.text(), look);
        }
        draw_texts(HEADINGS, Rect { height: body.height.min(1), ..body }, look.dim(), buffer, look);
        let note_height = 1 + u16::from(body.height >= 12);
        let list =
            Rect { y: body.y + 1, height: body.height.saturating_sub(1 + note_height), ..body };
        let (count, height) = (self.rows().len(), usize::from(list.height));
        self.first = scroll(self.first, self.selected, count, height);
        for (index, row) in (self.first..count).zip(list.rows()) {
            self.draw_row(index, row, buffer, look, areas);
        }
        draw_scroll_marks(buffer, list, self.first > 0, self.first + height < count, look);
        if self.rows().iter().any(|rating| rating.deviation > UNSURE_DEVIATION) {
            let note = Rect { y: body.bottom().saturating_sub(1), height: 1, ..body };
            let text = "? after few games, a rating is only a guess";
            drawing::draw_text(buffer, note, text, look.dim(), look);
        }
    }
}
