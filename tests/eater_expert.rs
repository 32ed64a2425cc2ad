//! Eater's expert: that it plays what the analysis says, within the rules, the budget and the
//! cancel flag.

use std::{collections::HashMap, sync::mpsc, thread, time::Duration};

use fourcade::{
    games::eater::{
        Eater,
        players::expert::{Expert, analyse},
        rules::{Cell, EaterBoard, EaterObservation, EaterSetup, Role},
    },
    play::{Budget, CancelToken, Game, Player, PlayerError, Seats, ThinkContext},
};

fn think(budget: Budget, seed: u64, side: Role) -> ThinkContext {
    ThinkContext::new(budget, seed, side.seat(), 3)
}

fn seen(drawn: &str) -> EaterObservation {
    EaterObservation::of(drawn.parse().unwrap())
}

fn empty(size: u16) -> EaterObservation {
    EaterObservation::of(EaterBoard::empty(size))
}

#[test]
fn cells_are_drawn_as_often_as_the_mixture_says() {
    let position = seen("...\n...\nP.E");
    let budget = Budget::Nodes(1000);
    let analysis = analyse(&position, &think(budget, 1, Role::Passer)).unwrap();
    let mut expert = Expert::default();
    for side in Role::BOTH {
        assert!(analysis.of(side).len() > 1, "a position where mixing is needed");
        let mut drawn: HashMap<Cell, u32> = HashMap::new();
        let games = 4000;
        for seed in 0..games {
            let cell = expert.choose(side.seat(), &position, &think(budget, seed, side)).unwrap();
            *drawn.entry(cell).or_default() += 1;
        }
        for &(cell, share) in analysis.of(side) {
            let found = f64::from(drawn.remove(&cell).unwrap_or(0)) / 4000.0;
            let error = (share * (1.0 - share) / 4000.0).sqrt();
            assert!(
                (found - share).abs() < 4.5 * error,
                "{side} at {cell}: {found} instead of {share}"
            );
        }
        assert!(drawn.is_empty(), "{side} also chose {drawn:?}");
    }
}

/// A whole game of the expert against itself.
fn play(size: u16, nodes: u64, seed: u64) -> Eater {
    let mut game = Eater::start(&EaterSetup::new(size).unwrap());
    let mut experts = [Expert::default(), Expert::default()];
    while game.winner().is_none() {
        let moves = Role::BOTH.map(|side| {
            let think =
                ThinkContext::new(Budget::Nodes(nodes), seed, side.seat(), game.turns() as usize);
            let position = game.observe(Seats::one(side.seat()));
            (side.seat(), experts[side.index()].choose(side.seat(), &position, &think).unwrap())
        });
        game.step(&moves).unwrap_or_else(|why| panic!("{why}\n{}", game.board()));
    }
    game
}

#[test]
fn it_plays_whole_games_on_any_board() {
    for (size, nodes) in
        [(3, 500), (4, 2000), (5, 500), (7, 500), (9, 100), (15, 50), (50, 1), (3, 0), (6, 0)]
    {
        assert_eq!(play(size, nodes, 1), play(size, nodes, 1), "the same game again");
    }
}

#[test]
fn its_games_are_won_as_often_as_the_board_is_worth() {
    let wins = (0..1500).filter(|&seed| play(3, 500, seed).winner() == Some(Role::Passer)).count();
    let (share, worth) = (f64::from(u32::try_from(wins).unwrap()) / 1500.0, 35.0 / 316.0_f64);
    assert!((share - worth).abs() < 4.0 * (worth * (1.0 - worth) / 1500.0).sqrt(), "{share}");
}

#[test]
fn what_it_remembers_does_not_change_its_answer() {
    let positions = [empty(4), seen("....\n.PE.\n....\n...."), empty(3), empty(5), empty(4)];
    let mut used = Expert::default();
    for nodes in [10, 300, 34_000] {
        for (number, position) in positions.iter().enumerate() {
            let think = think(Budget::Nodes(nodes), number as u64, Role::Eater);
            let fresh = Expert::default().analyse(&position.board, &think).unwrap();
            assert_eq!(
                used.analyse(&position.board, &think).unwrap(),
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
        let analysis = analyse(&position, &think(Budget::Nodes(nodes), 1, Role::Passer)).unwrap();
        assert_eq!(analysis.exact, exact, "\n{}", position.board);
        assert!((0.0..=1.0).contains(&analysis.value));
        for side in Role::BOTH {
            let mixture = analysis.of(side);
            assert!((mixture.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(mixture.iter().all(|&(cell, _)| position.board.at(cell).is_none()));
        }
    }
    let little = analyse(&empty(4), &think(Budget::Nodes(100), 1, Role::Passer)).unwrap();
    assert!(!little.exact);
}

#[test]
fn a_game_that_is_over_has_no_choice() {
    let over = seen("P..\nPE.\nPEE");
    let full = seen("PEE\nEPE\nPEE");
    for position in [over, full] {
        let analysis = analyse(&position, &think(Budget::Nodes(10), 1, Role::Passer)).unwrap();
        assert!(analysis.exact && (analysis.value - 1.0).abs() < f64::EPSILON);
    }
    let lost = seen("PEE\nEEE\nPPE");
    let answer = Expert::default().choose(
        Role::Eater.seat(),
        &lost,
        &think(Budget::Nodes(10), 1, Role::Eater),
    );
    assert_eq!(answer, Err(PlayerError::Fault("has no cell to choose".to_owned())));
}

#[test]
fn it_answers_without_time_and_stops_when_cancelled() {
    let (mut expert, position) = (Expert::default(), empty(5));
    let none = think(Budget::Time(Duration::ZERO), 1, Role::Passer);
    assert!(expert.choose(Role::Passer.seat(), &position, &none).is_ok());
    let cancel = CancelToken::default();
    let endless = think(Budget::Nodes(u64::MAX), 1, Role::Passer).with_cancel(cancel.clone());
    let (told, answer) = mpsc::channel();
    let (begun, begins) = mpsc::channel();
    let endless = endless.with_listener(move |_| begun.send(()).unwrap_or(()));
    thread::spawn(move || told.send(expert.choose(Role::Passer.seat(), &position, &endless)));
    begins.recv().expect("it says how far it has come");
    cancel.cancel();
    assert_eq!(answer.recv().expect("an answer"), Err(PlayerError::Cancelled));
}
