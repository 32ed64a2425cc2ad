//! What the store knows, as tables: one of all games, and one of each game.

use std::iter;

use crate::{
    games::GameKind,
    store::{
        Store, StoreError,
        statistics::{CountedGame, Grouping, ResultTally, Uncounted, tally},
    },
};

/// All that is shown.
#[derive(Debug, Default)]
pub struct StatisticsData {
    /// The games, in the order of time.
    pub played: Vec<CountedGame>,
    /// The tables: of all games, then of each game.
    pub pages: Vec<StatisticsTable>,
}

/// A table.
#[derive(Debug)]
pub struct StatisticsTable {
    /// The game, unless it is of all.
    pub kind: Option<GameKind>,
    /// Its rows; where there are several, the first one sums them up.
    pub rows: Vec<StatisticsRow>,
    /// How many games there are for practice, which do not count.
    pub practice: u32,
    /// How many others there are that do not count.
    pub uncounted: Uncounted,
}

/// A row of a table: games that are summed up.
#[derive(Debug)]
pub struct StatisticsRow {
    /// What it is called in its table; the size has a column of its own.
    pub name: String,
    /// What it is called beside its table.
    pub words: String,
    /// The only game in it.
    pub kind: Option<GameKind>,
    /// Its numbers.
    pub sum: ResultTally,
}

/// What the tables are of: all games, and each of them.
pub fn kinds() -> impl Iterator<Item = Option<GameKind>> {
    iter::once(None).chain(GameKind::ALL.map(Some))
}

/// What a table is called.
pub fn title(kind: Option<GameKind>) -> &'static str {
    kind.map_or("All games", GameKind::title)
}

impl StatisticsData {
    /// Asks the store, and waits for it.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn load(store: &Store) -> Result<Self, StoreError> {
        let played = store.counted_games(None)?;
        let page = |kind: Option<GameKind>| {
            Ok(StatisticsTable::new(kind, &played, store.uncounted(kind.map(GameKind::key))?))
        };
        let pages = kinds().map(page).collect::<Result<_, StoreError>>()?;
        Ok(Self { played, pages })
    }
}

impl StatisticsTable {
    /// Of these games, as far as they are of this kind.
    pub fn new(kind: Option<GameKind>, played: &[CountedGame], uncounted: Uncounted) -> Self {
        let is_own = |row: &&CountedGame| kind.is_none_or(|kind| row.game == kind.key());
        let own: Vec<CountedGame> = played.iter().filter(is_own).cloned().collect();
        let detail = if kind.is_some() { Grouping::Size } else { Grouping::Game };
        let mut rows: Vec<StatisticsRow> =
            tally(&own, detail).into_iter().map(|sum| StatisticsRow::new(sum, kind)).collect();
        if kind.is_none() {
            let place =
                |row: &StatisticsRow| GameKind::ALL.iter().position(|data| row.kind == Some(*data));
            // What this program does not know stands at the end.
            rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
        }
        let all = tally(&own, Grouping::All).pop();
        let practice = all.as_ref().map_or(0, |sum| sum.practice);
        if rows.len() > 1 {
            let all = all.map(|sum| StatisticsRow {
                name: "all together".to_owned(),
                words: title(kind).to_owned(),
                kind,
                sum,
            });
            rows.splice(..0, all);
        }
        // Points of different games, or such as say no more than who has won, have no mean.
        for row in rows.iter_mut().filter(|row| !row.is_scored()) {
            row.sum.margin_mean = None;
        }
        Self { kind, rows, practice, uncounted }
    }
}

impl StatisticsRow {
    fn new(sum: ResultTally, kind: Option<GameKind>) -> Self {
        let key = sum.game.clone().unwrap_or_default();
        let kind = kind.or_else(|| key.parse().ok());
        let game = kind.map_or(key, |kind| kind.title().to_owned());
        let Some(opponents) = sum.opponents.clone() else {
            return Self { name: game.clone(), words: game, kind, sum };
        };
        let size = sum.size.map_or_else(String::new, |size| format!(", {size} x {size}"));
        Self { words: format!("{opponents}{size}"), name: opponents, kind, sum }
    }

    /// Whether this game is one of them.
    pub fn has(&self, played: &CountedGame) -> bool {
        let ResultTally { game, opponents, size, .. } = &self.sum;
        let is_game =
            self.kind.map(GameKind::key).or(game.as_deref()).is_none_or(|key| key == played.game);
        // The size is told apart where the opponents are.
        is_game
            && opponents
                .as_ref()
                .is_none_or(|names| *names == played.opponents && *size == played.size)
    }

    /// Whether its games have points that can be compared.
    pub fn is_scored(&self) -> bool {
        self.kind.is_some_and(GameKind::has_scores)
    }
}
