//! How to reach a server: its URL, completed by what the environment says.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use nix::unistd::{User, geteuid};
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};

use super::passfile::{self, Target};
use crate::database::shared_tables::SharedError;

/// The port of a server, unless the URL says another one.
const PORT: u16 = 5432;
/// How long to wait for a connection to one address, unless the URL says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long what was sent may be unanswered until the connection counts as lost, unless the URL
/// says otherwise.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// The time without news after which the system asks whether the other side is still there, and the
/// time and the number of its attempts.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(30), Duration::from_secs(5), 3);
/// The folders in which servers have their sockets, unless the URL names one.
const SOCKET_FOLDERS: [&str; 2] = ["/run/postgresql", "/var/run/postgresql"];

/// What the environment says about connections, as for `PostgreSQL`'s own programs.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// `PGPASSWORD`.
    pub password: Option<String>,
    /// `PGPASSFILE`, or `.pgpass` in the home folder.
    pub passfile: Option<PathBuf>,
    /// `PGSSLMODE`.
    pub encryption: Option<String>,
    /// The name of the user of this process.
    pub user: Option<String>,
}

impl Environment {
    pub fn read() -> Self {
        let named = env::var_os("PGPASSFILE").filter(|file| !file.is_empty()).map(PathBuf::from);
        let at_home = || Some(etcetera::home_dir().ok()?.join(".pgpass"));
        let text = |name| env::var_os(name).map(OsString::into_string).and_then(Result::ok);
        Self {
            password: text("PGPASSWORD").filter(|password| !password.is_empty()),
            passfile: named.or_else(at_home),
            encryption: text("PGSSLMODE").filter(|mode| !mode.is_empty()),
            user: User::from_uid(geteuid()).ok().flatten().map(|user| user.name),
        }
    }
}

