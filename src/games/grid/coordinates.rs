//! Writing and reading actions, which in most games are cells of a grid.

use crate::{
    settings::Settings,
    widgets::glyphs::{NO_BREAK_SPACE, unbroken},
};
use fourcade_engine::play::{ActionError, Game, Seat};

/// The row and column of a cell, from 0 at the top left.
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

pub trait GridGame: Game {
    /// The numbers of the first row and column on the course sheet and in records.
    const COURSE_NUMBERS: (u16, u16);

    /// Rows and columns of the board.
    fn extent(observation: &Self::Observation) -> (u16, u16);

    fn grid(observation: &Self::Observation, notation: Notation) -> Grid {
        Grid::new::<Self>(notation, Self::extent(observation))
    }

    /// The position must be on a board.
    fn action_at(pos: GridPos) -> Self::Action;

    fn pos_of(action: Self::Action) -> GridPos;

    /// The reason for a person; `None` if the action is legal.
    fn why_illegal(
        observation: &Self::Observation,
        seat: Seat,
        action: Self::Action,
        notation: Notation,
    ) -> Option<String>;
}

/// The numbering of rows and columns. A cell is written as row, space, column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// From 1 in every game.
    #[default]
    FromOne,
    /// As on each game's course sheet and in records.
    Course,
}

impl Notation {
    pub fn of(settings: &Settings) -> Self {
        if settings.course_coordinates { Self::Course } else { Self::FromOne }
    }

    /// The numbers of the first row and column.
    pub fn first_numbers<G: GridGame>(self) -> (u16, u16) {
        match self {
            Self::FromOne => (1, 1),
            Self::Course => G::COURSE_NUMBERS,
        }
    }
}

/// The text of a game's actions, as people read and type them.
pub trait ActionText: Game {
    /// Writes an action with no-break spaces.
    fn write(action: Self::Action, notation: Notation) -> String {
        let _ = notation;
        unbroken(&action.to_string())
    }

    /// Parses the output of [`Self::write`], also with plain spaces.
    fn parse(text: &str, notation: Notation) -> Result<Self::Action, ActionError> {
        let _ = notation;
        text.replace(NO_BREAK_SPACE, " ").parse()
    }

    /// Reads what a person typed at this observation.
    fn read(
        text: &str,
        observation: &Self::Observation,
        notation: Notation,
    ) -> Result<Self::Action, ActionError> {
        let _ = observation;
        Self::parse(text, notation)
    }
}

impl<G: GridGame> ActionText for G {
    fn write(action: G::Action, notation: Notation) -> String {
        let (row, column) = notation.first_numbers::<G>();
        let pos = G::pos_of(action);
        let number = |index: u16, first: u16| u32::from(index) + u32::from(first);
        let [row, column] = [number(pos.row, row), number(pos.col, column)];
        format!("{row}{NO_BREAK_SPACE}{column}")
    }

    fn parse(text: &str, notation: Notation) -> Result<G::Action, ActionError> {
        let (first_row, first_column) = notation.first_numbers::<G>();
        let (course_row, course_column) = G::COURSE_NUMBERS;
        let renumbered = |number: &str, from: u16, to: u16| {
            Some(u32::from(number.parse::<u16>().ok()?.checked_sub(from)?) + u32::from(to))
        };
        let action = || {
            let (row, column) = text.split_once([' ', NO_BREAK_SPACE])?;
            let row = renumbered(row, first_row, course_row)?;
            let column = renumbered(column, first_column, course_column)?;
            format!("{row} {column}").parse().ok()
        };
        action().ok_or_else(|| ActionError::new("type a row and a column, such as 3 4"))
    }

