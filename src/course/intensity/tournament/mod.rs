//! Tournaments of Intensity: a Swiss system, in which entrants with similar points meet, or a
//! [round robin](PairingSystem::RoundRobin).
//!
//! Details that the course sheet leaves open:
//! - Each entrant plays one game per round. The entrants are sorted by points, those with equal
//!   points at random, and each game has four consecutive entrants. System players fill the last,
//!   weakest game.
//! - The places of a game are worth 3, 2, 1 and 0 points. Tied players share the average.
//! - The seed of a game follows from the tournament's seed, the round and the game's number, so
//!   that deterministic programs get the same results with any number of threads.

mod round_robin;
mod saved;
mod standings;
mod swiss;
#[cfg(test)]
mod tests;
mod via;

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    io::{self, BufRead},
    sync::mpsc,
};

use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

pub use round_robin::MAX_ENTRANTS;
pub use saved::{
    SavedTournament, SavedTournamentError, TournamentHeader, TournamentPaths, TournamentWriter,
    record_name,
};
pub use standings::{Encounter, Standing};
pub use via::{TournamentObserver, ViaCommand};

use super::referee::{
    Entrant, Match, MatchResult, PlayedMatch, Roster, RosterError, match_info, shuffle_seats,
};
use crate::program::{AnswerRules, LateStreak, SHORT_TIME};
use fourcade_engine::{
    intensity::{Intensity, model::SEATS},
    play::{CancelToken, Session},
};

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The number of the game and its players.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The result.
    #[serde(flatten)]
    pub result: MatchResult,
}

/// Why a tournament was not finished.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A player can't be created or fails.
    #[error("{0}")]
    Player(String),
    /// The command that plays the games can't be run or doesn't play all of them.
    #[error("{0}")]
    Command(String),
    /// A game can't be saved.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// How a tournament pairs its entrants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum PairingSystem {
    /// Each game is between players with similar points
    #[default]
    Swiss,
    /// Any two players meet equally often, whatever the results
    RoundRobin,
}

impl PairingSystem {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_swiss(&self) -> bool {
        *self == Self::Swiss
    }
}

impl fmt::Display for PairingSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Swiss => "Swiss tournament",
            Self::RoundRobin => "round robin",
        })
    }
}

/// The pairings, as far as they are known in advance.
enum Schedule {
    Swiss {
        rounds: usize,
    },
    /// The pairings of each round.
    RoundRobin(Vec<Vec<Pairing>>),
}

/// Receives each game as it ends.
pub type OnResult<'a> = dyn FnMut(&PlayedGame, &Session<Intensity>) -> io::Result<()> + 'a;

/// A tournament: its entrants, rules, schedule and finished games.
pub struct Tournament {
    entrants: Vec<Entrant>,
    /// Players of seats without an entrant.
    system_players: Vec<Entrant>,
    schedule: Schedule,
    seed: u64,
    rules: AnswerRules,
    /// The options with which programs are compiled and run.
    options: Vec<String>,
    /// Digests of the programs, by their names in records.
    digests: BTreeMap<String, String>,
    played: Vec<PlayedGame>,
}

impl Tournament {
    /// Creates a Swiss tournament.
    ///
    /// # Errors
    /// As for [`Roster::system_players`].
    pub fn swiss(
        roster: Roster,
        rounds: usize,
        seed: u64,
        rules: AnswerRules,
    ) -> Result<Self, RosterError> {
        let missing = roster.entrants.len().next_multiple_of(SEATS) - roster.entrants.len();
        Self::with_schedule(roster, missing, Schedule::Swiss { rounds }, seed, rules)
    }

    /// Creates a round robin. Any two entrants meet equally often, in groups of four that play the
    /// same deal four times on changing seats. With fewer than four entrants, system players
    /// complete the only group.
    ///
    /// # Errors
    /// As for [`Roster::system_players`], or if there are more than [`MAX_ENTRANTS`].
    pub fn round_robin(roster: Roster, seed: u64, rules: AnswerRules) -> Result<Self, RosterError> {
        let entrants = roster.entrants.len();
        if entrants > MAX_ENTRANTS {
            return Err(RosterError::TooMany { entrants, most: MAX_ENTRANTS });
        }
        let schedule = Schedule::RoundRobin(round_robin::pairings(entrants, seed));
        Self::with_schedule(roster, SEATS.saturating_sub(entrants), schedule, seed, rules)
    }

    fn with_schedule(
        roster: Roster,
        system_players: usize,
        schedule: Schedule,
        seed: u64,
        rules: AnswerRules,
    ) -> Result<Self, RosterError> {
        Ok(Self {
            system_players: roster.system_players(system_players)?,
            entrants: roster.entrants,
            schedule,
            seed,
            rules,
            options: Vec::new(),
            digests: BTreeMap::new(),
            played: Vec::new(),
        })
    }

    /// Sets conditions that the saved tournament includes: the options with which programs are
    /// compiled and run, and digests of the programs by their names in records.
    pub fn set_conditions(&mut self, options: Vec<String>, digests: BTreeMap<String, String>) {
        (self.options, self.digests) = (options, digests);
    }

