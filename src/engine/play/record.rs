//! Game records: a header, a line for each step and a closing line, all in JSON.
//!
//! ```text
//! {"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","level:3"],"seed":7}
//! {"step":[[0,"0 2"]]}
//! {"step":[[1,"0 3"]]}
//! {"resign":0}
//! {"end":3}
//! ```
//!
//! A step holds the action of each awaited seat. Optional fields follow:
//!
//! | field | meaning |
//! |---|---|
//! | `faults` | the choices that were replaced, why, and their fines |
//! | `"hinted":true` | a person had help before the step, see [`StepMarks`] |
//! | `"practice":true` | the game is for practice from here on, see [`StepMarks`] |
//! | `times` | the times that people with a clock took, see [`ChoiceTime`] |
//! | `notes` | side effects of programs' answers, see [`ProgramNote`] |
//!
//! A game with clocks has a [`TimeControl`] in its header: `"clock":"5+3"` or `"clock":"20s"`. The
//! time left follows from it and the steps. `{"flag":0}` ends a game: this seat ran out of time.
//!
//! `"fourcade"` is the version of the record. Version 2 is for matches between programs and for
//! games of Othello that were played elsewhere: the header has a [`MatchInfo`], faults may have a
//! [`FaultKind`], and steps may have `notes`. Records without these have version 1. `"format"` is
//! the version of the setup and the actions, see [`Game::FORMAT`].
//!
//! The closing line holds the number of lines between the header and itself, to detect truncation.

use std::{
    io::{self, BufRead, Write},
    str::FromStr,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ActionError, ChoiceTime, Game, Seat, Seats, TimeControl};
use crate::{
    lines::{ReadLine, read_line},
    printable::printable_json,
};

/// The name of a person in the seats of a record.
pub const HUMAN: &str = "human";

/// The version of ordinary records.
const GAME_VERSION: u32 = 1;
/// The version of records with data that only matches have.
const MATCH_VERSION: u32 = 2;

/// The maximum length of a record's line in bytes, including its line feed.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// Everything that determines a game before its first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader<S> {
    /// The start of the game, such as the board size and the deal.
    pub setup: S,
    /// The player on each seat: `human` or the name of a computer player.
    pub players: Vec<String>,
    /// The seed of the computer players' random generators.
    pub seed: u64,
    /// The clock of people; `None` if they play without one.
    pub clock: Option<TimeControl>,
}

impl<S> RecordHeader<S> {
    /// The seats of people.
    pub fn people(&self) -> Seats {
        let people = self.players.iter().enumerate().filter(|(_, name)| *name == HUMAN);
        people.map(|(seat, _)| Seat::new(seat)).collect()
    }
}

/// The conditions of a match between programs, or the players' names in a game that was played
/// elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchInfo {
    /// The name of each player, by seat. The header has the commands of programs.
    pub names: Vec<String>,
    /// The timeout of a decision, in seconds; `None` if the game was played elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Whether answers must match the requested format exactly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The number of consecutive late answers before the match, by seat; empty if all are 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late_before: Vec<u32>,
}

/// The kind of a [`Fault`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The answer was illegal or too long, or the player started a program or created a file.
    #[default]
    Illegal,
    /// The player took too long.
    Late,
    /// The player crashed or exceeded a limit.
    Crashed,
    /// The player ended without an answer.
    Silent,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Illegal, Self::Late, Self::Crashed, Self::Silent];

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Crashed => "crashed",
            Self::Silent => "no answer",
        }
    }

    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
    fn is_illegal(&self) -> bool {
        *self == Self::Illegal
    }
}

/// Side effects of a program's decision: standard error and started programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramNote {
    /// The seat of the program.
    pub seat: Seat,
    /// Its standard error, which may be truncated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The names of programs that it has started or tried to start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<String>,
}

/// A choice that was illegal, late or missing. The step holds the random action that replaced it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The seat that made the choice.
    pub seat: Seat,
    /// The choice and what was wrong with it, as a phrase.
    #[serde(rename = "said")]
    pub description: String,
    /// The fine in the game's points.
    pub fine: u32,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "FaultKind::is_illegal")]
    pub kind: FaultKind,
}

