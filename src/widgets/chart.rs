//! Line charts with axes.

use ratatui::{
    buffer::{Buffer, Cell},
    layout::{Position, Rect},
    style::{Modifier, Style},
};

use crate::widgets::{Look, drawing};

pub struct ChartLine<'a> {
    pub points: &'a [(f64, f64)],
    /// The lowest, middle and highest value of the axis. The middle one has a thin horizontal line.
    pub values: [f64; 3],
    pub labels: [String; 3],
    /// The styles of the area above and below zero. If zero is not on the axis, the area reaches to
    /// the nearest end.
    pub styles: [Style; 2],
    /// The position before which the area is fainter.
    pub faint_until: f64,
    /// Whether the area is filled; otherwise, only the line is drawn.
    pub is_filled: bool,
}

pub struct HorizontalAxis {
    pub ends: [f64; 2],
    /// Positions with their labels, which are centred below them.
    pub labels: Vec<(f64, String)>,
}

/// The distance of the axis and of the highest value from the edges of the plot, in eighths of a
/// row: both are in the middle of a row.
const AXIS_INSET: u16 = 4;

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
    let rows = scale_rows(area, line)?;
    let plot = Rect { height: rows.height - 1, ..rows };
    draw_axes(rows, !line.points.is_empty(), buffer, look);
    for (label, y) in line.labels.iter().zip([plot.bottom(), middle_row(rows), plot.y]) {
        let place = Rect { y, width: rows.x - 2 - area.x, height: 1, ..area };
        drawing::draw_text(buffer, place, label, look.dim(), look);
    }
    draw_values(rows, line, axis, AXIS_INSET, buffer, look);
    for (x, label) in &axis.labels {
        let width = drawing::text_width(label);
        let centred = column_of(*x, axis, plot).saturating_sub(width / 2);
        let x = centred.min(plot.right().saturating_sub(width)).max(area.x);
        let place = Rect { x, y: plot.bottom() + 1, width, height: 1 };
        drawing::draw_text(buffer, place.intersection(area), label, look.dim(), look);
    }
    for &(x, value, style) in marks.points {
        let y = plot.y + row_of(value, line, rows.height);
        let place = Position::new(column_of(x, axis, plot), y);
        if let Some(cell) = buffer.cell_mut(place) {
            // An edge of the filled area may be reversed.
            cell.reset();
            cell.set_symbol(look.glyphs.dot).set_style(style);
        }
    }
    if let Some(cursor) = marks.cursor {
        let x = column_of(cursor, axis, plot);
        if let Some(cell) = buffer.cell_mut((x, plot.bottom())) {
            cell.reset();
            cell.set_symbol(look.glyphs.more[0]).set_style(look.accent());
        }
    }
    Some(plot)
}

/// The rows from the axis to the highest value, right of the labels and the vertical axis. Below
/// them is a row for the labels of the horizontal axis.
fn scale_rows(area: Rect, line: &ChartLine) -> Option<Rect> {
    let left = 2 + line.labels.iter().map(|label| drawing::text_width(label)).max().unwrap_or(0);
    let height = area.height.checked_sub(1)?;
    // An odd number of rows, so that one is in the middle.
    let height = height.checked_sub(u16::from(height.is_multiple_of(2)))?;
    let rows = Rect { x: area.x + left, width: area.width.checked_sub(left)?, height, ..area };
    (!rows.is_empty()).then_some(rows)
}

fn middle_row(rows: Rect) -> u16 {
    rows.y + rows.height / 2
}

fn draw_axes(rows: Rect, has_middle: bool, buffer: &mut Buffer, look: &Look) {
    let border = &look.glyphs.border;
    let axis = Rect { x: rows.x - 1, width: 1, ..rows };
    for cell in axis.rows() {
        let is_corner = cell.bottom() == rows.bottom();
        let glyph = if is_corner { border.bottom_left } else { border.vertical_left };
        drawing::draw_text(buffer, cell, glyph, look.rule(), look);
    }
    let level = look.glyphs.line.repeat(rows.width.into());
    let middle = has_middle.then(|| middle_row(rows));
    for y in middle.into_iter().chain([rows.bottom() - 1]) {
        drawing::draw_text(buffer, Rect { y, height: 1, ..rows }, &level, look.rule(), look);
    }
}

