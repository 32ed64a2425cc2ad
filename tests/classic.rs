//! The course's text programs, run as they were: each file of `tests/classic/<game>/` is a session at a shell.
//!
//! `$ flip ...` runs the program (words as a shell splits them, with '' around empty ones and \xff for bytes),
//! then comes what it prints, with what a person types behind its prompts, and `[status]`. Lines with `#` say what is
//! tested. `\c` at the end of what is typed: the input ends there, without a newline. A file's sessions share a folder,
//! in which there are at first a folder `folder`, and a file `junk` that is no saved game.

use std::{
    ffi::OsString,
    fs,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

use assert_cmd::Command;

/// One run of the program.
#[derive(Default)]
struct Run {
    line: usize,
    words: Vec<OsString>,
    typed: Vec<u8>,
    printed: Vec<u8>,
    status: i32,
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

/// Takes apart what stands behind a prompt: what is typed, or what the program prints there at the end of the input.
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

fn parse(session: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (number, line) in session.lines().enumerate() {
        if let Some(words) = line.strip_prefix("$ flip") {
            assert!(!open, "line {}: the status of the run before is missing", number + 1);
            let word = |word: &str| OsString::from_vec(if word == "''" { Vec::new() } else { bytes(word) });
            let words = words.split(' ').filter(|word| !word.is_empty()).map(word).collect();
            runs.push(Run { line: number + 1, words, ..Run::default() });
            open = true;
            continue;
        }
        if !open {
            assert!(line.is_empty() || line.starts_with('#'), "line {}: {line:?} belongs to no run", number + 1);
            continue;
        }
        let run = runs.last_mut().expect("a run is open");
        if let Some(status) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            run.status = status.parse().expect("a status");
            open = false;
        } else if let Some((prompt, text)) =
            ["Player (O)> ", "Player (X)> "].iter().find_map(|&p| Some((p, line.strip_prefix(p)?)))
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

fn play(game: &str, file: &Path) {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("junk"), "junk\n").unwrap();
    for run in parse(&fs::read_to_string(file).unwrap()) {
        let output = Command::new(env!("CARGO_BIN_EXE_fourcade"))
            .args(["classic", game])
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
        assert_eq!(text(&output.stderr), "", "{place}: on standard error");
        assert_eq!(output.status.code(), Some(run.status), "{place}: its exit status");
    }
}

#[test]
fn flip() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classic/flip");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        play("flip", &file);
    }
}
