//! The games of a round, played by a command that maps lines to lines.
//!
//! The command is started anew for each round. The pairings of a round follow from all results of
//! the round before, and commands such as `parallel --pipe` pass on their last lines only when
//! their input ends.

use std::{
    collections::{HashMap, HashSet},
    io,
    time::{Duration, Instant},
};

use sha2::{Digest as _, Sha256};

use super::{Pairing, PlayedGame, Tournament, TournamentError};
use crate::intensity::referee::{BatchAnswer, BatchGame, BatchOutcome, MatchResult};
use fourcade_engine::printable::printable;
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, Session},
};
use fourcade_programs::{CommandEvent, LineCommand};

/// How often the command is started for the games of a round: once, and again for lost lines.
const STARTS: usize = 4;

/// The number of lines to report that are no results of this round. Others are only counted.
const REPORTED_LINES: usize = 3;

/// A command that prints more lines than this that are no results is ended.
const MAX_IGNORED_LINES: usize = 100_000;

/// How long a command may go on after the last result.
const PATIENCE: Duration = Duration::from_secs(5);

/// The exit statuses of a shell that can't run a command.
const CANNOT_RUN: [i32; 2] = [126, 127];

/// The maximum number of characters of a line that a message shows.
const SHOWN_CHARACTERS: usize = 80;

/// Is told what happens while a command plays a tournament.
pub trait TournamentObserver {
    /// Called after each game, with its record if that is wanted.
    ///
    /// # Errors
    /// An error ends the tournament.
    fn played(&mut self, game: &PlayedGame, session: Option<&Session<Intensity>>)
    -> io::Result<()>;

    /// Called after each round, which is counted from 0.
    fn round_over(&mut self, round: usize);

    /// Called with a sentence about something unexpected, or with a line that the command printed
    /// on standard error.
    fn message(&mut self, text: &str);
}

/// A command that plays the games of a round.
#[derive(Clone, Copy, Debug)]
pub struct ViaCommand<'a> {
    /// The command, for the shell.
    pub command: &'a str,
    /// Whether the results must hold the records of the games.
    pub wants_records: bool,
}

impl Tournament {
    /// Plays all games that have not been played yet, by a command that reads the lines of
    /// [`BatchGame`]s and prints those of [`BatchAnswer`]s. Games without an answer are sent again.
    /// When `cancel` is cancelled, the command is ended.
    ///
    /// # Errors
    /// Returns an error if the command can't be run or does not play all games, or that of
    /// `observer`.
    pub fn run_via(
        &mut self,
        via: ViaCommand,
        cancel: &CancelToken,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(), TournamentError> {
        for round in 0..self.rounds {
            let missing = self.missing(round);
            if missing.is_empty() {
                continue;
            }
            let mut games = RoundGames::new(self, missing, via);
            let ended = games.play(via, cancel, observer);
            let played = games.played;
            self.played.extend(played);
            ended?;
            if cancel.is_cancelled() {
                break;
            }
            observer.round_over(round);
        }
        self.sort_played();
        Ok(())
    }

    /// Returns the line of a game with an identity that no other game has.
    pub(super) fn batch_game(&self, pairing: &Pairing, via: ViaCommand) -> BatchGame {
        let players = self.seated(pairing).map(|entrant| entrant.record_name);
        let Pairing { round, game, seed, .. } = *pairing;
        let (timeout, strict) = (self.rules.limits.time.as_secs_f64(), self.rules.is_strict());
        let mut digest = Sha256::new();
        for part in [&format!("{} {round} {game} {seed} {timeout} {strict}", self.seed)]
            .into_iter()
            .chain(&players)
        {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
        let tag = digest.finalize().iter().take(8).fold(0, |tag, byte| tag << 8 | u64::from(*byte));
        let id = format!("{}-{}-{tag:016x}", round + 1, game + 1);
        let (record, late_before) = (via.wants_records, self.late_before(pairing));
        BatchGame { id, seed, players, timeout, strict, record, late_before }
    }
}

struct RoundGames<'a> {
    tournament: &'a Tournament,
    /// The number of the round, from 1.
    round: usize,
    count: usize,
    /// The games without a result, in their order.
    missing: Vec<(Pairing, BatchGame)>,
    /// The penalty points and illegal choices of the games with a result, by their identities.
    answered: HashMap<String, MatchResult>,
    played: Vec<PlayedGame>,
    ignored: Ignored,
    /// The reasons for which hosts have not played games.
    failures: HashSet<String>,
    /// The last thing that may explain why results are missing.
    clue: Option<String>,
}

impl<'a> RoundGames<'a> {
    fn new(tournament: &'a Tournament, missing: Vec<Pairing>, via: ViaCommand) -> Self {
        let game = |pairing: Pairing| (pairing, tournament.batch_game(&pairing, via));
        Self {
            tournament,
            round: missing.first().map_or(0, |pairing| pairing.round + 1),
            count: missing.len(),
            missing: missing.into_iter().map(game).collect(),
            answered: HashMap::new(),
            played: Vec::new(),
            ignored: Ignored::default(),
            failures: HashSet::new(),
            clue: None,
        }
    }

