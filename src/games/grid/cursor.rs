//! The cursor on a square board: moved, typed, clicked.

use std::borrow::Cow;

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{GridLayout, GridPos, SquareGrid};
use crate::{games::Reply, ui::Key};

/// No coordinate is longer: two numbers of four digits and a space.
const MOST_TYPED: usize = 9;

/// The cursor, and what is being typed.
#[derive(Debug, Default)]
pub struct GridCursor {
    at: Option<GridPos>,
    /// The place in the window's upper left corner, on boards that don't fit.
    first: Option<GridPos>,
    typed: String,
}

impl GridCursor {
    /// Where somebody has put it, if anybody has.
    pub fn set(&self) -> Option<GridPos> {
        self.at
    }

    /// Where it is: near the board's middle until somebody moves it.
    pub fn on(&self, square: SquareGrid) -> GridPos {
        let middle = (square.size - 1) / 2;
        self.at.filter(|&place| square.has(place)).unwrap_or(GridPos::new(middle, middle))
    }

    /// Puts it there.
    pub fn go<A>(&mut self, place: GridPos) -> Reply<A> {
        self.typed.clear();
        self.at = Some(place);
        Reply::Changed
    }

    /// Moves it by so many rows and columns, as far as the board goes.
    pub fn step<A>(&mut self, (down, right): (i32, i32), square: SquareGrid) -> Reply<A> {
        let along =
            |at: u16, by: i32| u16::try_from(i32::from(at) + by).unwrap_or(0).min(square.size - 1);
        let from = self.on(square);
        self.go(GridPos::new(along(from.row, down), along(from.col, right)))
    }

    /// A key that may be part of a coordinate. Where no number has two digits, two digits are
    /// enough; elsewhere a space stands between the numbers.
    pub fn typed<A>(&mut self, key: Key, square: SquareGrid) -> Reply<A> {
        if key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                if self.typed.len() < MOST_TYPED {
                    self.typed.push(digit);
                }
                self.read(square)
            }
            KeyCode::Char(',') if self.typed.split_whitespace().count() == 1 => {
                self.typed.push(' ');
                Reply::Changed
            }
            KeyCode::Backspace if self.typed.pop().is_some() => self.read(square),
            _ => Reply::Ignored,
        }
    }

    /// Enter or Space: the place that is chosen, or what else came of it.
    ///
    /// # Errors
    /// What came of it where no place is chosen.
    pub fn enter<A>(&mut self, square: SquareGrid) -> Result<GridPos, Reply<A>> {
        if self.is_half_typed() {
            // Space stands between two numbers that are being typed.
            if let Some(row) = self.typed.strip_suffix(' ') {
                return Err(Reply::Refused(
                    format!("{row} is the row: type the column, too").into(),
                ));
            }
            self.typed.push(' ');
            return Err(Reply::Changed);
        }
        let typed = self.parse(square);
        self.typed.clear();
        match typed {
            Some(place) => place.map_err(Reply::Refused),
            None => Ok(self.on(square)),
        }
    }

    /// What is being typed, for the line that shows it.
    pub fn typing(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }

    /// Lays the board out in `area` so that `shown` can be seen, and the window moves no further
    /// than needed.
    pub fn lay_out(&mut self, square: SquareGrid, area: Rect, shown: GridPos) -> GridLayout {
        let layout = GridLayout::new(square, area, shown, self.first);
        self.first = Some(layout.first);
        layout
    }

    fn is_half_typed(&self) -> bool {
        self.typed.split_whitespace().count() == 1
    }

    /// What is typed, as a place on the board or why it is none; nothing while it is not complete.
    fn parse(&self, square: SquareGrid) -> Option<Result<GridPos, Cow<'static, str>>> {
        let SquareGrid { from, .. } = square;
        let numbers: Vec<String> = if square.last() <= 9 {
            self.typed.chars().filter(char::is_ascii_digit).map(String::from).collect()
        } else {
            self.typed.split_whitespace().map(ToOwned::to_owned).collect()
        };
        let [row, col, ..] = numbers.as_slice() else { return None };
        let within = |text: &String| text.parse::<u16>().ok()?.checked_sub(from);
        let place = within(row).zip(within(col)).map(|(row, col)| GridPos::new(row, col));
        let refusal = || format!("row and column must be within {from} - {}", square.last()).into();
        Some(place.filter(|&place| square.has(place)).ok_or_else(refusal))
    }

    /// Reads `row column` as far as it is typed.
    fn read<A>(&mut self, square: SquareGrid) -> Reply<A> {
        match self.parse(square) {
            Some(Ok(place)) => {
                self.at = Some(place);
                if square.last() <= 9 {
                    self.typed.clear();
                }
            }
            Some(Err(why)) => {
                self.typed.clear();
                return Reply::Refused(why);
            }
            None => {}
        }
        Reply::Changed
    }
}
