//! Judges a game of two people, who type given moves.

use super::{
    ASKS_FOR_MORE, CLOSING_LINES, START_EXAMPLE, all_cells, board_size,
    boards::Shown,
    game::Game,
    input,
    mistakes::{check_winner, explain, goes_on, goes_on_message, in_a_line},
    start_hint,
};
use crate::check::{Fault, Run, SIZE, Trial, TrialError};
use fourcade_programs::ProgramRun;

/// Any cell, because a full board has only taken ones.
const TAKEN_CELL: &str = "1 1";

/// Lines that may choose a game of two people in a menu before or after the size.
const MENU_ANSWERS: [(&str, &[&str]); 4] = [
    ("1 is typed after the size", &[SIZE, "1"]),
    ("1 is typed before the size", &["1", SIZE]),
    ("1 and 1 are typed after the size", &[SIZE, "1", "1"]),
    ("1 and 1 are typed before the size", &["1", "1", SIZE]),
];

/// Types the parameter `moves` and then all cells that are left. The boards must be correct, and
/// the game must end when it is over.
pub fn judge(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let size = board_size(run)?;
    let own = run.parameter("moves").and_then(toml::Value::as_array).into_iter().flatten();
    let own = own.filter_map(|line| line.as_str().map(str::to_owned));
    // Both players choose each cell that is left, which then belongs to the Eater.
    let lines: Vec<String> = own.chain(all_cells(size, 2)).collect();
    let game = Game::play(size, &lines);
    let typed = |count: usize| [run.typed.clone(), lines[..count].to_vec()].concat();
    let all = input(&typed(lines.len()));
    let ran = trial.run(&run.args, &all)?;
    let text = String::from_utf8_lossy(&ran.output);
    let shown = Shown::read(&text, size);
    let common = game.common_boards(&shown);
    if let Some(size) = accepted_size(trial, run, &lines, &game, common)? {
        trial.shorten_input(&run.args, &all, &input(&run.typed));
        return Err(Fault {
            typed: run.typed.clone(),
            ..Fault::new(format!("{size} was accepted as the size; it must be asked for again"))
        }
        .into());
    }
    let fault = |sentence: String, round: usize| Fault {
        expected: game.boards.get(round).map(in_a_line),
        actual: shown.board(round).map(in_a_line),
        typed: typed(game.lines_typed(round.min(game.moves.len()))),
        ..Fault::new(sentence)
    };
    let last = game.boards.len() - 1;
    let goes_on = shown.board(common).is_some_and(|next| goes_on(&game.boards[last], next));
    if common > last && !goes_on {
        let to_the_end = typed(game.lines_typed(last));
        let passer_wins = game.boards[last].is_connected();
        trial.shorten_input(&run.args, &all, &input(&to_the_end));
        let at_the_end = |sentence: String| -> TrialError {
            Fault { expected: None, actual: None, ..fault(sentence, last) }.into()
        };
        if ran.end.is_err() {
            end_after_game(trial, run, &to_the_end, &ran)?;
        } else if !passer_wins && goes_on_reading(trial, run, &to_the_end)? {
            return Err(at_the_end(goes_on_message(&game.boards[last]).to_owned()));
        }
        return check_winner(&shown.lines_around(last), passer_wins).map_err(at_the_end);
    }
    // The command can stop at the mistake, unless the program also failed.
    if ran.end.is_ok() {
        let rounds = common.min(game.moves.len());
        trial.shorten_input(&run.args, &all, &input(&typed(game.lines_typed(rounds))));
    }
    let what = explain(&game, &lines, &shown, common);
    let mut fault = match &ran.end {
        Ok(_) => fault(what, common),
        Err(error) => {
            let end = Fault::of_program(error);
            let is_told = shown.board(common).is_some();
            let before = if is_told { format!("; before that, {what}") } else { String::new() };
            Fault { kind: end.kind, ..fault(end.sentence + &before, common) }
        }
    };
    if run.starts_like_ours && common <= 1 {
        match find_menu(trial, run, &lines, &game, common)? {
            Some((words, answers)) => {
                fault.sentence = format!(
                    "it asks for more than the size before the game, and takes moves for answers: \
                     if {words}, the first round is right"
                );
                (fault.expected, fault.actual) = (None, None);
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

/// Returns the illegal size typed first, if the program accepted it. Then the first round is right
/// once that line is left out.
fn accepted_size(
    trial: &Trial<'_>,
    run: &Run,
    lines: &[String],
    game: &Game,
    common: usize,
) -> Result<Option<i64>, TrialError> {
    let Some(refused) = run.refused_size.filter(|_| common == 0) else { return Ok(None) };
    let mut typed = run.typed.clone();
    let Some(at) = typed.iter().position(|line| *line == refused.to_string()) else {
        return Ok(None);
    };
    typed.remove(at);
    typed.extend(lines.iter().cloned());
    let ran = trial.probe(&run.args, &input(&typed))?;
    let text = String::from_utf8_lossy(&ran.output);
    let is_right = game.common_boards(&Shown::read(&text, game.boards[0].size())) > 1;
    Ok(is_right.then_some(refused))
}

/// Accepts a program that keeps running after a correct game if one of the closing lines ends it.
/// It may have offered another game.
fn end_after_game(
    trial: &Trial<'_>,
    run: &Run,
    typed: &[String],
    ran: &ProgramRun,
) -> Result<(), TrialError> {
    let Err(error) = &ran.end else { return Ok(()) };
    for line in CLOSING_LINES {
        let lines = [typed, &[line.to_owned()]].concat();
        if trial.probe(&run.args, &input(&lines))?.end.is_ok() {
            return Ok(());
        }
    }
    let end = Fault::of_program(error);
    let sentence = format!("the game ends as it should, and then {}", end.sentence);
    Err(Fault { sentence, typed: typed.to_vec(), ..end }.into())
}

/// Whether the program still reads moves after a full board. No move is legal, so the only sign is
/// that it prints more if more is typed.
fn goes_on_reading(trial: &Trial<'_>, run: &Run, typed: &[String]) -> Result<bool, TrialError> {
    let prints = |lines: &[&str]| -> Result<Vec<u8>, TrialError> {
        let lines: Vec<String> =
            typed.iter().cloned().chain(lines.iter().map(|line| (*line).to_owned())).collect();
        Ok(trial.probe(&run.args, &input(&lines))?.output)
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

/// Finds menu answers that make the first round right.
fn find_menu(
    trial: &Trial<'_>,
    run: &Run,
    lines: &[String],
    game: &Game,
    common: usize,
) -> Result<Option<(&'static str, &'static [&'static str])>, TrialError> {
    for (words, answers) in MENU_ANSWERS {
        let mut typed = Vec::new();
        for answer in answers {
            match *answer {
                SIZE => typed.extend(run.typed.iter().cloned()),
                answer => typed.push(answer.to_owned()),
            }
        }
        typed.extend(lines.iter().cloned());
        let ran = trial.probe(&run.args, &input(&typed))?;
        let text = String::from_utf8_lossy(&ran.output);
        let shown = Shown::read(&text, game.boards[0].size());
        if game.common_boards(&shown) > common.max(1) {
            return Ok(Some((words, answers)));
        }
    }
    Ok(None)
}
