//! Reading lines of limited length, so that no input can fill the memory.

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

/// Reads a line of at most `max_bytes` bytes, including its line feed. The same limit applies to
/// the text of an unterminated line: at most `max_bytes - 1` bytes.
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
        let mut last: &[u8] = b"1234";
        assert_eq!(read_line(&mut last, 5).unwrap(), ReadLine::Unterminated(b"1234".to_vec()));
        let mut long: &[u8] = b"12345";
        assert_eq!(read_line(&mut long, 5).unwrap(), ReadLine::TooLong(b"12345".to_vec()));
    }

    #[test]
    fn an_endless_line_is_read_up_to_the_limit() {
        let mut endless = BufReader::new(io::repeat(0));
        assert_eq!(read_line(&mut endless, 100).unwrap(), ReadLine::TooLong(vec![0; 100]));
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
