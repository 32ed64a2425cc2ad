//! Why a move is good or costly, on boards up to 8 x 8: corners, stable tiles, the moves that are
//! left to both sides, and who moves last in a region.
//!
//! All claims are computed on the board or by trying all moves of the next two or three plies. Only
//! who moves last in a region follows from the line of a search to the end of the game.

use super::{
    Flip,
    model::{
        FlipBoard, FlipObservation, FlipPosition, Side, Square,
        bitboard::{self, Bitboard, Position, RAYS},
    },
    players::book::Book,
    search::{SearchResult, analyse, geometry::BoardGeometry},
};
use crate::play::{Budget, EndgamePolicy, Explainable, SearchLimits, Seat, ThinkContext, Values};

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
    /// The opponent could take the corner, and can't after the move.
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
    /// On the line of a search the mover takes a corner, and more corners than the opponent.
    WinsCorner {
        /// The corner.
        corner: Square,
        /// After how many moves of both sides, this one included.
        plies: u32,
    },
    /// The opponent has few moves, fewer than after most other moves.
    FewMoves {
        /// How many.
        moves: u32,
        /// Whether no other move leaves it fewer.
        is_fewest: bool,
    },
    /// The mover could make more moves next, if the opponent did nothing about it, than after most
    /// other moves, and as many as after any.
    KeepsMoves {
        /// How many.
        moves: u32,
    },
    /// Fewer tiles of the mover are next to empty squares than after most other moves, and no more
    /// than after any.
    StaysInside {
        /// How many.
        tiles: u32,
    },
    /// No other move leaves the mover so many moves more than the opponent.
    BestMobility {
        /// How many moves the mover could make next, if the opponent did nothing about it.
        own: u32,
        /// How many moves the opponent has.
        other: u32,
    },
    /// On the line of a search the opponent is left with few moves, and the mover with more.
    Outlasts {
        /// How many moves the mover then has.
        own: u32,
        /// How many moves the opponent then has.
        other: u32,
    },
    /// On the line of a search the mover is left with fewer moves, compared with the opponent, than
    /// after the better move.
    RunsOutOfMoves {
        /// How many moves the mover then has.
        own: u32,
        /// How many moves the opponent then has.
        other: u32,
    },
    /// The opponent's best move would lead to the same square, as a search of a few moves finds.
    TakesWantedSquare,
    /// The opponent's best answer leads to the square of the better move.
    LeavesSquare {
        /// The square.
        square: Square,
    },
    /// The opponent's best answer leaves the mover fewer moves than it would have after the better
    /// move and the best answer to that.
    BestAnswer {
        /// The answer.
        answer: Square,
        /// How many moves are left.
        moves: u32,
        /// How many would be left.
        instead: u32,
    },
    /// On the line of a search the opponent has more tiles that can never be flipped, compared with
    /// the mover, than after the better move.
    LosesStable {
        /// How many such tiles the mover then has.
        own: u32,
        /// How many the opponent then has.
        other: u32,
    },
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
        /// How many the better move would bring, if there is one.
        instead: Option<i32>,
    },
    /// The opponent can take the corner at once, and could not after the better move.
    GivesCorner {
        /// The corner.
        corner: Square,
        /// Whether the opponent could take it before the move, too.
        was_open: bool,
    },
    /// The opponent has an answer after which nothing keeps it from the corner.
    OpensCorner {
        /// The corner.
        corner: Square,
        /// The answer.
        answer: Square,
    },
    /// On the line of a search the opponent takes a corner, which it does not after the better
    /// move, and the mover gets no other for it.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// After how many moves of both sides, this one included.
        plies: u32,
    },
    /// The mover could make fewer moves next than after the better move.
    FewerOwnMoves {
        /// How many.
        moves: u32,
        /// How many it could make after the better move.
        instead: u32,
    },
    /// More tiles of the mover are next to empty squares than after the better move.
    StandsInTheOpen {
        /// How many.
        tiles: u32,
        /// How many there are after the better move.
        instead: u32,
    },
    /// The move leads next to an empty corner.
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
    /// The move flips tiles in many directions, and opens moves to the opponent.
    OpensBoard {
        /// The number of directions.
        directions: u32,
        /// How many moves the opponent has that it did not have before.
        opened: u32,
    },
    /// The opponent has an answer that leaves the mover hardly any moves, or none.
    Cramped {
        /// The answer.
        answer: Square,
        /// How many moves are left.
        moves: u32,
    },
    /// The opponent has an answer that makes many of its tiles stable.
    GivesStable {
        /// The answer.
        answer: Square,
        /// How many more of its tiles can never be flipped then.
        tiles: u32,
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
/// The largest number of moves of the opponent that counts as few.
const FEW_MOVES: u32 = 5;
/// More moves than this are never few.
const MANY_MOVES: u32 = 10;
/// The largest number of own moves that counts as hardly any.
const HARDLY_ANY_MOVES: u32 = 2;
/// A difference of this many moves is worth naming.
const MANY_MORE_MOVES: u32 = 3;
/// A difference of this many tiles next to empty squares is worth naming.
const MANY_MORE_OPEN: u32 = 3;
/// A side that falls behind by this many moves or stable tiles is in trouble.
const MANY_BEHIND: i32 = 3;
/// How far lines are searched, in plies.
const LINE_DEPTH: u32 = 8;
/// The largest number of positions that such a search may take.
const LINE_NODES: u64 = 25_000;
/// Up to this number of tiles, a move flips few.
const FEW_FLIPPED: u32 = 2;
/// From this number of tiles on, a move flips many.
const MANY_FLIPPED: u32 = 4;
/// From this number of directions on, a move flips tiles on all sides.
const MANY_DIRECTIONS: u32 = 4;
/// With at most this many empty squares, there is no more use in counting moves.
const END: u32 = 10;
/// The largest number of empty squares before a move with which lines to the end are searched.
const MAX_COUNTED: u32 = 12;
/// The largest number of positions that such a search may take.
const MAX_NODES: u64 = 2_000_000;

/// The expected moves after a move, and what they lead to. Numbers are those of the mover, then of
/// the opponent.
#[derive(Default)]
struct Line {
    /// The corners that are taken, each with the number of moves of both sides up to then, the
    /// explained one included, and with whether the mover takes it.
    corners: Vec<(Square, u32, bool)>,
    /// The opponent's answer, and the number of moves that the mover has then.
    answer: Option<(Square, u32)>,
    /// The moves that the sides could make at the end of the line.
    moves: [u32; 2],
    /// Their tiles that can never be flipped.
    stable: [u32; 2],
}

impl Line {
    /// The number of corners that the mover takes, minus those that the opponent takes.
    fn corner_lead(&self) -> i32 {
        self.corners.iter().map(|&(.., is_mover)| if is_mover { 1 } else { -1 }).sum()
    }

    /// Says that the mover takes a corner, and more corners than the opponent.
    fn won_corner(&self) -> Option<FlipReason> {
        let mut own = self.corners.iter().filter(|&&(.., is_mover)| is_mover);
        let &(corner, plies, _) = own.next().filter(|_| self.corner_lead() > 0)?;
        Some(FlipReason::WinsCorner { corner, plies })
    }

    /// Says that the opponent takes a corner that it does not take on the better line.
    fn lost_corner(&self, better: &Self) -> Option<FlipReason> {
        let is_new = |&&(corner, _, is_mover): &&(Square, u32, bool)| {
            let has = better.corners.iter().any(|other| (other.0, other.2) == (corner, false));
            !is_mover && !has
        };
        let &(corner, plies, _) = self.corners.iter().find(is_new)?;
        (self.corner_lead() < better.corner_lead())
            .then_some(FlipReason::LosesCorner { corner, plies })
    }

    /// Says that the mover is left with fewer stable tiles than on the better line, or with fewer
    /// moves, compared with the opponent.
    fn falls_behind(&self, better: &Self) -> [Option<FlipReason>; 2] {
        let lead = |[own, other]: [u32; 2]| own.cast_signed() - other.cast_signed();
        let [[own, other], [stable, other_stable]] = [self.moves, self.stable];
        let has_few =
            own < other && own <= FEW_MOVES && lead(self.moves) + MANY_BEHIND <= lead(better.moves);
        let is_unsafe =
            stable < other_stable && lead(self.stable) + MANY_BEHIND <= lead(better.stable);
        [
            is_unsafe.then_some(FlipReason::LosesStable { own: stable, other: other_stable }),
            has_few.then_some(FlipReason::RunsOutOfMoves { own, other }),
        ]
    }
}

/// What a move leads to, compared with the other moves.
struct Comparison {
    value: u32,
    /// The sum of the others' values.
    sum: u32,
    /// The number of the others; 0 near the end of the game.
    count: u32,
    /// Whether no other has a lower value.
    is_min: bool,
    /// Whether no other has a higher value.
    is_max: bool,
}

impl Comparison {
    /// Whether the value is below the others' mean by at least one.
    fn is_low(&self) -> bool {
        self.count > 0 && (self.value + 1) * self.count <= self.sum
    }

    /// Whether the value is above the others' mean by at least one.
    fn is_high(&self) -> bool {
        self.count > 0 && self.value * self.count >= self.sum + self.count
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
        let mut reasons = Vec::new();
        let stable = self.stable_gain(at);
        let is_corner = self.geometry.corners & 1 << at != 0;
        if is_corner {
            reasons.push(FlipReason::TakesCorner { stable });
        }
        let answers = self.geometry.moves(after);
        if answers == 0 && self.geometry.moves(after.pass()) != 0 {
            reasons.push(FlipReason::OpponentPasses);
        }
        if self.forces_corner(at) {
            reasons.push(FlipReason::ForcesCorner { answers: answers.count_ones() });
        }
        let kept = self.corners_of(self.position.pass()) & !self.corners_of(after) & !(1 << at);
        let corner = |corners: Bitboard| bitboard::indices(corners).map(Square::from_index).next();
        reasons.extend(corner(kept).map(|corner| FlipReason::KeepsFromCorner { corner }));
        reasons.extend(self.region_won(at, at).map(|cells| FlipReason::LastInRegion { cells }));
        if !is_corner && stable >= MANY_STABLE {
            reasons.push(FlipReason::MakesStable { tiles: stable });
        }
        let count = |position| self.geometry.moves(position).count_ones();
        let answers = self.compare(at, count);
        if answers.value > 0
            && answers.is_low()
            && (answers.value <= FEW_MOVES || answers.is_min && answers.value <= MANY_MOVES)
        {
            let (moves, is_fewest) = (answers.value, answers.is_min);
            reasons.push(FlipReason::FewMoves { moves, is_fewest });
        }
        if !self.opens_move(at) && self.is_rare(|at| !self.opens_move(at)) {
            reasons.push(FlipReason::NoNewMove);
        }
        let line = self.line(at);
        if let Some(line) = line.as_ref().filter(|_| !is_corner) {
            reasons.extend(line.won_corner());
        }
        let own = self.compare(at, |after| count(after.pass()));
        if own.is_max && own.is_high() {
            reasons.push(FlipReason::KeepsMoves { moves: own.value });
        }
        let open = self.compare(at, |after| self.open_tiles(after.pass()));
        if open.is_min && open.is_low() {
            reasons.push(FlipReason::StaysInside { tiles: open.value });
        }
        let balance = self.compare(at, |after| 64 + count(after.pass()) - count(after));
        if balance.is_max && balance.is_high() && own.value + 2 >= answers.value {
            reasons.push(FlipReason::BestMobility { own: own.value, other: answers.value });
        }
        if let Some([own, other]) = line.as_ref().map(|line| line.moves)
            && other <= FEW_MOVES
            && own >= other + MANY_MORE_MOVES
            && !self.is_end()
        {
            reasons.push(FlipReason::Outlasts { own, other });
        }
        if self.is_wanted(at) {
            reasons.push(FlipReason::TakesWantedSquare);
        }
        let threats = self.corners_of(after.pass()) & !self.corners_of(self.position);
        reasons.extend(corner(threats).map(|corner| FlipReason::ThreatensCorner { corner }));
        if self.holds_edge(at) {
            reasons.push(FlipReason::HoldsEdge);
        }
        let flipped = self.position.flips(at).count_ones();
        if flipped <= FEW_FLIPPED && !self.is_end() && self.flips_fewer(at) {
            reasons.push(FlipReason::FlipsFew { tiles: flipped });
        }
        reasons.extend(self.counted(false));
        if self.geometry.size == 8 {
            let book = Book::built_in().moves(self.position);
            let is_known = book.iter().any(|known| known.square.index() == at);
            reasons.extend(is_known.then_some(FlipReason::InBook));
        }
        reasons
    }

    /// Returns what makes a move costly that is compared with a better one.
    fn faults(&self, at: u32, better: u32) -> Vec<FlipReason> {
        let (after, after_better) = (self.position.play(at), self.position.play(better));
        let mut reasons = Vec::new();
        let was_open = self.corners_of(self.position.pass());
        let given = self.corners_of(after) & !self.corners_of(after_better);
        // A corner that the move itself opens comes first.
        let given = if given & !was_open == 0 { given } else { given & !was_open };
        reasons.extend(bitboard::indices(given).next().map(|corner| FlipReason::GivesCorner {
            corner: Square::from_index(corner),
            was_open: was_open & 1 << corner != 0,
        }));
        reasons.extend(self.region_lost(at, better).map(|cells| FlipReason::LosesRegion { cells }));
        if given == 0 && self.opened_corner(after_better).is_none() {
            reasons.extend(self.opened_corner(after).map(|(answer, corner)| {
                FlipReason::OpensCorner {
                    corner: Square::from_index(corner),
                    answer: Square::from_index(answer),
                }
            }));
        }
        let has_corner = reasons.iter().any(|reason| {
            matches!(reason, FlipReason::GivesCorner { .. } | FlipReason::OpensCorner { .. })
        });
        let lines = self.line(at).zip(self.line(better));
        let mut best_answer = None;
        if let Some((line, better)) = lines.as_ref().filter(|_| !has_corner) {
            reasons.extend(line.lost_corner(better));
        }
        let is_end = self.is_end();
        let [moves, instead] =
            [after, after_better].map(|after| self.geometry.moves(after).count_ones());
        let [flipped, flipped_instead] =
            [at, better].map(|at| self.position.flips(at).count_ones());
        let many_moves = (!is_end && moves >= instead + MANY_MORE_MOVES)
            .then_some(FlipReason::ManyMoves { flipped, moves, instead });
        let is_greedy = flipped >= MANY_FLIPPED && flipped >= flipped_instead + 2;
        reasons.extend(many_moves.filter(|_| is_greedy || moves >= 2 * instead));
        reasons.extend(self.beside_corner(at, better));
        let [cramped, cramped_instead] = [after, after_better].map(|after| self.cramped(after));
        let is_cramped = |&(_, moves): &(u32, u32)| {
            moves <= HARDLY_ANY_MOVES
                && cramped_instead.is_none_or(|(_, instead)| moves + MANY_MORE_MOVES <= instead)
        };
        reasons.extend(cramped.filter(is_cramped).map(|(answer, moves)| FlipReason::Cramped {
            answer: Square::from_index(answer),
            moves,
        }));
        let [stable, stable_instead] =
            [after, after_better].map(|after| self.best_stable_gain(after));
        let is_much = |&(_, tiles): &(u32, u32)| {
            tiles >= MANY_STABLE + stable_instead.map_or(0, |(_, instead)| instead)
        };
        reasons.extend(stable.filter(is_much).map(|(answer, tiles)| FlipReason::GivesStable {
            answer: Square::from_index(answer),
            tiles,
        }));
        reasons.extend(many_moves.filter(|_| !is_greedy && moves < 2 * instead));
        if let Some((line, better_line)) = lines.as_ref().filter(|_| !is_end) {
            reasons.extend(line.falls_behind(better_line).into_iter().flatten());
            let [answer, other] = [line.answer, better_line.answer];
            let square = Square::from_index(better);
            if answer.is_some_and(|(answer, _)| answer == square) {
                reasons.push(FlipReason::LeavesSquare { square });
            }
            if let Some(((answer, moves), (_, instead))) = answer.zip(other)
                && moves + MANY_MORE_MOVES <= instead
            {
                best_answer = Some(FlipReason::BestAnswer { answer, moves, instead });
            }
        }
        let own = [after, after_better].map(|after| self.geometry.moves(after.pass()).count_ones());
        let open = [after, after_better].map(|after| self.open_tiles(after.pass()));
        if !is_end && own[0] + MANY_MORE_MOVES <= own[1] {
            reasons.push(FlipReason::FewerOwnMoves { moves: own[0], instead: own[1] });
        }
        let (directions, opened) = (self.directions(at), self.opened_moves(at));
        if !is_end
            && directions >= MANY_DIRECTIONS
            && directions > self.directions(better)
            && opened > self.opened_moves(better)
        {
            reasons.push(FlipReason::OpensBoard { directions, opened });
        }
        if !is_end && open[0] >= open[1] + MANY_MORE_OPEN {
            reasons.push(FlipReason::StandsInTheOpen { tiles: open[0], instead: open[1] });
        }
        reasons.extend(best_answer);
        reasons.extend(self.counted(true));
        reasons
    }

    /// Returns the corners that the side to move can take.
    fn corners_of(&self, position: Position) -> Bitboard {
        self.geometry.moves(position) & self.geometry.corners
    }

    /// Returns how many more tiles of the mover are stable after a move.
    fn stable_gain(&self, at: u32) -> u32 {
        stable_gain(&self.geometry, self.position, at)
    }

    /// Whether the mover can take a corner after every answer, and could take none before.
    fn forces_corner(&self, at: u32) -> bool {
        let after = self.position.play(at);
        let answers = self.geometry.moves(after);
        self.corners_of(self.position) == 0
            && answers != 0
            && bitboard::indices(answers).all(|answer| self.corners_of(after.play(answer)) != 0)
    }

    /// Compares what a move leads to with what the other legal moves lead to, before the end.
    fn compare(&self, at: u32, measure: impl Fn(Position) -> u32) -> Comparison {
        let value = measure(self.position.play(at));
        let others = self.geometry.moves(self.position) & !(1 << at);
        let others: Vec<_> =
            bitboard::indices(others).map(|at| measure(self.position.play(at))).collect();
        Comparison {
            value,
            sum: others.iter().sum(),
            count: if self.is_end() { 0 } else { u32::try_from(others.len()).unwrap_or(0) },
            is_min: others.iter().all(|&other| value <= other),
            is_max: others.iter().all(|&other| value >= other),
        }
    }

    /// Whether the end of the game is near, so that counting moves is of no use.
    fn is_end(&self) -> bool {
        self.geometry.empty(self.position).count_ones() <= END
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
        for (square, plies) in self.search(position, EndgamePolicy::Evaluate)?.line.iter().zip(2..)
        {
            if self.geometry.moves(position) == 0 {
                (position, is_mover) = (position.pass(), !is_mover);
            }
            if self.geometry.corners & 1 << square.index() != 0 {
                line.corners.push((*square, plies, is_mover));
            }
            let is_answer = plies == 2 && !is_mover;
            (position, is_mover) = (position.play(square.index()), !is_mover);
            if is_answer {
                line.answer = Some((*square, self.geometry.moves(position).count_ones()));
            }
        }
        let of_both =
            if is_mover { [position, position.pass()] } else { [position.pass(), position] };
        line.moves = of_both.map(|it| self.geometry.moves(it).count_ones());
        line.stable = of_both.map(|it| self.geometry.stable_tiles(it).count_ones());
        Some(line)
    }

    /// Searches a position a few moves ahead, or to the end of the game.
    fn search(&self, position: Position, endgame: EndgamePolicy) -> Option<SearchResult> {
        let size = u16::try_from(self.geometry.size).ok()?;
        let root = FlipPosition { board: board(size, position), to_move: Side::O };
        let depth = (endgame == EndgamePolicy::Evaluate).then_some(LINE_DEPTH);
        let nodes = if depth.is_some() { LINE_NODES } else { MAX_NODES };
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

    /// Returns in how many directions a move flips tiles.
    fn directions(&self, at: u32) -> u32 {
        let flips = self.position.flips(at);
        let rays = RAYS[at as usize].iter().filter(|&ray| ray & flips != 0);
        u32::try_from(rays.count()).unwrap_or(0)
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

    /// Says that a move leads next to an empty corner, if the better one does not.
    fn beside_corner(&self, at: u32, better: u32) -> Option<FlipReason> {
        let empty = self.geometry.empty(self.position);
        let corner_beside = |at: u32| {
            let neighbours = RAYS[at as usize].iter().map(|&ray| nearest(ray, at));
            let corners = neighbours.fold(0, |all, one| all | one) & self.geometry.corners & empty;
            bitboard::indices(corners).next()
        };
        let corner = corner_beside(at).filter(|_| corner_beside(better).is_none())?;
        Some(FlipReason::BesideCorner { corner: Square::from_index(corner) })
    }

    /// Returns the answer that leaves the mover the fewest moves, and their number.
    fn cramped(&self, after: Position) -> Option<(u32, u32)> {
        if self.geometry.empty(after).count_ones() <= END {
            return None;
        }
        let moves = |answer: u32| self.geometry.moves(after.play(answer)).count_ones();
        let answers = bitboard::indices(self.geometry.moves(after));
        answers.map(|answer| (answer, moves(answer))).min_by_key(|&(_, moves)| moves)
    }

    /// Returns the answer that makes the most tiles stable, and how many more these are.
    fn best_stable_gain(&self, after: Position) -> Option<(u32, u32)> {
        let answers = bitboard::indices(self.geometry.moves(after));
        let gain = |answer| stable_gain(&self.geometry, after, answer);
        answers.map(|answer| (answer, gain(answer))).max_by_key(|&(_, tiles)| tiles)
    }

    /// Says what a move leads to, if the game was counted to its end.
    fn counted(&self, is_costly: bool) -> Option<FlipReason> {
        let (best, cost) = self.values.best.zip(self.values.cost).filter(|_| self.values.exact)?;
        #[allow(clippy::cast_possible_truncation)] // at most 64
        let [lead, best] = [best - cost, best].map(|tiles| tiles.round() as i32);
        Some(FlipReason::Counted { lead, instead: is_costly.then_some(best) })
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
