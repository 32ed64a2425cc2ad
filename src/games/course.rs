//! What the course's text programs share: typed lines, their echo on a terminal, the numbers at the
//! start of a line, and the computer players.

use std::io::{self, BufRead};

use unicode_width::UnicodeWidthChar as _;

use super::{ArcadeGame, find_player};
use fourcade_engine::{
    lines::read_truncated_line,
    play::{Budget, Fault, HUMAN, Player, Seat, ThinkContext, choose_checked},
};

/// The maximum length of a typed line in bytes. The rest of a longer line is ignored.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Reads the next line without its line ending: a line feed, or a carriage return and a line feed.
/// Returns `None` at the end of the input and if the input cannot be read. The last line needs no
/// line ending.
pub fn read_line(input: &mut dyn BufRead) -> Option<Vec<u8>> {
    let mut line = read_truncated_line(input, MAX_LINE_BYTES).ok().flatten()?;
    line.pop_if(|last| *last == b'\r');
    Some(line)
}

/// Returns the width of the terminal that shows both the output and the typed lines, in columns, or
/// `None` if there is no such terminal.
pub type EchoColumns = fn() -> Option<u16>;

/// The distance between two tab stops of a terminal in columns.
const TAB_STOP: usize = 8;

/// Returns the control sequence that erases a typed line with its prompt from a terminal with this
/// many columns. The cursor must be at the start of the row below, where Enter has put it.
pub fn erase_typed_line(prompt: &str, line: &[u8], columns: u16) -> String {
    let (line, columns) = (String::from_utf8_lossy(line), usize::from(columns).max(1));
    // The number of columns that the text fills, all its rows together.
    let end = prompt.chars().chain(line.chars()).fold(0_usize, |end, letter| match letter {
        '\t' => {
            // A tab does not leave its row.
            let row = end.saturating_sub(1) / columns * columns;
            let next = ((end - row) / TAB_STOP + 1) * TAB_STOP;
            (row + next.min(columns - 1)).max(end)
        }
        // A terminal shows them as ^A, ^B and so on.
        letter if letter.is_control() => end + 2,
        letter => end + letter.width().unwrap_or(0),
    });
    let rows = end.div_ceil(columns).max(1);
    format!("\x1b[{rows}A\r\x1b[J")
}

/// Parses the two numbers at the start of a line as C's `sscanf(line, "%d %d", ...)` does, or
/// returns `None` if there are fewer than two. Anything may follow them. A number that does not fit
/// becomes `i32::MAX` or `-i32::MAX`, which lies outside every board.
pub fn scan_two_numbers(line: &[u8]) -> Option<(i32, i32)> {
    let (first, rest) = number(line)?;
    let (second, _) = number(rest)?;
    Some((first, second))
}

/// Parses the number at the start of a line as C's `sscanf(line, "%d", ...)` does, or returns
/// `None` if there is none. See [`scan_two_numbers`].
pub fn scan_number(line: &[u8]) -> Option<i32> {
    number(line).map(|(number, _)| number)
}

/// Skips white space. Returns the number and the rest of the text.
fn number(text: &[u8]) -> Option<(i32, &[u8])> {
    // C's `isspace` includes the vertical tab; Rust's `is_ascii_whitespace` does not.
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let text = &text[text.iter().take_while(|byte| is_space(byte)).count()..];
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

/// `None` for a person.
pub fn make_player<G: ArcadeGame>(name: &str) -> io::Result<Option<Box<dyn Player<G>>>> {
    if name == HUMAN {
        return Ok(None);
    }
    let player = find_player::<G>(name).map_err(io::Error::other)?.make();
    player.map(Some).map_err(io::Error::other)
}

/// `decision` is the number of steps before this one. The choice does not depend on the speed of
/// the machine. An error if the player fails and its choice can't be replaced.
pub fn ask_player<G: ArcadeGame>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    seed: u64,
    decision: usize,
) -> io::Result<(G::Action, Option<Fault>)> {
    let context = ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, decision);
    choose_checked(player, game, seat, &context)
        .map_err(|error| io::Error::other(format!("a computer player gave no move: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_are_parsed_as_sscanf_does() {
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
            assert_eq!(scan_two_numbers(line.as_bytes()), numbers, "{line:?}");
        }
        assert_eq!(scan_two_numbers(b"1 2\xff"), Some((1, 2)));
        assert_eq!(scan_two_numbers(b"1\0 2"), None);
    }

    #[test]
    fn one_number_is_parsed_as_sscanf_does() {
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
            assert_eq!(scan_number(line.as_bytes()), number, "{line:?}");
        }
    }

    #[test]
    fn a_line_may_end_with_a_carriage_return_and_a_line_feed() {
        let mut input: &[u8] = b"one\r\ntwo\nthree\r\r\n\r\n\nlast\r";
        for expected in [&b"one"[..], b"two", b"three\r", b"", b"", b"last"] {
            assert_eq!(read_line(&mut input).as_deref(), Some(expected));
        }
        assert_eq!(read_line(&mut input), None);
    }

    #[test]
    fn all_rows_of_a_typed_line_are_erased() {
        for (line, columns, rows) in [
            ("", 20, 1),
            ("1 2", 20, 1),
            // The cursor waits in the last column until Enter.
            ("1 2 and 9 more ", 20, 1),
            ("1 2 and 10 more ", 20, 2),
            ("1 2\t345", 20, 1),
            ("1 2\t3456", 20, 1),
            ("1 2\t34567", 20, 2),
            ("1 2\t\t\t\t", 20, 1),
            ("\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}", 20, 2),
            ("１１１１１１１１", 20, 2),
            ("1 2", 0, 8),
        ] {
            let erase = erase_typed_line("Row: ", line.as_bytes(), columns);
            assert_eq!(erase, format!("\x1b[{rows}A\r\x1b[J"), "{line:?}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let mut text = vec![b'x'; 3 * MAX_LINE_BYTES];
        text.extend(b"\nnext");
        let mut input = text.as_slice();
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(MAX_LINE_BYTES));
        assert_eq!(read_line(&mut input).as_deref(), Some(&b"next"[..]));
        assert_eq!(read_line(&mut input), None);
    }
}
