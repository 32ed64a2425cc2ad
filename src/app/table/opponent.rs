//! The level that plays against the only person at the table, and what it says: before the person's
//! first move, and on the result card.

use super::state::Table;
use crate::{
    database::PersonResult,
    games::{self, ArcadeGame, Moment, Opponent},
};
use fourcade_engine::{
    GameKind,
    play::{Level, RecordLine, Seat},
};

/// The level of all opponents of the only person; `None` if they don't have the same one.
pub fn level<G: ArcadeGame>(table: &Table<G>) -> Option<Level> {
    let person = table.game.humans_here().only()?;
    level_of_others(G::FACTS.kind, table.game.seat_players(), person)
}

/// The level of all of these players but the one on this seat; `None` if they don't have the same.
pub fn level_of_others(kind: GameKind, players: &[String], person: Seat) -> Option<Level> {
    let players = players.iter().enumerate();
    let others = players.filter(|(seat, _)| Seat::new(*seat) != person);
    let mut levels = others.map(|(_, name)| kind.level_of(name));
    let first = levels.next()?;
    levels.all(|level| level == first).then_some(first)?
}

/// What the opponent says at the start, until the person has moved.
pub fn greeting<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    if table.game.is_replay() || table.game.is_over() {
        return None;
    }
    let person = table.game.humans_here().only()?;
    let session = table.game.session();
    // Nobody at the table has played the opening of a daily deal.
    let opening = table.daily.map_or(0, |_| games::daily_opening_len::<G>());
    let has_moved = session.lines().iter().skip(opening).any(|line| match line {
        RecordLine::Step { moves, .. } => moves.iter().any(|(seat, _)| *seat == person),
        RecordLine::Resign(_) | RecordLine::Flag(_) => true,
    });
    if has_moved { None } else { say(table, Moment::Start) }
}

/// What the opponent says after the person's result.
pub fn farewell<G: ArcadeGame>(table: &Table<G>, result: PersonResult) -> Option<String> {
    match result {
        PersonResult::Won => say(table, Moment::Lost),
        PersonResult::Lost => say(table, Moment::Won),
        PersonResult::Drawn => None,
    }
}

fn say<G: ArcadeGame>(table: &Table<G>, moment: Moment) -> Option<String> {
    let level = level(table).filter(|_| table.has_table_talk)?;
    let opponent = Opponent::of(G::FACTS.kind, level)?;
    let line = opponent.line(moment, table.game.session().header().seed)?;
    // Where several seats have the level, the one opposite the person speaks.
    let person = table.game.humans_here().only()?.index();
    let seats = G::SEAT_NAMES;
    let who = match seats.len() {
        0..=2 => level.name(),
        count => seats[(person + count / 2) % count],
    };
    Some(format!("{} ({who}): \"{line}\"", opponent.name))
}
