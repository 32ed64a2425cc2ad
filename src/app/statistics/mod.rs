//! The statistics as tables, one for all games and one for each game; `history` has the charts.

mod history;

use std::{
    cmp::{Ordering, Reverse},
    iter,
};

use crate::{
    app::{
        counting,
        feats::{self, FeatSection},
    },
    database::{
        Database, StoreError,
        statistics::{FinishedGame, Grouping, ResultTally, Uncounted, tally},
    },
    games::{self, Character, GameFacts, Mood, Naming, listed_names},
    practice::{rating, stars::Stars},
};
use fourcade_engine::{GameKind, play::Level};

pub use history::{MIN_GAMES, NUMBERED_GAMES, Points, RatingChart, ResultHistory};

#[derive(Debug, Default)]
pub struct StatisticsData {
    /// The counted games, oldest first.
    pub games: Vec<FinishedGame>,
    /// One for all games, then one for each game.
    pub tables: Vec<StatisticsTable>,
    /// By game.
    pub ratings: [RatingChart; GameKind::ALL.len()],
    /// By game.
    pub stars: [Stars; GameKind::ALL.len()],
    pub feats: Vec<FeatSection>,
}

#[derive(Debug)]
pub struct StatisticsTable {
    /// `None` in the table of all games.
    pub kind: Option<GameKind>,
    /// If there are several rows with games, the first is their sum. A game's table has a row for
    /// each level, even without games.
    pub rows: Vec<StatisticsRow>,
    pub uncounted: Uncounted,
}

/// Some games and their summed results.
#[derive(Clone, Debug)]
pub struct StatisticsRow {
    /// The name in the table, which shows the board size in another column.
    pub name: String,
    /// The characters of the opponents, with a face if there is only one. May be empty.
    pub characters: String,
    /// The name outside the table, with the board size.
    pub full_name: String,
    /// `None` for a sum of several games or an unknown game.
    pub kind: Option<GameKind>,
    pub sum: ResultTally,
}

pub fn table_kinds() -> impl Iterator<Item = Option<GameKind>> {
    iter::once(None).chain(GameKind::ALL.map(Some))
}

pub fn table_title(kind: Option<GameKind>) -> &'static str {
    kind.map_or("All games", |kind| GameFacts::of(kind).title)
}

impl StatisticsData {
    pub fn load(database: &mut Database, naming: Naming) -> Result<Self, StoreError> {
        let (games, uncounted) = counting::statistics(database, None)?;
        let table = |kind: Option<GameKind>| {
            let uncounted = Uncounted::of(&uncounted, kind.map(GameKind::key));
            StatisticsTable::new(kind, &games, uncounted, naming)
        };
        let tables = table_kinds().map(table).collect();
        let mut ratings: [RatingChart; GameKind::ALL.len()] = Default::default();
        let mut stars = [Stars::default(); GameKind::ALL.len()];
        for ((kind, chart), stars) in GameKind::ALL.into_iter().zip(&mut ratings).zip(&mut stars) {
            let answers = database.answers(kind.key())?;
            let results = rating::results(kind, &answers, &games);
            *chart = RatingChart::new(&rating::ratings_over_time(results));
            *stars = Stars::load(database, kind, &games)?;
        }
        Ok(Self { games, tables, ratings, stars, feats: feats::load(database)? })
    }

    /// The results against each opponent in each game, the most played first.
    pub fn opponents(&self) -> StatisticsTable {
        let rows = self.tables.iter().filter(|table| table.kind.is_some());
        let rows = rows.flat_map(|table| &table.rows);
        let rows = rows.filter(|row| row.sum.played > 0 && row.sum.opponents.is_some());
        let named = |row: &StatisticsRow| {
            let title = row.kind.map_or("", |kind| GameFacts::of(kind).title);
            let name = format!("{title}: {}", row.name);
            // The table of games has the leads; faces take their room.
            let sum = ResultTally { margin_mean: None, ..row.sum.clone() };
            StatisticsRow { name, sum, ..row.clone() }
        };
        let mut rows: Vec<_> = rows.map(named).collect();
        rows.sort_by_key(|row| Reverse(row.sum.played));
        StatisticsTable { kind: None, rows, uncounted: Uncounted::default() }
    }
}

/// Like [`tally`], with the levels of each game in the order of their strength, before other
/// players.
pub fn tally_by_level(games: &[FinishedGame], grouping: Grouping) -> Vec<ResultTally> {
    let mut tallies = tally(games, grouping);
    sort_by_level(&mut tallies);
    tallies
}

fn sort_by_level(tallies: &mut [ResultTally]) {
    tallies.sort_by_cached_key(|sum| {
        let level = level_of(sum);
        (sum.game.clone(), level.is_none(), level)
    });
}

/// Empty tallies for the levels that aren't among these.
fn not_yet_played(kind: GameKind, tallies: &[ResultTally]) -> Vec<ResultTally> {
    let is_new = |level: &Level| tallies.iter().all(|sum| level_of(sum) != Some(*level));
    let levels = kind.levels().iter().copied().filter(is_new);
    let empty = |level| ResultTally {
        game: Some(kind.key().to_owned()),
        opponents: Some(rating::opponents_of(kind, level)),
        ..ResultTally::default()
    };
    levels.map(empty).collect()
}

/// The level of the opponents, if all have the same one.
fn level_of(sum: &ResultTally) -> Option<Level> {
    rating::level_of(sum.game.as_ref()?.parse().ok()?, sum.opponents.as_ref()?)
}

