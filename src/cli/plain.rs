//! The arcade in lines, on standard input and output.

use std::{
    backtrace::Backtrace,
    io::{self, BufReader, IsTerminal as _},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex},
    time::Duration,
};

use super::{
    error::CliError,
    interrupts::{CancellableInput, Interrupts, start_error},
    output::{print_message, print_messages, standard_output},
};
use crate::{
    database::{Store, shared_tables::link},
    plain::{App, Console, Error},
    settings::{consent::Programs, home::Home, log},
    sync,
};
use fourcade_engine::play::CancelToken;

/// Time allowed at exit to tell shared tables that the person leaves.
const GOODBYE_TIME: Duration = Duration::from_secs(1);

/// Rust's exit status after a panic.
const PANIC_STATUS: u8 = 101;

/// Runs a conversation. Games are saved even if it is interrupted or the input ends. The exit
/// status is not 0 if something could not be saved.
pub fn run(
    home: Home,
    programs: Programs,
    talk: impl FnOnce(&mut App) -> Result<(), Error>,
) -> Result<ExitCode, CliError> {
    let cancel = CancelToken::default();
    let _interrupts = Interrupts::watch(&cancel)?;
    let input = Box::new(BufReader::new(CancellableInput::new(&cancel)));
    let mut console = Console::new(input, Box::new(standard_output()), cancel)
        .map_err(|error| start_error("the thread for typed lines", &error))?;
    console.detail = home.settings.telling;
    console.is_terminal = io::stdin().is_terminal();
    let store = Store::at_home("; save writes it to a file", || ());
    store.wait_until_open();
    let mut app = App::new(console, home, programs, store);
    app.console.say_reports()?;
    let report = log_panics();
    let talked = panic::catch_unwind(AssertUnwindSafe(|| talk(&mut app)));
    let result = match talked {
        Ok(Err(Error::End | Error::Back)) => Some(app.console.say("Goodbye.")),
        Ok(result) => Some(result),
        Err(_) => None,
    };
    link::wait_until_ended(GOODBYE_TIME);
    app.context.finish_files();
    let flushed = app.console.flush();
    let closed = app.context.store.close();
    print_messages(&app.context.store.take_messages());
    if closed.is_err() {
        print_message(&"some games were not saved");
    }
    let Some(result) = result else {
        print_message(&fault_text(closed.is_ok(), sync::lock(&report).as_deref()));
        return Ok(ExitCode::from(PANIC_STATUS));
    };
    result.and(flushed)?;
    Ok(if closed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes panics go to the log instead of the terminal. Returns a cell that has the log's path after
/// a panic was logged.
fn log_panics() -> Arc<Mutex<Option<PathBuf>>> {
    let report = Arc::<Mutex<Option<PathBuf>>>::default();
    let written = Arc::clone(&report);
    let print_panic = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = format!("a fault: {info}\n{}", Backtrace::force_capture());
        let mut path = None;
        for line in text.lines() {
            path = log::write(line);
        }
        match path {
            Some(path) => *sync::lock(&written) = Some(path),
            None => print_panic(info),
        }
    }));
    report
}

fn fault_text(is_saved: bool, report: Option<&Path>) -> String {
    let place = report.map_or_else(
        || "its report is above".to_owned(),
        |path| format!("its report is in {}", path.display()),
    );
    let saved = if is_saved { "what you played is saved, and " } else { "" };
    format!("this is a fault of fourcade, which ends; {saved}{place}")
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Self::Interrupted,
            Error::Output(error) => Self::Output(error),
            Error::Store(error) => Self::Store(error),
            error @ (Error::End | Error::Back | Error::Input(_) | Error::Failed(_)) => {
                Self::Failed(error.to_string())
            }
        }
    }
}
