//! The fourcade program.

use std::process::ExitCode;

fn main() -> color_eyre::Result<ExitCode> {
    fourcade::cli::run(std::env::args_os())
}
