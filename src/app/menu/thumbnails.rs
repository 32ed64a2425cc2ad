//! Small boards of the games, on which computers play slowly.

use std::{
    mem,
    time::{Duration, Instant},
};

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{job::Job, message::Waker},
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

/// A game of a thumbnail, which moves on another thread.
trait ThumbnailGame: Send {
    /// Plays one step. A game that has been over for a while starts again.
    fn step(&mut self);

    /// Returns what the thumbnail shows of the position.
    fn picture(&self) -> Box<dyn Picture>;
}

/// The public part of a position.
trait Picture: Send {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

type Games = Vec<Box<dyn ThumbnailGame>>;

/// The thumbnails of all games, in their order. They take turns to move.
///
/// Jobs create the games and play their steps, so that no frame waits for a player.
pub struct Thumbnails {
    seed: u64,
    state: State,
    /// What is shown of each game.
    pictures: Vec<Option<Box<dyn Picture>>>,
    /// The thumbnail that moves next.
    next: usize,
    next_tick: Instant,
}

/// Where the games are.
enum State {
    /// They have not been started.
    Unstarted,
    /// They wait for the next step.
    Waiting(Games),
    /// A job plays a step. It reports new pictures with their index, and returns the games.
    Moving(Job<Games, (usize, Box<dyn Picture>)>),
    /// A job failed, and the games are gone.
    Failed,
}

/// A game between computer players.
struct ComputerGame<G: ArcadeGame> {
    session: Session<G>,
    players: Vec<Box<dyn Player<G>>>,
    /// The number of steps since the game was over.
    finished_steps: u32,
}

impl Thumbnails {
    /// Creates thumbnails of games with this seed. Nothing is shown before the first tick.
    pub fn new(seed: u64) -> Self {
        let pictures = GameKind::ALL.map(|_| None).into();
        Self { seed, state: State::Unstarted, pictures, next: 0, next_tick: Instant::now() }
    }

    /// When [`Self::tick`] is due: at once to start the games, later to move if they move at all.
    pub fn next_tick(&self, are_moving: bool) -> Option<Instant> {
        match self.state {
            State::Unstarted => Some(self.next_tick),
            State::Waiting(_) if are_moving => Some(self.next_tick),
            _ => None,
        }
    }

    /// Starts the games, or moves the next thumbnail, if the time has come.
    pub fn tick(&mut self, now: Instant, waker: &Waker) {
        if now < self.next_tick {
            return;
        }
        self.state = match mem::replace(&mut self.state, State::Failed) {
            State::Unstarted => {
                let seed = self.seed;
                self.next_tick = now + INTERVAL;
                State::Moving(Job::start(waker, move |cancel, reporter| {
                    let mut games = Games::new();
                    for kind in GameKind::ALL {
                        if !cancel.is_cancelled()
                            && let Some(game) = kind.with(StartGame(seed))
                        {
                            reporter.report((games.len(), game.picture()));
                            games.push(game);
                        }
                    }
                    games
                }))
            }
            State::Waiting(mut games) if !games.is_empty() => {
                let index = self.next % games.len();
                self.next = index + 1;
                self.next_tick = now + INTERVAL;
                State::Moving(Job::start(waker, move |_, reporter| {
                    games[index].step();
                    reporter.report((index, games[index].picture()));
                    games
                }))
            }
            state => state,
        };
    }

    /// Takes what a job has reported; returns whether a picture has changed.
    pub fn poll(&mut self) -> bool {
        let State::Moving(job) = &self.state else { return false };
        let result = job.take();
        let reports = job.take_reports();
        let has_changed = !reports.is_empty();
        for (index, picture) in reports {
            self.pictures[index] = Some(picture);
        }
        if let Some(result) = result {
            self.state = result.map_or(State::Failed, State::Waiting);
        }
        has_changed
    }

    /// Whether a job is at work.
    #[cfg(test)]
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Moving(_))
    }

    /// Whether the games have not been started.
    pub fn is_unstarted(&self) -> bool {
        matches!(self.state, State::Unstarted)
    }

    /// Draws the thumbnail of the game with this index.
    pub fn draw(&self, index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(Some(picture)) = self.pictures.get(index) {
            picture.draw(area, buffer, look);
        }
    }
}

/// Starts a game with a seed, unless its players can't be created.
struct StartGame(u64);

impl GameVisitor for StartGame {
    type Output = Option<Box<dyn ThumbnailGame>>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let session = demo_game::<G>(self.0)?;
        let mut game = ComputerGame { session, players: players::<G>()?, finished_steps: 0 };
        for _ in 0..INITIAL_STEPS {
            game.step();
        }
        Some(Box::new(game))
    }
}

fn players<G: ArcadeGame>() -> Option<Vec<Box<dyn Player<G>>>> {
    G::THUMBNAIL_SEATS.iter().map(|name| find_player::<G>(name).ok()?.make().ok()).collect()
}

impl<G: ArcadeGame> ThumbnailGame for ComputerGame<G> {
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

    fn picture(&self) -> Box<dyn Picture> {
        Box::new(Public::<G>(self.session.game().observe(Seats::NONE)))
    }
}

/// What everybody sees of a position.
struct Public<G: ArcadeGame>(G::Observation);

impl<G: ArcadeGame> Picture for Public<G> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        G::Controls::draw_thumbnail(&self.0, area, buffer, look);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use crate::{
        app::message::Message,
        games::THUMBNAIL_SIZE,
        ui::{ColorDepth, testing},
    };

    /// Ticks, and waits until the job that this may start has ended.
    fn move_next(thumbnails: &mut Thumbnails, waker: &Waker, messages: &Receiver<Message>) {
        let due = thumbnails.next_tick(true).expect("a time");
        thumbnails.tick(due, waker);
        while thumbnails.is_busy() {
            messages.recv().expect("a message");
            thumbnails.poll();
        }
    }

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
        let (waker, messages) = Waker::channel();
        let mut thumbnails = Thumbnails::new(1);
        assert!(thumbnails.pictures.iter().all(Option::is_none), "nothing before the first tick");
        move_next(&mut thumbnails, &waker, &messages);
        assert_eq!(thumbnails.pictures.iter().flatten().count(), GameKind::ALL.len());
        assert_eq!(thumbnails.next_tick(false), None);
        let mut changes = [0; 4];
        for turn in 0..1_600 {
            let index = turn % 4;
            let before = drawn(&thumbnails, index, &look);
            move_next(&mut thumbnails, &waker, &messages);
            changes[index] += usize::from(drawn(&thumbnails, index, &look) != before);
        }
        // No single game is that long.
        assert!(changes.iter().all(|&changes| changes > 300), "{changes:?}");
    }

    #[test]
    fn thumbnails_stay_inside_their_area() {
        let look = testing::look(ColorDepth::True, false);
        let (waker, messages) = Waker::channel();
        let mut thumbnails = Thumbnails::new(3);
        move_next(&mut thumbnails, &waker, &messages);
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
