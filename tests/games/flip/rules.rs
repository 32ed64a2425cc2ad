//! Flip's rules: drawn positions, published perft counts, perfect games.

use std::ops::Range;

use super::array;

use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, FlipPosition, FlipSetup, Side, Square, perft::perft},
    },
    play::{Game, Seats},
};

/// Returns the published counts as (size, depth, lines).
fn perft_table() -> Vec<(u16, u32, u64)> {
    let mut table = Vec::new();
    for line in include_str!("../../data/flip_perft.txt").lines() {
        let Some((size, counts)) = line.strip_prefix("n=").and_then(|line| line.split_once(':'))
        else {
            continue;
        };
        let mut depth = 0;
        for word in counts.split_whitespace().take_while(|word| !word.starts_with('(')) {
            if let Some(given) = word.strip_prefix('d') {
                depth = given.parse::<u32>().unwrap() - 1;
            } else if word != "..." {
                depth += 1;
                table.push((size.parse().unwrap(), depth, word.parse().unwrap()));
            }
        }
    }
    assert_eq!(table.iter().filter(|row| row.0 == 8).count(), 14);
    table
}

/// Checks the published counts within these ranges: one for bitboards, and one for larger boards,
/// which are much slower.
fn check_perft(small: Range<u64>, wide: Range<u64>) {
    for (size, depth, lines) in perft_table() {
        let range = if size <= 8 { &small } else { &wide };
        if range.contains(&lines) {
            assert_eq!(
                perft(&FlipPosition::start(size), depth),
                lines,
                "n = {size}, depth {depth}"
            );
        }
    }
}

#[test]
fn perft_counts_match_the_published_ones() {
    check_perft(0..50_000_000, 0..100_000);
}

#[test]
#[ignore = "takes about a minute"]
fn deeper_perft_counts_match_the_published_ones() {
    check_perft(50_000_000..20_000_000_000, 100_000..u64::MAX);
}

#[test]
#[ignore = "takes about ten minutes"]
fn the_deepest_perft_counts_match_the_published_ones() {
    check_perft(20_000_000_000..u64::MAX, 0..0);
}

#[test]
fn perft_on_the_array_equals_perft_on_bitboards() {
    for (size, depth, lines) in
        perft_table().into_iter().filter(|&(size, _, lines)| size <= 8 && lines < 30_000)
    {
        let board = FlipBoard::Wide(array(&FlipBoard::start(size)));
        let start = FlipPosition { board, to_move: Side::O };
        assert_eq!(perft(&start, depth), lines, "n = {size}, depth {depth}");
    }
}

/// Plays a move for the side to move and returns its events.
fn play(game: &mut Flip, square: Square) -> Vec<FlipEvent> {
    let seat = game.awaited().only().unwrap_or_else(|| panic!("the game is over before {square}"));
    game.step(&[(seat, square)])
        .unwrap_or_else(|error| panic!("{square}: {error}\n{}", game.board()))
}

