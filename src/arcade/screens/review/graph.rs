//! The graph of a review: the value of the game over its moves.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{game_review::GameReview, results::graph_x};
use crate::widgets::{
    ClickAreas, ClickTarget, Look,
    chart::{self, ChartLine, ChartMarks, HorizontalAxis},
};
use fourcade_engine::play::{Measure, Scale};

/// The number of costly moves that are marked.
const MARKED_MOVES: usize = 8;
/// The minimum height of a graph with a label in the middle of its vertical axis.
const MIDDLE_LABEL_HEIGHT: u16 = 6;
/// The minimum range of the vertical axis in each direction.
const MIN_RANGE: f64 = 4.0;

/// Draws the graph with its heading. A click on it goes to that move.
pub fn draw(
    review: &GameReview,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    if area.is_empty() {
        return;
    }
    let seat = review.viewpoint;
    let results = &review.progress.results;
    let measure = &results.measure;
    let heading = Line::from(vec![
        Span::styled(review.seat_name(seat), look.seat(seat.index())),
        Span::styled(format!(": {}", measure.description), look.dim()),
    ]);
    buffer.set_line(area.x, area.y, &heading, area.width);
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let points = results.points(seat);
    let values = axis_values(measure, &points);
    let mut labels = values.map(|value| measure.format_value(value));
    if area.height < MIDDLE_LABEL_HEIGHT {
        labels[1].clear();
    }
    let last = review.lines.len().max(1);
    let axis = HorizontalAxis {
        ends: [0.0, graph_x(last)],
        labels: ["start".to_owned(), (last / 2).to_string(), last.to_string()],
    };
    let costly = results.costly().take(MARKED_MOVES).filter_map(|(line, verdict)| {
        let value = results.value(line + 1, seat)?;
        Some((graph_x(line + 1), value, look.seat(verdict.seat.index())))
    });
    let costly: Vec<_> = costly.collect();
    let marks = ChartMarks { points: &costly, cursor: Some(graph_x(review.cursor)) };
    let line = ChartLine { points: &points, values, labels };
    let Some(plot) = chart::draw_with_marks(area, &line, &axis, &marks, buffer, look) else {
        return;
    };
    let columns = usize::from(plot.width.saturating_sub(1)).max(1);
    for (column, x) in (plot.x..plot.right()).enumerate() {
        let nearest_move = (column * last + columns / 2) / columns;
        areas.add(Rect { x, width: 1, ..plot }, ClickTarget::Item(nearest_move));
    }
}

/// Returns the lowest, the middle and the highest value of the vertical axis.
fn axis_values(measure: &Measure, points: &[(f64, f64)]) -> [f64; 3] {
    let max = points.iter().map(|(_, value)| value.abs()).fold(MIN_RANGE, f64::max).ceil();
    match measure.scale {
        Scale::Lead => [-max, 0.0, max],
        Scale::WinProbability => [0.0, 0.5, 1.0],
        Scale::Penalty => [-max, -max / 2.0, 0.0],
    }
}
