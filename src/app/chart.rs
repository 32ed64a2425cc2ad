//! Lines in a chart, with axes that every terminal can draw.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    symbols::{Marker, line},
    text::Line,
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};

use crate::ui::Look;

/// What a line shows: points, the lowest, middle and highest value, and what these are called.
pub struct Curve<'a> {
    /// Where the line goes.
    pub points: &'a [(f64, f64)],
    /// The lowest value, the one at which a thin line runs across, and the highest.
    pub values: [f64; 3],
    /// What they are called.
    pub labels: [String; 3],
}

/// What lies along the lower edge: the first and the last place, and what stands at its ends and in
/// its middle.
pub struct Across {
    /// The first and the last place.
    pub ends: [f64; 2],
    /// What stands below.
    pub labels: [String; 3],
}

/// What stands out in a chart.
#[derive(Default)]
pub struct ChartMarks<'a> {
    /// Single points, and how they look.
    pub points: &'a [(f64, f64, Style)],
    /// A place with a line from top to bottom.
    pub cursor: Option<f64>,
}

/// Draws a line.
pub fn draw(area: Rect, curve: &Curve, across: &Across, buffer: &mut Buffer, look: &Look) {
    draw_marked(area, curve, across, &ChartMarks::default(), buffer, look);
}

/// Draws a line and what stands out; returns where it lies, without axes and labels.
pub fn draw_marked(
    area: Rect,
    curve: &Curve,
    across: &Across,
    marks: &ChartMarks,
    buffer: &mut Buffer,
    look: &Look,
) -> Option<Rect> {
    let [low, middle, high] = curve.values;
    let level = across.ends.map(|place| (place, middle));
    let upright = marks.cursor.map(|place| [(place, low), (place, high)]);
    let singles: Vec<_> =
        marks.points.iter().map(|&(place, value, style)| ([(place, value)], style)).collect();
    let sign = |sign: &str| sign.chars().next().map_or(Marker::Dot, Marker::Custom);
    let thick = if look.glyphs.blocks { Marker::Quadrant } else { Marker::Custom('*') };
    let dataset = |marker, style: Style| {
        Dataset::default().marker(marker).graph_type(GraphType::Line).style(style)
    };
    let mut lines = vec![dataset(sign(look.glyphs.line), look.rule()).data(&level)];
    if let Some(upright) = &upright {
        lines.push(dataset(sign(look.glyphs.border.vertical_left), look.accent()).data(upright));
    }
    lines.push(dataset(thick, look.seat(0)).data(curve.points));
    for (single, style) in &singles {
        lines.push(
            dataset(sign(look.glyphs.dot), *style).graph_type(GraphType::Scatter).data(single),
        );
    }
    let labels = |labels: &[String]| {
        labels.iter().map(|label| Line::styled(label.clone(), look.dim())).collect::<Vec<_>>()
    };
    let x = Axis::default().style(look.rule()).bounds(across.ends).labels(labels(&across.labels));
    let y = Axis::default().style(look.rule()).bounds([low, high]).labels(labels(&curve.labels));
    Chart::new(lines)
        .style(look.text())
        .legend_position(None)
        .x_axis(x)
        .y_axis(y)
        .render(area, buffer);
    let plot = plot(area, buffer);
    if !look.glyphs.blocks {
        plain(area, buffer, look);
    }
    plot
}

/// The part above and to the right of the corner where the axes meet.
fn plot(area: Rect, buffer: &Buffer) -> Option<Rect> {
    let is_corner =
        |at: &Position| buffer.cell(*at).is_some_and(|cell| cell.symbol() == line::BOTTOM_LEFT);
    let corner = area.positions().find(is_corner)?;
    let x = corner.x + 1;
    Some(Rect {
        x,
        y: area.y,
        width: area.right().saturating_sub(x),
        height: corner.y.saturating_sub(area.y),
    })
}

/// Gives the axes signs that every terminal has.
fn plain(area: Rect, buffer: &mut Buffer, look: &Look) {
    let border = &look.glyphs.border;
    for at in area.positions() {
        let Some(cell) = buffer.cell_mut(at) else { continue };
        let sign = match cell.symbol() {
            line::HORIZONTAL => border.horizontal_bottom,
            line::VERTICAL => border.vertical_left,
            line::BOTTOM_LEFT => border.bottom_left,
            _ => continue,
        };
        cell.set_symbol(sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::{ColorDepth, testing};

    #[test]
    fn where_the_line_lies_is_known() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 8));
        let area = Rect::new(2, 1, 28, 7);
        let labels = ["-10", "0", "+10"].map(str::to_owned);
        let curve =
            Curve { points: &[(0.0, 0.0), (9.0, 10.0)], values: [-10.0, 0.0, 10.0], labels };
        let across = Across { ends: [0.0, 9.0], labels: ["start", "5", "9"].map(str::to_owned) };
        let marks = ChartMarks { points: &[(0.0, -10.0, look.alert())], cursor: Some(9.0) };
        let plot = draw_marked(area, &curve, &across, &marks, &mut buffer, &look).unwrap();
        let sign = |x, y| buffer.cell((x, y)).unwrap().symbol().to_owned();
        // The mark is at the lower left corner, the cursor at the right end.
        assert_eq!(sign(plot.x, plot.bottom() - 1), "+");
        assert_eq!(sign(plot.right() - 1, plot.bottom() - 1), "|");
        assert_eq!(sign(plot.x - 1, plot.bottom()), "+");
        assert!(area.union(plot) == area && plot.bottom() + 2 == area.bottom());
    }
}
