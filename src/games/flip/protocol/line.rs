//! Lines: commands, and what is answered to them.

use std::fmt;

/// A command as an engine reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpCommand {
    /// Its identity number, which the answer repeats.
    pub id: Option<u32>,
    /// Its name; empty if there is only a number.
    pub name: String,
    /// The words behind it.
    pub args: Vec<String>,
}

impl GtpCommand {
    /// The command in a line; nothing if the line has none.
    pub fn read(line: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(line);
        let said = text.split('#').next().unwrap_or_default().replace('\t', " ");
        let plain: String = said.chars().filter(|letter| !letter.is_control()).collect();
        let mut words =
            plain.split(' ').filter(|word| !word.is_empty()).map(ToOwned::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| number(word).is_some()).and_then(|word| number(&word));
        Some(Self { id, name: words.next().unwrap_or_default(), args: words.collect() })
    }
}

fn number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpResponse {
    /// The command's number.
    pub id: Option<u32>,
    /// What came of it, or what is wrong with it; without empty lines.
    pub result: Result<String, String>,
}

/// As it is sent.
impl fmt::Display for GtpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if !text.is_empty() && !text.starts_with('\n') {
            write!(f, " ")?;
        }
        write!(f, "{text}\n\n")
    }
}

/// How many of these bytes an engine's first answer takes, once it is whole: to the empty line
/// behind it. Lines before it that are no answer belong to it, too: some programs greet.
pub fn response_len(heard: &[u8]) -> Option<usize> {
    let mut length = 0;
    let mut has_begun = false;
    for line in heard.split_inclusive(|&byte| byte == b'\n') {
        length += line.len();
        has_begun |= begins_reply(line);
        let is_empty =
            line.iter().all(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control());
        if has_begun && is_empty && line.ends_with(b"\n") {
            return Some(length);
        }
    }
    None
}

fn begins_reply(line: &[u8]) -> bool {
    matches!(line.first(), Some(b'=' | b'?'))
}

/// An engine's answer, as [`response_len`] found it: what came of the command, or why it was
/// refused.
///
/// # Errors
/// The engine's words for what is wrong.
pub fn parse_response(heard: &[u8]) -> Result<String, String> {
    let lines = heard.split(|&byte| byte == b'\n').skip_while(|line| !begins_reply(line));
    let text =
        lines.map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<_>>().join("\n");
    let is_done = text.starts_with('=');
    let behind_sign = text.get(1..).unwrap_or_default();
    let said = behind_sign.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let plain: String =
        said.chars().filter(|&letter| letter == '\n' || !letter.is_control()).collect();
    let plain = plain.trim().to_owned();
    if is_done { Ok(plain) } else { Err(plain) }
}
