//! The choice of a player for one seat.

use crate::{
    games::{capitalized, parse_player},
    settings::consent::Programs,
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, PlayerArg, PlayerInfo, PlayerList},
};

#[derive(Clone, Debug)]
pub struct SeatPicker {
    /// The chosen row: row 0 is a person, and the game's players follow.
    pub row: usize,
    /// The argument of the player in each row: a number, a word or a file.
    pub args: Vec<String>,
}

impl SeatPicker {
    /// Creates a picker with the player of this name chosen, or else a person.
    pub fn new(game: GameKind, players: &PlayerList, name: &str) -> Self {
        let mut args = vec![String::new()];
        args.extend(players.kinds.iter().map(|kind| default_arg(game, kind)));
        let (row, arg) = match players.split(name) {
            Some((index, arg)) => (index + 1, arg),
            None => (0, None),
        };
        if parse_player(game, name).is_ok() {
            arg.unwrap_or_default().clone_into(&mut args[row]);
        }
        Self { row, args }
    }

    /// Returns the kind of argument that the player in a row takes; `None` for a person.
    pub fn arg_kind(players: &PlayerList, row: usize) -> Option<&'static PlayerArg> {
        Some(players.kinds.get(row.checked_sub(1)?)?.arg)
    }

    /// Whether a program is chosen that is not named yet.
    pub fn is_nameless(&self, players: &PlayerList) -> bool {
        Self::arg_kind(players, self.row).is_some_and(PlayerArg::is_program)
            && self.args[self.row].is_empty()
    }

    /// Returns the full name of the player in a row, such as `level:3`.
    pub fn name_in_row(&self, players: &PlayerList, row: usize) -> String {
        let Some(kind) = row.checked_sub(1).and_then(|index| players.kinds.get(index)) else {
            return HUMAN.to_owned();
        };
        match (kind.arg, self.args[row].as_str()) {
            (PlayerArg::None, _)
            | (PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command, "") => {
                kind.name.to_owned()
            }
            (_, arg) => format!("{}:{arg}{}", kind.name, kind.arg.suffix()),
        }
    }

    pub fn name(&self, players: &PlayerList) -> String {
        self.name_in_row(players, self.row)
    }

    /// What the player in a row does. A level is described as such.
    pub fn description(&self, game: GameKind, players: &PlayerList, row: usize) -> String {
        let Some(kind) = row.checked_sub(1).map(|index| &players.kinds[index]) else {
            return "A person at this keyboard.".to_owned();
        };
        let PlayerArg::Number { .. } = kind.arg else { return kind.description.to_owned() };
        match game.level_of(&self.name_in_row(players, row)) {
            Some(level) => capitalized(game.level_player(level).description),
            None => kind.description.replace(" N ", &format!(" {} ", self.args[row])),
        }
    }

    /// Changes the argument of the chosen player to what was typed. A program that was typed may
    /// start.
    pub fn type_arg(
        &mut self,
        game: GameKind,
        players: &PlayerList,
        arg: &str,
        programs: &Programs,
    ) -> Result<(), String> {
        let mut typed = self.clone();
        arg.clone_into(&mut typed.args[self.row]);
        let player = parse_player(game, &typed.name(players)).map_err(|error| error.to_string())?;
        // What the last setup named is not typed.
        if arg != self.args[self.row] {
            programs.allow(&player);
        }
        *self = typed;
        Ok(())
    }
}

/// Of words, one that makes the player stand for a level comes first.
fn default_arg(game: GameKind, kind: &PlayerInfo) -> String {
    match kind.arg {
        PlayerArg::Number { default, .. } => default.to_string(),
        PlayerArg::Word(words) => {
            let is_level = |word: &&&str| game.level_of(&format!("{}:{word}", kind.name)).is_some();
            words.iter().find(is_level).copied().unwrap_or_default().to_owned()
        }
        PlayerArg::None | PlayerArg::Path | PlayerArg::Command => String::new(),
    }
}
