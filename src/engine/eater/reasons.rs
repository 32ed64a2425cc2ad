//! Why a cell is good or costly: what it does to the shortest paths that the Passer can still
//! complete, and how often it should be chosen where both sides want it.
//!
//! The length of a path is the number of cells that the Passer still needs on it.

use std::collections::{HashMap, VecDeque};

use super::{
    Eater,
    model::{Cell, EaterBoard, EaterObservation, Role},
    solver::tenths,
};
use crate::play::{Explainable, Seat, Values};

/// Why a cell is good or costly for the role that chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EaterReason {
    /// No path can be completed any more, so no cell matters.
    Decided {
        /// A row that no path can cross, from 0.
        row: u16,
    },
    /// The cell completes a path, unless the Eater takes the same cell.
    CompletesPath,
    /// If the Eater gets the cell, no path can be completed any more, and no other cell closes all
    /// paths.
    KeepsPath {
        /// The row that would be closed, from 0.
        row: u16,
    },
    /// The cell closes the last path.
    ClosesRow {
        /// The row that is closed, from 0.
        row: u16,
    },
    /// The Passer would complete a path with the cell.
    StopsPath,
    /// With the cell, two others complete a path. The Eater can't take both.
    TwoWays {
        /// The others.
        cells: [Cell; 2],
    },
    /// With the cell, no single cell of the Eater makes the shortest path longer.
    NoCellStops {
        /// The length of the shortest path then.
        left: u32,
    },
    /// The cell is on all shortest paths: it makes them shorter for the Passer and longer for the
    /// Eater. So it should be chosen unpredictably, in some of ten games.
    BothWant {
        /// In how many of ten.
        tenths: u32,
    },
    /// The cell is on all shortest paths: it makes them shorter for the Passer and longer for the
    /// Eater.
    OnAllPaths {
        /// The length of the shortest path before.
        before: u32,
        /// The length after the role has got the cell, or `None` if no path is left.
        after: Option<u32>,
    },
    /// The cell joins two groups of the Passer's cells and makes the shortest path shorter.
    JoinsGroups {
        /// The length of the shortest path then.
        left: u32,
    },
    /// The cell leaves few cells of a row open to paths.
    NarrowsRow {
        /// The row, from 0.
        row: u16,
        /// How many cells of it paths can still use.
        open: u32,
    },
    /// No other cell is on more of the short paths: the shortest ones, and those that are one cell
    /// longer.
    MostPaths,
    /// The cell makes the shortest path shorter.
    Shortens {
        /// The length of the shortest path then.
        left: u32,
    },
    /// Best play should still win hardly ever, or never.
    HardlyWins {
        /// Whether it can't win at all against best play.
        never: bool,
    },
    /// Best play should hardly ever lose, or never.
    HardlyLoses {
        /// Whether it can't lose at all.
        never: bool,
    },
    /// It is one of several good cells, and should be chosen unpredictably, in some of ten games.
    Mixed {
        /// In how many of ten.
        tenths: u32,
    },
    /// The Eater needs more cells to close all paths (for the Passer) or fewer (for the Eater) than
    /// before.
    ChangesWall {
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needed before.
        before: u32,
    },
    /// The Eater needs fewer cells to close all paths (for the Passer) or more (for the Eater) than
    /// after the better cell, if the opponent chooses the likeliest cell.
    WorseWall {
        /// The likeliest cell of the opponent, if one is likely.
        reply: Option<Cell>,
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needs after the better cell.
        instead: u32,
    },
    /// If the opponent chooses the likeliest cell, no other cell leaves a shorter path (for the
    /// Passer) or a longer one (for the Eater).
    BestAgainst {
        /// The likeliest cell of the opponent.
        reply: Cell,
        /// The length of the shortest path then, or `None` if no path is left.
        left: Option<u32>,
    },
    /// The opponent often chooses the same cell, so that the Passer does not get it.
    Clashes {
        /// In how many of ten games.
        tenths: u32,
    },
    /// If the opponent chooses the likeliest cell, the better cell leaves a shorter path (for the
    /// Passer) or a longer one (for the Eater).
    WorseAgainst {
        /// The likeliest cell of the opponent.
        reply: Cell,
        /// The length of the shortest path then, or `None` if no path is left.
        left: Option<u32>,
        /// The length after the better cell.
        instead: Option<u32>,
    },
    /// No path can use the cell any more.
    Dead,
    /// The cell leaves the shortest path as long as it was, which a better one does not.
    NoProgress {
        /// The length of the shortest path.
        left: u32,
    },
    /// The better cell is on more of the short paths: the shortest ones, and those that are one
    /// cell longer.
    FewerPaths {
        /// How many per cent of them the cell is on.
        percent: u32,
        /// How many the better one is on.
        instead: u32,
    },
    /// Best play never chooses the cell.
    NeverBest,
}

