//! Eater's computer players: their play, and how they handle budgets, seeds and cancelling.

use std::{collections::HashSet, time::Duration};

use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, EaterSetup, JointMove, Role},
        players::smart,
    },
    play::{Budget, Game, GameInfo, Player, PlayerError, Seat, Seats, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

const NAMES: [&str; 5] = ["random", "line", "smart", "montecarlo", "expert"];

fn player(name: &str) -> Box<dyn Player<Eater>> {
    let kind = Eater::PLAYERS
        .iter()
        .find(|kind| kind.name == name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    (kind.make)(0, "").unwrap()
}

pub fn context(budget: Budget, seed: u64) -> ThinkContext {
    ThinkContext::new(budget, seed, Seat::new(0), 3)
}

/// Returns the choice of a new player with this name.
pub fn ask(
    name: &str,
    role: Role,
    board: &EaterBoard,
    context: &ThinkContext,
) -> Result<Cell, PlayerError> {
    player(name).choose(role.seat(), &EaterObservation::of(board.clone()), context)
}

/// Returns the boards of a random game, without the final one.
pub fn random_boards(size: u16, seed: u64) -> Vec<EaterBoard> {
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
    for size in [3, 4, 5, 8, 15, 30] {
        let boards = random_boards(size, u64::from(size));
        for board in boards.iter().step_by(boards.len().div_ceil(8)).chain(boards.last()) {
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
