//! The review of a game: a graph of its course, what the moves cost, and better moves.
//!
//! | file | contents |
//! |---|---|
//! | `game_review` | everything that is shown beside the board |
//! | `layout`, `view`, `costly_moves` | how it is drawn |

mod costly_moves;
mod game_review;
mod layout;
mod view;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{
        mistakes::{MistakeSearch, find_in_review},
        review::{ReviewProgress, play_variation, with_better_move},
    },
    arcade::{
        screen::{Commands, Screen, ScreenContext, Transition},
        screens::practice,
    },
    games::{GameView, Naming, Scene, Style, sentence, spoken::Audience},
    job::Job,
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
    /// Play the better move, or the next move of its variation.
    PlayOut,
    Practise,
    Leave,
}

pub static KEYS: [Binding<Command, GameReview>; 11] = [
    Binding::new(
        "left",
        Command::Previous,
        &[Key::plain(KeyCode::Left), Key::char('h'), Key::char(',')],
        "previous move",
    )
    .footer("arrows", "go through"),
    Binding::new(
        "right",
        Command::Next,
        &[Key::plain(KeyCode::Right), Key::char('l'), Key::char('.')],
        "next move",
    ),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "start of the game"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "last move"),
    Binding::new(
        "up",
        Command::Up,
        &[Key::plain(KeyCode::Up), Key::char('k')],
        "previous costly move",
    )
    .refused(GameReview::list_refusal),
    Binding::new(
        "down",
        Command::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "next costly move",
    )
    .refused(GameReview::list_refusal),
    Binding::new(
        "choose",
        Command::PlayOut,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "play the better move and what follows on the board",
    )
    .footer("Enter", "play out")
    .refused(|review| {
        let better = review.main_verdict().and_then(|verdict| verdict.better.as_ref());
        refuse(better.is_none(), "no better move is known here")
    }),
    Binding::new("practice", Command::Practise, &[Key::char('P')], "practice: your mistakes")
        .footer("P", "mistakes")
        .refused(|review| {
            refuse(review.kept_mistakes == 0, "no mistake of yours that is sure has been found")
        }),
    Binding::new(
        "next",
        Command::NextSeat,
        &[Key::plain(KeyCode::Tab)],
        "show the next player's view",
    )
    .footer("Tab", "next player"),
    Binding::new(
        "graph",
        Command::ToggleBoard,
        &[Key::char('v')],
        "board or graph, where only one fits",
    )
    .footer("v", "board")
    .refused(|review| refuse(review.shows_both, "both are shown already")),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back")
        .footer("Esc", "back"),
];

/// The page of a review: the graph, the board and the list of costly moves.
pub struct ReviewScreen<G: GameView> {
    /// The game, at the position of the cursor.
    session: Session<G>,
    controller: G::Controller,
    review: GameReview,
    /// Finds the person's mistakes once the review has ended.
    mistake_search: MistakeSearch,
    variation: Option<Variation<G>>,
    naming: Naming,
}

/// A better move and its variation, shown in place of the game.
struct Variation<G: GameView> {
    /// The game at the visible position; later moves of the variation are undone.
    session: Session<G>,
    /// The index of the better move in the lines of the record.
    step_index: usize,
    /// Searches the variation.
    job: Option<Job<Session<G>>>,
}

impl<G: GameView> Variation<G> {
    /// The number of lines up to the position that a command goes to. `None` if it leaves the
    /// variation.
    fn target(&self, command: Command) -> Option<usize> {
        let shown = self.session.lines().len();
        let after_better_move = self.step_index + 1;
        match command {
            Command::Previous => Some((shown - 1).max(after_better_move)),
            Command::Next | Command::PlayOut => Some(shown + 1),
            Command::First => Some(after_better_move),
            Command::Last => Some(usize::MAX),
            _ => None,
        }
    }
}

impl<G: GameView> ReviewScreen<G> {
    /// Starts a review of a whole game, including moves that were taken back. `names` are by seat.
    pub fn new(session: &Session<G>, names: Vec<String>, context: &ScreenContext) -> Self {
        let session = at_end(session);
        let progress = ReviewProgress::start(&session, context.notation(), &context.background);
        Self::with_progress(session, names, progress, context.naming())
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
        Self::with_progress(session, names, progress, Naming::default())
    }

    /// The session must be at the end of the game.
    fn with_progress(
        session: Session<G>,
        names: Vec<String>,
        progress: ReviewProgress,
        naming: Naming,
    ) -> Self {
        let review = GameReview::new(&session, names, progress);
        let mut screen = Self {
            session,
            controller: G::Controller::default(),
            review,
            mistake_search: MistakeSearch::default(),
            variation: None,
            naming,
        };
        screen.review.follow_results();
        screen.go_to_cursor();
        screen
    }

    /// Plays the better move at the cursor and starts the search of its variation. `None` if no
    /// better move is known or it can't be played.
    fn play_out(&mut self, context: &ScreenContext) -> Option<()> {
        let notation = self.review.progress.notation;
        let read = |text: &String| G::parse(text, notation).ok();
        let verdict = self.review.main_verdict()?;
        let step_index = self.review.cursor.checked_sub(1)?;
        let better = verdict.better.as_ref().and_then(read)?;
        let session = with_better_move(&self.session, step_index, verdict.seat, better)?;
        let known: Vec<_> = verdict.variation.iter().skip(1).map_while(read).collect();
        let start = session.clone();
        let job = Job::start(&context.background, move |cancel, _| {
            play_variation(start, &known, &cancel)
        });
        self.variation = Some(Variation { session, step_index, job: Some(job) });
        self.review.stop_following();
        // If only one fits, the board replaces the graph.
        self.review.shows_board = true;
        Some(())
    }

