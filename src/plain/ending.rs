//! What is said after the last move.

use super::{Console, Error, House};
use crate::{
    app::{counting, daily::Calendar, feats, table::opponent::level_of_others},
    database::DailyDate,
    games::{ArcadeGame, describe_result, headline, sentence},
    practice::stars::{Star, has_star},
    settings::Detail,
};
use fourcade_engine::{
    GameKind,
    play::{Level, Seat, Session},
};

/// Tells the result, what mattered, and what the game counts for.
pub fn tell<G: ArcadeGame>(
    house: &mut House,
    session: &Session<G>,
    names: &[String],
    daily: Option<DailyDate>,
) -> Result<(), Error> {
    let person = session.header().people().only();
    tell_result(&mut house.console, session, names, person)?;
    let Some(person) = person else { return Ok(()) };
    if let Some(date) = daily.filter(|_| !session.is_practice()) {
        tell_daily::<G>(house, date)?;
    }
    if counting::session_counts(session) {
        let level = level_of_others(G::FACTS.kind, &session.header().seats, person);
        tell_gains(house, G::FACTS.kind, level.filter(|&level| has_star(level)))?;
    }
    Ok(())
}

/// Tells the result and what mattered, to the only person who listens.
pub fn tell_result<G: ArcadeGame>(
    console: &mut Console,
    session: &Session<G>,
    names: &[String],
    person: Option<Seat>,
) -> Result<(), Error> {
    let Some(outcome) = session.outcome() else { return Ok(()) };
    let gone = (session.resigned(), session.flagged());
    console.say(&describe_result::<G>(&outcome, names, gone, person))?;
    let people = session.header().people();
    let is_won = people.iter().any(|seat| outcome.winners().contains(seat));
    let name = |seat: Seat| names[seat.index()].as_str();
    if let Some(headline) = headline(&outcome, people, name).filter(|_| person.is_none() && !is_won)
    {
        console.say(&sentence(&headline))?;
    }
    if console.detail != Detail::Brief {
        for highlight in G::highlights(session.game(), person, names, console.notation) {
            console.say(&sentence(&highlight))?;
        }
    }
    Ok(())
}

fn tell_daily<G: ArcadeGame>(house: &mut House, date: DailyDate) -> Result<(), Error> {
    let Some(calendar) = house.ask_store(Calendar::load)? else { return Ok(()) };
    let record = calendar.streak_lines(G::FACTS.kind, date, "", 0);
    match record.first() {
        Some(streak) => house.console.say(&sentence(streak)),
        None => Ok(()),
    }
}

/// Tells how the person stands with the star of a level, and the feats that were done first in the
/// last game.
fn tell_gains(house: &mut House, kind: GameKind, level: Option<Level>) -> Result<(), Error> {
    let gains = house.ask_store(move |games| {
        let counted = counting::games(games, Some(kind.key()))?;
        let star = level.map(|level| Star::update(games, kind, level, &counted)).transpose()?;
        Ok((star, feats::of_last(games, kind, &counted)?))
    })?;
    let Some((star, feats)) = gains else { return Ok(()) };
    if let Some(sentence) = star.zip(level).and_then(|(star, level)| star.sentence(level, false)) {
        house.console.say(&sentence)?;
    }
    for feat in feats {
        house.console.say(&feats::announcement(feat))?;
    }
    Ok(())
}
