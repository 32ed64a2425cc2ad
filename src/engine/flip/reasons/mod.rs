//! Why a move is good or costly, on boards up to 8 x 8: corners, stable tiles, the mobility of both
//! sides, and who moves last in a region.
//!
//! Reasons are computed on the board or by trying all moves of the next two or three plies. Only
//! the best moves come from a search. Near the end of the game it solves the position, and reasons
//! about best play then hold whichever of the best moves are chosen.
//!
//! A costly move is compared with the better one, and a good one with the move that was played
//! instead or the best of the clearly worse ones. A reason is dropped if it holds for both moves or
//! explains only a small part of the cost. A reason about mobility is dropped unless it also holds
//! on average over good lines, and one with a number unless the number separates the other good and
//! bad moves of the position.
//!
//! | name | meaning |
//! |---|---|
//! | mover | the side to move, which could make either of the two moves that are compared |
//! | good, bad | the better and the worse of the two moves, whichever is explained |
//! | answer | the opponent's move after one of them |
//! | prospect | a move with the line that is expected after it |
//! | good lines | lines of moves that lose little |
//! | solved | searched to the end of the game |

mod corners;
mod endgame;
mod good_lines;
mod prospect;
mod stable;
mod weights;

use std::{cell::RefCell, collections::HashMap, mem::discriminant};

use super::{
    Flip,
    model::{
        FlipBoard, FlipObservation, FlipPosition, Side, Square,
        bitboard::{self, Bitboard, Position, RAYS},
    },
    players::book::Book,
    search::{
        Engine, SearchResult, analyse_with,
        evaluation::{AnyEvaluator, HandcraftedEvaluator},
        geometry::BoardGeometry,
    },
};
use crate::play::{
    ActionValues, Budget, EndgamePolicy, Explainable, SearchLimits, Seat, ThinkContext,
    weighed::{DECISIVE, MIN_WEIGHT, Weighed},
};
use endgame::{BestPlays, MOVER, OPPONENT};
use prospect::{Pair, Prospect};

/// The moves that follow a move, the opponent's answer first, and `None` after the last.
pub type Line = [Option<Square>; 6];

/// A row or a column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrColumn {
    /// A row.
    Row(u32),
    /// A column.
    Column(u32),
}

/// A quantity after the explained move, compared with that after another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contrast<T> {
    /// The quantity after the explained move.
    pub own: T,
    /// The quantity after the other move.
    pub other: T,
    /// The other move, if it is the worse one. A better move is not named.
    pub worse: Option<Square>,
}

/// The numbers of moves of both sides in a position with the mover to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility<T = u32> {
    /// The number of moves of the mover.
    pub mover: T,
    /// The number of moves that the opponent would have in its place.
    pub opponent: T,
}

impl<T> Mobility<T> {
    fn map<U>(self, convert: impl Fn(T) -> U) -> Mobility<U> {
        Mobility { mover: convert(self.mover), opponent: convert(self.opponent) }
    }
}

impl Mobility {
    /// The mover's moves minus the opponent's.
    fn lead(self) -> i32 {
        self.mover.cast_signed() - self.opponent.cast_signed()
    }
}

impl Mobility<f64> {
    /// The mover's mean number of moves minus the opponent's.
    fn lead(self) -> f64 {
        self.mover - self.opponent
    }
}

