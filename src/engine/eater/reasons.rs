//! Why a cell is good or costly: what it does to the ways that the Passer and the Eater still have,
//! and how often it should be chosen where both sides want it.
//!
//! The length of a path is the number of cells that the Passer still needs for it.

use super::{
    Eater,
    model::{Cell, EaterBoard, EaterObservation, Role},
    solver::tenths,
    ways::{ShortestWays, length, wall},
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
        /// The other cells that do.
        others: FewCells,
    },
    /// If the Eater gets the cell, no path can be completed any more, and no other cell closes all
    /// ways.
    KeepsPath,
    /// The cell closes the last path.
    ClosesWays {
        /// The row of the cell, from 0, if no path can cross it then.
        row: Option<u16>,
    },
    /// The Passer would complete a path with the cell.
    StopsPath {
        /// The other cells with which it would.
        others: FewCells,
    },
    /// With the cell, two others complete a path. The Eater can't take both.
    TwoWays {
        /// The others.
        cells: [Cell; 2],
    },
    /// With the cell, more cells complete a path than before.
    MoreCompleting {
        /// How many do.
        cells: u32,
        /// How many did before.
        before: u32,
    },
    /// With the better cell, more cells complete a path than with this one. Neither completes one.
    FewerCompleting {
        /// How many do.
        cells: u32,
        /// How many do after the better cell.
        instead: u32,
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
    /// The cell joins two parts of a shortest path: the path comes from one of the Passer's cells
    /// and goes on to another one.
    JoinsGroups {
        /// The length of the shortest path then.
        left: u32,
    },
    /// The cell leaves few cells of a row open to paths. No fewer cells close all ways.
    NarrowsRow {
        /// The row, from 0.
        row: u16,
        /// How many cells of it paths can still use.
        open: u32,
    },
    /// The cell makes the shortest path shorter, which few others do.
    Shortens {
        /// The length of the shortest path then.
        left: u32,
    },
    /// The role can't win against best play, whatever it chooses.
    CannotWin,
    /// The role has next to no chance of winning against best play, whatever it chooses.
    HardlyWins,
    /// The Eater needs more cells to close all ways (for the Passer) or fewer (for the Eater) than
    /// before, which few other cells bring about.
    ChangesWall {
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needed before.
        before: u32,
    },
    /// The Eater needs fewer cells to close all ways (for the Passer) or more (for the Eater) than
    /// after the better cell.
    WorseWall {
        /// What the opponent chooses at the same time, if that matters.
        reply: Option<LikelyReply>,
        /// How many cells the Eater then needs.
        cells: u32,
        /// How many it needs after the better cell.
        instead: u32,
    },
    /// If the opponent chooses a likely cell, few other cells leave a path as short (for the
    /// Passer) or as long (for the Eater).
    BestAgainst {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// The length of the shortest path then, or `None` if no path is left.
        left: Option<u32>,
    },
    /// If the opponent chooses a likely cell, the Eater needs more cells to close all ways (for the
    /// Passer) or fewer (for the Eater) than after all but few other cells.
    BestWall {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// How many cells the Eater then needs.
        cells: u32,
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
    /// No path can use the cell any more.
    Dead,
    /// The cell leaves the shortest path as long as it was, which a better one does not.
    NoProgress {
        /// The length of the shortest path.
        left: u32,
    },
    /// Few cells are needed for as many of the shortest ways as this one.
    OnWays {
        /// How many per cent of them need the cell.
        percent: u32,
        /// Whether no other cell is needed for as many.
        is_most: bool,
    },
    /// If the opponent chooses a likely cell, few cells are needed for as many of the shortest ways
    /// as this one.
    WaysAgainst {
        /// The choice of the opponent.
        reply: LikelyReply,
        /// How many per cent of them need the cell.
        percent: u32,
        /// Whether no other cell is needed for as many.
        is_most: bool,
    },
    /// The Eater hardly ever chooses the cell, but often one that more of the shortest ways need.
    /// There the Passer would get nothing.
    Evades {
        /// The choice of the opponent.
        reply: LikelyReply,
    },
    /// The better cell is needed for more of the shortest ways.
    FewerWays {
        /// How many per cent of them need the cell.
        percent: u32,
        /// How many need the better one.
        instead: u32,
    },
    /// The Passer can complete a path at once. The cell neither does so nor prevents it.
    MissesCompletion {
        /// The cells with which it can.
        cells: FewCells,
    },
    /// The Eater can close all ways at once. The cell neither does so nor prevents it.
    MissesClosing {
        /// The cells with which it can.
        cells: FewCells,
    },
    /// The Eater chooses the same cell more often than the better one, so that the Passer does not
    /// get it.
    Clashes {
        /// In how many of ten games.
        tenths: u32,
    },
    /// The Passer often chooses the cell, and the Eater gets it then.
    Catches {
        /// In how many of ten games.
        tenths: u32,
    },
    /// The Passer chooses the better cell more often than this one, and the Eater gets it then.
    MissesCatch {
        /// In how many of ten games.
        tenths: u32,
    },
}

/// Cells that are worth naming if there are up to three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewCells {
    /// How many there are.
    pub count: u32,
    /// The cells, if they are few.
    pub named: [Option<Cell>; 3],
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
        let Some(ways) = ShortestWays::on(board) else {
            return board
                .sealed_row()
                .map(|row| EaterReason::Decided { row })
                .into_iter()
                .collect();
        };
        let explanation = Explanation { board, role, ways, values };
        match better {
            None => explanation.merits(cell),
            Some(better) => explanation.faults(cell, better),
        }
    }
}

