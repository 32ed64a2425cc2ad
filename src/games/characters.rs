//! Characters of computer opponents: names, faces and lines, from `assets/opponents.toml`.
//!
//! A seat's character follows from its player's level, so records and statistics hold only levels.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::{games::moments::MomentKey, settings::Settings};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level},
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    #[default]
    Characters,
    Levels,
}

impl Naming {
    pub fn of(settings: &Settings) -> Self {
        if settings.opponents_by_level { Self::Levels } else { Self::Characters }
    }

    pub fn at_table(self, kind: GameKind, players: &[String]) -> Vec<Option<&'static Character>> {
        match self {
            Self::Characters => Character::at_table(kind, players),
            Self::Levels => vec![None; players.len()],
        }
    }

    /// The opponents of a single person.
    pub fn opponents(
        self,
        kind: GameKind,
        level: Level,
    ) -> impl Iterator<Item = &'static Character> + Clone {
        let others = match self {
            Self::Characters => kind.seat_names().len() - 1,
            Self::Levels => 0,
        };
        Character::of(kind, level).take(others)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Character {
    pub name: String,
    level: String,
    /// The face of each [`Mood`].
    faces: [String; 3],
    #[serde(default)]
    start: Vec<String>,
    #[serde(default)]
    won: Vec<String>,
    #[serde(default)]
    lost: Vec<String>,
    #[serde(default)]
    won_early: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Waiting,
    Pleased,
    Sorry,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    Start,
    Won,
    Lost,
    /// Won because the opponent resigned or ran out of time.
    WonEarly,
}

/// Lines about a moment of the speaker, or of another player.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remarks {
    own: Vec<String>,
    others: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cast {
    characters: Vec<Character>,
    moments: BTreeMap<String, Remarks>,
}

/// The opponents of each game and their remarks, by the key of the game.
static CASTS: LazyLock<BTreeMap<String, Cast>> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<BTreeMap<String, Cast>, toml::de::Error> {
    toml::from_str(include_str!("../../assets/opponents.toml"))
}

impl Character {
    /// The characters of a level, in seating order.
    pub fn of(kind: GameKind, level: Level) -> impl Iterator<Item = &'static Self> + Clone {
        let cast = CASTS.get(kind.key()).map_or(&[][..], |cast| &cast.characters);
        cast.iter().filter(move |one| one.level.eq_ignore_ascii_case(level.name()))
    }

    /// The character on each seat, given the players as in the record; `None` for people and for
    /// players without a level.
    ///
    /// A character follows from the level and the distance from the first person. So characters
    /// keep their places around that person when all seats move in a rematch, or when the player of
    /// another seat changes.
    pub fn at_table(kind: GameKind, players: &[String]) -> Vec<Option<&'static Self>> {
        let person = players.iter().position(|player| player == HUMAN).unwrap_or(0);
        let seats = players.len();
        let character = |(seat, player)| {
            // 0 for the seat after the person.
            let distance = (seat + 2 * seats - person - 1) % seats;
            Self::of(kind, kind.level_of(player)?).nth(distance)
        };
        players.iter().map(String::as_str).enumerate().map(character).collect()
    }

    pub fn face(&self, mood: Mood) -> &str {
        &self.faces[mood as usize]
    }

    /// Consecutive numbers give different lines.
    pub fn line(&self, occasion: Occasion, number: u64) -> Option<&str> {
        pick(
            match occasion {
                Occasion::Start => &self.start,
                Occasion::Won => &self.won,
                Occasion::Lost => &self.lost,
                Occasion::WonEarly => &self.won_early,
            },
            number,
        )
    }
}

impl Remarks {
    pub fn about(kind: GameKind, moment: MomentKey) -> Option<&'static Self> {
        CASTS.get(kind.key())?.moments.get(moment.0)
    }

    /// A line about a moment, which `is_own` if it is the speaker's. Consecutive numbers give
    /// different lines.
    pub fn line(&'static self, is_own: bool, number: u64) -> Option<&'static str> {
        pick(if is_own { &self.own } else { &self.others }, number)
    }
}

