//! The file with a game's puzzles: one per line, compressed with zlib.

use std::io::{self, Read, Write};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::{Puzzle, PuzzleError};
use crate::play::Game;

/// All built-in puzzles of a game.
#[derive(Clone, Debug)]
pub struct Collection<G: Game> {
    /// The puzzles, grouped by theme.
    pub puzzles: Vec<Puzzle<G>>,
}

/// Why a collection cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// The file is damaged.
    #[error("the collection can't be unpacked: {0}")]
    File(#[from] io::Error),
    /// A puzzle is invalid.
    #[error("puzzle {number} of the collection: {error}")]
    Puzzle {
        /// The number of the puzzle, from 1.
        number: usize,
        /// What is wrong with it.
        error: PuzzleError,
    },
}

impl<G: Game> Collection<G> {
    /// Reads a collection. Each puzzle is replayed and checked.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or a puzzle cannot be used.
    pub fn read(file: &[u8]) -> Result<Self, CollectionError> {
        let mut text = String::new();
        ZlibDecoder::new(file).read_to_string(&mut text)?;
        let read = |(number, line): (usize, &str)| {
            line.parse().map_err(|error| CollectionError::Puzzle { number, error })
        };
        let puzzles = (1..).zip(text.lines()).map(read).collect::<Result<_, _>>()?;
        Ok(Self { puzzles })
    }

    /// Writes the collection in the format of [`Self::read`].
    ///
    /// # Errors
    /// Returns an error if `output` cannot be written.
    pub fn write(&self, output: impl Write) -> io::Result<()> {
        let mut encoder = ZlibEncoder::new(output, Compression::best());
        for puzzle in &self.puzzles {
            writeln!(encoder, "{}", serde_json::to_string(puzzle)?)?;
        }
        encoder.finish().map(drop)
    }

    /// The puzzle with this [`Puzzle::id`].
    pub fn find(&self, id: u64) -> Option<&Puzzle<G>> {
        self.puzzles.iter().find(|puzzle| puzzle.id() == id)
    }
}
