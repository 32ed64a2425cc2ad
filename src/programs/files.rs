//! Writing files atomically, and reading small text files.

use std::{
    ffi::OsStr,
    fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions},
    io::{self, BufWriter, Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rustix::fs::OFlags;
use tempfile::Builder;

const MAX_TEXT_BYTES: u64 = 1 << 20;

/// Maximum length of a chain of symbolic links, as in Linux.
const MAX_LINKS: usize = 40;

/// Readable by its owner only, because records contain hidden cards.
const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_FOLDER: u32 = 0o700;
const NOT_REGULAR: &str = "it is not a regular file";

/// Opens a regular file. Everything else is refused without blocking: opening a pipe can block for
/// ever, and a device can be endless.
///
/// # Errors
/// Returns an error if the path isn't a regular file or can't be opened.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let check = |metadata: &Metadata| match metadata.file_type() {
        kind if kind.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        kind if !kind.is_file() => Err(io::Error::other(NOT_REGULAR)),
        _ => Ok(()),
    };
    match fs::metadata(path) {
        Ok(metadata) => check(&metadata)?,
        // The options may create the file.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    options.custom_flags(flags.bits().cast_signed());
    let file = options.open(path)?;
    // The path may have changed since the first check.
    check(&file.metadata()?)?;
    Ok(file)
}

/// Returns options for writing a file. If the file is created, only its owner can read it.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(PRIVATE_FILE);
    options
}

/// Creates a folder and its missing parents, accessible to their owner only.
///
/// # Errors
/// Returns an error if a folder can't be created.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(path)
}

/// Whether reading failed because the file doesn't exist, including paths through something that is
/// not a folder.
pub fn is_not_found(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Replaces a file atomically by a temporary file in the same folder that `write` fills.
///
/// Symbolic links are followed. An existing file keeps its permissions; a new one is readable by
/// its owner only. Devices and pipes are refused, because they can't be replaced and can block for
/// ever.
///
/// # Errors
/// Returns an error if the file can't be replaced or `write` fails; an existing file is unchanged.
pub fn write_atomic(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = resolve(path)?;
    match fs::metadata(&target.path) {
        // If `/dev/stdout` leads to a file, replacing that file would lose all later output.
        Ok(metadata) if metadata.is_file() && target.is_descriptor => {
            Err(io::Error::other("an open file can't be replaced"))
        }
        Ok(metadata) => {
            // Replacing a file doesn't require write permission for it, so it is checked here.
            open_regular(&target.path, OpenOptions::new().write(true))?;
            replace(&target.path, Some(metadata.permissions()), write)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&target.path, None, write),
        Err(error) => Err(error),
    }
}

/// Writes a file like [`write_atomic`], or directly to a device or a pipe, which can block for
/// ever.
///
/// For command-line programs, whose user may name a device; not for threads that must not block.
///
/// # Errors
/// Returns an error if the file can't be replaced or written to, or `write` fails.
pub fn write_anywhere(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            write_to(&OpenOptions::new().write(true).open(path)?, write)
        }
        _ => write_atomic(path, write),
    }
}

fn replace(
    path: &Path,
    permissions: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let file = Builder::new()
        .prefix(".fourcade-")
        .permissions(Permissions::from_mode(PRIVATE_FILE))
        .tempfile_in(folder)?;
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

/// Reads a short text file, such as the settings.
///
/// # Errors
/// Returns an error if the path can't be read, isn't a regular file, is longer than 1 MiB
/// ([`io::ErrorKind::FileTooLarge`]), or is not UTF-8 ([`io::ErrorKind::InvalidData`]).
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_regular(path, OpenOptions::new().read(true))?
        .take(MAX_TEXT_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long"));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

struct Target {
    path: PathBuf,
    /// Whether the path names an open file descriptor, as in `/proc/self/fd`.
    is_descriptor: bool,
}

/// Follows the symbolic links of a path, whose target need not exist.
fn resolve(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let name = file_name(&path).ok_or(io::ErrorKind::IsADirectory)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = fs::canonicalize(parent.unwrap_or(Path::new(".")))?;
        let resolved = folder.join(name);
        if folder.starts_with("/proc") {
            return Ok(Target { path: resolved, is_descriptor: true });
        }
        match fs::read_link(&resolved) {
            Ok(link) => path = folder.join(link),
            Err(_) => return Ok(Target { path: resolved, is_descriptor: false }),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Returns the last component of a path, or `None` for paths such as `folder/` and `folder/.`.
fn file_name(path: &Path) -> Option<&OsStr> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.ends_with(b"/") || bytes.ends_with(b"/.") { None } else { path.file_name() }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn save(path: &Path, text: &str) -> io::Result<()> {
        write_atomic(path, |output| output.write_all(text.as_bytes()))
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// Returns the names and contents of the files in a folder.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let mut files: Vec<_> = fs::read_dir(folder)
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
        files.sort();
        files
    }

    fn pair(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    #[test]
    fn a_new_file_is_private_and_an_existing_one_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new");
        save(&new, "one").unwrap();
        assert_eq!(mode(&new), 0o600);
        fs::set_permissions(&new, Permissions::from_mode(0o644)).unwrap();
        save(&new, "two").unwrap();
        assert_eq!(mode(&new), 0o644);
        assert_eq!(contents(folder.path()), [pair("new", "two")]);
    }

    #[test]
    fn new_folders_are_private() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("one/two");
        create_private_folder(&deep).unwrap();
        create_private_folder(&deep).unwrap();
        assert_eq!((mode(&deep), mode(&folder.path().join("one"))), (0o700, 0o700));
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
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
    fn symbolic_links_are_followed_and_kept() {
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
    fn a_path_where_no_file_can_be_is_an_error() {
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
    fn a_folder_that_takes_no_files_is_an_error() {
        // Nobody may create a file there, not even the superuser.
        assert!(save(Path::new("/proc/game"), "text").is_err());
    }

    #[test]
    fn only_short_utf8_files_are_read_as_text() {
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
    fn pipes_and_devices_are_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let kind = rustix::fs::FileType::Fifo;
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, path("pipe"), kind, mode, 0).unwrap();
        symlink("/dev/zero", path("endless")).unwrap();
        for path in [path("pipe"), path("endless"), "/dev/null".into()] {
            for result in [
                save(&path, "text"),
                read_text(&path).map(drop),
                open_regular(&path, OpenOptions::new().append(true)).map(drop),
            ] {
                assert_eq!(result.unwrap_err().to_string(), NOT_REGULAR, "{path:?}");
            }
        }
        assert!(path("endless").is_symlink());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_named_by_its_descriptor_is_not_replaced() {
        use std::os::fd::AsRawFd;
        let file = tempfile::NamedTempFile::new().unwrap();
        let number = file.as_file().as_raw_fd();
        assert!(save(Path::new(&format!("/proc/self/fd/{number}")), "text").is_err());
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "");
    }
}
