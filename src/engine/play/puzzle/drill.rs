//! Memory drills: a sequence of steps is shown once, then the person recalls them.

use crate::play::{ActionError, Game, RecordLine, Session};

/// A memory drill. The steps of a game are shown one after another. Each question asks for one of
/// these steps, and its answer is the action of that step.
#[derive(Clone, Debug)]
pub struct Drill<G: Game> {
    session: Session<G>,
    questions: Vec<usize>,
}

impl<G: Game> Drill<G> {
    /// Creates a drill. Each of the shown steps is the action of one seat, and each of the
    /// questions is the index of a step.
    ///
    /// # Errors
    /// Returns an error if a step is illegal or joint, or a question is out of range.
    pub fn new(
        setup: G::Setup,
        steps: &[G::Action],
        questions: Vec<usize>,
    ) -> Result<Self, ActionError> {
        let mut session = super::new_session::<G>(setup);
        for &action in steps {
            let seat = session.awaited().only();
            let seat = seat.ok_or_else(|| ActionError::new("one seat at a time is shown"))?;
            session.choose(seat, action)?;
        }
        if questions.iter().any(|&question| question >= steps.len()) {
            return Err(ActionError::new("a question is about a step that isn't shown"));
        }
        Ok(Self { session, questions })
    }

    /// The game whose steps are shown.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The steps to ask for, as indices of the session's lines.
    pub fn questions(&self) -> &[usize] {
        &self.questions
    }

    /// The answer to a question, or `None` if there is no such question.
    pub fn answer(&self, question: usize) -> Option<G::Action> {
        match self.session.lines().get(*self.questions.get(question)?)? {
            RecordLine::Step { moves, .. } => moves.first().map(|&(_, action)| action),
            RecordLine::Resign(_) | RecordLine::Flag(_) => None,
        }
    }
}
