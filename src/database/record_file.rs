//! A record in a file outside the database.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Chain, Cursor, Read},
    path::{Path, PathBuf},
};

use crate::files;
use fourcade_engine::{
    GameKind, UnknownGameError,
    lines::skip_mark,
    play::{Game, MAX_LINE_BYTES, RecordHeader, RecordPreamble, RecordReadError, Session},
};

/// The largest size of a file that [`RecordFile::open_regular`] reads, in bytes.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    #[error("can't read {}: {}", .path.display(), describe_io_error(.error))]
    Unreadable {
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    #[error("{} is {} ({error}); give the path of a saved game", .path.display(), describe(.error))]
    Invalid {
        path: PathBuf,
        /// What is wrong, and on which line.
        error: RecordReadError,
    },
}

/// An open record file of which only the header has been read.
pub struct RecordFile {
    pub game: GameKind,
    path: PathBuf,
    header: Vec<u8>,
    rest: BufReader<Chain<Cursor<Vec<u8>>, File>>,
}

impl RecordFile {
    /// Opens a record and reads its header. The file is read only once, so it can be a pipe.
    pub fn open(path: &Path) -> Result<Self, RecordFileError> {
        let unreadable = |error| RecordFileError::Unreadable { path: path.to_owned(), error };
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        Self::of(file, path)
    }

    /// Opens a record in a regular file of at most 64 MiB, and reads its header. Unlike
    /// [`Self::open`] it never waits for a pipe.
    pub fn open_regular(path: &Path) -> Result<Self, RecordFileError> {
        let unreadable = |error| RecordFileError::Unreadable { path: path.to_owned(), error };
        let file = files::open_regular(path, OpenOptions::new().read(true)).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.len() > MAX_BYTES {
            return Err(unreadable(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long")));
        }
        Self::of(file, path)
    }

    fn of(file: File, path: &Path) -> Result<Self, RecordFileError> {
        let unreadable = |error| RecordFileError::Unreadable { path: path.to_owned(), error };
        let invalid = |error| RecordFileError::Invalid { path: path.to_owned(), error };
        let mut rest = BufReader::new(skip_mark(file).map_err(unreadable)?);
        let mut header = Vec::new();
        (&mut rest)
            .take(MAX_LINE_BYTES as u64)
            .read_until(b'\n', &mut header)
            .map_err(unreadable)?;
        let preamble = RecordPreamble::read(&mut header.as_slice()).map_err(invalid)?;
        let game = preamble.game.parse().map_err(|error: UnknownGameError| {
            invalid(RecordReadError { line: 1, message: error.to_string() })
        })?;
        Ok(Self { game, path: path.to_owned(), header, rest })
    }

    /// Reads the rest of the record and replays it to its end. `check_header` decides who may play
    /// in it.
    pub fn read<G: Game>(
        self,
        check_header: impl FnOnce(&RecordHeader<G::Setup>) -> Result<(), RecordReadError>,
    ) -> Result<Session<G>, RecordFileError> {
        let Self { path, header, rest, .. } = self;
        let invalid = |error| RecordFileError::Invalid { path, error };
        let session = match Session::<G>::read(&mut header.chain(rest)) {
            Ok(session) => session,
            Err(error) => return Err(invalid(error)),
        };
        check_header(session.header()).map_err(invalid)?;
        Ok(session)
    }
}

fn describe_io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such file; give the path of a saved game".to_owned()
        }
        io::ErrorKind::IsADirectory => "it is a folder; give the path of a saved game".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "permission denied; change its permissions or give another file".to_owned()
        }
        _ => format!("{error}; give the path of a saved game"),
    }
}

/// Describes a file in which this error was found. A file with a valid header is a record that was
/// damaged later.
fn describe(error: &RecordReadError) -> &'static str {
    if error.line <= 1 { "not a saved game of fourcade" } else { "a damaged game of fourcade" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::Flip;

    #[test]
    fn a_record_that_an_editor_has_saved_in_another_way_is_read() {
        let lines = [
            r#"{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","first"],"seed":7}"#,
            r#"{"step":[[0,"0 2"]]}"#,
            r#"{"end":1}"#,
            "",
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        for end in ["\n", "\r\n"] {
            let text = lines.join(end);
            let marked = format!("\u{feff}{text}");
            let units = |bytes: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(bytes).collect();
            let all: [Vec<u8>; 4] = [
                text.into(),
                marked.clone().into(),
                units(u16::to_le_bytes),
                units(u16::to_be_bytes),
            ];
            for bytes in all {
                std::fs::write(&path, &bytes).unwrap();
                let record = RecordFile::open_regular(&path).unwrap();
                let session = record.read::<Flip>(|_| Ok(())).unwrap();
                assert_eq!(session.lines().len(), 1, "{bytes:?}");
            }
        }
    }
}
