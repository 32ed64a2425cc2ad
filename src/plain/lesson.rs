//! A game's lesson: the guided first game.

use super::{
    App, Error, commands,
    narrator::line_sentences,
    table::{Origin, play},
    words::normalized,
};
use crate::{
    app::new_game,
    games::{
        ArcadeGame,
        lessons::{Lesson, LessonPhase, LessonRun},
        names_at, sentence,
        spoken::Audience,
    },
};
use fourcade_engine::play::Seats;

const COMMANDS: [(&str, &str); 6] = [
    ("moves", "the moves you can make"),
    ("board", "the whole position"),
    ("answer", "which move is right"),
    ("repeat", "say the last sentences again"),
    ("back", "leave the lesson, which goes on from here the next time"),
    ("quit", "leave fourcade"),
];

/// Tells a game's lesson from its start or from where it was left, then offers a game.
pub fn learn<G: ArcadeGame>(app: &mut App) -> Result<(), Error> {
    let lesson = Lesson::<G>::of_game(app.context.notation()).and_then(LessonRun::new);
    let mut run = lesson.map_err(|error| Error::Failed(error.to_string()))?;
    app.console.say(&format!("The lesson of {}.", G::FACTS.title))?;
    let step = app.context.home.lessons.step(G::KEY);
    if step > 0 && !app.console.confirm("You left it before its end. Begin again?")? {
        run.go_to(step);
    }
    let result = teach(app, &mut run);
    let step = if run.is_at_end() { 0 } else { run.index() };
    app.context.home.lessons.set_step(G::KEY, step);
    // If this can't be written, the lesson begins again the next time.
    let _ = app.context.home.lessons.write(G::KEY);
    if !result? || !app.console.confirm("Play a game against Beginner now?")? {
        return Ok(());
    }
    let session = new_game::beginner_session::<G>().map_err(Error::Failed)?;
    play(app, session, Origin::New).map(drop)
}

/// Returns whether the lesson reached its end.
fn teach<G: ArcadeGame>(app: &mut App, run: &mut LessonRun<G>) -> Result<bool, Error> {
    let names = names_at(run.session(), &[], app.context.naming());
    let mut said_index = None;
    loop {
        let index = run.index();
        if said_index != Some(index) && run.phase() != LessonPhase::Praised {
            said_index = Some(index);
            if run.begins_scene() {
                app.console.say_all(&position(run, &names))?;
            }
            app.console.say(run.prompt().spoken())?;
        }
        match run.phase() {
            LessonPhase::Choosing => {
                if !choose(app, run, &names)? {
                    return Ok(false);
                }
            }
            LessonPhase::Replying => {
                let lines = run.session().lines().len();
                // The tests of the lessons exclude illegal replies.
                let _ = run.reply();
                tell_lines_from(app, run, lines, &names)?;
            }
            LessonPhase::Praised => {
                let praise = run.prompt().spoken_praise().to_owned();
                if !app.console.go_on(&format!("{praise} Press Enter to go on."))? {
                    return Ok(false);
                }
                run.go_on();
            }
            LessonPhase::Reading if run.is_at_end() => return Ok(true),
            LessonPhase::Reading => {
                if !app.console.go_on("Press Enter to go on.")? {
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
    G::position(&Audience { observation: &observation, seat, names, notation })
}

fn tell_lines_from<G: ArcadeGame>(
    app: &mut App,
    run: &LessonRun<G>,
    first: usize,
    names: &[String],
) -> Result<(), Error> {
    let session = run.session();
    for line in first..session.lines().len() {
        let viewers = Seats::one(run.seat());
        let (seat, notation) = (run.seat(), run.notation());
        app.console.say_all(&line_sentences::<G>(session, line, viewers, seat, names, notation))?;
    }
    Ok(())
}

/// Returns `false` if the learner leaves before the right move.
fn choose<G: ArcadeGame>(
    app: &mut App,
    run: &mut LessonRun<G>,
    names: &[String],
) -> Result<bool, Error> {
    loop {
        let line = app.console.read_answer()?;
        let (word, argument) = line.split_once(' ').unwrap_or((&line, ""));
        let found = match word {
            "" => Ok(None),
            word => commands::find_for::<G>(word, &COMMANDS),
        };
        let observation = run.session().game().observe(Seats::one(run.seat()));
        let (seat, notation) = (run.seat(), run.notation());
        let audience = Audience::<G> { observation: &observation, seat, names, notation };
        match found {
            Err(ambiguous) => app.console.say(&ambiguous)?,
            Ok(Some("quit")) => return Err(Error::End),
            Ok(Some("back")) => return Ok(false),
            Ok(Some("moves")) => app.console.say_all(&G::moves(&audience))?,
            Ok(Some("board")) => app.console.say_all(&G::position(&audience))?,
            Ok(Some("answer")) => {
                let right = run.prompt().example().map(|action| G::write(action, notation));
                let right = right.unwrap_or_else(|| "any move that you like".to_owned());
                app.console.say(&sentence(&format!("Type {right}")))?;
            }
            Ok(Some("help")) => app.console.say_all(&commands::help::<G>(&COMMANDS))?,
            Ok(Some(word)) => app.console.say_all(&commands::answer(&audience, word, argument))?,
            Ok(None) if line.is_empty() => app.console.say("Type a move, or help.")?,
            Ok(None) => {
                let lines = run.session().lines().len();
                let chosen = G::read(&normalized(&line), &observation, notation)
                    .and_then(|action| run.choose(action));
                match chosen {
                    Ok(()) => {
                        tell_lines_from(app, run, lines, names)?;
                        return Ok(true);
                    }
                    Err(error) => app.console.say(&sentence(&error.to_string()))?,
                }
            }
        }
    }
}
