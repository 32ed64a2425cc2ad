//! Iterative deepening at the root, the exact search at its end, and the principal variation.

mod helpers;

use super::{
    BoardKnowledge, Pace, RootPosition, SearchResult,
    iterations::{Iteration, MIDGAME_SELECTIVITY, iterations},
};
use crate::{
    flip::{
        model::{
            Square,
            bitboard::{self, Position},
        },
        search::{
            any_evaluator::AnyEvaluator,
            endgame::{EndgameSolver, LocalTable},
            midgame,
            node_counter::NodeCounter,
            ordered_move::OrderedMove,
            transposition_table::{TranspositionTable, key},
        },
    },
    play::{SearchLimits, SearchStop},
};

/// Half the width of the first aspiration window, in hundredths of a tile.
const ASPIRATION: i32 = 300;
/// The minimum depth for aspiration windows, in plies.
const MIN_ASPIRATION_DEPTH: u32 = 4;

/// How far all other moves must be below the best, in hundredths of a tile, to end a search early.
const SETTLED_MARGIN: i32 = 500;
/// How much less deeply than the best move the others are searched for that, in plies.
const SETTLED_REDUCTION: u32 = 4;

/// The moves that are wanted of a position that is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WantedMoves {
    /// One of the best moves.
    OneBest,
    /// All best moves.
    AllBest,
}

/// A move at the root.
#[derive(Clone, Copy)]
struct RootMove {
    chosen: OrderedMove,
    /// Added to the score of the move, in hundredths of a tile.
    handicap: i32,
}

/// The search of a root position.
pub struct RootSearch<'a> {
    /// The legal moves. The best one so far comes first.
    moves: Vec<RootMove>,
    position: Position,
    board: &'a BoardKnowledge,
    table: &'a TranspositionTable,
    local_table: &'a mut LocalTable,
    counter: NodeCounter,
    limits: SearchLimits,
    /// About how many nodes the budget allows.
    expected_nodes: u64,
    /// When to end, if the budget is a time.
    pace: Option<Pace>,
}

