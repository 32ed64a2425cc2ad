//! The rows of the list of commands.

use ratatui::layout::Size;

use super::COLUMN_GAP;
use crate::widgets::{Offer, drawing, keys::Group};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Gap,
    Heading(Group),
    /// The indices of a listed command and of a line of its description.
    Command(usize, usize),
}

pub struct List {
    pub columns: Vec<Vec<Row>>,
    pub column_width: u16,
}

impl List {
    pub fn size(&self) -> Size {
        let count = u16::try_from(self.columns.len()).unwrap_or(1);
        let width = count * (self.column_width + COLUMN_GAP) - COLUMN_GAP;
        let rows = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        Size::new(width, drawing::cells(rows))
    }
}

/// The commands must be sorted by group.
pub fn grouped_rows<C>(offers: &[Offer<C>], description_width: u16, has_gaps: bool) -> Vec<Row> {
    let (mut rows, mut group) = (Vec::new(), None);
    for (at, offer) in offers.iter().enumerate() {
        if group != Some(offer.group) {
            group = Some(offer.group);
            if has_gaps && at > 0 {
                rows.push(Row::Gap);
            }
            rows.push(Row::Heading(offer.group));
        }
        rows.extend(command_rows(at, offer, description_width));
    }
    rows
}

pub fn ungrouped_rows<C>(offers: &[&Offer<C>], description_width: u16) -> Vec<Row> {
    let offers = offers.iter().enumerate();
    offers.flat_map(|(at, offer)| command_rows(at, offer, description_width)).collect()
}

fn command_rows<C>(
    at: usize,
    offer: &Offer<C>,
    description_width: u16,
) -> impl Iterator<Item = Row> + use<C> {
    let lines = drawing::wrap(offer.description, description_width).len();
    (0..lines).map(move |line| Row::Command(at, line))
}

/// Splits the rows at a heading, as evenly as possible. `None` if there is only one group.
pub fn split_at_heading(rows: &[Row]) -> Option<Vec<Vec<Row>>> {
    let headings = (1..rows.len()).filter(|&at| matches!(rows[at], Row::Heading(_)));
    let at = headings.min_by_key(|&at| (at - 1).max(rows.len() - at))?;
    let left = &rows[..at];
    let left = left.strip_suffix(&[Row::Gap]).unwrap_or(left);
    Some(vec![left.to_vec(), rows[at..].to_vec()])
}
