//! Input for a program: keys, the mouse, window sizes and signals.

use std::{sync::atomic::Ordering, thread, time::Instant};

use rustix::process::{Signal, kill_process};

use super::{
    Mouse, Output, Terminal, keys, terminal::POLL_INTERVAL, tty::Tty, wait::TIMEOUT, window::size,
};

impl Terminal {
    /// Presses keys, whose names are separated by spaces (`"down down enter x ctrl-l"`). Each key
    /// is sent when the previous one has been read.
    #[track_caller]
    pub fn press(&self, names: &str) {
        for name in names.split_whitespace() {
            let bytes = keys::key(name, self.output.lock().modes());
            self.send(bytes);
            self.wait_until_read(name);
        }
    }

    /// Waits for a hand-over and takes the keyboard.
    #[track_caller]
    pub fn take_keyboard(&self) {
        self.wait_hand_over();
        self.press("enter");
    }

    /// Waits for a hand-over whose keys work: until then, all but Esc are dim.
    #[track_caller]
    pub fn wait_hand_over(&self) {
        self.wait_for("a hand-over", |output| {
            let style = |text| {
                let (column, row) = output.find(text)?;
                let cell = output.screen().cell(row, column)?;
                Some((cell.fgcolor(), cell.bold(), cell.dim()))
            };
            let show = style("Enter show");
            show.is_some() && show == style("Esc back")
        });
    }

    /// Finds a command by its name in the help and runs it.
    #[track_caller]
    pub fn run_by_name(&self, name: &str) {
        self.press("?");
        self.wait_text("to find a command");
        self.type_text(name);
        self.press("enter");
    }

    /// The program can read all keys at once.
    #[track_caller]
    pub fn press_at_once(&self, names: &str) {
        let modes = self.modes();
        self.send(names.split_whitespace().flat_map(|name| keys::key(name, &modes)).collect());
        self.wait_until_read(names);
    }

    /// All characters are sent at once.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.send(text.into());
        self.wait_until_read(text);
    }

    /// Replaces the text of an input line, and presses Enter.
    #[track_caller]
    pub fn submit_text(&self, text: &str) {
        self.press("ctrl-u");
        self.type_text(text);
        self.press("enter");
    }

    #[track_caller]
    pub fn paste(&self, text: &str) {
        let bytes = keys::paste(text, self.output.lock().modes());
        self.send(bytes);
        self.wait_until_read("the pasted text");
    }

    /// As in any terminal, the program gets the event only if it has requested mouse events.
    #[track_caller]
    pub fn mouse(&self, event: Mouse) {
        let bytes = keys::mouse(event, self.output.lock().modes());
        self.send(bytes);
        self.wait_until_read("the mouse");
    }

    /// Waits for this text and clicks on its first character. The program must have requested mouse
    /// events.
    #[track_caller]
    pub fn click(&self, text: &str) {
        let (column, row) = self.wait(&format!("{text:?} to click on"), |output| output.find(text));
        assert!(
            self.modes().mouse(),
            "the program has not requested mouse events\n{}",
            self.describe()
        );
        self.mouse(Mouse::Click(column, row));
    }

    /// Doesn't wait until the bytes are read.
    pub fn send(&self, bytes: Vec<u8>) {
        self.unwritten.fetch_add(bytes.len(), Ordering::SeqCst);
        // The writer has ended if the window is closed.
        let _ = self.input.send(Some(bytes));
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        // While the output is locked, the program's next frame can't reach the screen before the
        // screen has the new size.
        let mut output = self.output.lock();
        if let Some(master) = &self.master {
            master.resize(size(columns, rows)).expect("the window can be resized");
        }
        output.resize(columns, rows);
    }

    #[track_caller]
    pub fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).expect("the program is running");
    }

    /// Types `fg` at the shell to continue the stopped program.
    #[track_caller]
    pub fn foreground(&self) {
        assert!(self.is_stopped(), "the program is not stopped\n{}", self.describe());
        let times_resumed = self.output.lock().times_resumed;
        // The first line break ends input that was typed before and not read.
        self.send(b"\nfg\n".into());
        // Keys typed before may also end it, or stop it again at once.
        self.wait_while(
            "the program to continue",
            |output| (output.times_resumed > times_resumed).then_some(()),
            || false,
            || {},
        );
    }

    /// Waits until all input has been read, or until the program has ended or stopped for good.
    #[track_caller]
    fn wait_until_read(&self, what: &str) {
        let is_read = |_: &Output| {
            let written = self.unwritten.load(Ordering::SeqCst) == 0;
            (written && Tty::open(&self.tty).is_none_or(|tty| !tty.has_unread_keys())).then_some(())
        };
        let deadline = Instant::now() + TIMEOUT;
        // There is no event when a key has been read, so poll. Most keys are read immediately.
        for round in 0_u32.. {
            self.continue_if_stopped();
            let is_stopped = self.is_stopped() && !self.continues();
            if is_read(&self.output.lock()).is_some() || self.has_ended() || is_stopped {
                return;
            }
            if Instant::now() > deadline {
                break;
            }
            thread::sleep(if round < 20 { POLL_INTERVAL / 20 } else { POLL_INTERVAL });
        }
        panic!("the program did not read {what:?}\n{}", self.describe());
    }
}
