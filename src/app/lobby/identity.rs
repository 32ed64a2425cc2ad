//! Who the person at this terminal is at shared tables.

use std::{env, fs};

use crate::{
    shared_tables::client::{NameError, check_name},
    store::settings::Settings,
};

/// Returns the person's name: the one in the settings, or else the login name. `None` if there is
/// neither, so that the person must be asked.
///
/// # Errors
/// Returns an error if the name in the settings can't be used.
pub fn own_name(settings: &Settings) -> Result<Option<String>, NameError> {
    let [name, ..] = &settings.names;
    if name.trim().is_empty() {
        Ok(login_name())
    } else {
        check_name(name).map(|name| Some(name.to_owned()))
    }
}

/// Returns the login name, if there is one that can be used.
fn login_name() -> Option<String> {
    if cfg!(test) {
        return None;
    }
    let variable = |name| env::var(name).ok();
    let names = variable("LOGNAME").into_iter().chain(variable("USER"));
    let mut all = names.chain(account_name());
    all.find_map(|name| check_name(&name).ok().map(str::to_owned))
}

/// Returns the name of the account from the list of accounts, for an environment without a name.
fn account_name() -> Option<String> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    name_of(rustix::process::getuid().as_raw(), &accounts)
}

/// Returns the name of the account with this number.
fn name_of(user: u32, accounts: &str) -> Option<String> {
    let user = user.to_string();
    let mut fields = accounts.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let account = fields.find(|fields| fields.get(2) == Some(&user.as_str()))?;
    account.first().map(|name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_the_settings_counts_first() {
        let named = |name: &str| {
            let mut settings = Settings::default();
            name.clone_into(&mut settings.names[0]);
            own_name(&settings)
        };
        assert_eq!(named(" Ada "), Ok(Some("Ada".to_owned())));
        assert_eq!(named(""), Ok(None), "tests have no login name");
        assert_eq!(named("a\u{202e}b"), Err(NameError::Unprintable));
    }

    #[test]
    fn an_account_is_found_by_its_number() {
        let accounts = "root:x:0:0:root:/root:/bin/sh\n# 1000\nada:x:1000:1000::/home/ada:\n";
        assert_eq!(name_of(1000, accounts).as_deref(), Some("ada"));
        assert_eq!(name_of(0, accounts).as_deref(), Some("root"));
        assert_eq!(name_of(7, accounts), None);
    }
}