impl<'a> RootSearch<'a> {
    pub(super) fn new(
        root: &RootPosition,
        board: &'a BoardKnowledge,
        (table, local_table): (&'a TranspositionTable, &'a mut LocalTable),
        counter: NodeCounter,
        limits: SearchLimits,
        expected_nodes: u64,
        pace: Option<Pace>,
    ) -> Self {
        let moves = root_moves(root, board);
        let position = root.position;
        Self { moves, position, board, table, local_table, counter, limits, expected_nodes, pace }
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> u64 {
        self.counter.nodes()
    }

    pub(super) fn best_move(&self) -> Option<Square> {
        self.moves.first().map(|best| Square::from_index(best.chosen.at))
    }

    pub(super) fn check_cancelled(&self) -> Result<(), SearchStop> {
        self.counter.check_cancelled()
    }

    /// Searches as deeply as the limits allow, and reports each result.
    pub(super) fn deepen(
        &mut self,
        wanted: WantedMoves,
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<(), SearchStop> {
        let empties = self.empties();
        let iterations = iterations(self.board, &self.limits, empties, self.expected_nodes);
        let score =
            self.with_helpers(&iterations, |search| search.deepen_to_end(&iterations, report))?;
        let (Some(score), Some(Iteration::Solve)) = (score, iterations.last()) else {
            return Ok(());
        };
        let (tiles, best_count) = self.solve(score, wanted)?;
        let mut best: Vec<_> = self.moves[..best_count].iter().map(|best| best.chosen.at).collect();
        best.sort_unstable();
        let line = self.exact_line(tiles);
        let result = self.result(100 * tiles, true, empties, &line);
        report(&SearchResult { best: squares(&best), ..result });
        Ok(())
    }

    /// Searches to the depth of each iteration but the exact one, and reports each result. Returns
    /// the last score, or `None` if the choice needs no further search.
    fn deepen_to_end(
        &mut self,
        iterations: &[Iteration],
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<Option<i32>, SearchStop> {
        let mut score = 0;
        // The last scores of an even and of an odd depth, which differ.
        let mut scores = [0; 2];
        for iteration in iterations {
            let Iteration::Search { depth, selectivity } = *iteration else { break };
            let last = &mut scores[depth as usize % 2];
            score = self.search(depth, selectivity, *last)?;
            *last = score;
            let is_selective = selectivity > 0 && self.board.evaluator.has_prob_cut();
            let exact = depth >= self.empties() && !is_selective;
            report(&self.result(score, exact, depth, &self.table_line(depth)));
            if self.is_enough(depth, score)? {
                return Ok(None);
            }
        }
        Ok(Some(score))
    }

    /// Returns whether the search should end after an iteration that found this score, although
    /// there is time left. Otherwise, sets the time for the next iteration.
    fn is_enough(&mut self, depth: u32, score: i32) -> Result<bool, SearchStop> {
        let Some(pace) = &mut self.pace else { return Ok(false) };
        pace.note(depth, self.moves.first().map(|best| best.chosen.at), score);
        let elapsed = self.counter.elapsed();
        if !pace.goes_on(elapsed) {
            return Ok(true);
        }
        self.counter.set_time(pace.time_limit());
        if pace.may_be_settled(depth, elapsed) { self.is_settled(depth, score) } else { Ok(false) }
    }

    /// Returns whether all moves but the first are far below its score, which an iteration of this
    /// depth found.
    pub(super) fn is_settled(&mut self, depth: u32, score: i32) -> Result<bool, SearchStop> {
        // The others are searched less deeply: whether they come near the best is all that matters.
        let reduced = depth.saturating_sub(SETTLED_REDUCTION).max(1);
        let bound = score - SETTLED_MARGIN;
        for number in 1..self.moves.len() {
            let RootMove { chosen, handicap } = self.moves[number];
            let next = chosen.apply(self.position);
            let low = bound - 1 - handicap;
            if self.search_move(next, reduced, MIDGAME_SELECTIVITY, (low, low + 1))? > low {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn result(&self, score: i32, exact: bool, depth: u32, line: &[u32]) -> SearchResult {
        SearchResult {
            score,
            exact,
            depth,
            best: self.best_move().into_iter().collect(),
            line: squares(line),
            nodes: self.counter.nodes(),
        }
    }

    fn empties(&self) -> u32 {
        self.board.geometry.empty(self.position).count_ones()
    }

    /// Searches all moves to a depth, puts the best first and returns its score. `guess` is the
    /// expected score.
    pub(super) fn search(
        &mut self,
        depth: u32,
        selectivity: u8,
        guess: i32,
    ) -> Result<i32, SearchStop> {
        let has_handicaps = self.moves.iter().any(|root_move| root_move.handicap != 0);
        let mut window = (-midgame::INFINITY, midgame::INFINITY);
        if depth >= MIN_ASPIRATION_DEPTH && !has_handicaps {
            window = (guess - ASPIRATION, guess + ASPIRATION);
        }
        loop {
            let score = self.search_window(depth, selectivity, window)?;
            if score <= window.0 {
                window.0 = -midgame::INFINITY;
            } else if score >= window.1 {
                window.1 = midgame::INFINITY;
            } else {
                return Ok(score);
            }
        }
    }

    /// Searches all moves in a window and puts the best first. If the score lies outside the
    /// window, the search ends early and returns a bound.
    fn search_window(
        &mut self,
        depth: u32,
        selectivity: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, SearchStop> {
        let mut best = alpha;
        for number in 0..self.moves.len() {
            let RootMove { chosen, handicap } = self.moves[number];
            let next = chosen.apply(self.position);
            let (low, high) = (best - handicap, beta - handicap);
            if number > 0 && self.search_move(next, depth, selectivity, (low, low + 1))? <= low {
                continue;
            }
            let score = handicap + self.search_move(next, depth, selectivity, (low, high))?;
            if score > best {
                best = score;
                self.moves[..=number].rotate_right(1);
            } else if number == 0 {
                // The expected best move fails low: the caller repeats with a wider window.
                if let Some(pace) = &self.pace {
                    self.counter.set_time(pace.longest());
                }
                return Ok(alpha);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the score of a move that leads to `next`, searched to `depth` plies from the root.
    fn search_move(
        &mut self,
        next: Position,
        depth: u32,
        selectivity: u8,
        (low, high): (i32, i32),
    ) -> Result<i32, SearchStop> {
        let tables = (self.table, &mut *self.local_table);
        let (counter, window) = (&mut self.counter, (-high, -low));
        let score =
            self.board.search_midgame(next, depth - 1, window, selectivity, tables, counter)?;
        Ok(-score)
    }

    /// Solves the position and puts the wanted moves first. Returns the score in tiles and the
    /// number of these moves. `guess` is the expected score in hundredths of a tile. Handicaps do
    /// not count.
    fn solve(&mut self, guess: i32, wanted: WantedMoves) -> Result<(i32, usize), SearchStop> {
        let guess = guess.div_euclid(200) * 2 + i32::from(guess.rem_euclid(200) >= 100) * 2;
        let mut score = self.solve_move(0, guess)?;
        let mut best_count = 1;
        for number in 1..self.moves.len() {
            let next = self.moves[number].chosen.apply(self.position);
            // Most moves are worse: that they do not reach the score is proved at once.
            if wanted == WantedMoves::AllBest && !self.move_reaches(next, score)? {
                continue;
            }
            if self.move_reaches(next, score + 1)? {
                score = self.solve_move(number, score + 2)?;
                self.moves[..=number].rotate_right(1);
                best_count = 1;
            } else if wanted == WantedMoves::AllBest {
                self.moves[best_count..=number].rotate_right(1);
                best_count += 1;
            }
        }
        Ok((score, best_count))
    }

    /// Returns the exact score of a move in tiles. `guess` is the expected score, in tiles.
    fn solve_move(&mut self, number: usize, guess: i32) -> Result<i32, SearchStop> {
        let next = self.moves[number].chosen.apply(self.position);
        // The window holds a single score. If the true one lies outside, the window is moved there.
        let (mut low, mut high) = (guess - 1, guess + 1);
        loop {
            let score = -self.endgame_solver().solve(next, -high, -low)?;
            if low < score && score < high {
                return Ok(score);
            }
            (low, high) = (score - 1, score + 1);
        }
    }

    /// Returns whether the side that has just moved to `next` reaches a score of `tiles`.
    fn move_reaches(&mut self, next: Position, tiles: i32) -> Result<bool, SearchStop> {
        Ok(-self.endgame_solver().solve(next, -tiles, 1 - tiles)? >= tiles)
    }

    fn endgame_solver(&mut self) -> EndgameSolver<'_, AnyEvaluator> {
        let board = self.board;
        EndgameSolver {
            geometry: &board.geometry,
            evaluator: &board.evaluator,
            table: self.table,
            local_table: self.local_table,
            counter: &mut self.counter,
            threads: self.limits.threads,
        }
    }

    /// Returns the best move of a position in the transposition table, if there is an entry. The
    /// move may be `NO_MOVE` or, if keys collide, illegal.
    fn table_move(&self, position: Position) -> Option<u32> {
        self.table.get(key(position)).map(|entry| u32::from(entry.best))
    }

    /// Returns the principal variation of a search to `depth` plies, as far as the transposition
    /// table still holds it.
    fn table_line(&self, depth: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut position = self.position;
        let mut next = self.moves.first().map(|best| best.chosen.at);
        while let Some(at) = next.filter(|_| line.len() < depth as usize) {
            line.push(at);
            position = position.play(at);
            let mut legal = self.board.geometry.moves(position);
            if legal == 0 {
                position = position.pass();
                legal = self.board.geometry.moves(position);
            }
            next = self.table_move(position).filter(|&at| at < 64 && legal & 1 << at != 0);
        }
        line
    }

    /// Returns the principal variation of a solved position with this score in tiles, to the end of
    /// the game. It is shorter if the budget is spent.
    fn exact_line(&mut self, tiles: i32) -> Vec<u32> {
        let Some(&RootMove { chosen, .. }) = self.moves.first() else { return Vec::new() };
        let mut line = vec![chosen.at];
        let mut position = chosen.apply(self.position);
        let mut score = -tiles;
        loop {
            if self.board.geometry.moves(position) == 0 {
                (position, score) = (position.pass(), -score);
            }
            let Some((at, next)) = self.exact_best_move(position, score) else { return line };
            line.push(at);
            (position, score) = (next, -score);
        }
    }

    /// Returns a move that reaches the exact score of a position in tiles, and the position after
    /// the move. Returns `None` if there is no legal move or the search must end.
    fn exact_best_move(&mut self, position: Position, tiles: i32) -> Option<(u32, Position)> {
        let table_move = self.table_move(position);
        let mut moves: Vec<u32> = bitboard::indices(self.board.geometry.moves(position)).collect();
        moves.sort_by_key(|&at| Some(at) != table_move);
        moves.into_iter().find_map(|at| {
            let next = position.play(at);
            self.move_reaches(next, tiles).ok()?.then_some((at, next))
        })
    }
}

/// Returns the legal moves, ordered by handicap and static value.
fn root_moves(root: &RootPosition, board: &BoardKnowledge) -> Vec<RootMove> {
    let legal = board.geometry.moves(root.position);
    let handicaps = root.handicaps.iter().copied().chain(std::iter::repeat(0));
    let mut moves: Vec<_> = bitboard::indices(legal)
        .zip(handicaps)
        .map(|(at, handicap)| RootMove { chosen: OrderedMove::new(root.position, at), handicap })
        .collect();
    let value = |root_move: &RootMove| board.square_values[root_move.chosen.at as usize];
    moves.sort_by_key(|root_move| (-root_move.handicap, -value(root_move)));
    moves
}

fn squares(indices: &[u32]) -> Vec<Square> {
    indices.iter().map(|&at| Square::from_index(at)).collect()
}
