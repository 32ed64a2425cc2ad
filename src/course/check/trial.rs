//! The trial of a program in one case: its folder, its runs, and commands that repeat them.

use std::{
    fs, io, thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::{
    Case, CheckFault, CheckedProgram,
    compare::{MAX_LINE_CHARS, words},
};
use crate::{
    program::{AnswerRules, fault::fault_kind},
    text::shortened_with_count,
};
use fourcade_engine::play::{CancelToken, FaultKind};
use fourcade_programs::{
    Conversation, ProgramError, ProgramLimits, ProgramRun, SharedFolder, quoted,
};

const POLL_INTERVAL: Duration = Duration::from_millis(20);

const PROBE_CPU_TIME: Duration = Duration::from_secs(2);

const MAX_SENTENCE_CHARS: usize = 1000;

/// Why a check has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The case itself is wrong.
    #[error("the case is wrong: {0}")]
    BadCase(String),
    /// The program's folder can't be created, for this reason.
    #[error("no folder can be made for the program: {0}")]
    NoFolder(String),
    /// The caller cancelled the check.
    #[error("the check was cancelled")]
    Cancelled,
}

/// Why a trial ended early: the program is wrong, or the check can't continue.
pub(crate) enum TrialError {
    Wrong(Box<CheckFault>),
    Check(CheckError),
}

impl TrialError {
    pub fn bad_case(why: impl Into<String>) -> Self {
        Self::Check(CheckError::BadCase(why.into()))
    }
}

impl From<CheckFault> for TrialError {
    fn from(fault: CheckFault) -> Self {
        Self::Wrong(Box::new(fault))
    }
}

impl From<CheckError> for TrialError {
    fn from(error: CheckError) -> Self {
        Self::Check(error)
    }
}

impl CheckFault {
    /// Describes a failed run, such as a crash or an endless one.
    pub(crate) fn of_program(error: &ProgramError) -> Self {
        let kind = fault_kind(error);
        let sentence = match error {
            _ if kind == FaultKind::Late => format!("it does not end: {error}"),
            ProgramError::Signal(_) => format!("it crashes: {error}"),
            ProgramError::OutputLimit(_) => format!("it does not stop printing: {error}"),
            error => error.to_string(),
        };
        Self { kind, sentence, ..Self::default() }
    }
}

/// The program and its folder during the runs of one case.
pub(crate) struct Trial<'a> {
    subject: &'a CheckedProgram<'a>,
    folder: SharedFolder,
    cancel: &'a CancelToken,
    /// Shell commands that repeat the runs so far.
    commands: Vec<String>,
}

impl<'a> Trial<'a> {
    pub fn new(
        subject: &'a CheckedProgram<'a>,
        case: &Case,
        cancel: &'a CancelToken,
    ) -> Result<Self, CheckError> {
        let mut commands = Vec::new();
        let make = |commands: &mut Vec<String>| -> io::Result<SharedFolder> {
            let folder = SharedFolder::new()?;
            for name in &case.folders {
                folder.create_subfolder(name)?;
                commands.push(format!("mkdir -p {}", quoted(name)));
            }
            for (name, text) in &case.files {
                fs::write(folder.path().join(name), text)?;
                commands.push(format!("printf '{}' > {}", escape_for_printf(text), quoted(name)));
            }
            folder.make_writable()?;
            Ok(folder)
        };
        let folder =
            make(&mut commands).map_err(|error| CheckError::NoFolder(error.to_string()))?;
        Ok(Self { subject, folder, cancel, commands })
    }

    /// Runs the program with its whole input.
    pub fn run(&mut self, args: &[String], input: &str) -> Result<ProgramRun, TrialError> {
        self.record_command(args, Some(input));
        let CheckedProgram { program, rules: AnswerRules { limits, .. }, .. } = self.subject;
        let ran = program
            .run_in(&self.folder, args, input.as_bytes(), limits, &|| self.cancel.is_cancelled());
        self.check_cancelled()?;
        self.folder.make_writable().map_err(|error| {
            CheckFault::new(format!("what it leaves in its folder can't be opened again: {error}"))
        })?;
        Ok(ran)
    }

