//! The last unfinished game or, if there is none, the last result.

use crate::{
    app::saved_games::last_game::{self, DescribedGame},
    arcade::{
        screen::{self, OpeningJob, ScreenContext, Transition},
        screens::saved_table,
    },
    database::Database,
    job::Job,
    widgets::drawing,
};

#[derive(Default)]
pub struct LastGame {
    game: Option<DescribedGame>,
    is_over: bool,
    /// Finds the game, and whether it is over.
    lookup: Option<Job<Option<(DescribedGame, bool)>>>,
    opens_when_found: bool,
    opening: Option<OpeningJob>,
}

impl LastGame {
    pub fn is_available(&self) -> bool {
        self.game.is_some()
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The longest description that fits into `columns` columns. Empty if there is no game.
    pub fn description(&self, columns: u16) -> &str {
        let Some(DescribedGame { descriptions, .. }) = &self.game else { return "" };
        drawing::fitting(descriptions, columns)
    }

    pub fn look_up(&mut self, context: &ScreenContext) {
        if !context.store.is_available() {
            return;
        }
        // The store reports its own errors.
        let naming = context.naming();
        let last = move |database: &mut Database| {
            if let Some(game) = last_game::last_unfinished(database, naming).ok()? {
                return Some((game, false));
            }
            let game = last_game::last_result(database, naming).ok()??;
            Some((game, true))
        };
        self.lookup = Some(context.store.ask(last));
    }

    pub fn is_looking_up(&self) -> bool {
        self.lookup.is_some()
    }

    /// Returns whether the game has changed; `None` if there is no result yet.
    pub fn collect_lookup(&mut self) -> Option<bool> {
        let found = self.lookup.as_ref()?.take_output()?;
        self.lookup = None;
        let (game, is_over) = found.ok().flatten().unzip();
        let has_changed = game != self.game;
        (self.game, self.is_over) = (game, is_over.unwrap_or_default());
        Some(has_changed)
    }

    pub fn open_when_found(&mut self) {
        self.opens_when_found = true;
    }

    pub fn take_open_request(&mut self) -> bool {
        std::mem::take(&mut self.opens_when_found)
    }

    pub fn open(&mut self, context: &ScreenContext) {
        let Some(&DescribedGame { id, .. }) = self.game.as_ref() else { return };
        let open = if self.is_over { saved_table::show_result } else { saved_table::resume };
        self.opening = Some(context.store.ask(move |database| open(database, id)));
    }

    pub fn cancel(&mut self) {
        self.opens_when_found = false;
        self.opening = None;
    }

    pub fn take_opened(&mut self, context: &ScreenContext) -> Option<Transition> {
        screen::take_opened(&mut self.opening, context)
    }
}
