//! Puzzles and drills in words: tasks, verdicts and answers.

use super::{ArcadeGame, Style, behind_the_best, capitalized, join, spoken::Audience};
use crate::{games::Notation, widgets::glyphs::unbroken};
use fourcade_engine::play::{Drill, GameVerdict, Puzzle, PuzzleTheme, ReviewScale, Seat, Seats};

/// `None` for a puzzle outside the game's collection.
fn theme_of<G: ArcadeGame>(puzzle: &Puzzle<G>) -> Option<&'static PuzzleTheme> {
    G::THEMES.iter().find(|theme| theme.key == puzzle.theme())
}

pub fn task<G: ArcadeGame>(puzzle: &Puzzle<G>) -> String {
    let goal =
        theme_of(puzzle).map_or("Find something better than in your game.", |theme| theme.goal);
    match G::SEAT_NAMES.get(puzzle.seat().index()).filter(|_| G::HAS_SEAT_NAMES) {
        Some(name) => format!("You are {name}. {goal}"),
        None => goal.to_owned(),
    }
}

pub fn title<G: ArcadeGame>(puzzle: &Puzzle<G>) -> &'static str {
    theme_of(puzzle).map_or("Your mistake", |theme| theme.title)
}

/// Explains a wrong choice with its reason and cost: `You played 3 4: it gives X the corner 1 8
/// (about 6 tiles behind the best).`
pub fn fault<G: ArcadeGame>(verdict: &GameVerdict<G>, notation: Notation) -> String {
    let [_, done] = G::verbs(&verdict.played);
    let played = format!("You {done} {}", G::write(verdict.played, notation));
    let about = if verdict.exact { "" } else { "about " };
    let cost = verdict.cost.map(|cost| unbroken(&G::MEASURE.format_cost(cost)));
    let is_lead = G::MEASURE.scale == ReviewScale::Lead;
    let cost = cost.map(|cost| {
        let amount = format!("{about}{cost}");
        if is_lead { behind_the_best(&amount) } else { format!("costs {amount}") }
    });
    match (reason::<G>(verdict, &verdict.reasons, notation), cost) {
        (Some(why), Some(cost)) => format!("{played}: {why} ({cost})."),
        (Some(why), None) => format!("{played}: {why}."),
        (None, Some(cost)) if is_lead => format!("{played}, {cost}."),
        (None, Some(cost)) => format!("{played}, which {cost}."),
        (None, None) => format!("{played}."),
    }
}

const MAX_OTHER_ANSWERS: usize = 3;

/// Names the choice if it was right, else a better one, with the reason and other right answers.
pub fn answer<G: ArcadeGame>(
    puzzle: &Puzzle<G>,
    verdict: &GameVerdict<G>,
    notation: Notation,
) -> String {
    let (action, reasons) = match verdict.better {
        Some(better) => (better, &verdict.merits),
        None => (verdict.played, &verdict.reasons),
    };
    let [verb, _] = G::verbs(&action);
    let why =
        reason::<G>(verdict, reasons, notation).map_or_else(String::new, |why| format!(": {why}"));
    let best = format!("{} {}{why}.", capitalized(verb), G::write(action, notation));
    let others: Vec<_> = puzzle.answers().into_iter().filter(|other| *other != action).collect();
    let named: Vec<_> =
        others.iter().take(MAX_OTHER_ANSWERS).map(|&other| G::write(other, notation)).collect();
    match (named.as_slice(), others.len() - named.len()) {
        ([], _) => best,
        (_, 0) => format!("{best} Also right: {}.", join(&named)),
        (_, more) => format!("{best} Also right: {} and {more} more.", named.join(", ")),
    }
}

const MAX_CONTINUATION: usize = 3;

/// The better choice with its reason and continuation, if known: `Better: 3 4: it keeps the corner.
/// Then 2 5, 6 3, 1 1.`
pub fn better<G: ArcadeGame>(verdict: &GameVerdict<G>, notation: Notation) -> Option<String> {
    let better = G::write(verdict.better?, notation);
    // A reason may already have been told against the choice.
    let merits: Vec<_> =
        verdict.merits.iter().filter(|merit| !verdict.reasons.contains(merit)).cloned().collect();
    let why = reason::<G>(verdict, &merits, notation);
    let following = verdict.variation.iter().skip(1).take(MAX_CONTINUATION);
    let following: Vec<_> = following.map(|&action| G::write(action, notation)).collect();
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let then = match following[..] {
        [] => String::new(),
        _ => format!(" Then {}.", following.join(", ")),
    };
    Some(format!("Better: {better}{why}.{then}"))
}

const MAX_BEST_MOVES: usize = 6;

/// Such as `Best play: 2 5, 6 3, 1 1.` If there are more moves, `ellipsis` replaces the full stop.
/// `None` for fewer than two moves.
pub fn best_play(moves: &[String], ellipsis: &str) -> Option<String> {
    let start = &moves[..moves.len().min(MAX_BEST_MOVES)];
    let end = if moves.len() > MAX_BEST_MOVES { ellipsis } else { "." };
    (start.len() > 1).then(|| format!("Best play: {}{end}", start.join(", ")))
}

/// The first reason as a clause.
fn reason<G: ArcadeGame>(
    verdict: &GameVerdict<G>,
    reasons: &[G::Reason],
    notation: Notation,
) -> Option<String> {
    let reader = Some(verdict.seat);
    let explain = |reason| G::explain(reason, verdict.seat, reader, notation);
    reasons.first().map(explain)
}

/// Such as `Where was J♥?`
pub fn question<G: ArcadeGame>(drill: &Drill<G>, index: usize) -> Option<String> {
    let step = *drill.questions().get(index)?;
    let session = drill.session();
    let to = Audience::<G> {
        observation: &session.game().observe(Seats::NONE),
        seat: Seat::new(0),
        names: &[],
        notation: Notation::default(),
    };
    session.events().get(step)?.iter().find_map(|event| G::tell(event, Style::Question, &to))
}

#[cfg(test)]
mod tests {
    use fourcade_engine::{
        GameKind,
        play::{Observation as _, Practicable},
        with_game,
    };

    #[test]
    fn tasks_name_the_measure_of_the_verdict() {
        let asks = ["best", "costs least", "as few points as you can", "without a tile"];
        for kind in GameKind::ALL {
            for theme in with_game!(kind, G => G::THEMES) {
                assert!(asks.iter().any(|ask| theme.goal.contains(ask)), "{}", theme.goal);
            }
        }
    }

    #[test]
    fn every_choice_of_every_puzzle_has_a_verdict() {
        fn check<G: Practicable>() {
            for puzzle in G::collection().unwrap().puzzles {
                for action in puzzle.observation().legal(puzzle.seat()) {
                    assert!(puzzle.judgement().of(action).is_some(), "{}: {action}", puzzle.id());
                }
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, G => check::<G>());
        }
    }
}
