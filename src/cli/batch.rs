//! `fourcade referee --batch`: plays the games of JSON lines, several at once.

use std::{
    collections::HashSet,
    io::{self, BufRead, BufReader, Write as _},
    process::ExitCode,
    sync::{
        Mutex, Once,
        atomic::Ordering,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use super::{
    args::{self, number},
    error::CliError,
    interrupts::{CancellableInput, Interrupts, not_started},
    output::{StandardOutput, standard_output, watch_output, write_json},
    programs,
};
use crate::{
    games::{ArcadeGame as _, parse_player},
    settings::consent::Programs,
    sync,
};
use fourcade_course::{
    intensity::referee::{BatchAnswer, BatchGame, BatchOutcome, PlayedMatch, record_text},
    program::{program_path, shown_name},
};
use fourcade_engine::lines::{ReadLine, read_line};
use fourcade_engine::{intensity::Intensity, play::CancelToken};

const MAX_LINE_BYTES: usize = 64 << 10;

/// A line of the input with its number, from 1, or a sentence that says why it can't be read.
type InputLine = (usize, Result<Vec<u8>, String>);

/// The options of games in lines.
#[derive(clap::Args)]
pub struct BatchArgs {
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

pub const BATCH_HELP: &str = "\
With --batch, each line on standard input is a game, such as
  {\"id\":\"a\",\"seed\":7,\"players\":[\"program:./first\",\"counter\",\"random\",\"random\"]}
with a name for the game, its seed, and the players in the order of their seats. \
\"timeout\":SECONDS and \"strict\":true can be added. The result is a line with the same id, \
printed as soon as the game is over; a line that can't be played gets a line with an error. Lines \
may come from somebody else, so programs start only in a sandbox, unless you give --allow-programs \
or have allowed them before.";

impl BatchArgs {
    /// It is an error to give only the options that belong to `--batch` or `--repeat`.
    pub fn is_given(&self, repeats: bool) -> Result<bool, CliError> {
        if !self.batch && (self.threads.is_some() || self.allow_programs && !repeats) {
            return Err(CliError::usage(
                "--threads and --allow-programs belong to --batch; add it",
            ));
        }
        Ok(self.batch)
    }

    pub fn allows_programs(&self) -> bool {
        self.allow_programs
    }

    /// Fails with a broken pipe if nobody reads the output any more.
    pub fn run(&self, programs: &Programs) -> Result<ExitCode, CliError> {
        let threads = args::thread_count(self.threads);
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let is_unread =
            watch_output(&cancel).map_err(|why| not_started("the thread for the output", &why))?;
        let batch = Batch {
            programs,
            allow_programs: self.allow_programs,
            allowed: Mutex::default(),
            warning: Once::new(),
            output: Mutex::new(standard_output()),
            unwritable: Mutex::default(),
            cancel: &cancel,
        };
        // The queue is short: lines that can't be played yet stay where they come from.
        let (sender, lines) = sync_channel(1);
        let lines = Mutex::new(lines);
        let read = thread::scope(|scope| {
            for _ in 0..threads {
                let name = thread::Builder::new().name("game".to_owned());
                name.spawn_scoped(scope, || batch.play_lines(&lines))
                    .map_err(|why| CliError::Failed(format!("can't start the threads: {why}")))?;
            }
            let input = BufReader::new(CancellableInput::new(&cancel));
            // The receiver lives as long as the sender.
            let read = read_lines(input, &cancel, |line| drop(sender.send(line)));
            drop(sender);
            read.map_err(|why| CliError::Failed(format!("standard input can't be read: {why}")))
        });
        if let Some(why) = sync::lock(&batch.unwritable).take() {
            return Err(CliError::Output(why));
        }
        if is_unread.load(Ordering::SeqCst) {
            return Err(CliError::Output(io::ErrorKind::BrokenPipe.into()));
        }
        read?;
        if cancel.is_cancelled() { Err(CliError::Interrupted) } else { Ok(ExitCode::SUCCESS) }
    }
}

/// Reads lines until the end of the input, or until `cancel` is cancelled. Blank lines are counted
/// but not returned.
fn read_lines(
    mut input: impl BufRead,
    cancel: &CancelToken,
    mut on_line: impl FnMut(InputLine),
) -> io::Result<()> {
    for number in 1.. {
        let line = match read_line(&mut input, MAX_LINE_BYTES)? {
            ReadLine::End => break,
            // The end of the line was not read if the input was interrupted.
            ReadLine::Unterminated(_) if cancel.is_cancelled() => break,
            ReadLine::Complete(line) | ReadLine::Unterminated(line) => Ok(line),
            ReadLine::TooLong(_) => {
                input.skip_until(b'\n')?;
                Err(format!("the line has more than {MAX_LINE_BYTES} bytes; shorten it"))
            }
        };
        if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
            continue;
        }
        on_line((number, line));
    }
    Ok(())
}

struct Batch<'a> {
    programs: &'a Programs,
    allow_programs: bool,
    allowed: Mutex<HashSet<String>>,
    /// Says once that there is no sandbox, or only a weak one.
    warning: Once,
    output: Mutex<StandardOutput>,
    /// Why the output could not be written.
    unwritable: Mutex<Option<io::Error>>,
    cancel: &'a CancelToken,
}

impl Batch<'_> {
    /// After an interrupt the lines are only read.
    fn play_lines(&self, lines: &Mutex<Receiver<InputLine>>) {
        loop {
            // The lock is released before the game begins.
            let line = sync::lock(lines).recv();
            let Ok((number, text)) = line else { break };
            if self.cancel.is_cancelled() {
                continue;
            }
            if let Some(answer) = self.answer(number, text) {
                self.print(&answer);
            }
        }
    }

    /// `None` if the game was interrupted.
    fn answer(&self, number: usize, text: Result<Vec<u8>, String>) -> Option<BatchAnswer> {
        let text = match text {
            Ok(text) => text,
            Err(why) => return Some(BatchAnswer::failed(None, number, why)),
        };
        let game = match BatchGame::read(&text) {
            Ok(game) => game,
            Err(why) => {
                let error = why.to_string();
                return Some(BatchAnswer::failed(why.id, number, error));
            }
        };
        let played = self.check_programs(&game).map_err(|why| why.to_string()).and_then(|()| {
            game.play(&self.programs.runner, self.cancel).map_err(|why| why.to_string())
        });
        let BatchGame { id, seed, players, record, .. } = game;
        match played {
            Ok(None) => None,
            Ok(Some(PlayedMatch { session, result })) => {
                let record = record.then(|| record_text(&session)).transpose();
                let Ok(record) = record else { return None };
                let has_programs = players.iter().any(|name| program_path(name).is_some());
                let sandbox =
                    has_programs.then(|| programs::sandbox_name(&self.programs.runner).to_owned());
                let started = session.started_programs().try_into().unwrap_or_default();
                let outcome =
                    BatchOutcome::Played { seed, players, sandbox, result, started, record };
                Some(BatchAnswer { id: Some(id), line: number, outcome })
            }
            Err(why) => Some(BatchAnswer::failed(Some(id), number, why)),
        }
    }

    fn check_programs(&self, game: &BatchGame) -> Result<(), CliError> {
        for name in game.players.iter().filter(|name| program_path(name).is_some()) {
            if sync::lock(&self.allowed).contains(name) {
                continue;
            }
            self.warning.call_once(|| programs::warn_of_weak_sandbox(&self.programs.runner));
            let player = parse_player(Intensity::FACTS.kind, name)?;
            // A sandbox keeps the programs of other people's lines from doing harm.
            if self.allow_programs || self.programs.runner.sandbox_kind().is_some() {
                self.programs.allow(&player);
            }
            if self.programs.request(&player).map_err(CliError::Failed)?.is_some() {
                let name = shown_name(name);
                return Err(CliError::Failed(format!(
                    "{name} may not start without a sandbox; if you trust it, play these lines \
                     with `fourcade referee --batch --allow-programs`"
                )));
            }
            sync::lock(&self.allowed).insert(name.clone());
        }
        Ok(())
    }

    /// Prints an answer at once. If that fails, everything is cancelled.
    fn print(&self, answer: &BatchAnswer) {
        let mut output = sync::lock(&self.output);
        if let Err(why) = write_json(&mut *output, answer).and_then(|()| output.flush()) {
            sync::lock(&self.unwritable).get_or_insert(why);
            self.cancel.cancel();
        }
    }
}
