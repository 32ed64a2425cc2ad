//! The keys of a result card: which are shown, and where.

use std::borrow::Cow;

use super::{KEYS, ResultCard, ResultCommand};
use crate::widgets::{
    Binding, Keymap, Look,
    drawing::{self, BUTTON_GAP, Button, button_places},
};

/// The keys on a card that has no room for all.
const MAIN_KEYS: [ResultCommand; 4] = [
    ResultCommand::Rematch,
    ResultCommand::Review,
    ResultCommand::OtherLevel,
    ResultCommand::Practise,
];

#[derive(Clone)]
pub struct KeyLabel {
    pub command: ResultCommand,
    pub key: Cow<'static, str>,
    pub label: String,
    pub is_available: bool,
    /// The place relative to the first key.
    pub x: u16,
    pub y: u16,
}

/// The keys with long or short labels, not placed yet.
pub fn key_labels(card: &ResultCard, is_long: bool, keymap: &Keymap) -> Vec<KeyLabel> {
    let label = |binding: &Binding<ResultCommand, ResultCard>| {
        let (command, is_available) = (binding.command, (binding.refusal)(card).is_none());
        let label = card.label(command, is_long);
        let (key, _) = keymap.key_and_label(binding).unwrap_or_default();
        let is_sought = card.seeks_mistakes && !card.mistakes.borrow().is_finished();
        let is_shown = is_available || command == ResultCommand::Practise && is_sought;
        is_shown.then_some(KeyLabel { command, key, label, is_available, x: 0, y: 0 })
    };
    // The way back to the board is in the footer.
    let keys = KEYS.iter().filter(|binding| binding.command != ResultCommand::Close);
    keys.filter_map(label).collect()
}

pub fn main_keys(card: &ResultCard, width: u16, look: &Look) -> Vec<KeyLabel> {
    let mut labels = key_labels(card, false, &look.keymap);
    labels.retain(|label| MAIN_KEYS.contains(&label.command));
    in_rows(labels, width)
}

pub fn in_rows(mut labels: Vec<KeyLabel>, width: u16) -> Vec<KeyLabel> {
    let places = button_places(labels.iter().map(|label| label.button().width()), width);
    for (label, place) in labels.iter_mut().zip(places) {
        (label.x, label.y) = (place.x, place.y);
    }
    labels
}

/// Places the keys one below another, with aligned labels.
pub fn in_list(mut labels: Vec<KeyLabel>, x: u16) -> Vec<KeyLabel> {
    let widths = labels.iter().map(|label| drawing::text_width(&label.key));
    let key_width = widths.max().unwrap_or(0);
    for (label, y) in labels.iter_mut().zip(0..) {
        (label.x, label.y) = (x, y);
        label.key = drawing::pad(&label.key, key_width).into();
    }
    labels
}

/// Places one key in each of the first rows, and two in the others.
pub fn in_columns(labels: Vec<KeyLabel>, first_rows: u16) -> Vec<KeyLabel> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (label, number) in labels.into_iter().zip(0..) {
        let is_right = number > first_rows && (number - first_rows) % 2 == 1;
        if is_right { &mut right } else { &mut left }.push(label);
    }
    let left = in_list(left, 0);
    let beside = left.iter().filter(|label| label.y >= first_rows);
    let x = beside.map(KeyLabel::right).max().map_or(0, |right| right + BUTTON_GAP);
    let mut right = in_list(right, x);
    for label in &mut right {
        label.y += first_rows;
    }
    [left, right].concat()
}

impl KeyLabel {
    pub fn right(&self) -> u16 {
        self.x + self.button().width()
    }

    pub fn button(&self) -> Button<'_> {
        Button::new((&self.key, &self.label))
    }
}
