//! Typed table codes.

use crate::database::shared_tables::{TableCode, code::CodeError};

/// Parses a typed or pasted code, alone or within `fourcade join k7m2`.
pub fn read_code(text: &str) -> Result<TableCode, String> {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let is_command = text.trim_start().starts_with("fourcade join ");
    let code = if is_command { last } else { text };
    code.parse().map_err(|error: CodeError| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_alone_or_from_the_command() {
        for text in ["k7m2", " K7M2 ", "fourcade join k7m2", "  fourcade join K7M2\n"] {
            assert_eq!(read_code(text).unwrap().as_str(), "k7m2", "{text:?}");
        }
        for text in ["", "k7", "rm -rf k7m2", "fourcade join", "k7m2 k7m2"] {
            assert!(read_code(text).unwrap_err().contains("k7m2"), "{text:?}");
        }
    }
}
