//! The board of the selected game: its last position, read in the background and drawn by the
//! game's own view.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    database::{Database, LoadedGame, SavedGame, Store},
    games::{GameView, Notation, Scene, THUMBNAIL_SIZE, check_recorded_players},
    job::Job,
    widgets::{ClickAreas, Look},
};
use fourcade_engine::{
    GameKind,
    play::{Seats, Session},
    with_game,
};

pub trait PreviewBoard: Send {
    /// Draws the board, or else its thumbnail, at the upper left corner of the area if it fits.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

type BoardResult = Result<Box<dyn PreviewBoard>, String>;

/// A game's id and the time when it was played last, which together identify a position.
type PreviewKey = (i64, i64);

#[derive(Default)]
pub struct Preview {
    shown: Option<(PreviewKey, BoardResult)>,
    loading: Option<(PreviewKey, Job<BoardResult>)>,
}

impl Preview {
    /// Starts loading the board of a game unless it is loaded. Only one board is loaded at a time,
    /// however fast the selection moves.
    pub fn load(&mut self, game: Option<&SavedGame>, notation: Notation, store: &Store) {
        let Some(game) = game else { return };
        let key = key(game);
        if self.loading.is_some() || self.shown.as_ref().is_some_and(|(shown, _)| *shown == key) {
            return;
        }
        let id = game.id;
        self.loading = Some((key, store.ask(move |games| load(games, id, notation))));
    }

    /// Takes the board that was loaded; returns whether there is a new one.
    pub fn poll(&mut self) -> bool {
        let Some((key, job)) = &self.loading else { return false };
        let Some(result) = job.take() else { return false };
        self.shown = Some((*key, result.and_then(|board| board)));
        self.loading = None;
        true
    }

    /// Returns the board of a game, or why it can't be shown; `None` while it is loading.
    pub fn board(&self, game: &SavedGame) -> Option<Result<&dyn PreviewBoard, &str>> {
        let (_, board) = self.shown.as_ref().filter(|(shown, _)| *shown == key(game))?;
        Some(board.as_ref().map(AsRef::as_ref).map_err(String::as_str))
    }
}

fn key(game: &SavedGame) -> PreviewKey {
    (game.id, game.times.last_played)
}

fn load(games: &mut Database, id: i64, notation: Notation) -> BoardResult {
    let loaded = games.load(id).map_err(|error| error.to_string())?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => read_board::<G>(&loaded, notation))
}

fn read_board<G: GameView>(loaded: &LoadedGame, notation: Notation) -> BoardResult {
    let session = loaded
        .read::<G>(check_recorded_players::<G>)
        .map_err(|error| format!("its record is damaged ({error})"))?;
    Ok(Box::new(LastPosition::<G> { session, notation }))
}

struct LastPosition<G: GameView> {
    session: Session<G>,
    notation: Notation,
}

impl<G: GameView> LastPosition<G> {
    /// Returns the seats whose secrets are shown: all of them if the game is over or has no people,
    /// or else only the seat of its only person, if it has just one.
    fn viewers(&self) -> Seats {
        let session = &self.session;
        let seats = session.game().seats();
        let people = session.header().people();
        if people.is_empty() || session.outcome().is_some() {
            return seats;
        }
        people.only().map_or(Seats::NONE, Seats::one)
    }
}

impl<G: GameView> PreviewBoard for LastPosition<G> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let session = &self.session;
        let observation = session.game().observe(self.viewers());
        let scene = Scene {
            events: session.events().last().map_or(&[], Vec::as_slice),
            notation: self.notation,
            ..Scene::at_rest(&observation, &session.header().seats)
        };
        let mut controller = G::Controller::default();
        let Size { width, height } = G::extent(&controller, &scene, area.as_size(), look);
        // Without labels, the cells of a square board may be larger.
        let rows = area.height.min(area.width / 2);
        let size = G::size_of(&session.header().setup);
        if let Some(rows) = size.map(|size| rows / size * size).filter(|rows| *rows > height) {
            let board = Rect { width: 2 * rows, height: rows, ..area };
            G::draw_thumbnail(&observation, board, buffer, look);
        } else if width <= area.width && height <= area.height {
            let board = Rect { width, height, ..area };
            // The board is not clickable here.
            G::draw(&mut controller, &scene, board, buffer, look, &mut ClickAreas::default());
        } else if THUMBNAIL_SIZE.width <= area.width && THUMBNAIL_SIZE.height <= area.height {
            let board = Rect { width: THUMBNAIL_SIZE.width, height: THUMBNAIL_SIZE.height, ..area };
            G::draw_thumbnail(&observation, board, buffer, look);
        }
    }
}
