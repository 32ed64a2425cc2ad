//! Who plays against the only person at the table, and what the opponent says: before the person's
//! first move, about the moments of the game, and on the result card.

use super::state::Table;
use crate::{
    database::PersonResult,
    games::{self, ArcadeGame, Character, Naming, Occasion, Remarks, moments::Moment},
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

/// Who plays on each seat; `None` for people, for players without a level, and on all seats where
/// computers are called by their levels.
pub fn characters<G: ArcadeGame>(table: &Table<G>) -> Vec<Option<&'static Character>> {
    let players = table.game.seat_players();
    match table.naming {
        Naming::Characters => Character::at_table(G::FACTS.kind, players),
        Naming::Levels => vec![None; players.len()],
    }
}

/// The character that speaks to the only person: the one opposite, or else the next one.
pub fn speaker<G: ArcadeGame>(table: &Table<G>) -> Option<&'static Character> {
    let person = table.game.humans_here().only()?.index();
    let characters = characters(table);
    let seats = characters.len();
    (0..seats).find_map(|step| characters[(person + seats / 2 + step) % seats])
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
    if has_moved { None } else { say(table, Occasion::Start) }
}

/// The result of a person in a game that is over.
pub fn result_of<G: ArcadeGame>(table: &Table<G>, person: Seat) -> Option<PersonResult> {
    let session = table.game.session();
    let winners = session.outcome()?.winners();
    let is_winner = winners.contains(person) && !session.resigned().contains(person);
    Some(match winners.len() {
        1 if is_winner => PersonResult::Won,
        _ if is_winner => PersonResult::Drawn,
        _ => PersonResult::Lost,
    })
}

/// What the opponent says after the person's result.
pub fn farewell<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    match result_of(table, table.game.humans_here().only()?)? {
        PersonResult::Won => say(table, Occasion::Lost),
        PersonResult::Lost => say(table, Occasion::Won),
        PersonResult::Drawn => None,
    }
}

/// What is told of a moment, until the person's next choice.
#[derive(Clone, Debug)]
pub struct Telling {
    /// The number of lines of the record up to the moment.
    pub lines: usize,
    /// A sentence; empty if the log says it already.
    pub title: &'static str,
    /// What an opponent says.
    pub quote: Option<String>,
}

impl Telling {
    /// Tells of the moment of the last step. `said` are the remarks that were made at this table,
    /// so that none is made twice.
    pub fn of<G: ArcadeGame>(
        table: &Table<G>,
        moment: Moment,
        said: &mut Vec<&'static str>,
    ) -> Self {
        let remark = remark(table, moment, said);
        said.extend(remark.map(|(_, line)| line));
        Self {
            lines: table.game.session().lines().len(),
            title: moment.title,
            quote: remark.map(|(speaker, line)| quoted(speaker, line)),
        }
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(self.title), self.quote.as_deref()].into_iter().flatten().filter(|it| !it.is_empty())
    }
}

/// Who says what about a moment: whose it is or, if it is the person's, the usual speaker.
fn remark<G: ArcadeGame>(
    table: &Table<G>,
    moment: Moment,
    said: &[&str],
) -> Option<(&'static Character, &'static str)> {
    let speaker = speaker(table).filter(|_| table.has_table_talk && !table.game.is_replay())?;
    let own = characters(table)[moment.seat.index()];
    let remarks = Remarks::about(G::FACTS.kind, moment.key)?;
    let seed = table.game.session().header().seed;
    let mut lines =
        (seed..=seed.saturating_add(1)).filter_map(|number| remarks.line(own.is_some(), number));
    lines.find(|line| !said.contains(line)).map(|line| (own.unwrap_or(speaker), line))
}

fn quoted(speaker: &Character, line: &str) -> String {
    format!("{}: \"{line}\"", speaker.name)
}

fn say<G: ArcadeGame>(table: &Table<G>, occasion: Occasion) -> Option<String> {
    let speaker = speaker(table).filter(|_| table.has_table_talk)?;
    let line = speaker.line(occasion, table.game.session().header().seed)?;
    Some(quoted(speaker, line))
}
