//! A kept game in words: for a row of the list, and for the lines beside its board.

use crate::{
    games::{GameKind, HUMAN, title_with_size},
    store::{GameStatus, PersonResult, SavedGame},
};

/// Which game, and on which size.
pub fn title(game: &SavedGame) -> String {
    title_with_size(kind(game).map_or(game.game.as_str(), |kind| kind.title()), game.size)
}

/// Who plays: `you, level:3`, `2 persons`, `first, last`.
pub fn players(game: &SavedGame) -> String {
    let persons = game.seats.iter().filter(|seat| seat.is_person()).count();
    if persons == game.seats.len() && persons > 1 {
        return format!("{persons} persons");
    }
    match persons {
        0 if game.seats.len() <= 2 => {
            game.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ")
        }
        0 => game.opponents(),
        1 if game.seats.len() == 1 => "you".to_owned(),
        1 => format!("you, {}", game.opponents()),
        _ => game.opponents().replace(HUMAN, "person"),
    }
}

/// How it stands or ended, in a word or two: for the one person, else who came first.
pub fn result(game: &SavedGame) -> String {
    match (game.status, game.result) {
        (GameStatus::Running, _) => "unfinished".to_owned(),
        (GameStatus::Resigned, Some(PersonResult::Lost)) => "given up".to_owned(),
        (_, Some(result)) => result.name().to_owned(),
        (_, None) => {
            let seats = seat_names(game);
            let first = game.seats.iter().enumerate().filter(|(_, seat)| seat.place == Some(1));
            let first: Vec<&str> =
                first.map(|(at, _)| seats.get(at).copied().unwrap_or("?")).collect();
            match first.as_slice() {
                [] => "given up".to_owned(),
                [one] => format!("{one} won"),
                all if all.len() == game.seats.len() => "drawn".to_owned(),
                _ => "shared".to_owned(),
            }
        }
    }
}

/// What has helped: `hints`, `practice`, both or nothing.
pub fn marks(game: &SavedGame) -> String {
    let marks = [(game.marks.hinted, "hints"), (game.marks.practice, "practice")];
    marks
        .into_iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, word)| word)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What else is to be said: turns, time, marks, the place in a series.
pub fn facts(game: &SavedGame) -> String {
    let minutes = game.times.played.as_secs() / 60;
    let mut facts =
        vec![if game.turns == 1 { "1 turn".to_owned() } else { format!("{} turns", game.turns) }];
    facts.extend((minutes > 0).then(|| format!("{minutes} min")));
    facts.extend(
        (game.series.number > 1).then(|| format!("game {} of a series", game.series.number)),
    );
    facts.extend(Some(marks(game)).filter(|marks| !marks.is_empty()));
    facts.join(", ")
}

/// A seat: what it is called, who sits there, and how it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatWords {
    /// The seat.
    pub seat: String,
    /// Who sits there.
    pub who: String,
    /// The score, where it says more than who has won.
    pub score: Option<i32>,
    /// What became of it: `won`, `first` with others, `gave up`, or nothing.
    pub note: &'static str,
}

/// All seats.
pub fn seats(game: &SavedGame) -> Vec<SeatWords> {
    let (names, is_scored) = (seat_names(game), kind(game).is_none_or(GameKind::is_scored));
    let persons = game.seats.iter().filter(|seat| seat.is_person()).count();
    let first = game.seats.iter().filter(|seat| seat.place == Some(1)).count();
    let seat = |(at, seat): (usize, &crate::store::SavedSeat)| SeatWords {
        seat: names.get(at).map_or_else(|| format!("seat {}", at + 1), |name| (*name).to_owned()),
        who: match (seat.is_person(), persons) {
            (true, 1) => "you".to_owned(),
            (true, _) => "person".to_owned(),
            (false, _) => seat.name.clone(),
        },
        score: is_scored.then_some(seat.score),
        note: match seat.place {
            _ if seat.has_resigned => "gave up",
            Some(1) if first == 1 => "won",
            Some(1) if first < game.seats.len() => "first",
            _ => "",
        },
    };
    game.seats.iter().enumerate().map(seat).collect()
}

