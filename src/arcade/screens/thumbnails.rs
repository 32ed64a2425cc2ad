//! Small pictures of games: on some of them, computers slowly play each other.

use std::{
    mem,
    time::{Duration, Instant},
};

use jiff::civil::Date;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::Background,
    database::LoadedGame,
    games::{GameFacts, GameView, Naming, THUMBNAIL_SIZE, daily_session, play_opening, read_saved},
    job::{Job, Reporter},
    widgets::Look,
};
use fourcade_engine::{
    GameKind,
    play::{Budget, CancelToken, Player, RecordHeader, Seats, Session, find_player, take_turn},
    with_game,
};

/// The time between two moves if several thumbnails take turns.
const INTERVAL: Duration = Duration::from_millis(400);
const SINGLE_INTERVAL: Duration = Duration::from_millis(800);
/// A move with this budget takes no noticeable time.
const BUDGET: Budget = Budget::Nodes(500);
/// Steps played before a thumbnail is visible, because an empty board shows little.
const INITIAL_STEPS: usize = 17;
/// Turns for which a finished game stays visible.
const FINISHED_TURNS: u32 = 5;

trait ThumbnailGame: Send {
    /// Plays a step, or starts a new game some turns after the end.
    fn step(&mut self);

    fn thumbnail(&self) -> Box<dyn Thumbnail>;
}

/// A drawing of a position as its viewers see it.
pub trait Thumbnail: Send {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look);
}

type Games = Vec<Box<dyn ThumbnailGame>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThumbnailBoard {
    pub kind: GameKind,
    /// `None` if the game has one size only.
    pub size: Option<u16>,
    /// Whether the game begins with a recorded opening.
    pub has_opening: bool,
}

impl ThumbnailBoard {
    pub fn new(kind: GameKind, size: Option<u16>) -> Self {
        Self { kind, size, has_opening: false }
    }

    fn usual(kind: GameKind) -> Self {
        Self::new(kind, GameFacts::of(kind).thumbnail_size)
    }
}

/// Pictures of games between computers. Jobs create the games and play their steps in turn, so that
/// no frame waits for a player.
pub struct Thumbnails {
    boards: Vec<ThumbnailBoard>,
    seed: u64,
    state: State,
    pictures: Vec<Option<Box<dyn Thumbnail>>>,
    next_to_move: usize,
    next_tick: Instant,
}

enum State {
    Unstarted,
    Waiting(Games),
    /// A job creates the games or plays a step. It reports new thumbnails with their index.
    Moving(Job<Games, (usize, Box<dyn Thumbnail>)>),
    /// A job failed, and the games are gone.
    Failed,
}

struct ComputerGame<G: GameView> {
    session: Session<G>,
    players: Vec<Box<dyn Player<G>>>,
    finished_turns: u32,
}

impl Thumbnails {
    pub fn of_all_games(seed: u64) -> Self {
        Self::new(GameKind::ALL.map(ThumbnailBoard::usual).into(), seed)
    }

    /// Nothing is shown before the first tick.
    pub fn new(boards: Vec<ThumbnailBoard>, seed: u64) -> Self {
        let pictures = boards.iter().map(|_| None).collect();
        let (state, next_tick) = (State::Unstarted, Instant::now());
        Self { boards, seed, state, pictures, next_to_move: 0, next_tick }
    }

    /// Replaces the games by one on this board; its picture stays until the new game starts.
    /// Returns `false` if there is such a game already.
    pub fn replace(&mut self, board: ThumbnailBoard) -> bool {
        let is_other = self.boards != [board];
        if is_other {
            self.boards = vec![board];
            (self.state, self.next_tick) = (State::Unstarted, Instant::now());
        }
        is_other
    }

    fn interval(&self) -> Duration {
        if self.boards.len() > 1 { INTERVAL } else { SINGLE_INTERVAL }
    }

    /// When [`Self::tick`] is due: to start the games or, if `are_moving`, to move.
    pub fn next_tick(&self, are_moving: bool) -> Option<Instant> {
        match self.state {
            State::Unstarted => Some(self.next_tick),
            State::Waiting(_) if are_moving => Some(self.next_tick),
            _ => None,
        }
    }

