//! The demo: computers play games of one kind after another. Any key, click, pasted text or turn of
//! the wheel ends it.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    arcade::{
        Start,
        screen::{Commands, Screen, ScreenContext, Transition},
        table::TableScreen,
    },
    games::{self, GameView},
    widgets::{Binding, ClickAreas, Key, Look, Offer},
};
use fourcade_engine::{GameKind, play::random, with_game};

const TIME_PER_KIND: Duration = Duration::from_secs(60);
const MOVES_PER_SECOND: f64 = 1.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    End,
}

/// Any other key ends the demo, too.
static KEYS: [Binding<Command>; 1] = [Binding::new(
    "leave",
    Command::End,
    &[Key::plain(KeyCode::Esc), Key::plain(KeyCode::Enter)],
    "end the demo",
)
.footer("any key", "back to the menu")];

/// A table at which computers play games of one kind, none of them saved. After [`TIME_PER_KIND`],
/// a table of the next kind replaces it.
pub struct DemoScreen {
    /// The index of the kind in [`GameKind::ALL`].
    kind_index: usize,
    table: Box<dyn Screen>,
    next_kind_at: Instant,
}

impl DemoScreen {
    /// `None` if no computer plays the first kind of game.
    pub fn new(context: &ScreenContext) -> Option<Self> {
        Self::starting_with(0, context)
    }

    fn starting_with(kind_index: usize, context: &ScreenContext) -> Option<Self> {
        let kind_index = kind_index % GameKind::ALL.len();
        let table = with_game!(GameKind::ALL[kind_index], G => open_table::<G>(context))?;
        Some(Self { kind_index, table, next_kind_at: Instant::now() + TIME_PER_KIND })
    }
}

fn open_table<G: GameView>(context: &ScreenContext) -> Option<Box<dyn Screen>> {
    let session = games::demo_game::<G>(random::fresh_seed())?;
    let start = Start::Playing(Some(MOVES_PER_SECOND));
    let mut screen = TableScreen::new(session, start, &context.home.settings);
    screen.table.playback.set_starts_next_game(true);
    screen.begin(&context.background);
    Some(Box::new(screen))
}

impl Commands for DemoScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, &())
    }

    fn run(&mut self, _: Command, _: &ScreenContext) -> Transition {
        Transition::Close
    }
}

impl Screen for DemoScreen {
    fn on_key(&mut self, _: Key, _: &ScreenContext) -> Transition {
        Transition::Close
    }

    fn on_paste(&mut self, _: &str, _: &ScreenContext) -> Transition {
        Transition::Close
    }

    fn on_wheel(&mut self, _: isize) -> Transition {
        Transition::Close
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        without_navigation(self.table.on_wake(context))
    }

    fn next_tick(&self) -> Option<Instant> {
        let next_tick = self.table.next_tick();
        Some(next_tick.map_or(self.next_kind_at, |next| next.min(self.next_kind_at)))
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        if Instant::now() < self.next_kind_at {
            return without_navigation(self.table.on_tick(context));
        }
        match Self::starting_with(self.kind_index + 1, context) {
            Some(next) => {
                *self = next;
                Transition::Redraw
            }
            None => Transition::Close,
        }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.table.draw(area, buffer, look, &mut ClickAreas::default());
        areas.add(area, Command::End);
    }

    /// Letters end the demo, too, so they must not run the arcade's commands.
    fn typed_characters(&self) -> fn(char) -> bool {
        |_| true
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }
}

/// The demo's table may redraw the screen, but not close it or open another one.
fn without_navigation(transition: Transition) -> Transition {
    if matches!(transition, Transition::None) { transition } else { Transition::Redraw }
}
