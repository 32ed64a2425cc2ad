//! Tests of the statistics with handwritten results.

use std::time::Duration;

use super::{CountedGame, Grouping, ResultTally, Streak, over_time, rows::margin, tally};
use crate::database::{PersonResult, SavedSeat};

/// Returns games against the same player, in the order in which they ended: `+` is won, `=` drawn,
/// `-` lost; practice games are in brackets.
fn games(results: &str) -> Vec<CountedGame> {
    let mut is_practice = false;
    let mut rows: Vec<CountedGame> = Vec::new();
    for letter in results.chars() {
        let (result, margin) = match letter {
            '(' | ')' => {
                is_practice = letter == '(';
                continue;
            }
            '+' => (PersonResult::Won, 10),
            '=' => (PersonResult::Drawn, 0),
            _ => (PersonResult::Lost, -4),
        };
        rows.push(CountedGame {
            game: "go".to_owned(),
            size: Some(9),
            opponents: "gnu".to_owned(),
            ended: i64::try_from(rows.len()).unwrap(),
            result,
            margin: Some(margin),
            time: Duration::from_secs(60),
            is_hinted: false,
            is_practice,
        });
    }
    rows
}

fn single_tally(rows: &[CountedGame]) -> ResultTally {
    let all = tally(rows, Grouping::Game);
    assert_eq!(all.len(), 1);
    all[0].clone()
}

#[test]
fn games_are_counted_by_result() {
    let sum = single_tally(&games("++-=+"));
    assert_eq!((sum.played, sum.won, sum.drawn, sum.lost), (5, 3, 1, 1));
    assert_eq!((sum.margin_mean, sum.time), (Some(5.2), Duration::from_secs(300)));
    assert_eq!(tally(&[], Grouping::Size), []);
}

#[test]
fn practice_games_are_neither_won_nor_lost() {
    let sum = single_tally(&games("+(--=)+"));
    assert_eq!((sum.played, sum.won, sum.lost, sum.practice), (2, 2, 0, 3));
    assert_eq!((sum.margin_mean, sum.longest_won), (Some(10.0), 2));
    let practice = single_tally(&games("(+)"));
    assert_eq!(
        (practice.played, practice.practice, practice.margin_mean, practice.streak),
        (0, 1, None, None)
    );
}

#[test]
fn streaks_are_consecutive_games_with_the_same_result() {
    for (results, result, length, won, lost) in [
        ("+", PersonResult::Won, 1, 1, 0),
        ("+++-++", PersonResult::Won, 2, 3, 1),
        ("++=--", PersonResult::Lost, 2, 2, 2),
        ("-=-==", PersonResult::Drawn, 2, 0, 1),
        ("+(-)+", PersonResult::Won, 2, 2, 0),
    ] {
        let sum = single_tally(&games(results));
        assert_eq!(sum.streak, Some(Streak { result, games: length }), "{results}");
        assert_eq!((sum.longest_won, sum.longest_lost), (won, lost), "{results}");
    }
}

#[test]
fn games_are_grouped_by_game_opponents_and_size() {
    let mut rows = games("+-+-");
    rows[1].opponents = "katago".to_owned();
    rows[2].size = Some(19);
    rows[3].game = "chess".to_owned();
    rows[3].size = None;
    let names = |grouping| {
        let name = |sum: ResultTally| {
            let size = sum.size.map(|size| size.to_string());
            format!(
                "{} {} {} {}",
                sum.game.unwrap_or_default(),
                sum.opponents.unwrap_or_default(),
                size.unwrap_or_default(),
                sum.played
            )
        };
        tally(&rows, grouping).into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(Grouping::All), ["   4"]);
    assert_eq!(names(Grouping::Game), ["chess   1", "go   3"]);
    assert_eq!(names(Grouping::Opponents), ["chess gnu  1", "go gnu  2", "go katago  1"]);
    assert_eq!(
        names(Grouping::Size),
        ["chess gnu  1", "go gnu 9 1", "go gnu 19 1", "go katago 9 1"]
    );
}

#[test]
fn names_are_sorted_by_the_number_at_their_end() {
    let mut rows = games("+++++");
    for (row, name) in rows.iter_mut().zip([
        "level:10",
        "level:9",
        "expert",
        "program:./level:x",
        "careful, level:2",
    ]) {
        name.clone_into(&mut row.opponents);
    }
    let names: Vec<_> =
        tally(&rows, Grouping::Opponents).into_iter().filter_map(|sum| sum.opponents).collect();
    assert_eq!(names, ["careful, level:2", "expert", "level:9", "level:10", "program:./level:x"]);
}

#[test]
fn a_tally_is_formatted_for_tables() {
    let mut sum = single_tally(&games("+-++"));
    assert_eq!(
        (sum.margin_text(), sum.streak_text(), sum.time_text()),
        ("+6.5".into(), "2 won".into(), "0:04".into())
    );
    for (mean, expected) in [(Some(-0.04), "+0.0"), (Some(-12.25), "-12.3"), (None, "")] {
        sum.margin_mean = mean;
        assert_eq!(sum.margin_text(), expected);
    }
    let none = single_tally(&games("(+)"));
    assert_eq!((none.margin_text(), none.streak_text()), (String::new(), String::new()));
}

#[test]
fn a_game_without_a_margin_does_not_change_the_mean() {
    let mut rows = games("+-");
    rows[1].margin = None;
    assert_eq!(single_tally(&rows).margin_mean, Some(10.0));
}

#[test]
fn the_win_rate_is_that_of_the_last_games() {
    let rates = |results: &str, window| {
        over_time(&games(results), window).iter().map(|point| point.rate).collect::<Vec<_>>()
    };
    assert_eq!(rates("+-=+", 2), [1.0, 0.5, 0.25, 0.75]);
    assert_eq!(rates("+-=+", 1), [1.0, 0.0, 0.5, 1.0]);
    assert_eq!(rates("+(-)+", 9), [1.0, 1.0]);
    assert_eq!(rates("+-", 0), [1.0, 0.0]);
    assert_eq!(rates("", 5), [0.0; 0]);
    let points = over_time(&games("(+)+-"), 2);
    assert_eq!(points.iter().map(|point| point.ended).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(points[1].margin_mean, Some(3.0));
}

#[test]
fn the_margin_is_the_lead_over_the_best_opponent() {
    let seat = |&(name, score, place): &(&str, i32, u8)| SavedSeat {
        name: name.to_owned(),
        score,
        place: Some(place),
        has_resigned: false,
        series_points: 0.0,
    };
    let seats = |all: &[(&str, i32, u8)]| all.iter().map(seat).collect::<Vec<_>>();
    for (all, expected) in [
        (&[("human", 40, 1), ("a", 24, 2)][..], 16),
        (&[("a", 40, 1), ("human", 24, 2)], -16),
        (&[("human", 32, 1), ("a", 32, 1)], 0),
        // Low scores win.
        (&[("human", 2, 2), ("a", 0, 1), ("b", 9, 3), ("c", 15, 4)], -2),
        (&[("human", 0, 1), ("a", 3, 2), ("b", 9, 3), ("c", 14, 4)], 3),
    ] {
        assert_eq!(margin(&seats(all)), Some(expected), "{all:?}");
    }
    let mut resigned = seats(&[("human", 60, 2), ("a", 4, 1)]);
    resigned[0].has_resigned = true;
    assert_eq!(margin(&resigned), None);
}
