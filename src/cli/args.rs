//! The options that several commands share, and what they mean for a game.

use std::{ffi::OsStr, fmt::Write as _, path::PathBuf, time::Duration};

use clap::{
    Arg, Command, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use super::error::Error;
use crate::{
    games::{
        ArcadeGame, GameKind, GameVisitor, HUMAN, HUMAN_DESCRIPTION, find_player, strongest_player,
    },
    store::{home::Home, settings::Setting, themes::Themes},
    ui::Theme,
};

/// How the screens look.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Screen")]
pub struct ScreenOptions {
    /// The colours, by the name of a theme: one of these, or one of your own
    #[arg(long, value_name = "NAME", value_parser = ThemeName)]
    pub theme: Option<String>,
    /// Draw with ASCII signs only
    #[arg(long)]
    pub ascii: bool,
    /// Nothing on the screen moves by itself
    #[arg(long)]
    pub no_motion: bool,
    /// How long what the next move hides stays on the table, such as two cards that are no pair:
    /// seconds, or `key` for until a key is pressed
    #[arg(long, value_name = "SECONDS", value_parser = linger)]
    pub linger: Option<Linger>,
}

/// How long something stays to be looked at; nothing: until a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linger(Option<Duration>);

fn linger(text: &str) -> Result<Linger, String> {
    if text == "key" {
        return Ok(Linger(None));
    }
    let seconds = text.parse().ok().filter(|seconds| (0.0..=60.0).contains(seconds));
    let seconds = seconds.ok_or_else(|| "seconds from 0 to 60 are wanted, or `key`".to_owned())?;
    Ok(Linger(Some(Duration::from_secs_f64(seconds))))
}

impl ScreenOptions {
    /// The options given before the command and those given behind it, which count more.
    pub fn over(self, before: Self) -> Self {
        Self {
            theme: self.theme.or(before.theme),
            ascii: self.ascii || before.ascii,
            no_motion: self.no_motion || before.no_motion,
            linger: self.linger.or(before.linger),
        }
    }

    /// What is given here counts more than the settings at home.
    pub fn over_home(&self, home: &mut Home) {
        let settings = &mut home.settings;
        if let Some(theme) = &self.theme {
            settings.theme.clone_from(theme);
            home.overrides.push(Setting::Theme);
        }
        if self.ascii {
            settings.ascii = true;
            home.overrides.push(Setting::Glyphs);
        }
        if self.no_motion {
            settings.motion.enabled = false;
            home.overrides.push(Setting::Motion);
        }
        if let Some(Linger(time)) = self.linger {
            settings.motion.linger = time;
            home.overrides.push(Setting::Linger);
        }
    }
}

/// Takes the name of a theme that comes with the program or is at home.
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
        if let (None, Some(fault)) = (themes.get(&name), themes.fault(&name)) {
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

/// Who plays, and from which start.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Table")]
pub struct Table {
    /// Who sits where, in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]")]
    pub players: Option<Vec<String>>,
    /// The size of the board, in games with more than one
    #[arg(long, value_name = "N", conflicts_with = "load")]
    pub size: Option<u64>,
    /// The seed of all chance; a new one if not given (it is shown)
    #[arg(long, value_name = "N", conflicts_with = "load")]
    pub seed: Option<u64>,
    /// Go on with the game recorded in a file
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
}

impl ValueEnum for GameKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.key()).help(self.summary()))
    }
}

/// The names in lists of players. A comma within quotes, as a program's arguments may have them,
/// parts no names.
pub fn split_players(lists: &[String]) -> Vec<String> {
    lists.iter().flat_map(|list| split_list(list)).collect()
}

