//! `fourcade tournament`: a tournament of Intensity between player programs.

mod page;
mod report;

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use self::report::TournamentReport;
use super::{
    args,
    error::{self, CliError},
    interrupts::{self, Interrupts},
    numbers::number,
    output::{progress_bar, standard_output, write_json},
    programs::{self, EntrantArgs, PROGRAMS_HELP, ProgramArgs, option_text},
};
use crate::{
    games::counted,
    settings::consent::{Programs, digest_of_contents},
};
use clap::ValueEnum as _;
use fourcade_course::{
    intensity::{
        referee::Roster,
        tournament::{
            PairingSystem, PlayedGame, SavedTournament, SavedTournamentError, Tournament,
            TournamentError, TournamentHeader, TournamentObserver, TournamentPaths,
            TournamentWriter, ViaCommand,
        },
    },
    program::{player_name, program_path, shown_name},
};
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, Game, Session, random},
};
use fourcade_programs::{Runner, quoted, quoted_path};
use indicatif::ProgressBar;

const DEFAULT_ROUNDS: usize = 10;

/// Play a tournament of Intensity between player programs
///
/// In each round, every participant plays one game of four, against those with similar points, and
/// system players fill the last game. In a round robin, any two meet equally often instead, in
/// groups of four that play one deal four times on changing seats. The places of a game give 3, 2,
/// 1 and 0 points. The same seed and the same deterministic programs give the same result with any
/// number of threads and hosts.
#[derive(clap::Args)]
#[command(after_help = args::computers_help::<Intensity>(), after_long_help = help())]
#[expect(clippy::struct_excessive_bools, reason = "each of them is an option of its own")]
pub struct TournamentArgs {
    #[command(flatten)]
    entrants: EntrantArgs,
    /// How players are paired [default: swiss, or that of the saved tournament]
    #[arg(long, value_enum)]
    system: Option<PairingSystem>,
    /// The number of rounds [default: 10]; a round robin has as many as it needs
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
    /// Continue a saved tournament with its programs and rules; --rounds can extend it
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Allow the programs that the saved tournament names to start
    #[arg(long, requires = "resume")]
    allow_programs: bool,
    /// Continue although programs have changed since the tournament was saved
    #[arg(long, requires = "resume")]
    allow_changed: bool,
    /// Play without the programs that can't be compiled or started
    #[arg(long)]
    skip_broken: bool,
    /// How to print the standings
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,
    /// Print one JSON object instead of a table: the same as --format json
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// A line for each player, for spreadsheets
    Csv,
    /// One JSON object
    Json,
    /// A page with the standings, a chart and the log of each game
    Html,
}

