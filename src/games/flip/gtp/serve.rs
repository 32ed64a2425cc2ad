//! The loop that reads commands and writes responses.

use std::io::{self, BufRead, Write};

use super::{GtpCommand, GtpEngine, GtpResponse};
use fourcade_engine::lines::{ReadLine, read_line};

/// The maximum length of a command in bytes. The rest of a longer line is ignored.
const MAX_LINE_BYTES: usize = 64 << 10;

/// Answers commands until `quit`, the end of the input or a cancellation. An input that can't be
/// read counts as ended.
///
/// # Errors
/// Returns an error if a response can't be written.
pub fn serve(
    engine: &mut GtpEngine,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    while let Some((line, is_truncated)) = next_line(input) {
        let Some(command) = GtpCommand::parse(&line) else { continue };
        let response = if is_truncated {
            GtpResponse { id: command.id, result: Err(GtpEngine::syntax_error()) }
        } else {
            engine.execute(&command)
        };
        if engine.is_cancelled() {
            return Ok(());
        }
        write!(output, "{response}")?;
        output.flush()?;
        if command.name == "quit" && response.result.is_ok() {
            return Ok(());
        }
    }
    Ok(())
}

/// Reads the next line and returns it with whether it was truncated to [`MAX_LINE_BYTES`]. Returns
/// `None` at the end of the input.
fn next_line(input: &mut dyn BufRead) -> Option<(Vec<u8>, bool)> {
    match read_line(input, MAX_LINE_BYTES).ok()? {
        ReadLine::Complete(line) | ReadLine::Unterminated(line) => Some((line, false)),
        ReadLine::TooLong(line) => {
            input.skip_until(b'\n').ok()?;
            Some((line, true))
        }
        ReadLine::End => None,
    }
}
