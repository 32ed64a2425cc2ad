//! Why a cell is good or costly: its effect on the ways of the Passer and the wall of the Eater
//! (see `ways`), and how often to choose a cell that both sides want.
//!
//! The length of a path is the number of cells that the Passer still needs for it.

use super::{
    Eater,
    model::{Cell, EaterBoard, EaterObservation, Role},
    solver::tenths,
    ways::{ShortestWays, length, wall},
};
use crate::play::{
    ActionValues, Explainable, Seat,
    weighed::{DECISIVE, MIN_WEIGHT, Weighed},
};

/// Why a cell is good or costly for the role that chooses it.
///
/// In the fields, `left` is the length of the shortest path afterwards, or `None` if no path is
/// left; `wall_size` is the size of the smallest wall afterwards; `percent` is the share of the
/// shortest ways that need the cell; `tenths` is a number of games in ten; and `instead` is the same
/// after the better cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "only fields whose names say too little have a comment")]
pub enum EaterReason {
    /// No path can be completed any more, so no cell matters.
    Decided {
        /// A row that no path can cross, from 0.
        row: u16,
    },
    /// The cell completes a path, unless the Eater takes the same cell.
    CompletesPath {
        /// The other cells that do so.
        others: FewCells,
    },
    /// The only cell with which the Eater would block all paths.
    KeepsPath,
    /// The cell closes the last path.
    ClosesWays {
        /// The row of the cell, from 0, if no path can cross it afterwards.
        row: Option<u16>,
    },
    /// The Passer would complete a path with the cell.
    StopsPath {
        /// The other cells with which it would.
        others: FewCells,
    },
    /// With the cell, two others each complete a path. The Eater can't take both.
    TwoWays { cells: [Cell; 2] },
    /// With the cell, more cells complete a path than before.
    MoreCompleting { count: u32, before: u32 },
    /// After the better cell, more cells complete a path than after this one. Neither completes
    /// one.
    FewerCompleting { count: u32, instead: u32 },
    /// With the cell, no single cell of the Eater makes the shortest path longer.
    NoCellStops { left: u32 },
    /// The cell is on all shortest paths, so it should be part of an unpredictable mix.
    BothWant { tenths: u32 },
    /// The cell is on all shortest paths, which become shorter or longer with it.
    OnAllPaths {
        /// The length of the shortest path before.
        before: u32,
        /// The length after the role gets the cell, or `None` if no path is left.
        after: Option<u32>,
    },
    /// The cell joins two of the Passer's groups on a shortest path.
    JoinsGroups { left: u32 },
    /// The cell leaves few cells of a row open to paths, as few as the smallest wall.
    NarrowsRow {
        /// The row, from 0.
        row: u16,
        /// The number of its cells that paths can still use.
        open: u32,
    },
    /// The cell makes the shortest path shorter, as few others do.
    Shortens { left: u32 },
    /// The role can't win against best play, whatever it chooses.
    CannotWin,
    /// The role has next to no chance against best play, whatever it chooses.
    HardlyWins,
    /// The wall becomes larger (for the Passer) or smaller (for the Eater), as after few other
    /// cells.
    ChangesWall { wall_size: u32, before: u32 },
    /// The wall is smaller (for the Passer) or larger (for the Eater) than after the better cell.
    WorseWall {
        /// The choice of the opponent, if that matters.
        reply: Option<LikelyReply>,
        wall_size: u32,
        instead: u32,
    },
    /// If the opponent chooses a likely cell, few other cells leave a path as short (for the
    /// Passer) or as long (for the Eater).
    BestAgainst { reply: LikelyReply, left: Option<u32> },
    /// If the opponent chooses a likely cell, few other cells make the wall as large (for the
    /// Passer) or as small (for the Eater).
    BestWall { reply: LikelyReply, wall_size: u32 },
    /// If the opponent chooses a likely cell, the better cell leaves a shorter path (for the
    /// Passer) or a longer one (for the Eater).
    WorseAgainst { reply: LikelyReply, left: Option<u32>, instead: Option<u32> },
    /// No path can use the cell any more.
    Dead,
    /// The cell does not change the length of the shortest path, but the better one does.
    NoProgress { left: u32 },
    /// Few cells are on as many of the shortest ways as this one.
    OnWays {
        percent: u32,
        /// Whether no other cell is on as many.
        is_most: bool,
    },
    /// If the opponent chooses a likely cell, few cells are on as many of the shortest ways.
    WaysAgainst {
        reply: LikelyReply,
        percent: u32,
        /// Whether no other cell is on as many.
        is_most: bool,
    },
    /// The Eater hardly ever chooses the cell, but often one on more of the shortest ways, which
    /// the Passer would not get.
    Evades { reply: LikelyReply },
    /// The better cell is on more of the shortest ways.
    FewerWays { percent: u32, instead: u32 },
    /// The Passer can complete a path at once. The cell neither does so nor prevents it.
    MissesCompletion {
        /// The cells that do so.
        cells: FewCells,
    },
    /// The Eater can block all paths at once. The cell neither does so nor prevents it.
    MissesClosing {
        /// The cells that do so.
        cells: FewCells,
    },
    /// The Eater chooses this cell more often than the better one, and gets it then.
    Clashes { tenths: u32 },
    /// The Passer often chooses the cell, and the Eater gets it then.
    Catches { tenths: u32 },
    /// The Passer chooses the better cell more often. The Eater would then get it.
    MissesCatch { tenths: u32 },
}

