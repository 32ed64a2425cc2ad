//! A folder for several runs of a program.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::temp_folder::TempFolder;

/// A fresh folder in which several runs of a program find each other's files. It is removed when
/// dropped.
#[derive(Debug)]
pub struct SharedFolder(TempFolder);

impl SharedFolder {
    /// Creates a folder for temporary files.
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

    /// Makes a folder in it, with the folders above.
    ///
    /// # Errors
    /// Returns an error if the folder can't be created.
    pub fn make_folder(&self, name: &str) -> io::Result<()> {
        fs::create_dir_all(self.path().join(name))
    }

    /// Lets the next run change what is here: each program that root starts has a user of its own.
    /// Links are left alone.
    ///
    /// # Errors
    /// Returns an error if what a run has left can't be opened to the next one.
    pub fn open(&self) -> io::Result<()> {
        let mut folders = vec![PathBuf::from(self.path())];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                let mode = if kind.is_dir() { 0o777 } else { 0o666 };
                if kind.is_dir() {
                    folders.push(entry.path());
                }
                if kind.is_dir() || kind.is_file() {
                    // Without root's rights only the owner may, and need not.
                    let _ = fs::set_permissions(entry.path(), Permissions::from_mode(mode));
                }
            }
        }
        Ok(())
    }
}
