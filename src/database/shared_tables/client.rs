//! Clients of shared tables: a process with the name of its person.

use std::fmt;

/// Identifies a process that uses shared tables.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct ClientId(String);

impl ClientId {
    pub fn random() -> Self {
        Self(format!("{:016x}", rand::random::<u64>()))
    }

    pub fn stored(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    pub id: ClientId,
    pub name: String,
    /// A person at this many tables can't open another one; `None` for no limit.
    pub table_limit: Option<u32>,
}

impl Client {
    pub fn new(name: impl Into<String>) -> Self {
        Self { id: ClientId::random(), name: name.into(), table_limit: None }
    }

    pub fn with_table_limit(self, limit: u32) -> Self {
        Self { table_limit: Some(limit), ..self }
    }
}
