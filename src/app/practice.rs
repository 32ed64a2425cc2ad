//! Practice: a summary of each game, and rounds of puzzles.

use std::collections::BTreeSet;

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    app::counting,
    database::{
        DailyDate, Database, Store, StoreError,
        practice::{Answer, DailyAnswer},
    },
    games::{ArcadeGame, GameFacts},
    practice::{
        daily_puzzle::daily_puzzle,
        history::PracticeHistory,
        mistakes,
        rating::Rating,
        round::{RUSH, Round},
    },
};
use fourcade_engine::{
    GameKind,
    play::{Puzzle, PuzzleTheme, random},
    with_game,
};

/// A person's practice in one game.
pub struct Summary {
    pub rating: Rating,
    /// The number of mistakes and puzzles to repeat now.
    pub due: usize,
    pub answered_today: usize,
    pub right_today: usize,
    /// The answer to the puzzle of the day.
    pub daily: Option<DailyAnswer>,
    pub rounds: Vec<RoundChoice>,
}

pub struct RoundChoice {
    /// `None` for all themes.
    pub theme: Option<&'static str>,
    pub title: &'static str,
    pub note: String,
    /// A sentence about what to look for.
    pub goal: &'static str,
    /// Index of one of its puzzles in the collection, preferably an unsolved one.
    pub example: Option<usize>,
}

/// Loads the history of a game, which is empty without a database. Blocks on the disk.
pub fn history<G: ArcadeGame>(store: &Store) -> Result<PracticeHistory<G>, StoreError> {
    if store.is_available() {
        store.ask(load_history).wait()
    } else {
        Ok(PracticeHistory::default())
    }
}

pub fn load_history<G: ArcadeGame>(
    database: &mut Database,
) -> Result<PracticeHistory<G>, StoreError> {
    let games = counting::games(database, Some(G::KEY))?;
    PracticeHistory::load(database, &games)
}

/// Loads the summaries of all games. Blocks on the disk.
pub fn load_all(store: &Store, today: DailyDate) -> Result<Vec<Summary>, StoreError> {
    let load = |kind| with_game!(kind, G => load::<G>(store, today).map(|(summary, _)| summary));
    GameKind::ALL.into_iter().map(load).collect()
}

/// Loads a game's summary and its collection of puzzles. Blocks on the disk.
pub fn load<G: ArcadeGame>(
    store: &Store,
    today: DailyDate,
) -> Result<(Summary, Vec<Puzzle<G>>), StoreError> {
    let history = history::<G>(store)?;
    let (answers, daily) = if store.is_available() {
        let read = |database: &mut Database| -> Result<_, StoreError> {
            Ok((database.answers(G::KEY)?, database.daily_answers(G::KEY)?))
        };
        store.ask(read).wait()?
    } else {
        Default::default()
    };
    let daily = daily.into_iter().find(|answer| answer.date == today);
    // Tests ensure that every collection can be read.
    let puzzles = G::collection().map_or_else(|_| Vec::new(), |collection| collection.puzzles);
    let now = Timestamp::now().as_millisecond();
    let of_today = answers.iter().filter(|answer| day_of(answer.answered) == Some(today));
    let right = of_today.clone().filter(|answer| answer.is_right).count();
    let due_mistakes = history.due_mistakes(now).count();
    let summary = Summary {
        rating: history.rating,
        due: due_mistakes + puzzles.iter().filter(|puzzle| history.is_due(puzzle, now)).count(),
        answered_today: of_today.count(),
        right_today: right,
        daily,
        rounds: rounds(&history, &puzzles, &answers, due_mistakes),
    };
    Ok((summary, puzzles))
}

