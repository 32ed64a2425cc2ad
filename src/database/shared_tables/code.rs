//! The short codes of tables.

use std::{fmt, str::FromStr};

use rand::seq::IndexedRandom as _;

/// The letters and digits of codes, without those that are easily confused.
const ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Letters that are illegible in large type. New codes don't use them.
const WIDE: &[u8] = b"mw";
const MIN_LENGTH: usize = 4;
const MAX_LENGTH: usize = 8;

/// The code of a table, such as `k7m2`, which can be read out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableCode(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a table's code; a code looks like k7m2")]
pub struct CodeError(String);

impl TableCode {
    /// Later attempts return longer codes, because many short ones are taken.
    pub fn random(attempt: usize) -> Self {
        let mut rng = rand::rng();
        let length = (MIN_LENGTH + attempt / 4).min(MAX_LENGTH);
        let narrow: Vec<u8> =
            ALPHABET.iter().copied().filter(|letter| !WIDE.contains(letter)).collect();
        let letters = (0..length).filter_map(|_| narrow.choose(&mut rng).copied());
        Self(letters.map(char::from).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TableCode {
    type Err = CodeError;

    /// Accepts capital letters and surrounding white space.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code = text.trim().to_ascii_lowercase();
        let is_code = (MIN_LENGTH..=MAX_LENGTH).contains(&code.len())
            && code.bytes().all(|byte| ALPHABET.contains(&byte));
        if is_code { Ok(Self(code)) } else { Err(CodeError(text.to_owned())) }
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_in_any_case_and_with_white_space() {
        for attempt in 0..40 {
            let code = TableCode::random(attempt);
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!(" K7M2 ".parse::<TableCode>().unwrap().as_str(), "k7m2");
        for wrong in ["", "k7m", "k7m2k7m2k", "k7m1", "k7 m2", "k7m2;"] {
            assert!(wrong.parse::<TableCode>().is_err(), "{wrong:?}");
        }
    }
}
