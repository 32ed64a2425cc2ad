//! The tty of a terminal: its settings, and whether keys have been read.

use std::{fs::File, io::Write, path::Path, thread, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};

/// The program's end of a pseudo-terminal. Keep it open only briefly: while it is open, the other
/// end can't notice that the program has ended.
pub struct Tty(File);

impl Tty {
    /// `None` if the terminal has been hung up.
    pub fn open(path: &Path) -> Option<Self> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        open(path, flags, Mode::empty()).ok().map(|fd| Self(fd.into()))
    }

    /// Polling makes the system deliver keys that are in transit, so each key that was sent is
    /// either reported here or has been read.
    pub fn has_unread_keys(&self) -> bool {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
    }

    /// `None` if the terminal no longer exists.
    pub fn settings(&self) -> Option<Settings> {
        tcgetattr(&self.0).ok().map(Settings)
    }

    /// Disables the key for the end of input, so that closing the window doesn't send it.
    pub fn disable_end_key(&self) {
        if let Ok(mut settings) = tcgetattr(&self.0) {
            settings.special_codes[SpecialCodeIndex::VEOF] = 0;
            // An error means that the terminal no longer exists.
            let _ = tcsetattr(&self.0, OptionalActions::Now, &settings);
        }
    }

    /// Writes invisible bytes until there is no room for more. The system makes some room a moment
    /// after it had none, so this tries again for a while.
    pub fn fill(&mut self) {
        let mut refused = 0;
        while refused < 10 {
            if self.0.write(&[0; 64]).is_ok() {
                refused = 0;
            } else {
                refused += 1;
                thread::sleep(Duration::from_millis(10));
            }
        }
    }

    /// Writes an invisible byte, as if the program had written it.
    pub fn nudge(&mut self) {
        let _ = self.0.write_all(b"\0");
    }
}

#[derive(Clone, Debug)]
pub struct Settings(Termios);

impl Settings {
    /// Whether the program gets each key as it is pressed, without line editing and echo.
    pub fn is_raw(&self) -> bool {
        !self.0.local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Describes the differences from earlier settings.
    pub fn differences(&self, before: &Self) -> Vec<String> {
        let (now, then) = (&self.0, &before.0);
        let mut all = Vec::new();
        let mut compare = |what, now: String, then: String| {
            if now != then {
                all.push(format!("the {what} of the tty are {now} and were {then}"));
            }
        };
        compare("local modes", format!("{:?}", now.local_modes), format!("{:?}", then.local_modes));
        compare("input modes", format!("{:?}", now.input_modes), format!("{:?}", then.input_modes));
        compare(
            "output modes",
            format!("{:?}", now.output_modes),
            format!("{:?}", then.output_modes),
        );
        compare(
            "control modes",
            format!("{:?}", now.control_modes),
            format!("{:?}", then.control_modes),
        );
        compare(
            "special keys",
            format!("{:?}", now.special_codes),
            format!("{:?}", then.special_codes),
        );
        all
    }
}
