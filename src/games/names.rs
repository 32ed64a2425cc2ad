//! The names of players, and players as the subjects of sentences.

use super::{ArcadeGame, Naming, built_in_name, capitalized, grammar::list_of, program_name};
use crate::printable::printable;
use fourcade_engine::{
    GameKind,
    play::{Game, HUMAN, Seat, Seats, Session},
};

/// Such as `you and Medium`; see [`subject_within`].
pub fn describe_seats<G: ArcadeGame>(seats: Seats, names: &[String]) -> String {
    list_of(seats, |seat| subject_within(G::SEAT_NAMES, seat, names))
}

/// [`subject_within`] for the start of a sentence.
pub fn subject(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    leading_name(&subject_within(seat_names, seat, names))
}

/// Such as `O Ada`; only the seat if the player has no name.
pub fn seat_and_player(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    let seat_name = seat_names.get(seat.index()).copied().unwrap_or_default();
    match names.get(seat.index()).map(String::as_str) {
        None | Some("") => seat_name.to_owned(),
        Some(name) => format!("{seat_name} {name}"),
    }
}

/// A computer player's name for people: its level, such as `Medium`, else a name such as `Master`,
/// `Level 8` or that of a program's file. `game` is a key.
pub fn computer_name(game: &str, player: &str) -> String {
    let Ok(kind) = game.parse::<GameKind>() else { return player.to_owned() };
    let level = kind.level_of(player).map(|level| level.name().to_owned());
    let other = || built_in_name(kind, player).or_else(|| program_name(kind, player));
    level.or_else(other).unwrap_or_else(|| player.to_owned())
}

/// Replaces the players in a list such as `careful, expert x 2` by their names for people.
pub fn listed_names(game: &str, list: &str) -> String {
    let shown = |player: &str| match player.split_once(" x ") {
        Some((player, count)) => format!("{} x {count}", computer_name(game, player)),
        None => computer_name(game, player),
    };
    list.split(", ").map(shown).collect::<Vec<_>>().join(", ")
}

/// Names of all players by seat: `you`, `Ada`, `Player 2`, `Lotte`.
///
/// `game` is a key, `players` are as in the record, and `people` are the names of people by seat,
/// which may be empty. A single person without a name is `you`; see also [`numbered_people`].
pub fn player_names(
    game: &str,
    players: &[String],
    people: &[String],
    naming: Naming,
) -> Vec<String> {
    let kind: Option<GameKind> = game.parse().ok();
    let characters = kind.map(|kind| naming.at_table(kind, players)).unwrap_or_default();
    let name = |(seat, (player, person)): (usize, (&String, String))| {
        if player != HUMAN {
            let character = characters.get(seat).copied().flatten();
            return character.map_or_else(|| computer_name(game, player), |one| one.name.clone());
        }
        if person.is_empty() { YOU.to_owned() } else { person }
    };
    players.iter().zip(numbered_people(players, people)).enumerate().map(name).collect()
}

/// The names of people by seat. If there are several, those without a name are numbered.
pub fn numbered_people(players: &[String], people: &[String]) -> Vec<String> {
    let is_alone = players.iter().filter(|player| *player == HUMAN).count() == 1;
    let mut number = 0;
    let name = |(seat, player): (usize, &String)| {
        number += usize::from(player == HUMAN);
        let name = people.get(seat).cloned().unwrap_or_default();
        let has_number = player == HUMAN && name.is_empty() && !is_alone;
        if has_number { format!("Player {number}") } else { name }
    };
    players.iter().enumerate().map(name).collect()
}

/// Assigns names to the people among the players in seat order; other names are empty.
pub fn assign_names(players: &[String], names: &[String]) -> Vec<String> {
    let mut names = names.iter();
    let name = |player: &String| {
        let name = if player == HUMAN { names.next() } else { None };
        name.cloned().unwrap_or_default()
    };
    players.iter().map(name).collect()
}

/// Names by seat: those of the session's match, else [`player_names`].
pub fn names_at<G: Game>(session: &Session<G>, people: &[String], naming: Naming) -> Vec<String> {
    match session.match_info() {
        Some(info) => info.names.iter().map(|name| printable(name).into_owned()).collect(),
        None => player_names(G::KEY, &session.header().players, people, naming),
    }
}

/// The name of a player whom sentences address.
pub const YOU: &str = "you";

