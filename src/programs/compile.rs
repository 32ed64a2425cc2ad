//! C programs are compiled, each once.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, MutexGuard, TryLockError},
    thread,
    time::{Duration, SystemTime},
};

use super::{
    PrepareError, ProgramError, ProgramLimits, TICK,
    direct::{OutputCapture, attend},
    failure::{RunEnd, RunReport},
    folder::TempFolder,
};
use crate::{play::CancelToken, sync};

/// For the compiler. It is a program that the user trusts.
const LIMITS: ProgramLimits = ProgramLimits {
    time: Duration::from_secs(120),
    output_bytes: 64 << 10,
    memory_bytes: u64::MAX,
    cpu_time: Duration::MAX,
    file_bytes: u64::MAX,
    processes: u64::MAX,
};

/// A compiled program in a folder of its own, which vanishes with it.
#[derive(Debug)]
pub(super) struct Compiled {
    folder: TempFolder,
    program: PathBuf,
    state: State,
}

/// What tells one state of a source file from the next.
type State = (SystemTime, u64);

impl Compiled {
    pub fn program(&self) -> &Path {
        &self.program
    }
}

/// What was compiled of a source; locked while it is being compiled.
type Shelf = Arc<Mutex<Option<Arc<Compiled>>>>;

/// Compiles, and keeps what it compiled.
#[derive(Default)]
pub(super) struct CompileCache {
    shelves: Mutex<HashMap<PathBuf, Shelf>>,
}

impl CompileCache {
    /// Forgets all.
    pub fn clear(&self) {
        sync::lock(&self.shelves).clear();
    }

    /// The compiled form of a source, whose whole path is `file`; `path` is how it was called.
    pub fn compile(
        &self,
        path: &Path,
        file: &Path,
        cancel: &CancelToken,
    ) -> Result<Arc<Compiled>, PrepareError> {
        let unreachable = |why| PrepareError::Unreachable { path: path.to_owned(), why };
        let place = Arc::clone(sync::lock(&self.shelves).entry(file.to_owned()).or_default());
        let mut made = lock(&place, cancel).ok_or(PrepareError::Cancelled)?;
        let state = state(file).map_err(unreachable)?;
        if let Some(compiled) = made.as_ref().filter(|compiled| compiled.state == state) {
            return Ok(Arc::clone(compiled));
        }
        let folder = TempFolder::new()
            .map_err(|why| no_compiler(path, format!("has no place to work: {why}")))?;
        let program = folder.path().join(file.file_stem().unwrap_or(OsStr::new("program")));
        let compiled = Arc::new(Compiled { folder, program, state });
        call_compiler(path, file, &compiled, cancel)?;
        *made = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
}

fn call_compiler(
    path: &Path,
    file: &Path,
    compiled: &Compiled,
    cancel: &CancelToken,
) -> Result<(), PrepareError> {
    let mut command = Command::new("cc");
    // Warnings are for the author, not for the players. The library comes last, where linkers want
    // it.
    command.args(["-O2", "-w", "-o"]).arg(compiled.program()).arg(file).arg("-lm");
    // Its temporary files, too, go with the folder if it is ended before its time.
    command.current_dir(compiled.folder.path()).env("TMPDIR", compiled.folder.path());
    let said = attend(command, OutputCapture::Errors, b"", &LIMITS, cancel);
    let said = said.map_err(|why| no_compiler(path, why.to_string()))?;
    if said.end == RunEnd::Status(0) {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&said.output).trim_end().to_owned();
    let not_compiled =
        |messages| Err(PrepareError::NotCompiled { path: path.to_owned(), messages });
    match said.end {
        RunEnd::Status(status) if messages.is_empty() => {
            not_compiled(format!("`cc` ended with status {status}"))
        }
        RunEnd::Status(_) => not_compiled(messages),
        _ if cancel.is_cancelled() => Err(PrepareError::Cancelled),
        RunEnd::CannotRun(_) => Err(no_compiler(path, "can't be found".to_owned())),
        end => {
            let said = RunReport { output: Vec::new(), end, time: said.time };
            Err(no_compiler(
                path,
                said.judge(false, &LIMITS).err().unwrap_or(ProgramError::Cancelled).to_string(),
            ))
        }
    }
}

fn no_compiler(path: &Path, why: String) -> PrepareError {
    PrepareError::NoCompiler { path: path.to_owned(), why }
}

fn state(file: &Path) -> io::Result<State> {
    let data = fs::metadata(file)?;
    Ok((data.modified()?, data.len()))
}

/// Waits while another thread compiles the same; nothing if it was cancelled meanwhile.
fn lock<'a, T>(shelf: &'a Mutex<T>, cancel: &CancelToken) -> Option<MutexGuard<'a, T>> {
    loop {
        match shelf.try_lock() {
            Ok(place) => return Some(place),
            Err(TryLockError::Poisoned(why)) => return Some(why.into_inner()),
            Err(TryLockError::WouldBlock) if cancel.is_cancelled() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(TICK),
        }
    }
}
