//! Tells whether a path still leads to the same file.

use std::{fs, path::Path};

/// Distinguishes a file from one that replaces it at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId(u64, u64);

impl FileId {
    /// Returns the identity of the file at this path, or `None` if there is no file.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt;
            Self(metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let id = Self(0, u64::from(metadata.is_file()));
        Some(id)
    }
}
