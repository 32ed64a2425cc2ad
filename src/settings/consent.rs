//! Consent to start programs. A file (a record, a database, the last setup) may name a player such
//! as `program:COMMAND`, so its program starts only with the user's consent.
//!
//! `games::make_player`, the only way from a name to a player, refuses a program without consent. A
//! program that the user named on the command line or typed in the setup is allowed by its text for
//! the rest of the run; one that the user allowed when asked, by its [`ProgramIdentity`].
//!
//! The file `allowed-programs` lists the allowed programs, one per line: the digest, and the
//! command as information for people. To withdraw consent, remove the line.

use std::{
    collections::HashSet,
    env,
    fmt::{self, Write as _},
    fs::{File, Permissions},
    io::{self, Read, Write as _},
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::{self, Path, PathBuf},
    sync::{Arc, Mutex},
};

use sha2::{Digest, Sha256};

use super::paths;
use crate::{
    files,
    printable::{printable, printable_path},
    sync::lock,
};
use fourcade_engine::play::{PlayerArg, PlayerName};
use fourcade_programs::{PrepareError, Runner, find_program, resolve_file, split_command};

pub const ALLOW_OPTION: &str = "--allow-programs";

/// Longer files are identified by their start and length.
const MAX_DIGESTED_BYTES: u64 = 256 << 20;

const MODE: u32 = 0o600;

/// The refusal after [`Consent::forbid_all`].
const FORBIDDEN: &str = "programs can't play here; choose another player";

/// A program that needs the user's consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRequest {
    command: String,
    identity: ProgramIdentity,
}

impl ProgramRequest {
    pub fn command(&self) -> &str {
        &self.command
    }

    pub fn file(&self) -> String {
        printable_path(self.identity.file())
    }

    pub fn refusal(&self) -> String {
        format!(
            "the file names the program `{}` as a player, and such programs don't start by \
             themselves; add {ALLOW_OPTION} if you trust it, or name other players",
            printable(&self.command)
        )
    }
}

/// Clones share the runner and the consent.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    pub runner: Runner,
    pub consent: Arc<Consent>,
}

impl Programs {
    /// The request to allow the player's program, if it needs consent. Reads the program's file.
    pub fn request(&self, player: &PlayerName) -> Result<Option<ProgramRequest>, String> {
        self.consent.request(player.kind.arg, &player.arg_text)
    }

    /// Allows the player's program for this run, because the user has named it.
    pub fn allow(&self, player: &PlayerName) {
        if player.kind.arg.is_program() {
            self.consent.allow_command(&player.arg_text);
        }
    }
}

/// The programs that may start. The default has no file.
#[derive(Debug, Default)]
pub struct Consent {
    allowed: Mutex<Allowed>,
    /// `None` if there is no home folder.
    file: Option<PathBuf>,
}

#[derive(Debug, Default)]
struct Allowed {
    commands: HashSet<String>,
    /// The digests of the programs that the user allowed when asked.
    identities: HashSet<String>,
    /// Overrides the others.
    forbids_all: bool,
}

impl Consent {
    pub fn at_home() -> Self {
        let file = paths::state().map(|folder| folder.join("allowed-programs"));
        Self { file, ..Self::default() }
    }

    /// Overrides all permissions, earlier and later ones.
    pub fn forbid_all(&self) {
        lock(&self.allowed).forbids_all = true;
    }

    pub fn allow_command(&self, command: &str) {
        lock(&self.allowed).commands.insert(command.to_owned());
    }

    pub fn allow(&self, request: &ProgramRequest) {
        lock(&self.allowed).identities.insert(request.identity.to_string());
    }

