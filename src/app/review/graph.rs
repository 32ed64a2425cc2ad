//! How a game stood, over its moves.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{Review, known::place};
use crate::{
    app::chart::{self, Across, ChartMarks, Curve},
    games::{ArcadeGame, Scale},
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// So many of the moves that cost most stand out.
const MARKED: usize = 8;
/// A graph of fewer rows has no room for a label in the middle.
const CROWDED: u16 = 6;
/// The least that a graph reaches up and down, in what is counted.
const REACH: f64 = 4.0;

impl<G: ArcadeGame> Review<G> {
    /// The graph with its heading; a click on it goes to that move.
    pub(super) fn draw_graph(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let Some(heading) = area.rows().next() else { return };
        let seat = G::SEAT_NAMES[self.by.index()];
        let words = Line::from(vec![
            Span::styled(seat, look.seat(self.by.index())),
            Span::styled(format!(": {}", G::MEASURE.words), look.dim()),
        ]);
        buffer.set_line(heading.x, heading.y, &words, heading.width);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let points = self.known.points(self.by);
        let values = Self::values(&points);
        let mut labels = values.map(|value| G::MEASURE.shown(value));
        if below.height < CROWDED {
            labels[1].clear();
        }
        let last = self.lines.max(1);
        let numbers = ["start".to_owned(), (last / 2).to_string(), last.to_string()];
        let across = Across { ends: [0.0, place(last)], labels: numbers };
        let marked = self.marked(look);
        let marks = ChartMarks { points: &marked, cursor: Some(place(self.cursor())) };
        let curve = Curve { points: &points, values, labels };
        let Some(plot) = chart::draw_marked(below, &curve, &across, &marks, buffer, look) else {
            return;
        };
        let columns = usize::from(plot.width.saturating_sub(1)).max(1);
        for (column, x) in (plot.x..plot.right()).enumerate() {
            let lines = (column * last + columns / 2) / columns;
            areas.add(Rect { x, width: 1, ..plot }, ClickTarget::Item(lines));
        }
    }

    /// The lowest value of the graph, its middle and its highest.
    fn values(points: &[(f64, f64)]) -> [f64; 3] {
        let most = points.iter().map(|(_, value)| value.abs()).fold(REACH, f64::max).ceil();
        match G::MEASURE.scale {
            Scale::Ahead => [-most, 0.0, most],
            Scale::Chance => [0.0, 0.5, 1.0],
            Scale::Burden => [-most, -most / 2.0, 0.0],
        }
    }

    /// Where the moves that cost most have led.
    fn marked(&self, look: &Look) -> Vec<(f64, f64, Style)> {
        let marked = self.known.costly().take(MARKED).filter_map(|(line, verdict)| {
            let value = self.known.value(line + 1, self.by)?;
            Some((place(line + 1), value, look.seat(verdict.seat.index())))
        });
        marked.collect()
    }

    /// The title, and how far the judging has come.
    pub(super) fn draw_title(&self, area: Rect, title: &str, buffer: &mut Buffer, look: &Look) {
        let (words, style) = match (&self.trouble, &self.work) {
            (Some(why), _) => (why.clone(), look.alert()),
            (None, Some(_)) => (
                format!(
                    "judging{} {} of {}",
                    look.glyphs.ellipsis, self.known.done, self.known.wanted
                ),
                look.dim(),
            ),
            (None, None) => (format!("{} judged", self.known.done), look.dim()),
        };
        widgets::put(buffer, area, title, look.accent(), look);
        let room = area.width.saturating_sub(widgets::width(title) + 2);
        let width = widgets::width(&words).min(room);
        widgets::put(
            buffer,
            Rect { x: area.right().saturating_sub(width), width, ..area },
            &words,
            style,
            look,
        );
    }
}
