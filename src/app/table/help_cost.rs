//! The cost of help at a table: a game with help doesn't count (see [`counting`]).
//!
//! The person is asked first if a daily deal is at stake, or if an undo would take back a reveal.
//! If the level's star is at stake, they are asked before the coach and the evaluation, but only
//! told after a hint or an undo.

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

/// The warning before help that makes this a practice game, if it does. If the person agrees, call
/// [`Table::mark_practice_and_save`] first.
pub fn warning<G: ArcadeGame>(table: &Table<G>, help: Help) -> Option<String> {
    let is_free = match help {
        // Nobody has seen a choice that waits for others.
        Help::Undo => !table.game.waiting_people().is_empty(),
        Help::Evaluation => table.eval_bar.is_on(),
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
    if help == Help::Undo && table.undo_costs() && !table.game.session().is_practice() {
        return Some(SEEN.to_owned());
    }
    let level = star_at_stake(table).filter(|_| matches!(help, Help::Coach | Help::Evaluation))?;
    let name = help.name();
    Some(format!("{name} makes this a practice game: a win won't count for the star of {level}."))
}

/// The notice that a hint or an undo has cost the chance of a star. Ask for it before the help is
/// given: afterwards, the game doesn't count.
pub fn notice<G: ArcadeGame>(table: &Table<G>, help: Help) -> Option<String> {
    let is_free = help == Help::Undo && !table.game.waiting_people().is_empty();
    let level = star_at_stake(table).filter(|_| !is_free)?;
    Some(format!("With help, this game doesn't count for the star of {level}."))
}

/// The level whose star the person can still win with this game.
fn star_at_stake<G: ArcadeGame>(table: &Table<G>) -> Option<Level> {
    let game = &table.game;
    let counts = game.shared.is_none()
        && !game.is_over()
        && !game.is_replay()
        && counting::may_count(game.session());
    let level = opponent::level(table).filter(|&level| has_star(level));
    level.filter(|&level| counts && table.experience.lacks_star(level))
}