/// Why a move is good or costly.
///
/// The mover is the side that makes the move. The best answer comes from a search of a few plies,
/// or to the end of the game if that is near. The field `worse` is the other move, if it is the
/// worse one; a better move is not named.
///
/// "More (or fewer)" explains a good move or a bad one: more than after a worse move, or fewer than
/// after a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "only fields whose names say too little have a comment")]
pub enum FlipReason {
    /// There is no other legal move.
    OnlyMove,
    /// The opponent has no tile left.
    WipesOut,
    /// With best play the opponent loses all its tiles.
    WinsAll,
    /// With best play the opponent would lose all its tiles after the better move.
    MissesAll,
    /// With best play the mover loses all its tiles, but not after the better move.
    LosesAll,
    /// The move takes a corner.
    TakesCorner {
        /// The additional stable tiles of the mover, if clearly more than after a worse move.
        stable: Option<Contrast<u32>>,
    },
    /// The opponent has no move and must pass.
    OpponentPasses,
    /// After any answer, the mover can take a corner next. Before, it could not.
    ForcesCorner { answers: u32 },
    /// The opponent can no longer take the corner, but could after a worse move or most others.
    KeepsFromCorner { corner: Square },
    /// The worse move takes the corner. After this one, the opponent can't take it, and the mover
    /// can after any answer.
    CornerCanWait { corner: Square },
    /// The move makes clearly more tiles of the mover stable than a worse move. Stable tiles can
    /// never be flipped.
    MakesStable(Contrast<u32>),
    /// All other moves leave the opponent more moves.
    FewestMoves { moves: u32 },
    /// With best play, the mover makes the last move in a region of empty squares, which the
    /// opponent would make after the other move.
    LastInRegion {
        /// The number of empty squares before the move, or `None` if it is the whole board.
        cells: Option<u32>,
    },
    /// With best play, the opponent must pass, which it need not after a worse move.
    OpponentPassesLater {
        /// The moves before the pass.
        line: Line,
    },
    /// The move flips clearly more tiles than a worse one, near the end.
    FlipsMore(Contrast<u32>),
    /// The book of openings has the move.
    InBook,
    /// The game was searched to its end.
    Solved {
        /// The lead of the mover in tiles at the end.
        lead: i32,
        /// The lead after the better move, or after the next best if this is the best one.
        instead: i32,
        /// The moves of best play to the end, if they are few.
        line: Line,
    },
    /// The opponent can take the corner at once, which it could not after the better move.
    GivesCorner {
        corner: Square,
        /// Whether the opponent could take it before the move, too.
        was_open: bool,
    },
    /// The opponent has an answer after which nothing keeps it from the corner. It had none before
    /// the move, and would have none after the better one.
    OpensCorner { corner: Square, answer: Square },
    /// The better move takes a corner.
    MissesCorner { corner: Square },
    /// After the good move and the best answer, the mover can take the corner. It could not before,
    /// and can't after the other move and any answer.
    NextCorner {
        corner: Square,
        /// The best answer to the good move.
        answer: Square,
        worse: Option<Square>,
    },
    /// In a solved position, whichever best moves are chosen, one side takes the corner after one
    /// move, and the other side after the other move.
    CornerGoes {
        corner: Square,
        /// Whether the mover takes it after the explained move.
        by_mover: bool,
        /// The moves of best play between the explained move and that to the corner.
        line: Line,
        worse: Option<Square>,
    },
    /// In a solved position, whichever best moves are chosen, this many tiles of a row or column
    /// are the mover's after the good move, and the opponent's after the other.
    TilesGo { place: RowOrColumn, tiles: u32, worse: Option<Square> },
    /// With best play, the mover must pass, which it need not after the better move.
    MustPass {
        /// The moves before the pass.
        line: Line,
    },
    /// The opponent has fewer moves than after a worse move, or more than after a better one.
    LeavesMoves(Contrast<u32>),
    /// The opponent has fewer new moves than after a worse move, or more than after a better one.
    /// The same holds for all its moves.
    OpensMoves(Contrast<u32>),
    /// The opponent has fewer safe moves than after a worse move, or more than after a better one.
    /// After a safe move, the mover can't take a corner next. The mover could take none before.
    LeavesSafeMoves(Contrast<u32>),
    /// After any answer to the good move, the mover has more moves than after some good answer to
    /// the bad one.
    KeepsMoves(Contrast<u32>),
    /// The opponent's best answer to the bad move is impossible after the good one, and its other
    /// answers to the bad one are clearly worse.
    AllowsAnswer {
        answer: Square,
        /// Whether the opponent could move there before, too.
        was_open: bool,
        worse: Option<Square>,
    },
    /// On average over all answers, the mover has more (or fewer) moves, compared with the
    /// opponent, than after the other move and all answers to it. The means are rounded.
    AfterAnswers(Contrast<Mobility>),
    /// The worse move can wait: the opponent can't move to its square before or after the good
    /// move, and the mover still can after any answer. The good move can't wait: the opponent can
    /// move to its square before and after the worse one, as one of its best answers.
    CanWait {
        /// The square of the worse move.
        square: Square,
        /// The square of the good move.
        taken: Square,
        /// Whether the good move is explained.
        is_good: bool,
    },
    /// After the best answer only, the mover has more (or fewer) moves, compared with the opponent,
    /// than after the other move and the best answer to it.
    AfterAnswer { answer: Square, takes_corner: bool, moves: Contrast<Mobility> },
    /// After the best answer only, the mover has more (or fewer) safe moves than after the other
    /// move and the best answer to it; the opponent's moves don't count. After a safe move, the
    /// opponent can't take a corner next.
    SafeAfterAnswer {
        answer: Square,
        takes_corner: bool,
        /// The number of the mover's safe moves.
        moves: Contrast<u32>,
    },
    /// After the next three to eight moves of good lines, the mover has more (or fewer) moves on
    /// average, compared with the opponent, than after the other move. The means are rounded.
    Later(Contrast<Mobility>),
    /// Fewer tiles of the mover are next to empty squares than after a worse move, or more than
    /// after a better one.
    OpenTiles(Contrast<u32>),
    /// The best answer makes many more tiles of the opponent stable than the best answer to the
    /// better move does, and than the same answer would after the better move.
    GivesStable {
        answer: Square,
        takes_corner: bool,
        /// The additional stable tiles of the opponent.
        tiles: Contrast<u32>,
    },
    /// Near the end, the best answer flips clearly more tiles than that to the better move.
    AnswerFlips {
        answer: Square,
        /// The tiles that the answers flip.
        tiles: Contrast<u32>,
    },
    /// The opponent's best answer is to move to the square of the better move, as it could before.
    LeavesSquare { square: Square },
    /// With best play, the opponent makes the last move in a region of empty squares, which the
    /// mover would make after the better move.
    LosesRegion {
        /// The number of empty squares before the move, or `None` if it is the whole board.
        cells: Option<u32>,
    },
}

