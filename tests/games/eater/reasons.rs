//! The reasons of cells: what they claim holds on the board.

use std::collections::VecDeque;

use crate::random_play::random_cases;
use fourcade_engine::{
    eater::{
        Eater, EaterReason, LikelyReply,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{Explainable, Values, random},
};
use proptest::{prelude::*, sample::Index};
use rand::seq::SliceRandom;

/// A board with random cells of both roles.
fn random_board(size: u16, rounds: usize, seed: u64) -> EaterBoard {
    let mut board = EaterBoard::empty(size);
    let mut cells: Vec<_> = board.cells().collect();
    cells.shuffle(&mut random::rng(seed, &[]));
    for (cell, at) in cells.into_iter().take(2 * rounds).zip(0..) {
        board.set(cell, Some(Role::BOTH[at % 2]));
    }
    board
}

fn reasons(
    board: &EaterBoard,
    role: Role,
    cell: Cell,
    better: Option<Cell>,
    values: &Values<Cell>,
) -> Vec<EaterReason> {
    Eater::reasons(&EaterObservation::of(board.clone()), role.seat(), cell, better, values)
}

fn with(board: &EaterBoard, cell: Cell, role: Role) -> EaterBoard {
    let mut board = board.clone();
    board.set(cell, Some(role));
    board
}

/// The number of cells that the Passer still needs, by a search from cell to cell.
fn length(board: &EaterBoard) -> Option<u32> {
    let size = board.size();
    let cost = |cell: Cell| match board.at(cell) {
        Some(Role::Eater) => None,
        Some(Role::Passer) => Some(0),
        None => Some(1),
    };
    let mut best: Vec<Option<u32>> = vec![None; usize::from(size).pow(2)];
    let index = |cell: Cell| usize::from(cell.row * size + cell.col);
    let mut queue: VecDeque<(Cell, u32)> =
        (0..size).filter_map(|col| Some((Cell::new(0, col), cost(Cell::new(0, col))?))).collect();
    while let Some((cell, needed)) = queue.pop_front() {
        if best[index(cell)].is_some_and(|best| best <= needed) {
            continue;
        }
        best[index(cell)] = Some(needed);
        for (down, across) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let next =
                cell.col.checked_add_signed(across).map(|col| Cell::new(cell.row + down, col));
            let next = next.filter(|&next| board.contains(next));
            queue.extend(next.and_then(|next| Some((next, needed + cost(next)?))));
        }
    }
    (0..size).filter_map(|col| best[index(Cell::new(size - 1, col))]).min()
}

/// The smallest number of empty cells with which the Eater closes all paths, by trying all choices
/// of up to three cells. Returns `None` if they are not enough.
fn wall(board: &EaterBoard, most: u32) -> Option<u32> {
    if length(board).is_none() {
        return Some(0);
    }
    let empty: Vec<_> = board.empty_cells().iter().filter(|_| most > 0).collect();
    let with_one = |cell: Cell| wall(&with(board, cell, Role::Eater), most - 1);
    empty.into_iter().filter_map(with_one).min().map(|cells| cells + 1)
}

/// Whether the Eater needs this many cells to close all paths, as far as that is searched.
fn needs(board: &EaterBoard, cells: u32) -> bool {
    const MOST: u32 = 2;
    wall(board, MOST).map_or(cells > MOST, |found| found == cells)
}

/// The cells with which the Passer completes a path.
fn completing(board: &EaterBoard) -> Vec<Cell> {
    let cells = board.empty_cells();
    cells.iter().filter(|&cell| with(board, cell, Role::Passer).is_connected()).collect()
}

/// The cells with which the Eater closes all paths.
fn closing(board: &EaterBoard) -> Vec<Cell> {
    let cells = board.empty_cells();
    cells.iter().filter(|&cell| length(&with(board, cell, Role::Eater)).is_none()).collect()
}

/// Whether all these cells are named, or none because there are more than two.
fn are_named(named: [Option<Cell>; 2], all: &[Cell]) -> bool {
    if all.len() > 2 { named == [None; 2] } else { named.into_iter().flatten().eq(all.to_vec()) }
}

/// The size of the largest boards on which all paths are tried.
const MOST_TRIED: u16 = 4;

