//! The terminal's modes: each that is switched on here is given back here, on every way out.

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

/// Whether the modes are on, for whoever must switch them off in a hurry.
static ON: AtomicBool = AtomicBool::new(false);

/// Clicks and the wheel, in SGR form; no motion, which would wake the program for nothing.
struct Mouse(bool);

impl Command for Mouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }
}

/// Gathers a frame and writes it as one synchronised update.
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
        // Whoever drops the terminal writes something more, but it is given back by then, and may
        // be gone.
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

/// The terminal while the arcade has it. Dropping it gives everything back.
#[derive(Debug)]
pub struct Guard {
    terminal: Terminal<CrosstermBackend<Frames>>,
    mouse: bool,
}

impl Guard {
    /// Takes the terminal over: raw mode, alternate screen, mouse if wanted, bracketed paste, no
    /// cursor.
    ///
    /// # Errors
    /// If there is no terminal or it refuses.
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

    /// Takes the terminal over again after the program was stopped, and forgets what was drawn.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn resume(&mut self) -> io::Result<()> {
        // Whoever had the terminal meanwhile may have left it in any mode: switch anew rather than
        // trust the flag.
        restore();
        self.enter()?;
        self.redraw()
    }

    /// Asks for the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn set_mouse(&mut self, wanted: bool) -> io::Result<()> {
        if self.mouse != wanted {
            self.mouse = wanted;
            execute!(io::stdout(), Mouse(wanted))?;
        }
        Ok(())
    }

    /// Forgets what was drawn: the next frame is drawn whole.
    ///
    /// # Errors
    /// If the terminal's size can't be known.
    pub fn redraw(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from((ratatui::layout::Position::ORIGIN, size)))
    }

    /// The terminal to draw on.
    pub fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Frames>> {
        &mut self.terminal
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it is taken. What fails is left: there is nobody to tell.
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

/// Whether a shell waits to go on with the terminal while the program is stopped: its parent is of
/// the same session. Otherwise nobody could continue it.
pub fn has_shell() -> bool {
    let own = nix::unistd::getsid(None);
    let parents = nix::unistd::getsid(Some(nix::unistd::getppid()));
    matches!((own, parents), (Ok(own), Ok(parents)) if own == parents)
}

/// From now on a panic of this (the drawing) thread gives the terminal back before it is reported;
/// a panic of any other thread is only logged: whoever waits for that thread shows it.
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
