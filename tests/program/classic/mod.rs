//! The course's text programs: each file of `tests/program/classic/<game>/` is a transcript that
//! must be reproduced byte for byte.

mod concentration;
mod eater;
mod eater_checker;
mod flip;
mod intensity;
mod session_text;
mod transcript;

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use fourcade_course::text_program::{self, Console};
use transcript::Program;

const FLIP: Program = Program { game: "flip", prompts: &["Player (O)> ", "Player (X)> "] };

const CONCENTRATION: Program = Program {
    game: "concentration",
    prompts: &["Your choice: ", "Please input 1st card: ", "Please input 2nd card: "],
};

const EATER: Program = Program {
    game: "eater",
    prompts: &[
        "Board size (3-15): ",
        "Passer's move (row column): ",
        "Eater's move (row column): ",
    ],
};

const INTENSITY: Program = Program { game: "intensity", prompts: &[] };

/// Runs a program in this process and returns its output, its messages and its exit status.
fn run(
    program: text_program::TextProgram,
    args: &[OsString],
    input: &mut &[u8],
) -> (String, String, u8) {
    let (mut output, mut messages) = (Vec::new(), Vec::new());
    let mut console =
        Console { input, output: &mut output, messages: &mut messages, echo_columns: || None };
    let status = text_program::run(program, args, &mut console).unwrap();
    (String::from_utf8(output).unwrap(), String::from_utf8(messages).unwrap(), status)
}

/// Returns the transcript files of a program.
fn transcripts(program: &Program) -> Vec<PathBuf> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/classic").join(program.game);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Checks all transcripts of a program.
fn check(program: &Program) {
    for file in transcripts(program) {
        transcript::check(program, &file);
    }
}

#[test]
fn flip_reproduces_its_transcripts() {
    check(&FLIP);
}

#[test]
fn concentration_reproduces_its_transcripts() {
    check(&CONCENTRATION);
}

#[test]
fn eater_reproduces_its_transcripts() {
    check(&EATER);
}

#[test]
fn intensity_reproduces_its_transcripts() {
    check(&INTENSITY);
}