/// What happened before a step: people had help, or the game became one for practice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepMarks {
    /// Whether a person saw a hint or the evaluation, or took back a step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hinted: bool,
    /// Whether the game is for practice from here on: for example, a person called the coach or
    /// took back a step that revealed hidden information, or the game was continued from a replay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordLine<A> {
    /// A joint move.
    Step {
        /// The action of each awaited seat, in the order of the seats.
        moves: Vec<(Seat, A)>,
        /// The choices that these actions replace: illegal, late or missing ones.
        faults: Vec<Fault>,
        /// What happened before the step.
        marks: StepMarks,
        /// The times that people took, in a game with clocks.
        times: Vec<ChoiceTime>,
        /// Side effects of programs' answers.
        notes: Vec<ProgramNote>,
    },
    /// This seat resigned.
    Resign(Seat),
    /// This seat ran out of time and has lost.
    Flag(Seat),
}

/// A game as data. [`Session::record`](super::Session::record) returns it, and
/// [`Session::read`](super::Session::read) reads it and checks it against the rules.
///
/// # Examples
///
/// ```
/// use fourcade_engine::{flip::Flip, play::Session};
///
/// let text = concat!(
///     r#"{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"#,
///     r#""seats":["human","level:3"],"seed":7}"#,
///     "\n",
///     r#"{"step":[[0,"0 2"]]}"#,
///     "\n",
///     r#"{"resign":1}"#,
///     "\n",
///     r#"{"end":2}"#,
///     "\n",
/// );
/// let record = Session::<Flip>::read(&mut text.as_bytes())?.record();
/// assert_eq!(record.header.players, ["human", "level:3"]);
/// assert_eq!(record.lines.len(), 2);
///
/// let mut written = Vec::new();
/// record.write(&mut written)?;
/// assert_eq!(written, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// Everything that determines the game before its first step.
    pub header: RecordHeader<G::Setup>,
    /// The steps, resignations and fallen flags in order.
    pub lines: Vec<RecordLine<G::Action>>,
    /// How the game was played, if it is a match between programs or was played elsewhere.
    pub match_info: Option<MatchInfo>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHeader {
    #[serde(rename = "fourcade")]
    version: u32,
    #[serde(rename = "game")]
    game_key: String,
    format: u32,
    setup: serde_json::Value,
    seats: Vec<String>,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimeControl>,
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    match_info: Option<MatchInfo>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum RawLine {
    Step {
        step: Vec<(Seat, String)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        faults: Vec<Fault>,
        #[serde(flatten)]
        marks: StepMarks,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        times: Vec<ChoiceTime>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<ProgramNote>,
    },
    Resign {
        resign: Seat,
    },
    Flag {
        flag: Seat,
    },
    End {
        end: usize,
    },
}

impl<G: Game> Record<G> {
    /// Writes the whole record and flushes `output`.
    ///
    /// # Errors
    /// Returns an error if `output` cannot be written or the setup cannot be serialised.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}", self.header_json()?)?;
        for line in &self.lines {
            writeln!(output, "{}", line.to_json()?)?;
        }
        writeln!(output, "{}", closing_json(self.lines.len())?)?;
        output.flush()
    }

    /// Returns the first line, with the [`MatchInfo`] if there is one, without its line feed.
    ///
    /// # Errors
    /// Returns an error if the setup cannot be serialised.
    pub fn header_json(&self) -> io::Result<String> {
        let needs_match_version =
            self.match_info.is_some() || self.lines.iter().any(RecordLine::needs_match_version);
        let version = if needs_match_version { MATCH_VERSION } else { GAME_VERSION };
        versioned_header_json::<G>(version, &self.header, self.match_info.as_ref())
    }
}

/// Returns the first line of the record of an ordinary game, without its line feed.
///
/// # Errors
/// Returns an error if the setup cannot be serialised.
pub fn header_json<G: Game>(header: &RecordHeader<G::Setup>) -> io::Result<String> {
    versioned_header_json::<G>(GAME_VERSION, header, None)
}

