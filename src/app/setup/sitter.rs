//! Who sits on a seat, as it is being chosen.

use std::borrow::Cow;

use crate::games::{Arg, Flat, HUMAN, PlayerKind, find_player};

/// Who sits somewhere: the row of the list, and what follows each row's name.
#[derive(Clone, Debug)]
pub struct Sitter {
    /// 0 is a person; the players of the registry follow.
    pub row: usize,
    /// The number or file behind each name.
    pub args: Vec<String>,
}

impl Sitter {
    pub fn named<G: Flat>(name: &str) -> Self {
        let usual = |kind: &PlayerKind<G>| match &kind.arg {
            Arg::Number { usual, .. } => usual.to_string(),
            Arg::None | Arg::Path => String::new(),
        };
        let mut args: Vec<String> = std::iter::once(String::new()).chain(G::players().iter().map(usual)).collect();
        let (stem, arg) = name.split_once(':').unwrap_or((name, ""));
        let row = G::players().iter().position(|kind| kind.name == stem).map_or(0, |at| at + 1);
        if find_player::<G>(name).is_ok() {
            arg.clone_into(&mut args[row]);
        }
        Self { row, args }
    }

    pub fn arg<G: Flat>(&self) -> Option<&'static Arg> {
        Some(&G::players().get(self.row.checked_sub(1)?)?.arg)
    }

    pub fn text(&self) -> String {
        self.args[self.row].clone()
    }

    pub fn name_of<G: Flat>(&self, row: usize) -> String {
        let Some(kind) = row.checked_sub(1).and_then(|at| G::players().get(at)) else { return HUMAN.to_owned() };
        if kind.arg == Arg::None { kind.name.to_owned() } else { format!("{}:{}", kind.name, self.args[row]) }
    }

    pub fn name<G: Flat>(&self) -> String {
        self.name_of::<G>(self.row)
    }

    pub fn count<G: Flat>(&mut self, up: bool) -> Result<(), Cow<'static, str>> {
        let Some(Arg::Number { range, usual }) = self.arg::<G>() else {
            return Err("this player takes no number".into());
        };
        let number = self.args[self.row].parse().unwrap_or(*usual);
        let next = if up { number.saturating_add(1) } else { number.saturating_sub(1) };
        self.args[self.row] = next.clamp(*range.start(), *range.end()).to_string();
        Ok(())
    }
}
