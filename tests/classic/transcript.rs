//! A transcript: a file of sessions at a shell.
//!
//! `$ game ...` runs the program (words as a shell splits them, with '' around empty ones and \xff
//! for bytes), then comes what it prints, with what a person types behind its prompts, and
//! `[status]`. Lines with `#` say what is tested. `\c` at the end of what is typed: the input ends
//! there, without a newline. `< ` stands before what is typed where there is no prompt, `! ` before
//! what is said on standard error. A file's sessions share a folder, in which there are at first a
//! folder `folder`, and a file `junk` that is no saved game.

use std::{ffi::OsString, fs, os::unix::ffi::OsStringExt, path::Path};

use assert_cmd::Command;

/// One of the programs.
pub struct Program {
    /// The game, as it is called on the command line and in transcripts.
    pub game: &'static str,
    /// What it prints before it reads a line.
    pub prompts: &'static [&'static str],
}

/// One run of a program.
#[derive(Default)]
pub struct Run {
    /// Where it begins in its file.
    pub line: usize,
    /// The words behind the game's name.
    pub words: Vec<OsString>,
    /// What is typed.
    pub typed: Vec<u8>,
    /// What is printed; what is typed is not among it.
    pub printed: Vec<u8>,
    /// What is said on standard error.
    pub messages: String,
    /// The exit status.
    pub status: i32,
}

/// Text with `\xff` for bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two hexadecimal digits"));
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

/// Takes apart what stands behind a prompt: what is typed, or what the program prints there at the
/// end of the input.
fn behind_prompt(run: &mut Run, text: &str) {
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

/// The runs that a transcript tells of.
pub fn parse(program: &Program, session: &str) -> Vec<Run> {
    let start = format!("$ {}", program.game);
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (number, line) in session.lines().enumerate() {
        if let Some(words) = line.strip_prefix(&start) {
            assert!(!open, "line {}: the status of the run before is missing", number + 1);
            let word = |word: &str| {
                OsString::from_vec(if word == "''" { Vec::new() } else { bytes(word) })
            };
            let words = words.split(' ').filter(|word| !word.is_empty()).map(word).collect();
            runs.push(Run { line: number + 1, words, ..Run::default() });
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
            run.status = status.parse().expect("a status");
            open = false;
        } else if let Some(text) = line.strip_prefix("< ") {
            behind_prompt(run, text);
        } else if let Some(message) = line.strip_prefix("! ") {
            run.messages += message;
            run.messages.push('\n');
        } else if let Some((prompt, text)) =
            program.prompts.iter().find_map(|&prompt| Some((prompt, line.strip_prefix(prompt)?)))
        {
            run.printed.extend(prompt.as_bytes());
            behind_prompt(run, text);
        } else {
            run.printed.extend(bytes(line));
            run.printed.push(b'\n');
        }
    }
    assert!(!open, "the last status is missing");
    runs
}

/// Runs the program as a transcript says, and compares.
pub fn play(program: &Program, file: &Path) {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("junk"), "junk\n").unwrap();
    for run in parse(program, &fs::read_to_string(file).unwrap()) {
        let output = Command::new(env!("CARGO_BIN_EXE_fourcade"))
            .args(["classic", program.game])
            .args(&run.words)
            .env("FOURCADE_HOME", home.path())
            .current_dir(folder.path())
            .write_stdin(run.typed)
            .output()
            .unwrap();
        let place = format!("{}:{}", file.display(), run.line);
        let text = String::from_utf8_lossy;
        assert_eq!(text(&output.stdout), text(&run.printed), "{place}: what it prints");
        assert_eq!(output.stdout, run.printed, "{place}: what it prints");
        assert_eq!(text(&output.stderr), run.messages, "{place}: on standard error");
        assert_eq!(output.status.code(), Some(run.status), "{place}: its exit status");
    }
}
