//! What help costs a person at a table.
//!
//! A daily deal no longer counts, and what was hidden makes a game a practice game: that is asked
//! first. Any other help marks the game as one with hints ([`Session::mark_hint`]), which wins no
//! star ([`practice::stars`](crate::practice::stars)).
//!
//! [`Session::mark_hint`]: fourcade_engine::play::Session::mark_hint

use super::state::Table;
use crate::games::ArcadeGame;

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
    let reveals = help == Help::Undo && table.undo_reveals() && !table.game.session().is_practice();
    reveals.then(|| SEEN.to_owned())
}
