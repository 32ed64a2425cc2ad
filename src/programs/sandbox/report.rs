//! What the process that starts a program in a sandbox tells the supervisor, message by message, so
//! that what it has told is known even if it is killed.

use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
};

use serde::{Deserialize, Serialize};

use crate::error::RunEnd;

#[derive(Debug, Serialize, Deserialize)]
pub enum SandboxMessage {
    /// The program has started another one, or was kept from it.
    Started(String),
    /// The program has left a file in its folder, which ends with the sandbox.
    Created(String),
    /// It is the last message.
    Ended(RunEnd),
}

impl SandboxMessage {
    #[cfg(target_os = "linux")]
    pub fn send(&self, to: &mut impl Write) {
        // It fails if the supervisor is gone.
        let _ = to.write_all(&serde_json::to_vec(self).unwrap_or_default());
    }
}

/// All messages of a sandbox.
#[derive(Debug, Default)]
pub struct SandboxReport {
    /// The names of the programs that the program has started.
    pub started: Vec<String>,
    /// The names of the files that it has left.
    pub created: Vec<String>,
    pub end: Option<RunEnd>,
}

impl SandboxReport {
    /// Reads the messages that have arrived. Does not wait: the program has ended.
    pub fn read(socket: &mut UnixStream) -> Self {
        let (mut bytes, mut report) = (Vec::new(), Self::default());
        let _ = socket.set_nonblocking(true);
        // It fails if the other end is still open, after it has read everything.
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
