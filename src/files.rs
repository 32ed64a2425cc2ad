//! A file written whole or not at all.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

/// No chain of links is longer.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all: what `write` writes goes to a new file beside it, which then takes its place.
///
/// A link is followed, and the file that it leads to is replaced. A new file gets the permissions that the user's
/// mask leaves it; one that is there keeps its own. What can't be replaced (a device, a pipe) is written to as it is.
///
/// # Errors
/// If it can't be written; then it stays as it was, or absent.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = resolve(path)?;
    match fs::metadata(&target.path) {
        Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => write_to(&OpenOptions::new().write(true).open(&target.path)?, write),
        // Such as standard output sent to a file: putting another file in its place would lose what follows.
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
