//! Iterative deepening at the root, the exact search at its end, and the principal variation.

use super::{AnyEvaluator, BoardKnowledge, RootPosition, SearchResult};
use crate::{
    games::flip::{
        engine::{
            endgame::{EndgameSolver, LocalTable},
            midgame,
            node_counter::NodeCounter,
            ordered_move::OrderedMove,
            transposition_table::{TranspositionTable, key},
        },
        rules::{
            Square,
            bitboard::{self, Position},
        },
    },
    play::{EndgamePolicy, SearchLimits, SearchStop},
};

/// The selectivity of searches that do not reach the end of the game.
const MIDGAME_SELECTIVITY: u8 = 6;
/// The selectivity of such searches if an exact one must follow, for which they order the moves.
const PREPARING_SELECTIVITY: u8 = 5;
/// The selectivities of the searches to the end of the game that come before the exact one, if that
/// may not finish within the budget.
const ENDGAME_SELECTIVITIES: [u8; 3] = [7, 4, 2];
/// The maximum number of empty squares of positions that are solved after only a shallow search.
const MAX_QUICK_EMPTIES: u32 = 13;
/// The maximum depth of that shallow search, in plies.
const MAX_QUICK_DEPTH: u32 = 4;
/// Deepening ends, and the search to the end of the game begins, this many plies before the end.
const ENDGAME_PLIES: u32 = 10;
/// The maximum depth of deepening before an exact search with the hand-crafted evaluation, in
/// plies.
const MAX_HANDCRAFTED_DEPTH: u32 = 8;
/// Half the width of the first aspiration window, in hundredths of a tile.
const ASPIRATION: i32 = 300;
/// The minimum depth for aspiration windows, in plies.
const MIN_ASPIRATION_DEPTH: u32 = 4;
/// The width, in tiles, of the next window of an exact search whose score was outside the window.
const WIDER_WINDOW: i32 = 5;

/// One iteration of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Iteration {
    Search { depth: u32, selectivity: u8 },
    Solve,
}

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
}

impl<'a> RootSearch<'a> {
    pub(super) fn new(
        root: &RootPosition,
        board: &'a BoardKnowledge,
        (table, local_table): (&'a TranspositionTable, &'a mut LocalTable),
        counter: NodeCounter,
        limits: SearchLimits,
        expected_nodes: u64,
    ) -> Self {
        let moves = root_moves(root, board);
        let position = root.position;
        Self { moves, position, board, table, local_table, counter, limits, expected_nodes }
    }

    pub(super) fn move_count(&self) -> usize {
        self.moves.len()
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
        let mut score = 0;
        // The last scores of an even and of an odd depth, which differ.
        let mut scores = [0; 2];
        for iteration in self.iterations(empties) {
            match iteration {
                Iteration::Search { depth, selectivity } => {
                    let last = &mut scores[depth as usize % 2];
                    score = self.search(depth, selectivity, *last)?;
                    *last = score;
                    let is_selective = selectivity > 0 && self.board.evaluator.has_prob_cut();
                    let exact = depth >= empties && !is_selective;
                    report(&self.result(score, exact, depth, &self.table_line(depth)));
                }
                Iteration::Solve => {
                    let (tiles, best_count) = self.solve(score, wanted)?;
                    let mut best: Vec<_> =
                        self.moves[..best_count].iter().map(|best| best.chosen.at).collect();
                    best.sort_unstable();
                    let line = self.exact_line(tiles);
                    let result = self.result(100 * tiles, true, empties, &line);
                    report(&SearchResult { best: squares(&best), ..result });
                }
            }
        }
        Ok(())
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

    /// Returns the iterations of the search.
    fn iterations(&self, empties: u32) -> Vec<Iteration> {
        let max_depth = self.limits.depth.unwrap_or(empties).min(empties);
        let is_selective = self.board.evaluator.has_prob_cut();
        let solves = match self.limits.endgame {
            EndgamePolicy::Evaluate => false,
            EndgamePolicy::Solve => true,
            // With a limited depth only an endgame that needs no selective searches is feasible.
            EndgamePolicy::SolveIfFeasible => {
                (is_selective && self.limits.depth.is_none())
                    || empties <= self.board.max_solvable_empties(self.expected_nodes)
            }
        };
        let selectivity = match self.limits.endgame {
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
        } else if self.limits.endgame == EndgamePolicy::Solve {
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

    /// Searches all moves to a depth, puts the best first and returns its score. `guess` is the
    /// expected score.
    fn search(&mut self, depth: u32, selectivity: u8, guess: i32) -> Result<i32, SearchStop> {
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
            let mut search = |low: i32, high: i32| {
                let tables = (self.table, &mut *self.local_table);
                let counter = &mut self.counter;
                let window = (-high, -low);
                self.board.search_midgame(next, depth - 1, window, selectivity, tables, counter)
            };
            let (low, high) = (best - handicap, beta - handicap);
            if number > 0 && -search(low, low + 1)? <= low {
                continue;
            }
            let score = handicap - search(low, high)?;
            if score > best {
                best = score;
                self.moves[..=number].rotate_right(1);
            } else if number == 0 {
                // The expected best move fails low: the caller repeats with a wider window.
                return Ok(alpha);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
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
        // The window holds a single score. If the true one lies outside, the window is moved there
        // and widened.
        let (mut low, mut high) = (guess - 1, guess + 1);
        loop {
            let score = -self.endgame_solver().solve(next, -high, -low)?;
            if score <= low {
                (low, high) = (score - WIDER_WINDOW, score + 1);
            } else if score >= high {
                (low, high) = (score - 1, score + WIDER_WINDOW);
            } else {
                return Ok(score);
            }
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