impl Explainable for Eater {
    type Reason = EaterReason;

    fn reasons(
        observation: &EaterObservation,
        seat: Seat,
        cell: Cell,
        better: Option<Cell>,
        values: &Values<Cell>,
    ) -> Vec<EaterReason> {
        let (board, role) = (&observation.board, Role::of(seat));
        let is_empty = |cell: Cell| board.contains(cell) && board.at(cell).is_none();
        if !is_empty(cell) || better.is_some_and(|better| !is_empty(better)) || board.is_connected()
        {
            return Vec::new();
        }
        let Some(paths) = ShortPaths::on(board) else {
            return board
                .sealed_row()
                .map(|row| EaterReason::Decided { row })
                .into_iter()
                .collect();
        };
        let explanation = Explanation { board, role, paths, values };
        match better {
            None => explanation.merits(cell),
            Some(better) => explanation.faults(cell, better),
        }
    }
}

/// The shortest paths that the Passer can still complete, and those that are one cell longer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ShortPaths {
    /// The number of cells that the Passer still needs on the shortest paths.
    length: u32,
    /// The number of the shortest paths, and of those that are one cell longer.
    counts: [f64; 2],
}

impl ShortPaths {
    /// Returns the shortest paths on a board, or `None` if no path can be completed. Within a row a
    /// path runs in one direction, left or right.
    fn on(board: &EaterBoard) -> Option<Self> {
        let size = usize::from(board.size());
        let start = Some(Self { length: 0, counts: [1.0, 0.0] });
        let mut ending = vec![start; size];
        for row in 0..size {
            let cost = |col: usize| {
                let has = |role| board.row(role, row) >> col & 1 == 1;
                if has(Role::Eater) { None } else { Some(u32::from(!has(Role::Passer))) }
            };
            let entering = |col: usize| {
                let above = &ending[col.saturating_sub(1)..(col + 2).min(size)];
                let all = if row == 0 {
                    start
                } else {
                    above.iter().fold(None, |all, &it| join(all, it))
                };
                step(all, cost(col))
            };
            let entering: Vec<_> = (0..size).map(entering).collect();
            let run = |cells: &mut dyn Iterator<Item = usize>| {
                let mut reached = vec![None; size];
                let mut last = None;
                for col in cells {
                    last = join(entering[col], step(last, cost(col)));
                    reached[col] = last;
                }
                reached
            };
            let (right, left) = (run(&mut (0..size)), run(&mut (0..size).rev()));
            for col in 0..size {
                // What enters here and does not run along the row is in both.
                ending[col] = join(right[col], left[col]).map(|mut all| {
                    if let Some(both) = entering[col] {
                        match both.length - all.length {
                            0 => all.counts = [0, 1].map(|at| all.counts[at] - both.counts[at]),
                            1 => all.counts[1] -= both.counts[0],
                            _ => {}
                        }
                    }
                    all
                });
            }
        }
        ending.into_iter().fold(None, join)
    }
}

/// Returns the short paths of two sets.
fn join(one: Option<ShortPaths>, other: Option<ShortPaths>) -> Option<ShortPaths> {
    let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
    let (mut all, other) = if one.length <= other.length { (one, other) } else { (other, one) };
    match other.length - all.length {
        0 => all.counts = [0, 1].map(|at| all.counts[at] + other.counts[at]),
        1 => all.counts[1] += other.counts[0],
        _ => {}
    }
    Some(all)
}

