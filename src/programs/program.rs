//! A program that is ready to run.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    path::{self, Path},
    sync::{Arc, Mutex},
    time::Duration,
};

use super::{
    Cancel, Conversation, PrepareError, ProgramError, ProgramLimits, SharedFolder,
    command::{CapturedStream, ProgramCommand, RunFolder, WorkingDir},
    prepare::{compile_cache::CompiledProgram, find, shebang},
    run::ProgramRun,
    sandbox::{
        config::{Isolation, Launcher, SYSTEM_FOLDERS, SandboxConfig, StartRule, VisibleFiles},
        report::MAX_NAMES,
    },
    shell_words,
    supervisor::client::{Streams, SupervisorClient},
    sync,
};

/// Time limit of the trial run in [`Program::trial_error`].
const TRIAL_TIME: Duration = Duration::from_secs(2);

/// Exit statuses of a shell or the dynamic linker that can't start a program.
const CANNOT_START: [i32; 2] = [126, 127];

/// Print errors only, and don't wait for a debugger.
const VALGRIND_OPTIONS: [&str; 2] = ["-q", "--vgdb=no"];

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

/// The reaction to a watched program that starts other programs or leaves files in its fresh
/// folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchPolicy {
    /// Both are reported.
    Report,
    /// Other programs don't start, and either makes the run fail.
    Forbid,
}

/// A program that can be run any number of times and from several threads at once.
#[derive(Clone, Debug)]
pub struct Program {
    isolation: Isolation,
    executable: Executable,
    args: Arc<[OsString]>,
    /// `None` without a sandbox.
    sandbox: Option<Arc<SandboxConfig>>,
    /// Path of valgrind, if the program runs in it.
    valgrind: Option<Arc<Path>>,
    /// Names of the first programs started in any run, shared by clones.
    started: Arc<Mutex<BTreeSet<String>>>,
    /// Names of the first files created in any run, shared by clones.
    created: Arc<Mutex<BTreeSet<String>>>,
}

impl Program {
    pub(super) fn new(isolation: Isolation, executable: Executable, args: Vec<OsString>) -> Self {
        let program = executable.file();
        let shown = &isolation.shown;
        let visible = VisibleFiles { program, args: &args, shown, writable_folder: None };
        let sandbox = isolation.kind.map(|kind| Arc::new(visible.sandbox_config(kind)));
        let (started, created) = (Arc::default(), Arc::default());
        Self { isolation, executable, args: args.into(), sandbox, valgrind: None, started, created }
    }

    /// `valgrind` is its path; with `None`, the program runs without it.
    pub(super) fn in_valgrind(self, valgrind: Option<Arc<Path>>) -> Self {
        Self { valgrind, ..self }
    }

    /// Returns a program that is watched under this policy. Without a sandbox, it isn't watched.
    pub fn watched(mut self, policy: WatchPolicy) -> Self {
        let refuses_starts = policy == WatchPolicy::Forbid;
        let launcher = if self.valgrind.is_some() {
            Launcher::Valgrind
        } else if shebang::is_started_by_env(self.file()) {
            Launcher::Env
        } else {
            Launcher::None
        };
        if let Some(sandbox) = &mut self.sandbox {
            Arc::make_mut(sandbox).start_rule = Some(StartRule { refuses_starts, launcher });
        }
        self
    }

    /// Returns the names of the first other programs that a watched program has started.
    pub fn started_programs(&self) -> Vec<String> {
        sync::lock(&self.started).iter().cloned().collect()
    }

    /// Returns the names of the first files that the program has left in its fresh folder.
    pub fn created_files(&self) -> Vec<String> {
        sync::lock(&self.created).iter().cloned().collect()
    }

    /// Whether the program's sandbox shows a file. True without a sandbox.
    pub(super) fn sandbox_shows(&self, file: &Path) -> bool {
        self.sandbox.as_ref().is_none_or(|sandbox| sandbox.shows(file))
    }

