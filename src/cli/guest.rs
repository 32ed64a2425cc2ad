//! `fourcade guest`: the arcade for a guest over SSH.
//!
//! The command executes this program twice more, so that nothing is left of the environment sent by
//! the client: first with a clean environment, to read the settings of the host, and then with the
//! guest's folder as home folder.

use std::{
    env,
    ffi::OsString,
    os::unix::process::CommandExt as _,
    path::PathBuf,
    process::{Command, ExitCode},
};

use nix::unistd::{Uid, User};
use serde::{Deserialize, Serialize};

use super::{
    error::CliError,
    programs::ProgramArgs,
    screen::{self, PreparedArcade, ScreenOptions},
};
use crate::{
    arcade::{self, screens::lobby},
    database::shared_tables::{
        DATABASE_VARIABLE, choose_location, connection::Location, name::check_name,
    },
    files,
    settings::{
        Settings, SettingsFile,
        guest::{self, Guest, NameOrigin},
        home::Home,
        log, parse_name,
        paths::{self, HOME_VARIABLE},
        themes::Themes,
    },
};

/// The hidden subcommand of the two later processes.
pub const GUEST_STAGE: &str = "guest-session";

/// The variable in which an SSH server passes on the client's command.
const ORIGINAL_COMMAND: &str = "SSH_ORIGINAL_COMMAND";

/// Variables taken from the client, which name the type of its terminal.
const CLIENT_VARIABLES: [&str; 2] = ["TERM", "COLORTERM"];

const FIXED_VARIABLES: [(&str, &str); 1] = [("LANG", "C.UTF-8")];

/// The folder of all guests in the host's data folder.
const GUESTS: &str = "guests";

/// The file with a guest's name in the guest's folder.
const NAME_FILE: &str = "name";

/// Open the arcade for a guest who comes over SSH
///
/// The guest has no access to files, programs or a shell. Name this command in `authorized_keys`,
/// or after `ForceCommand` in the settings of the SSH server; docs/hosting.md says how.
#[derive(clap::Args)]
pub struct GuestArgs {
    /// The name under which the guest plays; without it the guest is asked
    #[arg(long)]
    name: Option<String>,
    /// Where shared tables are: a file, or the postgres:// URL of a server
    #[arg(long, value_name = "FILE|URL")]
    database: Option<OsString>,
    /// Keep the settings, the games of all guests and the shared tables in this folder instead of
    /// the account's usual ones
    #[arg(long, value_name = "FOLDER")]
    home: Option<PathBuf>,
}

/// What one of the two later processes does.
#[derive(Serialize, Deserialize)]
enum Stage {
    /// Find the guest's name, limits and folder, using the settings of the host.
    Prepare {
        name: Option<String>,
        /// Whether the client passed a command.
        has_command: bool,
    },
    /// Open the arcade.
    Play { guest: Guest },
}

impl GuestArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let has_command = env::var_os(ORIGINAL_COMMAND).is_some_and(|command| !command.is_empty());
        if !screen::has_terminal() {
            let reason = if has_command {
                "commands and file transfers are not"
            } else {
                "it needs a terminal"
            };
            return Err(CliError::Failed(format!(
                "only the arcade is open to guests, {reason}: connect with `ssh -t` and no command"
            )));
        }
        let name = self.name.as_deref().map(guest_name).transpose();
        let name = name.map_err(|error| CliError::usage(format!("--name: {error}")))?;
        let home = self.home.map(|folder| (HOME_VARIABLE, folder.into_os_string()));
        let database = self.database.map(|location| (DATABASE_VARIABLE, location));
        let variables = home.into_iter().chain(database);
        replace_process(&Stage::Prepare { name, has_command }, variables)
    }
}

pub fn run_stage(argument: Option<&OsString>) -> Result<ExitCode, CliError> {
    let argument = argument.and_then(|argument| argument.to_str()).unwrap_or_default();
    match serde_json::from_str(argument) {
        Ok(Stage::Prepare { name, has_command }) => prepare(name, has_command),
        Ok(Stage::Play { guest }) => play(guest),
        Err(error) => Err(CliError::usage(format!("{GUEST_STAGE}: {error}"))),
    }
}

/// Checks a guest's name for shared tables and the screen, and trims it.
fn guest_name(name: &str) -> Result<String, String> {
    let name = check_name(name).map_err(|error| error.to_string())?;
    parse_name(&name)
}

