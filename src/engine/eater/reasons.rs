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
use crate::play::{
    Explainable, Seat, Values,
    weighed::{DECISIVE, MIN_WEIGHT, Weighed},
};

/// Why a cell is good or costly for the role that chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EaterReason {
    /// No path can be completed any more, so no cell matters.
    Decided {
        /// A row that no path can cross, from 0.
        row: u16,
    },
    /// The cell completes a path, unless the Eater takes the same cell.
    CompletesPath {
        /// The other cell that does, if there is exactly one.
        other: Option<Cell>,
    },
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
    StopsPath {
        /// The other cell with which it would, if there is exactly one.
        other: Option<Cell>,
    },
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
    /// The cell is on more of the short paths than most cells are: the shortest ones, and those
    /// that are one cell longer.
    OnPaths {
        /// How many per cent of them the cell is on.
        percent: u32,
        /// Whether no other cell is on more.
        is_most: bool,
    },
    /// The cell makes the shortest path shorter, which most other cells do not.
    Shortens {
        /// The length of the shortest path then.
        left: u32,
    },
    /// The role can't win against best play, whatever it chooses.
    CannotWin,
    /// The role can't lose any more, whatever it chooses.
    CannotLose,
    /// The Eater needs more cells to close all paths (for the Passer) or fewer (for the Eater) than
    /// before, which is not so after most other cells.
    ChangesWall {
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needed before.
        before: u32,
    },
    /// The Eater needs fewer cells to close all paths (for the Passer) or more (for the Eater) than
    /// after the better cell.
    WorseWall {
        /// What the opponent chooses at the same time, if that matters.
        reply: Option<LikelyReply>,
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needs after the better cell.
        instead: u32,
    },
    /// If the opponent chooses a likely cell, most other cells leave a longer path (for the Passer)
    /// or a shorter one (for the Eater).
    BestAgainst {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// The length of the shortest path then, or `None` if no path is left.
        left: Option<u32>,
    },
    /// If the opponent chooses a likely cell, the Eater needs more cells to close all paths (for
    /// the Passer) or fewer (for the Eater) than after most other cells.
    BestWall {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// How many cells the Eater then needs.
        cells: u32,
    },
    /// If the opponent chooses a likely cell, more paths of the shortest length are left (for the
    /// Passer) or fewer (for the Eater) than paths of the same length after most other cells.
    BestWays {
        /// What the opponent chooses at the same time, if that matters.
        reply: Option<LikelyReply>,
        /// How many shortest paths there are then.
        ways: u32,
        /// Their length.
        left: u32,
    },
    /// Fewer shortest paths are left (for the Passer) or more (for the Eater) than after the better
    /// cell. They are as long as those.
    WorseWays {
        /// What the opponent chooses at the same time, if that matters.
        reply: Option<LikelyReply>,
        /// How many shortest paths there are then.
        ways: u32,
        /// How many there are after the better cell.
        instead: u32,
        /// Their length.
        left: u32,
    },
    /// The opponent chooses the same cell more often than the better one, so that the Passer does
    /// not get it.
    Clashes {
        /// In how many of ten games.
        tenths: u32,
    },
    /// If the opponent chooses a likely cell, the better cell leaves a shorter path (for the
    /// Passer) or a longer one (for the Eater).
    WorseAgainst {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// The length of the shortest path then, or `None` if no path is left.
        left: Option<u32>,
        /// The length after the better cell.
        instead: Option<u32>,
    },
    /// The Passer can complete a path at once. The cell neither does so nor prevents it.
    MissesCompletion {
        /// The cells with which it can, if there are at most two.
        cells: [Option<Cell>; 2],
    },
    /// The Eater can close all paths at once. The cell neither does so nor prevents it.
    MissesClosing {
        /// The cells with which it can, if there are at most two.
        cells: [Option<Cell>; 2],
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
}

/// A choice of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikelyReply {
    /// The cell.
    pub cell: Cell,
    /// In how many of ten games the opponent should choose it.
    pub tenths: u32,
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
/// A reply that is chosen so often is likely.
const LIKELY: f64 = 0.15;
/// The smallest share of the larger number by which numbers of ways differ.
const OTHER_WAYS: f64 = 0.4;
/// The smallest difference of shares of the short paths that is worth naming, in per cent.
const OTHER_SHARE: u32 = 15;
/// So many ways can't be told apart.
const MANY_WAYS: f64 = 100.0;
/// A cell that is chosen more often than this is chosen always.
const ALWAYS: f64 = 0.95;
/// What counts as the length of a path where none is left, and as the number of cells that close
/// all paths where one is complete.
const NO_PATH: f64 = 10.0;
/// What a cell of the shortest path weighs, more or less, or a cell that the Eater needs to close
/// all paths.
const CELL: i32 = 70;

