//! What the arcade needs to know about a game besides its engine.
//!
//! | trait | what it describes |
//! |---|---|
//! | [`ArcadeGame`] | its [facts](GameFacts), and who plays |
//! | [`GameWords`] | the game in words |
//! | [`GameView`] | how it is drawn |
//! | [`Controller`](super::Controller) | what its keys and clicks do |

use super::{GameView, GameWords};
use fourcade_engine::{
    GameKind,
    play::{PlayerKind, RecordHeader, Reviewable, Session, random},
    with_game,
};

pub trait ArcadeGame: GameWords + GameView + Reviewable {
    const FACTS: GameFacts;

    /// The kinds of players that start a program. They follow the computer players of the engine.
    fn program_players() -> &'static [PlayerKind<Self>] {
        &[]
    }
}

#[derive(Debug)]
pub struct GameFacts {
    pub title: &'static str,
    /// What the game is about, in one line.
    pub summary: &'static str,
    /// The rules, as a page of Markdown.
    pub rules: &'static str,
    /// The guided first game, as a file of [`lessons`](super::lessons).
    pub lesson: &'static str,
    pub default_seats: &'static [&'static str],
    /// The places among which one person chooses, by seat; they follow "You play".
    pub seat_choices: &'static [&'static str],
    /// Who sits where if two people play at one keyboard, in sentences on separate lines. They have
    /// the first seat and the one opposite.
    pub friends: &'static str,
    /// Players that answer at once and play well enough to be watched.
    pub demo_seats: &'static [&'static str],
    /// Players that need no tables, because the menu is always there.
    pub thumbnail_seats: &'static [&'static str],
    /// What [`Game::turns`](fourcade_engine::play::Game::turns) counts, as a word for people.
    pub turn_name: &'static str,
    /// What a step of the record is, as a word for people.
    pub step_name: &'static str,
    /// The openings of the daily deals, in games without chance: actions separated by commas. A
    /// game with openings is at its first decision of the person after each of them.
    pub daily_openings: &'static [&'static str],
}

impl GameFacts {
    /// The facts of a game that is only known at run time.
    pub fn of(kind: GameKind) -> &'static Self {
        with_game!(kind, G => &G::FACTS)
    }

    /// Writes a number of turns for people, such as `1 round`.
    pub fn count_turns(&self, turns: u32) -> String {
        format!("{turns} {}{}", self.turn_name, if turns == 1 { "" } else { "s" })
    }
}

/// Default size, computer players on all seats. `None` if the game cannot be dealt.
pub fn demo_game<G: ArcadeGame>(seed: u64) -> Option<Session<G>> {
    let size = G::SIZES.map_or(0, |sizes| sizes.default);
    let setup = G::deal(size, &mut random::rng(seed, &[])).ok()?;
    let seats = G::FACTS.demo_seats.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, seats, seed }))
}

/// Such as `Flip 8 x 8`.
pub fn title_with_size(title: &str, size: Option<u16>) -> String {
    size.map_or_else(|| title.to_owned(), |size| format!("{title} {size} x {size}"))
}
