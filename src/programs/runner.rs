//! The runner: makes programs ready and decides how they are isolated.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use super::{
    PrepareError, Program, SandboxError,
    compile_cache::CompileCache,
    prepare,
    program::{Executable, Isolation},
    sandbox::Sandbox,
};
use crate::play::CancelToken;

/// Makes programs ready to run, isolated in a certain way. Clones share the cache of compiled
/// programs.
#[derive(Clone, Default)]
pub struct Runner {
    isolation: Isolation,
    cache: Arc<CompileCache>,
}

/// The runner of this process; see [`Runner::global`].
static GLOBAL: RwLock<Option<Runner>> = RwLock::new(None);

impl Runner {
    /// Creates a runner that uses the given binary as the supervisor. The binary must call
    /// [`supervise`](super::supervise) when its first argument is
    /// [`SUPERVISOR`](super::SUPERVISOR).
    pub fn with_supervisor(binary: impl Into<PathBuf>) -> Self {
        let isolation = Isolation { supervisor: Some(binary.into().into()), sandbox: None };
        Self { isolation, cache: Arc::default() }
    }

    /// Creates a runner that uses the running binary as the supervisor.
    ///
    /// # Errors
    /// Returns an error if the path of the running binary can't be determined.
    pub fn with_this_binary() -> io::Result<Self> {
        // On Linux this path leads to the running binary even if its file has been replaced or
        // removed.
        let running = PathBuf::from("/proc/self/exe");
        let is_available = cfg!(target_os = "linux") && running.exists();
        Ok(Self::with_supervisor(if is_available { running } else { std::env::current_exe()? }))
    }

    /// Returns a runner whose programs run in the sandbox `bwrap`: without network and with a
    /// read-only view of the system. Checks that the sandbox works.
    ///
    /// # Errors
    /// Returns an error if `bwrap` is not installed or does not work on this system.
    pub fn sandboxed(self) -> Result<Self, SandboxError> {
        let sandbox = Some(Arc::new(Sandbox::find()?));
        Ok(Self { isolation: Isolation { sandbox, ..self.isolation }, ..self })
    }

    /// Returns the runner set with [`Runner::set_global`], or the default runner.
    pub fn global() -> Self {
        GLOBAL.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }

    /// Makes this the runner that [`Runner::global`] returns.
    pub fn set_global(self) {
        *GLOBAL.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Clears the cache of compiled programs. Their files are removed once no [`Program`] uses
    /// them. A process must do this with its global runner before it exits, because statics are
    /// never dropped.
    pub fn clear_cache(&self) {
        self.cache.clear();
    }

    /// Makes a program ready to run: an executable file, or a `.c` file, which is compiled with
    /// `cc`. A source file is compiled again only if it has changed.
    ///
    /// # Errors
    /// Returns an error if the file doesn't exist, can't be run or compiled, or if the preparation
    /// was cancelled.
    pub fn prepare(&self, path: &Path, cancel: &CancelToken) -> Result<Program, PrepareError> {
        let file = prepare::resolve_file(path)?;
        if is_c_source(&file) {
            let compiled = self.cache.compile(path, &file, cancel)?;
            return Ok(self.program(Executable::Compiled(compiled)));
        }
        prepare::check_executable(path, &file)?;
        Ok(self.program(Executable::File(file.into())))
    }

    /// Makes the program of a command line ready to run. The command is a path as
    /// [`Runner::prepare`] takes it, or a program and its arguments, split as a shell splits them.
    /// The program is a path or a name that is looked up in `PATH`. Apart from quotes no character
    /// is special.
    ///
    /// # Errors
    /// Returns an error if the command can't be split or [`Runner::prepare`] fails.
    pub fn prepare_command(
        &self,
        command: &str,
        cancel: &CancelToken,
    ) -> Result<Program, PrepareError> {
        if Path::new(command).is_file() {
            return self.prepare(Path::new(command), cancel);
        }
        let (program, args) = prepare::split_command(command)?;
        let prepared = if is_c_source(&program) && program.is_file() {
            self.prepare(&program, cancel)?
        } else {
            self.program(Executable::File(prepare::find_program(&program)?.into()))
        };
        Ok(prepared.with_args(args))
    }

    fn program(&self, executable: Executable) -> Program {
        Program::new(self.isolation.clone(), executable)
    }
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("isolation", &self.isolation).finish_non_exhaustive()
    }
}

fn is_c_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}
