//! What the page of practice says about each game.

use ratatui::style::Style;

use crate::{
    database::{DailyDate, Database, StoreError, practice::DailyAnswer},
    games::{ArcadeGame, GameFacts},
    practice::{history::History, rating::Rating},
    widgets::Look,
};
use fourcade_engine::{GameKind, with_game};
use jiff::{Timestamp, tz::TimeZone};

/// What a person has done and has to do in a game.
pub struct Summary {
    pub rating: Rating,
    /// The mistakes that wait.
    pub due: usize,
    /// The answers of today, and how many of them were right.
    pub today: [usize; 2],
    /// The answer to today's puzzle.
    pub daily: Option<DailyAnswer>,
}

/// Reads the summaries of all games.
pub fn load_all(database: &mut Database, today: DailyDate) -> Result<Vec<Summary>, StoreError> {
    let load = |kind| with_game!(kind, G => load::<G>(database, today));
    GameKind::ALL.into_iter().map(load).collect()
}

fn load<G: ArcadeGame>(database: &mut Database, today: DailyDate) -> Result<Summary, StoreError> {
    let history = History::<G>::load(database)?;
    let mut answers = database.answers(G::KEY)?;
    answers.retain(|answer| day_of(answer.answered) == Some(today));
    let right = answers.iter().filter(|answer| answer.is_right).count();
    let daily = database.daily_answers(G::KEY)?.into_iter().find(|answer| answer.date == today);
    Ok(Summary {
        rating: history.rating,
        due: history.due_mistakes(Timestamp::now().as_millisecond()).count(),
        today: [answers.len(), right],
        daily,
    })
}

/// The day of a time in milliseconds since 1970.
fn day_of(time: i64) -> Option<DailyDate> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(DailyDate::new(time.to_zoned(TimeZone::UTC).date()))
}

/// Writes a rating with its interval, such as `1500 ± 690`.
pub fn written_rating(rating: Rating, is_ascii: bool) -> String {
    let sign = if is_ascii { "+-" } else { "±" };
    format!("{:.0} {sign} {:.0}", rating.rating, rating.interval())
}

impl Summary {
    /// The cells of the game's row, without its name.
    pub fn cells(&self, look: &Look) -> [(String, Style); 4] {
        let [count, right] = self.today;
        let due = match self.due {
            0 => ("none due".to_owned(), look.dim()),
            due => (format!("{due} due"), look.accent()),
        };
        let today = match count {
            0 => ("nothing yet".to_owned(), look.dim()),
            _ => (format!("{right} of {count}"), look.text()),
        };
        let daily = match self.daily {
            None => ("not answered".to_owned(), look.dim()),
            Some(answer) => (state(answer), look.text()),
        };
        [(written_rating(self.rating, !look.glyphs.blocks), look.text()), due, today, daily]
    }
}

fn state(answer: DailyAnswer) -> String {
    match answer.solved_at {
        None => "not solved".to_owned(),
        Some(1) => "solved at once".to_owned(),
        Some(number) => format!("solved at try {number}"),
    }
}

/// Returns the line to share about the puzzles of a day.
pub fn share(summaries: &[Summary], date: DailyDate) -> String {
    let answers = GameKind::ALL.into_iter().zip(summaries).filter_map(|(kind, summary)| {
        Some(format!("{} {}", GameFacts::of(kind).title, state(summary.daily?)))
    });
    let answers = answers.collect::<Vec<_>>().join(", ");
    format!("fourcade, the puzzles of {date}: {answers}. Solve them: fourcade practice")
}
