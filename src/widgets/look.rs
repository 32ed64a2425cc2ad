//! The look of the screen: colours, glyphs and styles.

use ratatui::style::{Color, Modifier, Style};

use super::{
    ColorDepth, Keymap, Theme,
    color::mix,
    glyphs::{self, Glyphs},
    theme::Palette,
};

#[derive(Clone, Debug)]
pub struct Look {
    pub palette: Palette<Color>,
    pub depth: ColorDepth,
    pub glyphs: &'static Glyphs,
    /// The custom keys, for texts that name keys.
    pub keymap: Keymap,
}

impl Look {
    pub fn new(theme: &Theme, depth: ColorDepth, ascii: bool) -> Self {
        let glyphs = if ascii { &glyphs::ASCII } else { &glyphs::UNICODE };
        Self { palette: theme.palette(depth), depth, glyphs, keymap: Keymap::default() }
    }

    /// Whether the terminal has background colours. Otherwise cards and tiles need frames.
    pub fn has_backgrounds(&self) -> bool {
        self.depth > ColorDepth::Mono
    }

    pub fn text(&self) -> Style {
        Style::new().fg(self.palette.text).bg(self.palette.background)
    }

    pub fn dim(&self) -> Style {
        let style = self.text().fg(self.palette.dim);
        if self.depth == ColorDepth::Mono { style.add_modifier(Modifier::DIM) } else { style }
    }

    pub fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    pub fn accent(&self) -> Style {
        self.text().fg(self.palette.accent).add_modifier(Modifier::BOLD)
    }

    pub fn rule(&self) -> Style {
        self.text().fg(self.palette.rule)
    }

    /// The glyph of bars in adjacent rows, lower than a full block.
    pub fn low_bar(&self) -> &'static str {
        if self.glyphs.blocks { self.glyphs.low } else { self.glyphs.bar }
    }

    /// Whether the selection is shown by swapped colours instead of a background.
    pub fn reverses_selection(&self) -> bool {
        self.depth <= ColorDepth::Ansi
    }

    pub fn selected(&self) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => {
                self.text().add_modifier(Modifier::REVERSED | Modifier::BOLD)
            }
            ColorDepth::Indexed | ColorDepth::True => {
                self.text().bg(self.palette.selection).add_modifier(Modifier::BOLD)
            }
        }
    }

    /// The style of the chosen value in a row that is not selected.
    pub fn chosen(&self) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => self.strong(),
            ColorDepth::Indexed | ColorDepth::True => self.strong().bg(self.palette.cells[1]),
        }
    }

    pub fn alert(&self) -> Style {
        self.text().fg(self.palette.alert).add_modifier(Modifier::BOLD)
    }

    /// The style of games that a person has won. Not a seat's colour: people change seats.
    pub fn won(&self) -> Style {
        self.accent()
    }

    pub fn lost(&self) -> Style {
        self.dim()
    }

    pub fn seat(&self, seat: usize) -> Style {
        self.text()
            .fg(self.palette.seats[seat % self.palette.seats.len()])
            .add_modifier(Modifier::BOLD)
    }

    /// The style of the filled area below a line of this style.
    pub fn filled(&self, line: Style) -> Style {
        self.mixed_with_background(line, 0.1)
    }

    /// The style of a fainter area below a line of this style.
    pub fn faint(&self, line: Style) -> Style {
        let style = self.mixed_with_background(line, 0.35);
        if self.reverses_selection() { style.add_modifier(Modifier::DIM) } else { style }
    }

    fn mixed_with_background(&self, line: Style, share: f32) -> Style {
        let ink = line.fg.unwrap_or(self.palette.text);
        self.text().fg(mix(ink, self.palette.background, share))
    }

    pub fn selected_seat(&self, seat: usize) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => self.selected(),
            ColorDepth::Indexed | ColorDepth::True => self.seat(seat).bg(self.palette.selection),
        }
    }
}
