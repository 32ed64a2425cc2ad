//! Tests of the built-in puzzles: each agrees with the rules, and a sample of them is judged again.

use std::collections::BTreeSet;

use fourcade_engine::{
    GameKind,
    concentration::Concentration,
    eater::{Eater, model::EaterObservation},
    flip::{Flip, model::FlipObservation},
    intensity::Intensity,
    play::{
        Budget, EndgamePolicy, JudgedChoice, Observation as _, PUZZLE_TRIES, Practicable, Puzzle,
        SearchLimits, Seats, ThinkContext,
    },
    with_game,
};

/// The share of a level's tries that solve a game's puzzles.
fn solved<G: Practicable>(puzzles: &[Puzzle<G>], level: usize) -> f64 {
    let counts = puzzles.iter().map(|puzzle| puzzle.solves().expect("it was measured")[level]);
    let tries = f64::from(PUZZLE_TRIES) * f64::from(u32::try_from(puzzles.len()).unwrap());
    counts.map(f64::from).sum::<f64>() / tries
}

#[test]
fn every_puzzle_is_replayed_and_of_a_measured_difficulty() {
    fn check<G: Practicable>() -> usize {
        // Reading a collection replays each puzzle and checks its choices against the rules.
        let puzzles = G::collection().expect("the collection can be read").puzzles;
        assert!(puzzles.len() >= 100, "{}: {}", G::KEY, puzzles.len());
        for puzzle in &puzzles {
            let legal =
                puzzle.session().game().observe(Seats::one(puzzle.seat())).legal(puzzle.seat());
            let unjudged =
                legal.into_iter().find(|&action| puzzle.judgement().of(action).is_none());
            assert!(unjudged.is_none(), "{} {}: {unjudged:?}", G::KEY, puzzle.id());
        }
        let numbers: BTreeSet<_> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(numbers.len(), puzzles.len(), "{}: the same position twice", G::KEY);
        for theme in G::THEMES {
            let count = puzzles.iter().filter(|puzzle| puzzle.theme() == theme.key).count();
            assert!(count >= 25, "{} {}: {count}", G::KEY, theme.key);
        }
        let themes: BTreeSet<_> = puzzles.iter().map(Puzzle::theme).collect();
        assert_eq!(themes.len(), G::THEMES.len(), "{}: {themes:?}", G::KEY);
        let (beginner, master) = (solved(&puzzles, 0), solved(&puzzles, 5));
        assert!(beginner < 0.4 && master > 0.9, "{}: {beginner} {master}", G::KEY);
        G::COLLECTION.len()
    }
    let bytes: usize = GameKind::ALL.iter().map(|&kind| with_game!(kind, G => check::<G>())).sum();
    assert!(bytes <= 300_000, "{bytes} bytes");
}

/// The intervals of all choices are clear of the tolerance; of the 120 ways to pass three cards,
/// those of at least nine in ten.
#[test]
fn right_and_wrong_choices_are_clearly_apart() {
    fn check<G: Practicable>() {
        for puzzle in G::collection().unwrap().puzzles {
            let best = puzzle.judgement().best_value();
            let is_close = |choice: &&JudgedChoice<G::Action>| {
                (best - choice.value - puzzle.tolerance()).abs() <= choice.error
            };
            let close = puzzle.choices().iter().filter(is_close).count();
            let count = puzzle.choices().len();
            let allowed = if count > 100 { count / 10 } else { 0 };
            assert!(close <= allowed, "{} {}: {close}", G::KEY, puzzle.theme());
            let right = puzzle.answers().len();
            assert!(2 * right <= count, "{} {}: {right} of {count}", G::KEY, puzzle.theme());
        }
    }
    for kind in GameKind::ALL {
        with_game!(kind, G => check::<G>());
    }
}