impl Explainable for Flip {
    type Reason = FlipReason;

    fn reasons(
        observation: &FlipObservation,
        seat: Seat,
        square: Square,
        better: Option<Square>,
        values: &ActionValues<Square>,
    ) -> Vec<FlipReason> {
        let (board, side) = (&observation.position.board, Side::of(seat));
        let Some(position) = board.bitboards(side) else { return Vec::new() };
        let geometry = BoardGeometry::new(board.size());
        let legal = geometry.moves(position);
        let is_legal = |square: Square| board.contains(square) && legal & 1 << square.index() != 0;
        if !is_legal(square) || better.is_some_and(|better| !is_legal(better)) {
            return Vec::new();
        }
        let explainer = Explainer {
            best_plays: RefCell::new(BestPlays::new(&geometry, position)),
            geometry,
            position,
            values,
            engine: RefCell::default(),
            good_lines: RefCell::default(),
            evaluator: AnyEvaluator::best(
                board.size(),
                Box::new(HandcraftedEvaluator::new(board.size())),
            ),
        };
        match better {
            None => explainer.merits(square.index()),
            Some(better) => {
                let [own, better] = [square, better].map(|it| explainer.prospect(it.index()));
                explainer.faults(&own, &better, values.cost)
            }
        }
    }
}

/// Explains the moves of a position. A move is the index of its square, usually called `at`.
struct Explainer<'a> {
    geometry: BoardGeometry,
    /// The position before the explained move, with the mover to move.
    position: Position,
    values: &'a ActionValues<Square>,
    engine: RefCell<Engine>,
    best_plays: RefCell<BestPlays>,
    /// Ranks moves without a search.
    evaluator: AnyEvaluator,
    /// The mobility on good lines, by the position after the move.
    good_lines: RefCell<HashMap<Position, Mobility<f64>>>,
}

