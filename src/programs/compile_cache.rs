//! Compiling C programs, each version of a source file only once.

use std::{
    borrow::Cow,
    collections::HashMap,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, TryLockError},
    thread,
    time::{Duration, SystemTime},
};

use super::{
    DEFAULT_OUTPUT_BYTES, DEFAULT_PROCESSES, POLL_INTERVAL, PrepareError, ProgramError,
    ProgramLimits,
    command::{CapturedStream, ProgramCommand, RunFolder, WorkingDir},
    error::RunEnd,
    prepare,
    sandbox::view::{Isolation, ViewRequest},
    supervisor_client::SupervisorClient,
    temp_folder::TempFolder,
};
use crate::sync;
use fourcade_engine::play::CancelToken;

/// A source file may try to make the compiler use up everything.
const COMPILER_LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::from_secs(120),
    output_bytes: DEFAULT_OUTPUT_BYTES,
    memory_bytes: 4 << 30,
    cpu_time: Duration::from_secs(120),
    file_bytes: 256 << 20,
    folder_bytes: 256 << 20,
    processes: DEFAULT_PROCESSES,
};

/// A compiled program in its own temporary folder, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct CompiledProgram {
    folder: TempFolder,
    executable: PathBuf,
    command: String,
    source_version: SourceVersion,
}

impl CompiledProgram {
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The command that compiled it, with the source's path as the user gave it and the name of the
    /// executable without its temporary folder.
    pub fn command(&self) -> &str {
        &self.command
    }
}

/// Distinguishes the versions of a source file: its modification time and its length in bytes.
type SourceVersion = (SystemTime, u64);

/// The compiled form of one source file. It is locked during the compilation.
type CacheEntry = Arc<Mutex<Option<Arc<CompiledProgram>>>>;

#[derive(Default)]
pub(super) struct CompileCache {
    /// The entries by the canonical path of the source file.
    entries: Mutex<HashMap<PathBuf, CacheEntry>>,
}

impl CompileCache {
    /// `file` is the canonical path of the source, `path` the one that the user gave, for messages.
    pub fn compile(
        &self,
        path: &Path,
        file: &Path,
        isolation: &Isolation,
        cancel: &CancelToken,
    ) -> Result<Arc<CompiledProgram>, PrepareError> {
        let entry = Arc::clone(sync::lock(&self.entries).entry(file.to_owned()).or_default());
        let mut cached = lock_unless_cancelled(&entry, cancel).ok_or(PrepareError::Cancelled)?;
        let source_version = source_version(file)
            .map_err(|why| PrepareError::Unreachable { path: path.to_owned(), why })?;
        if let Some(compiled) =
            cached.as_ref().filter(|compiled| compiled.source_version == source_version)
        {
            return Ok(Arc::clone(compiled));
        }
        let folder = TempFolder::new()
            .map_err(|why| compiler_error(path, format!("has no temporary folder: {why}")))?;
        let name = Path::new(file.file_stem().unwrap_or(OsStr::new("program")));
        let (executable, command) = (folder.path().join(name), command_line(name, path));
        let compiled = Arc::new(CompiledProgram { folder, executable, command, source_version });
        run_compiler(path, file, &compiled, isolation, cancel)?;
        *cached = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
}

/// Whether the compiler says that it can't find or read a file.
fn is_missing(messages: &str) -> bool {
    ["No such file", "Permission denied"].iter().any(|reason| messages.contains(reason))
}

const COMPILER: &str = "cc";

/// Warnings are for the author, not for the players. Linkers expect libraries after the sources.
fn compiler_args(executable: &Path, source: &Path) -> [OsString; 6] {
    ["-O2".into(), "-w".into(), "-o".into(), executable.into(), source.into(), "-lm".into()]
}

/// Returns the compiler's command line as it is typed in a shell.
fn command_line(executable: &Path, source: &Path) -> String {
    let quote = |arg: OsString| {
        let arg = arg.to_string_lossy().into_owned();
        shlex::try_quote(&arg).map_or(arg.clone(), Cow::into_owned)
    };
    let args = compiler_args(executable, source).map(quote);
    format!("{COMPILER} {}", args.join(" "))
}

fn run_compiler(
    path: &Path,
    file: &Path,
    compiled: &CompiledProgram,
    isolation: &Isolation,
    cancel: &CancelToken,
) -> Result<(), PrepareError> {
    let cc = prepare::find_program(Path::new(COMPILER))
        .map_err(|_| compiler_error(path, "can't be found".to_owned()))?;
    let args = Vec::from(compiler_args(compiled.executable(), file));
    let folder = compiled.folder.path();
    let shown: Vec<_> = headers_beside(file).chain(isolation.shown.iter().cloned()).collect();
    let request = ViewRequest { program: &cc, args: &args, shown: &shown, folder: Some(folder) };
    let view = isolation.view(&request);
    let command = ProgramCommand {
        program: cc,
        args,
        captured: CapturedStream::Stderr,
        working_dir: WorkingDir::Fresh,
        // If the compiler is killed, its temporary files are removed together with the folder.
        folder: Some(RunFolder { path: folder.to_owned(), is_kept: true }),
        sandbox: view.map(Arc::unwrap_or_clone),
    };
    let report =
        SupervisorClient::run(&isolation.supervisor, &COMPILER_LIMITS, command, b"", cancel)
            .map_err(|why| compiler_error(path, why.to_string()))?;
    let messages = String::from_utf8_lossy(&report.output).trim_end().to_owned();
    let messages = match report.end {
        RunEnd::Status(0) => return Ok(()),
        RunEnd::Status(status) if messages.is_empty() => format!("`cc` ended with status {status}"),
        RunEnd::Status(_) if isolation.sandbox.is_some() && is_missing(&messages) => {
            format!(
                "{messages}\nThe sandbox shows it the headers (.h) beside it; add --show for more."
            )
        }
        RunEnd::Status(_) => messages,
        _ if cancel.is_cancelled() => return Err(PrepareError::Cancelled),
        RunEnd::CannotRun(why) => return Err(compiler_error(path, format!("can't be run: {why}"))),
        end => {
            let why = end.exit_status(&COMPILER_LIMITS).err().unwrap_or(ProgramError::Cancelled);
            return Err(compiler_error(path, why.to_string()));
        }
    };
    Err(PrepareError::NotCompiled { path: path.to_owned(), messages })
}

/// Returns the headers in the folder of a source file. Links are none: they could lead anywhere.
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

fn compiler_error(path: &Path, why: String) -> PrepareError {
    PrepareError::NoCompiler { path: path.to_owned(), why }
}

fn source_version(file: &Path) -> io::Result<SourceVersion> {
    let metadata = fs::metadata(file)?;
    Ok((metadata.modified()?, metadata.len()))
}

/// Locks a mutex that another thread may hold for a long time. Returns `None` if the preparation is
/// cancelled before that.
fn lock_unless_cancelled<'a, T>(
    mutex: &'a Mutex<T>,
    cancel: &CancelToken,
) -> Option<MutexGuard<'a, T>> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(why)) => return Some(why.into_inner()),
            Err(TryLockError::WouldBlock) if cancel.is_cancelled() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
        }
    }
}
