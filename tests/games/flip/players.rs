//! Flip's computer players: their play, budgets, random numbers and cancellation.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipObservation, FlipPosition, FlipSetup, Side, Square},
        players::book::{Book, MAX_CHOSEN_LOSS},
    },
    play::{
        Advice, Budget, CancelToken, Game, GameInfo, Observation, Player, PlayerArg, PlayerError,
        Seats, ThinkContext, find_player,
    },
};
use rand::{RngExt, seq::IndexedRandom};

fn player(name: &str) -> Box<dyn Player<Flip>> {
    find_player::<Flip>(name).unwrap()
}

/// Returns the names of all built-in players, with all levels.
fn all_players() -> Vec<String> {
    let names = Flip::PLAYERS.iter().flat_map(|kind| match &kind.arg {
        PlayerArg::Number { range, .. } => {
            range.clone().map(|number| format!("{}:{number}", kind.name)).collect()
        }
        PlayerArg::None => vec![kind.name.to_owned()],
        PlayerArg::Word(words) => {
            let with_word = words.iter().map(|word| format!("{}:{word}", kind.name));
            std::iter::once(kind.name.to_owned()).chain(with_word).collect()
        }
        // External programs are tested elsewhere.
        PlayerArg::Path | PlayerArg::Command => Vec::new(),
    });
    names.collect()
}

fn context(budget: Budget, position: &FlipPosition) -> ThinkContext {
    ThinkContext::new(budget, 7, position.to_move.seat(), 3)
}

fn choose(
    player: &mut dyn Player<Flip>,
    position: &FlipPosition,
    context: &ThinkContext,
) -> Result<Square, PlayerError> {
    let observation =
        FlipObservation { position: position.clone(), moves: Arc::default(), is_over: false };
    player.choose(position.to_move.seat(), &observation, context)
}

fn answer(name: &str, position: &FlipPosition, nodes: u64) -> Square {
    choose(player(name).as_mut(), position, &context(Budget::Nodes(nodes), position)).unwrap()
}

/// A player's advice within 2,000 positions, and its progress reports.
fn quick_advice(name: &str, position: &FlipPosition, seed: u64) -> (Advice<Square>, Vec<String>) {
    let (reports, received) = mpsc::channel();
    let line_count = position.board.counts().iter().sum::<u32>() as usize;
    let context =
        ThinkContext::new(Budget::Nodes(2_000), seed, position.to_move.seat(), line_count)
            .with_listener(move |report| {
                let _ = reports.send(report);
            });
    let observation =
        FlipObservation { position: position.clone(), moves: Arc::default(), is_over: false };
    let seat = position.to_move.seat();
    let advice = player(name).advise(seat, &observation, &context).unwrap();
    let choice = player(name).choose(seat, &observation, &context).unwrap();
    drop(context);
    let reports: Vec<_> = received.iter().collect();
    // Advice from the book comes without a search, and the player may choose another good move.
    assert!(choice == advice.action || reports.is_empty());
    (advice, reports)
}

/// Plays a whole game between two players.
fn play(names: [&str; 2], size: u16, nodes: u64) -> Flip {
    let mut game = Flip::start(&FlipSetup::new(size).unwrap());
    let mut players = names.map(player);
    while let Some(seat) = game.awaited().only() {
        let context = ThinkContext::new(Budget::Nodes(nodes), 1, seat, game.turns() as usize);
        let square =
            players[seat.index()].choose(seat, &game.observe(Seats::one(seat)), &context).unwrap();
        game.step(&[(seat, square)])
            .unwrap_or_else(|error| panic!("{names:?}: {error}\n{}", game.board()));
    }
    game
}

/// Returns the positions of a game of random moves.
fn random_positions(size: u16, seed: u64) -> Vec<FlipPosition> {
    let mut rng = fourcade_engine::play::random::rng(seed, &[]);
    let mut game = Flip::start(&FlipSetup::new(size).unwrap());
    let mut positions = Vec::new();
    while let Some(seat) = game.awaited().only() {
        positions.push(game.position().clone());
        let legal = game.observe(Seats::one(seat)).legal(seat);
        game.step(&[(seat, *legal.choose(&mut rng).unwrap())]).unwrap();
    }
    positions
}

/// Returns a board full of random tiles, with some empty squares and many legal moves.
fn crowded(size: u16) -> FlipPosition {
    let mut rng = fourcade_engine::play::random::rng(5, &[]);
    let mut board = FlipBoard::empty(size);
    for square in board.squares() {
        let tile = [Some(Side::O), Some(Side::X), Some(Side::X), None][rng.random_range(0..4)];
        board.set(square, tile);
    }
    FlipPosition { board, to_move: Side::O }
}

