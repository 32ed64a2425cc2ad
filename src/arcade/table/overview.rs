//! Draws the [`Overview`] of a game.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    widgets::{Sparkline, Widget},
};

use crate::{
    games::{Overview, OverviewRow, Series},
    widgets::{Look, drawing, list::draw_text_right},
};

const CURVE_HEIGHT: u16 = 3;

pub fn height(overview: &Overview) -> u16 {
    1 + overview.rows.iter().map(row_height).sum::<u16>()
}

/// Whether the terminal can show the overview: a low curve needs block glyphs.
pub fn can_be_drawn(overview: &Overview, look: &Look) -> bool {
    let is_curve = |row: &OverviewRow| matches!(row.series, Series::Curve { .. });
    look.glyphs.blocks || !overview.rows.iter().any(is_curve)
}

fn row_height(row: &OverviewRow) -> u16 {
    if matches!(row.series, Series::Curve { .. }) { CURVE_HEIGHT } else { 1 }
}

/// The area must have at least [`height`] rows.
pub fn draw(overview: &Overview, area: Rect, buffer: &mut Buffer, look: &Look) {
    drawing::draw_text(buffer, area, overview.heading, look.dim(), look);
    let widest = |text: fn(&OverviewRow) -> &str| {
        let widths = overview.rows.iter().map(|row| drawing::text_width(text(row)));
        widths.max().unwrap_or(0)
    };
    let (label_width, note_width) = (widest(|row| &row.label), widest(|row| &row.note));
    let mut y = area.y + 1;
    for row in &overview.rows {
        let height = row_height(row);
        let place = Rect { y, height, ..area }.intersection(area);
        y += height;
        let last = Rect { y: place.bottom().saturating_sub(1), height: 1, ..place };
        let style = row.seat.map_or_else(|| look.dim(), |seat| look.seat(seat.index()));
        drawing::draw_text(buffer, last, &row.label, style, look);
        let series = Rect {
            x: place.x + label_width + 1,
            width: place.width.saturating_sub(label_width + note_width + 2),
            ..place
        };
        match &row.series {
            Series::Curve { values, max } => draw_curve(values, *max, series, buffer, style),
            Series::Blocks(blocks) => draw_blocks(blocks, series, buffer, style, look),
        }
        draw_text_right(buffer, last, &row.note, look.text(), look);
    }
}

/// Draws one value per column. If there are more values than columns, it skips some evenly.
fn draw_curve(values: &[u32], max: u32, area: Rect, buffer: &mut Buffer, style: Style) {
    let (last, columns) = (values.len().saturating_sub(1), usize::from(area.width));
    let at = |column| if last < columns { column } else { column * last / (columns - 1).max(1) };
    let spread = (0..columns).filter_map(|column| values.get(at(column)));
    Sparkline::default()
        .data(spread.map(|&value| u64::from(value)))
        .max(max.into())
        .style(style.remove_modifier(Modifier::BOLD))
        .render(area, buffer);
}

/// Draws a block for each true value and a dot for each false one; the last ones if room is short.
fn draw_blocks(blocks: &[bool], area: Rect, buffer: &mut Buffer, style: Style, look: &Look) {
    let first = blocks.len().saturating_sub(area.width.into());
    let bar = look.low_bar();
    for (x, &holds) in (area.x..).zip(&blocks[first..]) {
        let symbol = if holds { bar } else { look.glyphs.empty };
        buffer.set_string(x, area.y, symbol, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};
    use fourcade_engine::play::Seat;

    fn overview(series: Series) -> Overview {
        let row = OverviewRow {
            label: "O".to_owned(),
            seat: Some(Seat::new(0)),
            series,
            note: "9".to_owned(),
        };
        Overview { heading: "tiles", rows: vec![row] }
    }

    fn drawn(series: Series, width: u16, look: &Look) -> Vec<String> {
        let overview = overview(series);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height(&overview)));
        draw(&overview, buffer.area, &mut buffer, look);
        testing::text(&buffer).lines().map(|line| line.trim_end().to_owned()).collect()
    }

    #[test]
    fn a_curve_is_spread_over_its_columns() {
        let look = testing::look(ColorDepth::True, false);
        let curve = |values: &[u32]| Series::Curve { values: values.to_vec(), max: 24 };
        assert_eq!(
            drawn(curve(&[1, 8, 12, 24]), 9, &look),
            ["tiles", "     █", "    ▄█", "O ▁███  9"]
        );
        let many: Vec<u32> = (0..50).map(|value| value / 25 * 24).collect();
        assert_eq!(drawn(curve(&many), 9, &look)[1], "     ██");
        let ascii = testing::look(ColorDepth::Mono, true);
        let can = |series, look| can_be_drawn(&overview(series), look);
        assert!(can(curve(&[1]), &look) && !can(curve(&[1]), &ascii));
        assert!(can(Series::Blocks(vec![true]), &ascii));
    }

    #[test]
    fn the_latest_blocks_are_shown() {
        let look = testing::look(ColorDepth::Mono, true);
        let blocks = Series::Blocks(vec![true, false, false, true]);
        assert_eq!(drawn(blocks.clone(), 9, &look)[1], "O #..#  9");
        assert_eq!(drawn(blocks, 7, &look)[1], "O ..# 9");
    }
}
