//! Compiles C programs, each version of a source file only once.

use std::{
    collections::HashMap,
    env,
    ffi::{OsStr, OsString},
    fs::{self, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, TryLockError},
    thread,
    time::{Duration, SystemTime},
};

use rustix::fs::{Access, access};

use super::{PrepareError, find};
use crate::{
    Cancel, DEFAULT_PROCESSES, POLL_INTERVAL, ProgramError, ProgramLimits,
    command::{CapturedStream, ProgramCommand, RunFolder, WorkingDir},
    sandbox::config::{Isolation, VisibleFiles},
    shell_words,
    supervisor::client::SupervisorClient,
    sync,
    temp_folder::TempFolder,
};

/// A hostile source file can make the compiler use any amount of time and memory.
const COMPILER_LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::from_secs(120),
    output_bytes: 4 << 20,
    memory_bytes: 4 << 30,
    cpu_time: Duration::from_secs(120),
    file_bytes: 256 << 20,
    folder_bytes: 256 << 20,
    processes: DEFAULT_PROCESSES,
};

const MAX_MESSAGE_BYTES: usize = 16 << 10;

/// A compiled program in its own temporary folder, which is removed on drop.
#[derive(Debug)]
pub(crate) struct CompiledProgram {
    /// Holds the executable until the program is dropped.
    _folder: TempFolder,
    executable: PathBuf,
    command: String,
    warnings: String,
    source_version: SourceVersion,
}

impl CompiledProgram {
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The compiler's command line, with the source's path as the user gave it and the executable
    /// without its temporary folder.
    pub fn command(&self) -> &str {
        &self.command
    }

    pub fn warnings(&self) -> &str {
        &self.warnings
    }
}

/// A C source file.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The path as the user gave it, for messages.
    pub given: &'a Path,
    /// The canonical path.
    pub file: &'a Path,
}

/// Modification time and length in bytes.
type SourceVersion = (SystemTime, u64);

/// Locked while its source file is being compiled.
type CacheEntry = Arc<Mutex<Option<Arc<CompiledProgram>>>>;

#[derive(Default)]
pub(crate) struct CompileCache {
    /// By the canonical path of the source file.
    entries: Mutex<HashMap<PathBuf, CacheEntry>>,
}

impl CompileCache {
    pub fn compile(
        &self,
        source: Source<'_>,
        compiler: &Compiler,
        isolation: &Isolation,
        cancel: Cancel<'_>,
    ) -> Result<Arc<CompiledProgram>, PrepareError> {
        let Source { given, file } = source;
        let entry = Arc::clone(sync::lock(&self.entries).entry(file.to_owned()).or_default());
        let mut cached = lock_unless_cancelled(&entry, cancel).ok_or(PrepareError::Cancelled)?;
        let source_version = source_version(file)
            .map_err(|error| PrepareError::NoAccess { path: given.to_owned(), error })?;
        let name = Path::new(file.file_stem().unwrap_or(OsStr::new("program")));
        let command = compiler.command_line(name, given);
        let is_same = |program: &&Arc<CompiledProgram>| {
            program.source_version == source_version && program.command == command
        };
        if let Some(program) = cached.as_ref().filter(is_same) {
            return Ok(Arc::clone(program));
        }
        let failed = |why| compiler_error(given, compiler, why);
        let folder = TempFolder::new()
            .map_err(|error| failed(format!("has no temporary folder: {error}")))?;
        if forbids_execution(folder.path()) {
            return Err(PrepareError::NoExecFolder(env::temp_dir()));
        }
        let executable = folder.path().join(name);
        let warnings =
            run_compiler(source, compiler, folder.path(), &executable, isolation, cancel)?;
        if access(&executable, Access::EXEC_OK).is_err() {
            return Err(failed("made no program that can be started".to_owned()));
        }
        let program =
            CompiledProgram { _folder: folder, executable, command, warnings, source_version };
        let program = Arc::new(program);
        *cached = Some(Arc::clone(&program));
        Ok(program)
    }
}

/// Whether the folder's file system is mounted `noexec`.
fn forbids_execution(folder: &Path) -> bool {
    let file = folder.join("executable");
    let made = OpenOptions::new().write(true).create_new(true).mode(0o700).open(&file);
    let is_forbidden = made.is_ok() && access(&file, Access::EXEC_OK).is_err();
    let _ = fs::remove_file(&file);
    is_forbidden
}

fn mentions_unreadable_file(messages: &str) -> bool {
    ["No such file", "Permission denied"].iter().any(|reason| messages.contains(reason))
}

/// A C compiler and its options.
#[derive(Clone, Debug)]
pub struct Compiler {
    program: PathBuf,
    options: Vec<OsString>,
}

impl Default for Compiler {
    fn default() -> Self {
        Self { program: "cc".into(), options: vec!["-O2".into(), "-Wall".into()] }
    }
}

