//! A learner's way through a lesson.

use crate::games::ArcadeGame;
use std::collections::VecDeque;

use super::{Lesson, LessonError, LessonPrompt, LessonScene, LessonTask};
use fourcade_engine::play::{ActionError, HUMAN, Level, RecordHeader, Seat, Session};

/// What the lesson waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPhase {
    /// The learner makes a move.
    Choosing,
    /// The learner reads the prompt and goes on.
    Reading,
    /// The other seats make their moves.
    Replying,
    /// The learner reads the praise and goes on.
    Praised,
}

/// A learner's way through a lesson.
#[derive(Clone, Debug)]
pub struct LessonRun<G: ArcadeGame> {
    lesson: Lesson<G>,
    /// The position at the start of each prompt so far.
    starts: Vec<LessonPlace<G>>,
    now: LessonPlace<G>,
    phase: LessonPhase,
    /// The moves that the other seats still make at this prompt.
    replies: VecDeque<G::Action>,
}

/// A position, and the learner's seat in it.
#[derive(Clone, Debug)]
struct LessonPlace<G: ArcadeGame> {
    session: Session<G>,
    seat: Seat,
}

impl<G: ArcadeGame> LessonPlace<G> {
    /// Plays the moves of a scene.
    fn of(scene: &LessonScene<G>, place: &str) -> Result<Self, LessonError> {
        let opponent = G::LEVELS[Level::Beginner as usize].player;
        let name = |at| if at == scene.seat.index() { HUMAN } else { opponent }.to_owned();
        let seats = (0..G::SEAT_NAMES.len()).map(name).collect();
        let mut session = Session::new(RecordHeader { setup: scene.setup.clone(), seats, seed: 0 });
        for &action in &scene.moves {
            let Some(seat) = session.awaited().iter().next() else {
                return Err(LessonError::new(place, "the game is over before its last move"));
            };
            let chosen = session.choose(seat, action).map(drop);
            chosen.map_err(|error| LessonError::new(place, format!("{action}: {error}")))?;
        }
        Ok(Self { session, seat: scene.seat })
    }
}

impl<G: ArcadeGame> LessonRun<G> {
    /// Begins a lesson.
    ///
    /// # Errors
    /// Returns an error if the rules don't allow a scene of the lesson.
    pub fn new(lesson: Lesson<G>) -> Result<Self, LessonError> {
        // Scenes can't fail any more once they have been played here.
        for (prompt, number) in lesson.prompts.iter().zip(1..) {
            prompt.scene.iter().try_for_each(|scene| {
                LessonPlace::of(scene, &format!("the scene of prompt {number}")).map(drop)
            })?;
        }
        let now = LessonPlace::of(&lesson.start, "the start")?;
        let phase = LessonPhase::Reading;
        let mut run = Self { lesson, starts: Vec::new(), now, phase, replies: VecDeque::new() };
        run.enter(0);
        Ok(run)
    }

    /// The position on the table.
    pub fn session(&self) -> &Session<G> {
        &self.now.session
    }

    /// The learner's seat.
    pub fn seat(&self) -> Seat {
        self.now.seat
    }

    /// What the lesson waits for.
    pub fn phase(&self) -> LessonPhase {
        self.phase
    }

    /// The current prompt.
    pub fn prompt(&self) -> &LessonPrompt<G> {
        &self.lesson.prompts[self.index()]
    }

    /// The index of the current prompt, from 0.
    pub fn index(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of prompts.
    pub fn prompt_count(&self) -> usize {
        self.lesson.len()
    }

    /// Whether the current prompt is the last one.
    pub fn is_last(&self) -> bool {
        self.starts.len() == self.lesson.len()
    }

    /// Whether the lesson is at its end: there is nothing to go on to.
    pub fn is_at_end(&self) -> bool {
        let has_more = self.phase == LessonPhase::Reading && !self.prompt().replies.is_empty();
        self.is_last() && self.waits_for_reader() && !has_more
    }

    /// Whether the lesson waits until a text has been read.
    pub fn waits_for_reader(&self) -> bool {
        matches!(self.phase, LessonPhase::Reading | LessonPhase::Praised)
    }

    /// Begins a prompt, in its scene if it has one.
    fn enter(&mut self, index: usize) {
        let prompt = &self.lesson.prompts[index];
        let scene = prompt.scene.as_ref().and_then(|scene| LessonPlace::of(scene, "a scene").ok());
        if let Some(place) = scene {
            self.now = place;
        }
        self.phase = match prompt.task {
            LessonTask::Read => LessonPhase::Reading,
            LessonTask::Choose(_) | LessonTask::Any => LessonPhase::Choosing,
        };
        self.replies.clear();
        self.starts.truncate(index);
        self.starts.push(self.now.clone());
    }

    /// Makes a move of the learner, and those of other seats that choose at the same time.
    ///
    /// # Errors
    /// Returns the reason, and changes nothing, if the move is not legal or not the right one.
    pub fn choose(&mut self, action: G::Action) -> Result<(), ActionError> {
        if self.phase != LessonPhase::Choosing {
            return Err(ActionError::new("it is not your move"));
        }
        self.now.session.game().check(self.now.seat, action)?;
        self.prompt().judge(action).map_err(|reason| ActionError::new(reason.to_owned()))?;
        self.now.session.choose(self.now.seat, action)?;
        self.begin_replies();
        while self.now.session.pending_choices().next().is_some() && self.reply()? {}
        Ok(())
    }

    fn begin_replies(&mut self) {
        self.replies = self.prompt().replies.iter().copied().collect();
        self.phase = LessonPhase::Replying;
        self.finish_replies();
    }

    /// Goes on once all replies have been made.
    fn finish_replies(&mut self) {
        if !self.replies.is_empty() {
            return;
        }
        if self.prompt().praise.is_some() {
            self.phase = LessonPhase::Praised;
        } else {
            self.next();
        }
    }

    fn next(&mut self) {
        if self.is_last() {
            self.phase = LessonPhase::Reading;
        } else {
            self.enter(self.starts.len());
        }
    }

    /// Makes the next move of another seat. Returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the move is not legal, which the tests of the lessons rule out. The
    /// lesson then goes on without it.
    pub fn reply(&mut self) -> Result<bool, ActionError> {
        let Some(action) = self.replies.pop_front() else { return Ok(false) };
        let awaited = self.now.session.awaited();
        let result = match awaited.iter().find(|&seat| seat != self.now.seat) {
            Some(seat) => self.now.session.choose(seat, action).map(drop),
            None => Err(ActionError::new("no other seat must choose")),
        };
        self.finish_replies();
        result.map(|()| true)
    }

    /// Goes on after a text has been read.
    pub fn go_on(&mut self) {
        match self.phase {
            LessonPhase::Reading if !self.prompt().replies.is_empty() => self.begin_replies(),
            LessonPhase::Reading | LessonPhase::Praised => self.next(),
            LessonPhase::Choosing | LessonPhase::Replying => {}
        }
    }

    /// Whether there is something to go back to.
    pub fn can_go_back(&self) -> bool {
        self.index() > 0 || matches!(self.phase, LessonPhase::Replying | LessonPhase::Praised)
    }

    /// Goes back to the start of this prompt or, if nothing has been done at it, of the prompt
    /// before.
    pub fn go_back(&mut self) {
        let has_acted = matches!(self.phase, LessonPhase::Replying | LessonPhase::Praised);
        let index = if has_acted { self.index() } else { self.index().saturating_sub(1) };
        self.now = self.starts[index].clone();
        self.enter(index);
    }
}