fn prepare(name: Option<String>, has_command: bool) -> Result<ExitCode, CliError> {
    let (settings, problems) = SettingsFile::at_home().read(&Themes::built_in());
    // Only the host can fix them.
    for problem in problems {
        log::write(&problem);
    }
    let no_home = || CliError::Failed("the account has no home folder; add --home".to_owned());
    let guests = paths::data().ok_or_else(no_home)?.join(GUESTS);
    let database = choose_location(None, &settings).ok_or_else(no_home)?;
    let cores_folder = guests.join("cores");
    let as_guest = |name| {
        let (limits, cores_folder) = (settings.guest, cores_folder.clone());
        Guest { name, limits, cores_folder, has_command }
    };
    let (name, origin) = match name {
        Some(name) => (name, NameOrigin::Host),
        None => match ask_name(guests.clone(), as_guest(String::new()))? {
            Some(name) => (name, NameOrigin::Guest),
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    let folder = guest::folder(&guests, origin, &name);
    let create = || {
        files::create_private_folder(&cores_folder)?;
        files::create_private_folder(&folder)?;
        files::write_atomic(&folder.join(NAME_FILE), |file| writeln!(file, "{name}"))
    };
    create().map_err(|error| {
        CliError::Failed(format!("the host's folder {} can't be used: {error}", guests.display()))
    })?;
    let guest = as_guest(name);
    let database = match database {
        Location::File(file) => file.into_os_string(),
        Location::Server(url) => url.into(),
    };
    let variables = [(HOME_VARIABLE, folder.into_os_string()), (DATABASE_VARIABLE, database)];
    replace_process(&Stage::Play { guest }, variables)
}

/// Asks a guest for a name. Returns `None` if the guest leaves instead.
fn ask_name(guests: PathBuf, guest: Guest) -> Result<Option<String>, CliError> {
    screen::check_terminal()?;
    let check = move |name: &str| {
        let name = guest_name(name)?;
        if guest::is_taken(&guests, &name) {
            return Err(format!("{name} has a key here: choose another name"));
        }
        Ok(name)
    };
    let mut home = Home::unsaved(Settings::default());
    home.set_guest(guest);
    Ok(arcade::ask_guest_name(home, Box::new(check))?)
}

fn play(guest: Guest) -> Result<ExitCode, CliError> {
    let programs = ProgramArgs::default().load()?;
    programs.consent.forbid_all();
    let mut arcade = PreparedArcade::new(&ScreenOptions::default())?;
    arcade.home.set_guest(guest);
    arcade.open(programs, Some(lobby::lobby_factory()))
}

/// Executes this program in place of this process, in an environment of only the account's
/// variables, the type of the client's terminal and these `variables`. Returns only on failure.
fn replace_process(
    stage: &Stage,
    variables: impl IntoIterator<Item = (&'static str, OsString)>,
) -> Result<ExitCode, CliError> {
    let stage =
        serde_json::to_string(stage).map_err(|error| CliError::Failed(error.to_string()))?;
    let environment: Vec<_> =
        account_variables().into_iter().chain(client_variables()).chain(variables).collect();
    let mut error = None;
    // If the program was updated meanwhile, its path may be gone; the second one still works.
    for program in
        [env::current_exe().ok(), Some(PathBuf::from("/proc/self/exe"))].into_iter().flatten()
    {
        let mut command = Command::new(program);
        command.arg0("fourcade").args([GUEST_STAGE, &stage]).env_clear();
        command.envs(FIXED_VARIABLES).envs(environment.iter().map(|(name, value)| (*name, value)));
        // `exec` returns only if it fails.
        error.get_or_insert(command.exec());
    }
    let error = error.map_or_else(String::new, |error| error.to_string());
    Err(CliError::Failed(format!("the arcade can't be started: {error}")))
}

/// Returns the account's variables from the system's user database.
fn account_variables() -> Vec<(&'static str, OsString)> {
    let Ok(Some(user)) = User::from_uid(Uid::effective()) else { return Vec::new() };
    let name = OsString::from(user.name);
    vec![("HOME", user.dir.into_os_string()), ("USER", name.clone()), ("LOGNAME", name)]
}

/// Returns the client's variables that look like a type of terminal.
fn client_variables() -> Vec<(&'static str, OsString)> {
    let is_type = |value: &OsString| {
        value.to_str().is_some_and(|value| {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-+._".contains(letter);
            (1..=64).contains(&value.len()) && value.chars().all(is_part)
        })
    };
    let value = |name| Some((name, env::var_os(name).filter(is_type)?));
    CLIENT_VARIABLES.into_iter().filter_map(value).collect()
}
