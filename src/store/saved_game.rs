//! What is said of a game that is kept, beside its record.

use std::{io, time::Duration};

use rusqlite::{
    ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use super::pending_choices;
use crate::{
    games::{ArcadeGame, HUMAN},
    play::{Game, RecordHeader, Session, StepMarks, header_json},
};

/// Whether a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    /// It can be continued.
    Running,
    /// It came to its end by the rules.
    Finished,
    /// It ended because somebody gave up.
    Resigned,
}

/// How a game ended for the one person in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonResult {
    /// Nobody else is on the first place.
    Won,
    /// Somebody else is on the first place, too.
    Drawn,
    /// Others are before the person, or the person gave up.
    Lost,
}

/// Values that are written as words.
trait TextValue: Copy + PartialEq + 'static {
    const WORDS: &'static [(Self, &'static str)];
}

impl TextValue for GameStatus {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Running, "running"), (Self::Finished, "finished"), (Self::Resigned, "given up")];
}

impl TextValue for PersonResult {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Won, "won"), (Self::Drawn, "drawn"), (Self::Lost, "lost")];
}

fn word<W: TextValue>(value: W) -> &'static str {
    W::WORDS.iter().find(|(known, _)| *known == value).map_or("", |(_, word)| word)
}

fn from_word<W: TextValue>(value: ValueRef<'_>) -> FromSqlResult<W> {
    let found = value.as_str()?;
    W::WORDS
        .iter()
        .find(|(_, word)| *word == found)
        .map(|(value, _)| *value)
        .ok_or(FromSqlError::InvalidType)
}

impl GameStatus {
    /// In a word.
    pub fn name(self) -> &'static str {
        word(self)
    }
}

impl PersonResult {
    /// In a word.
    pub fn name(self) -> &'static str {
        word(self)
    }

    /// How it is for the person, if there is just one and the game is over.
    pub fn of(seats: &[SavedSeat]) -> Option<Self> {
        let mut persons = seats.iter().filter(|seat| seat.is_person());
        let person = persons.next().filter(|_| persons.next().is_none())?;
        let first = seats.iter().filter(|seat| seat.place == Some(1)).count();
        if person.has_resigned {
            return Some(Self::Lost);
        }
        Some(match person.place? {
            1 if first == 1 => Self::Won,
            1 => Self::Drawn,
            _ => Self::Lost,
        })
    }
}

impl ToSql for GameStatus {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(word(*self).into())
    }
}

impl ToSql for PersonResult {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(word(*self).into())
    }
}

impl FromSql for GameStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        from_word(value)
    }
}

impl FromSql for PersonResult {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        from_word(value)
    }
}

/// A seat of a game that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedSeat {
    /// Who sits there: `human` or a computer player's name.
    pub name: String,
    /// The score as it stands.
    pub score: i32,
    /// The place from 1, once the game is over.
    pub place: Option<u8>,
    /// Whether it gave up.
    pub has_resigned: bool,
    /// What the games of the series before this one have brought who sits there, in points of
    /// places.
    pub series_points: f64,
}

impl SavedSeat {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        self.name == HUMAN
    }
}

/// What fixes a game, as the store wants it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameIdentity {
    /// [`Game::KEY`].
    pub game: String,
    /// The size, for games with more than one.
    pub size: Option<u16>,
    /// The first line of the record.
    pub header: String,
    /// The same for all games that were played one after the other at one table: a number by
    /// chance.
    pub series: i64,
    /// The number of the game in its series, from 1.
    pub number: u32,
    /// How many seats everybody has moved on since the first game of the series.
    pub moved: u32,
    /// See [`SavedSeat::series_points`]; by seat, and what is missing is nothing.
    pub series_points: Vec<f64>,
}

impl GameIdentity {
    /// Of a game that is the first of its series.
    ///
    /// # Errors
    /// If its start can't be written down.
    pub fn of<G: ArcadeGame>(header: &RecordHeader<G::Setup>) -> io::Result<Self> {
        Ok(Self {
            game: G::KEY.to_owned(),
            size: G::size_of(&header.setup),
            header: header_json::<G>(header)?,
            series: rand::random(),
            number: 1,
            moved: 0,
            series_points: Vec::new(),
        })
    }
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct GameProgress {
    /// Whether it is over.
    pub status: GameStatus,
    /// Who sits where, with scores.
    pub seats: Vec<SavedSeat>,
    /// [`Game::turns`].
    pub turns: u32,
    /// What has helped persons.
    pub marks: StepMarks,
    /// What persons have chosen who wait for others.
    pub gathered: String,
}

impl GameProgress {
    /// Of a game as it stands now.
    pub fn of<G: Game>(session: &Session<G>) -> Self {
        let (outcome, resigned) = (session.outcome(), session.resigned());
        let status = match (&outcome, session.game().outcome()) {
            // Computers may go on, but nobody who could come back to it.
            (None, _) if has_no_person_left(session) => GameStatus::Resigned,
            (None, _) => GameStatus::Running,
            (Some(_), Some(_)) => GameStatus::Finished,
            (Some(_), None) => GameStatus::Resigned,
        };
        let (names, scores) = (session.header().seats.iter(), session.game().scores());
        let seats =
            session.game().seats().iter().zip(names.zip(scores)).map(|(seat, (name, score))| {
                SavedSeat {
                    name: name.clone(),
                    score: outcome.as_ref().map_or(score, |outcome| outcome.score(seat)),
                    place: outcome.as_ref().map(|outcome| outcome.place(seat)),
                    has_resigned: resigned.contains(seat),
                    series_points: 0.0,
                }
            });
        Self {
            status,
            seats: seats.collect(),
            turns: session.game().turns(),
            marks: session.marks(),
            gathered: pending_choices::text(session),
        }
    }

