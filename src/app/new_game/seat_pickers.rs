//! The choice of a player for each seat: a person, a level, or a typed player.

use std::iter;

use super::results::about_level;
use crate::{
    games::{computer_name, players_of_kind},
    settings::consent::Programs,
    widgets::form::Row,
};
use fourcade_course::players::parse_player;
use fourcade_engine::{
    GameKind,
    play::{HUMAN, PlayerArg, PlayerInfo, PlayerList},
};

#[derive(Clone, Debug)]
pub struct SeatPickers {
    players: PlayerList,
    pickers: Vec<SeatPicker>,
    /// By seat: the players before any change.
    first_players: Vec<String>,
    programs: Programs,
}

impl SeatPickers {
    /// Starts with these players. A program becomes a person unless `allows_programs`.
    pub fn new(
        game: GameKind,
        names: &[String],
        programs: Programs,
        allows_programs: bool,
    ) -> Self {
        let mut players = players_of_kind(game);
        players.kinds.retain(|kind| allows_programs || !kind.arg.is_program());
        let pickers: Vec<_> =
            names.iter().map(|name| SeatPicker::new(game, &players, name)).collect();
        let first_players = pickers.iter().map(|picker| picker.player.clone()).collect();
        Self { players, pickers, first_players, programs }
    }

    /// By seat. A player that is still to be typed is empty.
    pub fn players(&self) -> Vec<String> {
        self.pickers.iter().map(|picker| picker.player.clone()).collect()
    }

    pub fn is_changed(&self) -> bool {
        self.players() != self.first_players
    }

    /// Whether the player of a seat is neither a person nor a level.
    pub fn is_custom(&self, seat: usize) -> bool {
        self.pickers[seat].is_custom()
    }

    /// `index` is that of a person, the levels and a custom player.
    pub fn choose(&mut self, seat: usize, index: usize) {
        self.pickers[seat].choose(index);
    }

    /// Chooses the player of a seat. Players other than levels are typed.
    pub fn row<T>(
        &self,
        game: GameKind,
        seat: usize,
        field: impl Fn(&mut T) -> Option<&mut Self> + Copy + 'static,
    ) -> Row<T> {
        let (label, picker) = (game.seat_names()[seat], &self.pickers[seat]);
        Row::choice(label, picker.choices(), picker.chosen(), move |choices, at| {
            if let Some(all) = field(choices) {
                all.choose(seat, at);
            }
        })
        .seat(seat)
        .help(picker.description(&self.players))
        .typed(format!("Player for {label}"), picker.typed(), move |choices, text| {
            let Some(Self { players, programs, pickers, .. }) = field(choices) else {
                return Ok(());
            };
            pickers[seat].type_player(players, text.trim(), programs)
        })
        .typing_hint(names_to_type(&self.players))
    }
}

#[derive(Clone, Debug)]
struct SeatPicker {
    game: GameKind,
    /// The chosen player, such as `level:3`; empty if one is still to be typed.
    player: String,
    /// The last player that is neither a person nor a level; empty if there was none.
    custom: String,
}

impl SeatPicker {
    /// Chooses this player, or a person if there is no such player. An empty one is still to be
    /// typed.
    fn new(game: GameKind, players: &PlayerList, player: &str) -> Self {
        let is_player = player.is_empty() || players.parse(player).is_ok();
        let player = if is_player { player } else { HUMAN }.to_owned();
        let mut picker = Self { game, player, custom: String::new() };
        if picker.is_custom() {
            picker.custom.clone_from(&picker.player);
        }
        picker
    }

    /// The labels of the choices: a person, the levels, and a custom player.
    fn choices(&self) -> Vec<String> {
        let levels = self.game.levels().iter().map(ToString::to_string);
        let custom = match self.custom.as_str() {
            "" => "Custom".to_owned(),
            player => format!("Custom: {}", computer_name(self.game.key(), player)),
        };
        ["Person".to_owned()].into_iter().chain(levels).chain([custom]).collect()
    }

    /// The index of the chosen player in [`Self::choices`].
    fn chosen(&self) -> usize {
        let levels = self.game.levels();
        match self.game.level_of(&self.player) {
            _ if self.player == HUMAN => 0,
            Some(level) => 1 + level as usize,
            None => 1 + levels.len(),
        }
    }

    /// Whether the player is neither a person nor a level. It may still have to be typed.
    fn is_custom(&self) -> bool {
        self.chosen() > self.game.levels().len()
    }

    /// `index` is that of a label in [`Self::choices`].
    fn choose(&mut self, index: usize) {
        self.player = match index.checked_sub(1) {
            None => HUMAN.to_owned(),
            Some(level) => match self.game.levels().get(level) {
                Some(&level) => self.game.level_player(level).player.to_owned(),
                None => self.custom.clone(),
            },
        };
    }

    fn typed(&self) -> &str {
        &self.custom
    }

    fn description(&self, players: &PlayerList) -> String {
        if self.player.is_empty() {
            let has_programs = players.kinds.iter().any(|kind| kind.arg.is_program());
            let others = if has_programs { " or program" } else { "" };
            return format!("Type any other player{others}.");
        }
        if self.player == HUMAN {
            return "A person at this keyboard.\nSpace types a name.".to_owned();
        }
        let level = self.game.level_of(&self.player);
        level
            .map_or_else(|| self.custom_description(players), |level| about_level(self.game, level))
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
    fn type_player(
        &mut self,
        players: &PlayerList,
        typed: &str,
        programs: &Programs,
    ) -> Result<(), String> {
        if players.split(typed).is_none() {
            return Err(format!("there is no player {typed:?}"));
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
fn names_to_type(players: &PlayerList) -> String {
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
        assert_eq!(refusal, "there is no player \"rand\"");
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
