//! The page of today's deals: one deal of each game per day, the same for everybody.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max},
        Layout, Rect,
    },
    style::Style,
    text::{Line, Span},
};

use crate::{
    app::daily::{self, Calendar, Deal},
    arcade::{
        ScreenFactory, Start,
        keys::with_games,
        screen::{Commands, Context, OpeningJob, Screen, Transition, take_opened},
        screens::{
            thumbnails::{Picture, picture_of_deal},
            unfinished,
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, PersonResult, StoreError},
    games::{DAILY_LEVEL, GameFacts, GameView, capitalized},
    job::Job,
    widgets::{
        Binding, ClickAreas, ColorDepth, Key, Look, Offer, drawing,
        keys::{Refusal, refuse},
        list::{self, draw_selection},
        page::{Frame, TEXT_WIDTH, WindowClass},
        paragraphs::{self, Styled, wrapped},
    },
};
use fourcade_engine::{GameKind, with_game};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    First,
    Last,
    Play,
    Open(GameKind),
    Copy,
    CopyAll,
    Leave,
}

const BEFORE: [Binding<Command, DailyScreen>; 5] = [
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above")
        .footer("arrows", "choose"),
    Binding::new(
        "down",
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the game below",
    ),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "the first game"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "the last game"),
    Binding::new(
        "choose",
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play the deal of the day",
    )
    .footer("Enter", "play"),
];

