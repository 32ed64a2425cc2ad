//! How the person has done against each opponent so far, and which level suits the person, read
//! from the database in the background.

use crate::{
    app::Context,
    database::{
        Database,
        statistics::{Grouping, ResultTally, tally},
    },
    job::Job,
    practice::rating,
};
use fourcade_engine::{GameKind, play::Level, with_game};

/// The results, and the level that suits the person.
type Loaded = (Vec<ResultTally>, Option<Level>);

#[derive(Default)]
pub struct PastResults {
    /// `None` until they have been read.
    tallies: Option<Vec<ResultTally>>,
    /// The level that suits the person's rating, if that is known well enough.
    pub suitable: Option<Level>,
    job: Option<Job<Option<Loaded>>>,
}

impl PastResults {
    /// Starts reading the results, unless the database is unavailable in this run.
    pub fn read(&mut self, game: GameKind, context: &Context) {
        let store = &context.store;
        if store.is_available() {
            self.job = Some(store.ask(move |games| load(games, game)));
        }
    }

    /// Takes the results that have been read; returns whether there are any.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        // The database itself reports when it can't be read.
        let Some((tallies, suitable)) = result.ok().flatten() else { return false };
        (self.tallies, self.suitable) = (Some(tallies), suitable);
        true
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

fn load(database: &mut Database, game: GameKind) -> Option<Loaded> {
    let games = database.counted_games(Some(game.key())).ok()?;
    let answers = database.answers(game.key()).ok()?;
    let rating = rating::rate(rating::results(game, &answers, &games));
    let suitable = with_game!(game, G => rating::suitable_level::<G>(&rating));
    Some((tally(&games, Grouping::Opponents), suitable))
}
