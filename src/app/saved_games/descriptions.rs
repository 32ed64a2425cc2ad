//! Descriptions of a saved game, for its row of the list and for the lines below the list.

use crate::{
    database::{GameStatus, PersonResult, SavedGame, SavedSeat, counted_names},
    games::{GameFacts, Naming, computer_name, counted, player_names, title_with_size},
    printable::printable,
    widgets::drawing,
};
use fourcade_engine::GameKind;

/// Such as `Flip 8 x 8`.
pub fn title(game: &SavedGame) -> String {
    title_with_size(
        kind(game).map_or(game.game.as_str(), |kind| GameFacts::of(kind).title),
        game.size,
    )
}

/// Such as `you, Lotte`, `2 players` or `First, Last`.
pub fn players(game: &SavedGame, naming: Naming) -> String {
    if !game.names.is_empty() {
        return printable(&game.names.join(", ")).into_owned();
    }
    let people = game.people();
    if people == game.seats.len() && people > 1 && !has_named_people(game) {
        return format!("{people} players");
    }
    match people {
        1 => format!("you, {}", opponents(game, naming)),
        _ => opponents(game, naming),
    }
}

/// [`players`] if that fits into these columns, or else [`opponents_within`].
pub fn players_within(game: &SavedGame, columns: u16, naming: Naming) -> String {
    let texts = [players(game, naming), opponents_within(game, columns, naming)];
    drawing::fitting(&texts, columns).to_owned()
}

/// The opponents of the only person, or else all players, if that fits. Otherwise the name that all
/// opponents share, or only a number.
pub fn opponents_within(game: &SavedGame, columns: u16, naming: Naming) -> String {
    let people = game.people();
    let computers = game.seats.len() - people;
    let names = if people == 1 { opponents(game, naming) } else { players(game, naming) };
    if computers == 1 || drawing::text_width(&names) <= columns {
        return names;
    }
    if people > 1 {
        return format!("{people} players");
    }
    let mut others = game.seats.iter().filter(|seat| !seat.is_person()).map(|seat| &seat.name);
    if people == 1
        && let Some(name) = others.next()
        && others.all(|other| other == name)
    {
        return computer_name(&game.game, name);
    }
    format!("{computers} computers")
}

/// The opponents of the only person, or else all players, people first, such as `Ada, Careful x 2`.
pub fn opponents(game: &SavedGame, naming: Naming) -> String {
    let has_one_person = game.people() == 1;
    let others = game.seats.iter().zip(names(game, naming));
    let others = others.filter(|(seat, _)| !(has_one_person && seat.is_person()));
    let mut others: Vec<_> = others.collect();
    others.sort_by_key(|(seat, _)| !seat.is_person());
    counted_names(others.into_iter().map(|(_, name)| name))
}

fn has_named_people(game: &SavedGame) -> bool {
    game.seats.iter().any(|seat| !seat.person_name.is_empty())
}

fn names(game: &SavedGame, naming: Naming) -> Vec<String> {
    if !game.names.is_empty() {
        return game.names.iter().map(|name| printable(name).into_owned()).collect();
    }
    let recorded: Vec<_> = game.seats.iter().map(|seat| seat.name.clone()).collect();
    player_names(&game.game, &recorded, &game.person_names(), naming)
}

const OUT_OF_TIME: &str = "out of time";

/// The only person's result or else the winner, in a word or two.
pub fn result(game: &SavedGame) -> String {
    match (game.status, game.result) {
        (GameStatus::Running, _) => "unfinished".to_owned(),
        (GameStatus::Resigned, Some(PersonResult::Lost)) => {
            let is_late = game.seats.iter().any(|seat| seat.has_timed_out);
            if is_late { OUT_OF_TIME } else { "resigned" }.to_owned()
        }
        (_, Some(result)) => result.name().to_owned(),
        (_, None) => {
            let names = seat_names(game);
            let winners = game.seats.iter().enumerate().filter(|(_, seat)| seat.place == Some(1));
            let winners: Vec<&str> =
                winners.map(|(index, _)| names.get(index).copied().unwrap_or("?")).collect();
            match winners.as_slice() {
                [] => "resigned".to_owned(),
                [winner] => format!("{winner} won"),
                all if all.len() == game.seats.len() => "drawn".to_owned(),
                _ => "shared".to_owned(),
            }
        }
    }
}

/// Such as `hints, practice`.
pub fn marks(game: &SavedGame) -> String {
    let mut marks = Vec::new();
    if game.marks.hinted {
        marks.push("hints");
    }
    if game.marks.practice {
        marks.push("practice");
    }
    marks.join(", ")
}

