//! The cursor of the games on a grid: moved by arrow keys, typed coordinates or clicks, it chooses
//! a cell.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{Grid, GridGame, GridLayout, GridPos};
use crate::{
    games::{Reply, Scene},
    widgets::{Binding, Key},
};
use fourcade_engine::play::Observation as _;

/// Two numbers of four digits and a space.
const MAX_TYPED_LEN: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridCommand<C> {
    /// Moves the cursor down and right by rows and columns, which may be negative.
    Move(i32, i32),
    /// Moves the cursor to the next legal cell, wrapping around.
    Next,
    /// Moves the cursor to the previous legal cell, wrapping around.
    Previous,
    /// Chooses the cell at the cursor or at the typed coordinates.
    Choose,
    ChooseAt(GridPos),
    Own(C),
}

impl<C: Copy + 'static> GridCommand<C> {
    pub const MOVES: [Binding<Self>; 4] = [
        Binding::new(
            "up",
            Self::Move(-1, 0),
            &[Key::plain(KeyCode::Up), Key::char('k')],
            "cursor up",
        )
        .footer("arrows", "move"),
        Binding::new(
            "down",
            Self::Move(1, 0),
            &[Key::plain(KeyCode::Down), Key::char('j')],
            "cursor down",
        ),
        Binding::new(
            "left",
            Self::Move(0, -1),
            &[Key::plain(KeyCode::Left), Key::char('h')],
            "cursor left",
        ),
        Binding::new(
            "right",
            Self::Move(0, 1),
            &[Key::plain(KeyCode::Right), Key::char('l')],
            "cursor right",
        ),
    ];
    pub const WHEEL: [Self; 2] = [Self::Move(-1, 0), Self::Move(1, 0)];
}

#[derive(Debug, Default)]
pub struct GridCursor {
    position: Option<GridPos>,
    /// The cell in the top left corner of the previous layout.
    window_start: Option<GridPos>,
    typed: String,
    /// `position` before these coordinates were typed.
    before_typing: Option<GridPos>,
    /// The error in the typed coordinates. They stay until Enter or another coordinate, so that
    /// Enter doesn't choose the cell at the cursor instead.
    mistyped: Option<String>,
}

impl GridCursor {
    /// The position; `None` if the cursor was never moved.
    pub fn placed(&self) -> Option<GridPos> {
        self.position
    }

    /// The position; until the cursor is moved, the legal cell nearest to the middle.
    pub fn position<G: GridGame>(&self, scene: &Scene<G>) -> GridPos {
        let grid = G::grid(scene.observation, scene.notation);
        let placed = self.position.filter(|&pos| grid.contains(pos));
        let middle = grid.middle();
        placed.or_else(|| nearest(legal_cells(scene), middle)).unwrap_or(middle)
    }

    pub fn run_command<G: GridGame, C: Copy>(
        &mut self,
        command: GridCommand<C>,
        scene: &Scene<G>,
    ) -> Reply<G::Action> {
        let grid = G::grid(scene.observation, scene.notation);
        match command {
            GridCommand::Move(down, right) => self.move_by((down, right), scene),
            GridCommand::Next => self.move_to_legal(true, scene),
            GridCommand::Previous => self.move_to_legal(false, scene),
            GridCommand::Choose => match self.confirm(scene) {
                Ok(pos) => {
                    self.position = Some(pos);
                    choose(pos, scene)
                }
                Err(reply) => reply,
            },
            GridCommand::ChooseAt(pos) => {
                let accepts = !scene.deciding.is_empty() && !scene.is_covered();
                if !accepts || !grid.contains(pos) {
                    return Reply::Ignored;
                }
                self.move_to::<G::Action>(pos);
                choose(pos, scene)
            }
            GridCommand::Own(_) => Reply::Ignored,
        }
    }

    /// Handles a key that may be part of typed coordinates (see [`Grid::read`]).
    pub fn type_key<G: GridGame>(&mut self, key: Key, scene: &Scene<G>) -> Reply<G::Action> {
        let grid = G::grid(scene.observation, scene.notation);
        if scene.deciding.is_empty() || key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                // A digit after complete or wrong coordinates starts new ones. After a wrong row
                // and a space, it is still the column.
                let (_, column) = grid.split(&self.typed);
                if grid.has_whole_column(column)
                    || self.mistyped.is_some() && !self.typed.ends_with(' ')
                {
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
            KeyCode::Char(',') if self.separate(grid) => Reply::Changed,
            KeyCode::Backspace if self.typed.pop().is_some() => self.follow_typed(grid),
            _ => Reply::Ignored,
        }
    }

    /// If only a row is typed, types the space after it. Returns whether it did.
    pub fn separate(&mut self, grid: Grid) -> bool {
        let (row, column) = grid.split(&self.typed);
        let is_row = !row.is_empty() && column.is_empty() && !self.typed.ends_with(' ');
        if is_row {
            self.typed.push(' ');
        }
        is_row
    }

    /// Complete coordinates typed without a space.
    pub fn unseparated(&self, grid: Grid) -> Option<(&str, &str)> {
        let is_whole = self.mistyped.is_none() && grid.read(&self.typed) != Ok(None);
        (is_whole && !self.typed.contains(' ')).then(|| grid.split(&self.typed))
    }