impl StatisticsTable {
    pub fn new(
        kind: Option<GameKind>,
        games: &[FinishedGame],
        uncounted: Uncounted,
        naming: Naming,
    ) -> Self {
        let is_included = |game: &&FinishedGame| kind.is_none_or(|kind| game.game == kind.key());
        let games: Vec<FinishedGame> = games.iter().filter(is_included).cloned().collect();
        let grouping = if kind.is_some() { Grouping::Size } else { Grouping::Game };
        let mut tallies = tally(&games, grouping);
        tallies.extend(
            kind.into_iter().flat_map(|kind| not_yet_played(kind, &tallies)).collect::<Vec<_>>(),
        );
        sort_by_level(&mut tallies);
        let row = |sum| StatisticsRow::new(sum, kind, naming);
        let mut rows: Vec<_> = tallies.into_iter().map(row).collect();
        if kind.is_none() {
            // Games unknown to this version of the program come last.
            rows.sort_by_key(|row| row.kind.map_or(usize::MAX, |kind| kind as usize));
        }
        let total = tally(&games, Grouping::All).pop();
        if rows.len() > 1 {
            let total = total.map(|sum| StatisticsRow {
                name: "Total".to_owned(),
                characters: String::new(),
                full_name: table_title(kind).to_owned(),
                kind,
                sum,
            });
            rows.splice(..0, total);
        }
        // The mean margin of different games, or of scores that only say who won, means nothing.
        for row in rows.iter_mut().filter(|row| !row.is_scored()) {
            row.sum.margin_mean = None;
        }
        Self { kind, rows, uncounted }
    }
}

/// The characters of opponents that all have one level. Empty if they don't, or if computers are
/// called by their level.
pub fn opponent_characters(
    kind: GameKind,
    opponents: &str,
    naming: Naming,
) -> Vec<&'static Character> {
    let level = rating::level_of(kind, opponents).into_iter();
    level.flat_map(|level| naming.opponents(kind, level)).collect()
}

fn with_size(name: &str, size: Option<u16>) -> String {
    size.map_or_else(|| name.to_owned(), |size| format!("{name}, {size} x {size}"))
}

/// The face of an opponent after these games.
fn mood(sum: &ResultTally) -> Mood {
    match sum.won.cmp(&sum.lost) {
        Ordering::Less => Mood::Pleased,
        Ordering::Equal => Mood::Waiting,
        Ordering::Greater => Mood::Sorry,
    }
}

impl StatisticsRow {
    fn new(sum: ResultTally, kind: Option<GameKind>, naming: Naming) -> Self {
        let key = sum.game.clone().unwrap_or_default();
        let kind = kind.or_else(|| key.parse().ok());
        let title = kind.map_or(key, |kind| GameFacts::of(kind).title.to_owned());
        let Some(opponents) = sum.opponents.clone() else {
            let characters = String::new();
            return Self { name: title.clone(), characters, full_name: title, kind, sum };
        };
        let name = listed_names(kind.map_or("", GameKind::key), &opponents);
        let known =
            kind.map(|kind| opponent_characters(kind, &opponents, naming)).unwrap_or_default();
        let face = match &known[..] {
            [one] => format!("{} ", one.face(mood(&sum))),
            _ => String::new(),
        };
        let names: Vec<&str> = known.iter().map(|one| one.name.as_str()).collect();
        let characters = format!("{face}{}", names.join(", "));
        Self { full_name: with_size(&name, sum.size), characters, name, kind, sum }
    }

    /// All games before the first one.
    pub fn without_games() -> Self {
        let name = table_title(None).to_owned();
        let sum = ResultTally::default();
        Self { full_name: name.clone(), name, characters: String::new(), kind: None, sum }
    }

    /// Whether these are all games of a table with several rows.
    pub fn is_total(&self) -> bool {
        self.sum.game.is_none()
    }

    /// The level of the opponents, if all have the same one.
    pub fn level(&self) -> Option<Level> {
        level_of(&self.sum)
    }

    /// How the opponents play, if all have the same level.
    pub fn way_of_play(&self) -> String {
        let described = |(kind, level): (GameKind, _)| kind.level_player(level).description;
        self.kind.zip(self.level()).map(described).map(games::capitalized).unwrap_or_default()
    }

    /// What the row's name leaves out about one of its games: the game and the opponents.
    pub fn describe(&self, game: &FinishedGame) -> String {
        if self.sum.opponents.is_some() {
            return String::new();
        }
        let opponents = with_size(&listed_names(&game.game, &game.opponents), game.size);
        match (self.kind, game.game.parse()) {
            (None, Ok(kind)) => format!("{}: {opponents}", GameFacts::of(kind).title),
            _ => opponents,
        }
    }

    pub fn includes(&self, game: &FinishedGame) -> bool {
        let key = self.kind.map(GameKind::key).or(self.sum.game.as_deref());
        // A row with opponents is about one board size.
        let matches_opponents = self
            .sum
            .opponents
            .as_ref()
            .is_none_or(|names| *names == game.opponents && self.sum.size == game.size);
        key.is_none_or(|key| key == game.game) && matches_opponents
    }

    /// Whether the games have scores that can be compared.
    pub fn is_scored(&self) -> bool {
        self.kind.is_some_and(GameKind::has_scores)
    }
}
