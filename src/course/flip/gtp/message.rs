//! Commands and responses of the Go Text Protocol.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpCommand {
    /// The response repeats it.
    pub id: Option<u32>,
    /// Empty if the line has only an ID.
    pub name: String,
    pub args: Vec<String>,
}

impl GtpCommand {
    /// Returns `None` for an empty line or a comment.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let line = String::from_utf8_lossy(line);
        let text = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let text: String = text.chars().filter(|char| !char.is_control()).collect();
        let mut words =
            text.split(' ').filter(|word| !word.is_empty()).map(ToOwned::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| parse_id(word).is_some()).and_then(|word| parse_id(&word));
        Some(Self { id, name: words.next().unwrap_or_default(), args: words.collect() })
    }
}

/// Returns `None` unless the word consists of digits.
fn parse_id(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// [`Display`](fmt::Display) writes the text that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpResponse {
    pub id: Option<u32>,
    /// The result of the command or an error message, without empty lines.
    pub result: Result<String, String>,
}

impl fmt::Display for GtpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (status, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{status}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if !text.is_empty() && !text.starts_with('\n') {
            write!(f, " ")?;
        }
        write!(f, "{text}\n\n")
    }
}

/// Returns the length in bytes of the first response, or `None` if it isn't complete. The empty
/// line at its end and other lines before it, such as a greeting, are included.
pub fn response_len(received: &[u8]) -> Option<usize> {
    let mut length = 0;
    let mut has_begun = false;
    for line in received.split_inclusive(|&byte| byte == b'\n') {
        length += line.len();
        has_begun |= begins_response(line);
        let is_blank =
            line.iter().all(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control());
        if has_begun && is_blank && line.ends_with(b"\n") {
            return Some(length);
        }
    }
    None
}

fn begins_response(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'=' | b'?'))
}

impl GtpResponse {
    /// Parses a complete response of the length given by [`response_len`]. An ID that is too large
    /// becomes `u32::MAX`.
    pub fn parse(received: &[u8]) -> Self {
        let lines: Vec<_> = received
            .split(|&byte| byte == b'\n')
            .skip_while(|line| !begins_response(line))
            .map(String::from_utf8_lossy)
            .collect();
        let response = lines.join("\n");
        let is_success = response.starts_with('=');
        let after_status = response.get(1..).unwrap_or_default();
        let text = after_status.trim_start_matches(|char: char| char.is_ascii_digit());
        let digits = &after_status[..after_status.len() - text.len()];
        let id = (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX));
        let text: String =
            text.chars().filter(|&char| char == '\n' || !char.is_control()).collect();
        let text = text.trim().to_owned();
        Self { id, result: if is_success { Ok(text) } else { Err(text) } }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::scale::scaled;

    #[test]
    fn responses_are_parsed_as_engines_write_them() {
        for (received, length, id, result) in [
            ("= D3\n\n", 6, None, Ok("D3")),
            ("=\n\n", 3, None, Ok("")),
            ("= \r\n\r\n", 6, None, Ok("")),
            ("=12 pass\n\nrest", 10, Some(12), Ok("pass")),
            ("=0\n\n", 4, Some(0), Ok("")),
            ("= 12\n\n", 6, None, Ok("12")),
            ("=99999999999 D3\n\n", 17, Some(u32::MAX), Ok("D3")),
            ("? unknown command\n\n", 19, None, Err("unknown command")),
            ("?3 syntax error \n\n= 1\n\n", 18, Some(3), Err("syntax error")),
            ("Hello!\n\nReady.\n= a\nb\n\n", 22, None, Ok("a\nb")),
            ("=\n1 2\n3\x1b[m\n\n", 12, None, Ok("1 2\n3[m")),
        ] {
            assert_eq!(response_len(received.as_bytes()), Some(length), "{received:?}");
            let parsed = GtpResponse::parse(&received.as_bytes()[..length]);
            let result = result.map(ToOwned::to_owned).map_err(ToOwned::to_owned);
            assert_eq!(parsed, GtpResponse { id, result }, "{received:?}");
        }
        for part in ["", "=", "= D3", "= D3\n", "Hello!\n\n", "\n\n\n", "= D3\n "] {
            assert_eq!(response_len(part.as_bytes()), None, "{part:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn every_complete_response_can_be_parsed(bytes in vec(any::<u8>(), 0..200)) {
            if let Some(length) = response_len(&bytes) {
                prop_assert!(length <= bytes.len());
                let _ = GtpResponse::parse(&bytes[..length]);
            }
        }
    }
}
