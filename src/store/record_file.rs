//! A recorded game in a file of a person's: read, and so checked.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use crate::{
    games::{ArcadeGame, GameKind},
    play::{MAX_LINE_BYTES, RecordPreamble, RecordReadError, Session},
};

/// Why there is no game to be had from a file.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// It can't be read.
    #[error("can't read {}: {}", .path.display(), unreadable(.why))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why, as the system says it.
        why: io::Error,
    },
    /// It is no sound record.
    #[error("{} is {} ({why}); give the path of a saved game", .path.display(), bad(.why))]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and on which line.
        why: RecordReadError,
    },
}

/// A record of which the game is known and the rest is still to be read.
pub struct RecordFile {
    /// The game it is of.
    pub game: GameKind,
    path: PathBuf,
    header: Vec<u8>,
    rest: BufReader<File>,
}

impl RecordFile {
    /// Opens a record and reads which game it is of. (The file is read once, so that it may be a
    /// pipe.)
    ///
    /// # Errors
    /// If it can't be read, or begins as no record does.
    pub fn open(path: &Path) -> Result<Self, RecordFileError> {
        let unreadable = |why| RecordFileError::Unreadable { path: path.to_owned(), why };
        let bad = |why| RecordFileError::Bad { path: path.to_owned(), why };
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        let mut rest = BufReader::new(file);
        let mut header = Vec::new();
        (&mut rest)
            .take(MAX_LINE_BYTES as u64)
            .read_until(b'\n', &mut header)
            .map_err(unreadable)?;
        let kind = RecordPreamble::read(&mut header.as_slice()).map_err(bad)?;
        let game = kind.game.parse().map_err(|what| bad(RecordReadError { line: 1, what }))?;
        Ok(Self { game, path: path.to_owned(), header, rest })
    }

    /// Reads the whole record and plays it to its end.
    ///
    /// # Errors
    /// If it is of another game, or breaks the rules.
    pub fn read<G: ArcadeGame>(self) -> Result<Session<G>, RecordFileError> {
        let Self { path, header, rest, .. } = self;
        Session::read(&mut header.chain(rest)).map_err(|why| RecordFileError::Bad { path, why })
    }
}

fn unreadable(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::NotFound => {
            "there is no such file; give the path of a saved game".to_owned()
        }
        io::ErrorKind::IsADirectory => "this is a folder; give the path of a saved game".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "you may not read it; change its permissions or give another file".to_owned()
        }
        _ => format!("{why}; give the path of a saved game"),
    }
}

/// What a file is of which this can't be read: with a sound header, it was a record once.
fn bad(why: &RecordReadError) -> &'static str {
    if why.line <= 1 { "not a saved game of fourcade" } else { "a damaged game of fourcade" }
}
