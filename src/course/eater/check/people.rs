//! Judges a game of two people, who type given moves.

use super::{
    ASKS_FOR_MORE, CLOSING_LINES, START_EXAMPLE, all_cells, board_size,
    boards::ShownBoards,
    game::CorrectGame,
    input,
    mistakes::{check_winner, compact_board, continues, continues_message, explain},
    start_hint,
};
use crate::check::{CheckFault, Run, SIZE_PLACEHOLDER, Trial, TrialError};
use fourcade_engine::play::FaultKind;
use fourcade_programs::ProgramError;

/// Any cell, because a full board has only taken ones.
const TAKEN_CELL: &str = "1 1";

/// A description of typed answers, and the answers.
type MenuAnswers = (&'static str, &'static [&'static str]);

/// Lines that may choose a game of two people in a menu before or after the size.
const MENU_ANSWERS: [MenuAnswers; 4] = [
    ("1 is typed after the size", &[SIZE_PLACEHOLDER, "1"]),
    ("1 is typed before the size", &["1", SIZE_PLACEHOLDER]),
    ("1 and 1 are typed after the size", &[SIZE_PLACEHOLDER, "1", "1"]),
    ("1 and 1 are typed before the size", &["1", "1", SIZE_PLACEHOLDER]),
];

/// Types the parameter `moves` and then all cells that are left. The boards must be correct, and
/// the game must end when it is over.
pub fn judge(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let size = board_size(run)?;
    let own = run.parameter("moves").and_then(toml::Value::as_array).into_iter().flatten();
    let own = own.filter_map(|line| line.as_str().map(str::to_owned));
    // Both players choose each cell that is left, which then belongs to the Eater.
    let lines: Vec<String> = own.chain(all_cells(size, 2)).collect();
    let whole_input = input(&[&run.typed[..], &lines].concat());
    let ran = trial.run(&run.args, &whole_input)?;
    let text = String::from_utf8_lossy(&ran.output);
    let shown = ShownBoards::read(&text, size);
    let game = CorrectGame::play(size, &lines);
    let correct = game.count_correct(&shown);
    let people = PeopleRun { run, lines: &lines, end: &ran.end, shown, game, correct };
    if let Some(size) = people.accepted_size(trial)? {
        trial.shorten_input(&run.args, &whole_input, &input(&run.typed));
        return Err(CheckFault {
            typed: run.typed.clone(),
            ..CheckFault::new(format!(
                "{size} was accepted as the size; it must be asked for again"
            ))
        }
        .into());
    }
    if people.is_correct_to_the_end() {
        let to_the_end = people.typed(people.game.moves.len());
        trial.shorten_input(&run.args, &whole_input, &input(&to_the_end));
        return people.judge_end(trial, &to_the_end);
    }
    // The command can stop at the mistake, unless the program also failed.
    if ran.end.is_ok() {
        let to_the_mistake = people.typed(correct);
        trial.shorten_input(&run.args, &whole_input, &input(&to_the_mistake));
    }
    Err(people.wrong_board(trial)?.into())
}

/// A run in which two people play.
struct PeopleRun<'a> {
    run: &'a Run,
    /// The typed moves.
    lines: &'a [String],
    end: &'a Result<i32, ProgramError>,
    shown: ShownBoards<'a>,
    game: CorrectGame,
    /// Number of correct boards before the first wrong one.
    correct: usize,
}

impl PeopleRun<'_> {
    /// Returns the lines typed at the start and in at most this many rounds.
    fn typed(&self, rounds: usize) -> Vec<String> {
        let count = self.game.lines_typed(rounds.min(self.game.moves.len()));
        [&self.run.typed[..], &self.lines[..count]].concat()
    }

    /// Returns the number of correct boards if other lines come before the moves.
    fn correct_after(&self, trial: &Trial<'_>, start: Vec<String>) -> Result<usize, TrialError> {
        let typed = [start, self.lines.to_vec()].concat();
        let ran = trial.probe(&self.run.args, &input(&typed))?;
        let text = String::from_utf8_lossy(&ran.output);
        Ok(self.game.count_correct(&ShownBoards::read(&text, self.game.boards[0].size())))
    }

    /// Returns the illegal size typed first, if the program accepted it. Then the first round is
    /// right once that line is left out.
    fn accepted_size(&self, trial: &Trial<'_>) -> Result<Option<i64>, TrialError> {
        let refused = self.run.refused_size.filter(|_| self.correct == 0);
        let Some(refused) = refused else { return Ok(None) };
        let mut start = self.run.typed.clone();
        let Some(at) = start.iter().position(|line| *line == refused.to_string()) else {
            return Ok(None);
        };
        start.remove(at);
        Ok((self.correct_after(trial, start)? > 1).then_some(refused))
    }

    /// Whether all boards are correct and the game doesn't continue after them.
    fn is_correct_to_the_end(&self) -> bool {
        let last = &self.game.boards[self.game.boards.len() - 1];
        let next = self.shown.board(self.correct);
        self.correct == self.game.boards.len() && !next.is_some_and(|next| continues(last, next))
    }

    /// Judges what the program does after the last correct board. `to_the_end` are the lines typed
    /// until then.
    fn judge_end(&self, trial: &Trial<'_>, to_the_end: &[String]) -> Result<(), TrialError> {
        let round = self.game.moves.len();
        let last = &self.game.boards[round];
        let passer_wins = last.is_connected();
        let wrong = |sentence: String| {
            TrialError::from(CheckFault { typed: to_the_end.to_vec(), ..CheckFault::new(sentence) })
        };
        if let Err(error) = self.end {
            self.end_after_game(trial, to_the_end, error)?;
        } else if !passer_wins && self.reads_on(trial, to_the_end)? {
            return Err(wrong(continues_message(last).to_owned()));
        }
        check_winner(&self.shown.lines_around(round), passer_wins).map_err(wrong)
    }

    /// Accepts a program that keeps running after a correct game if one of the closing lines ends
    /// it. It may have offered another game.
    fn end_after_game(
        &self,
        trial: &Trial<'_>,
        to_the_end: &[String],
        error: &ProgramError,
    ) -> Result<(), TrialError> {
        for line in CLOSING_LINES {
            let lines = [to_the_end, &[line.to_owned()]].concat();
            if trial.probe(&self.run.args, &input(&lines))?.end.is_ok() {
                return Ok(());
            }
        }
        let end = CheckFault::of_program(error);
        let sentence = format!("the game ends as it should, and then {}", end.sentence);
        Err(CheckFault { sentence, typed: to_the_end.to_vec(), ..end }.into())
    }

    /// Whether the program still reads moves after a full board. No move is legal, so the only sign
    /// is that it prints more if more is typed.
    fn reads_on(&self, trial: &Trial<'_>, to_the_end: &[String]) -> Result<bool, TrialError> {
        let prints = |lines: &[&str]| -> Result<Vec<u8>, TrialError> {
            let more: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            Ok(trial.probe(&self.run.args, &input(&[to_the_end, &more].concat()))?.output)
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

    /// Explains the first wrong board.
    fn wrong_board(&self, trial: &Trial<'_>) -> Result<CheckFault, TrialError> {
        let what = explain(&self.game, self.lines, &self.shown, self.correct);
        let (kind, sentence) = match self.end {
            Ok(_) => (FaultKind::default(), what),
            Err(error) => {
                let end = CheckFault::of_program(error);
                let is_shown = self.shown.board(self.correct).is_some();
                let before =
                    if is_shown { format!("; before that, {what}") } else { String::new() };
                (end.kind, end.sentence + &before)
            }
        };
        let mut fault = CheckFault {
            kind,
            expected: self.game.boards.get(self.correct).map(compact_board),
            actual: self.shown.board(self.correct).map(compact_board),
            typed: self.typed(self.correct),
            ..CheckFault::new(sentence)
        };
        if self.run.starts_like_ours && self.correct <= 1 {
            match self.find_menu(trial)? {
                Some((words, answers)) => {
                    fault.sentence = format!(
                        "it asks for more than the size before the game, and takes moves for \
                         answers: if {words}, the first round is right"
                    );
                    (fault.expected, fault.actual) = (None, None);
                    fault.hint = Some(start_hint(ASKS_FOR_MORE, "people", answers));
                }
                None if self.shown.has_menu() => {
                    fault.hint = Some(start_hint(ASKS_FOR_MORE, "people", &START_EXAMPLE));
                }
                None => {}
            }
        }
        Ok(fault)
    }

    /// Finds menu answers that make the first round right.
    fn find_menu(&self, trial: &Trial<'_>) -> Result<Option<MenuAnswers>, TrialError> {
        for (words, answers) in MENU_ANSWERS {
            let mut start = Vec::new();
            for answer in answers {
                match *answer {
                    SIZE_PLACEHOLDER => start.extend(self.run.typed.iter().cloned()),
                    answer => start.push(answer.to_owned()),
                }
            }
            if self.correct_after(trial, start)? > self.correct.max(1) {
                return Ok(Some((words, answers)));
            }
        }
        Ok(None)
    }
}
