//! How things look now: theme, depth of colour, glyphs. Styles are asked for by what they mean.

use std::time::Duration;

use ratatui::style::{Color, Modifier, Style};

use super::{
    ColorDepth, Theme,
    glyphs::{self, Glyphs},
    theme::Palette,
};

/// Everything that drawing depends on beside what is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    /// The colours, by purpose.
    pub palette: Palette<Color>,
    /// How many there are.
    pub depth: ColorDepth,
    /// The signs.
    pub glyphs: &'static Glyphs,
}

/// What moves by itself, and how long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Whether things may move by themselves.
    pub enabled: bool,
    /// How long what the next step hides stays to be looked at; nothing: until a key is pressed.
    pub linger: Option<Duration>,
}

impl Default for Motion {
    fn default() -> Self {
        Self { enabled: true, linger: Some(Duration::from_secs(2)) }
    }
}

impl Look {
    /// The look of a theme on a terminal of this depth.
    pub fn new(theme: &Theme, depth: ColorDepth, ascii: bool) -> Self {
        let glyphs = if ascii { &glyphs::ASCII } else { &glyphs::UNICODE };
        Self { palette: theme.palette(depth), depth, glyphs }
    }

    /// Plain text.
    pub fn text(&self) -> Style {
        Style::new().fg(self.palette.text).bg(self.palette.background)
    }

    /// Text that matters less.
    pub fn dim(&self) -> Style {
        let style = self.text().fg(self.palette.dim);
        if self.depth == ColorDepth::Mono { style.add_modifier(Modifier::DIM) } else { style }
    }

    /// What matters now.
    pub fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// Titles and keys.
    pub fn accent(&self) -> Style {
        self.text().fg(self.palette.accent).add_modifier(Modifier::BOLD)
    }

    /// Lines and frames.
    pub fn rule(&self) -> Style {
        self.text().fg(self.palette.rule)
    }

    /// What is selected.
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

    /// What went wrong.
    pub fn alert(&self) -> Style {
        self.text().fg(self.palette.alert).add_modifier(Modifier::BOLD)
    }

    /// A seat's own colour.
    pub fn seat(&self, seat: usize) -> Style {
        self.text()
            .fg(self.palette.seats[seat % self.palette.seats.len()])
            .add_modifier(Modifier::BOLD)
    }
}
