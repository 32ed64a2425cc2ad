//! The options of games that several commands share: players, size, seed.

use std::{fmt::Write as _, num::NonZeroUsize, path::PathBuf, thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{error::CliError, numbers::number, programs};
use crate::{
    app::new_game::no_such_level,
    database::RecordFile,
    games::{
        ArcadeGame, GameFacts, HUMAN_DESCRIPTION, has_programs, parse_player, players_of,
        read_record_file, suggestion,
    },
    settings::consent::Programs,
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, RecordHeader, Session, SizeRange, built_in_players, random},
    with_game,
};
use fourcade_programs::Runner;

/// Parses the key of a game. The help lists all games with their summaries.
pub fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    let games =
        GameKind::ALL.map(|game| PossibleValue::new(game.key()).help(GameFacts::of(game).summary));
    PossibleValuesParser::new(games).try_map(|key| key.parse::<GameKind>())
}

fn level_named(name: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
}

/// Parses the name of a level, ignoring case.
fn level_parser() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(|level| level.name().to_lowercase());
    PossibleValuesParser::new(names).try_map(|name| level_named(&name).ok_or("no such level"))
}

/// A file with a game: a record, or one of Othello's formats.
#[derive(Clone, Debug, clap::Args)]
pub struct GameFile {
    /// The game: a record, or a game of Othello as a move list or in GGF; `-` is standard input
    file: PathBuf,
    /// The number of the game in a file with several; without it they are listed
    #[arg(long, value_name = "N", value_parser = game_number())]
    game: Option<usize>,
}

impl GameFile {
    pub fn open(&self) -> Result<RecordFile, CliError> {
        Ok(RecordFile::open(&self.file, self.game)?)
    }
}

/// Parses the number of a game in a file with several.
pub fn game_number() -> impl TypedValueParser<Value = usize> {
    number(1..=u32::MAX).try_map(usize::try_from)
}

/// The options that start or continue one game.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Table")]
pub struct TableArgs {
    /// The players in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]")]
    pub players: Option<Vec<String>>,
    /// The level of all computers, instead of --players
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = level_parser(),
        ignore_case = true,
        conflicts_with_all = ["players", "load"]
    )]
    pub level: Option<Level>,
    /// The seat of the person, instead of --players [default: the first one]
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["players", "load"])]
    pub seat: Option<String>,
    /// The board size, in games with more than one size
    #[arg(long, value_name = "N", conflicts_with = "load")]
    pub size: Option<String>,
    /// The random seed [default: a new one, which is shown]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=u64::MAX),
        conflicts_with = "load"
    )]
    pub seed: Option<u64>,
    /// Continue the game recorded in a file, or a game of Othello
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// The number of the game in a file with several games of Othello
    #[arg(id = "game_number", long = "game", value_name = "N", requires = "load")]
    #[arg(value_parser = game_number())]
    pub game: Option<usize>,
    /// Allow the programs that the recorded game names as players to start
    #[arg(long, requires = "load")]
    pub allow_programs: bool,
}

impl TableArgs {
    /// Starts a new game or loads the recorded one. Programs named by `--players` may start. A
    /// loaded game is for practice, because its file can be read and loaded again.
    pub fn session<G: ArcadeGame>(
        self,
        allows_people: bool,
        programs: &Programs,
    ) -> Result<Session<G>, CliError> {
        let Self { players, level, seat, size, seed, load, game, allow_programs } = self;
        let players = players.map(|lists| split_players(&lists));
        if let Some(players) = &players {
            check_players::<G>(players, allows_people, &programs.runner)?;
            allow_programs_of::<G>(players, programs)?;
        }
        let size = board_size::<G>(size.as_deref())?;
        if let Some(path) = load {
            let session = read_record_file::<G>(RecordFile::open(&path, game)?)?;
            let mut session = match players {
                Some(players) => session.with_players(players),
                None => {
                    let seats = &session.header().players;
                    let checked = check_players::<G>(seats, allows_people, &programs.runner);
                    checked.map_err(|error| CliError::in_file(&path, &error))?;
                    if allow_programs {
                        allow_programs_of::<G>(seats, programs)?;
                    }
                    session
                }
            };
            if !session.header().people().is_empty() {
                session.mark_practice();
            }
            return Ok(session);
        }
        let players = match players {
            Some(players) => players,
            None => default_players::<G>(level, seat.as_deref(), allows_people)?,
        };
        let seed = seed.unwrap_or_else(random::fresh_seed);
        let setup = G::deal_seeded(size, seed).map_err(CliError::Usage)?;
        Ok(Session::new(RecordHeader { setup, players, seed, clock: None }))
    }
}

/// Returns the given number of threads, or the number of cores.
pub fn thread_count(given: Option<u16>) -> usize {
    given.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
}

