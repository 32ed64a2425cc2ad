//! Eater's computer players: what they find, and that budget, chance and cancelling work as for any
//! player.

use std::{collections::HashSet, sync::mpsc, thread, time::Duration};

use fourcade::{
    games::eater::{
        Eater,
        players::{KINDS, montecarlo, smart},
        rules::{Cell, EaterBoard, EaterObservation, EaterSetup, Pair, Role},
        solve::{Analysis, Effort, Solver},
    },
    play::{
        Budget, CancelToken, Game, Player, PlayerError, SearchStop, Seat, Seats, ThinkContext,
        random,
    },
};
use rand::{RngExt, seq::IndexedRandom};

const NAMES: [&str; 5] = ["random", "line", "smart", "montecarlo", "expert"];

fn player(name: &str) -> Box<dyn Player<Eater>> {
    let kind =
        KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("there is no {name}"));
    (kind.make)(0, "").unwrap()
}

fn think(budget: Budget, seed: u64) -> ThinkContext {
    ThinkContext::new(budget, seed, Seat::new(0), 3)
}

fn ask(
    name: &str,
    side: Role,
    board: &EaterBoard,
    think: &ThinkContext,
) -> Result<Cell, PlayerError> {
    player(name).choose(side.seat(), &EaterObservation::of(board.clone()), think)
}

/// The boards of a game at random, without its end.
fn random_boards(size: u16, seed: u64) -> Vec<EaterBoard> {
    let mut rng = random::rng(seed, &[]);
    let mut board = EaterBoard::empty(size);
    let mut boards = Vec::new();
    while EaterObservation::of(board.clone()).winner.is_none() {
        boards.push(board.clone());
        let free: Vec<Cell> = board.free().iter().collect();
        let mut any = || *free.choose(&mut rng).unwrap();
        board.mark(Pair { passer: any(), eater: any() });
    }
    boards
}

/// Who wins a game between a player for each side.
fn play(names: [&str; 2], size: u16, nodes: u64, seed: u64) -> Role {
    let mut game = Eater::start(&EaterSetup::new(size).unwrap());
    let mut players = names.map(player);
    while game.winner().is_none() {
        let moves: Vec<(Seat, Cell)> = Role::BOTH
            .into_iter()
            .map(|side| {
                let think = ThinkContext::new(
                    Budget::Nodes(nodes),
                    seed,
                    side.seat(),
                    game.turns() as usize,
                );
                let board = game.observe(Seats::one(side.seat()));
                (side.seat(), players[side.index()].choose(side.seat(), &board, &think).unwrap())
            })
            .collect();
        game.step(&moves).unwrap_or_else(|why| panic!("{names:?}: {why}\n{}", game.board()));
    }
    game.winner().unwrap()
}

/// In what share of so many games `role` wins.
fn rate(role: Role, names: [&str; 2], size: u16, games: u32) -> f64 {
    let wins = (0..games).filter(|&seed| play(names, size, 100, u64::from(seed)) == role).count();
    f64::from(u32::try_from(wins).unwrap()) / f64::from(games)
}

/// Plays against `random` in a role: the share of wins may be four standard errors below what is
/// wanted.
fn check_rate(name: &str, role: Role, size: u16, games: u32, wanted: f64) {
    let names = match role {
        Role::Passer => [name, "random"],
        Role::Eater => ["random", name],
    };
    let rate = rate(role, names, size, games);
    let slack = 4.0 * (wanted * (1.0 - wanted) / f64::from(games)).sqrt();
    println!(
        "{size:>2} x {size:<2} {name} as {role}: {rate:.4} of {games} against random, wanted {wanted}"
    );
    assert!(
        rate >= wanted - slack,
        "{size} x {size}, {name} as {role}: {rate}, wanted {wanted} less {slack}"
    );
}

#[test]
fn all_choices_are_legal_on_boards_of_any_size() {
    for size in [3, 4, 5, 8, 15, 50] {
        let boards = random_boards(size, u64::from(size));
        for board in boards.iter().step_by(boards.len().div_ceil(12)).chain(boards.last()) {
            for (name, side) in NAMES.iter().flat_map(|name| Role::BOTH.map(|side| (name, side))) {
                let cell = ask(name, side, board, &think(Budget::Nodes(50), 1)).unwrap();
                assert!(board.free().contains(cell), "{name} as {side}: {cell}\n{board}");
            }
        }
    }
}

#[test]
fn whole_games_come_to_their_end() {
    for size in [3, 4, 6] {
        for (passer, eater) in NAMES.iter().flat_map(|passer| NAMES.map(|eater| (*passer, eater))) {
            for seed in 0..5 {
                play([passer, eater], size, 30, seed);
            }
        }
    }
}

