//! The arcade in lines: the conversation on standard input and output.

use std::{io::BufReader, process::ExitCode, time::Duration};

use super::{
    error::CliError,
    interrupts::{CancellableInput, Interrupts},
    output::{print_message, print_messages, standard_output},
};
use crate::{
    database::{Store, shared_tables::link},
    games::Notation,
    plain::{Console, Error, House},
    settings::home::Home,
};
use fourcade_engine::play::CancelToken;

/// How long to wait at the end until the others at shared tables know that the person leaves.
const GOODBYE_TIME: Duration = Duration::from_secs(1);

/// Holds a conversation. What was played is saved, also if it is interrupted or the input ends. The
/// exit status is not 0 if something could not be saved.
pub fn hold(
    home: Home,
    talk: impl FnOnce(&mut House) -> Result<(), Error>,
) -> Result<ExitCode, CliError> {
    let cancel = CancelToken::default();
    let _interrupts = Interrupts::watch(&cancel)?;
    let notation =
        if home.settings.course_coordinates { Notation::Course } else { Notation::FromOne };
    notation.use_on_screen();
    let input = Box::new(BufReader::new(CancellableInput::new(&cancel)));
    let mut console = Console::new(input, Box::new(standard_output()), cancel)?;
    console.detail = home.settings.detail;
    let store = Store::at_home(|| ());
    store.wait_until_open();
    let mut house = House::new(console, home, store);
    house.console.take_reports()?;
    let result = match talk(&mut house) {
        Err(Error::End) => house.console.say("Goodbye."),
        result => result,
    };
    link::wait_until_ended(GOODBYE_TIME);
    let flushed = house.console.flush();
    let closed = house.store.close();
    print_messages(&house.store.news());
    if closed.is_err() {
        print_message(&"some games were not saved");
    }
    result.and(flushed)?;
    Ok(if closed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Self::Interrupted,
            Error::Output(error) => Self::Output(error),
            Error::Store(error) => Self::Store(error),
            error @ (Error::End | Error::Failed(_)) => Self::Failed(error.to_string()),
        }
    }
}
