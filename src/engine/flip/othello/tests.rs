//! Odd but valid texts, broken ones, and round trips.

use proptest::prelude::*;

use super::{super::model::Side, *};
use crate::play::{Game as _, HUMAN, Observation as _, Outcome, RecordHeader, Seat, Seats};

/// A game of 60 moves, in which Black passes before the last two.
const WITH_PASS: &str = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8f1g4d1b6b1d3\
                         g6b7f8a7c7h6a8b2g5g2a1d6h2h5a4d8c8h7e8a2h4b8PSg1h1";
/// A game in which White takes all discs with its fifteenth move.
const WIPE_OUT: &str = "c4c3d3e3e2c6e6c5b5a4a6f3d6f6f2b4b6f1a3a7a5a2b3b2f7g8";
/// A whole game on 6 x 6, one on 10 x 10, and one on 4 x 4 that begins as on 8 x 8.
const OTHER_SIZES: [(&str, u16); 3] = [
    ("c2d2e3b2b1f2e4e5f4c5c1e2f5PSe6f6d6c6b4d5b3a1f1f3b5a5d1a2a6e1a4b6a3", 6),
    ("f7e7d4g5", 10),
    ("c4b4a1d2d4d3a2c1a4a3b1PSd1", 4),
];
const START: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
                     -------- *]";

fn read_all(text: &str) -> Vec<Session<Flip>> {
    let games = find_games(text).unwrap_or_else(|| panic!("no games in {text:?}"));
    games.iter().map(|game| game.read().unwrap_or_else(|why| panic!("{why} in {text:?}"))).collect()
}

fn read(text: &str) -> Session<Flip> {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{text:?}");
    games.remove(0)
}

/// Reads the only game of a text that is broken.
fn error(text: &str) -> String {
    let games = find_games(text).unwrap_or_else(|| panic!("no games in {text:?}"));
    games[0].read().expect_err(text).to_string()
}

fn moves(session: &Session<Flip>) -> String {
    OthelloFormat::Moves.write(session).unwrap().trim_end().to_owned()
}

fn ggf(moves: &str) -> String {
    format!("(;GM[Othello]TY[8]{START}{moves};)")
}

#[test]
fn move_lists_are_read_in_the_oddest_forms() {
    let with_marks = WITH_PASS.replace("PS", " -- ");
    for (text, expected) in [
        ("f5d6c3d3c4", "f5d6c3d3c4"),
        ("F5 D6 C3 D3 C4\r\n", "f5d6c3d3c4"),
        ("1. f5 2. d6 3. c3", "f5d6c3"),
        ("1 F5 2 D6\n3 C3 4 D3\n", "f5d6c3d3"),
        ("1.f5 d6 2.c3 d3 3.c4 *", "f5d6c3d3c4"),
        ("f5-d6-c3", "f5d6c3"),
        ("f5, d6; c3 /\td3\n\nC4\n", "f5d6c3d3c4"),
        ("\u{feff}  f5D6\u{a0}c3", "f5d6c3"),
        ("(1) f5! (2) d6? (3) c3", "f5d6c3"),
        ("1) f5\n2) d6\n3) c3\n34-30\n", "f5d6c3"),
        (&WITH_PASS.replace("PS", ""), &WITH_PASS.replace("PS", "")),
        (WITH_PASS, &WITH_PASS.replace("PS", "")),
        (&WITH_PASS.replace("PS", "pass"), &WITH_PASS.replace("PS", "")),
        (&with_marks, &WITH_PASS.replace("PS", "")),
        // The passes at the end of a game may be marked, too.
        (&format!("{WIPE_OUT} pass pass"), WIPE_OUT),
    ] {
        assert_eq!(moves(&read(text)), expected, "{text:?}");
    }
}

#[test]
fn black_is_o_and_board_and_moves_are_mirrored_together() {
    let session = read("f5");
    assert_eq!(session.game().board().at(super::parse_square("f5", 8).unwrap()), Some(Side::O));
    assert_eq!(session.game().board().counts(), [4, 1]);
    // Black holds d5, e5 and f5 of row 5: columns 4, 3 and 2.
    let rows = session.game().board().to_string();
    assert_eq!(rows.lines().nth(4), Some("..OOO..."), "{rows}");
}

