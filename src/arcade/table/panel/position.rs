//! The position: shares of the points, evaluation, progress, legend and overview.

use super::{
    column::{NAME_INDENT, PanelColumn, PanelInfo},
    players::shown_scores,
    shared::draw_watchers,
};
use crate::{
    app::table::{Table, settled},
    arcade::table::overview,
    games::GameView,
    widgets::drawing,
};

/// Rows kept for the status and the log below an overview or a legend.
const ROWS_BELOW_OVERVIEW: u16 = 8;

pub fn draw_shares<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let scores = shown_scores(table);
    // Points that the celebration has not counted yet are drawn as open.
    let all = settled(table).scores();
    let uncounted = all.iter().sum::<i32>() - scores.iter().sum::<i32>();
    let open = info.open_points.map(|open| open.saturating_add_signed(uncounted));
    if let ([first, second], Some(open)) = (&scores[..], open)
        && column.free_rows() > 0
    {
        let shares = [*first, *second].map(|score| score.max(0).cast_unsigned());
        let row = column.take_bar_row();
        drawing::draw_share_bar(column.buffer, row, shares, open, column.look);
    }
}

pub fn draw_evaluation<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    if !table.eval_bar.is_on() || column.free_rows() <= 1 {
        return;
    }
    let glyphs = &column.look.glyphs;
    let Some(evaluation) = table.eval_bar.evaluation() else {
        let text = format!("thinking{}", glyphs.activity_dots);
        return column.draw_indented_paragraph(&text, column.look.dim());
    };
    // The description separates this bar from that of the score.
    column.draw_indented_paragraph(&evaluation.description, column.look.dim());
    let row = column.take_bar_row();
    let (bar, shares) = (column.look.low_bar(), evaluation.expected_points);
    drawing::draw_share_bar_with(bar, column.buffer, row, shares, 0, column.look);
}

pub fn draw_progress<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    if let Some(progress) = &info.progress {
        let (columns, width) = (column.area.width, drawing::text_width(progress));
        let fits_only_without_indent =
            width <= columns && width > columns.saturating_sub(NAME_INDENT);
        if fits_only_without_indent {
            column.draw_line(progress, column.look.dim());
        } else {
            column.draw_indented_paragraph(progress, column.look.dim());
        }
    }
    draw_watchers(column, table);
}

pub fn draw_legend(column: &mut PanelColumn, info: &PanelInfo) {
    let rows = drawing::cells(info.legend.len());
    if rows > 0 && column.free_rows() > rows + ROWS_BELOW_OVERVIEW {
        column.y += 1;
        for row in info.legend {
            let look = column.look;
            let style = row.seat.map_or_else(|| look.alert(), |seat| look.seat(seat.index()));
            let place = column.row();
            column.draw_indented_paragraph(row.meaning, look.dim());
            drawing::draw_text(column.buffer, place, row.sign, style, look);
        }
    }
}

pub fn draw_overview(column: &mut PanelColumn, info: &PanelInfo) {
    let look = column.look;
    let overview = info.overview.as_ref().filter(|it| overview::can_be_drawn(it, look));
    let Some(overview) = overview else { return };
    let height = overview::height(overview);
    let below = if column.is_below { 0 } else { ROWS_BELOW_OVERVIEW };
    if column.free_rows() > height + below {
        column.y += 1;
        let area = column.below_names(height);
        overview::draw(overview, area, column.buffer, column.look);
        column.y += height;
    }
}
