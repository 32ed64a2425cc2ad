//! The person's name at shared tables.

use std::env;

use crate::{
    database::shared_tables::name::{NameError, check_name},
    settings::Settings,
};

/// The name in the settings or else the login name; `None` if there is neither.
pub fn own_name(settings: &Settings) -> Result<Option<String>, NameError> {
    let name = settings.own_name();
    if name.trim().is_empty() { Ok(login_name()) } else { check_name(name).map(Some) }
}

fn login_name() -> Option<String> {
    if cfg!(test) {
        return None;
    }
    let mut names = ["LOGNAME", "USER"].into_iter().filter_map(|name| env::var(name).ok());
    names.find_map(|name| check_name(&name).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_the_settings_counts_first() {
        let named = |name: &str| {
            let mut settings = Settings::default();
            settings.set_own_name(name);
            own_name(&settings)
        };
        assert_eq!(named(" Ada "), Ok(Some("Ada".to_owned())));
        assert_eq!(named(""), Ok(None), "tests have no login name");
        assert_eq!(named("a\u{202e}b"), Err(NameError::Unprintable));
    }
}
