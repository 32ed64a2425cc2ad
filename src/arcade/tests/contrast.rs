//! The contrast on all pages in every theme reaches the ratios of the Web Content Accessibility
//! Guidelines: 4.5 for text, 3 for the parts of a board.

use std::collections::BTreeSet;

use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};

use super::{
    fitting::screens_over,
    stage::{self, LARGE, Stage, USUAL},
};
use crate::{
    settings::{Settings, home::Home},
    widgets::{ColorDepth, Look, Theme, testing::contrast},
};

/// The minimum contrast of a cell's glyph; `None` for spaces and for decorative lines and patterns.
fn needed(cell: &Cell, look: &Look) -> Option<f64> {
    let decoration = [look.palette.rule, look.palette.back[0], look.palette.back[1]];
    let is_letter = |glyph: char| glyph.is_alphanumeric() || glyph.is_ascii_punctuation();
    match cell.symbol() {
        symbol if symbol.trim().is_empty() => None,
        symbol if symbol.chars().all(is_letter) => Some(4.5),
        _ if decoration.contains(&cell.fg) => None,
        _ => Some(3.0),
    }
}

#[test]
fn everything_on_the_pages_has_enough_contrast_in_every_theme() {
    let mut faults = BTreeSet::new();
    for name in Theme::names() {
        let theme = Theme::built_in(name).unwrap();
        let look = Look::new(&theme, ColorDepth::True, false);
        let settings = Settings { theme: name.to_owned(), ..stage::still() };
        let menu = || Stage::with_home(Home::unsaved(settings.clone()), ColorDepth::True);
        for (page, mut stage) in screens_over(menu) {
            for size in [USUAL, LARGE] {
                for cell in &stage.draw(size).content {
                    let Some(needed) = needed(cell, &look) else { continue };
                    let is_reversed = cell.modifier.contains(Modifier::REVERSED);
                    let (ink, on) =
                        if is_reversed { (cell.bg, cell.fg) } else { (cell.fg, cell.bg) };
                    let are_known = matches!((ink, on), (Color::Rgb(..), Color::Rgb(..)));
                    let found = if are_known { contrast(ink, on) } else { 0.0 };
                    if found < needed {
                        let symbol = cell.symbol();
                        faults.insert(format!(
                            "{name}, {page}: {symbol} as {ink} on {on}, {found:.2} of {needed}"
                        ));
                    }
                }
            }
        }
    }
    let faults: Vec<_> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}
