//! The cursor on a square board: moved with the arrow keys, by typing coordinates or by clicking.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::GridLayout;
use crate::{games::Reply, widgets::Key};
use fourcade_engine::play::{GridPos, OutsideGridError, SquareGrid};

/// The longest typed coordinates: two numbers of four digits and a space.
const MAX_TYPED_LEN: usize = 9;

#[derive(Debug, Default)]
pub struct GridCursor {
    /// Where the player put the cursor, or `None` if it was never moved.
    position: Option<GridPos>,
    /// The position in the top left corner of the window, on boards that don't fit.
    window_start: Option<GridPos>,
    typed: String,
    /// Where the player had put the cursor before these coordinates were typed.
    before_typing: Option<GridPos>,
    /// What is wrong with the typed coordinates. They stay until Enter or another coordinate, so
    /// that Enter doesn't choose the cell at the cursor instead.
    mistyped: Option<OutsideGridError>,
}

impl GridCursor {
    /// Returns where the player put the cursor, or `None` if it was never moved.
    pub fn placed(&self) -> Option<GridPos> {
        self.position
    }

    /// Near the middle of the board until it is moved.
    pub fn position(&self, grid: SquareGrid) -> GridPos {
        let middle = (grid.size - 1) / 2;
        self.position.filter(|&pos| grid.contains(pos)).unwrap_or(GridPos::new(middle, middle))
    }

    /// Discards what was typed.
    pub fn move_to<A>(&mut self, pos: GridPos) -> Reply<A> {
        self.forget_typed();
        self.position = Some(pos);
        Reply::Changed
    }

    /// Stops at the edge of the board.
    pub fn move_by<A>(&mut self, (down, right): (i32, i32), grid: SquareGrid) -> Reply<A> {
        let shifted = |index: u16, offset: i32| {
            u16::try_from(i32::from(index) + offset).unwrap_or(0).min(grid.size - 1)
        };
        let start = self.position(grid);
        self.move_to(GridPos::new(shifted(start.row, down), shifted(start.col, right)))
    }

    /// Handles a key that may be part of typed coordinates (see [`SquareGrid::parse`]).
    pub fn type_key<A>(&mut self, key: Key, grid: SquareGrid) -> Reply<A> {
        if key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                if self.mistyped.is_some() {
                    self.forget_typed();
                }
                if self.typed.is_empty() {
                    self.before_typing = self.position;
                }
                if self.typed.len() < MAX_TYPED_LEN {
                    self.typed.push(digit);
                }
                self.follow_typed(grid)
            }
            KeyCode::Char(',') if self.is_half_typed() => {
                self.typed.push(' ');
                Reply::Changed
            }
            KeyCode::Backspace if self.typed.pop().is_some() => self.follow_typed(grid),
            _ => Reply::Ignored,
        }
    }

    /// Handles Enter or Space. The error is the reply to the key if no position is chosen yet:
    /// Space after the first typed number separates the numbers, a missing or bad one is refused.
    pub fn confirm<A>(&mut self, grid: SquareGrid) -> Result<GridPos, Reply<A>> {
        if let Some(error) = self.mistyped {
            self.forget_typed();
            return Err(Reply::Refused(error.to_string().into()));
        }
        if self.is_half_typed() {
            if let Some(row) = self.typed.strip_suffix(' ') {
                return Err(Reply::Refused(
                    format!("{row} is the row: type the column, too").into(),
                ));
            }
            self.typed.push(' ');
            return Err(Reply::Changed);
        }
        let parsed = grid.parse(&self.typed);
        self.typed.clear();
        match parsed {
            Ok(pos) => Ok(pos.unwrap_or_else(|| self.position(grid))),
            Err(error) => Err(Reply::Refused(error.to_string().into())),
        }
    }

    pub fn typed_text(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }

    /// Lays the board out in `area` so that `visible` can be seen, and moves the window no further
    /// than needed for that.
    pub fn layout(&mut self, grid: SquareGrid, area: Rect, visible: GridPos) -> GridLayout {
        let layout = GridLayout::new(grid, area, visible, self.window_start);
        self.window_start = Some(layout.first);
        layout
    }

    fn is_half_typed(&self) -> bool {
        self.typed.split_whitespace().count() == 1
    }

    fn forget_typed(&mut self) {
        self.typed.clear();
        self.mistyped = None;
    }

    /// Moves the cursor to the typed coordinates once they are complete, and back if they are
    /// outside the board.
    fn follow_typed<A>(&mut self, grid: SquareGrid) -> Reply<A> {
        self.mistyped = None;
        match grid.parse(&self.typed) {
            Ok(Some(pos)) => {
                self.position = Some(pos);
                if grid.has_single_digits() {
                    self.typed.clear();
                }
            }
            Ok(None) => {}
            Err(error) => {
                (self.position, self.mistyped) = (self.before_typing, Some(error));
                return Reply::Refused(error.to_string().into());
            }
        }
        Reply::Changed
    }
}
