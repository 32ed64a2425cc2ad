//! An attempt at one puzzle or drill of a round.

use std::{
    iter,
    time::{Duration, Instant},
};

use crate::{
    app::Background,
    games::{GameView, Notation, Scene, sentence},
    job::Job,
    practice::exercise::Exercise,
};
use fourcade_engine::play::{
    Advice, Budget, CancelToken, Game, GameVerdict, HUMAN, Puzzle, ReviewInput, SearchLimits,
    Seats, ThinkContext, strongest_player,
};

pub enum Phase<G: GameView> {
    /// A drill is shown, up to this number of steps.
    Showing(usize),
    Choosing,
    /// The choice was wrong. It can be taken back.
    Wrong(GameVerdict<G>),
    /// The right choices are shown, with the verdict on the last choice.
    Answered(GameVerdict<G>),
    /// The drill is over. Holds whether everything was remembered.
    Remembered(bool),
}

pub struct Attempt<G: GameView> {
    pub exercise: Exercise<G>,
    /// The number of answered questions of a drill, which is the index of the next one.
    pub question: usize,
    pub phase: Phase<G>,
    phase_began: Instant,
    position: Position<G>,
    /// The number of choices in a puzzle; 1 in a drill that has been answered.
    pub tries: u32,
    /// Why a choice was refused, until the next key.
    pub reason: Option<String>,
    pub best_moves: Vec<G::Action>,
    explanation: Option<Job<Explanation<G>>>,
}

/// The verdict on a choice with its reasons, and the best moves.
type Explanation<G> = (Option<GameVerdict<G>>, Vec<<G as Game>::Action>);

const DRILL_STEP_DURATION: Duration = Duration::from_millis(1600);

impl<G: GameView> Attempt<G> {
    pub fn new(exercise: Exercise<G>) -> Self {
        let phase = match exercise {
            Exercise::Puzzle(..) => Phase::Choosing,
            Exercise::Drill(_) => Phase::Showing(0),
        };
        Self {
            position: Position::new(&exercise, 0, &phase),
            exercise,
            question: 0,
            phase,
            phase_began: Instant::now(),
            tries: 0,
            reason: None,
            best_moves: Vec::new(),
            explanation: None,
        }
    }

    pub fn scene(&self, notation: Notation) -> Scene<'_, G> {
        self.position.scene(notation)
    }

    pub fn is_choosing(&self) -> bool {
        matches!(self.phase, Phase::Choosing)
    }

    pub fn enter(&mut self, phase: Phase<G>) {
        (self.phase, self.phase_began, self.reason) = (phase, Instant::now(), None);
        self.position = Position::new(&self.exercise, self.question, &self.phase);
    }

    /// Returns whether the choice is right; `None` if it is refused or a drill goes on.
    pub fn choose(&mut self, action: G::Action, background: &Background) -> Option<bool> {
        if !self.is_choosing() {
            return None;
        }
        match &self.exercise {
            Exercise::Drill(drill) => {
                let is_right = drill.answer(self.question) == Some(action);
                let is_last = self.question + 1 == drill.questions().len();
                if is_right && !is_last {
                    self.question += 1;
                    self.enter(Phase::Choosing);
                    return None;
                }
                self.tries = 1;
                self.enter(Phase::Remembered(is_right));
                Some(is_right)
            }
            Exercise::Puzzle(puzzle, _) => {
                let Some(verdict) = puzzle.verdict(action) else {
                    let illegal = puzzle.session().game().check(puzzle.seat(), action);
                    self.reason = illegal.err().map(|error| sentence(&error.to_string()));
                    return None;
                };
                self.tries += 1;
                let is_right = verdict.better.is_none();
                self.explanation = Some(explain(puzzle, action, &self.best_moves, background));
                self.enter(if is_right { Phase::Answered(verdict) } else { Phase::Wrong(verdict) });
                Some(is_right)
            }
        }
    }

    /// Takes the explanation. Returns whether it has arrived.
    pub fn poll_explanation(&mut self) -> bool {
        let Some(found) = self.explanation.as_ref().and_then(Job::take_output) else {
            return false;
        };
        self.explanation = None;
        let (explained, line) = found.unwrap_or_default();
        self.best_moves = line;
        if let (Phase::Wrong(verdict) | Phase::Answered(verdict), Some(explained)) =
            (&mut self.phase, explained)
        {
            *verdict = explained;
        }
        true
    }

    /// Shows a drill up to the step after this number, or asks its first question.
    pub fn show_next(&mut self, steps: usize) {
        let length = match &self.exercise {
            Exercise::Drill(drill) => drill.session().lines().len(),
            Exercise::Puzzle(..) => 0,
        };
        self.enter(if steps < length { Phase::Showing(steps + 1) } else { Phase::Choosing });
    }

    pub fn next_step_at(&self) -> Option<Instant> {
        matches!(self.phase, Phase::Showing(1..)).then(|| self.phase_began + DRILL_STEP_DURATION)
    }
}

