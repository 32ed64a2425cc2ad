//! Consent to start programs. A name such as `program:COMMAND` may come from a file: a record, a
//! database, the last setup. Such a program never starts by itself.
//!
//! `PlayerSpec::make`, the only way from a name to a player, refuses every program that [`Consent`]
//! does not know. What the user named on the command line or typed
//! in the setup is known by its text, for the rest of the run; what the user allowed when asked, by
//! what exactly it is ([`ProgramIdentity`]).

use std::{
    collections::HashSet,
    path::Path,
    sync::{LazyLock, Mutex},
};

use super::ProgramIdentity;
use crate::{
    printable::{display_path, printable},
    sync::lock,
};
use fourcade_engine::play::PlayerArg;

pub const ALLOW_OPTION: &str = "--allow-programs";

/// Why no program starts; see [`Consent::forbid_all`].
const FORBIDDEN: &str = "programs can't play here; choose another player";

/// A program that may not start before the user has been asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRequest {
    command: String,
    identity: ProgramIdentity,
}

impl ProgramRequest {
    /// The whole command, as in the name of the player.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The file that would be executed, as text.
    pub fn file(&self) -> String {
        display_path(self.identity.file())
    }

    pub fn identity(&self) -> &ProgramIdentity {
        &self.identity
    }

    pub fn refusal(&self) -> String {
        format!(
            "the file names the program `{}` as a player, and such programs don't start by \
             themselves; add {ALLOW_OPTION} if you trust it, or name other players",
            printable(&self.command)
        )
    }
}

#[derive(Debug, Default)]
pub struct Consent {
    allowed: Mutex<Allowed>,
}

#[derive(Debug, Default)]
struct Allowed {
    /// The commands and paths that the user has named.
    commands: HashSet<String>,
    /// The digests of what the user has allowed when asked.
    identities: HashSet<String>,
    /// Whether no program may start, whatever was allowed.
    none: bool,
}

impl Consent {
    pub fn global() -> &'static Self {
        static GLOBAL: LazyLock<Consent> = LazyLock::new(Consent::default);
        &GLOBAL
    }

    /// Lets no program start from now on, whatever was or will be allowed.
    pub fn forbid_all(&self) {
        lock(&self.allowed).none = true;
    }

    /// Allows a command or path that the user has named.
    pub fn allow_command(&self, command: &str) {
        lock(&self.allowed).commands.insert(command.to_owned());
    }

    pub fn allow(&self, request: &ProgramRequest) {
        lock(&self.allowed).identities.insert(request.identity.to_string());
    }

    /// Returns the request to allow a player's program; `None` if the player is no program or its
    /// program is allowed.
    ///
    /// # Errors
    /// Returns a message if there is no such program, or no program may start.
    pub fn request(
        &self,
        arg: &PlayerArg,
        command: &str,
    ) -> Result<Option<ProgramRequest>, String> {
        if !arg.is_program() {
            return Ok(None);
        }
        if lock(&self.allowed).none {
            return Err(FORBIDDEN.to_owned());
        }
        if lock(&self.allowed).commands.contains(command) {
            return Ok(None);
        }
        let identity = match arg {
            PlayerArg::Command => ProgramIdentity::of_command(command),
            _ => ProgramIdentity::of_file(Path::new(command)),
        };
        let identity = identity.map_err(|error| error.to_string())?;
        let is_allowed = lock(&self.allowed).identities.contains(&identity.to_string());
        let request = || ProgramRequest { command: command.to_owned(), identity };
        Ok((!is_allowed).then(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(consent: &Consent, command: &str) -> Option<ProgramRequest> {
        consent.request(&PlayerArg::Command, command).unwrap()
    }

    #[test]
    fn a_program_needs_consent_once_for_exactly_this_command() {
        let consent = Consent::default();
        let first = request(&consent, "sh -c 'exit 1'").unwrap();
        assert!(first.file().ends_with("/sh") && first.refusal().contains("--allow-programs"));
        consent.allow(&first);
        assert_eq!(request(&consent, "sh -c 'exit 1'"), None);
        assert_eq!(request(&consent, "sh  -c 'exit 1'"), None, "the same words");
        assert!(request(&consent, "sh -c 'exit 2'").is_some());
        consent.allow_command("sh -c 'exit 2'");
        assert_eq!(request(&consent, "sh -c 'exit 2'"), None);
        assert!(consent.request(&PlayerArg::Command, "/no/such/program").is_err());
        assert_eq!(consent.request(&PlayerArg::None, "sh"), Ok(None));
    }

    #[test]
    fn nothing_starts_once_all_is_forbidden() {
        let consent = Consent::default();
        let allowed = request(&consent, "sh -c 'exit 1'").unwrap();
        consent.allow_command("sh -c 'exit 2'");
        consent.forbid_all();
        consent.allow(&allowed);
        consent.allow_command("sh -c 'exit 3'");
        for number in 1..=3 {
            let command = format!("sh -c 'exit {number}'");
            let answer = consent.request(&PlayerArg::Command, &command);
            assert_eq!(answer, Err(FORBIDDEN.to_owned()), "{command}");
        }
        assert!(consent.request(&PlayerArg::Path, "sh").is_err());
        assert_eq!(consent.request(&PlayerArg::None, ""), Ok(None));
    }
}
