//! Line charts with axes.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    symbols::{Marker, line},
    text::Line,
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};

use crate::widgets::{Look, drawing};

pub struct ChartLine<'a> {
    pub points: &'a [(f64, f64)],
    /// The lowest, middle and highest value of the axis. The middle one has a thin horizontal line.
    pub values: [f64; 3],
    pub labels: [String; 3],
    pub style: Style,
}

pub struct HorizontalAxis {
    pub ends: [f64; 2],
    /// Each centred below its position.
    pub labels: Vec<(f64, String)>,
}

#[derive(Default)]
pub struct ChartMarks<'a> {
    pub points: &'a [(f64, f64, Style)],
    /// The horizontal position of an arrow on the axis.
    pub cursor: Option<f64>,
}

/// Draws a line, over a shaded area if no value is negative. Returns the area inside the axes, or
/// `None` if there is no room for them.
pub fn draw(
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
    let marker = Marker::Custom(look.glyphs.line.chars().next().unwrap_or('-'));
    let level = Dataset::default().marker(marker).graph_type(GraphType::Line).data(&level);
    // Blank labels reserve the row below the axis, and room left of it for the first label.
    let first = axis.labels.first().map_or(0, |(_, label)| label.len());
    let blank = [" ".repeat(first), String::new()];
    let x = Axis::default().style(look.rule()).bounds(axis.ends).labels(blank);
    let labels = line.labels.iter().map(|label| Line::styled(label.clone(), look.dim()));
    let y = Axis::default().style(look.rule()).bounds([low, high]).labels(labels);
    Chart::new(vec![level.style(look.rule())])
        .style(look.text())
        .legend_position(None)
        .x_axis(x)
        .y_axis(y)
        .render(area, buffer);
    let plot = plot_area(area, buffer);
    if !look.glyphs.blocks {
        replace_axis_glyphs(area, buffer, look);
    }
    let plot = plot?;
    draw_line(plot, line, axis, buffer, look);
    for (x, label) in &axis.labels {
        let width = drawing::text_width(label);
        let centred = column_of(*x, axis, plot).saturating_sub(width / 2);
        let x = centred.min(plot.right().saturating_sub(width)).max(area.x);
        let place = Rect { x, y: plot.bottom() + 1, width, height: 1 };
        drawing::draw_text(buffer, place.intersection(area), label, look.dim(), look);
    }
    for &(x, value, style) in marks.points {
        let y = plot.y + level_of(value, line, plot.height);
        let place = Position::new(column_of(x, axis, plot), y);
        if let Some(cell) = buffer.cell_mut(place) {
            cell.set_symbol(look.glyphs.dot).set_style(style);
        }
    }
    if let Some(cursor) = marks.cursor {
        let x = column_of(cursor, axis, plot);
        buffer.set_string(x, plot.bottom(), look.glyphs.more[0], look.accent());
    }
    Some(plot)
}

/// Draws the line as steps in half rows, over its shaded area.
fn draw_line(
    plot: Rect,
    line: &ChartLine,
    axis: &HorizontalAxis,
    buffer: &mut Buffer,
    look: &Look,
) {
    let halves = if look.glyphs.blocks { 2 } else { 1 };
    let mut before = None;
    for (number, column) in plot.columns().enumerate() {
        let Some(value) = value_in_column(number, line.points, axis, plot.width) else { continue };
        let level = level_of(value, line, plot.height * halves);
        let [top, bottom] = match before.replace(level) {
            Some(before) if before < level => [before + 1, level],
            Some(before) if before > level => [level, before - 1],
            _ => [level; 2],
        };
        for (row, place) in (0..).zip(column.rows()) {
            let is_line = |half: u16| (top..=bottom).contains(&(halves * row + half));
            let glyph = match [is_line(0), is_line(halves - 1)] {
                [true, true] if halves == 1 => "*",
                [true, true] => "█",
                [true, false] => "▀",
                [false, true] => "▄",
                [false, false] => "",
            };
            if !glyph.is_empty() {
                buffer[place.as_position()].set_symbol(glyph).set_style(line.style);
            }
            if line.values[0] >= 0.0 && halves * (row + 1) > bottom + 1 {
                buffer.set_style(place, look.shaded());
            }
        }
    }
}