const AFTER: [Binding<Command, DailyScreen>; 3] = [
    Binding::new(
        "copy",
        Command::Copy,
        &[Key::char('y')],
        "copy the results of the day to the clipboard",
    )
    .footer("y", "copy")
    .refused(DailyScreen::copy_refusal),
    Binding::new(
        "copy-squares",
        Command::CopyAll,
        &[Key::char('Y')],
        "copy a text about all games of the day, with a row of squares for each",
    )
    .footer("Y", "with squares")
    .refused(DailyScreen::copy_refusal),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

pub static KEYS: LazyLock<Vec<Binding<Command, DailyScreen>>> =
    LazyLock::new(|| with_games(BEFORE, None, Command::Open, AFTER));

pub struct DailyScreen {
    /// `None` if the page follows today's date.
    fixed_date: Option<DailyDate>,
    date: DailyDate,
    /// By game, the day's deal before a person's first move.
    pictures: Vec<Option<Box<dyn Picture>>>,
    calendar: Calendar,
    problem: Option<String>,
    selected: usize,
    /// Opened when the page is first shown.
    initial_game: Option<GameKind>,
    /// Makes the text about all games to copy.
    copying: Option<Job<Result<String, StoreError>>>,
    loading: Option<Job<Result<Calendar, StoreError>>>,
    opening: Option<OpeningJob>,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    let mut screen = DailyScreen::new(None, None);
    screen.on_show(context);
    Box::new(screen)
}

/// A factory for the page of a day, or of today. If `game` is given, its deal opens at once.
pub fn page_factory(date: Option<DailyDate>, game: Option<GameKind>) -> ScreenFactory {
    Box::new(move |context| {
        let mut screen = DailyScreen::new(date, game);
        screen.on_show(context);
        Box::new(screen)
    })
}

impl DailyScreen {
    fn new(date: Option<DailyDate>, initial_game: Option<GameKind>) -> Self {
        let fixed_date = date.filter(|date| *date != DailyDate::today());
        let date = fixed_date.unwrap_or_else(DailyDate::today);
        Self {
            fixed_date,
            date,
            pictures: pictures(date),
            calendar: Calendar::default(),
            problem: None,
            selected: initial_game.map_or(0, |kind| kind as usize),
            initial_game,
            copying: None,
            loading: None,
            opening: None,
        }
    }

    #[cfg(test)]
    pub fn with_games(date: DailyDate, games: Vec<crate::database::SavedDaily>) -> Self {
        let calendar = Calendar::new(games);
        Self { date, pictures: pictures(date), calendar, ..Self::new(None, None) }
    }

    fn copy_refusal(&self) -> Refusal {
        let has_games = self.calendar.has_games(self.date);
        refuse(!has_games, "you have not played a deal of this day")
    }

    /// Shows a new day once it has begun, unless the date is fixed.
    fn follow_date(&mut self, context: &Context) {
        let date = self.fixed_date.unwrap_or_else(DailyDate::today);
        if date != self.date {
            (self.date, self.pictures) = (date, pictures(date));
            self.load(context);
        }
    }

    fn load(&mut self, context: &Context) {
        if context.store.is_available() {
            self.loading = Some(context.store.ask(Calendar::load));
        }
    }

    fn select(&mut self, index: usize) -> Transition {
        self.selected = index;
        Transition::Redraw
    }

    fn step(&mut self, down: bool) -> Transition {
        self.select(list::step(self.selected, down, GameKind::ALL.len()))
    }

    fn play(&mut self, kind: GameKind, context: &Context) -> Transition {
        self.follow_date(context);
        self.selected = kind as usize;
        let (date, today) = (self.date, DailyDate::today());
        self.opening = Some(if context.store.is_available() {
            context.store.ask(move |games| open_deal(games, kind, date, today))
        } else {
            let is_practice = date != today;
            Job::start(
                &context.background,
                move |_, _| with_game!(kind, G => open_new::<G>(date, is_practice)),
            )
        });
        Transition::Redraw
    }
}

impl Commands for DailyScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::First => self.select(0),
            Command::Last => self.select(GameKind::ALL.len() - 1),
            Command::Play => self.play(GameKind::ALL[self.selected], context),
            Command::Open(kind) => self.play(kind, context),
            Command::Copy => Transition::Copy(self.calendar.share(self.date)),
            Command::CopyAll => {
                let (date, is_plain) = (self.date, context.home.settings.plain_squares);
                let share = move |games: &mut Database| daily::share_all(games, date, is_plain);
                self.copying = Some(context.store.ask(share));
                Transition::None
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for DailyScreen {
    fn on_show(&mut self, context: &Context) {
        self.follow_date(context);
        self.load(context);
        if let Some(kind) = self.initial_game.take() {
            self.play(kind, context);
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::answer) {
            self.loading = None;
            match result {
                Ok(calendar) => self.calendar = calendar,
                Err(error) => self.problem = Some(error.to_string()),
            }
            transition = Transition::Redraw;
        }
        if let Some(result) = self.copying.as_ref().and_then(Job::answer) {
            self.copying = None;
            return match result {
                Ok(text) => Transition::Copy(text),
                Err(error) => Transition::Alert(error.to_string()),
            };
        }
        take_opened(&mut self.opening, context).unwrap_or(transition)
    }

    fn next_tick(&self) -> Option<Instant> {
        let left = DailyDate::time_left();
        // The page shows the minutes that are left.
        let next_minute = Duration::from_secs(left.as_secs() % 60 + 1);
        self.fixed_date.is_none().then(|| Instant::now() + left.min(next_minute))
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        self.follow_date(context);
        Transition::Redraw
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw_page(self, area, buffer, look, areas);
    }
}

fn pictures(date: DailyDate) -> Vec<Option<Box<dyn Picture>>> {
    GameKind::ALL.map(|kind| picture_of_deal(kind, date.date())).into()
}

/// Continues an unfinished first game of the day, or begins one that counts or is for practice.
fn open_deal(
    games: &mut Database,
    kind: GameKind,
    date: DailyDate,
    today: DailyDate,
) -> Result<ScreenFactory, String> {
    let calendar = Calendar::load(games).map_err(|error| error.to_string())?;
    match calendar.deal(kind, date, today) {
        Deal::Unfinished(id) => unfinished::open(games, id),
        Deal::New { is_practice } => with_game!(kind, G => open_new::<G>(date, is_practice)),
    }
}

fn open_new<G: GameView>(date: DailyDate, is_practice: bool) -> Result<ScreenFactory, String> {
    let session = daily::new_session::<G>(date, is_practice)?;
    Ok(Box::new(move |context| {
        let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
        let mut table = table.playing_daily(date, &context.store);
        table.begin(&context.background);
        Box::new(table)
    }))
}

const NAME_WIDTH: u16 = 17;
const STATE_WIDTH: u16 = 16;
const STREAK_WIDTH: u16 = 11;
const LIST_WIDTH: u16 = NAME_WIDTH + STATE_WIDTH + STREAK_WIDTH;
#[allow(clippy::cast_possible_truncation)] // 4
const LIST_HEIGHT: u16 = GameKind::ALL.len() as u16;
const COLUMN_GAP: u16 = 4;
const MAX_WEEKS: u16 = 5;
const DAY_WIDTH: u16 = 4;
/// Rows of a board of eight rows with margins, whose cells are one, two or three rows high.
const PICTURE_HEIGHTS: [u16; 3] = [10, 18, 26];

const MIN_SIDE_TEXT_WIDTH: u16 = 20;

struct DailyLayout {
    frame: Frame,
    picture: Option<Rect>,
    /// The texts about the day: below the games, and beside or below the picture.
    texts: Rect,
    /// About the selected game, to the right of the games and the picture.
    details: Option<Rect>,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::new(area);
        let room = frame.content;
        let [_, rest] = room.layout(&Layout::vertical([Length(LIST_HEIGHT + 1), Fill(1)]));
        if frame.class == WindowClass::Small {
            let width = rest.width.min(TEXT_WIDTH);
            return Self { frame, picture: None, texts: Rect { width, ..rest }, details: None };
        }
        let least = (7 * DAY_WIDTH).max(room.width / 3);
        // A row is as high as two columns are wide.
        let highest = rest.height.min((room.width - COLUMN_GAP - least) / 2);
        let mut heights = PICTURE_HEIGHTS.into_iter().rev();
        let height = heights.find(|height| *height <= highest).unwrap_or(highest);
        let left = LIST_WIDTH.max(2 * height);
        let columns = Layout::horizontal([Length(left), Max(TEXT_WIDTH)]).spacing(COLUMN_GAP);
        let [_, details] = room.layout(&columns);
        let rows = Layout::vertical([Length(height), Fill(1)]).spacing(1);
        let [picture, texts] = Rect { width: left, ..rest }.layout(&rows);
        let picture = Rect { width: 2 * height, ..picture };
        let x = picture.right() + 2;
        let width = (room.x + left).saturating_sub(x);
        let texts = if width < MIN_SIDE_TEXT_WIDTH { texts } else { Rect { x, width, ..picture } };
        Self { frame, picture: Some(picture), texts, details: Some(details) }
    }
}

fn draw_page(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let layout = DailyLayout::new(area);
    let page = layout.frame.content;
    let title = if screen.fixed_date.is_none() { "Today's deal" } else { "The deal of" };
    let date = format!("{} (UTC)", screen.date.in_words());
    let mut dates = vec![date];
    if screen.fixed_date.is_none() && screen.date == DailyDate::today() {
        let minutes = DailyDate::time_left().as_secs().div_ceil(60);
        let left = match minutes {
            ..60 => format!("{minutes} min"),
            _ => format!("{} h {} min", minutes / 60, minutes % 60),
        };
        dates.insert(0, format!("{}; new deals in {left}", dates[0]));
    }
    let date = drawing::fitting(&dates, layout.frame.after_title(title).width);
    layout.frame.draw_title_with(title, date, buffer, look, areas);
    let list = Rect { width: LIST_WIDTH.min(page.width), ..page };
    for ((index, kind), row) in GameKind::ALL.into_iter().enumerate().zip(list.rows()) {
        draw_game(screen, index, kind, row, buffer, look, areas);
        areas.add(row, Command::Open(kind));
    }
    let deal = screen.pictures.get(screen.selected).and_then(Option::as_ref);
    if let (Some(picture), Some(deal)) = (layout.picture, deal) {
        deal.draw(picture, buffer, look);
    }
    let texts = texts(screen, look);
    let below = wrapped(texts.clone(), layout.texts.width);
    let are_below = layout.details.is_none() || below.len() <= layout.texts.height.into();
    if let (Some(area), Some(&kind)) = (layout.details, GameKind::ALL.get(screen.selected)) {
        let record = screen.calendar.streak_lines(kind, screen.date, look.glyphs.bar, area.width);
        let record = record.into_iter().map(|line| (line, look.accent()));
        let record = wrapped(record, area.width);
        let texts = if are_below { Vec::new() } else { wrapped(texts, area.width) };
        let below = [&texts, &record].map(|lines| lines.len() + usize::from(!lines.is_empty()));
        let below = u16::try_from(below.iter().sum::<usize>()).unwrap_or(u16::MAX);
        let mut rest = draw_selected(screen, kind, area, below, buffer, look);
        if !are_below {
            rest = paragraphs::draw(&texts, rest, buffer, look);
        }
        paragraphs::draw(&record, rest, buffer, look);
    }
    if are_below {
        paragraphs::draw(&below, layout.texts, buffer, look);
    }
}

/// Draws the summary of the selected game and a calendar of its results, with fewer weeks if other
/// texts need `below` rows. Returns the area for those texts.
fn draw_selected(
    screen: &DailyScreen,
    kind: GameKind,
    area: Rect,
    below: u16,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    let facts = GameFacts::of(kind);
    let texts =
        [(facts.title.to_owned(), look.strong()), (capitalized(facts.summary) + ".", look.text())];
    let rest = paragraphs::draw(&wrapped(texts, area.width), area, buffer, look);
    // The months, the weekdays, and the legend with an empty row above.
    let count = rest.height.saturating_sub(below + 4).clamp(2, MAX_WEEKS).into();
    let weeks = (0..count).map(|week| Some(week * 7));
    let mut rows = rest.rows();
    if let Some(row) = rows.next() {
        let (first, last) = (screen.date.in_weeks(count, 0), screen.date.date());
        let months = match first.map(DailyDate::date) {
            Some(first) if first.month() != last.month() => {
                format!("{} and {}", first.strftime("%B"), last.strftime("%B %Y"))
            }
            _ => last.strftime("%B %Y").to_string(),
        };
        drawing::draw_text(buffer, row, &months, look.dim(), look);
    }
    for first in std::iter::once(None).chain(weeks) {
        let Some(row) = rows.next() else { break };
        for day in 0..7_u16 {
            let cell = Rect { x: row.x + day * DAY_WIDTH, width: DAY_WIDTH, ..row };
            match first {
                None => {
                    let name = WEEKDAYS[usize::from(day)];
                    drawing::draw_text(buffer, cell, name, look.dim(), look);
                }
                Some(first) => {
                    let ahead = first + i32::from(day);
                    let date = screen.date.in_weeks(count, ahead).filter(|day| *day <= screen.date);
                    if let Some(date) = date {
                        draw_day(screen, kind, date, cell, buffer, look);
                    }
                }
            }
        }
    }
    // An empty row is above the legend.
    if let Some(row) = rows.nth(1) {
        buffer.set_line(row.x, row.y, &legend(kind, look), row.width);
    }
    let bottom = rest.bottom();
    let y = rows.next().map_or(bottom, Rect::bottom);
    Rect { y, height: bottom - y, ..rest }
}

const WEEKDAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

fn draw_day(
    screen: &DailyScreen,
    kind: GameKind,
    date: DailyDate,
    cell: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    let result = screen.calendar.result(kind, date);
    let style = match result {
        _ if date == screen.date => look.selected(),
        Some(_) => look.strong(),
        None => look.dim(),
    };
    drawing::draw_text(buffer, cell, &format!("{:>2}", date.date().day()), style, look);
    if let Some(result) = result {
        let (mark, style) = mark(result, look);
        let place = Rect { x: cell.x + 2, width: 1, ..cell };
        drawing::draw_text(buffer, place.intersection(cell), mark, style, look);
    }
}

fn texts(screen: &DailyScreen, look: &Look) -> Vec<Styled> {
    let mut texts: Vec<_> = introduction(screen).map(|text| (text, look.dim())).into();
    if let Some(problem) = &screen.problem {
        texts.push((format!("The results can't be read: {problem}"), look.alert()));
    }
    texts
}

fn introduction(screen: &DailyScreen) -> [String; 2] {
    let counts = if screen.fixed_date.is_none() {
        "Your first game of the day counts; a hint or an undo makes it practice."
    } else {
        "On another day it is for practice."
    };
    [format!("The same deal for everybody, against {DAILY_LEVEL}."), counts.to_owned()]
}

fn draw_game(
    screen: &DailyScreen,
    index: usize,
    kind: GameKind,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let (calendar, date) = (&screen.calendar, screen.date);
    let is_selected = index == screen.selected;
    let style = if is_selected { look.selected() } else { look.strong() };
    if is_selected {
        // A column stays free between the selection and the result.
        let name = Rect { width: (NAME_WIDTH - 1).min(row.width), ..row };
        draw_selection(buffer, name, style, look, areas);
    }
    let column = |x: u16, width: u16| Rect { x: row.x + x, width, ..row }.intersection(row);
    drawing::draw_text(buffer, column(2, NAME_WIDTH - 2), GameFacts::of(kind).title, style, look);
    let state = calendar.state(kind, date);
    let state_style = match calendar.result(kind, date) {
        Some(PersonResult::Won) => look.accent(),
        Some(_) => look.text(),
        None => look.dim(),
    };
    drawing::draw_text(buffer, column(NAME_WIDTH, STATE_WIDTH - 1), &state, state_style, look);
    let streak = match calendar.streak(kind, date) {
        days @ 2.. => format!("{days} in a row"),
        _ => String::new(),
    };
    let place = column(NAME_WIDTH + STATE_WIDTH, STREAK_WIDTH);
    if drawing::text_width(&streak) <= place.width {
        drawing::draw_text(buffer, place, &streak, look.text(), look);
    }
}

/// A result in the calendar: a high, middle or low glyph, or a letter without blocks or colours.
fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph, style) = match result {
        PersonResult::Won => ("w", look.glyphs.low, look.won()),
        PersonResult::Drawn => ("d", look.glyphs.line, look.strong()),
        PersonResult::Lost => ("l", look.glyphs.low_line, look.strong()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style)
}

fn legend(kind: GameKind, look: &Look) -> Line<'static> {
    let results = [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost];
    // A game without scores is won or lost.
    let is_possible = |result: &PersonResult| kind.has_scores() || *result != PersonResult::Drawn;
    let spans = results.into_iter().filter(is_possible).flat_map(|result| {
        let (glyph, style) = mark(result, look);
        let name = result.name();
        [Span::styled(glyph, style), Span::styled(format!(" {name}  "), look.dim())]
    });
    spans.collect()
}
