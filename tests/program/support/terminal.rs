//! A program in a window: reads its screen and its state, and waits for conditions.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::Sender,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use portable_pty::{Child, MasterPty};
use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;

use super::{
    Launch, Modes, Output,
    tty::{Settings, Tty},
    wait::TIMEOUT,
    window::Shared,
};

/// Between two checks of a condition for which there is no event.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The exit status; a shell reports signal n as 128 + n.
    Code(u32),
    /// The name of the signal.
    Signal(String),
}

/// A program in a pseudo-terminal.
pub struct Terminal {
    pub(super) output: Arc<Shared>,
    /// `None` ends the writer thread.
    pub(super) input: Sender<Option<Vec<u8>>>,
    /// Bytes that the writer thread has not written yet.
    pub(super) unwritten: Arc<AtomicUsize>,
    pub(super) threads: Vec<JoinHandle<()>>,
    pub(super) master: Option<Box<dyn MasterPty + Send>>,
    pub(super) child: Mutex<Box<dyn Child + Send + Sync>>,
    pub(super) tty: PathBuf,
    pub(super) initial_settings: Settings,
    /// See [`Launch::bare`].
    pub(super) bare: bool,
    /// See [`Terminal::continue_when_stopped`].
    pub(super) continues: AtomicBool,
    /// Must exist as long as the program runs.
    pub(super) _home: Arc<TempDir>,
    pub started: Instant,
}

// Methods that send input are in `input`.
impl Terminal {
    /// Waits for a complete frame that fulfils the condition. `what` is for the panic message.
    #[track_caller]
    pub fn wait_for(&self, what: &str, condition: impl Fn(&Output) -> bool) {
        self.wait(what, |output| condition(output).then_some(()));
    }

    #[track_caller]
    pub fn wait_text(&self, text: &str) {
        self.wait(&format!("{text:?}"), |output| output.find(text));
    }

    #[track_caller]
    pub fn wait_gone(&self, text: &str) {
        self.wait_for(&format!("{text:?} to disappear"), |output| output.find(text).is_none());
    }

    /// Waits until `find` returns a value for a complete frame. It is called once for each frame,
    /// because a search can take longer than the time between two checks.
    #[track_caller]
    pub fn wait<T>(&self, what: &str, mut find: impl FnMut(&Output) -> Option<T>) -> T {
        let mut searched = None;
        self.wait_or_fail(
            what,
            |output| {
                if output.modes().in_frame() || searched == Some(output.bytes) {
                    return None;
                }
                searched = Some(output.bytes);
                find(output)
            },
            || self.has_ended() || (self.is_stopped() && !self.continues()),
        )
    }

    /// Waits for a pause in the output. Only for measurements: a program can be busy for longer
    /// than any pause.
    pub fn wait_idle(&self, quiet: Duration) {
        loop {
            let left = quiet.saturating_sub(self.output.lock().last.elapsed());
            if left.is_zero() {
                return;
            }
            thread::sleep(left);
        }
    }

    /// Returns `true` if the program has ended, and `false` if this text is on the screen.
    #[track_caller]
    pub fn wait_end_or_text(&self, text: &str) -> bool {
        let find = |output: &Output| match self.exit(output) {
            Some(_) => Some(true),
            None => output.find(text).map(|_| false),
        };
        self.wait_or_fail(&format!("the end, or {text:?}"), find, || false)
    }

    #[track_caller]
    pub fn wait_exit(&self) -> Exit {
        self.wait_or_fail("the end of the program", |output| self.exit(output), || false)
    }

    /// Waits until the program's process no longer exists. Unlike [`Self::wait_exit`], this doesn't
    /// need the terminal, which may be [frozen](Self::freeze).
    #[track_caller]
    pub fn wait_gone_process(&self) {
        let gone = |output: &Output| (!is_alive(output)).then_some(());
        self.wait_or_fail("the process to end", gone, || false);
    }

    #[track_caller]
    pub fn wait_stopped(&self) {
        self.wait_or_fail(
            "the program to stop",
            |output| self.stopped(output).then_some(()),
            || self.has_ended(),
        );
    }

    /// Continues the program whenever a test waits while it is stopped: random input may contain
    /// Ctrl-Z, which the program may handle at any later moment.
    pub fn continue_when_stopped(&self) {
        self.continues.store(true, Ordering::SeqCst);
    }

    /// See [`Self::continue_when_stopped`].
    pub(super) fn continues(&self) -> bool {
        self.continues.load(Ordering::SeqCst)
    }

    /// The program must have restored the terminal.
    #[track_caller]
    pub(super) fn continue_if_stopped(&self) {
        if self.continues() && self.is_stopped() {
            self.assert_restored();
            self.foreground();
        }
    }

    /// The program must have ended or stopped.
    #[track_caller]
    pub fn assert_restored(&self) {
        assert!(
            self.has_ended() || self.is_stopped(),
            "the program is still running\n{}",
            self.describe()
        );
        let left = self.unrestored();
        assert!(
            left.is_empty(),
            "the terminal was not restored: {}\n{}",
            left.join("; "),
            self.describe()
        );
    }