#[test]
fn a_decided_game_is_played_on() {
    for board in ["EEE\nP..\n...", ".E.\nEE.\nE.E", "....\nEEEE\n.PP.\n...."] {
        let board: EaterBoard = board.parse().unwrap();
        for (name, side) in NAMES.iter().flat_map(|name| Role::BOTH.map(|side| (name, side))) {
            assert!(
                board
                    .free()
                    .contains(ask(name, side, &board, &think(Budget::Nodes(50), 1)).unwrap())
            );
        }
    }
}

#[test]
fn a_full_board_leaves_no_choice() {
    let board: EaterBoard = "EEE\nPPP\nPPP".parse().unwrap();
    for name in NAMES {
        assert!(
            matches!(
                ask(name, Role::Passer, &board, &think(Budget::Nodes(50), 1)),
                Err(PlayerError::Fault(_))
            ),
            "{name}"
        );
    }
}

#[test]
fn a_budget_of_nothing_still_gives_a_legal_move() {
    for size in [3, 9, 50] {
        let board = EaterBoard::empty(size);
        for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Time(Duration::ZERO)] {
            for name in NAMES {
                assert!(
                    board.has(ask(name, Role::Eater, &board, &think(budget, 1)).unwrap()),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer_whatever_was_searched_before() {
    let boards: Vec<EaterBoard> =
        [3, 5, 9].into_iter().flat_map(|size| random_boards(size, 2)).step_by(3).collect();
    for (name, side) in NAMES.iter().flat_map(|name| Role::BOTH.map(|side| (name, side))) {
        let mut used = player(name);
        for board in &boards {
            let again = used.choose(
                side.seat(),
                &EaterObservation::of(board.clone()),
                &think(Budget::Nodes(200), 5),
            );
            assert_eq!(
                again,
                ask(name, side, board, &think(Budget::Nodes(200), 5)),
                "{name} as {side}\n{board}"
            );
        }
    }
}

#[test]
fn nobody_can_be_guessed() {
    let board = EaterBoard::empty(5);
    for (name, side) in NAMES.iter().flat_map(|name| Role::BOTH.map(|side| (name, side))) {
        let answer = |seed| ask(name, side, &board, &think(Budget::Nodes(50), seed)).unwrap();
        let answers: HashSet<Cell> = (0..40).map(answer).collect();
        assert!(answers.len() > 2, "{name} as {side}: {answers:?}");
    }
}

#[test]
fn the_last_gap_is_taken_and_closed() {
    // The Passer connects at 2 2 alone; whoever is there first.
    let board: EaterBoard = ".P.\nE.E\n.P.".parse().unwrap();
    for (name, side) in
        ["smart", "montecarlo"].into_iter().flat_map(|name| Role::BOTH.map(|side| (name, side)))
    {
        for seed in 0..20 {
            let cell = ask(name, side, &board, &think(Budget::Nodes(50), seed)).unwrap();
            assert_eq!(cell, Cell::new(1, 1), "{name} as {side}");
        }
    }
}

#[test]
fn random_opponents_are_beaten() {
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
#[ignore = "takes some minutes"]
fn random_opponents_are_beaten_on_every_board() {
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
            // The search plays for the game's value, and on small boards that leaves weak play
            // unpunished.
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

/// What each side can lose with its mixture against the best answer to it, and the value.
fn losses(solver: &mut Solver, board: &EaterBoard, found: &Analysis) -> [f64; 3] {
    let free: Vec<Cell> = board.free().iter().collect();
    let everything = think(Budget::Nodes(u64::MAX), 0);
    let mut value =
        |board: &EaterBoard| solver.value(board, &mut Effort::whole(&everything)).unwrap().unwrap();
    let mut chance = |passer, eater| {
        let mut after = board.clone();
        after.mark(Pair { passer, eater });
        value(&after)
    };
    let mut against =
        |cell| found.passer.iter().map(|&(passer, p)| p * chance(passer, cell)).sum::<f64>();
    let least = free.iter().map(|&cell| against(cell)).fold(1.0, f64::min);
    let mut against =
        |cell| found.eater.iter().map(|&(eater, p)| p * chance(cell, eater)).sum::<f64>();
    let most = free.iter().map(|&cell| against(cell)).fold(0.0, f64::max);
    let value = value(board);
    [value - least, most - value, value]
}

fn searched(board: &EaterBoard, nodes: u64, seed: u64) -> Analysis {
    montecarlo::search(board, &think(Budget::Nodes(nodes), seed), &mut |_| None).unwrap()
}

#[test]
fn the_search_solves_the_empty_board_of_3_x_3() {
    let (mut solver, board) = (Solver::default(), EaterBoard::empty(3));
    for seed in 0..3 {
        let found = searched(&board, 20_000, seed);
        let [passer, eater, value] = losses(&mut solver, &board, &found);
        assert!(
            found.exact && (found.value - value).abs() < 1e-9,
            "{} instead of {value}",
            found.value
        );
        assert!(passer < 1e-9 && eater < 1e-9, "{passer} {eater}");
    }
}

#[test]
fn a_choice_on_4_x_4_gives_little_away() {
    let mut solver = Solver::default();
    let boards: Vec<EaterBoard> =
        (0..60).filter_map(|seed| random_boards(4, seed).into_iter().nth(3)).collect();
    let mut sum = 0.0;
    for board in &boards {
        let found = searched(board, 1_000, 1);
        for mixture in [&found.passer, &found.eater] {
            assert!((mixture.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(
                mixture.is_sorted_by_key(|&(cell, _)| cell)
                    && mixture.iter().all(|&(_, share)| share > 0.0)
            );
        }
        let [passer, eater, _] = losses(&mut solver, board, &found);
        sum += passer + eater;
    }
    let mean = sum / f64::from(u32::try_from(boards.len()).unwrap());
    assert!(mean < 0.06, "{mean}");
}

#[test]
fn what_an_oracle_knows_is_used() {
    let board = EaterBoard::empty(4);
    let (mut solver, everything) = (Solver::default(), think(Budget::Nodes(u64::MAX), 0));
    let mut oracle =
        |board: &EaterBoard| solver.value(board, &mut Effort::whole(&everything)).unwrap();
    let found = montecarlo::search(&board, &think(Budget::Nodes(3_000), 1), &mut oracle).unwrap();
    let [passer, eater, value] = losses(&mut Solver::default(), &board, &found);
    assert!(
        (found.value - value).abs() < 0.002 && passer + eater < 0.01,
        "{} {passer} {eater}",
        found.value
    );
}

#[test]
fn smart_mixes_for_both_sides() {
    let mut rng = random::rng(1, &[]);
    for _ in 0..100 {
        let boards = random_boards(rng.random_range(3..10), rng.random());
        let board = boards.choose(&mut rng).unwrap();
        for side in Role::BOTH {
            let mixture = smart::mixture(board, side);
            assert!(
                (mixture.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9,
                "{side}\n{board}"
            );
            assert!(
                mixture.iter().all(|&(cell, share)| share >= 0.0 && board.free().contains(cell))
            );
        }
    }
}

#[test]
fn a_search_that_is_cancelled_says_so() {
    for size in [3, 15, 50] {
        let cancel = CancelToken::default();
        cancel.cancel();
        let think = think(Budget::Time(Duration::from_secs(3600)), 1).with_cancel(cancel);
        assert_eq!(
            montecarlo::search(&EaterBoard::empty(size), &think, &mut |_| None),
            Err(SearchStop::Cancelled)
        );
        for name in ["smart", "montecarlo"] {
            assert_eq!(
                ask(name, Role::Eater, &EaterBoard::empty(size), &think),
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
        let (reports, heard) = mpsc::channel();
        let think = think(Budget::Time(Duration::from_secs(3600)), 1)
            .with_cancel(cancel.clone())
            .with_listener(move |words| {
                let _ = reports.send(words);
            });
        let searching = thread::spawn(move || {
            ask("montecarlo", Role::Passer, &EaterBoard::empty(size), &think)
        });
        // the search is under way when it first reports
        let words = heard.recv().unwrap();
        assert!(words.contains(" positions, Passer ") && words.ends_with('%'), "{words}");
        cancel.cancel();
        assert_eq!(searching.join().unwrap(), Err(PlayerError::Cancelled));
    }
}

#[test]
fn a_decided_position_takes_no_time() {
    let neck: EaterBoard = "....\nE.EE\n....\n....".parse().unwrap();
    let sealed: EaterBoard = "....\nEEEE\n....\n....".parse().unwrap();
    for (board, choices) in [(neck, 1), (sealed, 12)] {
        let think = think(Budget::Time(Duration::from_secs(3600)), 1);
        let found = montecarlo::search(&board, &think, &mut |_| None).unwrap();
        assert!(
            found.exact
                && found.value == 0.0
                && found.eater.len() == choices
                && found.passer.len() == choices
        );
    }
}