/// Starts to search the reasons of the verdict on a choice, and the best moves unless they are
/// known.
fn explain<G: GameView>(
    puzzle: &Puzzle<G>,
    played: G::Action,
    best_moves: &[G::Action],
    background: &Background,
) -> Job<Explanation<G>> {
    let (puzzle, best_moves) = (puzzle.clone(), best_moves.to_vec());
    Job::start(background, move |cancel, _| {
        let verdict = puzzle.explained(played);
        if !best_moves.is_empty() {
            return (verdict, best_moves);
        }
        (verdict, best_line(&puzzle, played, &cancel).unwrap_or_default())
    })
}

/// The best line of a puzzle, if the game's reviewer searches to a depth and some choice is wrong.
fn best_line<G: GameView>(
    puzzle: &Puzzle<G>,
    played: G::Action,
    cancel: &CancelToken,
) -> Option<Vec<G::Action>> {
    if !G::HAS_DEPTH_LIMIT {
        return None;
    }
    // The reviewer returns a variation only for a choice that is not the best one.
    let wrong = |action: &G::Action| !puzzle.is_right(*action);
    let others = puzzle.choices().iter().map(|choice| choice.action).rev();
    let action = iter::once(played).chain(others).find(wrong)?;
    let (seat, session) = (puzzle.seat(), puzzle.session());
    let budget = Budget::Nodes(G::DEFAULT_NODES);
    let mut reviewer = G::reviewer(&session.header().setup, &SearchLimits::new(budget)).ok()?;
    let input = ReviewInput {
        seat,
        action,
        observation: puzzle.observation(),
        scores: session.game().scores(),
        next_verdicts: &[],
    };
    let context =
        ThinkContext::new(budget, 0, seat, session.lines().len()).with_cancel(cancel.clone());
    Some(reviewer.assess(&input, &context).ok()?.variation)
}

/// A position as the person sees it.
struct Position<G: GameView> {
    observation: G::Observation,
    deciding: Seats,
    events: Vec<G::Event>,
    /// A right choice, once it is revealed.
    hint: Option<Advice<G::Action>>,
    /// The players by seat: the person and the strongest computer players.
    names: Vec<String>,
}

impl<G: GameView> Position<G> {
    fn new(exercise: &Exercise<G>, question: usize, phase: &Phase<G>) -> Self {
        let hint = match (exercise, phase) {
            (Exercise::Puzzle(..), Phase::Answered(verdict)) => {
                Some(verdict.better.unwrap_or(verdict.played))
            }
            (Exercise::Drill(drill), Phase::Remembered(false)) => drill.answer(question),
            _ => None,
        };
        let hint = hint.map(Advice::new);
        let is_choosing = matches!(phase, Phase::Choosing);
        match exercise {
            Exercise::Puzzle(puzzle, _) => {
                let seat = puzzle.seat();
                Self {
                    observation: puzzle.observation(),
                    deciding: if is_choosing { Seats::one(seat) } else { Seats::NONE },
                    events: Vec::new(),
                    hint,
                    names: player_names::<G>(seat.index()),
                }
            }
            Exercise::Drill(drill) => {
                let mut session = drill.session().clone();
                let (steps, is_showing) = match phase {
                    Phase::Showing(steps) => (*steps, true),
                    // The start, at which nothing is known and every choice is legal.
                    Phase::Choosing => (0, false),
                    _ => (usize::MAX, false),
                };
                session.go_to(steps);
                let events = session.events().last().filter(|_| is_showing);
                Self {
                    observation: session.game().observe(Seats::NONE),
                    deciding: if is_choosing { session.awaited() } else { Seats::NONE },
                    events: events.cloned().unwrap_or_default(),
                    hint,
                    names: player_names::<G>(0),
                }
            }
        }
    }

    fn scene(&self, notation: Notation) -> Scene<'_, G> {
        Scene {
            deciding: self.deciding,
            events: &self.events,
            is_lingering: G::shows_reveal(&self.events),
            hint: self.hint.as_ref(),
            notation,
            ..Scene::at_rest(&self.observation, &self.names)
        }
    }
}

fn player_names<G: GameView>(person: usize) -> Vec<String> {
    let name = |at| if at == person { HUMAN.to_owned() } else { strongest_player::<G>() };
    (0..G::SEAT_NAMES.len()).map(name).collect()
}