impl Explanation<'_> {
    /// Returns what speaks for a cell.
    fn merits(&self, cell: Cell) -> Vec<EaterReason> {
        let mut reasons = Weighed::default();
        let [passed, eaten] = &[Role::Passer, Role::Eater].map(|role| self.with(cell, role));
        let closed = if eaten.can_connect() { None } else { eaten.sealed_row() };
        self.weigh_chance(&mut reasons);
        let completing = self.completing_cells();
        if completing.contains(&cell) {
            let other = match completing[..] {
                [one, other] => Some(if one == cell { other } else { one }),
                _ => None,
            };
            reasons.add(
                DECISIVE,
                match self.role {
                    Role::Passer => EaterReason::CompletesPath { other },
                    Role::Eater => EaterReason::StopsPath { other },
                },
            );
        }
        if let Some(row) = closed {
            match self.role {
                Role::Passer if self.closing_cells().len() == 1 => {
                    reasons.add(DECISIVE, EaterReason::KeepsPath { row });
                }
                Role::Passer => {}
                Role::Eater => reasons.add(DECISIVE + 1, EaterReason::ClosesRow { row }),
            }
        }
        let [after_passer, after_eater] =
            [passed, eaten].map(|board| ShortPaths::on(board).map(|paths| paths.length));
        let length = self.paths.length;
        let shortened = after_passer.filter(|&left| left < length);
        let probability = self.probability(cell).filter(|&it| it <= ALWAYS);
        let tenths = probability.map(tenths);
        if shortened.is_some() && after_eater.is_none_or(|after| after > length) {
            if let Some(tenths) = tenths {
                reasons.add(4 * CELL, EaterReason::BothWant { tenths });
            }
            let after = if self.role == Role::Passer { after_passer } else { after_eater };
            reasons.add(3 * CELL, EaterReason::OnAllPaths { before: length, after });
        }
        match (self.role, shortened) {
            (Role::Passer, Some(left)) => {
                if let Some(reason) = two_ways(passed, left) {
                    reasons.add(5 * CELL, reason);
                }
                if left > 0 && self.joined_groups(cell) > 1 {
                    reasons.add(2 * CELL, EaterReason::JoinsGroups { left });
                }
                let length_with = |cell| ShortPaths::on(&self.with(cell, Role::Passer));
                let shortens = |cell| length_with(cell).is_some_and(|it| it.length < length);
                if left > 0 && self.is_rare(shortens) {
                    reasons.add(MIN_WEIGHT, EaterReason::Shortens { left });
                }
            }
            (Role::Eater, _) => {
                if let Some(reason) = self.narrowed(cell, eaten) {
                    reasons.add(2 * CELL, reason);
                }
            }
            (Role::Passer, None) => {}
        }
        let own = if self.role == Role::Passer { passed } else { eaten };
        if let [Some(before), Some(cells)] = [self.board, own].map(wall)
            && cells != before
            && cells > 0
            && self.is_rare(|cell| wall(&self.with(cell, self.role)) != Some(before))
        {
            let weight = if before == 1 { 6 * CELL } else { CELL };
            reasons.add(weight, EaterReason::ChangesWall { cells, before });
        }
        self.weigh_against(cell, &mut reasons);
        let (share, others) = (self.share(cell), self.other_shares(cell));
        let below = others.iter().filter(|&&other| other < share).count();
        if 2 * below > others.len() {
            let is_most = others.iter().all(|&other| other <= share);
            let mean = others.iter().sum::<u32>() / u32::try_from(others.len()).unwrap_or(1);
            let weight = share.saturating_sub(mean).cast_signed();
            if is_most || share >= 2 * mean {
                reasons.add(weight, EaterReason::OnPaths { percent: share, is_most });
            }
        }
        reasons.sorted()
    }

    /// Says that the choice does not matter, if that is known. It comes last.
    fn weigh_chance(&self, reasons: &mut Weighed<EaterReason>) {
        match self.values.best.filter(|_| self.values.exact) {
            Some(chance) if chance <= 0.0 => reasons.add(MIN_WEIGHT - 1, EaterReason::CannotWin),
            Some(chance) if chance >= 1.0 => reasons.add(MIN_WEIGHT, EaterReason::CannotLose),
            _ => {}
        }
    }

    /// Whether fewer than half of the empty cells have this property.
    fn is_rare(&self, has: impl Fn(Cell) -> bool) -> bool {
        let empty: Vec<_> = self.board.empty_cells().iter().collect();
        2 * empty.iter().filter(|&&cell| has(cell)).count() < empty.len()
    }

    /// Compares a cell with the others, if the opponent chooses a likely cell.
    fn weigh_against(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let others: Vec<_> = self.board.empty_cells().iter().filter(|it| *it != cell).collect();
        for reply in self.likely_replies() {
            let most_are_worse = |is_worse: &dyn Fn(Cell) -> bool| {
                2 * others.iter().filter(|&&other| is_worse(other)).count() > others.len()
            };
            let length = |cell| self.length_against(cell, reply.cell);
            let left = length(cell);
            let weight = reply.tenths.cast_signed() * CELL / 10;
            if most_are_worse(&|other| self.is_better(left, length(other))) {
                reasons.add(weight, EaterReason::BestAgainst { reply, left });
            }
            let needed = |cell| wall(&self.after(cell, Some(reply.cell)));
            if let Some(cells) = needed(cell).filter(|&cells| cells > 0)
                && most_are_worse(&|other| {
                    needed(other).is_some_and(|it| self.has_worse_wall(it, cells))
                })
            {
                reasons.add(weight - 1, EaterReason::BestWall { reply, cells });
            }
        }
        for reply in self.likely_replies().into_iter().map(Some).chain([None]) {
            let left = |cell| ShortPaths::on(&self.after(cell, reply.map(|reply| reply.cell)));
            let is_told = |own: &ShortPaths| own.length > 0 && own.counts[0] < MANY_WAYS;
            let Some(own) = left(cell).filter(is_told) else { continue };
            let (mut worse, mut sum) = (0, 0.0);
            for other in others.iter().map(|&other| left(other)) {
                let length = other.map_or(u32::MAX, |other| other.length);
                let ways = other.filter(|it| it.length == own.length).map(|it| it.counts[0]);
                let more = match ways {
                    Some(ways) => self.more_ways(own.counts[0], ways),
                    // A longer one is none of this length.
                    None => f64::from(u8::from(self.role == Role::Passer && length > own.length)),
                };
                worse += usize::from(more > 0.0);
                sum += more.max(0.0);
            }
            if 2 * worse > others.len()
                && sum >= OTHER_WAYS * f64::from(u32::try_from(worse).unwrap_or(1))
            {
                let mean = sum / f64::from(u32::try_from(worse).unwrap_or(1));
                let ways = whole(own.counts[0]);
                let tenths = reply.map_or(5, |reply| reply.tenths);
                let reason = EaterReason::BestWays { reply, ways, left: own.length };
                reasons.add(weight_of_ways(mean, tenths), reason);
            }
        }
    }

    /// Returns what makes a cell costly that is compared with a better one.
    fn faults(&self, cell: Cell, better: Cell) -> Vec<EaterReason> {
        let mut reasons = Weighed::default();
        if !self.board.live_cells().contains(cell) {
            reasons.add(2 * DECISIVE, EaterReason::Dead);
        }
        let named = |cells: &[Cell]| match cells {
            [one] => [Some(*one), None],
            [one, other] => [*one, *other].map(Some),
            _ => [None; 2],
        };
        let own = self.with(cell, self.role);
        let is_missed = |cells: &Vec<Cell>| cells.contains(&better) && !cells.contains(&cell);
        let mut missed = |cells: Vec<Cell>, reason: fn([Option<Cell>; 2]) -> EaterReason| {
            if is_missed(&cells) {
                reasons.add(DECISIVE, reason(named(&cells)));
            }
        };
        missed(self.completing_cells(), |cells| EaterReason::MissesCompletion { cells });
        let mut closing = self.closing_cells();
        if self.role == Role::Passer {
            // The Passer's cell may prevent some of them.
            closing.retain(|&other| !with(&own, other, Role::Eater).can_connect());
        }
        missed(closing, |cells| EaterReason::MissesClosing { cells });
        let length_with =
            |cell: Cell| ShortPaths::on(&self.with(cell, self.role)).map(|paths| paths.length);
        let left = self.paths.length;
        if length_with(cell) == Some(left) && length_with(better) != Some(left) {
            reasons.add(CELL / 2, EaterReason::NoProgress { left });
        }
        let [share, instead] = [cell, better].map(|cell| self.share(cell));
        if share + OTHER_SHARE <= instead {
            let weight = (instead - share).cast_signed();
            reasons.add(weight, EaterReason::FewerPaths { percent: share, instead });
        }
        let replies = self.likely_replies();
        let after = |cell, reply: Option<LikelyReply>| self.after(cell, reply.map(|it| it.cell));
        let sign = if self.role == Role::Passer { 1.0 } else { -1.0 };
        let is_shorter = self.gains(cell, better, |board| {
            -sign * ShortPaths::on(board).map_or(NO_PATH, |paths| f64::from(paths.length))
        });
        let is_wider =
            self.gains(cell, better, |board| sign * wall(board).map_or(NO_PATH, f64::from));
        for reply in replies.iter().copied() {
            let weight = |cells: u32| (cells * reply.tenths).cast_signed() * CELL / 10;
            let chosen = |cell| self.reply_probability(cell);
            if reply.cell == cell && self.role == Role::Passer && chosen(better) < chosen(cell) {
                reasons.add(weight(1), EaterReason::Clashes { tenths: reply.tenths });
            }
            let [left, instead] = [cell, better].map(|cell| self.length_against(cell, reply.cell));
            if self.is_better(instead, left) && is_shorter {
                let cells = left.zip(instead).map_or(5, |(left, instead)| left.abs_diff(instead));
                reasons.add(weight(cells), EaterReason::WorseAgainst { reply, left, instead });
            }
        }
        for reply in replies.into_iter().map(Some).chain([None]) {
            let tenths = reply.map_or(5, |reply| reply.tenths);
            if let [Some(cells), Some(instead)] = [cell, better].map(|it| wall(&after(it, reply)))
                && self.has_worse_wall(cells, instead)
                && is_wider
            {
                let weight = (cells.abs_diff(instead) * tenths).cast_signed() * CELL / 10;
                reasons.add(weight - 1, EaterReason::WorseWall { reply, cells, instead });
            }
            let left = [cell, better].map(|cell| ShortPaths::on(&after(cell, reply)));
            if let [Some(left), Some(instead)] = left
                && left.length == instead.length
                && left.counts[0].max(instead.counts[0]) < MANY_WAYS
            {
                let more = self.more_ways(instead.counts[0], left.counts[0]);
                let length = left.length;
                let [ways, instead] = [left, instead].map(|paths| whole(paths.counts[0]));
                if more >= OTHER_WAYS && length > 0 {
                    reasons.add(
                        weight_of_ways(more, tenths),
                        EaterReason::WorseWays { reply, ways, instead, left: length },
                    );
                }
            }
        }
        reasons.sorted()
    }

    /// Whether the better of two cells gains something in the mean over what the opponent may
    /// choose, not only against one choice.
    fn gains(&self, cell: Cell, better: Cell, gain: impl Fn(&EaterBoard) -> f64) -> bool {
        let replies = self.values.replies.iter();
        let gains = replies.map(|&(reply, probability)| {
            let [own, better] = [cell, better].map(|cell| gain(&self.after(cell, Some(reply))));
            probability * (better - own)
        });
        self.values.replies.is_empty() || gains.sum::<f64>() > 0.0
    }

    /// Returns the probability with which the opponent chooses a cell, as far as that is known.
    fn reply_probability(&self, cell: Cell) -> f64 {
        let mut replies = self.values.replies.iter();
        replies.find(|(other, _)| *other == cell).map_or(0.0, |&(_, probability)| probability)
    }

    /// Returns the cells that the opponent is likely to choose.
    fn likely_replies(&self) -> Vec<LikelyReply> {
        let replies = self.values.replies.iter().filter(|&&(_, probability)| probability >= LIKELY);
        let reply = |&(cell, probability): &_| LikelyReply { cell, tenths: tenths(probability) };
        replies.map(reply).collect()
    }

    /// Returns the length of the shortest path if the opponent chooses `reply` at the same time.
    fn length_against(&self, cell: Cell, reply: Cell) -> Option<u32> {
        ShortPaths::on(&self.after(cell, Some(reply))).map(|paths| paths.length)
    }

    /// Returns the board after the role has chosen the cell and the opponent `reply`, if there is
    /// one.
    fn after(&self, cell: Cell, reply: Option<Cell>) -> EaterBoard {
        let Some(reply) = reply else { return self.with(cell, self.role) };
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply));
        board
    }

    /// Whether it is worse for the role if the Eater needs this many cells to close all paths, and
    /// not the other number.
    fn has_worse_wall(&self, cells: u32, other: u32) -> bool {
        if self.role == Role::Passer { cells < other } else { cells > other }
    }

    /// Returns by which share of the larger number it is better for the role if this many paths are
    /// left, and not the other number.
    fn more_ways(&self, ways: f64, other: f64) -> f64 {
        let more = if self.role == Role::Passer { ways - other } else { other - ways };
        more / ways.max(other)
    }

    /// Whether a length is better for the role than another one.
    fn is_better(&self, length: Option<u32>, other: Option<u32>) -> bool {
        let [length, other] = [length, other].map(|length| length.unwrap_or(u32::MAX));
        if self.role == Role::Passer { length < other } else { length > other }
    }

    /// Returns the board on which a role has got the cell.
    fn with(&self, cell: Cell, role: Role) -> EaterBoard {
        with(self.board, cell, role)
    }

    /// Returns the probability with which best play chooses the cell, if that is known.
    fn probability(&self, cell: Cell) -> Option<f64> {
        let weights = &self.values.weights;
        let chosen = weights.iter().find(|(other, _)| *other == cell);
        (!weights.is_empty()).then(|| chosen.map_or(0.0, |(_, probability)| *probability))
    }

    /// Returns the cells with each of which the Eater closes all paths.
    fn closing_cells(&self) -> Vec<Cell> {
        let empty = self.board.live_cells().intersection(&self.board.empty_cells());
        empty.iter().filter(|&cell| !self.with(cell, Role::Eater).can_connect()).collect()
    }

    /// Returns the cells with each of which the Passer completes a path.
    fn completing_cells(&self) -> Vec<Cell> {
        let empty = self.board.empty_cells();
        empty.iter().filter(|&cell| self.with(cell, Role::Passer).is_connected()).collect()
    }

    /// Returns how many per cent of the short paths the cell is on.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 100
    fn share(&self, cell: Cell) -> u32 {
        let all: f64 = self.paths.counts.iter().sum();
        let rest = ShortPaths::on(&self.with(cell, Role::Eater)).map_or(0.0, |rest| {
            match rest.length - self.paths.length {
                0 => rest.counts.iter().sum(),
                1 => rest.counts[0],
                _ => 0.0,
            }
        });
        // Divided last, so that halves are exact.
        (100.0 * (all - rest) / all).round() as u32
    }

    /// Returns how many per cent of the short paths each other empty cell is on.
    fn other_shares(&self, cell: Cell) -> Vec<u32> {
        let others = self.board.empty_cells();
        others.iter().filter(|it| *it != cell).map(|it| self.share(it)).collect()
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

/// Returns the board on which a role has got the cell.
fn with(board: &EaterBoard, cell: Cell, role: Role) -> EaterBoard {
    let mut board = board.clone();
    board.set(cell, Some(role));
    board
}

/// Says that no single cell of the Eater makes the shortest path longer on a board on which the
/// Passer still needs `left` cells, or that two cells complete it.
fn two_ways(passed: &EaterBoard, left: u32) -> Option<EaterReason> {
    if left == 0 {
        return None;
    }
    let empty = passed.live_cells().intersection(&passed.empty_cells());
    if left == 1 {
        let mut completing =
            empty.iter().filter(|&cell| with(passed, cell, Role::Passer).is_connected());
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
            ShortPaths::on(&with(passed, cell, Role::Eater)).is_some_and(|it| it.length <= left)
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

/// Returns what it weighs that a reply in so many of ten games leaves a certain share of the ways.
#[allow(clippy::cast_possible_truncation)] // up to 60
fn weight_of_ways(share: f64, tenths: u32) -> i32 {
    (6.0 * share * f64::from(tenths)) as i32
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // fewer than `MANY_WAYS`
fn whole(ways: f64) -> u32 {
    ways.round() as u32
}
