//! The runner: prepares programs and decides how they are isolated.

use std::{
    env,
    ffi::OsString,
    fmt, io,
    path::{self, Path, PathBuf},
    sync::Arc,
};

use rustix::fs::{Access, access};

use super::{
    PrepareError,
    compile_cache::{CompileCache, Compiler, Source},
    find, shebang,
};
use crate::{
    Cancel, Program, SandboxError, SandboxKind, SandboxPolicy,
    program::Executable,
    sandbox::{SandboxChoice, config::Isolation},
    shell_words, temp_folder,
};

const PYTHON: &str = "python3";

/// Decides how programs are isolated and compiled. Clones share the cache of compiled programs.
#[derive(Clone)]
pub struct Runner {
    supervisor: Arc<Path>,
    sandbox: SandboxChoice,
    program_dir: Option<Arc<Path>>,
    /// Files and folders that programs can also read in the sandbox.
    shown: Arc<[PathBuf]>,
    compiler: Arc<Compiler>,
    /// Path of valgrind, if compiled programs run in it.
    valgrind: Option<Arc<Path>>,
    cache: Arc<CompileCache>,
}

impl Runner {
    /// Creates a runner that uses this binary as the supervisor. The binary must call
    /// [`supervise`](crate::supervise) if its first argument is [`SUPERVISOR`](crate::SUPERVISOR).
    pub fn with_supervisor(binary: impl Into<PathBuf>) -> Self {
        Self {
            supervisor: binary.into().into(),
            sandbox: SandboxChoice::default(),
            program_dir: None,
            shown: Arc::default(),
            compiler: Arc::default(),
            valgrind: None,
            cache: Arc::default(),
        }
    }

    /// Sets the policy. The kinds of sandbox are tried when the first program is prepared.
    pub fn with_sandbox(self, policy: SandboxPolicy) -> Self {
        Self { sandbox: SandboxChoice::new(policy, &self.sandbox.kinds), ..self }
    }

    /// Sets the kinds of sandbox to try, for tests. Not available in release builds.
    #[cfg(debug_assertions)]
    pub fn with_sandbox_kinds(self, kinds: &[SandboxKind]) -> Self {
        Self { sandbox: SandboxChoice::new(self.sandbox.policy, kinds), ..self }
    }

