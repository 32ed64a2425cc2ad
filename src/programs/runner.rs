//! The runner: makes programs ready and decides how they are isolated.

use std::{
    env,
    ffi::OsString,
    fmt, io,
    path::{self, Path, PathBuf},
    sync::Arc,
};

use rustix::fs::{Access, access};

use super::{
    PrepareError, Program, SandboxError, SandboxKind, SandboxPolicy,
    compile_cache::{CompileCache, Compiler},
    prepare,
    program::Executable,
    sandbox::{SandboxChoice, view::Isolation},
    temp_folder,
};
use crate::Cancel;

const PYTHON: &str = "python3";

/// Decides how programs are isolated and compiled. Clones share the cache of compiled programs.
#[derive(Clone)]
pub struct Runner {
    supervisor: Arc<Path>,
    sandbox: SandboxChoice,
    program_dir: Option<Arc<Path>>,
    shown: Arc<[PathBuf]>,
    compiler: Arc<Compiler>,
    /// Where valgrind is, if compiled programs run in it.
    valgrind: Option<Arc<Path>>,
    cache: Arc<CompileCache>,
}

impl Runner {
    /// Creates a runner that uses the given binary as the supervisor. The binary must call
    /// [`supervise`](super::supervise) when its first argument is
    /// [`SUPERVISOR`](super::SUPERVISOR).
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

    /// Returns a runner with this policy. The sandbox is looked for when the first program is made
    /// ready.
    pub fn with_sandbox(self, policy: SandboxPolicy) -> Self {
        Self { sandbox: SandboxChoice::new(policy, &self.sandbox.kinds), ..self }
    }

    /// Returns a runner that tries only these kinds of sandbox, for tests. Release builds don't have
    /// it.
    #[cfg(debug_assertions)]
    pub fn with_sandbox_kinds(self, kinds: &[SandboxKind]) -> Self {
        Self { sandbox: SandboxChoice::new(self.sandbox.policy, kinds), ..self }
    }

    /// Returns a runner whose programs may write to this folder during conversations, and run in
    /// it.
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

    /// Returns a runner that compiles C programs with this compiler.
    pub fn with_compiler(self, compiler: Compiler) -> Self {
        Self { compiler: compiler.into(), ..self }
    }

    /// Returns a runner whose compiled programs run in valgrind, which must be installed. It writes
    /// what is wrong with their use of memory to their standard error.
    ///
    /// # Errors
    /// Returns an error if it is not installed.
    pub fn with_valgrind(self) -> Result<Self, PrepareError> {
        let valgrind = prepare::find_program(Path::new("valgrind"))?;
        Ok(Self { valgrind: Some(valgrind.into()), ..self })
    }

    /// Returns a runner whose programs see these files and folders in the sandbox, too.
    ///
    /// # Errors
    /// Returns the first path that leads to nothing, with the system's error.
    pub fn with_shown(self, paths: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let absolute = |path: &PathBuf| {
            let found = path.canonicalize().and_then(|_| path::absolute(path));
            found.map_err(|why| (path.clone(), why))
        };
        Ok(Self { shown: paths.iter().map(absolute).collect::<Result<_, _>>()?, ..self })
    }

    /// Looks for the sandbox, and returns a sentence for the user if there should be one and there
    /// is none, or only a weaker one.
    pub fn sandbox_weakness(&self) -> Option<String> {
        self.sandbox.weakness(&self.supervisor)
    }

    /// Looks for the sandbox, and returns its kind; `None` if there is none.
    pub fn sandbox_kind(&self) -> Option<SandboxKind> {
        self.sandbox.kind(&self.supervisor).ok()?
    }