const VIA_HELP: &str = "\
--via COMMAND starts a command in the shell for each round, with a line for each game on its \
standard input, and reads the results from its standard output, in any order. `fourcade referee \
--batch` plays such lines; programs such as GNU parallel spread them over processes and hosts. \
Lines without a result are sent again, up to 3 times. Each host needs the same fourcade, and the \
same programs at the same paths; without a sandbox, it needs `--batch --allow-programs`.";

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS_HELP}\n\n{VIA_HELP}\n
Examples:
  fourcade tournament --rounds 50 programs/*.c
  fourcade tournament --rounds 50 --save results programs/*.c
  fourcade tournament --resume results --allow-programs
  fourcade tournament --resume results --allow-programs --format html > page.html
  fourcade tournament --system round-robin programs/*.c
  fourcade replay results/round-01-game-1.fourcade
  fourcade referee --repeat results/round-01-game-1.fourcade --allow-programs
  fourcade tournament --seed 7 --json ./first ./second --player counter --player random
  fourcade tournament --player counter --player expert --save results \\
    --via 'parallel --pipe -N 1 -j 4 fourcade referee --batch'",
        args::computers_help::<Intensity>()
    )
}

fn announce_size(tournament: &Tournament) {
    let system = tournament.system();
    let players = counted(tournament.entrants().len(), "player");
    let games = counted(tournament.games(), "game");
    let rounds = counted(tournament.rounds(), "round");
    error::print_message(&format_args!("{system} of {players}: {games} in {rounds}"));
}

impl TournamentArgs {
    pub fn run(mut self, args: &ProgramArgs, programs: &Programs) -> Result<ExitCode, CliError> {
        let options = args.words();
        let saved = self.resume.as_deref().map(read_saved).transpose()?;
        let resumed = saved.as_ref().map(|saved| &saved.header).zip(self.resume.clone());
        if let Some((header, path)) = &resumed {
            check_options(header, &options, path)?;
            self.fill_in(header, programs)?;
        }
        let digests = self.digests();
        if let Some((header, path)) = &resumed {
            self.check_digests(header, &digests, path)?;
        }
        self.check_usage()?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let roster = self.roster(&programs.runner, &cancel)?;
        let mut tournament = self.new_tournament(seed, roster)?;
        tournament.set_conditions(options.clone(), digests);
        let writer = self.open_save_file(saved, &mut tournament)?;
        if tournament.system() == PairingSystem::RoundRobin {
            // The number of games grows with the square of the number of players.
            announce_size(&tournament);
        }
        let start = Instant::now();
        let (threads, sessions) = self.play(&mut tournament, writer, &cancel)?;
        programs::warn_of_forbidden_acts(tournament.entrants());
        if let Some(path) = self.saved_to() {
            // Written again, because the games are sorted now.
            TournamentWriter::rewriting(TournamentPaths::of(path), &tournament)
                .map_err(|error| unwritable(path, &error))?;
        }
        let mut standings = tournament.standings();
        report::rate(&mut standings, tournament.played());
        let report = TournamentReport {
            game: Intensity::KEY,
            system: tournament.system(),
            seed,
            rounds: tournament.rounds(),
            games: tournament.games(),
            games_played: tournament.played().len(),
            threads,
            via: self.via.clone(),
            sandbox: (self.via.is_none() && self.entrants.has_programs())
                .then(|| programs::sandbox_name(&programs.runner)),
            seconds: start.elapsed().as_secs_f64(),
            crosstable: tournament.crosstable(&standings),
            points_by_round: tournament.points_by_round(&standings),
            standings,
            saved_to: self.saved_to().filter(|_| self.saves_records()).cloned(),
            options,
        };
        self.print(&report, &tournament, &sessions)
    }

    /// Checks what clap can't check.
    fn check_usage(&self) -> Result<(), CliError> {
        if self.system == Some(PairingSystem::RoundRobin) && self.rounds.is_some() {
            return Err(CliError::usage(
                "a round robin has as many rounds as it needs; leave out --rounds",
            ));
        }
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            return Err(CliError::usage(
                "there are no players: name programs, or built-in players with --player",
            ));
        }
        Ok(())
    }

    fn new_tournament(&self, seed: u64, roster: Roster) -> Result<Tournament, CliError> {
        let rules = self.entrants.answers.rules();
        match self.system.unwrap_or_default() {
            PairingSystem::Swiss => {
                let rounds = self.rounds.map_or(DEFAULT_ROUNDS, |rounds| rounds as usize);
                Ok(Tournament::swiss(roster, rounds, seed, rules)?)
            }
            PairingSystem::RoundRobin => Ok(Tournament::round_robin(roster, seed, rules)?),
        }
    }

    fn roster(&self, runner: &Runner, cancel: &CancelToken) -> Result<Roster, CliError> {
        self.entrants.roster(false, self.skip_broken, runner, cancel).map_err(|error| {
            if self.skip_broken || !error.only_programs_are_broken() {
                return error.into();
            }
            CliError::Failed(format!("{error}\nadd --skip-broken to play without what is broken"))
        })
    }

    fn digests(&self) -> BTreeMap<String, String> {
        let programs = self.entrants.programs.iter().filter_map(|path| path.to_str());
        let named = self.entrants.players.iter().filter_map(|name| program_path(name));
        let digest = |path| Some((player_name(path), digest_of_contents(Path::new(path)).ok()?));
        programs.chain(named).filter_map(digest).collect()
    }

    /// Checks that the programs have not changed since the tournament was saved.
    fn check_digests(
        &self,
        header: &TournamentHeader,
        digests: &BTreeMap<String, String>,
        path: &Path,
    ) -> Result<(), CliError> {
        let has_changed = |(name, saved): &(&String, &String)| {
            digests.get(*name).is_some_and(|digest| digest != *saved)
        };
        let changed = header.programs.iter().filter(has_changed);
        let changed: Vec<_> = changed.map(|(name, _)| shown_name(name)).collect();
        if changed.is_empty() || self.allow_changed {
            return Ok(());
        }
        Err(CliError::Failed(format!(
            "changed since {} was saved: {}; add --allow-changed to continue with what they \
             are now",
            path.display(),
            changed.join(", ")
        )))
    }

    fn continue_command(&self, path: &Path, options: &[String]) -> String {
        let mut command = format!("fourcade tournament --resume {}", quoted_path(path));
        if self.entrants.has_programs() {
            command.push_str(" --allow-programs");
        }
        command.push_str(&option_text(options));
        if let Some(threads) = self.threads {
            let _ = write!(command, " --threads {threads}");
        }
        if let Some(via) = &self.via {
            let _ = write!(command, " --via {}", quoted(via));
        }
        let format = self.format.to_possible_value().filter(|_| self.format != Format::Text);
        if let Some(format) = format {
            let _ = write!(command, " --format {}", format.get_name());
        }
        command + if self.json { " --json" } else { "" }
    }

    /// Sets options that were not given from a saved tournament.
    fn fill_in(&mut self, header: &TournamentHeader, programs: &Programs) -> Result<(), CliError> {
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            args::check_programs::<Intensity>(&header.players, self.allow_programs, programs)?;
            self.entrants.players.clone_from(&header.players);
        }
        self.entrants.answers.fill_in(header.timeout, header.strict);
        self.seed = self.seed.or(Some(header.seed));
        self.system = self.system.or(Some(header.system));
        if self.system == Some(PairingSystem::Swiss) {
            self.rounds = self.rounds.or(u32::try_from(header.rounds).ok());
        }
        Ok(())
    }

    /// Reads the records of earlier games. Missing or damaged ones are left out.
    fn saved_sessions(&self, tournament: &Tournament) -> Sessions {
        let Some(path) = self.resume.as_deref() else { return Sessions::new() };
        let place = TournamentPaths::of(path);
        let read = |game: &PlayedGame| {
            let file = File::open(place.record(&game.pairing)?).ok()?;
            let session = tournament.read_record(game, &mut BufReader::new(file)).ok()?;
            Some((round_and_number(game), session))
        };
        tournament.played().iter().filter_map(read).collect()
    }

    fn saves_records(&self) -> bool {
        self.saved_to().is_some_and(|path| TournamentPaths::of(path).records.is_some())
    }

    fn saved_to(&self) -> Option<&PathBuf> {
        self.resume.as_ref().or(self.save.as_ref())
    }

    /// Plays the remaining games. Returns the number of threads, or `None` if a command plays, and
    /// the records of all games if a page needs them.
    fn play(
        &self,
        tournament: &mut Tournament,
        writer: Option<TournamentWriter>,
        cancel: &CancelToken,
    ) -> Result<(Option<usize>, Sessions), CliError> {
        let bar = progress_bar(tournament.games(), "games")
            .with_position(tournament.played().len() as u64);
        let is_page = self.format == Format::Html;
        let wants_records = is_page || self.saves_records();
        let mut progress = Progress {
            bar,
            writer,
            rounds: tournament.rounds(),
            sessions: is_page.then(|| self.saved_sessions(tournament)),
        };
        let (threads, played) = match &self.via {
            Some(command) => {
                let via = ViaCommand { command, wants_records };
                (None, tournament.run_via(via, cancel, &mut progress))
            }
            None => {
                let threads = args::thread_count(self.threads);
                let pool = args::thread_pool(threads)?;
                let played = tournament
                    .run(&pool, cancel, &mut |game, session| progress.played(game, Some(session)));
                (Some(threads), played)
            }
        };
        progress.bar.finish_and_clear();
        match (played, self.saved_to()) {
            (Ok(()), _) => Ok((threads, progress.sessions.unwrap_or_default())),
            (Err(TournamentError::Output(error)), Some(path)) => Err(unwritable(path, &error)),
            (Err(error @ TournamentError::Command(_)), Some(path)) => {
                let (path, done) = (path.display(), counted(tournament.played().len(), "game"));
                Err(CliError::Failed(format!(
                    "{error}; {path} keeps {done}: continue with --resume {path}"
                )))
            }
            (Err(error @ TournamentError::Command(_)), None) => {
                Err(CliError::Failed(format!("{error}; with --save DIR, games would be kept")))
            }
            (Err(error), _) => Err(CliError::Failed(error.to_string())),
        }
    }

    /// Restores saved games and opens the files for new ones.
    fn open_save_file(
        &self,
        saved: Option<SavedTournament>,
        tournament: &mut Tournament,
    ) -> Result<Option<TournamentWriter>, CliError> {
        match (&self.resume, saved, &self.save) {
            (Some(path), Some(saved), _) => {
                tournament.resume(saved).map_err(|error| unusable(path, &error))?;
                TournamentWriter::rewriting(TournamentPaths::of(path), tournament)
                    .map(Some)
                    .map_err(|error| unwritable(path, &error))
            }
            (_, _, Some(path)) => match TournamentPaths::create_folder(path)
                .and_then(|place| TournamentWriter::rewriting(place, tournament))
            {
                Ok(writer) => Ok(Some(writer)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let path = path.display();
                    Err(CliError::Failed(format!(
                        "{path} already exists; continue it with --resume {path}, \
                         or save elsewhere"
                    )))
                }
                Err(error) => Err(unwritable(path, &error)),
            },
            _ => Ok(None),
        }
    }

    fn print(
        &self,
        report: &TournamentReport,
        tournament: &Tournament,
        sessions: &Sessions,
    ) -> Result<ExitCode, CliError> {
        let is_interrupted = report.games_played < report.games;
        if is_interrupted {
            let (done, planned) = (report.games_played, report.games);
            let how = match self.saved_to() {
                Some(path) => {
                    format!("to continue: {}", self.continue_command(path, &report.options))
                }
                None => "with --save DIR, it could be continued".to_owned(),
            };
            error::print_message(&format_args!(
                "interrupted: these are the standings after {done} games of {planned}; {how}"
            ));
        }
        let mut output = standard_output();
        let format = if self.json { Format::Json } else { self.format };
        match format {
            Format::Json => write_json(&mut output, report)?,
            Format::Text => report.write_tables(&mut output)?,
            Format::Csv => report.write_csv(&mut output)?,
            Format::Html => page::write(&mut output, report, tournament, sessions)?,
        }
        output.flush()?;
        Ok(interrupts::exit_code(is_interrupted))
    }
}

/// Shows the progress of a tournament and saves its games.
struct Progress {
    bar: ProgressBar,
    writer: Option<TournamentWriter>,
    rounds: usize,
    /// `None` unless a page needs the records.
    sessions: Option<Sessions>,
}

/// Records by [`round_and_number`].
type Sessions = HashMap<(usize, usize), Session<Intensity>>;

fn round_and_number(game: &PlayedGame) -> (usize, usize) {
    (game.pairing.round, game.pairing.game)
}

impl TournamentObserver for Progress {
    fn played(
        &mut self,
        game: &PlayedGame,
        session: Option<&Session<Intensity>>,
    ) -> io::Result<()> {
        self.bar.inc(1);
        if let (Some(sessions), Some(session)) = (&mut self.sessions, session) {
            sessions.insert(round_and_number(game), session.clone());
        }
        self.writer.as_mut().map_or(Ok(()), |writer| writer.append(game, session))
    }

    fn round_over(&mut self, round: usize) {
        // Without a terminal there is no bar, but a round may take hours.
        if self.bar.is_hidden() {
            let (round, rounds) = (round + 1, self.rounds);
            error::print_message(&format_args!("round {round} of {rounds} is over"));
        }
    }

    fn message(&mut self, text: &str) {
        self.bar.suspend(|| error::print_message(&text));
    }
}

/// Checks that programs run with the options of the saved tournament. The user must repeat these
/// options, because a file must not decide what programs may see and do.
fn check_options(
    header: &TournamentHeader,
    options: &[String],
    path: &Path,
) -> Result<(), CliError> {
    let Some(saved) = header.options.as_ref().filter(|saved| *saved != options) else {
        return Ok(());
    };
    let with = |options: &[String]| match options {
        [] => "without such options".to_owned(),
        options => format!("with{}", option_text(options)),
    };
    Err(CliError::Failed(format!(
        "{} was played {}, not {}; give the same options for its programs",
        path.display(),
        with(saved),
        with(options)
    )))
}

fn read_saved(path: &Path) -> Result<SavedTournament, CliError> {
    let file = File::open(TournamentPaths::of(path).results).map_err(|error| {
        CliError::Failed(match error.kind() {
            io::ErrorKind::NotFound => {
                format!(
                    "there is no tournament in {}; give --resume a folder written with --save",
                    path.display()
                )
            }
            _ => format!(
                "can't read {}: {error}; give --resume a folder written with --save",
                path.display()
            ),
        })
    })?;
    SavedTournament::read(&mut BufReader::new(file)).map_err(|error| unusable(path, &error))
}

fn unusable(path: &Path, error: &SavedTournamentError) -> CliError {
    let path = path.display();
    CliError::Failed(match error {
        SavedTournamentError::WrongLine { line: 1, .. } => {
            format!("{path} isn't a tournament saved with --save ({error})")
        }
        SavedTournamentError::WrongLine { .. } => {
            format!("{path} is damaged ({error}); delete the bad line to replay its game")
        }
        SavedTournamentError::Mismatch(_) => {
            format!(
                "{path} belongs to another tournament: {error}; leave out the options it already \
                 holds"
            )
        }
    })
}

fn unwritable(path: &Path, error: &io::Error) -> CliError {
    CliError::Failed(format!("{} can't be written: {error}; save elsewhere", path.display()))
}
