//! Stores unfinished work in a file of JSON lines, one for each game played.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use color_eyre::eyre::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize, Deserialize)]
struct Line {
    seed: u64,
    game: String,
    theme: String,
    number: u64,
    puzzle: Option<Value>,
}

/// The work done so far.
pub struct WorkFile {
    path: PathBuf,
    file: File,
    seed: u64,
    /// The puzzle of each game played, by the game's key, the theme and the number.
    done: BTreeMap<(String, String, u64), Option<Value>>,
}

impl WorkFile {
    /// Opens or creates the file. Drops an incomplete last line.
    pub fn open(path: &Path, seed: u64) -> Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("can't read {}", path.display()));
            }
        };
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let mut done = BTreeMap::new();
        for (number, line) in (1..).zip(text[..complete].lines()) {
            let line: Line = serde_json::from_str(line)
                .with_context(|| format!("line {number} of {} is damaged", path.display()))?;
            if line.seed == seed {
                done.insert((line.game, line.theme, line.number), line.puzzle);
            }
        }
        let context = || format!("can't write {}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(context)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(context)?;
        file.set_len(complete as u64).with_context(context)?;
        Ok(Self { path: path.to_owned(), file, seed, done })
    }

    pub fn has_game(&self, game: &str, theme: &str, number: u64) -> bool {
        self.done.contains_key(&(game.to_owned(), theme.to_owned(), number))
    }

    /// Stores the puzzle of a game, if it has one.
    pub fn add(
        &mut self,
        game: &str,
        theme: &str,
        number: u64,
        puzzle: Option<Value>,
    ) -> Result<()> {
        let (game, theme) = (game.to_owned(), theme.to_owned());
        let line = Line { seed: self.seed, game, theme, number, puzzle };
        let json = serde_json::to_string(&line)? + "\n";
        self.file
            .write_all(json.as_bytes())
            .with_context(|| format!("can't write {}", self.path.display()))?;
        self.done.insert((line.game, line.theme, number), line.puzzle);
        Ok(())
    }

    /// The puzzles of a theme from games below `end`, in the order of the games.
    pub fn puzzles(&self, game: &str, theme: &str, end: u64) -> impl Iterator<Item = &Value> {
        let key = |number| (game.to_owned(), theme.to_owned(), number);
        self.done.range(key(0)..key(end)).filter_map(|(_, puzzle)| puzzle.as_ref())
    }
}
