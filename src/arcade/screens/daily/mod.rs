//! The page of today's deals: one deal of each game per day, the same for everybody. `calendar` has
//! the results by date.

pub mod calendar;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
    text::{Line, Span},
};

use crate::{
    arcade::{
        ScreenFactory, Start,
        screen::{Commands, Context, OpeningJob, Screen, Transition, take_opened},
        screens::{
            thumbnails::{Picture, picture_of},
            unfinished,
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, PersonResult, SavedDaily, StoreError},
    games::{
        ArcadeGame, DAILY_LEVEL, GameFacts, THUMBNAIL_SIZE, capitalized, counted, daily_session,
    },
    job::Job,
    widgets::{
        AnyCommand, Binding, ClickAreas, ColorDepth, Key, Look, Offer, drawing,
        keys::refuse,
        list::draw_selection,
        page::{Frame, TEXT_WIDTH},
    },
};
use calendar::{Calendar, days_back};
use fourcade_engine::{GameKind, with_game};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    Play,
    Open(usize),
    Copy,
    Leave,
}

pub static KEYS: [Binding<Command, DailyScreen>; 9] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "the game below"),
    Binding::new(
        Command::Play,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play the deal of the day",
    )
    .footer("Enter", "play"),
    Binding::new(Command::Open(0), &[Key::char('1')], GameFacts::of(GameKind::ALL[0]).title),
    Binding::new(Command::Open(1), &[Key::char('2')], GameFacts::of(GameKind::ALL[1]).title),
    Binding::new(Command::Open(2), &[Key::char('3')], GameFacts::of(GameKind::ALL[2]).title),
    Binding::new(Command::Open(3), &[Key::char('4')], GameFacts::of(GameKind::ALL[3]).title),
    Binding::new(Command::Copy, &[Key::char('y')], "copy the results of the day to the clipboard")
        .footer("y", "copy")
        .refused(|daily| {
            let has_games = daily.calendar.has_games(daily.date);
            refuse(!has_games, "you have not played a deal of this day")
        }),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

pub struct DailyScreen {
    /// The day, if it is not today.
    given: Option<DailyDate>,
    date: DailyDate,
    /// The deals of the day, before the first move of a person.
    pictures: Vec<Option<Box<dyn Picture>>>,
    calendar: Calendar,
    problem: Option<String>,
    selected: usize,
    /// The game to open when the page is shown first.
    first: Option<GameKind>,
    copied: Option<String>,
    loading: Option<Job<Result<Vec<SavedDaily>, StoreError>>>,
    opening: Option<OpeningJob>,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    let mut screen = DailyScreen::new(None, None);
    screen.on_show(context);
    Box::new(screen)
}

/// Returns a factory for the page of a day, or of today. It then opens the deal of `game`.
pub fn at_page(date: Option<DailyDate>, game: Option<GameKind>) -> ScreenFactory {
    Box::new(move |context| {
        let mut screen = DailyScreen::new(date, game);
        screen.on_show(context);
        Box::new(screen)
    })
}

impl DailyScreen {
    fn new(given: Option<DailyDate>, first: Option<GameKind>) -> Self {
        let given = given.filter(|date| *date != DailyDate::today());
        let selected = GameKind::ALL.iter().position(|kind| Some(*kind) == first).unwrap_or(0);
        let date = given.unwrap_or_else(DailyDate::today);
        Self {
            given,
            date,
            pictures: pictures(date),
            calendar: Calendar::default(),
            problem: None,
            selected,
            first,
            copied: None,
            loading: None,
            opening: None,
        }
    }

    #[cfg(test)]
    pub fn with_games(date: DailyDate, games: Vec<SavedDaily>) -> Self {
        let calendar = Calendar::new(games);
        Self { date, pictures: pictures(date), calendar, ..Self::new(None, None) }
    }

    fn step(&mut self, down: bool) -> Transition {
        let next = if down { self.selected + 1 } else { self.selected.saturating_sub(1) };
        self.selected = next.min(GameKind::ALL.len() - 1);
        Transition::Redraw
    }

