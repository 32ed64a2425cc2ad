//! The terminal's modes: what is switched on here is switched off here, on every way out.

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

/// Whether the modes are on. The panic hook reads it without a [`Guard`].
static IS_ON: AtomicBool = AtomicBool::new(false);

/// Whether the title and the cursor's shape of a window are to be restored.
static IS_WINDOW: AtomicBool = AtomicBool::new(false);

/// Whether the terminal sends keys by the kitty protocol.
static IS_KITTY: AtomicBool = AtomicBool::new(false);

/// Whether anything is left to restore. It is still set while [`restore`] writes.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether [`restore_at_once`] restores the terminal, because the program ends.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// How long the end waits for a terminal that does not read.
const READ_TIMEOUT: Duration = Duration::from_millis(200);

/// How long the system may take to pass on to a terminal what was written.
const PTY_DELAY: Duration = Duration::from_millis(30);

/// More than most frames have, so that each is written at once.
const FRAME_BYTES: usize = 1 << 16;

type Backend = CrosstermBackend<BufWriter<Stdout>>;

/// Switches reports of clicks and the wheel on or off, in SGR form. Motion is not reported, because
/// it would only wake the program.
struct Mouse(bool);

impl Command for Mouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }
}

/// Asks whether the terminal has the kitty protocol, which it answers if it has.
struct AskForKitty;

impl Command for AskForKitty {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str("\x1b[?u")
    }
}

/// Has all keys sent with their text and their place by the kitty protocol, or as before.
struct Kitty(bool);

impl Command for Kitty {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        // Unambiguous, with alternate keys, all keys as sequences, with their text.
        f.write_str(if self.0 { "\x1b[>29u" } else { "\x1b[<u" })
    }
}

/// Saves the title of the terminal's window, or takes it from the stack where it was saved.
struct TitleStack(bool);

impl Command for TitleStack {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[22;0t" } else { "\x1b[23;0t" })
    }
}

/// Whether a terminal of this type is a window, which has a title and shapes of the cursor. A console
/// would print the title.
fn is_window(term: &str) -> bool {
    const WITHOUT: [&str; 6] = ["dumb", "linux", "vt", "ansi", "cons25", "unknown"];
    !term.is_empty() && !WITHOUT.iter().any(|without| term.starts_with(without))
}

/// The terminal while the arcade uses it. Dropping this restores the terminal.
#[derive(Debug)]
pub struct Guard {
    /// Not dropped, because it would write to a terminal that is restored by then, or gone.
    terminal: ManuallyDrop<Terminal<Backend>>,
    mouse: bool,
    kitty: bool,
    title: String,
}

impl Guard {
    /// Takes over the terminal: raw mode, alternate screen, bracketed paste, no cursor until a frame
    /// places it, and the mouse if `mouse` is set.
    pub fn new(mouse: bool) -> io::Result<Self> {
        // The theme knows how many colours the terminal has.
        force_color_output(true);
        give_size();
        let backend = Backend::new(BufWriter::with_capacity(FRAME_BYTES, io::stdout()));
        let guard = Self {
            terminal: ManuallyDrop::new(Terminal::new(backend)?),
            mouse,
            kitty: false,
            title: String::new(),
        };
        guard.enter()?;
        if is_window(&env::var("TERM").unwrap_or_default()) && io::stdout().is_terminal() {
            execute!(io::stdout(), AskForKitty)?;
        }
        Ok(guard)
    }

    fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        IS_ON.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.mouse {
            queue!(out, Mouse(true))?;
        }
        if self.kitty {
            IS_KITTY.store(true, Ordering::SeqCst);
            queue!(out, Kitty(true))?;
        }
        if is_window(&env::var("TERM").unwrap_or_default()) && out.is_terminal() {
            IS_WINDOW.store(true, Ordering::SeqCst);
            queue!(out, TitleStack(true), SetCursorStyle::SteadyUnderScore)?;
            if !self.title.is_empty() {
                queue!(out, SetTitle(&self.title))?;
            }
        }
        out.flush()
    }

    /// Sets the title of the terminal's window, if it has one. The old title comes back at the end.
    pub fn set_title(&mut self, title: &str) -> io::Result<()> {
        let title = printable(title);
        if self.title != title {
            self.title = title.into_owned();
            if IS_WINDOW.load(Ordering::SeqCst) {
                execute!(io::stdout(), SetTitle(&self.title))?;
            }
        }
        Ok(())
    }

    /// Takes over the terminal again after the program was stopped. The next frame is drawn whole.
    pub fn resume(&mut self) -> io::Result<()> {
        // Other programs may have left the terminal in any mode, so switch everything off first.
        restore();
        self.enter()?;
        self.redraw()
    }

    /// Switches mouse events on, or leaves the mouse to the terminal.
    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if self.mouse != on {
            self.mouse = on;
            execute!(io::stdout(), Mouse(on))?;
        }
        Ok(())
    }

    /// Has keys sent by the kitty protocol from now on. The terminal must have said that it has it.
    pub fn use_kitty(&mut self) -> io::Result<()> {
        if !self.kitty {
            self.kitty = true;
            IS_KITTY.store(true, Ordering::SeqCst);
            execute!(io::stdout(), Kitty(true))?;
        }
        Ok(())
    }

    /// Forgets what was drawn, so that the next frame is drawn whole.
    pub fn redraw(&mut self) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((Position::ORIGIN, size)))
    }

    /// Draws a frame as one synchronised update.
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

