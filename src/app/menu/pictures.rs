//! Small pictures of the games, in which computers play slowly.

use std::time::{Duration, Instant};

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    games::{ArcadeGame, Controls, GameKind, GameVisitor, demo_game, find_player},
    play::{Budget, CancelToken, Player, Seats, Session, arena::choose_with},
    ui::Look,
};

/// One picture after the other moves, this long after the one before.
const EVERY: Duration = Duration::from_millis(400);
/// How much a player may think for a picture: a moment that nobody notices.
const BUDGET: Budget = Budget::Nodes(500);
/// How many steps are done when a picture is first seen: an empty board shows little.
const BEGUN: usize = 17;
/// How many of its turns a game that is over stays.
const STAYS: u32 = 5;

/// The pictures of all games, in their order.
pub struct Pictures {
    all: Vec<Box<dyn Picture>>,
    /// The one that moves next.
    next: usize,
    due: Instant,
}

/// A game that goes on in a corner.
trait Picture {
    /// The next choices; a game that was over for a while begins anew.
    fn step(&mut self);

    /// Draws what everybody may see of it.
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

struct Playing<G: ArcadeGame> {
    session: Session<G>,
    players: Vec<Box<dyn Player<G>>>,
    over_for: u32,
}

impl Pictures {
    /// Games in their middle; the same for the same seed.
    pub fn new(seed: u64) -> Self {
        let all = GameKind::ALL.into_iter().filter_map(|kind| kind.with(Begin(seed))).collect();
        Self { all, next: 0, due: Instant::now() + EVERY }
    }

    /// When one moves next.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Moves the next one, if it is time.
    pub fn tick(&mut self, now: Instant) -> bool {
        let is_due = now >= self.due;
        if is_due && let Some(picture) = self.all.get_mut(self.next) {
            picture.step();
            self.next = (self.next + 1) % self.all.len();
            self.due = now + EVERY;
        }
        is_due
    }

    /// Draws the picture of the game with this number.
    pub fn draw(&self, number: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(picture) = self.all.get(number) {
            picture.draw(area, buffer, look);
        }
    }
}

/// Begins a game from a seed; none if its computers can't be made.
struct Begin(u64);

impl GameVisitor for Begin {
    type Out = Option<Box<dyn Picture>>;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let mut playing =
            Playing { session: demo_game::<G>(self.0)?, players: players::<G>()?, over_for: 0 };
        for _ in 0..BEGUN {
            playing.step();
        }
        Some(Box::new(playing))
    }
}

fn players<G: ArcadeGame>() -> Option<Vec<Box<dyn Player<G>>>> {
    G::DEMO_SEATS.iter().map(|name| find_player::<G>(name).ok()?.make().ok()).collect()
}

impl<G: ArcadeGame> Picture for Playing<G> {
    fn step(&mut self) {
        if self.session.outcome().is_some() {
            self.over_for += 1;
            if self.over_for >= STAYS
                && let (Some(session), Some(players)) =
                    (demo_game(self.session.header().seed + 1), players())
            {
                *self = Self { session, players, over_for: 0 };
            }
            return;
        }
        for seat in self.session.awaited().iter() {
            let player = self.players[seat.index()].as_mut();
            // A player that gives no answer only stops its picture.
            let _ = choose_with(&mut self.session, player, seat, BUDGET, &CancelToken::default());
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

    fn drawn(pictures: &Pictures, number: usize, look: &Look) -> String {
        let area =
            Rect { width: THUMBNAIL_SIZE.width, height: THUMBNAIL_SIZE.height, ..Rect::default() };
        let mut buffer = Buffer::empty(area);
        pictures.draw(number, area, &mut buffer, look);
        testing::text(&buffer)
    }

    #[test]
    fn each_picture_moves_in_its_turn_and_games_begin_anew() {
        let look = testing::look(ColorDepth::Mono, true);
        let mut pictures = Pictures::new(1);
        assert_eq!(pictures.all.len(), GameKind::ALL.len());
        assert!(!pictures.tick(Instant::now()));
        let mut changes = [0; 4];
        for at in 0..1_600 {
            let number = at % 4;
            let before = drawn(&pictures, number, &look);
            assert!(pictures.tick(pictures.due()));
            changes[number] += usize::from(drawn(&pictures, number, &look) != before);
        }
        // Longer than any of the games.
        assert!(changes.iter().all(|&changes| changes > 300), "{changes:?}");
    }

    #[test]
    fn pictures_stay_in_any_area() {
        let look = testing::look(ColorDepth::True, false);
        let pictures = Pictures::new(3);
        for (width, height) in [(0, 0), (1, 1), (5, 3), (18, 8), (27, 11), (39, 20), (60, 30)] {
            let area = Rect::new(2, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 70, 40));
            let blank = buffer.clone();
            for number in 0..4 {
                pictures.draw(number, area, &mut buffer, &look);
            }
            for at in buffer.area.positions().filter(|&at| !area.contains(at)) {
                assert_eq!(buffer[at], blank[at], "{area:?} {at:?}");
            }
        }
    }
}
