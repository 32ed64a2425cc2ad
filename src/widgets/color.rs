//! Colours, reduced to the terminal's colour depth.

use std::env;

use ratatui::style::Color;

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
    /// Detects the terminal's colour depth from `NO_COLOR` (<https://no-color.org>), `FORCE_COLOR`,
    /// `CLICOLOR_FORCE`, `COLORTERM` and `TERM`.
    pub fn detect() -> Self {
        Self::of(|name| env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        if set("NO_COLOR").is_some() {
            return Self::Mono;
        }
        let term = set("TERM").unwrap_or_default();
        let color_term = set("COLORTERM");
        let own = Self::of_terminal(&term);
        let own = match color_term.as_deref() {
            Some("truecolor" | "24bit") if !term.starts_with("linux") => Self::True,
            Some(_) => own.max(Self::Ansi),
            None => own,
        };
        match (set("FORCE_COLOR").as_deref(), set("CLICOLOR_FORCE").as_deref()) {
            (Some("0" | "false"), _) => Self::Mono,
            (Some("1"), _) => Self::Ansi,
            (Some("2"), _) => Self::Indexed,
            (Some("3"), _) => Self::True,
            (None, None | Some("0")) => own,
            _ => own.max(Self::Ansi),
        }
    }

    /// The colour depth by `TERM`, the only variable that SSH passes on.
    fn of_terminal(term: &str) -> Self {
        let family = term.strip_prefix("xterm-").unwrap_or(term);
        let family = family.split('-').next().unwrap_or_default();
        match family {
            "kitty" | "foot" | "alacritty" | "wezterm" | "ghostty" | "contour" | "rio" => {
                Self::True
            }
            _ if term.ends_with("-direct") || term.ends_with("-truecolor") => Self::True,
            "tmux" | "screen" => Self::Indexed,
            _ if term.contains("256color") => Self::Indexed,
            "" | "dumb" | "unknown" => Self::Mono,
            _ => Self::Ansi,
        }
    }
}

/// The nearest of xterm's 256 colours, without the first sixteen, which users can redefine.
pub fn nearest_indexed(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |r: u8, g: u8, b: u8| {
        [(r, red), (g, green), (b, blue)]
            .iter()
            .map(|&(level, channel)| u32::from(level.abs_diff(channel)).pow(2))
            .sum::<u32>()
    };
    let nearest_level = |channel: u8| {
        LEVELS
            .iter()
            .enumerate()
            .min_by_key(|(_, at)| at.abs_diff(channel))
            .map_or((0, 0), |(i, at)| (i, *at))
    };
    let (r, g, b) = (nearest_level(red), nearest_level(green), nearest_level(blue));
    #[allow(clippy::cast_possible_truncation)] // at most 231
    let cube = (16 + 36 * r.0 + 6 * g.0 + b.0) as u8;
    let gray = (0..24_u8)
        .min_by_key(|step| distance(8 + 10 * step, 8 + 10 * step, 8 + 10 * step))
        .unwrap_or(0);
    let shade = 8 + 10 * gray;
    if distance(shade, shade, shade) < distance(r.1, g.1, b.1) { 232 + gray } else { cube }
}

/// Reduces a colour to this depth. With sixteen colours, the result is `ansi`.
pub fn reduce(color: Color, ansi: Color, depth: ColorDepth) -> Color {
    match (depth, color) {
        (ColorDepth::Mono, _) => Color::Reset,
        (ColorDepth::Ansi, _) => ansi,
        (ColorDepth::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(nearest_indexed(r, g, b)),
        _ => color,
    }
}

/// Mixes two 24-bit colours, with a `share` of the second from 0 to 1. Otherwise returns the first.
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
    fn the_colour_depth_is_detected_from_environment_variables() {
        use ColorDepth::{Ansi, Indexed, Mono, True};
        for (variables, depth) in [
            ("", Mono),
            ("TERM=dumb", Mono),
            ("TERM=vt100", Ansi),
            ("TERM=xterm", Ansi),
            ("TERM=linux", Ansi),
            ("TERM=linux COLORTERM=truecolor", Ansi),
            ("TERM=xterm-256color", Indexed),
            ("TERM=screen", Indexed),
            ("TERM=screen.xterm-256color", Indexed),
            ("TERM=tmux", Indexed),
            ("TERM=tmux-256color", Indexed),
            ("TERM=tmux-256color COLORTERM=truecolor", True),
            ("TERM=xterm-direct", True),
            ("TERM=xterm-kitty", True),
            ("TERM=foot", True),
            ("TERM=foot-extra", True),
            ("TERM=alacritty", True),
            ("TERM=alacritty-direct", True),
            ("TERM=wezterm", True),
            ("TERM=xterm-ghostty", True),
            ("TERM=contour", True),
            ("TERM=rio", True),
            ("TERM=xterm-256color COLORTERM=24bit", True),
            ("TERM=xterm COLORTERM=yes", Ansi),
            ("TERM=xterm-256color COLORTERM=", Indexed),
            // Any value except an empty one.
            ("TERM=xterm-kitty NO_COLOR=1", Mono),
            ("TERM=xterm-kitty NO_COLOR=0", Mono),
            ("TERM=xterm-kitty NO_COLOR=", True),
            ("TERM=xterm-kitty NO_COLOR=1 FORCE_COLOR=3", Mono),
            ("TERM=xterm-kitty FORCE_COLOR=0", Mono),
            ("TERM=xterm-kitty FORCE_COLOR=1", Ansi),
            ("TERM=xterm FORCE_COLOR=2 COLORTERM=truecolor", Indexed),
            ("TERM=vt100 FORCE_COLOR=3", True),
            ("TERM=dumb FORCE_COLOR=true", Ansi),
            ("TERM=xterm-256color FORCE_COLOR=true", Indexed),
            ("TERM=dumb CLICOLOR_FORCE=1", Ansi),
            ("TERM=dumb CLICOLOR_FORCE=0", Mono),
        ] {
            let found = ColorDepth::of(|name| {
                let mut all = variables.split(' ').filter_map(|set| set.split_once('='));
                all.find(|(set, _)| *set == name).map(|(_, value)| value.to_owned())
            });
            assert_eq!(found, depth, "{variables}");
        }
    }

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