    fn play(&mut self, index: usize, context: &Context) -> Transition {
        let Some(&kind) = GameKind::ALL.get(index) else { return Transition::None };
        self.selected = index;
        let (date, today) = (self.date, DailyDate::today());
        self.opening = Some(if context.store.is_available() {
            context.store.ask(move |games| open_deal(games, kind, date, today))
        } else {
            let is_practice = date != today;
            Job::start(
                context.waker,
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
            Command::Play => self.play(self.selected, context),
            Command::Open(index) => self.play(index, context),
            Command::Copy => {
                let text = self.calendar.share(self.date);
                self.copied = Some(text.clone());
                Transition::Copy(text)
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for DailyScreen {
    fn on_show(&mut self, context: &Context) {
        // The day may have changed since.
        let date = self.given.unwrap_or_else(DailyDate::today);
        if date != self.date {
            (self.date, self.pictures) = (date, pictures(date));
        }
        self.copied = None;
        if context.store.is_available() {
            self.loading = Some(context.store.ask(Database::daily_games));
        }
        if let Some(kind) = self.first.take() {
            let index = GameKind::ALL.iter().position(|other| *other == kind).unwrap_or(0);
            self.play(index, context);
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::answer) {
            self.loading = None;
            match result {
                Ok(games) => self.calendar = Calendar::new(games),
                Err(error) => self.problem = Some(error.to_string()),
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

fn pictures(date: DailyDate) -> Vec<Option<Box<dyn Picture>>> {
    let picture = |kind: GameKind| {
        with_game!(kind, G => {
            daily_session::<G>(date.date()).ok().map(|session| picture_of(&session))
        })
    };
    GameKind::ALL.into_iter().map(picture).collect()
}

/// Opens the daily deal of a game: the unfinished first game of the day, a new one that counts, or
/// one for practice.
fn open_deal(
    games: &mut Database,
    kind: GameKind,
    date: DailyDate,
    today: DailyDate,
) -> Result<ScreenFactory, String> {
    let saved = games.daily_games().map_err(|error| error.to_string())?;
    let first = saved.into_iter().find(|game| game.date == date && game.game == kind.key());
    match first {
        Some(game) if game.result.is_none() => unfinished::open(games, game.id),
        first => {
            let is_practice = first.is_some() || date != today;
            with_game!(kind, G => open_new::<G>(date, is_practice))
        }
    }
}

fn open_new<G: ArcadeGame>(date: DailyDate, is_practice: bool) -> Result<ScreenFactory, String> {
    let mut session = daily_session::<G>(date.date())?;
    if is_practice {
        session.mark_practice();
    }
    Ok(Box::new(move |context| {
        let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
        let mut table = table.playing_daily(date).saved_to(context.store);
        table.begin(context.waker);
        Box::new(table)
    }))
}

const NAME_WIDTH: u16 = 17;
const STATE_WIDTH: u16 = 16;
const STREAK_WIDTH: u16 = 9;
/// The column where the calendar begins.
const CALENDAR: u16 = NAME_WIDTH + STATE_WIDTH + STREAK_WIDTH;
/// The largest height of the selected deal's picture, in rows.
const MAX_PICTURE_HEIGHT: u16 = 26;
/// The largest height of a picture whose cells are one row high, and the least of one whose cells
/// are higher, on a board of eight rows with its margins.
const SMALL_PICTURE_HEIGHT: u16 = 10;
const LARGE_PICTURE_HEIGHT: u16 = 18;
/// The least width of the texts beside the picture.
const MIN_TEXT_WIDTH: u16 = 32;
/// The columns between the picture and the texts.
const GAP: u16 = 4;
/// The days of the calendar in a wide window.
const MAX_DAYS: u16 = 28;

/// Where the parts of the page stand.
struct DailyLayout {
    frame: Frame,
    /// The number of empty rows between two games.
    gap: u16,
    /// The selected deal, where there is room for it.
    picture: Option<Rect>,
    /// The texts: beside the picture, or below the games.
    texts: Rect,
}

impl DailyLayout {
    fn new(area: Rect) -> Self {
        let room = Frame::new(area).content;
        let games = u16::try_from(GameKind::ALL.len()).unwrap_or(u16::MAX);
        // The calendar has a heading and a legend, and an empty row is below it.
        let calendar = |gap: u16| 2 * u16::from(days(room) > 0) + games * (1 + gap) - gap + 1;
        let height = |gap: u16| {
            let rest = room.height.saturating_sub(calendar(gap));
            // A row with twice as many columns is a square.
            let beside = room.width.saturating_sub(GAP + MIN_TEXT_WIDTH);
            let height = rest.min(MAX_PICTURE_HEIGHT).min(beside / 2);
            if height < LARGE_PICTURE_HEIGHT { height.min(SMALL_PICTURE_HEIGHT) } else { height }
        };
        let gap = u16::from(height(1) >= LARGE_PICTURE_HEIGHT);
        let (top, height) = (calendar(gap), height(gap));
        if days(room) == 0 || height < THUMBNAIL_SIZE.height {
            let texts = room.height.saturating_sub(top).min(MAX_TEXT_HEIGHT);
            let size = Size::new(room.width.min(CALENDAR + MAX_DAYS), top + texts);
            let frame = Frame::around(area, size);
            let y = (frame.content.y + top).min(frame.content.bottom());
            let texts = Rect { y, height: frame.content.bottom() - y, ..frame.content };
            return Self { frame, gap, picture: None, texts };
        }
        let width = (2 * height + GAP + TEXT_WIDTH).max(CALENDAR + MAX_DAYS).min(room.width);
        let frame = Frame::around(area, Size::new(width, top + height));
        let body = frame.content;
        let picture = Rect { y: body.y + top, width: 2 * height, height, ..body };
        let x = picture.right() + GAP;
        let texts = Rect { x, width: body.right().saturating_sub(x).min(TEXT_WIDTH), ..picture };
        Self { frame, gap, picture: Some(picture), texts }
    }
}

/// The rows of the texts where there is no picture.
const MAX_TEXT_HEIGHT: u16 = 12;

fn draw_page(
    screen: &DailyScreen,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let layout = DailyLayout::new(area);
    let page = layout.frame.content;
    let title = if screen.given.is_none() { "Today's deal" } else { "The deal of" };
    let date = format!("{} (UTC)", screen.date.in_words());
    layout.frame.draw_title_with(title, &date, buffer, look, areas);
    let has_calendar = days(page) > 0;
    let mut y = page.y;
    let above_or_below = |y: u16, text: &str, buffer: &mut Buffer| {
        // In line with the calendar, or further to the left if it is longer.
        let width = drawing::text_width(text).min(page.width);
        let x = page.x + CALENDAR.min(page.width - width);
        let row = Rect { x, width, y, height: 1 }.intersection(page);
        drawing::draw_text(buffer, row, text, look.dim(), look);
    };
    if has_calendar {
        above_or_below(y, &format!("the last {} days", days(page)), buffer);
        y += 1;
    }
    for (index, kind) in GameKind::ALL.into_iter().enumerate() {
        let row = Rect { y, height: 1, ..page }.intersection(page);
        draw_game(screen, index, kind, row, buffer, look, areas);
        areas.add(row, AnyCommand::new(Command::Open(index)));
        y += 1 + layout.gap;
    }
    if has_calendar {
        let legend = legend(look);
        let width = u16::try_from(legend.width()).unwrap_or(u16::MAX).min(page.width);
        let x = page.x + CALENDAR.min(page.width - width);
        let row = Rect { x, width, y, height: 1 }.intersection(page);
        if !row.is_empty() {
            buffer.set_line(row.x, row.y, &legend, row.width);
        }
    }
    if let (Some(picture), Some(Some(deal))) =
        (layout.picture, screen.pictures.get(screen.selected))
    {
        deal.draw(picture, buffer, look);
    }
    let texts = texts(screen, layout.texts.width, layout.picture.is_some(), look);
    for ((text, style), row) in texts.into_iter().zip(layout.texts.rows()) {
        drawing::draw_text(buffer, row, &text, style, look);
    }
}

/// What is said about the day, wrapped to this width: with a picture, also about its game.
fn texts(screen: &DailyScreen, width: u16, has_picture: bool, look: &Look) -> Vec<(String, Style)> {
    let mut texts = Vec::new();
    let empty = || (String::new(), look.text());
    if let Some(&kind) = GameKind::ALL.get(screen.selected).filter(|_| has_picture) {
        let facts = GameFacts::of(kind);
        texts.push((facts.title.to_owned(), look.strong()));
        texts.push((capitalized(facts.summary) + ".", look.text()));
        texts.push(empty());
    }
    texts.extend(introduction(screen).map(|text| (text, look.dim())));
    if let Some(&kind) = GameKind::ALL.get(screen.selected).filter(|_| has_picture) {
        let record = screen.calendar.record(kind, screen.date, look.glyphs.bar, width);
        texts.extend((!record.is_empty()).then(empty));
        texts.extend(record.into_iter().map(|line| (line, look.accent())));
    }
    if let Some(problem) = &screen.problem {
        texts.push((format!("The results can't be read: {problem}"), look.alert()));
    }
    if let Some(copied) = &screen.copied {
        texts.extend(has_picture.then(empty));
        texts.push(("Copied (or copy it from here):".to_owned(), look.dim()));
        texts.push((copied.clone(), look.text()));
    }
    let wrap = |(text, style): (String, Style)| {
        // The bars of the record have aligned names.
        let lines = if drawing::text_width(&text) <= width {
            vec![text]
        } else {
            drawing::wrap(&text, width)
        };
        lines.into_iter().map(move |line| (line, style))
    };
    texts.into_iter().flat_map(wrap).collect()
}

fn introduction(screen: &DailyScreen) -> [String; 2] {
    let counts = if screen.given.is_none() {
        "Your first game of the day counts; a hint or an undo makes it practice."
    } else {
        "On another day it is for practice."
    };
    [format!("The same deal for everybody, against {DAILY_LEVEL}."), counts.to_owned()]
}

/// The number of days for which there is room.
fn days(page: Rect) -> u16 {
    let room = page.width.saturating_sub(CALENDAR);
    if room < 7 { 0 } else { (room / 7 * 7).min(MAX_DAYS) }
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
    if row.height == 0 {
        return;
    }
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
        0 => String::new(),
        days => counted(days, "day"),
    };
    drawing::draw_text(
        buffer,
        column(NAME_WIDTH + STATE_WIDTH, STREAK_WIDTH - 1),
        &streak,
        look.text(),
        look,
    );
    let days = days(row);
    for (day, x) in days_back(Some(date)).zip((0..days).rev()) {
        let (mark, style) = mark(calendar.result(kind, day), look);
        buffer.set_string(row.x + CALENDAR + x, row.y, mark, style);
    }
}

/// The mark of a day in the calendar: a block in the colour of the result, or a letter where that
/// says nothing.
fn mark(result: Option<PersonResult>, look: &Look) -> (&'static str, Style) {
    let (letter, style) = match result {
        Some(PersonResult::Won) => ("w", look.seat(0)),
        Some(PersonResult::Drawn) => ("d", look.strong()),
        Some(PersonResult::Lost) => ("l", look.seat(1)),
        None => return (look.glyphs.dot, look.rule()),
    };
    let has_blocks = look.glyphs.blocks && look.depth != ColorDepth::Mono;
    (if has_blocks { look.glyphs.low } else { letter }, style)
}

/// What the marks of the calendar mean.
fn legend(look: &Look) -> Line<'static> {
    let results = [PersonResult::Won, PersonResult::Drawn, PersonResult::Lost].map(Some);
    let spans = results.into_iter().chain([None]).flat_map(|result| {
        let (glyph, style) = mark(result, look);
        let name = result.map_or("no result", PersonResult::name);
        [Span::styled(glyph, style), Span::styled(format!(" {name}  "), look.dim())]
    });
    spans.collect()
}
