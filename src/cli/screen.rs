//! The options of the screens, and opening the arcade on the screen or in lines.

use std::{
    env,
    ffi::OsStr,
    io::{IsTerminal, stdin, stdout},
    process::ExitCode,
    time::Duration,
};

use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use super::{error::CliError, numbers, output::print_messages};
use crate::{
    arcade,
    plain::{self, App},
    settings::{Setting, consent::Programs, home::Home, themes::Themes},
    widgets::{TerminalKind, Theme},
};

/// The options that determine how the screens look.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Screen")]
pub struct ScreenOptions {
    /// The colour theme: one of these, or one of your own
    #[arg(long, value_name = "NAME", value_parser = ThemeName)]
    pub theme: Option<String>,
    /// Whether to draw with ASCII characters only
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "always"
    )]
    pub ascii: Option<AsciiChoice>,
    /// Do not animate anything
    #[arg(long)]
    pub no_motion: bool,
    /// How long a finished round or a mismatched pair stays visible: seconds, or `key` to wait for
    /// a key; usually 2, or a key if several people share the keyboard
    #[arg(long, value_name = "SECONDS", value_parser = parse_linger)]
    pub linger: Option<Linger>,
    /// Play as plain text, for screen readers and pipes: one line for each event, and boards on
    /// request. Without a command, from a numbered menu
    #[arg(long)]
    pub plain: bool,
}

/// When to draw with ASCII characters only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AsciiChoice {
    /// Always
    Always,
    /// If the terminal can't show more: the Linux console, or a locale without UTF-8
    Auto,
    /// Never
    Never,
}

/// Time for which something stays visible. `None` means until a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linger(Option<Duration>);

/// Parses seconds from 0 to 60, or `key`.
fn parse_linger(text: &str) -> Result<Linger, String> {
    if text == "key" {
        return Ok(Linger(None));
    }
    let seconds =
        numbers::seconds(0.0..=60.0)(text).map_err(|error| format!("{error}, or `key`"))?;
    Ok(Linger(Some(seconds)))
}

impl ScreenOptions {
    /// Merges these options with `global`, those before the command's name. These take precedence.
    pub fn or(self, global: Self) -> Self {
        Self {
            theme: self.theme.or(global.theme),
            ascii: self.ascii.or(global.ascii),
            no_motion: self.no_motion || global.no_motion,
            linger: self.linger.or(global.linger),
            plain: self.plain || global.plain,
        }
    }

    /// Overrides the saved settings with these options and with the needs of this terminal.
    pub fn override_settings_on(&self, terminal: TerminalKind, home: &mut Home) {
        let settings = &mut home.settings;
        if let Some(theme) = &self.theme {
            settings.theme.clone_from(theme);
            home.overrides.push(&Setting::THEME);
        }
        let ascii = match self.ascii {
            Some(AsciiChoice::Always) => Some(true),
            Some(AsciiChoice::Never) => Some(false),
            Some(AsciiChoice::Auto) => Some(!terminal.shows_unicode),
            None => (!terminal.shows_unicode).then_some(true),
        };
        if let Some(ascii) =
            ascii.filter(|&ascii| self.ascii.is_some() || ascii != settings.ascii_glyphs)
        {
            settings.ascii_glyphs = ascii;
            home.overrides.push(&Setting::GLYPHS);
        }
        if self.no_motion {
            settings.motion.enabled = false;
            home.overrides.push(&Setting::MOTION);
        }
        if let Some(Linger(time)) = self.linger {
            settings.motion.linger = time;
            home.overrides.push(&Setting::LINGER);
        }
    }
}

/// Parses the name of a theme: a built-in one, or one of the user's.
#[derive(Clone)]
struct ThemeName;

impl TypedValueParser for ThemeName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let themes = Themes::at_home();
        let name = value.to_string_lossy();
        if let (None, Some(fault)) = (themes.get(&name), themes.problem(&name)) {
            let message =
                format!("the theme {name:?} can't be used: {fault}; repair it, or name another\n");
            return Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command));
        }
        let names: Vec<_> = themes.names().map(str::to_owned).collect();
        PossibleValuesParser::new(names).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Theme::names().map(PossibleValue::new)))
    }
}

/// Whether both standard input and output are terminals.
pub fn has_terminal() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Checks that the arcade can be drawn here. The error says what works instead.
pub fn check_terminal() -> Result<(), CliError> {
    if !has_terminal() {
        return Err(CliError::usage("this needs a terminal; in a script, add --plain"));
    }
    if !TerminalKind::detect().places_cursor {
        return Err(CliError::usage(
            "this needs a terminal that can place the cursor (see TERM); here, add --plain",
        ));
    }
    Ok(())
}

