//! Records and games in other programs' formats, in files outside the database.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Chain, Cursor, Read},
    os::fd::AsFd as _,
    path::{Path, PathBuf},
};

use crate::files;
use fourcade_engine::{
    GameKind, UnknownGameError,
    encoding::decode_to_utf8,
    formats::{self, ForeignGame},
    play::{Game, MAX_LINE_BYTES, RecordHeader, RecordPreamble, RecordReadError, Session},
};

/// The maximum size for [`RecordFile::open_regular`] and of files in other formats.
const MAX_BYTES: u64 = 64 << 20;
const STANDARD_INPUT: &str = "-";

#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    #[error("can't read {}: {}", .path.display(), describe_io_error(.error))]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} is {} ({error}); give the path of a saved game", .path.display(), describe_invalid(.error))]
    Invalid { path: PathBuf, error: RecordReadError },
    #[error("can't read the game in {}: {error}", .path.display())]
    Foreign { path: PathBuf, error: RecordReadError },
    #[error(
        "{} has {}; choose one with --game N:\n{}",
        .path.display(), counted_games(.summaries.len()), numbered(.summaries)
    )]
    Several { path: PathBuf, summaries: Vec<String> },
    #[error("{} has {}, so there is no game {number}", .path.display(), counted_games(*.count))]
    NoSuchGame { path: PathBuf, number: usize, count: usize },
}

/// An open file with one game.
pub struct RecordFile {
    pub game: GameKind,
    path: PathBuf,
    source: Source,
}

enum Source {
    /// A record whose header has been read.
    Record {
        header: Vec<u8>,
        rest: BufReader<Chain<Cursor<Vec<u8>>, File>>,
    },
    Foreign(ForeignGame),
}

impl RecordFile {
    /// Opens a file (`-` for standard input) and chooses one of its games by number, from 1. The
    /// file may be a pipe, because it is read only once.
    pub fn open(path: &Path, number: Option<usize>) -> Result<Self, RecordFileError> {
        let file = if path == Path::new(STANDARD_INPUT) {
            io::stdin().as_fd().try_clone_to_owned().map(File::from)
        } else {
            File::open(path)
        };
        let file = file.map_err(unreadable(path))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(unreadable(path)(io::ErrorKind::IsADirectory.into()));
        }
        let mut games = Self::games_of(file, path)?;
        let count = games.len();
        match number {
            Some(number) if (1..=count).contains(&number) => Ok(games.swap_remove(number - 1)),
            None if count == 1 => Ok(games.swap_remove(0)),
            Some(number) => {
                Err(RecordFileError::NoSuchGame { path: path.to_owned(), number, count })
            }
            None => {
                let summaries = games.iter().map(Self::summary).collect();
                Err(RecordFileError::Several { path: path.to_owned(), summaries })
            }
        }
    }

    /// Opens the games in a regular file of at most 64 MiB. Never blocks on a pipe.
    pub fn open_regular(path: &Path) -> Result<Vec<Self>, RecordFileError> {
        let file =
            files::open_regular(path, OpenOptions::new().read(true)).map_err(unreadable(path))?;
        if file.metadata().map_err(unreadable(path))?.len() > MAX_BYTES {
            return Err(unreadable(path)(too_large()));
        }
        Self::games_of(file, path)
    }

    fn games_of(file: File, path: &Path) -> Result<Vec<Self>, RecordFileError> {
        let mut rest = BufReader::new(decode_to_utf8(file).map_err(unreadable(path))?);
        let mut header = Vec::new();
        (&mut rest)
            .take(MAX_LINE_BYTES as u64)
            .read_until(b'\n', &mut header)
            .map_err(unreadable(path))?;
        match RecordPreamble::read(&mut header.as_slice()) {
            Ok(preamble) => {
                let game = parse_game(&preamble.game_key, path)?;
                let source = Source::Record { header, rest };
                Ok(vec![Self { game, path: path.to_owned(), source }])
            }
            Err(error) => {
                let games = Self::foreign_games(header, rest, path)?;
                games.ok_or_else(|| RecordFileError::Invalid { path: path.to_owned(), error })
            }
        }
    }

    /// Returns the games of a file whose first bytes have been read. `None` if its format is
    /// unknown.
    fn foreign_games(
        mut text: Vec<u8>,
        rest: impl Read,
        path: &Path,
    ) -> Result<Option<Vec<Self>>, RecordFileError> {
        rest.take(MAX_BYTES).read_to_end(&mut text).map_err(unreadable(path))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(unreadable(path)(too_large()));
        }
        let Some(games) = formats::find_games(&String::from_utf8_lossy(&text)) else {
            return Ok(None);
        };
        let open = |foreign: ForeignGame| {
            let game = parse_game(foreign.key(), path)?;
            Ok(Self { game, path: path.to_owned(), source: Source::Foreign(foreign) })
        };
        games.into_iter().map(open).collect::<Result<_, _>>().map(Some)
    }

    fn summary(&self) -> String {
        match &self.source {
            Source::Record { .. } => self.game.key().to_owned(),
            Source::Foreign(game) => game.summary(),
        }
    }

    /// Replays the game to its end. `check_header` decides which players the record may name.
    pub fn read<G: Game>(
        self,
        check_header: impl FnOnce(&RecordHeader<G::Setup>) -> Result<(), RecordReadError>,
    ) -> Result<Session<G>, RecordFileError> {
        let Self { path, source, .. } = self;
        let (header, rest): (_, Box<dyn Read>) = match source {
            Source::Record { header, rest } => (header, Box::new(rest)),
            Source::Foreign(game) => match game.to_record() {
                Ok(record) => (record, Box::new(io::empty())),
                Err(error) => return Err(RecordFileError::Foreign { path, error }),
            },
        };
        let invalid = |error| RecordFileError::Invalid { path, error };
        let session = match Session::<G>::read(&mut BufReader::new(header.chain(rest))) {
            Ok(session) => session,
            Err(error) => return Err(invalid(error)),
        };
        check_header(session.header()).map_err(invalid)?;
        Ok(session)
    }
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> RecordFileError {
    |error| RecordFileError::Unreadable { path: path.to_owned(), error }
}

fn parse_game(key: &str, path: &Path) -> Result<GameKind, RecordFileError> {
    key.parse().map_err(|error: UnknownGameError| {
        let error = RecordReadError { line: 1, message: error.to_string() };
        RecordFileError::Invalid { path: path.to_owned(), error }
    })
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "it is too long")
}

fn counted_games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

fn numbered(list: &[String]) -> String {
    let digits = list.len().to_string().len();
    let line = |(at, text): (usize, &String)| format!("  {:>digits$}  {text}", at + 1);
    list.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
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

/// Describes a file that isn't a valid record. An error after the header means a damaged one.
fn describe_invalid(error: &RecordReadError) -> &'static str {
    if error.line <= 1 { "not a saved game of fourcade" } else { "a damaged game of fourcade" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::flip::Flip;

    #[test]
    fn a_record_with_other_line_ends_or_encodings_is_read() {
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
                let record = RecordFile::open_regular(&path).unwrap().remove(0);
                let session = record.read::<Flip>(|_| Ok(())).unwrap();
                assert_eq!(session.lines().len(), 1, "{bytes:?}");
            }
        }
    }
}