pub fn thread_pool(threads: usize) -> Result<ThreadPool, CliError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| CliError::Failed(format!("can't start the threads: {error}")))
}

/// Splits comma-separated lists of players. A quoted comma belongs to a program's arguments.
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
    // An unmatched quote is an ordinary character.
    if quote.is_some() { list.split(',').map(str::to_owned).collect() } else { names }
}

/// Checks that the names are players of this game, one for each seat. Prints a warning if programs
/// among them would run in a weak sandbox.
pub fn check_players<G: ArcadeGame>(
    names: &[String],
    allows_people: bool,
    runner: &Runner,
) -> Result<(), CliError> {
    let seats = G::SEAT_NAMES.len();
    if names.len() != seats {
        return Err(CliError::usage(format!(
            "{} has {seats} seats ({}), but --players names {}: {}",
            G::FACTS.title,
            G::SEAT_NAMES.join(", "),
            names.len(),
            names.join(",")
        )));
    }
    if has_programs::<G>(names) {
        programs::warn_of_weak_sandbox(runner);
    }
    for name in names {
        if name != HUMAN {
            let level = level_named(name).and_then(|level| G::LEVELS.get(level as usize));
            parse_player(G::FACTS.kind, name).map_err(|error| match level {
                Some(level) => CliError::usage(format!(
                    "{} has no player called {name:?}; the player of that level is {}",
                    G::FACTS.title,
                    level.player
                )),
                None => error.into(),
            })?;
        } else if !allows_people {
            return Err(CliError::usage(format!(
                "{HUMAN} can't play here; name computer players, such as --players {}",
                vec![watched_player::<G>(); G::SEAT_NAMES.len()].join(",")
            )));
        }
    }
    Ok(())
}

/// Allows the programs among these players, which the user has named, to start in this run.
fn allow_programs_of<G: ArcadeGame>(names: &[String], programs: &Programs) -> Result<(), CliError> {
    for name in names.iter().filter(|name| *name != HUMAN) {
        programs.allow(&parse_player(G::FACTS.kind, name)?);
    }
    Ok(())
}

/// Checks that the programs among the players of a file may start. If `is_allowed`, the user has
/// allowed all of them.
pub fn check_programs<G: ArcadeGame>(
    names: &[String],
    is_allowed: bool,
    programs: &Programs,
) -> Result<(), CliError> {
    if is_allowed {
        return allow_programs_of::<G>(names, programs);
    }
    for name in names.iter().filter(|name| *name != HUMAN) {
        let player = parse_player(G::FACTS.kind, name)?;
        let request = programs.request(&player).map_err(CliError::Failed)?;
        request.map_or(Ok(()), |request| Err(CliError::Usage(request.refusal())))?;
    }
    Ok(())
}

/// The default player of games without people.
fn watched_player<G: ArcadeGame>() -> &'static str {
    G::FACTS.kind.level_player(Level::Hard).player
}

/// Returns the players if `--players` is missing: computers of one level, and if people may play, a
/// person on the given seat or the first one.
fn default_players<G: ArcadeGame>(
    level: Option<Level>,
    seat: Option<&str>,
    allows_people: bool,
) -> Result<Vec<String>, CliError> {
    let usual_opponent = || G::FACTS.default_seats.iter().copied().find(|name| *name != HUMAN);
    let computer = match level {
        Some(level) => match G::LEVELS.get(level as usize) {
            Some(entry) => entry.player,
            None => return Err(CliError::usage(no_such_level(G::FACTS.kind, level))),
        },
        None if allows_people => usual_opponent().unwrap_or_else(watched_player::<G>),
        None => watched_player::<G>(),
    };
    let mut players = vec![computer.to_owned(); G::SEAT_NAMES.len()];
    let seat = match seat {
        Some(_) if !allows_people => {
            return Err(CliError::usage("--seat is for people; nobody plays here"));
        }
        Some(name) => {
            let index = G::SEAT_NAMES.iter().position(|seat| seat.eq_ignore_ascii_case(name));
            index.ok_or_else(|| {
                let (title, seats) = (G::FACTS.title, suggestion(name, "seats", G::SEAT_NAMES));
                CliError::usage(format!("{title} has no seat {name:?}; {seats}"))
            })?
        }
        None => 0,
    };
    if allows_people {
        HUMAN.clone_into(&mut players[seat]);
    }
    Ok(players)
}

