//! The course's text program.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

/// Runs the program with the words behind its name; returns its exit status.
///
/// # Errors
/// Those of `output`.
pub fn run(_: &[OsString], _: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<u8> {
    output.flush()?;
    Ok(1)
}
