//! A program that is ready to run.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use super::{
    Conversation, ProgramError, ProgramLimits,
    command::{CapturedStream, ProgramCommand, WorkingDir},
    compile_cache::CompiledProgram,
    run_report::RunReport,
    sandbox::{SandboxKind, View, ViewRequest, interpreter_of},
    supervisor_client, unsupervised,
};
use fourcade_engine::play::CancelToken;

/// The output of a program that ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramOutput {
    /// The bytes printed on standard output: at least one.
    pub output: Vec<u8>,
    /// The exit status.
    pub status: i32,
    /// The time from the program's start to its end.
    pub time: Duration,
}

/// How a program is isolated from the rest of the system.
#[derive(Clone, Debug, Default)]
pub(super) struct Isolation {
    /// The binary that supervises the program. Without one the program is our own child.
    pub supervisor: Option<Arc<Path>>,
    /// The sandbox that the program runs in, if any.
    pub sandbox: Option<SandboxKind>,
    /// Files and folders that programs see in the sandbox beyond their own.
    pub shown: Arc<[PathBuf]>,
    /// The folder that programs of conversations may write to, and in which they run.
    pub program_dir: Option<Arc<Path>>,
}

impl Isolation {
    /// Returns what a program sees in the sandbox, or `None` if it runs without one.
    pub fn view(&self, request: &ViewRequest<'_>) -> Option<Arc<View>> {
        self.sandbox.map(|kind| Arc::new(request.view(kind)))
    }
}

/// Runs a program once, with a supervisor if there is one.
pub(super) fn run_command(
    supervisor: Option<&Path>,
    command: ProgramCommand,
    input: &[u8],
    limits: &ProgramLimits,
    cancel: &CancelToken,
) -> Result<RunReport, ProgramError> {
    match supervisor {
        Some(supervisor) => supervisor_client::run(supervisor, command, input, limits, cancel),
        None => unsupervised::run(&command, input, limits, cancel),
    }
}

/// The file that is executed.
#[derive(Clone, Debug)]
pub(super) enum Executable {
    File(Arc<Path>),
    Compiled(Arc<CompiledProgram>),
}

impl Executable {
    fn file(&self) -> &Path {
        match self {
            Self::File(file) => file,
            Self::Compiled(compiled) => compiled.executable(),
        }
    }
}

/// A program that is ready to run, any number of times and from several threads at once.
#[derive(Clone, Debug)]
pub struct Program {
    isolation: Isolation,
    executable: Executable,
    args: Arc<[OsString]>,
    /// What the program sees in the sandbox, or `None` if it runs without one.
    view: Option<Arc<View>>,
}

impl Program {
    pub(super) fn new(isolation: Isolation, executable: Executable, args: Vec<OsString>) -> Self {
        let program = executable.file();
        let shown = &isolation.shown;
        let view = isolation.view(&ViewRequest { program, args: &args, shown, folder: None });
        Self { isolation, executable, args: args.into(), view }
    }

    /// Returns the interpreter of a script that would miss it in the sandbox.
    pub(super) fn hidden_interpreter(&self) -> Option<PathBuf> {
        let view = self.view.as_ref()?;
        interpreter_of(self.file()).filter(|file| file.exists() && !view.shows(file))
    }

    /// Returns the file that is executed; for a `.c` file, the compiled program.
    pub fn file(&self) -> &Path {
        self.executable.file()
    }

    /// Returns the command that compiled a `.c` file, or `None` for other programs.
    pub fn compile_command(&self) -> Option<&str> {
        match &self.executable {
            Executable::File(_) => None,
            Executable::Compiled(compiled) => Some(compiled.command()),
        }
    }

    /// Runs the program once with this input and returns what it printed.
    ///
    /// # Errors
    /// Returns an error if the program exceeded its limits, crashed, printed nothing or could not
    /// be started, or if the run was cancelled.
    pub fn run(
        &self,
        input: &[u8],
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> Result<ProgramOutput, ProgramError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled);
        }
        let mut command = self.command(WorkingDir::Fresh);
        let _folder = command.prepare_folder().map_err(|why| ProgramError::from_io(&why))?;
        let supervisor = self.isolation.supervisor.as_deref();
        run_command(supervisor, command, input, limits, cancel)?.into_output(limits)
    }

    /// Starts the program for a conversation, in our working directory. The limits of time apply
    /// to the whole conversation, the limit of output to each answer.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn start_conversation(&self, limits: &ProgramLimits) -> Result<Conversation, ProgramError> {
        let command = self.command(WorkingDir::Inherited);
        Conversation::start(self.isolation.supervisor.as_deref(), command, limits)
    }

    fn command(&self, working_dir: WorkingDir) -> ProgramCommand {
        let view = self.view.as_deref().cloned();
        let sandbox = match (working_dir, &self.isolation.program_dir) {
            (WorkingDir::Fresh, _) => view,
            (WorkingDir::Inherited, None) => view.map(View::in_current_dir),
            (WorkingDir::Inherited, Some(folder)) => view.map(|view| view.in_program_dir(folder)),
        };
        let (program, args) = (self.file().to_owned(), self.args.to_vec());
        let captured = CapturedStream::Stdout;
        ProgramCommand { program, args, captured, working_dir, folder: None, sandbox }
    }
}