/// Cells, which are named if there are up to three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewCells {
    /// Their number.
    pub count: u32,
    /// The cells, if there are up to three.
    pub named: [Option<Cell>; 3],
}

/// A likely choice of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikelyReply {
    /// The cell.
    pub cell: Cell,
    /// The number of games in ten in which the opponent should choose it.
    pub tenths: u32,
}

impl Explainable for Eater {
    type Reason = EaterReason;

    fn reasons(
        observation: &EaterObservation,
        seat: Seat,
        cell: Cell,
        better: Option<Cell>,
        values: &ActionValues<Cell>,
    ) -> Vec<EaterReason> {
        let (board, role) = (&observation.board, Role::of(seat));
        let is_empty = |cell: Cell| board.contains(cell) && board.at(cell).is_none();
        if !is_empty(cell) || better.is_some_and(|better| !is_empty(better)) || board.is_connected()
        {
            return Vec::new();
        }
        let Some(ways) = ShortestWays::on(board) else {
            return board
                .closed_row()
                .map(|row| EaterReason::Decided { row })
                .into_iter()
                .collect();
        };
        let explainer = Explainer { board, role, ways, values };
        match better {
            None => explainer.merits(cell),
            Some(better) => explainer.faults(cell, better),
        }
    }
}

struct Explainer<'a> {
    board: &'a EaterBoard,
    role: Role,
    ways: ShortestWays,
    values: &'a ActionValues<Cell>,
}

/// The maximum number of open cells of a row that is worth naming.
const MAX_OPEN_CELLS: u32 = 2;
/// A property of at most one in this many cells is special.
const SPECIAL_ONE_IN: usize = 4;
const LIKELY_PROBABILITY: f64 = 0.15;
/// The minimum probability of an opponent's cell that is worth meeting or avoiding.
const OFTEN_PROBABILITY: f64 = 0.3;
/// A reply in at least this many games in ten is expected.
const EXPECTED_TENTHS: u32 = 5;
/// The minimum difference of probabilities that is worth naming.
const MIN_CHANCE_DIFFERENCE: f64 = 0.15;
/// The minimum difference of shares of the shortest ways that is worth naming, in per cent.
const MIN_SHARE_DIFFERENCE: u32 = 15;
/// The minimum lead of such a share over the others' mean, in per cent.
const MIN_SHARE_LEAD: u32 = 5;
/// The minimum of such a share that depends on the opponent's choice, in per cent.
const MIN_CONDITIONAL_SHARE: u32 = 30;
/// A cell with a higher probability is always chosen.
const ALWAYS_PROBABILITY: f64 = 0.95;
/// A cell with a lower probability is never chosen.
const NEVER_PROBABILITY: f64 = 0.05;
const HOPELESS_CHANCE: f64 = 0.01;
/// The assumed length of a path if none is left, and size of a wall if a path is complete.
const NO_PATH_LENGTH: f64 = 10.0;
/// The assumed difference in cells if only one of two cells leaves a path.
const LOST_PATH_CELLS: u32 = 5;
/// The weight of one cell more or less in the shortest path or in the wall.
const CELL_WEIGHT: i32 = 70;

