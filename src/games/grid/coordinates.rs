//! The cells of a grid: their positions, and how rows and columns are numbered and typed.

/// The position of a cell: its row and column, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridPos {
    pub row: u16,
    pub col: u16,
}

impl GridPos {
    pub const fn new(row: u16, col: u16) -> Self {
        Self { row, col }
    }
}

/// The numbers of the rows or of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The number on the game's course sheet: 0 or 1.
    pub first: u16,
    pub count: u16,
}

impl Numbers {
    pub fn last(self) -> u16 {
        (self.first + self.count).saturating_sub(1)
    }

    /// Counted from 0; `None` if the text is not one of the numbers.
    fn index(self, text: &str) -> Option<u16> {
        let index = text.parse::<u16>().ok()?.checked_sub(self.first)?;
        (index < self.count).then_some(index)
    }

    fn max_digits(self) -> usize {
        self.last().to_string().len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub rows: Numbers,
    pub columns: Numbers,
    /// Whether letters stand at the edge beside the numbers: `a` is the first row and column.
    pub has_letters: bool,
}

impl Grid {
    pub const fn square(size: u16, first_number: u16) -> Self {
        let numbers = Numbers { first: first_number, count: size };
        Self { rows: numbers, columns: numbers, has_letters: false }
    }

    pub fn contains(self, pos: GridPos) -> bool {
        pos.row < self.rows.count && pos.col < self.columns.count
    }

    pub fn middle(self) -> GridPos {
        GridPos::new((self.rows.count - 1) / 2, (self.columns.count - 1) / 2)
    }

    /// Splits typed coordinates into row and column, which is empty while it is missing. A space
    /// separates them. It can be left out if all rows have single digits.
    pub fn split(self, typed: &str) -> (&str, &str) {
        let (row, column) = if self.rows.max_digits() == 1 {
            typed.split_at(typed.len().min(1))
        } else {
            typed.split_once(' ').unwrap_or((typed, ""))
        };
        (row, column.trim_start())
    }

    /// Reads typed coordinates, row first. Returns `None` while the column is missing, and what is
    /// wrong if they are not on the grid.
    pub fn read(self, typed: &str) -> Result<Option<GridPos>, String> {
        let (row, column) = self.split(typed);
        let is_alike = self.rows == self.columns;
        let (row_index, column_index) = (self.rows.index(row), self.columns.index(column));
        if !is_alike && !row.is_empty() && row_index.is_none() {
            return Err(format!("rows are numbered {} to {}", self.rows.first, self.rows.last()));
        }
        // A single 0 may become 01.
        let may_go_on = column == "0" && column_index.is_none() && !self.has_whole_column(column);
        if column.is_empty() || may_go_on {
            return Ok(None);
        }
        let Numbers { first, .. } = self.columns;
        match row_index.zip(column_index) {
            Some((row, col)) => Ok(Some(GridPos::new(row, col))),
            None if is_alike => {
                Err(format!("row and column must be within {first} - {}", self.columns.last()))
            }
            None => Err(format!("columns are numbered {first} to {}", self.columns.last())),
        }
    }

    /// Whether no other digit can follow.
    pub fn has_whole_column(self, column: &str) -> bool {
        column.len() >= self.columns.max_digits()
    }

    /// Whether all rows and columns have numbers of a single digit, so that two digits are enough.
    pub fn has_single_digits(self) -> bool {
        self.rows.max_digits() == 1 && self.columns.max_digits() == 1
    }
}
