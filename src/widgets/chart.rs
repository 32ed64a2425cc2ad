//! Line charts with axes.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    symbols::{Marker, line},
    text::Line,
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};

use crate::widgets::Look;

pub struct ChartLine<'a> {
    pub points: &'a [(f64, f64)],
    /// The lowest, middle and highest value of the axis. The middle one has a thin horizontal line.
    pub values: [f64; 3],
    pub labels: [String; 3],
    pub style: Style,
}

pub struct HorizontalAxis {
    pub ends: [f64; 2],
    pub labels: [String; 3],
}

#[derive(Default)]
pub struct ChartMarks<'a> {
    pub points: &'a [(f64, f64, Style)],
    /// The horizontal position of an arrow on the axis.
    pub cursor: Option<f64>,
}

/// Draws a line, over a shaded area if no value is negative.
pub fn draw(area: Rect, line: &ChartLine, axis: &HorizontalAxis, buffer: &mut Buffer, look: &Look) {
    let plot = draw_with_marks(area, line, axis, &ChartMarks::default(), buffer, look);
    let shaded = plot.filter(|_| line.values[0] >= 0.0);
    for column in shaded.into_iter().flat_map(Rect::columns) {
        let is_line = |place: &Rect| {
            buffer.cell(place.as_position()).is_some_and(|cell| Some(cell.fg) == line.style.fg)
        };
        let above = column.rows().position(|place| is_line(&place));
        let Some(above) = above.and_then(|rows| u16::try_from(rows).ok()) else { continue };
        let y = column.y + above;
        let is_upper = ["▀", "▘", "▝"].contains(&buffer[(column.x, y)].symbol());
        let y = if is_upper { y } else { y + 1 };
        let below = Rect { y, height: column.bottom() - y, ..column };
        buffer.set_style(below, look.shaded());
    }
}

/// Returns the area inside the axes, or `None` if there is no room for them.
pub fn draw_with_marks(
    area: Rect,
    line: &ChartLine,
    axis: &HorizontalAxis,
    marks: &ChartMarks,
    buffer: &mut Buffer,
    look: &Look,
) -> Option<Rect> {
    // An odd number of rows, so that one is in the middle.
    let surplus = u16::from(area.height.is_multiple_of(2)).min(area.height);
    let area = Rect { height: area.height - surplus, ..area };
    let [low, middle, high] = line.values;
    let level = axis.ends.map(|x| (x, middle));
    let points: Vec<_> =
        marks.points.iter().map(|&(x, value, style)| ([(x, value)], style)).collect();
    let marker = |glyph: &str| glyph.chars().next().map_or(Marker::Dot, Marker::Custom);
    let thick = if look.glyphs.blocks { Marker::Quadrant } else { Marker::Custom('*') };
    let dataset = |marker, style: Style| {
        Dataset::default().marker(marker).graph_type(GraphType::Line).style(style)
    };
    let mut datasets = vec![dataset(marker(look.glyphs.line), look.rule()).data(&level)];
    datasets.push(dataset(thick, line.style).data(line.points));
    for (point, style) in &points {
        let dot = dataset(marker(look.glyphs.dot), *style).graph_type(GraphType::Scatter);
        datasets.push(dot.data(point));
    }
    let labels = |labels: &[String]| {
        labels.iter().map(|label| Line::styled(label.clone(), look.dim())).collect::<Vec<_>>()
    };
    let x = Axis::default().style(look.rule()).bounds(axis.ends).labels(labels(&axis.labels));
    let y = Axis::default().style(look.rule()).bounds([low, high]).labels(labels(&line.labels));
    Chart::new(datasets)
        .style(look.text())
        .legend_position(None)
        .x_axis(x)
        .y_axis(y)
        .render(area, buffer);
    let plot = plot_area(area, buffer);
    if !look.glyphs.blocks {
        replace_axis_glyphs(area, buffer, look);
    }
    if let Some((plot, cursor)) = plot.zip(marks.cursor) {
        let x = column_of(cursor, axis, plot);
        buffer.set_string(x, plot.bottom(), look.glyphs.more[0], look.accent());
    }
    plot
}

/// The column of a plot that shows a horizontal position.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn column_of(x: f64, axis: &HorizontalAxis, plot: Rect) -> u16 {
    let [start, end] = axis.ends;
    let share = ((x - start) / (end - start).max(f64::EPSILON)).clamp(0.0, 1.0);
    let last = plot.width.saturating_sub(1);
    plot.x + (share * f64::from(last)).round() as u16
}

/// Finds the area above and to the right of the corner where the axes meet.
fn plot_area(area: Rect, buffer: &Buffer) -> Option<Rect> {
    let is_corner = |position: &Position| {
        buffer.cell(*position).is_some_and(|cell| cell.symbol() == line::BOTTOM_LEFT)
    };
    let corner = area.positions().find(is_corner)?;
    let x = corner.x + 1;
    Some(Rect {
        x,
        y: area.y,
        width: area.right().saturating_sub(x),
        height: corner.y.saturating_sub(area.y),
    })
}

/// Replaces ratatui's glyphs of the axes by the look's, for the ASCII set.
fn replace_axis_glyphs(area: Rect, buffer: &mut Buffer, look: &Look) {
    let border = &look.glyphs.border;
    for position in area.positions() {
        let Some(cell) = buffer.cell_mut(position) else { continue };
        let glyph = match cell.symbol() {
            line::HORIZONTAL => border.horizontal_bottom,
            line::VERTICAL => border.vertical_left,
            line::BOTTOM_LEFT => border.bottom_left,
            _ => continue,
        };
        cell.set_symbol(glyph);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn the_plot_area_lies_inside_the_axes() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 8));
        let area = Rect::new(2, 1, 28, 7);
        let labels = ["-10", "0", "+10"].map(str::to_owned);
        let line = ChartLine {
            points: &[(0.0, 0.0), (9.0, 10.0)],
            values: [-10.0, 0.0, 10.0],
            labels,
            style: look.seat(0),
        };
        let axis =
            HorizontalAxis { ends: [0.0, 9.0], labels: ["start", "5", "9"].map(str::to_owned) };
        let marks = ChartMarks { points: &[(0.0, -10.0, look.alert())], cursor: Some(9.0) };
        let plot = draw_with_marks(area, &line, &axis, &marks, &mut buffer, &look).unwrap();
        let symbol = |x, y| buffer.cell((x, y)).unwrap().symbol().to_owned();
        // The mark is in the lower left corner, the cursor at the right end of the axis.
        assert_eq!(symbol(plot.x, plot.bottom() - 1), "+");
        assert_eq!(symbol(plot.right() - 1, plot.bottom()), "^");
        assert_eq!(symbol(plot.right() - 1, plot.bottom() - 1), " ");
        assert_eq!(symbol(plot.x - 1, plot.bottom()), "+");
        assert!(area.union(plot) == area && plot.bottom() + 2 == area.bottom());
    }
}
