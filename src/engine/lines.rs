//! Reading lines with a limit on their length and so on the memory they take.

use std::io::{self, BufRead, Read};

/// The result of [`read_line`]. No variant's text includes the line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadLine {
    /// A line that ends with a line feed.
    Complete(Vec<u8>),
    /// The last line of the input, if it has no line feed.
    Unterminated(Vec<u8>),
    /// The first bytes of a line that is too long. The rest has not been read.
    TooLong(Vec<u8>),
    /// The input has ended.
    End,
}

/// Reads a line of at most `max_bytes` bytes, including the line feed.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn read_line(input: &mut dyn BufRead, max_bytes: usize) -> io::Result<ReadLine> {
    let mut text = Vec::new();
    let read = Read::take(&mut *input, max_bytes as u64).read_until(b'\n', &mut text)?;
    Ok(if text.last() == Some(&b'\n') {
        text.pop();
        ReadLine::Complete(text)
    } else if read == 0 {
        ReadLine::End
    } else if read >= max_bytes {
        ReadLine::TooLong(text)
    } else {
        ReadLine::Unterminated(text)
    })
}

/// Reads a line, without its line feed, or returns `None` at the end of the input. The last line
/// needs no line feed. Truncates a longer line to `max_bytes` and skips its rest.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn read_truncated_line(
    input: &mut dyn BufRead,
    max_bytes: usize,
) -> io::Result<Option<Vec<u8>>> {
    Ok(match read_line(input, max_bytes)? {
        ReadLine::Complete(text) | ReadLine::Unterminated(text) => Some(text),
        ReadLine::TooLong(text) => {
            input.skip_until(b'\n')?;
            Some(text)
        }
        ReadLine::End => None,
    })
}

const MAX_UTF_16_BYTES: u64 = 64 << 20;

/// Decodes a text to UTF-8: skips a byte order mark, and decodes UTF-16 with a mark, up to 64 MiB.
///
/// # Errors
/// Returns an error if the input cannot be read, or if its UTF-16 is too long.
pub fn decode_to_utf8<R: Read>(mut input: R) -> io::Result<io::Chain<io::Cursor<Vec<u8>>, R>> {
    const UTF_8: [u8; 3] = [0xef, 0xbb, 0xbf];
    let mut start = Vec::new();
    (&mut input).take(UTF_8.len() as u64).read_to_end(&mut start)?;
    let unit: fn([u8; 2]) -> u16 = match *start {
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
    let units = bytes.chunks(2).map(|pair| unit([pair[0], pair.get(1).copied().unwrap_or(0)]));
    let letters = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(io::Cursor::new(letters.collect::<String>().into_bytes()).chain(input))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_line_ends_with_a_line_feed_or_with_the_input() {
        let mut input: &[u8] = b"one\n\n\xff\r\nlast";
        for expected in [&b"one"[..], b"", b"\xff\r"] {
            assert_eq!(read_line(&mut input, 10).unwrap(), ReadLine::Complete(expected.to_vec()));
        }
        assert_eq!(read_line(&mut input, 10).unwrap(), ReadLine::Unterminated(b"last".to_vec()));
        assert_eq!(read_line(&mut input, 10).unwrap(), ReadLine::End);
    }

    #[test]
    fn the_limit_includes_the_line_feed() {
        let mut input: &[u8] = b"1234\n12345\n";
        assert_eq!(read_line(&mut input, 5).unwrap(), ReadLine::Complete(b"1234".to_vec()));
        assert_eq!(read_line(&mut input, 5).unwrap(), ReadLine::TooLong(b"12345".to_vec()));
        assert_eq!(read_line(&mut input, 5).unwrap(), ReadLine::Complete(Vec::new()));
    }

    #[test]
    fn an_endless_line_is_read_up_to_the_limit() {
        let mut endless = BufReader::new(io::repeat(0));
        assert_eq!(read_line(&mut endless, 100).unwrap(), ReadLine::TooLong(vec![0; 100]));
    }

    #[test]
    fn marks_are_left_out_and_utf_16_is_decoded() {
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

    #[test]
    fn the_rest_of_a_truncated_line_is_skipped() {
        let mut text = vec![b'x'; 3000];
        text.extend(b"\nnext\nlast");
        let mut input = BufReader::with_capacity(100, text.as_slice());
        let mut read = || read_truncated_line(&mut input, 1000).unwrap();
        assert_eq!(read(), Some(vec![b'x'; 1000]));
        assert_eq!(read().as_deref(), Some(&b"next"[..]));
        assert_eq!(read().as_deref(), Some(&b"last"[..]));
        assert_eq!(read(), None);
    }
}
