//! What the arcade needs to know about a game besides its engine.
//!
//! | trait | what it describes |
//! |---|---|
//! | [`ArcadeGame`] | titles, help, who plays |
//! | [`GameWords`] | the game in words |
//! | [`GameView`] | how it is drawn |
//! | [`Controller`](super::Controller) | what its keys and clicks do |

use super::{GameView, GameWords};
use fourcade_engine::play::{PlayerKind, RecordHeader, Reviewable, Session, random};

pub trait ArcadeGame: GameWords + GameView + Reviewable {
    const TITLE: &'static str;
    /// What the game is about, in one line.
    const SUMMARY: &'static str;
    /// The rules, as a page of Markdown.
    const RULES: &'static str;
    /// The guided first game, as a file of [`lessons`](super::lessons).
    const LESSON: &'static str;
    const DEFAULT_SEATS: &'static [&'static str];
    /// The places among which one person chooses, by seat; they follow "You play".
    const SEAT_CHOICES: &'static [&'static str] = Self::SEAT_NAMES;
    /// Who sits where if two people play at one keyboard, in sentences on separate lines. They have
    /// the first seat and the one opposite.
    const FRIENDS: &'static str;
    /// Players that answer at once and play well enough to be watched.
    const DEMO_SEATS: &'static [&'static str];
    /// Players that need no tables, because the menu is always there.
    const THUMBNAIL_SEATS: &'static [&'static str] = Self::DEMO_SEATS;
    /// What [`Game::turns`](fourcade_engine::play::Game::turns) counts, as a word for people.
    const TURN_NAME: &'static str = "move";
    /// What a step of the record is, as a word for people.
    const STEP_NAME: &'static str = "move";
    /// The openings of the daily deals, in games without chance: actions separated by commas. A
    /// game with openings is at its first decision of the person after each of them.
    const DAILY_OPENINGS: &'static [&'static str] = &[];

    /// The kinds of players that start a program. They follow the computer players of the engine.
    fn program_players() -> &'static [PlayerKind<Self>] {
        &[]
    }
}

/// Default size, computer players on all seats. `None` if the game cannot be dealt.
pub fn demo_game<G: ArcadeGame>(seed: u64) -> Option<Session<G>> {
    let size = G::SIZES.map_or(0, |sizes| sizes.default);
    let setup = G::deal(size, &mut random::rng(seed, &[])).ok()?;
    let seats = G::DEMO_SEATS.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, seats, seed }))
}

/// Such as `Flip 8 x 8`.
pub fn title_with_size(title: &str, size: Option<u16>) -> String {
    size.map_or_else(|| title.to_owned(), |size| format!("{title} {size} x {size}"))
}
