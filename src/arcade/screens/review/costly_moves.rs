//! The list of costly moves.

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use super::{FIRST_ROW_ITEM, game_review::GameReview, results::cost};
use crate::widgets::{
    ClickAreas, ClickTarget, Look, drawing,
    list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
};
use fourcade_engine::play::Verdict;

/// The columns before the list, for the pointer.
const POINTER_WIDTH: u16 = 1;
/// The maximum distance between two columns.
const MAX_GAP: u16 = 3;
/// The maximum distance from the left end of the costs to their right end.
const MAX_COST_WIDTH: u16 = 8;

/// Draws the list; returns its first visible row.
pub fn draw(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> usize {
    let mut rows = area.rows();
    let Some(heading) = rows.next() else { return review.first_row };
    let results = &review.progress.results;
    let unit = results.measure.unit;
    let count = results.costly().len();
    if count == 0 {
        if review.progress.is_complete() {
            let text = "No costly moves.";
            drawing::draw_text(buffer, heading, text, look.dim(), look);
        }
        return review.first_row;
    }
    let list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let visible = usize::from(list.height);
    let selected = review.selected();
    let first = match selected {
        Some(selected) => scroll(review.first_row, selected, count, visible),
        None => review.first_row.min(count.saturating_sub(visible)),
    };
    let columns = ListColumns::new(review, area.width);
    let headings = ["move", "", "played", "better", unit];
    for (column, text) in columns.left.into_iter().zip(headings) {
        column.draw(buffer, heading, text, look.dim(), look);
    }
    columns.cost.draw_right(buffer, heading, unit, look.dim(), look);
    for ((index, (line, verdict)), row) in results.costly().enumerate().skip(first).zip(rows) {
        areas.add(row, ClickTarget::Item(FIRST_ROW_ITEM + index));
        let (plain, dim, seat) = if selected == Some(index) {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look);
            (plain, plain, plain)
        } else {
            (look.text(), look.dim(), look.seat(verdict.seat.index()))
        };
        let cells = Cells::new(review, line, verdict);
        let [number, name, played, better] = columns.left;
        number.draw_right(buffer, row, &cells.number, dim, look);
        name.draw(buffer, row, cells.seat, seat, look);
        played.draw(buffer, row, &cells.played, plain, look);
        better.draw(buffer, row, &cells.better, plain.add_modifier(Modifier::BOLD), look);
        columns.cost.draw_right(buffer, row, &cells.cost, plain, look);
    }
    draw_scroll_marks(buffer, list, first > 0, first + visible < count, look);
    first
}

/// The texts of a row.
struct Cells {
    /// The number of the move.
    number: String,
    seat: &'static str,
    played: String,
    better: String,
    cost: String,
}

impl Cells {
    fn new(review: &GameReview, line: usize, verdict: &Verdict<String>) -> Self {
        Self {
            number: (line + 1).to_string(),
            seat: review.seat_name(verdict.seat),
            played: verdict.played.clone(),
            better: verdict.better.clone().unwrap_or_default(),
            cost: review.progress.results.measure.format_cost_number(cost(verdict)),
        }
    }
}

/// The columns of the list.
struct ListColumns {
    /// The columns of the number, the seat, the move and the better move.
    left: [TextColumn; 4],
    cost: TextColumn,
}

impl ListColumns {
    /// Fits the columns to the list's width and to all its rows.
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
        let cost_width = widest(|row| &row.cost, results.measure.unit).max(5);
        let taken = POINTER_WIDTH + widths.iter().sum::<u16>() + cost_width;
        let gap = (width.saturating_sub(taken) / 4).clamp(1, MAX_GAP);
        let mut x = POINTER_WIDTH;
        let left = widths.map(|width| {
            let column = TextColumn::new(x, width);
            x += width + gap;
            column
        });
        // The costs stay near the better moves, even in a wide window.
        let right = (x + MAX_COST_WIDTH).min(width);
        let cost = TextColumn::new(right.saturating_sub(cost_width), cost_width);
        Self { left, cost }
    }
}
