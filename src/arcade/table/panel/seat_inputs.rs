//! What several people at one keyboard type at the same time.

use super::column::{PanelColumn, PanelInfo};
use crate::{
    app::table::Table,
    games::{GameView, SeatInput, leading_name},
    widgets::drawing,
};
use fourcade_engine::play::Seat;
use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

/// Draws a line for each seat that types, below the prompt and above a row of undo keys if the
/// lines have none. Leaves `rows_below` rows free if it can: first without the prompt, then without
/// the row of undo keys.
pub fn draw_seat_inputs<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    rows_below: usize,
) {
    let (inputs, look) = (&info.seat_inputs, column.look);
    let SeatLines { lines, has_undo_keys } = SeatLines::fitting(table, inputs, column.area.width);
    let free = usize::from(column.free_rows()).saturating_sub(rows_below);
    let has_undo_row = !has_undo_keys && lines.len() < free;
    let rows = lines.len() + usize::from(has_undo_row);
    let place = column.rest();
    if let Some(prompt) = &info.pending_input
        && column.rows_for(prompt) + rows <= free
    {
        column.draw_paragraph(prompt, look.strong());
    }
    column.replaceable = Some(Rect { height: column.y - place.y, ..place });
    for (input, line) in inputs.iter().zip(&lines) {
        column.draw_line(line, look.seat(input.seat.index()));
    }
    if has_undo_row {
        draw_undo_keys(column, table, inputs);
    }
}

struct SeatLines {
    lines: Vec<String>,
    /// Whether each line ends with the key that takes back what was typed.
    has_undo_keys: bool,
}

impl SeatLines {
    fn new(inputs: &[SeatInput], name: &dyn Fn(Seat) -> String, has_undo_keys: bool) -> Self {
        let names: Vec<_> = inputs.iter().map(|input| name(input.seat)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let line = |(input, name): (&SeatInput, &String)| {
            let line = format!("{name:width$}  {}", input.typed);
            let [undo_key, _] = input.undo_key;
            if has_undo_keys { format!("{line}   {undo_key} undoes") } else { line }
        };
        Self { lines: inputs.iter().zip(&names).map(line).collect(), has_undo_keys }
    }

    /// The most detailed lines that fit into `columns`, or else the shortest ones.
    fn fitting<G: GameView>(table: &Table<G>, inputs: &[SeatInput], columns: u16) -> Self {
        let player = |seat| leading_name(&table.player_name(seat));
        let seat_name = |seat| table.seat_name(seat);
        let initial = |seat| table.seat_name(seat).chars().take(1).collect();
        let forms: [(&dyn Fn(Seat) -> String, bool); 4] =
            [(&player, true), (&seat_name, true), (&player, false), (&seat_name, false)];
        let mut forms = forms.into_iter().map(|(name, undo)| Self::new(inputs, name, undo));
        let fits = |line: &String| drawing::text_width(line) <= columns;
        forms
            .find(|form| form.lines.iter().all(fits))
            .unwrap_or_else(|| Self::new(inputs, &initial, false))
    }
}

/// Each key has the colour of its seat and, if there is room, the player's initials, such as `P1`.
fn draw_undo_keys<G: GameView>(column: &mut PanelColumn, table: &Table<G>, inputs: &[SeatInput]) {
    let (look, row) = (column.look, column.row());
    let initials = |seat: Seat| -> String {
        let name = table.player_name(seat);
        name.split_whitespace().filter_map(|word| word.chars().next()).chain([' ']).collect()
    };
    let line = |has_short_keys: bool, has_initials: bool| {
        let mut spans = vec![Span::styled("Undo:", look.dim())];
        for (at, input) in inputs.iter().enumerate() {
            spans.push(Span::styled(if at > 0 { ", " } else { " " }, look.dim()));
            let name = if has_initials { initials(input.seat) } else { String::new() };
            let [key, short_key] = input.undo_key;
            let text = name + if has_short_keys { short_key } else { key };
            spans.push(Span::styled(text, look.seat(input.seat.index())));
        }
        Line::from(spans)
    };
    let forms = [(false, true), (true, true), (false, false), (true, false)];
    let lines = forms.map(|(has_short_keys, has_initials)| line(has_short_keys, has_initials));
    let fits = |line: &&Line| line.width() <= usize::from(row.width);
    let line = lines.iter().find(fits).unwrap_or(&lines[lines.len() - 1]);
    column.buffer.set_line(row.x, row.y, line, row.width);
    column.y += 1;
}
