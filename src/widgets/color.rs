//! Colours, reduced to what a terminal can show.

use ratatui::style::Color;

use super::TerminalKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// No colours, only bold, dim and reversed text.
    Mono,
    /// The sixteen named colours, whose values depend on the terminal.
    Ansi,
    /// The 256 colours of xterm.
    Indexed,
    /// 24-bit colours.
    True,
}

impl ColorDepth {
    /// Detects the colour depth of standard output from `NO_COLOR`, `COLORTERM`, `TERM` and other
    /// environment variables.
    pub fn detect() -> Self {
        match supports_color::on(supports_color::Stream::Stdout) {
            None => Self::Mono,
            Some(_) if TerminalKind::detect().is_linux_console => Self::Ansi,
            Some(level) if level.has_16m => Self::True,
            Some(level) if level.has_256 => Self::Indexed,
            Some(_) => Self::Ansi,
        }
    }
}

/// Returns the nearest of xterm's 256 colours, without the first sixteen, which users can redefine.
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

/// Returns the colour that a terminal of this depth shows for `color`. On terminals with sixteen
/// colours, that is `ansi`.
pub fn reduce(color: Color, ansi: Color, depth: ColorDepth) -> Color {
    match (depth, color) {
        (ColorDepth::Mono, _) => Color::Reset,
        (ColorDepth::Ansi, _) => ansi,
        (ColorDepth::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(nearest_indexed(r, g, b)),
        _ => color,
    }
}

/// Mixes two 24-bit colours; `share` is that of the second one, from 0 to 1. Other colours stay.
pub fn mix(first: Color, second: Color, share: f32) -> Color {
    let (Color::Rgb(r, g, b), Color::Rgb(r2, g2, b2)) = (first, second) else { return first };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between two bytes
    let channel = |one: u8, other: u8| {
        (f32::from(one) + share * (f32::from(other) - f32::from(one))).round() as u8
    };
    Color::Rgb(channel(r, r2), channel(g, g2), channel(b, b2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_is_in_the_cube_or_is_a_grey() {
        assert_eq!(nearest_indexed(255, 0, 0), 196);
        assert_eq!(nearest_indexed(0, 0, 0), 16);
        assert_eq!(nearest_indexed(255, 255, 255), 231);
        assert_eq!(nearest_indexed(18, 18, 18), 233);
        assert_eq!(nearest_indexed(95, 135, 175), 67);
    }

    #[test]
    fn colours_are_reduced_to_the_depth() {
        let (rgb, ansi) = (Color::Rgb(255, 0, 0), Color::LightRed);
        let shown = [ColorDepth::Mono, ColorDepth::Ansi, ColorDepth::Indexed, ColorDepth::True]
            .map(|depth| reduce(rgb, ansi, depth));
        assert_eq!(shown, [Color::Reset, Color::LightRed, Color::Indexed(196), rgb]);
    }
}
