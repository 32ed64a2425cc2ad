//! Sentences about the chosen opponents.

use super::{Choices, Opponent};
use crate::{
    games::{Character, GameFacts, Mood, Naming, Occasion, assign_names, player_names},
    widgets::{form::Row, glyphs::NO_BREAK_SPACE},
};
use fourcade_engine::play::{HUMAN, Level};

/// Between the groups of a summary.
const BLANK_LINE: (&str, String) = ("", String::new());

/// What the list of opponents shows, so that the text about one needn't.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListShows {
    pub results: bool,
    /// How each level plays.
    pub glosses: bool,
}

impl Choices {
    /// Sentences about the chosen opponent, without what the list of opponents shows already.
    pub fn about_opponent(&self, shown: ListShows) -> String {
        let (level, seats) = (self.simple.level(), self.game.seat_names().len());
        match self.opponent() {
            Opponent::Computer(_) => {
                let about = self.about_level(level, shown);
                let record = self.past.as_ref().and_then(|past| past.record(level));
                let results = record.into_iter().chain(self.suits_sentence(level));
                let results: Vec<_> = results.filter(|_| !shown.results).collect();
                format!("{about}\n{}", results.join(" ")).trim_end().to_owned()
            }
            Opponent::Friend => GameFacts::of(self.game).two_people.to_owned(),
            Opponent::FriendElsewhere => {
                let rest = format!("{level} computers play the rest. ");
                let rest = if seats > 2 { &rest } else { "" };
                format!("A friend joins from another terminal. {rest}You choose the clock next.")
            }
            Opponent::Watch if !self.watched_names().is_empty() => {
                format!("Each {}", self.game.level_player(level).description)
            }
            Opponent::Watch => {
                let players = self.naming.at_table(self.game, &self.players());
                self.faces_and_style(players.into_iter().flatten(), level)
            }
            Opponent::BySeat if self.shows_advanced() => self.counting_sentence(),
            Opponent::BySeat => format!("Chosen seat by seat:\n{}.", self.players_in_words()),
        }
    }

    /// What Play starts from the advanced form, by row, with an empty line between groups.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let players = self.players();
        let people = assign_names(&players, &self.names);
        let names = player_names(self.game.key(), &players, &people, self.naming);
        let line = |row: &Row<Self>| {
            let seat = self.game.seat_names().iter().position(|&name| name == row.label);
            let value = match seat {
                Some(seat) if players[seat].is_empty() => "still to be chosen".to_owned(),
                Some(seat) => match self.level_of(seat).map(|level| level.to_string()) {
                    Some(level) if level != names[seat] => format!("{}, {level}", names[seat]),
                    _ => names[seat].clone(),
                },
                None => row.values[row.chosen].clone(),
            };
            let gap = row.begins_group.then_some(BLANK_LINE);
            gap.into_iter().chain([(row.label, value)])
        };
        self.rows().iter().filter(|row| !row.is_button()).flat_map(line).collect()
    }

    /// Says whether the game of the advanced form counts or can't begin yet.
    fn counting_sentence(&self) -> String {
        if let Some(seat) = self.untyped_seat() {
            return format!("{} still needs a player.", self.game.seat_names()[seat]);
        }
        let text = match self.players().iter().filter(|player| *player == HUMAN).count() {
            0 => "Only computers play, so it doesn't count.",
            1 => "It counts in your statistics.",
            _ => "Between people, it doesn't count.",
        };
        text.to_owned()
    }

    /// The names of two computers that play each other, the longest text first. Empty if they have
    /// none, or are more than two.
    pub(super) fn watched_names(&self) -> Vec<String> {
        let players = self.naming.at_table(self.game, &self.players());
        match players.as_slice() {
            [Some(one), Some(other)] => vec![
                format!("{}  {}", named_face(one), named_face(other)),
                format!("{}, {}", one.name, other.name),
            ],
            _ => Vec::new(),
        }
    }

    /// The faces of a level's opponents with how they play or, if that is shown, what the only one
    /// says.
    fn about_level(&self, level: Level, shown: ListShows) -> String {
        let all: Vec<_> = self.characters(level).collect();
        // A list with results names the only opponent of a level, but has a word about the style of
        // several.
        let lists_style = shown.glosses || shown.results && all.len() > 1;
        match all.as_slice() {
            _ if !lists_style => self.faces_and_style(all.into_iter(), level),
            [one] => {
                let line = one.line(Occasion::Start, 0).filter(|_| self.has_table_talk);
                let line = line.map_or_else(String::new, |line| format!(": \"{line}\""));
                format!("{}{line}", named_face(one))
            }
            [first @ .., last] => {
                let first: Vec<_> = first.iter().map(|one| named_face(one)).collect();
                format!("You play against {} and {}.", first.join(", "), named_face(last))
            }
            [] => String::new(),
        }
    }

    /// The faces and names of these computer players, and how their level plays.
    fn faces_and_style(
        &self,
        players: impl Iterator<Item = &'static Character>,
        level: Level,
    ) -> String {
        let faces: Vec<_> = players.map(named_face).collect();
        let style = self.game.level_player(level).description;
        match faces.as_slice() {
            [] => format!("{level} {style}"),
            [face] => format!("{face} {style}"),
            several => format!("{}\nEach {style}", several.join("  ")),
        }
    }

    /// About the computer player on a seat, if it has a level.
    pub(super) fn about_computer(&self, seat: usize) -> Option<String> {
        let (players, level) = (self.players(), self.level_of(seat)?);
        let character = self.naming.at_table(self.game, &players).swap_remove(seat);
        Some(self.faces_and_style(character.into_iter(), level))
    }

    /// Says so if this level suits the person.
    pub fn suits_sentence(&self, level: Level) -> Option<String> {
        let is_suitable = self.past.as_ref()?.suitable == Some(level);
        is_suitable.then(|| format!("★{NO_BREAK_SPACE}{level} fits you."))
    }

    /// The players by seat, such as `O: you, X: Easy` or `O: you, X: "Greedy"`.
    fn players_in_words(&self) -> String {
        let players = self.players();
        let names = player_names(self.game.key(), &players, &[], Naming::Levels);
        let seats = self.game.seat_names().iter().zip(players.iter().zip(names));
        let seats = seats.map(|(seat, (player, name))| {
            let has_own_name = player != HUMAN && self.game.level_of(player).is_none();
            let name = match player.as_str() {
                "" => "still to be typed".to_owned(),
                // Its name, such as First, may be a word about the order of turns.
                player if has_own_name && !player.contains(':') => format!("\"{name}\""),
                _ => name,
            };
            format!("{seat}:{NO_BREAK_SPACE}{name}")
        });
        seats.collect::<Vec<_>>().join(", ")
    }

    /// The opponents of this level. Empty if computers are called by their level.
    pub(super) fn characters(&self, level: Level) -> impl Iterator<Item = &'static Character> {
        self.naming.opponents(self.game, level)
    }
}

fn named_face(one: &Character) -> String {
    format!("{}{NO_BREAK_SPACE}{}", one.face(Mood::Waiting), one.name)
}