/// How many per cent of the short paths a cell is on, by trying all paths; `None` if the board is
/// too large for that.
fn share(board: &EaterBoard, cell: Cell) -> Option<u32> {
    let [others, paths] = count_paths(board, cell, 1)?;
    let all = others + paths;
    Some((100 * paths + all / 2) / all)
}

/// How many of the paths that are at most `longer` than the shortest ones do without a cell, and
/// how many use it.
fn count_paths(board: &EaterBoard, cell: Cell, longer: u32) -> Option<[u32; 2]> {
    let most = length(board).filter(|_| board.size() <= MOST_TRIED)? + longer;
    // What is left of the length, the last cell, the direction in its row, and whether the path
    // has been on the cell.
    let mut open: Vec<_> =
        (0..board.size()).map(|col| (most, Cell::new(0, col), 0, false)).collect();
    let mut counts = [0_u32; 2];
    while let Some((left, at, direction, mut is_on)) = open.pop() {
        let left = match board.at(at) {
            Some(Role::Eater) => None,
            Some(Role::Passer) => Some(left),
            None => left.checked_sub(1),
        };
        let Some(left) = left else { continue };
        is_on |= at == cell;
        if at.row + 1 == board.size() {
            counts[usize::from(is_on)] += 1;
        }
        for (down, across) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let col = at.col.checked_add_signed(across).filter(|&col| col < board.size());
            let next = col.map(|col| Cell::new(at.row + down, col));
            let next = next.filter(|next| next.row < board.size());
            if down == 1 || across != -direction {
                let direction = if down == 1 { 0 } else { across };
                open.extend(next.map(|next| (left, next, direction, is_on)));
            }
        }
    }
    Some(counts)
}