    /// Checks that the sandbox shows everything that the program needs to start. `given` is the
    /// path as the user gave it, for messages.
    pub(super) fn check_visible(
        &self,
        given: &Path,
        cancel: Cancel<'_>,
    ) -> Result<(), PrepareError> {
        let Some(sandbox) = &self.sandbox else { return Ok(()) };
        let find_visible = |file: &Path| {
            let name = Path::new(file.file_name()?);
            find::programs_named(name)
                .find(|file| sandbox.shows(file) && !shebang::is_shell_script(file))
        };
        let path = given.to_owned();
        let interpreter = shebang::interpreter_of(self.file());
        if let Some(interpreter) = interpreter.filter(|file| file.exists() && !sandbox.shows(file))
        {
            let visible = find_visible(&interpreter);
            return Err(PrepareError::HiddenInterpreter { path, interpreter, visible });
        }
        if let Some(message) = self.trial_error(cancel) {
            let visible = find_visible(self.file());
            return Err(PrepareError::HiddenProgram { path, message, visible });
        }
        Ok(())
    }

    /// Tries the program once without input, if it may need files that the sandbox hides, and
    /// returns the error if it can't start. Two kinds of programs may need such files: a shell
    /// script, such as a version manager's shim, and an interpreter (a program with arguments)
    /// outside the system's folders.
    fn trial_error(&self, cancel: Cancel<'_>) -> Option<String> {
        let file = self.file();
        let is_in_system_folder = || SYSTEM_FOLDERS.iter().any(|folder| file.starts_with(folder));
        if !shebang::is_shell_script(file) && (self.args.is_empty() || is_in_system_folder()) {
            return None;
        }
        let limits = ProgramLimits::default().with_time(TRIAL_TIME);
        // The trial sees what a conversation sees, which is the most, but its folder is read-only.
        let mut command = self.in_conversation_folder(ProgramCommand {
            captured: CapturedStream::StdoutAndStderr,
            ..self.command_with_absolute_args()
        });
        if let (Some(sandbox), Some(folder)) = (&mut command.sandbox, &self.isolation.program_dir) {
            sandbox.add_read_only_folder(folder);
        }
        let run = SupervisorClient::run(&self.isolation.supervisor, &limits, command, b"", cancel);
        let status = run.end.ok()?;
        let message = run.stderr.trim().lines().last().unwrap_or("it says nothing").to_owned();
        CANNOT_START.contains(&status).then_some(message)
    }

    /// Returns the executable file; for a `.c` file, the compiled program.
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

    /// Returns the compiler's warnings about a `.c` file; empty for other programs.
    pub fn compiler_warnings(&self) -> &str {
        match &self.executable {
            Executable::File(_) => "",
            Executable::Compiled(compiled) => compiled.warnings(),
        }
    }

    /// Returns the command that runs the program in valgrind, with the executable's name without
    /// its temporary folder. `None` if it runs without valgrind.
    pub fn valgrind_command(&self) -> Option<String> {
        self.valgrind.as_ref()?;
        let name = self.file().file_name().unwrap_or_default();
        let file = format!("./{}", name.to_string_lossy());
        let file = shell_words::quoted(&file);
        Some(format!("valgrind {} {file}", VALGRIND_OPTIONS.join(" ")))
    }

    /// Runs the program once in a fresh folder. A run that prints nothing has failed.
    pub fn run(&self, input: &[u8], limits: &ProgramLimits, cancel: Cancel<'_>) -> ProgramRun {
        if cancel() {
            return ProgramRun::failed(ProgramError::Cancelled);
        }
        let command = ProgramCommand {
            captured: CapturedStream::StdoutAndStderr,
            ..self.command_with_absolute_args()
        };
        let mut run =
            SupervisorClient::run(&self.isolation.supervisor, limits, command, input, cancel);
        run.require_output();
        self.note_started(&run.started);
        add_names(&self.created, &run.created);
        let rule = self.sandbox.as_ref().and_then(|sandbox| sandbox.start_rule);
        if rule.is_some_and(|rule| rule.refuses_starts) {
            if let Some(name) = run.created.first()
                && run.end.is_ok()
            {
                run.end = Err(ProgramError::CreatedFile(name.clone()));
            }
            // The refused start may be why the run failed.
            if let Some(name) = run.started.first()
                && !cancel()
            {
                run.end = Err(ProgramError::StartedProgram(name.clone()));
            }
        }
        run
    }

