//! The end of a game: its result, and what it counts for.

use super::{App, Console, Error};
use crate::{
    app::{counting, daily::Calendar, feats, table::opponent::level_of_others},
    database::DailyDate,
    games::{ArcadeGame, GameEnd, describe_result, headline, sentence},
    practice::stars::{Star, has_star},
    settings::Detail,
};
use fourcade_engine::{
    GameKind,
    play::{Level, Seat, Session},
};

/// Tells the result and the highlights. The only person also hears of the daily streak, the next
/// deal, the star and new feats.
pub fn tell<G: ArcadeGame>(
    app: &mut App,
    session: &Session<G>,
    names: &[String],
    daily: Option<DailyDate>,
) -> Result<(), Error> {
    let person = session.header().people().only();
    tell_result(&mut app.console, session, names, person)?;
    let Some(person) = person else { return Ok(()) };
    if let Some(date) = daily {
        tell_daily(app, G::FACTS.kind, date, !session.is_practice())?;
    }
    if counting::session_counts(session) {
        let level = level_of_others(G::FACTS.kind, &session.header().players, person);
        tell_gains(app, G::FACTS.kind, level.filter(|&level| has_star(level)))?;
    }
    Ok(())
}

/// Tells the result and, unless the detail is brief, the highlights. Addresses `person` as "you".
pub fn tell_result<G: ArcadeGame>(
    console: &mut Console,
    session: &Session<G>,
    names: &[String],
    person: Option<Seat>,
) -> Result<(), Error> {
    let Some(outcome) = session.outcome() else { return Ok(()) };
    let end = GameEnd::of(session, &outcome, person);
    console.say(&describe_result::<G>(&end, names))?;
    let people = session.header().people();
    let is_won = people.iter().any(|seat| outcome.winners().contains(seat));
    let name = |seat: Seat| names[seat.index()].as_str();
    // The result names only the winners. If there are several people and none of them won, the
    // place of the best one follows.
    if person.is_none()
        && !is_won
        && let Some(text) = headline(&outcome, people, name)
    {
        console.say(&sentence(&text))?;
    }
    if console.detail != Detail::Brief {
        for highlight in G::highlights(session.game(), person, names, console.notation) {
            console.say(&sentence(&highlight))?;
        }
    }
    Ok(())
}

fn tell_daily(app: &mut App, kind: GameKind, date: DailyDate, counts: bool) -> Result<(), Error> {
    let Some(calendar) = app.query_or_report(Calendar::load)? else { return Ok(()) };
    if counts {
        app.console.say(&calendar.streak_sentence(kind, date))?;
    }
    if date == DailyDate::today() {
        app.console.say(&calendar.next_sentence(kind, date))?;
    }
    Ok(())
}

/// Tells the progress towards the star of a level, and the feats first achieved in the last game.
fn tell_gains(app: &mut App, kind: GameKind, level: Option<Level>) -> Result<(), Error> {
    let gains = app.query_or_report(move |database| {
        let counted = counting::games(database, Some(kind.key()))?;
        let star = level.map(|level| Star::update(database, kind, level, &counted)).transpose()?;
        Ok((star, feats::done_in_last_game(database, kind, &counted)?))
    })?;
    let Some((star, feats)) = gains else { return Ok(()) };
    if let (Some(star), Some(level)) = (star, level)
        && let Some(text) = star.sentence(kind, level)
    {
        app.console.say(&text)?;
    }
    for feat in feats {
        app.console.say(&feats::announcement(feat))?;
    }
    Ok(())
}
