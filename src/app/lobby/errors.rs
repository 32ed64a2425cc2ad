//! Advice about a database that can't be used, and other errors of shared tables in sentences.

use crate::{
    database::shared_tables::{SharedError, connection::Location},
    games::counted,
};

pub const NO_DATABASE: &str = "there is no home folder for the shared tables; name a file with \
                            --database, or set FOURCADE_HOME";

/// Explains an error in sentences.
pub fn explain(error: &SharedError, location: &Location) -> String {
    let place = location.describe();
    let named = "Is the right place named with --database, FOURCADE_DATABASE or in config.toml?";
    match error {
        SharedError::Unreachable(reason) => {
            format!("Can't reach {place}: {reason}. Trying again; nothing is lost.")
        }
        SharedError::Unusable(reason) => format!("Can't use {place}: {reason}. {named}"),
        SharedError::Foreign(_) => format!("{place} isn't a file of shared tables. {named}"),
        SharedError::TooNew { .. } => {
            format!("A newer fourcade has set up {place}. Update this one to play there.")
        }
        SharedError::NoTable(code) => {
            format!("There is no table {code}. Check the code, or look in the lobby.")
        }
        SharedError::TooManyTables(limit) => {
            let tables = counted(*limit, "table");
            format!("You have {tables} already, the most for guests here. Finish a game first.")
        }
        SharedError::Failed(reason) => {
            format!("There is an error in {place}: {reason}. Trying again; it may be damaged.")
        }
        SharedError::Ended => "The connection to the shared tables has ended. Go back to the \
                               menu and try again."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_says_what_to_do_and_no_password() {
        let location = Location::Server("postgres://ada:secret@db.example/arcade".to_owned());
        for (error, advice) in [
            (SharedError::Unreachable("no answer".to_owned()), "Trying again"),
            (SharedError::Unusable("wrong password".to_owned()), "--database"),
            (SharedError::Foreign("a.db".into()), "--database"),
            (SharedError::TooNew { found: 9, known: 1 }, "Update"),
            (SharedError::NoTable("k7m2".to_owned()), "Check the code"),
            (SharedError::Failed("no such column".to_owned()), "damaged"),
            (SharedError::TooManyTables(1), "You have 1 table already"),
            (SharedError::TooManyTables(5), "Finish a game"),
            (SharedError::Ended, "try again"),
        ] {
            let text = explain(&error, &location);
            assert!(text.contains(advice) && !text.contains("secret"), "{text}");
        }
    }
}
