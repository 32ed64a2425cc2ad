//! Recordings for asciinema, in the format "asciicast v2" of docs.asciinema.org.

use std::{io, time::Duration};

use crossterm::style::force_color_output;
use ratatui::{
    backend::{Backend as _, CrosstermBackend},
    buffer::Buffer,
    layout::Rect,
};
use serde::Serialize;
use serde_json::json;

use crate::printable::printable_json;

const BEGIN: &str = "\u{1b}[?25l\u{1b}[2J";
const END: &str = "\u{1b}[0m\u{1b}[?25h";

#[derive(Serialize)]
struct Header<'a> {
    version: u8,
    width: u16,
    height: u16,
    title: &'a str,
}

/// All frames must have the same size. Each is shown for `pace`.
pub(super) fn cast(
    frames: impl Iterator<Item = Buffer>,
    pace: Duration,
    title: &str,
) -> io::Result<String> {
    // A recording has colours even if this terminal has none.
    force_color_output(true);
    let mut text = String::new();
    let mut before: Option<Buffer> = None;
    let mut time = 0.0;
    for frame in frames {
        let mut output = Vec::new();
        let shown = before.take().unwrap_or_else(|| {
            output.extend_from_slice(BEGIN.as_bytes());
            Buffer::empty(frame.area)
        });
        if text.is_empty() {
            let Rect { width, height, .. } = frame.area;
            push_line(&mut text, &Header { version: 2, width, height, title })?;
        }
        CrosstermBackend::new(&mut output).draw(shown.diff(&frame).into_iter())?;
        push_line(&mut text, &json!([time, "o", String::from_utf8_lossy(&output)]))?;
        time += pace.as_secs_f64();
        before = Some(frame);
    }
    push_line(&mut text, &json!([time, "o", END]))?;
    Ok(text)
}

fn push_line(text: &mut String, line: &impl Serialize) -> io::Result<()> {
    text.push_str(&printable_json(&serde_json::to_string(line)?));
    text.push('\n');
    Ok(())
}
