//! Makes untrusted text safe to print and to draw.
//!
//! Names, notes, paths and messages come from files, databases, other programs, the environment and
//! the system. They may hold control sequences that a terminal obeys, and characters that hide or
//! reorder text. This module makes such characters visible: `\u{1b}` in place of an escape
//! character.
//!
//! | for | use |
//! |---|---|
//! | a text within a line | [`printable`], [`printable_path`] |
//! | a text of several lines | [`printable_lines`] |
//! | the start of a long text | [`truncated`] |
//! | everything that a command prints | [`PrintableWriter`] |
//! | JSON | [`printable_json`] |
//!
//! Records are written as printable JSON. In fourcade, text from elsewhere is printed through
//! `cli::output` or made printable first, and each cell is checked before it is drawn.
//! `tests/architecture` lists the few files that may open standard output or standard error.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

/// Whether a character must not reach a terminal unescaped: control characters, line and paragraph
/// separators, annotation marks, and Unicode's default ignorable characters (direction marks,
/// zero-width and other invisible characters).
///
/// The variation selectors U+FE00 to U+FE0F are ignorable, too, but allowed: emoji need them, and
/// they hide nothing.
pub fn is_unprintable(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    matches!(
        letter,
        '\u{80}'..='\u{9f}' // control characters
            | '\u{ad}' // soft hyphen
            | '\u{34f}' // combining grapheme joiner
            | '\u{61c}' // Arabic direction mark
            | '\u{115f}'..='\u{1160}' // Hangul fillers
            | '\u{17b4}'..='\u{17b5}' // Khmer inherent vowels
            | '\u{180b}'..='\u{180f}' // Mongolian variation selectors and vowel separator
            | '\u{200b}'..='\u{200f}' // zero-width space and joiners, direction marks
            | '\u{2028}'..='\u{202e}' // line and paragraph separators, direction overrides
            | '\u{2060}'..='\u{206f}' // word joiner, invisible operators, direction isolates
            | '\u{3164}' // Hangul filler
            | '\u{feff}' // byte order mark
            | '\u{ffa0}' // halfwidth Hangul filler
            | '\u{fff0}'..='\u{fffb}' // unassigned, and marks of interlinear annotations
            | '\u{1bca0}'..='\u{1bca3}' // shorthand format controls
            | '\u{1d173}'..='\u{1d17a}' // musical format controls
            | '\u{e0000}'..='\u{e0fff}' // tags, variation selectors from the 17th on
    )
}

/// Escapes unprintable characters, including line feeds and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    escape(text, is_unprintable)
}

/// Escapes unprintable characters, except for line feeds and tabs.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escape(text, |letter| is_unprintable(letter) && letter != '\n' && letter != '\t')
}

/// Replaces the unprintable characters in JSON strings by JSON escapes, which keeps the meaning.
/// Line feeds between values stay.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    replace(
        json,
        |letter| is_unprintable(letter) && letter != '\n',
        |letter, output| {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(output, "\\u{unit:04x}");
            }
        },
    )
}

/// The longest start of a text that has at most `max_bytes` bytes and splits no character.
pub fn truncated(text: &str, max_bytes: usize) -> &str {
    let ends = 0..=max_bytes.min(text.len());
    ends.rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// Makes a path printable, like [`printable`]. Replaces invalid Unicode.
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    replace(text, is_escaped, |letter, output| match letter {
        '\n' => output.push_str("\\n"),
        '\r' => output.push_str("\\r"),
        '\t' => output.push_str("\\t"),
        _ => output.extend(letter.escape_unicode()),
    })
}

/// Replaces the characters for which `is_replaced` is true by the output of `write`.
fn replace(
    text: &str,
    is_replaced: impl Fn(char) -> bool,
    write: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    let Some(first) = text.find(&is_replaced) else { return text.into() };
    let mut output = String::with_capacity(text.len() + 8);
    output.push_str(&text[..first]);
    for letter in text[first..].chars() {
        if is_replaced(letter) { write(letter, &mut output) } else { output.push(letter) }
    }
    output.into()
}

