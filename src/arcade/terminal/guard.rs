//! The terminal's modes. They are switched on here, and off again however the program ends.
//!
//! The panic hook and the watchdog have no [`Guard`], so the state is in statics:
//!
//! | state | `NEEDS_RESTORE` | `MODES_ON` | `IS_ENDING` |
//! |---|---|---|---|
//! | before the arcade, while it is stopped, and after it | | | |
//! | in the arcade | set | set | |
//! | while [`restore`] writes | set | | |
//! | from [`force_restore`] to the end of the program | as before | | set |
//!
//! `HAS_WINDOW` and `IS_KITTY` are set only in the arcade, if the terminal has these features.

use std::{
    env,
    io::{self, BufWriter, IsTerminal, Stdout, Write},
    mem::ManuallyDrop,
    os::fd::OwnedFd,
    panic,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use crossterm::{
    Command,
    clipboard::CopyToClipboard,
    cursor::{self, SetCursorStyle},
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute, queue,
    style::{Attribute, Print, SetAttribute, force_color_output},
    terminal::{
        BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
        SetTitle, disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{
    Frame, Terminal,
    backend::CrosstermBackend,
    layout::{Position, Rect},
};
use rustix::{
    fs::{Mode, OFlags, open},
    io::{Errno, write},
    stdio::stdout,
    termios::{
        Action, QueueSelector, Winsize, tcdrain, tcflow, tcflush, tcgetwinsize, tcsetwinsize,
        ttyname,
    },
};

use crate::{
    printable::{printable, printable_lines},
    settings::log,
};

static MODES_ON: AtomicBool = AtomicBool::new(false);

/// Whether the terminal's window has a title and a cursor shape to restore.
static HAS_WINDOW: AtomicBool = AtomicBool::new(false);

static IS_KITTY: AtomicBool = AtomicBool::new(false);

/// Whether the terminal still has to be restored. It stays set while [`restore`] writes.
static NEEDS_RESTORE: AtomicBool = AtomicBool::new(false);

/// Whether [`force_restore`] has begun, after which the program ends.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Timeout at exit for a terminal that doesn't read its output.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(200);

/// Delay after which a pseudo-terminal has passed on its output.
const PTY_DELAY: Duration = Duration::from_millis(30);

/// The size of the output buffer, in bytes: more than most frames, so that each is one write.
const FRAME_BYTES: usize = 1 << 16;

type Backend = CrosstermBackend<BufWriter<Stdout>>;

/// Reports of clicks and the wheel, in SGR form. Reports of motion would only wake the program.
struct Mouse(bool);

impl Command for Mouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }
}

struct QueryKitty;

impl Command for QueryKitty {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str("\x1b[?u")
    }
}

struct Kitty(bool);

impl Command for Kitty {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        // Flags: disambiguate, report alternate keys, all keys as sequences, and their text.
        f.write_str(if self.0 { "\x1b[>29u" } else { "\x1b[<u" })
    }
}

/// Pushes the window title on the terminal's stack, or pops it.
struct TitleStack(bool);

impl Command for TitleStack {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[22;0t" } else { "\x1b[23;0t" })
    }
}

/// Whether a terminal of this type has a window title and cursor shapes; others would print them.
fn has_window(term: &str) -> bool {
    const WITHOUT: [&str; 6] = ["dumb", "linux", "vt", "ansi", "cons25", "unknown"];
    !term.is_empty() && !WITHOUT.iter().any(|without| term.starts_with(without))
}

/// The terminal while the arcade uses it. Dropping the guard restores it.
#[derive(Debug)]
pub struct Guard {
    /// Leaked on purpose: dropping it would write to a terminal that is already restored or gone.
    terminal: ManuallyDrop<Terminal<Backend>>,
    mouse: bool,
    kitty: bool,
    title: String,
}

impl Guard {
    /// Takes over the terminal, with mouse reports if `mouse` is set.
    pub fn new(mouse: bool) -> io::Result<Self> {
        // The theme already reduces the colours to those of the terminal.
        force_color_output(true);
        set_missing_size();
        let backend = Backend::new(BufWriter::with_capacity(FRAME_BYTES, io::stdout()));
        let guard = Self {
            terminal: ManuallyDrop::new(Terminal::new(backend)?),
            mouse,
            kitty: false,
            title: String::new(),
        };
        guard.enter()?;
        if has_window(&env::var("TERM").unwrap_or_default()) && io::stdout().is_terminal() {
            execute!(io::stdout(), QueryKitty)?;
        }
        Ok(guard)
    }

    fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        NEEDS_RESTORE.store(true, Ordering::SeqCst);
        MODES_ON.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.mouse {
            queue!(out, Mouse(true))?;
        }
        if self.kitty {
            IS_KITTY.store(true, Ordering::SeqCst);
            queue!(out, Kitty(true))?;
        }
        if has_window(&env::var("TERM").unwrap_or_default()) && out.is_terminal() {
            HAS_WINDOW.store(true, Ordering::SeqCst);
            queue!(out, TitleStack(true), SetCursorStyle::SteadyUnderScore)?;
            if !self.title.is_empty() {
                queue!(out, SetTitle(&self.title))?;
            }
        }
        out.flush()
    }

    /// Sets the window title, if the terminal has one. The old title is restored at the end.
    pub fn set_title(&mut self, title: &str) -> io::Result<()> {
        let title = printable(title);
        if self.title != title {
            self.title = title.into_owned();
            if HAS_WINDOW.load(Ordering::SeqCst) {
                execute!(io::stdout(), SetTitle(&self.title))?;
            }
        }
        Ok(())
    }

    /// Takes over the terminal again after the program was stopped. The next frame is drawn whole.
    pub fn resume(&mut self) -> io::Result<()> {
        // Other programs may have left the terminal in any mode.
        restore();
        self.enter()?;
        self.invalidate()
    }

    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if self.mouse != on {
            self.mouse = on;
            execute!(io::stdout(), Mouse(on))?;
        }
        Ok(())
    }

    /// Switches the kitty protocol on, which the terminal must have reported.
    pub fn use_kitty(&mut self) -> io::Result<()> {
        if !self.kitty {
            self.kitty = true;
            IS_KITTY.store(true, Ordering::SeqCst);
            execute!(io::stdout(), Kitty(true))?;
        }
        Ok(())
    }

    /// Forgets what was drawn, so that the next frame is drawn whole.
    pub fn invalidate(&mut self) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))
    }

    pub fn draw(&mut self, render: impl FnOnce(&mut Frame)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(render)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// If the terminal reports no size, sets that of `LINES` and `COLUMNS`, or 80 x 24. Some
/// pseudo-terminals of containers have no size until their window is resized.
fn set_missing_size() {
    let size = tcgetwinsize(stdout());
    if size.is_ok_and(|size| size.ws_row == 0 || size.ws_col == 0) {
        let cells = |name, default| {
            let given = env::var(name).ok().and_then(|text| text.parse().ok());
            given.filter(|&cells: &u16| cells > 0).unwrap_or(default)
        };
        let [ws_row, ws_col] = [cells("LINES", 24), cells("COLUMNS", 80)];
        let _ = tcsetwinsize(stdout(), Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 });
    }
}

/// Asks the terminal to copy a text to the clipboard. Terminals may ignore it.
pub fn copy(text: &str) -> io::Result<()> {
    execute!(io::stdout(), to_clipboard(text))
}

fn to_clipboard(text: &str) -> CopyToClipboard<String> {
    CopyToClipboard::to_clipboard_from(printable_lines(text).into_owned())
}

/// Restores the terminal if it was taken over. Errors couldn't be shown, so they are ignored.
pub fn restore() {
    while IS_ENDING.load(Ordering::SeqCst) {
        // The watchdog restores the terminal and then ends the program.
        thread::park();
    }
    if MODES_ON.swap(false, Ordering::SeqCst) {
        let _ = write_reset(&mut io::stdout());
        end_raw_mode();
        NEEDS_RESTORE.store(false, Ordering::SeqCst);
    }
}

fn write_reset(out: &mut impl Write) -> io::Result<()> {
    if HAS_WINDOW.swap(false, Ordering::SeqCst) {
        queue!(out, TitleStack(false), SetCursorStyle::DefaultUserShape)?;
    }
    // The flags belong to the alternate screen, so they are reset before it is left.
    if IS_KITTY.swap(false, Ordering::SeqCst) {
        queue!(out, Kitty(false))?;
    }
    execute!(
        out,
        EndSynchronizedUpdate,
        SetAttribute(Attribute::Reset),
        Mouse(false),
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    )
}

