//! Eater's expert: it plays the strategies of its analysis, obeys the rules and its budget, and
//! stops when it is cancelled.

use std::{collections::HashMap, sync::mpsc, thread, time::Duration};

use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, EaterSetup, JointMove, Role},
        players::expert::ExpertPlayer,
        solver::PositionAnalysis,
    },
    play::{Budget, CancelToken, Game, Player, PlayerError, Seats, ThinkContext},
};

fn context(budget: Budget, seed: u64, role: Role) -> ThinkContext {
    ThinkContext::new(budget, seed, role.seat(), 3)
}

fn observe(board: &str) -> EaterObservation {
    EaterObservation::of(board.parse().unwrap())
}

fn empty(size: u16) -> EaterObservation {
    EaterObservation::of(EaterBoard::empty(size))
}

/// Analyses a position from scratch.
fn analyse(
    position: &EaterObservation,
    context: &ThinkContext,
) -> Result<PositionAnalysis, PlayerError> {
    ExpertPlayer::default().analyse(&position.board, context)
}

#[test]
fn cells_are_drawn_with_the_probabilities_of_the_strategy() {
    let position = observe("...\n...\nP.E");
    let budget = Budget::Nodes(1000);
    let analysis = analyse(&position, &context(budget, 1, Role::Passer)).unwrap();
    let mut expert = ExpertPlayer::default();
    for role in Role::BOTH {
        assert!(analysis.of(role).choices().len() > 1, "the strategy is mixed");
        let mut drawn: HashMap<Cell, u32> = HashMap::new();
        let games = 4000;
        for seed in 0..games {
            let cell = expert.choose(role.seat(), &position, &context(budget, seed, role)).unwrap();
            *drawn.entry(cell).or_default() += 1;
        }
        for &(cell, probability) in analysis.of(role).choices() {
            let found = f64::from(drawn.remove(&cell).unwrap_or(0)) / 4000.0;
            let error = (probability * (1.0 - probability) / 4000.0).sqrt();
            assert!(
                (found - probability).abs() < 4.5 * error,
                "{role} at {cell}: {found} instead of {probability}"
            );
        }
        assert!(drawn.is_empty(), "{role} also chose {drawn:?}");
    }
}

/// Plays a game of the expert against itself.
fn play(size: u16, nodes: u64, seed: u64) -> Eater {
    let mut game = Eater::start(&EaterSetup::new(size).unwrap());
    let mut experts = [ExpertPlayer::default(), ExpertPlayer::default()];
    while game.winner().is_none() {
        let moves = Role::BOTH.map(|role| {
            let context =
                ThinkContext::new(Budget::Nodes(nodes), seed, role.seat(), game.turns() as usize);
            let position = game.observe(Seats::one(role.seat()));
            (role.seat(), experts[role.index()].choose(role.seat(), &position, &context).unwrap())
        });
        game.step(&moves).unwrap_or_else(|error| panic!("{error}\n{}", game.board()));
    }
    game
}

#[test]
fn games_on_boards_of_any_size_are_reproducible() {
    for (size, nodes) in
        [(3, 500), (4, 2000), (5, 500), (7, 500), (9, 100), (12, 20), (20, 1), (3, 0), (6, 0)]
    {
        assert_eq!(play(size, nodes, 1), play(size, nodes, 1), "{size} x {size}");
    }
}

#[test]
fn the_passer_wins_as_often_as_the_value_of_the_board_says() {
    let wins = (0..500).filter(|&seed| play(3, 500, seed).winner() == Some(Role::Passer)).count();
    let (rate, value) = (f64::from(u32::try_from(wins).unwrap()) / 500.0, 35.0 / 316.0_f64);
    assert!((rate - value).abs() < 4.0 * (value * (1.0 - value) / 500.0).sqrt(), "{rate}");
}

