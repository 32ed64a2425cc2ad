//! A board of any size for searching: cells in one row with a rim, moves made and taken back.

use crate::{
    games::flip::{
        engine::counter::Counter,
        rules::{FlipBoard, Side, Square},
    },
    play::SearchStop,
};

/// What lies on a cell: one of these or a side's index.
const EMPTY: u8 = 2;
/// Around the board, so that no run leaves it.
const RIM: u8 = 3;

/// Cells that cost as much to look through as a position of 8 x 8 costs in all.
const CELLS_A_TICK: usize = 64;

/// The eight directions as (rows, columns).
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board with what the evaluation needs, kept up to date.
#[derive(Debug)]
pub struct Field {
    size: usize,
    width: usize,
    cells: Vec<u8>,
    steps: [isize; 8],
    /// First and last rows and columns that may hold a move, by array index.
    rows: (usize, usize),
    cols: (usize, usize),
    counts: [i32; 2],
    /// The places' worth of O's tiles less that of X's.
    worth: i32,
}

/// A move that was made: what to take back.
#[derive(Debug)]
pub struct Made {
    at: usize,
    flipped: Vec<usize>,
    rows: (usize, usize),
    cols: (usize, usize),
}

/// What comes along while looking for moves.
#[derive(Clone, Copy, Debug)]
pub enum Scan {
    /// A row, of which so many cells will be looked at.
    Row(usize),
    /// A cell to which one may move.
    Move(usize),
}

impl Field {
    /// This board.
    pub fn new(board: &FlipBoard, counter: &Counter) -> Result<Self, SearchStop> {
        let size = usize::from(board.size());
        let width = size + 2;
        let steps = DIRECTIONS.map(|(down, right)| down * width.cast_signed() + right);
        let (rows, cols) = ((width, 0), (width, 0));
        let mut field = Self {
            size,
            width,
            cells: vec![RIM; width * width],
            steps,
            rows,
            cols,
            counts: [0; 2],
            worth: 0,
        };
        for row in 0..board.size() {
            counter.look_if_cancelled()?;
            for col in 0..board.size() {
                let at = (usize::from(row) + 1) * width + usize::from(col) + 1;
                field.cells[at] = EMPTY;
                if let Some(side) = board.at(Square::new(row, col)) {
                    field.put(at, side);
                }
            }
        }
        Ok(field)
    }

    /// n.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The cells without a tile.
    pub fn empties(&self) -> usize {
        self.size * self.size
            - self.counts.iter().map(|tiles| tiles.unsigned_abs() as usize).sum::<usize>()
    }

    /// Tiles of `side` more than the other has.
    pub fn ahead(&self, side: Side) -> i32 {
        self.counts[side.index()] - self.counts[side.other().index()]
    }

    /// What the places of the tiles are worth to `side`, in hundredths of a tile.
    pub fn worth(&self, side: Side) -> i32 {
        let corners = [(1, 1), (1, self.size), (self.size, 1), (self.size, self.size)];
        let near = corners.iter().map(|&(row, col)| self.beside_corner(row, col)).sum::<i32>()
            + self.worth;
        if side == Side::O { near } else { -near }
    }

    /// What the neighbours of a corner are worth to O while the corner is empty.
    fn beside_corner(&self, row: usize, col: usize) -> i32 {
        let at = |row: usize, col: usize| self.cells[row * self.width + col];
        if at(row, col) != EMPTY {
            return 0;
        }
        let inner = |place: usize| if place == 1 { 2 } else { place - 1 };
        [(inner(row), inner(col), -350), (inner(row), col, -200), (row, inner(col), -200)]
            .iter()
            .map(|&(row, col, worth)| match at(row, col) {
                0 => worth,
                1 => -worth,
                _ => 0,
            })
            .sum()
    }

    /// What a place is worth by itself: corners and edges; the cells next to an edge give it away.
    fn place(&self, at: usize) -> i32 {
        let inward = |place: usize| (place - 1).min(self.size - place);
        let (row, col) = (inward(at / self.width), inward(at % self.width));
        match (row.min(col), row.max(col)) {
            (0, 0) => 900,
            (0, 1) => 60,
            (0, _) => 100,
            (1, _) => -30,
            _ => 5,
        }
    }

