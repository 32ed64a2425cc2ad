//! `fourcade referee --batch` and `fourcade simulate --batch`: play games described by JSON lines.

use std::{
    collections::HashSet,
    io::{self, BufRead, BufReader, Write as _},
    marker::PhantomData,
    process::ExitCode,
    sync::{
        Mutex, Once,
        atomic::Ordering,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use super::{
    args,
    error::CliError,
    interrupts::{CancellableInput, Interrupts, start_error},
    output::{StandardOutput, standard_output, watch_output, write_json},
    programs,
};
use crate::{games::parse_player, settings::consent::Programs, sync};
use fourcade_course::{
    batch::{BatchAnswer, BatchLine, BatchOutcome, read_line},
    program::{program_path, shown_name},
};
use fourcade_engine::{
    GameKind,
    lines::{self, ReadLine},
    play::CancelToken,
};

const MAX_LINE_BYTES: usize = 64 << 10;

/// The number of a line, from 1, and its text, or the reason why it can't be read.
type InputLine = (usize, Result<Vec<u8>, String>);

/// Plays the games on standard input and prints an answer for each. `play` returns `None` for an
/// interrupted game. Returns a broken-pipe error once the output is closed.
pub fn serve<L: BatchLine>(
    threads: Option<u16>,
    play: impl Fn(&L, &CancelToken) -> Result<Option<L::Result>, String> + Sync,
) -> Result<ExitCode, CliError> {
    let threads = args::thread_count(threads);
    let cancel = CancelToken::default();
    let _interrupts = Interrupts::watch(&cancel)?;
    let is_unread =
        watch_output(&cancel).map_err(|error| start_error("the thread for the output", &error))?;
    let batch = Batch {
        play,
        output: Mutex::new(standard_output()),
        output_error: Mutex::default(),
        cancel: &cancel,
        line: PhantomData,
    };
    // The queue is short, so that unplayed lines stay in the input.
    let (sender, lines) = sync_channel(1);
    let lines = Mutex::new(lines);
    let read = thread::scope(|scope| {
        for _ in 0..threads {
            let name = thread::Builder::new().name("game".to_owned());
            name.spawn_scoped(scope, || batch.play_lines(&lines))
                .map_err(|error| CliError::Failed(format!("can't start the threads: {error}")))?;
        }
        let input = BufReader::new(CancellableInput::new(&cancel));
        // The receiver lives as long as the sender.
        let read = read_lines(input, &cancel, |line| drop(sender.send(line)));
        drop(sender);
        read.map_err(|error| CliError::Failed(format!("standard input can't be read: {error}")))
    });
    if let Some(error) = sync::lock(&batch.output_error).take() {
        return Err(CliError::Output(error));
    }
    if is_unread.load(Ordering::SeqCst) {
        return Err(CliError::Output(io::ErrorKind::BrokenPipe.into()));
    }
    read?;
    if cancel.is_cancelled() { Err(CliError::Interrupted) } else { Ok(ExitCode::SUCCESS) }
}

/// Reads lines until the end of the input or a cancellation. Blank lines are counted but skipped.
fn read_lines(
    mut input: impl BufRead,
    cancel: &CancelToken,
    mut on_line: impl FnMut(InputLine),
) -> io::Result<()> {
    for number in 1.. {
        let line = match lines::read_line(&mut input, MAX_LINE_BYTES)? {
            ReadLine::End => break,
            // An interrupt may have cut this line off.
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

struct Batch<'a, L, P> {
    play: P,
    output: Mutex<StandardOutput>,
    output_error: Mutex<Option<io::Error>>,
    cancel: &'a CancelToken,
    line: PhantomData<fn() -> L>,
}

impl<L, P> Batch<'_, L, P>
where
    L: BatchLine,
    P: Fn(&L, &CancelToken) -> Result<Option<L::Result>, String>,
{
    /// Plays lines as they arrive. After an interrupt, the remaining lines are read but not played.
    fn play_lines(&self, lines: &Mutex<Receiver<InputLine>>) {
        loop {
            // Releases the lock before the game begins.
            let line = sync::lock(lines).recv();
            let Ok((number, text)) = line else { break };
            if self.cancel.is_cancelled() {
                continue;
            }
            if let Some((id, outcome)) = self.answer(text) {
                self.print(&BatchAnswer { id, line: number, outcome });
            }
        }
    }

    /// Returns the game's ID and its outcome, or `None` if the game was interrupted.
    fn answer(
        &self,
        text: Result<Vec<u8>, String>,
    ) -> Option<(Option<String>, BatchOutcome<L::Result>)> {
        let failed = |id, error| Some((id, BatchOutcome::Failed { error }));
        let text = match text {
            Ok(text) => text,
            Err(error) => return failed(None, error),
        };
        let game = match read_line::<L>(&text) {
            Ok(game) => game,
            Err(error) => return failed(error.id.clone(), error.to_string()),
        };
        let id = Some(game.id().to_owned());
        match (self.play)(&game, self.cancel) {
            Ok(result) => Some((id, BatchOutcome::Played(result?))),
            Err(error) => failed(id, error),
        }
    }

    /// Prints an answer at once. Cancels everything if that fails.
    fn print(&self, answer: &BatchAnswer<L::Result>) {
        let mut output = sync::lock(&self.output);
        if let Err(error) = write_json(&mut *output, answer).and_then(|()| output.flush()) {
            sync::lock(&self.output_error).get_or_insert(error);
            self.cancel.cancel();
        }
    }
}

/// Decides whether programs named by lines may start.
pub struct LinePrograms<'a> {
    programs: &'a Programs,
    allow_all: bool,
    allowed: Mutex<HashSet<String>>,
    warning: Once,
}

impl<'a> LinePrograms<'a> {
    pub fn new(programs: &'a Programs, allow_all: bool) -> Self {
        Self { programs, allow_all, allowed: Mutex::default(), warning: Once::new() }
    }

    /// Checks that the programs among these players may start. `command` is for the message.
    pub fn check(&self, kind: GameKind, names: &[String], command: &str) -> Result<(), CliError> {
        for name in names.iter().filter(|name| program_path(name).is_some()) {
            if sync::lock(&self.allowed).contains(name) {
                continue;
            }
            self.warning.call_once(|| programs::warn_of_weak_sandbox(&self.programs.runner));
            let player = parse_player(kind, name)?;
            // In a sandbox, programs named by other people's lines can do no harm.
            if self.allow_all || self.programs.runner.sandbox_kind().is_some() {
                self.programs.allow(&player);
            }
            if self.programs.request(&player).map_err(CliError::Failed)?.is_some() {
                let name = shown_name(name);
                return Err(CliError::Failed(format!(
                    "{name} may not start without a sandbox; if you trust it, play these lines \
                     with `{command} --batch --allow-programs`"
                )));
            }
            sync::lock(&self.allowed).insert(name.clone());
        }
        Ok(())
    }
}
