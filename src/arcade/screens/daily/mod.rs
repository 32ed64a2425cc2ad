//! The page of today's deals: one deal of each game per day, the same for everybody.
//!
//! | file | contents |
//! |---|---|
//! | `keys` | the key table |
//! | `calendar` | the results by date |
//! | `deal` | a daily deal at its table |
//! | `view` | how the page is drawn |

mod calendar;
mod deal;
mod keys;
mod view;

use jiff::{Timestamp, tz::TimeZone};
use ratatui::{buffer::Buffer, layout::Rect};

use super::super::{
    ScreenFactory,
    job::Job,
    screen::{Commands, Context, Screen, Transition},
};
use crate::{
    database::{SavedDaily, StoreError},
    games::DailyDate,
    widgets::{ClickAreas, Look, Offer},
};
use calendar::Calendar;
use fourcade_engine::GameKind;
use keys::Command;

pub use keys::KEYS;

/// The page of the deals of one day.
pub struct DailyScreen {
    /// The day, if it is not today.
    given: Option<DailyDate>,
    /// The day that is shown.
    date: DailyDate,
    calendar: Calendar,
    /// Why the results can't be shown, if they can't.
    problem: Option<String>,
    /// The index of the selected game.
    selected: usize,
    /// The game to open when the page is shown first.
    first: Option<GameKind>,
    /// The line that was copied.
    copied: Option<String>,
    loading: Option<Job<Result<Vec<SavedDaily>, StoreError>>>,
    opening: Option<Job<Result<ScreenFactory, String>>>,
}

/// Returns today's date in UTC.
pub fn today() -> DailyDate {
    DailyDate::new(Timestamp::now().to_zoned(TimeZone::UTC).date())
}

/// Opens the page of today.
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
        let given = given.filter(|date| *date != today());
        let selected = GameKind::ALL.iter().position(|kind| Some(*kind) == first).unwrap_or(0);
        Self {
            given,
            date: given.unwrap_or_else(today),
            calendar: Calendar::default(),
            problem: None,
            selected,
            first,
            copied: None,
            loading: None,
            opening: None,
        }
    }

    /// Creates the page of a day with these results.
    #[cfg(test)]
    pub fn with_games(date: DailyDate, games: Vec<SavedDaily>) -> Self {
        Self { date, calendar: Calendar::new(games), ..Self::new(None, None) }
    }

    fn step(&mut self, down: bool) -> Transition {
        let next = if down { self.selected + 1 } else { self.selected.saturating_sub(1) };
        self.selected = next.min(GameKind::ALL.len() - 1);
        Transition::Redraw
    }

    /// Starts to open the deal of a game.
    fn play(&mut self, index: usize, context: &Context) -> Transition {
        let Some(&kind) = GameKind::ALL.get(index) else { return Transition::None };
        self.selected = index;
        let (store, date) = (context.store.clone(), self.date);
        let today = today();
        self.opening =
            Some(Job::start(context.waker, move |_, _| deal::open(&store, kind, date, today)));
        Transition::Redraw
    }
}

impl Commands for DailyScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let refusal = |command| match command {
            Command::Copy if !self.calendar.has_games(self.date) => {
                Some("you have not played a deal of this day".into())
            }
            _ => None,
        };
        KEYS.iter().map(|binding| Offer::new(binding, refusal(binding.command))).collect()
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
        self.date = self.given.unwrap_or_else(today);
        self.copied = None;
        if context.store.is_available() {
            let store = context.store.clone();
            self.loading = Some(Job::start(context.waker, move |_, _| store.daily_games()));
        }
        if let Some(kind) = self.first.take() {
            let index = GameKind::ALL.iter().position(|other| *other == kind).unwrap_or(0);
            self.play(index, context);
        }
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let mut transition = Transition::None;
        if let Some(result) = self.loading.as_ref().and_then(Job::take) {
            self.loading = None;
            match result.and_then(|games| games.map_err(|error| error.to_string())) {
                Ok(games) => self.calendar = Calendar::new(games),
                Err(error) => self.problem = Some(error),
            }
            transition = Transition::Redraw;
        }
        if let Some(result) = self.opening.as_ref().and_then(Job::take) {
            self.opening = None;
            transition = match result.and_then(|factory| factory) {
                Ok(factory) => Transition::OpenFrom(factory),
                Err(error) => Transition::Alert(error),
            };
        }
        transition
    }

    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        self.play(item, context)
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.loading.is_some() || self.opening.is_some()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        view::draw(self, area, buffer, look, areas);
    }
}
