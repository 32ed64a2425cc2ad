//! Going on with a game from the store: what it is called, and its table.

use super::{First, Start, table::Table};
use crate::{
    games::{ArcadeGame, GameKind, GameVisitor, title_with_size},
    store::{LoadedGame, SavedGame, Store},
};

/// Which game, against whom, and how far: nothing if this program does not know the game.
pub fn words(game: &SavedGame) -> Option<String> {
    let kind: GameKind = game.game.parse().ok()?;
    let persons = game.seats.iter().filter(|seat| seat.is_person()).count();
    let others = match persons {
        1 => format!("against {}", game.opponents()),
        2.. if persons == game.seats.len() => format!("between {persons} persons"),
        _ => format!("with {}", game.opponents()),
    };
    let turns = if game.turns == 1 { "1 turn".to_owned() } else { format!("{} turns", game.turns) };
    Some(format!("{} {others}, {turns} so far", title_with_size(kind.title(), game.size)))
}

/// Takes a game up, so that it goes on under its number, and reads it. The store is waited for.
///
/// # Errors
/// Says why it can't go on.
pub fn open(store: &Store, id: i64) -> Result<First, String> {
    let loaded = store.claim(id).map_err(|why| why.to_string())?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    kind.with(Open(loaded))
}

struct Open(LoadedGame);

impl GameVisitor for Open {
    type Output = Result<First, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Self(loaded) = self;
        let session = loaded
            .read::<G>()
            .map_err(|why| format!("the game can't go on: its record is wrong ({why})"))?;
        Ok(Box::new(move |context| {
            let table = Table::new(session, Start::Playing(None), &context.home.settings);
            let mut table = table.going_on(context.store, &loaded);
            table.advance(context.waker);
            Box::new(table)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        play::StepMarks,
        store::{GameStatus, PlayTimes, SavedSeat, SeriesPosition},
    };

    fn game(key: &str, size: Option<u16>, names: &[&str], turns: u32) -> SavedGame {
        let seat = |name: &&str| SavedSeat {
            name: (*name).to_owned(),
            score: 2,
            place: None,
            has_resigned: false,
            series_points: 0.0,
        };
        SavedGame {
            id: 1,
            game: key.to_owned(),
            size,
            seats: names.iter().map(seat).collect(),
            status: GameStatus::Running,
            result: None,
            times: PlayTimes::default(),
            turns,
            marks: StepMarks::default(),
            series: SeriesPosition::first(),
        }
    }

    #[test]
    fn a_game_is_called_by_its_name_its_players_and_how_far_it_is() {
        for (game, expected) in [
            (
                game("flip", Some(8), &["human", "level:3"], 12),
                "Flip 8 x 8 against level:3, 12 turns so far",
            ),
            (
                game("concentration", None, &["a", "human"], 1),
                "Concentration against a, 1 turn so far",
            ),
            (
                game("eater", Some(9), &["human", "human"], 0),
                "Eater 9 x 9 between 2 persons, 0 turns so far",
            ),
            (
                game("intensity", None, &["human", "expert", "human", "expert"], 3),
                "Intensity with expert x 2, human x 2, 3 turns so far",
            ),
        ] {
            assert_eq!(words(&game).as_deref(), Some(expected));
        }
        assert_eq!(words(&game("poker", None, &["human", "a"], 1)), None);
    }
}
