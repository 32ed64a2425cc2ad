//! Two players type their choices at the same time without seeing them: the Passer types letters
//! for row and column, the Eater digits. The screen shows only how many keys are typed.
//!
//! Rows and columns have a fixed number of keys, so that no key is needed to separate or confirm
//! them: one letter (`a` is the first) or one digit if that is enough for the board, otherwise two
//! letters (`aa`, `ab`, ..., `az`, `ba`, ...) or two digits (`07`). Space takes back the Passer's
//! choice, Backspace the Eater's.

use crossterm::event::KeyCode;

use crate::{
    games::{Reply, grid::letters},
    widgets::Key,
};
use fourcade_engine::{
    eater::model::{Cell, EaterBoard, Role},
    play::Seats,
};

/// The keys typed so far by the Passer and the Eater.
#[derive(Debug, Default)]
pub struct BlindTyping {
    typed: [String; 2],
}

/// Returns how many keys a role types for a row or column of a board of this size.
fn key_count(role: Role, size: u16) -> usize {
    let max_with_one_key = match role {
        Role::Passer => 26,
        Role::Eater => 9,
    };
    if size <= max_with_one_key { 1 } else { 2 }
}

/// Parses the keys for a row or column into its index, which may be outside the board.
fn parse_index(role: Role, keys: &str) -> Option<u16> {
    match role {
        Role::Passer => {
            let letters = keys.bytes().map(|key| u16::from(key - b'a'));
            letters.reduce(|high, low| 26 * high + low)
        }
        Role::Eater => keys.parse::<u16>().ok()?.checked_sub(1),
    }
}

/// Returns the keys that a role types for the row or column with this index.
fn keys_for(role: Role, index: u16, size: u16) -> String {
    match role {
        Role::Passer => letters(index, size),
        Role::Eater => format!("{:0width$}", index + 1, width = key_count(role, size)),
    }
}

impl BlindTyping {
    /// Handles a key of either player. `deciding` are the seats that have not chosen yet.
    pub fn type_key(&mut self, key: Key, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
        if key.ctrl || key.alt {
            return Reply::Ignored;
        }
        match key.code {
            KeyCode::Char(letter) if letter.is_ascii_alphabetic() => {
                self.push(Role::Passer, letter.to_ascii_lowercase(), board, deciding)
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.push(Role::Eater, digit, board, deciding)
            }
            KeyCode::Char(' ') => self.take_back(Role::Passer, deciding),
            KeyCode::Backspace => self.take_back(Role::Eater, deciding),
            _ => Reply::Ignored,
        }
    }

    fn push(&mut self, role: Role, key: char, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
        if !deciding.contains(role.seat()) {
            let key = if role == Role::Passer { "Space" } else { "Backspace" };
            return Reply::Refused(
                format!("the {role} has chosen; press {key} to take it back").into(),
            );
        }
        let key_count = key_count(role, board.size());
        let typed = &mut self.typed[role.index()];
        typed.push(key);
        if typed.len() < 2 * key_count {
            return Reply::Changed;
        }
        let (row, col) = typed.split_at(key_count);
        let indices = parse_index(role, row).zip(parse_index(role, col));
        let cell = indices.map(|(row, col)| Cell::new(row, col));
        typed.clear();
        match cell.filter(|&cell| board.contains(cell) && board.at(cell).is_none()) {
            Some(cell) => Reply::Act(role.seat(), cell),
            // The message must not reveal the cell.
            None => Reply::Refused(format!("{role}: that cell isn't free").into()),
        }
    }

    /// Discards the typed keys of a role, or retracts its choice if it has chosen.
    fn take_back(&mut self, role: Role, deciding: Seats) -> Reply<Cell> {
        self.typed[role.index()].clear();
        if deciding.contains(role.seat()) { Reply::Changed } else { Reply::Retract(role.seat()) }
    }

    /// Returns the lines that show, for each player, a dot per typed key and the range of the keys.
    pub fn status(&self, size: u16, deciding: Seats) -> String {
        let line = |role: Role| {
            if !deciding.contains(role.seat()) {
                return format!("{role} has chosen");
            }
            let (typed, total) = (self.typed[role.index()].len(), 2 * key_count(role, size));
            let echo = ".".repeat(typed) + &"_".repeat(total.saturating_sub(typed));
            format!(
                "{role} {echo} ({}-{})",
                keys_for(role, 0, size),
                keys_for(role, size - 1, size)
            )
        };
        format!("{}\n{}\nSpace, Backspace: undo", line(Role::Passer), line(Role::Eater))
    }
}
