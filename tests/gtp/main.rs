//! Othello programs that speak the Go Text Protocol: others' at our table, and ours for others.
#![cfg(unix)]

mod engine;
mod mischief;
mod table;
mod told;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    games::flip::{
        Flip,
        program::{ENGINE_LIMITS, GtpPlayer},
        rules::{FlipSetup, Square},
    },
    play::{Budget, CancelToken, Fault, Game, PlayerError, ThinkContext, choose_checked},
    programs::Runner,
};
use tempfile::TempDir;

/// Long enough for everything, and shorter than a person's patience.
const HANG: Duration = Duration::from_secs(60);

/// Our own binary.
const OURS: &str = env!("CARGO_BIN_EXE_fourcade");

/// A room as the arcade has it.
fn kept() -> Runner {
    Runner::with_supervisor(OURS)
}

/// An engine that does some mischief, and its notes.
struct Naughty {
    folder: TempDir,
    player: GtpPlayer,
}

impl Naughty {
    /// One that is given so much time, and answers with these moves.
    fn new(room: &Runner, mischief: &str, answer_timeout: Duration, moves: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp/naughty.sh");
        let notes = folder.path().join("notes");
        let command = format!("sh '{}' {mischief} '{}' {moves}", script.display(), notes.display());
        let program = room.prepare_command(&command, &CancelToken::default()).unwrap();
        Self {
            player: GtpPlayer::new(program, ENGINE_LIMITS).with_answer_timeout(answer_timeout),
            folder,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("notes")
    }

    /// What it was told since this was asked last.
    fn notes(&self) -> Vec<String> {
        let notes = fs::read_to_string(self.path()).unwrap_or_default();
        let _ = fs::remove_file(self.path());
        notes.lines().map(ToOwned::to_owned).collect()
    }

    /// Its choice, and what was wrong with it.
    fn choose(&mut self, game: &Flip) -> Result<(Square, Option<Fault>), PlayerError> {
        choose(&mut self.player, game, Budget::Nodes(1), &CancelToken::default())
    }

    /// What is said to be wrong with its choice.
    #[track_caller]
    fn fault(&mut self, game: &Flip) -> String {
        let (_, fault) = self.choose(game).unwrap();
        fault.expect("it did something wrong").description
    }
}

fn choose(
    player: &mut GtpPlayer,
    game: &Flip,
    budget: Budget,
    cancel: &CancelToken,
) -> Result<(Square, Option<Fault>), PlayerError> {
    let seat = game.awaited().only().unwrap();
    let think =
        ThinkContext::new(budget, 7, seat, game.turns() as usize).with_cancel(cancel.clone());
    choose_checked(player, game, seat, &think)
}

fn start(size: u16) -> Flip {
    Flip::start(&FlipSetup::new(size).unwrap())
}

/// The game after these moves, in our own notation.
fn after(size: u16, moves: &[&str]) -> Flip {
    let mut game = start(size);
    for cell in moves {
        game.step(&[(game.awaited().only().unwrap(), cell.parse().unwrap())]).unwrap();
    }
    game
}

/// The processes that have this path among their words.
fn processes(path: &Path) -> Vec<String> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = all.filter_map(|entry| {
        let words = fs::read_to_string(entry.path().join("cmdline")).ok()?;
        let is_meant = words.split('\0').any(|word| Path::new(word) == path);
        is_meant.then(|| format!("{}: {words}", entry.path().display()))
    });
    lines.collect()
}

/// Waits until it is so.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < HANG, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