    /// The command is started again while results are missing.
    fn play(
        &mut self,
        via: ViaCommand,
        cancel: &CancelToken,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(), TournamentError> {
        for start in 1..=STARTS {
            self.send(via, cancel, observer)?;
            if self.missing.is_empty() || cancel.is_cancelled() {
                break;
            }
            let lost = self.count_missing();
            if start < STARTS {
                observer.message(&format!("{lost}; sending them again"));
            } else {
                let why = self.clue.as_ref().map(|clue| format!(": {clue}")).unwrap_or_default();
                return Err(TournamentError::Command(format!(
                    "{lost}, although `{}` was started {STARTS} times{why}",
                    via.command
                )));
            }
        }
        self.ignored.report_rest(observer);
        Ok(())
    }

    fn count_missing(&self) -> String {
        let (missing, count, round) = (self.missing.len(), self.count, self.round);
        format!("{missing} of {count} games of round {round} have no result")
    }

    /// Starts the command with the games without a result and reads what it prints.
    fn send(
        &mut self,
        via: ViaCommand,
        cancel: &CancelToken,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(), TournamentError> {
        let mut input = Vec::new();
        for (_, game) in &self.missing {
            serde_json::to_writer(&mut input, game).map_err(io::Error::from)?;
            input.push(b'\n');
        }
        let failed = |why: &dyn std::fmt::Display| {
            TournamentError::Command(format!("`{}` can't be run: {why}", via.command))
        };
        let mut command = LineCommand::start(via.command, input).map_err(|why| failed(&why))?;
        let mut last_message = None;
        let mut deadline = None;
        loop {
            match command
                .next_event(&|| cancel.is_cancelled(), deadline)
                .map_err(|why| failed(&why))?
            {
                CommandEvent::Line(line) => self.read(&line, observer)?,
                CommandEvent::Message(line) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = printable(line.trim_end()).into_owned();
                    observer.message(&line);
                    last_message = Some(line);
                }
                CommandEvent::Ended(_) if self.missing.is_empty() => break,
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
            if self.missing.is_empty() && deadline.is_none() {
                deadline = Some(Instant::now() + PATIENCE);
            }
            if self.ignored.count > MAX_IGNORED_LINES {
                return Err(TournamentError::Command(format!(
                    "`{}` prints lines without end that are no results; \
                     add `fourcade referee --batch` to it",
                    via.command
                )));
            }
        }
        Ok(())
    }

    fn read(
        &mut self,
        line: &[u8],
        observer: &mut dyn TournamentObserver,
    ) -> Result<(), TournamentError> {
        let Ok(answer) = serde_json::from_slice::<BatchAnswer>(line) else {
            self.ignore_line(line, observer);
            return Ok(());
        };
        let id = answer.id.unwrap_or_default();
        let index = self.missing.iter().position(|(_, game)| game.id == id);
        match (answer.outcome, index) {
            (BatchOutcome::Played { result, started, record, .. }, Some(index)) => {
                let (pairing, _) = self.missing.remove(index);
                for (entrant, names) in self.tournament.seated(&pairing).iter().zip(&started) {
                    entrant.note_started(names);
                }
                let game = PlayedGame { pairing, result };
                let session = record.and_then(|record| {
                    let session = self.tournament.read_record(&game, &mut record.as_bytes());
                    let complain = |why| observer.message(&format!("the record of {id}: {why}"));
                    session.map_err(complain).ok()
                });
                self.answered.insert(id, game.result.clone());
                observer.played(&game, session.as_ref())?;
                self.played.push(game);
            }
            (BatchOutcome::Played { result, .. }, None) => match self.answered.get(&id) {
                Some(first) if first.is_same_game(&result) => {}
                Some(_) => observer.message(&format!(
                    "game {id} has two different results, and the first one counts: \
                     is a program not deterministic, or different on another host?"
                )),
                None => self.ignored.report(observer, "the result of another tournament", &id),
            },
            (BatchOutcome::Failed { error }, Some(_)) => {
                if self.failures.insert(error.clone()) {
                    observer.message(&format!("game {id} was not played: {error}"));
                }
                self.clue = Some(error);
            }
            (BatchOutcome::Failed { error }, None) if !self.answered.contains_key(&id) => {
                self.ignored.report(observer, "an error of another game", &error);
            }
            (BatchOutcome::Failed { .. }, None) => {}
        }
        Ok(())
    }

    fn ignore_line(&mut self, line: &[u8], observer: &mut dyn TournamentObserver) {
        let text = String::from_utf8_lossy(line);
        if BatchGame::read(line).is_ok() {
            self.ignored.report(observer, "a game instead of its result", &text);
            self.clue = Some(
                "it repeats the games instead of playing them; \
                 add `fourcade referee --batch` to it"
                    .to_owned(),
            );
        } else {
            self.ignored.report(observer, "a line that is no result", &text);
            self.clue.get_or_insert_with(|| {
                "it prints lines that are no results; add `fourcade referee --batch` to it"
                    .to_owned()
            });
        }
    }
}

/// Counts the lines that are no results of a round.
#[derive(Default)]
struct Ignored {
    count: usize,
}

impl Ignored {
    fn report(&mut self, observer: &mut dyn TournamentObserver, what: &str, text: &str) {
        self.count += 1;
        if self.count <= REPORTED_LINES {
            let text: String = printable(text).chars().take(SHOWN_CHARACTERS).collect();
            observer.message(&format!("ignored {what}: {text}"));
        }
    }

    fn report_rest(&self, observer: &mut dyn TournamentObserver) {
        if self.count > REPORTED_LINES {
            let more = self.count - REPORTED_LINES;
            observer.message(&format!("ignored {more} more lines that are no results"));
        }
    }
}
