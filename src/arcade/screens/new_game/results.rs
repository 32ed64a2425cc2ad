//! How the person has done against each opponent so far, read from the database in the background.

use crate::{
    arcade::screen::Context,
    database::{
        Database,
        statistics::{Grouping, ResultTally, tally},
    },
    job::Job,
};
use fourcade_engine::GameKind;

#[derive(Default)]
pub struct PastResults {
    /// `None` until they have been read.
    tallies: Option<Vec<ResultTally>>,
    job: Option<Job<Option<Vec<ResultTally>>>>,
}

impl PastResults {
    /// Starts reading the results, unless the database is unavailable in this run.
    pub fn read(&mut self, game: GameKind, context: &Context) {
        let store = context.store;
        if store.is_available() {
            self.job = Some(store.ask(move |games| load(games, game)));
        }
    }

    /// Takes the results that have been read; returns whether there are any.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        // The database itself reports when it can't be read.
        self.tallies = result.ok().flatten();
        self.tallies.is_some()
    }

    /// Returns how many games the person has won and played against `count` opponents of this name.
    /// `None` if that is unknown.
    pub fn against(&self, player: &str, count: usize) -> Option<(u32, u32)> {
        let name = if count == 1 { player.to_owned() } else { format!("{player} x {count}") };
        let tallies = self.tallies.as_ref()?;
        let tally = tallies.iter().find(|tally| tally.opponents.as_ref() == Some(&name));
        Some(tally.map_or((0, 0), |tally| (tally.won, tally.played)))
    }
}

fn load(games: &mut Database, game: GameKind) -> Option<Vec<ResultTally>> {
    let games = games.counted_games(Some(game.key())).ok()?;
    Some(tally(&games, Grouping::Opponents))
}
