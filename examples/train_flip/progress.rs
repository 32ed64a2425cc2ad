//! Stores the samples of an unfinished training in a folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use color_eyre::eyre::{Context, Result};
use fourcade::files::write_atomic;
use fourcade_engine::flip::model::bitboard::Position;
use indicatif::{ProgressBar, ProgressStyle};

use crate::self_play::Sample;

/// The folder of stored samples.
pub struct Progress(PathBuf);

impl Progress {
    /// Opens or creates the folder.
    pub fn open(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)
            .with_context(|| format!("can't create the folder {}", folder.display()))?;
        Ok(Self(folder.to_owned()))
    }

    /// Returns the contents of a file. If it doesn't exist, makes and writes them first.
    pub fn load_or_make(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<Vec<u8>> {
        let path = self.0.join(name);
        match fs::read(&path) {
            Ok(contents) => Ok(contents),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let contents = make()?;
                write_atomic(&path, |file| file.write_all(&contents))
                    .with_context(|| format!("can't write {}", path.display()))?;
                Ok(contents)
            }
            Err(error) => Err(error).with_context(|| format!("can't read {}", path.display())),
        }
    }
}

/// The size of a stored sample in bytes.
const SAMPLE_BYTES: usize = 20;

/// Returns samples as bytes.
pub fn to_bytes(samples: &[Sample]) -> Vec<u8> {
    let bytes = |sample: &Sample| {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..8].copy_from_slice(&sample.position.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&sample.position.opp.to_le_bytes());
        bytes[16..].copy_from_slice(&sample.label.to_le_bytes());
        bytes
    };
    samples.iter().flat_map(bytes).collect()
}

/// Returns the samples from [`to_bytes`].
pub fn from_bytes(bytes: &[u8]) -> impl Iterator<Item = Sample> {
    bytes.as_chunks::<SAMPLE_BYTES>().0.iter().map(|bytes| {
        let board = |from: usize| {
            (0..8).fold(0, |board, byte| board | u64::from(bytes[from + byte]) << (8 * byte))
        };
        let label = f32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
        Sample { position: Position::new(board(0), board(8)), label }
    })
}

pub fn progress_bar(count: u64, message: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .expect("the template is valid");
    let bar = ProgressBar::new(count).with_style(style).with_message(message);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
