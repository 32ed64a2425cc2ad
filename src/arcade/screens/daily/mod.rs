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
        Layout, Margin, Rect,
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
            saved_table,
            thumbnails::{Picture, picture_of_deal},
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, PersonResult, StoreError},
    games::{DAILY_LEVEL, GameFacts, GameView, capitalized},
    job::Job,
    widgets::{
        Binding, ClickAreas, ColorDepth, Key, Look, Offer,
        cards::draw_ground,
        drawing,
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
    .footer("Y", "squares")
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
    copying: Option<Job<Result<String, StoreError>>>,
    loading: Option<Job<Result<Calendar, StoreError>>>,
    opening: Option<OpeningJob>,
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
        let mut offers = Offer::all(&KEYS, self);
        match self.calendar.deal(GameKind::ALL[self.selected], self.date, DailyDate::today()) {
            Deal::Unfinished(_) => Offer::relabel(&mut offers, &Command::Play, "continue"),
            Deal::New { is_practice: true } => {
                Offer::relabel(&mut offers, &Command::Play, "practise");
            }
            Deal::New { is_practice: false } => {}
        }
        offers
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::First => self.select(0),
            Command::Last => self.select(GameKind::ALL.len() - 1),
            Command::Play => self.play(GameKind::ALL[self.selected], context),
            Command::Open(kind) => self.play(kind, context),
            Command::Copy => Transition::Copy(self.calendar.share_line(self.date)),
            Command::CopyAll => {
                let (date, is_plain) = (self.date, context.home.settings.plain_squares);
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
const DAYS_X: u16 = STATE_X + 17;
const DAY_WIDTH: u16 = 3;
const MIN_DAYS: u16 = 7;
const MAX_DAYS: u16 = 28;
#[allow(clippy::cast_possible_truncation)] // 4
const LIST_HEIGHT: u16 = GameKind::ALL.len() as u16;
const COLUMN_GAP: u16 = 4;
const PICTURE_GAP: u16 = 2;
/// The heights of a board of eight rows with margins and cells of one, two or three rows.
const PICTURE_HEIGHTS: [u16; 3] = [10, 18, 26];

struct DailyLayout {
    frame: Frame,
    list: Rect,
    /// The number of days in each row.
    days: u16,
    /// The deal of the selected game or, in a large window, all deals, with a title above each.
    pictures: Vec<Rect>,
    texts: Rect,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let frame = Frame::new(area);
        let room = frame.content;
        let days = (room.width.saturating_sub(DAYS_X) / DAY_WIDTH).min(MAX_DAYS);
        let days = if days < MIN_DAYS { 0 } else { days };
        let rows = [Length(u16::from(days > 0)), Length(LIST_HEIGHT), Length(1), Fill(1)];
        let [_, _, _, rest] = room.layout(&Layout::vertical(rows));
        let room_for_picture = match frame.class {
            WindowClass::Small => 0,
            WindowClass::Usual => rest.height,
            // Two rows of pictures with titles, and an empty row between them.
            WindowClass::Large => (rest.height - 3) / 2,
        };
        let mut heights = PICTURE_HEIGHTS.into_iter().rev();
        let height = heights.find(|height| *height <= room_for_picture);
        let height = height.unwrap_or(room_for_picture);
        let frame = frame.around(room.height - rest.height + 2 * height + 3);
        let [_, list, _, rest] = frame.content.layout(&Layout::vertical(rows));
        let beside = |width: u16| -> [Rect; 2] {
            let columns = [Length(width), Max(TEXT_WIDTH)];
            rest.layout(&Layout::horizontal(columns).spacing(COLUMN_GAP))
        };
        // One column of margin on each side.
        let width = 2 * height + 2;
        let (pictures, texts) = match frame.class {
            WindowClass::Small => (Vec::new(), rest),
            WindowClass::Usual => {
                let [picture, texts] = beside(width);
                (vec![Rect { height, ..picture }], texts)
            }
            WindowClass::Large => {
                let [pictures, texts] = beside(2 * width + PICTURE_GAP);
                let halves = Layout::vertical([Length(height + 1); 2]).spacing(1);
                let sides = Layout::horizontal([Length(width); 2]).spacing(PICTURE_GAP);
                let rows = halves.split(pictures);
                (rows.iter().flat_map(|row| sides.split(*row).to_vec()).collect(), texts)
            }
        };
        Self { frame, list, days, pictures, texts }
    }
}

fn draw_page(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let DailyLayout { frame, list, days, pictures, texts } = DailyLayout::new(area);
    let title = if screen.fixed_date.is_none() { "Today's deal" } else { "The deal of" };
    let date = format!("{} (UTC)", screen.date.in_words());
    let mut dates = vec![date];
    if screen.fixed_date.is_none() && screen.date == DailyDate::today() {
        let minutes = DailyDate::time_left().as_secs().div_ceil(60);
        let left = match minutes {
            ..60 => format!("{minutes} min"),
            _ => format!("{} h {} min", minutes / 60, minutes % 60),
        };
        let next = format!("new deals in {left}");
        dates.splice(0..0, [format!("{}; {next}", dates[0]), next]);
    }
    let date = drawing::fitting(&dates, frame.after_title(title).width);
    frame.draw_title_with(title, date, buffer, look, areas);
    let dates = screen.dates(days);
    if let Some(first) = dates.first() {
        let row = Rect { y: list.y.saturating_sub(1), height: 1, ..list };
        buffer.set_line(row.x + 2, row.y, &legend(look), DAYS_X);
        let month = Rect { x: row.x + DAYS_X - 4, width: 3, ..row };
        let name = first.date().strftime("%b").to_string();
        drawing::draw_text(buffer, month, &name, look.dim(), look);
        for (date, cell) in dates.iter().zip(day_cells(row)) {
            let style = if *date == screen.date { look.accent() } else { look.dim() };
            let number = format!("{:>2}", date.date().day());
            drawing::draw_text(buffer, cell, &number, style, look);
        }
    }
    for ((index, kind), row) in GameKind::ALL.into_iter().enumerate().zip(list.rows()) {
        draw_game(screen, index, &dates, row, buffer, look, areas);
        areas.add(row, Command::Open(kind));
    }
    if let [place] = pictures[..] {
        screen.draw_picture(screen.selected, place, buffer, look);
    } else {
        for ((index, kind), place) in GameKind::ALL.into_iter().enumerate().zip(&pictures) {
            let [title, picture] = place.layout(&Layout::vertical([Length(1), Fill(1)]));
            let style = if index == screen.selected { look.accent() } else { look.dim() };
            drawing::draw_text(buffer, title, GameFacts::of(kind).title, style, look);
            screen.draw_picture(index, picture, buffer, look);
            areas.add(*place, Command::Open(kind));
        }
    }
    let kind = GameKind::ALL[screen.selected];
    let [about, results, rules] =
        screen.texts(kind, look, texts.width).map(|text| wrapped(text, texts.width));
    if pictures.is_empty() {
        let lines = [&results[..results.len().min(1)], &rules].concat();
        paragraphs::draw(&lines, texts, buffer, look);
    } else {
        let shown = [about, results, rules].into_iter().filter(|lines| !lines.is_empty());
        shown.fold(texts, |room, lines| paragraphs::draw(&lines, room, buffer, look));
    }
}

fn day_cells(row: Rect) -> impl Iterator<Item = Rect> {
    let x = row.x + DAYS_X;
    (x..row.right()).step_by(DAY_WIDTH.into()).map(move |x| Rect { x, width: 2, ..row })
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

    fn draw_picture(&self, index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(picture) = self.pictures.get(index).and_then(Option::as_ref) {
            // The ground is equally large for all games.
            draw_ground(buffer, area, look);
            picture.draw(area.inner(Margin::new(1, 0)), buffer, look);
        }
    }

    /// Texts about the selected game, the person's results in it, and the rules of the day.
    fn texts(&self, kind: GameKind, look: &Look, columns: u16) -> [Vec<Styled>; 3] {
        let facts = GameFacts::of(kind);
        let about = vec![
            (facts.title.to_owned(), look.strong()),
            (capitalized(facts.summary) + ".", look.text()),
        ];
        let mut results = Vec::new();
        if self.fixed_date.is_none() || self.calendar.result(kind, self.date).is_some() {
            results.push((self.calendar.streak_sentence(kind, self.date), look.accent()));
        }
        let histogram = self.calendar.histogram_lines(kind, look.low_bar(), columns);
        results.extend(histogram.into_iter().map(|line| (line, look.text())));
        let counts = if self.calendar.result(kind, self.date).is_some() {
            let state = self.calendar.state(kind, self.date);
            format!("Played: {state}. Another game is for practice.")
        } else if self.fixed_date.is_none() {
            "Your first game of the day counts; a hint or an undo makes it practice.".to_owned()
        } else {
            "On another day it is for practice.".to_owned()
        };
        let mut rules = vec![
            (format!("The same for everybody, against {DAILY_LEVEL}."), look.text()),
            (counts, look.text()),
        ];
        if self.fixed_date.is_none() {
            rules.push(("Win all four on one day for a feat.".to_owned(), look.text()));
        }
        if let Some(problem) = &self.problem {
            rules.push((format!("The results can't be read: {problem}"), look.alert()));
        }
        [about, results, rules]
    }
}

fn draw_game(
    screen: &DailyScreen,
    index: usize,
    dates: &[DailyDate],
    row: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let (kind, calendar) = (GameKind::ALL[index], &screen.calendar);
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
        Some(PersonResult::Won) => look.accent(),
        Some(_) => look.text(),
        None => look.dim(),
    };
    let state = calendar.state(kind, screen.date);
    drawing::draw_text(
        buffer,
        column(STATE_X, DAYS_X - STATE_X),
        &state,
        on_row(state_style),
        look,
    );
    for (date, cell) in dates.iter().zip(day_cells(row)) {
        let (mark, style) = match calendar.result(kind, *date) {
            Some(result) => mark(result, look),
            None => (look.glyphs.empty, look.dim()),
        };
        let cell = Rect { x: cell.x + 1, width: 1, ..cell };
        drawing::draw_text(buffer, cell, mark, on_row(style), look);
    }
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
