//! The reasons of cells: what they claim holds on the board.

use std::collections::VecDeque;

use crate::random_play::random_cases;
use fourcade_engine::{
    eater::{
        Eater, EaterReason, FewCells, LikelyReply,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{ActionValues, Explainable, random},
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
    values: &ActionValues<Cell>,
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

/// Smallest number of empty cells, up to `most`, with which the Eater closes all paths, by trying
/// all choices. `None` if `most` are not enough.
fn wall(board: &EaterBoard, most: u32) -> Option<u32> {
    if length(board).is_none() {
        return Some(0);
    }
    let empty: Vec<_> = board.empty_cells().iter().filter(|_| most > 0).collect();
    let with_one = |cell: Cell| wall(&with(board, cell, Role::Eater), most - 1);
    empty.into_iter().filter_map(with_one).min().map(|cells| cells + 1)
}

/// Whether the Eater needs this many cells to close all paths, as far as [`wall`] searches.
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

/// Whether all these cells are told, by name if there are at most three.
fn are_told(told: FewCells, all: &[Cell]) -> bool {
    let named: Vec<_> = told.named.into_iter().flatten().collect();
    usize::try_from(told.count).unwrap() == all.len()
        && if all.len() > 3 { named.is_empty() } else { named == all }
}

/// Maximum size of boards on which all ways are tried.
const MOST_TRIED: u16 = 4;

/// The smallest sets of empty cells that complete a path, by trying all. `None` if the board is too
/// large for that, or if there is none.
fn shortest_ways(board: &EaterBoard) -> Option<Vec<Vec<Cell>>> {
    let length = length(board)?;
    let empty: Vec<_> = board.empty_cells().iter().collect();
    (board.size() <= MOST_TRIED).then(|| {
        let sets = (0..1_usize << empty.len()).filter(|set| set.count_ones() == length);
        let cells = |set: usize| {
            let is_in = move |at: &usize| set >> at & 1 == 1;
            (0..empty.len()).filter(is_in).map(|at| empty[at]).collect()
        };
        let completes = |set: &Vec<Cell>| {
            let add = |board: EaterBoard, &cell: &Cell| with(&board, cell, Role::Passer);
            set.iter().fold(board.clone(), add).is_connected()
        };
        sets.map(cells).filter(completes).collect()
    })
}

/// Games in ten in which something happens, from 1 to 9.
fn tenths(probability: f64) -> u32 {
    let far = |tenths: u32| (f64::from(tenths) / 10.0 - probability).abs();
    (1..=9).min_by(|&one, &other| far(one).total_cmp(&far(other))).unwrap()
}

/// Percentage of these ways that need a cell.
fn share(ways: &[Vec<Cell>], cell: Cell) -> u32 {
    let [all, need] = [ways.len(), ways.iter().filter(|way| way.contains(&cell)).count()];
    u32::try_from((100 * need + all / 2) / all).unwrap()
}

/// Whether some shortest path enters a cell of the Passer from one cell and goes on to another, by
/// trying all paths.
fn joins(board: &EaterBoard, cell: Cell) -> bool {
    let is_stone = |cell: &Cell| board.at(*cell) == Some(Role::Passer);
    let mut open: Vec<_> = (0..board.size()).map(|col| vec![Cell::new(0, col)]).collect();
    while let Some(path) = open.pop() {
        let last = *path.last().unwrap();
        let needed = path.iter().filter(|cell| !is_stone(cell)).count();
        if board.at(last) == Some(Role::Eater) || length(board) < u32::try_from(needed).ok() {
            continue;
        }
        let beside = |at: usize| path.get(at).is_some_and(is_stone);
        if last.row + 1 == board.size()
            && let Some(at) = path.iter().position(|&it| it == cell)
            && at > 0
            && beside(at - 1)
            && beside(at + 1)
        {
            return true;
        }
        for (down, across) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let col = last.col.checked_add_signed(across);
            let next = col.map(|col| Cell::new(last.row + down, col));
            if let Some(next) = next.filter(|it| board.contains(*it) && !path.contains(it)) {
                open.push(path.iter().copied().chain([next]).collect());
            }
        }
    }
    false
}

/// A cell of a role on a board, and the one with which it is compared, if any.
struct Choice<'a> {
    board: &'a EaterBoard,
    role: Role,
    cell: Cell,
    other: Option<Cell>,
    values: &'a ActionValues<Cell>,
}

