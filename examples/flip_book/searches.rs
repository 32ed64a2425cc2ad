//! Stores finished searches in a file.

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

/// Finished searches, stored in a file.
pub struct Searches {
    /// The good moves of each searched position.
    moves: HashMap<Position, Vec<BookMove>>,
    path: PathBuf,
}

/// A search in the file: the tiles of both sides, and the good moves with their scores.
type StoredSearch = (u64, u64, Vec<(u32, i32)>);

impl Searches {
    /// Reads the searches to a depth, in plies, from a folder. Creates the folder if it doesn't
    /// exist.
    pub fn open(folder: &Path, depth: u32) -> Result<Self> {
        fs::create_dir_all(folder)
            .with_context(|| format!("can't create the folder {}", folder.display()))?;
        let path = folder.join(format!("depth-{depth}.json"));
        let stored: Vec<StoredSearch> = match fs::read(&path) {
            Ok(json) => serde_json::from_slice(&json)
                .with_context(|| format!("{} can't be used", path.display()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("can't read {}", path.display()));
            }
        };
        let book_move = |&(at, score): &_| BookMove { square: Square::from_index(at), score };
        let moves = stored.iter().map(|(own, opp, moves)| {
            (Position::new(*own, *opp), moves.iter().map(book_move).collect())
        });
        Ok(Self { moves: moves.collect(), path })
    }

    /// Returns the good moves of a position if it was searched.
    pub fn moves(&self, position: Position) -> Option<&[BookMove]> {
        self.moves.get(&position).map(Vec::as_slice)
    }

    /// Adds searches and writes the file.
    pub fn add(&mut self, searched: Vec<(Position, Vec<BookMove>)>) -> Result<()> {
        if searched.is_empty() {
            return Ok(());
        }
        self.moves.extend(searched);
        let stored = self.moves.iter().map(|(position, moves)| {
            let moves = moves.iter().map(|BookMove { square, score }| (square.index(), *score));
            (position.own, position.opp, moves.collect())
        });
        let json = serde_json::to_vec(&stored.collect::<Vec<StoredSearch>>())?;
        write_atomic(&self.path, |file| file.write_all(&json))
            .with_context(|| format!("can't write {}", self.path.display()))
    }
}
