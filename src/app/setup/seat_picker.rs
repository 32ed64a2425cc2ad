//! Who sits on a seat, as it is being chosen.

use std::borrow::Cow;

use crate::games::{ArcadeGame, HUMAN, PlayerArg, PlayerKind, find_player};

/// Who sits somewhere: the row of the list, and what follows each row's name.
#[derive(Clone, Debug)]
pub struct SeatPicker {
    /// 0 is a person; the players of the registry follow.
    pub row: usize,
    /// The number, word or file behind each name.
    pub args: Vec<String>,
}

impl SeatPicker {
    pub fn named<G: ArcadeGame>(name: &str) -> Self {
        let usual = |kind: &PlayerKind<G>| match &kind.arg {
            PlayerArg::Number { default, .. } => default.to_string(),
            PlayerArg::None | PlayerArg::Word(_) | PlayerArg::Path | PlayerArg::Command => {
                String::new()
            }
        };
        let mut args: Vec<String> =
            std::iter::once(String::new()).chain(G::players().iter().map(usual)).collect();
        let (stem, arg) = name.split_once(':').unwrap_or((name, ""));
        let row = G::players().iter().position(|kind| kind.name == stem).map_or(0, |at| at + 1);
        if find_player::<G>(name).is_ok() {
            arg.clone_into(&mut args[row]);
        }
        Self { row, args }
    }

    pub fn arg<G: ArcadeGame>(&self) -> Option<&'static PlayerArg> {
        Some(&G::players().get(self.row.checked_sub(1)?)?.arg)
    }

    pub fn text(&self) -> String {
        self.args[self.row].clone()
    }

    pub fn name_of<G: ArcadeGame>(&self, row: usize) -> String {
        let Some(kind) = row.checked_sub(1).and_then(|at| G::players().get(at)) else {
            return HUMAN.to_owned();
        };
        match (&kind.arg, self.args[row].as_str()) {
            (PlayerArg::None, _) | (PlayerArg::Word(_), "") => kind.name.to_owned(),
            (_, arg) => format!("{}:{arg}", kind.name),
        }
    }

    pub fn name<G: ArcadeGame>(&self) -> String {
        self.name_of::<G>(self.row)
    }

    pub fn count<G: ArcadeGame>(&mut self, up: bool) -> Result<(), Cow<'static, str>> {
        let arg = &mut self.args[self.row];
        match G::players().get(self.row.wrapping_sub(1)).map(|kind| &kind.arg) {
            Some(PlayerArg::Number { range, default: usual }) => {
                let number = arg.parse().unwrap_or(*usual);
                let next = if up { number.saturating_add(1) } else { number.saturating_sub(1) };
                *arg = next.clamp(*range.start(), *range.end()).to_string();
            }
            Some(PlayerArg::Word(words)) => *arg = next_word(words, arg, up).to_owned(),
            _ => return Err("this player takes no number".into()),
        }
        Ok(())
    }
}

/// The word after (or before) this one in a round of all words that begins with none.
fn next_word(words: &[&'static str], word: &str, up: bool) -> &'static str {
    let at = words.iter().position(|&known| known == word).map_or(0, |at| at + 1);
    let next = if up { at + 1 } else { at + words.len() } % (words.len() + 1);
    next.checked_sub(1).map_or("", |at| words[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_round_and_none_is_among_them() {
        let step = |word, up| next_word(&["places", "points"], word, up);
        assert_eq!(["", "places", "points"].map(|word| step(word, true)), ["places", "points", ""]);
        assert_eq!(
            ["", "places", "points", "x"].map(|word| step(word, false)),
            ["points", "", "places", "points"]
        );
    }
}
