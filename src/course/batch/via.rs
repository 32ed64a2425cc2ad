//! A command that maps lines to lines plays the games.

use std::{
    collections::{HashMap, HashSet},
    io,
    time::{Duration, Instant},
};

use super::{BatchAnswer, BatchLine, BatchOutcome, read_line};
use fourcade_engine::{play::CancelToken, printable::printable};
use fourcade_programs::{CommandEvent, LineCommand};

/// How often the command is started: once, and again for lost lines.
const STARTS: usize = 4;

/// The number of lines to report that are no results. Others are only counted.
const REPORTED_LINES: usize = 3;

/// A command that prints more lines than this that are no results is ended.
const MAX_IGNORED_LINES: usize = 100_000;

/// How long a command may go on after the last result.
const PATIENCE: Duration = Duration::from_secs(5);

/// The exit statuses of a shell that can't run a command.
const CANNOT_RUN: [i32; 2] = [126, 127];

/// The maximum number of characters of a line that a message shows.
const SHOWN_CHARACTERS: usize = 80;

/// Is told what happens while a command plays games.
pub trait LinesObserver<L: BatchLine> {
    /// Called after each game with its line and the line's index.
    ///
    /// # Errors
    /// An error ends the command.
    fn played(&mut self, index: usize, line: &L, result: L::Result) -> io::Result<()>;

    /// Called with a sentence about something unexpected, or with a line that the command printed
    /// on standard error.
    fn message(&mut self, text: &str);
}

/// Why not all games were played.
#[derive(Debug, thiserror::Error)]
pub enum ViaError {
    /// The command can't be run or does not play all games.
    #[error("{0}")]
    Command(String),
    /// The error of the observer.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Lets a command of the shell play games, of which there is one line each. It reads the lines and
/// prints their [`BatchAnswer`]s in any order. Lines without an answer are sent again. When
/// `cancel` is cancelled, the command is ended. `part` says in messages which games these are, such
/// as `of round 3`.
///
/// # Errors
/// Returns an error if the command can't be run or does not play all games, or that of `observer`.
pub fn play_lines<L: BatchLine>(
    command: &str,
    (lines, part): (&[L], &str),
    cancel: &CancelToken,
    observer: &mut dyn LinesObserver<L>,
) -> Result<(), ViaError> {
    let games = Games {
        command,
        lines,
        part,
        indices: lines.iter().enumerate().map(|(index, line)| (line.id(), index)).collect(),
        results: vec![None; lines.len()],
        missing: lines.len(),
        ignored: 0,
        failures: HashSet::new(),
        clue: None,
        observer,
    };
    games.play(cancel)
}

struct Games<'a, L: BatchLine> {
    command: &'a str,
    lines: &'a [L],
    part: &'a str,
    indices: HashMap<&'a str, usize>,
    /// The results so far, by the index of the line.
    results: Vec<Option<L::Result>>,
    missing: usize,
    /// The number of lines that are no results.
    ignored: usize,
    /// The reasons for which hosts have not played games.
    failures: HashSet<String>,
    /// The last thing that may explain why results are missing.
    clue: Option<String>,
    observer: &'a mut dyn LinesObserver<L>,
}

impl<L: BatchLine> Games<'_, L> {
    /// The command is started again while results are missing.
    fn play(mut self, cancel: &CancelToken) -> Result<(), ViaError> {
        for start in 1..=STARTS {
            self.send(cancel)?;
            if self.missing == 0 || cancel.is_cancelled() {
                break;
            }
            let (missing, count) = (self.missing, self.lines.len());
            let lost = format!("{missing} of {count} games{} have no result", self.part);
            if start == STARTS {
                let why = self.clue.map(|clue| format!(": {clue}")).unwrap_or_default();
                return Err(ViaError::Command(format!(
                    "{lost}, although `{}` was started {STARTS} times{why}",
                    self.command
                )));
            }
            self.observer.message(&format!("{lost}; sending them again"));
        }
        if self.ignored > REPORTED_LINES {
            let more = self.ignored - REPORTED_LINES;
            self.observer.message(&format!("ignored {more} more lines that are no results"));
        }
        Ok(())
    }

    /// Starts the command with the games without a result and reads what it prints.
    fn send(&mut self, cancel: &CancelToken) -> Result<(), ViaError> {
        let mut input = Vec::new();
        for (line, _) in self.lines.iter().zip(&self.results).filter(|(_, it)| it.is_none()) {
            serde_json::to_writer(&mut input, line).map_err(io::Error::from)?;
            input.push(b'\n');
        }
        let name = self.command;
        let failed = |why: &dyn std::fmt::Display| {
            ViaError::Command(format!("`{name}` can't be run: {why}"))
        };
        let mut command = LineCommand::start(name, input).map_err(|why| failed(&why))?;
        let mut last_message = None;
        let mut deadline = None;
        loop {
            match command
                .next_event(&|| cancel.is_cancelled(), deadline)
                .map_err(|why| failed(&why))?
            {
                CommandEvent::Line(line) => self.read(&line)?,
                CommandEvent::Message(line) => {
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
                    let message = last_message.unwrap_or_else(|| status.to_string());
                    if status.code().is_some_and(|status| CANNOT_RUN.contains(&status)) {
                        return Err(failed(&message));
                    }
                    self.clue = Some(format!("it ended with {status} ({message})"));
                    break;
                }
                // It was cancelled, or it goes on without a purpose.
                CommandEvent::StillRunning => break,
            }
            if self.missing == 0 && deadline.is_none() {
                deadline = Some(Instant::now() + PATIENCE);
            }
            if self.ignored > MAX_IGNORED_LINES {
                return Err(ViaError::Command(format!(
                    "`{name}` prints lines without end that are no results; \
                     add `{} --batch` to it",
                    L::COMMAND
                )));
            }
        }
        Ok(())
    }

    fn read(&mut self, line: &[u8]) -> Result<(), ViaError> {
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
                if self.failures.insert(error.clone()) {
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
            self.ignore("a line that is no result", &text);
            self.clue
                .get_or_insert_with(|| format!("it prints lines that are no results; {advice}"));
        }
    }

    fn ignore(&mut self, what: &str, text: &str) {
        self.ignored += 1;
        if self.ignored <= REPORTED_LINES {
            let text: String = printable(text).chars().take(SHOWN_CHARACTERS).collect();
            self.observer.message(&format!("ignored {what}: {text}"));
        }
    }
}
