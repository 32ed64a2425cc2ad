//! Judges games of computer players: their moves must be legal, and random or in a straight line.

use super::{
    ASKS_FOR_MORE, CLOSING_LINES, START_EXAMPLE, STARTS_OTHERWISE, all_cells, board_size,
    boards::ShownBoards,
    game::{CorrectGame, is_over},
    input,
    mistakes::{
        ENDS_TOO_EARLY, EXPLAINED_BOARDS, check_winner, compact_board, continues_message,
        is_new_game, no_board_message, shown_cell,
    },
    start_hint,
};
use crate::{
    check::{CheckFault, Run, Trial, TrialError},
    text::counted,
};
use fourcade_engine::{
    eater::model::{Cell, EaterBoard, Role},
    play::FaultKind,
};

/// Maximum number of games in which a straight line is looked for. A random opponent prevents it in
/// about one game in ten.
const LINE_ATTEMPTS: usize = 8;

/// The number of a player's first markers among which a line is looked for.
const FIRST_MARKERS: usize = 5;
/// The number of these markers that must be in a line.
const LINE_MARKERS: usize = 4;

const ALWAYS_SAME: &str = "two runs are the same game: the computer's moves aren't random";

const ALWAYS_CLASH: &str =
    "both choose the same cell in every round: one computer knows what the other has chosen";

/// Judges a game of computer players by the parameter `rule`. A person who also plays types all
/// cells in order.
pub fn judge(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let size = board_size(run)?;
    let lines = typed_lines(run, size);
    let judged = ComputerRun { run, size, lines: &lines }.judge(trial);
    if let Err(TrialError::Wrong(fault)) = &judged
        && fault.kind != FaultKind::Late
    {
        // If computers play alone, the command that repeats this failure needn't type the cells.
        let ran = trial.probe(&run.args, &input(&run.typed))?;
        let text = String::from_utf8_lossy(&ran.output);
        if ShownBoards::read(&text, size).boards().last().is_some_and(is_over) {
            trial.shorten_input(&run.args, &input(&lines), &input(&run.typed));
        }
    }
    judged
}

/// Returns the lines that start the game, all cells, and a line that may end the program.
fn typed_lines(run: &Run, size: u16) -> Vec<String> {
    let closing = [CLOSING_LINES[0].to_owned()];
    run.typed.iter().cloned().chain(all_cells(size, 1)).chain(closing).collect()
}

/// The parameter `rule`: what a game of computer players must show.
#[derive(Clone, Copy)]
enum Rule {
    Legal,
    /// The game ends in time and announces the winner.
    End,
    /// The computers don't choose the same cell in every round.
    Apart,
    /// The next game is another one.
    Varied,
    /// This player starts with a straight line.
    Line(Role),
}

impl Rule {
    fn of(run: &Run) -> Result<Self, TrialError> {
        match run.parameter("rule").and_then(toml::Value::as_str).unwrap_or("legal") {
            "legal" => Ok(Self::Legal),
            "end" => Ok(Self::End),
            "apart" => Ok(Self::Apart),
            "varied" => Ok(Self::Varied),
            "line of the Passer" => Ok(Self::Line(Role::Passer)),
            "line of the Eater" => Ok(Self::Line(Role::Eater)),
            other => Err(TrialError::bad_case(format!("there is no rule `{other}`"))),
        }
    }
}

/// A run in which computers play.
struct ComputerRun<'a> {
    run: &'a Run,
    size: u16,
    lines: &'a [String],
}