/// The minimum number of new stable tiles that is worth naming.
const MIN_STABLE: u32 = 3;
/// The minimum clear difference between numbers of new stable tiles, or of flipped ones.
const CLEARLY_MORE: u32 = 2;
/// The depth of searches that don't solve a position, in plies.
const SEARCH_DEPTH: u32 = 8;
/// The maximum number of positions of a search for a line.
const LINE_NODES: u64 = 25_000;
/// The maximum number of positions of a search that ranks moves.
const RANK_NODES: u64 = 1_200;
/// The memory of a search, in bytes.
const SEARCH_MEMORY: usize = 1 << 20;
/// With at most this many empty squares, mobility no longer matters.
const ENDGAME_EMPTIES: u32 = 10;
/// With at most this many empty squares, the number of flipped tiles matters.
const LAST_MOVES_EMPTIES: u32 = 8;
/// With more empty squares than this, a move belongs to the opening.
const OPENING_EMPTIES: u32 = 48;
/// The minimum cost of a clearly worse move, in tiles.
const CLEARLY_WORSE_COST: f64 = 2.0;
/// Higher costs, in tiles, count as this one, so that a single reason can be enough.
const MAX_COST_TO_EXPLAIN: f64 = 18.0;
/// The minimum weight of a merit that is given with a fault of the worse move.
const MIN_WEIGHT_BESIDE_FAULT: i32 = 40;
const MAX_REASONS: usize = 2;