/// A name for the start of a sentence. People's own names stay as they were typed.
pub fn leading_name(name: &str) -> String {
    if name == YOU { capitalized(name) } else { name.to_owned() }
}

/// A player as the subject within a sentence: the name; with the seat if the name isn't unique;
/// only the seat if there is no name.
pub fn subject_within(seat_names: &[&str], seat: Seat, names: &[String]) -> String {
    let name = names.get(seat.index()).filter(|name| !name.is_empty());
    let is_unique = |name: &&String| names.iter().filter(|other| other == name).count() == 1;
    name.filter(is_unique).map_or_else(|| seat_and_player(seat_names, seat, names), String::clone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{flip::Flip, play::Level};

    fn seated(game: &str, players: &[&str], people: &[&str]) -> Vec<String> {
        let [players, people] =
            [players, people].map(|names| names.iter().map(|&name| name.to_owned()).collect());
        let [players, people]: [Vec<String>; 2] = [players, people];
        player_names(game, &players, &people, Naming::Levels)
    }

    #[test]
    fn computers_are_called_by_their_level() {
        let medium = GameKind::Flip.level_player(Level::Medium).player;
        assert_eq!(seated("flip", &["human", medium], &["", ""]), ["you", "Medium"]);
        for (game, player, name) in [
            ("flip", "level:8", "Level 8"),
            ("flip", "expert", "Master"),
            ("flip", "expert:no-book", "Master (no book)"),
            ("intensity", "expert", "Master"),
            ("intensity", "expert:places", "Expert"),
            ("eater", "expert", "Expert"),
            ("concentration", "memory:10", "Memory 10"),
            ("concentration", "memory:5:full", "Memory 5 (full)"),
            ("flip", "greedy", "Greedy"),
        ] {
            assert_eq!(computer_name(game, player), name);
        }
        for (game, player, name) in [
            ("flip", "program:./bot", "bot"),
            ("flip", "program:'my engines/best' --deep, --fast", "best"),
            ("eater", "program:python3 x.py", "x.py"),
            ("eater", "program:/usr/bin/python3.12 -B 'my bots/x.py' 3", "x.py"),
            ("eater", "program:./engine book.bin", "engine"),
            ("intensity", "program:/bots/my bot", "my bot"),
            ("flip", "program:", "program:"),
            ("flip", "program:'", "program:'"),
            ("flip", "program:..", "program:.."),
        ] {
            assert_eq!(computer_name(game, player), name);
        }
        // Players and games of other versions keep the names in the record.
        assert_eq!(seated("flip", &["level:99", "greedy"], &[]), ["level:99", "Greedy"]);
        assert_eq!(seated("chess", &["human", medium], &[]), ["you", medium]);
    }

    #[test]
    fn players_are_listed_by_name_or_else_by_seat() {
        let listed = |players: &[&str]| {
            let names: Vec<_> = players.iter().map(ToString::to_string).collect();
            describe_seats::<Flip>(Seats::first(2), &names)
        };
        assert_eq!(listed(&[]), "O and X");
        assert_eq!(listed(&["", ""]), "O and X");
        assert_eq!(listed(&["you", "Medium"]), "you and Medium");
    }

    #[test]
    fn lists_of_players_name_their_levels() {
        let hard = GameKind::Intensity.level_player(Level::Hard).player;
        let list = format!("./a x b, human x 2, {hard} x 2, {hard}");
        assert_eq!(listed_names("intensity", &list), "./a x b, human x 2, Hard x 2, Hard");
    }

    #[test]
    fn people_are_called_by_their_names_or_numbered() {
        assert_eq!(seated("flip", &["human", "human"], &["", ""]), ["Player 1", "Player 2"]);
        assert_eq!(seated("flip", &["human", "human"], &["Ada", ""]), ["Ada", "Player 2"]);
        assert_eq!(seated("eater", &["./bot", "human"], &["", "Grace"]), ["./bot", "Grace"]);
    }

    #[test]
    fn a_subject_is_the_player_or_else_the_seat() {
        let names = ["", "you", "ada"].map(str::to_owned);
        let subjects =
            [0, 1, 2, 3].map(|seat| subject(&["A", "B", "C", "D"], Seat::new(seat), &names));
        assert_eq!(subjects, ["A", "You", "ada", "D"]);
        assert_eq!(subject_within(&["A", "B"], Seat::new(1), &names), "you");
    }
}
