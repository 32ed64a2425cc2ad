//! The review of a game: a graph of its course, what the moves cost, and better moves.
//!
//! | file | contents |
//! |---|---|
//! | `game_review` | everything that is shown beside the board |
//! | `layout`, `view` | how it is drawn |

mod game_review;
mod layout;
mod view;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use crate::{
    app::{
        mistakes::{Finding, find_in_review},
        review::ReviewProgress,
    },
    arcade::{
        screen::{Commands, Context, Screen, Transition},
        screens::practice,
    },
    games::{GameView, Scene},
    widgets::{Binding, ClickAreas, Key, Look, Offer, keys::refuse},
};
use fourcade_engine::play::{Advice, Session};
use game_review::GameReview;
use layout::ReviewLayout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Previous,
    Next,
    First,
    Last,
    Up,
    Down,
    /// Go to the position after this many moves.
    GoTo(usize),
    /// Go to the move in this row of the list.
    Row(usize),
    NextSeat,
    ToggleBoard,
    Practise,
    Leave,
}

pub static KEYS: [Binding<Command, GameReview>; 10] = [
    Binding::new(
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h'), Key::char(',')],
        "previous move",
    )
    .footer("arrows", "go through"),
    Binding::new(
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l'), Key::char('.')],
        "next move",
    ),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "start of the game"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "last move"),
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous costly move")
        .refused(GameReview::list_refusal),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next costly move")
        .refused(GameReview::list_refusal),
    Binding::new(Command::NextSeat, &[Key::plain(KeyCode::Tab)], "show the next player's view")
        .footer("Tab", "next player"),
    Binding::new(Command::ToggleBoard, &[Key::char('v')], "board or graph, where only one fits")
        .footer("v", "board")
        .refused(|review| refuse(review.shows_all, "both are shown already")),
    Binding::new(Command::Practise, &[Key::char('P')], "practice: try your mistakes")
        .footer("P", "try mistakes")
        .refused(|review| {
            refuse(review.mistakes == 0, "no mistake of yours that is sure has been found")
        }),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back").footer("Esc", "back"),
];

pub struct ReviewScreen<G: GameView> {
    /// The game, at the position of the cursor.
    session: Session<G>,
    controller: G::Controller,
    review: GameReview,
    /// Finds the mistakes of the person when the review has ended.
    finding: Finding,
}

impl<G: GameView> ReviewScreen<G> {
    /// Starts a review of a whole game, including the moves that were taken back. `names` are the
    /// players' names by seat.
    pub fn new(session: &Session<G>, names: Vec<String>, context: &Context) -> Self {
        let session = at_end(session);
        let progress = ReviewProgress::start(&session, context.notation(), &context.background);
        Self::with_progress(session, names, progress)
    }

    /// Creates a review with these results. It counts as running unless they are complete.
    #[cfg(test)]
    pub fn with_results(
        session: &Session<G>,
        names: Vec<String>,
        steps: impl Iterator<Item = fourcade_engine::play::StepReview<G::Action, G::Reason>>,
    ) -> Self {
        let session = at_end(session);
        let reader = session.header().people().only();
        let notation = crate::games::Notation::default();
        let write = |step| crate::games::written_step::<G>(&step, reader, notation);
        let steps = steps.map(write);
        let progress = ReviewProgress::with_results(&session, steps);
        Self::with_progress(session, names, progress)
    }

    /// The session is at the end of the game.
    fn with_progress(session: Session<G>, names: Vec<String>, progress: ReviewProgress) -> Self {
        let review = GameReview::new(&session, names, progress);
        let (controller, finding) = (G::Controller::default(), Finding::default());
        let mut screen = Self { session, controller, review, finding };
        screen.review.follow_results();
        screen.follow(true);
        screen
    }

    /// Shows the position at the cursor after the review has changed, if it has.
    fn follow(&mut self, has_changed: bool) -> Transition {
        if !has_changed {
            return Transition::None;
        }
        self.session.go_to(self.review.cursor);
        self.review.find_forced(&self.session);
        Transition::Redraw
    }

    /// Draws the position after the move at the cursor, with the better move as a hint. As in a
    /// replay, all hands are shown, and the person stays at the lower edge. Returns the layout of the screen, which depends on the board's size.
    fn draw_board(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) -> ReviewLayout {
        let (verdict, notation) = (self.review.main_verdict(), self.review.progress.notation);
        let game = self.session.game();
        let observation = game.observe(game.seats());
        let better = verdict.and_then(|verdict| G::parse(verdict.better.as_ref()?, notation).ok());
        let better = better.map(Advice::new);
        let scene = Scene {
            events: self.session.events().last().map_or(&[], Vec::as_slice),
            is_lingering: true,
            is_review: true,
            hint: better.as_ref(),
            notation,
            ..Scene::at_rest(&observation, &self.session.header().seats)
        };
        let seats = u16::try_from(G::SEAT_NAMES.len()).unwrap_or(2);
        let controller = &mut self.controller;
        let layout = ReviewLayout::new(area, seats, self.review.shows_board, &|space| {
            G::extent(controller, &scene, space, look)
        });
        if let Some(board) = layout.board {
            let Size { width, height } = G::extent(controller, &scene, board.as_size(), look);
            let board =
                Rect { width: width.min(board.width), height: height.min(board.height), ..board };
            // The board is not clickable here.
            G::draw(controller, &scene, board, buffer, look, &mut ClickAreas::default());
        }
        layout
    }
}

fn at_end<G: GameView>(session: &Session<G>) -> Session<G> {
    let mut session = session.clone();
    session.go_to(usize::MAX);
    session
}

impl<G: GameView> Commands for ReviewScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, &self.review)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Leave => return Transition::Close,
            Command::Practise => {
                return Transition::Open(practice::with_mistakes(G::FACTS.kind, context));
            }
            _ => {}
        }
        let has_changed = self.review.run(command);
        self.follow(has_changed)
    }
}

impl<G: GameView> Screen for ReviewScreen<G> {
    fn on_wheel(&mut self, down: bool) -> Transition {
        self.review.go_by_one(down);
        self.follow(true)
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let mut has_news = self.review.progress.poll();
        if has_news {
            self.review.follow_results();
            self.follow(true);
        }
        if has_news && self.review.progress.is_complete() {
            let ReviewProgress { results, notation, .. } = &self.review.progress;
            self.finding = find_in_review(&self.session, results, *notation, context);
        }
        has_news |= self.finding.collect();
        self.review.mistakes = self.finding.count();
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = self.draw_board(area, buffer, look);
        view::draw(&mut self.review, &layout, buffer, look, areas);
    }
}
