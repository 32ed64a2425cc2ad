//! Reading recorded games from files.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use super::error::Error;
use crate::{
    games::{Flat, GameKind},
    play::{ReadError, RecordKind, Session},
};

/// No record's first line is longer (bytes).
const LONGEST_HEADER: u64 = 64 * 1024;

/// Reads a record of this game and plays it to its end.
pub fn load<G: Flat>(path: &Path) -> Result<Session<G>, Error> {
    Session::read(&mut open(path)?).map_err(|why| Error::bad_record(path, why))
}

/// A record of which the game is known and the rest is still to be read.
pub struct Opened {
    /// The game it is of.
    pub game: GameKind,
    header: Vec<u8>,
    rest: BufReader<File>,
}

impl Opened {
    /// Opens a record and reads which game it is of. (The file is read once, so that it may be a pipe.)
    pub fn open(path: &Path) -> Result<Self, Error> {
        let mut rest = open(path)?;
        let mut header = Vec::new();
        (&mut rest).take(LONGEST_HEADER).read_until(b'\n', &mut header).map_err(|why| Error::unreadable(path, why))?;
        let kind = RecordKind::read(&mut header.as_slice()).map_err(|why| Error::bad_record(path, why))?;
        let game = kind.game.parse().map_err(|what| Error::bad_record(path, ReadError { line: 1, what }))?;
        Ok(Self { game, header, rest })
    }

    /// Reads the whole record, which is of this game, and plays it to its end.
    pub fn read<G: Flat>(self, path: &Path) -> Result<Session<G>, Error> {
        Session::read(&mut self.header.chain(self.rest)).map_err(|why| Error::bad_record(path, why))
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Error> {
    let file = File::open(path).map_err(|why| Error::unreadable(path, why))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(Error::unreadable(path, io::ErrorKind::IsADirectory.into()));
    }
    Ok(BufReader::new(file))
}
