//! Practice by ear: rounds of puzzles, without a clock, and without drills of the memory.

use std::time::Duration;

use jiff::Timestamp;

use super::{
    Error, House, commands,
    told::{rules, told},
};
use crate::{
    app::practice,
    database::{DailyDate, Database},
    games::{ArcadeGame, YOU, puzzles, spoken::Listener},
    practice::{
        daily::DailyTries,
        exercise::Exercise,
        history::{self, History},
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

/// What a person has typed in a position.
enum Typed<A> {
    Choice(A),
    Answer,
    Back,
}

/// Holds rounds of a game, until the person has enough. `theme` restricts them to one theme, or to
/// the person's own mistakes, or makes them rushes; the seed draws the positions of the first one.
pub fn practise<G: ArcadeGame>(
    house: &mut House,
    theme: Option<&str>,
    mut seed: u64,
) -> Result<(), Error> {
    loop {
        let before = history::<G>(house)?;
        let mut round = practice::round(&before, theme, seed).map_err(Error::Failed)?;
        round.remove_drills();
        let mut result = hold(house, &mut round, true);
        if !round.results().is_empty() {
            tell_end(house, &round, &before)?;
        }
        // The missed ones are asked as often as the person wants.
        while matches!(result, Ok(true)) {
            let missed: Vec<_> = round.missed().cloned().collect();
            match wants_missed(house, missed.len())? {
                None => return Ok(()),
                Some(false) => break,
                Some(true) => {}
            }
            round = Round::from_exercises(missed);
            result = hold(house, &mut round, false);
            if !round.results().is_empty() {
                house.console.say(&right_of_all(&round))?;
            }
        }
        if !result? {
            return Ok(());
        }
        seed = random::fresh_seed();
    }
}

fn right_of_all<G: ArcadeGame>(round: &Round<G>) -> String {
    format!("{} of {} right.", round.right(), round.results().len())
}

/// Says how a round has ended, and stores how a rush has.
fn tell_end<G: ArcadeGame>(
    house: &mut House,
    round: &Round<G>,
    before: &History<G>,
) -> Result<(), Error> {
    let solved = round.right();
    if round.lives().is_some() {
        let now = Timestamp::now().as_millisecond();
        house.ask_store(move |database| history::store_rush::<G>(database, solved, now))?;
    }
    let after = history::<G>(house)?;
    house.console.say(&match round.lives() {
        Some(_) => practice::rush_text(solved, after.rush().map(|(best, _)| best)),
        None => right_of_all(round),
    })?;
    if house.app.store.is_available() && round.lives().is_none() {
        let rating = after.rating.written_after(before.rating, true);
        house.console.say(&format!("Your rating: {rating}."))?;
    }
    Ok(())
}

/// Asks whether the missed positions follow a round, or another round. `None` if neither does.
fn wants_missed(house: &mut House, missed: usize) -> Result<Option<bool>, Error> {
    let question = match missed {
        0 => "Enter begins another round, back leaves.".to_owned(),
        1 => "Enter begins another round, missed asks the missed position again, back leaves."
            .to_owned(),
        _ => format!(
            "Enter begins another round, missed asks the {missed} missed positions again, back \
             leaves."
        ),
    };
    let mut question = question.as_str();
    loop {
        let line = house.console.ask(std::mem::take(&mut question))?;
        match commands::find(&line, ["missed", "back", "quit"]) {
            _ if line.is_empty() => return Ok(Some(false)),
            Ok(Some("missed")) if missed > 0 => return Ok(Some(true)),
            Ok(Some("back")) => return Ok(None),
            Ok(Some("quit")) => return Err(Error::End),
            _ => house.console.say("Type missed or back, or press Enter.")?,
        }
    }
}

/// What the person has practised, as far as it can be read.
fn history<G: ArcadeGame>(house: &mut House) -> Result<History<G>, Error> {
    let store = house.app.store.clone();
    let stored = house.work("the saved games", move |_| practice::history(&store))?;
    Ok(house.or_report(stored)?.unwrap_or_default())
}

/// Asks for all positions; `counts` says whether the answers are stored. Returns `false` if the
/// person leaves, or there is nothing to ask.
fn hold<G: ArcadeGame>(
    house: &mut House,
    round: &mut Round<G>,
    counts: bool,
) -> Result<bool, Error> {
    let count = round.exercises().len();
    if count == 0 {
        house.console.say("There is nothing to practise here yet.")?;
        return Ok(false);
    }
    // Nobody is hurried in lines.
    while let Some(exercise) = round.current(Duration::ZERO).cloned() {
        let Exercise::Puzzle(puzzle, _) = &exercise else { break };
        let (game, number, title) =
            (G::FACTS.title, round.results().len() + 1, puzzles::title(puzzle));
        house.console.say(&match round.lives() {
            None => format!("{game}, {number} of {count}: {title}."),
            Some(1) => format!("{game} rush, position {number}, 1 life left: {title}."),
            Some(lives) => format!("{game} rush, position {number}, {lives} lives left: {title}."),
        })?;
        let mut is_first = true;
        let goes_on = solve(house, puzzle, &mut |house, is_right| {
            if std::mem::take(&mut is_first) {
                round.answer(is_right);
                if counts {
                    answer(house, &exercise, is_right)?;
                }
            }
            Ok(())
        })?;
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(true)
}

fn names<G: ArcadeGame>(puzzle: &Puzzle<G>) -> Vec<String> {
    let mut names = vec![String::new(); G::SEAT_NAMES.len()];
    YOU.clone_into(&mut names[puzzle.seat().index()]);
    names
}

/// Tells what the person knows of the position.
fn tell_position<G: ArcadeGame>(
    house: &mut House,
    puzzle: &Puzzle<G>,
    with_task: bool,
) -> Result<(), Error> {
    let (session, seat, names) = (puzzle.session(), puzzle.seat(), names(puzzle));
    let notation = house.console.notation;
    // Where something is hidden, what happened before matters.
    if G::evaluator(&session.header().setup, &SearchLimits::new(Budget::Nodes(1))).is_none() {
        let mut shown = session.clone();
        for line in 0..session.lines().len() {
            shown.go_to(line + 1);
            house.console.say_all(&told::<G>(
                &shown,
                line,
                Seats::one(seat),
                seat,
                &names,
                notation,
            ))?;
        }
    }
    let observation = puzzle.observation();
    let listener = Listener::<G> { observation: &observation, seat, names: &names, notation };
    house.console.say_all(&G::position(&listener))?;
    if with_task { house.console.say(&puzzles::task(puzzle)) } else { Ok(()) }
}

/// Asks for the puzzle of a day, which is the same for everybody. The first answer to it stays.
pub fn puzzle_of_the_day<G: ArcadeGame>(house: &mut House, date: DailyDate) -> Result<(), Error> {
    let puzzle = practice::puzzle_of_the_day::<G>(date).map_err(Error::Failed)?;
    let Some(puzzle) = &puzzle else { return Ok(()) };
    let (title, theme) = (G::FACTS.title, puzzles::title(puzzle));
    house.console.say(&format!("{title}, the puzzle of {}: {theme}.", date.in_words()))?;
    let mut tries = DailyTries::new(date, puzzle);
    let mut store = |house: &mut House, is_right| house.ask_store(tries.record(is_right)).map(drop);
    solve(house, puzzle, &mut store).map(drop)
}

/// Asks until the choice is right or the answer is told, which counts as a wrong one. Calls
/// `answered` with whether each choice is right. Returns `false` if the person leaves.
fn solve<G: ArcadeGame>(
    house: &mut House,
    puzzle: &Puzzle<G>,
    answered: &mut dyn FnMut(&mut House, bool) -> Result<(), Error>,
) -> Result<bool, Error> {
    tell_position(house, puzzle, true)?;
    let mut last = None;
    let mut question = "Your choice?";
    loop {
        let action = match ask(house, puzzle, std::mem::take(&mut question))? {
            Typed::Back => return Ok(false),
            Typed::Answer => {
                answered(house, false)?;
                let shown = last.or_else(|| {
                    let best = *puzzle.answers().first()?;
                    puzzle.explained(best)
                });
                if let Some(verdict) = shown {
                    let right = puzzles::answer(puzzle, &verdict, house.console.notation);
                    house.console.say(&format!("The answer: {right}"))?;
                }
                return Ok(true);
            }
            Typed::Choice(action) => action,
        };
        let Some(verdict) = puzzle.explained(action) else { continue };
        let is_right = verdict.better.is_none();
        answered(house, is_right)?;
        if is_right {
            house.console.say(&format!(
                "Right! {}",
                puzzles::answer(puzzle, &verdict, house.console.notation)
            ))?;
            return Ok(true);
        }
        house.console.say(&format!(
            "Not this one. {}",
            puzzles::fault::<G>(&verdict, house.console.notation)
        ))?;
        question = "Try again, or type answer.";
        last = Some(verdict);
    }
}

/// Stores the first answer.
fn answer<G: ArcadeGame>(
    house: &mut House,
    exercise: &Exercise<G>,
    is_right: bool,
) -> Result<(), Error> {
    let (exercise, now) = (exercise.clone(), Timestamp::now().as_millisecond());
    let store = move |database: &mut Database| {
        history::store_answer::<G>(database, &exercise, is_right, now)
    };
    house.ask_store(store).map(drop)
}

/// Asks until something useful is typed.
fn ask<G: ArcadeGame>(
    house: &mut House,
    puzzle: &Puzzle<G>,
    question: &str,
) -> Result<Typed<G::Action>, Error> {
    let (observation, names) = (puzzle.observation(), names(puzzle));
    let (seat, notation) = (puzzle.seat(), house.console.notation);
    let listener = Listener::<G> { observation: &observation, seat, names: &names, notation };
    let mut question = question;
    loop {
        let line = house.console.ask(std::mem::take(&mut question))?;
        if line.is_empty() {
            continue;
        }
        let (word, argument) = line.split_once(' ').unwrap_or((&line, ""));
        match commands::find_for::<G>(word, &COMMANDS) {
            Err(ambiguous) => house.console.say(&ambiguous)?,
            Ok(Some("back")) => return Ok(Typed::Back),
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("answer")) => return Ok(Typed::Answer),
            Ok(Some("moves")) => house.console.say_all(&G::moves(&listener))?,
            Ok(Some("board")) => tell_position(house, puzzle, false)?,
            Ok(Some("rules")) => house.console.say(&rules::<G>())?,
            Ok(Some("help")) => house.console.say_all(&commands::help::<G>(&COMMANDS))?,
            Ok(Some(word)) => commands::answer(&mut house.console, &listener, word, argument)?,
            Ok(None) => match commands::read_move(&line, puzzle.session().game(), seat, notation) {
                Ok(action) => return Ok(Typed::Choice(action)),
                Err(error) => commands::refuse(&mut house.console, &error)?,
            },
        }
    }
}