    /// What a move there promises at first sight.
    pub fn promise(&self, at: usize) -> i32 {
        let inward = |place: usize| (place - 1).min(self.size - place);
        let (row, col) = (inward(at / self.width), inward(at % self.width));
        match (row.min(col), row.max(col)) {
            (0, 1) => -200,
            (1, 1) => -350,
            _ => self.place(at),
        }
    }

    /// The cell with this index.
    #[allow(clippy::cast_possible_truncation)] // within the board, whose size is a u16
    pub fn cell(&self, at: usize) -> Square {
        Square::new((at / self.width - 1) as u16, (at % self.width - 1) as u16)
    }

    /// Looks for the cells to which `side` may move, in reading order, as long as `visit` wants to
    /// go on.
    pub fn scan(
        &self,
        side: Side,
        mut visit: impl FnMut(Scan) -> Result<bool, SearchStop>,
    ) -> Result<(), SearchStop> {
        for row in self.rows.0..=self.rows.1 {
            if !visit(Scan::Row(self.cols.1 + 1 - self.cols.0))? {
                return Ok(());
            }
            for at in row * self.width + self.cols.0..=row * self.width + self.cols.1 {
                if self.cells[at] == EMPTY && self.is_legal(side, at) && !visit(Scan::Move(at))? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The cells to which `side` may move, counted against the budget as the boards of 8 x 8 that
    /// would cover them.
    pub fn moves(&self, side: Side, counter: &mut Counter) -> Result<Vec<usize>, SearchStop> {
        let mut moves = Vec::new();
        let mut cells = 0;
        self.scan(side, |seen| {
            match seen {
                Scan::Move(at) => moves.push(at),
                Scan::Row(more) => {
                    cells += more;
                    while cells >= CELLS_A_TICK {
                        cells -= CELLS_A_TICK;
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

    /// How many opponent tiles lie between `at` and the next own tile.
    #[inline]
    fn run(&self, side: Side, at: usize, step: isize) -> usize {
        let theirs = side.other().index();
        let mut next = at.wrapping_add_signed(step);
        let mut length = 0;
        while usize::from(self.cells[next]) == theirs {
            next = next.wrapping_add_signed(step);
            length += 1;
        }
        if usize::from(self.cells[next]) == side.index() { length } else { 0 }
    }

    /// Makes a legal move.
    pub fn make(&mut self, side: Side, at: usize) -> Made {
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
            self.give(flip, side);
        }
        Made { at, flipped, rows, cols }
    }

    /// Takes back the last move.
    pub fn take_back(&mut self, side: Side, made: &Made) {
        for &flip in &made.flipped {
            self.give(flip, side.other());
        }
        self.counts[side.index()] -= 1;
        self.worth -= sign(side) * self.place(made.at);
        self.cells[made.at] = EMPTY;
        (self.rows, self.cols) = (made.rows, made.cols);
    }

    /// Puts a tile on an empty cell.
    fn put(&mut self, at: usize, side: Side) {
        self.cells[at] = tile(side);
        self.counts[side.index()] += 1;
        self.worth += sign(side) * self.place(at);
        let around = |(first, last): (usize, usize), place: usize| {
            (first.min((place - 1).max(1)), last.max((place + 1).min(self.size)))
        };
        (self.rows, self.cols) =
            (around(self.rows, at / self.width), around(self.cols, at % self.width));
    }

    /// A tile changes owner.
    fn give(&mut self, at: usize, side: Side) {
        self.cells[at] = tile(side);
        self.counts[side.index()] += 1;
        self.counts[side.other().index()] -= 1;
        self.worth += 2 * sign(side) * self.place(at);
    }
}

fn sign(side: Side) -> i32 {
    if side == Side::O { 1 } else { -1 }
}

fn tile(side: Side) -> u8 {
    u8::from(side == Side::X)
}
