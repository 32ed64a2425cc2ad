//! Flip's computer players: what they find, and that budget, chance and cancelling work as for any
//! player.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use fourcade::{
    games::{
        GameInfo, PlayerArg, find_player,
        flip::{
            Flip,
            rules::{FlipBoard, FlipObservation, FlipPosition, FlipSetup, Side, Square},
        },
    },
    play::{Budget, CancelToken, Game, Observation, Player, PlayerError, Seats, ThinkContext},
};
use rand::{RngExt, seq::IndexedRandom};

fn player(name: &str) -> Box<dyn Player<Flip>> {
    find_player::<Flip>(name).unwrap().make().unwrap()
}

/// Every player of ours, every level included.
fn everybody() -> Vec<String> {
    let names = Flip::players().iter().flat_map(|kind| match &kind.arg {
        PlayerArg::Number { range, .. } => {
            range.clone().map(|number| format!("{}:{number}", kind.name)).collect()
        }
        PlayerArg::None | PlayerArg::Word(_) => vec![kind.name.to_owned()],
        // Others' programs have tests of their own.
        PlayerArg::Path | PlayerArg::Command => Vec::new(),
    });
    names.collect()
}

fn think(budget: Budget, position: &FlipPosition) -> ThinkContext {
    ThinkContext::new(budget, 7, position.to_move.seat(), 3)
}

fn ask(
    player: &mut dyn Player<Flip>,
    position: &FlipPosition,
    think: &ThinkContext,
) -> Result<Square, PlayerError> {
    let seen = FlipObservation { position: position.clone(), moves: Arc::default(), over: false };
    player.choose(position.to_move.seat(), &seen, think)
}

fn answer(name: &str, position: &FlipPosition, nodes: u64) -> Square {
    ask(player(name).as_mut(), position, &think(Budget::Nodes(nodes), position)).unwrap()
}

/// A game between two players, to its end.
fn play(names: [&str; 2], size: u16, nodes: u64) -> Flip {
    let mut game = Flip::start(&FlipSetup::new(size).unwrap());
    let mut players = names.map(player);
    while let Some(seat) = game.awaited().only() {
        let think = ThinkContext::new(Budget::Nodes(nodes), 1, seat, game.turns() as usize);
        let cell =
            players[seat.index()].choose(seat, &game.observe(Seats::one(seat)), &think).unwrap();
        game.step(&[(seat, cell)])
            .unwrap_or_else(|why| panic!("{names:?}: {why}\n{}", game.board()));
    }
    game
}

/// The positions of a game at random.
fn random_positions(size: u16, seed: u64) -> Vec<FlipPosition> {
    let mut rng = fourcade::play::random::rng(seed, &[]);
    let mut game = Flip::start(&FlipSetup::new(size).unwrap());
    let mut positions = Vec::new();
    while let Some(seat) = game.awaited().only() {
        positions.push(game.position().clone());
        let legal = game.observe(Seats::one(seat)).legal(seat);
        game.step(&[(seat, *legal.choose(&mut rng).unwrap())]).unwrap();
    }
    positions
}

/// A large board full of tiles with some holes: many legal moves, much to look through.
fn crowded(size: u16) -> FlipPosition {
    let mut rng = fourcade::play::random::rng(5, &[]);
    let mut board = FlipBoard::empty(size);
    for cell in board.squares() {
        let tile = [Some(Side::O), Some(Side::X), Some(Side::X), None][rng.random_range(0..4)];
        board.set(cell, tile);
    }
    FlipPosition { board, to_move: Side::O }
}

#[test]
fn a_4_x_4_game_is_played_perfectly() {
    for names in [["expert", "expert"], ["level:8", "level:8"], ["level:9", "level:10"]] {
        assert_eq!(play(names, 4, Flip::DEFAULT_NODES).board().counts(), [3, 11], "{names:?}");
    }
}

#[test]
fn all_moves_are_legal_on_boards_of_any_size() {
    for size in [4, 5, 6, 7, 8, 9, 10, 16] {
        let positions = random_positions(size, u64::from(size));
        for name in everybody() {
            for position in positions.iter().step_by(positions.len() / 6) {
                let cell = answer(&name, position, 300);
                assert!(
                    position.board.is_legal(position.to_move, cell),
                    "{name}: {cell}\n{}",
                    position.board
                );
            }
        }
    }
}

#[test]
fn whole_games_come_to_their_end() {
    for size in [5, 6, 9, 12] {
        for names in [["level:2", "level:8"], ["expert", "level:4"]] {
            assert!(play(names, size, 200).outcome().is_some());
        }
    }
}

#[test]
fn large_boards_are_played_too() {
    for size in [50, 200] {
        let position = crowded(size);
        for name in everybody() {
            let cell = answer(&name, &position, 3000);
            assert!(position.board.is_legal(position.to_move, cell), "{name}: {cell}");
        }
    }
}

