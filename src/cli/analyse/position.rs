//! One position of Flip.

use std::{
    io::{BufWriter, Write, stdout},
    process::ExitCode,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::Number;

use super::Analyse;
use crate::{
    cli::{
        error::{self, Error},
        interrupts::{INTERRUPTED, Interrupts},
    },
    games::flip::{
        engine::{SearchResult, analyse},
        rules::{FlipPosition, Square},
    },
    play::{CancelToken, PlayerError, ThinkContext},
};

/// Analyses the position that is written like this.
pub fn run(options: &Analyse, board: &str) -> Result<ExitCode, Error> {
    let position: FlipPosition = board
        .parse()
        .map_err(|why| Error::usage(format!("--board: {why}; such as --board {EXAMPLE:?}")))?;
    let cancel = CancelToken::default();
    let seat = position.to_move.seat();
    let think = ThinkContext::new(options.budget(), 0, seat, 0).with_cancel(cancel.clone());
    let found = {
        let _watched = Interrupts::watch(&cancel)?;
        let bar = spinner();
        let found = analyse(&position, &options.effort(), &think, &mut |found| {
            bar.set_message(progress(found, think.elapsed()));
        });
        bar.finish_and_clear();
        found
    };
    let time = think.elapsed();
    let found = match found {
        Ok(found) => found,
        Err(PlayerError::Cancelled) => return Err(Error::Interrupted),
        Err(PlayerError::Fault(why)) => {
            return Err(Error::Failed(format!("{why}; give more with --time or --nodes")));
        }
    };
    if cancel.is_cancelled() {
        error::report(&"interrupted: this is what was found until then");
    } else if options.exact && !found.exact {
        error::report(&"the budget ended before the end was reached: this is an estimate");
    }
    let mut output = BufWriter::new(stdout());
    if options.json {
        serde_json::to_writer(&mut output, &Report::of(&found, time))
            .map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        write_words(&mut output, &position, &found, time)?;
    }
    output.flush()?;
    Ok(if cancel.is_cancelled() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A position as it is written.
const EXAMPLE: &str = "-----OX--XO----- O";

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    score: Option<Number>,
    best: Vec<String>,
    line: Vec<String>,
    exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

impl Report {
    fn of(found: &SearchResult, time: Duration) -> Self {
        let cells = |cells: &[Square]| cells.iter().map(Square::to_string).collect();
        Self {
            score: tiles(found.score),
            best: cells(&found.best),
            line: cells(&found.line),
            exact: found.exact,
            depth: found.depth,
            nodes: found.nodes,
            seconds: time.as_secs_f64(),
        }
    }
}

/// Hundredths of a tile in tiles: a whole number where it is one.
fn tiles(hundredths: i32) -> Option<Number> {
    if hundredths % 100 == 0 {
        Some((hundredths / 100).into())
    } else {
        Number::from_f64(f64::from(hundredths) / 100.0)
    }
}

/// `+6`, `-12.25` or `0`.
pub fn signed(hundredths: i32) -> String {
    match (hundredths, hundredths % 100) {
        (0, _) => "0".to_owned(),
        (whole, 0) => format!("{:+}", whole / 100),
        (part, _) => format!("{:+.2}", f64::from(part) / 100.0),
    }
}

fn write_words(
    output: &mut dyn Write,
    position: &FlipPosition,
    found: &SearchResult,
    time: Duration,
) -> Result<(), Error> {
    let mover = position.to_move;
    let cells =
        |cells: &[Square]| cells.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
    let surely = match (found.exact, found.depth) {
        (true, 0) => "the game is over".to_owned(),
        (true, _) => "the final score with best play".to_owned(),
        (false, depth) => format!("an estimate, {depth} moves ahead"),
    };
    writeln!(output, "score   {} tiles for {mover} ({surely})", signed(found.score))?;
    if !found.best.is_empty() {
        writeln!(output, "best    {}", cells(&found.best))?;
    } else if !position.is_over() {
        writeln!(output, "best    none: {mover} must pass")?;
    }
    if !found.line.is_empty() {
        writeln!(output, "line    {}", cells(&found.line))?;
    }
    Ok(writeln!(output, "looked  at {}", speed(found.nodes, time))?)
}

/// `1200 positions in 0.10 s, 12000 a second`.
fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // three digits are read
    let each = nodes as f64 / seconds.max(1e-6);
    let positions =
        if nodes == 1 { "1 position".to_owned() } else { format!("{} positions", counted(nodes)) };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // it is positive, and the cast saturates
    let each = counted(each as u64);
    format!("{positions} in {seconds:.2} s, {each} a second")
}

/// `950`, `12 k` or `3.4 M`.
fn counted(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{} k", number / 1000),
        1_000_000..1_000_000_000 => format!("{}.{} M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{} G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
}

fn progress(found: &SearchResult, time: Duration) -> String {
    let exact =
        if found.exact { "solved".to_owned() } else { format!("{} moves ahead", found.depth) };
    let best = found.best.first().map_or_else(String::new, |cell| format!(", best {cell}"));
    format!("{exact}: {} tiles{best}, {}", signed(found.score), speed(found.nodes, time))
}

/// Drawn on standard error, and only if that is a terminal.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_whole_or_have_two_digits() {
        for (hundredths, json, words) in [
            (600, "6", "+6"),
            (-1200, "-12", "-12"),
            (0, "0", "0"),
            (325, "3.25", "+3.25"),
            (-50, "-0.5", "-0.50"),
        ] {
            assert_eq!(tiles(hundredths).unwrap().to_string(), json);
            assert_eq!(signed(hundredths), words);
        }
    }

    #[test]
    fn speeds_are_short() {
        assert_eq!(speed(1, Duration::ZERO), "1 position in 0.00 s, 1.0 M a second");
        assert_eq!(
            speed(24_600_000, Duration::from_secs(2)),
            "24.6 M positions in 2.00 s, 12.3 M a second"
        );
    }
}