/// Opens the arcade at its menu, or at a first screen on top of it.
pub fn open(
    options: &ScreenOptions,
    programs: Programs,
    first: Option<arcade::ScreenFactory>,
) -> Result<ExitCode, CliError> {
    PreparedArcade::new(options)?.open(programs, first)
}

/// Opens the arcade on the screen or in lines.
pub fn open_front_end(
    options: &ScreenOptions,
    programs: Programs,
    first: Option<arcade::ScreenFactory>,
    talk: impl FnOnce(&mut App) -> Result<(), plain::Error>,
) -> Result<ExitCode, CliError> {
    match FrontEnd::choose(options)? {
        FrontEnd::Lines(home) => super::plain::run(*home, programs, talk),
        FrontEnd::Screen(arcade) => arcade.open(programs, first),
    }
}

/// The front end that the options and settings ask for.
pub enum FrontEnd {
    /// The problems of the settings have been printed.
    Lines(Box<Home>),
    Screen(Box<PreparedArcade>),
}

impl FrontEnd {
    /// Reads the settings and, for a screen, checks the terminal.
    pub fn choose(options: &ScreenOptions) -> Result<Self, CliError> {
        let (home, problems) = Home::open();
        if options.plain || wants_lines(&home) {
            print_messages(&problems);
            return Ok(Self::Lines(Box::new(home)));
        }
        Ok(Self::Screen(Box::new(PreparedArcade::with_home(options, home, problems)?)))
    }
}

/// Whether the environment, the terminal or the settings ask for the arcade in lines.
fn wants_lines(home: &Home) -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let is_requested = LINES_VARIABLES.into_iter().any(is_set);
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_requested || is_dumb || home.settings.arcade_in_lines
}

/// Environment variables that ask for the arcade in lines. `ACCESSIBLE` is also used by other
/// programs.
const LINES_VARIABLES: [&str; 2] = ["FOURCADE_PLAIN", "ACCESSIBLE"];

/// The arcade before it takes over the terminal.
pub struct PreparedArcade {
    pub home: Home,
    problems: Vec<String>,
}

impl PreparedArcade {
    /// Reads the settings and checks the terminal.
    pub fn new(options: &ScreenOptions) -> Result<Self, CliError> {
        let (home, problems) = Home::open();
        Self::with_home(options, home, problems)
    }

    fn with_home(
        options: &ScreenOptions,
        mut home: Home,
        problems: Vec<String>,
    ) -> Result<Self, CliError> {
        check_terminal()?;
        options.override_settings_on(TerminalKind::detect(), &mut home);
        Ok(Self { home, problems })
    }

    pub fn open(
        self,
        programs: Programs,
        first: Option<arcade::ScreenFactory>,
    ) -> Result<ExitCode, CliError> {
        Ok(arcade::run(self.home, programs, &self.problems, first)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn options_after_the_command_take_precedence() {
        let before = ScreenOptions {
            theme: Some("dark".to_owned()),
            ascii: Some(AsciiChoice::Always),
            ..ScreenOptions::default()
        };
        let after = ScreenOptions { theme: Some("paper".to_owned()), ..ScreenOptions::default() };
        let options = after.or(before.clone());
        assert_eq!(
            (options.theme.as_deref(), options.ascii, options.no_motion),
            (Some("paper"), Some(AsciiChoice::Always), false)
        );
        assert_eq!(ScreenOptions::default().or(before).theme.as_deref(), Some("dark"));
    }

    #[test]
    fn a_terminal_without_unicode_gets_ascii_unless_told_otherwise() {
        let able = TerminalKind::CAPABLE;
        let unable = TerminalKind { shows_unicode: false, ..able };
        let is_ascii = |ascii, saved, terminal| {
            let mut home = Home::unsaved(Settings { ascii_glyphs: saved, ..Settings::default() });
            let options = ScreenOptions { ascii, ..ScreenOptions::default() };
            options.override_settings_on(terminal, &mut home);
            home.settings.ascii_glyphs
        };
        for (choice, saved, on_able, on_unable) in [
            (None, false, false, true),
            (None, true, true, true),
            (Some(AsciiChoice::Always), false, true, true),
            (Some(AsciiChoice::Auto), true, false, true),
            (Some(AsciiChoice::Never), true, false, false),
        ] {
            assert_eq!(is_ascii(choice, saved, able), on_able, "{choice:?}");
            assert_eq!(is_ascii(choice, saved, unable), on_unable, "{choice:?}");
        }
    }
}
