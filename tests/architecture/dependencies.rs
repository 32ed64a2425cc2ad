//! The licences and sources of all dependencies are those that `deny.toml` allows.

use std::{env, fs, path::Path, process::Command};

use serde_json::Value;
use toml::Table;

/// The packages of the repository.
const OURS: [&str; 4] = ["fourcade", "fourcade-course", "fourcade-engine", "fourcade-programs"];

/// Reads a TOML file of the repository.
fn toml_file(name: &str) -> Table {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    text.expect("the file exists").parse().expect("the file is TOML")
}

/// Returns a list of strings in a section of `deny.toml`.
fn allowed(section: &str, key: &str) -> Vec<String> {
    let list = toml_file("deny.toml")[section][key].as_array().expect("a list").clone();
    list.into_iter().map(|item| item.as_str().expect("a list of strings").to_owned()).collect()
}

/// Runs a tool of the Rust toolchain, found in this variable or else by its name, and returns its
/// output.
fn output_of(variable: &str, name: &str, args: &[&str]) -> String {
    let tool = env::var_os(variable).unwrap_or_else(|| name.into());
    let output = Command::new(tool)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .expect("the tool runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Returns the packages that are compiled on this platform. The others need not be downloaded.
fn packages() -> Vec<Value> {
    let version = output_of("RUSTC", "rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("the platform");
    let args = ["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform"];
    let metadata = output_of("CARGO", "cargo", &[&args[..], &[host]].concat());
    let metadata: Value = serde_json::from_str(&metadata).expect("the metadata is JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

#[test]
fn the_engine_depends_on_no_terminal_command_line_or_database() {
    let engine = toml_file("src/engine/Cargo.toml");
    let mut names: Vec<_> = engine["dependencies"].as_table().expect("a table").keys().collect();
    names.sort();
    assert_eq!(names, ["flate2", "rand", "rayon", "serde", "serde_json", "thiserror"]);
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let allowed = allowed("licenses", "allow");
    let packages = packages();
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let refused: Vec<_> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(|text| permits(text, &allowed)))
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(refused.is_empty(), "licences that deny.toml does not allow:\n{}", refused.join("\n"));
}

#[test]
fn every_dependency_comes_from_an_allowed_registry() {
    let deny = toml_file("deny.toml");
    for key in ["unknown-registry", "unknown-git"] {
        assert_eq!(deny["sources"][key].as_str(), Some("deny"), "{key}");
    }
    let registries = allowed("sources", "allow-registry");
    let lock = toml_file("Cargo.lock");
    let packages = lock["package"].as_array().expect("a list of packages");
    assert!(packages.len() > 100, "only {} packages", packages.len());
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let source = package.get("source").and_then(|source| source.as_str());
        let registry = source.and_then(|source| source.strip_prefix("registry+"));
        // Only our own packages are in a folder.
        assert!(
            registry.is_some_and(|url| registries.iter().any(|allowed| allowed == url))
                || (source.is_none() && OURS.contains(&name)),
            "{name} comes from {source:?}, which deny.toml does not allow"
        );
    }
}

/// Whether an SPDX expression can be met with these licences alone. `AND` binds tighter than `OR`,
/// and `/` is an old form of `OR`. A licence with an exception must be allowed with the exception.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let is_permitted = any_of(&mut words, allowed);
    is_permitted == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Evaluates alternatives. Returns `None` if they are not well-formed.
fn any_of(words: &mut Words, allowed: &[String]) -> Option<bool> {
    let mut is_permitted = all_of(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        is_permitted |= all_of(words, allowed)?;
    }
    Some(is_permitted)
}

/// Evaluates licences that must all be met.
fn all_of(words: &mut Words, allowed: &[String]) -> Option<bool> {
    let mut is_permitted = one_licence(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        is_permitted &= one_licence(words, allowed)?;
    }
    Some(is_permitted)
}

/// Evaluates a licence, or an expression in brackets.
fn one_licence(words: &mut Words, allowed: &[String]) -> Option<bool> {
    let mut licence = match words.next()? {
        "(" => {
            let is_permitted = any_of(words, allowed)?;
            return words.next_if_eq(&")").map(|_| is_permitted);
        }
        ")" | "AND" | "OR" | "WITH" => return None,
        licence => licence.to_owned(),
    };
    if words.next_if_eq(&"WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next()?);
    }
    Some(allowed.contains(&licence))
}

#[test]
fn licence_expressions_are_evaluated() {
    let allowed = ["MIT", "Zlib", "Unicode-3.0"].map(str::to_owned);
    for (expression, is_permitted) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 / Apache-2.0", false),
        ("MIT AND Zlib", true),
        ("MIT AND GPL-3.0", false),
        ("GPL-3.0 AND MIT OR Zlib", true),
        ("Zlib OR MIT AND GPL-3.0", true),
        ("(Zlib OR MIT) AND GPL-3.0", false),
        ("(GPL-3.0 OR MIT) AND Unicode-3.0", true),
        ("MIT WITH an-exception", false),
        ("MIT WITH an-exception OR Zlib", true),
        ("MIT OR", false),
        ("(MIT", false),
        ("MIT)", false),
        ("MIT Zlib", false),
        ("AND MIT", false),
    ] {
        assert_eq!(permits(expression, &allowed), is_permitted, "{expression:?}");
    }
}
