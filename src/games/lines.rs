//! What a person types at a text program: a line, and the numbers at its start.

use std::io::{self, BufRead};

/// Bytes of a line that are kept; the rest of it is skipped.
const LONGEST: usize = 64 * 1024;

/// The next line without its newline; nothing at the end of the input, or when it can't be read. A
/// last line needs no newline.
pub fn line(input: &mut dyn BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if bytes.is_empty() {
            return any.then_some(line);
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

/// The two numbers that C's `sscanf(line, "%d %d", ...)` finds at the start of a line, if it finds
/// two. What follows them does not matter. A number too large for any board is as good as any other
/// such number.
pub fn two_numbers(line: &[u8]) -> Option<(i32, i32)> {
    let (first, rest) = number(line)?;
    let (second, _) = number(rest)?;
    Some((first, second))
}

/// The number that C's `sscanf(line, "%d", ...)` finds at the start of a line, if there is one; as
/// [`two_numbers`].
pub fn one_number(line: &[u8]) -> Option<i32> {
    number(line).map(|(number, _)| number)
}

/// White space, a sign, digits: the number and what follows it.
fn number(text: &[u8]) -> Option<(i32, &[u8])> {
    // C's isspace; unlike Rust's, it knows the vertical tab.
    let space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let text = &text[text.iter().take_while(|byte| space(byte)).count()..];
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (digits, rest) =
        text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count());
    if digits.is_empty() {
        return None;
    }
    let value = digits
        .iter()
        .fold(0_i32, |value, digit| value.saturating_mul(10).saturating_add((digit - b'0').into()));
    Some((if negative { -value } else { value }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_as_sscanf_finds_them() {
        for (line, numbers) in [
            ("0 2", Some((0, 2))),
            ("1 2.4", Some((1, 2))),
            ("3 1tree", Some((3, 1))),
            (" \t\x0b\x0c\r 3 \t 1 ", Some((3, 1))),
            ("+1 -0", Some((1, 0))),
            ("1+2", Some((1, 2))),
            ("1-2", Some((1, -2))),
            ("007 08", Some((7, 8))),
            ("1 4294967298", Some((1, i32::MAX))),
            ("1 -99999999999999999999", Some((1, -i32::MAX))),
            ("", None),
            ("1", None),
            ("1 ", None),
            ("1.2 4", None),
            ("1,2", None),
            ("1 x", None),
            ("- 1 2", None),
            ("+-1 2", None),
            ("help", None),
        ] {
            assert_eq!(two_numbers(line.as_bytes()), numbers, "{line:?}");
        }
        assert_eq!(two_numbers(b"1 2\xff"), Some((1, 2)));
        assert_eq!(two_numbers(b"1\0 2"), None);
    }

    #[test]
    fn one_number_is_enough_where_one_is_wanted() {
        for (line, number) in [
            ("1", Some(1)),
            (" 1", Some(1)),
            ("2 foo", Some(2)),
            ("0x", Some(0)),
            ("1.9", Some(1)),
            ("-0", Some(0)),
            ("4294967297", Some(i32::MAX)),
            ("", None),
            ("one", None),
            (".1", None),
            ("- 1", None),
        ] {
            assert_eq!(one_number(line.as_bytes()), number, "{line:?}");
        }
    }

    #[test]
    fn lines_end_with_a_newline_or_the_input() {
        let mut input: &[u8] = b"one\n\n\xff\r\nlast";
        for expected in [&b"one"[..], b"", b"\xff\r", b"last"] {
            assert_eq!(line(&mut input).as_deref(), Some(expected));
        }
        assert_eq!(line(&mut input), None);
    }

    #[test]
    fn a_long_line_is_one_line_but_not_kept_whole() {
        let mut long = vec![b'x'; 3 * LONGEST];
        long.extend(b"\nnext");
        let mut input = io::BufReader::with_capacity(1000, long.as_slice());
        assert_eq!(line(&mut input).map(|line| line.len()), Some(LONGEST));
        assert_eq!(line(&mut input).as_deref(), Some(&b"next"[..]));
    }
}