    /// If it is time, starts a job that creates the games or plays a step of the next one.
    pub fn tick(&mut self, now: Instant, background: &Background) {
        if now < self.next_tick {
            return;
        }
        let next_tick = now + self.interval();
        self.state = match mem::replace(&mut self.state, State::Failed) {
            State::Unstarted => {
                let (boards, seed) = (self.boards.clone(), self.seed);
                self.next_tick = next_tick;
                State::Moving(Job::start(background, move |cancel, reporter| {
                    create_games(&boards, seed, &cancel, &reporter)
                }))
            }
            State::Waiting(mut games) if !games.is_empty() => {
                let index = self.next_to_move % games.len();
                self.next_to_move = index + 1;
                self.next_tick = next_tick;
                State::Moving(Job::start(background, move |_, reporter| {
                    games[index].step();
                    reporter.report((index, games[index].thumbnail()));
                    games
                }))
            }
            state => state,
        };
    }

    /// Returns whether a picture has changed.
    pub fn poll(&mut self) -> bool {
        let State::Moving(job) = &self.state else { return false };
        let result = job.take_output();
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

    pub fn is_unstarted(&self) -> bool {
        matches!(self.state, State::Unstarted)
    }

    pub fn draw(&self, index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(Some(picture)) = self.pictures.get(index) {
            picture.draw(area, buffer, look);
        }
    }
}

pub const MAX_PICTURE_SIZE: Size = Size::new(94, 46);
/// The minimum height of a picture of cards, which need more rows than a narrow square has.
const MIN_CARDS_HEIGHT: u16 = 16;

/// The largest thumbnail in the upper left corner of a room, if one fits.
pub fn thumbnail_area(room: Rect) -> Option<Rect> {
    let height = room.height.min(room.width.saturating_sub(2) / 2).min(MAX_PICTURE_SIZE.height);
    let width = 2 * height + 2;
    let is_large = width >= THUMBNAIL_SIZE.width && height >= THUMBNAIL_SIZE.height;
    is_large.then_some(Rect { width, height, ..room })
}

/// The largest picture of a game in the upper left corner of a room: cropped to the board if its
/// `size` can be chosen.
pub fn board_area<G: GameView>(size: Option<u16>, room: Rect) -> Option<Rect> {
    match size {
        Some(size) => crop_to_board(size, room),
        None => thumbnail_area(room).map(|area| {
            let height = area.height.max(MIN_CARDS_HEIGHT.min(room.height));
            let usual = Size::new(area.width, height);
            Rect::from((area.as_position(), G::thumbnail_size(room.as_size(), usual)))
        }),
    }
}

/// The largest board of this size in a room, with an even margin if possible. `None` if it doesn't
/// fit.
fn crop_to_board(size: u16, room: Rect) -> Option<Rect> {
    let height = room.height.min(MAX_PICTURE_SIZE.height);
    let board = (height / size.max(1)).min(room.width / size.max(1) / 2) * size;
    let margin = ((height - board) / 2).min((room.width - 2 * board) / 4).min(1);
    let (width, height) = (2 * (board + 2 * margin), board + 2 * margin);
    (board > 0).then_some(Rect { width, height, ..room })
}

fn create_games(
    boards: &[ThumbnailBoard],
    seed: u64,
    cancel: &CancelToken,
    reporter: &Reporter<Games, (usize, Box<dyn Thumbnail>)>,
) -> Games {
    let mut games = Games::new();
    for &board in boards {
        if cancel.is_cancelled() {
            break;
        }
        let game = with_game!(board.kind, G => start_game::<G>(board, seed, cancel));
        if let Some(game) = game {
            reporter.report((games.len(), game.thumbnail()));
            games.push(game);
        }
    }
    games
}

fn start_game<G: GameView>(
    board: ThumbnailBoard,
    seed: u64,
    cancel: &CancelToken,
) -> Option<Box<dyn ThumbnailGame>> {
    Some(Box::new(if board.has_opening {
        ComputerGame::<G>::after_opening(board.size, seed)?
    } else {
        ComputerGame::<G>::after_initial_steps(board.size, seed, cancel)?
    }))
}

impl<G: GameView> ComputerGame<G> {
    fn dealt(size: Option<u16>, seed: u64) -> Option<Self> {
        let session = deal::<G>(size, seed)?;
        Some(Self { session, players: find_players::<G>()?, finished_turns: 0 })
    }