/// A position with what is needed to explain the cells.
struct Explanation<'a> {
    board: &'a EaterBoard,
    role: Role,
    /// The shortest ways before the choice.
    ways: ShortestWays,
    values: &'a Values<Cell>,
}

/// A row with at most this many open cells is worth naming.
const FEW_OPEN: u32 = 2;
/// What at most one in so many cells has is worth naming.
const FEW: usize = 4;
/// A reply that is chosen so often is likely.
const LIKELY: f64 = 0.15;
/// A cell that the opponent chooses so often is worth meeting or avoiding.
const OFTEN: f64 = 0.3;
/// A reply that is chosen in at least so many of ten games is reason enough.
const EXPECTED: u32 = 5;
/// The smallest difference of probabilities that is worth naming.
const OTHER_CHANCE: f64 = 0.15;
/// The smallest difference of shares of the shortest ways that is worth naming, in per cent.
const OTHER_SHARE: u32 = 15;
/// By how much more than the others' mean such a share is worth naming.
const MORE_SHARE: u32 = 5;
/// The smallest share that is worth naming where it depends on the opponent, in per cent.
const HANGING_SHARE: u32 = 30;
/// A cell that is chosen more often than this is chosen always.
const ALWAYS: f64 = 0.95;
/// A cell that is chosen less often than this is never chosen.
const NEVER: f64 = 0.05;
/// A smaller chance of winning is next to none.
const HOPELESS: f64 = 0.01;
/// What counts as the length of a path where none is left, and as the number of cells that close
/// all ways where a path is complete.
const NO_PATH: f64 = 10.0;
/// What a cell of the shortest path weighs, more or less, or a cell that the Eater needs to close
/// all ways.
const CELL: i32 = 70;

