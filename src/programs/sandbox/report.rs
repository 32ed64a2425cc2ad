//! Messages from a sandbox to the supervisor. They are sent one by one, so that they arrive even if
//! the sandbox is killed.

use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
};

use serde::{Deserialize, Serialize};

use crate::run::RunEnd;

/// Maximum number of names of each kind that are reported.
pub const MAX_NAMES: usize = 3;

/// Reported names are cut off after this many characters.
pub const MAX_NAME_CHARS: usize = 32;

#[derive(Debug, Serialize, Deserialize)]
pub enum SandboxMessage {
    /// Name of another program that the program has started or tried to start.
    Started(String),
    /// Name of a file that the program has left in its folder.
    Created(String),
    /// The last message.
    Ended(RunEnd),
}

impl SandboxMessage {
    #[cfg(target_os = "linux")]
    pub fn send(&self, to: &mut impl Write) {
        // Fails if the supervisor is gone.
        let _ = to.write_all(&serde_json::to_vec(self).unwrap_or_default());
    }
}

/// All messages of a sandbox.
#[derive(Debug, Default)]
pub struct SandboxReport {
    pub started: Vec<String>,
    pub created: Vec<String>,
    pub end: Option<RunEnd>,
}

impl SandboxReport {
    /// Reads the messages that have arrived, without waiting, after the program has ended.
    pub fn read(socket: &mut UnixStream) -> Self {
        let (mut bytes, mut report) = (Vec::new(), Self::default());
        let _ = socket.set_nonblocking(true);
        // If the other end is still open, it fails after reading everything.
        let _ = socket.read_to_end(&mut bytes);
        let messages = serde_json::Deserializer::from_slice(&bytes).into_iter();
        for message in messages.map_while(Result::ok) {
            match message {
                SandboxMessage::Started(name) => report.started.push(name),
                SandboxMessage::Created(name) => report.created.push(name),
                SandboxMessage::Ended(end) => report.end = Some(end),
            }
        }
        report
    }
}
