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

/// Whether the game of one person against computers was played on a board that can be reviewed.
pub fn can_review<G: ArcadeGame>(session: &Session<G>) -> bool {
    let header = session.header();
    header.people().only().is_some() && review::setup_refusal::<G>(&header.setup).is_none()
}

pub fn offer<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let is_offered = app.console.detail != Detail::Brief && can_review(session);
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
    app.console.say("Looking at your moves.")?;
    let (played, finds_mistakes) = (session.clone(), app.context.store.is_available());
    let limits = coach::search_limits::<G>(&app.context.background);
    let found = app.work("the review", move |cancel| {
        costly_moves(&played, person, finds_mistakes, &limits, cancel)
    });
    let (costly, mistakes) = match found {
        Err(Error::Back) => return Ok(()),
        found => found??,
    };
    if costly.is_empty() {
        return app.console.say("None of your moves cost much.");
    }
    let stored = store_mistakes(app, mistakes)?;
    for costly_move in &costly {
        app.console.say(&costly_move.describe(app.console.notation))?;
    }
    if stored > 0 {
        let mistakes = counted(stored, "mistake");
        app.console.say(&format!("{mistakes} will come back in your practice."))?;
    }
    answer_about_moves(app, session, names, &costly)
}

/// Tells the position before each move that the person names, and how the game could go on after a
/// better one.
fn answer_about_moves<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
    costly: &[CostlyMove<G>],
) -> Result<(), Error> {
    app.console
        .say_question("The number of a move tells the position before it. Enter goes on.")?;
    loop {
        let answer = app.console.read_answer()?;
        let number = words::number(&answer);
        let chosen = costly.iter().find(|costly_move| Some(costly_move.number()) == number);
        match (chosen, answer.as_str()) {
            (Some(costly_move), _) => {
                let seat = costly_move.verdict.seat;
                let mut before = session.clone();
                before.go_to(costly_move.record_line);
                let mut narrator = Narrator {
                    console: &mut app.console,
                    people: Seats::one(seat),
                    names: names.to_vec(),
                    shows_all: false,
                };
                narrator.tell_position(&before, seat)?;
                app.console.say(&costly_move.describe(app.console.notation))?;
                tell_variation(app, session, costly_move, names)?;
            }
            (None, "" | "back") => return Ok(()),
            (None, "quit") => return Err(Error::End),
            (None, _) => {
                let numbers = costly.iter().map(|costly_move| costly_move.number().to_string());
                let numbers = numbers.collect::<Vec<_>>().join(", ");
                app.console.say(&format!("The moves are {numbers}."))?;
            }
        }
    }
}

/// Tells how the game could go on after the better move.
fn tell_variation<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    costly_move: &CostlyMove<G>,
    names: &[String],
) -> Result<(), Error> {
    let CostlyMove { record_line, verdict } = costly_move;
    let (first, seat) = (*record_line, verdict.seat);
    let known = verdict.variation.get(1..).unwrap_or_default().to_vec();
    let instead =
        verdict.better.and_then(|better| review::with_better_move(session, first, seat, better));
    let Some(instead) = instead else { return Ok(()) };
    let work = move |cancel: &CancelToken| review::play_variation(instead, &known, cancel);
    let played = match app.work("the better move", work) {
        Err(Error::Back) => return Ok(()),
        played => played?,
    };
    app.console.say("Instead:")?;
    for line in first..played.lines().len() {
        let (viewers, notation) = (Seats::one(seat), app.console.notation);
        app.console.say_all(&line_sentences::<G>(&played, line, viewers, seat, names, notation))?;
    }
    Ok(())
}

/// A costly move of the person, and the line of the record that it is in.
struct CostlyMove<G: ArcadeGame> {
    record_line: usize,
    verdict: GameVerdict<G>,
}

impl<G: ArcadeGame> CostlyMove<G> {
    /// The number of the move in what is told, from 1.
    fn number(&self) -> usize {
        self.record_line + 1
    }

    /// Such as `Move 14. You played 5 2: it gives X the corner 1 8 (about 6 tiles behind the best).
    /// Better: 3 4.`
    fn describe(&self, notation: Notation) -> String {
        let fault = puzzles::fault::<G>(&self.verdict, notation);
        let better = puzzles::better::<G>(&self.verdict, notation);
        let better = better.map_or_else(String::new, |better| format!(" {better}"));
        format!("Move {}. {fault}{better}", self.number())
    }
}

/// The costliest moves in descending order, and the mistakes among them.
type ReviewedMoves<G> = (Vec<CostlyMove<G>>, Vec<Mistake<G>>);

/// Reviews all moves of a person. Looks for mistakes among the costliest if `finds_mistakes`.
fn costly_moves<G: ArcadeGame>(
    session: &Session<G>,
    person: Seat,
    finds_mistakes: bool,
    limits: &[SearchLimits],
    cancel: &CancelToken,
) -> Result<ReviewedMoves<G>, PlayerError> {
    let mut costly = Vec::new();
    for record_line in opening_len(session)..session.lines().len() {
        let verdict = costly_decision(session, record_line, person, limits, cancel)?;
        costly.extend(verdict.map(|verdict| CostlyMove { record_line, verdict }));
    }
    let cost = |costly_move: &CostlyMove<G>| costly_move.verdict.cost.unwrap_or(0.0);
    costly.sort_by(|one, other| cost(other).total_cmp(&cost(one)));
    costly.truncate(MAX_TOLD_MOVES);
    let mut mistakes = Vec::new();
    for CostlyMove { record_line, verdict } in costly.iter().filter(|_| finds_mistakes) {
        let step = StepReview { line: *record_line, verdicts: vec![verdict.clone()] };
        mistakes.extend(mistakes::mistake_in_step(session, &step, person, cancel)?);
    }
    Ok((costly, mistakes))
}

/// Returns the number of mistakes stored.
fn store_mistakes<G: ArcadeGame>(app: &mut App, mistakes: Vec<Mistake<G>>) -> Result<usize, Error> {
    let mut stored = 0;
    for mistake in mistakes {
        let now = Timestamp::now().as_millisecond();
        let store = move |database: &mut _| store_mistake(database, &mistake, None, now);
        stored += usize::from(app.query_or_report(store)?.is_some());
    }
    Ok(stored)
}
