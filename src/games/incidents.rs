//! What happens in a game besides its events: illegal choices, notes of programs, expired clocks
//! and resignations.

use super::{ArcadeGame, Style, grammar::sentence, spoken::Audience};
use crate::printable::{printable, truncated};
use fourcade_course::program;
use fourcade_engine::play::{Fault, ProgramNote, RecordLine, Seat};

/// Limit for a quoted line of standard error.
const MAX_STDERR_BYTES: usize = 120;

/// Describes the incidents of a line of the record. Only [`Style::Line`] quotes programs without a
/// fault: their output may reveal hidden information, and is too long for a log.
pub fn describe_incidents<G: ArcadeGame>(
    line: &RecordLine<G::Action>,
    style: Style,
    to: &Audience<G>,
) -> Vec<String> {
    let flagged = |seat| format!("{} ran out of time", to.subject(seat));
    let texts: Vec<String> = match line {
        RecordLine::Step { moves, faults, times, notes, .. } => {
            let late = times.iter().filter(|time| time.late);
            let late = late.map(|time| format!("{}: a computer chose", flagged(time.seat)));
            let has_fault = |seat| faults.iter().any(|fault| fault.seat == seat);
            let notes = notes.iter().flat_map(|note| {
                describe_note(note, style == Style::Line || has_fault(note.seat), to)
            });
            let faults = faults.iter().map(|fault| describe_fault(fault, moves, to));
            late.chain(notes).chain(faults).collect()
        }
        RecordLine::Resign(seat) => {
            let is_decided = G::decided(to.observation, None).is_some();
            let verb = if is_decided { "conceded" } else { "resigned" };
            vec![format!("{} {verb}", to.subject(*seat))]
        }
        RecordLine::Flag(seat) => vec![flagged(*seat)],
    };
    if style == Style::Spoken { texts.iter().map(|text| sentence(text)).collect() } else { texts }
}

/// Describes an illegal choice, such as `South plays the 42 - card not in hand: +5, the referee
/// chose 27`. `moves` are those of its step: if there are several, the replacement may be hidden.
fn describe_fault<G: ArcadeGame>(
    fault: &Fault,
    moves: &[(Seat, G::Action)],
    to: &Audience<G>,
) -> String {
    let player = to.subject(fault.seat);
    // The description comes from a record or quotes a program.
    let description = printable(&fault.description);
    match moves {
        _ if fault.fine == 0 => format!("{player} broke the rules ({description})"),
        [(_, action)] => {
            let chosen = to.write(*action);
            format!("{player} {description}: +{}, the referee chose {chosen}", fault.fine)
        }
        _ => format!("{player} {description}: +{}", fault.fine),
    }
}

/// The most informative line of standard error: the first after `==PID==`, with which Valgrind and
/// sanitizers report, else the last one, which ends a traceback.
fn main_line(text: &str) -> &str {
    let reported = text.lines().find_map(|line| {
        let (process, report) = line.strip_prefix("==")?.split_once("==")?;
        process.parse::<u32>().ok()?;
        Some(report.trim()).filter(|report| !report.is_empty())
    });
    let last = || text.trim_end().rsplit('\n').next().unwrap_or_default().trim();
    reported.unwrap_or_else(last)
}

/// A line for the processes that a program's answer started and, if `tells_stderr`, one for its
/// standard error.
fn describe_note<G: ArcadeGame>(
    note: &ProgramNote,
    tells_stderr: bool,
    to: &Audience<G>,
) -> Vec<String> {
    let player = to.subject(note.seat);
    let mut lines = Vec::new();
    if !note.started.is_empty() {
        let started: Vec<_> = note.started.iter().map(|name| printable(name).into()).collect();
        lines.push(format!("{player} {}", program::describe_started(&started)));
    }
    let line = main_line(&note.stderr);
    if tells_stderr && !line.is_empty() {
        let shown = truncated(line, MAX_STDERR_BYTES);
        let ellipsis = if shown.len() < line.len() { "..." } else { "" };
        lines.push(format!("{player} reports: {}{ellipsis}", printable(shown)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_informative_line_of_standard_error_is_told() {
        let valgrind =
            "==7== Invalid read of size 4\n==7==    at 0x10925B: main (a.c:11)\n==7== \n";
        assert_eq!(main_line(valgrind), "Invalid read of size 4");
        let sanitizer = "=====\n==7==ERROR: AddressSanitizer: heap\n  #0 0x1\nSUMMARY: here\n";
        assert_eq!(main_line(sanitizer), "ERROR: AddressSanitizer: heap");
        // The program's own output may come first, or be all there is.
        let both = format!("thinking\n{sanitizer}==7==ABORTING\n");
        assert_eq!(main_line(&both), "ERROR: AddressSanitizer: heap");
        assert_eq!(main_line("== round 2 ==\n==x== a\ndone\n"), "done");
        assert_eq!(main_line("Traceback:\n  File\nValueError: no\n"), "ValueError: no");
        assert_eq!(main_line(""), "");
    }
}
