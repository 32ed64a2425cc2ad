//! The analysis of a position of Flip.

use std::{io::Write, process::ExitCode, time::Duration};

use serde::Serialize;
use serde_json::Number;

use super::AnalyseArgs;
use crate::{
    cli::{
        error::{self, CliError},
        interrupts::{self, Interrupts},
        output::{spinner, standard_output, write_json},
    },
    games::{ActionText as _, Notation},
    widgets::glyphs,
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipPosition, Square},
        search::{SearchResult, analyse},
    },
    play::{CancelToken, PlayerError, ThinkContext},
};

pub fn run(options: &AnalyseArgs, board: &str) -> Result<ExitCode, CliError> {
    let position: FlipPosition = board.parse().map_err(|error| {
        CliError::usage(format!("--board: {error}; an example is --board {EXAMPLE:?}"))
    })?;
    let cancel = CancelToken::default();
    let seat = position.to_move.seat();
    let context = ThinkContext::new(options.budget(), 0, seat, 0).with_cancel(cancel.clone());
    let result = {
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = spinner();
        let result = analyse(&position, &options.limits(), &context, &mut |analysis| {
            bar.set_message(progress(analysis, context.elapsed()));
        });
        bar.finish_and_clear();
        result
    };
    let time = context.elapsed();
    let analysis = match result {
        Ok(analysis) => analysis,
        Err(PlayerError::Cancelled) => return Err(CliError::Interrupted),
        Err(PlayerError::Fault(message) | PlayerError::Failed(_, message)) => {
            return Err(CliError::Failed(format!("{message}; give more with --time or --nodes")));
        }
    };
    if cancel.is_cancelled() {
        error::print_message(&"interrupted: this is the result so far");
    } else if options.exact && !analysis.exact {
        error::print_message(&"the search stopped before the end of the game: this is an estimate");
    }
    let mut output = standard_output();
    if options.json {
        write_json(&mut output, &AnalysisReport::new(&analysis, time))?;
    } else {
        write_text(&mut output, &position, &analysis, time)?;
    }
    output.flush()?;
    Ok(interrupts::exit_code(cancel.is_cancelled()))
}

/// A position for error messages.
const EXAMPLE: &str = "-----OX--XO----- O";

/// The output of `--json`.
#[derive(Serialize)]
struct AnalysisReport {
    score: Option<Number>,
    best: Vec<String>,
    line: Vec<String>,
    exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

impl AnalysisReport {
    fn new(analysis: &SearchResult, time: Duration) -> Self {
        // JSON is for programs, so it has the notation of records.
        let cells = |cells: &[Square]| cells.iter().map(Square::to_string).collect();
        Self {
            score: tiles(analysis.score),
            best: cells(&analysis.best),
            line: cells(&analysis.line),
            exact: analysis.exact,
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: time.as_secs_f64(),
        }
    }
}

/// Converts hundredths of a tile to tiles, as an integer if possible.
fn tiles(hundredths: i32) -> Option<Number> {
    if hundredths % 100 == 0 {
        Some((hundredths / 100).into())
    } else {
        Number::from_f64(f64::from(hundredths) / 100.0)
    }
}

/// Formats hundredths of a tile as tiles, such as `+6`, `-12.25` or `0`.
fn signed(hundredths: i32) -> String {
    match (hundredths, hundredths % 100) {
        (0, _) => "0".to_owned(),
        (whole, 0) => format!("{:+}", whole / 100),
        (part, _) => format!("{:+.2}", f64::from(part) / 100.0),
    }
}

/// Writes one line each for score, best moves, line of play and speed.
fn write_text(
    output: &mut dyn Write,
    position: &FlipPosition,
    analysis: &SearchResult,
    time: Duration,
) -> Result<(), CliError> {
    let mover = position.to_move;
    let cells = |cells: &[Square]| cells.iter().copied().map(plain).collect::<Vec<_>>().join(", ");
    let certainty = match (analysis.exact, analysis.depth) {
        (true, 0) => "the game is over".to_owned(),
        (true, _) => "the final score with best play".to_owned(),
        (false, depth) => format!("an estimate, {depth} moves ahead"),
    };
    writeln!(output, "score   {} tiles for {mover} ({certainty})", signed(analysis.score))?;
    if !analysis.best.is_empty() {
        writeln!(output, "best    {}", cells(&analysis.best))?;
    } else if !position.is_over() {
        writeln!(output, "best    none: {mover} must pass")?;
    }
    if !analysis.line.is_empty() {
        writeln!(output, "line    {}", cells(&analysis.line))?;
    }
    Ok(writeln!(output, "search  {}", speed(analysis.nodes, time))?)
}

/// Formats a cell for a person, with row and column from 1.
fn plain(cell: Square) -> String {
    glyphs::ASCII.translate(&Flip::write(cell, Notation::FromOne)).into_owned()
}

/// Describes the speed of a search, such as `1200 positions in 0.10 s, 12 k per second`.
fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // three digits are shown
    let per_second = nodes as f64 / seconds.max(1e-6);
    let positions = if nodes == 1 {
        "1 position".to_owned()
    } else {
        format!("{} positions", abbreviated(nodes))
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // it is positive, and the cast saturates
    let per_second = abbreviated(per_second as u64);
    format!("{positions} in {seconds:.2} s, {per_second} per second")
}

/// Abbreviates a large number, such as `950`, `12 k` or `3.4 M`.
fn abbreviated(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{} k", number / 1000),
        1_000_000..1_000_000_000 => format!("{}.{} M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{} G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
}

/// Describes an intermediate result for the spinner.
fn progress(analysis: &SearchResult, time: Duration) -> String {
    let exact = if analysis.exact {
        "solved".to_owned()
    } else {
        format!("{} moves ahead", analysis.depth)
    };
    let best =
        analysis.best.first().map_or_else(String::new, |&cell| format!(", best {}", plain(cell)));
    format!("{exact}: {} tiles{best}, {}", signed(analysis.score), speed(analysis.nodes, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_whole_or_have_two_digits() {
        for (hundredths, json, text) in [
            (600, "6", "+6"),
            (-1200, "-12", "-12"),
            (0, "0", "0"),
            (325, "3.25", "+3.25"),
            (-50, "-0.5", "-0.50"),
        ] {
            assert_eq!(tiles(hundredths).unwrap().to_string(), json);
            assert_eq!(signed(hundredths), text);
        }
    }

    #[test]
    fn speeds_are_short() {
        assert_eq!(speed(1, Duration::ZERO), "1 position in 0.00 s, 1.0 M per second");
        assert_eq!(
            speed(24_600_000, Duration::from_secs(2)),
            "24.6 M positions in 2.00 s, 12.3 M per second"
        );
    }
}
