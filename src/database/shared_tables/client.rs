//! Who takes part in shared tables: a process, with the name of its person.

use std::fmt;

use unicode_width::UnicodeWidthStr as _;

use crate::printable::is_unprintable;

/// The maximum width of a person's name, in columns.
pub const MAX_NAME_WIDTH: usize = 20;

/// Identifies a process that uses shared tables.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct ClientId(String);

impl ClientId {
    /// Returns an identifier that no other process has.
    pub fn random() -> Self {
        Self(format!("{:016x}", rand::random::<u64>()))
    }

    /// Returns the identifier with this text, as it was stored.
    pub fn stored(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A process that uses shared tables, and the name of its person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Identifies the process.
    pub id: ClientId,
    /// The person's name.
    pub name: String,
    /// The number of tables at which the person may sit when they open another one; `None` for any
    /// number.
    pub table_limit: Option<u32>,
}

impl Client {
    /// Returns a new client for a person.
    pub fn new(name: impl Into<String>) -> Self {
        Self { id: ClientId::random(), name: name.into(), table_limit: None }
    }

    /// Lets the person open tables only while they sit at fewer than this.
    pub fn with_table_limit(self, limit: u32) -> Self {
        Self { table_limit: Some(limit), ..self }
    }
}

/// Why a name can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is nothing but white space.
    #[error("type a name")]
    Empty,
    /// It is too long.
    #[error("a name is at most {MAX_NAME_WIDTH} columns wide")]
    TooWide,
    /// It has characters that could hide or reorder what others read.
    #[error("a name can't contain control characters or invisible ones")]
    Unprintable,
}

/// Returns a name without the white space around it.
///
/// # Errors
/// Returns an error if the name is empty, too wide, or has characters that could hide or reorder
/// what others read.
pub fn check_name(name: &str) -> Result<&str, NameError> {
    let name = name.trim();
    if name.is_empty() {
        Err(NameError::Empty)
    } else if name.chars().any(is_unprintable) {
        Err(NameError::Unprintable)
    } else if name.width() > MAX_NAME_WIDTH {
        Err(NameError::TooWide)
    } else {
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        assert_eq!(check_name("  Ada Lovelace "), Ok("Ada Lovelace"));
        assert_eq!(check_name(&"ä".repeat(20)), Ok("ä".repeat(20).as_str()));
        assert_eq!(check_name(&"a".repeat(21)), Err(NameError::TooWide));
        assert_eq!(check_name(&"名".repeat(10)), Ok("名".repeat(10).as_str()));
        assert_eq!(check_name(&"名".repeat(11)), Err(NameError::TooWide));
        for (name, error) in [
            ("", NameError::Empty),
            (" \t", NameError::Empty),
            ("a\u{1b}[2J", NameError::Unprintable),
            ("a\nb", NameError::Unprintable),
            ("ada\u{202e}", NameError::Unprintable),
            ("ad\u{200b}a", NameError::Unprintable),
        ] {
            assert_eq!(check_name(name), Err(error), "{name:?}");
        }
    }
}