#[test]
fn strong_players_play_4_x_4_perfectly() {
    for names in [["expert", "expert"], ["level:8", "level:8"], ["level:9", "level:10"]] {
        assert_eq!(play(names, 4, Flip::DEFAULT_NODES).board().counts(), [3, 11], "{names:?}");
    }
}

#[test]
fn all_moves_are_legal_on_boards_of_any_size() {
    for size in [4, 5, 6, 7, 8, 9, 10, 16] {
        let positions = random_positions(size, u64::from(size));
        for name in all_players() {
            for position in positions.iter().step_by(positions.len() / 6) {
                let square = answer(&name, position, 300);
                assert!(
                    position.board.is_legal(position.to_move, square),
                    "{name}: {square}\n{}",
                    position.board
                );
            }
        }
    }
}

#[test]
fn whole_games_end_on_all_board_sizes() {
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
        for name in all_players() {
            let square = answer(&name, &position, 3000);
            assert!(position.board.is_legal(position.to_move, square), "{name}: {square}");
        }
    }
}

#[test]
fn an_empty_budget_still_gives_a_legal_move() {
    for position in [FlipPosition::start(8), FlipPosition::start(9), crowded(30)] {
        for name in all_players() {
            for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Time(Duration::ZERO)] {
                let square =
                    choose(player(&name).as_mut(), &position, &context(budget, &position)).unwrap();
                assert!(position.board.is_legal(position.to_move, square), "{name}: {square}");
            }
        }
    }
}