    /// The entrants. Other types refer to them by index.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The rules for programs' answers.
    pub fn rules(&self) -> AnswerRules {
        self.rules
    }

    /// The pairing system.
    pub fn system(&self) -> PairingSystem {
        match self.schedule {
            Schedule::Swiss { .. } => PairingSystem::Swiss,
            Schedule::RoundRobin(_) => PairingSystem::RoundRobin,
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        match &self.schedule {
            Schedule::Swiss { rounds } => *rounds,
            Schedule::RoundRobin(rounds) => rounds.len(),
        }
    }

    /// Sets the number of rounds of a Swiss tournament, which can also extend a finished one.
    pub fn set_rounds(&mut self, wanted: usize) {
        if let Schedule::Swiss { rounds } = &mut self.schedule {
            *rounds = wanted;
        }
    }

    /// The number of games in all rounds.
    pub fn games(&self) -> usize {
        match &self.schedule {
            Schedule::Swiss { rounds } => rounds * self.entrants.len().div_ceil(SEATS),
            Schedule::RoundRobin(rounds) => rounds.iter().map(Vec::len).sum(),
        }
    }

    /// The finished games, sorted after a [`run`](Self::run).
    pub fn played(&self) -> &[PlayedGame] {
        &self.played
    }

    /// Returns the standings, from the first to the last entrant.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings = standings::standings(&self.entrants, &self.played);
        for row in &mut standings {
            row.short_limit = self.rules.limits.time > SHORT_TIME
                && self.late_streak(row.number, usize::MAX).shortens_time();
        }
        standings
    }

    /// Returns the encounters of each entrant with each other one, in the order of the standings.
    pub fn crosstable(&self, standings: &[Standing]) -> Vec<Vec<Option<Encounter>>> {
        standings::crosstable(standings, &self.played)
    }

    /// Returns the points of each entrant after each round, in the order of the standings.
    pub fn points_by_round(&self, standings: &[Standing]) -> Vec<Vec<f64>> {
        let rounds = self.played.iter().map(|game| game.pairing.round + 1).max().unwrap_or(0);
        standings::points_by_round(standings, rounds, &self.played)
    }

    pub(super) fn header(&self) -> TournamentHeader {
        let players = self.entrants.iter().map(|entrant| entrant.record_name.clone()).collect();
        let mut header = TournamentHeader::new(self.seed, self.rounds(), players);
        header.system = self.system();
        header.timeout = Some(self.rules.limits.time.as_secs_f64());
        header.strict = self.rules.is_strict();
        header.options = Some(self.options.clone());
        header.programs.clone_from(&self.digests);
        header
    }

    /// Restores the games of a saved tournament.
    ///
    /// # Errors
    /// Returns an error if it is another tournament or a game isn't part of it.
    pub fn resume(&mut self, saved: SavedTournament) -> Result<(), SavedTournamentError> {
        if let Some(difference) = saved.header.difference_from(&self.header()) {
            return Err(SavedTournamentError::Mismatch(difference));
        }
        let mut games: Vec<_> = saved.games.into_iter().zip(2..).collect();
        games.sort_by_key(|(game, _)| game.pairing.round);
        let is_same_round = |one: &(PlayedGame, usize), other: &(PlayedGame, usize)| {
            one.0.pairing.round == other.0.pairing.round
        };
        games.chunk_by(is_same_round).try_for_each(|games| self.resume_round(games))
    }

    /// Restores the games of one round, each with the number of its line. The earlier rounds must
    /// have been restored, because the pairings follow from them.
    fn resume_round(&mut self, games: &[(PlayedGame, usize)]) -> Result<(), SavedTournamentError> {
        let Some((first, _)) = games.first() else { return Ok(()) };
        let (round, rounds) = (first.pairing.round, self.rounds());
        if round >= rounds {
            return Err(SavedTournamentError::Mismatch(format!(
                "its round {} is played, but only {rounds} are wanted",
                round + 1
            )));
        }
        let mut missing = self.pair_round(round);
        for (game, line) in games {
            let Some(index) = missing.iter().position(|pairing| *pairing == game.pairing) else {
                let what = "this game isn't part of this tournament, or appears twice".to_owned();
                return Err(SavedTournamentError::WrongLine { line: *line, what });
            };
            missing.swap_remove(index);
            self.played.push(game.clone());
        }
        Ok(())
    }

    /// In a Swiss tournament, all games of earlier rounds must have been played.
    fn pair_round(&self, round: usize) -> Vec<Pairing> {
        match &self.schedule {
            Schedule::Swiss { .. } => {
                swiss::pair_round(round, self.entrants.len(), self.seed, &self.played)
            }
            Schedule::RoundRobin(rounds) => rounds.get(round).cloned().unwrap_or_default(),
        }
    }

    /// Returns the player on each seat of a game.
    pub fn seated(&self, pairing: &Pairing) -> [Entrant; SEATS] {
        let mut system_players = self.system_players.iter().cycle();
        pairing.seats.map(|number| match number {
            Some(number) => self.entrants[number].clone(),
            None => system_players.next().unwrap_or(&self.entrants[0]).clone(),
        })
    }

