//! The host of the course's text programs: their arguments, questions and answers, computer
//! players, and how they end. A program adds its texts and what it does between two questions.

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

/// A text program. It ends normally with exit status 0.
pub type Program = fn(&[OsString], &mut Console) -> Result<(), Stop>;

/// Runs a text program with its arguments and returns its exit status.
///
/// # Errors
/// Returns an error if the output can't be written.
pub fn run(program: Program, args: &[OsString], console: &mut Console) -> io::Result<u8> {
    let exit = match program(args, console) {
        Ok(()) => Exit::new(0, ""),
        Err(Stop::Exit(exit)) => exit,
        Err(Stop::Io(error)) => return Err(error),
    };
    if !exit.message.is_empty() {
        console.tell(&exit.message);
    }
    if !exit.text.is_empty() {
        writeln!(console.output, "{}", exit.text)?;
    }
    console.output.flush()?;
    Ok(exit.status)
}

/// How a text program ends before it has done everything.
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

    /// Standard output stays as it is.
    pub(crate) fn with_message(status: u8, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::new(status, "") }
    }

    pub(crate) fn explained(self, explanation: &str) -> Self {
        Self { message: format!("fourcade: {explanation}"), ..self }
    }

    /// Moves the text of a failure to standard error.
    pub(crate) fn failure_as_message(self) -> Self {
        if self.status == 0 { self } else { Self::with_message(self.status, self.text) }
    }
}

/// Why a text program stops.
pub enum Stop {
    /// It ends.
    Exit(Exit),
    /// The output can't be written, or there is no computer player.
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

/// Parses the arguments of a text program. The error says what is wrong with them or is the help
/// that was asked for.
pub(crate) fn parse_args<A: clap::Parser>(args: &[OsString]) -> Result<A, Exit> {
    // Clap expects the program's name first, but displays the one that the type gives.
    A::try_parse_from(iter::once(&OsString::new()).chain(args)).map_err(|why| {
        let text = printable_lines(&why.render().to_string()).into_owned();
        let status = if why.use_stderr() { 2 } else { 0 };
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
    /// Asks for the terminal on which typed lines are erased.
    pub echo_columns: EchoColumns,
}

impl Console<'_> {
    /// Asks until `read` accepts an answer. Otherwise it returns why not: a line that is written
    /// before the question comes again, or nothing. The program ends with `end` if the input does;
    /// a read error counts as its end.
    pub(crate) fn ask<T, R: AsRef<[u8]>>(
        &mut self,
        question: &str,
        end: &Exit,
        read: impl FnMut(&[u8]) -> Result<T, R>,
    ) -> Result<T, Stop> {
        self.ask_lines(question, end, |_| false, read)
    }

    /// Like [`Console::ask`] for two numbers, which may stand in two lines, as C's `scanf` reads
    /// them.
    pub(crate) fn ask_two_numbers<T, R: AsRef<[u8]>>(
        &mut self,
        question: &str,
        end: &Exit,
        read: impl FnMut(&[u8]) -> Result<T, R>,
    ) -> Result<T, Stop> {
        let lacks_one = |text: &[u8]| {
            number(text).is_some_and(|(_, rest)| rest.iter().all(u8::is_ascii_whitespace))
        };
        self.ask_lines(question, end, lacks_one, read)
    }

    /// The next line belongs to the answer, too, if it `is_unfinished`.
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

    /// Writes a line to standard error, which may be closed.
    pub(crate) fn tell(&mut self, message: &str) {
        let _ = writeln!(self.messages, "{message}").and_then(|()| self.messages.flush());
    }

    /// Erases a question and its typed answer from the terminal, and writes a line in their place.
    /// Does nothing if the answer is not shown there.
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

/// The maximum length of a typed line in bytes. The rest of a longer line is ignored.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Reads the next line without its line ending: a line feed, or a carriage return and a line feed.
/// Returns `None` at the end of the input and if the input cannot be read. The last line needs no
/// line ending.
pub(crate) fn read_line(input: &mut dyn BufRead) -> Option<Vec<u8>> {
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
fn erase_typed_line(prompt: &str, line: &[u8], columns: u16) -> String {
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
pub(crate) fn scan_two_numbers(line: &[u8]) -> Option<(i32, i32)> {
    let (first, rest) = number(line)?;
    let (second, _) = number(rest)?;
    Some((first, second))
}

/// Parses the number at the start of a line as C's `sscanf(line, "%d", ...)` does, or returns
/// `None` if there is none. See [`scan_two_numbers`].
pub(crate) fn scan_number(line: &[u8]) -> Option<i32> {
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

/// The computer player of each seat, `None` for a person.
pub(crate) fn make_players<G: GameInfo>(
    names: &[String],
) -> io::Result<Vec<Option<Box<dyn Player<G>>>>> {
    names.iter().map(|name| make_player(name)).collect()
}

/// `None` for a person.
pub(crate) fn make_player<G: GameInfo>(name: &str) -> io::Result<Option<Box<dyn Player<G>>>> {
    if name == HUMAN {
        return Ok(None);
    }
    check_built_in::<G>(name).map_err(io::Error::other)?;
    find_player(name).map(Some).map_err(io::Error::other)
}

/// Asks a computer player for its choice in the session's game. The player sees what
/// its seat sees, and its choice does not depend on the speed of the machine. An error if it fails
/// and its choice can't be replaced.
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
    program: Program,
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
