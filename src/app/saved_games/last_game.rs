//! The last unfinished game and the last result in the database.

use super::descriptions::{opponents, result};
use crate::{
    app::daily::Calendar,
    database::{DailyDate, Database, SavedGame, StoreError},
    games::{GameFacts, Naming, counted, title_with_size},
};
use fourcade_engine::GameKind;

/// A file name that many programs have, which tells a person nothing.
const UNNAMED_PROGRAM: &str = "engine";

/// Ever shorter descriptions: with players and turns, with players, the game alone. `None` if this
/// version of the program doesn't have the game.
pub fn descriptions(game: &SavedGame, naming: Naming) -> Option<[String; 3]> {
    let kind: GameKind = game.game.parse().ok()?;
    let people = game.people();
    let names = opponents(game, naming);
    let others = match people {
        1 if names == UNNAMED_PROGRAM => "against a program".to_owned(),
        1 => format!("against {names}"),
        2.. if people == game.seats.len() => format!("between {people} players"),
        _ => format!("with {names}"),
    };
    let title = title_with_size(GameFacts::of(kind).title, game.size);
    let with_others = format!("{title} {others}");
    let longest = format!("{with_others}, {}", progress(kind, game.turns));
    Some([longest, with_others, title])
}

/// Such as `12 moves so far`.
pub fn progress(kind: GameKind, turns: u32) -> String {
    match turns {
        0 => "just begun".to_owned(),
        turns => format!("{} so far", counted(turns, GameFacts::of(kind).turn_name)),
    }
}

/// A saved game with its descriptions.
#[derive(Debug, PartialEq, Eq)]
pub struct DescribedGame {
    pub id: i64,
    /// The longest first.
    pub descriptions: [String; 3],
}

pub fn last_unfinished(
    database: &mut Database,
    naming: Naming,
) -> Result<Option<DescribedGame>, StoreError> {
    let Some(game) = database.last_unfinished()? else { return Ok(None) };
    let is_deal = Calendar::load(database)?.is_deal(game.id, DailyDate::today());
    let lead = if is_deal { "Today's deal: " } else { "" };
    Ok(descriptions(&game, naming).map(|descriptions| DescribedGame {
        id: game.id,
        descriptions: descriptions.map(|description| format!("{lead}{description}")),
    }))
}

pub fn last_result(
    database: &mut Database,
    naming: Naming,
) -> Result<Option<DescribedGame>, StoreError> {
    let Some(game) = database.last_finished()? else { return Ok(None) };
    let Some([_, with_others, title]) = descriptions(&game, naming) else { return Ok(None) };
    let descriptions = [format!("{with_others}: {}", result(&game)), with_others, title];
    Ok(Some(DescribedGame { id: game.id, descriptions }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::{GameStatus, PlayTimes, SavedSeat, SeriesPosition};
    use fourcade_engine::play::StepMarks;

    fn game(key: &str, size: Option<u16>, names: &[&str], turns: u32) -> SavedGame {
        let seat = |name: &&str| SavedSeat {
            person_name: String::new(),
            name: (*name).to_owned(),
            score: 2,
            place: None,
            has_resigned: false,
            has_timed_out: false,
            series_points: 0.0,
        };
        SavedGame {
            names: Vec::new(),
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
    fn a_description_names_the_game_its_players_and_its_turns() {
        for (game, expected) in [
            (
                game("flip", Some(8), &["human", "level:3"], 12),
                "Flip 8 x 8 against Pip, 12 moves so far",
            ),
            (
                game("concentration", None, &["a", "human"], 1),
                "Concentration against a, 1 turn so far",
            ),
            (
                game("eater", Some(9), &["human", "human"], 0),
                "Eater 9 x 9 between 2 players, just begun",
            ),
            (
                game("intensity", None, &["human", "a", "human", "a"], 3),
                "Intensity with Player 1, Player 2, a x 2, 3 rounds so far",
            ),
        ] {
            assert_eq!(descriptions(&game, Naming::Characters).unwrap()[0], expected);
        }
        let program = game("flip", Some(6), &["human", "program:./engines/best --deep"], 4);
        assert_eq!(
            descriptions(&program, Naming::Characters).unwrap(),
            ["Flip 6 x 6 against best, 4 moves so far", "Flip 6 x 6 against best", "Flip 6 x 6"]
        );
        assert_eq!(descriptions(&game("poker", None, &["human", "a"], 1), Naming::Levels), None);
    }
}
