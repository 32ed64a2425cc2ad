//! The searches that are done, in a file.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use color_eyre::eyre::{Context, Result};
use fourcade::files::write_atomic;
use fourcade_engine::flip::{
    model::{Square, bitboard::Position},
    players::book::BookMove,
};

/// The searches that are done.
pub struct Searches {
    /// The good moves of each position that was searched.
    done: HashMap<Position, Vec<BookMove>>,
    /// The file that keeps them.
    path: PathBuf,
}

/// A search in the file: the tiles of both sides, and the good moves with their scores.
type Kept = (u64, u64, Vec<(u32, i32)>);

impl Searches {
    /// Reads the searches to a depth, in plies, that the folder keeps. Creates the folder if it
    /// does not exist.
    pub fn open(folder: &Path, depth: u32) -> Result<Self> {
        fs::create_dir_all(folder)
            .with_context(|| format!("can't create the folder {}", folder.display()))?;
        let path = folder.join(format!("depth-{depth}.json"));
        let kept: Vec<Kept> = match fs::read(&path) {
            Ok(json) => serde_json::from_slice(&json)
                .with_context(|| format!("{} can't be used", path.display()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("can't read {}", path.display()));
            }
        };
        let book_move = |&(at, score): &_| BookMove { square: Square::from_index(at), score };
        let done = kept.iter().map(|(own, opp, moves)| {
            (Position::new(*own, *opp), moves.iter().map(book_move).collect())
        });
        Ok(Self { done: done.collect(), path })
    }

    /// Returns the good moves of a position if it was searched.
    pub fn moves(&self, position: Position) -> Option<&[BookMove]> {
        self.done.get(&position).map(Vec::as_slice)
    }

    /// Adds searches and writes the file.
    pub fn keep(&mut self, searched: Vec<(Position, Vec<BookMove>)>) -> Result<()> {
        if searched.is_empty() {
            return Ok(());
        }
        self.done.extend(searched);
        let kept = self.done.iter().map(|(position, moves)| {
            let moves = moves.iter().map(|it| (it.square.index(), it.score));
            (position.own, position.opp, moves.collect())
        });
        let json = serde_json::to_vec(&kept.collect::<Vec<Kept>>())?;
        write_atomic(&self.path, |file| file.write_all(&json))
            .with_context(|| format!("can't write {}", self.path.display()))
    }
}
