//! Why a move is good or costly, on boards up to 8 x 8: corners, stable tiles, the moves that are
//! left to both sides, and who moves last in a region.
//!
//! All claims are computed on the board or by trying all moves of the next two or three plies. Only
//! what the best answer is follows from a search, and who moves last in a region from the line of
//! one to the end of the game.
//!
//! A tenth of a move that one side has more or less weighs one.

use super::{
    Flip,
    model::{
        FlipBoard, FlipObservation, FlipPosition, Side, Square,
        bitboard::{self, Bitboard, Position, RAYS},
    },
    players::book::Book,
    search::{SearchResult, analyse, geometry::BoardGeometry},
};
use crate::play::{
    Budget, EndgamePolicy, Explainable, SearchLimits, Seat, ThinkContext, Values,
    weighed::{DECISIVE, MIN_WEIGHT, Weighed},
};

/// Why a move is good or costly. The mover is the side that makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlipReason {
    /// There is no other legal move.
    OnlyMove,
    /// The opponent has no tile left.
    WipesOut,
    /// The move takes a corner.
    TakesCorner {
        /// How many more tiles of the mover can never be flipped then.
        stable: u32,
    },
    /// The opponent has no move and must pass.
    OpponentPasses,
    /// Whatever the opponent answers, the mover can take a corner next. Before, it could not.
    ForcesCorner {
        /// How many answers there are.
        answers: u32,
    },
    /// The opponent could take the corner. It can't after the move, but after most others.
    KeepsFromCorner {
        /// The corner.
        corner: Square,
    },
    /// More tiles of the mover can never be flipped.
    MakesStable {
        /// How many more.
        tiles: u32,
    },
    /// After the move the mover could take the corner, if the opponent did nothing about it.
    ThreatensCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent has fewer moves than after the other moves.
    FewMoves {
        /// How many.
        moves: u32,
        /// How many it has after the others, in the mean.
        others: u32,
        /// Whether no other move leaves it fewer.
        is_fewest: bool,
    },
    /// Whatever the opponent answers, the mover has more moves than after the other moves and the
    /// worst answers to them.
    KeepsMoves {
        /// How many it has at least.
        moves: u32,
        /// How many it has at least after the others, in the mean.
        others: u32,
    },
    /// Fewer tiles of the mover are next to empty squares than after the other moves.
    StaysInside {
        /// How many.
        tiles: u32,
        /// How many there are after the others, in the mean.
        others: u32,
    },
    /// After the best answer, as a search finds it, the mover has many more moves than the
    /// opponent would have.
    Outlasts {
        /// The answer.
        answer: Square,
        /// The moves of the mover, and those of the opponent if it were to move.
        moves: [u32; 2],
    },
    /// Whatever the opponent answers, it is less far ahead in moves than after the other moves and
    /// the worst answers to them.
    KeepsPace {
        /// By how many moves it is ahead at most.
        behind: u32,
        /// By how many it is after the others, in the mean.
        others: u32,
    },
    /// The opponent's best move would lead to the same square, as a search of a few moves finds.
    TakesWantedSquare,
    /// The opponent has no move that it did not have before, which is not so after most other
    /// moves.
    NoNewMove,
    /// With best play of both sides the mover makes the last move in a region of empty squares.
    LastInRegion {
        /// The number of empty squares before the move.
        cells: u32,
    },
    /// The move takes a square on an edge, and no answer flips it.
    HoldsEdge,
    /// The move flips few tiles, and most other moves flip more.
    FlipsFew {
        /// How many.
        tiles: u32,
    },
    /// The book of openings has the move.
    InBook,
    /// The game was counted to its end.
    Counted {
        /// How many tiles the mover is ahead at the end.
        lead: i32,
        /// How many the better move would bring, or the next best if this is the best one, if that
        /// is known.
        instead: Option<i32>,
    },
    /// The opponent can take the corner at once, and could not after the better move.
    GivesCorner {
        /// The corner.
        corner: Square,
        /// Whether the opponent could take it before the move, too.
        was_open: bool,
    },
    /// The opponent has an answer after which nothing keeps it from the corner. It has none after
    /// the better move, and had none before.
    OpensCorner {
        /// The corner.
        corner: Square,
        /// The answer.
        answer: Square,
    },
    /// On the line of a search of a few moves the opponent takes the corner, and after the better
    /// move it does not.
    LosesCorner {
        /// The corner.
        corner: Square,
    },
    /// The move leads next to an empty corner, which the better move does not.
    BesideCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent has many more moves than after the better move.
    ManyMoves {
        /// How many tiles the move flips.
        flipped: u32,
        /// How many moves the opponent has.
        moves: u32,
        /// How many it would have after the better move.
        instead: u32,
    },
    /// After the best answer, as a search finds it, the mover has fewer moves, compared with the
    /// opponent, than after the better move and the best answer to that.
    BestAnswer {
        /// The answer.
        answer: Square,
        /// The moves of the mover, and those of the opponent if it were to move.
        moves: [u32; 2],
        /// The same after the better move and the best answer to it.
        instead: [u32; 2],
    },
    /// On the line of a search of a few moves the mover is left with fewer moves, compared with the
    /// opponent, than after the better move.
    FallsBehind {
        /// The moves of the mover and those of the opponent at the end of the line.
        moves: [u32; 2],
        /// The same at the end of the better line.
        instead: [u32; 2],
    },
    /// The best answer makes many more tiles of the opponent stable than the best answer to the
    /// better move.
    GivesStable {
        /// The answer.
        answer: Square,
        /// How many more of its tiles can never be flipped then.
        tiles: u32,
    },
    /// The opponent's best answer leads to the square of the better move.
    LeavesSquare {
        /// The square.
        square: Square,
    },
    /// More tiles of the mover are next to empty squares than after the better move.
    StandsInTheOpen {
        /// How many.
        tiles: u32,
        /// How many there are after the better move.
        instead: u32,
    },
    /// The move flips more tiles than the better move, long before the end.
    FlipsMany {
        /// How many.
        tiles: u32,
        /// How many the better move flips.
        instead: u32,
    },
    /// With best play of both sides the opponent makes the last move in a region of empty squares,
    /// which the mover would make after the better move.
    LosesRegion {
        /// The number of empty squares before the move.
        cells: u32,
    },
}