fn pick(lines: &[String], number: u64) -> Option<&str> {
    let count = u64::try_from(lines.len()).ok()?;
    let at = usize::try_from(number.checked_rem(count)?).ok()?;
    lines.get(at).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::moments::Moments as _;
    use fourcade_engine::with_game;

    fn check_line(line: &str) {
        assert!(line.is_ascii() && line.len() <= 60, "{line}");
        assert!(line.ends_with(['.', '?', '!']), "{line}");
    }

    #[test]
    fn every_level_has_a_character_for_each_seat_with_a_face_and_short_lines() {
        let mut names = BTreeSet::new();
        for kind in GameKind::ALL {
            for &level in kind.levels() {
                let cast: Vec<_> = Character::of(kind, level).collect();
                assert_eq!(cast.len(), kind.seat_names().len(), "{kind:?}, {level}");
                for (at, one) in cast.iter().enumerate() {
                    assert!(names.insert(&one.name), "{} is there twice", one.name);
                    for face in &one.faces {
                        assert!(face.is_ascii() && face.len() == 5, "{face}");
                    }
                    let faces: BTreeSet<_> = one.faces.iter().collect();
                    assert_eq!(faces.len(), 3, "{}", one.name);
                    let lines = if at + 1 == cast.len() { 0 } else { 2 };
                    // Computers finish a game of four that a person leaves.
                    let won_early = if cast.len() == 2 { lines } else { 0 };
                    assert_eq!(one.won_early.len(), won_early, "{}", one.name);
                    for said in [&one.start, &one.won, &one.lost] {
                        assert_eq!(said.len(), lines, "{}", one.name);
                    }
                    let said = [&one.start, &one.won, &one.lost, &one.won_early];
                    said.into_iter().flatten().for_each(|line| check_line(line));
                }
            }
        }
        let casts = read().expect("a valid file");
        assert_eq!(casts.values().map(|cast| cast.characters.len()).sum::<usize>(), names.len());
        let remarks = casts.values().flat_map(|cast| cast.moments.values());
        for line in remarks.flat_map(|remarks| remarks.own.iter().chain(&remarks.others)) {
            check_line(line);
        }
    }

    #[test]
    fn there_are_remarks_about_every_moment() {
        for kind in GameKind::ALL {
            let mut keys = with_game!(kind, G => {
                G::MOMENTS.iter().map(|moment| moment.key.0).collect::<Vec<_>>()
            });
            keys.sort_unstable();
            let moments = &CASTS[kind.key()].moments;
            assert_eq!(moments.keys().collect::<Vec<_>>(), keys.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_number_selects_the_line() {
        let irma = Character::of(GameKind::Flip, Level::Hard).next().unwrap();
        let start = |number| irma.line(Occasion::Start, number).unwrap();
        assert_eq!(start(2), "I'd rather have moves than tiles.");
        assert_ne!(start(2), start(3));
        assert_eq!(start(u64::MAX), start(3));
        assert_eq!(irma.line(Occasion::Lost, 1), Some("Well counted at the end."));
    }

    #[test]
    fn opponents_keep_their_places_around_the_person_in_a_rematch() {
        let kind = GameKind::Intensity;
        let easy = kind.level_player(Level::Easy).player;
        let mut players = [HUMAN, easy, easy, easy].map(str::to_owned);
        let name = |one: Option<&Character>| one.map_or("", |one| &one.name).to_owned();
        let names = |players: &[String]| {
            Character::at_table(kind, players).into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&players), ["", "Tobias", "Paula", "Henrik"]);
        // Another level on one seat doesn't rename the others.
        let hard = kind.level_player(Level::Hard).player;
        let changed = [HUMAN, hard, easy, easy].map(str::to_owned);
        assert_eq!(names(&changed)[2..], ["Paula", "Henrik"]);
        players.rotate_right(1);
        assert_eq!(names(&players), ["Henrik", "", "Tobias", "Paula"]);
        let all = [easy; 4].map(str::to_owned);
        assert_eq!(names(&all), ["Ida", "Tobias", "Paula", "Henrik"]);
        let mixed = [easy, "random", HUMAN, "novice"].map(str::to_owned);
        assert_eq!(names(&mixed), ["Paula", "", "", "Posy"]);
    }
}
