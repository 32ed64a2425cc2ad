//! `fourcade referee`: one game of Intensity with the log of the course's referee.

use std::{
    collections::HashSet,
    io::{self, BufReader},
    path::{Path, PathBuf},
    process::ExitCode,
};

use super::{
    args,
    batch::{LinePrograms, serve},
    error::{self, CliError},
    interrupts::{CancellableInput, Interrupts},
    numbers::number,
    output::standard_output,
    programs::{self, EntrantArgs, PROGRAMS_HELP},
};
use crate::{
    database::RecordFile,
    files,
    games::{ArcadeGame as _, read_record_file},
    settings::consent::Programs,
};
use fourcade_course::{
    batch::BatchLine as _,
    intensity::referee::{
        BatchGame, BatchResult, Entrant, Match, MatchError, PlayedMatch, Roster, record_text,
        shuffle_seats, write_heading,
    },
    program::{LateStreak, program_path, shown_name},
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{IntensityAction, SEATS},
    },
    play::{CancelToken, Game, RecordLine, Seat, Session, random},
};

/// Play one game of Intensity between player programs
///
/// Lulu, Morgan, Amy and Rat take the empty seats. They play random legal cards.
#[derive(clap::Args)]
#[command(after_help = args::computers_help::<Intensity>(), after_long_help = help())]
#[expect(clippy::struct_excessive_bools, reason = "each of them is an option of its own")]
pub struct RefereeArgs {
    #[command(flatten)]
    entrants: EntrantArgs,
    /// Take part yourself, on standard input and output. An illegal choice of yours is explained,
    /// and you are asked again
    #[arg(short, long, conflicts_with = "json")]
    interactive: bool,
    /// The random seed of the deal, the seats and the players [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Seat the players in the given order: you, programs, built-in players, system players
    #[arg(long)]
    in_order: bool,
    /// Print the record of the game for `fourcade replay` (JSON lines) instead of the log
    #[arg(long)]
    json: bool,
    /// Save the record of the game to a new file, for `fourcade replay` and --repeat
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play a recorded game again: the same seed, and the same players on the same seats
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["programs", "players", "interactive", "seed", "in_order"],
    )]
    repeat: Option<PathBuf>,
    /// How many answers in a row were late before the game, for each seat: a program that is late
    /// ten times in a row has one second for each answer from then on
    #[arg(
        long,
        value_name = "N,N,N,N",
        value_delimiter = ',',
        requires = "in_order",
        conflicts_with = "repeat",
        hide_short_help = true
    )]
    late_before: Vec<u32>,
    /// Play games described by JSON lines on standard input, and print a line for each result
    #[arg(
        long,
        conflicts_with_all = [
            "programs", "players", "timeout", "strict", "interactive", "seed", "in_order", "json",
            "save", "repeat", "late_before"
        ],
    )]
    batch: bool,
    /// The number of games of --batch played at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// Allow the programs to start that the record of --repeat or the lines of --batch name
    /// (for --batch: without a sandbox)
    #[arg(long)]
    allow_programs: bool,
}