impl Choice<'_> {
    /// The board after a cell and a reply, if there is one.
    fn after(&self, cell: Cell, reply: Option<LikelyReply>) -> EaterBoard {
        let Some(reply) = reply else { return with(self.board, cell, self.role) };
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply.cell));
        board
    }

    fn empty(&self) -> Vec<Cell> {
        self.board.empty_cells().iter().collect()
    }

    /// Whether the cell and few others have a property, but not the one with which it is compared.
    fn is_special(&self, has: impl Fn(Cell) -> bool) -> bool {
        let empty = self.empty();
        let count = empty.iter().filter(|&&cell| has(cell)).count();
        has(self.cell) && count <= (empty.len() / 4).max(1) && !self.other.is_some_and(has)
    }

    /// Whether exactly this percentage of a board's shortest ways need the cell, a larger share
    /// than for most others.
    fn is_large_share(&self, board: &EaterBoard, percent: u32, is_most: bool) -> bool {
        let Some(ways) = shortest_ways(board) else { return board.size() > MOST_TRIED };
        let others = self.empty().into_iter().filter(|&it| it != self.cell);
        let as_many = others.clone().filter(|&it| share(&ways, it) >= percent).count();
        share(&ways, self.cell) == percent
            && 3 * as_many <= others.count()
            && is_most == (as_many == 0)
            && self.other.is_none_or(|other| share(&ways, other) + 15 <= percent)
    }

    /// Games in ten in which the opponent chooses a cell.
    fn tenths(&self, cell: Cell) -> u32 {
        let found = self.values.replies.iter().find(|(reply, _)| *reply == cell);
        found.map_or(0, |&(_, probability)| tenths(probability))
    }
}

