//! The page of today's deal: one deal of each game per day, the same for everybody.
//!
//! | file | contents |
//! |---|---|
//! | `view` | the layout, the list, the picture and the texts |
//! | `days` | the columns of the last days |

mod days;
mod view;

use std::{
    mem,
    sync::LazyLock,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::daily::{self, Calendar, Deal},
    arcade::{
        ScreenFactory, Start,
        keys::with_games,
        screen::{Commands, OpeningJob, Screen, ScreenContext, Transition, take_opened},
        screens::{
            saved_games::open_replay,
            saved_table,
            thumbnails::{Thumbnail, thumbnail_of_deal, thumbnail_of_saved},
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, StoreError},
    games::{GameView, Naming},
    job::Job,
    widgets::{
        Binding, ClickAreas, Key, Look, Offer,
        keys::{Refusal, refuse},
    },
};
use fourcade_engine::{GameKind, with_game};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    DayBefore,
    DayAfter,
    First,
    Last,
    Play,
    Open(GameKind),
    /// A click: selects the game, or plays the selected one.
    Row(GameKind),
    /// A click on the head of a day.
    Day(DailyDate),
    /// A click on the result of a day.
    Result(GameKind, DailyDate),
    Replay,
    Copy,
    Leave,
}

const KEYS_BEFORE_GAMES: [Binding<Command, DailyScreen>; 5] = [
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "the game above"),
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

const KEYS_AFTER_GAMES: [Binding<Command, DailyScreen>; 5] = [
    Binding::new(
        "left",
        Command::DayBefore,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the deals of the day before",
    )
    .footer("Left Right", "day"),
    Binding::new(
        "right",
        Command::DayAfter,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the deals of the next day",
    )
    .refused(|screen| refuse(screen.fixed_date.is_none(), "new deals come tomorrow")),
    Binding::new(
        "copy",
        Command::Copy,
        &[Key::char('y'), Key::char('Y')],
        "copy the results of the day, with squares for the games played out",
    )
    .footer("y", "copy")
    .refused(DailyScreen::copy_refusal),
    Binding::new("replay", Command::Replay, &[Key::char('r')], "replay the finished game")
        .footer("r", "replay")
        .refused(DailyScreen::replay_refusal),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the screen before")
        .footer("Esc", "back"),
];

pub static KEYS: LazyLock<Vec<Binding<Command, DailyScreen>>> =
    LazyLock::new(|| with_games(KEYS_BEFORE_GAMES, None, Command::Open, KEYS_AFTER_GAMES));

pub struct DailyScreen {
    /// `None` if the page follows today's date.
    fixed_date: Option<DailyDate>,
    date: DailyDate,
    /// By kind of game: the first game of the day's deal or, if none was begun, the deal.
    pictures: Vec<Option<Box<dyn Thumbnail>>>,
    calendar: Calendar,
    problem: Option<String>,
    selected: usize,
    /// Whether the first open deal is selected once the results are known.
    selects_open: bool,
    has_plain_squares: bool,
    naming: Naming,
    /// The game whose deal opens when the page is first shown.
    initial_game: Option<GameKind>,
    copying: Option<Job<Result<String, StoreError>>>,
    loading: Option<Job<Result<Loaded, StoreError>>>,
    opening: Option<OpeningJob>,
}

struct Loaded {
    calendar: Calendar,
    /// By kind of game: the first game of the day's deal, if it was begun.
    pictures: Vec<Option<Box<dyn Thumbnail>>>,
}

impl Loaded {
    fn new(database: &mut Database, date: DailyDate, naming: Naming) -> Result<Self, StoreError> {
        let calendar = Calendar::load(database)?;
        let picture = |kind: GameKind| {
            let game = calendar.game(kind, date)?;
            thumbnail_of_saved(&database.load(game.id).ok()?, naming)
        };
        let pictures = GameKind::ALL.map(picture).into();
        Ok(Self { calendar, pictures })
    }
}

pub fn open(context: &ScreenContext) -> Box<dyn Screen> {
    let mut screen = DailyScreen::new(None, None);
    screen.on_show(context);
    Box::new(screen)
}

