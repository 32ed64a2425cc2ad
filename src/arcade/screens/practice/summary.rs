//! What the page of practice says about each game.

use std::collections::BTreeSet;

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    arcade::screens::thumbnails::{Picture, picture_seen},
    database::{
        DailyDate, Database, Store, StoreError,
        practice::{Answer, DailyAnswer},
    },
    games::{GameFacts, GameView},
    practice::{history::History, mistakes, rating::Rating},
};
use fourcade_engine::{
    GameKind,
    play::{CancelToken, Puzzle},
    with_game,
};

/// What a person has done and has to do in a game.
pub struct Summary {
    pub rating: Rating,
    /// The mistakes and the puzzles that wait.
    pub due: usize,
    /// The answers of today, and how many of them were right.
    pub today: [usize; 2],
    /// The answer to today's puzzle.
    pub daily: Option<DailyAnswer>,
    pub rounds: Vec<RoundChoice>,
}

/// A round that can be chosen.
pub struct RoundChoice {
    /// Its theme; `None` for all.
    pub theme: Option<&'static str>,
    pub title: &'static str,
    pub note: String,
    /// What to look for, as a sentence.
    pub goal: &'static str,
    /// One of its puzzles, not solved yet if there is such a one.
    pub picture: Option<Box<dyn Picture>>,
}

/// Reads the summaries of all games, or of fewer once nobody waits for them. Not for the thread
/// that draws; that of the database only reads.
pub fn load_all(
    store: &Store,
    today: DailyDate,
    cancel: &CancelToken,
) -> Result<Vec<Summary>, StoreError> {
    let wanted = GameKind::ALL.into_iter().take_while(|_| !cancel.is_cancelled());
    wanted.map(|kind| with_game!(kind, G => load::<G>(store, today))).collect()
}

fn load<G: GameView>(store: &Store, today: DailyDate) -> Result<Summary, StoreError> {
    let history = History::<G>::stored(store)?;
    let (answers, daily) = if store.is_available() {
        let read = |database: &mut Database| -> Result<_, StoreError> {
            Ok((database.answers(G::KEY)?, database.daily_answers(G::KEY)?))
        };
        store.ask(read).wait()?
    } else {
        Default::default()
    };
    let daily = daily.into_iter().find(|answer| answer.date == today);
    // The tests read all collections.
    let puzzles = G::collection().map_or_else(|_| Vec::new(), |collection| collection.puzzles);
    let now = Timestamp::now().as_millisecond();
    let of_today = answers.iter().filter(|answer| day_of(answer.answered) == Some(today));
    let right = of_today.clone().filter(|answer| answer.is_right).count();
    let due_mistakes = history.due_mistakes(now).count();
    Ok(Summary {
        rating: history.rating,
        due: due_mistakes + puzzles.iter().filter(|puzzle| history.is_due(puzzle, now)).count(),
        today: [of_today.count(), right],
        daily,
        rounds: rounds(&history, &puzzles, &answers, due_mistakes),
    })
}

/// The rounds of a game: of everything, of each theme, and of the person's own mistakes.
fn rounds<G: GameView>(
    history: &History<G>,
    puzzles: &[Puzzle<G>],
    answers: &[Answer],
    due_mistakes: usize,
) -> Vec<RoundChoice> {
    let right = answers.iter().filter(|answer| answer.is_right).map(|answer| answer.puzzle);
    let solved: BTreeSet<u64> = right.collect();
    let picture = |puzzles: &mut dyn Iterator<Item = &Puzzle<G>>| {
        let mut puzzles = puzzles.peekable();
        let first = puzzles.peek().copied();
        let puzzle = puzzles.find(|puzzle| !solved.contains(&puzzle.id())).or(first);
        puzzle.map(|puzzle| picture_seen::<G>(puzzle.observation()))
    };
    let mixed = RoundChoice {
        theme: None,
        title: "Mixed",
        note: "all kinds".to_owned(),
        goal: "Puzzles to repeat come first, then what suits your rating.",
        picture: picture(&mut puzzles.iter()),
    };
    let theme = |theme: &fourcade_engine::play::Theme| {
        let all = || puzzles.iter().filter(|puzzle| puzzle.theme() == theme.key);
        let solved = all().filter(|puzzle| solved.contains(&puzzle.id())).count();
        RoundChoice {
            theme: Some(theme.key),
            title: theme.title,
            note: format!("{solved} of {} solved", all().count()),
            goal: theme.goal,
            picture: picture(&mut all()),
        }
    };
    let mistakes = RoundChoice {
        theme: Some(mistakes::THEME),
        title: "Your mistakes",
        note: match history.mistakes.len() {
            0 => "none yet".to_owned(),
            count => format!("{count}, {due_mistakes} to repeat"),
        },
        goal: "From your own games: find something better than what you played.",
        picture: None,
    };
    let themes = G::THEMES.iter().map(theme);
    [mixed].into_iter().chain(themes).chain([mistakes]).collect()
}

/// The day of a time in milliseconds since 1970.
fn day_of(time: i64) -> Option<DailyDate> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(DailyDate::new(time.to_zoned_datetime(TimeZone::UTC).date()))
}

/// Says how a puzzle of the day was answered.
pub fn daily_text(answer: Option<DailyAnswer>) -> String {
    match answer.map(|answer| answer.solved_at) {
        None => "not played".to_owned(),
        Some(None) => "not solved".to_owned(),
        Some(Some(1)) => "solved at once".to_owned(),
        Some(Some(number)) => format!("solved on try {number}"),
    }
}

/// Returns the line to share about the puzzles of a day.
pub fn share(summaries: &[Summary], date: DailyDate) -> String {
    let answers = GameKind::ALL.into_iter().zip(summaries);
    let answers = answers.filter(|(_, summary)| summary.daily.is_some()).map(|(kind, summary)| {
        format!("{} {}", GameFacts::of(kind).title, daily_text(summary.daily))
    });
    let answers = answers.collect::<Vec<_>>().join(", ");
    format!("fourcade, the puzzles of {date}: {answers}. Solve them: fourcade practice")
}