/// Whether the claim of a reason holds.
#[allow(clippy::too_many_lines)] // a check for each kind of claim
fn holds(choice: &Choice, reason: EaterReason) -> bool {
    let &Choice { board, role, cell, other, values } = choice;
    let is_passer = role == Role::Passer;
    let (passed, eaten) = (with(board, cell, Role::Passer), with(board, cell, Role::Eater));
    let own = if is_passer { &passed } else { &eaten };
    let better = other.unwrap_or(cell);
    let is_open = |board: &EaterBoard, row: u16| {
        let size = board.size();
        (0..size).filter(|&col| board.live_cells().contains(Cell::new(row, col))).count()
    };
    let before = length(board);
    let ways = || shortest_ways(board);
    let all_need = |cell| ways().is_none_or(|ways| ways.iter().all(|way| way.contains(&cell)));
    // Number of cells each of which completes a path; 0 if there is one already.
    let completing_count = |board: &EaterBoard| {
        let all = completing(board);
        if board.is_connected() { 0 } else { u32::try_from(all.len()).unwrap() }
    };
    let or_most = |length: Option<u32>| length.unwrap_or(u32::MAX);
    match reason {
        EaterReason::Decided { row } => before.is_none() && is_open(board, row) == 0,
        EaterReason::CompletesPath { others } | EaterReason::StopsPath { others } => {
            let mut all = completing(board);
            let holds = all.contains(&cell) && other.is_none_or(|other| !all.contains(&other));
            all.retain(|&it| it != cell);
            holds && are_told(others, &all)
        }
        EaterReason::MissesCompletion { cells } => {
            let all = completing(board);
            all.contains(&better) && !all.contains(&cell) && are_told(cells, &all)
        }
        EaterReason::MissesClosing { cells } => {
            let all: Vec<_> = match role {
                Role::Passer => closing(&passed).into_iter().filter(|&it| it != cell).collect(),
                Role::Eater => closing(board),
            };
            all.contains(&better) && !all.contains(&cell) && are_told(cells, &all)
        }
        EaterReason::KeepsPath => eaten.closed_row().is_some() && closing(board) == [cell],
        EaterReason::ClosesWays { row } => {
            eaten.closed_row().is_some()
                && row == eaten.closed_row().filter(|&row| row == cell.row)
                && before.is_some()
                && other.is_none_or(|other| !closing(board).contains(&other))
        }
        EaterReason::MoreCompleting { count, before } => {
            completing_count(&passed) == count
                && completing_count(board) == before
                && count > before
                && choice.is_special(|it| completing_count(&with(board, it, Role::Passer)) >= count)
        }
        EaterReason::FewerCompleting { count, instead } => {
            let all = [cell, better].map(|it| completing_count(&with(board, it, Role::Passer)));
            all == [count, instead] && count < instead && !completing(board).contains(&better)
        }
        EaterReason::TwoWays { cells } => completing(&passed) == cells,
        EaterReason::NoCellStops { left } => {
            let is_safe = |passed: &EaterBoard| {
                let eaten = |cell| length(&with(passed, cell, Role::Eater));
                length(passed) == Some(left)
                    && passed.empty_cells().iter().all(|it| eaten(it) == Some(left))
            };
            choice.is_special(|it| is_safe(&with(board, it, Role::Passer)))
        }
        EaterReason::BothWant { tenths: told } => {
            length(&passed) < before
                && length(&eaten) != before
                && choice.is_special(all_need) | (board.size() > MOST_TRIED)
                && values.considered.iter().any(|&(it, share)| it == cell && tenths(share) == told)
        }
        EaterReason::OnAllPaths { before: length_before, after } => {
            before == Some(length_before)
                && length(own) == after
                && length(&passed) < before
                && length(&eaten) != before
                && choice.is_special(all_need) | (board.size() > MOST_TRIED)
        }
        EaterReason::JoinsGroups { left } => {
            length(&passed) == Some(left)
                && Some(left) < before
                && (board.size() > MOST_TRIED || joins(&passed, cell))
        }
        EaterReason::Shortens { left } => {
            before == Some(left + 1)
                && choice.is_special(|it| length(&with(board, it, Role::Passer)) == Some(left))
        }
        EaterReason::NarrowsRow { row, open } => {
            is_open(&eaten, row) == usize::try_from(open).unwrap()
                && needs(&eaten, open)
                && !needs(board, open)
        }
        EaterReason::Dead => {
            let fates = [&passed, &eaten].map(length);
            let live = board.live_cells();
            fates == [before; 2] && !live.contains(cell) && live.contains(better)
        }
        EaterReason::NoProgress { left } => {
            length(own) == Some(left) && length(&with(board, better, role)) != Some(left)
        }
        EaterReason::ChangesWall { wall_size, before } => {
            needs(own, wall_size)
                && needs(board, before)
                && (wall_size > before) == is_passer
                && (before > 2 || choice.is_special(|it| !needs(&with(board, it, role), before)))
        }
        EaterReason::WorseWall { reply, wall_size, instead } => {
            needs(&choice.after(cell, reply), wall_size)
                && needs(&choice.after(better, reply), instead)
                && (wall_size < instead) == is_passer
                && reply.is_none_or(|reply| reply.cell != cell && reply.cell != better)
        }
        EaterReason::BestAgainst { reply, left } => {
            let left_after = |it| or_most(length(&choice.after(it, Some(reply))));
            let left = or_most(left);
            reply.cell != cell
                && left == left_after(cell)
                && choice.is_special(|it| {
                    if is_passer { left_after(it) <= left } else { left_after(it) >= left }
                })
        }
        EaterReason::BestWall { reply, wall_size } => {
            let most = if is_passer { wall_size - 1 } else { wall_size };
            let is_within = |it| wall(&choice.after(it, Some(reply)), most).is_some();
            reply.cell != cell
                && needs(&choice.after(cell, Some(reply)), wall_size)
                && (most > 2
                    || board.size() > MOST_TRIED
                    || choice.is_special(|it| is_within(it) != is_passer))
        }
        EaterReason::WorseAgainst { reply, left, instead } => {
            let lengths = [cell, better].map(|it| length(&choice.after(it, Some(reply))));
            lengths == [left, instead]
                && left != instead
                && reply.cell != cell
                && reply.cell != better
        }
        EaterReason::OnWays { percent, is_most } => choice.is_large_share(board, percent, is_most),
        EaterReason::WaysAgainst { reply, percent, is_most } => {
            let answered = with(board, reply.cell, role.other());
            choice.is_large_share(&answered, percent, is_most)
        }
        EaterReason::FewerWays { percent, instead } => {
            percent < instead
                && ways().is_none_or(|ways| {
                    [cell, better].map(|it| share(&ways, it)) == [percent, instead]
                })
        }
        EaterReason::Evades { reply } => {
            is_passer
                && choice.tenths(cell) == 0
                && choice.tenths(reply.cell) == reply.tenths
                && ways().is_none_or(|ways| share(&ways, cell) < share(&ways, reply.cell))
        }
        EaterReason::Clashes { tenths } => {
            is_passer && choice.tenths(cell) == tenths && choice.tenths(better) < tenths
        }
        EaterReason::Catches { tenths } => {
            !is_passer
                && choice.tenths(cell) == tenths
                && other.is_none_or(|other| choice.tenths(other) < tenths)
        }
        EaterReason::MissesCatch { tenths } => {
            !is_passer && choice.tenths(better) == tenths && choice.tenths(cell) < tenths
        }
        EaterReason::CannotWin | EaterReason::HardlyWins => {
            values.best.is_some_and(|best| best < 0.02)
        }
    }
}

