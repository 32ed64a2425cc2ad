//! Searches the moves of a position.

use fourcade_engine::flip::{
    model::{
        Square,
        bitboard::{self, Position},
    },
    players::book::{BookMove, canonical},
    search::{
        evaluation::TrainedEvaluator, midgame::INFINITY, position_searcher::PositionSearcher,
    },
};

/// The selectivity of the searches, that of the engine before the endgame.
const SELECTIVITY: u8 = 6;
/// The size of the transposition table.
const TABLE_BYTES: usize = 64 << 20;
/// The minimum depth for aspiration windows, in plies.
const MIN_ASPIRATION_DEPTH: u32 = 4;
/// Half the width of an aspiration window, in hundredths of a tile.
const ASPIRATION_MARGIN: i32 = 200;
/// Moves that are worse than the best by more than this, in hundredths of a tile, get no score.
const MAX_LOSS: i32 = 300;

/// Searches the moves of positions of 8 x 8.
pub struct MoveSearcher<'a>(PositionSearcher<'a, TrainedEvaluator<'static>>);

/// A move with the position to which it leads.
struct SearchedMove {
    at: u32,
    next: Position,
    /// The scores of the last searches to an even and to an odd depth, in hundredths of a tile.
    /// `None` means that the move is far worse than the best.
    scores: [Option<i32>; 2],
}

impl<'a> MoveSearcher<'a> {
    pub fn new(evaluator: &'a TrainedEvaluator<'static>) -> Self {
        Self(PositionSearcher::new(evaluator))
    }

    /// Returns the good moves of a position with their scores after searches to `depth` plies from
    /// the position. A score is the average of the two deepest searches, because those to an odd
    /// depth favour the side to move. Of moves that are equal by symmetry, the first is returned.
    /// The result doesn't depend on earlier searches.
    pub fn good_moves(&mut self, position: Position, depth: u32) -> Vec<BookMove> {
        self.0.clear(TABLE_BYTES);
        let mut moves = different_moves(position);
        for depth in 1..=depth {
            self.search_moves(&mut moves, depth);
        }
        let scored = |searched: &SearchedMove| {
            let [Some(even), Some(odd)] = searched.scores else { return None };
            let score = (even + odd).div_euclid(2);
            Some(BookMove { square: Square::from_index(searched.at), score })
        };
        moves.iter().filter_map(scored).collect()
    }

    /// Searches all moves to `depth` plies from the position, and sorts them by their scores.
    fn search_moves(&mut self, moves: &mut [SearchedMove], depth: u32) {
        let parity = depth as usize % 2;
        let mut best = -INFINITY;
        for searched in &mut *moves {
            let low = (best - MAX_LOSS - 1).max(-INFINITY);
            let score = self.score(searched.next, depth, low, searched.scores[parity]);
            searched.scores[parity] = (score > low).then_some(score);
            best = best.max(score);
        }
        for SearchedMove { scores, .. } in &mut *moves {
            scores[parity] = scores[parity].filter(|&score| score >= best - MAX_LOSS);
        }
        moves.sort_by_key(|searched| std::cmp::Reverse(searched.scores[parity]));
    }

    /// Returns the score of a move to `next`, searched to `depth` plies from the position before
    /// it. A result of at most `low` is only an upper bound. `guess` is the expected score.
    fn score(&mut self, next: Position, depth: u32, low: i32, guess: Option<i32>) -> i32 {
        let mut window = (low, INFINITY);
        match guess {
            Some(guess) if depth >= MIN_ASPIRATION_DEPTH => {
                window = (
                    (guess - ASPIRATION_MARGIN).max(low),
                    (guess + ASPIRATION_MARGIN).max(low + 1),
                );
            }
            // Without a guess, the move was far worse than the best before.
            None if low > -INFINITY => window = (low, low + 1),
            _ => {}
        }
        loop {
            let score = -self.0.search(next, depth - 1, SELECTIVITY, (-window.1, -window.0));
            if score <= window.0 && window.0 > low {
                window.0 = low;
            } else if score >= window.1 && window.1 < INFINITY {
                window.1 = INFINITY;
            } else {
                return score;
            }
        }
    }
}

/// Returns the legal moves of a position, the first of those that are equal by symmetry.
fn different_moves(position: Position) -> Vec<SearchedMove> {
    let mut moves: Vec<SearchedMove> = Vec::new();
    for at in bitboard::indices(position.moves(!position.occupied())) {
        let next = position.play(at);
        if moves.iter().all(|other| canonical(other.next) != canonical(next)) {
            moves.push(SearchedMove { at, next, scores: [None; 2] });
        }
    }
    moves
}
