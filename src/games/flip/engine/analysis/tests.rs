use super::*;
use crate::{
    games::flip::rules::Side,
    play::{Budget, CancelToken, Seat},
};

const NODES: u64 = 2_000_000;

fn think(nodes: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
}

fn position(board: &str, to_move: Side) -> Position {
    Position { board: board.parse().unwrap(), to_move }
}

fn exact() -> Limits {
    Limits { exact: true, ..Limits::default() }
}

/// Plays the line; says what came of it for who began, in hundredths of a tile.
fn play(position: &Position, line: &[Square]) -> i32 {
    let mut at = position.clone();
    for &cell in line {
        if at.legal().is_empty() {
            at.to_move = at.to_move.other();
        }
        assert!(at.board.play(at.to_move, cell).is_some(), "{cell} in {line:?}");
        at.to_move = at.to_move.other();
    }
    assert!(at.is_over(), "{line:?} leads to the end");
    at.to_move = position.to_move;
    analyse(&at, &Limits::default(), &think(1), &mut |_| {}).unwrap().score
}

#[test]
fn the_4_x_4_game_is_solved_with_all_best_moves_and_a_line_to_its_end() {
    let start = Position::start(4);
    let found = analyse(&start, &exact(), &think(NODES), &mut |_| {}).unwrap();
    assert_eq!((found.score, found.exact, found.depth), (-1000, true, 12));
    assert_eq!(found.best, start.legal(), "all four are alike");
    assert_eq!(play(&start, &found.line), -1000);
    assert!(found.nodes > 0);
}

#[test]
fn a_depth_is_kept_to_and_each_one_is_told() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut told = Vec::new();
    let found =
        analyse(&Position::start(8), &limits, &think(NODES), &mut |found| told.push(found.depth))
            .unwrap();
    assert_eq!((told.as_slice(), found.depth, found.exact), (&[1, 2, 3][..], 3, false));
    assert!((1..=3).contains(&found.line.len()) && found.best == [found.line[0]]);
}

#[test]
fn a_depth_to_the_end_is_exact() {
    let limits = Limits { depth: Some(12), ..Limits::default() };
    let found = analyse(&Position::start(4), &limits, &think(NODES), &mut |_| {}).unwrap();
    assert_eq!((found.score, found.exact), (-1000, true));
}

#[test]
fn who_must_pass_has_no_best_move_and_the_others_score() {
    let passing = position("OX..\n....\n....\n....", Side::X);
    let other = Position { to_move: Side::O, ..passing.clone() };
    assert!(passing.legal().is_empty() && !other.legal().is_empty());
    let found = analyse(&passing, &exact(), &think(NODES), &mut |_| {}).unwrap();
    assert_eq!(
        (found.score, found.best.len(), found.line.as_slice()),
        (-1600, 0, &[Square::new(0, 2)][..])
    );
    assert_eq!(analyse(&other, &exact(), &think(NODES), &mut |_| {}).unwrap().score, 1600);
}

#[test]
fn a_game_that_is_over_has_its_score() {
    let over = position("OOO.\n....\n....\n..X.", Side::O);
    let found = analyse(&over, &Limits::default(), &think(1), &mut |_| {}).unwrap();
    assert_eq!((found.score, found.exact, found.best.len(), found.line.len()), (1400, true, 0, 0));
}

#[test]
fn what_was_found_before_the_budget_ended_is_not_lost() {
    let found = analyse(&Position::start(8), &exact(), &think(20_000), &mut |_| {}).unwrap();
    assert!(!found.exact && found.depth > 0 && !found.best.is_empty());
    let nothing = analyse(&Position::start(8), &exact(), &think(1), &mut |_| {});
    assert!(matches!(nothing, Err(PlayerError::Fault(why)) if why.contains("budget")));
}

#[test]
fn a_cancelled_analysis_gives_what_it_has() {
    let cancel = CancelToken::default();
    let thinking = think(u64::MAX).with_cancel(cancel.clone());
    let limits = Limits::default();
    let found = analyse(&Position::start(8), &limits, &thinking, &mut |found| {
        if found.depth == 4 {
            cancel.cancel();
        }
    });
    // It looks at the flag now and then only.
    assert!((4..7).contains(&found.unwrap().depth));
    assert_eq!(
        analyse(&Position::start(8), &limits, &thinking, &mut |_| {}),
        Err(PlayerError::Cancelled)
    );
}

#[test]
fn a_board_of_more_than_64_cells_is_refused() {
    let refused = analyse(&Position::start(10), &exact(), &think(NODES), &mut |_| {});
    assert!(matches!(refused, Err(PlayerError::Fault(why)) if why.contains("8 x 8")));
}