proptest! {
    #![proptest_config(random_cases(120))]

    #[test]
    fn what_reasons_claim_holds_on_the_board(
        size in 3..=7_u16, rounds in 0..20_usize, seed: u64, choice: Index, reply: Index,
    ) {
        let board = random_board(size, rounds, seed);
        let all: Vec<_> = board.empty_cells().iter().collect();
        if !all.is_empty() && !board.is_connected() {
            let cell = all[choice.index(all.len())];
            let replies = vec![(all[0], 0.7), (all[reply.index(all.len())], 0.3)];
            let considered = vec![(cell, 0.4)];
            let values = ActionValues { considered, replies, ..ActionValues::default() };
            let others = all.iter().filter(|it| **it != cell).take(3);
            for role in Role::BOTH {
                let checked = |other, values: &_, reasons: Vec<EaterReason>| {
                    let choice = Choice { board: &board, role, cell, other, values };
                    for reason in reasons {
                        let what = format!("{reason:?} for {cell}, not {other:?}, of the {role}");
                        assert!(holds(&choice, reason), "{what} on\n{board}");
                    }
                };
                checked(None, &values, reasons(&board, role, cell, None, &values));
                for &other in others.clone() {
                    let faults = reasons(&board, role, cell, Some(other), &values);
                    checked(Some(other), &values, faults);
                    let compared = ActionValues { compared: Some((other, 0.1)), ..values.clone() };
                    let merits = reasons(&board, role, cell, None, &compared);
                    checked(Some(other), &compared, merits);
                }
            }
        }
    }
}