    pub fn typed_text(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| format!("row column: {}", self.typed))
    }

    /// Lays out the board so that `visible` is shown, scrolling as little as needed.
    pub fn layout(&mut self, grid: Grid, area: Rect, visible: GridPos) -> GridLayout {
        let layout = GridLayout::new(grid, area, visible, self.window_start);
        self.window_start = Some(layout.first);
        layout
    }

    /// Moves to a cell and discards typed coordinates.
    pub fn move_to<A>(&mut self, pos: GridPos) -> Reply<A> {
        self.forget_typed();
        self.position = Some(pos);
        Reply::Changed
    }

    /// If the current cell is avoided, moves to the nearest legal one that isn't.
    pub fn move_off_avoided<G: GridGame>(
        &mut self,
        is_avoided: &dyn Fn(G::Action) -> bool,
        scene: &Scene<G>,
    ) {
        let at = self.position(scene);
        if is_avoided(G::action_at(at)) {
            let others = legal_cells(scene).filter(|&pos| !is_avoided(G::action_at(pos)));
            self.position = nearest(others, at).or(self.position);
        }
    }

    /// Moves by rows and columns, but stops at the edges of the board.
    fn move_by<G: GridGame>(
        &mut self,
        (down, right): (i32, i32),
        scene: &Scene<G>,
    ) -> Reply<G::Action> {
        let grid = G::grid(scene.observation, scene.notation);
        let shifted = |index: u16, offset: i32, count: u16| {
            u16::try_from(i32::from(index) + offset).unwrap_or(0).min(count - 1)
        };
        let start = self.position(scene);
        self.move_to(GridPos::new(
            shifted(start.row, down, grid.rows.count),
            shifted(start.col, right, grid.columns.count),
        ))
    }

    fn move_to_legal<G: GridGame>(&mut self, forward: bool, scene: &Scene<G>) -> Reply<G::Action> {
        let legal: Vec<_> = legal_cells(scene).collect();
        let current = self.position(scene);
        let next = if forward {
            legal.iter().find(|&&pos| pos > current).or(legal.first())
        } else {
            legal.iter().rev().find(|&&pos| pos < current).or(legal.last())
        };
        next.map_or(Reply::Ignored, |&pos| self.move_to(pos))
    }

    /// Handles Enter or Space, and returns the cell to choose. The error is the reply if there is
    /// none yet: after a row, the key types the separator; incomplete or invalid coordinates are
    /// refused.
    fn confirm<G: GridGame>(&mut self, scene: &Scene<G>) -> Result<GridPos, Reply<G::Action>> {
        let grid = G::grid(scene.observation, scene.notation);
        if let Some(reason) = self.mistyped.take() {
            self.typed.clear();
            return Err(Reply::Refused(reason.into()));
        }
        if self.separate(grid) {
            return Err(Reply::Changed);
        }
        if !self.typed.is_empty() && grid.read(&self.typed) == Ok(None) {
            let (row, _) = grid.split(&self.typed);
            return Err(Reply::Refused(format!("{row} is the row: type the column, too").into()));
        }
        // The cursor is already at complete coordinates.
        self.typed.clear();
        Ok(self.position(scene))
    }

    /// The label of Esc while it clears typed coordinates.
    pub fn clear_label(&self) -> Option<&'static str> {
        (!self.typed.is_empty()).then_some("clear")
    }

    pub fn forget_typed(&mut self) {
        self.typed.clear();
        self.mistyped = None;
    }

    /// Moves the cursor to complete coordinates. If they are outside the board, it goes back.
    fn follow_typed<A>(&mut self, grid: Grid) -> Reply<A> {
        self.mistyped = None;
        match grid.read(&self.typed) {
            Ok(Some(pos)) => {
                self.position = Some(pos);
                if grid.has_single_digits() {
                    self.typed.clear();
                }
            }
            Ok(None) => {}
            Err(reason) => {
                (self.position, self.mistyped) = (self.before_typing, Some(reason.clone()));
                return Reply::Refused(reason.into());
            }
        }
        Reply::Changed
    }
}

/// The legal cells of the first seat that decides.
fn legal_cells<G: GridGame>(scene: &Scene<G>) -> impl Iterator<Item = GridPos> {
    let seat = scene.deciding.iter().next();
    let legal = seat.map_or_else(Vec::new, |seat| scene.observation.legal(seat));
    legal.into_iter().map(G::pos_of)
}

fn nearest(cells: impl Iterator<Item = GridPos>, to: GridPos) -> Option<GridPos> {
    cells.min_by_key(|pos| {
        let (down, right) = (pos.row.abs_diff(to.row), pos.col.abs_diff(to.col));
        u32::from(down).pow(2) + u32::from(right).pow(2)
    })
}

fn choose<G: GridGame>(pos: GridPos, scene: &Scene<G>) -> Reply<G::Action> {
    let Some(seat) = scene.deciding.only() else { return Reply::Ignored };
    let action = G::action_at(pos);
    match G::why_illegal(scene.observation, seat, action, scene.notation) {
        None => Reply::Act(seat, action),
        Some(reason) => Reply::Refused(reason.into()),
    }
}
