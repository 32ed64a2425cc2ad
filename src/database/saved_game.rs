//! The data stored about a game in addition to its record.

use std::{fmt::Display, io, time::Duration};

use rusqlite::{
    ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use super::{daily_date::DailyDate, pending_choices};
use fourcade_engine::play::{
    Game, GameInfo, HUMAN, Outcome, RecordHeader, Seat, Session, StepMarks, header_json,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    Running,
    /// The game ended by the rules.
    Finished,
    /// A player resigned or lost by the clock.
    Resigned,
}

/// The result of a game for its only person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonResult {
    Won,
    Drawn,
    /// Another place, or the person resigned.
    Lost,
}

trait SqlText: Copy + PartialEq + 'static {
    const NAMES: &'static [(Self, &'static str)];

    fn text(self) -> &'static str {
        Self::NAMES.iter().find(|(value, _)| *value == self).map_or("", |(_, name)| name)
    }

    fn from_text(text: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = text.as_str()?;
        Self::NAMES
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(value, _)| *value)
            .ok_or(FromSqlError::InvalidType)
    }
}

impl SqlText for GameStatus {
    const NAMES: &'static [(Self, &'static str)] =
        &[(Self::Running, "running"), (Self::Finished, "finished"), (Self::Resigned, "given up")];
}

impl SqlText for PersonResult {
    const NAMES: &'static [(Self, &'static str)] =
        &[(Self::Won, "won"), (Self::Drawn, "drawn"), (Self::Lost, "lost")];
}

impl ToSql for GameStatus {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.text().into())
    }
}

impl ToSql for PersonResult {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.text().into())
    }
}

impl FromSql for GameStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Self::from_text(value)
    }
}

impl FromSql for PersonResult {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Self::from_text(value)
    }
}

impl PersonResult {
    /// `won`, `drawn` or `lost`.
    pub fn name(self) -> &'static str {
        self.text()
    }

    /// The weight in the win rate and in ratings, from 0 to 1.
    pub fn points(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }

    /// `None` if the game is not over for the person, or if there is not exactly one person.
    pub fn of(seats: &[SavedSeat]) -> Option<Self> {
        let mut people = seats.iter().filter(|seat| seat.is_person());
        let person = people.next().filter(|_| people.next().is_none())?;
        if person.has_resigned {
            return Some(Self::Lost);
        }
        let winners = seats.iter().filter(|seat| seat.place == Some(1)).count();
        Some(Self::at_place(person.place?, winners))
    }

    pub fn of_seat(outcome: &Outcome, person: Seat) -> Self {
        Self::at_place(outcome.place(person), outcome.winners().len())
    }

    fn at_place(place: u8, winners: usize) -> Self {
        match place {
            1 if winners == 1 => Self::Won,
            1 => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SavedSeat {
    /// The player's name: `human`, or the name of a computer player.
    pub name: String,
    /// The name of the person. Empty for a computer player or a person without a name.
    pub person_name: String,
    pub score: i32,
    /// The place, from 1, once the game is over.
    pub place: Option<u8>,
    pub has_resigned: bool,
    pub has_timed_out: bool,
    /// The points for places that the player has won in earlier games of the series.
    pub series_points: f64,
}

impl SavedSeat {
    /// The value of the column `gave_up`: 1 for a resignation, 2 for a loss by the clock.
    pub fn gave_up(&self) -> u8 {
        if self.has_timed_out { 2 } else { self.has_resigned.into() }
    }

    /// Sets the fields from a value of [`Self::gave_up`].
    pub fn with_gave_up(self, gave_up: u8) -> Self {
        Self { has_resigned: gave_up == 1, has_timed_out: gave_up == 2, ..self }
    }

    pub fn is_person(&self) -> bool {
        self.name == HUMAN
    }
}

/// The position of a game in a series, played one after another at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPosition {
    /// A random number shared by all games of the series.
    pub id: i64,
    /// The number of the game in the series, from 1.
    pub number: u32,
    /// The number of seats by which every player has moved since the first game.
    pub seats_moved: u32,
}

impl SeriesPosition {
    pub fn first() -> Self {
        Self { id: rand::random(), number: 1, seats_moved: 0 }
    }
}

/// The properties of a game that never change.
#[derive(Clone, Debug, PartialEq)]
pub struct GameIdentity {
    /// The key of the game: [`Game::KEY`].
    pub game: String,
    /// The size, for games that have more than one.
    pub size: Option<u16>,
    pub header: String,
    pub series: SeriesPosition,
    /// The series points by seat; see [`SavedSeat::series_points`]. Missing values count as 0.
    pub series_points: Vec<f64>,
    /// The names of the people by seat; see [`SavedSeat::person_name`]. Missing names are empty.
    pub people: Vec<String>,
    pub daily: Option<DailyDate>,
    /// Whether several processes save the same game, under one series: only the first writes it.
    pub is_shared: bool,
}

impl GameIdentity {
    pub fn of<G: GameInfo>(header: &RecordHeader<G::Setup>) -> io::Result<Self> {
        Ok(Self {
            game: G::KEY.to_owned(),
            size: G::size_of(&header.setup),
            header: header_json::<G>(header)?,
            series: SeriesPosition::first(),
            series_points: Vec::new(),
            people: Vec::new(),
            daily: None,
            is_shared: false,
        })
    }
}

/// The state of a game, for lists and statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct GameProgress {
    pub status: GameStatus,
    /// The seats, without series points and people's names; those are in [`GameIdentity`].
    pub seats: Vec<SavedSeat>,
    pub turns: u32,
    pub marks: StepMarks,
    pub pending_choices: String,
}

