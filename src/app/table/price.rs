//! What help costs a person at a table.
//!
//! A game with help doesn't count ([`counting`]). That is asked first if a daily deal counts, if
//! what was hidden is known afterwards, and before the coach or the evaluation if the level's star
//! is not won yet. In that case the first hint or undo says what it has cost.

use super::{opponent, state::Table};
use crate::{app::counting, games::ArcadeGame, practice::stars::has_star};
use fourcade_engine::play::Level;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    Hint,
    Undo,
    Evaluation,
    Coach,
}

impl Help {
    /// The subject of a sentence.
    fn name(self) -> &'static str {
        match self {
            Self::Hint => "A hint",
            Self::Undo => "Taking a move back",
            Self::Evaluation => "The evaluation",
            Self::Coach => "The coach",
        }
    }
}

const SEEN: &str = "You have seen what was hidden. This will count as a practice game.";

/// Says that help makes this a practice game; `None` if it doesn't. Who agrees [spoils] the game
/// first.
///
/// [spoils]: Table::spoil
pub fn price<G: ArcadeGame>(table: &Table<G>, help: Help) -> Option<String> {
    let is_free = match help {
        // A choice that nobody has seen yet can be taken back.
        Help::Undo => !table.game.waiting().is_empty(),
        Help::Evaluation => table.eval_bar.is_some(),
        Help::Coach => table.coach.is_on(),
        Help::Hint => false,
    };
    if is_free {
        return None;
    }
    if table.is_counting_deal() {
        let name = help.name();
        return Some(format!("{name} makes this a practice game: the daily deal won't count."));
    }
    if help == Help::Undo && table.undo_reveals() && !table.game.session().is_practice() {
        return Some(SEEN.to_owned());
    }
    let level = star_at_stake(table).filter(|_| matches!(help, Help::Coach | Help::Evaluation))?;
    let name = help.name();
    Some(format!("{name} makes this a practice game: a win won't count for the star of {level}."))
}

/// Says that a hint or an undo has cost the chance of a star: once a game, because it doesn't count
/// afterwards. It is to be asked before the help is given.
pub fn remark<G: ArcadeGame>(table: &Table<G>, help: Help) -> Option<String> {
    let is_free = help == Help::Undo && !table.game.waiting().is_empty();
    let level = star_at_stake(table).filter(|_| !is_free)?;
    Some(format!("With help, this game doesn't count for the star of {level}."))
}

/// The level whose star the person doesn't have yet, and for which the game on the table counts.
fn star_at_stake<G: ArcadeGame>(table: &Table<G>) -> Option<Level> {
    let game = &table.game;
    let counts = game.shared.is_none()
        && !game.is_over()
        && !game.is_replay()
        && counting::may_count(game.session());
    let level = opponent::level(table).filter(|&level| has_star(level));
    level.filter(|&level| counts && table.autosave.experience.lacks_star(level))
}
