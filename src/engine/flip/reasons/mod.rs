//! Why a move is good or costly, on boards up to 8 x 8: corners, stable tiles, the moves that are
//! left to both sides, and who moves last in a region.
//!
//! All claims are computed on the board or by trying all moves of the next two or three plies. Only
//! what is best follows from a search, and who moves last in a region from the line of one to the
//! end of the game.
//!
//! A costly move is compared with the better one, and a good one with what was played instead or
//! the best of the moves that are clearly worse. Differences weigh about as many tenths of a tile
//! as they cost. What explains only a small part of the cost is not named.

mod ending;
mod prospect;

use std::{cell::OnceCell, mem::discriminant};

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
use prospect::{Pair, Prospect};

/// What a move leads to, compared with what another one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contrast<T> {
    /// What the move leads to.
    pub own: T,
    /// What the other move leads to.
    pub other: T,
    /// The other move if that is the worse one. A better move is not named.
    pub worse: Option<Square>,
}

/// Why a move is good or costly. The mover is the side that makes the move. Moves of both sides are
/// those of the mover, and those of the opponent if it were to move.
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
    /// No other move leaves the opponent fewer moves, and most leave it more.
    FewestMoves {
        /// How many.
        moves: u32,
    },
    /// The opponent's best move would lead to the same square, as a search of a few moves finds.
    TakesWantedSquare,
    /// The opponent has no move that it did not have before, which is not so after most other
    /// moves.
    NoNewMove,
    /// With best play of both sides the mover makes the last move in a region of empty squares,
    /// which the opponent would make after the other move.
    LastInRegion {
        /// The number of empty squares before the move.
        cells: u32,
    },
    /// The book of openings has the move.
    InBook,
    /// The game was counted to its end.
    Counted {
        /// How many tiles the mover is ahead at the end.
        lead: i32,
        /// How many the better move would bring, or the next best if this is the best one.
        instead: i32,
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
    /// The better move takes a corner.
    MissesCorner {
        /// The corner.
        corner: Square,
    },
    /// The move leads next to an empty corner that the opponent takes on the line of a search of a
    /// few moves, which it does not after the better move.
    BesideCorner {
        /// The corner.
        corner: Square,
    },
    /// On the line of a search of a few moves somebody takes the corner after one of two moves, and
    /// not after the other one.
    SoonCorner {
        /// The corner.
        corner: Square,
        /// Whether the mover takes it, not the opponent.
        is_own: bool,
        /// The other move if that is the worse one. A better move is not named.
        worse: Option<Square>,
    },
    /// The opponent has fewer moves than after a worse move, or more than after a better one.
    LeavesMoves(Contrast<u32>),
    /// The same, counting the moves after which the mover can't take a corner next. It can take
    /// none before.
    LeavesSafeMoves(Contrast<u32>),
    /// Whatever the opponent answers, the mover has more moves than after a worse move and the
    /// worst answer to it; or the other way round.
    KeepsMoves(Contrast<u32>),
    /// After the best answer, as a search finds it, the mover has more moves, compared with the
    /// opponent, than after a worse move and the best answer to that; or the other way round.
    AfterAnswer {
        /// The answer.
        answer: Square,
        /// The moves of both sides.
        moves: Contrast<[u32; 2]>,
    },
    /// The same, counting the moves of the mover after which the opponent can't take a corner next.
    SafeAfterAnswer {
        /// The answer.
        answer: Square,
        /// How many such moves the mover has.
        moves: Contrast<u32>,
    },
    /// A few moves later on the line of a search, the mover has more moves, compared with the
    /// opponent, than after a worse move; or the other way round.
    Soon(Contrast<[u32; 2]>),
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
    /// Fewer tiles of the mover are next to empty squares than after a worse move, or more than
    /// after a better one.
    OpenTiles(Contrast<u32>),
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
        let explanation = Explanation { geometry, position, values, wanted: OnceCell::new() };
        match better {
            None => explanation.merits(square.index()),
            Some(better) => {
                let [own, better] = [square, better].map(|it| explanation.prospect(it.index()));
                explanation.faults(&own, &better, values.cost)
            }
        }
    }
}