impl GameProgress {
    pub fn of<G: Game>(session: &Session<G>) -> Self {
        let (outcome, resigned) = (session.outcome(), session.resigned());
        let certain_loser = session.game().certain_loser();
        let status = match (&outcome, session.game().outcome()) {
            // The computers could play on, but no person can continue the game.
            (None, _) if have_all_people_resigned(session) => GameStatus::Resigned,
            (None, _) => GameStatus::Running,
            (Some(_), Some(_)) => GameStatus::Finished,
            (Some(_), None) => GameStatus::Resigned,
        };
        let (names, scores) = (session.header().players.iter(), session.game().scores());
        let seats =
            session.game().seats().iter().zip(names.zip(scores)).map(|(seat, (name, score))| {
                SavedSeat {
                    name: name.clone(),
                    person_name: String::new(),
                    score: outcome.as_ref().map_or(score, |outcome| outcome.score(seat)),
                    place: outcome.as_ref().map(|outcome| outcome.place(seat)),
                    has_resigned: resigned.contains(seat) && certain_loser != Some(seat),
                    has_timed_out: session.flagged() == Some(seat),
                    series_points: 0.0,
                }
            });
        Self {
            status,
            seats: seats.collect(),
            turns: session.game().turns(),
            marks: session.marks(),
            pending_choices: pending_choices::to_text(session),
        }
    }

    pub fn people(&self) -> usize {
        count_people(&self.seats)
    }
}

fn count_people(seats: &[SavedSeat]) -> usize {
    seats.iter().filter(|seat| seat.is_person()).count()
}

fn have_all_people_resigned<G: Game>(session: &Session<G>) -> bool {
    let names = session.game().seats().iter().zip(&session.header().players);
    let mut people = names.filter(|(_, name)| *name == HUMAN).peekable();
    people.peek().is_some() && people.all(|(seat, _)| session.resigned().contains(seat))
}

/// The times of a game, in milliseconds since 1970, and its playing time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayTimes {
    pub started: i64,
    pub last_played: i64,
    pub ended: Option<i64>,
    /// The playing time, without long breaks.
    pub played: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    pub id: i64,
    /// The key of the game: [`Game::KEY`].
    pub game: String,
    /// The size, for games that have more than one.
    pub size: Option<u16>,
    pub seats: Vec<SavedSeat>,
    /// The display names by seat if the game is a match, otherwise empty.
    pub names: Vec<String>,
    pub status: GameStatus,
    /// The result once the game is over for its only person.
    pub result: Option<PersonResult>,
    pub times: PlayTimes,
    pub turns: u32,
    pub marks: StepMarks,
    pub series: SeriesPosition,
}

impl SavedGame {
    pub fn people(&self) -> usize {
        count_people(&self.seats)
    }

    /// The names of the people by seat; see [`SavedSeat::person_name`].
    pub fn person_names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.person_name.clone()).collect()
    }
}