#[test]
fn earlier_analyses_do_not_change_the_answer() {
    let positions = [empty(4), observe("....\n.PE.\n....\n...."), empty(3), empty(5), empty(4)];
    let mut used = ExpertPlayer::default();
    for nodes in [10, 300, 34_000] {
        for (number, position) in positions.iter().enumerate() {
            let context = context(Budget::Nodes(nodes), number as u64, Role::Eater);
            let fresh = ExpertPlayer::default().analyse(&position.board, &context).unwrap();
            assert_eq!(
                used.analyse(&position.board, &context).unwrap(),
                fresh,
                "position {number}, {nodes} nodes"
            );
        }
    }
}

#[test]
fn the_analysis_is_exact_where_the_budget_allows_it() {
    let boards = [(3, 40_000, true), (4, 40_000, true), (7, 2_000, false), (50, 100, false)];
    for (size, nodes, exact) in boards {
        let position = empty(size);
        let analysis = analyse(&position, &context(Budget::Nodes(nodes), 1, Role::Passer)).unwrap();
        assert_eq!(analysis.exact, exact, "\n{}", position.board);
        assert!((0.0..=1.0).contains(&analysis.value));
        for role in Role::BOTH {
            let strategy = analysis.of(role).choices();
            assert!(
                (strategy.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs()
                    < 1e-9
            );
            assert!(strategy.iter().all(|&(cell, _)| position.board.at(cell).is_none()));
        }
    }
    let estimate = analyse(&empty(4), &context(Budget::Nodes(100), 1, Role::Passer)).unwrap();
    assert!(!estimate.exact);
}

#[test]
fn the_first_rounds_of_five_by_five_are_played_exactly() {
    let budget = Budget::Nodes(3_000);
    let mut expert = ExpertPlayer::default();
    let mut value = |board: &EaterBoard| {
        let analysis = expert.analyse(board, &context(budget, 1, Role::Passer)).unwrap();
        assert!(analysis.exact, "\n{board}");
        analysis
    };
    let empty = EaterBoard::empty(5);
    let first = value(&empty);
    assert!((first.value - 0.371_212_284).abs() < 1e-9, "{}", first.value);
    // The strategies lead to the same value, and no other choice of theirs does better.
    for &(eater, _) in first.eater.choices() {
        let mut mean = 0.0;
        for &(passer, share) in first.passer.choices() {
            let mut after = empty.clone();
            after.apply(JointMove { passer, eater });
            mean += share * value(&after).value;
            let mirrored = value(&after.mirrored()).value;
            assert!((value(&after).value - mirrored).abs() < 1e-9);
        }
        assert!((mean - first.value).abs() < 1e-8, "{eater}: {mean}");
    }
}

#[test]
fn a_finished_game_is_analysed_exactly_and_a_full_board_offers_no_choice() {
    let over = observe("P..\nPE.\nPEE");
    let full = observe("PEE\nEPE\nPEE");
    for position in [over, full] {
        let analysis = analyse(&position, &context(Budget::Nodes(10), 1, Role::Passer)).unwrap();
        assert!(analysis.exact && (analysis.value - 1.0).abs() < f64::EPSILON);
    }
    let lost = observe("PEE\nEEE\nPPE");
    let answer = ExpertPlayer::default().choose(
        Role::Eater.seat(),
        &lost,
        &context(Budget::Nodes(10), 1, Role::Eater),
    );
    assert_eq!(answer, Err(PlayerError::Fault("there is no legal action".to_owned())));
}

#[test]
fn the_expert_answers_without_time_and_stops_when_cancelled() {
    let (mut expert, position) = (ExpertPlayer::default(), empty(6));
    let no_time = context(Budget::Time(Duration::ZERO), 1, Role::Passer);
    assert!(expert.choose(Role::Passer.seat(), &position, &no_time).is_ok());
    let cancel = CancelToken::default();
    let endless = context(Budget::Nodes(u64::MAX), 1, Role::Passer).with_cancel(cancel.clone());
    let (answers, answer) = mpsc::channel();
    let (reports, report) = mpsc::channel();
    let endless = endless.with_listener(move |_| reports.send(()).unwrap_or(()));
    thread::spawn(move || answers.send(expert.choose(Role::Passer.seat(), &position, &endless)));
    report.recv().expect("the expert reports its progress");
    cancel.cancel();
    assert_eq!(answer.recv().expect("the expert answers"), Err(PlayerError::Cancelled));
}
