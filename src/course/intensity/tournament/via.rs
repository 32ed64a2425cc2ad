//! Plays the games of each round through a command that reads and prints [lines](crate::batch).
//!
//! The command is started for each round, because pairings depend on all results of the previous
//! one, and commands such as `parallel --pipe` pass on their last lines only at the end of input.

use std::io;

use super::{Pairing, PlayedGame, Tournament, TournamentError};
use crate::batch::{LinesObserver, ViaError, line_id, play_lines};
use crate::intensity::referee::{BatchGame, BatchResult};
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, Session},
};

/// Receives results and messages while a command plays a tournament.
pub trait TournamentObserver {
    /// Called after each game, with its record if requested.
    ///
    /// # Errors
    /// An error ends the tournament.
    fn played(&mut self, game: &PlayedGame, session: Option<&Session<Intensity>>)
    -> io::Result<()>;

    /// Called after each round. Rounds count from 0.
    fn round_over(&mut self, round: usize);

    /// Called with a warning, or with a line of the command's standard error.
    fn message(&mut self, text: &str);
}

/// A command that plays the games of a round.
#[derive(Clone, Copy, Debug)]
pub struct ViaCommand<'a> {
    /// The shell command.
    pub command: &'a str,
    /// Whether results must include the records of the games.
    pub wants_records: bool,
}

impl Tournament {
    /// Plays all missing games through a command; see [`play_lines`].
    ///
    /// # Errors
    /// Returns an error if the command can't be run or doesn't play all games, or if `observer`
    /// fails.
    pub fn run_via(
        &mut self,
        via: ViaCommand,
        cancel: &CancelToken,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(), TournamentError> {
        for round in 0..self.rounds() {
            let pairings = self.missing_pairings(round);
            if pairings.is_empty() {
                continue;
            }
            let line = |pairing| self.batch_game(pairing, via);
            let lines: Vec<_> = pairings.iter().map(line).collect();
            let mut games = RoundGames { tournament: self, pairings, observer, played: Vec::new() };
            let label = format!("games of round {}", round + 1);
            let ended = play_lines(via.command, &lines, &label, cancel, &mut games);
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

    /// Returns the line of a game, with a unique ID.
    pub(super) fn batch_game(&self, pairing: &Pairing, via: ViaCommand) -> BatchGame {
        let players = self.seated(pairing).map(|entrant| entrant.record_name);
        let Pairing { round, game, seed, .. } = *pairing;
        let (timeout, strict) = (self.rules.limits.time.as_secs_f64(), self.rules.is_strict());
        let facts = format!("{} {round} {game} {seed} {timeout} {strict}", self.seed);
        let facts: Vec<&str> =
            [facts.as_str()].into_iter().chain(players.iter().map(String::as_str)).collect();
        let id = line_id(&format!("{}-{}", round + 1, game + 1), &facts);
        let (record, late_before) = (via.wants_records, self.late_before(pairing));
        BatchGame { id, seed, players, timeout, strict, record, late_before }
    }
}

/// The games of a round, in the order of their lines.
struct RoundGames<'a> {
    tournament: &'a Tournament,
    pairings: Vec<Pairing>,
    observer: &'a mut dyn TournamentObserver,
    played: Vec<PlayedGame>,
}

impl LinesObserver<BatchGame> for RoundGames<'_> {
    fn played(&mut self, index: usize, line: &BatchGame, result: BatchResult) -> io::Result<()> {
        let BatchResult { result, started, record, .. } = result;
        let pairing = self.pairings[index];
        for (entrant, names) in self.tournament.seated(&pairing).iter().zip(&started) {
            entrant.note_started(names);
        }
        let game = PlayedGame { pairing, result };
        let session = record.and_then(|record| {
            let session = self.tournament.read_record(&game, &mut record.as_bytes());
            let id = &line.id;
            session.map_err(|error| self.message(&format!("the record of {id}: {error}"))).ok()
        });
        self.observer.played(&game, session.as_ref())?;
        self.played.push(game);
        Ok(())
    }

    fn message(&mut self, text: &str) {
        self.observer.message(text);
    }
}

impl From<ViaError> for TournamentError {
    fn from(error: ViaError) -> Self {
        match error {
            ViaError::Command(message) => Self::Command(message),
            ViaError::Output(error) => Self::Output(error),
        }
    }
}