/// The value of the nearest point; `None` before the first point and behind the last one.
fn value_in_column(
    column: usize,
    points: &[(f64, f64)],
    axis: &HorizontalAxis,
    width: u16,
) -> Option<f64> {
    let [start, end] = axis.ends;
    let step = (end - start) / f64::from(width.max(2) - 1);
    let x = start + step * f64::from(u16::try_from(column).ok()?);
    let distance = |point: &(f64, f64)| (point.0 - x).abs();
    let next = points.partition_point(|point| point.0 < x);
    let around = &points[next.saturating_sub(1)..points.len().min(next + 1)];
    let nearest = around.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
    (around.len() == 2 || distance(nearest) <= (step / 2.0).max(0.5)).then_some(nearest.1)
}

/// The row or half row, counted from the top, that shows a value.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn level_of(value: f64, line: &ChartLine, rows: u16) -> u16 {
    let [low, _, high] = line.values;
    let share = ((high - value) / (high - low).max(f64::EPSILON)).clamp(0.0, 1.0);
    (share * f64::from(rows.max(1) - 1)).round() as u16
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn column_of(x: f64, axis: &HorizontalAxis, plot: Rect) -> u16 {
    let [start, end] = axis.ends;
    let share = ((x - start) / (end - start).max(f64::EPSILON)).clamp(0.0, 1.0);
    let last = plot.width.saturating_sub(1);
    plot.x + (share * f64::from(last)).round() as u16
}

/// The area above and to the right of the corner where the axes meet.
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

/// ratatui draws axes with lines that the ASCII set lacks.
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
        let axis = HorizontalAxis { ends: [0.0, 9.0], labels: vec![(0.0, "start".to_owned())] };
        let marks = ChartMarks { points: &[(0.0, -10.0, look.alert())], cursor: Some(9.0) };
        let plot = draw(area, &line, &axis, &marks, &mut buffer, &look).unwrap();
        let symbol = |x, y| buffer.cell((x, y)).unwrap().symbol().to_owned();
        // The mark is in the lower left corner, the cursor at the right end of the axis.
        assert_eq!(symbol(plot.x, plot.bottom() - 1), "+");
        assert_eq!(symbol(plot.right() - 1, plot.bottom()), "^");
        assert_eq!(symbol(plot.right() - 1, plot.bottom() - 1), " ");
        assert_eq!(symbol(plot.x - 1, plot.bottom()), "+");
        assert!(area.union(plot) == area && plot.bottom() + 2 == area.bottom());
    }

    #[test]
    fn labels_of_the_axis_are_below_the_middle_of_their_steps() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 43, 8));
        let line = ChartLine {
            points: &[(1.0, 0.0), (2.0, 10.0), (3.0, 0.0), (4.0, 10.0)],
            values: [0.0, 5.0, 10.0],
            labels: ["0", "5", "10"].map(str::to_owned),
            style: look.seat(0),
        };
        let labels = [1, 2, 3, 4].map(|x| (f64::from(x), x.to_string())).to_vec();
        let axis = HorizontalAxis { ends: [0.5, 4.5], labels };
        draw(buffer.area, &line, &axis, &ChartMarks::default(), &mut buffer, &look);
        let row = |y| (0..43).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let [steps, labels] = [row(0), row(6)];
        for (label, is_high) in [("1", false), ("2", true), ("3", false), ("4", true)] {
            let middle = labels.find(label).expect(label);
            let at = |column: usize| steps[column..].starts_with('*');
            assert!([middle - 3, middle, middle + 3].map(at) == [is_high; 3], "{steps}\n{labels}");
        }
    }
}
