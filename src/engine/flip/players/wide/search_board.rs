//! A board of any size for making and undoing moves: the squares in one array with a border.

use crate::{
    flip::{
        model::{FlipBoard, Side, Square, wide_board::DIRECTIONS},
        search::node_counter::NodeCounter,
    },
    play::SearchStop,
};

/// An empty square. A tile is stored as its side's index.
const EMPTY: u8 = 2;
/// A square of the border, which ends every run.
const BORDER: u8 = 3;

/// The number of squares to scan for moves that costs as much as searching a position of 8 x 8.
const SQUARES_PER_NODE: usize = 64;

/// A board that keeps the terms of the evaluation up to date. Squares are array indices.
#[derive(Debug)]
pub struct SearchBoard {
    size: usize,
    /// The length of an array row: the size and the border on both sides.
    width: usize,
    squares: Vec<u8>,
    /// The distances between neighbouring squares in the eight directions.
    steps: [isize; 8],
    /// The first and the last array row that may hold a legal move.
    rows: (usize, usize),
    /// The first and the last such array column.
    cols: (usize, usize),
    /// The numbers of tiles of O and of X.
    counts: [i32; 2],
    /// The value of the squares with tiles of O, minus that of the squares with tiles of X, in
    /// hundredths of a tile.
    square_score: i32,
}

/// A move that was made, and the state before it that [`SearchBoard::undo`] restores.
#[derive(Debug)]
pub struct UndoMove {
    at: usize,
    flipped: Vec<usize>,
    rows: (usize, usize),
    cols: (usize, usize),
}

/// A step of a scan of the board for legal moves.
#[derive(Clone, Copy, Debug)]
pub enum ScanStep {
    /// A row of this many squares comes next.
    Row(usize),
    /// A legal move to this square.
    Move(usize),
}

