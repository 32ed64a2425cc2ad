//! The points of the match, from its second game on.

use super::column::PanelColumn;
use crate::{
    app::table::{Table, settled},
    games::{GameView, subject_within},
};
use fourcade_engine::play::{Outcome, Seat};

/// The outcome that the match score includes: not before the board has told it.
fn told_outcome<G: GameView>(table: &Table<G>) -> Option<Outcome> {
    settled(table).outcome().filter(|_| !table.is_celebrating())
}

/// The points of the match, by seat; `None` during the first game.
pub fn match_points<G: GameView>(table: &Table<G>) -> Option<Vec<f64>> {
    table.series.match_points(told_outcome(table).as_ref())
}

/// Draws the score of the match as a sentence, if the seats have no column for it.
pub fn draw_match_score<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let score = match_score(table).filter(|_| !column.has_match_points);
    let Some(score) = score else { return };
    let style = if table.game.is_over() { column.look.accent() } else { column.look.dim() };
    if column.rows_for(&score) <= usize::from(column.free_rows()) {
        column.draw_paragraph(&score, style);
    }
}

pub fn match_score<G: GameView>(table: &Table<G>) -> Option<String> {
    let outcome = told_outcome(table);
    let seats = (0..G::SEAT_NAMES.len()).map(Seat::new);
    let players = table.player_names();
    let names: Vec<_> = seats.map(|seat| subject_within(G::SEAT_NAMES, seat, &players)).collect();
    let you = table.game.people_here().only();
    table.series.standing(outcome.as_ref(), &names, you)
}