impl Explainer<'_> {
    /// Returns the reasons for a good move, compared with clearly worse ones if there are any.
    fn merits(&self, at: u32) -> Vec<FlipReason> {
        if self.position.play(at).own == 0 {
            return vec![FlipReason::WipesOut];
        }
        if self.geometry.moves(self.position).is_power_of_two() {
            return vec![FlipReason::OnlyMove];
        }
        let known_worse = self.values.compared.map(|(worse, cost)| (worse.index(), cost));
        if known_worse.is_some_and(|(_, cost)| self.values.cost.is_some_and(|own| own > cost)) {
            // The worse of two moves has no merits.
            return Vec::new();
        }
        let mut reasons = Weighed::default();
        let good = self.prospect(at);
        if self.wins_all(&good) {
            reasons.add(DECISIVE, FlipReason::WinsAll);
        }
        let worse_moves =
            known_worse.map_or_else(|| self.clearly_worse_moves(at), |known| vec![known]);
        if worse_moves.is_empty() {
            self.weigh_merits(&good, None, &mut |weight, reason| reasons.add(weight, reason));
        }
        for (worse, cost) in worse_moves {
            let bad = self.prospect(worse);
            if self.is_as_good(bad.at, at) {
                continue;
            }
            let pair = Pair { good: &good, bad: &bad, explains_good: true };
            let faults = match known_worse {
                Some(_) => self.faults(&bad, &good, Some(cost)),
                None => Vec::new(),
            };
            self.weigh_against(&pair, cost, faults, &mut reasons);
            if !reasons.is_empty() {
                break;
            }
        }
        // With a known worse move, its faults include this.
        if let Some(solved) = self.solved_merit(at).filter(|_| known_worse.is_none()) {
            reasons.add(MIN_WEIGHT, solved);
        }
        if self.geometry.size == 8 {
            let book = Book::built_in().moves(self.position);
            if book.iter().any(|known| known.square.index() == at) {
                let weight = if self.empties() > OPENING_EMPTIES {
                    weights::BOOK_OPENING
                } else {
                    MIN_WEIGHT
                };
                reasons.add(weight, FlipReason::InBook);
            }
        }
        let mut reasons = reasons.sorted();
        reasons.truncate(MAX_REASONS);
        reasons
    }

    /// Adds the merits of a good move compared with a bad one that costs `cost` tiles. `faults` are
    /// the reasons already given against the bad move.
    fn weigh_against(
        &self,
        pair: &Pair,
        cost: f64,
        faults: Vec<FlipReason>,
        reasons: &mut Weighed<FlipReason>,
    ) {
        let min_weight = if faults.is_empty() { 0 } else { MIN_WEIGHT_BESIDE_FAULT };
        let mut add = |weight: i32, reason| {
            if weight >= min_weight && is_substantial(weight, cost) {
                reasons.add(weight, reason);
            }
        };
        self.weigh_merits(pair.good, Some(pair.bad), &mut add);
        self.weigh_differences(pair, cost, &mut add);
        self.keep_best(reasons, pair, cost, faults);
    }

    /// Passes the merits of a move to `add` with their weights, except those that the worse move
    /// shares.
    fn weigh_merits(
        &self,
        good: &Prospect,
        worse: Option<&Prospect>,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let (at, after) = (good.at, good.after);
        self.weigh_won_corners(good, worse, add);
        let takes_corner = self.is_corner(at) && worse.is_some_and(|it| !self.is_corner(it.at));
        let are_many = |it: &Contrast<u32>| it.own >= MIN_STABLE && !takes_corner;
        if let Some(tiles) = self.more_stable(at, worse).filter(are_many) {
            let more = (tiles.own - tiles.other).cast_signed();
            add(weights::PER_STABLE_TILE * more, FlipReason::MakesStable(tiles));
        }
        let must_pass = |after: Position| {
            self.geometry.moves(after) == 0 && self.geometry.moves(after.pass()) != 0
        };
        if must_pass(after) && !worse.is_some_and(|worse| must_pass(worse.after)) {
            add(DECISIVE, FlipReason::OpponentPasses);
        }
        if let Some(worse) = worse {
            if let Some(reason) = self.last_in_region(at, worse.at, true) {
                add(DECISIVE, reason);
            }
            if !must_pass(after)
                && let Some(line) = self.line_to_pass(at, worse.at, OPPONENT)
            {
                add(DECISIVE, FlipReason::OpponentPassesLater { line });
            }
            let [own, other] = [good, worse].map(|it| self.position.flips(it.at).count_ones());
            if self.empties() <= LAST_MOVES_EMPTIES && own > other + CLEARLY_MORE {
                let worse = Some(Square::from_index(worse.at));
                let weight = weights::PER_FLIPPED_TILE * (own - other).cast_signed();
                add(weight, FlipReason::FlipsMore(Contrast { own, other, worse }));
            }
        }
        if let Some((moves, fewer)) = self.fewest_moves(at).filter(|_| !self.is_endgame()) {
            let weight = weights::PER_MOVE_LEFT * fewer + weights::FEWEST_MOVES;
            add(weight, FlipReason::FewestMoves { moves });
        }
    }

    /// Returns the reasons against a move that costs this many tiles, compared with a better one.
    fn faults(&self, own: &Prospect, better: &Prospect, cost: Option<f64>) -> Vec<FlipReason> {
        if self.is_as_good(own.at, better.at) {
            return Vec::new();
        }
        let mut reasons = Weighed::default();
        let all = f64::from(self.geometry.square_count);
        let lead = self.values.best.zip(cost).filter(|_| self.values.exact);
        let loses_all = lead.is_some_and(|(best, cost)| best - cost <= -all);
        if loses_all || own.mover_is_wiped_out() && !better.mover_is_wiped_out() {
            reasons.add(DECISIVE, FlipReason::LosesAll);
        } else if self.wins_all(better) && !own.opponent_is_wiped_out() {
            reasons.add(DECISIVE, FlipReason::MissesAll);
        }
        let known_cost = cost.unwrap_or(0.0);
        let mut add = |weight: i32, reason| {
            if is_substantial(weight, known_cost) {
                reasons.add(weight, reason);
            }
        };
        self.weigh_lost_corners(own, better, &mut add);
        if let Some(reason) = self.last_in_region(better.at, own.at, false) {
            add(DECISIVE, reason);
        }
        if let Some(line) = self.line_to_pass(own.at, better.at, MOVER) {
            add(DECISIVE, FlipReason::MustPass { line });
        }
        self.weigh_best_answer(own, better, &mut add);
        let pair = Pair { good: better, bad: own, explains_good: false };
        self.weigh_differences(&pair, known_cost, &mut add);
        self.keep_best(&mut reasons, &pair, known_cost, Vec::new());
        if let Some(solved) = self.solved_fault(own.at, better.at, cost) {
            reasons.add(MIN_WEIGHT, solved);
        }
        let mut reasons = reasons.sorted();
        reasons.truncate(MAX_REASONS);
        reasons
    }

    /// Keeps the weightiest reasons that add something to those `given`. If none is left, looks
    /// further ahead.
    fn keep_best(
        &self,
        reasons: &mut Weighed<FlipReason>,
        pair: &Pair,
        cost: f64,
        mut given: Vec<FlipReason>,
    ) {
        let mut is_kept = |&reason: &FlipReason| {
            let is_kept = !given.iter().any(|&given| is_redundant(given, reason))
                && self.holds_on_average(pair, reason, cost)
                && self.separates(pair, reason);
            if is_kept {
                given.push(reason);
            }
            is_kept
        };
        reasons.keep(MAX_REASONS, &mut is_kept);
        if reasons.is_empty()
            && let Some((weight, later)) = self.later(pair)
            && is_substantial(weight, cost)
            && is_kept(&later)
        {
            reasons.add(weight, later);
        }
    }

    /// Passes the effects of the best answer to `add`, compared with the best answer to the better
    /// move.
    fn weigh_best_answer(
        &self,
        own: &Prospect,
        better: &Prospect,
        add: &mut dyn FnMut(i32, FlipReason),
    ) {
        let [Some((answer, then)), Some((better_answer, then_better))] =
            [own, better].map(Prospect::best_answer)
        else {
            return;
        };
        let square = Square::from_index(answer);
        let contrast = |own, other| Contrast { own, other, worse: None };
        let stable = |after: Position, then: Position| {
            let before = self.stable_count(after, true)?;
            Some(self.stable_count(then.pass(), false)?.saturating_sub(before))
        };
        // The answer may also be possible after the better move.
        let anyway = || {
            if self.can_move(better.after, answer) {
                stable(better.after, better.after.play(answer))
            } else {
                Some(0)
            }
        };
        if self.least_stable_gain(then.pass(), own.after) >= MIN_STABLE
            && let Some(tiles) = stable(own.after, then)
            && let Some(other) = stable(better.after, then_better)
            && tiles >= other + MIN_STABLE
            && anyway().is_some_and(|anyway| tiles >= anyway + MIN_STABLE)
        {
            let weight = weights::PER_STABLE_TILE * (tiles - other).cast_signed();
            let tiles = contrast(tiles, other);
            let takes_corner = self.is_corner(answer);
            add(weight, FlipReason::GivesStable { answer: square, takes_corner, tiles });
        }
        let flipped = own.after.flips(answer).count_ones();
        let flipped_instead = better.after.flips(better_answer).count_ones();
        if self.empties() <= LAST_MOVES_EMPTIES && flipped > flipped_instead + CLEARLY_MORE {
            let weight = weights::PER_FLIPPED_TILE * (flipped - flipped_instead).cast_signed();
            let tiles = contrast(flipped, flipped_instead);
            add(weight, FlipReason::AnswerFlips { answer: square, tiles });
        }
        if answer == better.at
            && self.can_move(self.position.pass(), answer)
            && !self.is_endgame()
            && self.is_clearly_best(own.after, answer)
        {
            add(weights::LEAVES_SQUARE, FlipReason::LeavesSquare { square });
        }
    }

    /// Whether the opponent loses all its tiles after a best move.
    fn wins_all(&self, best: &Prospect) -> bool {
        let all = f64::from(self.geometry.square_count);
        let is_known = self.values.exact && self.values.best.is_some_and(|best| best >= all);
        is_known || best.opponent_is_wiped_out()
    }

    /// Whether a supposedly worse move is as good as another one when both are solved.
    fn is_as_good(&self, worse: u32, other: u32) -> bool {
        let leads = [worse, other].map(|at| self.best_play(at).map(|best_play| best_play.lead));
        matches!(leads, [Some(worse), Some(other)] if worse >= other)
    }

    /// Returns the best two of the clearly worse moves, and how much worse they are.
    fn clearly_worse_moves(&self, at: u32) -> Vec<(u32, f64)> {
        let value = |at| {
            if self.is_endgame() {
                return self.best_play(at).map(|best_play| f64::from(best_play.lead));
            }
            let result = self.search(self.position.play(at), EndgamePolicy::Evaluate, RANK_NODES);
            result.map(|result| -f64::from(result.score) / 100.0)
        };
        let Some(own) = value(at) else { return Vec::new() };
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let costs = others.filter_map(|at| Some((at, own - value(at)?)));
        let mut worse: Vec<_> = costs.filter(|&(_, cost)| cost >= CLEARLY_WORSE_COST).collect();
        worse.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        worse.truncate(2);
        worse
    }

    /// Returns the number of moves that a move leaves to the opponent, if all others leave it more,
    /// and the mean difference. The compared move, if any, must leave at least two more.
    fn fewest_moves(&self, at: u32) -> Option<(u32, i32)> {
        let count = |at| self.move_count(self.position.play(at));
        let others: Vec<u32> =
            bitboard::indices(self.geometry.moves(self.position) & !(1 << at)).map(count).collect();
        let (moves, sum) = (count(at), others.iter().sum::<u32>());
        let differs = |(other, _): (Square, f64)| count(other.index()) >= moves + 2;
        let is_fewest = moves > 0
            && self.values.compared.is_none_or(differs)
            && others.iter().all(|&other| other > moves);
        let mean = sum / u32::try_from(others.len()).unwrap_or(1).max(1);
        is_fewest.then(|| (moves, mean.cast_signed() - moves.cast_signed()))
    }

    /// The additional stable tiles of the mover after a move, if their number is certain and
    /// clearly higher than after a worse one.
    fn more_stable(&self, at: u32, worse: Option<&Prospect>) -> Option<Contrast<u32>> {
        let worse = worse?.at;
        let least = self.least_stable_gain(self.position.play(at).pass(), self.position);
        if least < CLEARLY_MORE {
            return None;
        }
        let [own, other] = [self.stable_gain(at)?, self.stable_gain(worse)?];
        let worse = Some(Square::from_index(worse));
        (own >= other + CLEARLY_MORE).then_some(Contrast { own, other, worse })
    }

    /// The mobility in a position with the mover to move.
    fn moves_of_both(&self, position: Position) -> Mobility {
        Mobility { mover: self.move_count(position), opponent: self.move_count(position.pass()) }
    }

    fn move_count(&self, position: Position) -> u32 {
        self.geometry.moves(position).count_ones()
    }

    fn can_move(&self, position: Position, at: u32) -> bool {
        self.geometry.moves(position) & 1 << at != 0
    }

    fn empties(&self) -> u32 {
        self.geometry.empty(self.position).count_ones()
    }

    /// The number of moves after which the other side can't take a corner. `None` if it could take
    /// one now.
    fn safe_moves(&self, position: Position) -> Option<u32> {
        let is_safe = |&at: &u32| self.corner_moves(position.play(at)) == 0;
        let safe = || bitboard::indices(self.geometry.moves(position)).filter(is_safe).count();
        (self.corner_moves(position.pass()) == 0).then(|| u32::try_from(safe()).unwrap_or(0))
    }

    /// Whether the end of the game is so near that mobility no longer matters.
    fn is_endgame(&self) -> bool {
        self.empties() <= ENDGAME_EMPTIES
    }

    /// Searches a position to [`SEARCH_DEPTH`] plies, or to the end of the game if `endgame` is not
    /// [`EndgamePolicy::Evaluate`].
    fn search(
        &self,
        position: Position,
        endgame: EndgamePolicy,
        nodes: u64,
    ) -> Option<SearchResult> {
        let size = u16::try_from(self.geometry.size).ok()?;
        let board = FlipBoard::Small { size, tiles: [position.own, position.opp] };
        let root = FlipPosition { board, to_move: Side::O };
        let depth = (endgame == EndgamePolicy::Evaluate).then_some(SEARCH_DEPTH);
        let limits = SearchLimits {
            depth,
            endgame,
            memory: Some(SEARCH_MEMORY),
            ..SearchLimits::new(Budget::Nodes(nodes))
        };
        let context = ThinkContext::new(limits.budget, 0, Side::O.seat(), 0);
        analyse_with(&mut self.engine.borrow_mut(), &root, &limits, &context, &mut |_| {}).ok()
    }

    /// Whether fewer than half of the legal moves have this property.
    fn is_rare(&self, has: impl Fn(u32) -> bool) -> bool {
        let legal = self.geometry.moves(self.position);
        let count = bitboard::indices(legal).filter(|&at| has(at)).count();
        2 * count < legal.count_ones() as usize
    }
}

