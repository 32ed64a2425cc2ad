//! What cost a person most in a game that is over, by ear.

use jiff::Timestamp;

use super::{
    Error, House,
    told::{Teller, told as story},
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

/// So many costly moves are told.
const TOLD: usize = 5;

/// Why a game can't be reviewed for a person, if so.
pub fn refusal<G: ArcadeGame>(session: &Session<G>) -> Option<String> {
    if session.header().people().only().is_none() {
        return Some("Only the games of one person against computers are reviewed.".to_owned());
    }
    review::setup_refusal::<G>(&session.header().setup)
}

/// Asks whether to review a game that was just played.
pub fn offer<G: ArcadeGame>(
    house: &mut House,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let is_asked = house.console.detail != Detail::Brief && refusal(session).is_none();
    if is_asked && house.console.confirm("Hear which of your moves cost most?")? {
        tell(house, session, names)?;
    }
    Ok(())
}

/// Tells the costliest moves of the only person, and keeps the mistakes among them for practice.
/// A number tells the position before one.
pub fn tell<G: ArcadeGame>(
    house: &mut House,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let Some(person) = session.header().people().only() else { return Ok(()) };
    let notation = house.console.notation;
    house.console.say("Looking at your moves.")?;
    let (played, is_kept) = (session.clone(), house.app.store.is_available());
    // In lines they are numbers of positions, so that everybody hears the same.
    let looks = coach::looks::<G>(&house.app.background);
    let found = house
        .work("the review", move |cancel| costly_moves(&played, person, is_kept, &looks, cancel));
    let (costly, mistakes) = match found {
        Err(Error::Back) => return Ok(()),
        found => found??,
    };
    if costly.is_empty() {
        return house.console.say("None of your moves cost much.");
    }
    let lines: Vec<String> =
        costly.iter().map(|(line, verdict)| told::<G>(*line, verdict, notation)).collect();
    let kept = keep_mistakes(house, mistakes)?;
    house.console.say_all(&lines)?;
    if kept > 0 {
        let them = counted(kept, "mistake");
        house.console.say(&format!("{them} will come back in your practice."))?;
    }
    let mut question = "The number of a move tells the position before it. Enter goes on.";
    loop {
        let answer = house.console.ask(question)?;
        question = "";
        let number = words::number(&answer);
        let chosen = costly.iter().find(|(line, _)| Some(line + 1) == number);
        match (chosen, answer.as_str()) {
            (Some((line, verdict)), _) => {
                let mut before = session.clone();
                before.go_to(*line);
                let mut teller = Teller {
                    console: &mut house.console,
                    people: Seats::one(person),
                    names: names.to_vec(),
                    shows_all: false,
                };
                teller.tell_position(&before, person)?;
                house.console.say(&told::<G>(*line, verdict, notation))?;
                tell_instead(house, session, *line, verdict, names)?;
            }
            (None, "" | "back") => return Ok(()),
            (None, "quit") => return Err(Error::End),
            (None, _) => {
                let numbers: Vec<_> =
                    costly.iter().map(|(line, _)| (line + 1).to_string()).collect();
                house.console.say(&format!("The moves are {}.", numbers.join(", ")))?;
            }
        }
    }
}

/// Tells what follows the better move.
fn tell_instead<G: ArcadeGame>(
    house: &mut House,
    session: &Session<G>,
    line: usize,
    verdict: &GameVerdict<G>,
    names: &[String],
) -> Result<(), Error> {
    let (seat, known) = (verdict.seat, verdict.line.get(1..).unwrap_or_default().to_vec());
    let instead =
        verdict.better.and_then(|better| review::with_better_move(session, line, seat, better));
    let Some(instead) = instead else { return Ok(()) };
    let work = move |cancel: &CancelToken| review::play_variation(instead, &known, cancel);
    let mut played = match house.work("the better move", work) {
        Err(Error::Back) => return Ok(()),
        played => played?,
    };
    house.console.say("Instead:")?;
    for at in line..played.lines().len() {
        played.go_to(at + 1);
        let (viewers, notation) = (Seats::one(seat), house.console.notation);
        house.console.say_all(&story::<G>(&played, at, viewers, seat, names, notation))?;
        played.go_to(usize::MAX);
    }
    Ok(())
}

/// Costly moves with their lines in the record, and the mistakes among them.
type Costly<G> = (Vec<(usize, GameVerdict<G>)>, Vec<Mistake<G>>);

/// Looks at all moves of a person. Returns the costliest ones, the costliest first, with the
/// mistakes if these are kept.
fn costly_moves<G: ArcadeGame>(
    session: &Session<G>,
    person: Seat,
    is_kept: bool,
    looks: &[SearchLimits],
    cancel: &CancelToken,
) -> Result<Costly<G>, PlayerError> {
    let mut costly = Vec::new();
    for line in opening_len(session)..session.lines().len() {
        let verdict = costly_decision(session, line, person, looks, cancel)?;
        costly.extend(verdict.map(|verdict| (line, verdict)));
    }
    let cost = |(_, verdict): &(usize, GameVerdict<G>)| verdict.cost.unwrap_or(0.0);
    costly.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    costly.truncate(TOLD);
    let mut found = Vec::new();
    for (line, verdict) in costly.iter().filter(|_| is_kept) {
        let step = StepReview { line: *line, verdicts: vec![verdict.clone()] };
        found.extend(mistakes::mistake_in_step(session, &step, person, cancel)?);
    }
    Ok((costly, found))
}

/// Stores mistakes for practice. Returns how many were stored.
fn keep_mistakes<G: ArcadeGame>(
    house: &mut House,
    mistakes: Vec<Mistake<G>>,
) -> Result<usize, Error> {
    let mut kept = 0;
    for mistake in mistakes {
        let now = Timestamp::now().as_millisecond();
        let store = move |database: &mut _| store_mistake(database, &mistake, None, now);
        kept += usize::from(house.ask_store(store)?.is_some());
    }
    Ok(kept)
}

/// Such as `Move 14. You played 5 2: it gives X the corner 1 8 (about 6 tiles behind the best). Better:
/// 3 4.`
fn told<G: ArcadeGame>(line: usize, verdict: &GameVerdict<G>, notation: Notation) -> String {
    let fault = puzzles::fault::<G>(verdict, notation);
    let better = puzzles::better::<G>(verdict, notation).map(|better| format!(" {better}"));
    format!("Move {}. {fault}{}", line + 1, better.unwrap_or_default())
}