#[test]
fn the_move_depends_on_the_budget_but_not_on_earlier_searches() {
    for size in [6, 8, 10] {
        let positions: Vec<_> = random_positions(size, 11).into_iter().step_by(4).collect();
        for name in ["level:1", "level:5", "level:8", "level:10", "expert", "expert:no-book"] {
            let mut used = player(name);
            // A larger budget first, so that the table is larger as well.
            choose(used.as_mut(), &positions[0], &context(Budget::Nodes(20_000), &positions[0]))
                .unwrap();
            let mut all = || -> Vec<_> {
                let choose = |position: &FlipPosition| {
                    choose(used.as_mut(), position, &context(Budget::Nodes(2_000), position))
                        .unwrap()
                };
                positions.iter().map(choose).collect()
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
fn random_numbers_depend_on_the_decision_alone() {
    let position = &random_positions(8, 3)[10];
    let with_seed = |seed| {
        let context = ThinkContext::new(Budget::Nodes(500), seed, position.to_move.seat(), 3);
        choose(player("level:1").as_mut(), position, &context).unwrap()
    };
    let answers: std::collections::HashSet<_> = (0..50).map(with_seed).collect();
    assert!(answers.len() > 1, "the first level chooses at random");
    assert!((0..50).all(|seed| with_seed(seed) == with_seed(seed)));
}

#[test]
fn the_expert_opens_from_the_book_without_a_search() {
    let play = |seed| {
        let mut game = Flip::start(&FlipSetup::new(8).unwrap());
        let mut opening = Vec::new();
        loop {
            let position = game.position();
            let moves = Book::built_in().moves(position.bitboards().unwrap());
            let (advice, reports) = quick_advice("expert", position, seed);
            let outlook = advice.outlook.unwrap_or_default();
            if moves.is_empty() {
                assert!(!reports.is_empty(), "{outlook}");
                return opening;
            }
            assert!(reports.is_empty() && !outlook.is_empty(), "{outlook}");
            let loss = |square| {
                let score = |square| moves.iter().find(|it| it.square == square).map(|it| it.score);
                Some(moves.iter().map(|it| it.score).max()? - score(square)?)
            };
            assert_eq!(loss(advice.action), Some(0));
            let budget = Budget::Time(Duration::from_secs(3600));
            let seat = position.to_move.seat();
            let context = ThinkContext::new(budget, seed, seat, opening.len());
            let square = choose(player("expert").as_mut(), position, &context).unwrap();
            assert!(loss(square).is_some_and(|loss| loss <= MAX_CHOSEN_LOSS));
            opening.push(square);
            game.step(&[(seat, square)]).unwrap();
        }
    };
    let openings: std::collections::HashSet<_> = (0..20).map(play).collect();
    assert!(openings.len() > 10, "other seeds give other games");
    assert!(openings.iter().all(|opening| opening.len() >= 8));
    assert_eq!(play(3), play(3));
}

#[test]
fn players_without_a_book_search_from_the_first_move() {
    let start = FlipPosition::start(8);
    for name in ["expert:no-book", "level:10"] {
        let (_, reports) = quick_advice(name, &start, 1);
        assert!(reports.iter().any(|report| report.starts_with("depth ")), "{name}: {reports:?}");
    }
    // There is no book for other boards.
    let (_, reports) = quick_advice("expert", &FlipPosition::start(6), 1);
    assert!(!reports.is_empty());
}

#[test]
fn only_a_search_that_uses_several_threads_asks_for_them() {
    let positions = random_positions(8, 1);
    let middle = positions[12].clone();
    let only_move = positions.into_iter().find(|it| it.board.legal(it.to_move).len() == 1).unwrap();
    for (name, position, asks) in [
        ("expert", middle.clone(), true),
        ("expert:no-book", FlipPosition::start(8), true),
        // A move from the book, the only legal move, a level, and a board that is too large.
        ("expert:no-book", only_move, false),
        ("expert", FlipPosition::start(8), false),
        ("level:10", middle, false),
        ("expert", FlipPosition::start(20), false),
    ] {
        let (asked, was_asked) = mpsc::channel();
        let budget = Budget::Time(Duration::from_millis(20));
        let context = context(budget, &position).with_threads(move || {
            let _ = asked.send(());
            2
        });
        choose(player(name).as_mut(), &position, &context).unwrap();
        assert_eq!(was_asked.try_recv().is_ok(), asks, "{name}");
    }
}

#[test]
fn a_cancelled_search_returns_an_error() {
    for position in [FlipPosition::start(8), FlipPosition::start(20), crowded(300)] {
        for name in ["level:10", "expert", "expert:no-book"] {
            let cancel = CancelToken::default();
            cancel.cancel();
            let context =
                context(Budget::Time(Duration::from_secs(3600)), &position).with_cancel(cancel);
            assert_eq!(
                choose(player(name).as_mut(), &position, &context),
                Err(PlayerError::Cancelled),
                "{name}"
            );
        }
    }
}

#[test]
fn a_running_search_can_be_cancelled() {
    for position in [random_positions(8, 1)[12].clone(), FlipPosition::start(20), crowded(100)] {
        let cancel = CancelToken::default();
        let (reports, received) = mpsc::channel();
        let context = context(Budget::Time(Duration::from_secs(3600)), &position)
            .with_cancel(cancel.clone())
            .with_listener(move |report| {
                let _ = reports.send(report);
            });
        let searching =
            thread::spawn(move || choose(player("expert").as_mut(), &position, &context));
        // The first report shows that the search is running.
        let report = received.recv().unwrap();
        assert!(report.starts_with("depth ") && report.ends_with(" positions"), "{report}");
        cancel.cancel();
        assert_eq!(searching.join().unwrap(), Err(PlayerError::Cancelled));
    }
}

#[test]
fn obvious_moves_are_found() {
    let corner_8 = ".OX.....\n........\n..OOX...\n..OXX...\n...XX...\n........\n........\n........";
    let corner_9 = ".OX......\n.........\n..OOX....\n..OXX....\n...XX....\n\
                    .........\n.........\n.........\n.........";
    let all_at_once =
        "........\n........\n..O.....\n...XO...\n...OX...\n........\n........\n........";
    for (names, side, board, best) in [
        // A corner, found without a deep search.
        (["level:4"].as_slice(), Side::X, corner_8, "0 0"),
        (&["level:4"], Side::X, corner_9, "0 0"),
        // A move that flips all of the opponent's tiles.
        (&["level:5", "level:7", "level:10", "expert"], Side::O, all_at_once, "5 5"),
    ] {
        let position = FlipPosition { board: board.parse().unwrap(), to_move: side };
        for name in names {
            assert_eq!(answer(name, &position, 5_000).to_string(), best, "{name}\n{board}");
        }
    }
}

#[test]
fn a_solved_position_is_reported_as_solved() {
    let position = random_positions(6, 2)
        .into_iter()
        .rev()
        .find(|position| position.legal().len() > 2)
        .unwrap();
    let (reports, received) = mpsc::channel();
    let context = context(Budget::Nodes(50_000), &position).with_listener(move |report| {
        let _ = reports.send(report);
    });
    choose(player("expert").as_mut(), &position, &context).unwrap();
    drop(context);
    let last = received.iter().last().unwrap();
    assert!(last.starts_with("solved, "), "{last}");
}