/// Draws a line without axes, across the whole area.
pub fn draw_area(area: Rect, line: &ChartLine, buffer: &mut Buffer, look: &Look) {
    let ends = line.points.first().zip(line.points.last());
    let Some((&(first, _), &(last, _))) = ends else { return };
    let axis = HorizontalAxis { ends: [first, last], labels: Vec::new() };
    draw_values(area, line, &axis, 0, buffer, look);
}

/// Fills the area up to the line, or draws the line, in eighths of a row. The ends of the axis are
/// `inset` eighths inside the rows.
fn draw_values(
    rows: Rect,
    line: &ChartLine,
    axis: &HorizontalAxis,
    inset: u16,
    buffer: &mut Buffer,
    look: &Look,
) {
    let [low, _, high] = line.values;
    let height = (8 * rows.height).saturating_sub(2 * inset);
    let eighths = |value| inset + eighths(value, line, height);
    let base = eighths(0.0_f64.clamp(low, high.max(low)));
    let [start, end] = axis.ends;
    let step = (end - start) / f64::from(rows.width.max(2) - 1);
    let mut before = None;
    for (column, number) in rows.columns().zip(0_u32..) {
        let x = start + step * f64::from(number);
        let Some(value) = value_at(x, line.points) else { continue };
        let level = eighths(value);
        let ink = line.styles[usize::from(level < base)];
        let style = if x < line.faint_until { look.faint(ink) } else { look.filled(ink) };
        let [bottom, top] = if !line.is_filled {
            // Half a row high, and joined to the column before.
            let level = (level / 4 * 4).min((8 * rows.height).saturating_sub(4));
            let last = before.replace(level).unwrap_or(level);
            [level.min(last), level.max(last) + 4]
        } else if level < base {
            [level, base]
        } else {
            // A line on the base is visible, too.
            [base, level.max(base + 1)]
        };
        for (row, place) in (0..rows.height).rev().zip(column.rows()) {
            let within = |level: u16| level.saturating_sub(8 * row).min(8);
            let has_base = line.is_filled && inset > 0 && row == base / 8;
            let cell = &mut buffer[place.as_position()];
            fill(cell, [within(bottom), within(top)], has_base, style, look);
        }
    }
}