    fn after_opening(size: Option<u16>, seed: u64) -> Option<Self> {
        let mut game = Self::dealt(size, seed)?;
        play_opening(&mut game.session, seed).ok()?;
        Some(game)
    }

    fn after_initial_steps(size: Option<u16>, seed: u64, cancel: &CancelToken) -> Option<Self> {
        let mut game = Self::dealt(size, seed)?;
        // A small board fills up sooner.
        let cells = size.map_or(usize::MAX, |size| usize::from(size) * usize::from(size));
        for _ in 0..INITIAL_STEPS.min(cells / 2) {
            // A step after the end might start another game.
            if cancel.is_cancelled() || game.session.outcome().is_some() {
                break;
            }
            game.step();
        }
        Some(game)
    }
}

fn deal<G: GameView>(size: Option<u16>, seed: u64) -> Option<Session<G>> {
    let setup = G::deal_seeded(size.unwrap_or_default(), seed).ok()?;
    let players = G::FACTS.thumbnail_seats.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, players, seed, clock: None }))
}

fn find_players<G: GameView>() -> Option<Vec<Box<dyn Player<G>>>> {
    G::FACTS.thumbnail_seats.iter().map(|name| find_player::<G>(name).ok()).collect()
}

impl<G: GameView> ThumbnailGame for ComputerGame<G> {
    fn step(&mut self) {
        if self.session.outcome().is_some() {
            self.finished_turns += 1;
            if self.finished_turns >= FINISHED_TURNS {
                let header = self.session.header();
                let (size, seed) = (G::size_of(&header.setup), header.seed.wrapping_add(1));
                if let Some(next) = Self::after_initial_steps(size, seed, &CancelToken::default()) {
                    *self = next;
                }
            }
            return;
        }
        for seat in self.session.awaited().iter() {
            let player = self.players[seat.index()].as_mut();
            // A player that fails only stops its own thumbnail.
            let _ = take_turn(&mut self.session, player, seat, BUDGET, &CancelToken::default());
        }
    }

    fn thumbnail(&self) -> Box<dyn Thumbnail> {
        thumbnail_of(&self.session, Seats::NONE, None)
    }
}

/// A game between computers after some steps.
pub fn thumbnail_of_kind(kind: GameKind) -> Option<Box<dyn Thumbnail>> {
    let (board, cancel) = (ThumbnailBoard::usual(kind), CancelToken::default());
    let game = with_game!(kind, G => start_game::<G>(board, 1, &cancel));
    game.map(|game| game.thumbnail())
}

/// A daily deal as a person sees it before the first move. With a `naming`, it has names.
pub fn thumbnail_of_deal(
    kind: GameKind,
    date: Date,
    naming: Option<Naming>,
) -> Option<Box<dyn Thumbnail>> {
    with_game!(kind, G => {
        let session = daily_session::<G>(date).ok();
        session.map(|session| thumbnail_of(&session, session.header().people(), naming))
    })
}

/// A saved game as its people see it. `None` if the record is damaged.
pub fn thumbnail_of_saved(loaded: &LoadedGame, naming: Naming) -> Option<Box<dyn Thumbnail>> {
    let kind = loaded.summary.game.parse::<GameKind>().ok()?;
    with_game!(kind, G => {
        let session = read_saved::<G>(loaded).ok();
        session.map(|session| thumbnail_of(&session, session.header().people(), Some(naming)))
    })
}

fn thumbnail_of<G: GameView>(
    session: &Session<G>,
    viewers: Seats,
    naming: Option<Naming>,
) -> Box<dyn Thumbnail> {
    let observation = session.observe(viewers);
    let players = &session.header().players;
    let labels = naming.map(|naming| G::thumbnail_labels(players, naming)).unwrap_or_default();
    Box::new(ObservationThumbnail::<G> { observation, labels })
}

pub fn thumbnail_of_observation<G: GameView>(observation: G::Observation) -> Box<dyn Thumbnail> {
    Box::new(ObservationThumbnail::<G> { observation, labels: Vec::new() })
}

struct ObservationThumbnail<G: GameView> {
    observation: G::Observation,
    labels: Vec<String>,
}

