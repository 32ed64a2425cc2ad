//! What plays when nobody does: computers, one game after the other, until a key.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::{
        Start,
        screen::{Commands, Context, Screen, Transition},
        table::TableScreen,
    },
    games::{self, ArcadeGame, GameKind, GameVisitor},
    play::random,
    ui::{Binding, ClickAreas, ClickTarget, Key, Look, Offer},
};

/// How long one game's table is shown.
const EACH: Duration = Duration::from_secs(60);
/// Moves a second.
const SPEED: f64 = 1.5;

/// The show's only command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// End it.
    End,
}

/// Any key ends it; these are the ones that people try.
static KEYS: [Binding<Command>; 1] = [Binding::new(
    Command::End,
    &[Key::plain(KeyCode::Esc), Key::plain(KeyCode::Enter)],
    "end the show",
)
.footer("any key", "back to the menu")];

/// Tables at which computers play; nothing of it is kept.
pub struct Show {
    /// The number of the game that is shown.
    number: usize,
    table: Box<dyn Screen>,
    until: Instant,
}

impl Show {
    /// A show that begins with the first game.
    pub fn new(context: &Context) -> Option<Self> {
        Self::of(0, context)
    }

    fn of(number: usize, context: &Context) -> Option<Self> {
        let number = number % GameKind::ALL.len();
        let table = GameKind::ALL[number].with(AtTable(context))?;
        Some(Self { number, table, until: Instant::now() + EACH })
    }
}

/// Makes a table of computers.
struct AtTable<'a>(&'a Context<'a>);

impl GameVisitor for AtTable<'_> {
    type Out = Option<Box<dyn Screen>>;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let session = games::demo_game::<G>(random::fresh_seed())?;
        let start = Start::Playing(Some(SPEED));
        let mut table = TableScreen::new(session, start, &self.0.home.settings).starting_next();
        table.advance(self.0.waker);
        Some(Box::new(table))
    }
}

impl Commands for Show {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, None)).collect()
    }

    fn run(&mut self, _: Command, _: &Context) -> Transition {
        Transition::Close
    }
}

impl Screen for Show {
    fn on_key(&mut self, _: Key, _: &Context) -> Transition {
        Transition::Close
    }

    fn on_paste(&mut self, _: &str) -> Transition {
        Transition::Close
    }

    fn on_click(&mut self, _: usize, _: &Context) -> Transition {
        Transition::Close
    }

    fn on_wheel(&mut self, _: bool) -> Transition {
        Transition::Close
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        only_shown(self.table.on_wake(context))
    }

    fn next_tick(&self) -> Option<Instant> {
        Some(self.table.next_tick().map_or(self.until, |next| next.min(self.until)))
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        if Instant::now() < self.until {
            return only_shown(self.table.on_tick(context));
        }
        match Self::of(self.number + 1, context) {
            Some(next) => {
                *self = next;
                Transition::Redraw
            }
            None => Transition::Close,
        }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.table.draw(area, buffer, look, &mut ClickAreas::default());
        areas.add(area, ClickTarget::Item(0));
    }

    /// Letters are any keys, too.
    fn takes_text(&self) -> bool {
        true
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }
}

/// A table in a show leads nowhere.
fn only_shown(go: Transition) -> Transition {
    if matches!(go, Transition::None) { go } else { Transition::Redraw }
}