impl Explainable for Flip {
    type Reason = FlipReason;

    fn reasons(
        observation: &FlipObservation,
        seat: Seat,
        square: Square,
        better: Option<Square>,
        values: &Values<Square>,
    ) -> Vec<FlipReason> {
        let (board, side) = (&observation.position.board, Side::of(seat));
        let Some(position) = board.bitboards(side) else { return Vec::new() };
        let geometry = BoardGeometry::new(board.size());
        let legal = geometry.moves(position);
        let is_legal = |square: Square| board.contains(square) && legal & 1 << square.index() != 0;
        if !is_legal(square) || better.is_some_and(|better| !is_legal(better)) {
            return Vec::new();
        }
        let explanation = Explanation { geometry, position, values };
        match better {
            None => explanation.merits(square.index()),
            Some(better) => explanation.faults(square.index(), better.index()),
        }
    }
}

/// A position with what is needed to explain its moves, which are indices of squares.
struct Explanation<'a> {
    geometry: BoardGeometry,
    /// The position before the move.
    position: Position,
    values: &'a Values<Square>,
}

/// The smallest number of new stable tiles that is worth naming.
const MANY_STABLE: u32 = 3;
/// More moves than this are never few.
const MANY_MOVES: u32 = 12;
/// How far lines are searched, in plies.
const LINE_DEPTH: u32 = 8;
/// The largest number of positions that such a search may take.
const LINE_NODES: u64 = 25_000;
/// Up to this number of tiles, a move flips few.
const FEW_FLIPPED: u32 = 2;
/// With at most this many empty squares, there is no more use in counting moves.
const END: u32 = 10;
/// With more empty squares than this, a move is an opening.
const OPENING: u32 = 48;
/// The largest number of empty squares before a move with which lines to the end are searched.
const MAX_COUNTED: u32 = 12;
/// The largest number of positions that such a search may take.
const MAX_NODES: u64 = 2_000_000;

