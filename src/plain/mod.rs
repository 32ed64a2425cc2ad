//! The arcade as a conversation in lines, for screen readers, braille displays and pipes.
//!
//! One sentence stands on each line, and nothing is drawn: no escape sequences, no line that is
//! written anew. What happens is told once, the news first; boards are told on request, and by
//! parts. The words, reasons, settings and saved games are those of the screens, so a game that is
//! left here goes on there.
//!
//! | file | contents |
//! |---|---|
//! | `console` | lines in, sentences out; numbered choices |
//! | `words`, `commands` | words that can be shortened; the questions of all games |
//! | `menu` | the menu, today's deals, saved games, statistics |
//! | `form` | the rows of a form, such as New game and the settings |
//! | `told` | what is told at all tables: what happens, and answers to questions |
//! | `table` | a game that is played, local or shared, or told again |
//! | `others` | the other people at a shared table |
//! | `door` | the way to the shared tables |
//! | `lobby` | who is here, the shared tables, and the way to them |
//! | `ending` | what is said after the last move |
//! | `review` | what cost most in a game that is over |
//! | `lesson` | the first game, guided |
//! | `practice` | rounds of puzzles |

mod commands;
mod console;
mod door;
mod ending;
mod form;
mod lesson;
mod lobby;
mod menu;
mod others;
mod practice;
mod review;
mod table;
mod told;
mod words;

use std::io;

use crate::{
    app::{Background, Context},
    database::{Database, Store, StoreError},
    games::{Naming, Notation, UnknownPlayerError},
    job::Job,
    settings::{consent::Programs, home::Home},
};
use fourcade_engine::play::{CancelToken, PlayerError};

use console::GLANCE;

pub use console::{Console, sentences};
pub use lesson::learn;
pub use lobby::{join, lobby, share};
pub use menu::{daily, daily_deal, practice, run as menu};
pub use practice::{practise, puzzle_of_the_day};
pub use table::{Origin, play};

/// The conversation, and what it has of the arcade.
pub struct House {
    pub console: Console,
    pub app: Context,
}

impl House {
    /// The console reports the news of the store.
    pub fn new(mut console: Console, home: Home, programs: Programs, store: Store) -> Self {
        console.notation = Notation::of(&home.settings);
        console.naming = Naming::of(&home.settings);
        let news = store.clone();
        console.reports = Box::new(move || news.news());
        let background = Background::new(console.wake()).with_programs(programs).counting_nodes();
        Self { console, app: Context::new(home, store, background) }
    }

    /// Asks about saved games. `None` if there are none because nothing is saved, or if they can't
    /// be used, which is said.
    fn ask_store<T: Send + 'static>(
        &mut self,
        question: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, Error> {
        if !self.app.store.is_available() {
            return Ok(None);
        }
        let answer = self.ask(question)?;
        self.or_report(answer)
    }

    /// Asks the saved games, and waits for the answer.
    fn ask<T: Send + 'static>(
        &mut self,
        question: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Result<T, StoreError>, Error> {
        let job = self.app.store.ask(question);
        let answer = self.console.wait("the saved games", None, || job.wait_for(GLANCE))?;
        answer.ok_or(Error::Interrupted)
    }

    /// Waits for work that takes long; see [`Console::wait_for_thought`].
    fn work<T: Send + 'static>(
        &mut self,
        what: &str,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let job = Job::<T>::start(&self.app.background, move |cancel, _| work(&cancel));
        self.console.wait_for_thought(what, || job.take())?.map_err(Error::Failed)
    }

    /// Goes on without what the saved games don't answer, and says why.
    fn or_report<T>(&mut self, answer: Result<T, StoreError>) -> Result<Option<T>, Error> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => self.console.report(&error.to_string()).map(|()| None),
        }
    }
}

/// Why a conversation ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person leaves, or the input is at its end.
    #[error("the conversation is over")]
    End,
    /// The person doesn't want to wait any longer, and goes back.
    #[error("the person goes back")]
    Back,
    #[error("interrupted")]
    Interrupted,
    #[error("the input can't be read: {0}; give it a terminal, a pipe or a file")]
    Input(io::Error),
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Failed(String),
}

impl From<PlayerError> for Error {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Cancelled => Self::Interrupted,
            PlayerError::Fault(message) | PlayerError::Failed(_, message) => {
                Self::Failed(format!("a player gave no move: {message}"))
            }
        }
    }
}

impl From<UnknownPlayerError> for Error {
    fn from(error: UnknownPlayerError) -> Self {
        Self::Failed(error.to_string())
    }
}
