//! The Go Text Protocol: other Othello programs as players, and our players as engines.
mod commands;
mod engine;
mod misbehaviour;
mod table;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use fourcade_course::flip::gtp::program::{ENGINE_LIMITS, GtpPlayer};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipSetup, Square},
    },
    play::{Budget, CancelToken, Fault, Game, PlayerError, ThinkContext, choose_checked},
};
use fourcade_programs::{ProgramLimits, Runner};
use tempfile::TempDir;

/// Our own binary.
const OURS: &str = env!("CARGO_BIN_EXE_fourcade");

/// Returns a runner with our own binary as the supervisor, as the arcade uses it.
fn supervised() -> Runner {
    Runner::with_supervisor(OURS)
}

/// An engine that behaves in a certain way and logs the commands that it receives.
struct TestEngine {
    folder: TempDir,
    player: GtpPlayer,
}

impl TestEngine {
    /// Creates an engine with this behaviour and timeout that answers with these moves, which are
    /// separated by spaces.
    fn new(runner: &Runner, behaviour: &str, answer_timeout: Duration, moves: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/gtp/misbehaving.sh");
        let log = folder.path().join("log");
        let command = format!("sh '{}' {behaviour} '{}' {moves}", script.display(), log.display());
        let program = runner.prepare_command(&command, &|| false).unwrap();
        let limits = ProgramLimits { time: answer_timeout, ..ENGINE_LIMITS };
        Self { player: GtpPlayer::new(program, limits), folder }
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the commands that the engine has received since the last call.
    fn take_log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log_path()).unwrap_or_default();
        let _ = fs::remove_file(self.log_path());
        log.lines().map(ToOwned::to_owned).collect()
    }

    /// Returns the move played, and the fault if the engine did not answer with a legal move.
    fn choose(&mut self, game: &Flip) -> Result<(Square, Option<Fault>), PlayerError> {
        choose(&mut self.player, game, Budget::Nodes(1), &CancelToken::default())
    }

    /// Requests per move and returns the description of the fault in the engine's answer.
    #[track_caller]
    fn fault(&mut self, game: &Flip) -> String {
        let (_, fault) = self.choose(game).unwrap();
        fault.expect("the answer is a fault").description
    }
}

fn choose(
    player: &mut GtpPlayer,
    game: &Flip,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<(Square, Option<Fault>), PlayerError> {
    let seat = game.awaited().only().unwrap();
    let context =
        ThinkContext::new(budget, 7, seat, game.turns() as usize).with_cancel(cancel.clone());
    choose_checked(player, game, seat, &context)
}

fn start(size: u16) -> Flip {
    Flip::start(&FlipSetup::new(size).unwrap())
}

/// Returns the game after these moves, which are in our own notation.
fn after(size: u16, moves: &[&str]) -> Flip {
    let mut game = start(size);
    for cell in moves {
        game.step(&[(game.awaited().only().unwrap(), cell.parse().unwrap())]).unwrap();
    }
    game
}

/// Returns the processes that have this path among their arguments.
fn processes(path: &Path) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| {
        let args = fs::read_to_string(entry.path().join("cmdline")).ok()?;
        let has_path = args.split('\0').any(|arg| Path::new(arg) == path);
        has_path.then(|| format!("{}: {args}", entry.path().display()))
    });
    lines.collect()
}