#[test]
fn perfect_games_have_the_known_results() {
    let lines: Vec<_> = include_str!("../../data/flip_perfect_lines.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(lines.len(), 2);
    for (line, size, tiles) in [(lines[0], 8, [32, 32]), (lines[1], 6, [16, 20])] {
        let mut game = Flip::start(&FlipSetup::new(size).unwrap());
        let mut passes = 0;
        for word in line.split(", ") {
            if word == "pass" {
                passes -= 1;
            } else {
                let events = play(&mut game, word.parse().unwrap());
                passes += events
                    .iter()
                    .filter(|event| matches!(event, FlipEvent::Passed { .. }))
                    .count()
                    .cast_signed();
            }
        }
        assert_eq!(passes, 0, "the rules pass where the line does");
        assert_eq!(game.board().counts(), tiles);
        assert!(game.outcome().is_some() && game.awaited() == Seats::NONE);
    }
}

fn position(to_move: Side, board: &str) -> FlipPosition {
    FlipPosition { board: board.parse().unwrap(), to_move }
}

#[test]
fn moves_flip_the_runs_that_they_enclose() {
    for (before, side, (row, col), after) in [
        // The opening.
        ("....\n.OX.\n.XO.\n....", Side::O, (0, 2), "..O.\n.OO.\n.XO.\n....\n"),
        // Several directions at once. The run to the right is open and stays.
        (
            "O.O.O\n.XXX.\n.X.XX\n.X.X.\nO.O.O\n",
            Side::O,
            (2, 2),
            "O.O.O\n.OOO.\n.XOXX\n.O.O.\nO.O.O\n",
        ),
        // A gap ends a run, and the edge does not close one.
        ("O.XX.\n.....\n.....\n.....\n.....\n", Side::O, (0, 4), ""),
        ("XXX..\n.....\n.....\n.....\n.....\n", Side::O, (0, 3), ""),
        // Tiles flipped by this move do not enclose others.
        (
            ".XO..\nX....\nO....\n.....\n.X...\n",
            Side::O,
            (0, 0),
            "OOO..\nO....\nO....\n.....\n.X...\n",
        ),
        (
            "OX.X..\n......\n......\nO.....\n......\n......",
            Side::O,
            (0, 2),
            "OOOX..\n......\n......\nO.....\n......\n......\n",
        ),
        // X flips tiles of O.
        (".O..\nXOO.\n.O..\n....", Side::X, (1, 3), ".O..\nXXXX\n.O..\n....\n"),
        // A taken square, and squares outside the board.
        ("....\n.OX.\n.XO.\n....", Side::O, (1, 1), ""),
        ("....\n.OX.\n.XO.\n....", Side::O, (4, 0), ""),
        ("....\n.OX.\n.XO.\n....", Side::O, (0, 65535), ""),
    ] {
        let mut board = position(side, before).board;
        let square = Square::new(row, col);
        let flips = board.flips(side, square).len();
        assert_eq!(board.is_legal(side, square), !after.is_empty(), "{square}\n{before}");
        match board.play(side, square) {
            Some(flipped) => {
                assert_eq!(board.to_string(), after, "{square}\n{before}");
                assert_eq!(flipped.len(), flips);
            }
            None => assert_eq!((after, flips, board), ("", 0, position(side, before).board)),
        }
    }
}

#[test]
fn the_sample_game_has_the_passes_and_the_result_of_the_course_sheet() {
    let mut game = Flip::start(&FlipSetup::new(4).unwrap());
    let squares = ["0 2", "0 3", "3 1", "3 0", "2 0", "1 0", "0 1", "3 2", "1 3", "0 0", "2 3"];
    let events: Vec<_> = squares
        .map(|square| play(&mut game, square.parse().unwrap()))
        .into_iter()
        .flatten()
        .collect();
    let other_events: Vec<_> =
        events.iter().filter(|event| !matches!(event, FlipEvent::Placed { .. })).collect();
    let passed = |side, is_end| FlipEvent::Passed { side, is_end };
    assert_eq!(
        other_events,
        [
            &passed(Side::O, false),
            &passed(Side::O, true),
            &passed(Side::X, true),
            &FlipEvent::Over([0, 15])
        ]
    );
    assert_eq!(game.outcome().unwrap().winners().only(), Some(Side::X.seat()));
    assert_eq!(game.turns(), 11);
}

#[test]
fn an_illegal_move_is_refused_with_a_reason_and_changes_nothing() {
    let start = Flip::start(&FlipSetup::new(4).unwrap());
    for (side, (row, col), reason) in [
        (Side::X, (0, 1), "a move of each of these seats is wanted: 0"),
        (Side::O, (0, 4), "row and column must be within 0 - 3"),
        (Side::O, (1, 2), "that cell is taken"),
        (Side::O, (0, 0), "a move must turn at least one tile"),
    ] {
        let mut game = start.clone();
        let error = game.step(&[(side.seat(), Square::new(row, col))]).unwrap_err();
        assert_eq!((error.to_string().as_str(), &game), (reason, &start));
    }
}

#[test]
fn the_largest_board_can_be_played() {
    let mut game = Flip::start(&FlipSetup::new(1024).unwrap());
    for _ in 0..4 {
        let square = game.position().legal()[0];
        play(&mut game, square);
    }
    assert_eq!(game.board().counts().iter().sum::<u32>(), 8);
    assert!(FlipSetup::new(1025).is_err() && FlipSetup::new(3).is_err());
}
