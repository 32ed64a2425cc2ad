//! The page of practice: the games with ratings, what is due, and the puzzles of the day.
//!
//! | file | contents |
//! |---|---|
//! | `summary` | what the page says about each game |
//! | `round` | the screen of a round, or of a puzzle of the day |
//! | `texts` | the text beside its board |
//! | `ending` | the summary at the end of a round |
//! | `finding` | the search for mistakes in a game that is over |
//! | `opening` | how such a screen is put together, in jobs |

mod ending;
pub mod finding;
mod opening;
pub mod round;
pub mod summary;
mod texts;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
};

use crate::{
    arcade::{
        ScreenFactory,
        screen::{Commands, Context, OpeningJob, Screen, Transition, take_opened},
    },
    database::{DailyDate, StoreError},
    games::GameFacts,
    job::Job,
    practice::mistakes,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Group, refuse},
        list::draw_selection,
        page::Frame,
    },
};
use fourcade_engine::{GameKind, with_game};
use summary::{RoundChoice, Summary, daily_text, share};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Previous,
    Next,
    Play,
    /// Begin a mixed round of the game with this number.
    Open(usize),
    /// Begin the round with this number of the selected game.
    Begin(usize),
    Daily,
    Copy,
    Leave,
}

pub static KEYS: [Binding<Command, PracticeScreen>; 12] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "the game below"),
    Binding::new(
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the previous kind of round",
    ),
    Binding::new(
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the next kind of round",
    ),
    Binding::new(
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "begin the selected round: ten positions or three minutes",
    )
    .footer("Enter", "begin")
    .group(Group::Game),
    Binding::new(Command::Open(0), &[Key::char('1')], title(0)).group(Group::Game),
    Binding::new(Command::Open(1), &[Key::char('2')], title(1)).group(Group::Game),
    Binding::new(Command::Open(2), &[Key::char('3')], title(2)).group(Group::Game),
    Binding::new(Command::Open(3), &[Key::char('4')], title(3)).group(Group::Game),
    Binding::new(
        Command::Daily,
        &[Key::char('D')],
        "the puzzle of the day of the selected game, once a day",
    )
    .footer("D", "daily puzzle")
    .group(Group::Game)
    .refused(|page| {
        let is_answered =
            page.summaries.get(page.selected).is_some_and(|game| game.daily.is_some());
        refuse(is_answered, "you have answered it; the next one comes tomorrow (UTC)")
    }),
    Binding::new(Command::Copy, &[Key::char('y')], "copy a line about the puzzles of the day")
        .footer("y", "copy")
        .refused(|page| {
            let has_answers = page.summaries.iter().any(|game| game.daily.is_some());
            refuse(!has_answers, "you have not answered a puzzle of the day")
        }),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

const fn title(game: usize) -> &'static str {
    GameFacts::of(GameKind::ALL[game]).title
}

