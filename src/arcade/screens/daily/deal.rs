//! A daily deal at its table.

use std::fmt::Write as _;

use super::day_text;
use crate::games::ArcadeKind as _;
use crate::{
    arcade::{ScreenFactory, Start, screens::unfinished, table::TableScreen},
    database::{DailyDate, Store},
    games::{ArcadeGame, GameVisitor, daily_session},
};
use fourcade_engine::GameKind;

/// The daily deal on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// The date of the deal, even if the day has changed since.
    pub date: DailyDate,
}

impl DailyGame {
    /// The deal of this date.
    pub const fn new(date: DailyDate) -> Self {
        Self { date }
    }

    /// Says on the result card which deal it was, and whether it counts.
    pub fn note(self, is_practice: bool) -> String {
        let day = day_text(self.date);
        if is_practice {
            format!("The deal of {day}, for practice: only the first game counts")
        } else {
            format!("The deal of {day}: it counts")
        }
    }

    /// Returns the line to share, with a result such as `, Hard: won 34-30`.
    pub fn share<G: ArcadeGame>(self, result: &str) -> String {
        let mut text = format!("fourcade {} of {}{result}.", G::TITLE, self.date);
        let _ = write!(text, " Play the deal: fourcade daily {} --date {}", G::KEY, self.date);
        text
    }
}

/// Opens the daily deal of a game, which blocks until the store has answered: the unfinished game
/// that counts, a new one that counts, or one for practice.
///
/// # Errors
/// Returns a message if the game can't be dealt or continued.
pub fn open(
    store: &Store,
    kind: GameKind,
    date: DailyDate,
    today: DailyDate,
) -> Result<ScreenFactory, String> {
    let saved = if store.is_available() {
        store.daily_games().map_err(|error| error.to_string())?
    } else {
        Vec::new()
    };
    let counting = saved.into_iter().find(|game| game.date == date && game.game == kind.key());
    match counting {
        Some(game) if game.result.is_none() => unfinished::open(store, game.id),
        counting => kind.with(OpenDaily { date, is_practice: counting.is_some() || date != today }),
    }
}

struct OpenDaily {
    date: DailyDate,
    is_practice: bool,
}

impl GameVisitor for OpenDaily {
    type Output = Result<ScreenFactory, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Self { date, is_practice } = self;
        let mut session = daily_session::<G>(date.date())?;
        if is_practice {
            session.mark_practice();
        }
        Ok(Box::new(move |context| {
            let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
            let mut table = table.playing_daily(DailyGame::new(date)).saved_to(context.store);
            table.begin(context.waker);
            Box::new(table)
        }))
    }
}