    /// Adds names to [`Program::started_programs`], such as those reported by another host.
    pub fn note_started(&self, names: &[String]) {
        add_names(&self.started, names);
    }

    /// Starts a conversation. The time limits apply to the whole conversation, the output limit to
    /// each answer. The [package](crate#conversations) says in which folder the program runs.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn start_conversation(&self, limits: &ProgramLimits) -> Result<Conversation, ProgramError> {
        let mut command = self.in_conversation_folder(self.command());
        if let (Some(sandbox), Some(folder)) = (&mut command.sandbox, &self.isolation.program_dir) {
            sandbox.add_writable_folder(folder);
        }
        Conversation::start(&self.isolation.supervisor, command, limits, Streams::Pipes)
    }

    fn in_conversation_folder(&self, mut command: ProgramCommand) -> ProgramCommand {
        command.working_dir = match (&command.sandbox, &self.isolation.program_dir) {
            (_, Some(folder)) => WorkingDir::At(folder.to_path_buf()),
            (None, None) => WorkingDir::Inherited,
            // The program sees our working folder's path, but in it only the visible files.
            (Some(sandbox), None) if sandbox.kind.has_own_root() => {
                env::current_dir().map_or(WorkingDir::Fresh, WorkingDir::At)
            }
            // Landlock can't replace our folder by an empty one.
            (Some(_), None) => WorkingDir::Fresh,
        };
        command
    }

    /// Runs the program once in a shared folder, with `args` after its own arguments. It need not
    /// print anything.
    pub fn run_in(
        &self,
        folder: &SharedFolder,
        args: &[String],
        input: &[u8],
        limits: &ProgramLimits,
        cancel: Cancel<'_>,
    ) -> ProgramRun {
        let command = self.command_in(folder, args);
        SupervisorClient::run(&self.isolation.supervisor, limits, command, input, cancel)
    }

    /// Starts a conversation at a pseudo-terminal in a shared folder, with `args` after the
    /// program's own arguments.
    ///
    /// # Errors
    /// Returns an error if the program or its terminal can't be started.
    pub fn start_conversation_in(
        &self,
        folder: &SharedFolder,
        args: &[String],
        limits: &ProgramLimits,
    ) -> Result<Conversation, ProgramError> {
        let command = self.command_in(folder, args);
        Conversation::start(&self.isolation.supervisor, command, limits, Streams::Terminal)
    }

    fn command_in(&self, folder: &SharedFolder, args: &[String]) -> ProgramCommand {
        let mut command = self.command_with_absolute_args();
        command.args.extend(args.iter().map(OsString::from));
        command.folder = Some(RunFolder { path: folder.path().to_owned(), is_kept: true });
        if let Some(sandbox) = &mut command.sandbox {
            sandbox.add_writable_folder(folder.path());
        }
        command
    }

    /// Like [`Program::command`], but arguments that name files are absolute, so that they work in
    /// another folder.
    fn command_with_absolute_args(&self) -> ProgramCommand {
        let mut command = self.command();
        for arg in &mut command.args {
            if Path::new(&*arg).is_file()
                && let Ok(file) = path::absolute(&*arg)
            {
                *arg = file.into();
            }
        }
        command
    }

    /// Returns the command that runs the program in its fresh folder.
    fn command(&self) -> ProgramCommand {
        let (program, args) = match &self.valgrind {
            None => (self.file().to_owned(), self.args.to_vec()),
            Some(valgrind) => {
                let options = VALGRIND_OPTIONS.map(OsString::from);
                let program = [self.file().into()];
                let args = options.into_iter().chain(program).chain(self.args.iter().cloned());
                (valgrind.to_path_buf(), args.collect())
            }
        };
        ProgramCommand {
            program,
            args,
            captured: CapturedStream::Stdout,
            working_dir: WorkingDir::Fresh,
            folder: None,
            sandbox: self.sandbox.as_deref().cloned(),
        }
    }
}

fn add_names(known: &Mutex<BTreeSet<String>>, names: &[String]) {
    let mut known = sync::lock(known);
    // A hostile program can use a new name every time.
    let room = MAX_NAMES.saturating_sub(known.len());
    known.extend(names.iter().take(room).cloned());
}
