//! Checks people's names, which others see.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::MixedScript;
use unicode_width::UnicodeWidthStr as _;

use crate::{printable::is_unprintable, settings::MAX_NAME_WIDTH};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("type a name")]
    Empty,
    #[error("a name is at most {MAX_NAME_WIDTH} columns wide")]
    TooWide,
    /// A word mixes letters of several alphabets, which may look alike.
    #[error("a word of a name can't mix the letters of several alphabets")]
    Mixed,
    /// The name has characters that hide or reorder text.
    #[error("a name can't contain control characters or invisible ones")]
    Unprintable,
}

/// Returns a valid name, trimmed and normalised (Unicode's NFKC) so that look-alikes are equal.
pub fn check_name(name: &str) -> Result<String, NameError> {
    let name: String = name.nfkc().collect();
    let name = name.trim();
    if name.is_empty() {
        Err(NameError::Empty)
    } else if name.chars().any(is_unprintable) {
        Err(NameError::Unprintable)
    } else if !name.split_whitespace().all(MixedScript::is_single_script) {
        Err(NameError::Mixed)
    } else if name.width() > MAX_NAME_WIDTH {
        Err(NameError::TooWide)
    } else {
        Ok(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        let ok = |name: &str| Ok(name.to_owned());
        assert_eq!(check_name("  Ada Lovelace "), ok("Ada Lovelace"));
        assert_eq!(check_name(&"ä".repeat(20)), ok(&"ä".repeat(20)));
        assert_eq!(check_name(&"a".repeat(21)), Err(NameError::TooWide));
        assert_eq!(check_name(&"名".repeat(10)), ok(&"名".repeat(10)));
        for name in
            ["Ольга", "Ada Ольга", "ゆう子", "김 J.", "O'Neill-3", "ada♥", "محمد", "x\u{fe0f}"]
        {
            assert_eq!(check_name(name), ok(name), "{name:?}");
        }
        assert_eq!(check_name(&"名".repeat(11)), Err(NameError::TooWide));
        for (name, error) in [
            ("", NameError::Empty),
            (" \t", NameError::Empty),
            ("a\u{1b}[2J", NameError::Unprintable),
            ("a\nb", NameError::Unprintable),
            ("ada\u{202e}", NameError::Unprintable),
            ("ad\u{200b}a", NameError::Unprintable),
            // The first letter is Cyrillic.
            ("\u{430}da", NameError::Mixed),
            ("Ada l\u{43e}velace", NameError::Mixed),
            ("ad\u{3b1}", NameError::Mixed),
        ] {
            assert_eq!(check_name(name), Err(error), "{name:?}");
        }
    }

    #[test]
    fn a_name_has_one_form() {
        for (typed, name) in [
            ("Rene\u{301}", "Ren\u{e9}"),
            ("\u{ff41}\u{ff44}\u{ff41}", "ada"),
            ("\u{1d41a}da", "ada"),
            ("a\u{a0}b", "a b"),
            ("\u{b4}a", "\u{301}a"),
        ] {
            assert_eq!(check_name(typed).as_deref(), Ok(name));
            assert_eq!(check_name(name).as_deref(), Ok(name));
        }
    }
}
