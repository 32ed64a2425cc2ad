//! The menu: the games with a picture of each, the last unfinished game, the kept ones, the
//! statistics, the settings, and the way out.
//!
//! | file | |
//! |---|---|
//! | `rows` | what can be chosen |
//! | `view` | how it is drawn |
//! | `pictures` | the small pictures, in which computers play |
//! | `show` | what plays when nobody does |

mod pictures;
mod rows;
mod show;
mod view;

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    ScreenFactory,
    job::Job,
    screen::{Commands, Context, Screen, Transition},
    settings, setup, shelf, statistics, unfinished,
};
use crate::{
    store::Summary,
    ui::{Binding, ClickAreas, Key, Look, Offer},
};
use pictures::Pictures;
use rows::Row;
use show::Show;
use view::View;

/// What the menu's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The row above.
    Up,
    /// The row below.
    Down,
    /// The row before.
    Left,
    /// The next row.
    Right,
    /// Open the row that is selected.
    Choose,
    /// Open the row with this number.
    Open(usize),
    /// Open the kept games.
    Kept,
    /// Open the statistics.
    Statistics,
    /// Open the settings.
    Settings,
    /// Go on with the last unfinished game.
    Continue,
}

/// The menu's key table.
pub static KEYS: [Binding<Command>; 13] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::Left, &[Key::plain(KeyCode::Left), Key::char('h')], "to the left"),
    Binding::new(Command::Right, &[Key::plain(KeyCode::Right), Key::char('l')], "to the right"),
    Binding::new(Command::Choose, &[Key::plain(KeyCode::Enter), Key::char(' ')], "choose")
        .footer("Enter", "choose"),
    Binding::new(Command::Open(0), &[Key::char('1')], "the first game"),
    Binding::new(Command::Open(1), &[Key::char('2')], "the second game"),
    Binding::new(Command::Open(2), &[Key::char('3')], "the third game"),
    Binding::new(Command::Open(3), &[Key::char('4')], "the fourth game"),
    Binding::new(
        Command::Kept,
        &[Key::char('g')],
        "the kept games: look at one again, go on with one",
    ),
    Binding::new(Command::Statistics, &[Key::char('t')], "statistics: who has won how often"),
    Binding::new(Command::Settings, &[Key::char('s')], "settings: colours, motion, mouse, names"),
    Binding::new(Command::Continue, CONTINUE_KEYS, "go on with the last unfinished game")
        .footer("c", "continue"),
];

const CONTINUE_KEYS: &[Key] = &[Key::char('c')];

/// After this long without a key, the computers play a show.
const ALONE: Duration = Duration::from_secs(60);

/// The menu.
pub struct Menu {
    selected: Row,
    /// Somebody has chosen it.
    is_chosen: bool,
    /// The game that was selected last.
    game: Row,
    /// Whether the games stood side by side when it was drawn.
    is_wide: bool,
    /// The number of the last unfinished game, and what it is called.
    unfinished: Option<(i64, String)>,
    /// What that is now is being asked.
    asking: Option<Job<Option<Summary>>>,
    /// It was chosen before that was known.
    is_wanted: bool,
    opening: Option<Job<Result<ScreenFactory, String>>>,
    /// From which the pictures begin.
    seed: u64,
    /// The pictures, once they have been drawn: who goes straight to a table does not wait for
    /// them.
    pictures: Option<Pictures>,
    /// When somebody last did something here; nothing where nothing moves by itself.
    touched: Option<Instant>,
}

impl Menu {
    /// A menu whose pictures begin from this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            selected: Row::ALL[0],
            is_chosen: false,
            game: Row::ALL[0],
            is_wide: false,
            unfinished: None,
            asking: None,
            is_wanted: false,
            opening: None,
            seed,
            pictures: None,
            touched: None,
        }
    }

    /// A menu that nobody has touched for long enough.
    #[cfg(test)]
    pub fn left_alone(seed: u64) -> Self {
        Self { touched: Instant::now().checked_sub(ALONE), ..Self::new(seed) }
    }

    /// The rows, in their order.
    fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        Row::ALL.into_iter().filter(|&row| row != Row::Continue || self.unfinished.is_some())
    }

    /// What stands beside a row's title.
    fn line(&self, row: Row) -> &str {
        match &self.unfinished {
            Some((_, words)) if row == Row::Continue => words,
            _ => row.line(),
        }
    }

    /// Somebody is here.
    fn touch(&mut self) {
        self.touched = self.touched.map(|_| Instant::now());
    }

    /// The next row or the one before.
    fn step(&mut self, on: bool) -> Transition {
        let rows: Vec<Row> = self.rows().collect();
        let at = rows.iter().position(|&row| row == self.selected).unwrap_or(0);
        self.select(rows[if on { (at + 1).min(rows.len() - 1) } else { at.saturating_sub(1) }]);
        Transition::Redraw
    }

    /// The row above or below: side by side, all games are one row.
    fn step_over(&mut self, down: bool) -> Transition {
        let first = self.rows().find(|row| row.game().is_none());
        match (self.is_wide, self.selected.game(), first) {
            (true, Some(_), Some(first)) if down => self.select(first),
            (true, Some(_), _) => {}
            (true, None, Some(first)) if !down && self.selected == first => self.select(self.game),
            _ => return self.step(down),
        }
        Transition::Redraw
    }

    fn select(&mut self, row: Row) {
        (self.selected, self.is_chosen) = (row, true);
        if row.game().is_some() {
            self.game = row;
        }
        (self.opening, self.is_wanted) = (None, false);
    }

    /// Asks the store for the game; it is opened when it has come.
    fn go_on(&mut self, context: &Context) -> Transition {
        // What stands there may be the one before.
        self.is_wanted = self.asking.is_some();
        if self.is_wanted {
            return Transition::Redraw;
        }
        let Some(&(id, _)) = self.unfinished.as_ref() else {
            return Transition::Notify(NO_GAME.to_owned());
        };
        self.select(Row::Continue);
        let store = context.store.clone();
        self.opening = Some(Job::start(context.waker, move |_, _| unfinished::open(&store, id)));
        Transition::Redraw
    }

    /// Takes what the store says of the last unfinished game; says whether there is another row
    /// now.
    fn learn(&mut self, found: Option<Summary>) -> bool {
        let before = self.unfinished.take();
        self.unfinished = found.and_then(|game| Some((game.id, unfinished::description(&game)?)));
        match (&self.unfinished, self.selected) {
            // Whoever has not moved yet most likely wants this.
            (Some(_), _) if !self.is_chosen => self.selected = Row::Continue,
            (None, Row::Continue) => self.selected = self.game,
            _ => {}
        }
        self.unfinished != before
    }
}

