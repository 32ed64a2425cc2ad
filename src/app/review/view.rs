//! How a review is drawn.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{ReviewScreen, costly_moves, explanation, graph, layout::ReviewLayout};
use crate::{
    app::list::draw_text_right,
    games::{ArcadeGame, Controls, Scene, title_with_size},
    play::{Advice, Seat, Seats},
    ui::{ClickAreas, Look, widgets},
};

/// What the screen must know about its last drawing.
pub struct DrawnReview {
    /// Whether the window had room for both the board and the graph.
    pub shows_all: bool,
    /// The first visible row of the list.
    pub first_row: usize,
}

/// Draws the screen.
pub struct View<'a, G: ArcadeGame> {
    pub screen: &'a ReviewScreen<G>,
    pub look: &'a Look,
}

impl<G: ArcadeGame> View<'_, G> {
    /// Draws the screen; `controls` draw the board.
    pub fn draw(
        &self,
        controls: &mut G::Controls,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> DrawnReview {
        let layout = self.draw_board(controls, area, buffer);
        self.draw_title(layout.title, buffer);
        self.draw_seats(layout.seats, buffer);
        if let Some(area) = layout.graph {
            graph::draw(self.screen, area, buffer, self.look, areas);
        }
        explanation::draw(self.screen, layout.explanation, buffer, self.look);
        let first_row = costly_moves::draw(self.screen, layout.list, buffer, self.look, areas);
        DrawnReview { shows_all: layout.board.is_some() && layout.graph.is_some(), first_row }
    }

    /// Draws the position after the move at the cursor, with the better move as a hint, as the seat
    /// that moved saw it. Returns the layout of the screen, which depends on the board's size.
    fn draw_board(
        &self,
        controls: &mut G::Controls,
        area: Rect,
        buffer: &mut Buffer,
    ) -> ReviewLayout {
        let (screen, look) = (self.screen, self.look);
        let verdict = screen.main_verdict();
        let viewer = verdict.map_or(screen.viewpoint, |verdict| verdict.seat);
        let observation = screen.session.game().observe(Seats::one(viewer));
        let better = verdict.and_then(|verdict| verdict.better).map(Advice::new);
        let scene = Scene {
            observation: &observation,
            deciding: Seats::NONE,
            is_covered: false,
            events: screen.session.events().last().map_or(&[], Vec::as_slice),
            motion: 1.0,
            is_lingering: true,
            hint: better.as_ref(),
            names: &screen.session.header().seats,
        };
        let seats = u16::try_from(G::SEAT_NAMES.len()).unwrap_or(2);
        let layout = ReviewLayout::best(area, seats, screen.shows_board, |space| {
            controls.extent(&scene, space, look)
        });
        if let Some(board) = layout.board {
            let Size { width, height } = controls.extent(&scene, board.as_size(), look);
            let board =
                Rect { width: width.min(board.width), height: height.min(board.height), ..board };
            // The board is not clickable here.
            controls.draw(&scene, board, buffer, look, &mut ClickAreas::default());
        }
        layout
    }

    /// Draws the title, and beside it the progress or the error.
    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let (progress, look) = (&self.screen.progress, self.look);
        let game = title_with_size(G::TITLE, G::size_of(&self.screen.session.header().setup));
        let title = format!("Review: {game}");
        let (reviewed, total) = (progress.results.reviewed_steps, progress.results.total_steps);
        let (text, style) = match &progress.error {
            Some(error) => (error.clone(), look.alert()),
            None if progress.is_running() => {
                (format!("judging{} {reviewed} of {total}", look.glyphs.ellipsis), look.dim())
            }
            None => (format!("{reviewed} judged"), look.dim()),
        };
        widgets::draw_text(buffer, area, &title, look.accent(), look);
        let inset = (widgets::text_width(&title) + 2).min(area.width);
        let rest = Rect { x: area.x + inset, width: area.width - inset, ..area };
        draw_text_right(buffer, rest, &text, style, look);
    }

    /// Draws the players, and what each of them has lost.
    fn draw_seats(&self, area: Rect, buffer: &mut Buffer) {
        let (results, look) = (&self.screen.progress.results, self.look);
        for (index, row) in (0..G::SEAT_NAMES.len()).zip(area.rows()) {
            let seat = Seat::new(index);
            let loss = results.loss(seat);
            let text = match loss.moves {
                _ if results.reviewed_steps == 0 => String::new(),
                0 => "gave nothing away".to_owned(),
                moves => format!("gave away {} in {moves}", G::MEASURE.format_cost(loss.cost)),
            };
            let width = draw_text_right(buffer, row, &text, look.dim(), look);
            let name = Rect { width: row.width.saturating_sub(width + 1), ..row };
            widgets::draw_text(buffer, name, &self.screen.name(seat), look.seat(index), look);
        }
    }
}
