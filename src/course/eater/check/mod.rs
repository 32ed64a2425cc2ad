//! Checks other people's programs for Eater. The course sheet prescribes no format, so the boards
//! are searched in the program's output and compared with those of a correct game.

mod boards;
mod computers;
mod game;
mod mistakes;
mod people;

use include_dir::{Dir, include_dir};

use crate::check::{Property, Run, SIZE_PLACEHOLDER, Suite, TrialError};
use fourcade_engine::{eater::Eater, play::Game as _};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/eater");

/// The checks of a text program for Eater.
pub const SUITE: Suite = Suite {
    game: Eater::KEY,
    cases: &CASES,
    properties: &[
        ("moves", Property::Judged(people::judge)),
        ("computers", Property::Judged(computers::judge)),
    ],
    explain: |_, _, _| None,
};

/// Lines that may end a program that offers another game, tried in this order.
const CLOSING_LINES: [&str; 3] = ["n", "2", "0"];

const START_EXAMPLE: [&str; 2] = [SIZE_PLACEHOLDER, "1"];

const ASKS_FOR_MORE: &str = "It seems to ask for more than the size before the game.";
const STARTS_OTHERWISE: &str = "Its games with computers may start in another way.";

/// Returns the lines that type all cells of a board in order, each `times` times.
fn all_cells(size: u16, times: usize) -> impl Iterator<Item = String> {
    (1..=size)
        .flat_map(move |row| (1..=size).map(move |col| format!("{row} {col}")))
        .flat_map(move |cell| std::iter::repeat_n(cell, times))
}

fn board_size(run: &Run) -> Result<u16, TrialError> {
    let own = run.parameter("size").and_then(toml::Value::as_integer);
    let size = own.or(run.size).and_then(|size| u16::try_from(size).ok());
    size.filter(|size| (3..=30).contains(size))
        .ok_or_else(|| TrialError::bad_case("the run needs a size, from 3 to 30"))
}

fn input(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Explains how to configure the lines typed at the start.
fn start_hint(why: &str, name: &str, answers: &[&str]) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| format!("{answer:?}")).collect();
    format!(
        "{why} Write what is typed there into a file start.toml, and give its folder with --cases, \
         for example:\n\n\
         [{name}]\ntyped = [{}]\n\n\
         docs/course-cases.md says which games have an entry.",
        answers.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::{game::CorrectGame, mistakes::compact_board, *};

    /// The names of the cases say how their games end.
    #[test]
    fn the_games_of_the_cases_end_as_they_say() {
        let cases = SUITE.embedded_cases().unwrap();
        let mut count = 0;
        for case in &cases.cases {
            let Some(how) = ["win-", "no-win-", "full-"].iter().find(|how| {
                case.name.split_once('-').is_some_and(|(_, name)| name.starts_with(**how))
            }) else {
                continue;
            };
            count += 1;
            let run = &case.runs[0];
            let moves = run.parameter("moves").unwrap().as_array().unwrap();
            let moves: Vec<String> =
                moves.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
            let size = board_size(run).unwrap_or(0);
            let game = CorrectGame::play(size, &moves);
            let last = &game.boards[game.boards.len() - 1];
            assert_eq!(
                *how == "win-",
                last.is_connected(),
                "{}: {}",
                case.name,
                compact_board(last)
            );
            let rounds = game.moves.len();
            assert_eq!(game.lines_typed(rounds), moves.len(), "{}: all is typed", case.name);
            if *how != "win-" {
                let all: Vec<_> = moves.into_iter().chain(all_cells(size, 2)).collect();
                let game = CorrectGame::play(size, &all);
                let last = &game.boards[game.boards.len() - 1];
                assert!(!last.is_connected() && last.empty_count() == 0, "{}", case.name);
            }
        }
        assert!(count >= 20, "{count}");
    }
}
