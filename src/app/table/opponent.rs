//! The only person's opponents: their level, and their remarks before the person's first move and
//! on the result card.

use super::{moments, state::Table};
use crate::{
    database::PersonResult,
    games::{self, ArcadeGame, Character, GameEnd, Mood, Occasion},
};
use fourcade_engine::{
    GameKind,
    play::{Level, RecordLine, Seat},
};

/// The level of all opponents of the only person; `None` if their levels differ.
pub fn level<G: ArcadeGame>(table: &Table<G>) -> Option<Level> {
    let person = table.game.people_here().only()?;
    level_of_others(G::FACTS.kind, table.game.seat_players(), person)
}

/// The level of all players except the one on the seat `person`; `None` if their levels differ.
pub fn level_of_others(kind: GameKind, players: &[String], person: Seat) -> Option<Level> {
    let players = players.iter().enumerate();
    let others = players.filter(|(seat, _)| Seat::new(*seat) != person);
    let mut levels = others.map(|(_, name)| kind.level_of(name));
    let first = levels.next()?;
    if levels.all(|level| level == first) { first } else { None }
}

pub fn speaker<G: ArcadeGame>(table: &Table<G>) -> Option<&'static Character> {
    moments::speaker(&table.game, table.naming)
}

/// The opponent's remark at the start, until the person has moved.
pub fn greeting<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    if table.game.is_replay() || table.game.is_over() {
        return None;
    }
    let person = table.game.people_here().only()?;
    let session = table.game.session();
    let opening = games::opening_len(session);
    let has_moved = session.lines().iter().skip(opening).any(|line| match line {
        RecordLine::Step { moves, .. } => moves.iter().any(|(seat, _)| *seat == person),
        RecordLine::Resign(_) | RecordLine::Flag(_) => true,
    });
    let speaker = speaker(table).filter(|_| table.has_table_talk && !has_moved)?;
    say(table, speaker, Occasion::Start)
}

/// `None` if the game is not over.
pub fn result_of<G: ArcadeGame>(table: &Table<G>, person: Seat) -> Option<PersonResult> {
    Some(PersonResult::of_seat(&table.game.session().outcome()?, person))
}

/// An opponent's face and remark about the result: the usual speaker's or, if the person has lost,
/// a winner's.
pub fn result_remark<G: ArcadeGame>(table: &Table<G>) -> Option<(&'static str, String)> {
    let (occasion, mood, speaker) = match result_of(table, table.game.people_here().only()?)? {
        PersonResult::Won => (Occasion::Lost, Mood::Sorry, speaker(table)),
        PersonResult::Lost => {
            let characters = table.naming.at_table(G::FACTS.kind, table.game.seat_players());
            let outcome = table.game.session().outcome()?;
            let is_unfinished = GameEnd::of(table.game.session(), &outcome, None).is_unfinished();
            let occasion = if is_unfinished { Occasion::WonEarly } else { Occasion::Won };
            let winner = outcome.winners().iter().find_map(|seat| characters[seat.index()]);
            (occasion, Mood::Pleased, winner.or_else(|| speaker(table)))
        }
        PersonResult::Drawn => return None,
    };
    let speaker = speaker.filter(|_| table.has_table_talk)?;
    Some((speaker.face(mood), say(table, speaker, occasion)?))
}

fn say<G: ArcadeGame>(table: &Table<G>, speaker: &Character, occasion: Occasion) -> Option<String> {
    let number = table.experience.finished().map_or(table.game.session().header().seed, u64::from);
    let line = speaker.line(occasion, number)?;
    Some(moments::quoted(speaker, line))
}
