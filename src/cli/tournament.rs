//! `fourcade tournament`: many games of Intensity between player programs.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write, stdout},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::Instant,
};

use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{
    args,
    entrants::{Entrants, PROGRAMS},
    error::{self, Error},
    interrupts::{INTERRUPTED, Interrupts},
    report::{counted, write_aligned},
};
use crate::{
    games::{
        GameInfo,
        intensity::{
            Intensity,
            tournament::{
                self, SavedTournament, SavedTournamentError, Standing, TournamentError,
                TournamentHeader, TournamentWriter,
            },
        },
    },
    play::{CancelToken, Game, random},
};

/// Rounds where none are asked for.
const ROUNDS: usize = 10;

/// Play a tournament of Intensity between player programs
///
/// Each round everybody plays one game of four, against those with similar numbers of points;
/// system players fill the weakest game. The places of a game bring 3, 2, 1 and 0 points. The same
/// seed and programs that are not random give the same result with any number of threads.
#[derive(clap::Args)]
#[command(after_help = args::players_of::<Intensity>(), after_long_help = help())]
pub struct Tournament {
    #[command(flatten)]
    entrants: Entrants,
    /// How many rounds; 10 if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    rounds: Option<u32>,
    /// The seed of all chance; a new one if not given (it is shown)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many games at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write each game to a new file as it ends, for --resume
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with a tournament that was saved; programs, seed and rounds come from it. More
    /// --rounds make it longer
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS}\n
Examples:
  fourcade tournament --rounds 50 programs/*.c
  fourcade tournament --rounds 50 --save results programs/*.c
  fourcade tournament --resume results
  fourcade tournament --seed 7 --json ./first ./second --player counter --player random",
        args::players_of::<Intensity>()
    )
}

/// What a tournament found, for programs.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    seed: u64,
    rounds: usize,
    games: usize,
    games_played: usize,
    threads: usize,
    seconds: f64,
    standings: Vec<Standing>,
}

/// A column of the table: its heading, and what stands under it.
type Column = (&'static str, fn(&Standing) -> String);

const COLUMNS: [Column; 8] = [
    ("player", |row| format!("#{} {}", row.place, row.name)),
    ("points", |row| row.points.to_string()),
    ("games", |row| row.games.to_string()),
    ("place", |row| {
        row.average_place.map_or_else(|| "-".to_owned(), |place| format!("{place:.2}"))
    }),
    ("penalty", |row| row.penalty.to_string()),
    ("wins", |row| row.wins.to_string()),
    ("illegal", |row| row.illegal.to_string()),
    ("slowest ms", |row| format!("{:.1}", row.slowest_ms)),
];

impl Tournament {
    /// Runs it.
    pub fn run(mut self) -> Result<ExitCode, Error> {
        let saved = self.resume.as_deref().map(read).transpose()?;
        if let Some(SavedTournament { header, .. }) = &saved {
            self.fill_in(header);
        }
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            return Err(Error::usage(
                "nobody is there to play: name programs, or players of ours with --player",
            ));
        }
        let rounds = self.rounds.map_or(ROUNDS, |rounds| rounds as usize);
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let cancel = CancelToken::default();
        let _watched = Interrupts::watch(&cancel)?;
        let roster = self.entrants.enter(false, &cancel)?;
        let mut tournament = tournament::Tournament::new(roster, rounds, seed)?;
        let ledger = self.ledger(saved, &mut tournament)?;
        let began = Instant::now();
        let threads = self.play(&mut tournament, ledger, &cancel)?;
        self.tell(&Report {
            game: Intensity::KEY,
            seed,
            rounds,
            games: tournament.games(),
            games_played: tournament.played().len(),
            threads,
            seconds: began.elapsed().as_secs_f64(),
            standings: tournament.standings(),
        })
    }

    /// What is not given comes from the saved tournament.
    fn fill_in(&mut self, header: &TournamentHeader) {
        if self.entrants.programs.is_empty() && self.entrants.players.is_empty() {
            self.entrants.players.clone_from(&header.players);
        }
        self.seed = self.seed.or(Some(header.seed));
        self.rounds = self.rounds.or(u32::try_from(header.rounds).ok());
    }

    /// Plays it, and says with how many threads.
    fn play(
        &self,
        tournament: &mut tournament::Tournament,
        mut ledger: Option<TournamentWriter>,
        cancel: &CancelToken,
    ) -> Result<usize, Error> {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool =
            pool.map_err(|why| Error::Failed(format!("the threads can't be started: {why}")))?;
        let bar = progress_bar(tournament);
        let played = tournament.run(&pool, cancel, &mut |played| {
            bar.inc(1);
            ledger.as_mut().map_or(Ok(()), |ledger| ledger.add(played))
        });
        bar.finish_and_clear();
        match (played, self.resume.as_ref().or(self.save.as_ref())) {
            (Ok(()), _) => Ok(threads),
            (Err(TournamentError::Output(why)), Some(path)) => Err(unwritable(path, &why)),
            (Err(why), _) => Err(Error::Failed(why.to_string())),
        }
    }

    /// Takes over what was saved, and says where games are saved from now on.
    fn ledger(
        &self,
        saved: Option<SavedTournament>,
        tournament: &mut tournament::Tournament,
    ) -> Result<Option<TournamentWriter>, Error> {
        match (&self.resume, saved, &self.save) {
            (Some(path), Some(saved), _) => {
                tournament.resume(saved).map_err(|why| damaged(path, &why))?;
                TournamentWriter::write(path, tournament)
                    .map(Some)
                    .map_err(|why| unwritable(path, &why))
            }
            (_, _, Some(path)) => match TournamentWriter::create(path, tournament) {
                Ok(ledger) => Ok(Some(ledger)),
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                    let path = path.display();
                    Err(Error::Failed(format!(
                        "{path} is there already; go on with it by --resume {path}, or save elsewhere"
                    )))
                }
                Err(why) => Err(unwritable(path, &why)),
            },
            _ => Ok(None),
        }
    }

    fn tell(&self, report: &Report) -> Result<ExitCode, Error> {
        let cut_short = report.games_played < report.games;
        if cut_short {
            let (done, wanted) = (report.games_played, report.games);
            error::report(&format_args!(
                "interrupted: these are the standings after {done} games of {wanted}"
            ));
        }
        let mut output = BufWriter::new(stdout());
        if self.json {
            serde_json::to_writer(&mut output, report).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            report.write_table(&mut output)?;
        }
        output.flush()?;
        Ok(if cut_short { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

impl Report {
    fn write_table(&self, output: &mut dyn Write) -> io::Result<()> {
        let (rounds, games) = (counted(self.rounds, "round"), counted(self.games_played, "game"));
        let threads = counted(self.threads, "thread");
        writeln!(
            output,
            "{}: {rounds}, {games}, seed {}, {threads}, {:.1} s\n",
            Intensity::TITLE,
            self.seed,
            self.seconds
        )?;
        let mut rows = vec![COLUMNS.map(|(heading, _)| heading.to_owned()).to_vec()];
        rows.extend(self.standings.iter().map(|row| COLUMNS.map(|(_, cell)| cell(row)).to_vec()));
        write_aligned(output, &rows)
    }
}

fn read(path: &Path) -> Result<SavedTournament, Error> {
    let file = File::open(path).map_err(|why| {
        Error::Failed(match why.kind() {
            io::ErrorKind::NotFound => {
                format!(
                    "there is no file {}; give --resume a file that --save wrote",
                    path.display()
                )
            }
            _ => format!(
                "can't read {}: {why}; give --resume a file that --save wrote",
                path.display()
            ),
        })
    })?;
    SavedTournament::read(&mut BufReader::new(file)).map_err(|why| damaged(path, &why))
}

fn damaged(path: &Path, why: &SavedTournamentError) -> Error {
    let path = path.display();
    Error::Failed(match why {
        SavedTournamentError::Damaged { line: 1, .. } => {
            format!("{path} is no tournament that --save wrote ({why})")
        }
        SavedTournamentError::Damaged { .. } => {
            format!("{path} is damaged ({why}); take the bad line out and its game is played again")
        }
        SavedTournamentError::Other(_) => {
            format!("{path} is of another tournament: {why}; leave out what it says itself")
        }
    })
}

fn unwritable(path: &Path, why: &io::Error) -> Error {
    Error::Failed(format!("{} can't be written: {why}; save elsewhere", path.display()))
}

fn progress_bar(tournament: &tournament::Tournament) -> ProgressBar {
    // Drawn on standard error, and only if that is a terminal.
    let bar =
        ProgressBar::new(tournament.games() as u64).with_position(tournament.played().len() as u64);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
