//! The command line: what it prints, to which stream, and its exit status.

mod analyse;
mod course_check;
mod every_game;
mod formats;
mod games;
mod hostile_text;
mod keys;
mod left_behind;
mod noise;
#[cfg(target_os = "linux")]
mod signals;
mod simulate;
mod stats;
mod streams;
mod typed;
mod via;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// The result of a run of the program.
struct RunOutput {
    status: i32,
    out: String,
    err: String,
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            status: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Returns the command that runs the program with this home folder and without a terminal.
fn program(home: &Path) -> Command {
    let mut program = crate::support::program(home);
    program.env("NO_COLOR", "1").env("COLUMNS", "100");
    program
}

/// Runs the program with these arguments and an empty home folder.
fn run(args: &[&str]) -> RunOutput {
    let home = tempfile::tempdir().unwrap();
    program(home.path()).args(args).output().unwrap().into()
}

/// Runs the program with a line of arguments.
fn run_line(line: &str) -> RunOutput {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

/// Runs the program with a line of arguments. Returns its output after checking that it succeeded.
fn stdout_of(line: &str) -> String {
    let output = run_line(line);
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{line}");
    output.out
}

#[test]
fn every_command_has_help() {
    let help = stdout_of("--help");
    for command in [
        "play",
        "watch",
        "classic",
        "simulate",
        "analyse",
        "referee",
        "tournament",
        "check",
        "replay",
        "export",
        "stats",
        "engine",
        "completions",
        "man",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let command_help = stdout_of(&format!("{command} --help"));
        assert!(
            command_help.contains("Example") && command_help.contains("Usage: fourcade"),
            "{command}"
        );
    }
    for command in ["play", "watch", "simulate"] {
        let help = stdout_of(&format!("{command} --help"));
        for word in ["greedy", "sizes 4 to 1024", "--players", "Reversi"] {
            assert!(help.contains(word), "{command} {word}");
        }
    }
    assert_eq!(stdout_of("--version"), concat!("fourcade ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_arguments_exit_with_2_and_advice() {
    for (args, hint) in [
        ("--wrong", "--help"),
        ("wrong", "--help"),
        ("plya flip", "play"),
        ("play", "<GAME>"),
        ("play flop", "flip"),
        ("play intensity --players human", "has 4 seats (South, West, North, East)"),
        ("watch flip --players firts,last", "did you mean first"),
        ("watch flip --players first,nobody", "the players are: random, "),
        ("watch flip --players first:3,last", "takes no argument"),
        ("watch flip --players first", "has 2 seats (O, X)"),
        ("watch flip --players first,last,first", "has 2 seats (O, X)"),
        ("watch flip --players first,", "no player called \"\""),
        ("watch flip --players first,Easy", "the player of that level is level:4"),
        ("watch flip --players human,last", "such as --players"),
        ("watch flip --size 3", "from 4 to 1024"),
        ("watch flip --size 1025", "from 4 to 1024"),
        ("watch flip --size 99999999999", "from 4 to 1024"),
        ("watch flip --size big", "--size"),
        ("watch flip --size=-8", "--size"),
        ("watch flip --seed x", "--seed"),
        ("watch flip --seed 1 --load x", "can't be used with"),
        ("watch flip --speed 0", "moves per second"),
        ("watch flip --speed NaN", "moves per second"),
        ("play flip --players wrong,human", "the players are"),
        ("play flip --size 2", "from 4 to 1024"),
        ("classic", "Usage: fourcade classic GAME"),
        ("classic chess", "the games are: "),
        ("simulate flip", "--players"),
        ("simulate flip --players first,last", "--games"),
        ("simulate flip --players first,last --games 0", "--games"),
        ("simulate flip --players first,last --games 1 --threads 0", "--threads"),
        ("simulate flip --players first,last --games 1 --nodes 5 --time 5", "can't be used with"),
        ("simulate flip --players first,human --games 1", "human can't play here"),
        ("simulate flip --players first --games 1", "has 2 seats"),
        ("simulate flip --players first,last --games 1 --size 0", "from 4 to 1024"),
        ("simulate flip --ladder --players first,last", "can't be used with"),
        ("simulate flip --ladder --swap", "can't be used with"),
        ("simulate flip --ladder --openings 2", "can't be used with"),
        ("simulate flip --ladder --games 0", "--games"),
        ("simulate flip --ladder --size 3", "from 4 to 1024"),
        ("simulate intensity --ladder --size 8", "has only one size"),
        ("simulate --ladder", "<GAME>"),
        ("replay", "<FILE>"),
        ("export game", "--format"),
        ("export game --format gif", "moves"),
        ("export game --format svg --window 20x10", "such as 80x24"),
        ("export game --format cast --pace 0", "seconds from 0.01 to 60"),
        ("play flip --game 2", "--load"),
        ("analyse --game 2", "<FILE>"),
        ("completions tcsh", "zsh"),
        ("man nothing", "there is no command \"nothing\"; the commands are: "),
        ("man engine chess", "the commands are: flip"),
        ("man play flip", "has no command"),
        ("engine chess", "there is no command"),
        ("engine flip --player human", "an engine is a computer player"),
        ("engine flip --player program:x", "other people's programs can't play here"),
        ("engine flip --player levle:3", "did you mean level:1..10"),
        ("engine flip --time 0", "from 0.01 to 86400"),
        ("engine flip --time 1 --nodes 5", "can't be used with"),
        ("engine flip --threads 2 --nodes 5", "can't be used with"),
        ("engine flip --threads 0", "a whole number from 1 to 1,024"),
    ] {
        let output = run_line(args);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{args}");
        assert!(output.err.contains(hint), "{args}: {}", output.err);
    }
}

#[test]
fn without_a_terminal_the_screens_suggest_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let record = games::recorded(folder.path());
    for args in [
        &[][..],
        &["play", "flip"],
        &["flip"],
        &["daily", "flip"],
        &["practice", "flip"],
        &["learn", "flip"],
        &["--ascii", "--theme", "dark"],
        &["replay", &record],
    ] {
        let output = run(args);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(output.err, "fourcade: this needs a terminal; in a script, add --plain\n");
    }
}

#[test]
fn user_themes_are_accepted_and_invalid_ones_reported() {
    let home = tempfile::tempdir().unwrap();
    let dark = include_str!("../../../assets/themes/dark.toml");
    fs::create_dir(home.path().join("themes")).unwrap();
    fs::write(home.path().join("themes/mine.toml"), dark).unwrap();
    fs::write(home.path().join("themes/torn.toml"), dark.replace("accent", "accident")).unwrap();
    for (theme, hint) in [
        // With a valid theme, the missing terminal is the error.
        ("mine", "needs a terminal"),
        ("mono", "needs a terminal"),
        ("torn", "themes/torn.toml: line 8: unknown field `accident`"),
        ("mime", "did you mean mine?"),
        ("drak", "did you mean dark?"),
    ] {
        let output =
            program(home.path()).args(["play", "flip", "--theme", theme]).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{theme}");
        assert!(err.contains(hint) && err.ends_with('\n'), "{theme}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_rejected() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let home = tempfile::tempdir().unwrap();
    let junk = OsStr::from_bytes(b"\xff\xfe");
    for (args, status) in [
        (vec![junk], 2),
        (vec!["play".as_ref(), junk], 2),
        (vec!["watch".as_ref(), "flip".as_ref(), "--players".as_ref(), junk], 2),
        (vec!["watch".as_ref(), "flip".as_ref(), "--load".as_ref(), junk], 1),
        (vec!["replay".as_ref(), junk], 1),
        (vec!["classic".as_ref(), junk], 2),
        (vec!["classic".as_ref(), "flip".as_ref(), junk], 1),
        (vec!["classic".as_ref(), "concentration".as_ref(), junk], 2),
        (vec!["man".as_ref(), junk], 2),
    ] {
        let output = program(home.path()).args(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}");
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout_of(&format!("completions {shell}")).contains("fourcade"), "{shell}");
    }
    assert!(stdout_of("man").starts_with(".ie"));
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new/man1");
    let path = folder.to_str().unwrap();
    assert_eq!(stdout_of(&format!("man --all {path}")), "");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(page("fourcade.1"), stdout_of("man"));
    assert_eq!(page("fourcade-engine-flip.1"), stdout_of("man engine flip"));
    let help = stdout_of("--help");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A line that goes on with the description of a command is indented further.
    for line in commands.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "))
    {
        let command = line.split_whitespace().next().unwrap();
        let has_page = folder.join(format!("fourcade-{command}.1")).exists();
        assert_eq!(has_page, command != "help", "{command}");
    }
    let missing = run_line(&format!("man --all {path}/fourcade.1"));
    assert!(missing.status == 1 && missing.err.contains("is a folder that you may write to"));
    assert!(stdout_of("man simulate").contains(".TH fourcade-simulate 1"));
    assert!(stdout_of("man analyse").contains("Analyse a position of Flip"));
    assert!(stdout_of("man referee").contains("run in a sandbox"));
    assert!(stdout_of("completions bash").contains("--resume"));
}

#[test]
fn plain_commands_write_nothing_to_the_home_folder() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        "watch flip --plain --size 4",
        "watch concentration --plain",
        "simulate flip --players first,last --games 1",
        "classic flip new 4 1 2",
        "stats",
    ] {
        program(home.path()).args(args.split(' ')).output().unwrap();
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}
