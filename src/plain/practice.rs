//! Practice: rounds of puzzles, without a clock and without memory drills.

use std::time::Duration;

use jiff::Timestamp;

use super::{
    App, Error, commands,
    narrator::{line_sentences, rules},
    words,
};
use crate::{
    app::practice,
    database::{DailyDate, Database},
    games::{ArcadeGame, YOU, puzzles, sentence, spoken::Audience},
    practice::{
        daily_puzzle::DailyTries,
        exercise::Exercise,
        history::{self, PracticeHistory},
        round::Round,
    },
};
use fourcade_engine::play::{Budget, Puzzle, SearchLimits, Seats, random};

const COMMANDS: [(&str, &str); 7] = [
    ("moves", "the moves you can choose from"),
    ("board", "the position again"),
    ("answer", "say what is right, and go on"),
    ("rules", "the rules of the game"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the round"),
    ("quit", "leave fourcade"),
];

enum Typed<A> {
    Choice(A),
    Answer,
    Back,
}

/// Plays rounds until the person leaves. `theme` selects one theme, the person's own mistakes or
/// rushes; `seed` draws the first round.
pub fn practice_rounds<G: ArcadeGame>(
    app: &mut App,
    theme: Option<&str>,
    mut seed: u64,
) -> Result<(), Error> {
    loop {
        let before = load_history::<G>(app)?;
        let mut round = practice::new_round(&before, theme, seed).map_err(Error::Failed)?;
        round.remove_drills();
        let end = play_round(app, &mut round, true);
        // An unfinished round is told, too.
        if !round.results().is_empty() {
            tell_end(app, &round, &before)?;
        }
        if !end? || !practise_missed(app, round)? {
            return Ok(());
        }
        seed = random::fresh_seed();
    }
}

/// Asks the missed positions again as often as the person wants. Returns whether another round
/// follows.
fn practise_missed<G: ArcadeGame>(app: &mut App, mut round: Round<G>) -> Result<bool, Error> {
    loop {
        let missed: Vec<_> = round.missed().cloned().collect();
        match ask_next(app, missed.len())? {
            Next::Leave => return Ok(false),
            Next::NewRound => return Ok(true),
            Next::Missed => {}
        }
        round = Round::from_exercises(missed);
        let end = play_round(app, &mut round, false);
        if !round.results().is_empty() {
            app.console.say(&right_of_all(&round))?;
        }
        if !end? {
            return Ok(false);
        }
    }
}

fn right_of_all<G: ArcadeGame>(round: &Round<G>) -> String {
    format!("{} of {} right.", round.right(), round.results().len())
}

/// Tells the result of a round and the rating; stores the result of a rush.
fn tell_end<G: ArcadeGame>(
    app: &mut App,
    round: &Round<G>,
    before: &PracticeHistory<G>,
) -> Result<(), Error> {
    let solved = round.right();
    if round.lives().is_some() {
        let now = Timestamp::now().as_millisecond();
        app.query_or_report(move |database| history::store_rush::<G>(database, solved, now))?;
    }
    let after = load_history::<G>(app)?;
    app.console.say(&match round.lives() {
        Some(_) => practice::rush_text(solved, after.best_and_last_rush().map(|(best, _)| best)),
        None => right_of_all(round),
    })?;
    if app.context.store.is_available() && round.lives().is_none() {
        let rating = after.rating.written_after(before.rating, true);
        app.console.say(&format!("Your rating: {rating}."))?;
    }
    Ok(())
}

/// The person's wish after a round.
enum Next {
    NewRound,
    Missed,
    Leave,
}

fn ask_next(app: &mut App, missed: usize) -> Result<Next, Error> {
    let question = match missed {
        0 => "Enter begins another round, back leaves.".to_owned(),
        1 => "Enter begins another round, missed asks the missed position again, back leaves."
            .to_owned(),
        _ => format!(
            "Enter begins another round, missed asks the {missed} missed positions again, back \
             leaves."
        ),
    };
    app.console.say_question(&question)?;
    loop {
        let line = app.console.read_answer()?;
        match words::find(&line, ["missed", "back", "quit"]) {
            _ if line.is_empty() => return Ok(Next::NewRound),
            Ok(Some("missed")) if missed > 0 => return Ok(Next::Missed),
            Ok(Some("back")) => return Ok(Next::Leave),
            Ok(Some("quit")) => return Err(Error::End),
            _ => app.console.say("Type missed or back, or press Enter.")?,
        }
    }
}

/// Loads the person's practice so far; empty if it can't be read.
fn load_history<G: ArcadeGame>(app: &mut App) -> Result<PracticeHistory<G>, Error> {
    let store = app.context.store.clone();
    let stored = app.work("the saved games", move |_| practice::history(&store))?;
    Ok(app.or_report(stored)?.unwrap_or_default())
}

/// Asks all positions of a round. Stores the answers if it `counts`. Returns `false` if the person
/// leaves or the round is empty.
fn play_round<G: ArcadeGame>(
    app: &mut App,
    round: &mut Round<G>,
    counts: bool,
) -> Result<bool, Error> {
    let count = round.exercises().len();
    if count == 0 {
        app.console.say("There is nothing to practise here yet.")?;
        return Ok(false);
    }
    // Line mode has no time limits.
    while let Some(exercise) = round.current(Duration::ZERO).cloned() {
        let Exercise::Puzzle(puzzle, _) = &exercise else { break };
        let (game, number) = (G::FACTS.title, round.results().len() + 1);
        let title = sentence(puzzles::title(puzzle));
        app.console.say(&match round.lives() {
            None => format!("{game}, {number} of {count}: {title}"),
            Some(1) => format!("{game} rush, position {number}, 1 life left: {title}"),
            Some(lives) => format!("{game} rush, position {number}, {lives} lives left: {title}"),
        })?;
        let mut is_answered = false;
        let goes_on = solve(app, puzzle, &mut |app, is_right| {
            if is_answered {
                return Ok(());
            }
            is_answered = true;
            round.answer(is_right);
            if counts { store_answer(app, &exercise, is_right) } else { Ok(()) }
        })?;
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(true)
}

/// By seat. Only the person has a name.
fn names_of<G: ArcadeGame>(puzzle: &Puzzle<G>) -> Vec<String> {
    let mut names = vec![String::new(); G::SEAT_NAMES.len()];
    YOU.clone_into(&mut names[puzzle.seat().index()]);
    names
}

fn tell_position<G: ArcadeGame>(app: &mut App, puzzle: &Puzzle<G>) -> Result<(), Error> {
    let (session, seat, names) = (puzzle.session(), puzzle.seat(), names_of(puzzle));
    let notation = app.console.notation;
    // Games that hide information have no evaluator: there, the earlier moves show what is known.
    if G::evaluator(&session.header().setup, &SearchLimits::new(Budget::Nodes(1))).is_none() {
        for line in 0..session.lines().len() {
            let viewers = Seats::one(seat);
            let texts = line_sentences::<G>(session, line, viewers, seat, &names, notation);
            app.console.say_all(&texts)?;
        }
    }
    let observation = puzzle.observation();
    let audience = Audience::<G> { observation: &observation, seat, names: &names, notation };
    app.console.say_all(&G::position(&audience))
}

/// Asks the puzzle of a day, of which only the first answer counts.
pub fn puzzle_of_the_day<G: ArcadeGame>(app: &mut App, date: DailyDate) -> Result<(), Error> {
    let puzzle = practice::puzzle_of_the_day::<G>(date).map_err(Error::Failed)?;
    let Some(puzzle) = &puzzle else { return Ok(()) };
    let (title, theme) = (G::FACTS.title, sentence(puzzles::title(puzzle)));
    app.console.say(&format!("{title}, the puzzle of {}: {theme}", date.in_words()))?;
    let mut tries = DailyTries::new(date, puzzle);
    let mut store = |app: &mut App, is_right| app.query_or_report(tries.record(is_right)).map(drop);
    solve(app, puzzle, &mut store).map(drop)
}

/// Asks until the choice is right or the person asks for the answer, which counts as wrong. Calls
/// `answered` with each result. Returns `false` if the person leaves.
fn solve<G: ArcadeGame>(
    app: &mut App,
    puzzle: &Puzzle<G>,
    answered: &mut dyn FnMut(&mut App, bool) -> Result<(), Error>,
) -> Result<bool, Error> {
    tell_position(app, puzzle)?;
    app.console.say(&puzzles::task(puzzle))?;
    app.console.say_question("Your choice?")?;
    let mut last_wrong = None;
    loop {
        let action = match read_typed(app, puzzle)? {
            Typed::Back => return Ok(false),
            Typed::Answer => {
                answered(app, false)?;
                let verdict = last_wrong.or_else(|| {
                    let best = *puzzle.answers().first()?;
                    puzzle.explained(best)
                });
                if let Some(verdict) = verdict {
                    let right = puzzles::answer(puzzle, &verdict, app.console.notation);
                    app.console.say(&format!("The answer: {right}"))?;
                }
                return Ok(true);
            }
            Typed::Choice(action) => action,
        };
        let Some(verdict) = puzzle.explained(action) else { continue };
        let is_right = verdict.better.is_none();
        answered(app, is_right)?;
        if is_right {
            app.console.say(&format!(
                "Right! {}",
                puzzles::answer(puzzle, &verdict, app.console.notation)
            ))?;
            return Ok(true);
        }
        app.console.say(&format!(
            "Not this one. {}",
            puzzles::fault::<G>(&verdict, app.console.notation)
        ))?;
        app.console.say_question("Try again, or type answer.")?;
        last_wrong = Some(verdict);
    }
}

fn store_answer<G: ArcadeGame>(
    app: &mut App,
    exercise: &Exercise<G>,
    is_right: bool,
) -> Result<(), Error> {
    let (exercise, now) = (exercise.clone(), Timestamp::now().as_millisecond());
    let store = move |database: &mut Database| {
        history::store_answer::<G>(database, &exercise, is_right, now)
    };
    app.query_or_report(store).map(drop)
}

/// Runs commands until the person makes a choice, asks for the answer or leaves.
fn read_typed<G: ArcadeGame>(app: &mut App, puzzle: &Puzzle<G>) -> Result<Typed<G::Action>, Error> {
    let (observation, names) = (puzzle.observation(), names_of(puzzle));
    let (seat, notation) = (puzzle.seat(), app.console.notation);
    let audience = Audience::<G> { observation: &observation, seat, names: &names, notation };
    loop {
        let line = app.console.read_answer()?;
        if line.is_empty() {
            continue;
        }
        let (word, argument) = line.split_once(' ').unwrap_or((&line, ""));
        match commands::find_for::<G>(word, &COMMANDS) {
            Err(ambiguous) => app.console.say(&ambiguous)?,
            Ok(Some("back")) => return Ok(Typed::Back),
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("answer")) => return Ok(Typed::Answer),
            Ok(Some("moves")) => app.console.say_all(&G::moves(&audience))?,
            Ok(Some("board")) => tell_position(app, puzzle)?,
            Ok(Some("rules")) => app.console.say(&rules::<G>())?,
            Ok(Some("help")) => app.console.say_all(&commands::help::<G>(&COMMANDS))?,
            Ok(Some(word)) => app.console.say_all(&commands::answer(&audience, word, argument))?,
            Ok(None) => match commands::read_move(&line, puzzle.session().game(), seat, notation) {
                Ok(action) => return Ok(Typed::Choice(action)),
                Err(error) => commands::say_refusal(&mut app.console, &error)?,
            },
        }
    }
}
