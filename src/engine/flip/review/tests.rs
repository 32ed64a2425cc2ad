use super::*;
use crate::play::{
    Budget, CancelToken, RecordHeader, RecordLine, SearchLimits, Session, StepReview,
    review_session,
};

/// Returns a session in which both players took the first legal move `moves` times.
fn session(size: u16, moves: usize) -> Session<Flip> {
    let header = RecordHeader {
        setup: FlipSetup::new(size).unwrap(),
        seats: vec!["first".to_owned(); 2],
        seed: 1,
    };
    let mut session = Session::<Flip>::new(header);
    while session.outcome().is_none() && session.lines().len() < moves {
        let seat = session.awaited().only().unwrap();
        let square = session.game().position().legal()[0];
        session.choose(seat, square).unwrap();
    }
    session
}

fn review_steps(session: &Session<Flip>, limits: &SearchLimits) -> Vec<StepReview<Square>> {
    let mut steps = Vec::new();
    review_session(session, limits, &CancelToken::default(), &mut |step| steps.push(step)).unwrap();
    steps
}

fn exact() -> SearchLimits {
    SearchLimits { endgame: EndgamePolicy::Solve, ..SearchLimits::new(Budget::Nodes(u64::MAX)) }
}

#[test]
fn a_whole_game_of_4_x_4_is_reviewed_from_the_end() {
    let session = session(4, usize::MAX);
    let steps = review_steps(&session, &exact());
    let lines: Vec<_> = steps.iter().map(|step| step.line).collect();
    assert_eq!(lines, (0..session.lines().len()).rev().collect::<Vec<_>>());
    // With best play X wins by 10. The costs of both sides' moves explain the difference.
    let mut costs = [0.0; 2];
    for verdict in steps.iter().flat_map(|step| &step.verdicts) {
        assert!(verdict.exact, "{verdict:?}");
        costs[verdict.seat.index()] += verdict.cost.unwrap();
    }
    let end = session.game().final_value(Seat::new(0)).unwrap();
    assert!((-10.0 - costs[0] + costs[1] - end).abs() < 1e-9, "{costs:?} {end}");
    assert!(costs.iter().sum::<f64>() > 0.0, "the first legal move is not always the best");
}

#[test]
fn the_better_move_reaches_the_value_and_the_played_one_the_value_less_its_cost() {
    let session = session(4, usize::MAX);
    for StepReview { line, verdicts } in review_steps(&session, &exact()) {
        let mut before = session.clone();
        before.go_to(line);
        let [verdict] = &verdicts[..] else { panic!("one side moves at a time") };
        let reached = |square| {
            let position = before.game().position();
            let mut after = FlipPosition { to_move: position.to_move.other(), ..position.clone() };
            after.board.play(position.to_move, square);
            let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
            -tiles(analyse(&after, &exact(), &context, &mut |_| {}).unwrap().score)
        };
        let (value, cost) = (verdict.value.unwrap(), verdict.cost.unwrap());
        assert!((reached(verdict.played) - (value - cost)).abs() < 1e-9, "{verdict:?}");
        if let Some(better) = verdict.better {
            assert!((reached(better) - value).abs() < 1e-9 && cost > 0.0, "{verdict:?}");
        } else {
            assert!(cost.abs() < 1e-9, "{verdict:?}");
        }
    }
}

#[test]
fn the_cost_of_an_estimate_is_never_negative() {
    let session = session(8, 10);
    let limits = SearchLimits::new(Budget::Nodes(3_000));
    let steps = review_steps(&session, &limits);
    assert_eq!(steps.len(), 10);
    for verdict in steps.iter().flat_map(|step| &step.verdicts) {
        assert!(
            !verdict.exact && verdict.cost.unwrap() >= 0.0 && verdict.value.unwrap().abs() <= 64.0,
            "{verdict:?}"
        );
        assert_eq!(verdict.better.is_some(), verdict.cost.unwrap() > 0.0, "{verdict:?}");
    }
    // With a budget of nodes the result is the same each time.
    assert_eq!(review_steps(&session, &limits), steps);
}

#[test]
fn a_resignation_is_not_reviewed_and_the_game_has_no_final_value() {
    let mut session = session(6, 5);
    session.push(RecordLine::Resign(Seat::new(1))).unwrap();
    let steps = review_steps(&session, &SearchLimits::new(Budget::Nodes(2_000)));
    assert_eq!(steps.iter().map(|step| step.line).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
    assert_eq!(session.game().final_value(Seat::new(0)), None);
}

#[test]
fn the_empty_squares_count_for_the_winner() {
    let leads = |drawing: &str| {
        let board: FlipBoard = drawing.parse().unwrap();
        [0, 1].map(|seat| final_lead(&board, Seat::new(seat)).to_string())
    };
    assert_eq!(leads("OOO.\n....\n....\n...X"), ["14", "-14"]);
    assert_eq!(leads("OO..\n....\n....\n..XX"), ["0", "0"]);
}

#[test]
fn a_board_larger_than_8_x_8_is_refused() {
    let error = Flip::reviewer(&FlipSetup::new(9).unwrap(), &exact()).err();
    assert!(error.unwrap().contains("8 x 8"));
}

#[test]
fn a_cancelled_review_ends() {
    let cancel = CancelToken::default();
    let mut lines = Vec::new();
    let limits = SearchLimits::new(Budget::Nodes(2_000));
    let result = review_session(&session(8, 30), &limits, &cancel, &mut |step| {
        lines.push(step.line);
        if step.line == 27 {
            cancel.cancel();
        }
    });
    assert_eq!((result, lines), (Err(PlayerError::Cancelled), vec![29, 28, 27]));
}
