//! Stars: the levels of a game that a person has beaten.
//!
//! A level is beaten with three wins in the last five games against it, or two wins in games of
//! more than two players. A lit star stays lit, so the database stores it. Only games that count
//! are considered (`app::counting`).

use std::ptr;

use super::rating::level_of;
use crate::database::{Database, PersonResult, StoreError, statistics::FinishedGame};
use fourcade_engine::{GameKind, play::Level};

/// The star is earned within this many games against a level.
pub const LAST_GAMES: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not lit, with the number of wins towards it.
    Dark(usize),
    /// Lit by the last game.
    New,
    Lit,
}

impl Star {
    /// Lights the star of a level if it is earned. `games` must be in the order of their ends.
    pub fn update(
        database: &mut Database,
        kind: GameKind,
        level: Level,
        games: &[FinishedGame],
    ) -> Result<Self, StoreError> {
        let against = games_against(kind, level, games);
        let Some(earning) = earning(kind, &against) else {
            let is_lit = database.stars(kind.key())?.contains(&(level as u8));
            return Ok(if is_lit { Self::Lit } else { Self::Dark(unearned_wins(kind, &against)) });
        };
        let was_dark = database.light_star(kind.key(), level as u8, earning.ended)?;
        let is_last = games.last().is_some_and(|last| ptr::eq(last, earning));
        Ok(if was_dark && is_last { Self::New } else { Self::Lit })
    }

    pub fn sentence(self, kind: GameKind, level: Level) -> Option<String> {
        match self {
            Self::Dark(wins) => {
                let needed = wins_needed(kind);
                Some(format!("{wins} of {needed} wins against {level} for a star."))
            }
            Self::New => Some(format!("A star: you have beaten {level}.")),
            Self::Lit => None,
        }
    }
}

/// A level has a star if every game has that level.
pub fn has_star(level: Level) -> bool {
    Level::COMMON.contains(&level)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stars {
    /// Whether each is lit, by level.
    pub lit: [bool; Level::COMMON.len()],
    /// The wins towards each, by level.
    pub wins: [usize; Level::COMMON.len()],
}

impl Stars {
    /// Lights earned stars and reads all. `games` must be in the order of their ends.
    pub fn load(
        database: &mut Database,
        kind: GameKind,
        games: &[FinishedGame],
    ) -> Result<Self, StoreError> {
        Ok(Self::new(kind, light_earned(database, kind, games)?, games))
    }

    /// `games` must be in the order of their ends.
    pub fn new(kind: GameKind, lit: [bool; Level::COMMON.len()], games: &[FinishedGame]) -> Self {
        Self { lit, wins: Level::COMMON.map(|level| wins_towards(kind, level, games)) }
    }

    /// The unlit star with the fewest missing wins, the lower level first, and the wins towards it.
    pub fn next(&self) -> Option<(Level, usize)> {
        let stars = Level::COMMON.into_iter().zip(self.wins);
        let dark = stars.rev().filter(|&(level, _)| !self.lit[level as usize]);
        dark.max_by_key(|&(_, wins)| wins)
    }
}

/// Lights earned stars and returns which are lit, by level.
pub fn light_earned(
    database: &mut Database,
    kind: GameKind,
    games: &[FinishedGame],
) -> Result<[bool; Level::COMMON.len()], StoreError> {
    let mut lit = [false; Level::COMMON.len()];
    for level in Level::COMMON {
        lit[level as usize] = !matches!(Star::update(database, kind, level, games)?, Star::Dark(_));
    }
    Ok(lit)
}

/// The number of wins in the last games that light a star.
pub fn wins_needed(kind: GameKind) -> usize {
    if kind.seat_names().len() == 2 { 3 } else { 2 }
}

/// How to earn a game's stars.
pub fn rule(kind: GameKind) -> String {
    let needed = wins_needed(kind);
    format!("Win {needed} of your last {LAST_GAMES} games against a level for its star")
}

/// The wins towards a level's star; [`wins_needed`] if it is earned. `games` must be in the order
/// of their ends.
pub fn wins_towards(kind: GameKind, level: Level, games: &[FinishedGame]) -> usize {
    let against = games_against(kind, level, games);
    match earning(kind, &against) {
        Some(_) => wins_needed(kind),
        None => unearned_wins(kind, &against),
    }
}

/// The wins towards a star that isn't earned: the needed ones, less those in a row that would light
/// it.
fn unearned_wins(kind: GameKind, against: &[&FinishedGame]) -> usize {
    let needed = wins_needed(kind);
    // Each further game pushes the oldest out of the last five.
    let kept = |more: usize| wins(&against[against.len().saturating_sub(LAST_GAMES - more)..]);
    (1..=needed).find(|&more| kept(more) + more >= needed).map_or(0, |more| needed - more)
}

fn games_against(kind: GameKind, level: Level, games: &[FinishedGame]) -> Vec<&FinishedGame> {
    games
        .iter()
        .filter(|game| game.game == kind.key())
        .filter(|game| level_of(kind, &game.opponents) == Some(level))
        .collect()
}

/// The game that first earned the star.
fn earning<'a>(kind: GameKind, against: &[&'a FinishedGame]) -> Option<&'a FinishedGame> {
    let last_games = |at: usize| &against[(at + 1).saturating_sub(LAST_GAMES)..=at];
    let at = (0..against.len()).find(|&at| wins(last_games(at)) >= wins_needed(kind))?;
    Some(against[at])
}

