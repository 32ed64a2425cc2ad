//! Small files that keep state between runs.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{files, sync::lock};

/// A value kept in a TOML file. Clones share it. A file with invalid contents counts as the
/// default, because the state is only a convenience.
#[derive(Clone, Debug, Default)]
pub struct StateFile<T> {
    /// `None` if the value is never written.
    path: Option<PathBuf>,
    value: Arc<Mutex<T>>,
}

impl<T: Default + Serialize + DeserializeOwned> StateFile<T> {
    /// # Errors
    /// Returns an error if there is a file that can't be read.
    pub fn read(path: PathBuf) -> io::Result<Self> {
        let value = Arc::new(Mutex::new(read(&path)?));
        Ok(Self { path: Some(path), value })
    }

    /// Has the default value; the file isn't read.
    pub fn unread(path: PathBuf) -> Self {
        Self { path: Some(path), ..Self::default() }
    }

    /// Whether changes can be written.
    pub fn is_kept(&self) -> bool {
        self.path.is_some()
    }

    pub fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        act(&mut lock(&self.value))
    }

    /// Writes the file. `merge` adds our value (the second) to the file's, which another process
    /// may have changed. Blocks on the disk.
    pub fn write(&self, merge: impl FnOnce(&mut T, &T)) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            files::create_private_folder(folder)?;
        }
        let mut all = read(path)?;
        self.with(|value| merge(&mut all, value));
        let text = toml::to_string(&all).map_err(io::Error::other)?;
        files::write_atomic(path, |out| out.write_all(text.as_bytes()))
    }
}

fn read<T: Default + DeserializeOwned>(path: &Path) -> io::Result<T> {
    match files::read_text(path) {
        Ok(text) => Ok(toml::from_str(&text).unwrap_or_default()),
        Err(error) if files::is_not_found(&error) || error.kind() == io::ErrorKind::InvalidData => {
            Ok(T::default())
        }
        Err(error) => Err(error),
    }
}