fn split_list(list: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let (mut quote, mut is_escaped) = (None, false);
    for letter in list.chars() {
        match letter {
            ',' if quote.is_none() && !is_escaped => {
                names.push(String::new());
                continue;
            }
            '"' | '\'' if !is_escaped && quote.is_none_or(|open| open == letter) => {
                quote = if quote.is_none() { Some(letter) } else { None };
            }
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped && quote != Some('\'');
        if let Some(name) = names.last_mut() {
            name.push(letter);
        }
    }
    // What looks like an open quote is none.
    if quote.is_some() { list.split(',').map(str::to_owned).collect() } else { names }
}

/// Checks that these players can sit at a table of this game; `people` says whether persons may.
pub fn check_players<G: ArcadeGame>(names: &[String], people: bool) -> Result<(), Error> {
    let seats = G::SEAT_NAMES.len();
    if names.len() != seats {
        return Err(Error::usage(format!(
            "{} is played by {seats} ({}), but --players names {}: {}",
            G::TITLE,
            G::SEAT_NAMES.join(", "),
            names.len(),
            names.join(",")
        )));
    }
    for name in names {
        if name != HUMAN {
            find_player::<G>(name)?;
        } else if !people {
            return Err(Error::usage(format!(
                "only computers play here, no {HUMAN}; name them with --players, such as --players {}",
                computers::<G>().join(",")
            )));
        }
    }
    Ok(())
}

/// Who plays when nobody is named.
pub fn usual<G: ArcadeGame>() -> Vec<String> {
    G::DEFAULT_SEATS.iter().map(ToString::to_string).collect()
}

/// The computers that play when none are named: the usual ones, and the strongest in people's
/// place.
pub fn computers<G: ArcadeGame>() -> Vec<String> {
    let usual = |name: &&str| *name != HUMAN && find_player::<G>(name).is_ok();
    G::DEFAULT_SEATS
        .iter()
        .map(|name| {
            Some(name)
                .filter(|name| usual(name))
                .map_or_else(strongest_player::<G>, ToString::to_string)
        })
        .collect()
}

/// The size to play on: the one that was asked for, or the usual one.
pub fn size<G: ArcadeGame>(wanted: Option<u64>) -> Result<u16, Error> {
    match (G::SIZES, wanted) {
        (None, None) => Ok(0),
        (None, Some(_)) => Err(Error::usage(format!("{} has one size only; leave --size out", G::TITLE))),
        (Some(sizes), None) => Ok(sizes.default),
        (Some(sizes), Some(wanted)) => {
            u16::try_from(wanted).ok().filter(|size| (sizes.min..=sizes.max).contains(size)).ok_or_else(|| {
                let (title, least, most) = (G::TITLE, sizes.min, sizes.max);
                Error::usage(format!("{title} has sizes from {least} to {most}, not {wanted}; give --size one of them"))
            })
        }
    }
}

/// The players and sizes of all games, for the end of a command's help; `people` says whether
/// persons may play.
pub fn players_help(people: bool) -> String {
    let mut help = String::from("Players:");
    for kind in GameKind::ALL {
        help += &kind.with(PlayersHelp { people });
    }
    help
}

/// The computer players of one game, for the end of a command's help.
pub fn players_of<G: ArcadeGame>() -> String {
    format!("Players:{}", PlayersHelp { people: false }.visit::<G>())
}

/// Those among them that are ours.
pub fn players_of_ours<G: ArcadeGame>() -> String {
    let mut help = "Players:".to_owned();
    for kind in G::players().iter().filter(|kind| !kind.arg.is_program()) {
        let _ = write!(help, "\n  {:<12} {}", kind.pattern(), kind.description);
    }
    help
}

struct PlayersHelp {
    people: bool,
}

impl GameVisitor for PlayersHelp {
    type Output = String;

    fn visit<G: ArcadeGame>(self) -> String {
        let mut help = format!("\n  {} ({})", G::TITLE, G::SEAT_NAMES.join(", "));
        if let Some(sizes) = G::SIZES {
            let _ =
                write!(help, ", sizes {} to {}, usually {}", sizes.min, sizes.max, sizes.default);
        }
        let people = self.people.then(|| (HUMAN.to_owned(), HUMAN_DESCRIPTION));
        for (name, words) in people
            .into_iter()
            .chain(G::players().iter().map(|kind| (kind.pattern(), kind.description)))
        {
            let _ = write!(help, "\n    {name:<16} {words}");
        }
        help
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameInfo as _;
    use crate::games::flip::Flip;

    #[test]
    fn options_behind_the_command_count_more() {
        let before = ScreenOptions {
            theme: Some("dark".to_owned()),
            ascii: true,
            ..ScreenOptions::default()
        };
        let behind = ScreenOptions { theme: Some("paper".to_owned()), ..ScreenOptions::default() };
        let look = behind.over(before.clone());
        assert_eq!(
            (look.theme.as_deref(), look.ascii, look.no_motion),
            (Some("paper"), true, false)
        );
        assert_eq!(ScreenOptions::default().over(before).theme.as_deref(), Some("dark"));
    }

    #[test]
    fn sizes_are_those_of_the_game() {
        assert_eq!(size::<Flip>(None).unwrap(), 8);
        assert_eq!(size::<Flip>(Some(1024)).unwrap(), 1024);
        for wrong in [0, 3, 1025, u64::MAX] {
            assert!(
                size::<Flip>(Some(wrong)).unwrap_err().to_string().contains("from 4 to 1024"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn names_are_parted_by_commas_outside_quotes() {
        let split = |list: &str| split_players(&[list.to_owned()]);
        assert_eq!(split("human,level:3"), ["human", "level:3"]);
        assert_eq!(split("a,,b,"), ["a", "", "b", ""]);
        assert_eq!(
            split("program:e -x 'a,b' \"c,'d\",human"),
            ["program:e -x 'a,b' \"c,'d\"", "human"]
        );
        assert_eq!(split(r"program:a\,b,program:\',c"), [r"program:a\,b", r"program:\'", "c"]);
        assert_eq!(split(r"program:'\',b"), [r"program:'\'", "b"]);
        assert_eq!(split("program:it's,b"), ["program:it's", "b"]);
        assert_eq!(split_players(&["a,b".to_owned(), "c".to_owned()]), ["a", "b", "c"]);
    }

    #[test]
    fn the_default_computers_are_computers() {
        check_players::<Flip>(&computers::<Flip>(), false).unwrap();
    }

    #[test]
    fn all_players_are_in_the_help() {
        let help = players_help(true);
        for kind in Flip::players() {
            assert!(help.contains(kind.description), "{}", kind.name);
        }
    }
}