    /// Runs the program briefly, without adding to the commands that repeat the case.
    pub fn probe(&self, args: &[String], input: &str) -> Result<ProgramRun, TrialError> {
        let CheckedProgram { program, rules: AnswerRules { limits, .. }, .. } = self.subject;
        let limits = ProgramLimits { cpu_time: limits.cpu_time.min(PROBE_CPU_TIME), ..*limits };
        let ran = program
            .run_in(&self.folder, args, input.as_bytes(), &limits, &|| self.cancel.is_cancelled());
        self.check_cancelled()?;
        Ok(ran)
    }

    /// Returns an error message with the existing files if a file is missing.
    pub(super) fn missing_file(&self, name: &str) -> Option<String> {
        let file = self.folder.path().join(name);
        if file.is_file() {
            return None;
        }
        let folder = file.parent().unwrap_or(self.folder.path());
        let mut others: Vec<String> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().is_file())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        others.sort();
        let others = match &others[..] {
            [] => "nothing".to_owned(),
            others => format!("`{}`", others.join("`, `")),
        };
        Some(format!("it has not written the file `{name}`; there is {others}"))
    }

    /// Starts the program at a pseudo-terminal, to answer its questions.
    pub fn start_dialogue(&mut self, args: &[String]) -> Result<Dialogue<'a>, TrialError> {
        let CheckedProgram { program, rules: AnswerRules { limits, .. }, .. } = self.subject;
        self.record_command(args, None);
        let started = program.start_conversation_in(&self.folder, args, limits);
        let conversation = started.map_err(|error| CheckFault::of_program(&error))?;
        let cancel = self.cancel;
        Ok(Dialogue { conversation, limits: *limits, cancel, typed: Vec::new() })
    }

    /// Waits until the clock shows another second, because many programs seed their random numbers
    /// with it.
    pub fn wait_for_another_second(&self) -> Result<(), CheckError> {
        let second =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let start = second();
        while second() <= start {
            self.check_cancelled()?;
            thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }

    /// Replaces an input in the commands by a shorter one that shows the same mistake.
    pub fn shorten_input(&mut self, args: &[String], input: &str, shorter: &str) {
        let [long, short] =
            [input, shorter].map(|input| self.subject.shell_command(args, Some(input)));
        for command in self.commands.iter_mut().filter(|command| **command == long) {
            command.clone_from(&short);
        }
    }

    fn check_cancelled(&self) -> Result<(), CheckError> {
        if self.cancel.is_cancelled() { Err(CheckError::Cancelled) } else { Ok(()) }
    }

    fn record_command(&mut self, args: &[String], input: Option<&str>) {
        self.commands.push(self.subject.shell_command(args, input));
    }

    /// Adds the command that repeats the case. Shortens texts, which may quote any amount of
    /// output.
    pub(super) fn with_command(&self, fault: CheckFault) -> CheckFault {
        let short = |text: String| shortened_with_count(&text, MAX_SENTENCE_CHARS).into_owned();
        CheckFault {
            sentence: short(fault.sentence),
            actual: fault.actual.map(short),
            command: self.commands.join("; "),
            ..fault
        }
    }
}

impl CheckedProgram<'_> {
    /// Returns the shell command that runs the program with this input, or at the terminal without
    /// one.
    pub(crate) fn shell_command(&self, args: &[String], input: Option<&str>) -> String {
        let mut command = self.shell_command.to_owned();
        for arg in args {
            command.push(' ');
            command.push_str(&quoted(arg));
        }
        match input {
            None => command,
            Some("") => format!("{command} </dev/null"),
            Some(input) => format!("printf '{}' | {command}", escape_for_printf(input)),
        }
    }
}

