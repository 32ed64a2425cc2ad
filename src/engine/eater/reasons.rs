//! Reasons why a cell is good or costly: its effect on the ways of the Passer and the wall of the
//! Eater (see `ways`), and how often to choose a cell that both sides want.
//!
//! The length of a path is the number of cells that the Passer still needs for it.

use super::{
    Eater,
    model::{Cell, EaterBoard, EaterObservation, Role},
    solver::to_tenths,
    ways::{ShortestWays, length, wall},
};
use crate::play::{
    ActionValues, Explainable, Seat,
    weighed::{DECISIVE, MIN_WEIGHT, Weighed},
};

/// Why a cell is good or costly for the role that chooses it.
///
/// Fields that several reasons share:
///
/// | field | meaning |
/// |---|---|
/// | `left` | the length of the shortest path afterwards, or `None` if no path is left |
/// | `wall_size` | the size of the smallest wall afterwards |
/// | `percent` | the share of the shortest ways that need the cell |
/// | `tenths` | a probability, as a number of games in ten |
/// | `before` | the same number before the choice |
/// | `instead` | the same number after the better cell |
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
    /// The cell is the only one with which the Eater would block all paths.
    KeepsPath,
    /// The cell closes the last path.
    ClosesWays {
        /// The row of the cell, from 0, if no path can cross it afterwards.
        row: Option<u16>,
    },
    /// The Passer would complete a path with the cell.
    StopsPath {
        /// The other cells that would complete one.
        others: FewCells,
    },
    /// After the cell, two others each complete a path, and the Eater can't take both.
    TwoWays { cells: [Cell; 2] },
    /// After the cell, more cells complete a path than before.
    MoreCompleting { count: u32, before: u32 },
    /// Neither cell completes a path, but more cells do so after the better one than after this
    /// one.
    FewerCompleting { count: u32, instead: u32 },
    /// After the cell, no single cell of the Eater makes the shortest path longer.
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
    /// The cell leaves so few cells of a row open to paths that they are a smallest wall.
    NarrowsRow {
        /// The row, from 0.
        row: u16,
        /// The number of its cells that paths can still use.
        open: u32,
    },
    /// The cell makes the shortest path shorter. Few others do that.
    Shortens { left: u32 },
    /// The role can't win against best play, whatever it chooses.
    CannotWin,
    /// The role has next to no chance against best play, whatever it chooses.
    HardlyWins,
    /// The wall becomes larger (for the Passer) or smaller (for the Eater). Few other cells do
    /// that.
    ChangesWall { wall_size: u32, before: u32 },
    /// The wall is smaller (for the Passer) or larger (for the Eater) than after the better cell.
    WorseWall {
        /// The opponent's choice for which this holds, or `None` if it always does.
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
    /// The Eater hardly ever chooses the cell. It often chooses another one on more of the shortest
    /// ways, so the Passer would not get that one.
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
    /// The Eater chooses this cell more often than the better one, and gets it after a clash.
    Clashes { tenths: u32 },
    /// The Passer often chooses the cell, and the Eater gets it after a clash.
    Catches { tenths: u32 },
    /// The Passer chooses the better cell more often than this one, and the Eater would get it
    /// after a clash.
    MissesCatch { tenths: u32 },
}

/// A number of cells, and the cells themselves if there are few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewCells {
    /// The number of cells.
    pub count: u32,
    /// The cells if there are up to three, otherwise none.
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
        let empty_cells: Vec<Cell> = board.empty_cells().iter().collect();
        let are_legal = [cell].iter().chain(&better).all(|cell| empty_cells.contains(cell));
        if !are_legal || board.is_connected() {
            return Vec::new();
        }
        if let Some(row) = board.closed_row() {
            return vec![EaterReason::Decided { row }];
        }
        let Some(ways) = ShortestWays::on(board) else { return Vec::new() };
        let explainer = Explainer { board, empty_cells, role, ways, values };
        match better {
            None => explainer.merits(cell),
            Some(better) => explainer.faults(cell, better),
        }
    }
}

