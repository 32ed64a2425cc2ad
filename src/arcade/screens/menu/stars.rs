//! The stars of each game: one for each level, lit if the person has beaten it.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    arcade::screen::Context,
    job::Job,
    practice::stars,
    widgets::{Look, drawing},
};
use fourcade_engine::{GameKind, play::Level};

/// The columns of the stars of a game.
#[allow(clippy::cast_possible_truncation)] // 5
pub const WIDTH: u16 = Level::ALL.len() as u16;

/// Which stars are lit, by game and level.
type Lit = [[bool; Level::ALL.len()]; GameKind::ALL.len()];

#[derive(Default)]
pub struct Stars {
    /// `None` until they have been read.
    lit: Option<Lit>,
    job: Option<Job<Option<Lit>>>,
}

impl Stars {
    /// Starts reading the stars, unless the database is unavailable in this run.
    pub fn read(&mut self, context: &Context) {
        if !context.store.is_available() {
            return;
        }
        self.job = Some(context.store.ask(|games| {
            let mut lit = Lit::default();
            for (kind, lit) in GameKind::ALL.into_iter().zip(&mut lit) {
                *lit = stars::lit(games, kind).ok()?;
            }
            Some(lit)
        }));
    }

    /// Takes the stars that have been read. Returns whether they have changed.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        // The database itself reports when it can't be read.
        let Some(lit) = result.ok().flatten() else { return false };
        self.lit.replace(lit) != Some(lit)
    }

    /// Draws the stars of a game.
    pub fn draw(&self, game: GameKind, area: Rect, buffer: &mut Buffer, look: &Look) {
        let lit = self.lit.iter().flat_map(|all| GameKind::ALL.into_iter().zip(all));
        let lit = lit.filter(|(other, _)| *other == game).flat_map(|(_, lit)| lit);
        for (&is_lit, x) in lit.zip(area.x..area.right()) {
            let style = if is_lit { look.accent() } else { look.dim() };
            let star = look.glyphs.stars[usize::from(is_lit)];
            drawing::draw_text(buffer, Rect { x, width: 1, ..area }, star, style, look);
        }
    }
}
