//! Plays games through a command that reads games and prints results, one a line.

use std::{
    collections::{HashMap, HashSet},
    io,
    time::{Duration, Instant},
};

use super::{BatchAnswer, BatchLine, BatchOutcome, read_line};
use fourcade_engine::{play::CancelToken, printable::printable};
use fourcade_programs::{CommandEvent, LineCommand};

/// Maximum number of starts of the command. Each later start sends the lines without a result.
const MAX_STARTS: usize = 4;

/// Maximum number of ignored lines that are reported; later ones are only counted.
const MAX_REPORTED_LINES: usize = 3;

/// The command is ended after this many ignored lines.
const MAX_IGNORED_LINES: usize = 100_000;

/// Time that the command has to exit after the last result.
const END_GRACE: Duration = Duration::from_secs(5);

/// Exit statuses of a shell that can't run a command.
const CANNOT_RUN: [i32; 2] = [126, 127];

const MAX_SHOWN_CHARS: usize = 80;

/// Receives results and messages while a command plays games.
pub trait LinesObserver<L: BatchLine> {
    /// Called after each game. `index` is the index of its line.
    ///
    /// # Errors
    /// An error ends the command.
    fn played(&mut self, index: usize, line: &L, result: L::Result) -> io::Result<()>;

    /// Called with a warning, or with a line of the command's standard error.
    fn message(&mut self, text: &str);
}

/// Why not all games were played.
#[derive(Debug, thiserror::Error)]
pub enum ViaError {
    /// The command can't be run or didn't play all games.
    #[error("{0}")]
    Command(String),
    /// The observer failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Plays games through a shell command, which reads one line for each game and prints their
/// [`BatchAnswer`]s in any order. Lines without an answer are sent again. `label` names the games
/// in messages, such as `games of round 3`. Cancelling ends the command and returns `Ok`.
///
/// # Errors
/// Returns an error if the command can't be run or doesn't play all games, or if `observer` fails.
pub fn play_lines<L: BatchLine>(
    command: &str,
    lines: &[L],
    label: &str,
    cancel: &CancelToken,
    observer: &mut dyn LinesObserver<L>,
) -> Result<(), ViaError> {
    let games = Games {
        command,
        lines,
        label,
        indices: lines.iter().enumerate().map(|(index, line)| (line.id(), index)).collect(),
        results: vec![None; lines.len()],
        missing: lines.len(),
        ignored_lines: 0,
        reported_errors: HashSet::new(),
        clue: None,
        observer,
    };
    games.play(cancel)
}

struct Games<'a, L: BatchLine> {
    command: &'a str,
    lines: &'a [L],
    label: &'a str,
    indices: HashMap<&'a str, usize>,
    /// By the index of the line.
    results: Vec<Option<L::Result>>,
    missing: usize,
    ignored_lines: usize,
    /// Errors of workers that have been reported.
    reported_errors: HashSet<String>,
    /// The most likely reason for missing results.
    clue: Option<String>,
    observer: &'a mut dyn LinesObserver<L>,
}

