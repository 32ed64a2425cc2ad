//! Iterative deepening at the root, the exact search at its end, and the principal variation.
//!
//! Helper threads (Lazy SMP) run the same searches as the main thread, every second one a ply
//! ahead. Their results reach the main thread through the transposition table, and each thread
//! avoids what others are searching
//! ([`BusyPositions`](crate::flip::search::busy_positions::BusyPositions)). The results depend on
//! timing, so helpers work only in searches with a budget of time.

use std::{panic::resume_unwind, thread};

use super::{BoardTools, RootPosition, SearchResult, TimeManager};
use crate::{
    flip::{
        model::{
            Square,
            bitboard::{self, Position},
        },
        search::{
            endgame::LocalTable,
            midgame,
            node_counter::NodeCounter,
            ordered_move::OrderedMove,
            transposition_table::{TranspositionTable, key},
        },
    },
    play::{CancelToken, EndgamePolicy, SearchLimits, SearchStop},
};

/// Half the width of the first aspiration window, in hundredths of a tile.
const ASPIRATION: i32 = 300;
/// The minimum depth for aspiration windows, in plies.
const MIN_ASPIRATION_DEPTH: u32 = 4;

/// The best move is easy if all others are this far below it, in hundredths of a tile.
const EASY_MARGIN: i32 = 500;
/// To find that out, the others are searched this many plies less deeply.
const EASY_REDUCTION: u32 = 4;

/// The selectivity of searches that do not reach the end of the game.
const MIDGAME_SELECTIVITY: u8 = 6;
/// The selectivity of such searches if they only order the moves for an exact one.
const PREPARING_SELECTIVITY: u8 = 5;
/// The selectivities of the searches to the end of the game that precede an exact one if it may not
/// finish within the budget.
const ENDGAME_SELECTIVITIES: [u8; 3] = [7, 4, 2];
/// The maximum number of empty squares of positions that are solved after only a shallow search.
const MAX_QUICK_EMPTIES: u32 = 13;
/// The maximum depth of that shallow search, in plies.
const MAX_QUICK_DEPTH: u32 = 4;
/// Deepening ends this many plies before the end of the game, and searches to the end begin.
const ENDGAME_PLIES: u32 = 10;
/// The maximum depth of deepening before an exact search with the hand-crafted evaluation, in
/// plies.
const MAX_HANDCRAFTED_DEPTH: u32 = 8;

/// The best moves that an exact search must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BestMoves {
    One,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Iteration {
    Search { depth: u32, selectivity: u8 },
    Solve,
}

#[derive(Clone, Copy)]
struct RootMove {
    candidate: OrderedMove,
    /// Added to the score of the move, in hundredths of a tile.
    handicap: i32,
}

pub struct RootSearch<'a> {
    /// The legal moves. The best one so far comes first.
    moves: Vec<RootMove>,
    position: Position,
    board: &'a BoardTools,
    table: &'a TranspositionTable,
    local_table: &'a mut LocalTable,
    counter: NodeCounter,
    limits: SearchLimits,
    /// The approximate number of nodes that the budget allows.
    expected_nodes: u64,
    time: Option<TimeManager>,
}

impl<'a> RootSearch<'a> {
    pub(super) fn new(
        root: &RootPosition,
        board: &'a BoardTools,
        (table, local_table): (&'a TranspositionTable, &'a mut LocalTable),
        counter: NodeCounter,
        limits: SearchLimits,
        expected_nodes: u64,
        time: Option<TimeManager>,
    ) -> Self {
        let moves = root_moves(root, board);
        let position = root.position;
        Self { moves, position, board, table, local_table, counter, limits, expected_nodes, time }
    }

    #[cfg(test)]
    pub(super) fn nodes(&self) -> u64 {
        self.counter.nodes()
    }

    pub(super) fn best_move(&self) -> Option<Square> {
        self.moves.first().map(|best| Square::from_index(best.candidate.at))
    }

    pub(super) fn check_cancelled(&self) -> Result<(), SearchStop> {
        self.counter.check_cancelled()
    }

    pub(super) fn deepen(
        &mut self,
        best_moves: BestMoves,
        report: &mut dyn FnMut(&SearchResult),
    ) -> Result<(), SearchStop> {
        let empties = self.empties();
        let iterations = iterations(self.board, &self.limits, empties, self.expected_nodes);
        let score =
            self.with_helpers(&iterations, |search| search.run_iterations(&iterations, report))?;
        let (Some(score), Some(Iteration::Solve)) = (score, iterations.last()) else {
            return Ok(());
        };
        let (tiles, best_count) = self.solve(score, best_moves)?;
        let mut best: Vec<_> =
            self.moves[..best_count].iter().map(|best| best.candidate.at).collect();
        best.sort_unstable();
        let line = self.exact_line(tiles);
        let result = self.result(100 * tiles, true, empties, &line);
        report(&SearchResult { best: squares(&best), ..result });
        Ok(())
    }