/// The game, if this program knows it.
fn kind(game: &SavedGame) -> Option<GameKind> {
    game.game.parse().ok()
}

fn seat_names(game: &SavedGame) -> &'static [&'static str] {
    kind(game).map_or(&[], GameKind::seats)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        play::StepMarks,
        store::{PlayTimes, SavedSeat, SeriesPosition},
    };

    fn game(
        key: &str,
        size: Option<u16>,
        seats: &[(&str, i32, Option<u8>)],
        status: GameStatus,
    ) -> SavedGame {
        let seats: Vec<SavedSeat> = seats
            .iter()
            .map(|&(name, score, place)| SavedSeat {
                name: name.to_owned(),
                score,
                place,
                has_resigned: false,
                series_points: 0.0,
            })
            .collect();
        SavedGame {
            id: 1,
            game: key.to_owned(),
            size,
            result: PersonResult::of(&seats),
            seats,
            status,
            times: PlayTimes { played: Duration::from_secs(130), ..PlayTimes::default() },
            turns: 12,
            marks: StepMarks { hinted: true, practice: false },
            series: SeriesPosition::first(),
        }
    }

    #[test]
    fn a_row_says_who_played_and_how_it_ended() {
        let (first, second) = (Some(1), Some(2));
        for (game, expected) in [
            (
                game(
                    "flip",
                    Some(8),
                    &[("human", 40, first), ("level:3", 24, second)],
                    GameStatus::Finished,
                ),
                ["Flip 8 x 8", "you, level:3", "won"],
            ),
            (
                game(
                    "concentration",
                    None,
                    &[("human", 2, None), ("human", 4, None)],
                    GameStatus::Running,
                ),
                ["Concentration", "2 persons", "unfinished"],
            ),
            // A side that could not win any more gave up.
            (
                game(
                    "eater",
                    Some(9),
                    &[("line", 0, second), ("human", 1, first)],
                    GameStatus::Resigned,
                ),
                ["Eater 9 x 9", "you, line", "won"],
            ),
            (
                game(
                    "eater",
                    Some(9),
                    &[("line", 0, second), ("smart", 1, first)],
                    GameStatus::Finished,
                ),
                ["Eater 9 x 9", "line, smart", "Eater won"],
            ),
            (
                game(
                    "flip",
                    Some(4),
                    &[("first", 8, first), ("last", 8, first)],
                    GameStatus::Finished,
                ),
                ["Flip 4 x 4", "first, last", "drawn"],
            ),
            (
                game(
                    "intensity",
                    None,
                    &[
                        ("human", 1, first),
                        ("a", 1, first),
                        ("human", 9, Some(3)),
                        ("a", 14, Some(4)),
                    ],
                    GameStatus::Finished,
                ),
                ["Intensity", "a x 2, person x 2", "shared"],
            ),
            (
                game("poker", None, &[("human", 1, second), ("a", 2, first)], GameStatus::Resigned),
                ["poker", "you, a", "given up"],
            ),
            (
                game("poker", None, &[("b", 1, second), ("a", 2, first)], GameStatus::Finished),
                ["poker", "b, a", "? won"],
            ),
        ] {
            assert_eq!([title(&game), players(&game), result(&game)], expected);
        }
    }

    #[test]
    fn seats_have_scores_where_scores_count() {
        let flip = game(
            "flip",
            Some(8),
            &[("human", 40, Some(1)), ("a", 24, Some(2))],
            GameStatus::Finished,
        );
        let words = |seat: &str, who: &str, score, note| SeatWords {
            seat: seat.to_owned(),
            who: who.to_owned(),
            score,
            note,
        };
        assert_eq!(
            seats(&flip),
            [words("O", "you", Some(40), "won"), words("X", "a", Some(24), "")]
        );
        let eater =
            game("eater", Some(9), &[("human", 0, None), ("human", 0, None)], GameStatus::Running);
        assert_eq!(
            seats(&eater),
            [words("Passer", "person", None, ""), words("Eater", "person", None, "")]
        );
        assert_eq!(facts(&eater), "12 turns, 2 min, hints");
    }
}
