//! A temporary folder that can be removed no matter what a program did in it.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A fresh empty folder that only its user can access. It is removed when dropped, as far as the
/// user's permissions allow.
#[derive(Debug)]
pub(super) struct TempFolder(PathBuf);

impl TempFolder {
    /// Creates a folder in the system's folder for temporary files.
    pub fn new() -> io::Result<Self> {
        let private = Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix("fourcade-").permissions(private).tempdir()?;
        // The path has no symbolic links, so a program sees the same path that it was given.
        Ok(Self(folder.keep().canonicalize()?))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        // Usually the folder is empty. There is no way to report a failure from here.
        if fs::remove_dir(&self.0).is_err() {
            let _ = remove_tree(&self.0);
        }
    }
}

/// Removes a folder and everything in it. Unlike `fs::remove_dir_all` it also removes folders
/// without permissions, and folders nested more deeply than a path can express: inner folders are
/// first moved up into `root`.
fn remove_tree(root: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(root)?.is_dir() {
        return fs::remove_file(root);
    }
    let mut next_name = 0_u64;
    loop {
        let entries = writable_entries(root)?;
        if entries.is_empty() {
            return fs::remove_dir(root);
        }
        for (path, is_folder) in entries {
            if !is_folder {
                fs::remove_file(path)?;
                continue;
            }
            for (inner, is_folder) in writable_entries(&path)? {
                if is_folder {
                    move_up(&inner, root, &mut next_name)?;
                } else {
                    fs::remove_file(inner)?;
                }
            }
            fs::remove_dir(path)?;
        }
    }
}

/// Makes a folder writable and returns the paths of its entries, each with whether it is a folder.
fn writable_entries(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    fs::read_dir(folder)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.path(), entry.file_type()?.is_dir()))
        })
        .collect()
}

/// Moves a folder into `root`. Its new name is the first free number from `next_name` on.
fn move_up(folder: &Path, root: &Path, next_name: &mut u64) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    loop {
        let target = root.join(next_name.to_string());
        *next_name += 1;
        if fs::symlink_metadata(&target).is_err() {
            return fs::rename(folder, target);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_folder_is_new_private_and_removed_on_drop() {
        let (one, two) = (TempFolder::new().unwrap(), TempFolder::new().unwrap());
        assert_ne!(one.path(), two.path());
        assert_eq!(fs::read_dir(one.path()).unwrap().count(), 0);
        assert_eq!(fs::metadata(one.path()).unwrap().permissions().mode() & 0o777, 0o700);
        let path = one.path().to_owned();
        drop(one);
        assert!(!path.exists() && two.path().exists());
    }

    #[test]
    fn folders_without_permissions_and_links_are_removed_but_not_the_link_targets() {
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
            set_mode(&path, 0);
        }
        let path = folder.path().to_owned();
        drop(folder);
        assert!(fs::symlink_metadata(path).is_err());
        assert!(outside.path().join("kept").exists());
    }

    #[test]
    fn a_link_in_place_of_the_folder_is_removed_and_not_followed() {
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
    fn folders_nested_too_deeply_for_a_path_are_removed() {
        let folder = TempFolder::new().unwrap();
        let name = "long".repeat(50);
        // Built from the innermost folder outwards, because no path reaches the innermost one.
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