    /// `None` if the player isn't a program, or one that is allowed.
    ///
    /// # Errors
    /// Returns a message if there is no such program or all are forbidden.
    pub fn request(
        &self,
        arg: &PlayerArg,
        command: &str,
    ) -> Result<Option<ProgramRequest>, String> {
        if !arg.is_program() {
            return Ok(None);
        }
        {
            let allowed = lock(&self.allowed);
            if allowed.forbids_all {
                return Err(FORBIDDEN.to_owned());
            }
            if allowed.commands.contains(command) {
                return Ok(None);
            }
        }
        // Reads the program's file without the lock.
        let identity = match arg {
            PlayerArg::Command => ProgramIdentity::of_command(command),
            _ => ProgramIdentity::of_file(Path::new(command)),
        };
        let identity = identity.map_err(|error| error.to_string())?;
        let is_allowed = lock(&self.allowed).identities.contains(&identity.to_string())
            || self.remembers(&identity);
        if is_allowed {
            return Ok(None);
        }
        Ok(Some(ProgramRequest { command: command.to_owned(), identity }))
    }

    fn remembers(&self, identity: &ProgramIdentity) -> bool {
        let digest = identity.to_string();
        let text = self.file.as_ref().and_then(|path| files::read_text(path).ok());
        text.is_some_and(|text| {
            text.lines().any(|line| line.split(' ').next() == Some(digest.as_str()))
        })
    }

    /// Adds the program to the file, so that it may start in later runs too.
    pub fn remember(&self, request: &ProgramRequest) -> io::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        if self.remembers(&request.identity) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            files::create_private_folder(folder)?;
        }
        let mut file = files::open_regular(path, files::private_file().append(true).create(true))?;
        file.set_permissions(Permissions::from_mode(MODE))?;
        let line = format!("{} {}\n", request.identity, printable(&request.command));
        file.write_all(line.as_bytes())
    }
}

/// A digest of a program's path, arguments and contents, and of the contents of every file named in
/// an argument, such as the script that an interpreter runs. With arguments, also of the current
/// folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramIdentity {
    file: PathBuf,
    digest: String,
}

impl ProgramIdentity {
    /// Identifies a command for
    /// [`Runner::prepare_command`](fourcade_programs::Runner::prepare_command).
    pub fn of_command(command: &str) -> Result<Self, PrepareError> {
        let (program, args) = match Path::new(command) {
            file if file.is_file() => (file.to_owned(), Vec::new()),
            _ => split_command(command)?,
        };
        // A source file need not be executable.
        let file = if program.is_file() { absolute(&program)? } else { find_program(&program)? };
        let mut digest = digest_of_file(&file)?;
        for arg in &args {
            add_with_length(&mut digest, arg.as_bytes());
            if Path::new(arg).is_file() {
                // If we can't read a file, an interpreter can't run it.
                let _ = add_contents(&mut digest, Path::new(arg));
            }
        }
        // An argument may name files in ways that we can't see, relative to the current folder.
        if !args.is_empty() {
            add_with_length(
                &mut digest,
                env::current_dir().unwrap_or_default().as_os_str().as_bytes(),
            );
        }
        Ok(Self { file, digest: to_hex(digest) })
    }

    /// Identifies a program or `.c` file for
    /// [`Runner::prepare`](fourcade_programs::Runner::prepare).
    pub fn of_file(path: &Path) -> Result<Self, PrepareError> {
        let file = resolve_file(path)?;
        Ok(Self { digest: to_hex(digest_of_file(&file)?), file })
    }

    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl fmt::Display for ProgramIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digest)
    }
}

/// Begins a digest with the path and contents of a file.
fn digest_of_file(file: &Path) -> Result<Sha256, PrepareError> {
    let mut digest = Sha256::new();
    add_with_length(&mut digest, file.as_os_str().as_bytes());
    add_contents(&mut digest, file)?;
    Ok(digest)
}

/// Returns the digest of a file's contents, without its path.
pub fn digest_of_contents(file: &Path) -> Result<String, PrepareError> {
    let mut digest = Sha256::new();
    add_contents(&mut digest, &resolve_file(file)?)?;
    Ok(to_hex(digest))
}

fn absolute(file: &Path) -> Result<PathBuf, PrepareError> {
    path::absolute(file).map_err(|error| PrepareError::NoAccess { path: file.to_owned(), error })
}

/// Adds bytes after their length, so that different lists of texts can't have the same digest.
fn add_with_length(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_be_bytes());
    digest.update(bytes);
}

