//! The review: the costliest moves of a finished game.

use jiff::Timestamp;

use super::{
    App, Error,
    narrator::{Narrator, line_sentences},
    words,
};
use crate::{
    app::{review, table::coach},
    games::{ArcadeGame, Notation, counted, opening_len, puzzles},
    practice::{
        history::store_mistake,
        mistakes::{self, Mistake},
    },
    settings::Detail,
};
use fourcade_engine::play::{
    CancelToken, GameVerdict, PlayerError, SearchLimits, Seat, Seats, Session, StepReview,
    costly_decision,
};

const MAX_TOLD_MOVES: usize = 5;

pub fn refusal<G: ArcadeGame>(session: &Session<G>) -> Option<String> {
    if session.header().people().only().is_none() {
        return Some("Only the games of one person against computers are reviewed.".to_owned());
    }
    review::setup_refusal::<G>(&session.header().setup)
}

pub fn offer<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let is_offered = app.console.detail != Detail::Brief && refusal(session).is_none();
    if is_offered && app.console.confirm("Hear which of your moves cost most?")? {
        tell(app, session, names)?;
    }
    Ok(())
}

/// Tells the person's costliest moves, stores mistakes among them for practice, and tells the
/// position before a move on request.
pub fn tell<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let Some(person) = session.header().people().only() else { return Ok(()) };
    let notation = app.console.notation;
    app.console.say("Looking at your moves.")?;
    let (played, keeps_mistakes) = (session.clone(), app.context.store.is_available());
    // In lines, searches count positions instead of time, so that results are reproducible.
    let limits = coach::search_limits::<G>(&app.context.background);
    let found = app.work("the review", move |cancel| {
        costly_moves(&played, person, keeps_mistakes, &limits, cancel)
    });
    let (costly, mistakes) = match found {
        Err(Error::Back) => return Ok(()),
        found => found??,
    };
    if costly.is_empty() {
        return app.console.say("None of your moves cost much.");
    }
    let kept = keep_mistakes(app, mistakes)?;
    for (line, verdict) in &costly {
        app.console.say(&describe::<G>(*line, verdict, notation))?;
    }
    if kept > 0 {
        let mistakes = counted(kept, "mistake");
        app.console.say(&format!("{mistakes} will come back in your practice."))?;
    }
    let question = "The number of a move tells the position before it. Enter goes on.";
    app.console.say_question(question)?;
    loop {
        let answer = app.console.read_answer()?;
        let number = words::number(&answer);
        let chosen = costly.iter().find(|(line, _)| Some(line + 1) == number);
        match (chosen, answer.as_str()) {
            (Some((line, verdict)), _) => {
                let mut before = session.clone();
                before.go_to(*line);
                let mut narrator = Narrator {
                    console: &mut app.console,
                    people: Seats::one(person),
                    names: names.to_vec(),
                    shows_all: false,
                };
                narrator.tell_position(&before, person)?;
                app.console.say(&describe::<G>(*line, verdict, notation))?;
                tell_variation(app, session, *line, verdict, names)?;
            }
            (None, "" | "back") => return Ok(()),
            (None, "quit") => return Err(Error::End),
            (None, _) => {
                let numbers: Vec<_> =
                    costly.iter().map(|(line, _)| (line + 1).to_string()).collect();
                app.console.say(&format!("The moves are {}.", numbers.join(", ")))?;
            }
        }
    }
}

/// Tells how the game could go on after the better move.
fn tell_variation<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    line: usize,
    verdict: &GameVerdict<G>,
    names: &[String],
) -> Result<(), Error> {
    let (seat, known) = (verdict.seat, verdict.variation.get(1..).unwrap_or_default().to_vec());
    let instead =
        verdict.better.and_then(|better| review::with_better_move(session, line, seat, better));
    let Some(instead) = instead else { return Ok(()) };
    let work = move |cancel: &CancelToken| review::play_variation(instead, &known, cancel);
    let played = match app.work("the better move", work) {
        Err(Error::Back) => return Ok(()),
        played => played?,
    };
    app.console.say("Instead:")?;
    for at in line..played.lines().len() {
        let (viewers, notation) = (Seats::one(seat), app.console.notation);
        app.console.say_all(&line_sentences::<G>(&played, at, viewers, seat, names, notation))?;
    }
    Ok(())
}

/// Costly moves with their record lines, and the mistakes among them.
type Costly<G> = (Vec<(usize, GameVerdict<G>)>, Vec<Mistake<G>>);

/// Reviews all moves of a person. Returns the costliest ones in descending order and, if the person
/// `keeps_mistakes`, the mistakes among them.
fn costly_moves<G: ArcadeGame>(
    session: &Session<G>,
    person: Seat,
    keeps_mistakes: bool,
    limits: &[SearchLimits],
    cancel: &CancelToken,
) -> Result<Costly<G>, PlayerError> {
    let mut costly = Vec::new();
    for line in opening_len(session)..session.lines().len() {
        let verdict = costly_decision(session, line, person, limits, cancel)?;
        costly.extend(verdict.map(|verdict| (line, verdict)));
    }
    let cost = |(_, verdict): &(usize, GameVerdict<G>)| verdict.cost.unwrap_or(0.0);
    costly.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    costly.truncate(MAX_TOLD_MOVES);
    let mut found = Vec::new();
    for (line, verdict) in costly.iter().filter(|_| keeps_mistakes) {
        let step = StepReview { line: *line, verdicts: vec![verdict.clone()] };
        found.extend(mistakes::mistake_in_step(session, &step, person, cancel)?);
    }
    Ok((costly, found))
}

/// Returns the number of mistakes stored.
fn keep_mistakes<G: ArcadeGame>(app: &mut App, mistakes: Vec<Mistake<G>>) -> Result<usize, Error> {
    let mut kept = 0;
    for mistake in mistakes {
        let now = Timestamp::now().as_millisecond();
        let store = move |database: &mut _| store_mistake(database, &mistake, None, now);
        kept += usize::from(app.ask_store(store)?.is_some());
    }
    Ok(kept)
}

/// Such as `Move 14. You played 5 2: it gives X the corner 1 8 (about 6 tiles behind the best).
/// Better: 3 4.`
fn describe<G: ArcadeGame>(line: usize, verdict: &GameVerdict<G>, notation: Notation) -> String {
    let fault = puzzles::fault::<G>(verdict, notation);
    let better = puzzles::better::<G>(verdict, notation).map(|better| format!(" {better}"));
    format!("Move {}. {fault}{}", line + 1, better.unwrap_or_default())
}
