//! Classifies the errors of a server and says what to do about them.

use std::{error::Error as _, io};

use tokio_postgres::{Error, error::SqlState};

use crate::database::shared_tables::SharedError;

pub const OLDEST_VERSION: u32 = 14;

pub const NO_ANSWER: &str = "the server doesn't answer";

/// Converts an error. The message doesn't name the server; the caller adds it.
pub fn shared_error(error: &Error) -> SharedError {
    let Some(answer) = error.as_db_error() else { return client_error(error) };
    let (code, message) = (answer.code(), answer.message());
    if let Some(advice) = advice(code) {
        SharedError::Unusable(format!("{message}; {advice}"))
    } else if is_temporary(code, message) {
        SharedError::Unreachable(message.to_owned())
    } else {
        SharedError::Failed(message.to_owned())
    }
}

/// An error that the client reports: of the connection, of its configuration or of a statement.
fn client_error(error: &Error) -> SharedError {
    let source = error.source();
    let (text, reason) = (error.to_string(), source.map(ToString::to_string));
    let reason = reason.unwrap_or_else(|| text.clone());
    let kind = source.and_then(|source| source.downcast_ref::<io::Error>()).map(io::Error::kind);
    let unreachable = |reason: &str| SharedError::Unreachable(reason.to_owned());
    match kind {
        Some(io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            unreachable("no server answers there")
        }
        Some(io::ErrorKind::PermissionDenied) => {
            SharedError::Unusable(format!("{reason}; ask its owner for access to the socket"))
        }
        Some(io::ErrorKind::TimedOut) => unreachable(NO_ANSWER),
        Some(
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::UnexpectedEof,
        ) => unreachable("the server has hung up"),
        None if error.is_closed() => unreachable("the server has hung up"),
        // `tokio-postgres` reports this as text only.
        _ if reason == "bytes remaining on stream" => {
            unreachable("the server has hung up in the middle of an answer; is it PostgreSQL?")
        }
        Some(io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => {
            unreachable("what answers there is not PostgreSQL")
        }
        _ if reason.starts_with("failed to lookup address") => {
            unreachable("the host can't be found; is its name right?")
        }
        None if reason == "password missing" => SharedError::Unusable(
            "the server asks for a password; put it into PGPASSWORD".to_owned(),
        ),
        None if is_defect(&text) => SharedError::Failed(format!("{text}: {reason}")),
        None if text == "authentication error" => {
            SharedError::Unusable(format!("{reason}; check the URL and the password"))
        }
        _ => SharedError::Unreachable(reason),
    }
}

/// Whether the text of a `tokio-postgres` error blames a statement or its values.
fn is_defect(text: &str) -> bool {
    ["error serializing", "error deserializing", "expected ", "invalid column", "query returned"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// Whether a retry may succeed, perhaps after reconnecting.
fn is_temporary(code: &SqlState, message: &str) -> bool {
    let class = code.code().get(..2).unwrap_or_default();
    let is_temporary_class = matches!(
        class,
        "08" // connection
            | "40" // transaction rolled back, such as after a conflict
            | "53" // insufficient resources
            | "57" // intervention of the operator
            | "58" // system, such as input and output
    );
    is_temporary_class
        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        || *code == SqlState::LOCK_NOT_AVAILABLE
        // Another version of fourcade has changed the tables.
        || *code == SqlState::INVALID_SQL_STATEMENT_NAME
        || (*code == SqlState::FEATURE_NOT_SUPPORTED && message.contains("cached plan"))
}

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

/// Checks the version reported by a server, such as `15.3 (Debian 15.3-1)`.
pub fn check_version(version: &str) -> Result<(), SharedError> {
    let digits = version.split(|letter: char| !letter.is_ascii_digit()).next();
    match digits.and_then(|digits| digits.parse::<u32>().ok()) {
        Some(number) if number < OLDEST_VERSION => Err(SharedError::Unusable(format!(
            "the server is PostgreSQL {number}; shared tables need version {OLDEST_VERSION} or newer"
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
            assert_eq!(check_version(version), Ok(()), "{version}");
        }
        for version in ["13.14", "9.6.24", "13devel"] {
            let error = check_version(version).unwrap_err().to_string();
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