/// Gives a terminal that says it has no cells the size in `LINES` and `COLUMNS`, or 80 x 24: some
/// pseudo-terminals of containers have none until their window is resized.
fn give_size() {
    let size = tcgetwinsize(stdout());
    if size.is_ok_and(|size| size.ws_row == 0 || size.ws_col == 0) {
        let cells = |name, usual| {
            let given = env::var(name).ok().and_then(|text| text.parse().ok());
            given.filter(|&cells: &u16| cells > 0).unwrap_or(usual)
        };
        let [ws_row, ws_col] = [cells("LINES", 24), cells("COLUMNS", 80)];
        let _ = tcsetwinsize(stdout(), Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 });
    }
}

/// Asks the terminal to copy a text to the clipboard. Terminals that don't support it ignore it.
pub fn copy(text: &str) -> io::Result<()> {
    execute!(io::stdout(), to_clipboard(text))
}

/// Returns the command that copies lines of text, with nothing in them that a terminal would not
/// show.
fn to_clipboard(text: &str) -> CopyToClipboard<String> {
    CopyToClipboard::to_clipboard_from(printable_lines(text).into_owned())
}

/// Restores the terminal if it was taken over. Ignores errors, which could not be shown.
pub fn restore() {
    while IS_ENDING.load(Ordering::SeqCst) {
        // Another thread restores the terminal and then ends the program.
        thread::park();
    }
    if IS_ON.swap(false, Ordering::SeqCst) {
        let _ = write_restoring(&mut io::stdout());
        end_raw_mode();
        IS_TAKEN.store(false, Ordering::SeqCst);
    }
}

fn write_restoring(out: &mut impl Write) -> io::Result<()> {
    if IS_WINDOW.swap(false, Ordering::SeqCst) {
        queue!(out, TitleStack(false), SetCursorStyle::DefaultUserShape)?;
    }
    // The alternate screen has a protocol of its own.
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

/// Ends raw mode after the terminal has got what was written. Without raw mode, the system discards
/// what is still on its way when it turns a key such as Ctrl-C into a signal.
fn end_raw_mode() {
    let (sender, drained) = mpsc::channel();
    let drain = move || {
        let _ = tcdrain(stdout());
        let _ = sender.send(());
    };
    // On another thread, because it does not end while the terminal is stopped.
    if thread::Builder::new().spawn(drain).is_ok() {
        let _ = drained.recv_timeout(READ_TIMEOUT);
    }
    // On a pseudo-terminal, Linux does not wait for what it passes on in the background.
    thread::sleep(PTY_DELAY);
    let _ = disable_raw_mode();
}

pub fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}

/// Restores the terminal while the drawing thread may be blocked. The program must end afterwards:
/// the drawing thread can't use the terminal any more.
///
/// This takes no lock of the drawing thread, and a bounded time if the terminal does not read.
pub fn restore_at_once() {
    IS_ENDING.store(true, Ordering::SeqCst);
    IS_ON.store(false, Ordering::SeqCst);
    if !is_taken() {
        return;
    }
    let mut sequences = Vec::new();
    // Writing to memory doesn't fail.
    let _ = write_restoring(&mut sequences);
    if let Ok(tty) = reopen() {
        write_in_time(&tty, &sequences);
    }
    end_raw_mode();
}

/// Opens the terminal of standard output once more. Non-blocking mode is then ours alone; set on
/// standard output, it would remain in the shell.
fn reopen() -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    ttyname(stdout(), Vec::new())
        .and_then(|path| open(path, flags, Mode::empty()))
        .or_else(|_| open("/dev/tty", flags, Mode::empty()))
}

/// Writes to a terminal that may not read. If it doesn't for a while, what it has not read is
/// discarded to make room.
fn write_in_time(tty: &OwnedFd, mut bytes: &[u8]) {
    let mut deadline = Instant::now() + READ_TIMEOUT;
    let mut is_discarded = false;
    while !bytes.is_empty() {
        match write(tty, bytes) {
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) if Instant::now() < deadline => {
                // `poll` reports room even if a blocked write has the terminal locked.
                thread::sleep(READ_TIMEOUT / 20);
            }
            Err(Errno::AGAIN) if !is_discarded => {
                // Stopping and starting wakes the blocked write, which has the terminal locked.
                let _ = tcflow(tty, Action::OOff);
                let _ = tcflush(tty, QueueSelector::OFlush);
                let _ = tcflow(tty, Action::OOn);
                (is_discarded, deadline) = (true, Instant::now() + READ_TIMEOUT);
            }
            Err(_) => return,
        }
    }
}

pub fn ring() -> io::Result<()> {
    execute!(io::stdout(), Print('\x07'))
}

/// Whether a shell can continue the program after it was stopped.
///
/// This is so if the parent process is in the same session.
pub fn has_shell() -> bool {
    let own = nix::unistd::getsid(None);
    let parent = nix::unistd::getsid(Some(nix::unistd::getppid()));
    matches!((own, parent), (Ok(own), Ok(parent)) if own == parent)
}

/// Installs the panic hook. It must be called on the drawing thread.
///
/// A panic of the drawing thread restores the terminal before it is reported. A panic of another
/// thread is logged while the arcade uses the terminal, and the screen that waits for the thread
/// shows it.
pub fn install_panic_hook() {
    let drawing: ThreadId = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore();
            report(info);
        } else if IS_ON.load(Ordering::SeqCst) {
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
    fn only_windows_have_titles() {
        for term in ["xterm-256color", "tmux-256color", "screen", "alacritty", "xterm-kitty"] {
            assert!(is_window(term), "{term}");
        }
        for term in ["", "dumb", "linux", "linux-16color", "vt100", "ansi"] {
            assert!(!is_window(term), "{term}");
        }
    }
}
