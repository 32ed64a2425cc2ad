//! The capabilities of the terminal, from its environment variables.

use std::env;

/// The values of `TERM` of terminals that can't place the cursor.
const WITHOUT_CURSOR: [&str; 7] =
    ["dumb", "emacs", "unknown", "network", "dialup", "switch", "printer"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalKind {
    /// Whether the cursor can be placed, which drawing a screen needs.
    pub places_cursor: bool,
    /// Whether characters beyond ASCII, such as block elements, can be shown.
    pub shows_unicode: bool,
    pub is_tmux: bool,
}

impl TerminalKind {
    pub const CAPABLE: Self = Self { places_cursor: true, shows_unicode: true, is_tmux: false };

    /// Detects the terminal from `TERM` and `TMUX`, and its character set from `LC_ALL`, `LC_CTYPE`
    /// and `LANG`.
    pub fn detect() -> Self {
        Self::of(|name| env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let term = set(&"TERM").unwrap_or_default();
        // The first of these variables that is set determines the character set.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
        let is_utf8 = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let is_linux_console = term == "linux" || term.starts_with("linux-");
        Self {
            places_cursor: !WITHOUT_CURSOR.contains(&term.as_str()),
            shows_unicode: is_utf8 && !is_linux_console,
            // SSH passes on only `TERM`.
            is_tmux: set(&"TMUX").is_some() || term == "tmux" || term.starts_with("tmux-"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(variables: &[(&str, &str)]) -> TerminalKind {
        TerminalKind::of(|name| {
            let found = variables.iter().find(|(set, _)| *set == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_screen_needs_a_cursor() {
        assert!(!kind(&[("TERM", "dumb")]).places_cursor);
        for term in ["xterm-256color", "linux", "screen", "vt100", ""] {
            assert!(kind(&[("TERM", term)]).places_cursor, "{term}");
        }
        assert!(kind(&[]).places_cursor);
    }

    #[test]
    fn tmux_is_detected_by_its_variable_or_over_ssh_by_term() {
        for (variables, is_tmux) in [
            (&[][..], false),
            (&[("TERM", "xterm-256color")], false),
            (&[("TMUX", "default,1,0"), ("TERM", "screen-256color")], true),
            (&[("TMUX", "")], false),
            (&[("TERM", "tmux-256color")], true),
            (&[("TERM", "screen-256color")], false),
        ] {
            assert_eq!(kind(variables).is_tmux, is_tmux, "{variables:?}");
        }
    }

    #[test]
    fn unicode_needs_a_utf_8_locale_and_is_off_on_the_linux_console() {
        for (variables, shows_unicode) in [
            (&[][..], true),
            (&[("LANG", "C.UTF-8")], true),
            (&[("LANG", "de_DE.utf8")], true),
            (&[("LANG", "C")], false),
            (&[("LANG", "de_DE.ISO-8859-1")], false),
            (&[("LC_ALL", "POSIX"), ("LANG", "C.UTF-8")], false),
            (&[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], true),
            (&[("TERM", "linux"), ("LANG", "C.UTF-8")], false),
            (&[("TERM", "linux-16color"), ("LANG", "C.UTF-8")], false),
        ] {
            assert_eq!(kind(variables).shows_unicode, shows_unicode, "{variables:?}");
        }
    }
}
