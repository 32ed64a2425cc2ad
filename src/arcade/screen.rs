//! What a screen is: it offers commands, draws itself, reacts to events and says where to go next.

use std::{fmt::Debug, ops::Deref, time::Instant};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::typed_ahead::Interruption;
use crate::{
    app,
    job::Job,
    settings::{Setting, Settings},
    widgets::{AnyCommand, ClickAreas, Key, Look, Offer},
};

/// Creates a screen from the arcade's context.
pub type ScreenFactory = Box<dyn FnOnce(&Context) -> Box<dyn Screen> + Send>;

/// A job that puts a screen together, or says why it can't.
pub type OpeningJob = Job<Result<ScreenFactory, String>>;

/// Takes the screen of a job that has ended, and opens it.
pub fn take_opened(opening: &mut Option<OpeningJob>, context: &Context) -> Option<Transition> {
    let result = opening.as_ref()?.take()?;
    *opening = None;
    Some(match result.and_then(|factory| factory) {
        Ok(factory) => Transition::Open(factory(context)),
        Err(error) => Transition::Alert(error),
    })
}

/// What the arcade does after a screen has handled an event.
pub enum Transition {
    /// Nothing changed.
    None,
    /// The screen stays, but must be drawn again.
    Redraw,
    /// Open a screen over this one.
    Open(Box<dyn Screen>),
    /// Close this screen.
    Close,
    /// Close this screen and open another one in its place.
    Replace(Box<dyn Screen>),
    /// Close this dialog, and run a command on the screen below.
    CloseAndRun(AnyCommand),
    /// Show a message above the footer until the next key.
    Notify(String),
    /// Show an error above the footer until the next key.
    Alert(String),
    /// Copy a text to the clipboard, and draw the screen again.
    Copy(String),
    /// Use these settings from now on.
    ApplySettings {
        settings: Box<Settings>,
        /// The settings that still have the values given for this run only.
        given: Vec<&'static Setting>,
    },
    /// End the program.
    Quit,
}

impl Transition {
    /// Whether another screen is on top afterwards.
    pub fn leads_elsewhere(&self) -> bool {
        matches!(self, Self::Open(_) | Self::Close | Self::Replace(_) | Self::CloseAndRun(_))
    }
}

/// What is going on at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// In a few words, such as `Flip: your move`.
    pub title: String,
    pub turn: TableTurn,
}

/// What a table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableTurn {
    /// A person at the keyboard.
    Person,
    /// Somebody who takes an open seat.
    OpenSeat,
    /// Computer players, or nobody.
    Others,
    /// Nothing: the game is over.
    Over,
}

/// What a screen may use while it handles an event.
pub struct Context<'a> {
    pub app: &'a app::Context,
    pub look: &'a Look,
    /// Whether no other screen lies over the one that handles the event.
    pub is_on_top: bool,
}

impl Deref for Context<'_> {
    type Target = app::Context;

    fn deref(&self) -> &app::Context {
        self.app
    }
}

/// The commands of a screen.
pub trait Commands {
    /// What keys, clicks and the answers of dialogs do on the screen.
    type Command: Clone + Eq + Debug + 'static;

    /// Returns the commands with their keys. An unavailable command comes with the reason.
    ///
    /// The arcade calls this once per event and once per frame.
    fn offers(&self) -> Vec<Offer<Self::Command>>;

    /// Runs a command. If it is among the offers, it is available.
    fn run(&mut self, command: Self::Command, context: &Context) -> Transition;

    /// Joins the screen's own commands with those of its part, such as a form.
    fn with_part(&self, own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        own
    }

    /// Runs a command of the screen's part, which is of another type.
    fn run_part(&mut self, _command: &AnyCommand, _context: &Context) -> Transition {
        Transition::None
    }
}

/// [`Commands`] with the command type erased, for the arcade's stack of screens. Every type with
/// [`Commands`] implements it.
pub trait ErasedCommands {
    /// See [`Commands::offers`].
    fn any_offers(&self) -> Vec<Offer<AnyCommand>>;

