//! Eater for listeners.

use crate::games::{
    GridPos, join, spoken,
    spoken::{Audience, Spoken, SpokenGrid, TypedQuestion, enumerate, in_row, runs},
};
use fourcade_engine::eater::{
    Eater,
    model::{Cell, Role},
};

const PATH: TypedQuestion<Eater> = TypedQuestion {
    word: "path",
    argument: "",
    help: "how far the path is, and which rows are nearly closed",
    answer: |audience, _| Ok(path(audience)),
};

impl Spoken for Eater {
    const QUESTIONS: &'static [TypedQuestion<Self>] = &[
        TypedQuestion::ROW,
        TypedQuestion::COLUMN,
        TypedQuestion::WHERE,
        TypedQuestion::NEAR,
        PATH,
    ];

    fn score(audience: &Audience<Self>) -> String {
        let [passer, eater] = audience.observation.board.marker_counts();
        let empty = audience.observation.board.empty_count();
        format!("The Passer has {passer} cells, the Eater {eater}, and {empty} are empty.")
    }

    fn position(audience: &Audience<Self>) -> Vec<String> {
        spoken::rows(audience, "empty")
    }

    /// The cells that a path can still use; those that extend the path from the top come first.
    fn moves(audience: &Audience<Self>) -> Vec<String> {
        let board = &audience.observation.board;
        let (live, reached) = (board.live_cells(), board.reached_cells());
        let is_beside = |cell: Cell| {
            let near = |a: u16, b: u16| a.abs_diff(b) <= 1;
            reached.iter().any(|other| near(other.row, cell.row) && near(other.col, cell.col))
        };
        let group = |cell: Cell| match (live.contains(cell), is_beside(cell)) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => 2,
        };
        let titles = ["Beside the path from the top", "Other cells that a path can use", "Useless"];
        let mut sentences = Vec::new();
        for (number, title) in titles.into_iter().enumerate() {
            let rows: Vec<_> = (0..board.size())
                .filter_map(|row| {
                    let cells = (0..board.size()).map(|col| Cell::new(row, col));
                    let free = cells.filter(|&cell| board.at(cell).is_none());
                    let columns = free.filter(|&cell| group(cell) == number).map(|cell| cell.col);
                    let columns: Vec<_> = columns.map(|col| audience.column(col)).collect();
                    let told = || in_row(audience.row(row), &columns, board.size());
                    (!columns.is_empty()).then(told)
                })
                .collect();
            sentences.extend(enumerate(title, &rows));
        }
        sentences
    }
}

fn path(audience: &Audience<Eater>) -> Vec<String> {
    let board = &audience.observation.board;
    let mut sentences = Vec::new();
    let reached: Vec<Cell> = board.reached_cells().iter().collect();
    match reached.iter().map(|cell| cell.row).max() {
        None => sentences.push("No cell of the Passer is joined to the top row.".to_owned()),
        Some(row) => {
            let lowest = reached.iter().filter(|cell| cell.row == row).map(|cell| cell.col);
            let columns = runs(lowest.map(|col| audience.column(col)));
            let row = audience.row(row);
            sentences.push(format!("The path reaches row {row} at {}.", join(&columns)));
        }
    }
    if let Some(row) = board.closed_row() {
        let row = audience.row(row);
        sentences.push(format!("Row {row} is closed: no path can cross it."));
        return sentences;
    }
    let live = board.live_cells();
    let open = |row: u16| {
        let count = (0..board.size()).filter(|&col| live.contains(Cell::new(row, col))).count();
        format!("row {} {count}", audience.row(row))
    };
    let rows: Vec<_> = (0..board.size()).map(open).collect();
    sentences.extend(enumerate("Cells that a path can use", &rows));
    sentences
}

impl SpokenGrid for Eater {
    const CELL_WORDS: &'static [(&'static str, &'static str)] = &[
        ("joined", "the Passer's cells that are joined to the top row"),
        ("loose", "the Passer's other cells"),
        ("eaten", "the Eater's cells"),
        ("empty", "free cells that a path can use"),
        ("useless", "free cells that no path can use"),
    ];

    fn cell(audience: &Audience<Self>, pos: GridPos) -> String {
        let (board, cell) = (&audience.observation.board, Cell::new(pos.row, pos.col));
        match board.at(cell) {
            Some(Role::Eater) => "eaten",
            Some(Role::Passer) if board.reached_cells().contains(cell) => "joined",
            Some(Role::Passer) => "loose",
            None if board.live_cells().contains(cell) => "empty",
            None => "useless",
        }
        .to_owned()
    }
}
