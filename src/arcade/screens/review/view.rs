//! How the parts of a review other than the board are drawn.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{costly_moves, explanation, game_review::GameReview, graph, layout::ReviewLayout};
use crate::widgets::{ClickAreas, Look, drawing, list::draw_text_right};
use fourcade_engine::play::Seat;

/// Draws everything but the board.
pub fn draw(
    review: &mut GameReview,
    layout: &ReviewLayout,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    draw_title(review, layout.title, buffer, look);
    draw_seats(review, layout.seats, buffer, look);
    if let Some(area) = layout.graph {
        graph::draw(review, area, buffer, look, areas);
    }
    explanation::draw(review, layout.explanation, buffer, look);
    review.first_row = costly_moves::draw(review, layout.list, buffer, look, areas);
    review.shows_all = layout.board.is_some() && layout.graph.is_some();
}

/// Draws the title, and beside it the progress or the error.
fn draw_title(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let progress = &review.progress;
    let title = format!("Review: {}", review.title);
    let (reviewed, total) = (progress.results.reviewed_steps, progress.results.total_steps);
    let (text, style) = match &progress.error {
        Some(error) => (error.clone(), look.alert()),
        None if progress.is_running() => {
            (format!("reviewing{} {reviewed} of {total}", look.glyphs.ellipsis), look.dim())
        }
        None => (format!("{reviewed} reviewed"), look.dim()),
    };
    drawing::draw_text(buffer, area, &title, look.accent(), look);
    let inset = (drawing::text_width(&title) + 2).min(area.width);
    let rest = Rect { x: area.x + inset, width: area.width - inset, ..area };
    draw_text_right(buffer, rest, &text, style, look);
}

/// Draws the players, and what each of them has lost.
fn draw_seats(review: &GameReview, area: Rect, buffer: &mut Buffer, look: &Look) {
    let results = &review.progress.results;
    for (index, row) in (0..review.seat_names.len()).zip(area.rows()) {
        let seat = Seat::new(index);
        let loss = results.loss(seat);
        let text = match loss.moves {
            _ if loss.judged == 0 => String::new(),
            0 if !review.progress.is_complete() => "nothing so far".to_owned(),
            0 => "no costly moves".to_owned(),
            1 => format!("lost {} over 1 move", results.measure.format_cost(loss.cost)),
            moves => format!("lost {} over {moves} moves", results.measure.format_cost(loss.cost)),
        };
        let width = draw_text_right(buffer, row, &text, look.dim(), look);
        let name = Rect { width: row.width.saturating_sub(width + 1), ..row };
        drawing::draw_text(buffer, name, &review.name(seat), look.seat(index), look);
    }
}