    /// See [`Commands::run`] and [`Commands::run_part`].
    fn run_any(&mut self, command: &AnyCommand, context: &Context) -> Transition;
}

impl<S: Commands> ErasedCommands for S {
    fn any_offers(&self) -> Vec<Offer<AnyCommand>> {
        self.with_part(self.offers().into_iter().map(|offer| offer.map(AnyCommand::new)).collect())
    }

    fn run_any(&mut self, command: &AnyCommand, context: &Context) -> Transition {
        match command.get() {
            Some(command) => self.run(command, context),
            None => self.run_part(command, context),
        }
    }
}

/// A screen of the arcade. The arcade keeps a stack of them, and events go to the one on top.
pub trait Screen: ErasedCommands {
    /// Draws the screen, and registers what clicks on it run.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas);

    /// Draws the screen below a dialog, which would cut its pictures.
    fn draw_below_dialog(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        self.draw(area, buffer, look, &mut ClickAreas::default());
    }

    /// The part of its area in which a dialog above it hides no text.
    fn dialog_room(&self, area: Rect) -> Rect {
        area
    }

    /// The rows that a dialog takes in a window of this size, if it can stand in a part of it.
    fn dialog_height(&self, _area: Rect) -> Option<u16> {
        None
    }

    /// Handles a key that runs no command.
    fn on_key(&mut self, _key: Key, _context: &Context) -> Transition {
        Transition::None
    }

    fn on_paste(&mut self, _text: &str, _context: &Context) -> Transition {
        Transition::None
    }

    /// Handles one notch of the mouse wheel, down or up.
    fn on_wheel(&mut self, _down: bool) -> Transition {
        Transition::None
    }

    /// Called when the screen comes to the top: as the first one or after the one above closes.
    fn on_show(&mut self, _context: &Context) {}

    /// Handles news from a job. All screens are woken, wherever they are in the stack.
    ///
    /// Only the screen on top can open another one or close; what a lower screen wants waits until
    /// that screen is on top.
    fn on_wake(&mut self, _context: &Context) -> Transition {
        Transition::None
    }

    /// Returns when [`Self::on_tick`] is due if nothing else happens first; `None` while nothing
    /// moves.
    fn next_tick(&self) -> Option<Instant> {
        None
    }

    /// Called at the time that [`Self::next_tick`] returned.
    fn on_tick(&mut self, _context: &Context) -> Transition {
        Transition::None
    }

    /// Returns a page of Markdown that the help shows in addition to the keys.
    fn help_page(&self) -> Option<&'static str> {
        None
    }

    /// Whether the help begins with that page rather than with the keys.
    fn help_begins_with_page(&self) -> bool {
        false
    }

    /// Returns a warning about what would be lost if the program ended now, or `None` if nothing
    /// would be.
    fn unsaved_warning(&self) -> Option<String> {
        None
    }

    /// Says how another run of the program goes on with what is on this screen; `None` if there is
    /// nothing to go on with.
    fn resume_hint(&self) -> Option<String> {
        None
    }

    /// Returns what is going on at the table; `None` if the screen is not a table.
    fn status(&self) -> Option<TableStatus> {
        None
    }

    /// What has appeared here while the person may still be typing. A dialog that opens by itself
    /// is known without this.
    fn interruption(&self) -> Option<Interruption> {
        None
    }

    /// Called before the program is stopped, on all screens.
    fn on_suspend(&mut self) {}

    /// Whether letters are text here, so that they don't run the arcade's commands.
    fn takes_text(&self) -> bool {
        false
    }

    /// Whether this key is text here.
    fn takes_key(&self, key: Key) -> bool {
        self.takes_text() && key.is_text()
    }

    /// Whether the screen below stays visible around this one.
    fn is_dialog(&self) -> bool {
        false
    }

    /// The smallest area in which the screen can be drawn.
    fn min_size(&self) -> Size {
        Size::new(40, 12)
    }
}
