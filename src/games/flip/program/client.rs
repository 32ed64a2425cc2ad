//! A controller's side of the protocol: commands are sent to an engine that runs, and its answers
//! come back.

use std::time::Duration;

use super::controller::shown;
use crate::{
    games::flip::protocol::{parse_response, response_len},
    play::CancelToken,
    programs::{Conversation, Program, ProgramError, ProgramLimits},
};

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GtpClientError {
    /// The conversation is over.
    Broken(ProgramError),
    /// The program does not do what it is asked to: what it does instead, as a phrase.
    Fault(String),
}

impl From<ProgramError> for GtpClientError {
    fn from(failure: ProgramError) -> Self {
        Self::Broken(failure)
    }
}

/// An engine that runs.
pub(super) struct GtpClient {
    conversation: Conversation,
    commands: Vec<String>,
}

impl GtpClient {
    /// Starts an engine, asks it what it understands, and says which game it is, if it knows more
    /// than one.
    pub fn start(
        program: &Program,
        limits: &ProgramLimits,
        answer_timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, GtpClientError> {
        if cancel.is_cancelled() {
            return Err(ProgramError::Cancelled.into());
        }
        let mut client =
            Self { conversation: program.start_conversation(limits)?, commands: Vec::new() };
        let listed = client.ask("list_commands", answer_timeout, cancel)?;
        // Whoever does not say what it understands gets what every engine must understand.
        client.commands =
            listed.unwrap_or_default().split_whitespace().map(ToOwned::to_owned).collect();
        if client.knows("set_game") {
            let answer = client.ask("set_game Othello", answer_timeout, cancel)?;
            answer.map_err(|why| {
                GtpClientError::Fault(format!("does not play Othello: {}", shown(&why)))
            })?;
        }
        Ok(client)
    }

    /// Whether the engine says that it understands this command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command and waits for its answer: what came of it, or the engine's words for why it
    /// was refused.
    ///
    /// # Errors
    /// If no answer comes.
    pub fn ask(
        &mut self,
        command: &str,
        answer_timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Result<String, String>, ProgramError> {
        let line = format!("{command}\n");
        let heard = self.conversation.ask(line.as_bytes(), answer_timeout, cancel, response_len)?;
        Ok(parse_response(&heard))
    }

    /// Ends the engine.
    pub fn quit(self) {
        self.conversation.finish(b"quit\n");
    }
}
