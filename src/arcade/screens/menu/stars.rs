//! What the database knows of each game: whether it was played, and its stars, one for each level,
//! lit if the person has beaten it.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::counting,
    arcade::screen::Context,
    job::Job,
    practice::stars,
    widgets::{Look, drawing},
};
use fourcade_engine::{GameKind, play::Level};

/// The columns of the stars of a game.
#[allow(clippy::cast_possible_truncation)] // 5
pub const WIDTH: u16 = Level::COMMON.len() as u16;

/// Whether a person has finished each game.
type Played = [bool; GameKind::ALL.len()];
/// Which stars are lit, by game and level.
type Lit = [[bool; Level::COMMON.len()]; GameKind::ALL.len()];

#[derive(Default)]
pub struct Stars {
    /// `None` until they have been read.
    lit: Option<Lit>,
    /// Whether a person has finished the game, by game.
    is_played: Played,
    job: Option<Job<Option<(Lit, Played)>>>,
}

impl Stars {
    /// Starts reading the stars, unless the database is unavailable in this run.
    pub fn read(&mut self, context: &Context) {
        if !context.store.is_available() {
            return;
        }
        self.job = Some(context.store.ask(|games| {
            let (mut lit, mut is_played) = (Lit::default(), Played::default());
            for (index, kind) in GameKind::ALL.into_iter().enumerate() {
                let counted = counting::games(games, Some(kind.key())).ok()?;
                lit[index] = stars::lit(games, kind, &counted).ok()?;
                is_played[index] = games.finished(kind.key()).ok()? > 0;
            }
            Some((lit, is_played))
        }));
    }

    /// Takes the stars that have been read. Returns whether they have changed.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        // The database itself reports when it can't be read.
        let Some((lit, is_played)) = result.ok().flatten() else { return false };
        self.is_played = is_played;
        self.lit.replace(lit) != Some(lit)
    }

    /// Whether a person has finished this game, as far as has been read.
    pub fn is_played(&self, game: GameKind) -> bool {
        self.is_played[game as usize]
    }

    /// Draws the stars of a game. Before the first one of any game is lit, they would say nothing.
    pub fn draw(&self, game: GameKind, area: Rect, buffer: &mut Buffer, look: &Look) {
        let lit = self.lit.filter(|lit| lit.as_flattened().contains(&true));
        let lit = lit.into_iter().flat_map(|lit| lit[game as usize]);
        for (is_lit, x) in lit.zip(area.x..area.right()) {
            let style = if is_lit { look.accent() } else { look.dim() };
            let star = look.glyphs.stars[usize::from(is_lit)];
            drawing::draw_text(buffer, Rect { x, width: 1, ..area }, star, style, look);
        }
    }
}
