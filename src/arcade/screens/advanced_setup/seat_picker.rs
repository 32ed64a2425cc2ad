//! The choice of a player for one seat.

use std::borrow::Cow;

use crate::games::PlayerList;
use fourcade_engine::play::{HUMAN, PlayerArg, PlayerInfo};

#[derive(Clone, Debug)]
pub struct SeatPicker {
    /// The chosen row: row 0 is a person, and the game's players follow.
    pub row: usize,
    /// The row under the cursor, which is described and edited. Moving it chooses nothing.
    pub cursor: usize,
    /// The argument of the player in each row: a number, a word or a file.
    pub args: Vec<String>,
}

impl SeatPicker {
    /// Creates a picker with the player of this name chosen, or else a person.
    pub fn new(players: &PlayerList, name: &str) -> Self {
        let mut args = vec![String::new()];
        args.extend(players.kinds.iter().map(default_arg));
        let (row, arg) = match players.split(name) {
            Some((index, arg)) => (index + 1, arg),
            None => (0, None),
        };
        if players.parse(name).is_ok() {
            arg.unwrap_or_default().clone_into(&mut args[row]);
        }
        Self { row, cursor: row, args }
    }

    /// Returns the kind of argument that the player under the cursor takes; `None` for a person.
    pub fn arg_kind(&self, players: &PlayerList) -> Option<&'static PlayerArg> {
        Some(players.kinds.get(self.cursor.checked_sub(1)?)?.arg)
    }

    /// The argument of the player under the cursor.
    pub fn arg(&self) -> &str {
        &self.args[self.cursor]
    }

    /// Chooses the player under the cursor. Returns whether that is possible: a program must be
    /// named first.
    pub fn choose(&mut self, players: &PlayerList) -> bool {
        let is_nameless =
            self.arg_kind(players).is_some_and(PlayerArg::is_program) && self.arg().is_empty();
        if !is_nameless {
            self.row = self.cursor;
        }
        !is_nameless
    }

    /// The row of the first player that is a program, if the game has any.
    pub fn program_row(players: &PlayerList) -> Option<usize> {
        players.kinds.iter().position(|kind| kind.arg.is_program()).map(|index| index + 1)
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

    pub fn description(&self, players: &PlayerList) -> &'static str {
        match self.cursor.checked_sub(1) {
            Some(index) => players.kinds[index].description,
            None => "A person at this keyboard.",
        }
    }

    /// Chooses the player under the cursor with the next value of its argument, or the previous
    /// one.
    ///
    /// # Errors
    /// Returns a message if the player takes neither a number nor one of several words.
    pub fn change_arg(&mut self, players: &PlayerList, up: bool) -> Result<(), Cow<'static, str>> {
        let kind = self.arg_kind(players);
        let arg = &mut self.args[self.cursor];
        match kind {
            Some(PlayerArg::Number { range, default, .. }) => {
                let number = arg.parse().unwrap_or(*default);
                let next = if up { number.saturating_add(1) } else { number.saturating_sub(1) };
                *arg = next.clamp(*range.start(), *range.end()).to_string();
            }
            Some(PlayerArg::Word(words)) => *arg = next_word(words, arg, up).to_owned(),
            _ => return Err("this player takes no number".into()),
        }
        self.row = self.cursor;
        Ok(())
    }
}

fn default_arg(kind: &PlayerInfo) -> String {
    match kind.arg {
        PlayerArg::Number { default, .. } => default.to_string(),
        PlayerArg::None | PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command => {
            String::new()
        }
    }
}

/// Returns the word after `word`, or before it. An empty word comes before the first and after the
/// last one.
fn next_word(words: &[&'static str], word: &str, up: bool) -> &'static str {
    let index = words.iter().position(|&other| other == word).map_or(0, |index| index + 1);
    let next = if up { index + 1 } else { index + words.len() } % (words.len() + 1);
    next.checked_sub(1).map_or("", |index| words[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cycle_and_include_the_empty_one() {
        let step = |word, up| next_word(&["places", "points"], word, up);
        assert_eq!(["", "places", "points"].map(|word| step(word, true)), ["places", "points", ""]);
        assert_eq!(
            ["", "places", "points", "x"].map(|word| step(word, false)),
            ["points", "", "places", "points"]
        );
    }
}
