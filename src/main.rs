//! The fourcade program.

use std::process::ExitCode;

fn main() -> color_eyre::Result<ExitCode> {
    crate::cli::run(std::env::args_os())
}