    /// Searches to the depth of each iteration but the exact one, and reports each result. Returns
    /// the last score, or `None` if the choice needs no further search.
    fn run_iterations(
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
            if self.should_stop_after(depth, score)? {
                return Ok(None);
            }
        }
        Ok(Some(score))
    }

    /// Returns whether the search should end after an iteration that found this score, although
    /// there is time left. Otherwise, sets the time for the next iteration.
    fn should_stop_after(&mut self, depth: u32, score: i32) -> Result<bool, SearchStop> {
        let Some(time) = &mut self.time else { return Ok(false) };
        time.record_iteration(depth, self.moves.first().map(|best| best.candidate.at), score);
        let elapsed = self.counter.elapsed();
        if !time.allows_iteration(elapsed) {
            return Ok(true);
        }
        self.counter.set_time_limit(time.iteration_limit());
        if time.may_be_easy(depth, elapsed) { self.is_easy(depth, score) } else { Ok(false) }
    }

    /// Returns whether the best move is easy: all others are far below its score, which an
    /// iteration of this depth found.
    pub(super) fn is_easy(&mut self, depth: u32, score: i32) -> Result<bool, SearchStop> {
        // A reduced depth suffices to see whether they come near the best.
        let reduced = depth.saturating_sub(EASY_REDUCTION).max(1);
        let bound = score - EASY_MARGIN;
        for number in 1..self.moves.len() {
            let RootMove { candidate, handicap } = self.moves[number];
            let next = candidate.apply(self.position);
            let low = bound - 1 - handicap;
            if self.search_move(next, reduced, MIDGAME_SELECTIVITY, (low, low + 1))? > low {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs `search` while helper threads run the same iterations.
    fn with_helpers<T>(
        &mut self,
        iterations: &[Iteration],
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        // Only searches limited by time share their table.
        let is_shared = self.table.busy_positions().is_some();
        let threads = if is_shared { self.limits.threads } else { 1 };
        thread::scope(|scope| {
            let guard = StopGuard(CancelToken::default());
            let helpers: Vec<_> = (1..threads)
                .filter_map(|number| {
                    let help = self.helper(number, iterations, guard.0.clone());
                    // If a thread can't start, there are fewer helpers.
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let result = search(self);
            drop(guard);
            for helper in helpers {
                match helper.join() {
                    Ok(counter) => self.counter.add_helper(&counter),
                    Err(panic) => resume_unwind(panic),
                }
            }
            result
        })
    }

    /// Returns the work of the helper with this number, counted from 1. It ends when `stop` is
    /// cancelled, if not before, and returns its node counter.
    fn helper<'h>(
        &self,
        number: usize,
        iterations: &'h [Iteration],
        stop: CancelToken,
    ) -> impl FnOnce() -> NodeCounter + Send + use<'a, 'h> {
        let Self { position, board, table, limits, expected_nodes, .. } = *self;
        let (moves, counter) = (self.moves.clone(), self.counter.unlimited_for_helper(stop));
        move || {
            let local_table = &mut LocalTable::new();
            let time = None;
            let mut search = RootSearch {
                moves,
                position,
                board,
                table,
                local_table,
                counter,
                limits,
                expected_nodes,
                time,
            };
            // Every second helper skips the first iteration, so it is a ply ahead.
            search.help(iterations.get(number % 2..).unwrap_or_default());
            search.counter
        }
    }

    /// Searches to the depth of each iteration but the exact one, until the search is stopped.
    fn help(&mut self, iterations: &[Iteration]) {
        let mut scores = [0; 2];
        for iteration in iterations {
            let Iteration::Search { depth, selectivity } = *iteration else { return };
            let last = &mut scores[depth as usize % 2];
            match self.search(depth, selectivity, *last) {
                Ok(score) => *last = score,
                Err(_) => return,
            }
        }
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
            let RootMove { candidate, handicap } = self.moves[number];
            let next = candidate.apply(self.position);
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
                if let Some(time) = &self.time {
                    self.counter.set_time_limit(time.hard_limit());
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

    /// Solves the position and puts the best move first, or all best moves. Returns the score in
    /// tiles and the number of these moves. `guess` is the expected score in hundredths of a tile.
    /// Handicaps do not count.
    fn solve(&mut self, guess: i32, best_moves: BestMoves) -> Result<(i32, usize), SearchStop> {
        // The nearest even number of tiles.
        let guess = guess.div_euclid(200) * 2 + i32::from(guess.rem_euclid(200) >= 100) * 2;
        let mut score = self.solve_move(0, guess)?;
        let mut best_count = 1;
        for number in 1..self.moves.len() {
            let next = self.moves[number].candidate.apply(self.position);
            // Most moves are worse, which this test proves at once.
            if best_moves == BestMoves::All && !self.move_reaches(next, score)? {
                continue;
            }
            if self.move_reaches(next, score + 1)? {
                score = self.solve_move(number, score + 2)?;
                self.moves[..=number].rotate_right(1);
                best_count = 1;
            } else if best_moves == BestMoves::All {
                self.moves[best_count..=number].rotate_right(1);
                best_count += 1;
            }
        }
        Ok((score, best_count))
    }

    /// Returns the exact score of the move with this number, in tiles. `guess` is the expected
    /// score, in tiles.
    fn solve_move(&mut self, number: usize, guess: i32) -> Result<i32, SearchStop> {
        let next = self.moves[number].candidate.apply(self.position);
        // The window holds a single score. If the true one lies outside, the window is moved there.
        let (mut low, mut high) = (guess - 1, guess + 1);
        loop {
            let score = -self.solve_position(next, -high, -low)?;
            if low < score && score < high {
                return Ok(score);
            }
            (low, high) = (score - 1, score + 1);
        }
    }

    /// Returns whether the side that has just moved to `next` reaches a score of `tiles`.
    fn move_reaches(&mut self, next: Position, tiles: i32) -> Result<bool, SearchStop> {
        Ok(-self.solve_position(next, -tiles, 1 - tiles)? >= tiles)
    }

    /// Returns the score of `next` in tiles, see
    /// [`EndgameSolver::solve`](crate::flip::search::endgame::EndgameSolver::solve).
    fn solve_position(&mut self, next: Position, alpha: i32, beta: i32) -> Result<i32, SearchStop> {
        let tables = (self.table, &mut *self.local_table);
        let (counter, threads) = (&mut self.counter, self.limits.threads);
        self.board.solve(next, (alpha, beta), threads, tables, counter)
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
        let mut next = self.moves.first().map(|best| best.candidate.at);
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
        let Some(&RootMove { candidate, .. }) = self.moves.first() else { return Vec::new() };
        let mut line = vec![candidate.at];
        let mut position = candidate.apply(self.position);
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

/// Stops the helpers when dropped, even by a panic.
struct StopGuard(CancelToken);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Returns the iterations of the search of a position with this many empty squares.
/// `expected_nodes` is the approximate number of nodes that the budget allows.
fn iterations(
    board: &BoardTools,
    limits: &SearchLimits,
    empties: u32,
    expected_nodes: u64,
) -> Vec<Iteration> {
    let max_depth = limits.depth.unwrap_or(empties).min(empties);
    let is_selective = board.evaluator.has_prob_cut();
    let solves = match limits.endgame {
        EndgamePolicy::Evaluate => false,
        EndgamePolicy::Solve => true,
        // With a limited depth only an endgame that needs no selective searches is feasible.
        EndgamePolicy::SolveIfFeasible => {
            (is_selective && limits.depth.is_none())
                || empties <= board.max_solvable_empties(expected_nodes)
        }
    };
    let selectivity = match limits.endgame {
        EndgamePolicy::Solve => PREPARING_SELECTIVITY,
        EndgamePolicy::Evaluate | EndgamePolicy::SolveIfFeasible => MIDGAME_SELECTIVITY,
    };
    let deepening =
        |max_depth| (1..=max_depth).map(move |depth| Iteration::Search { depth, selectivity });
    if !solves {
        deepening(max_depth).collect()
    } else if !is_selective {
        let max_depth = (empties / 2).min(MAX_HANDCRAFTED_DEPTH);
        deepening(max_depth).chain([Iteration::Solve]).collect()
    } else if empties <= MAX_QUICK_EMPTIES {
        let max_depth = MAX_QUICK_DEPTH.min(empties / 2);
        deepening(max_depth).chain([Iteration::Solve]).collect()
    } else if limits.endgame == EndgamePolicy::Solve {
        deepening(empties - ENDGAME_PLIES).chain([Iteration::Solve]).collect()
    } else {
        // The exact search may not finish within the budget, so less and less selective
        // searches to the end of the game precede it.
        let endgame = ENDGAME_SELECTIVITIES
            .map(|selectivity| Iteration::Search { depth: empties, selectivity });
        let deepening = deepening(empties - ENDGAME_PLIES);
        deepening.chain(endgame).chain([Iteration::Solve]).collect()
    }
}

/// Returns the legal moves, ordered by handicap and static value.
fn root_moves(root: &RootPosition, board: &BoardTools) -> Vec<RootMove> {
    let legal = board.geometry.moves(root.position);
    let handicaps = root.handicaps.iter().copied().chain(std::iter::repeat(0));
    let mut moves: Vec<_> = bitboard::indices(legal)
        .zip(handicaps)
        .map(|(at, handicap)| RootMove { candidate: OrderedMove::new(root.position, at), handicap })
        .collect();
    let value = |root_move: &RootMove| board.square_values[root_move.candidate.at as usize];
    moves.sort_by_key(|root_move| (-root_move.handicap, -value(root_move)));
    moves
}

fn squares(indices: &[u32]) -> Vec<Square> {
    indices.iter().map(|&at| Square::from_index(at)).collect()
}
