//! The fourcade program.

use std::process::ExitCode;

fn main() -> color_eyre::Result<ExitCode> {
    color_eyre::install()?;
    fourcade::cli::run(std::env::args_os())
}
