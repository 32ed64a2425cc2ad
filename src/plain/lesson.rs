//! The first game, guided, by ear.

use super::{
    Error, House, commands,
    table::{Origin, play},
    told::told,
    words::usual,
};
use crate::games::{
    ArcadeGame, capitalized,
    lessons::{Lesson, LessonPhase, LessonRun},
    names_at, sentence,
    spoken::Listener,
};
use fourcade_engine::play::{HUMAN, Level, RecordHeader, Seats, Session, random};

/// What a learner can type besides moves and questions.
const COMMANDS: [(&str, &str); 6] = [
    ("moves", "the moves you can make"),
    ("board", "the whole position"),
    ("answer", "which move is right"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the lesson, which goes on from here the next time"),
    ("quit", "leave fourcade"),
];

/// Teaches a game, from the step at which its lesson was left.
pub fn learn<G: ArcadeGame>(house: &mut House) -> Result<(), Error> {
    let lesson = Lesson::<G>::of_game(house.app.notation()).and_then(LessonRun::new);
    let mut run = lesson.map_err(|error| Error::Failed(error.to_string()))?;
    house.console.say(&format!("The lesson of {}.", G::FACTS.title))?;
    let step = house.app.home.lessons.step(G::KEY);
    if step > 0 && !house.console.confirm("You left it before its end. Begin again?")? {
        run.go_to(step);
    }
    let result = teach(house, &mut run);
    let step = if run.is_at_end() { 0 } else { run.index() };
    house.app.home.lessons.set_step(G::KEY, step);
    // If it can't be written, the lesson begins again the next time.
    let _ = house.app.home.lessons.write();
    if !result? || !house.console.confirm("Play a game against Beginner now?")? {
        return Ok(());
    }
    let (seed, size) = (random::fresh_seed(), G::SIZES.map_or(0, |sizes| sizes.default));
    let setup = G::deal(size, &mut random::rng(seed, &[])).map_err(Error::Failed)?;
    let beginner = G::LEVELS[Level::Beginner as usize].player;
    let seat = |name: &&str| if *name == HUMAN { HUMAN } else { beginner }.to_owned();
    let seats = G::FACTS.default_seats.iter().map(seat).collect();
    let session = Session::<G>::new(RecordHeader { setup, seats, seed, clock: None });
    play(house, session, Origin::New).map(drop)
}

/// Returns whether the lesson was heard to its end.
fn teach<G: ArcadeGame>(house: &mut House, run: &mut LessonRun<G>) -> Result<bool, Error> {
    let names = names_at(run.session(), &[], house.app.naming());
    let mut said = None;
    loop {
        let index = run.index();
        if said != Some(index) && run.phase() != LessonPhase::Praised {
            said = Some(index);
            if run.begins_scene() {
                house.console.say_all(&position(run, &names))?;
            }
            house.console.say(run.prompt().heard())?;
        }
        match run.phase() {
            LessonPhase::Choosing => {
                if !choose(house, run, &names)? {
                    return Ok(false);
                }
            }
            LessonPhase::Replying => {
                let lines = run.session().lines().len();
                // A reply that isn't legal is left out; the tests of the lessons rule it out.
                let _ = run.reply();
                tell(house, run, lines, &names)?;
            }
            LessonPhase::Praised => {
                let praise = run.prompt().heard_praise().to_owned();
                if !go_on(house, &praise)? {
                    return Ok(false);
                }
                run.go_on();
            }
            LessonPhase::Reading if run.is_at_end() => return Ok(true),
            LessonPhase::Reading => {
                if !go_on(house, "")? {
                    return Ok(false);
                }
                run.go_on();
            }
        }
    }
}

fn position<G: ArcadeGame>(run: &LessonRun<G>, names: &[String]) -> Vec<String> {
    let observation = run.session().game().observe(Seats::one(run.seat()));
    let (seat, notation) = (run.seat(), run.notation());
    G::position(&Listener { observation: &observation, seat, names, notation })
}

/// Tells the lines of the record from this one on.
fn tell<G: ArcadeGame>(
    house: &mut House,
    run: &LessonRun<G>,
    first: usize,
    names: &[String],
) -> Result<(), Error> {
    let session = run.session();
    for line in first..session.lines().len() {
        let viewers = Seats::one(run.seat());
        let (seat, notation) = (run.seat(), run.notation());
        house.console.say_all(&told::<G>(session, line, viewers, seat, names, notation))?;
    }
    Ok(())
}

/// Returns `false` if the learner leaves.
fn go_on(house: &mut House, text: &str) -> Result<bool, Error> {
    let answer = house.console.ask(&format!("{text} Press Enter to go on."))?;
    match commands::find(&answer, ["back", "quit"]) {
        Ok(Some("quit")) if !answer.is_empty() => Err(Error::End),
        Ok(Some("back")) if !answer.is_empty() => Ok(false),
        _ => Ok(true),
    }
}

/// Asks until the right move is made. Returns `false` if the learner leaves.
fn choose<G: ArcadeGame>(
    house: &mut House,
    run: &mut LessonRun<G>,
    names: &[String],
) -> Result<bool, Error> {
    loop {
        let line = house.console.ask("")?;
        let (word, argument) = line.split_once(' ').unwrap_or((&line, ""));
        let found = match word {
            "" => Ok(None),
            word => commands::find_for::<G>(word, &COMMANDS),
        };
        let observation = run.session().game().observe(Seats::one(run.seat()));
        let (seat, notation) = (run.seat(), run.notation());
        let listener = Listener::<G> { observation: &observation, seat, names, notation };
        match found {
            Err(ambiguous) => house.console.say(&ambiguous)?,
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("back")) => return Ok(false),
            Ok(Some("moves")) => house.console.say_all(&G::moves(&listener))?,
            Ok(Some("board")) => house.console.say_all(&G::position(&listener))?,
            Ok(Some("answer")) => {
                let right = run.prompt().example().map(|action| G::write(action, notation));
                let right = right.unwrap_or_else(|| "any move that you like".to_owned());
                house.console.say(&sentence(&format!("Type {right}")))?;
            }
            Ok(Some("help")) => house.console.say_all(&commands::help::<G>(&COMMANDS))?,
            Ok(Some(word)) => commands::answer(&mut house.console, &listener, word, argument)?,
            Ok(None) if line.is_empty() => house.console.say("Type a move, or help.")?,
            Ok(None) => {
                let lines = run.session().lines().len();
                let chosen = G::read(&usual(&line), &observation, notation)
                    .and_then(|action| run.choose(action));
                match chosen {
                    Ok(()) => {
                        tell(house, run, lines, names)?;
                        return Ok(true);
                    }
                    Err(why) => house.console.say(&sentence(&capitalized(&why.to_string())))?,
                }
            }
        }
    }
}