/// Turns, playing time, number in the series, and marks.
pub fn facts(game: &SavedGame) -> String {
    let minutes = game.times.played.as_secs() / 60;
    let mut facts = vec![counted(game.turns, "turn")];
    if minutes > 0 {
        facts.push(format!("{minutes} min"));
    }
    if game.series.number > 1 {
        facts.push(format!("game {} of a series", game.series.number));
    }
    facts.extend(Some(marks(game)).filter(|marks| !marks.is_empty()));
    facts.join(", ")
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatDescription {
    pub seat: String,
    pub player: String,
    /// `None` in games whose scores only say who won.
    pub score: Option<i32>,
}

/// The seats with their players and scores; without the players if that doesn't fit.
pub fn seats_within(game: &SavedGame, columns: u16, naming: Naming) -> String {
    let score = |score: Option<i32>| score.map_or_else(String::new, |score| format!(" {score}"));
    let described = seats(game, naming);
    let all = described.iter().map(|at| format!("{} {}{}", at.seat, at.player, score(at.score)));
    let scores = described.iter().map(|at| format!("{}{}", at.seat, score(at.score)));
    let texts = [all.collect::<Vec<_>>().join(", "), scores.collect::<Vec<_>>().join(", ")];
    drawing::fitting(&texts, columns).to_owned()
}

pub fn seats(game: &SavedGame, naming: Naming) -> Vec<SeatDescription> {
    let (labels, mut names) = (seat_names(game), names(game, naming).into_iter());
    let is_scored = kind(game).is_none_or(GameKind::has_scores);
    let describe = |(index, seat): (usize, &SavedSeat)| SeatDescription {
        seat: labels
            .get(index)
            .map_or_else(|| format!("seat {}", index + 1), |label| (*label).to_owned()),
        player: names.next().unwrap_or_default(),
        score: is_scored.then_some(seat.score),
    };
    game.seats.iter().enumerate().map(describe).collect()
}

/// `None` if this version of the program doesn't have the game.
fn kind(game: &SavedGame) -> Option<GameKind> {
    game.game.parse().ok()
}

fn seat_names(game: &SavedGame) -> &'static [&'static str] {
    kind(game).map_or(&[], GameKind::seat_names)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::database::{PlayTimes, SeriesPosition};
    use fourcade_engine::play::StepMarks;

    fn game(
        key: &str,
        size: Option<u16>,
        seats: &[(&str, i32, Option<u8>)],
        status: GameStatus,
    ) -> SavedGame {
        let seats: Vec<SavedSeat> = seats
            .iter()
            .map(|&(name, score, place)| SavedSeat {
                person_name: String::new(),
                name: name.to_owned(),
                score,
                place,
                has_resigned: false,
                has_timed_out: false,
                series_points: 0.0,
            })
            .collect();
        SavedGame {
            names: Vec::new(),
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
    fn a_narrow_column_names_or_counts_the_opponents() {
        let running = |key: &str, players: &[&str]| {
            let seats: Vec<_> = players.iter().map(|&player| (player, 0, None)).collect();
            opponents_within(&game(key, None, &seats, GameStatus::Running), 11, Naming::Levels)
        };
        assert_eq!(running("flip", &["human", "level:3"]), "Beginner");
        assert_eq!(running("flip", &["human", "human"]), "2 players");
        assert_eq!(running("flip", &["level:3", "level:4"]), "2 computers");
        let careful = ["human", "careful", "careful", "careful"];
        assert_eq!(running("intensity", &careful), "Medium x 3");
        let novices = ["human", "novice", "novice", "novice"];
        assert_eq!(running("intensity", &novices), "Beginner");
        assert_eq!(running("intensity", &["human", "careful", "expert", "novice"]), "3 computers");
        assert_eq!(running("intensity", &["human", "human", "careful", "novice"]), "2 players");
    }

    #[test]
    fn a_row_names_the_players_and_the_result() {
        let (first, second) = (Some(1), Some(2));
        for (game, expected) in [
            (
                game(
                    "flip",
                    Some(8),
                    &[("human", 40, first), ("level:3", 24, second)],
                    GameStatus::Finished,
                ),
                ["Flip 8 x 8", "you, Beginner", "won"],
            ),
            (
                game(
                    "concentration",
                    None,
                    &[("human", 2, None), ("human", 4, None)],
                    GameStatus::Running,
                ),
                ["Concentration", "2 players", "unfinished"],
            ),
            // The computer resigned.
            (
                game(
                    "eater",
                    Some(9),
                    &[("a", 0, second), ("human", 1, first)],
                    GameStatus::Resigned,
                ),
                ["Eater 9 x 9", "you, a", "won"],
            ),
            (
                game("eater", Some(9), &[("a", 0, second), ("b", 1, first)], GameStatus::Finished),
                ["Eater 9 x 9", "a, b", "Eater won"],
            ),
            (
                game(
                    "flip",
                    Some(4),
                    &[("first", 8, first), ("last", 8, first)],
                    GameStatus::Finished,
                ),
                ["Flip 4 x 4", "First, Last", "drawn"],
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
                ["Intensity", "Player 1, Player 2, a x 2", "shared"],
            ),
            (
                game("poker", None, &[("human", 1, second), ("a", 2, first)], GameStatus::Resigned),
                ["poker", "you, a", "resigned"],
            ),
            (
                game("poker", None, &[("b", 1, second), ("a", 2, first)], GameStatus::Finished),
                ["poker", "b, a", "? won"],
            ),
        ] {
            assert_eq!([title(&game), players(&game, Naming::Levels), result(&game)], expected);
        }
    }

    #[test]
    fn seats_have_scores_in_scored_games() {
        let flip = game(
            "flip",
            Some(8),
            &[("human", 40, Some(1)), ("a", 24, Some(2))],
            GameStatus::Finished,
        );
        let seat = |seat: &str, player: &str, score| SeatDescription {
            seat: seat.to_owned(),
            player: player.to_owned(),
            score,
        };
        assert_eq!(
            seats(&flip, Naming::Levels),
            [seat("O", "you", Some(40)), seat("X", "a", Some(24))]
        );
        let eater =
            game("eater", Some(9), &[("human", 0, None), ("human", 0, None)], GameStatus::Running);
        assert_eq!(
            seats(&eater, Naming::Levels),
            [seat("Passer", "Player 1", None), seat("Eater", "Player 2", None)]
        );
        assert_eq!(facts(&eater), "12 turns, 2 min, hints");
        // People keep the names under which they played.
        let mut named = eater;
        named.seats[1].person_name = "Bob".to_owned();
        assert_eq!(
            seats(&named, Naming::Levels),
            [seat("Passer", "Player 1", None), seat("Eater", "Bob", None)]
        );
        assert_eq!(players(&named, Naming::Levels), "Player 1, Bob");
    }
}