/// Returns the given board size or the game's default; 0 in games with a single size.
pub fn board_size<G: ArcadeGame>(given: Option<&str>) -> Result<u16, CliError> {
    let title = G::FACTS.title;
    match (G::SIZES, given) {
        (None, None) => Ok(0),
        (None, Some(_)) => {
            Err(CliError::usage(format!("{title} has only one size; leave out --size")))
        }
        (Some(sizes), None) => Ok(sizes.default),
        (Some(SizeRange { min, max, .. }), Some(given)) => {
            let size = given.parse().ok().filter(|size| (min..=max).contains(size));
            size.ok_or_else(|| {
                CliError::usage(format!(
                    "--size for {title} is a whole number from {min} to {max}, not {given}"
                ))
            })
        }
    }
}

/// Lists the players and sizes of all games, for the end of a command's help.
pub fn players_help(with_people: bool) -> String {
    let mut help = String::from("Players:");
    for game in GameKind::ALL {
        help += &with_game!(game, G => game_players_help::<G>(with_people));
    }
    help
}

/// Lists the computer players of one game, for the end of a command's help.
pub fn computers_help<G: ArcadeGame>() -> String {
    format!("Players:{}", game_players_help::<G>(false))
}

/// Lists the built-in computer players of one game, for the end of a command's help.
pub fn built_in_players_help<G: ArcadeGame>() -> String {
    let mut help = "Players:".to_owned();
    for kind in built_in_players::<G>().kinds {
        let _ = write!(help, "\n  {:<12} {}", kind.pattern(), kind.description);
    }
    help
}

fn game_players_help<G: ArcadeGame>(with_people: bool) -> String {
    let mut help = format!("\n  {} ({})", G::FACTS.title, G::SEAT_NAMES.join(", "));
    if let Some(sizes) = G::SIZES {
        let _ = write!(help, ", sizes {} to {} (default {})", sizes.min, sizes.max, sizes.default);
    }
    if with_people {
        let _ = write!(help, "\n    {HUMAN:<17} {HUMAN_DESCRIPTION}");
    }
    for kind in players_of::<G>().kinds {
        let _ = write!(help, "\n    {:<17} {}", kind.pattern(), kind.description);
    }
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{flip::Flip, intensity::Intensity, play::GameInfo as _};

    #[test]
    fn sizes_outside_the_games_range_are_rejected() {
        assert_eq!(board_size::<Flip>(None).unwrap(), 8);
        assert_eq!(board_size::<Flip>(Some("1024")).unwrap(), 1024);
        for wrong in ["0", "3", "1025", "99999999999", "-8", "big"] {
            assert_eq!(
                board_size::<Flip>(Some(wrong)).unwrap_err().to_string(),
                format!("--size for Flip is a whole number from 4 to 1024, not {wrong}")
            );
        }
    }

    #[test]
    fn a_game_of_a_person_from_a_file_is_practice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        let load = |players: [&str; 2]| {
            let session = Session::<Flip>::new(RecordHeader {
                setup: Flip::deal_seeded(4, 1).unwrap(),
                players: players.map(str::to_owned).to_vec(),
                seed: 1,
                clock: None,
            });
            let mut text = Vec::new();
            session.record().write(&mut text).unwrap();
            std::fs::write(&path, text).unwrap();
            let args = TableArgs {
                players: None,
                level: None,
                seat: None,
                size: None,
                seed: None,
                load: Some(path.clone()),
                game: None,
                allow_programs: false,
            };
            args.session::<Flip>(true, &Programs::default()).unwrap().is_practice()
        };
        assert_eq!((load(["human", "first"]), load(["last", "first"])), (true, false));
    }

    #[test]
    fn player_lists_are_split_at_commas_outside_quotes() {
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
    fn a_lineup_has_one_level_and_the_person_sits_where_they_want() {
        let default_players = |level, seat, allows_people| {
            let players = default_players::<Intensity>(level, seat, allows_people);
            players.map(|players| players.join(",")).map_err(|error| error.to_string())
        };
        assert_eq!(
            default_players(None, None, true).unwrap(),
            Intensity::FACTS.default_seats.join(",")
        );
        assert_eq!(
            default_players(Some(Level::Medium), Some("north"), true).unwrap(),
            "careful,careful,human,careful"
        );
        // In a game to watch, all players are equal.
        assert_eq!(default_players(None, None, false).unwrap(), "counter,counter,counter,counter");
        assert_eq!(
            default_players(Some(Level::Expert), None, false).unwrap(),
            ["expert:places"; 4].join(",")
        );
        assert_eq!(
            default_players(None, Some("Noth"), true).unwrap_err(),
            "Intensity has no seat \"Noth\"; did you mean North? The seats are: North, South, \
             West, East"
        );
        assert!(default_players(None, Some("North"), false).is_err());
    }

    #[test]
    fn the_help_lists_all_players() {
        let help = players_help(true);
        for kind in Flip::PLAYERS {
            assert!(help.contains(kind.description), "{}", kind.name);
        }
    }
}
