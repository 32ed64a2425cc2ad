//! The arcade as a conversation in lines, for screen readers, braille displays and pipes.
//!
//! Each line is one sentence, with the news first. Nothing is drawn: there are no escape sequences,
//! and no line changes later. Events are told once, boards only on request and in parts. Words,
//! reasons, settings and saved games are shared with the screen, so a game can go on there.
//!
//! | file | contents |
//! |---|---|
//! | `console` | reading lines, writing sentences, waiting, numbered choices |
//! | `words`, `commands` | abbreviated words; commands, questions and moves |
//! | `menu` | the menu, today's deal, saved games, statistics, settings |
//! | `form` | forms as questions, such as New game and the settings |
//! | `narrator` | telling a game: its events, the call to move, and answers to questions |
//! | `table` | playing at a local or shared table, and replays; what people type there |
//! | `others` | the other people at a shared table |
//! | `shared_tables` | access to the database of shared tables |
//! | `lobby` | who is here, opening and joining shared tables |
//! | `ending` | the result of a game, and what it counts for |
//! | `review` | the costliest moves of a finished game |
//! | `lesson` | the guided first game |
//! | `practice` | rounds of puzzles |

mod commands;
mod console;
mod ending;
mod form;
mod lesson;
mod lobby;
mod menu;
mod narrator;
mod others;
mod practice;
mod review;
mod shared_tables;
mod table;
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

use console::POLL_INTERVAL;

pub use console::{Console, sentences};
pub use lesson::learn;
pub use lobby::{join, lobby, share};
pub use menu::{daily_deal, daily_page, practice_page, run as menu};
pub use practice::{practice_rounds, puzzle_of_the_day};
pub use table::{Origin, play};

pub struct App {
    pub console: Console,
    pub context: Context,
}

impl App {
    /// The console also reports what goes wrong in the store.
    pub fn new(mut console: Console, home: Home, programs: Programs, store: Store) -> Self {
        console.notation = Notation::of(&home.settings);
        console.naming = Naming::of(&home.settings);
        let messages = store.clone();
        console.reports = Box::new(move || messages.take_messages());
        // Searches count positions instead of time, so that conversations are reproducible.
        let background = Background::new(console.wake()).with_programs(programs).counting_nodes();
        Self { console, context: Context::new(home, store, background) }
    }

    /// Queries the saved games. `None` if nothing can be saved, or after reporting an error.
    fn query_or_report<T: Send + 'static>(
        &mut self,
        query: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, Error> {
        if !self.context.store.is_available() {
            return Ok(None);
        }
        let answer = self.query(query)?;
        self.or_report(answer)
    }

    /// Queries the saved games. The inner result is that of the query, the outer one that of
    /// waiting.
    fn query<T: Send + 'static>(
        &mut self,
        query: impl FnOnce(&mut Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Result<T, StoreError>, Error> {
        let job = self.context.store.ask(query);
        let answer = self
            .console
            .wait_for_answer("the saved games", None, || job.wait_for(POLL_INTERVAL))?;
        answer.ok_or(Error::Interrupted)
    }

    /// Runs background work; see [`Console::wait_for_work`].
    fn work<T: Send + 'static>(
        &mut self,
        what: &str,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let job = Job::<T>::start(&self.context.background, move |cancel, _| work(&cancel));
        self.console.wait_for_work(what, || job.take_output())?.map_err(Error::Failed)
    }

    /// Reports an error of the saved games and returns `None` for it.
    fn or_report<T>(&mut self, answer: Result<T, StoreError>) -> Result<Option<T>, Error> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => self.console.report(&error.to_string()).map(|()| None),
        }
    }
}

/// Reasons to end a conversation, or one page of it, early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person quits, or the input ends.
    #[error("the conversation is over")]
    End,
    /// The person stops waiting and goes back.
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