/// Whether a given reason makes another one redundant. The given one may also be a fault of the
/// worse move, and the other a merit of the better one.
fn is_redundant(given: FlipReason, reason: FlipReason) -> bool {
    discriminant(&given) == discriminant(&reason)
        || topic(given).is_some_and(|given| topic(reason) == Some(given))
}

/// The topic that nearly equivalent reasons share.
#[derive(PartialEq, Eq)]
enum Topic {
    MovesNext,
    /// The moves that are left after that.
    MovesLater,
    Corner(Square),
    LastMove,
    WipeOut,
    /// The opponent's next move.
    Answer(Square),
}

fn topic(reason: FlipReason) -> Option<Topic> {
    Some(match reason {
        FlipReason::FewestMoves { .. }
        | FlipReason::LeavesMoves(_)
        | FlipReason::OpensMoves(_)
        | FlipReason::LeavesSafeMoves(_) => Topic::MovesNext,
        FlipReason::KeepsMoves(_)
        | FlipReason::AfterAnswers(_)
        | FlipReason::AfterAnswer { .. }
        | FlipReason::SafeAfterAnswer { .. }
        | FlipReason::Later(_) => Topic::MovesLater,
        FlipReason::GivesCorner { corner, .. }
        | FlipReason::OpensCorner { corner, .. }
        | FlipReason::MissesCorner { corner }
        | FlipReason::NextCorner { corner, .. }
        | FlipReason::KeepsFromCorner { corner }
        | FlipReason::CornerGoes { corner, .. } => Topic::Corner(corner),
        FlipReason::LosesRegion { .. } | FlipReason::LastInRegion { .. } => Topic::LastMove,
        FlipReason::MissesAll | FlipReason::WinsAll => Topic::WipeOut,
        FlipReason::AllowsAnswer { answer, .. } => Topic::Answer(answer),
        FlipReason::LeavesSquare { square } | FlipReason::CanWait { taken: square, .. } => {
            Topic::Answer(square)
        }
        _ => return None,
    })
}

/// Whether a difference of this weight explains at least a quarter of the cost, which is in tiles
/// and counts up to [`MAX_COST_TO_EXPLAIN`].
fn is_substantial(weight: i32, cost: f64) -> bool {
    4.0 / weights::ONE_TILE * f64::from(weight) >= cost.min(MAX_COST_TO_EXPLAIN)
}

fn first_square(squares: Bitboard) -> Option<Square> {
    bitboard::indices(squares).next().map(Square::from_index)
}

/// The square of a ray next to its start.
fn nearest(ray: Bitboard, start: u32) -> Bitboard {
    match ray {
        0 => 0,
        later if later >> start != 0 => later & later.wrapping_neg(),
        earlier => 1 << earlier.ilog2(),
    }
}

/// The squares of a set and their neighbours, including those outside a small board.
fn with_neighbours(set: Bitboard) -> Bitboard {
    bitboard::indices(set).fold(set, |with_neighbours, at| {
        RAYS[at as usize]
            .iter()
            .fold(with_neighbours, |with_neighbours, &ray| with_neighbours | nearest(ray, at))
    })
}
