//! The look of the screen: colours and glyphs, and a style for each purpose.

use std::time::Duration;

use ratatui::style::{Color, Modifier, Style};

use super::{
    ColorDepth, Keymap, Theme,
    glyphs::{self, Glyphs},
    theme::Palette,
};

#[derive(Clone, Debug)]
pub struct Look {
    pub palette: Palette<Color>,
    pub depth: ColorDepth,
    pub glyphs: &'static Glyphs,
    /// The keys of commands, for what names them.
    pub keymap: Keymap,
}

/// Whether things are animated, and how long a result stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    pub enabled: bool,
    /// How long a result that the next step hides stays visible, such as a finished round. `None`
    /// means until a key is pressed.
    pub linger: Option<Duration>,
}

impl Default for Motion {
    fn default() -> Self {
        Self { enabled: true, linger: Some(Duration::from_secs(2)) }
    }
}

impl Look {
    pub fn new(theme: &Theme, depth: ColorDepth, ascii: bool) -> Self {
        let glyphs = if ascii { &glyphs::ASCII } else { &glyphs::UNICODE };
        Self { palette: theme.palette(depth), depth, glyphs, keymap: Keymap::default() }
    }

    /// Whether the terminal has background colours, so that cards and tiles need no frame.
    pub fn has_backgrounds(&self) -> bool {
        self.depth > ColorDepth::Mono
    }

    pub fn text(&self) -> Style {
        Style::new().fg(self.palette.text).bg(self.palette.background)
    }

    /// The style of secondary text.
    pub fn dim(&self) -> Style {
        let style = self.text().fg(self.palette.dim);
        if self.depth == ColorDepth::Mono { style.add_modifier(Modifier::DIM) } else { style }
    }

    pub fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// The style of titles and keys.
    pub fn accent(&self) -> Style {
        self.text().fg(self.palette.accent).add_modifier(Modifier::BOLD)
    }

    /// The style of lines and frames.
    pub fn rule(&self) -> Style {
        self.text().fg(self.palette.rule)
    }

    /// The glyph of a bar with others in the rows above or below.
    pub fn low_bar(&self) -> &'static str {
        if self.glyphs.blocks { self.glyphs.low } else { self.glyphs.bar }
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

    /// The style of the chosen one of several values, away from the cursor.
    pub fn chosen(&self) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => self.strong(),
            ColorDepth::Indexed | ColorDepth::True => self.strong().bg(self.palette.cells[1]),
        }
    }

    /// The style of errors and warnings.
    pub fn alert(&self) -> Style {
        self.text().fg(self.palette.alert).add_modifier(Modifier::BOLD)
    }

    /// The style of games that a person has won. That of a seat would say who has won.
    pub fn won(&self) -> Style {
        self.accent()
    }

    /// The style of games that a person has lost.
    pub fn lost(&self) -> Style {
        self.dim()
    }

    pub fn seat(&self, seat: usize) -> Style {
        self.text()
            .fg(self.palette.seats[seat % self.palette.seats.len()])
            .add_modifier(Modifier::BOLD)
    }

    /// The background of an area below a line, where there are enough colours.
    pub fn shaded(&self) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => Style::new(),
            ColorDepth::Indexed | ColorDepth::True => Style::new().bg(self.palette.cells[0]),
        }
    }

    /// The style of a seat in a selected row: in its colour where the row has a background.
    pub fn selected_seat(&self, seat: usize) -> Style {
        match self.depth {
            ColorDepth::Mono | ColorDepth::Ansi => self.selected(),
            ColorDepth::Indexed | ColorDepth::True => self.seat(seat).bg(self.palette.selection),
        }
    }
}