struct Explainer<'a> {
    board: &'a EaterBoard,
    empty_cells: Vec<Cell>,
    /// The role that chooses.
    role: Role,
    ways: ShortestWays,
    values: &'a ActionValues<Cell>,
}

/// Maximum number of open cells in a row that is worth naming.
const MAX_OPEN_CELLS: u32 = 2;
/// Maximum length of a path that can be a threat. On an open board, longer ones are nothing
/// special.
const MAX_THREAT_LENGTH: u32 = 4;
/// A property of at most one in this many cells is special.
const SPECIAL_ONE_IN: usize = 4;

/// Minimum probability of a likely reply.
const LIKELY_PROBABILITY: f64 = 0.15;
/// Minimum probability of a reply that is worth meeting or avoiding.
const OFTEN_PROBABILITY: f64 = 0.3;
/// Minimum number of games in ten for an expected reply.
const EXPECTED_TENTHS: u32 = 5;
/// Minimum difference between the probabilities of two replies that is worth naming.
const MIN_PROBABILITY_DIFFERENCE: f64 = 0.15;
/// Above this probability, a cell counts as always chosen.
const ALWAYS_PROBABILITY: f64 = 0.95;
/// Below this probability, a cell counts as never chosen.
const NEVER_PROBABILITY: f64 = 0.05;

// Shares of the shortest ways, in per cent.
/// Minimum difference between two shares that is worth naming.
const MIN_SHARE_DIFFERENCE: u32 = 15;
/// Minimum lead of a large share over the other cells' mean.
const MIN_SHARE_LEAD: u32 = 5;
/// Minimum share that is worth naming if it depends on a reply.
const MIN_SHARE_AFTER_REPLY: u32 = 30;

/// Below this chance of winning, a position counts as hopeless.
const HOPELESS_CHANCE: f64 = 0.01;
/// Stands for the length of the shortest path if no path is left, and for the size of the wall if a
/// path is complete.
const IMPOSSIBLE_LENGTH: f64 = 10.0;
/// The assumed difference in cells if only one of two cells leaves a path.
const LOST_PATH_CELLS: u32 = 5;
/// The weight of one cell more or less in the shortest path or in the wall.
const CELL_WEIGHT: i32 = 70;

