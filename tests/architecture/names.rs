//! The names of public types: no two types share one.

use std::{collections::BTreeMap, fs, path::Path};

use crate::source::sources;

/// Names that every screen or game may use for its own type.
const SHARED: [&str; 3] = ["Command", "Controls", "View"];

/// The names of the public structs, enums, traits and type aliases that a source defines outside
/// its tests.
fn public_types(source: &str) -> Vec<String> {
    let code = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let name = |line: &str| {
        let rest = line.strip_prefix("pub")?;
        let rest = match rest.strip_prefix('(') {
            Some(scope) => scope.split_once(')')?.1,
            None => rest,
        };
        let rest = rest.strip_prefix(' ')?;
        let rest = ["struct ", "enum ", "trait ", "type ", "union "]
            .iter()
            .find_map(|keyword| rest.strip_prefix(keyword))?;
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        Some(rest.chars().take_while(|&letter| is_part(letter)).collect())
    };
    code.lines().filter_map(name).collect()
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources("src") {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
            .expect("a source is text");
        for name in public_types(&source) {
            files.entry(name).or_default().push(file.display().to_string());
        }
    }
    let shared: Vec<String> = files
        .iter()
        .filter(|(name, files)| files.len() > 1 && !SHARED.contains(&name.as_str()))
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(shared.is_empty(), "types that share a name:\n{}", shared.join("\n"));
}

#[test]
fn public_types_are_found_outside_tests() {
    let source = "pub struct A<T> {}\npub(super) enum B {\n    pub type_of: u8,\n}\nstruct C;\n\
                  pub trait D: X {\n}\npub type E = u8;\npub fn f() {}\n\n#[cfg(test)]\nmod tests {\n\
                  pub struct F;\n}\n";
    assert_eq!(public_types(source), ["A", "B", "D", "E"]);
}
