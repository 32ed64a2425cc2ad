//! What can be chosen in the menu.

use crate::games::GameKind;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// A game.
    Game(GameKind),
    /// The last unfinished game.
    Continue,
    /// All kept games.
    Kept,
    /// The statistics.
    Statistics,
    /// The settings.
    Settings,
    /// The way out.
    Quit,
}

impl MenuItem {
    /// All, in their order; the games first.
    pub const ALL: [Self; 9] = {
        let [first, second, third, fourth] = GameKind::ALL;
        [
            Self::Game(first),
            Self::Game(second),
            Self::Game(third),
            Self::Game(fourth),
            Self::Continue,
            Self::Kept,
            Self::Statistics,
            Self::Settings,
            Self::Quit,
        ]
    };

    /// Its number in [`Self::ALL`].
    pub fn spot(self) -> usize {
        Self::ALL.iter().position(|&row| row == self).unwrap_or(0)
    }

    /// The game, if it is one.
    pub fn game(self) -> Option<GameKind> {
        if let Self::Game(kind) = self { Some(kind) } else { None }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Game(kind) => kind.title(),
            Self::Continue => "Continue",
            Self::Kept => "Games",
            Self::Statistics => "Statistics",
            Self::Settings => "Settings",
            Self::Quit => "Quit",
        }
    }

    /// What it is, in one line; the unfinished game is told by the store.
    pub fn line(self) -> &'static str {
        match self {
            Self::Game(kind) => kind.summary(),
            Self::Continue => "",
            Self::Kept => "look at one again, go on with one",
            Self::Statistics => "who has won how often",
            Self::Settings => "how it looks, and what you are called",
            Self::Quit => "see you",
        }
    }
}