/// Escapes a text for a shell's `printf '...'`.
fn escape_for_printf(text: &str) -> String {
    let escape = |letter: char| match letter {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\\' => "\\\\".to_owned(),
        '%' => "%%".to_owned(),
        '\'' => "'\\''".to_owned(),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// Only this many bytes at the end of the output are searched for a prompt.
const PROMPT_BYTES: usize = 4096;

/// A program at a pseudo-terminal.
pub(crate) struct Dialogue<'a> {
    conversation: Conversation,
    limits: ProgramLimits,
    cancel: &'a CancelToken,
    typed: Vec<String>,
}

impl Dialogue<'_> {
    /// Waits until the output ends with one of these prompts, ignoring blanks. Returns the output
    /// since the last call.
    pub fn wait_for(&mut self, prompts: &[&str]) -> Result<String, TrialError> {
        self.exchange("", prompts)
    }

    /// Types a line and waits as [`Dialogue::wait_for`] does.
    pub fn answer(&mut self, line: &str, prompts: &[&str]) -> Result<String, TrialError> {
        self.typed.push(line.to_owned());
        self.exchange(&format!("{line}\n"), prompts)
    }

    /// Types a line after which the program must end.
    pub fn finish(&mut self, line: &str) -> Result<(), TrialError> {
        self.typed.push(line.to_owned());
        let (input, time) = (format!("{line}\n"), self.limits.time);
        match self.conversation.ask_keeping_output(
            input.as_bytes(),
            time,
            &|| self.cancel.is_cancelled(),
            |_| None,
        ) {
            Ok(_) | Err(ProgramError::Exited(_)) => Ok(()),
            Err(ProgramError::Cancelled) => Err(CheckError::Cancelled.into()),
            Err(ProgramError::TimedOut(_)) => {
                let fault = self.fault(format!("it does not end after `{line}`"));
                Err(CheckFault { kind: FaultKind::Late, ..fault }.into())
            }
            Err(error) => {
                let CheckFault { sentence, kind, .. } = CheckFault::of_program(&error);
                Err(CheckFault { kind, ..self.fault(sentence) }.into())
            }
        }
    }

    pub fn fault(&self, sentence: impl Into<String>) -> CheckFault {
        CheckFault { typed: self.typed.clone(), ..CheckFault::new(sentence) }
    }

    fn exchange(&mut self, input: &str, prompts: &[&str]) -> Result<String, TrialError> {
        let wanted: Vec<Vec<&str>> = prompts.iter().map(|prompt| words(prompt).collect()).collect();
        // The length of the whole output, once it ends with a prompt.
        let output_len = |bytes: &[u8]| {
            // The program may be printing without end.
            let start = bytes.len().saturating_sub(PROMPT_BYTES);
            let text = String::from_utf8_lossy(&bytes[start..]);
            let last_line = text.trim_end().rsplit('\n').next().unwrap_or_default();
            let last_words: Vec<&str> = words(last_line).collect();
            let is_asking = wanted.iter().any(|prompt| last_words.ends_with(prompt));
            is_asking.then_some(bytes.len())
        };
        let (time, cancel) = (self.limits.time, self.cancel);
        let printed = self.conversation.ask_keeping_output(
            input.as_bytes(),
            time,
            &|| cancel.is_cancelled(),
            output_len,
        );
        match printed {
            Ok(printed) => Ok(String::from_utf8_lossy(&printed).into_owned()),
            Err(ProgramError::Cancelled) => Err(CheckError::Cancelled.into()),
            Err(error) => Err(self.missing_prompt(&error, prompts).into()),
        }
    }

    /// Reports a program that failed before it printed one of these prompts.
    fn missing_prompt(&self, error: &ProgramError, prompts: &[&str]) -> CheckFault {
        let sentence = match error {
            ProgramError::Exited(0) => "it ends in the middle of the game".to_owned(),
            ProgramError::TimedOut(_) => {
                let prompts: Vec<_> = prompts.iter().map(|prompt| format!("`{prompt}`")).collect();
                format!("it does not ask {}: it {error}", prompts.join(" or "))
            }
            error => CheckFault::of_program(error).sentence,
        };
        let printed = String::from_utf8_lossy(self.conversation.received());
        let last_line = printed.trim_end().lines().last();
        let actual = last_line.map(|line| shortened_with_count(line, MAX_LINE_CHARS).into_owned());
        CheckFault { actual, kind: fault_kind(error), ..self.fault(sentence) }
    }
}
