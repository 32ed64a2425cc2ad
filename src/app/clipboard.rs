//! Copying to the clipboard through the terminal, with the control sequence OSC 52 of xterm.

use std::fmt;

use crossterm::Command;

use crate::printable::printable;

/// Asks the terminal to copy a text to the clipboard. Terminals that don't support it ignore it.
pub struct CopyToClipboard<'a>(pub &'a str);

impl Command for CopyToClipboard<'_> {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write!(f, "\x1b]52;c;{}\x1b\\", base64(printable(self.0).as_bytes()))
    }
}

/// Encodes bytes in Base64 (RFC 4648) with padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| chunk.get(at).copied().map_or(0, usize::from);
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let is_padding = at > chunk.len();
            let digit = ALPHABET[group >> (18 - 6 * at) & 63];
            text.push(if is_padding { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_the_test_vectors_of_its_rfc() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }

    #[test]
    fn only_printable_text_is_copied() {
        let mut out = String::new();
        CopyToClipboard("a\x1bb").write_ansi(&mut out).unwrap();
        assert!(!out[1..].trim_end_matches("\x1b\\").contains('\x1b'), "{out:?}");
        assert_eq!(out, format!("\x1b]52;c;{}\x1b\\", base64(printable("a\x1bb").as_bytes())));
    }
}
