//! Colours stepped down to what a terminal can show.

use ratatui::style::Color;

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// None: everything is told by shape, bold and reverse.
    Mono,
    /// The sixteen named ones, as the person's own palette has them.
    Ansi,
    /// The 256 of xterm.
    Indexed,
    /// 24 bits.
    True,
}

impl ColorDepth {
    /// What standard output can show, by `NO_COLOR`, `COLORTERM`, `TERM` and what else terminals
    /// say of themselves.
    pub fn detect() -> Self {
        match supports_color::on(supports_color::Stream::Stdout) {
            None => Self::Mono,
            Some(level) if level.has_16m => Self::True,
            Some(level) if level.has_256 => Self::Indexed,
            Some(_) => Self::Ansi,
        }
    }
}

/// The nearest of xterm's 256 colours (the first sixteen left out: people change them).
pub fn nearest_indexed(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |r: u8, g: u8, b: u8| {
        [(r, red), (g, green), (b, blue)]
            .iter()
            .map(|&(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum::<u32>()
    };
    let level = |channel: u8| {
        LEVELS
            .iter()
            .enumerate()
            .min_by_key(|(_, at)| at.abs_diff(channel))
            .map_or((0, 0), |(i, at)| (i, *at))
    };
    let (r, g, b) = (level(red), level(green), level(blue));
    #[allow(clippy::cast_possible_truncation)] // at most 231
    let cube = (16 + 36 * r.0 + 6 * g.0 + b.0) as u8;
    let gray = (0..24_u8)
        .min_by_key(|step| distance(8 + 10 * step, 8 + 10 * step, 8 + 10 * step))
        .unwrap_or(0);
    let shade = 8 + 10 * gray;
    if distance(shade, shade, shade) < distance(r.1, g.1, b.1) { 232 + gray } else { cube }
}

/// `color` as a terminal of this depth shows it; `ansi` is its stand-in among sixteen.
pub fn step_down(color: Color, ansi: Color, depth: ColorDepth) -> Color {
    match (depth, color) {
        (ColorDepth::Mono, _) => Color::Reset,
        (ColorDepth::Ansi, _) => ansi,
        (ColorDepth::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(nearest_indexed(r, g, b)),
        _ => color,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_and_the_grays_are_found() {
        assert_eq!(nearest_indexed(255, 0, 0), 196);
        assert_eq!(nearest_indexed(0, 0, 0), 16);
        assert_eq!(nearest_indexed(255, 255, 255), 231);
        assert_eq!(nearest_indexed(18, 18, 18), 233);
        assert_eq!(nearest_indexed(95, 135, 175), 67);
    }

    #[test]
    fn each_depth_shows_what_it_can() {
        let (rgb, ansi) = (Color::Rgb(255, 0, 0), Color::LightRed);
        let shown = [ColorDepth::Mono, ColorDepth::Ansi, ColorDepth::Indexed, ColorDepth::True]
            .map(|d| step_down(rgb, ansi, d));
        assert_eq!(shown, [Color::Reset, Color::LightRed, Color::Indexed(196), rgb]);
    }
}
