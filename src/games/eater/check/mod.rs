//! The check of other people's programs for Eater. The course sheet leaves the words open, so the
//! boards are read from whatever a program prints, and compared with those of the game.

mod boards;
mod game;
mod mistakes;

use include_dir::{Dir, include_dir};

use crate::{
    games::check::{Fault, Problem, Property, Run, SIZE, Suite, Trial},
    games::counted,
    programs::ProgramRun,
};
use boards::Shown;
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, Role},
    },
    play::Game as _,
};
use game::{Game, is_over};
use mistakes::{
    ENDS_TOO_EARLY, EXPLAINED_BOARDS, check_winner, explain, goes_on, in_a_line, is_new_game,
    shown_cell, told_goes_on, told_no_board,
};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/eater");

pub const SUITE: Suite = Suite {
    game: Eater::KEY,
    cases: &CASES,
    properties: &[
        ("moves", Property::Judged(judge_moves)),
        ("computers", Property::Judged(judge_computers)),
    ],
    explain: |_, _, _| None,
};

/// How often a straight line is looked for: the other player, who is random, may prevent it.
const LINE_ATTEMPTS: usize = 4;

/// How many of the first markers are looked at, and how many of them lie in a line.
const LINE_MARKERS: [usize; 2] = [5, 4];

/// What may end a program that offers another game, one after the other.
const CLOSING_LINES: [&str; 3] = ["n", "2", "0"];

/// A cell that is taken on a full board.
const TAKEN_CELL: &str = "1 1";

/// What may choose a game of two people in a menu before or after the size.
const MENU_ANSWERS: [(&str, &[&str]); 4] = [
    ("1 is typed after the size", &[SIZE, "1"]),
    ("1 is typed before the size", &["1", SIZE]),
    ("1 and 1 are typed after the size", &[SIZE, "1", "1"]),
    ("1 and 1 are typed before the size", &["1", "1", SIZE]),
];

const START_EXAMPLE: [&str; 2] = [SIZE, "1"];

const ASKS_FOR_MORE: &str = "It seems to ask for more than the size before the game.";
const STARTS_OTHERWISE: &str = "Its games with computers may start in another way.";

/// Returns the cells of a board as lines to type, each so often.
fn all_cells(size: u16, times: usize) -> impl Iterator<Item = String> {
    (1..=size)
        .flat_map(move |row| (1..=size).map(move |col| format!("{row} {col}")))
        .flat_map(move |cell| std::iter::repeat_n(cell, times))
}

fn parameter<'a>(run: &'a Run, name: &str) -> Option<&'a toml::Value> {
    run.property.as_ref()?.parameters.get(name)
}

fn board_size(run: &Run) -> Result<u16, Problem> {
    let own = parameter(run, "size").and_then(toml::Value::as_integer);
    let size = own.or(run.size).and_then(|size| u16::try_from(size).ok());
    size.filter(|size| (3..=30).contains(size))
        .ok_or_else(|| Problem::BadCase("the run needs a size, from 3 to 30".to_owned()))
}

