//! Draws frames on an emulated terminal.

use std::{cell::RefCell, rc::Rc};

use proptest::{collection::vec, prelude::*, sample::select};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use vt100::Parser;

use super::*;

const AREA: Rect = Rect::new(0, 0, 24, 6);

/// Collects bytes.
#[derive(Clone, Debug, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A terminal, and what it should show.
struct Screen {
    parser: Parser,
    backend: FrameBackend<Sink>,
    written: Sink,
    shown: Buffer,
}

impl Screen {
    fn new(erases_in_color: bool) -> Self {
        let written = Sink::default();
        let backend = FrameBackend::with(written.clone(), erases_in_color);
        backend.columns.set(AREA.width);
        Self {
            parser: Parser::new(AREA.height, AREA.width, 0),
            backend,
            written,
            shown: Buffer::empty(AREA),
        }
    }

    /// Draws a frame and returns its bytes.
    fn draw(&mut self, mut next: Buffer) -> String {
        normalize(&mut next);
        self.backend.draw(self.shown.diff(&next).into_iter()).unwrap();
        self.shown = next;
        let bytes = self.written.0.take();
        self.parser.process(&bytes);
        String::from_utf8(bytes).unwrap()
    }

    /// Checks that every cell looks as it should.
    fn check(&self) {
        for position in AREA.positions() {
            let (x, y) = (position.x, position.y);
            let cell = &self.shown[position];
            let seen = self.parser.screen().cell(y, x).unwrap();
            if seen.is_wide_continuation() {
                continue;
            }
            let symbol = if seen.has_contents() { seen.contents() } else { " " };
            assert_eq!(symbol, cell.symbol(), "{x} {y}");
            assert_eq!(seen.bgcolor(), color(cell.bg), "{x} {y}");
            if is_blank(cell) {
                assert!(!seen.inverse() && !seen.underline(), "{x} {y}");
                continue;
            }
            assert_eq!(seen.fgcolor(), color(cell.fg), "{x} {y}");
            let modifiers = [
                (seen.bold(), Modifier::BOLD),
                (seen.dim(), Modifier::DIM),
                (seen.italic(), Modifier::ITALIC),
                (seen.underline(), Modifier::UNDERLINED),
                (seen.inverse(), Modifier::REVERSED),
            ];
            for (is_on, modifier) in modifiers {
                assert_eq!(is_on, cell.modifier.contains(modifier), "{x} {y} {modifier:?}");
            }
        }
    }
}

fn color(color: Color) -> vt100::Color {
    match color {
        Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::LightRed => vt100::Color::Idx(9),
        _ => vt100::Color::Default,
    }
}

fn style() -> impl Strategy<Value = Style> {
    let color = || {
        select(vec![
            Color::Reset,
            Color::Rgb(1, 2, 3),
            Color::Rgb(200, 100, 0),
            Color::Indexed(77),
            Color::LightRed,
        ])
    };
    let modifier = select(vec![
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::DIM | Modifier::ITALIC,
        Modifier::BOLD | Modifier::REVERSED,
        Modifier::UNDERLINED,
    ]);
    // The emulated terminal has no text that is bold and dim, so modifiers are not added up.
    let plain = Style::new().remove_modifier(Modifier::all());
    (color(), color(), modifier)
        .prop_map(move |(fg, bg, modifier)| plain.fg(fg).bg(bg).add_modifier(modifier))
}

/// A text and where it is written. Wide symbols are always in the same place, because ratatui does
/// not redraw the second half of one whose first half is overwritten.
fn text() -> impl Strategy<Value = (u16, u16, String, Style)> {
    let words = ["word", "two  words", "a long text with gaps", "            ", " ", "▐██▌", "♠♥"];
    let narrow = (0..AREA.width, 0..AREA.height - 1, select(words.to_vec()), style());
    let wide = (Just(4), Just(AREA.height - 1), select(vec!["日本", "本日"]), style());
    prop_oneof![9 => narrow.boxed(), 1 => wide.boxed()]
        .prop_map(|(x, y, text, style)| (x, y, text.to_owned(), style))
}

proptest! {
    #[test]
    fn a_terminal_shows_every_frame(
        frames in vec(vec(text(), 0..12), 1..6),
        erases_in_color: bool,
    ) {
        let mut screen = Screen::new(erases_in_color);
        for texts in frames {
            let mut next = screen.shown.clone();
            for (x, y, text, style) in texts {
                next.set_string(x, y, text, style);
            }
            screen.draw(next);
            screen.check();
        }
    }
}

#[test]
fn a_moved_highlight_sets_each_colour_once() {
    let (plain, lit) = (Style::new().bg(Color::Rgb(9, 9, 9)), Style::new().bg(Color::Rgb(5, 5, 5)));
    let with_row = |lit_row| {
        let mut buffer = Buffer::empty(AREA);
        for row in 0..4 {
            let style = if row == lit_row { lit } else { plain };
            buffer.set_string(3, row, "▐▌", style.fg(Color::Rgb(7, 7, 7)));
            buffer.set_string(
                9,
                row,
                format!("item {row}         "),
                style.fg(Color::Rgb(1, 1, 1)),
            );
        }
        buffer
    };
    let mut screen = Screen::new(true);
    screen.draw(with_row(1));
    let bytes = screen.draw(with_row(2));
    screen.check();
    for color in ["1;1;1", "5;5;5", "9;9;9"] {
        assert!(bytes.matches(color).count() <= 1, "{bytes:?}");
    }
    assert!(bytes.contains("\x1b[9X"), "{bytes:?}");
    assert!(!bytes.contains("\x1b[m"), "{bytes:?}");
}

#[test]
fn a_terminal_that_does_not_erase_in_colour_gets_blanks() {
    let mut screen = Screen::new(false);
    let mut buffer = Buffer::empty(AREA);
    buffer.set_style(AREA, Style::new().bg(Color::Rgb(1, 2, 3)));
    let bytes = screen.draw(buffer);
    assert!(!bytes.contains('X') && bytes.len() > usize::from(AREA.width * AREA.height));
}

#[test]
fn an_unchanged_frame_is_empty_and_the_cursor_is_hidden_once() {
    let mut screen = Screen::new(true);
    screen.backend.hide_cursor().unwrap();
    assert_eq!(screen.draw(Buffer::empty(AREA)), "\x1b[?25l");
    screen.backend.hide_cursor().unwrap();
    assert_eq!(screen.draw(Buffer::empty(AREA)), "");
    screen.backend.forget();
    screen.backend.hide_cursor().unwrap();
    assert_eq!(screen.draw(Buffer::empty(AREA)), "\x1b[?25l");
}
