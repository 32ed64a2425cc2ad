//! A temporary folder that can be removed whatever a program did in it.

use std::{
    collections::BTreeSet,
    env,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, ErrorKind},
    mem,
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Mutex,
};

use rustix::fs::{FlockOperation, flock};

use super::sync;

/// Prefix of our folders' names; random letters follow.
const PREFIX: &str = "fourcade-run-";

const RANDOM_LETTERS: usize = 10;

const PRIVATE_MODE: u32 = 0o700;

static LIVE: Mutex<LiveFolders> =
    Mutex::new(LiveFolders { paths: BTreeSet::new(), is_ending: false });

/// The folders of this process. [`LIVE`] is locked while a folder is created, so that none is
/// missing here.
struct LiveFolders {
    paths: BTreeSet<PathBuf>,
    /// Whether the process is ending. Then no folder may be created, because nothing would remove
    /// it.
    is_ending: bool,
}

/// A fresh empty folder that only its user can access, removed on drop. A process holds a lock on
/// it as long as it needs the folder, so that [`remove_abandoned`] recognises the folders of killed
/// processes.
#[derive(Debug)]
pub(super) struct TempFolder {
    path: PathBuf,
    /// Locked while open.
    _lock: File,
}

impl TempFolder {
    pub fn new() -> io::Result<Self> {
        let mut live = sync::lock(&LIVE);
        if live.is_ending {
            return Err(io::Error::other("the process is ending"));
        }
        loop {
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .rand_bytes(RANDOM_LETTERS)
                .permissions(Permissions::from_mode(PRIVATE_MODE))
                .tempdir()?;
            // Until the folder is locked, another process may take it for an abandoned one and
            // remove it.
            if let Some((path, lock)) = lock_new(folder.path())? {
                let _ = folder.keep();
                live.paths.insert(path.clone());
                return Ok(Self { path, _lock: lock });
            }
        }
    }

    /// Shares a folder created by another process. Dropping it removes the folder, as in that
    /// process; [`remove_live`] doesn't.
    pub fn adopt(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), _lock: lock_folder(path)? })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        remove(&self.path);
        sync::lock(&LIVE).paths.remove(&self.path);
    }
}

/// Removes all folders that this process created, before it exits. No new ones can be created
/// afterwards.
pub(super) fn remove_live() {
    let mut live = sync::lock(&LIVE);
    live.is_ending = true;
    for path in mem::take(&mut live.paths) {
        remove(&path);
    }
}

pub(super) fn remove_abandoned() {
    let entries = fs::read_dir(env::temp_dir()).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_our_name));
    for folder in named.map(|entry| entry.path()) {
        let Ok(lock) = open_folder(&folder) else { continue };
        let is_ours = lock
            .metadata()
            .is_ok_and(|metadata| metadata.uid() == rustix::process::geteuid().as_raw());
        if is_ours && flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            remove(&folder);
        }
    }
}

fn is_our_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|letters| {
        letters.len() == RANDOM_LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Locks a new folder and returns its canonical path, so that a program sees the path that it was
/// given. Returns `None` if another process is removing the folder, or has removed it.
fn lock_new(folder: &Path) -> io::Result<Option<(PathBuf, File)>> {
    let locked = folder.canonicalize().and_then(|path| {
        let lock = lock_folder(&path)?;
        Ok((path, lock))
    });
    match locked {
        Ok((path, lock)) => Ok(path.is_dir().then_some((path, lock))),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::WouldBlock) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Opens a folder and takes a shared lock on it. The error is [`ErrorKind::WouldBlock`] if another
/// process is removing the folder.
fn lock_folder(path: &Path) -> io::Result<File> {
    let lock = open_folder(path)?;
    flock(&lock, FlockOperation::NonBlockingLockShared)?;
    Ok(lock)
}

/// Opens a folder even if the program has taken away its permissions.
fn open_folder(path: &Path) -> io::Result<File> {
    let flags = rustix::fs::OFlags::DIRECTORY | rustix::fs::OFlags::NOFOLLOW;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let open = || OpenOptions::new().read(true).custom_flags(flags).open(path);
    open().or_else(|error| {
        if error.kind() == ErrorKind::PermissionDenied && fs::symlink_metadata(path)?.is_dir() {
            fs::set_permissions(path, Permissions::from_mode(PRIVATE_MODE))?;
            return open();
        }
        Err(error)
    })
}

fn remove(folder: &Path) {
    // Usually the folder is empty. A failure can't be reported from here.
    if fs::remove_dir(folder).is_err() {
        let _ = remove_tree(folder);
    }
}

/// Removes a folder with its contents. Unlike `fs::remove_dir_all`, it also removes folders without
/// permissions and folders nested too deeply for a path: inner folders are moved up into `root`
/// first.
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

/// Makes a folder writable and returns its entries' paths, each with whether it is a folder.
fn writable_entries(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    fs::set_permissions(folder, Permissions::from_mode(PRIVATE_MODE))?;
    fs::read_dir(folder)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.path(), entry.file_type()?.is_dir()))
        })
        .collect()
}

/// Moves a folder into `root`, named by the first free number from `next_name` on.
fn move_up(folder: &Path, root: &Path, next_name: &mut u64) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(PRIVATE_MODE))?;
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
    fn a_new_folder_is_given_up_only_if_another_process_removes_it() {
        let outer = tempfile::tempdir().unwrap();
        let [free, taken, gone, file] =
            ["free", "taken", "gone", "file"].map(|name| outer.path().join(name));
        fs::create_dir(&free).unwrap();
        fs::create_dir(&taken).unwrap();
        fs::write(&file, "").unwrap();
        let remover = File::open(&taken).unwrap();
        flock(&remover, FlockOperation::NonBlockingLockExclusive).unwrap();
        assert!(lock_new(&free).unwrap().is_some());
        assert!(lock_new(&taken).unwrap().is_none() && lock_new(&gone).unwrap().is_none());
        // Any other error would come again for each new folder.
        assert_eq!(lock_new(&file).unwrap_err().kind(), ErrorKind::NotADirectory);
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