#[test]
fn passes_and_wipe_outs_are_played_as_the_rules_say() {
    let session = read(WITH_PASS);
    assert_eq!(session.outcome().map(|end| end.scores().to_vec()), Some(vec![44, 20]));
    let session = read(WIPE_OUT);
    assert_eq!(session.outcome(), Some(Outcome::highest_wins(vec![0, 30])));
    let text = OthelloFormat::Ggf.write(&session).unwrap();
    assert!(text.contains("RE[-64.00]") && text.ends_with("B[f7]W[g8]B[PA]W[PA];)\n"), "{text}");
}

#[test]
fn other_boards_are_recognised_by_their_moves() {
    for (text, size) in OTHER_SIZES {
        let session = read(text);
        assert_eq!(session.header().setup.size(), size);
        assert_eq!(moves(&session), text.replace("PS", ""));
    }
}

#[test]
fn a_file_with_a_game_a_line_has_several_games() {
    let games = find_games("f5d6c3\n\nf5f6e6\n  e6f6\n").unwrap();
    let summaries: Vec<_> = games.iter().map(OthelloGame::summary).collect();
    assert_eq!(summaries, ["f5d6c3 (3 moves)", "f5f6e6 (3 moves)", "e6f6 (2 moves)"]);
    assert_eq!(games[2].read().unwrap().lines().len(), 2);
    // One game in several lines names no square twice.
    assert_eq!(find_games("f5d6\nc3d3\n").unwrap().len(), 1);
    let long = find_games(WITH_PASS).unwrap()[0].summary();
    assert_eq!(long, "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3... (60 moves)");
}

#[test]
fn ggf_is_read_in_the_oddest_forms() {
    let start = START;
    let (before, after) = WITH_PASS.split_once("PS").unwrap();
    for (text, expected) in [
        (ggf("B[f5]W[d6]B[c3]"), "f5d6c3"),
        (ggf("B[F5//0.01]W[D6/-3.25/12.5]B[c3/1/]"), "f5d6c3"),
        (format!("junk before\n1 {}\nand after", ggf("\n  B[f5]\n ;W[d6]\n")), "f5d6"),
        // Neither type nor board nor game, small letters, and unknown properties.
        ("(;b[f5]w[d6]ZZ[any text (;) here]b[c3];)".to_owned(), "f5d6c3"),
        // The end of other formats of this family.
        ("(;GM[Reversi];B[f5];W[d6])".to_owned(), "f5d6"),
        (
            format!(
                "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[]PW[]RB[1837.5]RW[2000.1]\
                 TI[15:00//02:00]TY[8b]RE[+2.000]{start}B[f5];)"
            ),
            "f5",
        ),
        // Discs and empty cells in other signs; a board without spaces between its rows.
        (format!("(;TY[8]BO[8 {}ox......xo{} *]B[d3];)", ".".repeat(27), ".".repeat(27)), "d3"),
        ("(;TY[8r4]B[f5];)".to_owned(), "f5"),
        (ggf(&format!("{}B[PA]{}", ggf_moves(before, "BW"), ggf_moves(after, "WB"))), WITH_PASS),
        (ggf(&(ggf_moves(before, "BW") + &ggf_moves(after, "WB"))), WITH_PASS),
        ("(;TY[6]B[e4]W[e5]B[d5];)".to_owned(), "e4e5d5"),
        ("(;TY[10]B[f7];)".to_owned(), "f7"),
        ("(;GM[Othello];)".to_owned(), ""),
    ] {
        assert_eq!(moves(&read(&text)), expected.replace("PS", ""), "{text:?}");
    }
}

/// The moves of a list as properties with these letters in turn.
fn ggf_moves(list: &str, letters: &str) -> String {
    let names = list.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap());
    let moves = names.zip(letters.chars().cycle());
    moves.map(|(name, letter)| format!("{letter}[{name}]")).collect::<Vec<_>>().concat()
}

