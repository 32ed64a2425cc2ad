//! `fourcade tournament`: a tournament of Intensity between player programs.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use indicatif::ProgressBar;
use serde::Serialize;

use super::{
    args::{self, number},
    error::{self, CliError},
    interrupts::{self, Interrupts},
    output::{Column, progress_bar, standard_output, table_lines, write_json, write_table},
    programs::{self, EntrantArgs, PROGRAMS_HELP},
};
use crate::games::intensity::tournament::{
    self, PlayedGame, SavedTournament, SavedTournamentError, Standing, TournamentError,
    TournamentHeader, TournamentObserver, TournamentPlace, TournamentWriter, ViaCommand,
};
use crate::games::{ArcadeGame as _, counted};
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, Game, Session, random},
};

const DEFAULT_ROUNDS: usize = 10;

/// Play a tournament of Intensity between player programs
///
/// In each round, every participant plays one game of four, against those with similar points.
/// System players fill the last game. The places of a game give 3, 2, 1 and 0 points. The same seed
/// and the same deterministic programs give the same result with any number of threads and hosts.
#[derive(clap::Args)]
#[command(after_help = args::computers_help::<Intensity>(), after_long_help = help())]
pub struct TournamentArgs {
    #[command(flatten)]
    entrants: EntrantArgs,
    /// The number of rounds [default: 10]
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_u32))]
    rounds: Option<u32>,
    /// The random seed [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// The number of games played at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// Let a command play the games of each round, for example on several hosts (see below)
    #[arg(long, value_name = "COMMAND", conflicts_with = "threads")]
    via: Option<String>,
    /// Save each game to a new folder as it ends, for --resume and `fourcade replay`
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Continue a saved tournament with its programs, seed and rounds; --rounds can extend it
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Allow the programs that the saved tournament names to start
    #[arg(long, requires = "resume")]
    allow_programs: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