/// Checks a claim about a cell.
#[allow(clippy::too_many_lines)] // a check for each kind of claim
fn check(board: &EaterBoard, role: Role, cell: Cell, better: Cell, reason: EaterReason) {
    let (passed, eaten) = (with(board, cell, Role::Passer), with(board, cell, Role::Eater));
    let own = if role == Role::Passer { &passed } else { &eaten };
    let empty: Vec<_> = board.empty_cells().iter().collect();
    let is_open = |board: &EaterBoard, row: u16| {
        let size = board.size();
        (0..size).filter(|&col| board.live_cells().contains(Cell::new(row, col))).count()
    };
    let before = length(board);
    let against = |cell, reply: LikelyReply| {
        let mut board = board.clone();
        board.apply(role.joint_move(cell, reply.cell));
        board
    };
    let shortest =
        |board: &EaterBoard| count_paths(board, cell, 0).map(|[others, paths]| others + paths);
    let most_are_worse = |is_worse: &dyn Fn(Cell) -> bool| {
        let others = empty.iter().filter(|&&other| other != cell);
        2 * others.filter(|&&other| is_worse(other)).count() >= empty.len()
    };
    let holds = match reason {
        EaterReason::Decided { row } => before.is_none() && is_open(board, row) == 0,
        EaterReason::CompletesPath { other } | EaterReason::StopsPath { other } => {
            let mut all = completing(board);
            let holds = all.contains(&cell);
            all.retain(|&it| it != cell);
            holds && other.is_none_or(|other| all == [other])
        }
        EaterReason::MissesCompletion { cells } => {
            let all = completing(board);
            all.contains(&better) && !all.contains(&cell) && are_named(cells, &all)
        }
        EaterReason::MissesClosing { cells } => {
            let all: Vec<_> = match role {
                Role::Passer => closing(&passed).into_iter().filter(|&it| it != cell).collect(),
                Role::Eater => closing(board),
            };
            all.contains(&better) && !all.contains(&cell) && are_named(cells, &all)
        }
        EaterReason::KeepsPath { row } => {
            eaten.sealed_row() == Some(row) && closing(board) == [cell]
        }
        EaterReason::ClosesRow { row } => eaten.sealed_row() == Some(row) && before.is_some(),
        EaterReason::TwoWays { cells } => {
            cells.iter().all(|&other| with(&passed, other, Role::Passer).is_connected())
        }
        EaterReason::NoCellStops { left } => {
            length(&passed) == Some(left)
                && passed
                    .empty_cells()
                    .iter()
                    .all(|other| length(&with(&passed, other, Role::Eater)) == Some(left))
        }
        EaterReason::BothWant { .. } => length(&passed) < before && length(&eaten) != before,
        EaterReason::OnAllPaths { before: length_before, after } => {
            before == Some(length_before)
                && length(own) == after
                && length(&passed) < before
                && length(&eaten) != before
        }
        EaterReason::JoinsGroups { left } | EaterReason::Shortens { left } => {
            length(&passed) == Some(left) && Some(left) < before
        }
        EaterReason::NarrowsRow { row, open } => {
            is_open(&eaten, row) == usize::try_from(open).unwrap()
        }
        EaterReason::Dead => {
            let fates = [&passed, &eaten].map(length);
            fates == [before; 2] && !board.live_cells().contains(cell)
        }
        EaterReason::NoProgress { left } => {
            length(own) == Some(left) && length(&with(board, better, role)) != Some(left)
        }
        EaterReason::ChangesWall { cells, before } => {
            needs(own, cells) && needs(board, before) && (cells > before) == (role == Role::Passer)
        }
        EaterReason::WorseWall { reply, cells, instead } => {
            let after = |cell| match reply {
                Some(reply) => against(cell, reply),
                None => with(board, cell, role),
            };
            needs(&after(cell), cells)
                && needs(&after(better), instead)
                && (cells < instead) == (role == Role::Passer)
        }
        EaterReason::BestAgainst { reply, left } => most_are_worse(&|other| {
            let other = length(&against(other, reply));
            let [left, other] = [left, other].map(|length| length.unwrap_or(u32::MAX));
            length(&against(cell, reply)) == Some(left).filter(|&left| left < u32::MAX)
                && if role == Role::Passer { left < other } else { left > other }
        }),
        EaterReason::BestWall { reply, cells } => {
            let most = if role == Role::Passer { cells - 1 } else { cells };
            let is_within = |other| wall(&against(other, reply), most).is_some();
            needs(&against(cell, reply), cells)
                && (most > 2
                    || board.size() > MOST_TRIED
                    || most_are_worse(&|other| is_within(other) == (role == Role::Passer)))
        }
        EaterReason::WorseAgainst { reply, left, instead } => {
            let lengths = [cell, better].map(|cell| length(&against(cell, reply)));
            lengths == [left, instead] && left != instead
        }
        EaterReason::BestWays { reply, ways, left: shown } => {
            let left = |cell| match reply {
                Some(reply) => against(cell, reply),
                None => with(board, cell, role),
            };
            let own = left(cell);
            let of_same_length = |board: &EaterBoard| {
                if length(board) == Some(shown) { shortest(board).unwrap_or(0) } else { 0 }
            };
            length(&own) == Some(shown)
                && shortest(&own).is_none_or(|own| own == ways)
                && (board.size() > MOST_TRIED
                    || most_are_worse(&|other| {
                        let is_shorter = length(&left(other)).is_some_and(|it| it < shown);
                        let other = of_same_length(&left(other));
                        match role {
                            Role::Passer => !is_shorter && other < ways,
                            Role::Eater => other > ways,
                        }
                    }))
        }
        EaterReason::WorseWays { reply, ways, instead, left: shown } => {
            let left = |cell| match reply {
                Some(reply) => against(cell, reply),
                None => with(board, cell, role),
            };
            let boards = [left(cell), left(better)];
            let found = boards.each_ref().map(shortest);
            boards.iter().all(|board| length(board) == Some(shown))
                && (found == [None; 2] || found == [ways, instead].map(Some))
                && (ways < instead) == (role == Role::Passer)
        }
        EaterReason::Clashes { .. } => role == Role::Passer,
        EaterReason::OnPaths { percent, is_most } => {
            let shares = empty.iter().map(|&other| share(board, other));
            let shares: Option<Vec<_>> = shares.collect();
            shares.is_none_or(|shares| {
                let is_at_most = |&&other: &&u32| other <= percent;
                (share(board, cell) == Some(percent))
                    && 2 * shares.iter().filter(is_at_most).count() > shares.len()
                    && (!is_most || shares.iter().all(|other| is_at_most(&other)))
            })
        }
        EaterReason::FewerPaths { percent, instead } => {
            let shares = [cell, better].map(|cell| share(board, cell));
            shares == [None; 2] || shares == [percent, instead].map(Some)
        }
        _ => false,
    };
    assert!(holds, "{reason:?} for {cell}, not {better}, of the {role} on\n{board}");
}