fn versioned_header_json<G: Game>(
    version: u32,
    header: &RecordHeader<G::Setup>,
    match_info: Option<&MatchInfo>,
) -> io::Result<String> {
    let json = serde_json::to_string(&RawHeader {
        version,
        game_key: G::KEY.to_owned(),
        format: G::FORMAT,
        setup: serde_json::to_value(&header.setup)?,
        seats: header.players.clone(),
        seed: header.seed,
        clock: header.clock,
        match_info: match_info.cloned(),
    })?;
    Ok(printable_json(&json).into_owned())
}

/// Returns the last line of a record without its line feed. `line_count` is the number of lines
/// between the header and this line.
///
/// # Errors
/// Returns an error if the line cannot be serialised.
pub fn closing_json(line_count: usize) -> io::Result<String> {
    Ok(serde_json::to_string(&RawLine::End { end: line_count })?)
}

impl<A: ToString> RecordLine<A> {
    /// Returns the line as JSON without its line feed.
    ///
    /// # Errors
    /// Returns an error if the line cannot be serialised.
    pub fn to_json(&self) -> io::Result<String> {
        Ok(printable_json(&serde_json::to_string(&RawLine::from(self))?).into_owned())
    }
}

impl<A> RecordLine<A> {
    /// A step of these moves, in the order of the seats, without faults, marks, times and notes.
    pub fn of_moves(moves: Vec<(Seat, A)>) -> Self {
        Self::Step {
            moves,
            faults: Vec::new(),
            marks: StepMarks::default(),
            times: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn needs_match_version(&self) -> bool {
        match self {
            Self::Step { faults, notes, .. } => {
                !notes.is_empty() || faults.iter().any(|fault| !fault.kind.is_illegal())
            }
            Self::Resign(_) | Self::Flag(_) => false,
        }
    }
}

impl RawLine {
    fn parse<A: FromStr<Err = ActionError>>(self) -> Result<RecordLine<A>, String> {
        match self {
            Self::End { .. } => Err("a closing line isn't a step".to_owned()),
            Self::Resign { resign } => Ok(RecordLine::Resign(resign)),
            Self::Flag { flag } => Ok(RecordLine::Flag(flag)),
            Self::Step { step, faults, marks, times, notes } => {
                let parse = |(seat, text): (Seat, String)| match text.parse() {
                    Ok(action) => Ok((seat, action)),
                    Err(error) => Err(format!("{text:?} is not a move: {error}")),
                };
                let moves = step.into_iter().map(parse).collect::<Result<_, _>>()?;
                Ok(RecordLine::Step { moves, faults, marks, times, notes })
            }
        }
    }
}

impl<A: FromStr<Err = ActionError>> RecordLine<A> {
    /// Reads a line that [`Self::to_json`] has written. The error is a phrase.
    pub(super) fn from_json(json: &str) -> Result<Self, String> {
        let raw: RawLine = serde_json::from_str(json).map_err(|error| error.to_string())?;
        raw.parse()
    }
}

impl<A: ToString> From<&RecordLine<A>> for RawLine {
    fn from(line: &RecordLine<A>) -> Self {
        match line {
            RecordLine::Step { moves, faults, marks, times, notes } => Self::Step {
                step: moves.iter().map(|(seat, action)| (*seat, action.to_string())).collect(),
                faults: faults.clone(),
                marks: *marks,
                times: times.clone(),
                notes: notes.clone(),
            },
            RecordLine::Flag(seat) => Self::Flag { flag: *seat },
            RecordLine::Resign(seat) => Self::Resign { resign: *seat },
        }
    }
}

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line, as a sentence.
    pub message: String,
}

/// The part of a record that can be read before the type of the game is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPreamble {
    /// The [`Game::KEY`] of the record's game.
    pub game_key: String,
}

impl RecordPreamble {
    /// Reads the first line of a record.
    ///
    /// # Errors
    /// Returns an error if the line is not the header of a record.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        Ok(Self { game_key: RecordReader::new(input).raw_header()?.game_key })
    }
}

/// Reads the lines of a record and checks their syntax, not the rules.
pub(super) struct RecordReader<'a> {
    input: &'a mut dyn BufRead,
    /// The number of the last line that was read, from 1.
    number: usize,
}

