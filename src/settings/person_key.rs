//! The secret by which a person's hidden choices at shared tables are committed to.

use std::{
    fmt,
    fs::OpenOptions,
    io::{self, Read as _, Write as _},
    path::Path,
};

use super::{log, paths};
use crate::files;

const FILE: &str = "choices.key";
const LEN: usize = 32;

/// Whoever has the key finds the person's choices again, at any terminal.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonKey([u8; LEN]);

impl PersonKey {
    pub fn new(bytes: [u8; LEN]) -> Self {
        Self(bytes)
    }

    /// A key that only this process has.
    pub fn random() -> Self {
        Self(rand::random())
    }

    /// Returns the key in the home folder, which is made if it is not there. Without a home folder,
    /// it is the key of this process only.
    pub fn at_home() -> Self {
        let Some(folder) = paths::data() else { return Self::random() };
        Self::in_folder(&folder).unwrap_or_else(|error| {
            log::write(&format!("the key for hidden choices can't be used: {error}"));
            Self::random()
        })
    }

    fn in_folder(folder: &Path) -> io::Result<Self> {
        let path = folder.join(FILE);
        match Self::read(&path) {
            Err(error) if files::is_not_found(&error) => {}
            other => return other,
        }
        files::create_private_folder(folder)?;
        // Only its owner may read such a file.
        let mut file = tempfile::Builder::new().prefix(".fourcade-").tempfile_in(folder)?;
        file.write_all(&Self::random().0)?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(&path) {
            // Another arcade may have been quicker.
            Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => Err(error.error),
            _ => Self::read(&path),
        }
    }

    fn read(path: &Path) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let file = files::open_regular(path, OpenOptions::new().read(true))?;
        file.take(LEN as u64 + 1).read_to_end(&mut bytes)?;
        let key = bytes.try_into().map_err(|_| io::Error::other("it is no key"))?;
        Ok(Self(key))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for PersonKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_folder_has_one_key_that_only_its_owner_can_read() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("deep/home");
        let keys = std::thread::scope(|scope| {
            let all = [(); 6].map(|()| scope.spawn(|| PersonKey::in_folder(&home).unwrap()));
            all.map(|one| one.join().unwrap())
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
        assert_ne!(keys[0], PersonKey::random());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = home.join(FILE).metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(home.join(FILE), "short").unwrap();
        assert!(PersonKey::in_folder(&home).is_err());
    }
}
