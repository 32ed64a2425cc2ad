//! A wave of light that passes over what is drawn.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};

use super::{ColorDepth, Look, color::mix};

/// How long a place is lit, as a part of the whole time.
const PULSE: f32 = 0.6;
/// The brightness, from 0 to 1, from which on a place is lit where colours can't be mixed.
const LIT: f32 = 0.6;

/// Lights a place in this colour when the wave has come this far. `done` goes from 0 to 1, and so
/// does `delay`: the places with the highest delay are lit last.
pub fn draw(buffer: &mut Buffer, place: Rect, (done, delay): (f32, f32), ink: Color, look: &Look) {
    let part = ((done - delay * (1.0 - PULSE)) / PULSE).clamp(0.0, 1.0);
    let light = (part * std::f32::consts::PI).sin();
    for position in place.intersection(buffer.area).positions() {
        let cell = &mut buffer[position];
        match look.depth {
            ColorDepth::True => {
                cell.bg = mix(cell.bg, ink, 0.85 * light);
                cell.fg = mix(cell.fg, look.palette.background, light);
            }
            ColorDepth::Indexed if light > LIT => {
                (cell.fg, cell.bg) = (look.palette.background, ink);
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

    #[test]
    fn the_light_passes_and_leaves_everything_as_it_was() {
        let looks = testing::reduced_looks().map(|(_, look)| look);
        for look in looks.into_iter().chain([testing::dark()]) {
            let (near, far) = (Rect::new(0, 0, 2, 1), Rect::new(2, 0, 2, 1));
            let at = |done| {
                let mut buffer = Buffer::with_lines(["abcd"]);
                buffer.set_style(buffer.area, look.text());
                draw(&mut buffer, near, (done, 0.0), look.palette.seats[0], &look);
                draw(&mut buffer, far, (done, 1.0), look.palette.seats[0], &look);
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
}