    /// Returns what to tell about the sandbox that programs run in, once one was made ready.
    pub fn sandbox_status(&self) -> Option<&'static str> {
        self.sandbox.status()
    }

    /// Returns the sentence of [`Runner::sandbox_weakness`], once, and only after a program was
    /// made ready.
    pub fn take_sandbox_news(&self) -> Option<String> {
        self.sandbox.take_news()
    }

    fn isolation(&self) -> Result<Isolation, SandboxError> {
        Ok(Isolation {
            supervisor: Arc::clone(&self.supervisor),
            sandbox: self.sandbox.kind(&self.supervisor)?,
            shown: Arc::clone(&self.shown),
            program_dir: self.program_dir.clone(),
        })
    }

    /// Removes the folders that processes which were killed have left behind. A process should do
    /// this once when it starts.
    pub fn remove_abandoned_folders() {
        temp_folder::remove_abandoned();
    }

    /// Removes all temporary folders of this process, those of compiled programs included. A
    /// process must do this before it exits, because threads that still run, and statics, are never
    /// dropped.
    pub fn remove_folders() {
        temp_folder::remove_live();
    }

    /// Makes a program ready to run: an executable file, a `.c` file, which is compiled with `cc`,
    /// or a `.py` file, which `python3` runs if it isn't executable. A source file is compiled
    /// again only if it has changed.
    ///
    /// # Errors
    /// Returns an error if the program is missing, can't be compiled, or can't start in the sandbox.
    pub fn prepare(&self, path: &Path, cancel: Cancel<'_>) -> Result<Program, PrepareError> {
        let file = prepare::resolve_file(path)?;
        if is_c_source(&file) {
            return self.compiled(path, &file, Vec::new(), cancel);
        }
        if is_plain_python(&file) {
            return self.by_python(path, &file, Vec::new());
        }
        prepare::check_executable(path, &file)?;
        self.installed(path, file, Vec::new(), cancel)
    }

    /// Makes the program of a command line ready to run. The command is a path as
    /// [`Runner::prepare`] takes it, or a program and its arguments, split as a shell splits them.
    /// The program is a path or a name that is looked up in `PATH`. Apart from quotes no character
    /// is special.
    ///
    /// # Errors
    /// Returns an error as [`Runner::prepare`] does, or if a quote is missing.
    pub fn prepare_command(
        &self,
        command: &str,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        if Path::new(command).is_file() {
            return self.prepare(Path::new(command), cancel);
        }
        let (program, args) = prepare::split_command(command)?;
        if is_c_source(&program) && program.is_file() {
            return self.compiled(&program, &prepare::resolve_file(&program)?, args, cancel);
        }
        if is_plain_python(&program) {
            return self.by_python(&program, &prepare::resolve_file(&program)?, args);
        }
        self.installed(&program, prepare::find_program(&program)?, args, cancel)
    }

    fn installed(
        &self,
        path: &Path,
        file: PathBuf,
        args: Vec<OsString>,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        let program = Program::new(self.isolation()?, Executable::File(file.into()), args);
        if program.has_windows_first_line() {
            return Err(PrepareError::CarriageReturn(path.to_owned()));
        }
        program.check_visible(path, cancel)?;
        Ok(program)
    }

    fn by_python(
        &self,
        path: &Path,
        file: &Path,
        args: Vec<OsString>,
    ) -> Result<Program, PrepareError> {
        let interpreter = prepare::find_program(Path::new(PYTHON))?;
        // In the sandbox `env` finds the first one that is visible there.
        let args = [vec![PYTHON.into(), file.into()], args].concat();
        let env = prepare::find_program(Path::new("env"))?;
        let program = Program::new(self.isolation()?, Executable::File(env.into()), args);
        if !prepare::programs_named(Path::new(PYTHON)).any(|file| program.sees(&file)) {
            let (path, visible) = (path.to_owned(), None);
            return Err(PrepareError::HiddenInterpreter { path, interpreter, visible });
        }
        Ok(program)
    }

    fn compiled(
        &self,
        path: &Path,
        file: &Path,
        args: Vec<OsString>,
        cancel: Cancel<'_>,
    ) -> Result<Program, PrepareError> {
        let isolation = self.isolation()?;
        let compiled = self.cache.compile((path, file), &self.compiler, &isolation, cancel)?;
        let program = Program::new(isolation, Executable::Compiled(compiled), args);
        Ok(match &self.valgrind {
            Some(valgrind) => program.in_valgrind(valgrind),
            None => program,
        })
    }
}

/// The supervisor is another process of this binary.
impl Default for Runner {
    fn default() -> Self {
        // On Linux this path leads to the running binary even if its file has been replaced or
        // removed.
        let running = PathBuf::from("/proc/self/exe");
        let is_available = cfg!(target_os = "linux") && running.exists();
        let usual = || env::current_exe().unwrap_or_default();
        Self::with_supervisor(if is_available { running } else { usual() })
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Runner");
        debug.field("supervisor", &self.supervisor).field("sandbox", &self.sandbox);
        debug.finish_non_exhaustive()
    }
}

/// Whether it is a file in Python that isn't executable. One that is says itself what runs it.
fn is_plain_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
        && path.is_file()
        && access(path, Access::EXEC_OK).is_err()
}

fn is_c_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}