#[test]
fn a_budget_of_nothing_still_gives_a_legal_move() {
    for position in [FlipPosition::start(8), FlipPosition::start(9), crowded(30)] {
        for name in everybody() {
            for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Time(Duration::ZERO)] {
                let cell =
                    ask(player(&name).as_mut(), &position, &think(budget, &position)).unwrap();
                assert!(position.board.is_legal(position.to_move, cell), "{name}: {cell}");
            }
        }
    }
}

#[test]
fn the_same_budget_gives_the_same_answer_whatever_was_searched_before() {
    for size in [6, 8, 10] {
        let positions: Vec<_> = random_positions(size, 11).into_iter().step_by(4).collect();
        for name in ["level:1", "level:5", "level:8", "level:10", "expert"] {
            let mut used = player(name);
            // a larger budget first, so that its table is larger too
            ask(used.as_mut(), &positions[0], &think(Budget::Nodes(20_000), &positions[0]))
                .unwrap();
            let mut all = || -> Vec<_> {
                let ask = |position: &FlipPosition| {
                    ask(used.as_mut(), position, &think(Budget::Nodes(2_000), position)).unwrap()
                };
                positions.iter().map(ask).collect()
            };
            let (first, again) = (all(), all());
            let fresh: Vec<_> =
                positions.iter().map(|position| answer(name, position, 2_000)).collect();
            assert_eq!(first, fresh, "{name}, n = {size}");
            assert_eq!(again, fresh, "{name}, n = {size}");
        }
    }
}

#[test]
fn chance_comes_from_the_decision_alone() {
    let position = &random_positions(8, 3)[10];
    let with_seed = |seed| {
        let think = ThinkContext::new(Budget::Nodes(500), seed, position.to_move.seat(), 3);
        ask(player("level:1").as_mut(), position, &think).unwrap()
    };
    let answers: std::collections::HashSet<_> = (0..50).map(with_seed).collect();
    assert!(answers.len() > 1, "the first level hesitates");
    assert!((0..50).all(|seed| with_seed(seed) == with_seed(seed)));
}

#[test]
fn a_search_that_is_cancelled_says_so() {
    for position in [FlipPosition::start(8), FlipPosition::start(20), crowded(300)] {
        for name in ["level:10", "expert"] {
            let cancel = CancelToken::default();
            cancel.cancel();
            let think =
                think(Budget::Time(Duration::from_secs(3600)), &position).with_cancel(cancel);
            assert_eq!(
                ask(player(name).as_mut(), &position, &think),
                Err(PlayerError::Cancelled),
                "{name}"
            );
        }
    }
}

#[test]
fn a_search_can_be_cancelled_while_it_runs() {
    for position in [random_positions(8, 1)[12].clone(), FlipPosition::start(20), crowded(100)] {
        let cancel = CancelToken::default();
        let (reports, heard) = mpsc::channel();
        let think = think(Budget::Time(Duration::from_secs(3600)), &position)
            .with_cancel(cancel.clone())
            .with_listener(move |words| {
                let _ = reports.send(words);
            });
        let searching = thread::spawn(move || ask(player("expert").as_mut(), &position, &think));
        // the search is under way when it first reports
        let words = heard.recv().unwrap();
        assert!(words.starts_with("depth ") && words.ends_with(" positions"), "{words}");
        cancel.cancel();
        assert_eq!(searching.join().unwrap(), Err(PlayerError::Cancelled));
    }
}

#[test]
fn what_is_plain_to_see_is_seen() {
    let corner_8 = ".OX.....\n........\n..OOX...\n..OXX...\n...XX...\n........\n........\n........";
    let corner_9 = ".OX......\n.........\n..OOX....\n..OXX....\n...XX....\n.........\n.........\n.........\n.........";
    let all_at_once =
        "........\n........\n..O.....\n...XO...\n...OX...\n........\n........\n........";
    for (names, side, board, best) in [
        // a corner, for who looks no further
        (["level:4"].as_slice(), Side::X, corner_8, "0 0"),
        (&["level:4"], Side::X, corner_9, "0 0"),
        // all of the opponent's tiles
        (&["level:5", "level:7", "level:10", "expert"], Side::O, all_at_once, "5 5"),
    ] {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: side };
        for name in names {
            assert_eq!(answer(name, &position, 5_000).to_string(), best, "{name}\n{board}");
        }
    }
}

#[test]
fn a_solved_position_is_reported_as_such() {
    let position = random_positions(6, 2)
        .into_iter()
        .rev()
        .find(|position| position.legal().len() > 2)
        .unwrap();
    let (reports, heard) = mpsc::channel();
    let think = think(Budget::Nodes(50_000), &position).with_listener(move |words| {
        let _ = reports.send(words);
    });
    ask(player("expert").as_mut(), &position, &think).unwrap();
    drop(think);
    let last = heard.iter().last().unwrap();
    assert!(last.starts_with("solved, "), "{last}");
}
