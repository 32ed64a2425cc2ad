//! Shared parts of the course's text programs: arguments, questions and answers, computer players,
//! and exit statuses.

use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, BufRead, Write},
    iter,
};

use unicode_width::UnicodeWidthChar as _;

use crate::players::check_built_in;
use fourcade_engine::printable::printable_lines;
use fourcade_engine::{
    lines::read_truncated_line,
    play::{
        Budget, Fault, GameInfo, HUMAN, Player, Seat, Session, ThinkContext, choose_checked,
        find_player,
    },
};

/// A text program. `Ok` means exit status 0.
pub type TextProgram = fn(&[OsString], &mut Console) -> Result<(), Stop>;

/// Runs a text program and returns its exit status.
///
/// # Errors
/// Returns an error if the output can't be written.
pub fn run(program: TextProgram, args: &[OsString], console: &mut Console) -> io::Result<u8> {
    let exit = match program(args, console) {
        Ok(()) => Exit::new(0, ""),
        Err(Stop::Exit(exit)) => exit,
        Err(Stop::Io(error)) => return Err(error),
    };
    if !exit.message.is_empty() {
        console.write_message(&exit.message);
    }
    if !exit.text.is_empty() {
        writeln!(console.output, "{}", exit.text)?;
    }
    console.output.flush()?;
    Ok(exit.status)
}

/// An early end of a text program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit status.
    pub status: u8,
    /// The last lines on standard output.
    pub text: Cow<'static, str>,
    /// The last lines on standard error.
    pub message: String,
}

impl Exit {
    pub(crate) const fn new(status: u8, text: &'static str) -> Self {
        Self { status, text: Cow::Borrowed(text), message: String::new() }
    }

    pub(crate) fn with_text(status: u8, text: impl Into<Cow<'static, str>>) -> Self {
        Self { text: text.into(), ..Self::new(status, "") }
    }

    pub(crate) fn with_message(status: u8, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::new(status, "") }
    }

    pub(crate) fn explained(self, explanation: &str) -> Self {
        Self { message: format!("fourcade: {explanation}"), ..self }
    }

    /// Moves the text to standard error if the status is a failure.
    pub(crate) fn failure_as_message(self) -> Self {
        if self.status == 0 { self } else { Self::with_message(self.status, self.text) }
    }
}

/// Why a text program stops.
pub enum Stop {
    /// The program has ended early.
    Exit(Exit),
    /// The output can't be written, or a computer player failed.
    Io(io::Error),
}

impl From<Exit> for Stop {
    fn from(exit: Exit) -> Self {
        Self::Exit(exit)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Parses the arguments of a text program. The error is clap's error message, or the help if that
/// was requested.
pub(crate) fn parse_args<A: clap::Parser>(args: &[OsString]) -> Result<A, Exit> {
    // Clap expects the program's name first, but shows the one of the type.
    A::try_parse_from(iter::once(&OsString::new()).chain(args)).map_err(|error| {
        let text = printable_lines(&error.render().to_string()).into_owned();
        let status = if error.use_stderr() { 2 } else { 0 };
        Exit::with_text(status, text.strip_suffix('\n').unwrap_or(&text).to_owned())
    })
}

/// The standard streams of a text program.
pub struct Console<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub messages: &'a mut dyn Write,
    /// Width of the terminal on which typed lines can be erased.
    pub echo_columns: EchoColumns,
}

impl Console<'_> {
    /// Asks until `read` accepts an answer. Its error is a line to print before the question is
    /// repeated, or empty. At the end of the input, or after a read error, the program ends with
    /// `end`.
    pub(crate) fn ask<T, R: AsRef<[u8]>>(
        &mut self,
        question: &str,
        end: &Exit,
        read: impl FnMut(&[u8]) -> Result<T, R>,
    ) -> Result<T, Stop> {
        self.ask_lines(question, end, |_| false, read)
    }

    /// Like [`Console::ask`] for two numbers, which may be on two lines, as for C's `scanf`.
    pub(crate) fn ask_two_numbers<T, R: AsRef<[u8]>>(
        &mut self,
        question: &str,
        end: &Exit,
        read: impl FnMut(&[u8]) -> Result<T, R>,
    ) -> Result<T, Stop> {
        let lacks_one = |text: &[u8]| {
            split_number(text).is_some_and(|(_, rest)| rest.iter().all(u8::is_ascii_whitespace))
        };
        self.ask_lines(question, end, lacks_one, read)
    }

    /// Asks as [`Console::ask`] does. While the answer `is_unfinished`, the next line belongs to
    /// it.
    fn ask_lines<T, R: AsRef<[u8]>>(
        &mut self,
        question: &str,
        end: &Exit,
        is_unfinished: impl Fn(&[u8]) -> bool,
        mut read: impl FnMut(&[u8]) -> Result<T, R>,
    ) -> Result<T, Stop> {
        loop {
            write!(self.output, "{question}")?;
            self.output.flush()?;
            let mut line = read_line(self.input).ok_or_else(|| end.clone())?;
            while is_unfinished(&line) {
                line.push(b'\n');
                line.extend(read_line(self.input).ok_or_else(|| end.clone())?);
            }
            let refusal = match read(&line) {
                Ok(answer) => return Ok(answer),
                Err(refusal) => refusal,
            };
            if !refusal.as_ref().is_empty() {
                self.output.write_all(refusal.as_ref())?;
                writeln!(self.output)?;
            }
        }
    }

