//! The coach, which comments on a costly move of the person before the opponent answers.

use std::time::Duration;

use super::game::TableGame;
use crate::{
    app::{Background, review},
    games::{ArcadeGame, Notation, cost_in_words, puzzles, sentence},
    job::Job,
    sync::lower_thread_priority,
    widgets::keys::{Refusal, refuse},
};
use fourcade_engine::play::{GameVerdict, SearchLimits, Seat, costly_decision, decision_of};

/// A quick look at a move, and a second look at one that seems costly: the time or, if positions
/// are counted, the factor of their usual number.
const LOOKS: [(Duration, u64); 2] =
    [(Duration::from_millis(150), 1), (Duration::from_millis(600), 4)];
const LOOK_MEMORY_BYTES: usize = 16 << 20;

#[derive(Debug, Default)]
pub struct Coach {
    is_on: bool,
    /// The number of lines whose moves need no further comment.
    judged_lines: usize,
    job: Option<Job<Option<String>>>,
    remark: Option<String>,
}

impl Coach {
    /// Judges the moves from here on.
    pub fn new<G: ArcadeGame>(is_on: bool, game: &TableGame<G>) -> Self {
        Self { is_on, judged_lines: game.session().lines().len(), ..Self::default() }
    }

    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the other players wait for the coach.
    pub fn holds_game(&self) -> bool {
        self.job.is_some() || self.remark.is_some()
    }

    pub fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Returns whether there was a remark.
    pub fn dismiss(&mut self) -> bool {
        self.remark.take().is_some()
    }

    /// Starts judging the person's last move, if it is new. Returns whether it did.
    pub fn follow<G: ArcadeGame>(
        &mut self,
        game: &TableGame<G>,
        notation: Notation,
        background: &Background,
    ) -> bool {
        let session = game.session();
        let lines = session.lines().len();
        if lines < self.judged_lines {
            // Moves were taken back.
            (self.job, self.remark) = (None, None);
        }
        let last = lines.checked_sub(1).filter(|_| lines > self.judged_lines);
        self.judged_lines = lines;
        let (Some(line), Some(person)) = (last, accompanied_person(game)) else { return false };
        if !self.is_on || game.is_over() || decision_of(&session.lines()[line], person).is_none() {
            return false;
        }
        let (session, memory) = (session.clone(), background.memory().clone());
        let counts_nodes = background.counts_nodes();
        let limits = search_limits::<G>(background);
        self.remark = None;
        self.job = Some(Job::start(background, move |cancel, _| {
            lower_thread_priority();
            let share = memory.take(LOOK_MEMORY_BYTES);
            let memory = (!counts_nodes).then(|| share.bytes());
            let limits = limits.map(|limits| SearchLimits { memory, ..limits });
            let verdict = costly_decision(&session, line, person, &limits, &cancel).ok()??;
            Some(remark::<G>(&verdict, notation))
        }));
        true
    }

    /// Returns whether there is a new verdict.
    pub fn poll(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take_output) else { return false };
        self.job = None;
        self.remark = result.ok().flatten();
        true
    }
}

pub fn search_limits<G: ArcadeGame>(background: &Background) -> [SearchLimits; 2] {
    LOOKS.map(|(time, factor)| {
        let nodes = G::DEFAULT_NODES.saturating_mul(factor);
        SearchLimits::new(background.budget(time, nodes))
    })
}

/// The person whom the coach accompanies: the only one at a local table.
fn accompanied_person<G: ArcadeGame>(game: &TableGame<G>) -> Option<Seat> {
    let is_here = game.shared.is_none() && !game.is_watched();
    game.active_people().only().filter(|_| is_here)
}

pub fn refusal<G: ArcadeGame>(game: &TableGame<G>) -> Option<Refusal> {
    refuse(game.shared.is_some(), "no coach in a game with others")
        .or_else(|| refuse(game.is_over(), "the game is over"))
        .or_else(|| {
            refuse(accompanied_person(game).is_none(), "the coach accompanies one person alone")
        })
        .or_else(|| review::setup_refusal::<G>(&game.session().header().setup).map(Refusal::from))
}

/// Such as `That gives X the corner 1 1. Better: 3 4: it keeps the corner.`
fn remark<G: ArcadeGame>(verdict: &GameVerdict<G>, notation: Notation) -> String {
    let seat = verdict.seat;
    let why = verdict.reasons.first();
    let why = why.map(|why| G::explain(why, seat, Some(seat), notation));
    let cost = || verdict.cost.map(|cost| cost_in_words::<G>(cost));
    let phrase = why.or_else(cost).unwrap_or_default();
    let phrase = match phrase.strip_prefix("it ") {
        Some(rest) => format!("that {rest}"),
        None => phrase,
    };
    let better = puzzles::better::<G>(verdict, notation);
    [sentence(&phrase)].into_iter().chain(better).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::{
        app::table::{
            Start, Table,
            tests::{session, still},
        },
        job::Wake,
        settings::Settings,
    };

    #[test]
    fn the_coach_writes_cells_in_the_notation_of_the_screen() {
        let remark = |course_coordinates| {
            let moves = ["1 3", "3 4", "4 1", "3 1", "4 2", "0 4"];
            let settings = Settings { coach: true, course_coordinates, ..still() };
            let session = session(["human", "first"], 6, &moves);
            let mut table = Table::new(session, Start::Playing(None), &settings);
            let (sender, woken) = mpsc::channel();
            let wake = Wake::new(move || sender.send(()).unwrap_or_default());
            let background = Background::new(wake).counting_nodes();
            table.act(Seat::new(0), "3 0".parse().unwrap(), &background).unwrap();
            while table.coach.is_thinking() {
                woken.recv_timeout(Duration::from_secs(60)).unwrap();
                table.advance(&background);
            }
            table.coach.remark().unwrap().to_owned()
        };
        let (usual, course) = (remark(false), remark(true));
        assert!(usual.ends_with("Better: 2\u{a0}3. Then 1\u{a0}2, 3\u{a0}5, 5\u{a0}4."), "{usual}");
        assert!(
            course.ends_with("Better: 1\u{a0}2. Then 0\u{a0}1, 2\u{a0}4, 4\u{a0}3."),
            "{course}"
        );
    }
}