/// Fails if the URL asks for encryption. The error doesn't contain the URL.
pub fn config(url: &str, environment: &Environment) -> Result<Config, SharedError> {
    let (url, encryption) = without_encryption(url);
    let mut config: Config = url.parse().map_err(|_| {
        let text = "the URL of the server is wrong; it looks like \
                    postgres://name@host:5432/database?connect_timeout=5, and special characters \
                    in it look like %40";
        SharedError::Unusable(text.to_owned())
    })?;
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        config.host_path(socket_folder(config.get_ports().first().copied().unwrap_or(PORT)));
    }
    let is_local = config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
    let encryption = encryption.or_else(|| environment.encryption.clone()).unwrap_or_default();
    if !is_local && !["", "disable", "allow", "prefer"].contains(&encryption.as_str()) {
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
    if config.get_password().is_none()
        && let Some(password) =
            environment.password.clone().or_else(|| stored(&config, environment))
    {
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

/// Returns a URL without `sslmode`, and the value of that. The client refuses some of its values.
fn without_encryption(url: &str) -> (String, Option<String>) {
    // A question mark may be part of a password.
    let start = url.find('@').unwrap_or(0);
    let Some(question) = url[start..].find('?') else { return (url.to_owned(), None) };
    let (before, query) = url.split_at(start + question);
    let (encryption, others): (Vec<&str>, Vec<&str>) =
        query[1..].split('&').partition(|option| option.starts_with("sslmode="));
    let value = encryption.last().and_then(|option| option.split_once('=')).map(|(_, mode)| mode);
    let url = if others.is_empty() {
        before.to_owned()
    } else {
        format!("{before}?{}", others.join("&"))
    };
    (url, value.map(str::to_owned))
}

fn socket_folder(port: u16) -> PathBuf {
    let folders = SOCKET_FOLDERS.into_iter().map(PathBuf::from).chain([env::temp_dir()]);
    let mut all: Vec<PathBuf> = folders.collect();
    let has_socket = |folder: &PathBuf| folder.join(format!(".s.PGSQL.{port}")).exists();
    let best = all.iter().position(has_socket).unwrap_or(0);
    all.swap_remove(best)
}

/// Returns the password in the password file. With several hosts it must be the same for all, since
/// one of them should not get the password of another.
fn stored(config: &Config, environment: &Environment) -> Option<String> {
    let file = environment.passfile.as_deref()?;
    let user = config.get_user()?;
    let database = config.get_dbname().unwrap_or(user);
    let ports = config.get_ports();
    let count = config.get_hosts().len().max(config.get_hostaddrs().len());
    let password_of = |number: usize| {
        let port = ports.get(number).or(ports.first()).copied().unwrap_or(PORT);
        let ask = |host: &str| passfile::password(file, Target { host, port, database, user });
        match config.get_hosts().get(number) {
            Some(Host::Tcp(host)) => ask(host),
            Some(Host::Unix(folder)) => folder.to_str().and_then(ask).or_else(|| ask("localhost")),
            None => ask(&config.get_hostaddrs().get(number)?.to_string()),
        }
    };
    let first = password_of(0)?;
    (1..count).all(|number| password_of(number).as_ref() == Some(&first)).then_some(first)
}

/// Returns a sentence about a password file that is ignored because others may read it.
pub fn passfile_problem(environment: &Environment) -> Option<String> {
    let file: &Path = environment.passfile.as_deref()?;
    let problem = || format!("{} is ignored until `chmod 600` makes it private", file.display());
    passfile::is_exposed(file).then(problem)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    fn local() -> Environment {
        Environment { user: Some("ada".to_owned()), ..Environment::default() }
    }

    #[test]
    fn encryption_is_refused_where_it_would_matter() {
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
        let environment = Environment { encryption: Some("require".to_owned()), ..local() };
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
    fn a_password_is_found_in_the_url_then_the_environment_then_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pgpass");
        let lines = "db:5432:arcade:ada:one\nlocalhost:*:ada:ada:two\n10.0.0.1:7:*:*:three\n";
        fs::write(&file, lines).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let with_file = Environment { passfile: Some(file.clone()), ..local() };
        let with_both = Environment { password: Some("env".to_owned()), ..with_file.clone() };
        let found = |url: &str, environment: &Environment| {
            let password = config(url, environment).unwrap().get_password().map(<[u8]>::to_vec);
            password.map(|password| String::from_utf8(password).unwrap())
        };
        for (url, expected) in [
            ("postgres://db/arcade", Some("one")),
            ("postgres://ada@db/arcade", Some("one")),
            ("postgres://bob@db/arcade", None),
            ("postgres://ada:url@db/arcade", Some("url")),
            ("postgres://", Some("two")),
            ("postgres:///?host=%2Fsockets", Some("two")),
            ("postgres:///x?hostaddr=10.0.0.1&port=7", Some("three")),
            ("postgres://db,other/arcade", None),
        ] {
            assert_eq!(found(url, &with_file).as_deref(), expected, "{url}");
        }
        assert_eq!(found("postgres://db/arcade", &with_both).as_deref(), Some("env"));
        assert_eq!(found("postgres://ada:url@db/arcade", &with_both).as_deref(), Some("url"));
        assert_eq!(passfile_problem(&with_file), None);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(found("postgres://db/arcade", &with_file), None);
        assert!(passfile_problem(&with_file).unwrap().contains("chmod 600"));
    }

    #[test]
    fn nothing_waits_for_ever() {
        let found = config("postgres://db/arcade", &local()).unwrap();
        assert!(found.get_keepalives() && found.get_keepalives_idle() < Duration::from_secs(60));
        assert_eq!(found.get_connect_timeout(), Some(&CONNECT_TIMEOUT));
        assert_eq!(found.get_tcp_user_timeout(), Some(&SEND_TIMEOUT));
        let given = config("postgres://db/arcade?keepalives_idle=9", &local()).unwrap();
        assert_eq!(given.get_keepalives_idle(), Duration::from_secs(9));
    }
}