impl Explanation<'_> {
    /// Returns what speaks for a cell.
    fn merits(&self, cell: Cell) -> Vec<EaterReason> {
        let [mut decisive, mut chance, mut reasons, mut hanging] =
            [(); 4].map(|()| Weighed::default());
        self.weigh_last_cells(cell, &mut decisive);
        self.weigh_need(cell, &mut reasons);
        if self.ways.length > 1 {
            self.weigh_ways(cell, &mut reasons);
            self.weigh_wall(cell, &mut reasons);
            if self.role == Role::Eater {
                self.weigh_catch(cell, &mut reasons);
            }
        }
        self.weigh_against(cell, !reasons.is_empty(), &mut hanging);
        // It would take back what speaks for the cell.
        if [&decisive, &reasons, &hanging].iter().all(|reasons| reasons.is_empty()) {
            self.weigh_chance(&mut chance);
        }
        [decisive, reasons, hanging, chance].into_iter().flat_map(Weighed::sorted).collect()
    }

    /// Says that all of the shortest ways need the cell.
    fn weigh_need(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        if !self.ways.all_need(cell) || !self.is_special(|other| self.ways.all_need(other)) {
            return;
        }
        let probability = self.probability(cell).filter(|it| (NEVER..=ALWAYS).contains(it));
        if let Some(probability) = probability {
            reasons.add(4 * CELL, EaterReason::BothWant { tenths: tenths(probability) });
        }
        let before = self.ways.length;
        if before > 1 {
            let after = length(&self.with(cell, self.role));
            reasons.add(3 * CELL, EaterReason::OnAllPaths { before, after });
        }
    }

    /// Says that the cell completes a path or closes all ways, or prevents that.
    fn weigh_last_cells(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let mut completing = self.completing_cells();
        if completing.contains(&cell) && self.is_better_than_other(|it| completing.contains(&it)) {
            completing.retain(|&other| other != cell);
            let others = FewCells::new(&completing);
            reasons.add(
                DECISIVE,
                match self.role {
                    Role::Passer => EaterReason::CompletesPath { others },
                    Role::Eater => EaterReason::StopsPath { others },
                },
            );
        }
        let before = u32::try_from(completing.len()).unwrap_or(0);
        if let Some(cells) = self.completing_after(cell).filter(|&cells| cells > before)
            && self.is_special(|other| self.completing_after(other) >= Some(cells))
        {
            reasons.add(2 * CELL, EaterReason::MoreCompleting { cells, before });
        }
        let closing = self.closing_cells();
        let eaten = self.with(cell, Role::Eater);
        if let Some(row) = eaten.sealed_row()
            && self.is_better_than_other(|it| closing.contains(&it))
        {
            match self.role {
                Role::Passer if closing.len() == 1 => {
                    reasons.add(DECISIVE, EaterReason::KeepsPath);
                }
                Role::Passer => {}
                Role::Eater => {
                    let row = Some(row).filter(|&row| row == cell.row);
                    reasons.add(DECISIVE + 1, EaterReason::ClosesWays { row });
                }
            }
        }
    }

    /// Says what the cell does to the shortest ways.
    fn weigh_ways(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let share = self.ways.share(cell);
        if self.role == Role::Passer && share > 0 {
            let left = self.ways.length - 1;
            if let Some(reason) = self.two_ways(cell)
                && self.is_special(|other| self.two_ways(other).is_some())
            {
                reasons.add(5 * CELL, reason);
            }
            if self.joins(cell) && self.is_better_than_other(|other| self.joins(other)) {
                reasons.add(2 * CELL, EaterReason::JoinsGroups { left });
            }
            if self.is_special(|other| self.ways.share(other) > 0) {
                reasons.add(CELL / 2, EaterReason::Shortens { left });
            }
        }
        if share < 100
            && let Some((percent, is_most)) = self.large_share(&self.ways, cell)
        {
            let weight = percent.cast_signed() / 2;
            reasons.add(weight, EaterReason::OnWays { percent, is_most });
        }
    }

    /// Returns how many per cent of the ways need the cell, and whether that is the most, if it is
    /// more than through most cells and through the one with which the cell is compared, and not
    /// much less than through any.
    fn large_share(&self, ways: &ShortestWays, cell: Cell) -> Option<(u32, bool)> {
        let share = ways.share(cell);
        let others: Vec<_> =
            self.empty().filter(|it| *it != cell).map(|it| ways.share(it)).collect();
        let count = u32::try_from(others.len()).unwrap_or(1).max(1);
        let as_many = others.iter().filter(|&&other| other >= share).count();
        let most = others.iter().copied().max().unwrap_or(0);
        (share >= others.iter().sum::<u32>() / count + MORE_SHARE
            && 3 * as_many <= others.len()
            && 4 * share >= 3 * most
            && self.is_better_than_other(|other| ways.share(other) + OTHER_SHARE > share))
        .then_some((share, as_many == 0))
    }

    /// Says what the cell does to the number of cells that close all ways.
    fn weigh_wall(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let after = |cell| wall(&self.with(cell, self.role));
        let [Some(before), Some(cells)] = [wall(self.board), after(cell)] else { return };
        if cells == before || cells == 0 || !self.is_special(|it| after(it) != Some(before)) {
            return;
        }
        let weight = if before == 1 { 6 * CELL } else { CELL };
        reasons.add(weight, EaterReason::ChangesWall { cells, before });
        let open =
            |cell: Cell| self.with(cell, Role::Eater).live_cells().row(cell.row).count_ones();
        if self.role == Role::Eater && open(cell) == cells && cells <= FEW_OPEN {
            reasons.add(2 * CELL, EaterReason::NarrowsRow { row: cell.row, open: cells });
        }
    }

    /// Says that the Passer often chooses the cell.
    fn weigh_catch(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let chance = self.reply_probability(cell);
        if chance >= OFTEN
            && self.is_better_than_other(|it| self.reply_probability(it) + OTHER_CHANCE > chance)
        {
            let tenths = tenths(chance);
            reasons.add(tenths.cast_signed() * CELL / 10, EaterReason::Catches { tenths });
        }
    }

    /// Says that the choice does not matter, if that is known.
    fn weigh_chance(&self, reasons: &mut Weighed<EaterReason>) {
        let exact = self.values.exact;
        let reason = self.values.best.and_then(|chance| match chance {
            ..=0.0 if exact => Some(EaterReason::CannotWin),
            // Where a single cell is missing, that would sound odd.
            ..HOPELESS if self.ways.length > 1 => Some(EaterReason::HardlyWins),
            _ => None,
        });
        if let Some(reason) = reason {
            reasons.add(MIN_WEIGHT, reason);
        }
    }

    /// Compares a cell with the others, if the opponent chooses another likely cell. Where there is
    /// nothing `more` to say, only if that is expected.
    fn weigh_against(&self, cell: Cell, more: bool, reasons: &mut Weighed<EaterReason>) {
        for reply in self.likely_replies() {
            if reply.cell == cell || !more && reply.tenths < EXPECTED {
                continue;
            }
            let after = |cell| self.after(cell, Some(reply));
            let weight = reply.tenths.cast_signed() * CELL / 10;
            let needed = |cell| length(&after(cell));
            let left = needed(cell);
            if left != Some(0) && self.is_special(|other| !self.is_better(left, needed(other))) {
                reasons.add(weight, EaterReason::BestAgainst { reply, left });
            }
            // Where a path can be completed at once, nothing else matters.
            if self.ways.length == 1 {
                continue;
            }
            let needed = |cell| wall(&after(cell));
            if let Some(cells) = needed(cell).filter(|&cells| cells > 0)
                && self.is_special(|other| {
                    needed(other).is_none_or(|it| !self.has_worse_wall(it, cells))
                })
            {
                reasons.add(weight - 1, EaterReason::BestWall { reply, cells });
            }
            if reply.tenths >= EXPECTED {
                let answered = with(self.board, reply.cell, self.role.other());
                let ways = ShortestWays::on(&answered).filter(|ways| ways.length > 1);
                let share = ways.and_then(|ways| self.large_share(&ways, cell));
                if let Some((percent, is_most)) = share.filter(|&(it, _)| it >= HANGING_SHARE) {
                    reasons.add(weight - 2, EaterReason::WaysAgainst { reply, percent, is_most });
                }
                let [own, other] = [cell, reply.cell].map(|cell| self.ways.share(cell));
                if self.role == Role::Passer
                    && own > 0
                    && own + OTHER_SHARE <= other
                    && self.reply_probability(cell) < NEVER
                    && self.values.instead.is_none_or(|(instead, _)| instead == reply.cell)
                {
                    reasons.add(weight - 3, EaterReason::Evades { reply });
                }
            }
        }
    }

    /// Returns what makes a cell costly that is compared with a better one.
    fn faults(&self, cell: Cell, better: Cell) -> Vec<EaterReason> {
        let mut reasons = Weighed::default();
        let live = self.board.live_cells();
        if !live.contains(cell) && live.contains(better) {
            reasons.add(2 * DECISIVE, EaterReason::Dead);
        }
        let own = self.with(cell, self.role);
        let is_missed = |cells: &[Cell]| cells.contains(&better) && !cells.contains(&cell);
        let completing = self.completing_cells();
        if is_missed(&completing) {
            let cells = FewCells::new(&completing);
            reasons.add(DECISIVE, EaterReason::MissesCompletion { cells });
        }
        let mut closing = self.closing_cells();
        if self.role == Role::Passer {
            // The Passer's cell may prevent some of them.
            closing.retain(|&other| !with(&own, other, Role::Eater).can_connect());
        }
        if is_missed(&closing) {
            reasons.add(DECISIVE, EaterReason::MissesClosing { cells: FewCells::new(&closing) });
        }
        if let [Some(cells), Some(instead)] = [cell, better].map(|it| self.completing_after(it))
            && cells < instead
        {
            reasons.add(2 * CELL, EaterReason::FewerCompleting { cells, instead });
        }
        self.weigh_clash([cell, better], &mut reasons);
        if completing.is_empty() {
            self.weigh_fewer_ways([cell, better], &mut reasons);
            self.weigh_worse([cell, better], &mut reasons);
        }
        reasons.sorted()
    }

    /// Says that the better cell does more to the shortest ways.
    fn weigh_fewer_ways(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let left = self.ways.length;
        let [share, instead] = cells.map(|cell| self.ways.share(cell));
        let [changes, better_changes] =
            cells.map(|cell| length(&self.with(cell, self.role)) != Some(left));
        if !changes && better_changes {
            reasons.add(CELL / 2, EaterReason::NoProgress { left });
        }
        if share + OTHER_SHARE <= instead || share + MORE_SHARE <= instead && 2 * share <= instead {
            let weight = (instead - share).cast_signed();
            reasons.add(weight, EaterReason::FewerWays { percent: share, instead });
        }
    }

    /// Says that one of two cells is chosen by the opponent, too. The second one is better.
    fn weigh_clash(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let chances = cells.map(|cell| self.reply_probability(cell));
        let [often, seldom] = match self.role {
            Role::Passer => chances,
            Role::Eater => [chances[1], chances[0]],
        };
        // Where the costly cell is on more of the ways, there is more to it.
        let [share, better_share] = cells.map(|cell| self.ways.share(cell));
        let is_plain = self.role == Role::Passer || share < better_share + OTHER_SHARE;
        if often >= OFTEN && seldom + OTHER_CHANCE <= often && is_plain {
            let tenths = tenths(often);
            let reason = match self.role {
                Role::Passer => EaterReason::Clashes { tenths },
                Role::Eater => EaterReason::MissesCatch { tenths },
            };
            reasons.add(tenths.cast_signed() * CELL / 10, reason);
        }
    }

    /// Compares what is left after two cells of which the second one is better.
    fn weigh_worse(&self, [cell, better]: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let sign = if self.role == Role::Passer { 1.0 } else { -1.0 };
        let is_shorter =
            self.gains(cell, better, |board| -sign * length(board).map_or(NO_PATH, f64::from));
        let is_wider =
            self.gains(cell, better, |board| sign * wall(board).map_or(NO_PATH, f64::from));
        // Where both choose the same cell, that is what matters.
        let mut replies = self.likely_replies();
        replies.retain(|reply| ![cell, better].contains(&reply.cell));
        for reply in replies.iter().copied() {
            let [left, instead] = [cell, better].map(|cell| length(&self.after(cell, Some(reply))));
            if self.is_better(instead, left) && is_shorter {
                let cells = left.zip(instead).map_or(5, |(left, instead)| left.abs_diff(instead));
                let weight = (cells * reply.tenths).cast_signed() * CELL / 10;
                reasons.add(weight, EaterReason::WorseAgainst { reply, left, instead });
            }
        }
        // What holds whatever the opponent chooses says more.
        for reply in [None].into_iter().chain(replies.into_iter().map(Some)) {
            let tenths = reply.map_or(5, |reply| reply.tenths);
            if let [Some(cells), Some(instead)] =
                [cell, better].map(|it| wall(&self.after(it, reply)))
                && self.has_worse_wall(cells, instead)
                && is_wider
            {
                let weight = (cells.abs_diff(instead) * tenths).cast_signed() * CELL / 10;
                reasons.add(weight - 1, EaterReason::WorseWall { reply, cells, instead });
                if reply.is_none() {
                    break;
                }
            }
        }
    }

    /// Whether the better of two cells gains something in the mean over what the opponent may
    /// choose, not only against one choice.
    fn gains(&self, cell: Cell, better: Cell, gain: impl Fn(&EaterBoard) -> f64) -> bool {
        let replies = self.values.replies.iter();
        let gains = replies.map(|&(reply, probability)| {
            let reply = Some(LikelyReply { cell: reply, tenths: 0 });
            let [own, better] = [cell, better].map(|cell| gain(&self.after(cell, reply)));
            probability * (better - own)
        });
        self.values.replies.is_empty() || gains.sum::<f64>() > 0.0
    }

    /// Whether the cell with which the explained one is compared, if any, does not have this
    /// property.
    fn is_better_than_other(&self, has: impl Fn(Cell) -> bool) -> bool {
        self.values.instead.is_none_or(|(other, _)| !has(other))
    }

    /// Whether few empty cells have this property, and the one with which the explained one is
    /// compared does not.
    fn is_special(&self, has: impl Fn(Cell) -> bool) -> bool {
        let few = (self.empty().count() / FEW).max(1);
        self.is_better_than_other(&has) && self.empty().filter(|&cell| has(cell)).nth(few).is_none()
    }

    /// Returns the empty cells.
    fn empty(&self) -> impl Iterator<Item = Cell> + use<> {
        self.board.empty_cells().iter().collect::<Vec<_>>().into_iter()
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

    /// Returns the board after the role has chosen the cell and the opponent `reply`, if there is
    /// one.
    fn after(&self, cell: Cell, reply: Option<LikelyReply>) -> EaterBoard {
        let Some(reply) = reply else { return self.with(cell, self.role) };
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply.cell));
        board
    }

    /// Whether it is worse for the role if the Eater needs this many cells to close all ways, and
    /// not the other number.
    fn has_worse_wall(&self, cells: u32, other: u32) -> bool {
        if self.role == Role::Passer { cells < other } else { cells > other }
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

    /// Returns the cells with each of which the Eater closes all ways.
    fn closing_cells(&self) -> Vec<Cell> {
        self.empty().filter(|&cell| !self.with(cell, Role::Eater).can_connect()).collect()
    }

    /// Returns the cells with each of which the Passer completes a path.
    fn completing_cells(&self) -> Vec<Cell> {
        if self.ways.length == 1 { self.ways.cells() } else { Vec::new() }
    }

    /// Returns with how many cells the Passer can complete a path after it has got this one, if it
    /// could do so before and the cell is none of these.
    fn completing_after(&self, cell: Cell) -> Option<u32> {
        let is_asked = self.role == Role::Passer && self.ways.length == 1;
        let ways = ShortestWays::on(&self.with(cell, Role::Passer)).filter(|_| is_asked)?;
        (ways.length == 1).then(|| u32::try_from(ways.cells().len()).unwrap_or(u32::MAX))
    }

    /// Says that no single cell of the Eater makes the path longer after a cell of the shortest
    /// ways, or that two cells complete it.
    fn two_ways(&self, cell: Cell) -> Option<EaterReason> {
        let left = self.ways.length - 1;
        // On an open board that is nothing special.
        if self.ways.share(cell) == 0 || left > 4 {
            return None;
        }
        let ways = ShortestWays::on(&self.with(cell, Role::Passer))?;
        let cells = ways.cells();
        match cells[..] {
            [] => None,
            [one, other] if left == 1 => Some(EaterReason::TwoWays { cells: [one, other] }),
            _ => cells
                .iter()
                .all(|&cell| !ways.all_need(cell))
                .then_some(EaterReason::NoCellStops { left }),
        }
    }

    /// Whether a cell of a shortest way joins two of the Passer's cells on it: the way comes from
    /// one and goes on to the other.
    fn joins(&self, cell: Cell) -> bool {
        if self.ways.length < 2 || self.ways.share(cell) == 0 {
            return false;
        }
        let left = Some(self.ways.length - 1);
        let is_beside = |it: Cell| it.row == cell.row && it.col.abs_diff(cell.col) == 1;
        let is_stone = |it: &Cell| {
            self.board.at(*it) == Some(Role::Passer)
                && it.row.abs_diff(cell.row) <= 1
                && it.col.abs_diff(cell.col) <= 1
        };
        let stones: Vec<Cell> = self.board.cells().filter(is_stone).collect();
        let from = stones.iter().filter(|it| it.row < cell.row || is_beside(**it));
        from.flat_map(|from| stones.iter().map(move |to| [*from, *to])).any(|ends| {
            let [from, to] = ends;
            if from == to || !(to.row > cell.row || is_beside(to)) {
                return false;
            }
            // Only a path over these cells gets past the row.
            let mut narrow = self.with(cell, Role::Passer);
            let blocked = self.board.cells().filter(|it| {
                it.row == cell.row
                    || it.row.abs_diff(cell.row) == 1 && it.col.abs_diff(cell.col) <= 1
            });
            for other in blocked.filter(|it| *it != cell && !ends.contains(it)) {
                narrow.set(other, Some(Role::Eater));
            }
            length(&narrow) == left && length(&with(&narrow, cell, Role::Eater)) != left
        })
    }
}

/// Returns the board on which a role has got the cell.
fn with(board: &EaterBoard, cell: Cell, role: Role) -> EaterBoard {
    let mut board = board.clone();
    board.set(cell, Some(role));
    board
}

impl FewCells {
    /// Names these cells if they are few.
    pub fn new(cells: &[Cell]) -> Self {
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        let mut few = Self { count, ..Self::default() };
        if cells.len() <= few.named.len() {
            for (named, &cell) in few.named.iter_mut().zip(cells) {
                *named = Some(cell);
            }
        }
        few
    }
}