fn input(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Two people play the parameter `moves`, and then all cells that are left; the boards must be
/// those of the game, and the game must end when it is over.
fn judge_moves(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let size = board_size(run)?;
    let own = parameter(run, "moves").and_then(toml::Value::as_array).into_iter().flatten();
    let own = own.filter_map(|line| line.as_str().map(str::to_owned));
    // Both choose each cell that is left, which then is the Eater's.
    let lines: Vec<String> = own.chain(all_cells(size, 2)).collect();
    let game = Game::play(size, &lines);
    let typed = |count: usize| [run.typed.clone(), lines[..count].to_vec()].concat();
    let ran = trial.run(&run.args, &input(&typed(lines.len())))?;
    let text = String::from_utf8_lossy(&ran.output);
    let shown = Shown::read(&text, size);
    let common = game.common_boards(&shown);
    let fault = |sentence: String, round: usize| Fault {
        expected: game.boards.get(round).map(in_a_line),
        came: shown.board(round).map(in_a_line),
        typed: typed(game.lines_typed(round.min(game.moves.len()))),
        ..Fault::new(sentence)
    };
    let last = game.boards.len() - 1;
    let goes_on = shown.board(common).is_some_and(|next| goes_on(&game.boards[last], next));
    if common > last && !goes_on {
        let to_the_end = typed(game.lines_typed(last));
        let passer_wins = game.boards[last].is_connected();
        let at_the_end = |sentence: String| -> Problem {
            Fault { expected: None, came: None, ..fault(sentence, last) }.into()
        };
        if ran.end.is_err() {
            end_after_game(trial, run, &to_the_end, &ran)?;
        } else if !passer_wins && goes_on_reading(trial, run, &to_the_end)? {
            return Err(at_the_end(told_goes_on(&game.boards[last]).to_owned()));
        }
        return check_winner(&shown.said_around(last), passer_wins).map_err(at_the_end);
    }
    let what = explain(&game, &lines, &shown, common);
    let mut fault = match &ran.end {
        Ok(_) => fault(what, common),
        Err(error) => {
            let end = Fault::of_program(error);
            let is_told = shown.board(common).is_some();
            let before = if is_told { format!("; before that, {what}") } else { String::new() };
            Fault { is_slow: end.is_slow, ..fault(end.sentence + &before, common) }
        }
    };
    if run.starts_like_ours && common <= 1 {
        match find_menu(trial, run, &lines, &game, common)? {
            Some((words, answers)) => {
                fault.sentence = format!(
                    "it asks for more than the size before the game, and takes moves for answers: \
                     if {words}, the first round is right"
                );
                (fault.expected, fault.came) = (None, None);
                fault.hint = Some(start_hint(ASKS_FOR_MORE, "people", answers));
            }
            None if shown.has_menu() => {
                fault.hint = Some(start_hint(ASKS_FOR_MORE, "people", &START_EXAMPLE));
            }
            None => {}
        }
    }
    Err(fault.into())
}

/// Checks that a program whose game has ended as it should, but which didn't end itself, ends when
/// it is told to: it may have offered another game.
fn end_after_game(
    trial: &Trial<'_>,
    run: &Run,
    typed: &[String],
    ran: &ProgramRun,
) -> Result<(), Problem> {
    let Err(error) = &ran.end else { return Ok(()) };
    for line in CLOSING_LINES {
        let lines = [typed, &[line.to_owned()]].concat();
        if trial.try_out(&run.args, &input(&lines))?.end.is_ok() {
            return Ok(());
        }
    }
    let end = Fault::of_program(error);
    let sentence = format!("the game ends as it should, and then {}", end.sentence);
    Err(Fault { sentence, typed: typed.to_vec(), ..end }.into())
}

/// Whether a program goes on reading after the last board, whatever is typed then: with more lines
/// it prints more. No board shows that on a full board, where no move is valid.
fn goes_on_reading(trial: &Trial<'_>, run: &Run, typed: &[String]) -> Result<bool, Problem> {
    let prints = |lines: &[&str]| -> Result<Vec<u8>, Problem> {
        let lines: Vec<String> =
            typed.iter().cloned().chain(lines.iter().map(|line| (*line).to_owned())).collect();
        Ok(trial.try_out(&run.args, &input(&lines))?.output)
    };
    if prints(&[])? == prints(&[TAKEN_CELL])? {
        return Ok(false);
    }
    for line in CLOSING_LINES {
        if prints(&[line])? == prints(&[line, TAKEN_CELL])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Looks for the answers before and after the size with which the first round is right.
fn find_menu(
    trial: &Trial<'_>,
    run: &Run,
    lines: &[String],
    game: &Game,
    common: usize,
) -> Result<Option<(&'static str, &'static [&'static str])>, Problem> {
    for (words, answers) in MENU_ANSWERS {
        let mut typed = Vec::new();
        for answer in answers {
            match *answer {
                SIZE => typed.extend(run.typed.iter().cloned()),
                answer => typed.push(answer.to_owned()),
            }
        }
        typed.extend(lines.iter().cloned());
        let ran = trial.try_out(&run.args, &input(&typed))?;
        let text = String::from_utf8_lossy(&ran.output);
        let shown = Shown::read(&text, game.boards[0].size());
        if game.common_boards(&shown) > common.max(1) {
            return Ok(Some((words, answers)));
        }
    }
    Ok(None)
}

/// Says how a person tells what is typed at the start.
fn start_hint(why: &str, name: &str, answers: &[&str]) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| format!("{answer:?}")).collect();
    format!(
        "{why} Write what is typed there into a file start.toml, and give its folder with --cases, \
         for example:\n\n\
         [{name}]\ntyped = [{}]\n\n\
         docs/programs.md says which games have an entry.",
        answers.join(", ")
    )
}

/// Judges a game of computer players by a `rule`. Where a person plays, too, that types the cells
/// one after the other.
fn judge_computers(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let size = board_size(run)?;
    let rule = parameter(run, "rule").and_then(toml::Value::as_str).unwrap_or("legal");
    let closing = [CLOSING_LINES[0].to_owned()];
    let lines: Vec<String> =
        run.typed.iter().cloned().chain(all_cells(size, 1)).chain(closing).collect();
    let start_hint = |why: &str| {
        let name = run.start.as_deref().unwrap_or("people");
        run.starts_like_ours.then(|| start_hint(why, name, &START_EXAMPLE))
    };
    let hint = |text: &str| {
        Shown::read(text, size).has_menu().then(|| start_hint(ASKS_FOR_MORE)).flatten()
    };
    let play = |trial: &mut Trial<'_>| -> Result<String, Problem> {
        let ran = trial.run(&run.args, &input(&lines))?;
        let text = String::from_utf8_lossy(&ran.output).into_owned();
        match ran.end {
            Ok(_) => Ok(text),
            Err(error) => {
                let fault = Fault::of_program(&error);
                Err(Fault { typed: lines.clone(), hint: hint(&text), ..fault }.into())
            }
        }
    };
    let text = play(trial)?;
    let shown = Shown::read(&text, size);
    let boards = first_game(&shown);
    let wrong = |sentence: String, board: Option<&EaterBoard>| {
        let came = board.map(in_a_line);
        Problem::from(Fault { came, hint: hint(&text), ..Fault::new(sentence) })
    };
    let Some(&last) = boards.last() else {
        return Err(wrong(told_no_board(size), None));
    };
    if is_game_of_people(&boards) {
        // Random moves may be those that were typed, but not twice.
        trial.wait_for_another_second()?;
        if is_game_of_people(&first_game(&Shown::read(&play(trial)?, size))) {
            return Err(Problem::from(Fault {
                typed: lines.clone(),
                hint: start_hint(STARTS_OTHERWISE),
                ..Fault::new("the lines typed are the moves of both players: no computer plays")
            }));
        }
    }
    match rule {
        "legal" => {
            let computer = parameter(run, "computer").and_then(toml::Value::as_str);
            let computer =
                Role::BOTH.into_iter().find(|role| computer == Some(role.to_string().as_str()));
            for pair in boards.windows(2) {
                check_round(pair[0], pair[1], computer).map_err(|why| wrong(why, Some(pair[1])))?;
            }
            Ok(())
        }
        "end" => {
            if let Some(board) = boards[..boards.len() - 1].iter().find(|board| is_over(board)) {
                return Err(wrong(told_goes_on(board).to_owned(), Some(board)));
            }
            if !is_over(last) {
                return Err(wrong(ENDS_TOO_EARLY.to_owned(), Some(last)));
            }
            let said = shown.said_around(boards.len() - 1);
            check_winner(&said, last.is_connected()).map_err(|why| wrong(why, Some(last)))
        }
        "varied" => {
            trial.wait_for_another_second()?;
            let again = play(trial)?;
            if Shown::read(&again, size).boards().eq(shown.boards()) {
                Err(wrong(
                    "two runs are the same game: the computer's moves aren't random".into(),
                    None,
                ))
            } else {
                Ok(())
            }
        }
        "line of the Passer" | "line of the Eater" => {
            let player = if rule.ends_with("Passer") { Role::Passer } else { Role::Eater };
            for attempt in 1..=LINE_ATTEMPTS {
                let again = if attempt == 1 {
                    text.clone()
                } else {
                    trial.wait_for_another_second()?;
                    play(trial)?
                };
                if has_line(&first_game(&Shown::read(&again, size)), player) {
                    return Ok(());
                }
            }
            Err(wrong(
                format!(
                    "the first markers of the {player}, who should play a straight line, lie in no \
                     row, column or diagonal"
                ),
                boards.get(LINE_MARKERS[0]).copied(),
            ))
        }
        other => Err(Problem::BadCase(format!("there is no rule `{other}`"))),
    }
}

/// Whether both players moved as the lines say in which all cells are typed one after the other.
fn is_game_of_people(boards: &[&EaterBoard]) -> bool {
    let Some(size) = boards.first().map(|board| board.size()) else { return false };
    let game = Game::play(size, &all_cells(size, 1).collect::<Vec<_>>());
    boards.len() >= EXPLAINED_BOARDS
        && boards.len() <= game.boards.len()
        && boards.iter().zip(&game.boards).all(|(came, typed)| *came == typed)
}

/// Returns the boards of the first game: another one may be offered after it.
fn first_game<'a>(shown: &'a Shown<'_>) -> Vec<&'a EaterBoard> {
    let mut boards: Vec<&EaterBoard> = shown.boards().collect();
    let end = boards.windows(2).position(|pair| is_new_game(pair[0], pair[1]));
    boards.truncate(end.map_or(boards.len(), |last| last + 1));
    boards
}

/// Checks that one board follows from the other: one marker of each player, or the Eater's alone
/// where both chose the same cell. If there is one computer, only its moves are judged.
fn check_round(
    before: &EaterBoard,
    after: &EaterBoard,
    computer: Option<Role>,
) -> Result<(), String> {
    let mut added = [0, 0];
    for cell in before.cells() {
        match (before.at(cell), after.at(cell)) {
            (old, new) if old == new => {}
            (None, Some(role)) => added[role.index()] += 1,
            // The person was let into a cell that was taken.
            (Some(_), Some(role)) if computer.is_some_and(|computer| computer != role) => {
                added[role.index()] += 1;
            }
            (Some(old), new) => {
                let (cell, old) = (shown_cell(cell), old.letter());
                return Err(match new {
                    Some(new) => {
                        format!("the marker at {cell} changes from {old} to {}", new.letter())
                    }
                    None => format!("the marker {old} at {cell} disappears"),
                });
            }
            (None, None) => {}
        }
    }
    match added {
        [0 | 1, 1] => Ok(()),
        // What the person was let do is judged elsewhere.
        _ if computer.is_some_and(|computer| added[computer.index()] == 1) => Ok(()),
        [passer, eater] => Err(format!(
            "a round adds {} P and {} E instead of one each",
            counted(passer, "marker"),
            counted(eater, "marker")
        )),
    }
}

/// Whether most of the first markers of a player lie in a row, a column or a diagonal.
fn has_line(boards: &[&EaterBoard], role: Role) -> bool {
    let [first, wanted] = LINE_MARKERS;
    let rounds = boards.len().saturating_sub(1);
    let Some(board) = boards.get(first.min(rounds)) else { return false };
    let cells: Vec<Cell> = board.markers(role).iter().collect();
    let keys: [fn(&Cell) -> i32; 4] = [
        |cell| cell.row.into(),
        |cell| cell.col.into(),
        |cell| i32::from(cell.row) + i32::from(cell.col),
        |cell| i32::from(cell.row) - i32::from(cell.col),
    ];
    let wanted = wanted.min(rounds);
    keys.iter().any(|key| {
        cells
            .iter()
            .any(|cell| cells.iter().filter(|other| key(other) == key(cell)).count() >= wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_computer_is_judged_if_a_person_plays_too() {
        let board = |markers: &[(u16, Role)]| {
            let mut board = EaterBoard::empty(3);
            for &(col, role) in markers {
                board.set(Cell::new(0, col), Some(role));
            }
            board
        };
        let (passer, eater) = (Role::Passer, Role::Eater);
        let before = board(&[(0, passer), (1, eater)]);
        // The Eater takes a cell of the Passer, who chooses an empty one.
        let after = board(&[(0, eater), (1, eater), (2, passer)]);
        let wrong = Err("the marker at 1 1 changes from P to E".to_owned());
        assert_eq!(check_round(&before, &after, Some(passer)), Ok(()));
        assert_eq!(check_round(&before, &after, Some(eater)), wrong);
        assert_eq!(check_round(&before, &after, None), wrong);
        let gone = Err("the marker P at 1 1 disappears".to_owned());
        assert_eq!(check_round(&before, &board(&[(1, eater)]), Some(eater)), gone);
        let alone = board(&[(0, passer), (1, eater), (2, passer)]);
        let added = Err("a round adds 1 marker P and 0 markers E instead of one each".to_owned());
        assert_eq!(check_round(&before, &alone, None), added);
        // Where both choose the same cell, the Eater's marker remains.
        let same = board(&[(0, passer), (1, eater), (2, eater)]);
        assert_eq!(check_round(&before, &same, None), Ok(()));
    }

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
            let moves = parameter(run, "moves").unwrap().as_array().unwrap();
            let moves: Vec<String> =
                moves.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
            let size = board_size(run).unwrap_or(0);
            let game = Game::play(size, &moves);
            let last = &game.boards[game.boards.len() - 1];
            assert_eq!(*how == "win-", last.is_connected(), "{}: {}", case.name, in_a_line(last));
            let rounds = game.moves.len();
            assert_eq!(game.lines_typed(rounds), moves.len(), "{}: all is typed", case.name);
            if *how != "win-" {
                let all: Vec<_> = moves.into_iter().chain(all_cells(size, 2)).collect();
                let game = Game::play(size, &all);
                let last = &game.boards[game.boards.len() - 1];
                assert!(!last.is_connected() && last.empty_count() == 0, "{}", case.name);
            }
        }
        assert!(count >= 20, "{count}");
    }
}