/// A position with what is needed to explain its moves, which are indices of squares.
struct Explanation<'a> {
    geometry: BoardGeometry,
    /// The position before the move.
    position: Position,
    values: &'a Values<Square>,
    /// Where the opponent would move, if it were to move.
    wanted: OnceCell<Option<Square>>,
}

/// The smallest number of new stable tiles that is worth naming.
const MANY_STABLE: u32 = 3;
/// How far lines are searched, in plies.
const LINE_DEPTH: u32 = 8;
/// The largest number of positions that such a search may take.
const LINE_NODES: u64 = 25_000;
/// The largest number of positions that a search may take that ranks moves.
const RANK_NODES: u64 = 3_000;
/// With at most this many empty squares, there is no more use in counting moves.
const END: u32 = 10;
/// With more empty squares than this, a move is an opening.
const OPENING: u32 = 48;
/// A move that costs this many tiles is clearly worse.
const CLEARLY_WORSE: f64 = 2.0;

impl Explanation<'_> {
    /// Returns what speaks for a move.
    fn merits(&self, at: u32) -> Vec<FlipReason> {
        if self.position.play(at).own == 0 {
            return vec![FlipReason::WipesOut];
        }
        if self.geometry.moves(self.position).is_power_of_two() {
            return vec![FlipReason::OnlyMove];
        }
        let known = self.values.instead.map(|(other, cost)| (other.index(), cost));
        let worse = known.map_or_else(|| self.best_of_the_worse(at), |known| vec![known]);
        let mut reasons = Weighed::default();
        let prospect = self.prospect(at);
        let mut said = None;
        self.weigh_merits(&prospect, &mut reasons);
        for (other, cost) in worse {
            let other = self.prospect(other);
            // What holds of the worse move, too, does not explain why that is worse.
            let mut shared = Weighed::default();
            self.weigh_merits(&other, &mut shared);
            if cost >= CLEARLY_WORSE {
                reasons.remove(&shared);
            }
            if let Some(cells) = self.region_won(at, other.at) {
                reasons.add(DECISIVE, FlipReason::LastInRegion { cells });
            }
            let pair = Pair { good: &prospect, bad: &other, is_good: true };
            self.contrast(&pair, cost, &mut reasons);
            let faults = known.map(|(_, cost)| self.faults(&other, &prospect, Some(cost)));
            said = faults.and_then(|faults| faults.first().map(discriminant));
            if !reasons.is_empty() {
                break;
            }
        }
        if let Some(counted) = self.counted_best(at) {
            reasons.add(DECISIVE, counted);
        }
        if self.geometry.size == 8 {
            let book = Book::built_in().moves(self.position);
            if book.iter().any(|known| known.square.index() == at) {
                let weight = if self.empty() > OPENING { 40 } else { MIN_WEIGHT };
                reasons.add(weight, FlipReason::InBook);
            }
        }
        let mut reasons = reasons.sorted();
        // What is said of the worse move need not be said again.
        reasons.retain(|reason| Some(discriminant(reason)) != said);
        reasons
    }

    /// Weighs what speaks for a move, whatever the others are.
    fn weigh_merits(&self, move_: &Prospect, reasons: &mut Weighed<FlipReason>) {
        let (at, after) = (move_.at, move_.after);
        let stable = self.stable(after.pass()).saturating_sub(self.stable(self.position));
        if self.geometry.corners & 1 << at != 0 {
            reasons.add(DECISIVE, FlipReason::TakesCorner { stable });
        } else if stable >= MANY_STABLE {
            reasons.add(20 * stable.cast_signed(), FlipReason::MakesStable { tiles: stable });
        }
        let answers = self.geometry.moves(after);
        if answers == 0 && self.geometry.moves(after.pass()) != 0 {
            reasons.add(DECISIVE, FlipReason::OpponentPasses);
        }
        let had_corner = self.corners_of(self.position) != 0;
        let gives_corner = |answer| self.corners_of(after.play(answer)) != 0;
        if answers != 0 && !had_corner && bitboard::indices(answers).all(gives_corner) {
            reasons.add(DECISIVE, FlipReason::ForcesCorner { answers: answers.count_ones() });
        }
        if let Some(corner) = self.kept_corner(move_) {
            reasons.add(DECISIVE, FlipReason::KeepsFromCorner { corner });
        }
        if self.is_end() {
            return;
        }
        if let Some((moves, fewer)) = self.fewest_moves(at) {
            reasons.add(15 * fewer + 10, FlipReason::FewestMoves { moves });
        }
        let is_quiet = |at| self.opened_moves(at) == 0;
        if self.empty() > 2 * END && is_quiet(at) && self.is_rare(is_quiet) {
            reasons.add(30, FlipReason::NoNewMove);
        }
        if self.is_wanted(at) {
            reasons.add(35, FlipReason::TakesWantedSquare);
        }
    }

    /// Returns what makes a move costly that is compared with a better one.
    fn faults(&self, own: &Prospect, better: &Prospect, cost: Option<f64>) -> Vec<FlipReason> {
        let at = own.at;
        let mut reasons = Weighed::default();
        let was_open = self.corners_of(self.position.pass());
        let new_lost = own.lost_corners(better) & !better.lost_corners(own);
        let given = self.corners_of(own.after) & !self.corners_of(better.after) & new_lost;
        // A corner that the move itself opens comes first.
        let given = if given & !was_open == 0 { given } else { given & !was_open };
        if let Some(corner) = first(given) {
            let was_open = was_open & 1 << corner.index() != 0;
            reasons.add(DECISIVE, FlipReason::GivesCorner { corner, was_open });
        }
        if let Some(cells) = self.region_won(better.at, at) {
            reasons.add(DECISIVE, FlipReason::LosesRegion { cells });
        }
        let opened = self.opened_corner(own.after).filter(|&(_, corner)| {
            new_lost & 1 << corner != 0
                && self.opened_corner(better.after).is_none()
                && self.opened_corner(self.position.pass()).is_none()
        });
        if let Some((answer, corner)) = opened {
            let [answer, corner] = [answer, corner].map(Square::from_index);
            reasons.add(DECISIVE, FlipReason::OpensCorner { corner, answer });
        }
        if let Some(corner) = first(self.geometry.corners & 1 << better.at & !(1 << at)) {
            reasons.add(100, FlipReason::MissesCorner { corner });
        }
        if let Some(counted) = self.counted([own.after, better.after], cost) {
            reasons.add(if self.empty() <= END { DECISIVE } else { MIN_WEIGHT }, counted);
        }
        if let Some(corner) = self.beside_corner(at, better.at)
            && new_lost & 1 << corner.index() != 0
        {
            reasons.add(90, FlipReason::BesideCorner { corner });
        }
        if let [Some((answer, then)), Some((_, then_better))] = [own.answer(), better.answer()] {
            let gain =
                |after, then: Position| self.stable(then.pass()).saturating_sub(self.stable(after));
            let [tiles, instead] = [gain(own.after, then), gain(better.after, then_better)];
            let answer = Square::from_index(answer);
            if tiles >= instead + MANY_STABLE {
                let weight = 15 * (tiles - instead).cast_signed();
                reasons.add(weight, FlipReason::GivesStable { answer, tiles });
            }
            let square = Square::from_index(better.at);
            if answer == square {
                reasons.add(35, FlipReason::LeavesSquare { square });
            }
        }
        let pair = Pair { good: better, bad: own, is_good: false };
        self.contrast(&pair, cost.unwrap_or(0.0), &mut reasons);
        reasons.sorted()
    }

    /// Returns the best two of the moves that are clearly worse than a move, and how much worse
    /// they are.
    fn best_of_the_worse(&self, at: u32) -> Vec<(u32, f64)> {
        let value = |at| {
            let result = self.search(self.position.play(at), EndgamePolicy::Evaluate, RANK_NODES);
            result.map(|result| -f64::from(result.score) / 100.0)
        };
        let Some(own) = value(at) else { return Vec::new() };
        let others = bitboard::indices(self.geometry.moves(self.position) & !(1 << at));
        let costs = others.filter_map(|at| Some((at, own - value(at)?)));
        let mut worse: Vec<_> = costs.filter(|&(_, cost)| cost >= CLEARLY_WORSE).collect();
        worse.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        worse.truncate(2);
        worse
    }

    /// Returns the number of moves that a move leaves to the opponent, if most other moves leave it
    /// more and none leaves it fewer, and the mean difference. The move with which it is compared
    /// must leave at least two more.
    fn fewest_moves(&self, at: u32) -> Option<(u32, i32)> {
        let count = |at| self.geometry.moves(self.position.play(at)).count_ones();
        let others: Vec<u32> =
            bitboard::indices(self.geometry.moves(self.position) & !(1 << at)).map(count).collect();
        let (moves, sum) = (count(at), others.iter().sum::<u32>());
        let differs = |(other, _): (Square, f64)| count(other.index()) >= moves + 2;
        let is_fewest = moves > 0
            && self.values.instead.is_none_or(differs)
            && others.iter().all(|&other| other >= moves)
            && self.is_rare(|other| count(other) == moves);
        let mean = sum / u32::try_from(others.len()).unwrap_or(1).max(1);
        is_fewest.then(|| (moves, mean.cast_signed() - moves.cast_signed()))
    }

    /// Returns the corner that a move keeps from the opponent, if most other moves do not.
    fn kept_corner(&self, move_: &Prospect) -> Option<Square> {
        let open = self.corners_of(self.position.pass());
        let kept = |at: u32| open & !self.corners_of(self.position.play(at)) & !(1 << at);
        let corner = first(kept(move_.at) & !move_.lost_corners(move_))?;
        self.is_rare(|at| kept(at) & 1 << corner.index() != 0).then_some(corner)
    }

    /// Returns the moves of the mover, and those of the opponent if it were to move.
    fn moves_of_both(&self, position: Position) -> [u32; 2] {
        [position, position.pass()].map(|it| self.geometry.moves(it).count_ones())
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

    /// Returns in how many ways the side to move can move so that the other side can't take a
    /// corner next. `None` if that could take one anyway.
    fn safe_answers(&self, position: Position) -> Option<u32> {
        let is_safe = |&at: &u32| self.corners_of(position.play(at)) == 0;
        let safe = || bitboard::indices(self.geometry.moves(position)).filter(is_safe).count();
        (self.corners_of(position.pass()) == 0).then(|| u32::try_from(safe()).unwrap_or(0))
    }

    /// Whether the game was counted to its end, and that is so near that moves count for nothing.
    fn is_end(&self) -> bool {
        self.values.exact && self.empty() <= END
    }

    /// Whether the opponent's best move would lead to the same square.
    fn is_wanted(&self, at: u32) -> bool {
        let position = self.position.pass();
        let is_legal = self.geometry.moves(position) & 1 << at != 0;
        let best = || {
            let result = self.search(position, EndgamePolicy::Evaluate, LINE_NODES)?;
            result.line.first().copied()
        };
        is_legal && *self.wanted.get_or_init(best) == Some(Square::from_index(at))
    }

    /// Searches a position a few moves ahead, or to the end of the game.
    fn search(
        &self,
        position: Position,
        endgame: EndgamePolicy,
        nodes: u64,
    ) -> Option<SearchResult> {
        let size = u16::try_from(self.geometry.size).ok()?;
        let root = FlipPosition { board: board(size, position), to_move: Side::O };
        let depth = (endgame == EndgamePolicy::Evaluate).then_some(LINE_DEPTH);
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
}

/// Returns the first square of a set.
fn first(squares: Bitboard) -> Option<Square> {
    bitboard::indices(squares).next().map(Square::from_index)
}

/// Returns the board on which O is to move.
fn board(size: u16, position: Position) -> FlipBoard {
    FlipBoard::Small { size, tiles: [position.own, position.opp] }
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