/// The expected moves after a move, and what they lead to.
#[derive(Default)]
struct Line {
    /// The corners that the opponent takes.
    lost_corners: Bitboard,
    /// The opponent's answer, and the position after it.
    answer: Option<(u32, Position)>,
    /// The moves of the mover and of the opponent at the end.
    moves: [u32; 2],
}

/// What a move leads to, compared with the other moves.
struct Comparison {
    value: u32,
    /// Ten times the others' mean.
    others: i32,
    /// Whether no other has a lower value.
    is_min: bool,
}

impl Comparison {
    /// Returns ten times what the value is below the others' mean.
    fn below(&self) -> i32 {
        self.others - 10 * self.value.cast_signed()
    }

    /// Returns the others' mean.
    fn mean(&self) -> u32 {
        ((self.others + 5) / 10).cast_unsigned()
    }
}

impl Explanation<'_> {
    /// Returns what speaks for a move.
    fn merits(&self, at: u32) -> Vec<FlipReason> {
        let after = self.position.play(at);
        if after.own == 0 {
            return vec![FlipReason::WipesOut];
        }
        if self.geometry.moves(self.position).is_power_of_two() {
            return vec![FlipReason::OnlyMove];
        }
        let mut reasons = Weighed::default();
        let stable = stable_gain(&self.geometry, self.position, at);
        let is_corner = self.geometry.corners & 1 << at != 0;
        if is_corner {
            reasons.add(DECISIVE, FlipReason::TakesCorner { stable });
        } else if stable >= MANY_STABLE {
            reasons.add(20 * stable.cast_signed(), FlipReason::MakesStable { tiles: stable });
        }
        let answers = self.geometry.moves(after);
        if answers == 0 && self.geometry.moves(after.pass()) != 0 {
            reasons.add(DECISIVE, FlipReason::OpponentPasses);
        }
        if self.forces_corner(at) {
            reasons.add(DECISIVE, FlipReason::ForcesCorner { answers: answers.count_ones() });
        }
        let line = self.line(at).unwrap_or_default();
        if let Some(corner) = self.kept_corner(at, &line) {
            reasons.add(DECISIVE, FlipReason::KeepsFromCorner { corner });
        }
        if let Some(cells) = self.region_won(at, at) {
            reasons.add(DECISIVE, FlipReason::LastInRegion { cells });
        }
        if let Some(counted) = self.counted_best(at) {
            reasons.add(if self.empty() <= END { DECISIVE } else { MIN_WEIGHT }, counted);
        }
        if !self.is_end() {
            self.weigh_moves(at, &line, &mut reasons);
        }
        let threats = self.corners_of(after.pass()) & !self.corners_of(self.position);
        if let Some(corner) = first(threats & !line.lost_corners) {
            reasons.add(25, FlipReason::ThreatensCorner { corner });
        }
        if self.holds_edge(at) {
            reasons.add(8, FlipReason::HoldsEdge);
        }
        if self.geometry.size == 8 {
            let book = Book::built_in().moves(self.position);
            let is_known = book.iter().any(|known| known.square.index() == at);
            let is_opening = self.empty() > OPENING;
            if is_known {
                let weight = if is_opening { 40 } else { MIN_WEIGHT };
                reasons.add(weight, FlipReason::InBook);
            }
        }
        reasons.sorted()
    }

    /// Compares the moves that both sides have after a move with those after the other moves.
    fn weigh_moves(&self, at: u32, line: &Line, reasons: &mut Weighed<FlipReason>) {
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = self.compare(at, count);
        let (moves, is_fewest) = (answers.value, answers.is_min);
        let others = answers.mean();
        if (1..=MANY_MOVES).contains(&moves) && moves < others {
            let weight = answers.below() + if is_fewest { 5 } else { 0 };
            reasons.add(weight, FlipReason::FewMoves { moves, others, is_fewest });
        }
        if !self.opens_move(at) && self.is_rare(|at| !self.opens_move(at)) {
            reasons.add(30, FlipReason::NoNewMove);
        }
        let own = self.compare(at, |after| self.least_moves(after));
        let (moves, others) = (own.value, own.mean());
        if moves > others {
            reasons.add(-own.below(), FlipReason::KeepsMoves { moves, others });
        }
        let open = self.compare(at, |after| self.open_tiles(after.pass()));
        let (tiles, others) = (open.value, open.mean());
        reasons.add(open.below() / 2, FlipReason::StaysInside { tiles, others });
        if let Some((answer, position)) = line.answer {
            let (answer, moves) = (Square::from_index(answer), self.moves_of_both(position));
            let leads = self.compare(at, |after| self.least_lead(after));
            let weight = (5 * (10 * (64 + lead(moves)) - leads.others) / 10).min(10 * lead(moves));
            if lead(moves) > 0 {
                reasons.add(weight, FlipReason::Outlasts { answer, moves });
            }
            let [lead, others] = [leads.value, leads.mean()];
            if others < lead && lead < 64 {
                let [behind, others] = [lead, others].map(|lead| 64 - lead);
                reasons.add(-leads.below() / 2, FlipReason::KeepsPace { behind, others });
            }
        }
        if self.is_wanted(at) {
            reasons.add(28, FlipReason::TakesWantedSquare);
        }
        let flipped = self.position.flips(at).count_ones();
        if self.is_early() && flipped <= FEW_FLIPPED && self.flips_fewer(at) {
            reasons.add(18, FlipReason::FlipsFew { tiles: flipped });
        }
    }

    /// Returns what makes a move costly that is compared with a better one.
    fn faults(&self, at: u32, better: u32) -> Vec<FlipReason> {
        let afters @ [after, after_better] = [at, better].map(|at| self.position.play(at));
        let mut reasons = Weighed::default();
        let lines = [at, better].map(|at| self.line(at).unwrap_or_default());
        let was_open = self.corners_of(self.position.pass());
        let new_lost = lines[0].lost_corners & !lines[1].lost_corners;
        let given = self.corners_of(after) & !self.corners_of(after_better) & new_lost;
        // A corner that the move itself opens comes first.
        let given = if given & !was_open == 0 { given } else { given & !was_open };
        if let Some(corner) = first(given) {
            let was_open = was_open & 1 << corner.index() != 0;
            reasons.add(DECISIVE, FlipReason::GivesCorner { corner, was_open });
        }
        if let Some(cells) = self.region_lost(at, better) {
            reasons.add(DECISIVE, FlipReason::LosesRegion { cells });
        }
        let opened = self.opened_corner(after).filter(|&(_, corner)| {
            new_lost & 1 << corner != 0
                && self.opened_corner(after_better).is_none()
                && self.opened_corner(self.position.pass()).is_none()
        });
        if let Some((answer, corner)) = opened {
            let [answer, corner] = [answer, corner].map(Square::from_index);
            reasons.add(DECISIVE, FlipReason::OpensCorner { corner, answer });
        }
        if let Some(counted) = self.counted(afters) {
            reasons.add(if self.empty() <= END { DECISIVE } else { MIN_WEIGHT }, counted);
        }
        let [moves, instead] = [lines[0].moves, lines[1].moves];
        let behind = lead(instead) - lead(moves);
        if !self.is_end() && behind >= 2 {
            let weight = if moves[0] < moves[1] { 4 * behind } else { 2 * behind };
            reasons.add(weight, FlipReason::FallsBehind { moves, instead });
        }
        if let Some(corner) = first(new_lost) {
            reasons.add(MIN_WEIGHT - 1, FlipReason::LosesCorner { corner });
        }
        if let [Some((answer, then)), Some((_, then_better))] = lines.map(|line| line.answer) {
            let gain =
                |after, then: Position| self.stable(then.pass()).saturating_sub(self.stable(after));
            let [tiles, instead] = [gain(after, then), gain(after_better, then_better)];
            let answer = Square::from_index(answer);
            if tiles >= instead + MANY_STABLE {
                let weight = 15 * (tiles - instead).cast_signed();
                reasons.add(weight, FlipReason::GivesStable { answer, tiles });
            }
            let [moves, instead] = [then, then_better].map(|then| self.moves_of_both(then));
            let own = instead[0].cast_signed() - moves[0].cast_signed();
            let passes = if moves[0] == 0 && instead[0] > 0 { 30 } else { 0 };
            let behind = lead(instead) - lead(moves);
            let weight = passes + 5 * behind + 4 * own;
            if !self.is_end() && behind > 0 {
                reasons.add(weight, FlipReason::BestAnswer { answer, moves, instead });
            }
            let square = Square::from_index(better);
            if answer == square {
                reasons.add(35, FlipReason::LeavesSquare { square });
            }
        }
        if let Some(corner) = self.beside_corner(at, better) {
            let is_diagonal = (corner.index() / 8) != at / 8 && (corner.index() % 8) != at % 8;
            let is_lost = new_lost & 1 << corner.index() != 0;
            let weight = if is_lost { 60 } else { 30 };
            if is_lost || is_diagonal {
                reasons.add(weight, FlipReason::BesideCorner { corner });
            }
        }
        if self.is_end() {
            return reasons.sorted();
        }
        let [flipped, flipped_instead] =
            [at, better].map(|at| self.position.flips(at).count_ones());
        let [moves, instead] = afters.map(|after| self.geometry.moves(after).count_ones());
        if moves > instead {
            let weight = 10 * (moves - instead).cast_signed();
            reasons.add(weight, FlipReason::ManyMoves { flipped, moves, instead });
        }
        let [tiles, instead] = afters.map(|after| self.open_tiles(after.pass()));
        if tiles > instead {
            let weight = 5 * (tiles - instead).cast_signed();
            reasons.add(weight, FlipReason::StandsInTheOpen { tiles, instead });
        }
        if flipped > flipped_instead + 1 && self.is_early() {
            let (tiles, instead) = (flipped, flipped_instead);
            let weight = 5 * (tiles - instead).cast_signed();
            reasons.add(weight, FlipReason::FlipsMany { tiles, instead });
        }
        reasons.sorted()
    }

    /// Returns the corner that a move keeps from the opponent, if most other moves do not.
    fn kept_corner(&self, at: u32, line: &Line) -> Option<Square> {
        let open = self.corners_of(self.position.pass());
        let kept = |at: u32| open & !self.corners_of(self.position.play(at)) & !(1 << at);
        let corner = first(kept(at) & !line.lost_corners)?;
        self.is_rare(|at| kept(at) & 1 << corner.index() != 0).then_some(corner)
    }

    /// Returns the moves of the mover, and those of the opponent if it were to move.
    fn moves_of_both(&self, position: Position) -> [u32; 2] {
        [position, position.pass()].map(|it| self.geometry.moves(it).count_ones())
    }

    /// Returns the number of moves that the mover has after the answer that leaves it the fewest.
    fn least_moves(&self, after: Position) -> u32 {
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = bitboard::indices(self.geometry.moves(after));
        let least = answers.map(|answer| count(after.play(answer))).min();
        least.unwrap_or_else(|| count(after.pass()))
    }

    /// Returns how many moves more than the opponent the mover has after the answer that is worst
    /// in this respect, plus 64.
    fn least_lead(&self, after: Position) -> u32 {
        let lead = |position| (64 + lead(self.moves_of_both(position))).cast_unsigned();
        let answers = bitboard::indices(self.geometry.moves(after));
        answers.map(|answer| lead(after.play(answer))).min().unwrap_or_else(|| lead(after.pass()))
    }

    /// Returns how many tiles of the side to move can never be flipped.
    fn stable(&self, position: Position) -> u32 {
        self.geometry.stable_tiles(position).count_ones()
    }

    /// Returns the number of empty squares.
    fn empty(&self) -> u32 {
        self.geometry.empty(self.position).count_ones()
    }

    /// Returns the corners that the side to move can take.
    fn corners_of(&self, position: Position) -> Bitboard {
        self.geometry.moves(position) & self.geometry.corners
    }

    /// Whether the mover can take a corner after every answer, and could take none before.
    fn forces_corner(&self, at: u32) -> bool {
        let after = self.position.play(at);
        let answers = self.geometry.moves(after);
        self.corners_of(self.position) == 0
            && answers != 0
            && bitboard::indices(answers).all(|answer| self.corners_of(after.play(answer)) != 0)
    }

    /// Compares what a move leads to with what the other legal moves lead to. There must be some.
    fn compare(&self, at: u32, measure: impl Fn(Position) -> u32) -> Comparison {
        let value = measure(self.position.play(at));
        let others = self.geometry.moves(self.position) & !(1 << at);
        let others: Vec<_> =
            bitboard::indices(others).map(|at| measure(self.position.play(at))).collect();
        let (sum, count) = (others.iter().sum::<u32>(), others.len().max(1));
        Comparison {
            value,
            others: (10 * sum).cast_signed() / i32::try_from(count).unwrap_or(i32::MAX),
            is_min: others.iter().all(|&other| value <= other),
        }
    }

    /// Whether the end is so far that tiles count for nothing: more than 3/8 of the squares are
    /// empty.
    fn is_early(&self) -> bool {
        8 * self.empty().cast_signed() > 3 * self.geometry.squares
    }

    /// Whether the game was counted to its end, and that is so near that moves count for nothing.
    fn is_end(&self) -> bool {
        self.values.exact && self.empty() <= END
    }

    /// Returns how many tiles of the side to move are next to empty squares.
    fn open_tiles(&self, position: Position) -> u32 {
        (position.own & grown(self.geometry.empty(position))).count_ones()
    }

    /// Whether the move takes a square on an edge, and no answer flips it.
    fn holds_edge(&self, at: u32) -> bool {
        let after = self.position.play(at);
        let answers = bitboard::indices(self.geometry.moves(after));
        let (row, col, last) = (at / 8, at % 8, self.geometry.size - 1);
        let is_edge = [row, col].iter().any(|&place| place == 0 || place == last);
        let is_corner = self.geometry.corners & 1 << at != 0;
        is_edge && !is_corner && answers.into_iter().all(|it| after.flips(it) & 1 << at == 0)
    }

    /// Whether the other moves flip at least one tile more in the mean.
    fn flips_fewer(&self, at: u32) -> bool {
        let flipped = |at: u32| self.position.flips(at).count_ones();
        let others = self.geometry.moves(self.position) & !(1 << at);
        let sum: u32 = bitboard::indices(others).map(flipped).sum();
        (flipped(at) + 1) * others.count_ones() <= sum
    }

    /// Whether the opponent's best move would lead to the same square.
    fn is_wanted(&self, at: u32) -> bool {
        let position = self.position.pass();
        let is_legal = self.geometry.moves(position) & 1 << at != 0;
        let best = || self.search(position, EndgamePolicy::Evaluate)?.line.first().copied();
        is_legal && !self.is_end() && best() == Some(Square::from_index(at))
    }

    /// Returns the line of a search after a move, or `None` if the search finds none.
    fn line(&self, at: u32) -> Option<Line> {
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let mut line = Line::default();
        let found = self.search(position, EndgamePolicy::Evaluate)?.line;
        for (index, square) in found.iter().map(|square| square.index()).enumerate() {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            if !is_mover {
                line.lost_corners |= self.geometry.corners & 1 << square;
            }
            let is_answer = index == 0 && !is_mover;
            (position, is_mover) = (position.play(square), !is_mover);
            if is_answer {
                line.answer = Some((square, position));
            }
        }
        line.moves = self.moves_of_both(if is_mover { position } else { position.pass() });
        Some(line)
    }

    /// Searches a position a few moves ahead, or to the end of the game.
    fn search(&self, position: Position, endgame: EndgamePolicy) -> Option<SearchResult> {
        let size = u16::try_from(self.geometry.size).ok()?;
        let root = FlipPosition { board: board(size, position), to_move: Side::O };
        let depth = (endgame == EndgamePolicy::Evaluate).then_some(LINE_DEPTH);
        let nodes = if endgame == EndgamePolicy::Solve { MAX_NODES } else { LINE_NODES };
        let limits = SearchLimits {
            depth,
            endgame,
            memory: Some(1 << 20),
            ..SearchLimits::new(Budget::Nodes(nodes))
        };
        let context = ThinkContext::new(limits.budget, 0, Side::O.seat(), 0);
        analyse(&root, &limits, &context, &mut |_| {}).ok()
    }

    /// Whether fewer than half of the legal moves have this property.
    fn is_rare(&self, has: impl Fn(u32) -> bool) -> bool {
        let legal = self.geometry.moves(self.position);
        let count = bitboard::indices(legal).filter(|&at| has(at)).count();
        2 * count < legal.count_ones() as usize
    }

    /// Returns how many moves the opponent has after a move that it did not have before.
    fn opened_moves(&self, at: u32) -> u32 {
        let before = self.geometry.moves(self.position.pass());
        (self.geometry.moves(self.position.play(at)) & !before).count_ones()
    }

    fn opens_move(&self, at: u32) -> bool {
        self.opened_moves(at) > 0
    }

    /// Returns an answer after which the opponent of the mover can take a certain corner whatever
    /// the mover does, and the corner. The mover must not get a corner meanwhile.
    fn opened_corner(&self, after: Position) -> Option<(u32, u32)> {
        if self.corners_of(after) != 0 {
            return None;
        }
        bitboard::indices(self.geometry.moves(after)).find_map(|answer| {
            let then = after.play(answer);
            if self.corners_of(then) != 0 {
                return None;
            }
            let replies = self.geometry.moves(then);
            let corners = if replies == 0 {
                self.corners_of(then.pass())
            } else {
                bitboard::indices(replies)
                    .fold(!0, |corners, reply| corners & self.corners_of(then.play(reply)))
            };
            bitboard::indices(corners).next().map(|corner| (answer, corner))
        })
    }

    /// Returns the empty corner next to which a move leads, if the better one leads to none.
    fn beside_corner(&self, at: u32, better: u32) -> Option<Square> {
        let empty = self.geometry.empty(self.position);
        let beside = |at: u32| grown(1 << at) & self.geometry.corners & empty & !(1 << at);
        first(beside(at)).filter(|_| beside(better) == 0)
    }

    /// Says what a costly move leads to, if the game was or can be counted to its end.
    fn counted(&self, afters: [Position; 2]) -> Option<FlipReason> {
        let known = self.values.best.zip(self.values.cost).filter(|_| self.values.exact);
        let [lead, best] = match known {
            Some((best, cost)) => [best - cost, best].map(whole),
            None if self.empty() <= END => {
                let [lead, best] = afters.map(|after| self.count(after));
                [lead?, best?]
            }
            None => return None,
        };
        (lead < best).then_some(FlipReason::Counted { lead, instead: Some(best) })
    }

    /// Says what the best move leads to, if the game was counted to its end, and near the end what
    /// the next best one does.
    fn counted_best(&self, at: u32) -> Option<FlipReason> {
        let lead = whole(self.values.best.filter(|_| self.values.exact)?);
        let others = self.geometry.moves(self.position) & !(1 << at);
        let others = if self.is_end() { others } else { 0 };
        let others = bitboard::indices(others).map(|at| self.count(self.position.play(at)));
        let next = others.collect::<Option<Vec<_>>>().and_then(|others| others.into_iter().max());
        Some(FlipReason::Counted { lead, instead: next.filter(|&next| next < lead) })
    }

    /// Returns how many tiles the side that just moved is ahead at the end, if a search finds out.
    fn count(&self, after: Position) -> Option<i32> {
        let result = self.search(after, EndgamePolicy::SolveIfFeasible)?;
        result.exact.then(|| whole(-f64::from(result.score) / 100.0))
    }

    /// Returns the number of empty squares of the region with `region`, if the mover makes the last
    /// move in it with best play of both sides after its move `at`. Returns `None` if the region
    /// has fewer than three, or the end of the game is too far.
    fn region_won(&self, at: u32, region: u32) -> Option<u32> {
        let (cells, is_mover) = self.last_in_region(at, region)?;
        is_mover.then_some(cells)
    }

    /// Returns the number of empty squares of the region into which the move `at` leads, if the
    /// opponent makes the last move in it, and would not after the better move.
    fn region_lost(&self, at: u32, better: u32) -> Option<u32> {
        let (cells, is_mover) = self.last_in_region(at, at)?;
        if is_mover { None } else { self.region_won(better, at).filter(|_| cells > 0) }
    }

    /// Returns the number of empty squares of the region with `region`, and whether the mover makes
    /// the last move in it.
    fn last_in_region(&self, at: u32, region: u32) -> Option<(u32, bool)> {
        let empty = self.geometry.empty(self.position);
        if !self.values.exact || empty.count_ones() > MAX_COUNTED {
            return None;
        }
        let region = connected(empty, 1 << region);
        let is_part = region != empty || region.count_ones() <= 5;
        if !is_part || region.count_ones() < 3 {
            return None;
        }
        let movers = self.line_to_the_end(at)?;
        let last = movers.iter().rev().find(|&&(at, _)| region & 1 << at != 0)?;
        Some((region.count_ones(), last.1))
    }

    /// Returns the squares of the moves from `at` on to the end of the game with best play of both
    /// sides, and whether the mover makes them.
    fn line_to_the_end(&self, at: u32) -> Option<Vec<(u32, bool)>> {
        let mut line = vec![(at, true)];
        let (mut position, mut is_mover) = (self.position.play(at), false);
        let result = self.search(position, EndgamePolicy::Solve)?;
        for square in result.line.iter().filter(|_| result.exact) {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            line.push((square.index(), is_mover));
            (position, is_mover) = (position.play(square.index()), !is_mover);
        }
        let has_ended = [position, position.pass()].map(|it| self.geometry.moves(it)) == [0, 0];
        (result.exact && has_ended).then_some(line)
    }
}