impl<G: GameView> Thumbnail for ObservationThumbnail<G> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        G::draw_thumbnail(&self.observation, &self.labels, area, buffer, look);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use ratatui::layout::Position;

    use super::*;
    use crate::{
        arcade::{message::Message, terminal_events},
        games::THUMBNAIL_SIZE,
        widgets::{ColorDepth, testing},
    };
    use fourcade_engine::{eater::Eater, flip::Flip};

    /// Ticks, and waits for the job that this may start.
    fn move_next(
        thumbnails: &mut Thumbnails,
        background: &Background,
        messages: &Receiver<Message>,
    ) {
        let due = thumbnails.next_tick(true).expect("a time");
        thumbnails.tick(due, background);
        while matches!(thumbnails.state, State::Moving(_)) {
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
        let (background, messages) = terminal_events::channel();
        let mut thumbnails = Thumbnails::of_all_games(1);
        assert!(thumbnails.pictures.iter().all(Option::is_none), "nothing before the first tick");
        move_next(&mut thumbnails, &background, &messages);
        assert_eq!(thumbnails.pictures.iter().flatten().count(), GameKind::ALL.len());
        assert_eq!(thumbnails.next_tick(false), None);
        let mut changes = [0; 4];
        for turn in 0..2_400 {
            let index = turn % 4;
            let before = drawn(&thumbnails, index, &look);
            move_next(&mut thumbnails, &background, &messages);
            changes[index] += usize::from(drawn(&thumbnails, index, &look) != before);
        }
        // No single game is that long.
        assert!(changes.iter().all(|&changes| changes > 200), "{changes:?}");
    }

    #[test]
    fn the_pieces_in_small_squares_can_be_told_apart() {
        let cancel = CancelToken::default();
        let board = |kind| ThumbnailBoard::new(kind, Some(10));
        let picture = |game: Option<Box<dyn ThumbnailGame>>| {
            let thumbnail = game.unwrap().thumbnail();
            let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 10));
            thumbnail.draw(buffer.area, &mut buffer, &testing::dark());
            testing::text(&buffer)
        };
        let flip = picture(start_game::<Flip>(board(GameKind::Flip), 1, &cancel));
        assert!(flip.contains('O') && flip.contains('X'), "{flip}");
        let eater = picture(start_game::<Eater>(board(GameKind::Eater), 1, &cancel));
        assert!(eater.contains('p') && eater.contains('E'), "{eater}");
    }

    #[test]
    fn a_picture_of_an_opening_shows_its_position() {
        let look = testing::look(ColorDepth::Mono, true);
        let (background, messages) = terminal_events::channel();
        let board = ThumbnailBoard::new(GameKind::Flip, Some(8));
        let mut thumbnails = Thumbnails::new(vec![board], 1);
        move_next(&mut thumbnails, &background, &messages);
        let usual = drawn(&thumbnails, 0, &look);
        assert!(!thumbnails.replace(board));
        assert!(thumbnails.replace(ThumbnailBoard { has_opening: true, ..board }));
        move_next(&mut thumbnails, &background, &messages);
        let mut session = deal::<Flip>(Some(8), 1).unwrap();
        play_opening(&mut session, 1).unwrap();
        let mut buffer = Buffer::empty(Rect::from((Position::ORIGIN, THUMBNAIL_SIZE)));
        let opening = thumbnail_of(&session, Seats::NONE, None);
        opening.draw(buffer.area, &mut buffer, &look);
        assert_eq!(drawn(&thumbnails, 0, &look), testing::text(&buffer));
        assert_ne!(drawn(&thumbnails, 0, &look), usual);
    }

    #[test]
    fn thumbnails_stay_inside_their_area() {
        let look = testing::look(ColorDepth::True, false);
        let (background, messages) = terminal_events::channel();
        let mut thumbnails = Thumbnails::of_all_games(3);
        move_next(&mut thumbnails, &background, &messages);
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

    #[test]
    fn the_picture_is_cropped_to_its_board() {
        let picture = |width, height| Rect::new(3, 4, width, height);
        for (size, room, filled) in [
            (8, (32, 15), Some((20, 10))),
            (8, (34, 19), Some((32, 16))),
            (8, (52, 25), Some((48, 24))),
            (8, (36, 18), Some((36, 18))),
            (7, (32, 15), Some((28, 14))),
            (15, (32, 15), Some((30, 15))),
            (16, (32, 15), None),
            (8, (0, 15), None),
        ] {
            let filled = filled.map(|(width, height)| picture(width, height));
            assert_eq!(crop_to_board(size, picture(room.0, room.1)), filled, "{size} in {room:?}");
        }
    }
}
