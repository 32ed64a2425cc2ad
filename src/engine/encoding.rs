//! Text in other encodings than UTF-8.

use std::io::{self, Read};

/// The maximum length of a UTF-16 text, because it is decoded in memory. Other texts are streamed.
const MAX_UTF_16_BYTES: u64 = 64 << 20;

/// Decodes a text to UTF-8. A byte order mark is skipped; if it is one of UTF-16, the text is
/// decoded from UTF-16, up to 64 MiB.
///
/// # Errors
/// Returns an error if the input cannot be read, or if its UTF-16 is too long.
pub fn decode_to_utf8<R: Read>(mut input: R) -> io::Result<io::Chain<io::Cursor<Vec<u8>>, R>> {
    const UTF_8: [u8; 3] = [0xef, 0xbb, 0xbf];
    let mut start = Vec::new();
    (&mut input).take(UTF_8.len() as u64).read_to_end(&mut start)?;
    let unit_from_bytes: fn([u8; 2]) -> u16 = match *start {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => {
            if start == UTF_8 {
                start.clear();
            }
            return Ok(io::Cursor::new(start).chain(input));
        }
    };
    let mut bytes = start.split_off(2);
    (&mut input).take(MAX_UTF_16_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_UTF_16_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long"));
    }
    let units =
        bytes.chunks(2).map(|pair| unit_from_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]));
    let letters =
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(io::Cursor::new(letters.collect::<String>().into_bytes()).chain(input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_are_skipped_and_utf_16_is_decoded() {
        let text = "{\"é\": \"🂡\"}\r\n";
        let units = |bytes: fn(u16) -> [u8; 2]| {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<_>>()
        };
        let marked = format!("\u{feff}{text}").into_bytes();
        let written = [text.into(), marked, units(u16::to_le_bytes), units(u16::to_be_bytes)];
        let read = |bytes: &[u8]| {
            let mut read = Vec::new();
            decode_to_utf8(bytes)?.read_to_end(&mut read).map(|_| read)
        };
        for bytes in written {
            assert_eq!(read(&bytes).unwrap(), text.as_bytes(), "{bytes:?}");
        }
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"{", "{"),
            (b"\xef\xbb", "\u{fffd}"),
            (b"\xff\xfe", ""),
            (b"\xff\xfea", "a"),
            (b"\xff\xfe\x00\xd8", "\u{fffd}"),
        ] {
            assert_eq!(String::from_utf8_lossy(&read(bytes).unwrap()), expected, "{bytes:?}");
        }
    }
}
