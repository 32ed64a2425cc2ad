//! The page of today's deals: one deal of each game per day, the same for everybody.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Style,
    text::{Line, Span},
};

use crate::{
    app::{
        daily::{self, Calendar, Deal},
        saved_games::last_game::progress,
    },
    arcade::{
        ScreenFactory, Start,
        keys::with_games,
        screen::{Commands, Context, OpeningJob, Screen, Transition, take_opened},
        screens::{
            saved_table,
            thumbnails::{Thumbnail, thumbnail_of_deal, thumbnail_of_saved},
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, PersonResult, StoreError},
    games::{DAILY_LEVEL, GameFacts, GameView, capitalized, sentence},
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
    .footer("Y", "emoji")
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
    /// By game, the first game of the day's deal, or the deal before a person's first move.
    pictures: Vec<Option<Box<dyn Thumbnail>>>,
    calendar: Calendar,
    problem: Option<String>,
    selected: usize,
    has_plain_squares: bool,
    /// Opened when the page is first shown.
    initial_game: Option<GameKind>,
    copying: Option<Job<Result<String, StoreError>>>,
    loading: Option<Job<Result<Loaded, StoreError>>>,
    opening: Option<OpeningJob>,
}

struct Loaded {
    calendar: Calendar,
    /// By game, the first game of the day if it was begun.
    pictures: Vec<Option<Box<dyn Thumbnail>>>,
}

impl Loaded {
    fn new(database: &mut Database, date: DailyDate) -> Result<Self, StoreError> {
        let calendar = Calendar::load(database)?;
        let picture = |kind: GameKind| {
            let game = calendar.game(kind, date)?;
            thumbnail_of_saved(&database.load(game.id).ok()?)
        };
        let pictures = GameKind::ALL.map(picture).into();
        Ok(Self { calendar, pictures })
    }
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    let mut screen = DailyScreen::new(None, None);
    screen.on_show(context);
    Box::new(screen)
}

/// Without a date, the page follows today's. If `game` is given, its deal opens at once.
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
            has_plain_squares: false,
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
        let has_results = !self.calendar.finished(self.date).is_empty();
        refuse(!has_results, "you have not finished a deal of this day")
    }

    fn copied(&self, text: String) -> Transition {
        Transition::Copy { text, name: self.calendar.shared_name(self.date) }
    }

    fn follow_date(&mut self, context: &Context) {
        let date = self.fixed_date.unwrap_or_else(DailyDate::today);
        if date != self.date {
            (self.date, self.pictures) = (date, pictures(date));
            self.load(context);
        }
    }

    fn load(&mut self, context: &Context) {
        if context.store.is_available() {
            let date = self.date;
            self.loading = Some(context.store.ask(move |games| Loaded::new(games, date)));
        }
    }

    fn select(&mut self, index: usize) -> Transition {
        self.selected = index;
        Transition::Redraw
    }

    fn step(&mut self, rows: isize) -> Transition {
        self.select(list::step(self.selected, rows, GameKind::ALL.len()))
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
        let mut offers = Offer::all(&KEYS, self);
        match self.calendar.deal(GameKind::ALL[self.selected], self.date, DailyDate::today()) {
            Deal::Unfinished(_) => Offer::relabel(&mut offers, &Command::Play, "continue"),
            Deal::New { is_practice: true } => {
                Offer::relabel(&mut offers, &Command::Play, "practise");
            }
            Deal::New { is_practice: false } => {}
        }
        if self.has_plain_squares {
            Offer::relabel(&mut offers, &Command::CopyAll, "squares");
        }
        offers
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::First => self.select(0),
            Command::Last => self.select(GameKind::ALL.len() - 1),
            Command::Play => self.play(GameKind::ALL[self.selected], context),
            Command::Open(kind) => self.play(kind, context),
            Command::Copy => self.copied(self.calendar.share_line(self.date)),
            Command::CopyAll => {
                let (date, is_plain) = (self.date, self.has_plain_squares);
                let share = move |games: &mut Database| daily::share_text(games, date, is_plain);
                self.copying = Some(context.store.ask(share));
                Transition::None
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for DailyScreen {
    fn on_show(&mut self, context: &Context) {
        self.has_plain_squares = context.home.settings.plain_squares;
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
                Ok(loaded) => {
                    self.calendar = loaded.calendar;
                    for (picture, played) in self.pictures.iter_mut().zip(loaded.pictures) {
                        *picture = played.or(picture.take());
                    }
                }
                Err(error) => self.problem = Some(error.to_string()),
            }
            transition = Transition::Redraw;
        }
        if let Some(result) = self.copying.as_ref().and_then(Job::answer) {
            self.copying = None;
            return match result {
                Ok(text) => self.copied(text),
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

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw_page(self, area, buffer, look, areas);
    }
}

fn pictures(date: DailyDate) -> Vec<Option<Box<dyn Thumbnail>>> {
    GameKind::ALL.map(|kind| thumbnail_of_deal(kind, date.date())).into()
}

fn open_deal(
    games: &mut Database,
    kind: GameKind,
    date: DailyDate,
    today: DailyDate,
) -> Result<ScreenFactory, String> {
    let calendar = Calendar::load(games).map_err(|error| error.to_string())?;
    match calendar.deal(kind, date, today) {
        Deal::Unfinished(id) => saved_table::resume(games, id),
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

const STATE_X: u16 = 17;
const STATE_WIDTH: u16 = 17;
/// The width of the list and the texts beside a picture.
const LIST_WIDTH: u16 = STATE_X + STATE_WIDTH;
const DAY_WIDTH: u16 = 3;
/// The days, the results and the legend.
const CALENDAR_HEIGHT: u16 = 3;
#[allow(clippy::cast_possible_truncation)] // 4
const LIST_HEIGHT: u16 = GameKind::ALL.len() as u16;

struct DailyLayout {
    frame: Frame,
    list: Rect,
    texts: Rect,
    /// The room for a picture of the selected game or, in a large window, of each game with a
    /// title above it.
    pictures: Vec<Rect>,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::new(area);
        let room = frame.content;
        let beside = Layout::horizontal([Length(LIST_WIDTH), Fill(1)]);
        let (left, pictures) = match frame.class {
            WindowClass::Small => (room, Vec::new()),
            WindowClass::Usual => {
                let [left, right] = room.layout(&beside.spacing(2));
                (left, vec![right])
            }
            WindowClass::Large => {
                let [left, right] = room.layout(&beside.spacing(1));
                // All have the same size.
                let [width, height] = [right.width, right.height].map(|room| (room - 1) / 2);
                let halves = Layout::vertical([Length(height); 2]).spacing(1).split(right);
                let sides = Layout::horizontal([Length(width); 2]).spacing(1);
                (left, halves.iter().flat_map(|row| sides.split(*row).to_vec()).collect())
            }
        };
        let rows = Layout::vertical([Length(LIST_HEIGHT), Fill(1)]).spacing(1);
        let [list, texts] = left.layout(&rows);
        Self { frame, list, texts, pictures }
    }
}

fn draw_page(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let DailyLayout { frame, list, texts, pictures } = DailyLayout::new(area);
    let title = if screen.fixed_date.is_none() { "Today's deal" } else { "The deal of" };
    let dates = screen.head();
    let date = drawing::fitting(&dates, frame.after_title(title).width);
    frame.draw_title_with(title, date, buffer, look, areas);
    for ((index, kind), row) in GameKind::ALL.into_iter().enumerate().zip(list.rows()) {
        draw_game(screen, index, row, buffer, look, areas);
        areas.add(row, Command::Open(kind));
    }
    if let [room] = pictures[..] {
        screen.draw_picture(screen.selected, room, buffer, look);
    } else {
        for ((index, kind), room) in GameKind::ALL.into_iter().enumerate().zip(&pictures) {
            let [title, picture] = room.layout(&Layout::vertical([Length(1), Fill(1)]));
            let style = if index == screen.selected { look.accent() } else { look.dim() };
            drawing::draw_text(buffer, title, GameFacts::of(kind).title, style, look);
            screen.draw_picture(index, picture, buffer, look);
            areas.add(*room, Command::Open(kind));
        }
    }
    let kind = GameKind::ALL[screen.selected];
    let width = texts.width.min(TEXT_WIDTH);
    let [streak, histogram, rules, about] =
        screen.texts(kind, look, width).map(|text| wrapped(text, width));
    if frame.class == WindowClass::Small {
        let rest = paragraphs::draw(&[streak, rules].concat(), texts, buffer, look);
        screen.draw_calendar(kind, rest, buffer, look);
        return;
    }
    let room = paragraphs::draw(&[streak, histogram].concat(), texts, buffer, look);
    let room = screen.draw_calendar(kind, room, buffer, look);
    let room = paragraphs::draw(&rules, room, buffer, look);
    paragraphs::draw(&about, room, buffer, look);
}

impl DailyScreen {
    /// Begins with the person's first day. Empty for a single day, which the list of games shows.
    fn dates(&self, count: u16) -> Vec<DailyDate> {
        let count = i32::from(count);
        let first = self.calendar.first_day().unwrap_or(self.date).min(self.date);
        let first = self.date.plus_days(1 - count).map_or(first, |oldest| first.max(oldest));
        let days = (0..count).map_while(|day| first.plus_days(day));
        let days: Vec<_> = days.take_while(|date| *date <= self.date).collect();
        if days.len() > 1 { days } else { Vec::new() }
    }

    fn draw_picture(&self, index: usize, room: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(picture) = self.pictures.get(index).and_then(Option::as_ref)
            && let Some(place) = picture.place(room)
        {
            picture.draw(place, buffer, look);
        }
    }

    /// Draws the days of a game if there is room. Returns the area below them.
    fn draw_calendar(&self, kind: GameKind, room: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
        let dates = self.dates(room.width.saturating_sub(DAY_WIDTH) / DAY_WIDTH);
        let Some(first) = dates.first().filter(|_| room.height >= CALENDAR_HEIGHT) else {
            return room;
        };
        let month = first.date().strftime("%b").to_string();
        let mut days = Line::from(Span::styled(month, look.dim()));
        let mut results = Line::from("   ");
        for date in &dates {
            let style = if *date == self.date { look.accent() } else { look.dim() };
            days.push_span(Span::styled(format!("{:>3}", date.date().day()), style));
            let (mark, style) = match self.calendar.result(kind, *date) {
                Some(result) => mark(result, look),
                None => (look.glyphs.empty, look.dim()),
            };
            results.push_span(Span::styled(format!("  {mark}"), style));
        }
        for (line, row) in [days, results, legend(look)].iter().zip(room.rows()) {
            buffer.set_line(row.x, row.y, line, row.width);
        }
        let height = (CALENDAR_HEIGHT + 1).min(room.height);
        Rect { y: room.y + height, height: room.height - height, ..room }
    }

    /// The date, the number of played deals and the time left, in ever shorter forms.
    fn head(&self) -> Vec<String> {
        let date = self.date.in_words();
        let in_utc = format!("{date} (UTC)");
        if self.fixed_date.is_some() || self.date != DailyDate::today() {
            return vec![in_utc];
        }
        let minutes = DailyDate::time_left().as_secs().div_ceil(60);
        let left = match minutes {
            ..60 => format!("{minutes} min"),
            _ => format!("{} h {} min", minutes / 60, minutes % 60),
        };
        let (played, all) = (self.calendar.finished(self.date).len(), GameKind::ALL.len());
        let next = format!("new deals in {left}");
        let result = match self.calendar.won(self.date) {
            won if played == all => format!(", {won} won"),
            _ => String::new(),
        };
        let played = format!("{played} of {all} played{result}, {next}");
        vec![format!("{in_utc}, {played}"), format!("{date}, {played}"), played, next]
    }

    /// Texts about the selected game: the person's progress and streak, the histogram of their
    /// results, the rules of the day, and what the game is.
    fn texts(&self, kind: GameKind, look: &Look, columns: u16) -> [Vec<Styled>; 4] {
        let facts = GameFacts::of(kind);
        let about = vec![
            (facts.title.to_owned(), look.strong()),
            (capitalized(facts.summary) + ".", look.text()),
        ];
        let game = self.calendar.game(kind, self.date);
        let is_over = self.calendar.result(kind, self.date).is_some();
        let mut streak = Vec::new();
        if let Some(game) = game.filter(|game| game.result.is_none()) {
            streak.push((sentence(&progress(kind, game.turns)), look.strong()));
        }
        if self.fixed_date.is_none() || is_over {
            streak.push((self.calendar.streak_sentence(kind, self.date), look.strong()));
        }
        let histogram = self.calendar.histogram_lines(kind, look.low_bar(), columns);
        let histogram = histogram.into_iter().map(|line| (line, look.text())).collect();
        let counts = if is_over {
            "Another game is for practice."
        } else if self.fixed_date.is_none() {
            "Your first game of the day counts; a hint or an undo makes it practice."
        } else {
            "On another day it is for practice."
        };
        let mut rules = vec![
            (format!("The same for all, against {DAILY_LEVEL}."), look.text()),
            (counts.to_owned(), look.text()),
        ];
        if self.fixed_date.is_none() && self.calendar.can_win_all(self.date) {
            rules.push(("Win all four today to earn a feat.".to_owned(), look.text()));
        }
        if let Some(problem) = &self.problem {
            rules.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        [streak, histogram, rules, about]
    }
}

fn draw_game(
    screen: &DailyScreen,
    index: usize,
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let (kind, calendar) = (GameKind::ALL[index], &screen.calendar);
    let row = Rect { width: row.width.min(STATE_X + STATE_WIDTH), ..row };
    let is_selected = index == screen.selected;
    let on_row = |style: Style| match is_selected {
        // A dim text would be too weak on this background.
        true if style == look.dim() => look.selected(),
        true => Style { fg: style.fg, ..look.selected() },
        false => style,
    };
    if is_selected {
        draw_selection(buffer, row, look.selected(), look, areas);
    }
    let column = |x: u16, width: u16| Rect { x: row.x + x, width, ..row }.intersection(row);
    let title = GameFacts::of(kind).title;
    drawing::draw_text(buffer, column(2, STATE_X - 2), title, on_row(look.strong()), look);
    let state_style = match calendar.result(kind, screen.date) {
        Some(PersonResult::Won) => look.won(),
        Some(PersonResult::Drawn) => look.text(),
        Some(PersonResult::Lost) => look.lost(),
        None => look.dim(),
    };
    let state = calendar.state(kind, screen.date);
    drawing::draw_text(buffer, column(STATE_X, STATE_WIDTH), &state, on_row(state_style), look);
}

fn mark(result: PersonResult, look: &Look) -> (&'static str, Style) {
    let (letter, glyph, style) = match result {
        PersonResult::Won => ("w", look.glyphs.low, look.won()),
        PersonResult::Drawn => ("d", look.glyphs.line, look.strong()),
        PersonResult::Lost => ("l", "×", look.strong()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { glyph } else { letter }, style)
}

fn legend(look: &Look) -> Line<'static> {
    let results = [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost];
    let spans = results.into_iter().flat_map(|result| {
        let (glyph, style) = mark(result, look);
        let name = result.name();
        [Span::styled(glyph, style), Span::styled(format!(" {name}  "), look.dim())]
    });
    spans.collect()
}
