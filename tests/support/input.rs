//! What a person does to a program: keys, the mouse, the window, signals.

use std::{sync::atomic::Ordering, thread, time::Instant};

use rustix::process::{Signal, kill_process};

use super::{
    Mouse, Output, Terminal, keys,
    terminal::{POLL_INTERVAL, TIMEOUT},
    tty::Tty,
    window::size,
};

impl Terminal {
    /// Presses keys, named with spaces between (`"down down enter x ctrl-l"`), each when the one
    /// before has been read.
    #[track_caller]
    pub fn press(&self, names: &str) {
        for name in names.split_whitespace() {
            let bytes = keys::key(name, self.output.lock().modes());
            self.send(bytes);
            self.wait_taken(name);
        }
    }

    /// Presses keys so fast that the program may read them all at once.
    #[track_caller]
    pub fn press_at_once(&self, names: &str) {
        let modes = self.modes();
        self.send(names.split_whitespace().flat_map(|name| keys::key(name, &modes)).collect());
        self.wait_taken(names);
    }

    /// Types this text at once, as it stands.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.send(text.into());
        self.wait_taken(text);
    }

    /// Puts these words in the place of those in a line of text, and accepts them.
    #[track_caller]
    pub fn submit_text(&self, words: &str) {
        self.press("ctrl-u");
        self.type_text(words);
        self.press("enter");
    }

    /// Pastes this text.
    #[track_caller]
    pub fn paste(&self, text: &str) {
        let bytes = keys::paste(text, self.output.lock().modes());
        self.send(bytes);
        self.wait_taken("the pasted text");
    }

    /// Does something with the mouse. As in any terminal, the program hears of it only if it asked.
    #[track_caller]
    pub fn mouse(&self, event: Mouse) {
        let bytes = keys::mouse(event, self.output.lock().modes());
        self.send(bytes);
        self.wait_taken("the mouse");
    }

    /// Clicks at the beginning of these words, once they are there; the program must hear it.
    #[track_caller]
    pub fn click(&self, words: &str) {
        let (column, row) =
            self.wait(&format!("{words:?} to click on"), |output| output.find(words));
        assert!(
            self.modes().mouse(),
            "the program does not listen to the mouse\n{}",
            self.describe()
        );
        self.mouse(Mouse::Click(column, row));
    }

    /// Sends these bytes and does not wait until they are read.
    pub fn send(&self, bytes: Vec<u8>) {
        self.unwritten.fetch_add(bytes.len(), Ordering::SeqCst);
        // A writer that is gone has a closed window.
        let _ = self.input.send(Some(bytes));
    }

    /// Gives the window another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        // The lock keeps what the program then writes from reaching the screen before it has its
        // size.
        let mut output = self.output.lock();
        if let Some(master) = &self.master {
            master.resize(size(columns, rows)).expect("the window can be resized");
        }
        output.resize(columns, rows);
    }

    /// Sends the program a signal.
    #[track_caller]
    pub fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).expect("the program is there to be signalled");
    }

    /// Types `fg` at the shell, to go on with the stopped program.
    #[track_caller]
    pub fn foreground(&self) {
        assert!(self.is_stopped(), "the program is not stopped\n{}", self.describe());
        // What was typed before and not read is a line of its own.
        self.send(b"\nfg\n".into());
        self.wait_or_fail(
            "the program to go on",
            |output| output.status.is_none().then_some(()),
            || false,
        );
    }

    #[track_caller]
    fn wait_taken(&self, what: &str) {
        let taken = |_: &Output| {
            let written = self.unwritten.load(Ordering::SeqCst) == 0;
            (written && Tty::open(&self.tty).is_none_or(|tty| !tty.has_unread_keys())).then_some(())
        };
        let deadline = Instant::now() + TIMEOUT;
        // Nobody tells that a key was read. Most are at once.
        for round in 0_u32.. {
            if taken(&self.output.lock()).is_some() || self.has_ended() || self.is_stopped() {
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