const BATCH_HELP: &str = "\
With --batch, each line on standard input is a game, such as
  {\"id\":\"a\",\"seed\":7,\"players\":[\"program:./first\",\"counter\",\"random\",\"random\"]}
with a name for the game, its seed, and the players in the order of their seats. \
\"timeout\":SECONDS and \"strict\":true can be added. The result is a line with the same id, \
printed as soon as the game is over; a line that can't be played gets a line with an error. Lines \
may come from somebody else, so programs start only in a sandbox, unless you give --allow-programs \
or have allowed them before.";

fn help() -> String {
    format!(
        "{}\n\n{PROGRAMS_HELP}\n\n{BATCH_HELP}\n
Examples:
  fourcade referee intensity.c
  fourcade referee ./first ./second --player counter --seed 7
  fourcade referee -i --player expert             you against an expert and two system players
  fourcade referee intensity.c --save game && fourcade replay game
  fourcade referee --repeat game --allow-programs
  fourcade referee --in-order --seed 7 --player program:./first --player expert ./second
  fourcade referee --batch --allow-programs < games > results",
        args::computers_help::<Intensity>()
    )
}

impl RefereeArgs {
    pub fn run(mut self, programs: &Programs) -> Result<ExitCode, CliError> {
        if self.batch {
            let line_programs = LinePrograms::new(programs, self.allow_programs);
            return serve(self.threads, |game, cancel| {
                play_line(game, &line_programs, programs, cancel)
            });
        }
        self.check_options()?;
        let recorded = self.repeat.as_deref().map(read_match).transpose()?;
        if let Some(recorded) = &recorded {
            self.fill_in(recorded, programs)?;
        }
        self.check_player_count()?;
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let mut roster =
            self.entrants.roster(self.interactive, false, &programs.runner, &cancel)?;
        if let Some(info) = recorded.as_ref().and_then(Session::match_info) {
            roster.rename(&info.names);
        }
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        if !self.json {
            write_heading(&mut standard_output(), &roster.entrants)?;
        }
        let entrants = self.seat_entrants(roster, seed)?;
        let late = self.late_streaks()?;
        print_compiler_warnings(&entrants);
        error::print_message(&format_args!("to repeat this game, use --seed {seed}"));
        let rules = self.entrants.answers.rules();
        let game = Match { entrants: &entrants, seed, rules, late, cancel: &cancel };
        let PlayedMatch { session, result } = self.play(&game)?;
        for (entrant, faults) in entrants.iter().zip(&result.faults) {
            programs::warn_of_faults(&entrant.record_name, faults);
        }
        programs::warn_of_forbidden_acts(&entrants);
        self.write_record(&session)?;
        if let Some(recorded) = &recorded {
            error::print_message(&comparison(recorded, &session));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Checks what clap can't: options that belong to another one, and the file of `--save`.
    fn check_options(&self) -> Result<(), CliError> {
        if self.threads.is_some() {
            return Err(CliError::usage("--threads belongs to --batch; add it"));
        }
        if self.allow_programs && self.repeat.is_none() {
            return Err(CliError::usage(
                "--allow-programs belongs to --repeat and --batch; add one of them",
            ));
        }
        if let Some(path) = self.save.as_deref().filter(|path| path.symlink_metadata().is_ok()) {
            let path = path.display();
            return Err(CliError::Failed(format!("{path} already exists; save elsewhere")));
        }
        Ok(())
    }

    fn check_player_count(&self) -> Result<(), CliError> {
        let EntrantArgs { programs, players, .. } = &self.entrants;
        let count = programs.len() + players.len() + usize::from(self.interactive);
        if count == 0 {
            return Err(CliError::usage(
                "there are no players: name a program, a --player, or play yourself with -i",
            ));
        }
        if count > SEATS {
            return Err(CliError::usage(format!(
                "at most {SEATS} can play, but {count} are named"
            )));
        }
        Ok(())
    }

    fn play(&self, game: &Match) -> Result<PlayedMatch, CliError> {
        let played = if self.json {
            game.play(&mut io::empty(), &mut io::sink())
        } else {
            let mut input = BufReader::new(CancellableInput::new(game.cancel));
            game.play(&mut input, &mut standard_output())
        };
        played.map_err(|error| match error {
            MatchError::Output(error) => CliError::Output(error),
            MatchError::Input | MatchError::Cancelled if game.cancel.is_cancelled() => {
                CliError::Interrupted
            }
            error => CliError::Failed(error.to_string()),
        })
    }

    /// Prints the record with `--json`, and writes it to the file of `--save`.
    fn write_record(&self, session: &Session<Intensity>) -> Result<(), CliError> {
        if self.json {
            session.record().write(&mut standard_output())?;
        }
        let Some(path) = &self.save else { return Ok(()) };
        let saved = files::write_anywhere(path, |output| session.record().write(output));
        saved.map_err(|error| {
            let path = path.display();
            CliError::Failed(format!("{path} can't be written: {error}; save elsewhere"))
        })
    }

    /// Takes the players, seats, seed and rules from a record.
    fn fill_in(
        &mut self,
        recorded: &Session<Intensity>,
        programs: &Programs,
    ) -> Result<(), CliError> {
        let header = recorded.header();
        args::check_players::<Intensity>(&header.players, false, &programs.runner)?;
        args::check_programs::<Intensity>(&header.players, self.allow_programs, programs)?;
        self.entrants.players.clone_from(&header.players);
        (self.seed, self.in_order) = (Some(header.seed), true);
        if let Some(info) = recorded.match_info() {
            self.entrants.answers.fill_in(info.timeout, info.strict);
            self.late_before.clone_from(&info.late_before);
        }
        Ok(())
    }

    fn late_streaks(&self) -> Result<[LateStreak; SEATS], CliError> {
        if self.late_before.is_empty() {
            return Ok([LateStreak::default(); SEATS]);
        }
        let streaks: Vec<LateStreak> = self.late_before.iter().copied().map(LateStreak).collect();
        streaks
            .try_into()
            .map_err(|_| CliError::usage("--late-before needs a number for each of the four seats"))
    }

    /// Fills the empty seats with system players, and shuffles all seats unless `--in-order` is
    /// given.
    fn seat_entrants(&self, roster: Roster, seed: u64) -> Result<[Entrant; SEATS], CliError> {
        let system = roster.system_players(SEATS - roster.entrants.len())?;
        let mut entrants = roster.entrants;
        entrants.extend(system);
        if !self.in_order {
            shuffle_seats(&mut entrants, seed);
        }
        entrants.try_into().map_err(|_| CliError::Failed("the game needs four players".to_owned()))
    }
}

fn play_line(
    game: &BatchGame,
    line_programs: &LinePrograms,
    programs: &Programs,
    cancel: &CancelToken,
) -> Result<Option<BatchResult>, String> {
    let checked = line_programs.check(Intensity::FACTS.kind, &game.players, BatchGame::COMMAND);
    checked.map_err(|error| error.to_string())?;
    let played = game.play(&programs.runner, cancel).map_err(|error| error.to_string())?;
    let Some(PlayedMatch { session, result }) = played else { return Ok(None) };
    let record = game.record.then(|| record_text(&session)).transpose();
    let record = record.map_err(|error| error.to_string())?;
    let has_programs = game.players.iter().any(|name| program_path(name).is_some());
    let sandbox = has_programs.then(|| programs::sandbox_name(&programs.runner).to_owned());
    let started = session.started_programs().try_into().unwrap_or_default();
    let (seed, players) = (game.seed, game.players.clone());
    Ok(Some(BatchResult { seed, players, sandbox, result, started, record }))
}

/// Prints the compiler's warnings, once for each source.
fn print_compiler_warnings(entrants: &[Entrant]) {
    let mut shown = HashSet::new();
    for entrant in entrants {
        let (warnings, path) = (entrant.compiler_warnings(), &entrant.record_name);
        if !warnings.is_empty() && shown.insert(path) {
            let path = shown_name(path);
            error::print_message(&format_args!("{path}: the compiler warns:\n{warnings}"));
        }
    }
}

fn read_match(path: &Path) -> Result<Session<Intensity>, CliError> {
    let file = RecordFile::open(path, None)?;
    if file.game.key() != Intensity::KEY {
        return Err(CliError::usage(format!(
            "{} isn't a game of Intensity; give --repeat the record of a match",
            path.display()
        )));
    }
    Ok(read_record_file::<Intensity>(file)?)
}

/// Returns a sentence that compares a repeated game with the recorded one.
fn comparison(recorded: &Session<Intensity>, repeated: &Session<Intensity>) -> String {
    let (recorded, repeated) = (choices(recorded), choices(repeated));
    let same = recorded.iter().zip(&repeated).take_while(|(one, other)| one == other).count();
    if same == recorded.len() && same == repeated.len() {
        return "the game is the same as in the record".to_owned();
    }
    // The first line has all passes, and each later one a card.
    match same.checked_sub(1) {
        None => "the game differs from the record: other cards are passed".to_owned(),
        Some(cards) => format!(
            "the game differs from the record from round {} on: is a program not deterministic?",
            cards / SEATS + 1
        ),
    }
}

/// Returns the choices of each line. The flag tells whether a choice replaces an illegal one.
fn choices(session: &Session<Intensity>) -> Vec<Vec<(Seat, IntensityAction, bool)>> {
    let of_line = |line: &RecordLine<IntensityAction>| match line {
        RecordLine::Step { moves, faults, .. } => {
            let is_fault = |seat| faults.iter().any(|fault| fault.seat == seat);
            moves.iter().map(|&(seat, action)| (seat, action, is_fault(seat))).collect()
        }
        RecordLine::Resign(_) | RecordLine::Flag(_) => Vec::new(),
    };
    session.lines().iter().map(of_line).collect()
}
