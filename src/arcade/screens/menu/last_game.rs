//! The last unfinished game or, if there is none, the last result: looked up in the database in the
//! background, and opened on request.

use crate::{
    app::saved_games::unfinished::{self, UnfinishedGame},
    arcade::{
        screen::{self, Context, OpeningJob, Transition},
        screens,
    },
    database::Database,
    job::Job,
    widgets::drawing,
};

#[derive(Default)]
pub struct LastGame {
    game: Option<UnfinishedGame>,
    is_over: bool,
    lookup: Option<Job<Option<(UnfinishedGame, bool)>>>,
    /// Whether the game is to be opened when the lookup has ended.
    is_requested: bool,
    opening: Option<OpeningJob>,
}

impl LastGame {
    pub fn is_available(&self) -> bool {
        self.game.is_some()
    }

    /// Whether there is only a result to see.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Describes the game in this number of columns, as far as possible; an empty string if there
    /// is none.
    pub fn description(&self, columns: u16) -> &str {
        let Some(UnfinishedGame { descriptions, .. }) = &self.game else { return "" };
        drawing::fitting(descriptions, columns)
    }

    /// Starts looking the game up, unless the database is unavailable in this run.
    pub fn look_up(&mut self, context: &Context) {
        if !context.store.is_available() {
            return;
        }
        // The database itself reports when it can't be read.
        let naming = context.naming();
        let last = move |games: &mut Database| {
            let unfinished = unfinished::last(games, naming).ok()?;
            let result = |games| unfinished::last_result(games, naming).ok().flatten();
            match unfinished {
                Some(game) => Some((game, false)),
                None => result(games).map(|game| (game, true)),
            }
        };
        self.lookup = Some(context.store.ask(last));
    }

    pub fn is_looking_up(&self) -> bool {
        self.lookup.is_some()
    }

    /// Takes the result of the lookup. Returns whether the game has changed, or `None` if there is
    /// no result yet.
    pub fn poll_lookup(&mut self) -> Option<bool> {
        let found = self.lookup.as_ref()?.take()?;
        self.lookup = None;
        let (game, is_over) = found.ok().flatten().unzip();
        let has_changed = game != self.game;
        (self.game, self.is_over) = (game, is_over.unwrap_or_default());
        Some(has_changed)
    }

    /// Remembers that the game is to be opened when the lookup has ended.
    pub fn request(&mut self) {
        self.is_requested = true;
    }

    /// Returns whether the game is to be opened, and forgets the request.
    pub fn take_request(&mut self) -> bool {
        std::mem::take(&mut self.is_requested)
    }

    pub fn open(&mut self, context: &Context) {
        let Some(&UnfinishedGame { id, .. }) = self.game.as_ref() else { return };
        let open =
            if self.is_over { screens::unfinished::open_result } else { screens::unfinished::open };
        self.opening = Some(context.store.ask(move |games| open(games, id)));
    }

    pub fn cancel(&mut self) {
        self.is_requested = false;
        self.opening = None;
    }

    pub fn take_opened(&mut self, context: &Context) -> Option<Transition> {
        screen::take_opened(&mut self.opening, context)
    }
}
