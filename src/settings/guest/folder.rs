//! The folders of guests in the host's data folder.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

/// Who chose a guest's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOrigin {
    /// The host, for the guest's SSH key. The name is unique.
    Host,
    /// The guest. Anybody can use the name.
    Guest,
}

/// Returns the folder of a guest below the folder of all guests. Each name has its own.
///
/// A name of small letters, digits and hyphens is safe on every file system and becomes the
/// folder's name. Other names, such as those with slashes, are replaced by their digest.
pub fn folder(guests: &Path, origin: NameOrigin, name: &str) -> PathBuf {
    let kind = match origin {
        NameOrigin::Host => "named",
        NameOrigin::Guest => "own-name",
    };
    guests.join(kind).join(file_name(name))
}

/// Whether a guest with a key has visited under this name or its lower-case form.
pub fn is_taken(guests: &Path, name: &str) -> bool {
    let names = [name.to_owned(), name.to_lowercase()];
    names.iter().any(|name| folder(guests, NameOrigin::Host, name).exists())
}

fn file_name(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.is_empty() && name.len() <= 64 && name.bytes().all(is_plain) {
        return name.to_owned();
    }
    // Plain names have no `=`.
    let mut file = "=".to_owned();
    for byte in Sha256::digest(name.as_bytes()) {
        let _ = write!(file, "{byte:02x}");
    }
    file
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::Component};

    use super::*;

    #[test]
    fn two_names_never_share_a_folder_and_none_leads_out() {
        let guests = Path::new("guests");
        let names = [
            "ada",
            "Ada",
            "ADA",
            "ada ",
            "a-da",
            "..",
            ".",
            "../ada",
            "a/b",
            "",
            "=x",
            "ä",
            "a\u{308}",
            "-",
            "con",
            "ada.",
            "a\\b",
            "~",
            "~ada",
            "Ada Lovelace",
        ];
        let long = ["x".repeat(200), "x".repeat(201)];
        let names = names.into_iter().chain(long.iter().map(String::as_str));
        let mut folders = HashSet::new();
        for name in names {
            for origin in [NameOrigin::Host, NameOrigin::Guest] {
                let folder = folder(guests, origin, name);
                let rest: Vec<_> = folder.strip_prefix(guests).unwrap().components().collect();
                assert!(
                    rest.len() == 2 && rest.iter().all(|part| matches!(part, Component::Normal(_))),
                    "{name:?}: {folder:?}"
                );
                // Some file systems don't distinguish capital letters.
                let folder = folder.to_string_lossy().to_lowercase();
                assert!(folder.len() < 100 && folders.insert(folder), "{name:?}");
            }
        }
    }

    #[test]
    fn the_name_of_a_guest_with_a_key_is_taken() {
        let guests = tempfile::tempdir().unwrap();
        assert!(!is_taken(guests.path(), "ada"));
        std::fs::create_dir_all(folder(guests.path(), NameOrigin::Host, "ada")).unwrap();
        assert!(is_taken(guests.path(), "ada") && is_taken(guests.path(), "Ada"));
        assert!(!is_taken(guests.path(), "bob"));
        std::fs::create_dir_all(folder(guests.path(), NameOrigin::Guest, "bob")).unwrap();
        assert!(!is_taken(guests.path(), "bob"), "its owner comes back");
    }
}
