//! Names of computer players, with suggestions for wrong ones.

use fourcade_engine::{
    play::{GameInfo, HUMAN, PlayerList, PlayerName, PlayerNameError, built_in_players},
    printable::{is_unprintable, printable},
};

use crate::{
    program::is_program,
    text::{capitalized, suggestion},
};

/// A player's name is unknown or has a wrong argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayerError(String);

/// Parses the name of a player in this list, such as `level:3`. `game` is the key of the game.
///
/// # Errors
/// Returns an error with suggestions if there is no such player, and an error if its argument is
/// wrong or has unprintable characters.
pub fn parse_player(
    players: &PlayerList,
    game: &str,
    name: &str,
) -> Result<PlayerName, UnknownPlayerError> {
    let player = players.parse(name).map_err(|error| match error {
        PlayerNameError::Unknown(name) => {
            let mut names = players.patterns();
            names.insert(0, HUMAN.to_owned());
            let (title, hint) = (capitalized(game), suggestion(&name, "players", &names));
            UnknownPlayerError(format!("{title} has no player called {name:?}; {hint}"))
        }
        error => UnknownPlayerError(error.to_string()),
    })?;
    // Otherwise the name that the user confirms could hide another one.
    if player.arg_text.contains(is_unprintable) {
        return Err(UnknownPlayerError(format!(
            "{}:{} has characters that can't be shown; give the program another name",
            player.kind.name,
            printable(&player.arg_text)
        )));
    }
    Ok(player)
}

/// Checks that this is the name of a built-in player.
///
/// # Errors
/// Returns an error if it is unknown or the name of a program.
pub fn check_built_in<G: GameInfo>(name: &str) -> Result<(), UnknownPlayerError> {
    if is_program(name) {
        let message = "other people's programs can't play here; name a built-in player";
        return Err(UnknownPlayerError(message.to_owned()));
    }
    parse_player(&built_in_players::<G>(), G::KEY, name).map(|_| ())
}
