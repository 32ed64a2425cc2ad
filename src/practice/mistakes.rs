//! Puzzles from the costly choices in a person's own games.

use fourcade_engine::play::{
    Budget, CancelToken, PlayerError, Practicable, Puzzle, SearchLimits, Seat, Session, StepReview,
    ThinkContext, decision_of, find_mistake, own_decisions, review_session,
};

pub const THEME: &str = "mistake";
/// The search budget of a review, as a multiple of a computer player's.
const REVIEW_FACTOR: u64 = 2;
/// The budget for judging all choices of a position with a mistake, as the same multiple.
const JUDGE_FACTOR: u64 = 16;
/// The minimum of that budget, in positions.
const MIN_JUDGE_NODES: u64 = 500_000;

#[derive(Clone, Debug)]
pub struct Mistake<G: Practicable> {
    pub puzzle: Puzzle<G>,
    /// The line of the record in which it was made.
    pub line: usize,
    pub played: G::Action,
}

/// Reviews a game and calls `found` with each mistake of `seat`, last to first.
///
/// Takes seconds to minutes on one core. Budgets are in positions, so that every machine finds the
/// same mistakes.
///
/// # Errors
/// Returns an error if `cancel` was set or the game can't be reviewed.
pub fn find<G: Practicable>(
    session: &Session<G>,
    seat: Seat,
    cancel: &CancelToken,
    found: &mut dyn FnMut(Mistake<G>),
) -> Result<(), PlayerError> {
    let limits = SearchLimits::new(Budget::Nodes(nodes::<G>(REVIEW_FACTOR)));
    let mut outcome = Ok(());
    let reviewed = review_session(session, &limits, cancel, &mut |step| match mistake_in_step(
        session, &step, seat, cancel,
    ) {
        Ok(Some(mistake)) => found(mistake),
        Ok(None) => {}
        Err(error) => outcome = Err(error),
    });
    reviewed.and(outcome)
}

/// `None` unless a deeper search confirms a mistake of `seat` in the step.
///
/// # Errors
/// Returns an error if `cancel` was set.
pub fn mistake_in_step<G: Practicable>(
    session: &Session<G>,
    step: &StepReview<G::Action, G::Reason>,
    seat: Seat,
    cancel: &CancelToken,
) -> Result<Option<Mistake<G>>, PlayerError> {
    let is_own = own_decisions(session.lines(), seat).any(|(line, _)| line == step.line);
    let verdict = step.verdicts.iter().find(|verdict| verdict.seat == seat);
    let Some(verdict) = verdict.filter(|_| is_own) else { return Ok(None) };
    let mut before = session.clone();
    before.go_to(step.line);
    let budget = Budget::Nodes(nodes::<G>(JUDGE_FACTOR).max(MIN_JUDGE_NODES));
    let context = ThinkContext::new(budget, session.header().seed, seat, step.line)
        .with_cancel(cancel.clone());
    let limits = SearchLimits::new(budget);
    let puzzle = find_mistake(&before, verdict, THEME, &limits, &context)?;
    Ok(puzzle.map(|puzzle| Mistake { puzzle, line: step.line, played: verdict.played }))
}

/// The cost of a choice, if it is worth practising: costly or obvious, and after the opening.
pub fn cost_to_practise<G: Practicable>(puzzle: &Puzzle<G>, played: G::Action) -> Option<f64> {
    let cost = puzzle.judgement().cost(played)?;
    let better = *puzzle.answers().first()?;
    let is_obvious = G::is_obvious_mistake(&puzzle.observation(), played, better);
    let is_costly = is_obvious || G::MEASURE.is_costly(cost, puzzle.judgement().is_exact);
    (is_costly && !G::is_opening(puzzle.session())).then_some(cost)
}

/// The seats of people who have made a choice in the game.
pub fn seats_of_people<G: Practicable>(session: &Session<G>) -> Vec<Seat> {
    let decides =
        |seat: &Seat| session.lines().iter().any(|line| decision_of(line, *seat).is_some());
    session.header().people().iter().filter(decides).collect()
}