fn add_contents(digest: &mut Sha256, path: &Path) -> Result<(), PrepareError> {
    let mut add_file = || -> io::Result<()> {
        let file = File::open(path)?;
        digest.update(file.metadata()?.len().to_be_bytes());
        let mut contents = file.take(MAX_DIGESTED_BYTES);
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
    add_file().map_err(|error| PrepareError::NoAccess { path: path.to_owned(), error })
}

fn to_hex(digest: Sha256) -> String {
    let mut text = String::new();
    for byte in digest.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::{ArcadeGame as _, make_player, parse_player};
    use fourcade_engine::flip::Flip;

    fn request(consent: &Consent, command: &str) -> Option<ProgramRequest> {
        consent.request(&PlayerArg::Command, command).unwrap()
    }

    #[test]
    fn a_program_needs_consent_once_for_exactly_this_command() {
        let consent = Consent::default();
        let first = request(&consent, "sh -c 'exit 1'").unwrap();
        assert!(first.file().ends_with("/sh") && first.refusal().contains("--allow-programs"));
        consent.allow(&first);
        assert_eq!(request(&consent, "sh -c 'exit 1'"), None);
        assert_eq!(request(&consent, "sh  -c 'exit 1'"), None, "the same words");
        assert!(request(&consent, "sh -c 'exit 2'").is_some());
        consent.allow_command("sh -c 'exit 2'");
        assert_eq!(request(&consent, "sh -c 'exit 2'"), None);
        assert!(consent.request(&PlayerArg::Command, "/no/such/program").is_err());
        assert_eq!(consent.request(&PlayerArg::None, "sh"), Ok(None));
    }

    #[test]
    fn nothing_starts_once_all_is_forbidden() {
        let consent = Consent::default();
        let allowed = request(&consent, "sh -c 'exit 1'").unwrap();
        consent.allow_command("sh -c 'exit 2'");
        consent.forbid_all();
        consent.allow(&allowed);
        consent.allow_command("sh -c 'exit 3'");
        for number in 1..=3 {
            let command = format!("sh -c 'exit {number}'");
            let answer = consent.request(&PlayerArg::Command, &command);
            assert_eq!(answer, Err(FORBIDDEN.to_owned()), "{command}");
        }
        assert!(consent.request(&PlayerArg::Path, "sh").is_err());
        assert_eq!(consent.request(&PlayerArg::None, ""), Ok(None));
    }

    fn programs(file: PathBuf) -> Programs {
        let consent = Consent { file: Some(file), ..Consent::default() };
        Programs { consent: consent.into(), ..Programs::default() }
    }

    #[test]
    fn an_allowed_program_is_remembered_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("player");
        let write = |text: &str| {
            fs::write(&program, text).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        };
        write("#!/bin/sh\n");
        let file = folder.path().join("state/allowed-programs");
        let player =
            parse_player(Flip::FACTS.kind, &format!("program:{}", program.display())).unwrap();
        let ask = || programs(file.clone()).request(&player).unwrap();
        let make = || make_player::<Flip>(&player, &programs(file.clone()));
        let request = ask().unwrap();
        assert!(make().is_err_and(|error| error.to_string().contains("--allow-programs")));
        programs(file.clone()).consent.remember(&request).unwrap();
        programs(file.clone()).consent.remember(&request).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (MODE, 0o700));
        assert_eq!(ask(), None);
        assert!(make().is_ok());
        write("#!/bin/sh\n# changed\n");
        assert!(ask().is_some());
        assert!(make().is_err());
    }

    #[test]
    fn an_unreadable_file_allows_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let programs = programs(folder.path().to_owned());
        let player = parse_player(Flip::FACTS.kind, "program:sh -c 'exit 3'").unwrap();
        let request = programs.request(&player).unwrap().unwrap();
        assert!(programs.consent.remember(&request).is_err());
        assert!(programs.request(&player).unwrap().is_some());
    }

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
        // A source file with a blank in its name.
        let source = folder.path().join("my player.c");
        fs::write(&source, "int main(void) {}\n").unwrap();
        let source = source.to_str().unwrap();
        let [alone, quoted] = [source.to_owned(), format!("'{source}'")]
            .map(|command| ProgramIdentity::of_command(&command).unwrap());
        assert!(alone.file() == Path::new(source) && alone == quoted);
    }
}