/// Ends raw mode once the terminal has received all output. Without raw mode, a key such as Ctrl-C
/// makes the system discard pending output.
fn end_raw_mode() {
    let (sender, drained) = mpsc::channel();
    let drain = move || {
        let _ = tcdrain(stdout());
        let _ = sender.send(());
    };
    // Draining blocks while the terminal is stopped, so it gets a thread and a timeout.
    if thread::Builder::new().spawn(drain).is_ok() {
        let _ = drained.recv_timeout(OUTPUT_TIMEOUT);
    }
    // On a pseudo-terminal, Linux passes on output in the background, and draining doesn't wait.
    thread::sleep(PTY_DELAY);
    let _ = disable_raw_mode();
}

pub fn is_taken() -> bool {
    NEEDS_RESTORE.load(Ordering::SeqCst)
}

/// Restores the terminal in bounded time even if the drawing thread is blocked and the terminal
/// doesn't read. The program must end afterwards.
pub fn force_restore() {
    IS_ENDING.store(true, Ordering::SeqCst);
    MODES_ON.store(false, Ordering::SeqCst);
    if !is_taken() {
        return;
    }
    let mut sequences = Vec::new();
    // Writing to memory doesn't fail.
    let _ = write_reset(&mut sequences);
    if let Ok(tty) = reopen() {
        write_in_time(&tty, &sequences);
    }
    end_raw_mode();
}

/// Opens the terminal of standard output again, in non-blocking mode. If it were set on standard
/// output itself, that mode would stay on in the shell.
fn reopen() -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    ttyname(stdout(), Vec::new())
        .and_then(|path| open(path, flags, Mode::empty()))
        .or_else(|_| open("/dev/tty", flags, Mode::empty()))
}

/// Writes to a terminal that may not read. After a timeout, its unread output is discarded once.
fn write_in_time(tty: &OwnedFd, mut bytes: &[u8]) {
    let mut deadline = Instant::now() + OUTPUT_TIMEOUT;
    let mut is_discarded = false;
    while !bytes.is_empty() {
        match write(tty, bytes) {
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) if Instant::now() < deadline => {
                // `poll` doesn't help: it reports room even while a blocked write holds the lock.
                thread::sleep(OUTPUT_TIMEOUT / 20);
            }
            Err(Errno::AGAIN) if !is_discarded => {
                // Stopping and starting the output wakes the blocked write that holds the lock.
                let _ = tcflow(tty, Action::OOff);
                let _ = tcflush(tty, QueueSelector::OFlush);
                let _ = tcflow(tty, Action::OOn);
                (is_discarded, deadline) = (true, Instant::now() + OUTPUT_TIMEOUT);
            }
            Err(_) => return,
        }
    }
}

pub fn ring_bell() -> io::Result<()> {
    execute!(io::stdout(), Print('\x07'))
}

/// Whether a shell can continue the stopped program: the parent process is in the same session.
pub fn can_suspend() -> bool {
    let own = nix::unistd::getsid(None);
    let parent = nix::unistd::getsid(Some(nix::unistd::getppid()));
    matches!((own, parent), (Ok(own), Ok(parent)) if own == parent)
}

/// Must be called on the drawing thread: its panics are reported once the terminal is restored.
/// Those of other threads are logged, and shown by the screen that waits for them.
pub fn install_panic_hook() {
    let drawing: ThreadId = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore();
            report(info);
        } else if MODES_ON.load(Ordering::SeqCst) {
            log::write(&format!("a worker panicked: {info}"));
        } else {
            report(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_printable_text_is_copied() {
        let sequence = |text: &str| {
            let mut out = String::new();
            to_clipboard(text).write_ansi(&mut out).unwrap();
            out
        };
        // "foob" in Base64, from the test vectors of RFC 4648.
        assert_eq!(sequence("foob"), "\x1b]52;c;Zm9vYg==\x1b\\");
        let shown = printable("a\x1bb");
        assert!(!shown.contains('\x1b'));
        assert_eq!(sequence("a\x1bb"), sequence(&shown));
    }

    #[test]
    fn consoles_get_no_window_title() {
        for term in ["xterm-256color", "tmux-256color", "screen", "alacritty", "xterm-kitty"] {
            assert!(has_window(term), "{term}");
        }
        for term in ["", "dumb", "linux", "linux-16color", "vt100", "ansi"] {
            assert!(!has_window(term), "{term}");
        }
    }
}
