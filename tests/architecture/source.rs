//! Reads Rust sources as tokens.

use std::{
    fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Something found in a source, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub line: usize,
    pub what: String,
}

/// All Rust sources in a folder of the crate, as paths from the crate's root. Files and folders of
/// unit tests are left out.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                folders.extend((folder == "tests" || !path.ends_with("tests")).then_some(path));
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs")
            {
                found.push(path.strip_prefix(root).expect("it lies in the crate").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// The paths in the code, with their lines. The groups of a `use` are expanded; a lone identifier
/// is a path with one part.
pub fn paths(source: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    collect_paths(&code(source), &[], &mut found);
    found
}

fn collect_paths(tokens: &[TokenTree], before: &[String], found: &mut Vec<(usize, Vec<String>)>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(first) => {
                let line = first.span().start().line;
                let mut path = before.to_vec();
                path.push(first.to_string());
                at += 1;
                let mut has_group = false;
                while is_colons(&tokens[at..]) {
                    match tokens.get(at + 2) {
                        Some(TokenTree::Ident(next)) => path.push(next.to_string()),
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                            collect_paths(&trees(group.stream()), &path, found);
                            has_group = true;
                        }
                        _ => break,
                    }
                    at += 3;
                }
                if !has_group {
                    found.push((line, path));
                }
            }
            TokenTree::Group(group) => {
                collect_paths(&trees(group.stream()), before, found);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

fn is_colons(tokens: &[TokenTree]) -> bool {
    let colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    tokens.len() >= 2 && tokens[..2].iter().all(colon)
}

/// The words in the code's identifiers and strings, in lower case, with their lines.
pub fn words(source: &str) -> Vec<Found> {
    let mut found = Vec::new();
    collect_words(&code(source), &mut found);
    found
}

fn collect_words(tokens: &[TokenTree], found: &mut Vec<Found>) {
    for token in tokens {
        if let TokenTree::Group(group) = token {
            collect_words(&trees(group.stream()), found);
            continue;
        }
        let line = token.span().start().line;
        found.extend(split_words(&token.to_string()).into_iter().map(|what| Found { line, what }));
    }
}

/// Splits an identifier or a text into words: `FlipView`, `flip_view` and `"a flip view"` all
/// contain `flip` and `view`.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in text.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && after_small) {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.last_mut().expect("there is one").extend(letter.to_lowercase());
        }
        after_small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The tokens of a source, without documentation and without items that are compiled only for
/// tests.
fn code(source: &str) -> Vec<TokenTree> {
    trees(TokenStream::from_str(source).expect("a source is Rust"))
}

fn trees(stream: TokenStream) -> Vec<TokenTree> {
    let all: Vec<TokenTree> = stream.into_iter().collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < all.len() {
        match attribute(&all[at..]) {
            Some((text, length)) if text.starts_with("cfg(test)") => {
                at += length;
                // The item ends with a block or a semicolon.
                while at < all.len() && !ends_item(&all[at]) {
                    at += 1;
                }
                at += 1;
            }
            Some((text, length)) if text.starts_with("doc=") => at += length,
            _ => {
                kept.push(all[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// The text of the attribute at the start of `tokens`, without spaces, and its number of tokens.
fn attribute(tokens: &[TokenTree]) -> Option<(String, usize)> {
    let is = |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let length = match (is(0, '#'), is(1, '!')) {
        (false, _) => return None,
        (true, inner) => 2 + usize::from(inner),
    };
    match tokens.get(length - 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            let text = group.stream().to_string();
            Some((text.split_whitespace().collect(), length))
        }
        _ => None,
    }
}

fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}
