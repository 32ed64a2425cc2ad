//! What the terminal can show, as far as its environment variables tell.

use std::env;

/// The names that terminals give themselves in `TERM` if they can't place the cursor.
const WITHOUT_CURSOR: [&str; 7] =
    ["dumb", "emacs", "unknown", "network", "dialup", "switch", "printer"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalKind {
    /// Whether the cursor can be placed, so that a screen can be drawn.
    pub places_cursor: bool,
    /// Whether characters beyond ASCII, such as block elements, can be shown.
    pub shows_unicode: bool,
    /// Whether tmux stands between this program and the terminal.
    pub is_tmux: bool,
}

impl TerminalKind {
    /// A common terminal emulator.
    pub const CAPABLE: Self = Self { places_cursor: true, shows_unicode: true, is_tmux: false };

    /// Detects the kind of the terminal from `TERM` and `TMUX`, and its character set from `LC_ALL`,
    /// `LC_CTYPE` and `LANG`.
    pub fn detect() -> Self {
        Self::of(|name| env::var(name).ok())
    }

    /// Like [`Self::detect`], with these variables. Without any, the terminal is a common one.
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
            // Over SSH, only the name of the terminal comes along.
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
    fn tmux_is_told_by_its_variable_or_over_ssh_by_the_name_of_its_terminal() {
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
    fn unicode_needs_a_locale_with_it_and_more_than_the_linux_console() {
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