fn rounds<G: ArcadeGame>(
    history: &PracticeHistory<G>,
    puzzles: &[Puzzle<G>],
    answers: &[Answer],
    due_mistakes: usize,
) -> Vec<RoundChoice> {
    let right = answers.iter().filter(|answer| answer.is_right).map(|answer| answer.puzzle);
    let solved: BTreeSet<u64> = right.collect();
    let example = |theme: Option<&str>| {
        let is_of_theme =
            |(_, puzzle): &(usize, &Puzzle<G>)| theme.is_none_or(|key| puzzle.theme() == key);
        let mut all = puzzles.iter().enumerate().filter(is_of_theme);
        let unsolved = all.clone().find(|(_, puzzle)| !solved.contains(&puzzle.id()));
        unsolved.or(all.next()).map(|(index, _)| index)
    };
    let mixed = RoundChoice {
        theme: None,
        title: "Mixed",
        note: "all kinds".to_owned(),
        goal: "Puzzles to repeat come first, then what suits your rating.",
        example: example(None),
    };
    let theme = |theme: &PuzzleTheme| {
        let all = || puzzles.iter().filter(|puzzle| puzzle.theme() == theme.key);
        let solved = all().filter(|puzzle| solved.contains(&puzzle.id())).count();
        RoundChoice {
            theme: Some(theme.key),
            title: theme.title,
            note: format!("{solved} of {} solved", all().count()),
            goal: theme.goal,
            example: example(Some(theme.key)),
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
        example: None,
    };
    let rush = RoundChoice {
        theme: Some(RUSH),
        title: "Rush",
        note: match history.best_and_last_rush() {
            None => "three lives".to_owned(),
            Some((best, last)) => format!("best {best}, last {last}"),
        },
        goal: "Three lives, and each position is harder. How many do you solve?",
        example: None,
    };
    let themes = G::THEMES.iter().map(theme);
    [mixed].into_iter().chain(themes).chain([mistakes, rush]).collect()
}

/// The UTC day of a time in milliseconds since 1970.
pub fn day_of(time: i64) -> Option<DailyDate> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(DailyDate::new(time.to_zoned_datetime(TimeZone::UTC).date()))
}

pub fn daily_text(answer: Option<DailyAnswer>) -> String {
    match answer.map(|answer| answer.solved_at) {
        None => "not played".to_owned(),
        Some(None) => "not solved".to_owned(),
        Some(Some(1)) => "solved at once".to_owned(),
        Some(Some(number)) => format!("solved on try {number}"),
    }
}

/// A line to share about the puzzles of a day.
pub fn share(summaries: &[Summary], date: DailyDate) -> String {
    let answers = GameKind::ALL.into_iter().zip(summaries);
    let answers = answers.filter(|(_, summary)| summary.daily.is_some()).map(|(kind, summary)| {
        format!("{} {}", GameFacts::of(kind).title, daily_text(summary.daily))
    });
    let answers = answers.collect::<Vec<_>>().join(", ");
    format!("fourcade, the puzzles of {date}: {answers}. Solve them: fourcade practice")
}

pub fn rush_text(solved: usize, best: Option<u32>) -> String {
    let record = match best.and_then(|best| usize::try_from(best).ok()) {
        Some(best) if best > solved => format!(" Your best is {best}."),
        Some(_) if solved > 0 => " That's your best!".to_owned(),
        _ => String::new(),
    };
    format!("You solved {solved}.{record}")
}

/// A round of puzzles of a theme, or of any theme if `None`, that suits the person's history.
pub fn new_round<G: ArcadeGame>(
    history: &PracticeHistory<G>,
    theme: Option<&str>,
    seed: u64,
) -> Result<Round<G>, String> {
    let collection = G::collection().map_err(|error| error.to_string())?;
    let now = Timestamp::now().as_millisecond();
    Ok(Round::new(&collection, history, theme, now, &mut random::rng(seed, &[])))
}

pub fn puzzle_of_the_day<G: ArcadeGame>(date: DailyDate) -> Result<Option<Puzzle<G>>, String> {
    let collection = G::collection().map_err(|error| error.to_string())?;
    Ok(daily_puzzle(&collection, date.date()).cloned())
}
