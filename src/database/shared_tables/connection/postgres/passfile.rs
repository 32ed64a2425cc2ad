//! Passwords in the file of `PostgreSQL`'s programs: `~/.pgpass`, or the one that `PGPASSFILE`
//! names.
//!
//! Each line is `host:port:database:user:password`. A field may be `*`; `\` comes before a colon or
//! a backslash in a field. The first line that fits counts. The format is described in the manual,
//! "The Password File".

use std::path::Path;

use crate::files;

/// What a password is for.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The name of the host, or the folder of the socket.
    pub host: &'a str,
    pub port: u16,
    pub database: &'a str,
    pub user: &'a str,
}

/// Returns the password for `target`; `None` if the file has none. A file that others may read is
/// ignored, as `PostgreSQL`'s programs do.
pub fn password(file: &Path, target: Target) -> Option<String> {
    if is_exposed(file) {
        return None;
    }
    let text = files::read_text(file).ok()?;
    text.lines().find_map(|line| password_in_line(line, target))
}

/// Whether others than the owner may read or write a file.
pub fn is_exposed(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

fn password_in_line(line: &str, target: Target) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let fields = fields(line);
    let [host, port, database, user, password, ..] = fields.as_slice() else { return None };
    let fits = |(field, is_quoted): &(String, bool), value: &str| {
        (field == "*" && !is_quoted) || field == value
    };
    let is_for_target = fits(host, target.host)
        && fits(port, &target.port.to_string())
        && fits(database, target.database)
        && fits(user, target.user);
    is_for_target.then(|| password.0.clone())
}

/// Returns the fields of a line, and whether each contained a backslash.
fn fields(line: &str) -> Vec<(String, bool)> {
    let mut fields = vec![(String::new(), false)];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let Some((field, is_quoted)) = fields.last_mut() else { break };
        match letter {
            ':' => fields.push((String::new(), false)),
            '\\' => {
                field.extend(letters.next());
                *is_quoted = true;
            }
            letter => field.push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    const TARGET: Target =
        Target { host: "db.example", port: 5433, database: "arcade", user: "ada" };

    #[test]
    fn the_first_line_that_fits_counts() {
        for (line, expected) in [
            ("db.example:5433:arcade:ada:secret", Some("secret")),
            ("*:*:*:*:secret", Some("secret")),
            ("*:*:*:ada:a\\:b\\\\c", Some("a:b\\c")),
            ("*:*:*:ada:secret:rest", Some("secret")),
            ("*:*:*:ada:", Some("")),
            ("*:*:*:ada", None),
            ("# *:*:*:*:secret", None),
            ("\\*:*:*:*:secret", None),
            ("db.example:5432:*:*:secret", None),
            ("*:*:other:*:secret", None),
            ("*:*:*:bob:secret", None),
            ("other:*:*:*:secret", None),
            ("", None),
        ] {
            assert_eq!(password_in_line(line, TARGET).as_deref(), expected, "{line}");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pgpass");
        fs::write(&file, "*:*:*:bob:first\n*:*:*:ada:second\r\n*:*:*:ada:third\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(password(&file, TARGET).as_deref(), Some("second"));
    }

    #[test]
    fn a_file_that_others_may_read_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pgpass");
        assert_eq!(password(&file, TARGET), None, "there is no file");
        fs::write(&file, "*:*:*:*:secret\n").unwrap();
        for (mode, expected) in [(0o600, Some("secret")), (0o640, None), (0o604, None)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(password(&file, TARGET).as_deref(), expected, "{mode:o}");
        }
    }
}