    /// How many persons play.
    pub fn persons(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_person()).count()
    }
}

/// Whether persons played, and all of them have given up.
fn has_no_person_left<G: Game>(session: &Session<G>) -> bool {
    let names = session.game().seats().iter().zip(&session.header().seats);
    let mut persons = names.filter(|(_, name)| *name == HUMAN).peekable();
    persons.peek().is_some() && persons.all(|(seat, _)| session.resigned().contains(seat))
}

/// A game that is kept, without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// Its number in the store.
    pub id: i64,
    /// [`Game::KEY`] of its game.
    pub game: String,
    /// The size, for games with more than one.
    pub size: Option<u16>,
    /// Who sits where, with scores, and places once it is over.
    pub seats: Vec<SavedSeat>,
    /// Whether it is over.
    pub status: GameStatus,
    /// How it ended for the one person in it.
    pub result: Option<PersonResult>,
    /// When it began (milliseconds since 1970).
    pub started: i64,
    /// When it was played last (milliseconds since 1970).
    pub touched: i64,
    /// When it ended (milliseconds since 1970).
    pub ended: Option<i64>,
    /// How long it was played, without the time that it lay in the store.
    pub played: Duration,
    /// Turns so far, as people count them in this game.
    pub turns: u32,
    /// What has helped persons.
    pub marks: StepMarks,
    /// The same for all games of one series.
    pub series: i64,
    /// Its number in the series, from 1.
    pub number: u32,
    /// [`GameIdentity::moved`].
    pub moved: u32,
}

impl SavedGame {
    /// Who plays beside the only person; all of them where there are several persons or none. Equal
    /// ones are counted: `careful, expert x 2`.
    pub fn opponents(&self) -> String {
        opponents(&self.seats)
    }
}

/// See [`SavedGame::opponents`].
pub fn opponents(seats: &[SavedSeat]) -> String {
    let is_alone = seats.iter().filter(|seat| seat.is_person()).count() == 1;
    let others = seats.iter().filter(|seat| !(is_alone && seat.is_person()));
    let mut names: Vec<&str> = others.map(|seat| seat.name.as_str()).collect();
    names.sort_unstable();
    let counted = names.chunk_by(|one, next| one == next).map(|same| match same {
        [name] => (*name).to_owned(),
        _ => format!("{} x {}", same[0], same.len()),
    });
    counted.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{RecordHeader, Seat, toy};

    fn seats(all: &[(&str, Option<u8>)]) -> Vec<SavedSeat> {
        let seat = |&(name, place): &(&str, _)| SavedSeat {
            name: name.to_owned(),
            score: 0,
            place,
            has_resigned: false,
            series_points: 0.0,
        };
        all.iter().map(seat).collect()
    }

    #[test]
    fn the_verdict_is_the_only_persons() {
        let (first, second) = (Some(1), Some(2));
        for (all, result) in [
            (seats(&[("human", first), ("a", second)]), Some(PersonResult::Won)),
            (seats(&[("a", first), ("human", second)]), Some(PersonResult::Lost)),
            (seats(&[("human", first), ("a", first)]), Some(PersonResult::Drawn)),
            (
                seats(&[("human", Some(3)), ("a", first), ("b", first), ("c", Some(4))]),
                Some(PersonResult::Lost),
            ),
            (seats(&[("human", None), ("a", None)]), None),
            (seats(&[("human", first), ("human", second)]), None),
            (seats(&[("a", first), ("b", second)]), None),
        ] {
            assert_eq!(PersonResult::of(&all), result, "{all:?}");
        }
        // Somebody else went on in the place of who gave up, and won.
        let mut left = seats(&[("human", first), ("a", second)]);
        left[0].has_resigned = true;
        assert_eq!(PersonResult::of(&left), Some(PersonResult::Lost));
        // Or still goes on.
        let mut left = seats(&[("human", None), ("a", None), ("b", None)]);
        left[0].has_resigned = true;
        assert_eq!(PersonResult::of(&left), Some(PersonResult::Lost));
    }

    #[test]
    fn a_game_of_which_all_persons_are_gone_is_given_up() {
        let names = [HUMAN, "a", HUMAN].map(str::to_owned).to_vec();
        let mut session = Session::<toy::Toy>::new(RecordHeader {
            setup: toy::setup(&[3, 1, 2]),
            seats: names,
            seed: 1,
        });
        for (seat, state) in [(0, GameStatus::Running), (2, GameStatus::Resigned)] {
            session.resign(Seat::new(seat)).unwrap();
            assert_eq!((GameProgress::of(&session).status, session.outcome()), (state, None));
        }
        assert!(session.undo());
        assert_eq!(GameProgress::of(&session).status, GameStatus::Running);
    }

    #[test]
    fn opponents_are_the_others_and_equal_ones_are_counted() {
        for (names, words) in [
            (&["human", "level:3"][..], "level:3"),
            (&["expert", "human", "careful", "expert"], "careful, expert x 2"),
            (&["human", "human"], "human x 2"),
            (&["first", "last"], "first, last"),
        ] {
            let all: Vec<_> = names.iter().map(|name| (*name, None)).collect();
            assert_eq!(opponents(&seats(&all)), words);
        }
    }
}