pub struct PracticeScreen {
    date: DailyDate,
    /// By game; empty until they have been read.
    summaries: Vec<Summary>,
    problem: Option<String>,
    selected: usize,
    /// The selected round of the game.
    round: usize,
    /// The game and the theme whose round begins when the page is shown first.
    first: Option<(GameKind, Option<&'static str>)>,
    copied: Option<String>,
    loading: Option<Job<Result<Vec<Summary>, StoreError>>>,
    opening: Option<OpeningJob>,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    at_page(None)(context)
}

/// Returns a factory for the page. It then begins a mixed round of `game`.
pub fn at_page(game: Option<GameKind>) -> ScreenFactory {
    opening_with(game.map(|game| (game, None)))
}

/// The page, and over it a round of the person's mistakes in a game.
pub fn with_mistakes(game: GameKind, context: &Context) -> Box<dyn Screen> {
    opening_with(Some((game, Some(mistakes::THEME))))(context)
}

fn opening_with(first: Option<(GameKind, Option<&'static str>)>) -> ScreenFactory {
    Box::new(move |context| {
        let mut screen = PracticeScreen::new(first);
        screen.on_show(context);
        Box::new(screen)
    })
}

impl PracticeScreen {
    pub fn new(first: Option<(GameKind, Option<&'static str>)>) -> Self {
        let is_first = |kind: &GameKind| first.is_some_and(|(first, _)| first == *kind);
        Self {
            date: DailyDate::today(),
            summaries: Vec::new(),
            problem: None,
            selected: GameKind::ALL.iter().position(is_first).unwrap_or(0),
            round: 0,
            first,
            copied: None,
            loading: None,
            opening: None,
        }
    }

    fn step(&mut self, down: bool) -> Transition {
        let next = if down { self.selected + 1 } else { self.selected.saturating_sub(1) };
        let next = next.min(GameKind::ALL.len() - 1);
        if next != self.selected {
            (self.selected, self.round) = (next, 0);
        }
        Transition::Redraw
    }

    /// The rounds of the selected game.
    fn rounds(&self) -> &[RoundChoice] {
        self.summaries.get(self.selected).map_or(&[], |summary| &summary.rounds)
    }

    fn begin(&mut self, round: usize, context: &Context) -> Transition {
        self.round = round;
        let theme = self.rounds().get(round).and_then(|round| round.theme);
        match GameKind::ALL.get(self.selected) {
            Some(&kind) => self.begin_theme(kind, theme, context),
            None => Transition::None,
        }
    }

    fn begin_theme(
        &mut self,
        kind: GameKind,
        theme: Option<&'static str>,
        context: &Context,
    ) -> Transition {
        let store = context.store.clone();
        self.opening = Some(Job::start(
            context.waker,
            move |_, _| with_game!(kind, G => opening::round::<G>(&store, theme)),
        ));
        Transition::Redraw
    }

    fn play_daily(&mut self, context: &Context) -> Transition {
        let Some(&kind) = GameKind::ALL.get(self.selected) else { return Transition::None };
        let date = self.date;
        self.opening = Some(Job::start(
            context.waker,
            move |_, _| with_game!(kind, G => opening::daily::<G>(date)),
        ));
        Transition::Redraw
    }
}

impl Commands for PracticeScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Previous => {
                self.round = self.round.saturating_sub(1);
                Transition::Redraw
            }
            Command::Next => {
                self.round = (self.round + 1).min(self.rounds().len().saturating_sub(1));
                Transition::Redraw
            }
            Command::Play => self.begin(self.round, context),
            Command::Open(game) => {
                self.selected = game;
                self.begin(0, context)
            }
            Command::Begin(round) => self.begin(round, context),
            Command::Daily => self.play_daily(context),
            Command::Copy => {
                let text = share(&self.summaries, self.date);
                self.copied = Some(text.clone());
                Transition::Copy(text)
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for PracticeScreen {
    fn on_show(&mut self, context: &Context) {
        self.date = DailyDate::today();
        self.copied = None;
        if !context.store.is_available() {
            self.problem = Some("Nothing is kept, because there is no database.".to_owned());
        }
        let (store, date) = (context.store.clone(), self.date);
        self.loading = Some(Job::start(context.waker, move |cancel, _| {
            summary::load_all(&store, date, &cancel)
        }));
        if let Some((kind, theme)) = self.first.take() {
            self.begin_theme(kind, theme, context);
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::answer) {
            self.loading = None;
            match result {
                Ok(summaries) => self.summaries = summaries,
                Err(error) => self.problem = Some(format!("The results can't be read: {error}")),
            }
            transition = Transition::Redraw;
        }
        take_opened(&mut self.opening, context).unwrap_or(transition)
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw_page(self, area, buffer, look, areas);
    }
}

/// The headings of the columns and their widths.
const COLUMNS: [(&str, u16); 5] =
    [("", 16), ("rating", 12), ("to repeat", 11), ("right today", 13), ("puzzle of the day", 19)];
const MAX_WIDTH: u16 = 84;
/// The columns of the pointer to the selected row.
const POINTER: u16 = 2;

fn draw_page(
    screen: &PracticeScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let room = Frame::new(area).content;
    let width = room.width.min(MAX_WIDTH);
    let mut texts = texts(screen, true, width, look);
    let count = |rows: usize| u16::try_from(rows).unwrap_or(u16::MAX);
    let (games, rounds) = (count(GameKind::ALL.len()), count(screen.rounds().len()));
    // The heading, the games, and an empty row before each other part.
    let height = |gap: u16| (2 + games + rounds) * (1 + gap) + 2 + count(texts.len());
    let has_list = room.height >= height(0);
    let gap = u16::from(room.height >= height(1));
    let height = if has_list { height(gap) } else { room.height };
    // A low window has the heading, the games, the round and its note instead of the list.
    if !has_list && count(texts.len()) + games + 3 > room.height {
        texts = self::texts(screen, false, width, look);
    }
    let frame = Frame::around(area, Size::new(width, height));
    let page = frame.content;
    let note = format!("{} (UTC)", screen.date.in_words());
    frame.draw_title_with("Practice", &note, buffer, look, areas);
    let mut rows = Rows { page, y: page.y };
    let heading = COLUMNS.map(|(heading, _)| (heading.to_owned(), look.dim()));
    draw_cells(&heading, rows.next(gap), buffer, look);
    for (index, kind) in GameKind::ALL.into_iter().enumerate() {
        let row = rows.next(gap);
        let style =
            draw_choice(buffer, row, COLUMNS[0].1 - 1, index == screen.selected, look, areas);
        let mut cells = vec![(GameFacts::of(kind).title.to_owned(), style)];
        if let Some(summary) = screen.summaries.get(index) {
            cells.extend(cells_of(summary, look));
        }
        draw_cells(&cells, row, buffer, look);
        areas.add(row, AnyCommand::new(Command::Open(index)));
    }
    if has_list {
        rows.next(0);
    }
    if let Some(kind) = GameKind::ALL.get(screen.selected) {
        let title = GameFacts::of(*kind).title;
        if has_list {
            draw_rounds(screen, title, (&mut rows, gap), buffer, look, areas);
        } else if let Some(round) = screen.rounds().get(screen.round) {
            let [_, _, left, right] = look.glyphs.more;
            let text = format!("Round: {left} {} {right}", round.title);
            drawing::draw_text(buffer, rows.next(0), &text, look.strong(), look);
            for line in drawing::wrap(&round.note, page.width) {
                drawing::draw_text(buffer, rows.next(0), &line, look.text(), look);
            }
        }
    }
    for (text, style) in texts {
        drawing::draw_text(buffer, rows.next(0), &text, style, look);
    }
}

/// The rows of the page from top to bottom.
struct Rows {
    page: Rect,
    y: u16,
}

impl Rows {
    /// The next row, which is followed by `gap` empty ones. It is empty below the page.
    fn next(&mut self, gap: u16) -> Rect {
        let row = Rect { y: self.y, height: 1, ..self.page };
        self.y += 1 + gap;
        if row.y < self.page.bottom() { row } else { Rect::ZERO }
    }
}

/// Draws the background of a row that can be selected; returns the style of its name.
fn draw_choice(
    buffer: &mut Buffer,
    row: Rect,
    width: u16,
    is_selected: bool,
    look: &Look,
    areas: &mut ClickAreas,
) -> Style {
    if !is_selected {
        return look.strong();
    }
    let style = look.selected();
    if !row.is_empty() {
        let row = Rect { width: width.min(row.width), ..row };
        draw_selection(buffer, row, style, look, areas);
    }
    style
}

/// Draws the rounds of the selected game as a list.
fn draw_rounds(
    screen: &PracticeScreen,
    title: &str,
    (rows, gap): (&mut Rows, u16),
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    const NAME_WIDTH: u16 = 24;
    let heading = format!("Choose a round of {title} with left and right");
    drawing::draw_text(buffer, rows.next(gap), &heading, look.dim(), look);
    for (index, round) in screen.rounds().iter().enumerate() {
        let row = rows.next(gap);
        // The selected game has the attention, the bar and the pointer.
        let style = if index == screen.round { look.accent() } else { look.strong() };
        if index == screen.round {
            drawing::draw_text(buffer, row, look.glyphs.dot, style, look);
        }
        let name = Rect { x: row.x + POINTER, width: NAME_WIDTH - POINTER, ..row };
        drawing::draw_text(buffer, name.intersection(row), round.title, style, look);
        let note = Rect { x: row.x + NAME_WIDTH, ..row }.intersection(row);
        drawing::draw_text(buffer, note, &round.note, look.text(), look);
        areas.add(row, AnyCommand::new(Command::Begin(index)));
    }
    rows.next(0);
}

/// The cells of a game's row, without its name.
fn cells_of(summary: &Summary, look: &Look) -> [(String, Style); 4] {
    let [count, right] = summary.today;
    let due = match summary.due {
        0 => ("none".to_owned(), look.dim()),
        due => (due.to_string(), look.accent()),
    };
    let today = match count {
        0 => ("none yet".to_owned(), look.dim()),
        _ => (format!("{right} of {count}"), look.text()),
    };
    let daily_style = if summary.daily.is_none() { look.dim() } else { look.text() };
    let rating = summary.rating.written(!look.glyphs.blocks);
    [(rating, look.text()), due, today, (daily_text(summary.daily), daily_style)]
}

/// Draws the columns for which there is room.
fn draw_cells(cells: &[(String, Style)], row: Rect, buffer: &mut Buffer, look: &Look) {
    let mut x = 0;
    for (index, ((text, style), (_, width))) in cells.iter().zip(COLUMNS).enumerate() {
        if x + width > row.width + 1 {
            break;
        }
        let inset = if index == 0 { POINTER } else { 0 };
        let cell = Rect { x: row.x + x + inset, width: width - 1 - inset, ..row };
        drawing::draw_text(buffer, cell, text, *style, look);
        x += width;
    }
}

/// What is said below the games, wrapped to this width.
/// `is_long` says whether there is room to tell what a round is.
fn texts(screen: &PracticeScreen, is_long: bool, width: u16, look: &Look) -> Vec<(String, Style)> {
    let introduction = "A round is ten positions or three minutes. Mistakes come back later.";
    let mut texts = Vec::new();
    texts.extend(screen.problem.clone().map(|problem| (problem, look.alert())));
    if let Some(copied) = &screen.copied {
        texts.push(("Copied (or copy it from here):".to_owned(), look.dim()));
        texts.push((copied.clone(), look.text()));
    } else {
        let goal = screen.rounds().get(screen.round).map(|round| round.goal);
        texts.extend(goal.map(|goal| (goal.to_owned(), look.text())));
        texts.extend(is_long.then(|| (introduction.to_owned(), look.dim())));
    }
    let wrap = |(text, style): (String, Style)| {
        drawing::wrap(&text, width).into_iter().map(move |line| (line, style))
    };
    texts.into_iter().flat_map(wrap).collect()
}
