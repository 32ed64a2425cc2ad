//! A running engine that answers commands.

use std::time::Duration;

use crate::{
    games::flip::gtp::{GtpResponse, response_len},
    printable::printable,
    programs::{Conversation, Program, ProgramError, ProgramLimits},
};
use fourcade_engine::play::CancelToken;

/// The maximum number of characters of an engine's text that a message quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// Why an engine did not provide a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum GtpClientError {
    /// The conversation with the program failed or was cancelled, and is over.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The engine answered with an identity number. Our commands have none, so it is not clear
    /// which command was answered, and the conversation is over.
    #[error("answers with the id {0}, though the command has none")]
    UnknownId(u32),
    /// The engine's answer violates the protocol or the rules of the game. The text is a phrase
    /// whose subject is the engine.
    #[error("{0}")]
    Fault(String),
}

impl GtpClientError {
    /// Whether the engine can't be sent more commands.
    pub fn ends_conversation(&self) -> bool {
        !matches!(self, Self::Fault(_))
    }
}

/// A running engine.
pub(super) struct GtpClient {
    conversation: Conversation,
    /// The commands that the engine supports.
    commands: Vec<String>,
}

impl GtpClient {
    /// Starts an engine, requests its list of commands, and selects Othello if it has `set_game`.
    ///
    /// # Errors
    /// Returns an error if the program can't be started, does not respond, or does not play
    /// Othello.
    pub fn start(
        program: &Program,
        limits: &ProgramLimits,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, GtpClientError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled.into());
        }
        let conversation = program.start_conversation(limits)?;
        let mut client = Self { conversation, commands: Vec::new() };
        // An engine without `list_commands` is sent only the commands that all engines must have.
        let commands = client.send("list_commands", timeout, cancel)?.unwrap_or_default();
        client.commands = commands.split_whitespace().map(ToOwned::to_owned).collect();
        if client.supports("set_game") {
            client.send("set_game Othello", timeout, cancel)?.map_err(|error| {
                GtpClientError::Fault(format!("does not play Othello: {}", quote(&error)))
            })?;
        }
        Ok(client)
    }

    /// Returns whether the engine lists this command as supported.
    pub fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|name| name == command)
    }

    /// Sends a command and waits for the response: the result, or the engine's error message.
    ///
    /// # Errors
    /// Returns an error if there is no complete response within `timeout`, because the engine is
    /// too slow or has ended, or because the waiting was cancelled. Returns an error if the
    /// response is to another command.
    pub fn send(
        &mut self,
        command: &str,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Result<String, String>, GtpClientError> {
        let line = format!("{command}\n");
        let response = self.conversation.ask(line.as_bytes(), timeout, cancel, response_len)?;
        let GtpResponse { id, result } = GtpResponse::parse(&response);
        id.map_or(Ok(result), |id| Err(GtpClientError::UnknownId(id)))
    }

    /// Tells the engine to quit and ends it.
    pub fn quit(self) {
        self.conversation.finish(b"quit\n");
    }
}

/// Shortens an engine's text to [`MAX_QUOTED_CHARS`] for a message, and makes it printable.
pub(super) fn quote(text: &str) -> String {
    let ellipsis = if text.chars().nth(MAX_QUOTED_CHARS).is_some() { "..." } else { "" };
    let start: String = text.chars().take(MAX_QUOTED_CHARS).collect();
    format!("{}{ellipsis}", printable(&start))
}
