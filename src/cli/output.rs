//! The output of commands: text, messages, JSON, aligned tables and progress.

use std::{
    fmt,
    io::{self, BufWriter, Stdout, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::{
    games::counted,
    printable::{PrintableWriter, printable, printable_json, printable_lines},
};
use fourcade_engine::play::CancelToken;

/// Interval of checks whether standard output was closed.
const OUTPUT_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Buffered standard output that makes all text printable.
pub type StandardOutput = BufWriter<PrintableWriter<Stdout>>;

pub fn standard_output() -> StandardOutput {
    BufWriter::with_capacity(64 * 1024, PrintableWriter::new(io::stdout()))
}

/// Starts a thread that sets the returned flag and cancels the token once the reader of standard
/// output is gone.
pub fn watch_output(cancel: &CancelToken) -> io::Result<Arc<AtomicBool>> {
    let is_unread = Arc::new(AtomicBool::new(false));
    let (flag, cancel) = (Arc::clone(&is_unread), cancel.clone());
    // Not joined: it ends with the process.
    thread::Builder::new().name("output".to_owned()).spawn(move || {
        let Ok(pause) = Timespec::try_from(OUTPUT_CHECK_INTERVAL) else { return };
        let stdout = io::stdout();
        while !cancel.is_cancelled() {
            // `poll` always reports a pipe or socket that was closed at its other end.
            let mut output = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut output, Some(&pause)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) if output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                    flag.store(true, Ordering::SeqCst);
                    cancel.cancel();
                }
                // This kind of output can't be watched.
                Ok(_) | Err(_) => return,
            }
        }
    })?;
    Ok(is_unread)
}

/// Prints a message to standard error. Ignores errors, because standard error may be closed.
pub fn print_message(message: &dyn fmt::Display) {
    print_lines(&format!("fourcade: {message}\n"));
}

pub fn print_messages(messages: &[String]) {
    for message in messages {
        print_message(message);
    }
}

/// Like [`print_message`], without the program's name.
pub fn print_lines(text: &str) {
    let _ = io::stderr().write_all(printable_lines(text).as_bytes());
}

/// Writes a value as a line of JSON with printable strings.
pub fn write_json(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(output, "{}", printable_json(&serde_json::to_string(value)?))
}

/// A column of a table: its heading, and a function from a row to its cell.
pub type Column<T> = (&'static str, fn(&T) -> String);

/// Returns the cells of a table: the headings, then a line for each row.
pub fn table_lines<'a, T: 'a>(
    columns: &[&Column<T>],
    rows: impl IntoIterator<Item = &'a T>,
) -> Vec<Vec<String>> {
    let headings = columns.iter().map(|(heading, _)| (*heading).to_owned()).collect();
    let cells = |row| columns.iter().map(|(_, cell)| printable(&cell(row)).into_owned()).collect();
    std::iter::once(headings).chain(rows.into_iter().map(cells)).collect()
}

/// Writes a table whose lines all have the same number of cells. The first column is left-aligned,
/// the others right-aligned.
pub fn write_table(output: &mut dyn Write, lines: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| lines.iter().map(|line| line[column].width()).max().unwrap_or(0);
    let gap = |cell: &str, width: usize| " ".repeat(width.saturating_sub(cell.width()));
    let columns = lines.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns).map(width).collect();
    for line in lines {
        write!(output, "{}{}", line[0], gap(&line[0], widths[0]))?;
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            write!(output, "  {}{cell}", gap(cell, *width))?;
        }
        writeln!(output)?;
    }
    Ok(())
}

/// Describes how games were played: on threads of this process, or by a command if `None`.
pub fn described_threads(threads: Option<usize>) -> String {
    threads.map_or("played by a command".to_owned(), |threads| counted(threads, "thread"))
}

/// Creates a progress bar for `total` items, named by a plural noun. It is drawn on standard error
/// if that is a terminal.
pub fn progress_bar(total: usize, noun: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{human_pos}} of {{human_len}} {noun}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Creates a spinner, which is drawn on standard error if that is a terminal.
pub fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}");
    let bar = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_table_are_as_wide_as_they_are_shown() {
        let lines = [["player", "points"], ["日本語", "1"], ["é", "12"], ["e\u{301}", "3"]]
            .map(|line| line.map(str::to_owned).to_vec());
        let mut table = Vec::new();
        write_table(&mut table, &lines).unwrap();
        let table = String::from_utf8(table).unwrap();
        assert!(table.lines().all(|line| line.width() == 14), "{table}");
    }
}
