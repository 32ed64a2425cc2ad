//! A daily deal at its table.

use crate::games::ArcadeKind as _;
use crate::{
    arcade::{ScreenFactory, Start, screens::unfinished, table::TableScreen},
    database::Store,
    games::{ArcadeGame, DailyDate, GameVisitor},
};
use fourcade_engine::GameKind;

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
        let mut session = date.session::<G>()?;
        if is_practice {
            session.mark_practice();
        }
        Ok(Box::new(move |context| {
            let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
            let mut table = table.playing_daily(date).saved_to(context.store);
            table.begin(context.waker);
            Box::new(table)
        }))
    }
}
