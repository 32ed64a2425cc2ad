//! The system's side of a terminal: whether lines are edited and echoed, and whether anybody has
//! read the keys.

use std::{fs::File, io::Write, path::Path};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};

/// The program's end of a pseudo-terminal. Held open for a moment only: as long as it is, the other
/// end does not hear that the program has gone.
pub struct Tty(File);

impl Tty {
    /// Opens it; nothing if it has been hung up.
    pub fn open(path: &Path) -> Option<Self> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        open(path, flags, Mode::empty()).ok().map(|fd| Self(fd.into()))
    }

    /// Whether keys wait to be read. (Asking makes the system hand over what is on its way, so a
    /// key that was sent is either seen here or has been read.)
    pub fn has_unread_keys(&self) -> bool {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
    }

    /// How it is set.
    pub fn settings(&self) -> Option<Settings> {
        tcgetattr(&self.0).ok().map(Settings)
    }

    /// Makes no key mean "end of the input", so that closing the window types none.
    pub fn forget_end_key(&self) {
        if let Ok(mut settings) = tcgetattr(&self.0) {
            settings.special_codes[SpecialCodeIndex::VEOF] = 0;
            // A terminal that is gone needs no settings.
            let _ = tcsetattr(&self.0, OptionalActions::Now, &settings);
        }
    }

    /// Writes a byte that shows nothing, as if the program had.
    pub fn nudge(&mut self) {
        let _ = self.0.write_all(b"\0");
    }
}

/// How a terminal is set.
#[derive(Clone, Debug)]
pub struct Settings(Termios);

impl Settings {
    /// Whether each key reaches the program as it is pressed, unedited and unechoed.
    pub fn is_raw(&self) -> bool {
        !self.0.local_modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// What differs from how it was, in words.
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