/// A cell of a role, a better one and the reason, each on a board.
type Example = (&'static str, Role, &'static str, Option<&'static str>, EaterReason);

/// The reply in [`values`].
const FIRST: LikelyReply = LikelyReply { cell: Cell::new(0, 0), tenths: 5 };

/// One position for each kind of reason.
#[rustfmt::skip]
fn examples() -> Vec<Example> {
    vec![
        ("P...\n...E\n...P\n...E", Role::Eater, "2 3", None,
         EaterReason::BestAgainst {
             reply: LikelyReply { cell: Cell::new(0, 1), tenths: 5 }, left: Some(3),
         }),
        ("....\n....\nP.E.\n....", Role::Passer, "1 2", None,
         EaterReason::BestWall { reply: FIRST, wall_size: 4 }),
        ("P...\nE...\n....\n....", Role::Eater, "2 2", None,
         EaterReason::BothWant { tenths: 3 }),
        ("..E.\n.P..\nE...\n...P", Role::Passer, "3 3", None,
         EaterReason::OnAllPaths { before: 2, after: Some(1) }),
        (".P..\nE...\n....\n....", Role::Eater, "1 1", None,
         EaterReason::Catches { tenths: 5 }),
        ("....\n.P..\n....\n...E", Role::Passer, "4 2", None,
         EaterReason::ChangesWall { wall_size: 4, before: 3 }),
        (".P..\nE...\n....\n....", Role::Passer, "1 1", Some("1 3"),
         EaterReason::Clashes { tenths: 5 }),
        (".EEE\nP...\nP...\n..P.", Role::Eater, "1 1", None,
         EaterReason::ClosesWays { row: Some(0) }),
        ("....\nP.E.\n.P..\nEP..", Role::Passer, "1 2", None,
         EaterReason::CompletesPath { others: FewCells::new(&[Cell::new(0, 0)]) }),
        ("PP.P\nEE..\n.E..\n....", Role::Passer, "3 1", Some("1 3"),
         EaterReason::Dead),
        ("P.P.\nP..P\nEEEE\n....", Role::Passer, "4 4", Some("1 2"),
         EaterReason::Decided { row: 2 }),
        ("....\nP...\n..E.\n....", Role::Passer, "4 3", None,
         EaterReason::Evades { reply: FIRST }),
        ("....\n....\n.E..\n..P.", Role::Passer, "4 4", Some("1 3"),
         EaterReason::FewerWays { percent: 0, instead: 38 }),
        ("....\n..P.\n.E..\n...P", Role::Passer, "3 4", None,
         EaterReason::JoinsGroups { left: 1 }),
        (".EEE\nP...\nP...\n..P.", Role::Passer, "1 1", None,
         EaterReason::KeepsPath),
        ("....\n....\n.E..\n..P.", Role::Eater, "4 4", Some("1 1"),
         EaterReason::MissesCatch { tenths: 5 }),
        ("EE.E\n....\n....\nP.PP", Role::Passer, "3 4", Some("1 3"),
         EaterReason::MissesClosing { cells: FewCells::new(&[Cell::new(0, 2)]) }),
        ("..P.\n.E.P\nE...\n.P..", Role::Passer, "1 1", Some("3 3"),
         EaterReason::MissesCompletion { cells: FewCells::new(&[Cell::new(2, 2)]) }),
        ("....\nP...\nEP..\nEP..", Role::Passer, "1 3", None,
         EaterReason::MoreCompleting { count: 4, before: 2 }),
        ("....\n.P..\n....\n...E", Role::Eater, "4 2", None,
         EaterReason::NarrowsRow { row: 3, open: 2 }),
        ("...P\n....\n..E.\n....", Role::Passer, "2 3", None,
         EaterReason::NoCellStops { left: 2 }),
        ("....\n....\n.E..\n..P.", Role::Passer, "4 4", Some("1 1"),
         EaterReason::NoProgress { left: 3 }),
        ("....\n....\n....\nE.P.", Role::Passer, "3 2", None,
         EaterReason::OnWays { percent: 38, is_most: false }),
        ("..P.\n..E.\nP...\n....", Role::Passer, "4 1", None,
         EaterReason::Shortens { left: 1 }),
        ("....\nP.E.\n.P..\nEP..", Role::Eater, "1 2", None,
         EaterReason::StopsPath { others: FewCells::new(&[Cell::new(0, 0)]) }),
        ("....\nP...\n....\n.EP.", Role::Passer, "3 2", None,
         EaterReason::TwoWays { cells: [Cell::new(0, 0), Cell::new(0, 1)] }),
        ("....\n....\n....\nE.P.", Role::Eater, "3 2", None,
         EaterReason::WaysAgainst { reply: FIRST, percent: 67, is_most: false }),
        ("....\n....\n.E..\n..P.", Role::Eater, "4 4", Some("2 2"),
         EaterReason::WorseAgainst { reply: FIRST, left: Some(2), instead: Some(3) }),
        ("....\n....\n.E..\n..P.", Role::Eater, "4 4", Some("3 1"),
         EaterReason::WorseWall { reply: None, wall_size: 3, instead: 2 }),
    ]
}

/// The cell is chosen in three of ten games, and the opponent often takes the first empty cell.
fn values(board: &EaterBoard, cell: Cell) -> ActionValues<Cell> {
    let first = board.empty_cells().iter().next().unwrap();
    ActionValues {
        considered: vec![(cell, 0.3)],
        replies: vec![(first, 0.5)],
        ..ActionValues::default()
    }
}

#[test]
fn every_kind_of_reason_is_found() {
    let mut missing = Vec::new();
    for (board, role, cell, better, reason) in examples() {
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
    let values = ActionValues {
        replies: vec![(at("2 2"), 0.8), (at("2 1"), 0.2)],
        ..ActionValues::default()
    };
    let of = |cell, better: Option<Cell>| reasons(&board, Role::Passer, cell, better, &values);
    // The consequences of a reply that the Eater rarely chooses aren't told.
    let costly = of(at("2 2"), Some(at("2 3")));
    assert_eq!(costly, [EaterReason::Clashes { tenths: 8 }]);
    let others = FewCells::new(&["2 1", "2 2"].map(at));
    assert_eq!(of(at("2 3"), None), [EaterReason::CompletesPath { others }]);
    // The Eater would choose the cell that the Passer likes.
    let of = |cell, better: Option<Cell>| reasons(&board, Role::Eater, cell, better, &values);
    assert_eq!(of(at("2 3"), Some(at("2 2"))), [EaterReason::MissesCatch { tenths: 8 }]);
}

#[test]
fn the_reason_in_a_lost_position_is_that_it_is_lost() {
    let board = ".P..\n....\n.P..\n....".parse().unwrap();
    let with_chance = |best, exact| {
        let values = ActionValues { best: Some(best), exact, ..ActionValues::default() };
        reasons(&board, Role::Passer, Cell::new(0, 3), None, &values)
    };
    assert_eq!(with_chance(0.0, true)[0], EaterReason::CannotWin);
    assert_eq!(with_chance(0.0, false)[0], EaterReason::HardlyWins);
    assert!(!with_chance(0.1, true).contains(&EaterReason::CannotWin));
}
