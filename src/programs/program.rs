//! A program that is ready to run.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs::File,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    Conversation, ProgramError, ProgramLimits,
    command::{CapturedStream, ProgramCommand, WorkingDir},
    compile_cache::CompiledProgram,
    error::ProgramOutput,
    sandbox::view::{Isolation, View, ViewRequest},
    supervisor_client::SupervisorClient,
};
use fourcade_engine::play::CancelToken;

/// How much of a file is read to find its interpreter.
const MAX_FIRST_LINE: u64 = 256;

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

    pub fn run(
        &self,
        input: &[u8],
        limits: &ProgramLimits,
        cancel: &CancelToken,
    ) -> Result<ProgramOutput, ProgramError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled);
        }
        let command = self.command(WorkingDir::Fresh);
        SupervisorClient::run(&self.isolation.supervisor, limits, command, input, cancel)?
            .into_output(limits)
    }

    /// Starts the program for a conversation, in our working directory. The limits of time apply
    /// to the whole conversation, the limit of output to each answer.
    pub fn start_conversation(&self, limits: &ProgramLimits) -> Result<Conversation, ProgramError> {
        let command = self.command(WorkingDir::Inherited);
        Conversation::start(&self.isolation.supervisor, command, limits)
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

/// Returns the interpreter that the first line of a script names. `env` is resolved as it resolves
/// itself, by the folders of `PATH`, if it has no options. It is for messages: what a script says
/// never decides what it sees.
fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(MAX_FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words =
        line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let interpreter = Path::new(words.next()?);
    if interpreter.file_name().is_none_or(|name| name != "env") {
        return Some(interpreter.to_owned());
    }
    let name = words.find(|word| *word != "-S")?;
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
