//! A folder shared by several runs of a program.

use std::{
    fs::{self, DirEntry, Permissions, ReadDir},
    io, iter,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
};

use super::{limits::FOLDER_FILES, temp_folder::TempFolder};

/// The unit of [`MetadataExt::blocks`].
const BLOCK_BYTES: u64 = 512;

/// A fresh folder in which several runs of a program find each other's files. It is removed on
/// drop.
#[derive(Debug)]
pub struct SharedFolder(TempFolder);

impl SharedFolder {
    /// Creates the folder, empty, among the system's temporary files.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created.
    pub fn new() -> io::Result<Self> {
        TempFolder::new().map(Self)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Creates a folder inside this one, with its missing parents.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created.
    pub fn create_subfolder(&self, name: &str) -> io::Result<()> {
        fs::create_dir_all(self.path().join(name))
    }

    /// Makes all files and folders writable for every user, because each program started by root
    /// runs as a user of its own. Links are left alone.
    ///
    /// # Errors
    /// Returns an error if a folder can't be read.
    pub fn make_writable(&self) -> io::Result<()> {
        for entry in all_entries(self.path()) {
            let entry = entry?;
            let kind = entry.file_type()?;
            let mode = if kind.is_dir() { 0o777 } else { 0o666 };
            if kind.is_dir() || kind.is_file() {
                // Fails unless we are root or the owner; then programs run as our own user anyway.
                let _ = fs::set_permissions(entry.path(), Permissions::from_mode(mode));
            }
        }
        Ok(())
    }
}

/// Whether a folder has more than [`FOLDER_FILES`] files or `max_bytes` bytes, or can't be read.
pub(super) fn is_overfull(folder: &Path, max_bytes: u64) -> bool {
    let (mut files, mut bytes) = (0, 0_u64);
    for entry in all_entries(folder) {
        match entry.and_then(|entry| entry.metadata()) {
            // A running program may have removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return true,
            Ok(metadata) => {
                files += 1;
                bytes = bytes.saturating_add(metadata.blocks().saturating_mul(BLOCK_BYTES));
            }
        }
        if files > FOLDER_FILES || bytes > max_bytes {
            return true;
        }
    }
    false
}

/// Returns the entries of a folder, recursively. A folder's entry is returned before the folder is
/// read.
fn all_entries(folder: &Path) -> impl Iterator<Item = io::Result<DirEntry>> {
    let (mut folders, mut reading) = (vec![folder.to_owned()], None::<ReadDir>);
    iter::from_fn(move || {
        loop {
            if let Some(entry) = reading.as_mut().and_then(Iterator::next) {
                if let Ok(entry) = &entry
                    && entry.file_type().is_ok_and(|kind| kind.is_dir())
                {
                    folders.push(entry.path());
                }
                return Some(entry);
            }
            match fs::read_dir(folders.pop()?) {
                Ok(entries) => reading = Some(entries),
                Err(error) => return Some(Err(error)),
            }
        }
    })
}
