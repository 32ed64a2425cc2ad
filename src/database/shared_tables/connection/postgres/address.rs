//! The address of a server: its URL, completed from the environment.

use std::{env, ffi::OsString, path::PathBuf, time::Duration};

use nix::unistd::{User, geteuid};
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use crate::database::shared_tables::SharedError;

const DEFAULT_PORT: u16 = 5432;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The default timeout for the acknowledgement of sent data.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// TCP keepalive: the idle time before the first probe, the interval and the number of probes.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(30), Duration::from_secs(5), 3);
/// The usual folders of server sockets.
const SOCKET_FOLDERS: [&str; 2] = ["/run/postgresql", "/var/run/postgresql"];

/// Connection settings from the environment, as for `PostgreSQL`'s own programs.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub password: Option<String>,
    pub ssl_mode: Option<String>,
    pub user: Option<String>,
}

impl Environment {
    pub fn read() -> Self {
        let text = |name| env::var_os(name).map(OsString::into_string).and_then(Result::ok);
        Self {
            password: text("PGPASSWORD").filter(|password| !password.is_empty()),
            ssl_mode: text("PGSSLMODE").filter(|mode| !mode.is_empty()),
            user: User::from_uid(geteuid()).ok().flatten().map(|user| user.name),
        }
    }
}

/// Returns the settings of a connection: those of the URL, completed by the environment and our
/// defaults. Fails if encryption is required, except on a Unix socket. The error doesn't contain
/// the URL, which may contain a password.
pub fn config(url: &str, environment: &Environment) -> Result<Config, SharedError> {
    let (url, ssl_mode) = remove_ssl_mode(url);
    let mut config: Config = url.parse().map_err(|_| {
        let text = "the URL of the server is wrong; it looks like \
                    postgres://name@host:5432/database?connect_timeout=5, and special characters \
                    in it look like %40";
        SharedError::Unusable(text.to_owned())
    })?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        let port = config.get_ports().first().copied().unwrap_or(DEFAULT_PORT);
        config.host_path(socket_folder(port));
    }
    let is_local = config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
    let ssl_mode = ssl_mode.or_else(|| environment.ssl_mode.clone()).unwrap_or_default();
    if !is_local && !["", "disable", "allow", "prefer"].contains(&ssl_mode.as_str()) {
        return Err(SharedError::Unusable(
            "fourcade can't encrypt the connection as sslmode asks for; use a Unix socket, a \
             private network or an SSH tunnel, with sslmode=disable"
                .to_owned(),
        ));
    }
    config.ssl_mode(SslMode::Disable);
    if let (None, Some(user)) = (config.get_user(), &environment.user) {
        config.user(user);
    }
    if let (None, Some(password)) = (config.get_password(), &environment.password) {
        config.password(password);
    }
    if config.get_application_name().is_none() {
        config.application_name("fourcade");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SEND_TIMEOUT);
    }
    if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        let (idle, interval, attempts) = KEEPALIVE;
        config.keepalives_idle(idle).keepalives_interval(interval).keepalives_retries(attempts);
    }
    Ok(config)
}

/// Removes `sslmode` from a URL, because the client refuses some of its values. Returns the value.
fn remove_ssl_mode(url: &str) -> (String, Option<String>) {
    // A password before the `@` may contain a question mark.
    let start = url.find('@').unwrap_or(0);
    let Some(question) = url[start..].find('?') else { return (url.to_owned(), None) };
    let (before, query) = url.split_at(start + question);
    let (ssl_modes, others): (Vec<&str>, Vec<&str>) =
        query[1..].split('&').partition(|option| option.starts_with("sslmode="));
    let value = ssl_modes.last().and_then(|option| option.split_once('=')).map(|(_, mode)| mode);
    let url = if others.is_empty() {
        before.to_owned()
    } else {
        format!("{before}?{}", others.join("&"))
    };
    (url, value.map(str::to_owned))
}

/// Returns the first folder with a socket of this port, or the first folder if none has one.
fn socket_folder(port: u16) -> PathBuf {
    let folders = SOCKET_FOLDERS.into_iter().map(PathBuf::from).chain([env::temp_dir()]);
    let mut folders: Vec<PathBuf> = folders.collect();
    let has_socket = |folder: &PathBuf| folder.join(format!(".s.PGSQL.{port}")).exists();
    let best = folders.iter().position(has_socket).unwrap_or(0);
    folders.swap_remove(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local() -> Environment {
        Environment { user: Some("ada".to_owned()), ..Environment::default() }
    }

    #[test]
    fn required_encryption_is_refused_except_on_a_local_socket() {
        let refused = |url: &str, environment: &Environment| {
            let result = config(url, environment);
            result.err().is_some_and(|error| error.to_string().contains("SSH tunnel"))
        };
        for mode in ["require", "verify-ca", "verify-full", "requier"] {
            let url = format!("postgres://db/arcade?sslmode={mode}&connect_timeout=2");
            assert!(refused(&url, &local()), "{mode}");
            let socket = format!("postgres:///arcade?host=%2Frun&sslmode={mode}");
            assert!(config(&socket, &local()).is_ok(), "{mode}");
        }
        for mode in ["disable", "allow", "prefer"] {
            let url = format!("postgres://ada:a?b@db/arcade?connect_timeout=2&sslmode={mode}");
            let found = config(&url, &local()).unwrap();
            assert_eq!(found.get_connect_timeout(), Some(&Duration::from_secs(2)));
            assert_eq!(found.get_password(), Some(&b"a?b"[..]));
            assert_eq!(found.get_dbname(), Some("arcade"));
        }
        let environment = Environment { ssl_mode: Some("require".to_owned()), ..local() };
        assert!(refused("postgres://db/arcade", &environment));
        assert!(config("postgres://db/arcade?sslmode=prefer", &environment).is_ok());
    }

    #[test]
    fn an_error_does_not_contain_the_url() {
        for url in [
            "postgres://ada:secret@db:99999999/arcade",
            "postgres://db/arcade?password=secret&secret",
            "postgres://ada:secret@[db/arcade",
            "postgres://ada:secret@db/arcade?secret=secret",
        ] {
            let error = config(url, &local()).unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("%40"), "{error}");
        }
    }

    #[test]
    fn a_password_in_the_url_overrides_the_environment() {
        let environment = Environment { password: Some("env".to_owned()), ..local() };
        for (url, expected) in
            [("postgres://db/arcade", "env"), ("postgres://ada:url@db/arcade", "url")]
        {
            let found = config(url, &environment).unwrap();
            assert_eq!(found.get_password(), Some(expected.as_bytes()), "{url}");
            assert_eq!(found.get_user(), Some("ada"), "{url}");
        }
        assert_eq!(config("postgres://db/arcade", &local()).unwrap().get_password(), None);
    }

    #[test]
    fn every_connection_has_timeouts() {
        let found = config("postgres://db/arcade", &local()).unwrap();
        assert!(found.get_keepalives() && found.get_keepalives_idle() < Duration::from_secs(60));
        assert_eq!(found.get_connect_timeout(), Some(&CONNECT_TIMEOUT));
        assert_eq!(found.get_tcp_user_timeout(), Some(&SEND_TIMEOUT));
        let given = config("postgres://db/arcade?keepalives_idle=9", &local()).unwrap();
        assert_eq!(given.get_keepalives_idle(), Duration::from_secs(9));
    }
}
