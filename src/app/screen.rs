//! What a screen is: it shows something, offers commands, and says where to go.

use std::time::Instant;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{First, message::Waker};
use crate::{
    store::{
        Store,
        home::Home,
        settings::{Setting, Settings},
    },
    ui::{ClickAreas, Key, Look, Offer},
};

/// Where to go after something was handled.
pub enum Transition {
    /// Nowhere: nothing changed either.
    Nowhere,
    /// Nowhere, but what is shown has changed.
    Stay,
    /// Put a screen on top.
    Open(Box<dyn Screen>),
    /// Put a screen on top that is made then.
    OpenWith(First),
    /// Back to the screen below.
    Back,
    /// Back to the screen below, which gets this answer.
    Answer(Answer),
    /// Stay, and tell the person something: a line in the footer's place until the next key.
    Say(String),
    /// Stay, and say that something went wrong.
    Alert(String),
    /// Stay, and let these settings count from now on.
    Change {
        /// All of them.
        settings: Box<Settings>,
        /// Those that are still as they were given for this run only.
        given: Vec<Setting>,
    },
    /// End the program.
    Quit,
}

/// What a dialog found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This choice, by its place.
    Choice(usize),
    /// These words.
    Text(String),
    /// Run this offer.
    Run(usize),
}

/// What a screen may use while it handles something.
pub struct Context<'a> {
    /// Wakes the drawing thread when a job has news.
    pub waker: &'a Waker,
    /// How things look.
    pub look: &'a Look,
    /// The settings and the themes.
    pub home: &'a Home,
    /// What outlives this run.
    pub store: &'a Store,
}

/// A screen of the arcade. The app keeps a stack of them.
pub trait Screen {
    /// What can be done here, row by row of its key table.
    fn offers(&self) -> Vec<Offer>;

    /// Carries out an offer, by its place in [`Self::offers`].
    fn run(&mut self, offer: usize, context: &Context) -> Transition;

    /// Draws it.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas);

    /// A key that no binding takes.
    fn typed(&mut self, _key: Key, _context: &Context) -> Transition {
        Transition::Nowhere
    }

    /// Text that was pasted.
    fn pasted(&mut self, _text: &str) -> Transition {
        Transition::Nowhere
    }

    /// A click on one of the spots that it registered while drawing.
    fn clicked(&mut self, _spot: usize, _context: &Context) -> Transition {
        Transition::Nowhere
    }

    /// The wheel, down or up.
    fn wheel(&mut self, _down: bool) -> Transition {
        Transition::Nowhere
    }

    /// It is on top now: when the arcade opens, and when the screen above it was closed.
    fn shown(&mut self, _context: &Context) {}

    /// A job has news. Only the screen on top can lead to another; a dialog waits until this one is
    /// on top.
    fn woken(&mut self, _context: &Context) -> Transition {
        Transition::Nowhere
    }

    /// When it wants [`Self::tick`], if nothing else happens before. Never, while nothing moves.
    fn next_tick(&self) -> Option<Instant> {
        None
    }

    /// The time it asked for has come.
    fn tick(&mut self, _context: &Context) -> Transition {
        Transition::Nowhere
    }

    /// It is on top again, with the answer of the dialog that was above it.
    fn answered(&mut self, _answer: Answer, _context: &Context) -> Transition {
        Transition::Nowhere
    }

    /// A page of Markdown for the help, beside the keys.
    fn page(&self) -> Option<&'static str> {
        None
    }

    /// Whether leaving now would lose something: asked before the program ends.
    fn loses(&self) -> Option<String> {
        None
    }

    /// Whether letters are text here, so that no letter is a key of the whole arcade.
    fn takes_text(&self) -> bool {
        false
    }

    /// Whether the screen below stays visible around it.
    fn is_dialog(&self) -> bool {
        false
    }

    /// Whether a job of it is under way that will say something.
    #[cfg(test)]
    fn is_busy(&self) -> bool {
        false
    }

    /// The least room it needs.
    fn least(&self) -> Size {
        Size::new(40, 12)
    }
}
