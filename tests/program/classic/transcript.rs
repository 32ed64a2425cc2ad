//! Transcripts: files that contain the sessions of a program in a shell.
//!
//! A session begins with the line `$ game ...`, which runs the program. `''` is an empty argument,
//! and `\xff` is the byte with this hexadecimal number. The program's output follows, with the
//! typed input after the prompts, and then the exit status as `[status]`. There are also these
//! marks:
//!
//! - `\c` at the end of typed input means that the input ends there, without a line feed.
//! - `< ` precedes typed input where there is no prompt.
//! - `! ` precedes a line on standard error.
//! - `#` precedes a comment between sessions.
//!
//! The sessions of a file share a working directory, which at first contains a folder `folder` and
//! a file `junk` that is not a saved game.

use std::{ffi::OsString, fs, os::unix::ffi::OsStringExt, path::Path};

use assert_cmd::Command;

use crate::support;

/// A classic program.
pub struct Program {
    /// The name of the game on the command line and in transcripts.
    pub game: &'static str,
    /// The prompts that the program prints before it reads a line.
    pub prompts: &'static [&'static str],
}

/// One run of a program.
#[derive(Default)]
pub struct Run {
    /// The number of its first line in the file.
    pub line: usize,
    /// The arguments after the game's name.
    pub args: Vec<OsString>,
    /// The typed input.
    pub typed: Vec<u8>,
    /// The expected output, without the typed input.
    pub printed: Vec<u8>,
    /// The expected output on standard error.
    pub messages: String,
    /// The expected exit status.
    pub status: i32,
}

/// Decodes a text in which `\x` and two hexadecimal digits stand for a byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two hexadecimal digits"));
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

/// Adds the text after a prompt to a run: typed input, or the message at the end of the input.
fn add_text_after_prompt(run: &mut Run, text: &str) {
    if text.starts_with("End of input") {
        run.printed.extend(text.as_bytes());
        run.printed.push(b'\n');
    } else if let Some(text) = text.strip_suffix("\\c") {
        run.typed.extend(bytes(text));
    } else {
        run.typed.extend(bytes(text));
        run.typed.push(b'\n');
    }
}

/// Parses the runs in a transcript.
pub fn parse(program: &Program, transcript: &str) -> Vec<Run> {
    let start = format!("$ {}", program.game);
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (number, line) in transcript.lines().enumerate() {
        if let Some(args) = line.strip_prefix(&start) {
            assert!(!open, "line {}: the status of the previous run is missing", number + 1);
            let arg = |word: &str| {
                OsString::from_vec(if word == "''" { Vec::new() } else { bytes(word) })
            };
            let args = args.split(' ').filter(|word| !word.is_empty()).map(arg).collect();
            runs.push(Run { line: number + 1, args, ..Run::default() });
            open = true;
            continue;
        }
        if !open {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "line {}: {line:?} belongs to no run",
                number + 1
            );
            continue;
        }
        let run = runs.last_mut().expect("a run is open");
        if let Some(status) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            run.status = status.parse().expect("the status is a number");
            open = false;
        } else if let Some(text) = line.strip_prefix("< ") {
            add_text_after_prompt(run, text);
        } else if let Some(message) = line.strip_prefix("! ") {
            run.messages += message;
            run.messages.push('\n');
        } else if let Some((prompt, text)) =
            program.prompts.iter().find_map(|&prompt| Some((prompt, line.strip_prefix(prompt)?)))
        {
            run.printed.extend(prompt.as_bytes());
            add_text_after_prompt(run, text);
        } else {
            run.printed.extend(bytes(line));
            run.printed.push(b'\n');
        }
    }
    assert!(!open, "the last status is missing");
    runs
}

/// Runs the program as the transcript says and compares the results.
pub fn check(program: &Program, file: &Path) {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("junk"), "junk\n").unwrap();
    for run in parse(program, &fs::read_to_string(file).unwrap()) {
        let output = Command::from_std(support::program(home.path()))
            .args(["classic", program.game])
            .args(&run.args)
            .current_dir(folder.path())
            .write_stdin(run.typed)
            .output()
            .unwrap();
        let location = format!("{}:{}", file.display(), run.line);
        let text = String::from_utf8_lossy;
        assert_eq!(text(&output.stdout), text(&run.printed), "{location}: standard output");
        assert_eq!(output.stdout, run.printed, "{location}: standard output");
        assert_eq!(text(&output.stderr), run.messages, "{location}: standard error");
        assert_eq!(output.status.code(), Some(run.status), "{location}: exit status");
    }
}
