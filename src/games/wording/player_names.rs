//! The names of the players as people see them. Records, scripts and `--plain` use the names of
//! the command line instead.

use crate::games::ArcadeKind as _;
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level},
};

/// Returns the name of a computer player for the screen: its level if it stands for one, such as
/// `Medium`, or else its name on the command line. `game` is the key of the game.
pub fn computer_name(game: &str, player: &str) -> String {
    let kind: Option<GameKind> = game.parse().ok();
    let level = kind.and_then(|kind| kind.level_of(player));
    level.map_or_else(|| player.to_owned(), |level| level.name().to_owned())
}

/// Returns the name of a computer player for the screen where the game may be any: its level with
/// the games in which it stands for it, such as `Beginner (Intensity, Eater)`, or else its name on
/// the command line.
pub fn computer_name_anywhere(player: &str) -> String {
    let in_game = |level: Level| {
        let games = GameKind::ALL.into_iter().filter(|game| game.level_of(player) == Some(level));
        let games: Vec<_> = games.map(GameKind::title).collect();
        (!games.is_empty()).then(|| format!("{level} ({})", games.join(", ")))
    };
    let levels: Vec<_> = Level::ALL.into_iter().filter_map(in_game).collect();
    if levels.is_empty() { player.to_owned() } else { levels.join(", ") }
}

/// Returns a list of players such as `level:3` or `careful, expert x 2` with their names for the
/// screen.
pub fn listed_names(game: &str, list: &str) -> String {
    let shown = |player: &str| match player.split_once(" x ") {
        Some((player, count)) => format!("{} x {count}", computer_name(game, player)),
        None => computer_name(game, player),
    };
    list.split(", ").map(shown).collect::<Vec<_>>().join(", ")
}

/// Returns the names of all players for the screen, by seat: `you`, `Ada`, `Player 2`, `Medium`.
///
/// `game` is the key of the game, `players` are the players as in the record, and `people` holds
/// the name of the person on each seat, which may be empty. A single person without a name is
/// `you`; several people without names are numbered in the order of their seats.
pub fn player_names(game: &str, players: &[String], people: &[String]) -> Vec<String> {
    let is_alone = players.iter().filter(|player| *player == HUMAN).count() == 1;
    let mut number = 0;
    let name = |(seat, player): (usize, &String)| {
        if player != HUMAN {
            return computer_name(game, player);
        }
        number += 1;
        match people.get(seat).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None if is_alone => "you".to_owned(),
            None => format!("Player {number}"),
        }
    };
    players.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(game: &str, players: &[&str], people: &[&str]) -> Vec<String> {
        let [players, people] =
            [players, people].map(|names| names.iter().map(|&name| name.to_owned()).collect());
        let [players, people]: [Vec<String>; 2] = [players, people];
        player_names(game, &players, &people)
    }

    #[test]
    fn computers_are_called_by_their_level() {
        let medium = GameKind::Flip.level_player(Level::Medium).player;
        assert_eq!(names("flip", &["human", medium], &["", ""]), ["you", "Medium"]);
        // Players without a level and games of other versions keep the names of the record.
        assert_eq!(names("flip", &["level:99", "./bot"], &[]), ["level:99", "./bot"]);
        assert_eq!(names("chess", &["human", medium], &[]), ["you", medium]);
    }

    #[test]
    fn where_the_game_may_be_any_the_level_names_its_games() {
        for (player, name) in [
            ("level:4", "Easy (Flip)"),
            ("novice", "Beginner (Intensity, Eater)"),
            ("casual:5", "Easy (Intensity), Medium (Eater)"),
            ("./bot", "./bot"),
        ] {
            assert_eq!(computer_name_anywhere(player), name);
        }
    }

    #[test]
    fn lists_of_players_name_their_levels() {
        let hard = GameKind::Intensity.level_player(Level::Hard).player;
        let list = format!("./a x b, human x 2, {hard} x 2, {hard}");
        assert_eq!(listed_names("intensity", &list), "./a x b, human x 2, Hard x 2, Hard");
    }

    #[test]
    fn people_are_called_by_their_names_or_numbered() {
        assert_eq!(names("flip", &["human", "human"], &["", ""]), ["Player 1", "Player 2"]);
        assert_eq!(names("flip", &["human", "human"], &["Ada", ""]), ["Ada", "Player 2"]);
        assert_eq!(names("eater", &["./bot", "human"], &["", "Grace"]), ["./bot", "Grace"]);
    }
}