/// The rows of a game in the table of `docs/measurements.md`.
fn rows<G: Practicable>() -> String {
    let puzzles = G::collection().unwrap().puzzles;
    let row = |title: &str, of_theme: &[Puzzle<G>]| {
        let shares: Vec<_> =
            (0..6).map(|level| format!("{:.0}%", 100.0 * solved(of_theme, level))).collect();
        let shares = shares.join(" | ");
        format!("| {} | {title} | {} | {shares} |\n", G::KEY, of_theme.len())
    };
    let of_theme = |key: &str| -> Vec<Puzzle<G>> {
        puzzles.iter().filter(|puzzle| puzzle.theme() == key).cloned().collect()
    };
    let themes: String =
        G::THEMES.iter().map(|theme| row(theme.title, &of_theme(theme.key))).collect();
    themes + &row("all", &puzzles)
}

#[test]
fn the_page_of_measurements_has_the_table_of_the_puzzles() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measurements.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once("<!-- puzzles -->\n").unwrap();
    let (shown, after) = rest.split_once("<!-- /puzzles -->").unwrap();
    let head = "| Game | Theme | Puzzles | Beginner | Easy | Medium | Hard | Expert | Master |\n";
    let rows: String =
        GameKind::ALL.iter().map(|&kind| with_game!(kind, G => rows::<G>())).collect();
    let table = format!("\n{head}|---|---|---|---|---|---|---|---|---|\n{rows}\n");
    if std::env::var_os("FOURCADE_WRITE_DOCS").is_some() {
        let text = format!("{before}<!-- puzzles -->\n{table}<!-- /puzzles -->{after}");
        std::fs::write(&page, text).unwrap();
    } else {
        assert_eq!(shown, table, "FOURCADE_WRITE_DOCS=1 writes the table again");
    }
}

/// Judges some puzzles of a game again and compares the value of each choice.
fn confirm<G: Practicable>(limits: &SearchLimits, wanted: impl Fn(&Puzzle<G>) -> bool, max: usize) {
    let puzzles = G::collection().unwrap().puzzles;
    let sample: Vec<_> = puzzles.iter().filter(|puzzle| wanted(puzzle)).take(max).collect();
    assert!(sample.len() >= max.min(5), "{}: {}", G::KEY, sample.len());
    for puzzle in sample {
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, puzzle.seat(), 0);
        let judgement =
            G::judge(&puzzle.observation(), puzzle.seat(), limits, &context).expect("it is small");
        assert!(judgement.is_exact && puzzle.judgement().is_exact, "{}", G::KEY);
        for choice in &judgement.choices {
            let stored = puzzle.judgement().of(choice.action).expect("every choice is judged");
            let difference = (stored.value - choice.value).abs();
            assert!(difference < 0.001, "{}: {choice:?} {stored:?}", G::KEY);
        }
    }
}

#[test]
fn ends_of_flip_are_confirmed_by_the_solver() {
    let limits = SearchLimits {
        endgame: EndgamePolicy::Solve,
        memory: Some(1 << 20),
        ..SearchLimits::new(Budget::Nodes(u64::MAX))
    };
    let is_short =
        |observation: FlipObservation| (1..=10).contains(&observation.position.board.empties());
    confirm::<Flip>(&limits, |puzzle| is_short(puzzle.observation()), 20);
}

#[test]
fn concentration_is_confirmed_by_the_values_of_the_game() {
    confirm::<Concentration>(&SearchLimits::new(Budget::Nodes(1)), |_| true, usize::MAX);
}

#[test]
fn small_boards_of_eater_are_confirmed_by_the_solver() {
    let limits = SearchLimits { memory: Some(4 << 20), ..SearchLimits::new(Budget::Nodes(1)) };
    let is_small = |EaterObservation { board, .. }: EaterObservation| {
        board.size() <= 5 && board.live_empty_cells().len() <= 9
    };
    confirm::<Eater>(&limits, |puzzle| is_small(puzzle.observation()), 20);
}

#[test]
fn last_cards_of_intensity_are_confirmed_over_all_deals() {
    let limits = SearchLimits::new(Budget::Nodes(1));
    // With two cards on the table there are fewer deals.
    let is_last = |puzzle: &Puzzle<Intensity>| {
        puzzle.theme() == "last" && puzzle.observation().trick.cards().len() >= 2
    };
    confirm::<Intensity>(&limits, is_last, 5);
}