proptest! {
    #![proptest_config(random_cases(150))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(size in 3..=7_u16, rounds in 0..20_usize, seed: u64, choice: Index) {
        let board = random_board(size, rounds, seed);
        let mut empty: Vec<_> = board.empty_cells().iter().collect();
        if !empty.is_empty() && !board.is_connected() {
            let cell = empty.swap_remove(choice.index(empty.len()));
            let reply = empty.first().copied().unwrap_or(cell);
            let values = Values { replies: vec![(reply, 1.0)], ..Values::default() };
            for role in Role::BOTH {
                for reason in reasons(&board, role, cell, None, &values) {
                    check(&board, role, cell, cell, reason);
                }
                for &better in empty.iter().take(3) {
                    for reason in reasons(&board, role, cell, Some(better), &values) {
                        check(&board, role, cell, better, reason);
                    }
                }
            }
        }
    }
}

/// A cell of a role, a better one and the reason, each on a board.
type Example = (&'static str, Role, &'static str, Option<&'static str>, EaterReason);

/// The reply in [`values`].
const FIRST: LikelyReply = LikelyReply { cell: Cell::new(0, 0), tenths: 4 };

/// One position for each kind of reason.
#[rustfmt::skip]
const EXAMPLES: [Example; 26] = [
    ("....\n....\nE...\n..P.", Role::Passer, "1 1", Some("1 2"),
     EaterReason::Clashes { tenths: 4 }),
    ("....\n....\nE...\n..P.", Role::Passer, "1 1", Some("1 2"),
     EaterReason::WorseAgainst { reply: FIRST, left: Some(3), instead: Some(2) }),
    ("....\n....\nE...\n..P.", Role::Passer, "1 1", Some("1 2"),
     EaterReason::FewerPaths { percent: 17, instead: 34 }),
    ("....\n....\nE...\n..P.", Role::Passer, "1 1", Some("1 2"),
     EaterReason::WorseWays { reply: None, ways: 3, instead: 6, left: 2 }),
    ("....\n....\nE...\n..P.", Role::Eater, "1 1", Some("3 2"),
     EaterReason::WorseWall { reply: None, cells: 3, instead: 2 }),
    ("..E.\n.P..\nE...\n...P", Role::Passer, "1 1", None,
     EaterReason::Shortens { left: 1 }),
    ("....\n....\nE...\n..P.", Role::Eater, "1 1", None,
     EaterReason::BestAgainst { reply: FIRST, left: Some(3) }),
    ("....\n....\nE...\n..P.", Role::Passer, "1 2", None,
     EaterReason::BestWays { reply: None, ways: 6, left: 2 }),
    ("..E.\n.P..\nE...\n...P", Role::Eater, "1 2", None,
     EaterReason::OnPaths { percent: 50, is_most: false }),
    ("....\n....\nE...\n..P.", Role::Passer, "3 2", None,
     EaterReason::ChangesWall { cells: 4, before: 3 }),
    ("....\n....\nE...\n..P.", Role::Eater, "3 2", None,
     EaterReason::NarrowsRow { row: 2, open: 2 }),
    ("....\n....\nE...\n..P.", Role::Eater, "3 2", None,
     EaterReason::BestWall { reply: FIRST, cells: 2 }),
    ("....\n....\nE...\n..P.", Role::Passer, "4 1", Some("1 1"),
     EaterReason::NoProgress { left: 3 }),
    ("..E.\n.P..\nE...\n...P", Role::Passer, "3 3", None,
     EaterReason::TwoWays { cells: [Cell::new(0, 0), Cell::new(0, 1)] }),
    ("..E.\n.P..\nE...\n...P", Role::Passer, "3 3", None,
     EaterReason::BothWant { tenths: 3 }),
    ("..E.\n.P..\nE...\n...P", Role::Passer, "3 3", None,
     EaterReason::OnAllPaths { before: 2, after: Some(1) }),
    ("..E.\n.P..\nE...\n...P", Role::Passer, "3 3", None,
     EaterReason::JoinsGroups { left: 1 }),
    ("PE.P\n.E..\nP.EE\nP...", Role::Passer, "1 3", Some("2 1"),
     EaterReason::MissesCompletion { cells: [Some(Cell::new(1, 0)), None] }),
    ("PE.P\n.E..\nP.EE\nP...", Role::Passer, "2 1", None,
     EaterReason::CompletesPath { other: None }),
    ("PE.P\n.E..\nP.EE\nP...", Role::Eater, "2 1", None,
     EaterReason::StopsPath { other: None }),
    ("....\nPP..\n.PEE\nE...", Role::Passer, "4 2", None,
     EaterReason::NoCellStops { left: 1 }),
    ("EEE.\n..E.\n..P.\nPPP.", Role::Eater, "1 4", None,
     EaterReason::ClosesRow { row: 0 }),
    ("EEE.\n..E.\n..P.\nPPP.", Role::Passer, "2 1", Some("1 4"),
     EaterReason::Dead),
    ("EEE.\n..E.\n..P.\nPPP.", Role::Passer, "2 1", Some("1 4"),
     EaterReason::MissesClosing { cells: [Some(Cell::new(0, 3)), Some(Cell::new(1, 3))] }),
    ("...E\nPP..\nEPPP\nE.EE", Role::Passer, "4 2", None,
     EaterReason::KeepsPath { row: 3 }),
    ("EEEE\n...P\n.P.P\nP.PE", Role::Passer, "2 1", Some("2 2"),
     EaterReason::Decided { row: 0 }),
];

/// The cell is chosen in three of ten games, and the opponent often takes the first empty cell.
fn values(board: &EaterBoard, cell: Cell) -> Values<Cell> {
    let first = board.empty_cells().iter().next().unwrap();
    Values { weights: vec![(cell, 0.3)], replies: vec![(first, 0.4)], ..Values::default() }
}

#[test]
fn every_kind_of_reason_is_found() {
    let mut missing = Vec::new();
    for (board, role, cell, better, reason) in EXAMPLES {
        let at = |text: &str| text.parse::<Cell>().unwrap();
        let board: EaterBoard = board.parse().unwrap();
        let values = values(&board, at(cell));
        let found = reasons(&board, role, at(cell), better.map(at), &values);
        if !found.contains(&reason) {
            missing.push(format!("{reason:?} on\n{board}: {found:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_likely_choice_of_the_opponent_counts() {
    // The Eater often takes the cell that joins the path, so another one is better.
    let board = ".P..\n....\n.P..\n.P..".parse().unwrap();
    let at = |text: &str| text.parse::<Cell>().unwrap();
    let values = Values { replies: vec![(at("2 2"), 0.8), (at("2 1"), 0.2)], ..Values::default() };
    let of = |cell, better: Option<Cell>| reasons(&board, Role::Passer, cell, better, &values);
    let likely = LikelyReply { cell: at("2 2"), tenths: 8 };
    let costly = of(at("2 2"), Some(at("2 3")));
    assert_eq!(
        costly[..2],
        [
            EaterReason::Clashes { tenths: 8 },
            EaterReason::WorseAgainst { reply: likely, left: Some(1), instead: Some(0) },
        ]
    );
    let good = of(at("2 3"), None);
    let best = EaterReason::BestAgainst { reply: likely, left: Some(0) };
    assert!(good.contains(&best), "{good:?}");
}

#[test]
fn a_lost_or_safe_position_is_said_to_be_one() {
    let board = ".P..\n....\n.P..\n....".parse().unwrap();
    let with_chance = |best, exact| {
        let values = Values { best: Some(best), exact, ..Values::default() };
        reasons(&board, Role::Passer, Cell::new(0, 3), None, &values)
    };
    assert!(with_chance(0.0, true).contains(&EaterReason::CannotWin));
    assert!(!with_chance(0.0, false).contains(&EaterReason::CannotWin));
    assert!(with_chance(1.0, true).contains(&EaterReason::CannotLose));
}
