//! The terminal's modes: what is switched on here is switched off here, on every way out.

use std::{
    io::{self, Write},
    panic,
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, ThreadId},
};

use crossterm::{
    Command, cursor,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute, queue,
    terminal::{
        BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
        disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{Terminal, backend::CrosstermBackend, layout::Rect};

use crate::store::log;

/// Whether the modes are on. The panic hook reads it without a [`Guard`].
static ON: AtomicBool = AtomicBool::new(false);

/// Switches reports of clicks and the wheel on or off, in SGR form. Motion is not reported, because
/// it would only wake the program.
struct Mouse(bool);

impl Command for Mouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }
}

/// Collects a frame and writes it as one synchronised update.
#[derive(Debug, Default)]
pub struct Frames {
    pending: Vec<u8>,
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A dropped `Terminal` writes more, but the terminal is restored by then and may be gone.
        if !ON.load(Ordering::SeqCst) {
            self.pending.clear();
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut frame = Vec::with_capacity(self.pending.len() + 16);
        queue!(frame, BeginSynchronizedUpdate)?;
        frame.append(&mut self.pending);
        queue!(frame, EndSynchronizedUpdate)?;
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()
    }
}

/// The terminal while the arcade uses it. Dropping this restores the terminal.
#[derive(Debug)]
pub struct Guard {
    terminal: Terminal<CrosstermBackend<Frames>>,
    mouse: bool,
}

impl Guard {
    /// Takes over the terminal: raw mode, alternate screen, bracketed paste, no cursor, and the
    /// mouse if `mouse` is set.
    ///
    /// # Errors
    /// Returns an error if there is no terminal or a mode can't be set.
    pub fn new(mouse: bool) -> io::Result<Self> {
        let guard =
            Self { terminal: Terminal::new(CrosstermBackend::new(Frames::default()))?, mouse };
        guard.enter()?;
        Ok(guard)
    }

    fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        ON.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.mouse {
            queue!(out, Mouse(true))?;
        }
        out.flush()
    }

    /// Takes over the terminal again after the program was stopped. The next frame is drawn whole.
    ///
    /// # Errors
    /// Returns an error if a mode can't be set or the terminal's size is unknown.
    pub fn resume(&mut self) -> io::Result<()> {
        // Other programs may have left the terminal in any mode, so switch everything off first.
        restore();
        self.enter()?;
        self.redraw()
    }

    /// Switches mouse events on, or leaves the mouse to the terminal.
    ///
    /// # Errors
    /// Returns an error if the terminal can't be written to.
    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if self.mouse != on {
            self.mouse = on;
            execute!(io::stdout(), Mouse(on))?;
        }
        Ok(())
    }

    /// Forgets what was drawn, so that the next frame is drawn whole.
    ///
    /// # Errors
    /// Returns an error if the terminal's size is unknown or the terminal can't be cleared.
    pub fn redraw(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((ratatui::layout::Position::ORIGIN, size)))
    }

    /// Returns the terminal to draw on.
    pub fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Frames>> {
        &mut self.terminal
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it was taken over. Ignores errors, which could not be shown.
pub fn restore() {
    if ON.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            EndSynchronizedUpdate,
            Mouse(false),
            DisableBracketedPaste,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
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
        } else if ON.load(Ordering::SeqCst) {
            log::write(&format!("a worker panicked: {info}"));
        } else {
            report(info);
        }
    }));
}
