//! A pseudo-terminal for a conversation with a program.

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    termios::{LocalModes, OptionalActions, OutputModes, tcgetattr, tcsetattr},
};

/// A pseudo-terminal in line mode. Nothing is echoed, no character sends a signal, and output
/// arrives unchanged.
pub(crate) struct Terminal {
    pub ours: OwnedFd,
    /// The end for the program.
    pub theirs: OwnedFd,
}

impl Terminal {
    pub fn open() -> io::Result<Self> {
        let pair = nix::pty::openpty(None, None)?;
        let (ours, theirs) = (pair.master, pair.slave);
        for end in [&ours, &theirs] {
            fcntl_setfd(end, FdFlags::CLOEXEC)?;
        }
        let mut modes = tcgetattr(theirs.as_fd())?;
        modes.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        modes.output_modes.remove(OutputModes::OPOST);
        tcsetattr(theirs.as_fd(), OptionalActions::Now, &modes)?;
        Ok(Self { ours, theirs })
    }
}