impl<L: BatchLine> Games<'_, L> {
    /// Starts the command repeatedly while results are missing.
    fn play(mut self, cancel: &CancelToken) -> Result<(), ViaError> {
        for start in 1..=MAX_STARTS {
            self.run_command(cancel)?;
            if self.missing == 0 || cancel.is_cancelled() {
                break;
            }
            let (missing, count) = (self.missing, self.lines.len());
            let lost = format!("{missing} of {count} {} have no result", self.label);
            if start == MAX_STARTS {
                let why = self.clue.map(|clue| format!(": {clue}")).unwrap_or_default();
                return Err(ViaError::Command(format!(
                    "{lost}, although `{}` was started {MAX_STARTS} times{why}",
                    self.command
                )));
            }
            self.observer.message(&format!("{lost}; sending them again"));
        }
        if self.ignored_lines > MAX_REPORTED_LINES {
            let more = self.ignored_lines - MAX_REPORTED_LINES;
            self.observer.message(&format!("ignored {more} more lines"));
        }
        Ok(())
    }

    /// Runs the command once with all games that have no result.
    fn run_command(&mut self, cancel: &CancelToken) -> Result<(), ViaError> {
        let mut input = Vec::new();
        let results = self.lines.iter().zip(&self.results);
        for (line, _) in results.filter(|(_, result)| result.is_none()) {
            serde_json::to_writer(&mut input, line).map_err(io::Error::from)?;
            input.push(b'\n');
        }
        let name = self.command;
        let failed = |error: &dyn std::fmt::Display| {
            ViaError::Command(format!("`{name}` can't be run: {error}"))
        };
        let mut command = LineCommand::start(name, input).map_err(|error| failed(&error))?;
        let mut last_message = None;
        let mut deadline = None;
        loop {
            match command
                .next_event(&|| cancel.is_cancelled(), deadline)
                .map_err(|error| failed(&error))?
            {
                CommandEvent::Line(line) => self.take_answer(&line)?,
                CommandEvent::ErrorLine(line) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = printable(line.trim_end()).into_owned();
                    self.observer.message(&line);
                    last_message = Some(line);
                }
                CommandEvent::Ended(_) if self.missing == 0 => break,
                CommandEvent::Ended(status) if status.success() => {
                    self.clue.get_or_insert_with(|| "it ended without their results".to_owned());
                    break;
                }
                CommandEvent::Ended(status) => {
                    if status.code().is_some_and(|status| CANNOT_RUN.contains(&status)) {
                        return Err(failed(&last_message.unwrap_or_else(|| status.to_string())));
                    }
                    let message = last_message.map(|message| format!(" ({message})"));
                    let message = message.unwrap_or_default();
                    self.clue = Some(format!("it ended with {status}{message}"));
                    break;
                }
                // Cancelled, or still running after the last result.
                CommandEvent::StillRunning => break,
            }
            if self.missing == 0 && deadline.is_none() {
                deadline = Some(Instant::now() + END_GRACE);
            }
            if self.ignored_lines > MAX_IGNORED_LINES {
                return Err(ViaError::Command(format!(
                    "`{name}` prints lines without end that aren't results; \
                     add `{} --batch` to it",
                    L::COMMAND
                )));
            }
        }
        Ok(())
    }

    fn take_answer(&mut self, line: &[u8]) -> Result<(), ViaError> {
        let Ok(answer) = serde_json::from_slice::<BatchAnswer<L::Result>>(line) else {
            self.ignore_line(line);
            return Ok(());
        };
        let id = answer.id.unwrap_or_default();
        let index = self.indices.get(id.as_str()).copied();
        match (answer.outcome, index) {
            (BatchOutcome::Played(result), Some(index)) => match &self.results[index] {
                None if self.lines[index].accepts(&result) => {
                    self.results[index] = Some(result.clone());
                    self.missing -= 1;
                    self.observer.played(index, &self.lines[index], result)?;
                }
                None => self.ignore("a result that does not fit its game", &id),
                Some(first) if L::is_same(first, &result) => {}
                Some(_) => self.observer.message(&format!(
                    "game {id} has two different results, and the first one counts: \
                     is a program not deterministic, or different on another host?"
                )),
            },
            (BatchOutcome::Played(_), None) => {
                self.ignore(&format!("the result of another {}", L::WHOLE), &id);
            }
            (BatchOutcome::Failed { error }, Some(index)) if self.results[index].is_none() => {
                if self.reported_errors.insert(error.clone()) {
                    self.observer.message(&format!("game {id} was not played: {error}"));
                }
                self.clue = Some(error);
            }
            (BatchOutcome::Failed { .. }, Some(_)) => {}
            (BatchOutcome::Failed { error }, None) => {
                self.ignore("an error of another game", &error);
            }
        }
        Ok(())
    }

    fn ignore_line(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let advice = format!("add `{} --batch` to it", L::COMMAND);
        if read_line::<L>(line).is_ok() {
            self.ignore("a game instead of its result", &text);
            self.clue = Some(format!("it repeats the games instead of playing them; {advice}"));
        } else {
            self.ignore("a line that isn't a result", &text);
            self.clue
                .get_or_insert_with(|| format!("it prints lines that aren't results; {advice}"));
        }
    }

    fn ignore(&mut self, what: &str, text: &str) {
        self.ignored_lines += 1;
        if self.ignored_lines <= MAX_REPORTED_LINES {
            let text: String = printable(text).chars().take(MAX_SHOWN_CHARS).collect();
            self.observer.message(&format!("ignored {what}: {text}"));
        }
    }
}
