//! The registry of a game's players: names, descriptions and factories.

use std::path::Path;

use super::ArcadeGame;
use crate::{
    database::{LoadedGame, RecordFile, RecordFileError},
    job::JobError,
    settings::consent::{ProgramRequest, Programs},
};
use fourcade_course::{
    players::{self, UnknownPlayerError},
    program,
    text::capitalized,
};
use fourcade_engine::{
    GameKind,
    play::{
        CancelToken, HUMAN, Level, Player, PlayerArg, PlayerError, PlayerKind, PlayerList,
        PlayerName, RecordHeader, RecordReadError, Session,
    },
    with_game,
};

pub const HUMAN_DESCRIPTION: &str = "A person at the keyboard.";

/// Commands that run a script, without version numbers.
const INTERPRETERS: [&str; 12] = [
    "python", "pypy", "node", "bun", "perl", "ruby", "php", "lua", "java", "Rscript", "bash", "sh",
];

/// The computer players of a game, roughly from weak to strong; those that start programs come
/// last.
pub fn players_of<G: ArcadeGame>() -> PlayerList {
    let built_in = G::PLAYERS.iter().map(PlayerKind::info);
    let programs = G::PROGRAM_PLAYERS.iter().map(|kind| kind.info);
    PlayerList { kinds: built_in.chain(programs).collect() }
}

pub fn players_of_kind(game: GameKind) -> PlayerList {
    with_game!(game, G => players_of::<G>())
}

pub fn has_programs<G: ArcadeGame>(names: &[String]) -> bool {
    let players = players_of::<G>();
    names.iter().any(|name| players.is_program(name))
}

/// Parses a computer player such as `level:3`. The error suggests similar names.
pub fn parse_player(game: GameKind, name: &str) -> Result<PlayerName, UnknownPlayerError> {
    players::parse_player(&players_of_kind(game), game.key(), name)
}

pub fn make_player<G: ArcadeGame>(
    player: &PlayerName,
    programs: &Programs,
) -> Result<Box<dyn Player<G>>, Unavailable> {
    if let Some(kind) = G::PLAYERS.get(player.kind_index) {
        return (kind.make)(player.arg_number, &player.arg_text).map_err(Unavailable::Failed);
    }
    if let Some(request) = programs.request(player).map_err(Unavailable::Failed)? {
        return Err(Unavailable::NotAllowed(Box::new(request)));
    }
    let kind = &G::PROGRAM_PLAYERS[player.kind_index - G::PLAYERS.len()];
    let cancel = CancelToken::default();
    let program = program::prepare(&programs.runner, kind.info.arg, &player.arg_text, &cancel);
    program.map(kind.make).map_err(|error| Unavailable::Failed(error.to_string()))
}

/// A built-in player's name for people, such as `Level 8`, `Memory 5 (full)` or `Master`. `None` if
/// the player is unknown or a program.
pub fn built_in_name(game: GameKind, name: &str) -> Option<String> {
    let PlayerName { kind, arg_number: number, arg_text: text, .. } =
        parse_player(game, name).ok()?;
    let name = match kind.name {
        "expert" => "Master".to_owned(),
        name => capitalized(name),
    };
    Some(match kind.arg {
        PlayerArg::Path | PlayerArg::Command => return None,
        PlayerArg::Number { suffix: "", .. } => format!("{name} {number}"),
        PlayerArg::Number { suffix, .. } => {
            format!("{name} {number} ({})", suffix.trim_start_matches(':'))
        }
        PlayerArg::Word(_) if !text.is_empty() => format!("{name} ({})", text.replace('-', " ")),
        PlayerArg::None | PlayerArg::Word(_) => name,
    })
}

/// A program's name for people: its file name, or that of the script an interpreter runs. `None` if
/// the player isn't a program with a file.
pub fn program_name(game: GameKind, name: &str) -> Option<String> {
    let players = players_of_kind(game);
    let (kind, arg) = players.split(name)?;
    let file = match players.kinds[kind].arg {
        PlayerArg::Path => arg?.to_owned(),
        PlayerArg::Command => {
            let words = shlex::split(arg?)?;
            let first = words.first()?;
            let script = words[1..].iter().find(|word| !word.starts_with('-'));
            let is_text = words.iter().any(|word| ["-c", "-e", "-m"].contains(&word.as_str()));
            script.filter(|_| is_interpreter(first) && !is_text).unwrap_or(first).clone()
        }
        _ => return None,
    };
    Some(Path::new(&file).file_name()?.to_string_lossy().into_owned())
}

fn is_interpreter(command: &str) -> bool {
    let name = Path::new(command).file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    INTERPRETERS.contains(&name)
}

#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    #[error("{}", .0.refusal())]
    NotAllowed(Box<ProgramRequest>),
    #[error("{0}")]
    Failed(String),
}

impl From<PlayerError> for Unavailable {
    fn from(error: PlayerError) -> Self {
        Self::Failed(match error {
            PlayerError::Cancelled => "it was stopped".to_owned(),
            PlayerError::Fault(reason) | PlayerError::Failed(_, reason) => reason,
        })
    }
}

impl From<JobError> for Unavailable {
    fn from(error: JobError) -> Self {
        Self::Failed(format!("internal error: {error}"))
    }
}

/// The players of a game of one person, in the first seat, against computers of a level.
pub fn person_against<G: ArcadeGame>(level: Level) -> Vec<String> {
    let mut players =
        vec![G::FACTS.kind.level_player(level).player.to_owned(); G::SEAT_NAMES.len()];
    HUMAN.clone_into(&mut players[0]);
    players
}

/// Reads a saved game, if each of its seats has a person or a known player.
pub fn read_saved<G: ArcadeGame>(game: &LoadedGame) -> Result<Session<G>, RecordReadError> {
    game.read(check_recorded_players::<G>)
}

/// Reads the game of a file, if each of its seats has a person or a known player.
pub fn read_record_file<G: ArcadeGame>(file: RecordFile) -> Result<Session<G>, RecordFileError> {
    file.read(check_recorded_players::<G>)
}

fn check_recorded_players<G: ArcadeGame>(
    header: &RecordHeader<G::Setup>,
) -> Result<(), RecordReadError> {
    for name in header.players.iter().filter(|name| *name != HUMAN) {
        parse_player(G::FACTS.kind, name)
            .map_err(|error| RecordReadError { line: 1, message: error.to_string() })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::Flip,
        play::{PlayerInfo, strongest_player},
    };

    #[test]
    fn the_strongest_player_is_the_last_built_in_one() {
        let strongest = strongest_player::<Flip>();
        let players = players_of::<Flip>();
        let mut built_in = players.kinds.iter().filter(|kind| !kind.arg.is_program());
        assert_eq!(Some(strongest.clone()), built_in.next_back().map(PlayerInfo::default_name));
        let player = parse_player(Flip::FACTS.kind, &strongest).unwrap();
        assert!(make_player::<Flip>(&player, &Programs::default()).is_ok());
    }
}