/// Opens the page of a day. Without a date, it follows today's. If `game` is given, its deal opens
/// at once.
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
            pictures: deal_pictures(date, Naming::default()),
            calendar: Calendar::default(),
            problem: None,
            selected: initial_game.map_or(0, |kind| kind as usize),
            selects_open: initial_game.is_none(),
            has_plain_squares: false,
            naming: Naming::default(),
            initial_game,
            copying: None,
            loading: None,
            opening: None,
        }
    }

    #[cfg(test)]
    pub fn with_games(date: DailyDate, games: Vec<crate::database::SavedDaily>) -> Self {
        let calendar = Calendar::new(games);
        Self {
            date,
            pictures: deal_pictures(date, Naming::default()),
            calendar,
            ..Self::new(None, None)
        }
    }

    fn copy_refusal(&self) -> Option<Refusal> {
        let is_over = |&kind: &GameKind| self.calendar.is_over(kind, self.date);
        let reason = if GameKind::ALL.iter().any(is_over) {
            "only practice games: nothing to copy"
        } else {
            "you have not finished a deal of this day"
        };
        refuse(self.calendar.finished(self.date).is_empty(), reason)
    }

    fn replay_refusal(&self) -> Option<Refusal> {
        let game = self.calendar.game(GameKind::ALL[self.selected], self.date);
        let reason = if game.is_some() { "this game is not finished" } else { "not played yet" };
        refuse(self.finished_game().is_none(), reason)
    }

    /// The id of the selected deal's first game, if it is over.
    fn finished_game(&self) -> Option<i64> {
        let game = self.calendar.game(GameKind::ALL[self.selected], self.date)?;
        game.result.map(|_| game.id)
    }

    fn follow_date(&mut self, context: &ScreenContext) {
        let date = self.fixed_date.unwrap_or_else(DailyDate::today);
        if date != self.date {
            (self.date, self.pictures) = (date, deal_pictures(date, self.naming));
            self.load(context);
        }
    }

    fn load(&mut self, context: &ScreenContext) {
        if context.store.is_available() {
            let (date, naming) = (self.date, self.naming);
            self.loading =
                Some(context.store.ask(move |database| Loaded::new(database, date, naming)));
        }
    }

    fn select(&mut self, index: usize) -> Transition {
        self.selected = index;
        Transition::Redraw
    }

    /// Selects the game this many places further down, if there is one.
    fn step(&mut self, by: isize) -> Transition {
        let next = self.selected.checked_add_signed(by);
        self.select(next.filter(|&next| next < GameKind::ALL.len()).unwrap_or(self.selected))
    }

    /// The latest day that the page can show.
    fn today(&self) -> DailyDate {
        if self.fixed_date.is_some() { DailyDate::today() } else { self.date }
    }

    /// Shows the deals of the day this many days later, but none after today.
    fn turn(&mut self, days: i32, context: &ScreenContext) -> Transition {
        let today = self.today();
        if let Some(date) = self.date.plus_days(days).filter(|date| *date <= today) {
            self.fixed_date = Some(date).filter(|date| *date != today);
            self.follow_date(context);
        }
        Transition::Redraw
    }

    /// When the page opens, selects the next open deal. After a game, its deal stays selected.
    fn take_calendar(&mut self, calendar: Calendar) {
        let selected = GameKind::ALL[self.selected];
        if mem::take(&mut self.selects_open) && calendar.is_over(selected, self.date) {
            let next = calendar.next_open(selected, self.date);
            self.selected = next.unwrap_or(selected) as usize;
        }
        self.calendar = calendar;
    }

    fn play(&mut self, kind: GameKind, context: &ScreenContext) -> Transition {
        self.follow_date(context);
        (self.selected, self.selects_open) = (kind as usize, false);
        let (date, today) = (self.date, DailyDate::today());
        self.opening = Some(if context.store.is_available() {
            context.store.ask(move |database| open_deal(database, kind, date, today))
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
        let kind = GameKind::ALL[self.selected];
        let deal = self.calendar.deal(kind, self.date, DailyDate::today());
        let label = match deal {
            Deal::Unfinished(_) => "resume",
            Deal::New { is_practice: true } => "practice",
            Deal::New { is_practice: false } => "play",
        };
        Offer::relabel(&mut offers, &Command::Play, label);
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::DayBefore => self.turn(-1, context),
            Command::DayAfter => self.turn(1, context),
            Command::Day(day) => self.turn(self.date.days_until(day), context),
            Command::Result(kind, day) => {
                self.selected = kind as usize;
                self.turn(self.date.days_until(day), context)
            }
            Command::First => self.select(0),
            Command::Last => self.select(GameKind::ALL.len() - 1),
            Command::Play => self.play(GameKind::ALL[self.selected], context),
            Command::Row(kind) if kind as usize != self.selected => self.select(kind as usize),
            Command::Open(kind) | Command::Row(kind) => self.play(kind, context),
            Command::Replay => {
                let Some(id) = self.finished_game() else { return Transition::None };
                self.opening = Some(context.store.ask(move |database| open_replay(database, id)));
                Transition::None
            }
            Command::Copy => {
                let (date, is_plain) = (self.date, self.has_plain_squares);
                let share =
                    move |database: &mut Database| daily::day_to_share(database, date, is_plain);
                self.copying = Some(context.store.ask(share));
                Transition::None
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for DailyScreen {
    fn on_show(&mut self, context: &ScreenContext) {
        self.has_plain_squares = context.home.settings.plain_squares;
        self.naming = context.naming();
        self.follow_date(context);
        self.load(context);
        if let Some(kind) = self.initial_game.take() {
            self.play(kind, context);
        }
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::take_result) {
            self.loading = None;
            match result {
                Ok(loaded) => {
                    self.take_calendar(loaded.calendar);
                    for (picture, played) in self.pictures.iter_mut().zip(loaded.pictures) {
                        *picture = played.or(picture.take());
                    }
                }
                Err(error) => self.problem = Some(error.to_string()),
            }
            transition = Transition::Redraw;
        }
        if let Some(result) = self.copying.as_ref().and_then(Job::take_result) {
            self.copying = None;
            return match result {
                Ok(text) => Transition::Copy { text, name: Some("your results") },
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

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        self.follow_date(context);
        Transition::Redraw
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.step(rows)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        view::draw(self, area, buffer, look, areas);
    }
}

fn deal_pictures(date: DailyDate, naming: Naming) -> Vec<Option<Box<dyn Thumbnail>>> {
    GameKind::ALL.map(|kind| thumbnail_of_deal(kind, date.date(), Some(naming))).into()
}

fn open_deal(
    database: &mut Database,
    kind: GameKind,
    date: DailyDate,
    today: DailyDate,
) -> Result<ScreenFactory, String> {
    let calendar = Calendar::load(database).map_err(|error| error.to_string())?;
    match calendar.deal(kind, date, today) {
        Deal::Unfinished(id) => saved_table::resume(database, id),
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
