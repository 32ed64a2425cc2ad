//! The picture of a game's last position or, before the first game, of a game between computers.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    charts::{self, PanelPlace},
    results_view,
};
use crate::{
    app::statistics::{StatisticsRow, table_title},
    arcade::{
        screen::ScreenContext,
        screens::thumbnails::{Thumbnail, board_area, thumbnail_of_kind, thumbnail_of_saved},
    },
    database::statistics::FinishedGame,
    games::GameFacts,
    job::Job,
    widgets::Look,
};
use fourcade_engine::{GameKind, with_game};

/// A finished game by its ID or, without one, an example of the game.
pub type PictureSubject = (GameKind, Option<i64>);

#[derive(Default)]
pub struct Picture {
    subject: Option<PictureSubject>,
    job: Option<Job<Option<CaptionedBoard>>>,
    /// The old board stays until the new one is loaded.
    shown: Option<CaptionedBoard>,
}

struct CaptionedBoard {
    kind: GameKind,
    /// See [`board_area`].
    size: Option<u16>,
    title: String,
    result: String,
    thumbnail: Box<dyn Thumbnail>,
}

impl Picture {
    pub fn is_of(&self, subject: PictureSubject) -> bool {
        self.subject == Some(subject)
    }

    pub fn load(
        &mut self,
        subject: PictureSubject,
        game: Option<FinishedGame>,
        context: &ScreenContext,
    ) {
        let naming = context.naming();
        let kind = subject.0;
        self.subject = Some(subject);
        self.job = Some(context.store.ask(move |database| {
            let Some(game) = game else {
                let size = GameFacts::of(kind).thumbnail_size;
                let thumbnail = thumbnail_of_kind(kind)?;
                let title = table_title(Some(kind)).to_owned();
                let result = "an example".to_owned();
                return Some(CaptionedBoard { kind, size, title, result, thumbnail });
            };
            let thumbnail = thumbnail_of_saved(&database.load(game.id).ok()?, naming)?;
            let title = StatisticsRow::without_games().describe(&game);
            let result = results_view::result_text(&game);
            Some(CaptionedBoard { kind, size: game.size, title, result, thumbnail })
        }));
    }

    /// Returns whether the picture has changed.
    pub fn poll(&mut self) -> bool {
        let Some(answer) = self.job.as_ref().and_then(Job::take_output) else { return false };
        self.job = None;
        self.shown = answer.ok().flatten();
        true
    }

    pub fn draw(&self, place: PanelPlace, buffer: &mut Buffer, look: &Look) {
        let Some(CaptionedBoard { kind, size, title, result, thumbnail }) = &self.shown else {
            charts::draw_titled(place, &[], "board", &[], buffer, look);
            return;
        };
        let room =
            charts::draw_titled(place, &[], title, std::slice::from_ref(result), buffer, look);
        if let Some(area) = with_game!(*kind, G => board_area::<G>(*size, room)) {
            let [x, y] = [(room.width - area.width) / 2, (room.height - area.height) / 2];
            thumbnail.draw(Rect { x: area.x + x, y: area.y + y, ..area }, buffer, look);
        }
    }
}
