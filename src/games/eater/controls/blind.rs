//! Two persons type their choices at the same time, blind: the Passer letters for row and column,
//! the Eater numbers. Only how much is typed is shown.
//!
//! Each number has a fixed length, so nothing stands between them and nothing ends them: one letter
//! (`a` is the first) or one digit where that is enough for the board, else two letters (`aa`,
//! `ab`, ..., `az`, `ba`, ...) or two digits (`07`). Space takes the Passer's choice back,
//! Backspace the Eater's.

use crossterm::event::KeyCode;

use crate::{
    games::{
        Reply,
        eater::rules::{Cell, EaterBoard, Role},
    },
    play::Seats,
    ui::Key,
};

/// What is typed so far, by the Passer and the Eater.
#[derive(Debug, Default)]
pub struct Blind {
    typed: [String; 2],
}

/// The keys that a side presses for a row or a column.
fn length(side: Role, count: u16) -> usize {
    let most = match side {
        Role::Passer => 26,
        Role::Eater => 9,
    };
    if count <= most { 1 } else { 2 }
}

/// The row or column that these keys mean, from 0, whether the board has it or not.
fn number(side: Role, keys: &str) -> Option<u16> {
    match side {
        Role::Passer => {
            let letters = keys.bytes().map(|key| u16::from(key - b'a'));
            letters.reduce(|high, low| 26 * high + low)
        }
        Role::Eater => keys.parse::<u16>().ok()?.checked_sub(1),
    }
}

/// How a side types a row or column.
fn keys(side: Role, at: u16, count: u16) -> String {
    let letter = |at: u16| char::from(b'a' + u8::try_from(at % 26).unwrap_or(0));
    match (side, length(side, count)) {
        (Role::Passer, 1) => letter(at).to_string(),
        (Role::Passer, _) => [letter(at / 26), letter(at)].iter().collect(),
        (Role::Eater, length) => format!("{:0length$}", at + 1),
    }
}

impl Blind {
    /// A key of either; `deciding` are those whose choice is still wanted.
    pub fn typed(&mut self, key: Key, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
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

    fn push(&mut self, side: Role, key: char, board: &EaterBoard, deciding: Seats) -> Reply<Cell> {
        if !deciding.contains(side.seat()) {
            let key = if side == Role::Passer { "Space" } else { "Backspace" };
            return Reply::Refused(format!("the {side} has chosen; {key} takes it back").into());
        }
        let (length, typed) = (length(side, board.size()), &mut self.typed[side.index()]);
        typed.push(key);
        if typed.len() < 2 * length {
            return Reply::Changed;
        }
        let (row, col) = typed.split_at(length);
        let cell = number(side, row).zip(number(side, col)).map(|(row, col)| Cell::new(row, col));
        typed.clear();
        match cell.filter(|&cell| board.has(cell) && board.at(cell).is_none()) {
            Some(cell) => Reply::Act(side.seat(), cell),
            // No word of which cell it was.
            None => Reply::Refused(
                format!("the {side}'s keys mean no empty cell: type them again").into(),
            ),
        }
    }

    fn take_back(&mut self, side: Role, deciding: Seats) -> Reply<Cell> {
        self.typed[side.index()].clear();
        if deciding.contains(side.seat()) { Reply::Changed } else { Reply::Retract(side.seat()) }
    }

    /// What each has typed, a dot a key, with the keys that are wanted: a line each.
    pub fn words(&self, count: u16, deciding: Seats) -> String {
        let line = |side: Role| {
            if !deciding.contains(side.seat()) {
                return format!("{side} has chosen");
            }
            let (typed, whole) = (self.typed[side.index()].len(), 2 * length(side, count));
            let echo = ".".repeat(typed) + &"_".repeat(whole.saturating_sub(typed));
            format!("{side} {echo} ({}-{})", keys(side, 0, count), keys(side, count - 1, count))
        };
        format!("{}\n{}\nSpace, Backspace take back", line(Role::Passer), line(Role::Eater))
    }
}