impl SearchBoard {
    pub fn new(board: &FlipBoard, counter: &NodeCounter) -> Result<Self, SearchStop> {
        let size = usize::from(board.size());
        let width = size + 2;
        let mut copy = Self {
            size,
            width,
            squares: vec![BORDER; width * width],
            steps: DIRECTIONS.map(|(down, right)| down * width.cast_signed() + right),
            rows: (width, 0),
            cols: (width, 0),
            counts: [0; 2],
            square_score: 0,
        };
        for row in 0..board.size() {
            counter.check_cancelled()?;
            for col in 0..board.size() {
                let at = (usize::from(row) + 1) * width + usize::from(col) + 1;
                copy.squares[at] = EMPTY;
                if let Some(side) = board.at(Square::new(row, col)) {
                    copy.put(at, side);
                }
            }
        }
        Ok(copy)
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn empties(&self) -> usize {
        self.size * self.size
            - self.counts.iter().map(|tiles| tiles.unsigned_abs() as usize).sum::<usize>()
    }

    /// The tiles of `side` minus those of its opponent.
    pub fn difference(&self, side: Side) -> i32 {
        self.counts[side.index()] - self.counts[side.other().index()]
    }

    /// The value for `side` of the occupied squares, in hundredths of a tile.
    pub fn square_score(&self, side: Side) -> i32 {
        let corners = [(1, 1), (1, self.size), (self.size, 1), (self.size, self.size)];
        let penalties =
            corners.iter().map(|&(row, col)| self.corner_penalties(row, col)).sum::<i32>();
        sign(side) * (penalties + self.square_score)
    }

    /// The value to O of the tiles next to a corner while the corner is empty, in hundredths of a
    /// tile.
    fn corner_penalties(&self, row: usize, col: usize) -> i32 {
        let at = |row: usize, col: usize| self.squares[row * self.width + col];
        if at(row, col) != EMPTY {
            return 0;
        }
        let inner = |place: usize| if place == 1 { 2 } else { place - 1 };
        [(inner(row), inner(col), -350), (inner(row), col, -200), (row, inner(col), -200)]
            .iter()
            .map(|&(row, col, value)| match at(row, col) {
                0 => value,
                1 => -value,
                _ => 0,
            })
            .sum()
    }

    /// The distances of a square from the nearest edges by rows and by columns, the smaller first.
    fn edge_distances(&self, at: usize) -> (usize, usize) {
        let distance = |place: usize| (place - 1).min(self.size - place);
        let (row, col) = (distance(at / self.width), distance(at % self.width));
        (row.min(col), row.max(col))
    }

    /// The value of a tile on a square, in hundredths of a tile. Corners and edges are good; a
    /// square next to an edge gives the edge away.
    fn square_value(&self, at: usize) -> i32 {
        match self.edge_distances(at) {
            (0, 0) => 900,
            (0, 1) => 60,
            (0, _) => 100,
            (1, _) => -30,
            _ => 5,
        }
    }

    /// The static value of a move to a square, in hundredths of a tile, to order moves.
    pub fn move_value(&self, at: usize) -> i32 {
        match self.edge_distances(at) {
            (0, 1) => -200,
            (1, 1) => -350,
            _ => self.square_value(at),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // within the board, whose size is a u16
    pub fn square(&self, at: usize) -> Square {
        Square::new((at / self.width - 1) as u16, (at % self.width - 1) as u16)
    }

    /// Scans the board in reading order for legal moves of `side` until `visit` returns false or an
    /// error.
    pub fn scan(
        &self,
        side: Side,
        mut visit: impl FnMut(ScanStep) -> Result<bool, SearchStop>,
    ) -> Result<(), SearchStop> {
        for row in self.rows.0..=self.rows.1 {
            if !visit(ScanStep::Row(self.cols.1 + 1 - self.cols.0))? {
                return Ok(());
            }
            for at in row * self.width + self.cols.0..=row * self.width + self.cols.1 {
                if self.squares[at] == EMPTY
                    && self.is_legal(side, at)
                    && !visit(ScanStep::Move(at))?
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the legal moves of `side` in reading order. The scan counts against the budget: one
    /// node for [`SQUARES_PER_NODE`] squares.
    pub fn moves(&self, side: Side, counter: &mut NodeCounter) -> Result<Vec<usize>, SearchStop> {
        let mut moves = Vec::new();
        let mut squares = 0;
        self.scan(side, |step| {
            match step {
                ScanStep::Move(at) => moves.push(at),
                ScanStep::Row(length) => {
                    squares += length;
                    while squares >= SQUARES_PER_NODE {
                        squares -= SQUARES_PER_NODE;
                        counter.tick()?;
                    }
                }
            }
            Ok(true)
        })?;
        Ok(moves)
    }

    fn is_legal(&self, side: Side, at: usize) -> bool {
        self.steps.iter().any(|&step| self.run(side, at, step) > 0)
    }

    /// The number of opponent's tiles that a move to `at` flips in a direction.
    #[inline]
    fn run(&self, side: Side, at: usize, step: isize) -> usize {
        let opponent = side.other().index();
        let mut next = at.wrapping_add_signed(step);
        let mut length = 0;
        while usize::from(self.squares[next]) == opponent {
            next = next.wrapping_add_signed(step);
            length += 1;
        }
        if usize::from(self.squares[next]) == side.index() { length } else { 0 }
    }

    pub fn make(&mut self, side: Side, at: usize) -> UndoMove {
        let (rows, cols) = (self.rows, self.cols);
        let mut flipped = Vec::new();
        for step in self.steps {
            let mut next = at;
            for _ in 0..self.run(side, at, step) {
                next = next.wrapping_add_signed(step);
                flipped.push(next);
            }
        }
        self.put(at, side);
        for &flip in &flipped {
            self.flip_to(flip, side);
        }
        UndoMove { at, flipped, rows, cols }
    }

    pub fn undo(&mut self, side: Side, undo: &UndoMove) {
        for &flip in &undo.flipped {
            self.flip_to(flip, side.other());
        }
        self.counts[side.index()] -= 1;
        self.square_score -= sign(side) * self.square_value(undo.at);
        self.squares[undo.at] = EMPTY;
        (self.rows, self.cols) = (undo.rows, undo.cols);
    }

    fn put(&mut self, at: usize, side: Side) {
        self.squares[at] = tile(side);
        self.counts[side.index()] += 1;
        self.square_score += sign(side) * self.square_value(at);
        let around = |(first, last): (usize, usize), place: usize| {
            (first.min((place - 1).max(1)), last.max((place + 1).min(self.size)))
        };
        (self.rows, self.cols) =
            (around(self.rows, at / self.width), around(self.cols, at % self.width));
    }

    fn flip_to(&mut self, at: usize, side: Side) {
        self.squares[at] = tile(side);
        self.counts[side.index()] += 1;
        self.counts[side.other().index()] -= 1;
        self.square_score += 2 * sign(side) * self.square_value(at);
    }
}

/// 1 for O and -1 for X.
fn sign(side: Side) -> i32 {
    if side == Side::O { 1 } else { -1 }
}

fn tile(side: Side) -> u8 {
    u8::from(side == Side::X)
}
