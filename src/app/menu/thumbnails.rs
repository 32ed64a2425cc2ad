//! Small boards of the games, on which computers play slowly.

use std::time::{Duration, Instant};

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{ArcadeGame, Controls, GameKind, GameVisitor, demo_game, find_player},
    play::{Budget, CancelToken, Player, Seats, Session, take_turn},
    ui::Look,
};

/// The time between two moves. The thumbnails take turns to move.
const INTERVAL: Duration = Duration::from_millis(400);
/// The players' budget for a move, which takes no noticeable time.
const BUDGET: Budget = Budget::Nodes(500);
/// The number of steps played before a thumbnail is visible: an empty board shows little.
const INITIAL_STEPS: usize = 17;
/// The number of steps for which a finished game stays visible.
const FINISHED_STEPS: u32 = 5;

/// The thumbnails of all games, in their order. They take turns to move.
pub struct Thumbnails {
    all: Vec<Box<dyn Thumbnail>>,
    /// The thumbnail that moves next.
    next: usize,
    next_tick: Instant,
}

/// A game on a small board.
trait Thumbnail {
    /// Plays one step. A game that has been over for a while starts again.
    fn step(&mut self);

    /// Draws the public part of the position.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

/// A game between computer players.
struct ThumbnailGame<G: ArcadeGame> {
    session: Session<G>,
    players: Vec<Box<dyn Player<G>>>,
    /// The number of steps since the game was over.
    finished_steps: u32,
}

impl Thumbnails {
    /// Starts a game of each kind with this seed.
    pub fn new(seed: u64) -> Self {
        let all = GameKind::ALL.into_iter().filter_map(|kind| kind.with(StartGame(seed))).collect();
        Self { all, next: 0, next_tick: Instant::now() + INTERVAL }
    }

    /// When the next thumbnail moves.
    pub fn next_tick(&self) -> Instant {
        self.next_tick
    }

    /// Moves the next thumbnail if the time has come; returns whether it has.
    pub fn tick(&mut self, now: Instant) -> bool {
        let is_due = now >= self.next_tick;
        if is_due && let Some(thumbnail) = self.all.get_mut(self.next) {
            thumbnail.step();
            self.next = (self.next + 1) % self.all.len();
            self.next_tick = now + INTERVAL;
        }
        is_due
    }

    /// Draws the thumbnail of the game with this index.
    pub fn draw(&self, index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(thumbnail) = self.all.get(index) {
            thumbnail.draw(area, buffer, look);
        }
    }
}

/// Starts a game with a seed, unless its players can't be created.
struct StartGame(u64);

impl GameVisitor for StartGame {
    type Output = Option<Box<dyn Thumbnail>>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let session = demo_game::<G>(self.0)?;
        let mut game = ThumbnailGame { session, players: players::<G>()?, finished_steps: 0 };
        for _ in 0..INITIAL_STEPS {
            game.step();
        }
        Some(Box::new(game))
    }
}

fn players<G: ArcadeGame>() -> Option<Vec<Box<dyn Player<G>>>> {
    G::DEMO_SEATS.iter().map(|name| find_player::<G>(name).ok()?.make().ok()).collect()
}

impl<G: ArcadeGame> Thumbnail for ThumbnailGame<G> {
    fn step(&mut self) {
        if self.session.outcome().is_some() {
            self.finished_steps += 1;
            if self.finished_steps >= FINISHED_STEPS
                && let (Some(session), Some(players)) =
                    (demo_game(self.session.header().seed + 1), players())
            {
                *self = Self { session, players, finished_steps: 0 };
            }
            return;
        }
        for seat in self.session.awaited().iter() {
            let player = self.players[seat.index()].as_mut();
            // A player that fails only stops its own thumbnail.
            let _ = take_turn(&mut self.session, player, seat, BUDGET, &CancelToken::default());
        }
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        G::Controls::draw_thumbnail(&self.session.game().observe(Seats::NONE), area, buffer, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::THUMBNAIL_SIZE,
        ui::{ColorDepth, testing},
    };

    fn drawn(thumbnails: &Thumbnails, index: usize, look: &Look) -> String {
        let area =
            Rect { width: THUMBNAIL_SIZE.width, height: THUMBNAIL_SIZE.height, ..Rect::default() };
        let mut buffer = Buffer::empty(area);
        thumbnails.draw(index, area, &mut buffer, look);
        testing::text(&buffer)
    }

    #[test]
    fn thumbnails_take_turns_and_games_start_again() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut thumbnails = Thumbnails::new(1);
        assert_eq!(thumbnails.all.len(), GameKind::ALL.len());
        assert!(!thumbnails.tick(Instant::now()));
        let mut changes = [0; 4];
        for tick in 0..1_600 {
            let index = tick % 4;
            let before = drawn(&thumbnails, index, &look);
            assert!(thumbnails.tick(thumbnails.next_tick()));
            changes[index] += usize::from(drawn(&thumbnails, index, &look) != before);
        }
        // No single game is that long.
        assert!(changes.iter().all(|&changes| changes > 300), "{changes:?}");
    }

    #[test]
    fn thumbnails_stay_inside_their_area() {
        let look = testing::look(ColorDepth::True, false);
        let thumbnails = Thumbnails::new(3);
        for (width, height) in [(0, 0), (1, 1), (5, 3), (18, 8), (27, 11), (39, 20), (60, 30)] {
            let area = Rect::new(2, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 70, 40));
            let blank = buffer.clone();
            for index in 0..4 {
                thumbnails.draw(index, area, &mut buffer, &look);
            }
            let outside = buffer.area.positions().filter(|&position| !area.contains(position));
            for position in outside {
                assert_eq!(buffer[position], blank[position], "{area:?} {position:?}");
            }
        }
    }
}