/// Makes all output printable, like [`printable_lines`]. Replaces invalid UTF-8.
///
/// An incomplete character waits for its other bytes, even when the writer is flushed. If it is the
/// last of the output, it is never written.
#[derive(Debug)]
pub struct PrintableWriter<W: Write> {
    output: W,
    /// The start of an incomplete character: at most three bytes.
    incomplete: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    /// Creates a writer to `output`.
    pub fn new(output: W) -> Self {
        Self { output, incomplete: Vec::new() }
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.incomplete.is_empty()
            && bytes.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~'))
        {
            self.output.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.incomplete);
        all.extend_from_slice(bytes);
        let mut text = String::with_capacity(all.len());
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let invalid = chunk.invalid();
            if chunks.peek().is_none() && is_incomplete(invalid) {
                self.incomplete = invalid.to_vec();
            } else if !invalid.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.output.write_all(printable_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Whether these bytes may start a character, and more bytes are needed to tell.
fn is_incomplete(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether a terminal shows all of a text and obeys nothing in it.
    fn is_safe(text: &str) -> bool {
        !text.contains(|letter: char| {
            (letter.is_control() && letter != '\n' && letter != '\t')
                || "\u{ad}\u{61c}\u{200b}\u{200e}\u{202e}\u{2028}\u{2029}\u{2066}\u{feff}"
                    .contains(letter)
        })
    }

    #[test]
    fn truncating_splits_no_character() {
        let starts = [0, 1, 2, 3, 4, 9].map(|bytes| truncated("aéz", bytes));
        assert_eq!(starts, ["", "a", "a", "aé", "aéz", "aéz"]);
    }

    #[test]
    fn unprintable_characters_become_visible() {
        for (text, shown) in [
            ("level:3", "level:3"),
            ("\u{1b}]0;PWNED\u{7}", "\\u{1b}]0;PWNED\\u{7}"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("evil\u{202e}gpj.exe", "evil\\u{202e}gpj.exe"),
            ("a\u{200b}b\u{2028}c\u{feff}", "a\\u{200b}b\\u{2028}c\\u{feff}"),
            (
                "Ödön, \u{5d0}\u{5d1}, \u{1f3b2}, ♥\u{fe0f}",
                "Ödön, \u{5d0}\u{5d1}, \u{1f3b2}, ♥\u{fe0f}",
            ),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\tb\n\u{1b}[2J\r\n"), "a\tb\n\\u{1b}[2J\\r\n");
        assert_eq!(printable_path(Path::new("a\nb")), "a\\nb");
    }

    proptest! {
        #[test]
        fn any_text_becomes_safe_and_printable_text_stays(text in ".*", junk in "\\PC*") {
            prop_assert!(is_safe(&printable(&text)) && !printable(&text).contains('\n'));
            prop_assert!(is_safe(&printable_lines(&text)));
            let once = printable(&text);
            prop_assert_eq!(printable(&once), once.as_ref());
            prop_assert!(junk.contains(is_unprintable) || printable(&junk) == junk);
        }

        #[test]
        fn json_keeps_its_meaning(text in any::<String>()) {
            let json = serde_json::to_string(&text).unwrap();
            let safe = printable_json(&json);
            prop_assert!(is_safe(&safe));
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }

        #[test]
        fn a_stream_is_made_printable_however_it_is_split(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            text in any::<String>(),
            part_length in 1..8_usize,
        ) {
            let write = |bytes: &[u8]| {
                let mut written = Vec::new();
                let mut writer = PrintableWriter::new(&mut written);
                for part in bytes.chunks(part_length) {
                    writer.write_all(part).unwrap();
                }
                writer.flush().unwrap();
                String::from_utf8(written).unwrap()
            };
            prop_assert!(is_safe(&write(&bytes)));
            prop_assert_eq!(write(text.as_bytes()), printable_lines(&text));
        }
    }
}
