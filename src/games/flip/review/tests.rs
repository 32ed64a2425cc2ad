use super::*;
use crate::{
    games::review::{StepReview, review_session},
    play::{Budget, CancelToken, RecordHeader, RecordLine, SearchLimits, Session},
};

fn session(size: u16, moves: usize) -> Session<Flip> {
    let header = RecordHeader {
        setup: FlipSetup::new(size).unwrap(),
        seats: vec!["first".to_owned(); 2],
        seed: 1,
    };
    let mut session = Session::<Flip>::new(header);
    while session.outcome().is_none() && session.lines().len() < moves {
        let seat = session.awaited().only().unwrap();
        let cell = session.game().position().legal()[0];
        session.choose(seat, cell).unwrap();
    }
    session
}

fn judged(session: &Session<Flip>, effort: &SearchLimits) -> Vec<StepReview<Square>> {
    let mut all = Vec::new();
    review_session(session, effort, &CancelToken::default(), &mut |judged| all.push(judged))
        .unwrap();
    all
}

fn exact() -> SearchLimits {
    SearchLimits { exact: true, ..SearchLimits::new(Budget::Nodes(u64::MAX)) }
}

#[test]
fn a_whole_game_of_4_x_4_is_judged_from_its_end() {
    let session = session(4, usize::MAX);
    let all = judged(&session, &exact());
    let lines: Vec<_> = all.iter().map(|judged| judged.line).collect();
    assert_eq!(lines, (0..session.lines().len()).rev().collect::<Vec<_>>());
    // With best play X wins by 10; what both gave away explains the rest.
    let mut balance = [0.0; 2];
    for verdict in all.iter().flat_map(|judged| &judged.verdicts) {
        assert!(verdict.exact, "{verdict:?}");
        balance[verdict.seat.index()] += verdict.cost.unwrap();
    }
    let end = session.game().final_value(Seat::new(0)).unwrap();
    assert!((-10.0 - balance[0] + balance[1] - end).abs() < 1e-9, "{balance:?} {end}");
    assert!(balance.iter().sum::<f64>() > 0.0, "the first legal cell is not always the best");
}

#[test]
fn what_is_better_is_better() {
    let session = session(4, usize::MAX);
    for StepReview { line, verdicts } in judged(&session, &exact()) {
        let mut before = session.clone();
        before.go_to(line);
        let [verdict] = &verdicts[..] else { panic!("one moves at a time") };
        let reached = |cell| {
            let position = before.game().position();
            let mut after = Position { to_move: position.to_move.other(), ..position.clone() };
            after.board.play(position.to_move, cell);
            let think = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
            let limits = Limits { exact: true, ..Limits::default() };
            -tiles(analyse(&after, &limits, &think, &mut |_| {}).unwrap().score)
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
fn estimates_never_cost_less_than_nothing() {
    let session = session(8, 20);
    let all = judged(&session, &SearchLimits::new(Budget::Nodes(3_000)));
    assert_eq!(all.len(), 20);
    for verdict in all.iter().flat_map(|judged| &judged.verdicts) {
        assert!(
            !verdict.exact && verdict.cost.unwrap() >= 0.0 && verdict.value.unwrap().abs() <= 64.0,
            "{verdict:?}"
        );
        assert_eq!(verdict.better.is_some(), verdict.cost.unwrap() > 0.0, "{verdict:?}");
    }
    // With a budget of positions it is the same each time.
    assert_eq!(judged(&session, &SearchLimits::new(Budget::Nodes(3_000))), all);
}

#[test]
fn who_gave_up_is_not_judged_for_it_and_nothing_is_left_to_measure() {
    let mut session = session(6, 5);
    session.push(RecordLine::Resign(Seat::new(1))).unwrap();
    let all = judged(&session, &SearchLimits::new(Budget::Nodes(2_000)));
    assert_eq!(all.iter().map(|judged| judged.line).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
    assert_eq!(session.game().final_value(Seat::new(0)), None);
}

#[test]
fn the_winner_has_the_empty_cells() {
    let end = |drawn: &str| {
        let board: FlipBoard = drawn.parse().unwrap();
        [0, 1].map(|seat| final_tiles(&board, Seat::new(seat)).to_string())
    };
    assert_eq!(end("OOO.\n....\n....\n...X"), ["14", "-14"]);
    assert_eq!(end("OO..\n....\n....\n..XX"), ["0", "0"]);
}

#[test]
fn a_large_board_is_refused() {
    let refused = Flip::reviewer(&FlipSetup::new(9).unwrap(), &exact()).err();
    assert!(refused.unwrap().contains("8 x 8"));
}

#[test]
fn a_cancelled_review_ends() {
    let cancel = CancelToken::default();
    let mut lines = Vec::new();
    let stopped = review_session(
        &session(8, 30),
        &SearchLimits::new(Budget::Nodes(2_000)),
        &cancel,
        &mut |judged| {
            lines.push(judged.line);
            if judged.line == 27 {
                cancel.cancel();
            }
        },
    );
    assert_eq!((stopped, lines), (Err(PlayerError::Cancelled), vec![29, 28, 27]));
}
