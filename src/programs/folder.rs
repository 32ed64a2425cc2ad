//! A fresh empty folder that vanishes, whatever a program did in it.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A fresh empty folder, only for its user. It is removed when dropped, as far as its user may.
#[derive(Debug)]
pub(super) struct TempFolder(PathBuf);

impl TempFolder {
    /// In the usual place for temporary folders.
    pub fn new() -> io::Result<Self> {
        let ours_only = Permissions::from_mode(0o700);
        let folder =
            tempfile::Builder::new().prefix("fourcade-").permissions(ours_only).tempdir()?;
        // Without links, so that a program finds the name that it was told.
        Ok(Self(folder.keep().canonicalize()?))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // Usually nothing is in it. If even the long way fails there is nothing left to try, and
        // nobody to tell.
        if fs::remove_dir(&self.0).is_err() {
            let _ = remove(&self.0);
        }
    }
}

/// Removes all that is there. Folders that are forbidden to enter are no obstacle, and neither are
/// folders in folders in folders, deeper than a path can name: what is in an inner folder is first
/// moved up.
fn remove(root: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(root)?.is_dir() {
        return fs::remove_file(root);
    }
    let mut next = 0_u64;
    loop {
        let all = entries(root)?;
        if all.is_empty() {
            return fs::remove_dir(root);
        }
        for (folder, is_folder) in all {
            if !is_folder {
                fs::remove_file(folder)?;
                continue;
            }
            for (inner, is_folder) in entries(&folder)? {
                if is_folder {
                    move_up(&inner, root, &mut next)?;
                } else {
                    fs::remove_file(inner)?;
                }
            }
            fs::remove_dir(folder)?;
        }
    }
}

/// What is in a folder, and whether it is a folder itself. The folder may be changed from now on.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    fs::read_dir(folder)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.path(), entry.file_type()?.is_dir()))
        })
        .collect()
}

/// Moves a folder to the first free number in `root`.
fn move_up(folder: &Path, root: &Path, next: &mut u64) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    loop {
        let new = root.join(next.to_string());
        *next += 1;
        if fs::symlink_metadata(&new).is_err() {
            return fs::rename(folder, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn it_is_fresh_and_vanishes() {
        let (one, two) = (TempFolder::new().unwrap(), TempFolder::new().unwrap());
        assert_ne!(one.path(), two.path());
        assert_eq!(fs::read_dir(one.path()).unwrap().count(), 0);
        assert_eq!(fs::metadata(one.path()).unwrap().permissions().mode() & 0o777, 0o700);
        let path = one.path().to_owned();
        drop(one);
        assert!(!path.exists() && two.path().exists());
    }

    #[test]
    fn forbidden_folders_and_links_vanish_and_what_they_lead_to_stays() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("kept"), "").unwrap();
        let folder = TempFolder::new().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir_all(inner.join("0/1/2")).unwrap();
        fs::write(inner.join("0/1/file"), "text").unwrap();
        symlink(outside.path(), inner.join("link")).unwrap();
        symlink(outside.path(), inner.join("0/link")).unwrap();
        symlink("nowhere", folder.path().join("1")).unwrap();
        for path in [inner.join("0/1/2"), inner.join("0/1"), inner, folder.path().to_owned()] {
            mode(&path, 0);
        }
        let path = folder.path().to_owned();
        drop(folder);
        assert!(fs::symlink_metadata(path).is_err());
        assert!(outside.path().join("kept").exists());
    }

    #[test]
    fn a_link_in_its_place_is_removed_and_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("kept"), "").unwrap();
        let folder = TempFolder::new().unwrap();
        fs::remove_dir(folder.path()).unwrap();
        symlink(outside.path(), folder.path()).unwrap();
        let path = folder.path().to_owned();
        drop(folder);
        assert!(fs::symlink_metadata(path).is_err());
        assert!(outside.path().join("kept").exists());
    }

    #[test]
    fn folders_deeper_than_any_path_vanish() {
        let folder = TempFolder::new().unwrap();
        let name = "long".repeat(50);
        // Built from below, as no path leads to the lowest.
        for _ in 0..100 {
            let (top, next) = (folder.path().join("top"), folder.path().join(&name));
            fs::create_dir(&next).unwrap();
            if top.exists() {
                fs::rename(&top, next.join("top")).unwrap();
            }
            fs::rename(&next, &top).unwrap();
        }
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }
}
