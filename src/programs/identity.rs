//! What a command would run, so that a program that was allowed to start is recognised again.

use std::{
    env,
    fmt::{self, Write as _},
    fs::File,
    io::{self, Read},
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    PrepareError,
    prepare::{find_program, resolve_file, split_command},
};

/// The number of bytes of a file that are compared. Of a longer file only the start and the length
/// count.
const MAX_COMPARED_BYTES: u64 = 256 << 20;

/// A program file with its arguments and contents.
///
/// Two identities are equal if the path of the program, its arguments and its contents are the
/// same. So are the contents of every file that an argument names, such as a script that an
/// interpreter runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramIdentity {
    file: PathBuf,
    digest: String,
}

impl ProgramIdentity {
    /// Identifies what a command line runs; see
    /// [`Runner::prepare_command`](super::Runner::prepare_command).
    pub fn of_command(command: &str) -> Result<Self, PrepareError> {
        let (program, args) = split_command(command)?;
        let file = find_program(&program)?;
        let mut digest = start(&file)?;
        for arg in &args {
            add(&mut digest, arg.as_bytes());
            if Path::new(arg).is_file() {
                // What we can't read, an interpreter can't run.
                let _ = add_contents(&mut digest, Path::new(arg));
            }
        }
        // The program runs here, and a command may hide the names of files from us.
        if !args.is_empty() {
            add(&mut digest, env::current_dir().unwrap_or_default().as_os_str().as_bytes());
        }
        Ok(Self { file, digest: hex(digest) })
    }

    /// Identifies a program file or a `.c` file; see [`Runner::prepare`](super::Runner::prepare).
    pub fn of_file(path: &Path) -> Result<Self, PrepareError> {
        let file = resolve_file(path)?;
        Ok(Self { digest: hex(start(&file)?), file })
    }

    /// The absolute path of the program.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// The hexadecimal digest by which the identity is remembered.
impl fmt::Display for ProgramIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digest)
    }
}

/// Starts the digest of a program with its path and its contents.
fn start(file: &Path) -> Result<Sha256, PrepareError> {
    let mut digest = Sha256::new();
    add(&mut digest, file.as_os_str().as_bytes());
    add_contents(&mut digest, file)?;
    Ok(digest)
}

/// Adds bytes with their number, so that no two lists of texts have the same digest.
fn add(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_be_bytes());
    digest.update(bytes);
}

fn add_contents(digest: &mut Sha256, path: &Path) -> Result<(), PrepareError> {
    let mut add_file = || -> io::Result<()> {
        let file = File::open(path)?;
        digest.update(file.metadata()?.len().to_be_bytes());
        let mut contents = file.take(MAX_COMPARED_BYTES);
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match contents.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(length) => digest.update(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    };
    add_file().map_err(|why| PrepareError::Unreachable { path: path.to_owned(), why })
}

fn hex(digest: Sha256) -> String {
    digest.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use super::*;

    #[test]
    fn a_changed_program_argument_or_script_is_another_program() {
        let folder = tempfile::tempdir().unwrap();
        let (program, script) = (folder.path().join("program"), folder.path().join("script"));
        let write = |path: &Path, text: &str| {
            fs::write(path, text).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        };
        write(&program, "#!/bin/sh\n");
        write(&script, "exit 1\n");
        let command = |args: &str| {
            let command = format!("{} {args}", program.display());
            ProgramIdentity::of_command(&command).unwrap().to_string()
        };
        let first = [command("a b"), command("'a b'"), command(&script.display().to_string())];
        assert_eq!(command("a b"), first[0]);
        assert_ne!(first[0], first[1]);
        assert_eq!(first[0].len(), 64);
        write(&script, "exit 2\n");
        assert_eq!(command("a b"), first[0]);
        assert_ne!(command(&script.display().to_string()), first[2]);
        let file = ProgramIdentity::of_file(&program).unwrap();
        write(&program, "#!/bin/sh\n\n");
        assert_ne!(command("a b"), first[0]);
        assert_ne!(ProgramIdentity::of_file(&program).unwrap(), file);
        assert!(ProgramIdentity::of_file(folder.path()).is_err());
    }
}