/// Fills a cell from one eighth of its height to another one. In the cell with the base, where no
/// glyph has two ends, the area fills a half or is a line.
fn fill(cell: &mut Cell, [from, to]: [u16; 2], has_base: bool, style: Style, look: &Look) {
    let is_half = has_base && to - from > 1;
    let [from, to] = if is_half { [from / 4 * 4, to.div_ceil(4) * 4] } else { [from, to] };
    let glyph = |eighths: u16| look.glyphs.levels[usize::from(eighths) - 1];
    let (glyph, style) = match (from, to) {
        _ if from >= to => return,
        // Without blocks, half a cell would look like more data.
        _ if has_base && !look.glyphs.blocks => (look.glyphs.line, style),
        (0, 1..) => (glyph(to), style),
        (1..8, 8) if look.glyphs.blocks => (glyph(from), style.add_modifier(Modifier::REVERSED)),
        (1..8, 8) => (glyph(8 - from), style),
        _ => (look.glyphs.line, style),
    };
    cell.set_symbol(glyph).set_style(style);
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

/// The height of a value above the lowest one, if the highest one is at this height.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the plot
fn eighths(value: f64, line: &ChartLine, height: u16) -> u16 {
    let [low, _, high] = line.values;
    let share = ((value - low) / (high - low).max(f64::EPSILON)).clamp(0.0, 1.0);
    (share * f64::from(height)).round() as u16
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn the_plot_area_lies_inside_the_axes() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 8));
        let area = Rect::new(2, 1, 28, 6);
        let labels = ["-10", "0", "+10"].map(str::to_owned);
        let line = ChartLine {
            points: &[(0.0, 0.0), (9.0, 10.0)],
            values: [-10.0, 0.0, 10.0],
            labels,
            styles: [look.seat(0); 2],
            faint_until: f64::NEG_INFINITY,
            is_filled: true,
        };
        let axis = HorizontalAxis { ends: [0.0, 9.0], labels: vec![(0.0, "start".to_owned())] };
        let marks = ChartMarks { points: &[(0.0, -10.0, look.alert())], cursor: Some(9.0) };
        let plot = draw(area, &line, &axis, &marks, &mut buffer, &look).unwrap();
        let symbol = |x, y| buffer.cell((x, y)).unwrap().symbol().to_owned();
        // The mark is at the left end of the axis, the cursor at its right end.
        assert_eq!(symbol(plot.x, plot.bottom()), "+");
        assert_eq!(symbol(plot.right() - 1, plot.bottom()), "^");
        assert_eq!(symbol(plot.right() - 1, plot.bottom() - 1), " ");
        assert_eq!(symbol(plot.x - 1, plot.bottom()), "+");
        assert!(area.union(plot) == area && plot.bottom() + 2 == area.bottom());
    }

    #[test]
    fn a_part_of_the_area_is_fainter() {
        let look = testing::look(ColorDepth::True, false);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 3));
        let line = ChartLine {
            points: &[(0.0, 20.0), (2.0, 20.0)],
            values: [0.0, 10.0, 20.0],
            labels: Default::default(),
            styles: [look.won(); 2],
            faint_until: 1.0,
            is_filled: true,
        };
        draw_area(buffer.area, &line, &mut buffer, &look);
        let [faint, filled] = [look.faint(look.won()), look.filled(look.won())];
        assert_eq!(
            [0, 1, 2].map(|x| buffer[(x, 1)].fg),
            [faint, filled, filled].map(|it| it.fg.unwrap())
        );
        assert_ne!(faint, filled);
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
                faint_until: f64::NEG_INFINITY,
                is_filled: true,
            };
            let axis = HorizontalAxis { ends: [0.0, 1.0], labels: Vec::new() };
            draw_values(buffer.area, &line, &axis, AXIS_INSET, &mut buffer, &look);
            let cell = |y| {
                let cell = &buffer[(0, y)];
                (cell.symbol().to_owned(), cell.modifier.contains(Modifier::REVERSED))
            };
            [0, 1, 2].map(cell)
        };
        let [empty, line, quarter, lower] = [" ", "─", "▂", "▄"].map(|it| (it.to_owned(), false));
        let [upper, lowered] = ["▄", "▆"].map(|glyph| (glyph.to_owned(), true));
        assert_eq!(draw_at(0.0), [empty.clone(), line, empty.clone()]);
        assert_eq!(draw_at(3.0), [empty.clone(), upper.clone(), empty.clone()]);
        assert_eq!(draw_at(-3.0), [empty.clone(), lower.clone(), empty.clone()]);
        assert_eq!(draw_at(9.0), [quarter, upper.clone(), empty.clone()]);
        assert_eq!(draw_at(12.0), [lower.clone(), upper.clone(), empty.clone()]);
        assert_eq!(draw_at(-12.0), [empty.clone(), lower.clone(), upper]);
        assert_eq!(draw_at(-9.0), [empty, lower, lowered]);
    }

    #[test]
    fn labels_of_the_axis_are_below_their_points() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 43, 6));
        let line = ChartLine {
            points: &[(1.0, 0.0), (2.0, 10.0), (3.0, 0.0), (4.0, 10.0)],
            values: [0.0, 5.0, 10.0],
            labels: ["0", "5", "10"].map(str::to_owned),
            styles: [look.seat(0); 2],
            faint_until: f64::NEG_INFINITY,
            is_filled: true,
        };
        let labels = [1, 2, 3, 4].map(|x| (f64::from(x), x.to_string())).to_vec();
        let axis = HorizontalAxis { ends: [1.0, 4.0], labels };
        draw(buffer.area, &line, &axis, &ChartMarks::default(), &mut buffer, &look);
        let row = |y| (0..43).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let [high, low, labels] = [row(0), row(4), row(5)];
        for (label, row, glyph) in
            [("1", &low, '-'), ("2", &high, ':'), ("3", &low, '-'), ("4", &high, ':')]
        {
            let column = labels.find(label).expect(label);
            assert!(row[column..].starts_with(glyph), "{high}\n{low}\n{labels}");
        }
        assert!(!low.contains(':'), "{low}");
    }
}
