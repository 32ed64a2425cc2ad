//! Tests of the review, with all games.

use super::*;
use crate::{
    GameKind,
    play::{Budget, Fault, GameInfo, RecordHeader, StepMarks, choose_checked, find_player, random},
    with_game,
};

const TILES: Measure = Measure {
    scale: Scale::Lead,
    unit: "tiles",
    description: "",
    digits: 1,
    min_cost: 0.5,
    notable_cost: 2.0,
};
const CARDS: Measure = Measure { unit: "cards", digits: 2, ..TILES };
const PROBABILITY: Measure = Measure { scale: Scale::WinProbability, unit: "%", ..TILES };
const POINTS: Measure = Measure { scale: Scale::Penalty, unit: "points", ..TILES };

#[test]
fn values_and_costs_have_no_superfluous_digits() {
    for (measure, value, formatted, cost) in [
        (TILES, 6.0, "+6", "6 tiles"),
        (TILES, -2.25, "-2.2", "-2.2 tiles"),
        (TILES, 0.5, "+0.5", "0.5 tiles"),
        (TILES, -0.001, "0", "0 tiles"),
        (CARDS, 0.416, "+0.42", "0.42 cards"),
        (TILES, 20.0, "+20", "20 tiles"),
        (PROBABILITY, 0.634, "63 %", "63 %"),
        (POINTS, -10.0, "10", "-10 points"),
        (POINTS, -0.01, "0", "0 points"),
        (POINTS, -5.34, "5.3", "-5.3 points"),
    ] {
        assert_eq!(
            (measure.format_value(value).as_str(), measure.format_cost(value).as_str()),
            (formatted, cost),
            "{value}"
        );
    }
}

#[test]
fn a_change_has_a_sign_and_two_digits_that_matter() {
    for (measure, cost, formatted) in [
        (TILES, 6.0, "-6"),
        (TILES, 3.08, "-3.1"),
        (TILES, 12.6, "-13"),
        (CARDS, 1.333, "-1.3"),
        (Measure { digits: 0, ..PROBABILITY }, 0.074, "-7 %"),
        (POINTS, 1.25, "+1.2"),
    ] {
        assert_eq!(measure.format_change(cost), formatted);
    }
}

#[test]
fn probabilities_are_converted_to_per_cent() {
    assert!(
        (PROBABILITY.in_units(0.25) - 25.0).abs() < 1e-9
            && (TILES.in_units(0.25) - 0.25).abs() < 1e-9
    );
}

#[test]
fn a_value_changes_perspective_in_a_zero_sum_game() {
    let [one, other] = [0, 1].map(Seat::new);
    assert_eq!(TILES.change_perspective(6.0, one, one), Some(6.0));
    assert_eq!(TILES.change_perspective(6.0, one, other), Some(-6.0));
    assert_eq!(PROBABILITY.change_perspective(0.25, one, other), Some(0.75));
    assert_eq!(POINTS.change_perspective(-3.0, one, other), None);
    assert_eq!(POINTS.change_perspective(-3.0, other, other), Some(-3.0));
}

#[test]
fn replacements_and_resignations_are_not_reviewed() {
    let seats = [0, 1].map(Seat::new);
    let step = |faults| RecordLine::Step {
        moves: vec![(seats[0], 'a'), (seats[1], 'b')],
        faults,
        marks: StepMarks::default(),
    };
    let fault = |seat| Fault { seat, description: "nonsense".to_owned(), fine: 0 };
    let reviewed =
        |line: &RecordLine<char>| decisions(line).map(|(_, action)| *action).collect::<String>();
    assert_eq!(reviewed(&step(Vec::new())), "ab");
    assert_eq!(reviewed(&step(vec![fault(seats[0])])), "b");
    assert_eq!(reviewed(&RecordLine::Resign(seats[0])), "");
    let lines = [
        step(Vec::new()),
        RecordLine::Resign(seats[0]),
        step(seats.map(fault).to_vec()),
        step(Vec::new()),
    ];
    assert_eq!(reviewable_lines(&lines).collect::<Vec<_>>(), [0, 3]);
}

/// Plays a game between computers and reviews it.
fn review_whole_game<G: GameInfo + Reviewable>() {
    let setup =
        G::deal(G::SIZES.map_or(0, |sizes| sizes.default), &mut random::rng(3, &[])).unwrap();
    let player = G::LEVELS[0].player;
    let seats = vec![player.to_owned(); G::SEAT_NAMES.len()];
    let mut session = Session::<G>::new(RecordHeader { setup, seats, seed: 3 });
    while session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let mut player = find_player::<G>(player).unwrap();
            let context = ThinkContext::new(Budget::Nodes(1), 3, seat, session.lines().len());
            let (action, _) =
                choose_checked(player.as_mut(), session.game(), seat, &context).unwrap();
            session.choose(seat, action).unwrap();
        }
    }
    let mut steps = Vec::new();
    let limits = SearchLimits::new(Budget::Nodes(300));
    review_session(&session, &limits, &CancelToken::default(), &mut |step| steps.push(step))
        .unwrap();
    assert_eq!(steps.len(), reviewable_lines(session.lines()).count(), "{}", G::KEY);
    for verdict in steps.iter().flat_map(|step| &step.verdicts) {
        assert!(verdict.better != Some(verdict.played), "{} {verdict:?}", G::KEY);
        let is_finite = |value: Option<f64>| value.is_none_or(f64::is_finite);
        assert!(
            is_finite(verdict.value)
                && is_finite(verdict.cost)
                && verdict.cost.is_none_or(|cost| cost >= 0.0)
        );
    }
    assert!(session.game().final_value(Seat::new(0)).is_some());
}

#[test]
fn every_game_is_reviewed_from_its_end_to_its_start() {
    for kind in GameKind::ALL {
        with_game!(kind, G => review_whole_game::<G>());
    }
}
