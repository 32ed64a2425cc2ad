//! Eater's computer players: their play, and how they handle budgets, seeds and cancelling.

use std::{collections::HashSet, sync::mpsc, thread, time::Duration};

use fourcade::{
    games::{
        GameInfo,
        eater::{
            Eater,
            players::{montecarlo, smart},
            rules::{Cell, EaterBoard, EaterObservation, EaterSetup, JointMove, Role},
            solver::{PositionAnalysis, SolveBudget, Solver},
        },
    },
    play::{
        Budget, CancelToken, Game, Player, PlayerError, SearchStop, Seat, Seats, ThinkContext,
        random,
    },
};
use rand::{RngExt, seq::IndexedRandom};

/// The memory of a tree search, in bytes.
const MEMORY: usize = 64 << 20;

const NAMES: [&str; 5] = ["random", "line", "smart", "montecarlo", "expert"];

fn player(name: &str) -> Box<dyn Player<Eater>> {
    let kind = Eater::players()
        .iter()
        .find(|kind| kind.name == name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    (kind.make)(0, "").unwrap()
}

fn context(budget: Budget, seed: u64) -> ThinkContext {
    ThinkContext::new(budget, seed, Seat::new(0), 3)
}

/// Returns the choice of a new player with this name.
fn ask(
    name: &str,
    role: Role,
    board: &EaterBoard,
    context: &ThinkContext,
) -> Result<Cell, PlayerError> {
    player(name).choose(role.seat(), &EaterObservation::of(board.clone()), context)
}

/// Returns the boards of a random game, without the final one.
fn random_boards(size: u16, seed: u64) -> Vec<EaterBoard> {
    let mut rng = random::rng(seed, &[]);
    let mut board = EaterBoard::empty(size);
    let mut boards = Vec::new();
    while EaterObservation::of(board.clone()).winner.is_none() {
        boards.push(board.clone());
        let free: Vec<Cell> = board.empty_cells().iter().collect();
        let mut any = || *free.choose(&mut rng).unwrap();
        board.apply(JointMove { passer: any(), eater: any() });
    }
    boards
}

/// Plays a game between these players and returns the winner.
fn play(names: [&str; 2], size: u16, nodes: u64, seed: u64) -> Role {
    let mut game = Eater::start(&EaterSetup::new(size).unwrap());
    let mut players = names.map(player);
    while game.winner().is_none() {
        let moves: Vec<(Seat, Cell)> = Role::BOTH
            .into_iter()
            .map(|role| {
                let context = ThinkContext::new(
                    Budget::Nodes(nodes),
                    seed,
                    role.seat(),
                    game.turns() as usize,
                );
                let board = game.observe(Seats::one(role.seat()));
                (role.seat(), players[role.index()].choose(role.seat(), &board, &context).unwrap())
            })
            .collect();
        game.step(&moves).unwrap_or_else(|error| panic!("{names:?}: {error}\n{}", game.board()));
    }
    game.winner().unwrap()
}

/// Returns the share of `games` games that `role` wins.
fn rate(role: Role, names: [&str; 2], size: u16, games: u32) -> f64 {
    let wins = (0..games).filter(|&seed| play(names, size, 100, u64::from(seed)) == role).count();
    f64::from(u32::try_from(wins).unwrap()) / f64::from(games)
}

/// Checks how often a player wins against `random` in a role. The share of wins may be at most four
/// standard errors below `expected`.
fn check_rate(name: &str, role: Role, size: u16, games: u32, expected: f64) {
    let names = match role {
        Role::Passer => [name, "random"],
        Role::Eater => ["random", name],
    };
    let rate = rate(role, names, size, games);
    let slack = 4.0 * (expected * (1.0 - expected) / f64::from(games)).sqrt();
    println!(
        "{size:>2} x {size:<2} {name} as {role}: {rate:.4} of {games} against random, \
         expected {expected}"
    );
    assert!(
        rate >= expected - slack,
        "{size} x {size}, {name} as {role}: {rate}, expected {expected} less {slack}"
    );
}

#[test]
fn choices_are_legal_on_boards_of_any_size() {
    for size in [3, 4, 5, 8, 15, 50] {
        let boards = random_boards(size, u64::from(size));
        for board in boards.iter().step_by(boards.len().div_ceil(12)).chain(boards.last()) {
            for (name, role) in NAMES.iter().flat_map(|name| Role::BOTH.map(|role| (name, role))) {
                let cell = ask(name, role, board, &context(Budget::Nodes(50), 1)).unwrap();
                assert!(board.empty_cells().contains(cell), "{name} as {role}: {cell}\n{board}");
            }
        }
    }
}

#[test]
fn any_pair_of_players_plays_to_the_end() {
    for size in [3, 4, 6] {
        for (passer, eater) in NAMES.iter().flat_map(|passer| NAMES.map(|eater| (*passer, eater))) {
            for seed in 0..5 {
                play([passer, eater], size, 30, seed);
            }
        }
    }
}

#[test]
fn players_choose_a_legal_cell_in_a_decided_game() {
    for board in ["EEE\nP..\n...", ".E.\nEE.\nE.E", "....\nEEEE\n.PP.\n...."] {
        let board: EaterBoard = board.parse().unwrap();
        for (name, role) in NAMES.iter().flat_map(|name| Role::BOTH.map(|role| (name, role))) {
            assert!(
                board
                    .empty_cells()
                    .contains(ask(name, role, &board, &context(Budget::Nodes(50), 1)).unwrap())
            );
        }
    }
}

#[test]
fn a_full_board_is_a_fault() {
    let board: EaterBoard = "EEE\nPPP\nPPP".parse().unwrap();
    for name in NAMES {
        assert!(
            matches!(
                ask(name, Role::Passer, &board, &context(Budget::Nodes(50), 1)),
                Err(PlayerError::Fault(_))
            ),
            "{name}"
        );
    }
}

#[test]
fn an_empty_budget_still_gives_a_legal_move() {
    for size in [3, 9, 50] {
        let board = EaterBoard::empty(size);
        for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Time(Duration::ZERO)] {
            for name in NAMES {
                assert!(
                    board.contains(ask(name, Role::Eater, &board, &context(budget, 1)).unwrap()),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn earlier_searches_do_not_change_the_answer() {
    let boards: Vec<EaterBoard> =
        [3, 5, 9].into_iter().flat_map(|size| random_boards(size, 2)).step_by(3).collect();
    for (name, role) in NAMES.iter().flat_map(|name| Role::BOTH.map(|role| (name, role))) {
        let mut used = player(name);
        for board in &boards {
            let again = used.choose(
                role.seat(),
                &EaterObservation::of(board.clone()),
                &context(Budget::Nodes(200), 5),
            );
            assert_eq!(
                again,
                ask(name, role, board, &context(Budget::Nodes(200), 5)),
                "{name} as {role}\n{board}"
            );
        }
    }
}

#[test]
fn no_player_is_predictable() {
    let board = EaterBoard::empty(5);
    for (name, role) in NAMES.iter().flat_map(|name| Role::BOTH.map(|role| (name, role))) {
        let answer = |seed| ask(name, role, &board, &context(Budget::Nodes(50), seed)).unwrap();
        let answers: HashSet<Cell> = (0..40).map(answer).collect();
        assert!(answers.len() > 2, "{name} as {role}: {answers:?}");
    }
}

#[test]
fn both_sides_take_a_cut_cell() {
    // Both sides need 2 2, where the Passer would connect.
    let board: EaterBoard = ".P.\nE.E\n.P.".parse().unwrap();
    for (name, role) in
        ["smart", "montecarlo"].into_iter().flat_map(|name| Role::BOTH.map(|role| (name, role)))
    {
        for seed in 0..20 {
            let cell = ask(name, role, &board, &context(Budget::Nodes(50), seed)).unwrap();
            assert_eq!(cell, Cell::new(1, 1), "{name} as {role}");
        }
    }
}

#[test]
fn smart_montecarlo_and_line_beat_random() {
    for (size, games, passer, eater) in
        [(3, 400, 0.88, 0.98), (5, 200, 0.95, 0.98), (8, 60, 0.99, 0.98)]
    {
        check_rate("smart", Role::Passer, size, games, passer);
        check_rate("smart", Role::Eater, size, games, eater);
    }
    check_rate("montecarlo", Role::Passer, 5, 50, 0.95);
    check_rate("montecarlo", Role::Eater, 5, 50, 0.98);
    check_rate("line", Role::Passer, 9, 100, 0.9);
    check_rate("line", Role::Eater, 9, 100, 0.7);
}

#[test]
#[ignore = "takes several minutes"]
fn smart_and_montecarlo_beat_random_on_boards_of_every_size() {
    for (size, games, passer, eater) in [
        (3, 20_000, 0.88, 0.98),
        (4, 10_000, 0.98, 0.98),
        (5, 4_000, 0.95, 0.98),
        (6, 2_000, 0.99, 0.98),
        (9, 1_000, 0.99, 0.98),
        (15, 300, 0.99, 0.98),
        (50, 20, 0.99, 0.98),
    ] {
        for name in ["smart", "montecarlo"].into_iter().take(if size > 9 { 1 } else { 2 }) {
            let games = if name == "smart" { games } else { games / 10 };
            // The search plays the equilibrium, which does not exploit weak play on small boards.
            let passer = if name == "montecarlo" && size < 5 { 0.5 } else { passer };
            check_rate(name, Role::Passer, size, games, passer);
            check_rate(
                name,
                Role::Eater,
                size,
                games,
                if name == "montecarlo" { 0.97 } else { eater },
            );
        }
    }
}

/// Returns how much the Passer and the Eater can lose against the best response to their
/// strategies, and the value.
fn losses(solver: &mut Solver, board: &EaterBoard, analysis: &PositionAnalysis) -> [f64; 3] {
    let free: Vec<Cell> = board.empty_cells().iter().collect();
    let unlimited = context(Budget::Nodes(u64::MAX), 0);
    let mut value = |board: &EaterBoard| {
        solver.value(board, &mut SolveBudget::whole(&unlimited)).unwrap().unwrap()
    };
    let mut chance = |passer, eater| {
        let mut after = board.clone();
        after.apply(JointMove { passer, eater });
        value(&after)
    };
    let mut against = |cell| {
        analysis.passer.choices().iter().map(|&(passer, p)| p * chance(passer, cell)).sum::<f64>()
    };
    let min = free.iter().map(|&cell| against(cell)).fold(1.0, f64::min);
    let mut against = |cell| {
        analysis.eater.choices().iter().map(|&(eater, p)| p * chance(cell, eater)).sum::<f64>()
    };
    let max = free.iter().map(|&cell| against(cell)).fold(0.0, f64::max);
    let value = value(board);
    [value - min, max - value, value]
}

fn search(board: &EaterBoard, nodes: u64, seed: u64) -> PositionAnalysis {
    montecarlo::search(board, MEMORY, &context(Budget::Nodes(nodes), seed), &mut |_| None).unwrap()
}

#[test]
fn the_search_solves_the_empty_board_of_3_x_3() {
    let (mut solver, board) = (Solver::default(), EaterBoard::empty(3));
    for seed in 0..3 {
        let analysis = search(&board, 20_000, seed);
        let [passer, eater, value] = losses(&mut solver, &board, &analysis);
        assert!(
            analysis.exact && (analysis.value - value).abs() < 1e-9,
            "{} instead of {value}",
            analysis.value
        );
        assert!(passer < 1e-9 && eater < 1e-9, "{passer} {eater}");
    }
}

#[test]
fn the_search_loses_little_on_4_x_4() {
    let mut solver = Solver::default();
    let boards: Vec<EaterBoard> =
        (0..60).filter_map(|seed| random_boards(4, seed).into_iter().nth(3)).collect();
    let mut sum = 0.0;
    for board in &boards {
        let analysis = search(board, 1_000, 1);
        for strategy in [&analysis.passer, &analysis.eater]
            .map(fourcade::games::eater::solver::MixedStrategy::choices)
        {
            assert!((strategy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(
                strategy.is_sorted_by_key(|&(cell, _)| cell)
                    && strategy.iter().all(|&(_, share)| share > 0.0)
            );
        }
        let [passer, eater, _] = losses(&mut solver, board, &analysis);
        sum += passer + eater;
    }
    let mean = sum / f64::from(u32::try_from(boards.len()).unwrap());
    assert!(mean < 0.06, "{mean}");
}

#[test]
fn the_search_uses_exact_values_from_an_oracle() {
    let board = EaterBoard::empty(4);
    let (mut solver, unlimited) = (Solver::default(), context(Budget::Nodes(u64::MAX), 0));
    let mut oracle =
        |board: &EaterBoard| solver.value(board, &mut SolveBudget::whole(&unlimited)).unwrap();
    let analysis =
        montecarlo::search(&board, MEMORY, &context(Budget::Nodes(3_000), 1), &mut oracle).unwrap();
    let [passer, eater, value] = losses(&mut Solver::default(), &board, &analysis);
    assert!(
        (analysis.value - value).abs() < 0.002 && passer + eater < 0.01,
        "{} {passer} {eater}",
        analysis.value
    );
}

#[test]
fn smart_has_a_valid_strategy_for_both_roles() {
    let mut rng = random::rng(1, &[]);
    for _ in 0..100 {
        let boards = random_boards(rng.random_range(3..10), rng.random());
        let board = boards.choose(&mut rng).unwrap();
        for role in Role::BOTH {
            let strategy = smart::strategy(board, role);
            let choices = strategy.choices();
            assert!(
                (choices.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9,
                "{role}\n{board}"
            );
            assert!(
                choices
                    .iter()
                    .all(|&(cell, share)| share >= 0.0 && board.empty_cells().contains(cell))
            );
        }
    }
}

#[test]
fn a_cancelled_search_returns_cancelled() {
    for size in [3, 15, 50] {
        let cancel = CancelToken::default();
        cancel.cancel();
        let context = context(Budget::Time(Duration::from_secs(3600)), 1).with_cancel(cancel);
        assert_eq!(
            montecarlo::search(&EaterBoard::empty(size), MEMORY, &context, &mut |_| None),
            Err(SearchStop::Cancelled)
        );
        for name in ["smart", "montecarlo"] {
            assert_eq!(
                ask(name, Role::Eater, &EaterBoard::empty(size), &context),
                Err(PlayerError::Cancelled),
                "{name}"
            );
        }
    }
}

#[test]
fn a_search_can_be_cancelled_while_it_runs() {
    for size in [4, 15] {
        let cancel = CancelToken::default();
        let (sender, reports) = mpsc::channel();
        let context = context(Budget::Time(Duration::from_secs(3600)), 1)
            .with_cancel(cancel.clone())
            .with_listener(move |text| {
                let _ = sender.send(text);
            });
        let search = thread::spawn(move || {
            ask("montecarlo", Role::Passer, &EaterBoard::empty(size), &context)
        });
        // The first report shows that the search is running.
        let report = reports.recv().unwrap();
        assert!(report.contains(" positions, Passer ") && report.ends_with('%'), "{report}");
        cancel.cancel();
        assert_eq!(search.join().unwrap(), Err(PlayerError::Cancelled));
    }
}

#[test]
fn a_decided_position_is_not_searched() {
    let cut_cell: EaterBoard = "....\nE.EE\n....\n....".parse().unwrap();
    let sealed: EaterBoard = "....\nEEEE\n....\n....".parse().unwrap();
    for (board, choices) in [(cut_cell, 1), (sealed, 12)] {
        let context = context(Budget::Time(Duration::from_secs(3600)), 1);
        let analysis = montecarlo::search(&board, MEMORY, &context, &mut |_| None).unwrap();
        assert!(
            analysis.exact
                && analysis.value == 0.0
                && analysis.eater.choices().len() == choices
                && analysis.passer.choices().len() == choices
        );
    }
}
