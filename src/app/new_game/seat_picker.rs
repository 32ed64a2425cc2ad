//! The choice of a player for one seat: a person, a level, or a typed player.

use std::iter;

use super::{PastResults, results::about_level};
use crate::{games::computer_name, settings::consent::Programs};
use fourcade_course::players::parse_player;
use fourcade_engine::{
    GameKind,
    play::{HUMAN, PlayerArg, PlayerInfo, PlayerList},
};

#[derive(Clone, Debug)]
pub struct SeatPicker {
    game: GameKind,
    /// The chosen player, such as `level:3`; empty if one is still to be typed.
    pub player: String,
    /// The last player that is neither a person nor a level; empty if there was none.
    custom: String,
}

impl SeatPicker {
    /// Chooses this player, or a person if there is no such player.
    pub fn new(game: GameKind, players: &PlayerList, player: &str) -> Self {
        let is_player = players.parse(player).is_ok();
        let player = if is_player { player } else { HUMAN }.to_owned();
        let mut picker = Self { game, player, custom: String::new() };
        if picker.is_custom() {
            picker.custom.clone_from(&picker.player);
        }
        picker
    }

    /// The labels of the choices: a person, the levels, and a custom player.
    pub fn choices(&self) -> Vec<String> {
        let levels = self.game.levels().iter().map(ToString::to_string);
        let custom = match self.custom.as_str() {
            "" => "Custom".to_owned(),
            player => format!("Custom: {}", computer_name(self.game.key(), player)),
        };
        ["Person".to_owned()].into_iter().chain(levels).chain([custom]).collect()
    }

    /// The index of the chosen player in [`Self::choices`].
    pub fn chosen(&self) -> usize {
        let levels = self.game.levels();
        match self.game.level_of(&self.player) {
            _ if self.player == HUMAN => 0,
            Some(level) => 1 + level as usize,
            None => 1 + levels.len(),
        }
    }

    /// Whether the player is neither a person nor a level. It may still have to be typed.
    pub fn is_custom(&self) -> bool {
        self.chosen() > self.game.levels().len()
    }

    /// `index` is that of a label in [`Self::choices`].
    pub fn choose(&mut self, index: usize) {
        self.player = match index.checked_sub(1) {
            None => HUMAN.to_owned(),
            Some(level) => match self.game.levels().get(level) {
                Some(&level) => self.game.level_player(level).player.to_owned(),
                None => self.custom.clone(),
            },
        };
    }

    pub fn typed(&self) -> &str {
        &self.custom
    }

    pub fn description(&self, players: &PlayerList, past: Option<&PastResults>) -> String {
        if self.player.is_empty() {
            let has_programs = players.kinds.iter().any(|kind| kind.arg.is_program());
            let others = if has_programs { " or program" } else { "" };
            return format!("Type any other player{others}.");
        }
        if self.player == HUMAN {
            return "A person at this keyboard.".to_owned();
        }
        let level = self.game.level_of(&self.player);
        level.map_or_else(
            || self.custom_description(players),
            |level| about_level(self.game, level, past),
        )
    }

    fn custom_description(&self, players: &PlayerList) -> String {
        let Some((index, arg)) = players.split(&self.player) else { return String::new() };
        let description = players.kinds[index].description;
        arg.map_or_else(
            || description.to_owned(),
            |arg| description.replace(" N ", &format!(" {} ", arg.trim_end_matches(":full"))),
        )
    }

    /// Typing a program is the consent to start it.
    pub fn type_player(
        &mut self,
        players: &PlayerList,
        typed: &str,
        programs: &Programs,
    ) -> Result<(), String> {
        if players.split(typed).is_none() {
            return Err(format!("there is no player {typed:?}. {}", names_to_type(players)));
        }
        let player = parse_player(players, self.game.key(), typed);
        let player = player.map_err(|error| error.to_string())?;
        programs.request(&player)?;
        // An unchanged text came from the last setup: nobody has typed it.
        if typed != self.custom {
            programs.allow(&player);
        }
        (self.player, self.custom) = (typed.to_owned(), typed.to_owned());
        Ok(())
    }
}

/// Lists the players in words, such as `level:1 to level:10`, with an example of a program.
pub fn names_to_type(players: &PlayerList) -> String {
    let names = players.kinds.iter().filter(|kind| !kind.arg.is_program()).map(names_of_kind);
    let has_programs = players.kinds.iter().any(|kind| kind.arg.is_program());
    let program = if has_programs { ", or program:./mybot for your own program" } else { "" };
    format!("Players: {}{program}.", names.collect::<Vec<_>>().join(", "))
}

fn names_of_kind(kind: &PlayerInfo) -> String {
    let name = kind.name;
    match kind.arg {
        PlayerArg::Number { range, suffix, .. } => {
            let [first, last] =
                [range.start(), range.end()].map(|number| format!("{name}:{number}{suffix}"));
            format!("{first} to {last}")
        }
        PlayerArg::Word(words) => {
            let others = words.iter().map(|word| format!("{name}:{word}"));
            iter::once(name.to_owned()).chain(others).collect::<Vec<_>>().join(", ")
        }
        PlayerArg::None | PlayerArg::Path | PlayerArg::Command => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::players_of_kind;

    #[test]
    fn players_are_named_in_words_and_in_one_order() {
        let game = GameKind::Flip;
        let players = players_of_kind(game);
        let names = "Players: first, last, random, greedy, level:1 to level:10, expert, \
                     expert:no-book, or program:./mybot for your own program.";
        assert_eq!(names_to_type(&players), names);
        let mut picker = SeatPicker::new(game, &players, HUMAN);
        let refusal = picker.type_player(&players, "rand", &Programs::default()).unwrap_err();
        assert_eq!(refusal, format!("there is no player \"rand\". {names}"));
    }

    #[test]
    fn a_program_that_does_not_exist_is_refused() {
        let game = GameKind::Flip;
        let players = players_of_kind(game);
        let mut picker = SeatPicker::new(game, &players, HUMAN);
        let mut type_player = |name| picker.type_player(&players, name, &Programs::default());
        let refusal = type_player("program:./nothing").unwrap_err();
        assert!(refusal.starts_with("there is no program"), "{refusal}");
        assert_eq!(type_player("program:/bin/sh"), Ok(()));
        assert_eq!(picker.player, "program:/bin/sh");
    }
}
