//! What a screen is: it offers commands, draws itself, reacts to events and says where to go next.

use std::{fmt::Debug, time::Instant};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::message::Waker;
use crate::{
    store::{
        Store,
        home::Home,
        settings::{Setting, Settings},
    },
    ui::{AnyCommand, ClickAreas, Key, Look, Offer},
};

/// Makes a screen once the arcade's context is there.
pub type ScreenFactory = Box<dyn FnOnce(&Context) -> Box<dyn Screen> + Send>;

/// What follows after a screen has handled an event.
pub enum Transition {
    /// Nothing changed.
    None,
    /// The screen stays, but must be drawn again.
    Redraw,
    /// Open a screen over this one.
    Open(Box<dyn Screen>),
    /// Open the screen that the factory makes.
    OpenFrom(ScreenFactory),
    /// Close this screen.
    Close,
    /// Close this dialog and pass its answer to the screen below.
    CloseWith(DialogAnswer),
    /// Show a message in place of the footer until the next key.
    Notify(String),
    /// Show an error in place of the footer until the next key.
    Alert(String),
    /// Use these settings from now on.
    ApplySettings {
        /// All settings.
        settings: Box<Settings>,
        /// The settings that still have the values given for this run only.
        given: Vec<Setting>,
    },
    /// End the program.
    Quit,
}

/// The answer of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    /// The choice with this number.
    Choice(usize),
    /// A text.
    Text(String),
    /// A command that the screen below is to run.
    Run(AnyCommand),
}

/// What a screen may use while it handles an event.
pub struct Context<'a> {
    /// Wakes the drawing thread when a job has news.
    pub waker: &'a Waker,
    /// Colours and glyphs.
    pub look: &'a Look,
    /// The settings and the themes.
    pub home: &'a Home,
    /// The saved games and statistics.
    pub store: &'a Store,
}

/// The commands of a screen.
pub trait Commands {
    /// What the screen's keys and buttons do.
    type Command: Copy + Eq + Debug + 'static;

    /// Returns the commands with their keys, and why they are not available now if so. The arcade
    /// calls this once per event and once per frame.
    fn offers(&self) -> Vec<Offer<Self::Command>>;

    /// Runs a command that is available.
    fn run(&mut self, command: Self::Command, context: &Context) -> Transition;
}

/// [`Commands`] without their type, for the arcade's stack of screens. Every screen with commands
/// has it.
pub trait ErasedCommands {
    /// See [`Commands::offers`].
    fn any_offers(&self) -> Vec<Offer<AnyCommand>>;

    /// See [`Commands::run`]. A command of another type of screen changes nothing.
    fn run_any(&mut self, command: &AnyCommand, context: &Context) -> Transition;
}

impl<S: Commands> ErasedCommands for S {
    fn any_offers(&self) -> Vec<Offer<AnyCommand>> {
        self.offers().into_iter().map(|offer| offer.map(AnyCommand::new)).collect()
    }

    fn run_any(&mut self, command: &AnyCommand, context: &Context) -> Transition {
        command.get().map_or(Transition::None, |command| self.run(command, context))
    }
}

/// A screen of the arcade. The arcade keeps a stack of them, and events go to the one on top.
pub trait Screen: ErasedCommands {
    /// Draws the screen and registers its clickable areas.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas);

    /// Handles a key that runs no command.
    fn on_key(&mut self, _key: Key, _context: &Context) -> Transition {
        Transition::None
    }

    /// Handles pasted text.
    fn on_paste(&mut self, _text: &str) -> Transition {
        Transition::None
    }

    /// Handles a click on an item, by the number under which it was registered while drawing.
    fn on_click(&mut self, _item: usize, _context: &Context) -> Transition {
        Transition::None
    }

    /// Handles a turn of the mouse wheel.
    fn on_wheel(&mut self, _down: bool) -> Transition {
        Transition::None
    }

    /// The screen has come to the top: it was the first one, or the screen above it was closed.
    fn on_show(&mut self, _context: &Context) {}

    /// A job has news. Only the screen on top can open another one; a dialog of a lower screen
    /// waits until that screen is on top.
    fn on_wake(&mut self, _context: &Context) -> Transition {
        Transition::None
    }

    /// When [`Self::on_tick`] is due if nothing else happens before; `None` while nothing moves.
    fn next_tick(&self) -> Option<Instant> {
        None
    }

    /// The time of [`Self::next_tick`] has come.
    fn on_tick(&mut self, _context: &Context) -> Transition {
        Transition::None
    }

    /// The dialog above was closed with this answer, and this screen is on top again.
    fn on_answer(&mut self, _answer: DialogAnswer, _context: &Context) -> Transition {
        Transition::None
    }

    /// A page of Markdown that the help shows beside the keys.
    fn help_page(&self) -> Option<&'static str> {
        None
    }

    /// What would be lost if the program ended now; it is asked about before.
    fn unsaved_warning(&self) -> Option<String> {
        None
    }

    /// Whether letters are text here, so that no letter is a key of the arcade.
    fn takes_text(&self) -> bool {
        false
    }

    /// Whether the screen below stays visible around this one.
    fn is_dialog(&self) -> bool {
        false
    }

    /// Whether a job of the screen is running and will wake it.
    #[cfg(test)]
    fn is_busy(&self) -> bool {
        false
    }

    /// The smallest area in which the screen can be drawn.
    fn min_size(&self) -> Size {
        Size::new(40, 12)
    }
}
