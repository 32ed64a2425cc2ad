//! What the errors of the server mean, and what to do about them.

use std::{error::Error as _, io};

use tokio_postgres::{Error, error::SqlState};

use crate::shared_tables::SharedError;

/// The oldest version that has all we need.
pub const OLDEST_VERSION: u32 = 14;

/// Returns the error of a connection or a statement. `place` describes the database.
pub fn shared_error(error: &Error, place: &str) -> SharedError {
    let Some(answer) = error.as_db_error() else { return without_answer(error, place) };
    let (code, message) = (answer.code(), answer.message());
    if let Some(advice) = advice(code) {
        SharedError::Unusable(format!("{place}: {message}; {advice}"))
    } else if is_temporary(code, message) {
        SharedError::Unreachable(format!("{place}: {message}"))
    } else {
        SharedError::Failed(format!("{place}: {message}"))
    }
}

/// Returns the error of a connection that the server has not answered.
fn without_answer(error: &Error, place: &str) -> SharedError {
    let source = error.source();
    let reason = source.map_or_else(|| error.to_string(), ToString::to_string);
    let kind = source.and_then(|source| source.downcast_ref::<io::Error>()).map(io::Error::kind);
    if reason == "password missing" {
        let advice = "put one into ~/.pgpass (mode 0600) or into PGPASSWORD";
        return SharedError::Unusable(format!("{place} asks for a password; {advice}"));
    }
    match kind {
        Some(io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            SharedError::Unreachable(format!("no server answers for {place}"))
        }
        Some(io::ErrorKind::PermissionDenied) => {
            let advice = "ask its owner for access to the socket";
            SharedError::Unusable(format!("{place}: {reason}; {advice}"))
        }
        // A value that doesn't fit into a statement is a defect; the texts are the client's.
        None if is_defect(error) => SharedError::Failed(format!("{place}: {error}: {reason}")),
        None if error.to_string() == "authentication error" => {
            SharedError::Unusable(format!("{place}: {reason}; check the URL and the password"))
        }
        _ => SharedError::Unreachable(format!("{place}: {reason}")),
    }
}

/// Whether an error is in a statement or its values.
fn is_defect(error: &Error) -> bool {
    let text = error.to_string();
    ["error serializing", "error deserializing", "expected ", "invalid column", "query returned"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// Whether the same may succeed later, or after connecting again.
fn is_temporary(code: &SqlState, message: &str) -> bool {
    // Connections, resources, the operator's interventions, conflicts between transactions.
    let class = code.code().get(..2).unwrap_or_default();
    ["08", "53", "57", "58", "40"].contains(&class)
        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        || *code == SqlState::LOCK_NOT_AVAILABLE
        // Another version of this program has changed the tables.
        || *code == SqlState::INVALID_SQL_STATEMENT_NAME
        || (*code == SqlState::FEATURE_NOT_SUPPORTED && message.contains("cached plan"))
}

/// Returns what a person can do about an error; `None` if it is a defect.
fn advice(code: &SqlState) -> Option<&'static str> {
    const ADVICE: [(SqlState, &str); 8] = [
        (SqlState::INVALID_PASSWORD, "check the name and the password"),
        (SqlState::INVALID_AUTHORIZATION_SPECIFICATION, "check the name, or ask for access"),
        (SqlState::INVALID_CATALOG_NAME, "create it with createdb, or correct the URL"),
        (SqlState::INSUFFICIENT_PRIVILEGE, "ask its owner for the right to do this"),
        (SqlState::READ_ONLY_SQL_TRANSACTION, "connect to the server that can be written"),
        (SqlState::INVALID_SCHEMA_NAME, "create the schema, or correct the URL"),
        (SqlState::DUPLICATE_TABLE, "choose a database without tables of other programs"),
        (SqlState::PROTOCOL_VIOLATION, "connect to the server itself, without a pool"),
    ];
    ADVICE.iter().find(|(known, _)| known == code).map(|(_, advice)| *advice)
}

/// Checks the version that a server has reported, such as `15.3 (Debian 15.3-1)`.
///
/// # Errors
/// Returns an error if it is too old.
pub fn check_version(version: &str, place: &str) -> Result<(), SharedError> {
    let digits = version.split(|letter: char| !letter.is_ascii_digit()).next();
    match digits.and_then(|digits| digits.parse::<u32>().ok()) {
        Some(number) if number < OLDEST_VERSION => Err(SharedError::Unusable(format!(
            "{place} is PostgreSQL {number}; shared tables need version {OLDEST_VERSION} or newer"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_server_is_refused() {
        for version in ["14.0", "15.3 (Debian 15.3-1.pgdg)", "18beta1", "unknown", ""] {
            assert_eq!(check_version(version, "it"), Ok(()), "{version}");
        }
        for version in ["13.14", "9.6.24", "13devel"] {
            let error = check_version(version, "it").unwrap_err().to_string();
            assert!(error.ends_with("shared tables need version 14 or newer"), "{error}");
        }
    }

    #[test]
    fn conflicts_and_restarts_are_temporary() {
        for code in
            ["40001", "40P01", "57P01", "57P03", "57014", "53300", "53100", "08006", "25P03"]
        {
            assert!(is_temporary(&SqlState::from_code(code), ""), "{code}");
        }
        for code in ["28P01", "3D000", "42P01", "23505", "0A000"] {
            assert!(!is_temporary(&SqlState::from_code(code), ""), "{code}");
        }
    }
}