const VIA_HELP: &str = "\
--via COMMAND starts a command in the shell for each round, with a line for each game on its \
standard input, and reads the results from its standard output, in any order. `fourcade referee \
--batch` plays such lines; programs such as GNU parallel spread them over processes and hosts. \
Lines without a result are sent again, up to 3 times. Each host needs the same fourcade, and the \
same programs at the same paths; to start them, it needs `--batch --allow-programs`.";

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS_HELP}\n\n{VIA_HELP}\n
Examples:
  fourcade tournament --rounds 50 programs/*.c
  fourcade tournament --rounds 50 --save results programs/*.c
  fourcade tournament --resume results --allow-programs
  fourcade tournament --seed 7 --json ./first ./second --player counter --player random
  fourcade tournament --player counter --player expert --save results \\
    --via 'parallel --pipe -N 1 -j 4 fourcade referee --batch'",
        args::computers_help::<Intensity>()
    )
}

/// The output of `--json`.
#[derive(Serialize)]
struct TournamentReport {
    game: &'static str,
    seed: u64,
    rounds: usize,
    games: usize,
    games_played: usize,
    /// The number of threads; `None` if a command played the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    /// The sandbox of the programs, if any took part and ran here.
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<&'static str>,
    seconds: f64,
    standings: Vec<Standing>,
}

const COLUMNS: [Column<Standing>; 9] = [
    ("player", |row| format!("#{} {}", row.place, row.name)),
    ("points", |row| row.points.to_string()),
    ("games", |row| row.games.to_string()),
    ("place", |row| {
        row.average_place.map_or_else(|| "-".to_owned(), |place| format!("{place:.2}"))
    }),
    ("penalty", |row| row.penalty.to_string()),
    ("wins", |row| row.wins.to_string()),
    ("shared", |row| row.shared_wins.to_string()),
    ("illegal", |row| row.illegal.to_string()),
    ("slowest ms", |row| format!("{:.1}", row.slowest_ms)),
];

const LEGEND: &str = "\
points: 3, 2, 1 and 0 for the places of a game; those who tie share the average
place: the average place in a game; penalty: all penalty points
wins: games won alone; shared: games in which first place was shared
illegal: illegal or missing answers; slowest ms: the time of the slowest answer";

impl TournamentArgs {
    pub fn run(mut self) -> Result<ExitCode, CliError> {
        let saved = self.resume.as_deref().map(read).transpose()?;
        if let Some(SavedTournament { header, .. }) = &saved {
            self.fill_in(header)?;
        }
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            return Err(CliError::usage(
                "there are no players: name programs, or built-in players with --player",
            ));
        }
        let rounds = self.rounds.map_or(DEFAULT_ROUNDS, |rounds| rounds as usize);
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let roster = self.entrants.roster(false, &cancel)?;
        let mut tournament =
            tournament::Tournament::new(roster, rounds, seed, self.entrants.answers.rules())?;
        let writer = self.open_save_file(saved, &mut tournament)?;
        let start = Instant::now();
        let threads = self.play(&mut tournament, writer, &cancel)?;
        if let Some(path) = self.saved_to() {
            // The games are in the order of the rounds from now on.
            TournamentWriter::overwrite(TournamentPlace::of(path), &tournament)
                .map_err(|why| unwritable(path, &why))?;
        }
        self.print(&TournamentReport {
            game: Intensity::KEY,
            seed,
            rounds,
            games: tournament.games(),
            games_played: tournament.played().len(),
            threads,
            via: self.via.clone(),
            sandbox: (self.via.is_none() && self.entrants.has_programs())
                .then(programs::sandbox_name),
            seconds: start.elapsed().as_secs_f64(),
            standings: tournament.standings(),
        })
    }

    /// Fills in the options that were not given from a saved tournament.
    fn fill_in(&mut self, header: &TournamentHeader) -> Result<(), CliError> {
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            args::check_programs::<Intensity>(&header.players, self.allow_programs)?;
            self.entrants.players.clone_from(&header.players);
        }
        self.entrants.answers.strict |= header.strict;
        self.seed = self.seed.or(Some(header.seed));
        self.rounds = self.rounds.or(u32::try_from(header.rounds).ok());
        Ok(())
    }

    /// Whether the records of the games are saved.
    fn saves_records(&self) -> bool {
        self.saved_to().is_some_and(|path| TournamentPlace::of(path).records.is_some())
    }

    fn saved_to(&self) -> Option<&PathBuf> {
        self.resume.as_ref().or(self.save.as_ref())
    }

    /// Returns the number of threads; `None` if a command plays the games.
    fn play(
        &self,
        tournament: &mut tournament::Tournament,
        writer: Option<TournamentWriter>,
        cancel: &CancelToken,
    ) -> Result<Option<usize>, CliError> {
        let bar = progress_bar(tournament.games(), "games")
            .with_position(tournament.played().len() as u64);
        let wants_records = self.saves_records();
        let mut progress = Progress { bar, writer, rounds: tournament.rounds() };
        let (threads, played) = match &self.via {
            Some(command) => {
                let via = ViaCommand { command, wants_records };
                (None, tournament.run_via(via, cancel, &mut progress))
            }
            None => {
                let threads = args::thread_count(self.threads);
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool
                    .map_err(|why| CliError::Failed(format!("can't start the threads: {why}")))?;
                let played = tournament
                    .run(&pool, cancel, &mut |game, session| progress.played(game, Some(session)));
                (Some(threads), played)
            }
        };
        progress.bar.finish_and_clear();
        match (played, self.saved_to()) {
            (Ok(()), _) => Ok(threads),
            (Err(TournamentError::Output(why)), Some(path)) => Err(unwritable(path, &why)),
            (Err(why @ TournamentError::Command(_)), Some(path)) => {
                let (path, done) = (path.display(), counted(tournament.played().len(), "game"));
                Err(CliError::Failed(format!(
                    "{why}; {path} keeps {done}: continue with --resume {path}"
                )))
            }
            (Err(why @ TournamentError::Command(_)), None) => {
                Err(CliError::Failed(format!("{why}; with --save DIR, games would be kept")))
            }
            (Err(why), _) => Err(CliError::Failed(why.to_string())),
        }
    }

    /// Restores the saved games and opens the file to which games are saved from now on.
    fn open_save_file(
        &self,
        saved: Option<SavedTournament>,
        tournament: &mut tournament::Tournament,
    ) -> Result<Option<TournamentWriter>, CliError> {
        match (&self.resume, saved, &self.save) {
            (Some(path), Some(saved), _) => {
                tournament.resume(saved).map_err(|why| damaged(path, &why))?;
                TournamentWriter::overwrite(TournamentPlace::of(path), tournament)
                    .map(Some)
                    .map_err(|why| unwritable(path, &why))
            }
            (_, _, Some(path)) => match TournamentPlace::create(path)
                .and_then(|place| TournamentWriter::overwrite(place, tournament))
            {
                Ok(writer) => Ok(Some(writer)),
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                    let path = path.display();
                    Err(CliError::Failed(format!(
                        "{path} already exists; continue it with --resume {path}, \
                         or save elsewhere"
                    )))
                }
                Err(why) => Err(unwritable(path, &why)),
            },
            _ => Ok(None),
        }
    }

    fn print(&self, report: &TournamentReport) -> Result<ExitCode, CliError> {
        let is_interrupted = report.games_played < report.games;
        if is_interrupted {
            let (done, planned) = (report.games_played, report.games);
            error::print_message(&format_args!(
                "interrupted: these are the standings after {done} games of {planned}"
            ));
        }
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, report)?;
        } else {
            report.write_table(&mut output)?;
        }
        output.flush()?;
        Ok(if is_interrupted {
            ExitCode::from(interrupts::exit_status())
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Shows the progress of a tournament and saves its games.
struct Progress {
    bar: ProgressBar,
    writer: Option<TournamentWriter>,
    rounds: usize,
}

impl TournamentObserver for Progress {
    fn played(
        &mut self,
        game: &PlayedGame,
        session: Option<&Session<Intensity>>,
    ) -> io::Result<()> {
        self.bar.inc(1);
        self.writer.as_mut().map_or(Ok(()), |writer| writer.append(game, session))
    }

    fn round_over(&mut self, round: usize) {
        // Without a terminal there is no bar, and on a cluster a round may take hours.
        if self.bar.is_hidden() {
            let (round, rounds) = (round + 1, self.rounds);
            error::print_message(&format_args!("round {round} of {rounds} is over"));
        }
    }

    fn message(&mut self, text: &str) {
        self.bar.suspend(|| error::print_message(&text));
    }
}

impl TournamentReport {
    fn write_table(&self, output: &mut dyn Write) -> io::Result<()> {
        let (rounds, games) = (counted(self.rounds, "round"), counted(self.games_played, "game"));
        let how = self
            .threads
            .map_or("played by a command".to_owned(), |threads| counted(threads, "thread"));
        writeln!(
            output,
            "{}: {rounds}, {games}, seed {}, {how}, {:.1} s\n",
            Intensity::FACTS.title,
            self.seed,
            self.seconds
        )?;
        write_table(output, &table_lines(&COLUMNS.each_ref(), &self.standings))?;
        writeln!(output, "\n{LEGEND}")
    }
}

fn read(path: &Path) -> Result<SavedTournament, CliError> {
    let file = File::open(TournamentPlace::of(path).results).map_err(|why| {
        CliError::Failed(match why.kind() {
            io::ErrorKind::NotFound => {
                format!(
                    "there is no tournament in {}; give --resume a folder written with --save",
                    path.display()
                )
            }
            _ => format!(
                "can't read {}: {why}; give --resume a folder written with --save",
                path.display()
            ),
        })
    })?;
    SavedTournament::read(&mut BufReader::new(file)).map_err(|why| damaged(path, &why))
}

fn damaged(path: &Path, why: &SavedTournamentError) -> CliError {
    let path = path.display();
    CliError::Failed(match why {
        SavedTournamentError::Damaged { line: 1, .. } => {
            format!("{path} isn't a tournament saved with --save ({why})")
        }
        SavedTournamentError::Damaged { .. } => {
            format!("{path} is damaged ({why}); delete the bad line to replay its game")
        }
        SavedTournamentError::Mismatch(_) => {
            format!(
                "{path} belongs to another tournament: {why}; leave out the options it already holds"
            )
        }
    })
}

fn unwritable(path: &Path, why: &io::Error) -> CliError {
    CliError::Failed(format!("{} can't be written: {why}; save elsewhere", path.display()))
}