    /// Returns the late answers in a row before a game, by seat.
    pub fn late_before(&self, pairing: &Pairing) -> [LateStreak; SEATS] {
        let streak = |number| self.late_streak(number, pairing.round);
        pairing.seats.map(|number| number.map(streak).unwrap_or_default())
    }

    /// Returns an entrant's late answers in a row before a round.
    fn late_streak(&self, number: usize, round: usize) -> LateStreak {
        let earlier = self.played.iter().filter(|game| game.pairing.round < round);
        let own = earlier.filter_map(|game| {
            let seat = game.pairing.seats.iter().position(|seat| *seat == Some(number))?;
            Some(((game.pairing.round, game.pairing.game), game.result.late_in_a_row[seat]))
        });
        own.max_by_key(|(game, _)| *game).map(|(_, late)| late).unwrap_or_default()
    }

    /// Plays all missing games in parallel on the threads of the pool, and calls `on_result` after
    /// each. Cancelling abandons unfinished games and returns `Ok`.
    ///
    /// # Errors
    /// Returns an error if a player or `on_result` fails.
    pub fn run(
        &mut self,
        pool: &ThreadPool,
        cancel: &CancelToken,
        on_result: &mut OnResult<'_>,
    ) -> Result<(), TournamentError> {
        for round in 0..self.rounds() {
            let played = self.play_round(self.missing_pairings(round), pool, cancel, on_result)?;
            self.played.extend(played);
            if cancel.is_cancelled() {
                break;
            }
        }
        self.sort_played();
        Ok(())
    }

    /// Sorts the games, so that their order doesn't depend on their durations.
    fn sort_played(&mut self) {
        self.played.sort_by_key(|played| (played.pairing.round, played.pairing.game));
    }

    fn missing_pairings(&self, round: usize) -> Vec<Pairing> {
        let of_round = self.played.iter().filter(|game| game.pairing.round == round);
        let played: HashSet<_> = of_round.map(|game| game.pairing.game).collect();
        self.pair_round(round)
            .into_iter()
            .filter(|pairing| !played.contains(&pairing.game))
            .collect()
    }

    fn play_round(
        &self,
        pairings: Vec<Pairing>,
        pool: &ThreadPool,
        cancel: &CancelToken,
        on_result: &mut OnResult<'_>,
    ) -> Result<Vec<PlayedGame>, TournamentError> {
        let (sender, results) = mpsc::channel();
        pool.in_place_scope(|scope| {
            for pairing in pairings {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    // Can't fail: the receiver outlives all senders.
                    let _ = sender.send(self.play(pairing, cancel));
                });
            }
            drop(sender);
            let mut played = Vec::new();
            let mut first_error = None;
            for result in results {
                let handled = result.and_then(|game| {
                    if let Some((game, session)) = game {
                        on_result(&game, &session)?;
                        played.push(game);
                    }
                    Ok(())
                });
                if let Err(error) = handled
                    && first_error.is_none()
                {
                    // The other games are no longer needed.
                    cancel.cancel();
                    first_error = Some(error);
                }
            }
            first_error.map_or(Ok(played), Err)
        })
    }

    /// Returns `None` if cancelled.
    fn play(
        &self,
        pairing: Pairing,
        cancel: &CancelToken,
    ) -> Result<Option<(PlayedGame, Session<Intensity>)>, TournamentError> {
        let entrants = self.seated(&pairing);
        let (seed, rules, late) = (pairing.seed, self.rules, self.late_before(&pairing));
        let played = Match { entrants: &entrants, seed, rules, late, cancel }.play_quietly();
        let played = played.map_err(|error| TournamentError::Player(error.to_string()))?;
        Ok(played.map(|PlayedMatch { session, result }| (PlayedGame { pairing, result }, session)))
    }

    /// Reads the record of a game played earlier or elsewhere, and gives the players their names in
    /// this tournament.
    ///
    /// # Errors
    /// Returns what is wrong with the record, as a clause.
    pub fn read_record(
        &self,
        game: &PlayedGame,
        record: &mut dyn BufRead,
    ) -> Result<Session<Intensity>, String> {
        let mut session = Session::<Intensity>::read(record).map_err(|error| error.to_string())?;
        let entrants = self.seated(&game.pairing);
        let header = session.header();
        let is_this = header.seed == game.pairing.seed
            && header.players.iter().eq(entrants.iter().map(|entrant| &entrant.record_name))
            && session.outcome() == Some(game.result.outcome());
        if !is_this {
            return Err("it is the record of another game".to_owned());
        }
        let late = self.late_before(&game.pairing);
        session.set_match_info(match_info(&entrants, self.rules, &late));
        Ok(session)
    }
}

/// The number of a game in a tournament, its seed and its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the round, from 0.
    pub round: usize,
    /// The number of the game in its round, from 0. In a Swiss tournament, the entrants with most
    /// points play in game 0.
    pub game: usize,
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    /// The index of the entrant on each seat; `None` for system players.
    pub seats: [Option<usize>; SEATS],
}
