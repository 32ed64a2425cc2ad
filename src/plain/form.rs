//! A form as a conversation: one numbered line per row.

use super::{Console, Error};
use crate::widgets::form::{Row, RowId};

/// Up to this many values are listed; of more, the person types one.
const MAX_LISTED: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Button(RowId),
    Back,
}

/// Lets the person change values until they choose a button or go back. Calls `on_change` after
/// each change of a row.
pub fn fill<T>(
    console: &mut Console,
    choices: &mut T,
    rows: impl Fn(&T) -> Vec<Row<T>>,
    question: &str,
    mut on_change: impl FnMut(&mut Console, &mut T, RowId) -> Result<(), Error>,
) -> Result<Done, Error> {
    let mut listed = Vec::new();
    loop {
        let current = rows(choices);
        let lines: Vec<String> = current.iter().map(line).collect();
        let ids: Vec<_> = current.iter().map(|row| row.id).collect();
        // If the rows are still the same, they have the same numbers and aren't listed again.
        let chosen = if ids == listed {
            console.choose_again(question, &lines)?
        } else {
            console.choose(question, &lines)?
        };
        listed = ids;
        let Some(index) = chosen else { return Ok(Done::Back) };
        let row = &current[index];
        if row.is_button() {
            return Ok(Done::Button(row.id));
        }
        if change(console, row, choices)? {
            let changed = rows(choices).into_iter().find(|other| other.id == row.id);
            console.say(&changed.as_ref().map(line).unwrap_or_default())?;
            on_change(console, choices, row.id)?;
        }
    }
}

fn described<T>(row: &Row<T>, index: usize) -> String {
    let value = row.values.get(index).map(String::as_str);
    let details = row.details.get(index);
    let name = details.map(|it| it.name.as_str());
    let record = details.and_then(|it| it.record.as_deref());
    let mark = details.and_then(|it| it.mark.first().copied());
    let texts = [value, name, record, mark].into_iter().flatten();
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

fn line<T>(row: &Row<T>) -> String {
    if row.is_button() {
        format!("{}.", row.values.concat())
    } else {
        format!("{}: {}.", row.label, described(row, row.chosen))
    }
}

fn chosen_value<T>(row: &Row<T>) -> &str {
    row.values.get(row.chosen).map_or("", String::as_str)
}

/// Asks for a new value. Returns whether it was set.
fn change<T>(console: &mut Console, row: &Row<T>, choices: &mut T) -> Result<bool, Error> {
    let is_listed = (2..=MAX_LISTED).contains(&row.values.len());
    if let Some(typed) = row.typed.as_ref().filter(|_| !is_listed) {
        let question = format!("{}? Now {}.", typed.title, chosen_value(row));
        let Some(text) = console.ask_text(&question)? else { return Ok(false) };
        if let Err(error) = typed.set(choices, &text) {
            console.say(&error)?;
            return Ok(false);
        }
        return Ok(true);
    }
    if is_listed {
        let values = (0..row.values.len()).map(|index| format!("{}.", described(row, index)));
        let values: Vec<String> = values.collect();
        let question = format!("{}: which one?", row.label);
        let Some(index) = console.choose(&question, &values)? else { return Ok(false) };
        row.choose(index, choices);
        return Ok(true);
    }
    Ok(false)
}
