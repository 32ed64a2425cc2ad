//! Reading records. Each line is checked against the rules.

use std::{io::BufRead, str::FromStr};

use serde::de::DeserializeOwned;

use super::{
    ActionError, Game, Record, RecordHeader, RecordLine, Seat, Session,
    record::{RawHeader, RawLine, VERSION},
};
use crate::lines::{ReadLine, read_line};

/// The maximum length of a record's line in bytes, its line feed included.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line, as a sentence.
    pub message: String,
}

/// The start of a record, which names its game. It can be read before the type of the game is
/// known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPreamble {
    /// The [`Game::KEY`] of the game.
    pub game: String,
}

impl RecordPreamble {
    /// Reads the first line of a record.
    ///
    /// # Errors
    /// Returns an error if the line is not the header of a record.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        let mut lines = RecordLines { input, number: 0 };
        let raw: RawHeader = lines.parse("the header of a record")?;
        lines.check_version(&raw)?;
        Ok(Self { game: raw.game })
    }
}

impl<G: Game> Session<G> {
    /// Reads a whole record and replays it to its end. Each line is checked against the rules.
    ///
    /// # Errors
    /// Returns an error with the number of the line if the record cannot be read or a line is not
    /// legal.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        let mut lines = RecordLines { input, number: 0 };
        let raw: RawHeader = lines.parse("the header of a record")?;
        lines.check_version(&raw)?;
        let mut session = Self::new(lines.header::<G>(raw)?);
        loop {
            match lines.parse("a line of a record")? {
                RawLine::End { end } if end == session.lines().len() => break,
                RawLine::End { end } => {
                    let count = session.lines().len();
                    return Err(lines.error(format!(
                        "the closing line says {end} lines, but there are {count}"
                    )));
                }
                raw => {
                    let line = raw.parse().map_err(|message| lines.error(message))?;
                    session.push(line).map_err(|error| lines.error(error.to_string()))?;
                }
            }
        }
        if lines.next()?.is_some() {
            return Err(lines.error("there is more text after the closing line"));
        }
        Ok(session)
    }
}

impl<G: Game> Record<G> {
    /// Reads a whole record and checks each line against the rules.
    ///
    /// # Errors
    /// Returns an error with the number of the line if the record cannot be read or a line is not
    /// legal.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        Session::read(input).map(|session| session.record())
    }
}

impl RawLine {
    fn parse<A: FromStr<Err = ActionError>>(self) -> Result<RecordLine<A>, String> {
        match self {
            Self::Step { step, faults, marks } => {
                let parse = |(seat, text): (Seat, String)| match text.parse() {
                    Ok(action) => Ok((seat, action)),
                    Err(error) => Err(format!("{text:?} is not a move: {error}")),
                };
                Ok(RecordLine::Step {
                    moves: step.into_iter().map(parse).collect::<Result<_, _>>()?,
                    faults,
                    marks,
                })
            }
            Self::Resign { resign } => Ok(RecordLine::Resign(resign)),
            Self::End { .. } => Err("a closing line is not a step".to_owned()),
        }
    }
}

/// The lines of a record with their numbers.
struct RecordLines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl RecordLines<'_> {
    fn error(&self, message: impl Into<String>) -> RecordReadError {
        RecordReadError { line: self.number, message: message.into() }
    }

    /// Reads the next line, or returns `None` at the end of the input.
    fn next(&mut self) -> Result<Option<Vec<u8>>, RecordReadError> {
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

    /// Parses the next line. `expected` names what it should be, for the error message.
    fn parse<T: DeserializeOwned>(&mut self, expected: &str) -> Result<T, RecordReadError> {
        match self.next()? {
            Some(line) => serde_json::from_slice(&line)
                .map_err(|error| self.error(format!("this is not {expected}: {error}"))),
            None => Err(self.error("the file ends here, but its closing line is missing")),
        }
    }

    fn check_version(&self, raw: &RawHeader) -> Result<(), RecordReadError> {
        if raw.fourcade == VERSION {
            Ok(())
        } else {
            let found = raw.fourcade;
            Err(self.error(format!(
                "this record has version {found}; this program reads version {VERSION}"
            )))
        }
    }

    fn header<G: Game>(&self, raw: RawHeader) -> Result<RecordHeader<G::Setup>, RecordReadError> {
        if raw.game != G::KEY {
            return Err(self.error(format!("this is a game of {}, not of {}", raw.game, G::KEY)));
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
        Ok(RecordHeader { setup, seats: raw.seats, seed: raw.seed })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::toy::Toy, *};

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
        Record::read(&mut text.as_bytes())
    }

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let record = read(&sample()).unwrap();
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), sample());
        assert_eq!(RecordPreamble::read(&mut sample().as_bytes()).unwrap().game, "toy");
    }

    #[test]
    fn a_session_that_was_read_can_be_undone_and_continued() {
        let mut session = Session::<Toy>::read(&mut sample().as_bytes()).unwrap();
        let fresh = Session::from_record(read(&sample()).unwrap()).unwrap();
        assert_eq!((session.game(), session.events()), (fresh.game(), fresh.events()));
        assert_eq!(session.resigned(), fresh.resigned());
        assert!(session.undo() && session.resigned().is_empty());
        let names = ["x", "y", "z"].map(str::to_owned).to_vec();
        assert_eq!(session.with_players(names.clone()).record().header.seats, names);
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
                "\"fourcade\":2",
                "line 1: this record has version 2; this program reads version 1",
            ),
            ("toy", "poker", "line 1: this is a game of poker, not of toy"),
            (
                "\"format\":3",
                "\"format\":4",
                "line 1: its toy has format 4; this program reads format 3",
            ),
            ("[3,1,2]", "[]", "line 1: its setup can't be used: no cards"),
            ("\"human\",", "", "line 1: it names 2 players for 3 seats"),
            ("bid 2", "bid 200", "line 2: this is more than you have"),
            ("bid 2", "dib 2", "line 2: \"dib 2\" is not a move: expected a bid or a turn"),
            ("[0,\"bid 2\"],", "", "line 2: a move of each of these seats is wanted: 0, 1, 2"),
            ("turn 0", "turn 9", "line 3: there is no such card"),
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
        assert!(Record::<Toy>::read(&mut endless).unwrap_err().message.contains("too long"));
    }
}