    /// Describes everything that the program has not restored, except the tty of a
    /// [bare](Launch::bare) program that has ended: the system has reset it.
    pub fn unrestored(&self) -> Vec<String> {
        let mut left = self.modes().unrestored();
        let settings = self.settings();
        left.extend(settings.iter().flat_map(|now| now.differences(&self.initial_settings)));
        let output = self.output.lock();
        let screen = output.screen();
        if screen.fgcolor() != vt100::Color::Default
            || screen.bgcolor() != vt100::Color::Default
            || screen.inverse()
        {
            left.push("the colours are on".to_owned());
        }
        left
    }

    /// The text of the screen after each output since the last call, without incomplete frames. The
    /// first call returns the current screen.
    pub fn frames(&self) -> Vec<String> {
        let mut output = self.output.lock();
        let now = output.text();
        output.frames.replace(Vec::new()).unwrap_or_else(|| vec![now])
    }

    #[track_caller]
    pub fn text(&self) -> String {
        self.inspect(Output::text)
    }

    /// Waits until the current frame is complete, unless the program can't finish it.
    #[track_caller]
    pub fn inspect<T>(&self, inspect: impl FnOnce(&Output) -> T) -> T {
        let mut inspect = Some(inspect);
        let look = |output: &Output| {
            let is_last = self.exit(output).is_some() || self.stopped(output);
            let is_complete = is_last || !output.modes().in_frame();
            inspect.take_if(|_| is_complete).map(|inspect| inspect(output))
        };
        self.wait_or_fail("a complete frame", look, || false)
    }

    pub fn modes(&self) -> Modes {
        self.output.lock().modes().clone()
    }

    /// In raw mode, the program gets each key as it is pressed.
    pub fn is_raw(&self) -> bool {
        self.settings().is_some_and(|settings| settings.is_raw())
    }

    pub fn has_ended(&self) -> bool {
        self.exit(&self.output.lock()).is_some()
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped(&self.output.lock())
    }

    #[track_caller]
    pub fn process(&self) -> Pid {
        if self.bare {
            let child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            return child.process_id().and_then(to_pid).expect("a process has a number");
        }
        let process = self.wait_or_fail("the program's number", |output| output.process, || false);
        Pid::from_raw(process).expect("a process has a number")
    }

    /// For the messages of failing tests.
    pub fn describe(&self) -> String {
        let output = self.output.lock();
        let (rows, columns) = output.size();
        let state = match self.exit(&output) {
            Some(exit) => format!("ended: {exit:?}"),
            None if self.stopped(&output) => "stopped".to_owned(),
            None => "running".to_owned(),
        };
        let line = "-".repeat(usize::from(columns));
        let quiet = output.last.elapsed();
        let (text, bytes) = (output.text(), output.bytes);
        let (row, column) = output.screen().cursor_position();
        format!(
            "{line}\n{text}\n{line}\n{columns} x {rows}, {state}, {bytes} bytes, \
             the last {quiet:.1?} ago, cursor at column {column} of row {row}, \
             not restored: {:?}",
            output.modes().unrestored()
        )
    }
}

impl Terminal {
    pub(super) fn exit(&self, output: &Output) -> Option<Exit> {
        if self.bare {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            let exit =
                child.try_wait().ok().flatten().filter(|_| output.ended || output.closing)?;
            return Some(match exit.signal() {
                Some(name) => Exit::Signal(name.to_owned()),
                None => Exit::Code(exit.exit_code()),
            });
        }
        output.status.filter(|_| !is_alive(output)).map(Exit::Code)
    }

    /// Whether the shell has reported a status although the process still exists.
    fn stopped(&self, output: &Output) -> bool {
        !self.bare && output.status.is_some() && is_alive(output)
    }

    /// `None` if the system may have reset the tty.
    fn settings(&self) -> Option<Settings> {
        if self.bare && self.has_ended() {
            return None;
        }
        Tty::open(&self.tty)?.settings()
    }

    /// Waits until `find` returns a value. Panics after the timeout, or when the condition is
    /// hopeless. Continues a program that [must not stay stopped](Self::continue_when_stopped).
    #[track_caller]
    pub(super) fn wait_or_fail<T>(
        &self,
        what: &str,
        find: impl FnMut(&Output) -> Option<T>,
        is_hopeless: impl Fn() -> bool,
    ) -> T {
        self.wait_while(what, find, is_hopeless, || self.continue_if_stopped())
    }

    /// Like [`Self::wait_or_fail`], and calls `meanwhile` before each look.
    #[track_caller]
    pub(super) fn wait_while<T>(
        &self,
        what: &str,
        mut find: impl FnMut(&Output) -> Option<T>,
        is_hopeless: impl Fn() -> bool,
        meanwhile: impl Fn(),
    ) -> T {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            meanwhile();
            // Check this before the output, so that the last output of a program that has ended is
            // searched, too.
            let is_last_attempt = is_hopeless() || Instant::now() > deadline;
            let output = self.output.lock();
            if let Some(found) = find(&output) {
                return found;
            }
            if is_last_attempt {
                break;
            }
            let _ = self.output.changed.wait_timeout(output, POLL_INTERVAL);
        }
        panic!("timed out waiting for {what}\n{}", self.describe());
    }
}

fn is_alive(output: &Output) -> bool {
    output.process.and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_ok())
}

pub(super) fn to_pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}
