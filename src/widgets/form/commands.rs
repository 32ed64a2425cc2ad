//! The commands of forms, their keys, and their outcomes.

use crossterm::event::KeyCode;

use super::RowId;
use crate::widgets::{Binding, Key};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormCommand {
    Up,
    Down,
    First,
    Last,
    /// Choose the previous value, or select the button on the left.
    Left,
    Right,
    /// Select the next row, cyclically.
    Next,
    Previous,
    /// Press the button that stands out, or the selected row of a form without buttons.
    Enter,
    /// Press the selected row if it is a button or its value can be typed; otherwise choose its
    /// next value, cyclically.
    Edit,
    Select(RowId),
    /// Choose the value of a row that is this many later, or with -1, the previous one.
    Turn(RowId, isize),
    Choose(RowId, usize),
    Type(String),
    /// Type the value, and select the next row or, with -1, the previous one.
    TypeAndGo(String, isize),
}

/// The keys of every form, except [Enter](enter), whose label depends on the page, and
/// [`EDIT`], which follows it.
pub static KEYS: [Binding<FormCommand>; 8] = [
    Binding::new(
        "up",
        FormCommand::Up,
        &[Key::plain(KeyCode::Up), Key::char('k')],
        "the row above",
    )
    .footer("arrows", "choose"),
    Binding::new(
        "down",
        FormCommand::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the row below",
    ),
    Binding::new("first", FormCommand::First, &[Key::plain(KeyCode::Home)], "the first row"),
    Binding::new("last", FormCommand::Last, &[Key::plain(KeyCode::End)], "the last row"),
    Binding::new(
        "left",
        FormCommand::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the value on the left",
    ),
    Binding::new(
        "right",
        FormCommand::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the value on the right",
    ),
    Binding::new(
        "next",
        FormCommand::Next,
        &[Key::plain(KeyCode::Tab)],
        "the next row; after the last one, the first",
    ),
    Binding::new(
        "previous",
        FormCommand::Previous,
        &[Key::plain(KeyCode::BackTab)],
        "the row before; before the first one, the last",
    ),
];

pub const EDIT: Binding<FormCommand> = Binding::new(
    "type",
    FormCommand::Edit,
    &[Key::char(' ')],
    "type the value, choose the next one, or press the button",
);

pub const fn enter(description: &'static str, label: &'static str) -> Binding<FormCommand> {
    const KEYS: &[Key] = &[Key::plain(KeyCode::Enter)];
    Binding::new("choose", FormCommand::Enter, KEYS, description).footer("Enter", label)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The selection may have moved.
    Moved,
    Changed(RowId),
    Pressed(RowId),
    /// The selected row has no other value.
    Fixed,
    Refused(String),
}
