//! Practice: rounds of puzzles, ratings, spaced repetition and stars. It knows no game by name.
//!
//! | module | contents |
//! |---|---|
//! | [`history`] | a person's practice, read from and written to the database |
//! | [`mistakes`] | puzzles from the mistakes in a person's own games |
//! | [`round`] | ten positions or three minutes: mistakes first, then the right difficulty; or a rush, which gets harder |
//! | [`exercise`] | puzzles and drills |
//! | [`repetition`] | when a puzzle returns after a wrong answer |
//! | [`rating`] | the ratings of people, levels and puzzles |
//! | [`daily_puzzle`] | the puzzle of the day |
//! | [`stars`] | the levels that a person has beaten |

pub mod daily_puzzle;
pub mod exercise;
pub mod history;
pub mod mistakes;
pub mod rating;
pub mod repetition;
pub mod round;
pub mod stars;

#[cfg(test)]
mod testing {
    use fourcade_engine::{GameKind, play::Practicable as _, with_game};

    pub fn games_with_puzzles() -> impl Iterator<Item = GameKind> {
        GameKind::ALL.into_iter().filter(|&kind| with_game!(kind, G => !G::THEMES.is_empty()))
    }
}
