//! Line charts with axes.

use std::cmp::Ordering;

use ratatui::{
    buffer::{Buffer, Cell},
    layout::{Position, Rect},
    style::{Modifier, Style},
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
    /// The styles of the filled area above and below zero.
    pub styles: [Style; 2],
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

/// Returns the area inside the axes, or `None` if there is no room for them.
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
    draw_filled(plot, line, axis, buffer, look);
    for (x, label) in &axis.labels {
        let width = drawing::text_width(label);
        let centred = column_of(*x, axis, plot).saturating_sub(width / 2);
        let x = centred.min(plot.right().saturating_sub(width)).max(area.x);
        let place = Rect { x, y: plot.bottom() + 1, width, height: 1 };
        drawing::draw_text(buffer, place.intersection(area), label, look.dim(), look);
    }
    for &(x, value, style) in marks.points {
        let y = plot.y + row_of(value, line, plot.height);
        let place = Position::new(column_of(x, axis, plot), y);
        if let Some(cell) = buffer.cell_mut(place) {
            // An edge of the filled area may be reversed.
            cell.reset();
            cell.set_symbol(look.glyphs.dot).set_style(style);
        }
    }
    if let Some(cursor) = marks.cursor {
        let x = column_of(cursor, axis, plot);
        buffer.set_string(x, plot.bottom(), look.glyphs.more[0], look.accent());
    }
    Some(plot)
}

/// Draws only the line, across the whole area.
pub fn draw_area(area: Rect, line: &ChartLine, buffer: &mut Buffer, look: &Look) {
    let ends = line.points.first().zip(line.points.last());
    let Some((&(first, _), &(last, _))) = ends else { return };
    let axis = HorizontalAxis { ends: [first, last], labels: Vec::new() };
    draw_filled(area, line, &axis, buffer, look);
}

/// Fills the area between the line and zero or the nearest end of the axis, in eighths of a row.
fn draw_filled(
    plot: Rect,
    line: &ChartLine,
    axis: &HorizontalAxis,
    buffer: &mut Buffer,
    look: &Look,
) {
    let [low, _, high] = line.values;
    let base = eighths(0.0_f64.clamp(low, high.max(low)), line, plot.height);
    let [start, end] = axis.ends;
    let step = (end - start) / f64::from(plot.width.max(2) - 1);
    for (column, number) in plot.columns().zip(0_u32..) {
        let x = start + step * f64::from(number);
        let Some(value) = value_at(x, line.points) else { continue };
        let level = eighths(value, line, plot.height);
        // A line on the base is visible, too.
        let [above_zero, below_zero] = line.styles;
        let (bottom, top, style) = match level.cmp(&base) {
            Ordering::Less => (level, base, below_zero),
            _ => (base, level.max(base + 1), above_zero),
        };
        for (row, place) in (0..plot.height).rev().zip(column.rows()) {
            let within = |level: u16| level.saturating_sub(8 * row).min(8);
            fill(&mut buffer[place.as_position()], within(bottom), within(top), style, look);
        }
    }
}

/// Fills a cell from one eighth of its height to another one.
fn fill(cell: &mut Cell, from: u16, to: u16, line: Style, look: &Look) {
    let glyph = |eighths: u16| look.glyphs.levels[usize::from(eighths) - 1];
    let style = look.filled(line);
    match (from, to) {
        _ if from >= to => {}
        // The middle line stays.
        (0, 8) if look.has_backgrounds() && look.glyphs.blocks => {
            cell.set_style(Style::new().bg(style.fg.unwrap_or_default()));
        }
        (1.., 8) if look.glyphs.blocks => {
            cell.set_symbol(glyph(from)).set_style(style.add_modifier(Modifier::REVERSED));
        }
        (0, _) | (_, 8) => {
            cell.set_symbol(glyph(to - from)).set_style(style);
        }
        // No glyph has two ends: close to zero, the middle line is enough.
        _ if to - from > 1 => {
            cell.set_symbol(glyph(to)).set_style(style);
        }
        _ => {}
    }
}

/// `None` before the first point and behind the last one.
fn value_at(x: f64, points: &[(f64, f64)]) -> Option<f64> {
    let next = points.partition_point(|point| point.0 < x);
    let &(end, last) = points.get(next)?;
    if end <= x {
        return Some(last);
    }
    let &(start, first) = points.get(next.checked_sub(1)?)?;
    Some(first + (last - first) * (x - start) / (end - start))
}

/// The height above the lower end of the axis, in eighths of a row.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn eighths(value: f64, line: &ChartLine, rows: u16) -> u16 {
    let [low, _, high] = line.values;
    let share = ((value - low) / (high - low).max(f64::EPSILON)).clamp(0.0, 1.0);
    (share * f64::from(8 * rows)).round() as u16
}

/// The row, counted from the top, that shows a value.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn row_of(value: f64, line: &ChartLine, rows: u16) -> u16 {
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
            styles: [look.seat(0); 2],
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
    fn a_line_is_filled_to_zero_in_eighths_of_a_row() {
        let look = testing::look(ColorDepth::Mono, false);
        let draw_at = |value: f64| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 1, 3));
            let points = [(0.0, value), (1.0, value)];
            let line = ChartLine {
                points: &points,
                values: [-12.0, 0.0, 12.0],
                labels: Default::default(),
                styles: [look.seat(0); 2],
            };
            draw_area(buffer.area, &line, &mut buffer, &look);
            let cell = |y| {
                let cell = &buffer[(0, y)];
                (cell.symbol().to_owned(), cell.modifier.contains(Modifier::REVERSED))
            };
            [0, 1, 2].map(cell)
        };
        let [empty, full] = [" ", "█"].map(|glyph| (glyph.to_owned(), false));
        let upper = ("▄".to_owned(), true);
        assert_eq!(draw_at(9.0), [("▅".to_owned(), false), upper.clone(), empty.clone()]);
        assert_eq!(draw_at(12.0), [full.clone(), upper, empty.clone()]);
        let lower = ("▄".to_owned(), false);
        assert_eq!(draw_at(-12.0), [empty.clone(), lower.clone(), full]);
        assert_eq!(draw_at(-9.0), [empty, lower, ("▃".to_owned(), true)]);
    }

    #[test]
    fn labels_of_the_axis_are_below_their_points() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 43, 8));
        let line = ChartLine {
            points: &[(1.0, 0.0), (2.0, 10.0), (3.0, 0.0), (4.0, 10.0)],
            values: [0.0, 5.0, 10.0],
            labels: ["0", "5", "10"].map(str::to_owned),
            styles: [look.seat(0); 2],
        };
        let labels = [1, 2, 3, 4].map(|x| (f64::from(x), x.to_string())).to_vec();
        let axis = HorizontalAxis { ends: [1.0, 4.0], labels };
        draw(buffer.area, &line, &axis, &ChartMarks::default(), &mut buffer, &look);
        let row = |y| (0..43).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let [high, low, labels] = [row(0), row(4), row(6)];
        for (label, row, glyph) in
            [("1", &low, '.'), ("2", &high, '#'), ("3", &low, '.'), ("4", &high, '#')]
        {
            let column = labels.find(label).expect(label);
            assert!(row[column..].starts_with(glyph), "{high}\n{low}\n{labels}");
        }
    }
}
