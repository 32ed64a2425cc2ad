//! Intensity's player program of the course.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

/// Runs it.
pub fn run(_: &[OsString], _: &mut dyn BufRead, _: &mut dyn Write) -> io::Result<u8> {
    Ok(2)
}