fn nodes<G: Practicable>(factor: u64) -> u64 {
    G::DEFAULT_NODES.saturating_mul(factor)
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom as _;

    use super::*;
    use crate::practice::testing::games_with_puzzles;
    use fourcade_engine::{
        flip::Flip,
        play::{GameInfo as _, Observation as _, RecordHeader, Seats, random},
        with_game,
    };

    /// A finished game of random choices on the smallest board, between people.
    fn random_game<G: Practicable>(seed: u64) -> Session<G> {
        let mut rng = random::rng(seed, &[]);
        let size = G::SIZES.map_or(0, |sizes| sizes.min.max(5));
        let setup = G::deal(size, &mut rng).unwrap();
        let players = vec!["human".to_owned(); G::SEAT_NAMES.len()];
        let mut session = Session::<G>::new(RecordHeader { setup, players, seed, clock: None });
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
            }
        }
        session
    }

    /// The mistakes of the first seat in the last `steps` steps.
    fn mistakes<G: Practicable>(session: &Session<G>, steps: usize) -> Vec<Mistake<G>> {
        let (seat, cancel) = (seats_of_people(session)[0], CancelToken::default());
        let stop = CancelToken::default();
        let limits = SearchLimits::new(Budget::Nodes(20_000.min(G::DEFAULT_NODES)));
        let mut found = Vec::new();
        let mut reviewed = 0;
        let _ = review_session(session, &limits, &stop, &mut |step| {
            reviewed += 1;
            if reviewed > steps {
                stop.cancel();
            } else {
                found.extend(mistake_in_step(session, &step, seat, &cancel).unwrap());
            }
        });
        found
    }

    #[test]
    fn only_a_board_of_the_usual_size_has_an_opening() {
        let is_opening = |size| {
            let setup = Flip::deal_seeded(size, 1).unwrap();
            let players = vec!["human".to_owned(); 2];
            Flip::is_opening(&Session::new(RecordHeader { setup, players, seed: 1, clock: None }))
        };
        assert!(is_opening(8) && !is_opening(4));
    }

    #[test]
    fn mistakes_of_random_play_become_puzzles() {
        fn check<G: Practicable>() {
            let searched = |seed| {
                let session = random_game::<G>(seed);
                let found = mistakes(&session, 24);
                (!found.is_empty()).then_some((session, found))
            };
            let (session, found) = (3..9).find_map(searched).expect("a game with a mistake");
            for Mistake { puzzle, line, played } in found {
                assert!(!puzzle.is_right(played) && puzzle.theme() == THEME);
                assert_eq!(puzzle.session().lines().len(), line);
                let least = G::MEASURE.costly.exact.min(G::TOLERANCE);
                assert!(puzzle.judgement().cost(played).unwrap() > least - 1e-9);
                // The puzzle shows what the seat saw.
                let mut before = session.clone();
                before.go_to(line);
                let seen = before.game().observe(Seats::one(puzzle.seat()));
                assert_eq!(format!("{seen:?}"), format!("{:?}", puzzle.observation()));
            }
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }

    #[test]
    fn a_search_for_mistakes_stops_when_it_is_cancelled() {
        let cancel = CancelToken::default();
        cancel.cancel();
        for kind in games_with_puzzles() {
            let result = with_game!(kind, G => {
                find(&random_game::<G>(1), Seat::new(0), &cancel, &mut |_| panic!("a mistake"))
            });
            assert_eq!(result, Err(PlayerError::Cancelled), "{kind:?}");
        }
    }

    #[test]
    fn only_people_who_played_have_mistakes() {
        fn check<G: Practicable>() {
            let session = random_game::<G>(2);
            let mut names = session.header().players.clone();
            names[0] = "random".to_owned();
            let session = session.with_players(names);
            let people: Vec<_> =
                seats_of_people(&session).iter().map(|seat| seat.index()).collect();
            assert!(people.into_iter().eq(1..G::SEAT_NAMES.len()));
        }
        for kind in games_with_puzzles() {
            with_game!(kind, G => check::<G>());
        }
    }
}
