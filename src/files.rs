//! A file written whole or not at all; a small one read whole.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

/// A file that people write by hand is not longer.
const LONGEST_TEXT: u64 = 1 << 20;
/// No chain of links is longer.
const MOST_LINKS: usize = 40;

/// Whether reading failed because there is no such file: also where what should be its folder is
/// none.
pub fn is_not_found(why: &io::Error) -> bool {
    matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Writes a file whole or not at all: what `write` writes goes to a new file beside it, which then
/// takes its place.
///
/// A link is followed, and the file that it leads to is replaced. A new file gets the permissions
/// that the user's mask leaves it; one that is there keeps its own. What can't be replaced (a
/// device, a pipe) is written to as it is.
///
/// # Errors
/// If it can't be written; then it stays as it was, or absent.
pub fn write_atomic(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = resolve(path)?;
    match fs::metadata(&target.path) {
        Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => {
            write_to(&OpenOptions::new().write(true).open(&target.path)?, write)
        }
        // Such as standard output sent to a file: putting another file in its place would lose what
        // follows.
        Ok(_) if target.open_file => Err(io::Error::other("an open file can't be replaced")),
        Ok(data) => {
            // Replacing needs no right to write the file itself, so it is asked for.
            OpenOptions::new().write(true).open(&target.path)?;
            replace(&target.path, Some(data.permissions()), write)
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => replace(&target.path, None, write),
        Err(why) => Err(why),
    }
}

fn replace(
    path: &Path,
    permissions: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let mut builder = Builder::new();
    builder.prefix(".fourcade-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    write_to(file.as_file(), write)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn write_to(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut output = BufWriter::new(file);
    write(&mut output)?;
    output.flush()
}

/// The text of a file that people write by hand, such as settings.
///
/// # Errors
/// If it can't be read, is no file (a pipe would be waited for), is longer than a MiB, or is not
/// UTF-8 ([`io::ErrorKind::InvalidData`]).
pub fn read_text(path: &Path) -> io::Result<String> {
    let data = fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_TEXT {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long"));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text in UTF-8"))
}

/// Where a path leads.
struct Target {
    path: PathBuf,
    /// It is a name of an open file, as in `/proc/self/fd`.
    open_file: bool,
}

/// Follows the links of a path, whether the file at their end is there or not.
fn resolve(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let name = file_name(&path).ok_or(io::ErrorKind::IsADirectory)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = fs::canonicalize(parent.unwrap_or(Path::new(".")))?;
        let whole = folder.join(name);
        if folder.starts_with("/proc") {
            return Ok(Target { path: whole, open_file: true });
        }
        match fs::read_link(&whole) {
            Ok(link) => path = folder.join(link),
            Err(_) => return Ok(Target { path: whole, open_file: false }),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The name of the file that a path means, unless it is written as a folder.
fn file_name(path: &Path) -> Option<&OsStr> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.ends_with(b"/") || bytes.ends_with(b"/.") { None } else { path.file_name() }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn save(path: &Path, text: &str) -> io::Result<()> {
        write_atomic(path, |output| output.write_all(text.as_bytes()))
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// Names and contents of the files in a folder.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let mut all: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .map(|path| {
                (
                    path.file_name().unwrap().to_str().unwrap().to_owned(),
                    fs::read_to_string(path).unwrap(),
                )
            })
            .collect();
        all.sort();
        all
    }

    fn pair(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    #[test]
    fn a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (new, usual) = (folder.path().join("new"), folder.path().join("usual"));
        save(&new, "one").unwrap();
        fs::write(&usual, "").unwrap();
        assert_eq!(mode(&new), mode(&usual));
        fs::set_permissions(&new, Permissions::from_mode(0o600)).unwrap();
        save(&new, "two").unwrap();
        assert_eq!(mode(&new), 0o600);
        assert_eq!(contents(folder.path()), [pair("new", "two"), pair("usual", "")]);
    }

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        save(&path, "old").unwrap();
        let failed = write_atomic(&path, |output| {
            output.write_all(&vec![b'x'; 100_000])?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(contents(folder.path()), [pair("game", "old")]);
    }

    #[test]
    fn links_are_followed_and_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        symlink("sub/target", path("second")).unwrap();
        symlink(path("second"), path("first")).unwrap();
        for text in ["new", "again"] {
            save(&path("first"), text).unwrap();
            assert_eq!(contents(&path("sub")), [pair("target", text)]);
            assert!(path("first").is_symlink() && path("second").is_symlink());
        }
        symlink("circle", path("circle")).unwrap();
        assert!(save(&path("circle"), "").is_err());
    }

    #[test]
    fn what_is_no_place_for_a_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "").unwrap();
        for name in ["", "new/", "new/.", ".", "..", "missing/new", "file/new", "nul\0"] {
            assert!(save(&path(name), "text").is_err(), "{name:?}");
        }
        assert!(save(Path::new(""), "text").is_err());
        assert!(save(Path::new("/"), "text").is_err());
        assert_eq!(contents(folder.path()), [pair("file", "")]);
    }

    #[test]
    fn a_folder_that_must_not_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
        let path = folder.path().join("game");
        // Who may do everything can't be refused.
        if File::create(folder.path().join("probe")).is_err() {
            assert!(save(&path, "text").is_err());
        }
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_text_is_read_and_what_is_none_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path).unwrap(), "text");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        fs::write(&path, vec![b'x'; (1 << 20) + 1]).unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(
            read_text(&folder.path().join("none")).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
        assert!(read_text(Path::new("/dev/zero")).is_err());
    }

    #[test]
    fn devices_are_written_to_as_they_are() {
        save(Path::new("/dev/null"), "text").unwrap();
        assert!(Path::new("/dev/null").metadata().is_ok_and(|data| !data.is_file()));
        #[cfg(target_os = "linux")]
        assert!(save(Path::new("/dev/full"), "text").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_is_not_replaced_by_its_number() {
        use std::os::fd::AsRawFd;
        let file = tempfile::NamedTempFile::new().unwrap();
        let number = file.as_file().as_raw_fd();
        assert!(save(Path::new(&format!("/proc/self/fd/{number}")), "text").is_err());
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "");
    }
}