/// Returns the names of all players but the only person, sorted and counted:
/// `careful, expert x 2`. If there is not exactly one person, people are included.
pub fn opponents(seats: &[SavedSeat]) -> String {
    let has_one_person = count_people(seats) == 1;
    let others = seats.iter().filter(|seat| !(has_one_person && seat.is_person()));
    let mut names: Vec<&str> = others.map(|seat| seat.name.as_str()).collect();
    names.sort_unstable();
    counted_names(names)
}

/// Lists names in the order of first appearance, with the count of equal ones.
pub fn counted_names<N: Display + PartialEq>(names: impl IntoIterator<Item = N>) -> String {
    let mut counts: Vec<(N, u32)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let listed = counts.into_iter().map(|(name, count)| match count {
        1 => name.to_string(),
        _ => format!("{name} x {count}"),
    });
    listed.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        eater::Eater,
        play::{RecordHeader, Seat, toy},
    };

    fn seats(all: &[(&str, Option<u8>)]) -> Vec<SavedSeat> {
        let seat = |&(name, place): &(&str, _)| SavedSeat {
            name: name.to_owned(),
            person_name: String::new(),
            score: 0,
            place,
            has_resigned: false,
            has_timed_out: false,
            series_points: 0.0,
        };
        all.iter().map(seat).collect()
    }

    #[test]
    fn who_ends_a_lost_game_has_not_resigned() {
        let players = vec!["human".to_owned(), "novice".to_owned()];
        let setup = Eater::deal_seeded(4, 1).unwrap();
        let mut session =
            Session::<Eater>::new(RecordHeader { setup, players, seed: 1, clock: None });
        let mut early = session.clone();
        // The Eater takes a whole row.
        for column in 1..=4 {
            for (seat, row) in [(0, 1), (1, 2)] {
                let cell = format!("{row} {column}").parse().unwrap();
                session.choose(Seat::new(seat), cell).unwrap();
            }
        }
        for (session, has_resigned) in [(&mut early, true), (&mut session, false)] {
            session.resign(Seat::new(0)).unwrap();
            let progress = GameProgress::of(session);
            assert_eq!(progress.seats[0].has_resigned, has_resigned);
            assert_eq!(PersonResult::of(&progress.seats), Some(PersonResult::Lost));
        }
    }

    #[test]
    fn the_result_is_that_of_the_only_person() {
        let (first, second) = (Some(1), Some(2));
        for (all, expected) in [
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
            assert_eq!(PersonResult::of(&all), expected, "{all:?}");
        }
        // The person resigned, and the computer that took over the seat won.
        let mut resigned = seats(&[("human", first), ("a", second)]);
        resigned[0].has_resigned = true;
        assert_eq!(PersonResult::of(&resigned), Some(PersonResult::Lost));
        // The game goes on without the person.
        let mut resigned = seats(&[("human", None), ("a", None), ("b", None)]);
        resigned[0].has_resigned = true;
        assert_eq!(PersonResult::of(&resigned), Some(PersonResult::Lost));
    }

    #[test]
    fn a_game_is_resigned_when_all_people_have_resigned() {
        let names = [HUMAN, "a", HUMAN].map(str::to_owned).to_vec();
        let mut session = Session::<toy::Toy>::new(RecordHeader {
            setup: toy::setup(&[3, 1, 2]),
            players: names,
            seed: 1,
            clock: None,
        });
        for (seat, status) in [(0, GameStatus::Running), (2, GameStatus::Resigned)] {
            session.resign(Seat::new(seat)).unwrap();
            assert_eq!((GameProgress::of(&session).status, session.outcome()), (status, None));
        }
        assert!(session.undo());
        assert_eq!(GameProgress::of(&session).status, GameStatus::Running);
    }

    #[test]
    fn equal_opponents_are_counted() {
        for (names, expected) in [
            (&["human", "level:3"][..], "level:3"),
            (&["expert", "human", "careful", "expert"], "careful, expert x 2"),
            (&["human", "human"], "human x 2"),
            (&["first", "last"], "first, last"),
        ] {
            let all: Vec<_> = names.iter().map(|name| (*name, None)).collect();
            assert_eq!(opponents(&seats(&all)), expected);
        }
    }
}
