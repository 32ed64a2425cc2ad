//! The interface of a screen: its commands, its drawing, its events and its transitions.

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

/// Makes a screen from what a background job has loaded.
pub type ScreenFactory = Box<dyn FnOnce(&ScreenContext) -> Box<dyn Screen> + Send>;

/// A job that loads a screen to open, or returns the text of an alert.
pub type OpeningJob = Job<Result<ScreenFactory, String>>;

/// Takes the answer of a finished job: opens its screen or shows its alert.
pub fn take_opened(
    opening: &mut Option<OpeningJob>,
    context: &ScreenContext,
) -> Option<Transition> {
    let result = opening.as_ref()?.take_result()?;
    *opening = None;
    Some(match result {
        Ok(factory) => Transition::Open(factory(context)),
        Err(error) => Transition::Alert(error),
    })
}

/// What the arcade does after a screen has handled an event.
pub enum Transition {
    /// Nothing to do. If the key's command was refused, the reason is shown.
    None,
    Redraw,
    /// Open a screen above this one.
    Open(Box<dyn Screen>),
    Close,
    /// `Close`, then `Notify`.
    CloseAndNotify(String),
    /// Close this screen and open another one in its place.
    Replace(Box<dyn Screen>),
    /// Close this dialog and run a command on the screen below.
    CloseAndRun(AnyCommand),
    /// Show a message above the footer until the next key. The [names of
    /// keys](crate::widgets::Keymap::fill) are filled in, and the text gets a capital and a full
    /// stop.
    Notify(String),
    /// Show sentences above the footer as they are, until the next key.
    NotifyVerbatim(String),
    /// Like `Notify`, in the colour of errors.
    Alert(String),
    Copy {
        text: String,
        /// What the notice calls the text.
        name: Option<&'static str>,
    },
    /// Use these settings from now on.
    ApplySettings {
        settings: Box<Settings>,
        /// Settings overridden for this run and not changed since.
        overrides: Vec<&'static Setting>,
    },
    /// End the program, or ask for confirmation if something would be lost.
    Quit,
}

impl Transition {
    pub fn copy(text: String) -> Self {
        Self::Copy { text, name: None }
    }

    pub fn changes_top(&self) -> bool {
        matches!(
            self,
            Self::Open(_)
                | Self::Close
                | Self::CloseAndNotify(_)
                | Self::Replace(_)
                | Self::CloseAndRun(_)
        )
    }
}

/// Summary of a game's state, for the window title and the bell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// A few words, such as `Flip: your move`.
    pub title: String,
    pub turn: TableTurn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableTurn {
    /// A person at this keyboard.
    Person,
    /// A person who has yet to take an open seat.
    OpenSeat,
    /// Computer players, people at other terminals, or nobody.
    Others,
    Over,
}

/// What a screen may use while it handles an event.
pub struct ScreenContext<'a> {
    pub app: &'a app::Context,
    pub look: &'a Look,
    /// Whether the screen that handles the event is on top.
    pub is_on_top: bool,
}

impl Deref for ScreenContext<'_> {
    type Target = app::Context;

    fn deref(&self) -> &app::Context {
        self.app
    }
}

pub trait Commands {
    type Command: Clone + Eq + Debug + 'static;

    /// The commands, and why some are unavailable. Called for every event and frame.
    fn offers(&self) -> Vec<Offer<Self::Command>>;

    /// Runs a command. Never called for an offer that is refused.
    fn run(&mut self, command: Self::Command, context: &ScreenContext) -> Transition;

    /// Adds the commands of a part of the screen, a form or a board, to the screen's own.
    fn with_part(&self, own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        own
    }

    /// Runs a command of the part, or another one that isn't of the type [`Self::Command`].
    fn run_part(&mut self, _command: &AnyCommand, _context: &ScreenContext) -> Transition {
        Transition::None
    }
}

/// [`Commands`] with the command type erased, so that the arcade can keep all screens in one stack.
pub trait ErasedCommands {
    fn any_offers(&self) -> Vec<Offer<AnyCommand>>;

    fn run_any(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition;
}

impl<S: Commands> ErasedCommands for S {
    fn any_offers(&self) -> Vec<Offer<AnyCommand>> {
        self.with_part(self.offers().into_iter().map(|offer| offer.map(AnyCommand::new)).collect())
    }

    fn run_any(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition {
        match command.get() {
            Some(command) => self.run(command, context),
            None => self.run_part(command, context),
        }
    }
}

pub trait Screen: ErasedCommands {
    // Drawing.

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas);

    fn min_size(&self) -> Size {
        Size::new(40, 12)
    }

    /// Whether the screen below stays visible.
    fn is_dialog(&self) -> bool {
        false
    }

    /// The height of this dialog in `area`; `None` if it always needs the whole window.
    fn dialog_height(&self, _area: Rect) -> Option<u16> {
        None
    }

    /// Draws this screen below a dialog. A screen with pictures overrides this to leave out those
    /// that would be cut.
    fn draw_below_dialog(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        self.draw(area, buffer, look, &mut ClickAreas::default());
    }

    /// The part of the area where a dialog covers no text of this screen.
    fn dialog_room(&self, area: Rect) -> Rect {
        area
    }

    // Input.

    /// Handles a key that runs no command.
    fn on_key(&mut self, _key: Key, _context: &ScreenContext) -> Transition {
        Transition::None
    }

    fn on_paste(&mut self, _text: &str, _context: &ScreenContext) -> Transition {
        Transition::None
    }

    /// Scrolls by a row, down or (with -1) up.
    fn on_wheel(&mut self, _rows: isize) -> Transition {
        Transition::None
    }

    /// Whether a text field has the focus.
    fn takes_text(&self) -> bool {
        false
    }

    /// Tells which characters are text here and run no commands. By default, these are all if a
    /// text field has the focus, or else none.
    fn typed_characters(&self) -> fn(char) -> bool {
        if self.takes_text() { |_| true } else { |_| false }
    }

    /// What the person must read before keys count. The arcade adds [`Interruption::Dialog`].
    fn interruption(&self) -> Option<Interruption> {
        None
    }

    /// Whether a key works even before the interruption has been read.
    fn works_unread(&self, _key: Key) -> bool {
        false
    }

    // Time and jobs.

    /// Called on the first screen at start, and on a screen when the one above it closes.
    fn on_show(&mut self, _context: &ScreenContext) {}

    /// Called on all screens when a job has news. If a covered screen opens another one or closes,
    /// the transition waits until it is on top.
    fn on_wake(&mut self, _context: &ScreenContext) -> Transition {
        Transition::None
    }

    /// The time of the next [`Self::on_tick`]; `None` while nothing moves.
    fn next_tick(&self) -> Option<Instant> {
        None
    }

    fn on_tick(&mut self, _context: &ScreenContext) -> Transition {
        Transition::None
    }

    // Help and window title.

    /// A page of Markdown that the help shows in addition to the keys.
    fn help_page(&self) -> Option<&'static str> {
        None
    }

    /// Whether the help shows [`Self::help_page`] before the keys.
    fn help_begins_with_page(&self) -> bool {
        false
    }

    /// `None` if the screen is not a table.
    fn status(&self) -> Option<TableStatus> {
        None
    }

    // Suspending and ending the program.

    /// Called on all screens before the program is suspended, as by Ctrl-Z.
    fn on_suspend(&mut self) {}

    /// A warning if something would be lost by ending the program now.
    fn unsaved_warning(&self) -> Option<String> {
        None
    }

    /// How the next run of the program can continue this screen.
    fn resume_hint(&self) -> Option<String> {
        None
    }
}