impl Explainer<'_> {
    fn merits(&self, cell: Cell) -> Vec<EaterReason> {
        let mut decisive = Weighed::default();
        let mut reasons = Weighed::default();
        let mut conditional = Weighed::default();
        let mut chance = Weighed::default();
        self.weigh_last_cells(cell, &mut decisive);
        self.weigh_need(cell, &mut reasons);
        if self.ways.length > 1 {
            self.weigh_ways(cell, &mut reasons);
            self.weigh_wall(cell, &mut reasons);
            if self.role == Role::Eater {
                self.weigh_catch(cell, &mut reasons);
            }
        }
        self.weigh_against_replies(cell, !reasons.is_empty(), &mut conditional);
        // A hopeless chance would contradict the praise of the cell.
        if decisive.is_empty() && reasons.is_empty() && conditional.is_empty() {
            self.weigh_chance(&mut chance);
        }
        [decisive, reasons, conditional, chance].into_iter().flat_map(Weighed::sorted).collect()
    }

    /// Adds reasons if all of the shortest ways need the cell.
    fn weigh_need(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        if !self.ways.all_need(cell) || !self.is_special(|other| self.ways.all_need(other)) {
            return;
        }
        if let Some(probability) = self.own_probability(cell)
            && (NEVER_PROBABILITY..=ALWAYS_PROBABILITY).contains(&probability)
        {
            let tenths = to_tenths(probability);
            reasons.add(4 * CELL_WEIGHT, EaterReason::BothWant { tenths });
        }
        let before = self.ways.length;
        if before > 1 {
            let after = length(&self.with(cell, self.role));
            reasons.add(3 * CELL_WEIGHT, EaterReason::OnAllPaths { before, after });
        }
    }

    /// Adds reasons if the cell completes a path or blocks all paths, or prevents that.
    fn weigh_last_cells(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let completing = self.completing_cells();
        let before = u32::try_from(completing.len()).unwrap_or(0);
        if completing.contains(&cell) && self.compared_lacks(|it| completing.contains(&it)) {
            let mut others = completing;
            others.retain(|&other| other != cell);
            let others = FewCells::new(&others);
            let reason = match self.role {
                Role::Passer => EaterReason::CompletesPath { others },
                Role::Eater => EaterReason::StopsPath { others },
            };
            reasons.add(DECISIVE, reason);
        }
        if let Some(count) = self.completing_after(cell).filter(|&count| count > before)
            && self.is_special(|other| self.completing_after(other) >= Some(count))
        {
            reasons.add(2 * CELL_WEIGHT, EaterReason::MoreCompleting { count, before });
        }
        let closing = self.closing_cells();
        if let Some(row) = self.with(cell, Role::Eater).closed_row()
            && self.compared_lacks(|it| closing.contains(&it))
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
            if self.joins_groups(cell) && self.compared_lacks(|other| self.joins_groups(other)) {
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

    /// The share of the ways that need the cell, in per cent, and whether it is the largest. `None`
    /// unless it exceeds the shares of most cells and of the compared one, and is close to the
    /// largest.
    fn large_share(&self, ways: &ShortestWays, cell: Cell) -> Option<(u32, bool)> {
        let share = ways.share(cell);
        let others = self.empty_cells.iter().filter(|&&other| other != cell);
        let others: Vec<u32> = others.map(|&other| ways.share(other)).collect();
        let count = u32::try_from(others.len()).unwrap_or(1).max(1);
        let mean = others.iter().sum::<u32>() / count;
        let largest = others.iter().copied().max().unwrap_or(0);
        let as_large = others.iter().filter(|&&other| other >= share).count();
        let is_large = share >= mean + MIN_SHARE_LEAD
            && 3 * as_large <= others.len()
            && 4 * share >= 3 * largest
            && self.compared_lacks(|other| ways.share(other) + MIN_SHARE_DIFFERENCE > share);
        is_large.then_some((share, as_large == 0))
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
        let open = self.with(cell, Role::Eater).live_cells().row(cell.row).count_ones();
        if self.role == Role::Eater && open == wall_size && open <= MAX_OPEN_CELLS {
            reasons.add(2 * CELL_WEIGHT, EaterReason::NarrowsRow { row: cell.row, open });
        }
    }

    fn weigh_catch(&self, cell: Cell, reasons: &mut Weighed<EaterReason>) {
        let probability = self.reply_probability(cell);
        if probability >= OFTEN_PROBABILITY
            && self.compared_lacks(|other| {
                self.reply_probability(other) + MIN_PROBABILITY_DIFFERENCE > probability
            })
        {
            let tenths = to_tenths(probability);
            reasons.add(cell_weight(tenths), EaterReason::Catches { tenths });
        }
    }

    /// Adds a reason if no choice can win, or hardly any.
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

    /// Adds reasons that hold if the opponent chooses another likely cell. If the cell has no other
    /// reasons, that choice must be expected.
    fn weigh_against_replies(
        &self,
        cell: Cell,
        has_reasons: bool,
        reasons: &mut Weighed<EaterReason>,
    ) {
        for reply in self.likely_replies() {
            let is_expected = reply.tenths >= EXPECTED_TENTHS;
            if reply.cell == cell || !has_reasons && !is_expected {
                continue;
            }
            let weight = cell_weight(reply.tenths);
            let left_after = |cell| length(&self.after(cell, Some(reply.cell)));
            let left = left_after(cell);
            if left != Some(0) && self.is_special(|it| !self.is_better_length(left, left_after(it)))
            {
                reasons.add(weight, EaterReason::BestAgainst { reply, left });
            }
            // If a path can be completed at once, nothing else matters.
            if self.ways.length == 1 {
                continue;
            }
            let wall_after = |cell| wall(&self.after(cell, Some(reply.cell)));
            if let Some(wall_size) = wall_after(cell).filter(|&size| size > 0)
                && self.is_special(|other| {
                    wall_after(other).is_none_or(|it| !self.is_worse_wall(it, wall_size))
                })
            {
                reasons.add(weight - 1, EaterReason::BestWall { reply, wall_size });
            }
            if is_expected {
                self.weigh_against_expected(cell, reply, reasons);
            }
        }
    }

    fn weigh_against_expected(
        &self,
        cell: Cell,
        reply: LikelyReply,
        reasons: &mut Weighed<EaterReason>,
    ) {
        let weight = cell_weight(reply.tenths);
        let after_reply = with(self.board, reply.cell, self.role.other());
        if let Some(ways) = ShortestWays::on(&after_reply)
            && ways.length > 1
            && let Some((percent, is_most)) = self.large_share(&ways, cell)
            && percent >= MIN_SHARE_AFTER_REPLY
        {
            reasons.add(weight - 2, EaterReason::WaysAgainst { reply, percent, is_most });
        }
        let [own, other] = [cell, reply.cell].map(|cell| self.ways.share(cell));
        if self.role == Role::Passer
            && own > 0
            && own + MIN_SHARE_DIFFERENCE <= other
            && self.reply_probability(cell) < NEVER_PROBABILITY
            && self.compared_lacks(|compared| compared != reply.cell)
        {
            reasons.add(weight - 3, EaterReason::Evades { reply });
        }
    }

    fn faults(&self, cell: Cell, better: Cell) -> Vec<EaterReason> {
        let mut reasons = Weighed::default();
        let live = self.board.live_cells();
        if !live.contains(cell) && live.contains(better) {
            reasons.add(2 * DECISIVE, EaterReason::Dead);
        }
        let is_missed = |cells: &[Cell]| cells.contains(&better) && !cells.contains(&cell);
        let completing = self.completing_cells();
        if is_missed(&completing) {
            let cells = FewCells::new(&completing);
            reasons.add(DECISIVE, EaterReason::MissesCompletion { cells });
        }
        let mut closing = self.closing_cells();
        if self.role == Role::Passer {
            // The Passer's cell may prevent some of them.
            let own = self.with(cell, Role::Passer);
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
            self.weigh_worse_path([cell, better], &mut reasons);
            self.weigh_worse_wall([cell, better], &mut reasons);
        }
        reasons.sorted()
    }

    /// Compares the ways through two cells. The second cell is better.
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

    /// Adds a reason if a clash is more likely on one of two cells, the second of which is better:
    /// the Passer should avoid a clash, and the Eater should seek it.
    fn weigh_clash(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let [probability, better_probability] = cells.map(|cell| self.reply_probability(cell));
        let [share, better_share] = cells.map(|cell| self.ways.share(cell));
        let [more, less] = match self.role {
            Role::Passer => [probability, better_probability],
            // If the costly cell is on more of the ways, a missed clash is not the whole reason.
            Role::Eater if share >= better_share + MIN_SHARE_DIFFERENCE => return,
            Role::Eater => [better_probability, probability],
        };
        if more >= OFTEN_PROBABILITY && less + MIN_PROBABILITY_DIFFERENCE <= more {
            let tenths = to_tenths(more);
            let reason = match self.role {
                Role::Passer => EaterReason::Clashes { tenths },
                Role::Eater => EaterReason::MissesCatch { tenths },
            };
            reasons.add(cell_weight(tenths), reason);
        }
    }

    /// Adds reasons if the second of two cells, the better one, leaves a better path after a likely
    /// reply: a shorter one for the Passer, a longer one for the Eater.
    fn weigh_worse_path(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let sign = if self.role == Role::Passer { -1.0 } else { 1.0 };
        let is_better_on_average = self.gains_on_average(cells, |board| {
            sign * length(board).map_or(IMPOSSIBLE_LENGTH, f64::from)
        });
        if !is_better_on_average {
            return;
        }
        for reply in self.likely_replies_without_clash(cells) {
            let [left, instead] = cells.map(|cell| length(&self.after(cell, Some(reply.cell))));
            if self.is_better_length(instead, left) {
                let difference = match (left, instead) {
                    (Some(left), Some(instead)) => left.abs_diff(instead),
                    _ => LOST_PATH_CELLS,
                };
                let weight = cell_weight(difference * reply.tenths);
                reasons.add(weight, EaterReason::WorseAgainst { reply, left, instead });
            }
        }
    }

    /// Adds reasons if the second of two cells, the better one, leaves a better wall at once or
    /// after a likely reply: a larger one for the Passer, a smaller one for the Eater.
    fn weigh_worse_wall(&self, cells: [Cell; 2], reasons: &mut Weighed<EaterReason>) {
        let sign = if self.role == Role::Passer { 1.0 } else { -1.0 };
        let is_better_on_average = self.gains_on_average(cells, |board| {
            sign * wall(board).map_or(IMPOSSIBLE_LENGTH, f64::from)
        });
        if !is_better_on_average {
            return;
        }
        // A reason that holds whatever the opponent chooses makes the others redundant.
        let replies = self.likely_replies_without_clash(cells).into_iter().map(Some);
        for reply in [None].into_iter().chain(replies) {
            let [Some(wall_size), Some(instead)] =
                cells.map(|cell| wall(&self.after(cell, reply.map(|reply| reply.cell))))
            else {
                continue;
            };
            if self.is_worse_wall(wall_size, instead) {
                let tenths = reply.map_or(EXPECTED_TENTHS, |reply| reply.tenths);
                let weight = cell_weight(wall_size.abs_diff(instead) * tenths);
                reasons.add(weight - 1, EaterReason::WorseWall { reply, wall_size, instead });
                if reply.is_none() {
                    break;
                }
            }
        }
    }

    /// Whether a quantity is larger after the second of two cells than after the first, on average
    /// over the opponent's replies. Also true if these are unknown.
    fn gains_on_average(&self, cells: [Cell; 2], quantity: impl Fn(&EaterBoard) -> f64) -> bool {
        let replies = self.values.replies.iter();
        let gains = replies.map(|&(reply, probability)| {
            let [first, second] = cells.map(|cell| quantity(&self.after(cell, Some(reply))));
            probability * (second - first)
        });
        self.values.replies.is_empty() || gains.sum::<f64>() > 0.0
    }

    /// Whether the compared cell, if any, lacks this property.
    fn compared_lacks(&self, has: impl Fn(Cell) -> bool) -> bool {
        self.values.compared.is_none_or(|(compared, _)| !has(compared))
    }

    /// Whether few empty cells have this property, and the compared one, if any, lacks it.
    fn is_special(&self, has: impl Fn(Cell) -> bool) -> bool {
        let few = (self.empty_cells.len() / SPECIAL_ONE_IN).max(1);
        self.compared_lacks(&has)
            && self.empty_cells.iter().filter(|&&cell| has(cell)).nth(few).is_none()
    }

    /// The probability that the opponent chooses a cell, or 0 if unknown.
    fn reply_probability(&self, cell: Cell) -> f64 {
        let mut replies = self.values.replies.iter();
        replies.find(|(other, _)| *other == cell).map_or(0.0, |&(_, probability)| probability)
    }

    fn likely_replies(&self) -> Vec<LikelyReply> {
        let replies = self.values.replies.iter();
        let likely = replies.filter(|(_, probability)| *probability >= LIKELY_PROBABILITY);
        likely
            .map(|&(cell, probability)| LikelyReply { cell, tenths: to_tenths(probability) })
            .collect()
    }

    /// The likely replies that clash with none of these cells. A clash has a reason of its own.
    fn likely_replies_without_clash(&self, cells: [Cell; 2]) -> Vec<LikelyReply> {
        let mut replies = self.likely_replies();
        replies.retain(|reply| !cells.contains(&reply.cell));
        replies
    }

    /// The board after the role chooses a cell and the opponent `reply`, if any.
    fn after(&self, cell: Cell, reply: Option<Cell>) -> EaterBoard {
        let Some(reply) = reply else { return self.with(cell, self.role) };
        let mut board = self.board.clone();
        board.apply(self.role.joint_move(cell, reply));
        board
    }

    fn is_worse_wall(&self, size: u32, other: u32) -> bool {
        if self.role == Role::Passer { size < other } else { size > other }
    }

    fn is_better_length(&self, length: Option<u32>, other: Option<u32>) -> bool {
        let [length, other] = [length, other].map(|length| length.unwrap_or(u32::MAX));
        if self.role == Role::Passer { length < other } else { length > other }
    }

    fn with(&self, cell: Cell, role: Role) -> EaterBoard {
        with(self.board, cell, role)
    }

    /// The probability that best play of the role chooses the cell, if known.
    fn own_probability(&self, cell: Cell) -> Option<f64> {
        let considered = &self.values.considered;
        let chosen = considered.iter().find(|(other, _)| *other == cell);
        (!considered.is_empty()).then(|| chosen.map_or(0.0, |(_, probability)| *probability))
    }

    /// The cells that each block all paths for the Eater.
    fn closing_cells(&self) -> Vec<Cell> {
        let mut cells = self.empty_cells.clone();
        cells.retain(|&cell| !self.with(cell, Role::Eater).can_connect());
        cells
    }

    /// The cells that each complete a path for the Passer.
    fn completing_cells(&self) -> Vec<Cell> {
        if self.ways.length == 1 { self.ways.cells() } else { Vec::new() }
    }

    /// The number of cells that complete a path after the Passer, who chooses, gets this one.
    /// `None` if the cell completes a path itself, or none could be completed before.
    fn completing_after(&self, cell: Cell) -> Option<u32> {
        if self.role != Role::Passer || self.ways.length != 1 {
            return None;
        }
        let ways = ShortestWays::on(&self.with(cell, Role::Passer))?;
        (ways.length == 1).then(|| u32::try_from(ways.cells().len()).unwrap_or(u32::MAX))
    }

    /// A reason if the Passer's cell makes the path hard to stop: two cells complete it afterwards,
    /// or no single cell of the Eater makes it longer.
    fn threat(&self, cell: Cell) -> Option<EaterReason> {
        let left = self.ways.length - 1;
        if self.ways.share(cell) == 0 || left > MAX_THREAT_LENGTH {
            return None;
        }
        let ways = ShortestWays::on(&self.with(cell, Role::Passer))?;
        let cells = ways.cells();
        match cells[..] {
            [] => None,
            [one, other] if left == 1 => Some(EaterReason::TwoWays { cells: [one, other] }),
            _ if cells.iter().any(|&cell| ways.all_need(cell)) => None,
            _ => Some(EaterReason::NoCellStops { left }),
        }
    }

    /// Whether a cell joins two groups of the Passer's cells on a shortest way through both.
    fn joins_groups(&self, cell: Cell) -> bool {
        if self.ways.length < 2 || self.ways.share(cell) == 0 {
            return false;
        }
        let left = Some(self.ways.length - 1);
        let markers = self.board.markers(Role::Passer);
        let neighbours: Vec<Cell> = markers
            .iter()
            .filter(|it| it.row.abs_diff(cell.row) <= 1 && it.col.abs_diff(cell.col) <= 1)
            .collect();
        let leads_to_cell = |it: Cell| it.row <= cell.row;
        let follows_cell = |it: Cell| it.row >= cell.row;
        let are_joined = |from: Cell, to: Cell| {
            let joined = self.only_joined_at(cell, [from, to]);
            length(&joined) == left && length(&with(&joined, cell, Role::Eater)) != left
        };
        neighbours.iter().filter(|from| leads_to_cell(**from)).any(|&from| {
            neighbours.iter().any(|&to| from != to && follows_cell(to) && are_joined(from, to))
        })
    }

    /// The board after the Passer gets the cell, with paths limited to those that cross its row
    /// only there and touch no other neighbours of the cell than `ends`.
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

/// The weight of a difference in tenths of a cell: cells times the games in ten in which it occurs.
fn cell_weight(tenths: u32) -> i32 {
    tenths.cast_signed() * CELL_WEIGHT / 10
}

/// The board after a role gets a cell.
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