/// Returns how many moves the mover has more than the opponent.
fn lead([own, other]: [u32; 2]) -> i32 {
    own.cast_signed() - other.cast_signed()
}

/// Returns the first square of a set.
fn first(squares: Bitboard) -> Option<Square> {
    bitboard::indices(squares).next().map(Square::from_index)
}

#[allow(clippy::cast_possible_truncation)] // at most 64
fn whole(tiles: f64) -> i32 {
    tiles.round() as i32
}

/// Returns the board on which O is to move.
fn board(size: u16, position: Position) -> FlipBoard {
    FlipBoard::Small { size, tiles: [position.own, position.opp] }
}

/// Returns how many more tiles of the side to move are stable after a move.
fn stable_gain(geometry: &BoardGeometry, position: Position, at: u32) -> u32 {
    let before = geometry.stable_tiles(position).count_ones();
    geometry.stable_tiles(position.play(at).pass()).count_ones().saturating_sub(before)
}

/// Returns the square of a ray that is next to where it starts.
fn nearest(ray: Bitboard, start: u32) -> Bitboard {
    match ray {
        0 => 0,
        later if later >> start != 0 => later & later.wrapping_neg(),
        earlier => 1 << earlier.ilog2(),
    }
}

/// Returns the squares of a set and those next to them, also beyond a small board.
fn grown(set: Bitboard) -> Bitboard {
    bitboard::indices(set).fold(set, |grown, at| {
        RAYS[at as usize].iter().fold(grown, |grown, &ray| grown | nearest(ray, at))
    })
}

/// Returns the squares of `cells` that are connected with `seed`, diagonals included.
fn connected(cells: Bitboard, seed: Bitboard) -> Bitboard {
    let mut region = seed & cells;
    loop {
        let next = grown(region) & cells;
        if next == region {
            return region;
        }
        region = next;
    }
}
