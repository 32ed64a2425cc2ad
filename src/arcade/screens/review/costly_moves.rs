//! The list of costly moves in a review.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Modifier,
};

use super::{Command, game_review::GameReview};
use crate::{
    app::review::cost,
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};
use fourcade_engine::play::Verdict;

/// The heading of the list. If one person plays, it has two parts instead.
const TITLE: &str = "Costliest";
const YOURS: &str = "Yours";
const OTHERS: &str = "Others";
const COST_HEADING: &str = "lost";
const POINTER_WIDTH: u16 = 1;
const MAX_COLUMN_GAP: u16 = 3;
/// The width of the marks of hidden rows, and the gap beside them.
const SCROLL_MARKS_WIDTH: u16 = 2;
const MAX_COST_WIDTH: u16 = 8;

/// If one person plays, their moves come first. Returns the first visible rows of both lists.
pub fn draw_costly_moves(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> [usize; 2] {
    let results = &review.progress.results;
    let count = results.costly().len();
    if count == 0 {
        if review.progress.is_complete() {
            drawing::draw_text(buffer, area, "No costly moves.", look.dim(), look);
        }
        return review.first_rows;
    }
    let Some(own) = results.own_costly_count() else {
        let list = MoveList { title: TITLE, rows: 0..count, first: review.first_rows[0] };
        return [list.draw(review, area, buffer, look, areas), 0];
    };
    // If there is room for a move in each part, the costliest one of the others is always visible.
    let reserved = if own < count && area.height > 3 { 2 } else { 0 };
    let with_heading = u16::try_from(own).map_or(u16::MAX, |moves| moves.saturating_add(1));
    let height = if own == 0 { 0 } else { with_heading.min(area.height - reserved) };
    let [upper, lower] = area.layout(&Layout::vertical([Length(height), Fill(1)]));
    let [first, first_other] = review.first_rows;
    let yours = MoveList { title: YOURS, rows: 0..own, first };
    let others = MoveList { title: OTHERS, rows: own..count, first: first_other };
    [
        yours.draw(review, upper, buffer, look, areas),
        others.draw(review, lower, buffer, look, areas),
    ]
}

struct MoveList {
    title: &'static str,
    /// In the order of `ReviewResults::costly`.
    rows: Range<usize>,
    /// The first row that was visible, relative to the start of `rows`.
    first: usize,
}

impl MoveList {
    /// Returns the first visible row.
    fn draw(
        self,
        review: &GameReview,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> usize {
        let mut rows = area.rows();
        let Some(heading) = rows.next().filter(|_| !self.rows.is_empty()) else {
            return self.first;
        };
        let list = drawing::skip_rows(area, 1);
        let visible = usize::from(list.height);
        let selected = review.selected_row();
        let selected_here = selected.filter(|row| self.rows.contains(row));
        let count = self.rows.len();
        let first = match selected_here {
            Some(row) => scroll(self.first, row - self.rows.start, count, visible),
            None => self.first.min(count.saturating_sub(visible)),
        };
        let columns = ListColumns::new(review, area.width);
        let [number, _, played, better] = columns.left;
        let title = TextColumn::new(number.x, played.x.saturating_sub(number.x + 1));
        for (column, text) in [(title, self.title), (played, "played"), (better, "better")] {
            column.draw(buffer, heading, text, look.dim(), look);
        }
        columns.cost.draw_right(buffer, heading, COST_HEADING, look.dim(), look);
        let moves = review.progress.results.costly().enumerate();
        let shown = moves.skip(self.rows.start + first).take(count - first);
        for ((index, (line, verdict)), row) in shown.zip(rows) {
            areas.add(row, Command::Row(index));
            let seat = verdict.seat.index();
            let (plain, dim, seat) = if selected == Some(index) {
                let plain = look.selected().remove_modifier(Modifier::BOLD);
                draw_selection(buffer, row, plain, look, areas);
                (plain, plain, look.selected_seat(seat))
            } else {
                (look.text(), look.dim(), look.seat(seat))
            };
            let cells = Cells::new(review, line, verdict);
            let [number, name, played, better] = columns.left;
            number.draw_right(buffer, row, &cells.number, dim, look);
            name.draw(buffer, row, cells.seat, seat, look);
            played.draw(buffer, row, &cells.played, plain, look);
            better.draw(buffer, row, &cells.better, plain.add_modifier(Modifier::BOLD), look);
            let cost = pad_fraction(&cells.cost, columns.fraction_width);
            columns.cost.draw_right(buffer, row, &cost, plain, look);
        }
        draw_scroll_marks(buffer, list, first > 0, first + visible < count, look);
        first
    }
}

struct Cells {
    number: String,
    seat: &'static str,
    played: String,
    better: String,
    cost: String,
}

impl Cells {
    fn new(review: &GameReview, line: usize, verdict: &Verdict<String, String>) -> Self {
        Self {
            number: (line + 1).to_string(),
            seat: review.seat_name(verdict.seat),
            played: verdict.played.clone(),
            better: verdict.better.clone().unwrap_or_default(),
            cost: review.progress.results.measure.format_cost_number(cost(verdict)),
        }
    }
}

struct ListColumns {
    /// The number, the seat, the move and the better move.
    left: [TextColumn; 4],
    cost: TextColumn,
    /// The maximum of [`fraction_width`].
    fraction_width: usize,
}

impl ListColumns {
    /// Fits the columns to the list's width and to all its rows, visible or not.
    fn new(review: &GameReview, width: u16) -> Self {
        let results = &review.progress.results;
        let rows: Vec<Cells> =
            results.costly().map(|(line, verdict)| Cells::new(review, line, verdict)).collect();
        let widest = |cell: fn(&Cells) -> &str, heading: &str| {
            let cells = rows.iter().map(|row| drawing::text_width(cell(row)));
            cells.max().unwrap_or(0).max(drawing::text_width(heading))
        };
        let seat =
            review.seat_names.iter().map(|name| drawing::text_width(name)).max().unwrap_or(1);
        let widths = [
            drawing::text_width(&review.lines.len().to_string()).max(4),
            seat,
            widest(|row| &row.played, "played"),
            widest(|row| &row.better, "better"),
        ];
        let fraction = rows.iter().map(|row| fraction_width(&row.cost)).max().unwrap_or(0);
        let costs = rows.iter().map(|row| drawing::text_width(&pad_fraction(&row.cost, fraction)));
        let cost_width = costs.max().unwrap_or(0).max(drawing::text_width(COST_HEADING));
        let taken = POINTER_WIDTH + widths.iter().sum::<u16>() + cost_width;
        let gap = (width.saturating_sub(taken) / 4).clamp(1, MAX_COLUMN_GAP);
        let mut x = POINTER_WIDTH;
        let left = widths.map(|width| {
            let column = TextColumn::new(x, width);
            x += width + gap;
            column
        });
        // The costs stay near the better moves, even in a wide window.
        let beside_marks = width.saturating_sub(SCROLL_MARKS_WIDTH);
        let right = (x + MAX_COST_WIDTH).min(beside_marks).max((x + cost_width).min(width));
        let cost = TextColumn::new(right.saturating_sub(cost_width), cost_width);
        Self { left, cost, fraction_width: fraction }
    }
}

/// Appends zeros to a cost until its [`fraction_width`] is `columns`.
fn pad_fraction(cost: &str, columns: usize) -> String {
    let point = if columns > 0 && fraction_width(cost) == 0 { "." } else { "" };
    let zeros = "0".repeat(columns - fraction_width(cost) - point.len());
    format!("{cost}{point}{zeros}")
}

/// The columns of the decimal point and the digits after it; 0 without a point.
fn fraction_width(cost: &str) -> usize {
    cost.find('.').map_or(0, |point| cost.len() - point)
}

#[cfg(test)]
mod tests {
    use super::pad_fraction;

    #[test]
    fn costs_have_as_many_digits_as_the_longest() {
        let costs = |costs: [&str; 3], columns| costs.map(|cost| pad_fraction(cost, columns));
        assert_eq!(costs(["31", "26.7", "0"], 2), ["31.0", "26.7", "0.0"]);
        assert_eq!(costs(["2", "1.5", "0.25"], 3), ["2.00", "1.50", "0.25"]);
        assert_eq!(costs(["31", "7", "0"], 0), ["31", "7", "0"]);
    }
}
