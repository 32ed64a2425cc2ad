//! Stars: the levels of a game that a person has beaten.
//!
//! A level is beaten with three wins in the last five games against it; where more than two play,
//! with two games alone in first place. Once lit, a star stays, so the database keeps the lit ones.
//! Games with hints and practice games don't count.

use super::rating::level_of;
use crate::database::{Database, PersonResult, StoreError, statistics::CountedGame};
use fourcade_engine::{GameKind, play::Level};

/// How many of the last games against a level count.
const LAST_GAMES: usize = 5;

/// How a person stands with the star of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// So many games are still to be won.
    Missing(usize),
    /// The last game has lit it.
    New,
    Lit,
}

impl Star {
    /// Lights the star of a level if it is earned. `games` are in the order in which they ended.
    pub fn update(
        database: &mut Database,
        kind: GameKind,
        level: Level,
        games: &[CountedGame],
    ) -> Result<Self, StoreError> {
        let missing = wins_missing(kind, level, games);
        if missing > 0 {
            let is_lit = database.stars(kind.key())?.contains(&(level as u8));
            return Ok(if is_lit { Self::Lit } else { Self::Missing(missing) });
        }
        let is_earned = |&count: &usize| wins_missing(kind, level, &games[..count]) == 0;
        let count = (1..games.len()).find(is_earned).unwrap_or(games.len());
        let ended = games[..count].last().map_or(0, |game| game.ended);
        let is_new = database.light_star(kind.key(), level as u8, ended)? && count == games.len();
        Ok(if is_new { Self::New } else { Self::Lit })
    }
}

/// Returns which stars of a game are lit, by level, after lighting those that are earned.
pub fn lit(database: &mut Database, kind: GameKind) -> Result<[bool; 5], StoreError> {
    let games = database.counted_games(Some(kind.key()))?;
    let mut lit = [false; 5];
    for level in Level::ALL {
        lit[level as usize] = !matches!(
            Star::update(database, kind, level, &games)?,
            Star::Missing(_)
        );
    }
    Ok(lit)
}

/// How many of the last games against a level must be won.
pub fn wins_needed(kind: GameKind) -> usize {
    if kind.seat_names().len() == 2 { 3 } else { 2 }
}

/// How many more games against a level must be won for its star, if none of the games won so far
/// drops out of the last five; 0 if it is beaten. `games` are in the order in which they ended.
pub fn wins_missing(kind: GameKind, level: Level, games: &[CountedGame]) -> usize {
    let results: Vec<_> = games
        .iter()
        .filter(|game| game.game == kind.key() && !game.is_practice && !game.is_hinted)
        .filter(|game| level_of(kind, &game.opponents) == Some(level))
        .map(|game| game.result)
        .collect();
    let needed = wins_needed(kind);
    let is_lit = |last: &[PersonResult]| wins(last) >= needed;
    if results.windows(LAST_GAMES).any(is_lit) || is_lit(tail(&results)) {
        return 0;
    }
    // Each game that follows pushes the oldest of the last five out.
    let kept = |more: usize| wins(&results[results.len().saturating_sub(LAST_GAMES - more)..]);
    (1..=needed).find(|&more| kept(more) + more >= needed).unwrap_or(needed)
}

fn tail(results: &[PersonResult]) -> &[PersonResult] {
    &results[results.len().saturating_sub(LAST_GAMES)..]
}

fn wins(results: &[PersonResult]) -> usize {
    results.iter().filter(|&&result| result == PersonResult::Won).count()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Games against a level: `+` is won, `=` drawn, `-` lost, `?` won with a hint, `(` won in
    /// practice.
    fn games(kind: GameKind, level: Level, results: &str) -> Vec<CountedGame> {
        let others = kind.seat_names().len() - 1;
        let name = kind.level_player(level).player;
        let opponents = if others == 1 { name.to_owned() } else { format!("{name} x {others}") };
        let game = |letter| CountedGame {
            game: kind.key().to_owned(),
            size: None,
            opponents: opponents.clone(),
            ended: 0,
            result: match letter {
                '-' => PersonResult::Lost,
                '=' => PersonResult::Drawn,
                _ => PersonResult::Won,
            },
            margin: None,
            time: Duration::ZERO,
            is_hinted: letter == '?',
            is_practice: letter == '(',
        };
        results.chars().map(game).collect()
    }

    #[test]
    fn three_of_the_last_five_games_beat_a_level() {
        for (results, missing) in [
            ("", 3),
            ("+", 2),
            ("+?(+", 1),
            ("++=+", 0),
            ("+--+-+", 1),
            ("+--++", 0),
            // The first win drops out with the next game.
            ("+---+", 2),
            ("+----", 3),
            // A star stays lit.
            ("+++-----", 0),
        ] {
            for kind in GameKind::ALL.into_iter().filter(|kind| kind.seat_names().len() == 2) {
                let all = games(kind, Level::Hard, results);
                assert_eq!(wins_missing(kind, Level::Hard, &all), missing, "{results}");
                assert_eq!(wins_missing(kind, Level::Easy, &all), 3, "{results}");
            }
        }
    }

    #[test]
    fn two_first_places_beat_a_table_of_four() {
        let kind = GameKind::ALL.into_iter().find(|kind| kind.seat_names().len() == 4).unwrap();
        for (results, missing) in [("", 2), ("-+-", 1), ("+---+", 0), ("+====", 2), ("+-=-", 1)] {
            let all = games(kind, Level::Medium, results);
            assert_eq!(wins_missing(kind, Level::Medium, &all), missing, "{results}");
        }
    }
}
