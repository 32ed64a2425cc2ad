//! The positions of the book as a graph, and which of them to search next.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

use fourcade_engine::flip::{
    model::{
        Square,
        bitboard::{self, Position},
    },
    players::book::{BookEntry, BookMove, canonical},
};

/// The largest loss of a move in the book, compared to the best, in hundredths of a tile.
const MAX_LOSS: i32 = 200;

/// The searched positions, each as its canonical image.
#[derive(Default)]
pub struct Graph {
    /// The good moves of each position.
    positions: HashMap<Position, Vec<Edge>>,
}

/// A good move of a searched position.
#[derive(Clone, Copy)]
struct Edge {
    square: Square,
    /// The position after the move, as its canonical image.
    next: Position,
    /// The score for the side that moves, in hundredths of a tile.
    score: i32,
}

/// The cheapest path to a position. Smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Path {
    /// The losses of the moves of both sides plus the cost of the plies, in hundredths of a tile.
    cost: i32,
    /// The position, as its canonical image.
    own: u64,
    opp: u64,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn add(&mut self, position: Position, moves: &[BookMove]) {
        let edge = |&BookMove { square, score }: &BookMove| {
            let next = canonical(position.play(square.index()));
            Edge { square, next, score }
        };
        self.positions.insert(position, moves.iter().map(edge).collect());
    }

    /// Sets the scores of all moves to searched positions to those of the best replies.
    pub fn update_scores(&mut self) {
        let mut positions: Vec<_> = self.positions.keys().copied().collect();
        positions.sort_by_key(|position| Reverse(position.occupied().count_ones()));
        for position in positions {
            let mut edges = self.positions[&position].clone();
            for edge in &mut edges {
                if let Some(best) = self.best_score(edge.next) {
                    edge.score = -best;
                }
            }
            edges.sort_by_key(|edge| (-edge.score, edge.square));
            self.positions.insert(position, edges);
        }
    }

    fn best_score(&self, position: Position) -> Option<i32> {
        self.positions.get(&position)?.iter().map(|edge| edge.score).max()
    }

    /// Returns the positions to search next: up to `count`, those with the lowest cost. The cost is
    /// the sum of what the moves of both sides lose, plus `ply_cost` for each move, in hundredths
    /// of a tile (drop-out expansion; Lincke, "Strategies for the Automatic Construction of Opening
    /// Books", 2000).
    pub fn frontier(&self, ply_cost: i32, count: usize) -> Vec<Position> {
        let start = canonical(Position::start(8));
        let mut paths =
            BinaryHeap::from([Reverse(Path { cost: 0, own: start.own, opp: start.opp })]);
        let (mut visited, mut frontier) = (HashSet::new(), Vec::new());
        while let Some(Reverse(Path { cost, own, opp })) = paths.pop() {
            let position = Position::new(own, opp);
            if !visited.insert(position) {
                continue;
            }
            if let Some(edges) = self.positions.get(&position) {
                for (edge, loss) in good_edges(edges) {
                    let Position { own, opp } = edge.next;
                    paths.push(Reverse(Path { cost: cost + loss + ply_cost, own, opp }));
                }
            } else if position.moves(!position.occupied()) != 0 {
                frontier.push(position);
                if frontier.len() == count {
                    break;
                }
            }
        }
        frontier
    }

    /// Returns the entries of all positions that good moves reach, sorted by their lines. A
    /// position without a move that both of its last searches found good has no entry.
    pub fn entries(&self) -> Vec<BookEntry> {
        let start = (Vec::new(), Position::start(8));
        let (mut level, mut entries) = (vec![start], Vec::new());
        let mut visited = HashSet::from([canonical(Position::start(8))]);
        while !level.is_empty() {
            let mut next_level = Vec::new();
            for (line, position) in level {
                let Some(edges) = self.positions.get(&canonical(position)) else { continue };
                let mut moves = Vec::new();
                for (edge, _) in good_edges(edges) {
                    let square = move_to(position, edge.next);
                    moves.push(BookMove { square, score: edge.score });
                    if visited.insert(edge.next) {
                        let mut line: Vec<Square> = line.clone();
                        line.push(square);
                        next_level.push((line, position.play(square.index())));
                    }
                }
                if !moves.is_empty() {
                    entries.push(BookEntry { line, moves });
                }
            }
            level = next_level;
        }
        entries.sort_by(|one, other| one.line.cmp(&other.line));
        entries
    }
}

/// Returns the moves that are at most [`MAX_LOSS`] worse than the best, and how much worse.
fn good_edges(edges: &[Edge]) -> impl Iterator<Item = (Edge, i32)> {
    let best = edges.iter().map(|edge| edge.score).max().unwrap_or_default();
    edges.iter().map(move |&edge| (edge, best - edge.score)).filter(|&(_, loss)| loss <= MAX_LOSS)
}

/// Returns the first move of a position that leads to an image of `next`.
fn move_to(position: Position, next: Position) -> Square {
    bitboard::indices(position.moves(!position.occupied()))
        .find(|&at| canonical(position.play(at)) == next)
        .map(Square::from_index)
        .expect("the position has a move to the next one")
}