const NO_GAME: &str = "there is no unfinished game";

impl Commands for Menu {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let offer = |binding: &Binding<Command>| {
            let is_missing = binding.command == Command::Continue && self.unfinished.is_none();
            let offer = Offer::new(binding, is_missing.then(|| NO_GAME.into()));
            Offer { is_listed: offer.is_available(), ..offer }
        };
        KEYS.iter().map(offer).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        self.touch();
        match command {
            Command::Continue => self.go_on(context),
            Command::Up => self.step_over(false),
            Command::Down => self.step_over(true),
            Command::Left => self.step(false),
            Command::Right => self.step(true),
            Command::Choose => self.on_click(self.selected.spot(), context),
            Command::Open(at) => self.on_click(at, context),
            Command::Kept => self.on_click(Row::Kept.spot(), context),
            Command::Statistics => self.on_click(Row::Statistics.spot(), context),
            Command::Settings => self.on_click(Row::Settings.spot(), context),
        }
    }
}

impl Screen for Menu {
    /// The key to continue may come before it is known whether there is a game.
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        self.touch();
        let is_early = self.asking.is_some() && CONTINUE_KEYS.contains(&key);
        if is_early { self.go_on(context) } else { Transition::None }
    }

    fn on_show(&mut self, context: &Context) {
        self.touched = context.home.settings.motion.on.then(Instant::now);
        let store = context.store.clone();
        if !store.is_somewhere() {
            return;
        }
        // A store that can't be read says so by itself.
        self.asking =
            Some(Job::start(context.waker, move |_, _| store.last_unfinished().ok().flatten()));
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut has_changed = false;
        if let Some(found) = self.asking.as_ref().and_then(Job::take) {
            self.asking = None;
            has_changed = self.learn(found.ok().flatten());
            if self.is_wanted {
                return self.go_on(context);
            }
        }
        match self.opening.as_ref().and_then(Job::take) {
            Some(Ok(Ok(first))) => {
                self.opening = None;
                Transition::OpenFrom(first)
            }
            Some(Ok(Err(why)) | Err(why)) => Transition::Alert(why),
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn on_click(&mut self, spot: usize, context: &Context) -> Transition {
        self.touch();
        let Some(&row) = Row::ALL.get(spot) else { return Transition::None };
        match row {
            Row::Quit => return Transition::Quit,
            Row::Continue => return self.go_on(context),
            Row::Game(_) | Row::Kept | Row::Statistics | Row::Settings => self.select(row),
        }
        Transition::Open(match row {
            Row::Game(kind) => setup::open(kind),
            Row::Kept => shelf::open(context),
            Row::Statistics => statistics::open(context),
            _ => settings::open(context.home),
        })
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.touch();
        self.step(down)
    }

    fn next_tick(&self) -> Option<Instant> {
        let show = self.touched? + ALONE;
        let picture = self.pictures.as_ref().filter(|_| self.is_wide).map(Pictures::due);
        Some(picture.map_or(show, |picture| picture.min(show)))
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        let now = Instant::now();
        if self.touched.is_some_and(|touched| now >= touched + ALONE) {
            self.touch();
            return Show::new(context)
                .map_or(Transition::None, |show| Transition::Open(Box::new(show)));
        }
        let moves = self.pictures.as_mut().is_some_and(|pictures| pictures.tick(now));
        if moves { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.is_wide = view::is_wide(area);
        if self.is_wide && self.pictures.is_none() {
            self.pictures = Some(Pictures::new(self.seed));
        }
        View { menu: self, look }.draw(area, buffer, areas);
    }
}