/// Returns the paths with one more cell, which costs this much or can't be used.
fn step(paths: Option<ShortPaths>, cost: Option<u32>) -> Option<ShortPaths> {
    let (paths, cost) = paths.zip(cost)?;
    Some(ShortPaths { length: paths.length + cost, ..paths })
}

/// A position with what is needed to explain the cells.
struct Explanation<'a> {
    board: &'a EaterBoard,
    role: Role,
    /// The shortest paths before the choice.
    paths: ShortPaths,
    values: &'a Values<Cell>,
}

/// A row with at most this many open cells is worth naming.
const FEW_OPEN: u32 = 2;
/// The chance below which a role hardly wins.
const HARDLY: f64 = 0.03;
/// A reply that is chosen so often is likely.
const LIKELY: f64 = 0.25;
/// A cell that is chosen more often than this is chosen always.
const ALWAYS: f64 = 0.95;
/// How many per cent more of the short paths the better cell must be on.
const FEWER_PERCENT: u32 = 15;

impl Explanation<'_> {
    /// Returns what speaks for a cell.
    fn merits(&self, cell: Cell) -> Vec<EaterReason> {
        let (passed, eaten) = (self.with(cell, Role::Passer), self.with(cell, Role::Eater));
        let mut reasons = Vec::new();
        let closed = if ShortPaths::on(&eaten).is_none() { eaten.sealed_row() } else { None };
        let chance = self.values.best;
        let never = self.values.exact && chance.is_some_and(|chance| chance <= 0.0);
        if self.role == Role::Passer && never {
            reasons.push(EaterReason::HardlyWins { never });
        }
        match (self.role, closed) {
            (Role::Passer, _) if passed.is_connected() => reasons.push(EaterReason::CompletesPath),
            (Role::Passer, Some(row)) if self.closing_cells() == 1 => {
                reasons.push(EaterReason::KeepsPath { row });
            }
            (Role::Eater, Some(row)) => reasons.push(EaterReason::ClosesRow { row }),
            (Role::Eater, None) if passed.is_connected() => reasons.push(EaterReason::StopsPath),
            _ => {}
        }
        if chance.is_some_and(|chance| chance < HARDLY) && !(self.role == Role::Passer && never) {
            reasons.push(EaterReason::HardlyWins { never });
        }
        let [after_passer, after_eater] = [&passed, &eaten].map(ShortPaths::on);
        let length = self.paths.length;
        let shortened = after_passer.map(|it| it.length).filter(|&left| left < length);
        let lengthens = after_eater.is_none_or(|it| it.length > length);
        let is_wanted = shortened.is_some() && lengthens;
        let probability = self.probability(cell).filter(|&it| it <= ALWAYS);
        let tenths = probability.map(tenths);
        if let Some(tenths) = tenths.filter(|_| is_wanted) {
            reasons.push(EaterReason::BothWant { tenths });
        }
        if let (Role::Passer, Some(left)) = (self.role, shortened) {
            reasons.extend(two_ways(&passed, left));
        }
        if is_wanted {
            let own = if self.role == Role::Passer { after_passer } else { after_eater };
            let after = own.map(|it| it.length);
            reasons.push(EaterReason::OnAllPaths { before: length, after });
        }
        match (self.role, shortened) {
            (Role::Passer, Some(left)) => {
                if left > 0 && self.joined_groups(cell) > 1 {
                    reasons.push(EaterReason::JoinsGroups { left });
                }
            }
            (Role::Eater, _) => reasons.extend(self.narrowed(cell, &eaten)),
            (Role::Passer, None) => {}
        }
        let walls = [self.board, &self.with(cell, self.role)].map(wall);
        if let [Some(before), Some(cells)] = walls
            && cells != before
            && cells > 0
        {
            reasons.push(EaterReason::ChangesWall { cells, before });
        }
        reasons.extend(self.best_against(cell));
        if self.share(cell) > 0.0 && self.is_on_most_paths(cell) {
            reasons.push(EaterReason::MostPaths);
        }
        if self.role == Role::Passer {
            let shortened = shortened.filter(|&left| left > 0);
            reasons.extend(shortened.map(|left| EaterReason::Shortens { left }));
        }
        if chance.is_some_and(|chance| chance > 1.0 - HARDLY) {
            let never = self.values.exact && chance.is_some_and(|chance| chance >= 1.0);
            reasons.push(EaterReason::HardlyLoses { never });
        }
        reasons.extend(tenths.filter(|_| !is_wanted).map(|tenths| EaterReason::Mixed { tenths }));
        reasons
    }

    /// Returns what makes a cell costly that is compared with a better one.
    fn faults(&self, cell: Cell, better: Cell) -> Vec<EaterReason> {
        let mut reasons = Vec::new();
        if !self.board.live_cells().contains(cell) {
            reasons.push(EaterReason::Dead);
        }
        let reply = self.likely_reply();
        if let Some((_, probability)) = reply.filter(|(reply, _)| *reply == cell)
            && self.role == Role::Passer
        {
            reasons.push(EaterReason::Clashes { tenths: tenths(probability) });
        }
        if let Some((reply, _)) = reply {
            let [left, instead] = [cell, better].map(|cell| self.length_against(cell, reply));
            if self.is_better(instead, left) {
                reasons.push(EaterReason::WorseAgainst { reply, left, instead });
            }
        }
        let length_with =
            |cell: Cell| ShortPaths::on(&self.with(cell, self.role)).map(|paths| paths.length);
        let left = self.paths.length;
        if length_with(cell) == Some(left) && length_with(better) != Some(left) {
            reasons.push(EaterReason::NoProgress { left });
        }
        let [percent, instead] = [cell, better].map(|cell| percent(self.share(cell)));
        if percent + FEWER_PERCENT <= instead {
            reasons.push(EaterReason::FewerPaths { percent, instead });
        }
        let likely = reply.map(|(reply, _)| reply);
        if let [Some(cells), Some(instead)] =
            [cell, better].map(|cell| self.wall_with(cell, likely))
            && if self.role == Role::Passer { cells < instead } else { cells > instead }
        {
            reasons.push(EaterReason::WorseWall { reply: likely, cells, instead });
        }
        if self.probability(cell).is_some_and(|it| it <= 0.0) {
            reasons.push(EaterReason::NeverBest);
        }
        reasons
    }

    /// Returns the cell that the opponent chooses most often, and its probability.
    fn likely_reply(&self) -> Option<(Cell, f64)> {
        let likeliest =
            self.values.replies.iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        likeliest.copied().filter(|&(_, probability)| probability >= LIKELY)
    }

    /// Returns the length of the shortest path if the opponent chooses `reply` at the same time.
    fn length_against(&self, cell: Cell, reply: Cell) -> Option<u32> {
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply));
        ShortPaths::on(&board).map(|paths| paths.length)
    }

    /// Returns the number of cells that the Eater needs to close all paths if the role chooses the
    /// cell and the opponent `reply`, if there is one.
    fn wall_with(&self, cell: Cell, reply: Option<Cell>) -> Option<u32> {
        let mut board = self.with(cell, self.role);
        if let Some(reply) = reply {
            board = self.board.clone();
            board.apply(self.role.joint_move(cell, reply));
        }
        wall(&board)
    }

    /// Whether a length is better for the role than another one.
    fn is_better(&self, length: Option<u32>, other: Option<u32>) -> bool {
        let [length, other] = [length, other].map(|length| length.unwrap_or(u32::MAX));
        if self.role == Role::Passer { length < other } else { length > other }
    }

    /// Says that no cell is better against the opponent's likeliest choice, and most are worse.
    fn best_against(&self, cell: Cell) -> Option<EaterReason> {
        let (reply, _) = self.likely_reply()?;
        let left = self.length_against(cell, reply);
        let empty: Vec<_> = self.board.empty_cells().iter().collect();
        let others = empty.iter().map(|&other| self.length_against(other, reply));
        let others: Vec<_> = others.collect();
        let worse = others.iter().filter(|&&other| self.is_better(left, other)).count();
        let is_best = !others.iter().any(|&other| self.is_better(other, left));
        (is_best && 2 * worse > others.len()).then_some(EaterReason::BestAgainst { reply, left })
    }

    /// Returns the board on which a role has got the cell.
    fn with(&self, cell: Cell, role: Role) -> EaterBoard {
        let mut board = self.board.clone();
        board.set(cell, Some(role));
        board
    }

    /// Returns the probability with which best play chooses the cell, if that is known.
    fn probability(&self, cell: Cell) -> Option<f64> {
        let weights = &self.values.weights;
        let chosen = weights.iter().find(|(other, _)| *other == cell);
        (!weights.is_empty()).then(|| chosen.map_or(0.0, |(_, probability)| *probability))
    }

    /// Returns the number of cells with each of which the Eater closes all paths.
    fn closing_cells(&self) -> usize {
        let empty = self.board.live_cells().intersection(&self.board.empty_cells());
        empty.iter().filter(|&cell| !self.with(cell, Role::Eater).can_connect()).count()
    }

    /// Returns the share of the short paths that the cell is on, from 0 to 1.
    fn share(&self, cell: Cell) -> f64 {
        let all: f64 = self.paths.counts.iter().sum();
        let rest = ShortPaths::on(&self.with(cell, Role::Eater)).map_or(0.0, |rest| {
            match rest.length - self.paths.length {
                0 => rest.counts.iter().sum(),
                1 => rest.counts[0],
                _ => 0.0,
            }
        });
        1.0 - rest / all
    }

    /// Whether no other cell is on more of the short paths, and some cells are on fewer.
    fn is_on_most_paths(&self, cell: Cell) -> bool {
        let own = self.share(cell);
        let shares = self.board.empty_cells();
        let mut has_fewer = false;
        for share in shares.iter().map(|cell| self.share(cell)) {
            if share > own + 1e-9 {
                return false;
            }
            has_fewer |= share + 1e-9 < own;
        }
        has_fewer
    }

    /// Returns the number of groups of the Passer's cells that touch the cell.
    fn joined_groups(&self, cell: Cell) -> usize {
        let is_own = |cell: &Cell| self.board.at(*cell) == Some(Role::Passer);
        let mut rest: Vec<Cell> = self.board.cells().filter(is_own).collect();
        let touches = |one: Cell, other: Cell| {
            one.row.abs_diff(other.row) <= 1 && one.col.abs_diff(other.col) <= 1
        };
        let mut groups = 0;
        while let Some(first) = rest.iter().position(|&other| touches(cell, other)) {
            groups += 1;
            let mut open = vec![rest.swap_remove(first)];
            while let Some(member) = open.pop() {
                let (joined, others) = rest.iter().partition(|&&other| touches(member, other));
                rest = others;
                open.extend::<Vec<Cell>>(joined);
            }
        }
        groups
    }

    /// Says that the cell leaves few cells of its row to paths, and took one of them.
    fn narrowed(&self, cell: Cell, eaten: &EaterBoard) -> Option<EaterReason> {
        let open = |board: &EaterBoard| board.live_cells().row(cell.row).count_ones();
        let (before, after) = (open(self.board), open(eaten));
        ((1..=FEW_OPEN).contains(&after) && after < before)
            .then_some(EaterReason::NarrowsRow { row: cell.row, open: after })
    }
}