impl Compiler {
    /// Parses a command such as `gcc -std=c99 -g`, split as a shell splits it.
    ///
    /// # Errors
    /// Returns an error if a quote is missing or the compiler isn't installed.
    pub fn parse(command: &str) -> Result<Self, PrepareError> {
        let (program, options) = shell_words::split_command(command)?;
        find::find_program(&program)?;
        Ok(Self { program, options })
    }

    /// Libraries come after the source, as linkers expect.
    fn args(&self, executable: &Path, source: &Path) -> Vec<OsString> {
        let files = ["-o".into(), executable.into(), source.into(), "-lm".into()];
        self.options.iter().cloned().chain(files).collect()
    }

    /// Returns the command line, quoted for a shell.
    fn command_line(&self, executable: &Path, source: &Path) -> String {
        let words = [vec![self.program.clone().into()], self.args(executable, source)].concat();
        let quote = |word: &OsString| shell_words::quoted(&word.to_string_lossy()).into_owned();
        words.iter().map(quote).collect::<Vec<_>>().join(" ")
    }
}

/// Compiles a source file to `executable` in `folder`, and returns the compiler's warnings.
fn run_compiler(
    Source { given, file }: Source<'_>,
    compiler: &Compiler,
    folder: &Path,
    executable: &Path,
    isolation: &Isolation,
    cancel: Cancel<'_>,
) -> Result<String, PrepareError> {
    let failed = |why| compiler_error(given, compiler, why);
    let cc =
        find::find_program(&compiler.program).map_err(|_| failed("can't be found".to_owned()))?;
    let args = compiler.args(executable, file);
    let shown: Vec<_> = headers_beside(file).chain(isolation.shown.iter().cloned()).collect();
    let writable_folder = Some(folder);
    let visible = VisibleFiles { program: &cc, args: &args, shown: &shown, writable_folder };
    let sandbox = isolation.kind.map(|kind| visible.sandbox_config(kind));
    let command = ProgramCommand {
        program: cc,
        args,
        captured: CapturedStream::Stderr,
        working_dir: WorkingDir::Fresh,
        // The compiler's temporary files go here, too, so they are removed even if it is killed.
        folder: Some(RunFolder { path: folder.to_owned(), is_kept: true }),
        sandbox,
    };
    let run = SupervisorClient::run(&isolation.supervisor, &COMPILER_LIMITS, command, b"", cancel);
    let messages = shortened(&String::from_utf8_lossy(&run.output));
    let messages = match run.end {
        Ok(0) => return Ok(messages),
        Ok(status) if messages.is_empty() => {
            format!("`{}` ended with status {status}", compiler.program.display())
        }
        Ok(_) if isolation.kind.is_some() && mentions_unreadable_file(&messages) => {
            format!(
                "{messages}\nThe sandbox shows it the headers (.h) beside it; add --show for more."
            )
        }
        Ok(_) => messages,
        Err(_) if cancel() => return Err(PrepareError::Cancelled),
        Err(ProgramError::CannotRun(why)) => return Err(failed(format!("can't be run: {why}"))),
        Err(error) => return Err(failed(error.to_string())),
    };
    Err(PrepareError::NotCompiled { path: given.to_owned(), messages })
}

/// Keeps the whole lines within [`MAX_MESSAGE_BYTES`] and adds the number of missing ones.
fn shortened(messages: &str) -> String {
    let messages = messages.trim_end();
    let mut ends = (0..=MAX_MESSAGE_BYTES.min(messages.len())).rev();
    let kept = ends.find_map(|end| messages.get(..end)).unwrap_or_default();
    if kept.len() == messages.len() {
        return messages.to_owned();
    }
    let kept = kept.rsplit_once('\n').map_or(kept, |(lines, _)| lines);
    let left = messages.lines().count() - kept.lines().count();
    format!("{kept}\n({left} more lines)")
}

/// Returns the headers in the folder of a source file, except links, which could lead anywhere.
fn headers_beside(file: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = file.parent().and_then(|folder| fs::read_dir(folder).ok());
    entries
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "h"))
}

fn compiler_error(given: &Path, compiler: &Compiler, why: String) -> PrepareError {
    let compiler = compiler.program.display().to_string();
    PrepareError::NoCompiler { path: given.to_owned(), compiler, why }
}

fn source_version(file: &Path) -> io::Result<SourceVersion> {
    let metadata = fs::metadata(file)?;
    Ok((metadata.modified()?, metadata.len()))
}

/// Waits for a mutex that another thread may hold for long. Returns `None` if cancelled.
fn lock_unless_cancelled<'a, T>(
    mutex: &'a Mutex<T>,
    cancel: Cancel<'_>,
) -> Option<MutexGuard<'a, T>> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) if cancel() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_shortened_to_whole_lines() {
        assert_eq!(shortened("a.c: warning\n\n"), "a.c: warning");
        let line = "é".repeat(60) + "\n";
        let long = shortened(&line.repeat(1000));
        assert!(long.len() < MAX_MESSAGE_BYTES + 100, "{}", long.len());
        let kept = long.lines().count() - 1;
        assert!(long.ends_with(&format!("é\n({} more lines)", 1000 - kept)), "{kept}");
    }
}
