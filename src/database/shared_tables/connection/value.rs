//! The values in statements and rows.

use crate::database::shared_tables::SharedError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Integer(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataRow(pub Vec<Value>);

impl DataRow {
    pub fn integer(&self, column: usize) -> Result<i64, SharedError> {
        match self.0.get(column) {
            Some(&Value::Integer(value)) => Ok(value),
            other => Err(SharedError::Failed(format!("{other:?} where an integer belongs"))),
        }
    }

    pub fn count(&self, column: usize) -> Result<u64, SharedError> {
        let value = self.integer(column)?;
        u64::try_from(value)
            .map_err(|_| SharedError::Failed(format!("{value} where a count belongs")))
    }

    pub fn text(&self, column: usize) -> Result<&str, SharedError> {
        self.optional_text(column)?
            .ok_or_else(|| SharedError::Failed("nothing where a text belongs".to_owned()))
    }

    /// Returns the text in a column; `None` if it is null.
    pub fn optional_text(&self, column: usize) -> Result<Option<&str>, SharedError> {
        match self.0.get(column) {
            Some(Value::Text(value)) => Ok(Some(value)),
            Some(Value::Null) => Ok(None),
            other => Err(SharedError::Failed(format!("{other:?} where a text belongs"))),
        }
    }
}