    /// Writes a line to standard error, if that is open.
    pub(crate) fn write_message(&mut self, message: &str) {
        let _ = writeln!(self.messages, "{message}").and_then(|()| self.messages.flush());
    }

    /// Replaces a question and its typed answer on the terminal by another line. Does nothing if
    /// the answer isn't shown on a terminal.
    pub(crate) fn hide_answer(
        &mut self,
        question: &str,
        line: &[u8],
        instead: &str,
    ) -> io::Result<()> {
        let Some(columns) = (self.echo_columns)() else { return Ok(()) };
        writeln!(self.output, "{}{instead}", erase_typed_line(question, line, columns))
    }
}

/// Longer typed lines are cut off.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Reads the next line and removes its LF or CR LF, if any. Returns `None` at the end of the input
/// or after a read error.
pub(crate) fn read_line(input: &mut dyn BufRead) -> Option<Vec<u8>> {
    let mut line = read_truncated_line(input, MAX_LINE_BYTES).ok().flatten()?;
    line.pop_if(|last| *last == b'\r');
    Some(line)
}

/// Returns the width in columns of the terminal that shows both the output and the typed lines, or
/// `None` without such a terminal.
pub type EchoColumns = fn() -> Option<u16>;

const TAB_STOP: usize = 8;

/// Returns the control sequence that erases a prompt and a typed line. The cursor must be at the
/// start of the row below.
fn erase_typed_line(prompt: &str, line: &[u8], columns: u16) -> String {
    let (line, columns) = (String::from_utf8_lossy(line), usize::from(columns).max(1));
    // Number of columns that the text fills, counted through all its rows.
    let end = prompt.chars().chain(line.chars()).fold(0_usize, |end, letter| match letter {
        '\t' => {
            // A tab stops at the end of its row.
            let row = end.saturating_sub(1) / columns * columns;
            let next = ((end - row) / TAB_STOP + 1) * TAB_STOP;
            (row + next.min(columns - 1)).max(end)
        }
        // Terminals echo these as ^A, ^B and so on.
        letter if letter.is_control() => end + 2,
        letter => end + letter.width().unwrap_or(0),
    });
    let rows = end.div_ceil(columns).max(1);
    format!("\x1b[{rows}A\r\x1b[J")
}

/// Parses the two numbers at the start of a line as C's `sscanf(line, "%d %d", ...)` does, or
/// returns `None` if there are fewer. Anything may follow. A number out of range becomes `i32::MAX`
/// or `-i32::MAX`, which is outside every board.
pub(crate) fn scan_two_numbers(line: &[u8]) -> Option<(i32, i32)> {
    let (first, rest) = split_number(line)?;
    let (second, _) = split_number(rest)?;
    Some((first, second))
}

/// Like [`scan_two_numbers`] for one number.
pub(crate) fn scan_number(line: &[u8]) -> Option<i32> {
    split_number(line).map(|(number, _)| number)
}

/// Returns the number after leading white space and the rest of the text.
fn split_number(text: &[u8]) -> Option<(i32, &[u8])> {
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

/// Makes the computer player of each seat; `None` for a person.
pub(crate) fn make_players<G: GameInfo>(
    names: &[String],
) -> io::Result<Vec<Option<Box<dyn Player<G>>>>> {
    names.iter().map(|name| make_player(name)).collect()
}

/// Returns `None` for a person.
pub(crate) fn make_player<G: GameInfo>(name: &str) -> io::Result<Option<Box<dyn Player<G>>>> {
    if name == HUMAN {
        return Ok(None);
    }
    check_built_in::<G>(name).map_err(io::Error::other)?;
    find_player(name).map(Some).map_err(io::Error::other)
}

/// Asks a computer player for its choice, with a budget that doesn't depend on the machine's speed.
/// Returns an error if the player fails and its choice can't be replaced.
pub(crate) fn ask_player<G: GameInfo>(
    player: &mut dyn Player<G>,
    session: &Session<G>,
    seat: Seat,
) -> io::Result<(G::Action, Option<Fault>)> {
    let (seed, decision) = (session.header().seed, session.lines().len());
    let context = ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, decision);
    choose_checked(player, session.game(), seat, &context)
        .map_err(|error| io::Error::other(format!("a computer player gave no move: {error}")))
}

/// Runs a program on this input. Returns its output, its messages and its exit status.
#[cfg(test)]
pub(crate) fn run_on<A: AsRef<std::ffi::OsStr>>(
    program: TextProgram,
    args: &[A],
    mut input: &[u8],
    echo_columns: EchoColumns,
) -> (String, String, u8) {
    let args: Vec<_> = args.iter().map(|arg| arg.as_ref().to_owned()).collect();
    let (mut output, mut messages) = (Vec::new(), Vec::new());
    let mut console =
        Console { input: &mut input, output: &mut output, messages: &mut messages, echo_columns };
    let status = run(program, &args, &mut console).expect("a vector can be written");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (text(output), text(messages), status)
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