#[test]
fn both_games_of_a_synchro_match_are_in_the_list() {
    let game = |names: &str, moves: &str| {
        format!("(;GM[Othello]PC[GGS/os]{names}RE[+4.00]TY[s8]{START}{moves};)")
    };
    let text = format!(
        "2 {}{}\n1 (;GM[Othello]PB[Eve]TY[8a];)\n1 (;PB[Zoe",
        game("PB[Ada]PW[Bob]", "B[f5]"),
        game("PB[Bob]PW[Ada]", "B[d3]W[c3]")
    );
    let games = find_games(&text).unwrap();
    let summaries: Vec<_> = games.iter().map(OthelloGame::summary).collect();
    assert_eq!(
        summaries,
        [
            "Ada - Bob, s8, +4.00",
            "Bob - Ada, s8, +4.00",
            "Eve - White, 8a",
            "damaged (line 3: the value of PB does not end: `]` is missing)",
        ]
    );
    // A broken game doesn't hide the others.
    let second = games[1].read().unwrap();
    assert_eq!(second.match_info().unwrap().names, ["Bob", "Ada"]);
    assert_eq!(second.header().players, [HUMAN, HUMAN]);
    assert_eq!(moves(&second), "d3c3");
}

#[test]
fn a_game_that_was_resigned_or_lost_on_time_has_a_winner() {
    for (result, winner) in
        [("-64.00:r", Some(1)), ("+64:r", Some(0)), ("+12.5:t", Some(0)), ("+2:s", None)]
    {
        let session = read(&ggf(&format!("RE[{result}]B[f5]")));
        let outcome = session.outcome();
        let won = outcome.map(|outcome| (0..2).find(|&seat| outcome.place(Seat::new(seat)) == 1));
        assert_eq!(won.flatten(), winner, "{result}");
    }
}

#[test]
fn broken_texts_get_a_sentence_that_says_where() {
    let bad_board = |board: &str| format!("(;TY[8]\nBO[{board}]B[f5];)");
    let dots = "-".repeat(27);
    for (text, expected) in [
        ("f5d6c3d4", "line 1: move 4 (d4): that cell is taken"),
        ("f5\nd6\na1", "line 3: move 3 (a1): a move must turn at least one tile"),
        ("f5 k6", "line 1: move 2 (k6): a board of 8 x 8 has no such square"),
        ("f5 pass d6", "line 1: move 2 (pass): White has a move, such as f4, and may not pass"),
        ("1. e4 e5 2. Nf3", "line 1: \"Nf3\" isn't a move; a move is a square such as f5"),
        ("f5 d6\nresigns", "line 2: \"resigns\" isn't a move; a move is a square such as f5"),
        ("a1", "line 1: move 1 (a1): a move must turn at least one tile"),
        ("f5 a99", "line 1: no board here has a square a99: they have at most 26 rows"),
        ("f5d6x9", "line 1: move 3 (x9): a board of 8 x 8 has no such square"),
        (&format!("{WIPE_OUT}h8"), "line 1: move 27 (h8): the game is over"),
        (&format!("{WIPE_OUT} pass pass pass"), "line 1: move 29 (pass): the game is over"),
        (&ggf("B[f5]B[d6]"), "line 1: move 2 (d6): it is White's turn, not Black's"),
        (&ggf("\n\nB[f5]\nW[i9]"), "line 4: move 2 (i9): a board of 8 x 8 has no such square"),
        (&ggf("B[f5]W[north]"), "line 1: \"north\" isn't a move; a move is a square such as f5"),
        (&ggf("B[f5]W[PA]"), "line 1: move 2 (pa): White has a move, such as f4, and may not pass"),
        ("(;GM[Amazons]B[J4-I4-J5];)", "line 1: this is a game of Amazons, not of Othello"),
        (
            "(;GM[Othello]TY[s8a]B[f5];)",
            "line 1: in games of type s8a, the fewest discs win; they can't be read",
        ),
        ("(;TY[8k]B[f5];)", "line 1: games with a komi, here of type 8k, can't be read"),
        ("(;TY[8]KM[-2.5]B[f5];)", "line 1: games with a komi, here -2.5, can't be read"),
        (
            "(;TY[8]KB[f5/2.1]KW[d6/1]B[c3];)",
            "line 1: games in which the players bid for a komi can't be read",
        ),
        ("(;TY[88]B[f5];)", "line 1: type 88: boards have 4 to 26 rows here, not \"88\""),
        (
            &bad_board(&format!("8 {dots}*O------O*{dots} *")),
            "line 2: it does not start from the usual position, with Black on e4 and d5 (on 8 x 8) \
             and Black to move",
        ),
        (
            &bad_board(&format!("8 {dots}O*------*O{dots} O")),
            "line 2: it does not start from the usual position, with Black on e4 and d5 (on 8 x 8) \
             and Black to move",
        ),
        (
            &bad_board("8 ---O*--- *"),
            "line 2: a board of 8 x 8 has 64 cells and then the side to move, but there are 9 signs",
        ),
        (&bad_board("8 ---Q"), "line 2: its board has a cell 'Q'; expected `-`, `*` or `O`"),
        (&bad_board("big ---"), "line 2: boards have 4 to 26 rows here, not \"big\""),
        ("(;TY[8]\nB[f5]", "line 2: the game does not end: `;)` is missing"),
        ("(;TY[8]\n\nB[f5", "line 3: the value of B does not end: `]` is missing"),
        ("(;TY[8] 7 B[f5];)", "line 1: expected a property such as B[f5], not '7'"),
        ("(;TY;)", "line 1: expected a property such as B[f5], not ';'"),
    ] {
        assert_eq!(error(text), expected, "{text:?}");
    }
    for text in ["", "\n", "hello", "42", "{\"fourcade\":1}", "; a comment", "Ada beats Bob 34-30"]
    {
        assert_eq!(find_games(text), None, "{text:?}");
    }
}