impl Explainer<'_> {
    fn merits(&self, cell: Cell) -> Vec<EaterReason> {
        let [mut decisive, mut chance, mut reasons, mut conditional] =
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
        self.weigh_against(cell, !reasons.is_empty(), &mut conditional);
        // A hopeless chance would contradict the praise of the cell.
        if [&decisive, &reasons, &conditional].iter().all(|reasons| reasons.is_empty()) {
            self.weigh_chance(&mut chance);
        }
        [decisive, reasons, conditional, chance].into_iter().flat_map(Weighed::sorted).collect()
    }

    /// Gives a reason if all of the shortest ways need the cell.
    fn weigh_need(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        if !self.ways.all_need(cell) || !self.is_special(|other| self.ways.all_need(other)) {
            return;
        }
        let probability = self
            .probability(cell)
            .filter(|it| (NEVER_PROBABILITY..=ALWAYS_PROBABILITY).contains(it));
        if let Some(probability) = probability {
            reasons.add(4 * CELL_WEIGHT, EaterReason::BothWant { tenths: tenths(probability) });
        }
        let before = self.ways.length;
        if before > 1 {
            let after = length(&self.with(cell, self.role));
            reasons.add(3 * CELL_WEIGHT, EaterReason::OnAllPaths { before, after });
        }
    }

    /// Gives a reason if the cell completes a path or blocks all paths, or prevents that.
    fn weigh_last_cells(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let completing = self.completing_cells();
        let before = u32::try_from(completing.len()).unwrap_or(0);
        if completing.contains(&cell) && self.is_better_than_other(|it| completing.contains(&it)) {
            let mut others = completing;
            others.retain(|&other| other != cell);
            let others = FewCells::new(&others);
            reasons.add(
                DECISIVE,
                match self.role {
                    Role::Passer => EaterReason::CompletesPath { others },
                    Role::Eater => EaterReason::StopsPath { others },
                },
            );
        }
        if let Some(count) = self.completing_after(cell).filter(|&count| count > before)
            && self.is_special(|other| self.completing_after(other) >= Some(count))
        {
            reasons.add(2 * CELL_WEIGHT, EaterReason::MoreCompleting { count, before });
        }
        let closing = self.closing_cells();
        let eaten = self.with(cell, Role::Eater);
        if let Some(row) = eaten.closed_row()
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

    fn weigh_ways(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let share = self.ways.share(cell);
        if self.role == Role::Passer && share > 0 {
            let left = self.ways.length - 1;
            if let Some(reason) = self.threat(cell)
                && self.is_special(|other| self.threat(other).is_some())
            {
                reasons.add(5 * CELL_WEIGHT, reason);
            }
            if self.joins(cell) && self.is_better_than_other(|other| self.joins(other)) {
                reasons.add(2 * CELL_WEIGHT, EaterReason::JoinsGroups { left });
            }
            if self.is_special(|other| self.ways.share(other) > 0) {
                reasons.add(CELL_WEIGHT / 2, EaterReason::Shortens { left });
            }
        }
        if share < 100
            && let Some((percent, is_most)) = self.large_share(&self.ways, cell)
        {
            let weight = percent.cast_signed() / 2;
            reasons.add(weight, EaterReason::OnWays { percent, is_most });
        }
    }

    /// Returns the share of the ways that need the cell, in per cent, and whether it is the
    /// largest. The share must exceed that of most cells and of the compared one, and be not much
    /// below the largest.
    fn large_share(&self, ways: &ShortestWays, cell: Cell) -> Option<(u32, bool)> {
        let share = ways.share(cell);
        let others: Vec<_> =
            self.empty().filter(|it| *it != cell).map(|it| ways.share(it)).collect();
        let count = u32::try_from(others.len()).unwrap_or(1).max(1);
        let as_many = others.iter().filter(|&&other| other >= share).count();
        let most = others.iter().copied().max().unwrap_or(0);
        (share >= others.iter().sum::<u32>() / count + MIN_SHARE_LEAD
            && 3 * as_many <= others.len()
            && 4 * share >= 3 * most
            && self.is_better_than_other(|other| ways.share(other) + MIN_SHARE_DIFFERENCE > share))
        .then_some((share, as_many == 0))
    }

    fn weigh_wall(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let after = |cell| wall(&self.with(cell, self.role));
        let [Some(before), Some(wall_size)] = [wall(self.board), after(cell)] else { return };
        if wall_size == before || wall_size == 0 || !self.is_special(|it| after(it) != Some(before))
        {
            return;
        }
        let weight = if before == 1 { 6 * CELL_WEIGHT } else { CELL_WEIGHT };
        reasons.add(weight, EaterReason::ChangesWall { wall_size, before });
        let open =
            |cell: Cell| self.with(cell, Role::Eater).live_cells().row(cell.row).count_ones();
        if self.role == Role::Eater && open(cell) == wall_size && wall_size <= MAX_OPEN_CELLS {
            reasons
                .add(2 * CELL_WEIGHT, EaterReason::NarrowsRow { row: cell.row, open: wall_size });
        }
    }

    fn weigh_catch(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let chance = self.reply_probability(cell);
        if chance >= OFTEN_PROBABILITY
            && self.is_better_than_other(|it| {
                self.reply_probability(it) + MIN_CHANCE_DIFFERENCE > chance
            })
        {
            let tenths = tenths(chance);
            reasons.add(tenths.cast_signed() * CELL_WEIGHT / 10, EaterReason::Catches { tenths });
        }
    }

    /// Gives a reason if the choice is known not to matter.
    fn weigh_chance(&self, reasons: &mut Weighed<EaterReason>) {
        let exact = self.values.exact;
        let reason = self.values.best.and_then(|chance| match chance {
            ..=0.0 if exact => Some(EaterReason::CannotWin),
            // With a single cell missing, a path looks far from hopeless.
            ..HOPELESS_CHANCE if self.ways.length > 1 => Some(EaterReason::HardlyWins),
            _ => None,
        });
        if let Some(reason) = reason {
            reasons.add(MIN_WEIGHT, reason);
        }
    }

    /// Compares a cell with the others, if the opponent chooses another likely cell. If the cell
    /// has no other reasons, that choice must be expected.
    fn weigh_against(&self, cell: Cell, has_reasons: bool, reasons: &mut Weighed<EaterReason>) {
        for reply in self.likely_replies() {
            if reply.cell == cell || !has_reasons && reply.tenths < EXPECTED_TENTHS {
                continue;
            }
            let after = |cell| self.after(cell, Some(reply));
            let weight = reply.tenths.cast_signed() * CELL_WEIGHT / 10;
            let left_after = |cell| length(&after(cell));
            let left = left_after(cell);
            if left != Some(0) && self.is_special(|it| !self.is_better(left, left_after(it))) {
                reasons.add(weight, EaterReason::BestAgainst { reply, left });
            }
            // If a path can be completed at once, nothing else matters.
            if self.ways.length == 1 {
                continue;
            }
            let wall_after = |cell| wall(&after(cell));
            if let Some(wall_size) = wall_after(cell).filter(|&size| size > 0)
                && self.is_special(|other| {
                    wall_after(other).is_none_or(|it| !self.has_worse_wall(it, wall_size))
                })
            {
                reasons.add(weight - 1, EaterReason::BestWall { reply, wall_size });
            }
            if reply.tenths >= EXPECTED_TENTHS {
                let answered = with(self.board, reply.cell, self.role.other());
                let ways = ShortestWays::on(&answered).filter(|ways| ways.length > 1);
                let share = ways.and_then(|ways| self.large_share(&ways, cell));
                if let Some((percent, is_most)) =
                    share.filter(|&(it, _)| it >= MIN_CONDITIONAL_SHARE)
                {
                    reasons.add(weight - 2, EaterReason::WaysAgainst { reply, percent, is_most });
                }
                let [own, other] = [cell, reply.cell].map(|cell| self.ways.share(cell));
                if self.role == Role::Passer
                    && own > 0
                    && own + MIN_SHARE_DIFFERENCE <= other
                    && self.reply_probability(cell) < NEVER_PROBABILITY
                    && self.values.instead.is_none_or(|(instead, _)| instead == reply.cell)
                {
                    reasons.add(weight - 3, EaterReason::Evades { reply });
                }
            }
        }
    }

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
        if let [Some(count), Some(instead)] = [cell, better].map(|it| self.completing_after(it))
            && count < instead
        {
            reasons.add(2 * CELL_WEIGHT, EaterReason::FewerCompleting { count, instead });
        }
        self.weigh_clash([cell, better], &mut reasons);
        if completing.is_empty() {
            self.weigh_fewer_ways([cell, better], &mut reasons);
            self.weigh_worse([cell, better], &mut reasons);
        }
        reasons.sorted()
    }

    fn weigh_fewer_ways(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let left = self.ways.length;
        let [share, instead] = cells.map(|cell| self.ways.share(cell));
        let [changes, better_changes] =
            cells.map(|cell| length(&self.with(cell, self.role)) != Some(left));
        if !changes && better_changes {
            reasons.add(CELL_WEIGHT / 2, EaterReason::NoProgress { left });
        }
        if share + MIN_SHARE_DIFFERENCE <= instead
            || share + MIN_SHARE_LEAD <= instead && 2 * share <= instead
        {
            let weight = (instead - share).cast_signed();
            reasons.add(weight, EaterReason::FewerWays { percent: share, instead });
        }
    }

    /// Gives a reason if the opponent often chooses one of two cells, too. The second cell is
    /// better.
    fn weigh_clash(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let chances = cells.map(|cell| self.reply_probability(cell));
        let [often, seldom] = match self.role {
            Role::Passer => chances,
            Role::Eater => [chances[1], chances[0]],
        };
        // If the costly cell is on more of the ways, a clash is not the whole reason.
        let [share, better_share] = cells.map(|cell| self.ways.share(cell));
        let is_plain = self.role == Role::Passer || share < better_share + MIN_SHARE_DIFFERENCE;
        if often >= OFTEN_PROBABILITY && seldom + MIN_CHANCE_DIFFERENCE <= often && is_plain {
            let tenths = tenths(often);
            let reason = match self.role {
                Role::Passer => EaterReason::Clashes { tenths },
                Role::Eater => EaterReason::MissesCatch { tenths },
            };
            reasons.add(tenths.cast_signed() * CELL_WEIGHT / 10, reason);
        }
    }

    /// Compares what is left after two cells. The second one is better.
    fn weigh_worse(&self, [cell, better]: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let sign = if self.role == Role::Passer { 1.0 } else { -1.0 };
        let is_shorter = self
            .gains(cell, better, |board| -sign * length(board).map_or(NO_PATH_LENGTH, f64::from));
        let is_wider =
            self.gains(cell, better, |board| sign * wall(board).map_or(NO_PATH_LENGTH, f64::from));
        // A clash has its own reason.
        let mut replies = self.likely_replies();
        replies.retain(|reply| ![cell, better].contains(&reply.cell));
        for reply in replies.iter().copied() {
            let [left, instead] = [cell, better].map(|cell| length(&self.after(cell, Some(reply))));
            if self.is_better(instead, left) && is_shorter {
                let cells = left
                    .zip(instead)
                    .map_or(LOST_PATH_CELLS, |(left, instead)| left.abs_diff(instead));
                let weight = (cells * reply.tenths).cast_signed() * CELL_WEIGHT / 10;
                reasons.add(weight, EaterReason::WorseAgainst { reply, left, instead });
            }
        }
        // A reason that holds whatever the opponent chooses comes first.
        for reply in [None].into_iter().chain(replies.into_iter().map(Some)) {
            let tenths = reply.map_or(EXPECTED_TENTHS, |reply| reply.tenths);
            if let [Some(wall_size), Some(instead)] =
                [cell, better].map(|it| wall(&self.after(it, reply)))
                && self.has_worse_wall(wall_size, instead)
                && is_wider
            {
                let cells = wall_size.abs_diff(instead);
                let weight = (cells * tenths).cast_signed() * CELL_WEIGHT / 10;
                reasons.add(weight - 1, EaterReason::WorseWall { reply, wall_size, instead });
                if reply.is_none() {
                    break;
                }
            }
        }
    }

    /// Whether the better of two cells gains on average over the opponent's replies.
    fn gains(&self, cell: Cell, better: Cell, gain: impl Fn(&EaterBoard) -> f64) -> bool {
        let replies = self.values.replies.iter();
        let gains = replies.map(|&(reply, probability)| {
            let reply = Some(LikelyReply { cell: reply, tenths: 0 });
            let [own, better] = [cell, better].map(|cell| gain(&self.after(cell, reply)));
            probability * (better - own)
        });
        self.values.replies.is_empty() || gains.sum::<f64>() > 0.0
    }

    /// Whether the compared cell, if any, lacks this property.
    fn is_better_than_other(&self, has: impl Fn(Cell) -> bool) -> bool {
        self.values.instead.is_none_or(|(other, _)| !has(other))
    }

    /// Whether few empty cells have this property, and the compared one, if any, lacks it.
    fn is_special(&self, has: impl Fn(Cell) -> bool) -> bool {
        let few = (self.empty().count() / SPECIAL_ONE_IN).max(1);
        self.is_better_than_other(&has) && self.empty().filter(|&cell| has(cell)).nth(few).is_none()
    }

    fn empty(&self) -> impl Iterator<Item = Cell> + use<> {
        self.board.empty_cells().iter().collect::<Vec<_>>().into_iter()
    }

    /// The probability that the opponent chooses a cell, or 0 if unknown.
    fn reply_probability(&self, cell: Cell) -> f64 {
        let mut replies = self.values.replies.iter();
        replies.find(|(other, _)| *other == cell).map_or(0.0, |&(_, probability)| probability)
    }

    fn likely_replies(&self) -> Vec<LikelyReply> {
        let replies = self
            .values
            .replies
            .iter()
            .filter(|&&(_, probability)| probability >= LIKELY_PROBABILITY);
        let reply = |&(cell, probability): &_| LikelyReply { cell, tenths: tenths(probability) };
        replies.map(reply).collect()
    }

    /// The board after the role chooses the cell and the opponent `reply`, if any.
    fn after(&self, cell: Cell, reply: Option<LikelyReply>) -> EaterBoard {
        let Some(reply) = reply else { return self.with(cell, self.role) };
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply.cell));
        board
    }

    fn has_worse_wall(&self, cells: u32, other: u32) -> bool {
        if self.role == Role::Passer { cells < other } else { cells > other }
    }

    fn is_better(&self, length: Option<u32>, other: Option<u32>) -> bool {
        let [length, other] = [length, other].map(|length| length.unwrap_or(u32::MAX));
        if self.role == Role::Passer { length < other } else { length > other }
    }

    fn with(&self, cell: Cell, role: Role) -> EaterBoard {
        with(self.board, cell, role)
    }

    /// The probability that best play chooses the cell, if known.
    fn probability(&self, cell: Cell) -> Option<f64> {
        let considered = &self.values.considered;
        let chosen = considered.iter().find(|(other, _)| *other == cell);
        (!considered.is_empty()).then(|| chosen.map_or(0.0, |(_, probability)| *probability))
    }

    /// The cells that each block all paths for the Eater.
    fn closing_cells(&self) -> Vec<Cell> {
        self.empty().filter(|&cell| !self.with(cell, Role::Eater).can_connect()).collect()
    }

    /// The cells that each complete a path for the Passer.
    fn completing_cells(&self) -> Vec<Cell> {
        if self.ways.length == 1 { self.ways.cells() } else { Vec::new() }
    }

    /// The number of cells that complete a path after the Passer gets this one, if the Passer could
    /// complete a path before but not with this cell.
    fn completing_after(&self, cell: Cell) -> Option<u32> {
        let applies = self.role == Role::Passer && self.ways.length == 1;
        let ways = ShortestWays::on(&self.with(cell, Role::Passer)).filter(|_| applies)?;
        (ways.length == 1).then(|| u32::try_from(ways.cells().len()).unwrap_or(u32::MAX))
    }

    /// Gives a reason if two cells complete the path after a cell of the shortest ways, or if no
    /// single cell of the Eater makes it longer.
    fn threat(&self, cell: Cell) -> Option<EaterReason> {
        let left = self.ways.length - 1;
        // On an open board this is nothing special.
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

    /// Whether a cell joins two of the Passer's cells on a shortest way through both.
    fn joins(&self, cell: Cell) -> bool {
        if self.ways.length < 2 || self.ways.share(cell) == 0 {
            return false;
        }
        let left = Some(self.ways.length - 1);
        let is_beside = |it: Cell| it.row == cell.row && it.col.abs_diff(cell.col) == 1;
        let is_marker = |it: &Cell| {
            self.board.at(*it) == Some(Role::Passer)
                && it.row.abs_diff(cell.row) <= 1
                && it.col.abs_diff(cell.col) <= 1
        };
        let markers: Vec<Cell> = self.board.cells().filter(is_marker).collect();
        let from = markers.iter().filter(|it| it.row < cell.row || is_beside(**it));
        from.flat_map(|from| markers.iter().map(move |to| [*from, *to])).any(|[from, to]| {
            if from == to || !(to.row > cell.row || is_beside(to)) {
                return false;
            }
            let joined = self.only_joined_at(cell, [from, to]);
            length(&joined) == left && length(&with(&joined, cell, Role::Eater)) != left
        })
    }

    /// The board on which paths cross the row of the Passer's new cell only there, and reach it
    /// only from these neighbours.
    fn only_joined_at(&self, cell: Cell, ends: [Cell; 2]) -> EaterBoard {
        let mut board = self.with(cell, Role::Passer);
        let blocked = self.board.cells().filter(|it| {
            it.row == cell.row || it.row.abs_diff(cell.row) == 1 && it.col.abs_diff(cell.col) <= 1
        });
        for other in blocked.filter(|it| *it != cell && !ends.contains(it)) {
            board.set(other, Some(Role::Eater));
        }
        board
    }
}

fn with(board: &EaterBoard, cell: Cell, role: Role) -> EaterBoard {
    let mut board = board.clone();
    board.set(cell, Some(role));
    board
}

impl FewCells {
    /// Names the cells if there are up to three.
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
