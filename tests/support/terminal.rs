//! A program in a window: what a person does to it, and waiting for what a person sees.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicUsize, mpsc::Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use portable_pty::{Child, MasterPty};
use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;

use super::{
    Launch, Modes, Output,
    tty::{Settings, Tty},
    window::Shared,
};

/// How long anything is waited for before the test fails.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);
/// How often to look at what tells nobody when it changes.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With this status (128 + n for signal n when a shell tells it).
    Code(u32),
    /// By a signal.
    Signal(String),
}

/// A program in a pseudo-terminal.
pub struct Terminal {
    pub(super) output: Arc<Shared>,
    pub(super) input: Sender<Option<Vec<u8>>>,
    pub(super) unwritten: Arc<AtomicUsize>,
    pub(super) threads: Vec<JoinHandle<()>>,
    pub(super) master: Option<Box<dyn MasterPty + Send>>,
    pub(super) child: Mutex<Box<dyn Child + Send + Sync>>,
    pub(super) tty: PathBuf,
    pub(super) initial_settings: Settings,
    pub(super) bare: bool,
    /// Kept as long as the program runs in it.
    pub(super) _home: Arc<TempDir>,
    /// When it was started.
    pub started: Instant,
}

// What a person sees, and waits for. (What a person does is in `hand`.)
impl Terminal {
    /// Waits until the screen is as `looks` wants it; not looking at half a frame.
    #[track_caller]
    pub fn wait_for(&self, what: &str, looks: impl Fn(&Output) -> bool) {
        self.wait(what, |output| looks(output).then_some(()));
    }

    /// Waits until these words stand on the screen.
    #[track_caller]
    pub fn wait_text(&self, words: &str) {
        self.wait(&format!("{words:?}"), |output| output.find(words));
    }

    /// Waits until these words do not stand on the screen any more.
    #[track_caller]
    pub fn wait_gone(&self, words: &str) {
        self.wait_for(&format!("{words:?} to go"), |output| output.find(words).is_none());
    }

    /// Waits until `look` finds what it wants on the screen, and returns it.
    #[track_caller]
    pub fn wait<T>(&self, what: &str, mut look: impl FnMut(&Output) -> Option<T>) -> T {
        self.wait_or_fail(
            what,
            |output| if output.modes().in_frame() { None } else { look(output) },
            || self.has_ended() || self.is_stopped(),
        )
    }

    /// Waits until nothing has been written for this long. Only to measure, and between random
    /// keys: what a program has to do may take longer than any pause.
    pub fn wait_idle(&self, quiet: Duration) {
        loop {
            let left = quiet.saturating_sub(self.output.lock().last.elapsed());
            if left.is_zero() {
                return;
            }
            thread::sleep(left);
        }
    }

    /// Waits until the program has ended (true) or these words stand on the screen (false).
    #[track_caller]
    pub fn wait_end_or_text(&self, words: &str) -> bool {
        let look = |output: &Output| match self.exit(output) {
            Some(_) => Some(true),
            None => output.find(words).map(|_| false),
        };
        self.wait_or_fail(&format!("the end, or {words:?}"), look, || false)
    }

    /// Waits until the program has ended, and says how.
    #[track_caller]
    pub fn wait_exit(&self) -> Exit {
        self.wait_or_fail("the end of the program", |output| self.exit(output), || false)
    }

    /// Waits until the program has been stopped (Ctrl-Z).
    #[track_caller]
    pub fn wait_stopped(&self) {
        self.wait_or_fail(
            "the program to stop",
            |output| self.stopped(output).then_some(()),
            || self.has_ended(),
        );
    }

    /// Checks that a program that has ended or stopped left the terminal as it found it.
    #[track_caller]
    pub fn assert_restored(&self) {
        assert!(
            self.has_ended() || self.is_stopped(),
            "the program still runs\n{}",
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

    /// What is not as the program found it, in words. (Not the tty of a [bare](Launch::bare)
    /// program that has ended: the system has reset it.)
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

    /// The text of every frame since this was asked last; the first time, of the one on the screen.
    pub fn frames(&self) -> Vec<String> {
        let mut output = self.output.lock();
        let now = output.text();
        output.frames.replace(Vec::new()).unwrap_or_else(|| vec![now])
    }

    /// The screen's text, one line a row.
    pub fn text(&self) -> String {
        self.output.lock().text()
    }

    /// Looks at what was written so far.
    pub fn inspect<T>(&self, inspect: impl FnOnce(&Output) -> T) -> T {
        inspect(&self.output.lock())
    }

    /// What the program switched on and off.
    pub fn modes(&self) -> Modes {
        self.output.lock().modes().clone()
    }

    /// Whether the program gets each key as it is pressed.
    pub fn is_raw(&self) -> bool {
        self.settings().is_some_and(|settings| settings.is_raw())
    }

    /// Whether the program has ended.
    pub fn has_ended(&self) -> bool {
        self.exit(&self.output.lock()).is_some()
    }

    /// Whether the program has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped(&self.output.lock())
    }

    /// The program's process, once it has been started.
    #[track_caller]
    pub fn process(&self) -> Pid {
        if self.bare {
            let child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            return child.process_id().and_then(to_pid).expect("a process has a number");
        }
        let process = self.wait_or_fail("the program's number", |output| output.process, || false);
        Pid::from_raw(process).expect("a process has a number")
    }

    /// Everything about the terminal that helps to see why a test failed.
    pub fn describe(&self) -> String {
        let output = self.output.lock();
        let (rows, columns) = output.screen().size();
        let state = match self.exit(&output) {
            Some(exit) => format!("ended: {exit:?}"),
            None if self.stopped(&output) => "stopped".to_owned(),
            None => "running".to_owned(),
        };
        let rim = "-".repeat(usize::from(columns));
        let quiet = output.last.elapsed();
        let (text, bytes) = (output.text(), output.bytes);
        let (row, column) = output.screen().cursor_position();
        format!(
            "{rim}\n{text}\n{rim}\n{columns} x {rows}, {state}, {bytes} bytes, the last {quiet:.1?} ago, cursor at \
             column {column} of row {row}, not as at first: {:?}",
            output.modes().unrestored()
        )
    }
}

impl Terminal {
    fn exit(&self, output: &Output) -> Option<Exit> {
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

    /// The shell tells that it has the terminal again, and the program is still there.
    fn stopped(&self, output: &Output) -> bool {
        !self.bare && output.status.is_some() && is_alive(output)
    }

    /// How the tty is set.
    fn settings(&self) -> Option<Settings> {
        if self.bare && self.has_ended() {
            return None;
        }
        Tty::open(&self.tty)?.settings()
    }

    #[track_caller]
    pub(super) fn wait_or_fail<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&Output) -> Option<T>,
        is_over: impl Fn() -> bool,
    ) -> T {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            // Asked first: what a program wrote before it ended still counts.
            let last_look = is_over() || Instant::now() > deadline;
            let output = self.output.lock();
            if let Some(found) = look(&output) {
                return found;
            }
            if last_look {
                break;
            }
            let _ = self.output.news.wait_timeout(output, POLL_INTERVAL);
        }
        panic!("waited in vain for {what}\n{}", self.describe());
    }
}

/// Whether the program that the shell told of is still a process.
fn is_alive(output: &Output) -> bool {
    output.process.and_then(Pid::from_raw).is_some_and(|pid| test_kill_process(pid).is_ok())
}

pub(super) fn to_pid(number: u32) -> Option<Pid> {
    i32::try_from(number).ok().and_then(Pid::from_raw)
}