    /// Takes the result of the search. Returns whether it has ended.
    fn collect_variation(&mut self) -> bool {
        let Some(Variation { session, job, .. }) = &mut self.variation else { return false };
        let Some(found) = job.as_ref().and_then(Job::take_output) else { return false };
        *job = None;
        if let Ok(mut found) = found {
            found.go_to(session.lines().len());
            *session = found;
        }
        true
    }

    fn update_variation_text(&mut self) {
        let names = self.review.player_names.clone();
        let text = self.variation.as_ref().map(|Variation { session, step_index, job }| {
            let shown = session.lines().len() - step_index;
            let count = shown + session.undone_len();
            let more = if job.is_some() { " or more" } else { "" };
            let to = Audience::<G> {
                observation: &session.game().observe(session.game().seats()),
                seat: self.review.viewpoint,
                names: &names,
                notation: self.review.progress.notation,
            };
            let style = Style::Log { reveals: true, is_short: false, is_covered: false };
            let events = session.events().last().into_iter().flatten();
            let told = events.filter_map(|event| G::tell(event, style, &to));
            let told: Vec<_> = told.map(|text| sentence(&text)).collect();
            format!("Instead, {shown} of {count}{more}. {}", told.join(" "))
        });
        self.review.variation_text = text;
    }

    /// Moves within the variation, or leaves it. Returns whether the command does nothing else.
    fn run_in_variation(&mut self, command: Command) -> bool {
        let Some(variation) = &mut self.variation else { return false };
        let target = variation.target(command);
        match target {
            Some(lines) => variation.session.go_to(lines),
            None => self.variation = None,
        }
        self.update_variation_text();
        target.is_some() || command == Command::Leave
    }

    fn go_to_cursor(&mut self) {
        self.session.go_to(self.review.cursor);
        self.review.update_forced(&self.session);
    }

    /// Draws the position after the move at the cursor, with all hands and the better move as a
    /// hint. Returns the layout, which depends on the size of the board.
    fn draw_board(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) -> ReviewLayout {
        let notation = self.review.progress.notation;
        let verdict = self.review.main_verdict().filter(|_| self.variation.is_none());
        let session = self.variation.as_ref().map_or(&self.session, |it| &it.session);
        let game = session.game();
        let observation = game.observe(game.seats());
        let better = verdict.and_then(|verdict| G::parse(verdict.better.as_ref()?, notation).ok());
        let better = better.map(Advice::new);
        let scene = Scene {
            events: session.events().last().map_or(&[], Vec::as_slice),
            is_lingering: true,
            is_review: true,
            hint: better.as_ref(),
            resigned: session.resigned(),
            naming: self.naming,
            notation,
            ..Scene::at_rest(&observation, &session.header().players)
        };
        let seats = u16::try_from(G::SEAT_NAMES.len()).unwrap_or(2);
        let controller = &mut self.controller;
        let layout = ReviewLayout::new(area, seats, self.review.shows_board, &|space| {
            G::extent(controller, &scene, space, look)
        });
        if let Some(board) = layout.board {
            let extent = G::extent(controller, &scene, board.as_size(), look);
            let board = board.resize(extent).intersection(board);
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
        let mut offers = Offer::all(&KEYS, &self.review);
        if self.variation.is_some() {
            Offer::relabel(&mut offers, &Command::PlayOut, "next");
            Offer::relabel(&mut offers, &Command::Leave, "back to the game");
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        if self.run_in_variation(command) {
            return Transition::Redraw;
        }
        match command {
            Command::Leave => return Transition::Close,
            Command::PlayOut => {
                let is_possible = self.play_out(context).is_some();
                self.update_variation_text();
                return if is_possible {
                    Transition::Redraw
                } else {
                    Transition::Notify("The better move can't be played here.".to_owned())
                };
            }
            Command::Practise => {
                return Transition::Open(practice::open_mistakes(G::FACTS.kind, context));
            }
            _ => {}
        }
        if !self.review.run(command) {
            return Transition::None;
        }
        self.go_to_cursor();
        Transition::Redraw
    }
}

impl<G: GameView> Screen for ReviewScreen<G> {
    fn on_wheel(&mut self, lines: isize) -> Transition {
        self.variation = None;
        self.update_variation_text();
        self.review.go_by(lines);
        self.go_to_cursor();
        Transition::Redraw
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let mut has_news = self.review.progress.poll();
        if has_news {
            self.review.follow_results();
            self.go_to_cursor();
        }
        if has_news && self.review.progress.is_complete() {
            let ReviewProgress { results, notation, .. } = &self.review.progress;
            self.mistake_search = find_in_review(&self.session, results, *notation, context);
        }
        if self.collect_variation() {
            self.update_variation_text();
            has_news = true;
        }
        has_news |= self.mistake_search.poll();
        self.review.kept_mistakes = self.mistake_search.count();
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = self.draw_board(area, buffer, look);
        self.review.shows_both = layout.board.is_some() && layout.graph.is_some();
        self.review.first_rows = view::draw(&self.review, &layout, buffer, look, areas);
    }
}