    /// Sets the working folder of programs during conversations. In a sandbox, they may also write
    /// to it.
    ///
    /// # Errors
    /// Returns an error if there is no such folder.
    pub fn with_program_dir(self, folder: &Path) -> io::Result<Self> {
        let folder = folder.canonicalize()?;
        if !folder.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self { program_dir: Some(folder.into()), ..self })
    }

    /// Sets the compiler of C programs.
    pub fn with_compiler(self, compiler: Compiler) -> Self {
        Self { compiler: compiler.into(), ..self }
    }

    /// Runs compiled programs in valgrind, which prints memory errors on their standard error.
    ///
    /// # Errors
    /// Returns an error if valgrind isn't installed.
    pub fn with_valgrind(self) -> Result<Self, PrepareError> {
        let valgrind = find::find_program(Path::new("valgrind"))?;
        Ok(Self { valgrind: Some(valgrind.into()), ..self })
    }

    /// Sets the files and folders that programs can also read in the sandbox.
    ///
    /// # Errors
    /// Returns the first path that doesn't exist, with the system's error.
    pub fn with_shown(self, paths: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let absolute = |path: &PathBuf| {
            let found = path.canonicalize().and_then(|_| path::absolute(path));
            found.map_err(|error| (path.clone(), error))
        };
        Ok(Self { shown: paths.iter().map(absolute).collect::<Result<_, _>>()?, ..self })
    }

    /// Finds the sandbox, and returns a warning for the user if programs run in a weaker one, or
    /// without one because none works here.
    pub fn sandbox_warning(&self) -> Option<String> {
        self.sandbox.warning(&self.supervisor)
    }

    /// Finds the sandbox, and returns its kind or `None` if there is none.
    pub fn sandbox_kind(&self) -> Option<SandboxKind> {
        self.sandbox.kind(&self.supervisor).ok()?
    }

    /// Returns a sentence about the sandbox; `None` until the first program was prepared, and if a
    /// required sandbox doesn't work here.
    pub fn sandbox_status(&self) -> Option<&'static str> {
        self.sandbox.status()
    }

    /// Returns the warning of [`Runner::sandbox_warning`] once, after the first program was
    /// prepared.
    pub fn take_sandbox_warning(&self) -> Option<String> {
        self.sandbox.take_warning()
    }

    /// Finds the sandbox, and returns how to run a program in it.
    fn isolation(&self) -> Result<Isolation, SandboxError> {
        Ok(Isolation {
            supervisor: Arc::clone(&self.supervisor),
            kind: self.sandbox.kind(&self.supervisor)?,
            shown: Arc::clone(&self.shown),
            program_dir: self.program_dir.clone(),
        })
    }

    /// Removes the temporary folders of killed processes. A process should call this once at its
    /// start.
    pub fn remove_abandoned_folders() {
        temp_folder::remove_abandoned();
    }

    /// Removes all temporary folders of this process, including those of compiled programs. A
    /// process must call this before it exits, because running threads and statics aren't dropped.
    pub fn remove_folders() {
        temp_folder::remove_live();
    }

    /// Prepares a program: an executable file, a `.c` file or a `.py` file. A `.c` file is
    /// compiled, unless its compiled program is in the cache. A `.py` file that isn't executable is
    /// run by `python3`.
    ///
    /// # Errors
    /// Returns an error if the program is missing, can't be compiled, or can't start in the
    /// sandbox.
    pub fn prepare(&self, path: &Path, cancel: Cancel<'_>) -> Result<Program, PrepareError> {
        let file = find::resolve_file(path)?;
        if is_c_source(&file) {
            return self.prepare_c(Source { given: path, file: &file }, Vec::new(), cancel);
        }
        if is_plain_python(&file) {
            return self.prepare_python(path, &file, Vec::new());
        }
        find::check_executable(path, &file)?;
        self.prepare_executable(path, file, Vec::new(), cancel)
    }

    /// Prepares the program of a command: a path as for [`Runner::prepare`], or a program and its
    /// arguments. The program is a path or a name in `PATH`. Quotes, backslashes and `#` mean what
    /// they mean in a shell; nothing is expanded.
    ///
    /// # Errors
    /// As for [`Runner::prepare`], or if a quote is missing.
    pub fn prepare_command(
        &self,
        command: &str,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        if Path::new(command).is_file() {
            return self.prepare(Path::new(command), cancel);
        }
        let (program, args) = shell_words::split_command(command)?;
        if is_c_source(&program) && program.is_file() {
            let file = find::resolve_file(&program)?;
            return self.prepare_c(Source { given: &program, file: &file }, args, cancel);
        }
        if is_plain_python(&program) {
            return self.prepare_python(&program, &find::resolve_file(&program)?, args);
        }
        self.prepare_executable(&program, find::find_program(&program)?, args, cancel)
    }

    /// Prepares the executable `file`. `given` is its path as the user gave it, for messages.
    fn prepare_executable(
        &self,
        given: &Path,
        file: PathBuf,
        args: Vec<OsString>,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        let program = Program::new(self.isolation()?, Executable::File(file.into()), args);
        if shebang::has_windows_ending(program.file()) {
            return Err(PrepareError::WindowsFirstLine(given.to_owned()));
        }
        program.check_visible(given, cancel)?;
        Ok(program)
    }

    /// Prepares the Python program `file`. `given` is its path as the user gave it, for messages.
    fn prepare_python(
        &self,
        given: &Path,
        file: &Path,
        args: Vec<OsString>,
    ) -> Result<Program, PrepareError> {
        let interpreter = find::find_program(Path::new(PYTHON))?;
        // In the sandbox, `env` finds the first python3 that is visible there.
        let args = [vec![PYTHON.into(), file.into()], args].concat();
        let env = find::find_program(Path::new("env"))?;
        let program = Program::new(self.isolation()?, Executable::File(env.into()), args);
        if !find::programs_named(Path::new(PYTHON)).any(|file| program.sandbox_shows(&file)) {
            let (path, visible) = (given.to_owned(), None);
            return Err(PrepareError::HiddenInterpreter { path, interpreter, visible });
        }
        Ok(program)
    }

    fn prepare_c(
        &self,
        source: Source<'_>,
        args: Vec<OsString>,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        let isolation = self.isolation()?;
        let compiled = self.cache.compile(source, &self.compiler, &isolation, cancel)?;
        let program = Program::new(isolation, Executable::Compiled(compiled), args);
        Ok(program.in_valgrind(self.valgrind.clone()))
    }
}

/// Uses this binary as the supervisor.
impl Default for Runner {
    fn default() -> Self {
        // On Linux this path leads to the running binary even if its file was replaced or removed.
        let running = PathBuf::from("/proc/self/exe");
        let is_available = cfg!(target_os = "linux") && running.exists();
        let binary = if is_available { running } else { env::current_exe().unwrap_or_default() };
        Self::with_supervisor(binary)
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Runner");
        debug.field("supervisor", &self.supervisor).field("sandbox", &self.sandbox);
        debug.finish_non_exhaustive()
    }
}

/// Whether this is a Python file that isn't executable. An executable one names its interpreter.
fn is_plain_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
        && path.is_file()
        && access(path, Access::EXEC_OK).is_err()
}

fn is_c_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}
