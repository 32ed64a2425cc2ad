//! The person's results: the stars of each game, and the deals of the day that were played.
//!
//! A game has a star for each level, which is lit if the person has beaten it.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{counting, daily::Calendar},
    arcade::screen::ScreenContext,
    database::DailyDate,
    job::Job,
    practice::stars::{Stars, wins_needed},
    widgets::{Look, drawing},
};
use fourcade_engine::{GameKind, play::Level};

/// A game's stars and a text such as `2 of 3`.
#[allow(clippy::cast_possible_truncation)] // there are five levels
pub const STARS_WIDTH: u16 = Level::COMMON.len() as u16 + 7;

/// Whether the person has finished a game, by kind.
type Played = [bool; GameKind::ALL.len()];

type AllStars = [Stars; GameKind::ALL.len()];

#[derive(Clone, Copy, PartialEq)]
struct Results {
    stars: AllStars,
    is_played: Played,
    /// The number of finished deals of the day.
    finished_deals: usize,
}

#[derive(Default)]
pub struct MenuResults {
    /// `None` until they have been read.
    read: Option<Results>,
    job: Option<Job<Option<Results>>>,
}

impl MenuResults {
    pub fn load(&mut self, context: &ScreenContext) {
        if !context.store.is_available() {
            return;
        }
        self.job = Some(context.store.ask(|database| {
            let (counted, uncounted) = counting::statistics(database, None).ok()?;
            let (mut stars, mut is_played) = (AllStars::default(), Played::default());
            for (index, kind) in GameKind::ALL.into_iter().enumerate() {
                stars[index] = Stars::load(database, kind, &counted).ok()?;
                let key = kind.key();
                is_played[index] = counted.iter().any(|game| game.game == key)
                    || uncounted.get(key).is_some_and(|games| games.practice > 0);
            }
            let calendar = Calendar::load(database).ok()?;
            let finished_deals = calendar.finished(DailyDate::today()).len();
            Some(Results { stars, is_played, finished_deals })
        }));
    }

    /// Returns whether the results have changed.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take_output) else { return false };
        self.job = None;
        // The store reports its own errors.
        let Some(results) = result.ok().flatten() else { return false };
        self.read.replace(results) != Some(results)
    }

    /// Whether the person has finished a game; `false` until that has been read.
    pub fn is_played(&self, game: GameKind) -> bool {
        self.read.is_some_and(|results| results.is_played[game as usize])
    }

    pub fn finished_deals(&self) -> usize {
        self.read.map_or(0, |results| results.finished_deals)
    }

    pub fn draw_stars(&self, game: GameKind, area: Rect, buffer: &mut Buffer, look: &Look) {
        let Some(results) = self.read else { return };
        let stars = results.stars[game as usize];
        let next = stars.next();
        let mut rest = area;
        for (level, is_lit) in Level::COMMON.into_iter().zip(stars.lit) {
            let style = match next {
                _ if is_lit => look.accent(),
                Some((next, _)) if next == level => look.text(),
                _ => look.dim(),
            };
            drawing::draw_text(buffer, rest, look.glyphs.stars[usize::from(is_lit)], style, look);
            rest = Rect { x: rest.x + 1, ..rest }.intersection(area);
        }
        let Some((_, wins)) = next else { return };
        let text = format!(" {wins} of {}", wins_needed(game));
        drawing::draw_text(buffer, rest, &text, look.dim(), look);
    }
}