#[test]
fn our_own_ggf_keeps_computers_results_and_other_names() {
    let mut session = read("f5d6c3");
    session.set_players(vec![HUMAN.to_owned(), "level:3".to_owned()]);
    session.resign(Seat::new(1)).unwrap();
    let text = OthelloFormat::Ggf.write(&session).unwrap();
    assert_eq!(
        text,
        format!(
            "(;GM[Othello]PC[fourcade]PB[human]PW[level:3]RE[+64.00:r]TY[8]{START}B[f5]W[d6]B[c3]\
             ;)\n"
        )
    );
    assert_eq!(read(&text).record(), session.record());
    // A program that a file names doesn't become a player.
    let other = read(&text.replace("level:3", "program:sh"));
    assert_eq!(other.header().players, [HUMAN, HUMAN]);
    assert_eq!(other.match_info().unwrap().names, ["human", "program:sh"]);
    let named = read("(;PB[A [x]PW[B];)");
    assert_eq!(
        read(&OthelloFormat::Ggf.write(&named).unwrap()).match_info().unwrap().names[0],
        "A (x"
    );
}

#[test]
fn a_board_without_enough_letters_can_not_be_written() {
    let setup = crate::flip::model::FlipSetup::new(27).unwrap();
    let players = vec![HUMAN.to_owned(); 2];
    let session = Session::<Flip>::new(RecordHeader { setup, players, seed: 1, clock: None });
    for format in [OthelloFormat::Moves, OthelloFormat::Ggf] {
        let error = format.write(&session).unwrap_err().to_string();
        assert_eq!(error, "Othello's formats name at most 26 columns, and this board has 27");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a-h1-8PpSs .\\-()\\[\\];BWTYO/*\\n\\PC]{0,80}") {
        for game in find_games(&text).into_iter().flatten() {
            let _ = (game.summary(), game.read());
        }
    }

    #[test]
    fn a_written_game_is_read_again(
        choices in proptest::collection::vec(any::<usize>(), 0..120),
        size in 4_u16..=12,
        is_upper: bool,
    ) {
        let setup = crate::flip::model::FlipSetup::new(size).unwrap();
        let players = vec![HUMAN.to_owned(); 2];
        let mut session = Session::<Flip>::new(RecordHeader { setup, players, seed: 0, clock: None });
        for choice in choices {
            let Some(seat) = session.awaited().iter().next() else { break };
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, legal[choice % legal.len()]).unwrap();
        }
        let text = OthelloFormat::Ggf.write(&session).unwrap();
        prop_assert_eq!(read(&text).record(), session.record());
        // The size of a list of moves on another board is guessed, unless the game is whole.
        if size == 8 && !session.lines().is_empty() {
            let text = OthelloFormat::Moves.write(&session).unwrap();
            let text = if is_upper { text.to_uppercase() } else { text };
            prop_assert_eq!(read(&text).record(), session.record());
        }
    }
}
