//! The last position of the selected game, read and drawn by the game's own view.

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::{job::Job, message::Waker},
    games::{ArcadeGame, Controls, GameKind, GameVisitor, HUMAN, Scene, THUMBNAIL_SIZE},
    play::{Seats, Session},
    store::{LoadedGame, Store, Summary},
    ui::{ClickAreas, Look},
};

/// A position that is only looked at.
pub trait Board: Send {
    /// Draws it from the area's upper left corner, if there is room for it.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

/// A position, or why there is none.
type Position = Result<Box<dyn Board>, String>;

/// Which game, and when it was played last: then it was as it was drawn.
type Key = (i64, i64);

/// The position of the selected game.
#[derive(Default)]
pub struct Preview {
    read: Option<(Key, Position)>,
    reading: Option<(Key, Job<Position>)>,
}

impl Preview {
    /// Reads this game's, if it is not there yet: one at a time, however fast the selection moves.
    pub fn want(&mut self, game: Option<&Summary>, store: &Store, waker: &Waker) {
        let Some(game) = game else { return };
        let key = key(game);
        if self.reading.is_some() || self.read.as_ref().is_some_and(|(read, _)| *read == key) {
            return;
        }
        let (store, id) = (store.clone(), game.id);
        self.reading = Some((key, Job::start(waker, move |_, _| read(&store, id))));
    }

    /// Whether one is being read.
    #[cfg(test)]
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Takes what was read; says whether there is something new.
    pub fn learn(&mut self) -> bool {
        let Some((key, job)) = &self.reading else { return false };
        let Some(result) = job.take() else { return false };
        self.read = Some((*key, result.and_then(|board| board)));
        self.reading = None;
        true
    }

    /// This game's position, or why there is none; nothing while it is read.
    pub fn of(&self, game: &Summary) -> Option<Result<&dyn Board, &str>> {
        let (_, board) = self.read.as_ref().filter(|(read, _)| *read == key(game))?;
        Some(board.as_ref().map(AsRef::as_ref).map_err(String::as_str))
    }
}

fn key(game: &Summary) -> Key {
    (game.id, game.touched)
}

fn read(store: &Store, id: i64) -> Position {
    let loaded = store.load(id).map_err(|why| why.to_string())?;
    let kind: GameKind = loaded.summary.game.parse()?;
    kind.with(Read(loaded))
}

struct Read(LoadedGame);

impl GameVisitor for Read {
    type Out = Position;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let session = self.0.read::<G>().map_err(|why| format!("its record is wrong ({why})"))?;
        Ok(Box::new(Last::<G>(session)))
    }
}

/// The last position of a game.
struct Last<G: ArcadeGame>(Session<G>);

impl<G: ArcadeGame> Last<G> {
    /// Who may look: a game that goes on shows what its only person may know, or nobody's secrets.
    fn eyes(&self) -> Seats {
        let session = &self.0;
        let seats = session.game().seats();
        let persons: Seats =
            seats.iter().filter(|seat| session.header().seats[seat.index()] == HUMAN).collect();
        if persons.is_empty() || session.outcome().is_some() {
            return seats;
        }
        persons.only().map_or(Seats::NONE, Seats::one)
    }
}

impl<G: ArcadeGame> Board for Last<G> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let session = &self.0;
        let seen = session.game().observe(self.eyes());
        let scene = Scene {
            observation: &seen,
            deciding: Seats::NONE,
            is_covered: false,
            events: session.events().last().map_or(&[], Vec::as_slice),
            motion: 1.0,
            is_lingering: false,
            hint: None,
            names: &session.header().seats,
        };
        let mut controls = G::Controls::default();
        let Size { width, height } = controls.extent(&scene, area.as_size(), look);
        if width <= area.width && height <= area.height {
            // Nothing can be chosen here.
            return controls.draw(
                &scene,
                Rect { width, height, ..area },
                buffer,
                look,
                &mut ClickAreas::default(),
            );
        }
        if THUMBNAIL_SIZE.width <= area.width && THUMBNAIL_SIZE.height <= area.height {
            G::Controls::draw_thumbnail(
                &seen,
                Rect { width: THUMBNAIL_SIZE.width, height: THUMBNAIL_SIZE.height, ..area },
                buffer,
                look,
            );
        }
    }
}
