//! Reading records: each line is checked as it is played.

use std::io::BufRead;

use serde::de::DeserializeOwned;

use super::{
    Game, Record, RecordHeader, RecordLine, Seat, Session,
    record::{RawHeader, RawLine, VERSION},
};
use crate::lines::{ReadLine, read_line};

/// The maximum length of a record's line in bytes, its line feed included.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// Why a record can't be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it, as a sentence.
    pub what: String,
}

/// The game that a record's first line names, before it is known which [`Game`] can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPreamble {
    /// [`Game::KEY`] of its game.
    pub game: String,
}

impl RecordPreamble {
    /// Reads the first line only.
    ///
    /// # Errors
    /// If it is no record's header.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        let mut lines = Lines { input, number: 0 };
        let raw: RawHeader = lines.parse("the header of a record")?;
        lines.check_version(&raw)?;
        Ok(Self { game: raw.game })
    }
}

impl<G: Game> Session<G> {
    /// Reads a whole record, playing it: each step is checked against the rules. The game stands at
    /// its end.
    ///
    /// # Errors
    /// Says which line is wrong, and why.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        let mut lines = Lines { input, number: 0 };
        let raw: RawHeader = lines.parse("the header of a record")?;
        lines.check_version(&raw)?;
        let mut session = Self::new(lines.header::<G>(raw)?);
        loop {
            match lines.parse("a line of a record")? {
                RawLine::End { end } if end == session.lines().len() => break,
                RawLine::End { end } => {
                    let count = session.lines().len();
                    return Err(lines
                        .error(format!("the record says it has {end} lines, but it has {count}")));
                }
                raw => {
                    let line = raw.parse().map_err(|what| lines.error(what))?;
                    session.push(line).map_err(|why| lines.error(why.to_string()))?;
                }
            }
        }
        if lines.next()?.is_some() {
            return Err(lines.error("something follows the closing line"));
        }
        Ok(session)
    }
}

impl<G: Game> Record<G> {
    /// Reads a whole record and checks each step against the rules.
    ///
    /// # Errors
    /// Says which line is wrong, and why.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, RecordReadError> {
        Session::read(input).map(|session| session.record())
    }
}

impl RawLine {
    fn parse<A: std::str::FromStr<Err = super::ActionError>>(
        self,
    ) -> Result<RecordLine<A>, String> {
        match self {
            Self::Step { step, faults, marks } => {
                let parse = |(seat, text): (Seat, String)| match text.parse() {
                    Ok(action) => Ok((seat, action)),
                    Err(why) => Err(format!("{text:?} is no move: {why}")),
                };
                Ok(RecordLine::Step {
                    moves: step.into_iter().map(parse).collect::<Result<_, _>>()?,
                    faults,
                    marks,
                })
            }
            Self::Resign { resign } => Ok(RecordLine::Resign(resign)),
            Self::End { .. } => Err("a closing line is no step".to_owned()),
        }
    }
}

struct Lines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl Lines<'_> {
    fn error(&self, what: impl Into<String>) -> RecordReadError {
        RecordReadError { line: self.number, what: what.into() }
    }

    fn next(&mut self) -> Result<Option<Vec<u8>>, RecordReadError> {
        self.number += 1;
        match read_line(self.input, MAX_LINE_BYTES) {
            Err(error) => Err(self.error(error.to_string())),
            Ok(ReadLine::End) => Ok(None),
            Ok(ReadLine::Complete(line)) => Ok(Some(line)),
            Ok(ReadLine::TooLong(_)) => Err(self.error("this is too long for a line of a record")),
            Ok(ReadLine::Unterminated(_)) => {
                Err(self.error("the record is cut short in the middle of a line"))
            }
        }
    }

    fn parse<T: DeserializeOwned>(&mut self, what: &str) -> Result<T, RecordReadError> {
        match self.next()? {
            Some(line) => serde_json::from_slice(&line)
                .map_err(|error| self.error(format!("this is not {what}: {error}"))),
            None => Err(self.error("the record ends here, but its closing line is missing")),
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
            let (found, known) = (raw.format, G::FORMAT);
            return Err(self.error(format!(
                "its {} has format {found}; this program reads format {known}",
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
    fn what_is_written_is_what_was_read() {
        let record = read(&sample()).unwrap();
        let mut written = Vec::new();
        record.write(&mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), sample());
        assert_eq!(RecordPreamble::read(&mut sample().as_bytes()).unwrap().game, "toy");
    }

    #[test]
    fn what_was_read_can_be_taken_back_and_played_on() {
        let mut session = Session::<Toy>::read(&mut sample().as_bytes()).unwrap();
        let fresh = Session::from_record(read(&sample()).unwrap()).unwrap();
        assert_eq!((session.game(), session.events()), (fresh.game(), fresh.events()));
        assert_eq!(session.resigned(), fresh.resigned());
        assert!(session.undo() && session.resigned().is_empty());
        let names = ["x", "y", "z"].map(str::to_owned).to_vec();
        assert_eq!(session.with_players(names.clone()).record().header.seats, names);
    }

    #[test]
    fn every_prefix_is_refused() {
        let whole = sample();
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn junk_is_an_error_with_its_line() {
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
            ("bid 2", "dib 2", "line 2: \"dib 2\" is no move: a bid or a turn is wanted"),
            ("[0,\"bid 2\"],", "", "line 2: a move of each of these seats is wanted: 0, 1, 2"),
            ("turn 0", "turn 9", "line 3: there is no such card"),
            ("\"end\":3", "\"end\":4", "line 5: the record says it has 4 lines, but it has 3"),
            ("{\"end\":3}\n", "{\"end\":3}\n\n", "line 6: something follows the closing line"),
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
        assert!(Record::<Toy>::read(&mut endless).unwrap_err().what.contains("too long"));
    }
}