/// Says that no single cell of the Eater makes the shortest path longer on a board on which the
/// Passer still needs `left` cells, or that two cells complete it.
fn two_ways(passed: &EaterBoard, left: u32) -> Option<EaterReason> {
    if left == 0 {
        return None;
    }
    let empty = passed.live_cells().intersection(&passed.empty_cells());
    let after = |cell: Cell, role| {
        let mut board = passed.clone();
        board.set(cell, Some(role));
        board
    };
    if left == 1 {
        let mut completing = empty.iter().filter(|&cell| after(cell, Role::Passer).is_connected());
        return match [completing.next(), completing.next(), completing.next()] {
            [Some(one), Some(other), None] => Some(EaterReason::TwoWays { cells: [one, other] }),
            [_, _, Some(_)] => Some(EaterReason::NoCellStops { left }),
            _ => None,
        };
    }
    // On an open board that is nothing special.
    let is_near = left < u32::from(passed.size()) / 2;
    let is_robust = || {
        empty.iter().all(|cell| {
            ShortPaths::on(&after(cell, Role::Eater)).is_some_and(|it| it.length <= left)
        })
    };
    (is_near && is_robust()).then_some(EaterReason::NoCellStops { left })
}

/// Returns the smallest number of empty cells with which the Eater closes all paths, or `None` if
/// it can't, because the Passer has connected top and bottom.
///
/// By Menger's theorem it is the largest number of paths that share no empty cell. They are found
/// one after the other, each by a search that may take back steps of earlier paths (Ford and
/// Fulkerson). Each cell is two nodes, its entry and its exit.
fn wall(board: &EaterBoard) -> Option<u32> {
    if board.is_connected() {
        return None;
    }
    let size = usize::from(board.size());
    let at = |node: usize| {
        let cell = u16::try_from(node / 2 / size).ok().zip(u16::try_from(node / 2 % size).ok());
        cell.and_then(|(row, col)| board.at(Cell::new(row, col)))
    };
    // The steps of the paths so far, as pairs of nodes, with the number of paths that take them.
    let mut flow: HashMap<(usize, usize), u32> = HashMap::new();
    for count in 0.. {
        let mut from: HashMap<usize, usize> = (0..size).map(|col| (2 * col, usize::MAX)).collect();
        from.retain(|&node, _| at(node) != Some(Role::Eater));
        let mut queue: VecDeque<usize> = from.keys().copied().collect();
        let mut end = None;
        while let Some(node) = queue.pop_front() {
            let (cell, is_exit) = (node / 2, node % 2 == 1);
            if is_exit && cell / size + 1 == size {
                end = Some(node);
                break;
            }
            let (row, col) = (cell / size, cell % size);
            let neighbours = |rows: [Option<usize>; 2]| {
                let beside = [col.wrapping_sub(1), col + 1].map(|col| (Some(row), col));
                let others =
                    rows.map(|row| [col.wrapping_sub(1), col, col + 1].map(move |col| (row, col)));
                let all = beside.into_iter().chain(others.into_iter().flatten());
                all.filter_map(move |(row, col)| {
                    row.filter(|&row| row < size && col < size).map(|row| row * size + col)
                })
            };
            let flowing = |one: usize, other: usize| flow.get(&(one, other)).copied().unwrap_or(0);
            let mut open: Vec<usize> = if is_exit {
                neighbours([Some(row + 1), None]).map(|next| 2 * next).collect()
            } else {
                // Steps into this cell may be taken back.
                let before = neighbours([row.checked_sub(1), None]).map(|last| 2 * last + 1);
                before.filter(|&last| flowing(last, node) > 0).collect()
            };
            let partner = node ^ 1;
            let is_free = if is_exit {
                flowing(partner, node) > 0
            } else {
                at(node) == Some(Role::Passer) || flowing(node, partner) == 0
            };
            open.extend(is_free.then_some(partner));
            for next in open {
                if at(next) != Some(Role::Eater) && !from.contains_key(&next) {
                    from.insert(next, node);
                    queue.push_back(next);
                }
            }
        }
        let Some(mut node) = end else { return Some(count) };
        while let Some(&last) = from.get(&node).filter(|&&last| last != usize::MAX) {
            match flow.get_mut(&(node, last)).filter(|back| **back > 0) {
                Some(back) => *back -= 1,
                None => *flow.entry((last, node)).or_default() += 1,
            }
            node = last;
        }
    }
    None
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 100
fn percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}