    /// The error names the valid numbers.
    fn read(
        text: &str,
        observation: &G::Observation,
        notation: Notation,
    ) -> Result<G::Action, ActionError> {
        let grid = G::grid(observation, notation);
        let pos = grid.read(&text.replace(',', " ")).ok().flatten();
        pos.map(G::action_at).ok_or_else(|| ActionError::new(grid.range()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 or 1.
    pub first: u16,
    pub count: u16,
}

impl Numbers {
    pub fn last(self) -> u16 {
        (self.first + self.count).saturating_sub(1)
    }

    /// `None` if the number is not one of these.
    pub fn index(self, text: &str) -> Option<u16> {
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
    /// Whether the rim also has letters; `a` is the first row and column.
    pub has_letters: bool,
}

impl Grid {
    pub fn new<G: GridGame>(notation: Notation, (rows, columns): (u16, u16)) -> Self {
        let (row, column) = notation.first_numbers::<G>();
        Self {
            rows: Numbers { first: row, count: rows },
            columns: Numbers { first: column, count: columns },
            has_letters: false,
        }
    }

    pub fn range(self) -> String {
        let numbers = |numbers: Numbers| format!("from {} to {}", numbers.first, numbers.last());
        if self.rows == self.columns {
            return format!("row and column {}", numbers(self.rows));
        }
        format!("rows {}, columns {}", numbers(self.rows), numbers(self.columns))
    }

    pub fn contains(self, pos: GridPos) -> bool {
        pos.row < self.rows.count && pos.col < self.columns.count
    }

    pub fn middle(self) -> GridPos {
        GridPos::new((self.rows.count - 1) / 2, (self.columns.count - 1) / 2)
    }

    /// Splits typed coordinates at the space into row and column, which may be empty. If all rows
    /// have a single digit, the space is optional.
    pub fn split(self, typed: &str) -> (&str, &str) {
        let (row, column) = if self.rows.max_digits() == 1 {
            typed.split_at_checked(1).unwrap_or((typed, ""))
        } else {
            typed.split_once(' ').unwrap_or((typed, ""))
        };
        (row, column.trim_start())
    }

    /// Reads typed coordinates. `None` while the column is incomplete. The error explains what is
    /// wrong.
    pub fn read(self, typed: &str) -> Result<Option<GridPos>, String> {
        let (row, column) = self.split(typed);
        let is_alike = self.rows == self.columns;
        let (row_index, column_index) = (self.rows.index(row), self.columns.index(column));
        if !is_alike && !row.is_empty() && row_index.is_none() {
            return Err(self.range());
        }
        // A single 0 may still become 01.
        let is_leading_zero =
            column == "0" && column_index.is_none() && !self.has_whole_column(column);
        if column.is_empty() || is_leading_zero {
            return Ok(None);
        }
        let pos = row_index.zip(column_index).map(|(row, col)| GridPos::new(row, col));
        pos.map(Some).ok_or_else(|| self.range())
    }

    /// Whether no other digit can follow in the column.
    pub fn has_whole_column(self, column: &str) -> bool {
        column.len() >= self.columns.max_digits()
    }

    pub fn has_single_digits(self) -> bool {
        self.rows.max_digits() == 1 && self.columns.max_digits() == 1
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;
    use ratatui::{buffer::Buffer, layout::Rect};

    use super::*;
    use crate::{
        games::{
            ArcadeGame, Scene, Style,
            grid::{GridCursor, GridLayout, draw_rim},
            spoken::Audience,
        },
        widgets::{ColorDepth, Key, glyphs, testing},
    };
    use fourcade_engine::{
        concentration::Concentration,
        eater::Eater,
        flip::Flip,
        play::{Observation as _, Seats},
    };

    fn cells(grid: Grid) -> impl Iterator<Item = GridPos> {
        let columns = grid.columns.count;
        (0..grid.rows.count)
            .flat_map(move |row| (0..columns).map(move |col| GridPos::new(row, col)))
    }

    fn start<G: ArcadeGame>(size: u16) -> G {
        G::start(&G::deal_seeded(size, 1).unwrap())
    }

    /// Checks that each cell can be read back and typed as it is written.
    fn check_cells<G: ArcadeGame + GridGame>(size: u16) {
        let observation = start::<G>(size).observe(Seats::NONE);
        for notation in [Notation::FromOne, Notation::Course] {
            let grid = G::grid(&observation, notation);
            for pos in cells(grid) {
                let (action, place) = (G::action_at(pos), (G::KEY, notation, size, pos));
                let text = G::write(action, notation);
                assert_eq!(G::parse(&text, notation), Ok(action), "{place:?}");
                let plain = glyphs::ASCII.translate(&text).into_owned();
                assert_eq!(G::read(&plain, &observation, notation), Ok(action), "{place:?}");
                if notation == Notation::Course {
                    assert_eq!(plain, action.to_string(), "{place:?}");
                }
                let mut cursor = GridCursor::default();
                let scene = Scene::<G> {
                    deciding: Seats::first(1),
                    notation,
                    ..Scene::at_rest(&observation, &[])
                };
                for letter in plain.replace(' ', ",").chars() {
                    let key = Key::plain(KeyCode::Char(letter));
                    cursor.type_key(key, &scene);
                }
                assert_eq!(cursor.placed(), Some(pos), "{place:?}");
            }
        }
    }

    #[test]
    fn every_cell_is_read_and_typed_as_it_is_written() {
        for size in (4..=27).chain([100]) {
            check_cells::<Flip>(size);
        }
        for size in (3..=27).chain([50]) {
            check_cells::<Eater>(size);
        }
        check_cells::<Concentration>(0);
    }

    #[test]
    fn coordinates_on_the_rim_are_those_that_are_typed() {
        fn check<G: ArcadeGame + GridGame>(size: u16, notation: Notation) {
            let area = Rect::new(0, 0, 500, 100);
            let observation = start::<G>(size).observe(Seats::NONE);
            let grid = G::grid(&observation, notation);
            let layout = GridLayout::new(grid, area, GridPos::default(), None);
            let mut buffer = Buffer::empty(area);
            let look = testing::look(ColorDepth::True, false);
            draw_rim(&layout, &mut buffer, &look, None, look.palette.accent);
            let number = |columns: std::ops::Range<u16>, y| {
                let symbols = columns.map(|x| buffer[(x, y)].symbol());
                symbols.collect::<String>().trim().to_owned()
            };
            for pos in cells(grid) {
                let cell = layout.area_of(pos);
                let middle = cell.y + (cell.height - 1) / 2;
                let row = number(layout.frame.x..layout.board.x, middle);
                let column = number(cell.x..cell.right(), layout.board.y - 1);
                let drawn = format!("{row}{NO_BREAK_SPACE}{column}");
                assert_eq!(drawn, G::write(G::action_at(pos), notation), "{size}: {pos:?}");
            }
        }
        for notation in [Notation::Course, Notation::FromOne] {
            for size in [4, 8, 9, 10, 11, 15, 26] {
                check::<Flip>(size, notation);
                check::<Eater>(size, notation);
            }
        }
    }

    #[test]
    fn the_log_names_the_cell_that_was_played() {
        fn check<G: ArcadeGame + GridGame>() {
            for notation in [Notation::Course, Notation::FromOne] {
                let mut game = start::<G>(G::default_size());
                while !game.awaited().is_empty() {
                    let choose = |seat| {
                        let legal = game.observe(Seats::one(seat)).legal(seat);
                        (seat, legal[legal.len() / 2])
                    };
                    let moves: Vec<_> = game.awaited().iter().map(choose).collect();
                    let events = game.step(&moves).unwrap();
                    let to = Audience::<G> {
                        observation: &game.observe(Seats::NONE),
                        seat: Seat::new(0),
                        names: &[],
                        notation,
                    };
                    let told = events.iter().filter_map(|event| G::tell(event, Style::Line, &to));
                    let log: String = told.collect();
                    for (_, action) in moves {
                        assert!(log.contains(&G::write(action, notation)), "{action}: {log}");
                    }
                }
            }
        }
        check::<Flip>();
        check::<Eater>();
    }

    #[test]
    fn typing_a_cell_outside_the_board_names_the_valid_numbers() {
        let observation = start::<Flip>(8).observe(Seats::NONE);
        for text in [
            "0 1",
            "9 1",
            "1 0",
            "1 9",
            "3",
            "3 x",
            "x 3",
            "3 4 5",
            "",
            "-1 2",
            "99999 1",
            "é",
            "é3",
            "3é",
            "３4",
            "\u{1f3b2}\u{301}",
        ] {
            let error = Flip::read(text, &observation, Notation::FromOne).unwrap_err().to_string();
            assert_eq!(error, "row and column from 1 to 8", "{text:?}");
        }
        let observation = start::<Concentration>(0).observe(Seats::NONE);
        let error =
            Concentration::read("0 13", &observation, Notation::FromOne).unwrap_err().to_string();
        assert_eq!(error, "rows from 1 to 4, columns from 1 to 13");
        for text in ["3 4", "34", "3,4", "3, 4"] {
            let square =
                Flip::read(text, &start::<Flip>(8).observe(Seats::NONE), Notation::FromOne)
                    .unwrap();
            assert_eq!(square.to_string(), "2 3", "{text:?}");
        }
    }
}