impl ComputerRun<'_> {
    /// Plays a game and judges it by its rule.
    fn judge(&self, trial: &mut Trial<'_>) -> Result<(), TrialError> {
        let rule = Rule::of(self.run)?;
        let text = self.play(trial)?;
        let shown = ShownBoards::read(&text, self.size);
        let boards = first_game(&shown);
        let error =
            |sentence: String, board: Option<&EaterBoard>| self.wrong(&text, sentence, board);
        let Some(&last) = boards.last() else {
            return Err(error(no_board_message(self.size), None));
        };
        self.check_computers_play(trial, &boards)?;
        match rule {
            Rule::Legal => {
                let computer = computer_of(self.run);
                for pair in boards.windows(2) {
                    check_round(pair[0], pair[1], computer)
                        .map_err(|why| error(why, Some(pair[1])))?;
                }
                Ok(())
            }
            Rule::End => check_end(&shown, &boards).map_err(|(why, board)| error(why, Some(board))),
            Rule::Apart if always_clash(&boards) => Err(error(ALWAYS_CLASH.to_owned(), Some(last))),
            Rule::Apart => Ok(()),
            Rule::Varied => {
                let again = self.play_again(trial)?;
                let is_same = ShownBoards::read(&again, self.size).boards().eq(shown.boards());
                if is_same { Err(error(ALWAYS_SAME.to_owned(), None)) } else { Ok(()) }
            }
            Rule::Line(player) => {
                if self.plays_line(trial, &boards, player)? {
                    return Ok(());
                }
                let sentence = format!(
                    "the first markers of the {player}, who should play a straight line, lie in \
                     no row, column or diagonal"
                );
                Err(error(sentence, boards.get(FIRST_MARKERS).copied()))
            }
        }
    }

    /// Plays a game and returns the output.
    fn play(&self, trial: &mut Trial<'_>) -> Result<String, TrialError> {
        let ran = trial.run(&self.run.args, &input(self.lines))?;
        let text = String::from_utf8_lossy(&ran.output).into_owned();
        match ran.end {
            Ok(_) => Ok(text),
            Err(error) => {
                let (typed, hint) = (self.lines.to_vec(), self.hint(&text));
                Err(CheckFault { typed, hint, ..CheckFault::of_program(&error) }.into())
            }
        }
    }

    /// Plays a game with other random moves.
    fn play_again(&self, trial: &mut Trial<'_>) -> Result<String, TrialError> {
        trial.wait_for_another_second()?;
        self.play(trial)
    }

    fn start_hint(&self, why: &str) -> Option<String> {
        let name = self.run.start.as_deref().unwrap_or("people");
        self.run.starts_like_ours.then(|| start_hint(why, name, &START_EXAMPLE))
    }

    fn hint(&self, text: &str) -> Option<String> {
        if ShownBoards::read(text, self.size).has_menu() {
            self.start_hint(ASKS_FOR_MORE)
        } else {
            None
        }
    }

    /// Returns the error for a mistake in the output `text`.
    fn wrong(&self, text: &str, sentence: String, board: Option<&EaterBoard>) -> TrialError {
        let (actual, hint) = (board.map(compact_board), self.hint(text));
        TrialError::from(CheckFault { actual, hint, ..CheckFault::new(sentence) })
    }

    fn check_computers_play(
        &self,
        trial: &mut Trial<'_>,
        boards: &[&EaterBoard],
    ) -> Result<(), TrialError> {
        if !is_game_of_people(boards) {
            return Ok(());
        }
        // Random moves may equal the typed ones once, but not twice.
        let again = self.play_again(trial)?;
        if !is_game_of_people(&first_game(&ShownBoards::read(&again, self.size))) {
            return Ok(());
        }
        Err(TrialError::from(CheckFault {
            typed: self.lines.to_vec(),
            hint: self.start_hint(STARTS_OTHERWISE),
            ..CheckFault::new("the lines typed are the moves of both players: no computer plays")
        }))
    }

    /// Whether the player's first markers are in a line in this game or in one of the next.
    fn plays_line(
        &self,
        trial: &mut Trial<'_>,
        boards: &[&EaterBoard],
        player: Role,
    ) -> Result<bool, TrialError> {
        if has_line(boards, player) {
            return Ok(true);
        }
        for _ in 1..LINE_ATTEMPTS {
            let again = self.play_again(trial)?;
            if has_line(&first_game(&ShownBoards::read(&again, self.size)), player) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn computer_of(run: &Run) -> Option<Role> {
    let computer = run.parameter("computer").and_then(toml::Value::as_str)?;
    Role::BOTH.into_iter().find(|role| role.to_string() == computer)
}

/// Whether no round adds a marker of the Passer.
fn always_clash(boards: &[&EaterBoard]) -> bool {
    let passers = |board: &EaterBoard| board.marker_counts()[Role::Passer.index()];
    boards.len() > 1 && boards.windows(2).all(|pair| passers(pair[0]) == passers(pair[1]))
}

/// Whether the boards are those of two people who typed all cells in order.
fn is_game_of_people(boards: &[&EaterBoard]) -> bool {
    let Some(size) = boards.first().map(|board| board.size()) else { return false };
    let game = CorrectGame::play(size, &all_cells(size, 1).collect::<Vec<_>>());
    boards.len() >= EXPLAINED_BOARDS
        && boards.len() <= game.boards.len()
        && boards.iter().zip(&game.boards).all(|(actual, typed)| *actual == typed)
}

/// Returns the boards of the first game; others may follow.
fn first_game<'a>(shown: &'a ShownBoards<'_>) -> Vec<&'a EaterBoard> {
    let mut boards: Vec<&EaterBoard> = shown.boards().collect();
    let end = boards.windows(2).position(|pair| is_new_game(pair[0], pair[1]));
    boards.truncate(end.map_or(boards.len(), |last| last + 1));
    boards
}

/// Checks that the last board of the first game is the first one that ends it, and that the right
/// winner is announced. An error has the board that shows the mistake.
fn check_end<'a>(
    shown: &ShownBoards<'_>,
    boards: &[&'a EaterBoard],
) -> Result<(), (String, &'a EaterBoard)> {
    let Some((&last, earlier)) = boards.split_last() else { return Ok(()) };
    if let Some(board) = earlier.iter().find(|board| is_over(board)) {
        return Err((continues_message(board).to_owned(), board));
    }
    if !is_over(last) {
        return Err((ENDS_TOO_EARLY.to_owned(), last));
    }
    let said = shown.lines_around(boards.len() - 1);
    check_winner(&said, last.is_connected()).map_err(|why| (why, last))
}

/// Checks that a round adds one marker of each player, or the Eater's alone after a clash. If there
/// is only one computer, only its moves are judged.
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
            // The program accepted the person's move to a taken cell.
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
        // Other checks judge which moves of a person are accepted.
        _ if computer.is_some_and(|computer| added[computer.index()] == 1) => Ok(()),
        [passer, eater] => Err(format!(
            "a round adds {} P and {} E instead of one each",
            counted(passer, "marker"),
            counted(eater, "marker")
        )),
    }
}

/// Whether enough of a player's first markers are in a row, a column or a diagonal.
fn has_line(boards: &[&EaterBoard], role: Role) -> bool {
    let rounds = boards.len().saturating_sub(1);
    let Some(board) = boards.get(FIRST_MARKERS.min(rounds)) else { return false };
    let cells: Vec<Cell> = board.markers(role).iter().collect();
    let keys: [fn(&Cell) -> i32; 4] = [
        |cell| cell.row.into(),
        |cell| cell.col.into(),
        |cell| i32::from(cell.row) + i32::from(cell.col),
        |cell| i32::from(cell.row) - i32::from(cell.col),
    ];
    let wanted = LINE_MARKERS.min(rounds);
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
}