impl<'a> RecordReader<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Self {
        Self { input, number: 0 }
    }

    pub(super) fn header<G: Game>(
        &mut self,
    ) -> Result<(RecordHeader<G::Setup>, Option<MatchInfo>), RecordReadError> {
        let raw = self.raw_header()?;
        if raw.game_key != G::KEY {
            let (found, expected) = (raw.game_key, G::KEY);
            return Err(self.error(format!("this is a game of {found}, not of {expected}")));
        }
        if raw.format != G::FORMAT {
            let (found, supported) = (raw.format, G::FORMAT);
            return Err(self.error(format!(
                "its {} has format {found}; this program reads format {supported}",
                G::KEY
            )));
        }
        let setup: G::Setup = serde_json::from_value(raw.setup)
            .map_err(|error| self.error(format!("its setup can't be used: {error}")))?;
        let seats = G::start(&setup).seats().len();
        if raw.seats.len() != seats {
            return Err(
                self.error(format!("it names {} players for {seats} seats", raw.seats.len()))
            );
        }
        let named = raw.match_info.as_ref().map_or(seats, |info| info.names.len());
        if named != seats {
            return Err(self.error(format!("its match has {named} names for {seats} seats")));
        }
        let header = RecordHeader { setup, players: raw.seats, seed: raw.seed, clock: raw.clock };
        Ok((header, raw.match_info))
    }

    /// Reads the next line after the header, or returns `None` for the closing line.
    pub(super) fn line<A: FromStr<Err = ActionError>>(
        &mut self,
    ) -> Result<Option<RecordLine<A>>, RecordReadError> {
        let raw: RawLine = self.parse_next("a line of a record")?;
        let RawLine::End { end } = raw else {
            return raw.parse().map(Some).map_err(|message| self.error(message));
        };
        let count = self.number - 2;
        if end != count {
            return Err(
                self.error(format!("the closing line says {end} lines, but there are {count}"))
            );
        }
        if self.next_line()?.is_some() {
            return Err(self.error("there is more text after the closing line"));
        }
        Ok(None)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> RecordReadError {
        RecordReadError { line: self.number, message: message.into() }
    }

    fn raw_header(&mut self) -> Result<RawHeader, RecordReadError> {
        let raw: RawHeader = self.parse_next("the header of a record")?;
        if (GAME_VERSION..=MATCH_VERSION).contains(&raw.version) {
            Ok(raw)
        } else {
            let found = raw.version;
            Err(self.error(format!(
                "this record has version {found}; this program reads versions {GAME_VERSION} and \
                 {MATCH_VERSION}"
            )))
        }
    }

    fn next_line(&mut self) -> Result<Option<Vec<u8>>, RecordReadError> {
        self.number += 1;
        match read_line(self.input, MAX_LINE_BYTES) {
            Err(error) => Err(self.error(error.to_string())),
            Ok(ReadLine::End) => Ok(None),
            Ok(ReadLine::Complete(line)) => Ok(Some(line)),
            Ok(ReadLine::TooLong(_)) => Err(self.error("the line is too long")),
            Ok(ReadLine::Unterminated(_)) => {
                Err(self.error("the file ends in the middle of a line"))
            }
        }
    }

    /// Parses the next line. The error message says that it isn't `expected`.
    fn parse_next<T: DeserializeOwned>(&mut self, expected: &str) -> Result<T, RecordReadError> {
        match self.next_line()? {
            Some(line) => serde_json::from_slice(&line)
                .map_err(|error| self.error(format!("this is not {expected}: {error}"))),
            None => Err(self.error("the file ends here, but its closing line is missing")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{Session, toy::Toy},
        *,
    };

    fn sample() -> String {
        [
            r#"{"fourcade":1,"game":"toy","format":3,"setup":{"cards":[3,1,2]},"seats":["human","a","b"],"seed":5}"#,
            r#"{"step":[[0,"bid 2"],[1,"bid 4"],[2,"bid 4"]],"faults":[{"seat":2,"said":"silence","fine":5}]}"#,
            r#"{"step":[[1,"turn 0"]]}"#,
            r#"{"resign":0}"#,
            r#"{"end":3}"#,
            "",
        ]
        .join("\n")
    }

    fn read(text: &str) -> Result<Record<Toy>, RecordReadError> {
        Session::read(&mut text.as_bytes()).map(|session| session.record())
    }

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let record = read(&sample()).unwrap();
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), sample());
        assert_eq!(RecordPreamble::read(&mut sample().as_bytes()).unwrap().game_key, "toy");
    }

    fn sample_of_match() -> String {
        let match_info = r#""seed":5,"match":{"names":["Ada","Low","Low 2"],"timeout":0.5}}"#;
        sample()
            .replace(r#""fourcade":1"#, r#""fourcade":2"#)
            .replace(r#""seed":5}"#, match_info)
            .replace(
                r#""fine":5}]"#,
                r#""fine":5,"kind":"late"}],"notes":[{"seat":1,"stderr":"a\nb"},{"seat":2,"started":["sh"]}]"#,
            )
    }

    #[test]
    fn a_match_is_written_as_it_was_read() {
        let record = read(&sample_of_match()).unwrap();
        let info = record.match_info.clone().unwrap();
        assert_eq!((info.names[1].as_str(), info.timeout, info.strict), ("Low", Some(0.5), false));
        let RecordLine::Step { faults, notes, .. } = &record.lines[0] else { panic!("a step") };
        assert_eq!((faults[0].kind, notes[0].stderr.as_str()), (FaultKind::Late, "a\nb"));
        assert_eq!(notes[1].started, ["sh"]);
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), sample_of_match());
        // With other players, it is no match any more.
        let names = ["x", "y", "z"].map(str::to_owned).to_vec();
        let other = Session::<Toy>::read(&mut sample_of_match().as_bytes()).unwrap();
        assert!(other.match_info().is_some());
        assert_eq!(other.with_players(names).match_info(), None);
        let error = read(&sample_of_match().replace(r#""Ada","#, "")).unwrap_err().to_string();
        assert_eq!(error, "line 1: its match has 2 names for 3 seats");
        // An unknown kind is rejected.
        assert!(read(&sample_of_match().replace("late", "lazy")).is_err());
    }

    #[test]
    fn only_data_of_matches_makes_a_record_version_2() {
        for part in [
            r#","kind":"late""#,
            r#","notes":[{"seat":1,"stderr":"a\nb"},{"seat":2,"started":["sh"]}]"#,
        ] {
            let text = sample_of_match().replace(part, "");
            let mut record = read(&text).unwrap();
            record.match_info = None;
            let mut written = Vec::new();
            record.write(&mut written).unwrap();
            assert!(written.starts_with(br#"{"fourcade":2,"#), "{part}");
        }
        let mut written = Vec::new();
        read(&sample()).unwrap().write(&mut written).unwrap();
        assert!(written.starts_with(br#"{"fourcade":1,"#));
    }

    proptest! {
        #[test]
        fn every_match_is_read_as_it_was_written(
            names in proptest::array::uniform3(any::<String>()),
            timeout in proptest::option::of(0.01..3600.0),
            strict: bool,
            late_before in proptest::collection::vec(0..99_u32, 0..4),
            kind in 0..FaultKind::ALL.len(),
            said: String,
            texts in proptest::collection::vec((0..3_usize, any::<[String; 2]>()), 0..4),
        ) {
            let mut record = read(&sample()).unwrap();
            let names = names.to_vec();
            record.match_info = Some(MatchInfo { names, timeout, strict, late_before });
            let RecordLine::Step { faults, notes, .. } = &mut record.lines[0] else {
                return Ok(());
            };
            (faults[0].description, faults[0].kind) = (said, FaultKind::ALL[kind]);
            let note = |(seat, [stderr, name]): (usize, [String; 2])| {
                ProgramNote { seat: Seat::new(seat), stderr, started: vec![name] }
            };
            *notes = texts.into_iter().map(note).collect();
            let mut written = Vec::new();
            record.write(&mut written).unwrap();
            let again = read(std::str::from_utf8(&written).unwrap()).unwrap();
            let info = again.match_info.as_ref().unwrap();
            let difference = info.timeout.unwrap_or(0.0) - timeout.unwrap_or(0.0);
            prop_assert!(difference.abs() < 1e-9);
            let again = Record { match_info: record.match_info.clone(), ..again };
            prop_assert_eq!(again, record);
        }
    }

    #[test]
    fn a_session_that_was_read_can_be_undone_and_continued() {
        let mut session = Session::<Toy>::read(&mut sample().as_bytes()).unwrap();
        let record = read(&sample()).unwrap();
        let mut fresh = Session::new(record.header);
        for line in record.lines {
            fresh.push(line).unwrap();
        }
        assert_eq!((session.game(), session.events()), (fresh.game(), fresh.events()));
        assert_eq!(session.resigned(), fresh.resigned());
        assert!(session.undo() && session.resigned().is_empty());
        let names = ["x", "y", "z"].map(str::to_owned).to_vec();
        assert_eq!(session.with_players(names.clone()).record().header.players, names);
    }

    #[test]
    fn a_written_record_holds_nothing_that_a_terminal_obeys() {
        let text = sample().replace("human", r"\u009b31m\u202e").replace("silence", r"\u2028");
        let mut written = Vec::new();
        read(&text).unwrap().write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), text);
    }

    #[test]
    fn clocks_are_written_as_they_were_read() {
        let timed = sample().replace(r#""seed":5}"#, r#""seed":5,"clock":"20s"}"#).replace(
            r#""fine":5}]}"#,
            r#""fine":5}],"times":[{"seat":0,"ms":1500},{"seat":1,"ms":20000,"late":true}]}"#,
        );
        let record = read(&timed).unwrap();
        assert_eq!(record.header.clock, Some(TimeControl::choice(20)));
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), timed);
        let error = |text: String| read(&text).unwrap_err().to_string();
        assert!(error(timed.replace("20s", "20")).contains("such as 20s"));
        let flag = |text: String| text.replace(r#"{"resign":0}"#, r#"{"flag":0}"#);
        assert_eq!(error(flag(timed)), "line 4: this game has no clock that ends it");
        let three = sample().replace(r#""seed":5}"#, r#""seed":5,"clock":"5+3"}"#);
        assert_eq!(error(flag(three)), "line 4: nobody loses this game by the clock");
    }

    #[test]
    fn a_truncated_record_is_rejected() {
        let whole = sample();
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn an_error_names_its_line() {
        let change = |from: &str, to: &str| {
            let text = sample();
            assert!(text.contains(from), "{from}");
            read(&text.replacen(from, to, 1)).expect_err(to).to_string()
        };
        for (from, to, error) in [
            (
                "\"fourcade\":1",
                "\"fourcade\":3",
                "line 1: this record has version 3; this program reads versions 1 and 2",
            ),
            ("toy", "poker", "line 1: this is a game of poker, not of toy"),
            (
                "\"format\":3",
                "\"format\":4",
                "line 1: its toy has format 4; this program reads format 3",
            ),
            (
                "[3,1,2]",
                "[]",
                "line 1: its setup can't be used: expected a card for each of 2 to 4 seats",
            ),
            ("\"human\",", "", "line 1: it names 2 players for 3 seats"),
            ("bid 2", "bid 200", "line 2: the highest bid is 10"),
            ("bid 2", "dib 2", "line 2: \"dib 2\" is not a move: expected a bid or a turn"),
            ("[0,\"bid 2\"],", "", "line 2: a move of each of these seats is wanted: 0, 1, 2"),
            ("turn 0", "turn 3", "line 3: there is no such card"),
            ("\"end\":3", "\"end\":4", "line 5: the closing line says 4 lines, but there are 3"),
            (
                "{\"end\":3}\n",
                "{\"end\":3}\n\n",
                "line 6: there is more text after the closing line",
            ),
        ] {
            assert_eq!(change(from, to), error);
        }
        assert!(
            change("\"seed\"", "\"sead\"")
                .starts_with("line 1: this is not the header of a record")
        );
        assert!(
            change("{\"resign\":0}", "{\"resign\":7}")
                .starts_with("line 4: this is not a line of a record")
        );
    }

    #[test]
    fn an_endless_line_is_not_read_to_its_end() {
        let mut endless = std::io::BufReader::new(std::io::repeat(0));
        assert!(Session::<Toy>::read(&mut endless).unwrap_err().message.contains("too long"));
    }
}
