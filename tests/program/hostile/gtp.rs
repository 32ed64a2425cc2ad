//! Games of Flip with a hostile Othello program: `fourcade watch`, or a player with a short timeout
//! in a process of its own.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, exit},
    time::Duration,
};

use fourcade_course::flip::gtp::program::{ENGINE_LIMITS, GtpPlayer};
use fourcade_engine::{
    flip::{Flip, model::FlipSetup},
    play::{Budget, Game, ThinkContext, choose_checked, find_player},
};
use fourcade_programs::ProgramLimits;

use crate::support;

use super::{
    for_each,
    mode::Mode,
    run::{Ending, Run, SHORT_LIMIT},
    table::{Happens, Hostile, PROTOCOL, SURROUNDINGS},
};

/// Declares a test of each group in one mode.
macro_rules! tests {
    ($($module:ident: $mode:ident),*) => {
        $(mod $module {
            use super::*;

            #[test]
            fn protocol() { for_each(Mode::$mode, PROTOCOL, play) }

            #[test]
            fn surroundings() { for_each(Mode::$mode, SURROUNDINGS, play) }
        })*
    };
}

tests!(namespaces: Namespaces, landlock: Landlock, unsandboxed: Unsandboxed);

/// The environment variable with the command of the program, for [`host`].
const COMMAND: &str = "HOSTILE_COMMAND";
/// The environment variable with the file that [`host`] writes.
const LOG: &str = "HOSTILE_LOG";
/// The environment variable with the mode of [`host`].
const MODE: &str = "HOSTILE_MODE";

/// The board's size.
const SIZE: &str = "4";

/// Plays a game against a hostile program, and then one against a polite program.
fn play(hostile: &Hostile, mode: Mode) -> Result<(), String> {
    let happens = hostile.happens(mode);
    let run = Run::new("gtp-", hostile.name, mode);
    let before = run.files();
    let is_slow = happens == Happens::Fails("timed out") || happens == Happens::Finishes;
    let ending = if is_slow {
        host_game(&run, mode)
    } else {
        run.guarded(&mut game_against(&run.program, mode))
    };
    run.check_output(&ending)?;
    check(&ending, happens)?;
    let log = run.output(&mut game_against(&run.polite_engine, mode))?;
    if log.contains(FAULT) || !is_complete(&log) {
        return Err(format!("the next game is harmed:\n{log}"));
    }
    let mut left = run.files();
    if happens == Happens::Succeeds {
        // It may have written where it should not, as the user who runs it may.
        left.retain(|file| !file.ends_with(run.mark()));
    }
    if left != before {
        let changed: Vec<_> = left.symmetric_difference(&before).collect();
        return Err(format!("these files were left, or are gone: {changed:?}"));
    }
    Ok(())
}

/// Returns the command for a game in the arcade.
fn game_against(program: &Path, mode: Mode) -> Command {
    let mut command = support::program(&env::temp_dir());
    command.args(["watch", "flip", "--plain", "--size", SIZE, "--seed", "3", "--players"]);
    command.arg(format!("first,program:{}", program.display()));
    mode.apply(&mut command);
    command
}

/// Plays a game with a short timeout.
fn host_game(run: &Run, mode: Mode) -> Ending {
    let log = run.file("log");
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "hostile::gtp::host", "--ignored", "--nocapture"]);
    command.env(COMMAND, &run.program).env(MODE, mode.name()).env(LOG, &log);
    let mut ending = run.guarded(&mut command);
    ending.out = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(log);
    ending
}

#[test]
#[ignore = "run by other tests, in a separate process"]
fn host() {
    let (Ok(command), Ok(log), Ok(mode)) = (env::var(COMMAND), env::var(LOG), env::var(MODE))
    else {
        return;
    };
    let runner = Mode::named(&mode).runner();
    let program = runner.prepare_command(&command, &|| false).unwrap();
    let time = Duration::from_millis(SHORT_LIMIT.into());
    let mut program = GtpPlayer::new(program, ProgramLimits { time, ..ENGINE_LIMITS });
    let mut first = find_player::<Flip>("first").unwrap();
    let mut game = Flip::start(&FlipSetup::new(SIZE.parse().unwrap()).unwrap());
    let mut lines = String::new();
    while let Some(seat) = game.awaited().only() {
        let context = ThinkContext::new(Budget::Nodes(1), 7, seat, game.turns() as usize);
        let (action, fault) = if seat.index() == 0 {
            choose_checked(&mut *first, &game, seat, &context).unwrap()
        } else {
            choose_checked(&mut program, &game, seat, &context).unwrap()
        };
        game.step(&[(seat, action)]).unwrap();
        let name = if seat.index() == 0 { "O" } else { "X" };
        if let Some(fault) = fault {
            let _ = writeln!(lines, "{name}{FAULT}{})", fault.description);
        }
        let _ = writeln!(lines, "{name} plays");
    }
    drop(program);
    fs::write(log, lines + "X wins: ").unwrap();
    exit(0);
}

/// What precedes the description of a fault.
const FAULT: &str = " broke the rules (";

fn is_complete(log: &str) -> bool {
    log.contains(" wins: ") || log.contains("It's a tie: ")
}

/// Checks how a game went.
fn check(ending: &Ending, happens: Happens) -> Result<(), String> {
    if happens == Happens::KillsFourcade {
        return ending.check("signal 9");
    }
    if happens == Happens::StopsFourcade && !ending.was_stopped() {
        return Err(format!("it was not stopped: {ending:?}"));
    }
    ending.check("status 0")?;
    let log = &ending.out;
    if !is_complete(log) {
        return Err(format!("the game was not finished:\n{log}{}", ending.err));
    }
    let faults: Vec<_> = log.lines().filter_map(|line| line.split_once(FAULT)).collect();
    let expected = match happens {
        Happens::Finishes => return Ok(()),
        Happens::Fails(what) => what,
        Happens::Succeeds => "answers \"done\", which isn't a move",
        _ if faults.is_empty() => return Ok(()),
        _ => return Err(format!("it plays illegally: {faults:?}")),
    };
    if faults.is_empty() {
        return Err(format!("it plays legally:\n{log}"));
    }
    let is_unexpected = |(player, fault): &&(&str, &str)| {
        !player.starts_with(['g', 'X']) || !fault.contains(expected)
    };
    match faults.iter().find(is_unexpected) {
        Some(fault) => Err(format!("{fault:?} is not {expected:?}")),
        None => Ok(()),
    }
}