fn wins(games: &[&FinishedGame]) -> usize {
    games.iter().filter(|game| game.result == PersonResult::Won).count()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::database::statistics::Margin;

    /// Games against a level: `+` is won, `=` drawn, `-` lost.
    fn games(kind: GameKind, level: Level, results: &str) -> Vec<FinishedGame> {
        let others = kind.seat_names().len() - 1;
        let name = kind.level_player(level).player;
        let opponents = if others == 1 { name.to_owned() } else { format!("{name} x {others}") };
        let game = |(letter, ended)| FinishedGame {
            id: 0,
            game: kind.key().to_owned(),
            size: None,
            opponents: opponents.clone(),
            ended,
            result: match letter {
                '-' => PersonResult::Lost,
                '=' => PersonResult::Drawn,
                _ => PersonResult::Won,
            },
            margin: Margin::Points(0),
            time: Duration::ZERO,
        };
        results.chars().zip(1..).map(game).collect()
    }

    #[test]
    fn three_of_the_last_five_games_beat_a_level() {
        for (results, expected) in [
            ("", 0),
            ("+", 1),
            ("++=+", 3),
            ("+--+-+", 2),
            ("+--++", 3),
            // The first win drops out with the next game.
            ("+---+", 1),
            ("+----", 0),
            // A star stays lit.
            ("+++-----", 3),
        ] {
            for kind in GameKind::ALL.into_iter().filter(|kind| kind.seat_names().len() == 2) {
                let all = games(kind, Level::Hard, results);
                assert_eq!(wins_towards(kind, Level::Hard, &all), expected, "{results}");
                assert_eq!(wins_towards(kind, Level::Easy, &all), 0, "{results}");
            }
        }
    }

    #[test]
    fn the_next_star_is_the_nearest_one() {
        let kind = GameKind::Flip;
        let next = |lit, all: &[FinishedGame]| Stars::new(kind, lit, all).next();
        let mut all = games(kind, Level::Easy, "+-");
        assert_eq!(next([false; 5], &[]), Some((Level::Beginner, 0)));
        assert_eq!(next([false; 5], &all), Some((Level::Easy, 1)));
        all.extend(games(kind, Level::Hard, "++"));
        assert_eq!(next([false; 5], &all), Some((Level::Hard, 2)));
        assert_eq!(next([true, true, true, true, false], &all), Some((Level::Expert, 0)));
        assert_eq!(next([true; 5], &all), None);
    }

    #[test]
    fn two_first_places_beat_a_table_of_four() {
        let kind = GameKind::ALL.into_iter().find(|kind| kind.seat_names().len() == 4).unwrap();
        for (results, expected) in [("", 0), ("-+-", 1), ("+---+", 2), ("+====", 0), ("+-=-", 1)] {
            let all = games(kind, Level::Medium, results);
            assert_eq!(wins_towards(kind, Level::Medium, &all), expected, "{results}");
        }
    }

    #[test]
    fn a_star_is_new_after_the_game_that_earns_it_and_stays_lit() {
        let folder = tempfile::tempdir().unwrap();
        let kind = GameKind::ALL.into_iter().find(|kind| kind.seat_names().len() == 2).unwrap();
        let database =
            |name: &str| Database::open(Some(folder.path().join(name)), Duration::from_secs(1));
        let check = |database: &mut Database, results: &str, expected| {
            let all = games(kind, Level::Hard, results);
            let star = Star::update(database, kind, Level::Hard, &all).unwrap();
            assert_eq!(star, expected, "{results}");
        };
        let mut stars = database("a.db");
        check(&mut stars, "", Star::Dark(0));
        check(&mut stars, "++", Star::Dark(2));
        for _ in 0..2 {
            check(&mut stars, "++-+", Star::New);
        }
        for results in ["++-+-", "++-++", "+", ""] {
            check(&mut stars, results, Star::Lit);
        }
        // Games that are older than the stars count.
        check(&mut database("b.db"), "+++--", Star::Lit);
        let is_lit = light_earned(&mut stars, kind, &[]).unwrap();
        assert_eq!(is_lit, Level::COMMON.map(|level| level == Level::Hard));
    }
}
