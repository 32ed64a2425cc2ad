//! Renders a terminal buffer as an SVG picture.

use std::fmt::Write as _;

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use unicode_width::UnicodeWidthStr as _;

/// The width and the height of a cell. All sizes are in pixels.
const CELL: (u32, u32) = (9, 18);
const FONT_SIZE: u32 = 15;
const MARGIN: u32 = 9;
/// The foreground and the background if a theme leaves them to the terminal.
const DEFAULTS: [&str; 2] = ["#e6e6e6", "#101010"];

/// The quadrants (upper left, upper right, lower left, lower right) of each block.
const BLOCKS: [(&str, [bool; 4]); 15] = [
    ("▘", [true, false, false, false]),
    ("▝", [false, true, false, false]),
    ("▀", [true, true, false, false]),
    ("▖", [false, false, true, false]),
    ("▌", [true, false, true, false]),
    ("▞", [false, true, true, false]),
    ("▛", [true, true, true, false]),
    ("▗", [false, false, false, true]),
    ("▚", [true, false, false, true]),
    ("▐", [false, true, false, true]),
    ("▜", [true, true, false, true]),
    ("▄", [false, false, true, true]),
    ("▙", [true, false, true, true]),
    ("▟", [false, true, true, true]),
    ("█", [true, true, true, true]),
];

/// `title` is for screen readers.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let (width, height) =
        (u32::from(buffer.area.width) * CELL.0, u32::from(buffer.area.height) * CELL.1);
    let (wide, high) = (width + 2 * MARGIN, height + 2 * MARGIN);
    // The last row shows the window's background.
    let background = buffer
        .cell((0, buffer.area.height.saturating_sub(1)))
        .map_or_else(|| DEFAULTS[1].to_owned(), |cell| colors(cell).1);
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" \
         role=\"img\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"{FONT_SIZE}\">\n<title>{title}</title>\n<rect width=\"{wide}\" \
         height=\"{high}\" rx=\"8\" fill=\"{background}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\" \
         shape-rendering=\"crispEdges\">\n"
    );
    for row in 0..buffer.area.height {
        draw_row(&mut svg, buffer, row, &background);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn draw_row(svg: &mut String, buffer: &Buffer, row: u16, background: &str) {
    let y = u32::from(row) * CELL.1;
    let cells: Vec<&Cell> = (0..buffer.area.width).map(|column| &buffer[(column, row)]).collect();
    for (start, run) in runs(&cells, |cell| colors(cell).1) {
        let fill = colors(run[0]).1;
        if fill != background {
            let width = x_of(run.len());
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{fill}\"/>",
                x_of(start),
                CELL.1
            );
        }
    }
    for (start, run) in runs(&cells, |cell| (colors(cell).0, cell.modifier, kind(cell))) {
        match kind(run[0]) {
            Kind::Blank => {}
            Kind::Block => draw_blocks(svg, run, x_of(start), y),
            Kind::Letters => draw_letters(svg, run, x_of(start), y),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Block,
    Letters,
}

fn kind(cell: &Cell) -> Kind {
    match cell.symbol() {
        " " if !cell.modifier.contains(Modifier::UNDERLINED) => Kind::Blank,
        symbol if BLOCKS.iter().any(|(block, _)| *block == symbol) => Kind::Block,
        _ => Kind::Letters,
    }
}

/// Returns each run with the index of its first cell.
fn runs<'a, K: PartialEq>(
    cells: &'a [&'a Cell],
    key: impl Fn(&Cell) -> K,
) -> Vec<(usize, &'a [&'a Cell])> {
    let mut start = 0;
    let runs = cells.chunk_by(|one, other| key(one) == key(other));
    runs.map(|run| {
        start += run.len();
        (start - run.len(), run)
    })
    .collect()
}

/// The left edge of a column, or the width of a number of columns, in pixels.
fn x_of(columns: usize) -> u32 {
    u32::try_from(columns).unwrap_or(u32::MAX).saturating_mul(CELL.0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn draw_blocks(svg: &mut String, run: &[&Cell], x: u32, y: u32) {
    let half = CELL.1 / 2;
    let mut path = String::new();
    for (at, cell) in run.iter().enumerate() {
        let x = f64::from(x + x_of(at));
        let block = BLOCKS.iter().find(|(block, _)| *block == cell.symbol());
        let set = block.map_or([false; 4], |(_, set)| *set);
        for (quadrant, _) in set.iter().enumerate().filter(|(_, set)| **set) {
            let (right, down) = (quadrant % 2, quadrant / 2);
            let x = x + if right == 1 { f64::from(CELL.0) / 2.0 } else { 0.0 };
            let y = y + if down == 1 { half } else { 0 };
            let _ = write!(path, "M{x} {y}h{w}v{half}h-{w}z", w = f64::from(CELL.0) / 2.0);
        }
    }
    let _ = writeln!(svg, "<path fill=\"{}\" d=\"{path}\"/>", colors(run[0]).0);
}

fn draw_letters(svg: &mut String, run: &[&Cell], x: u32, y: u32) {
    let mut text = String::new();
    let mut at = 0;
    while let Some(cell) = run.get(at) {
        text.push_str(cell.symbol());
        // A wide letter also covers the next cell.
        at += cell.symbol().width().max(1);
    }
    let text = escaped(&text);
    let (width, baseline) = (x_of(run.len()), y + CELL.1 - 5);
    let mut style = String::new();
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::DIM, " opacity=\"0.6\""),
    ] {
        if run[0].modifier.contains(modifier) {
            style.push_str(attribute);
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{baseline}\" textLength=\"{width}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" \
         fill=\"{}\"{style}>{text}</text>",
        colors(run[0]).0
    );
}

fn colors(cell: &Cell) -> (String, String) {
    let (foreground, background) = (hex(cell.fg, DEFAULTS[0]), hex(cell.bg, DEFAULTS[1]));
    if cell.modifier.contains(Modifier::REVERSED) {
        (background, foreground)
    } else {
        (foreground, background)
    }
}

fn hex(color: Color, default: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}
