//! An animation: a wave of light that passes over the screen.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};

use super::{ColorDepth, Look, color::mix};

/// The share of the light's colour in the background of a place at its brightest.
const MAX_LIGHT: f32 = 0.85;
/// The time that a place is lit, as a share of the whole animation.
const PULSE: f32 = 0.6;
/// The brightness, from 0 to 1, above which a place is lit if colours can't be mixed.
const LIT: f32 = 0.6;
/// The brightness above which symbols are dark. They change at once: a symbol in the colour of the
/// light would vanish on the way.
const DARK: f32 = 0.5;

/// Draws the light on a place. `done` is the animation's progress from 0 to 1; a place with a
/// `delay` of 0 is lit first, one with a delay of 1 last.
pub fn draw(buffer: &mut Buffer, place: Rect, done: f32, delay: f32, ink: Color, look: &Look) {
    let part = ((done - delay * (1.0 - PULSE)) / PULSE).clamp(0.0, 1.0);
    let light = (part * std::f32::consts::PI).sin();
    for position in place.intersection(buffer.area).positions() {
        let cell = &mut buffer[position];
        let is_reversed = cell.modifier.contains(Modifier::REVERSED);
        let (ground, symbol) =
            if is_reversed { (&mut cell.fg, &mut cell.bg) } else { (&mut cell.bg, &mut cell.fg) };
        match look.depth {
            ColorDepth::True => {
                *ground = mix(*ground, ink, MAX_LIGHT * light);
                if light > DARK {
                    *symbol = look.palette.background;
                }
            }
            ColorDepth::Indexed if light > LIT => {
                (*symbol, *ground) = (look.palette.background, ink);
            }
            ColorDepth::Ansi | ColorDepth::Mono if light > LIT => {
                cell.modifier.toggle(Modifier::REVERSED);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing;
    use ratatui::style::Style;

    #[test]
    fn the_light_passes_over_places_by_their_delay() {
        let looks = testing::reduced_looks().map(|(_, look)| look);
        for look in looks.into_iter().chain([testing::dark()]) {
            let (near, far) = (Rect::new(0, 0, 2, 1), Rect::new(2, 0, 2, 1));
            let at = |done| {
                let mut buffer = Buffer::with_lines(["abcd"]);
                buffer.set_style(buffer.area, look.text());
                draw(&mut buffer, near, done, 0.0, look.palette.seats[0], &look);
                draw(&mut buffer, far, done, 1.0, look.palette.seats[0], &look);
                buffer
            };
            let rest = at(0.0);
            assert_eq!(at(1.0), rest);
            let (early, late) = (at(0.3), at(0.7));
            assert!(early[(0, 0)] != rest[(0, 0)] && early[(2, 0)] == rest[(2, 0)]);
            assert!(late[(2, 0)] != rest[(2, 0)]);
            assert_eq!(testing::text(&early), testing::text(&rest));
        }
    }
    #[test]
    fn a_symbol_in_the_colour_of_the_light_stays_readable() {
        let look = testing::dark();
        let (ink, ground) = (look.palette.seats[0], look.palette.cells[0]);
        for modifier in [Modifier::empty(), Modifier::REVERSED] {
            for step in 0..=20_u8 {
                let mut buffer = Buffer::with_lines(["#"]);
                let style = Style::new().fg(ink).bg(ground).add_modifier(modifier);
                buffer.set_style(buffer.area, style);
                let done = f32::from(step) / 20.0;
                draw(&mut buffer, Rect::new(0, 0, 1, 1), done, 0.0, ink, &look);
                let cell = &buffer[(0, 0)];
                assert!(testing::contrast(cell.fg, cell.bg) > 2.0, "{modifier:?} {step}");
            }
        }
    }
}
