//! The computer players that are thinking.

use super::column::PanelColumn;
use crate::{
    app::table::{Table, settled},
    games::{self, GameView},
};
use fourcade_engine::play::Seat;

/// Draws the thinking computer players with their progress, or the pace of a watched game.
pub fn draw_computers<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let look = column.look;
    let pace = table.playback.description();
    if table.playback.is_paused() {
        return column.draw_line(&pace, look.strong());
    }
    // While a step is animated, the next players think already.
    let is_moving = table.playback.is_moving::<G>();
    let thinking = if is_moving { &[] } else { &table.computers.thinking[..] };
    if thinking.is_empty() && table.game.is_watched() {
        column.draw_line(&pace, look.dim());
    }
    let is_elsewhere = table.game.is_watched() || table.game.shared.is_some();
    for seat in settled(table).awaited().iter().filter(|&seat| !table.game.is_person(seat)) {
        let one = thinking.iter().find(|one| one.seat == seat);
        // A computer that isn't thinking has chosen, and its move is shown after a moment.
        if one.is_none() && is_elsewhere {
            continue;
        }
        draw_thinking(column, table, seat);
        if let Some(progress) = one.and_then(|one| one.job.last_report()) {
            column.draw_line(&progress, look.dim());
        }
    }
}

pub fn draw_thinking<G: GameView>(column: &mut PanelColumn, table: &Table<G>, seat: Seat) {
    let name = games::subject(G::SEAT_NAMES, seat, &table.player_names());
    let look = column.look;
    let text = format!("{name} is thinking{}", look.glyphs.activity_dots);
    column.draw_paragraph(&text, look.strong());
}
