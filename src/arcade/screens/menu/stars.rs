//! The stars of each game: one for each level, lit if the person has beaten it.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::counting,
    arcade::screen::Context,
    job::Job,
    practice::{self, stars::wins_needed},
    widgets::{Look, drawing},
};
use fourcade_engine::{GameKind, play::Level};

/// A game's stars and a text such as `2 of 3`.
#[allow(clippy::cast_possible_truncation)] // 5
pub const WIDTH: u16 = Level::COMMON.len() as u16 + 7;

/// By game, whether the person has finished one.
type Played = [bool; GameKind::ALL.len()];

type AllStars = [practice::stars::Stars; GameKind::ALL.len()];

#[derive(Default)]
pub struct MenuStars {
    /// `None` until they have been read.
    by_game: Option<AllStars>,
    is_played: Played,
    job: Option<Job<Option<(AllStars, Played)>>>,
}

impl MenuStars {
    pub fn read(&mut self, context: &Context) {
        if !context.store.is_available() {
            return;
        }
        self.job = Some(context.store.ask(|games| {
            let (counted, uncounted) = counting::statistics(games, None).ok()?;
            let (mut stars, mut is_played) = (AllStars::default(), Played::default());
            for (index, kind) in GameKind::ALL.into_iter().enumerate() {
                stars[index] = practice::stars::Stars::load(games, kind, &counted).ok()?;
                let key = kind.key();
                is_played[index] = counted.iter().any(|game| game.game == key)
                    || uncounted.get(key).is_some_and(|games| games.practice > 0);
            }
            Some((stars, is_played))
        }));
    }

    /// Returns whether the stars have changed.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        // The store reports its own errors.
        let Some((stars, is_played)) = result.ok().flatten() else { return false };
        self.is_played = is_played;
        self.by_game.replace(stars) != Some(stars)
    }

    /// `false` until it has been read.
    pub fn is_played(&self, game: GameKind) -> bool {
        self.is_played[game as usize]
    }

    pub fn draw(&self, game: GameKind, area: Rect, buffer: &mut Buffer, look: &Look) {
        let Some(stars) = self.by_game else { return };
        let practice::stars::Stars { lit, next } = stars[game as usize];
        let mut x = area.x;
        for (level, is_lit) in Level::COMMON.into_iter().zip(lit) {
            let style = match next {
                _ if is_lit => look.accent(),
                Some((next, _)) if next == level => look.text(),
                _ => look.dim(),
            };
            let star = Rect { x, width: 1, ..area }.intersection(area);
            drawing::draw_text(buffer, star, look.glyphs.stars[usize::from(is_lit)], style, look);
            x += 1;
        }
        let Some((_, wins)) = next else { return };
        let text = format!("{wins} of {}", wins_needed(game));
        let rest = Rect { x: x + 1, width: WIDTH, ..area }.intersection(area);
        drawing::draw_text(buffer, rest, &text, look.dim(), look);
    }
}
