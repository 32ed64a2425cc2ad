//! What the engine answers, byte for byte; published games; junk.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::{
    games::{
        find_player,
        flip::{
            Flip,
            rules::{FlipPosition, FlipSetup, Side, Square},
        },
    },
    play::{CancelToken, Game as _, Observation as _, Seats},
};

fn engine(player: &str) -> Engine {
    let player = find_player::<Flip>(player).unwrap().make().unwrap();
    Engine::new("fourcade".to_owned(), player, Pace::Nodes(1000), 7, CancelToken::default())
}

/// All that the engine prints when it is told this.
fn said(player: &str, input: &[u8]) -> String {
    let mut output = Vec::new();
    serve(&mut engine(player), &mut &*input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_conversation_to_the_letter() {
    let told = "\
# A greeting is no command.

1 protocol_version
name
4294967295 known_command genmove # as in the draft
known_command dance
  boardsize\t8  \r
clear_board
komi 6.5
2 showboard
play black f5
play W d6
play b A1
12 genmove b
reg_genmove white
undo
undo
time_settings 300 30 5
time_left b 299.5 0
final_score
set_game Othello
set_game Go
list_games
dance
13
99 quit
name
";
    let heard = "\
=1 2

= fourcade

=4294967295 true

= false

=

=

=

=2
   A B C D E F G H
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . . . . . . .
 4 . . . O X . . .
 5 . . . X O . . .
 6 . . . . . . . .
 7 . . . . . . . .
 8 . . . . . . . .
to move: black; X black 2, O white 2

=

=

? illegal move

=12 C3

= F3

=

=

=

=

? cannot score

=

? unsupported game

= Othello

? unknown command

?13 unknown command

=99

";
    assert_eq!(said("first", told.as_bytes()), heard);
}

#[test]
fn what_is_wrong_is_said_in_the_protocols_words() {
    for (command, answer) in [
        ("boardsize 3", "? unacceptable size"),
        ("boardsize 27", "? unacceptable size"),
        ("boardsize -8", "? unacceptable size"),
        ("boardsize 99999999999999999999999", "? syntax error"),
        ("boardsize eight", "? syntax error"),
        ("boardsize", "? syntax error"),
        ("boardsize 4", "="),
        ("boardsize 26", "="),
        ("play", "? syntax error"),
        ("play black", "? syntax error"),
        ("play red d3", "? syntax error"),
        ("play black 33", "? syntax error"),
        ("play black d", "? syntax error"),
        ("play black d0", "? syntax error"),
        ("play black ä5", "? syntax error"),
        ("play black d3 d3", "? syntax error"),
        ("play black d99999999", "? illegal move"),
        ("play black i5", "? illegal move"),
        ("play black z26", "? illegal move"),
        ("play black d9", "? illegal move"),
        ("play black a1", "? illegal move"),
        ("play black pass", "? illegal move"),
        ("play white f4", "? illegal move"),
        ("play BLACK D3", "="),
        ("genmove", "? syntax error"),
        ("genmove green", "? syntax error"),
        ("genmove white", "? illegal move"),
        ("undo", "? cannot undo"),
        ("komi much", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings 1 2 x", "? syntax error"),
        ("time_settings 1e300 1e300 4294967295", "="),
        ("time_settings inf 0 0", "? syntax error"),
        ("time_left b -3 0", "="),
        ("time_left 3 b 0", "? syntax error"),
        ("known_command", "? syntax error"),
        ("set_game", "? syntax error"),
        ("set_game Dots and Boxes", "? unsupported game"),
        ("clear_board now", "? syntax error"),
        ("Name", "? unknown command"),
        ("7 8 name", "?7 unknown command"),
        ("-7 name", "? unknown command"),
        ("4294967296 name", "? unknown command"),
    ] {
        assert_eq!(said("first", command.as_bytes()), format!("{answer}\n\n"), "{command}");
    }
}

#[test]
fn all_commands_that_are_listed_are_known() {
    let listed = said("first", b"list_commands\n");
    let names: Vec<&str> = listed.trim_start_matches("= ").split_whitespace().collect();
    let must = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "play",
    ];
    assert!(
        must.iter()
            .chain(&["clear_board", "komi", "genmove", "undo"])
            .all(|name| names.contains(name))
    );
    for name in names {
        assert_eq!(said("first", format!("known_command {name}").as_bytes()), "= true\n\n");
        assert_ne!(said("first", name.as_bytes()), "? unknown command\n\n");
    }
}

/// A published game as commands, Black first; who can't move passes.
fn commands(columns: u16, game: &str) -> String {
    let mut commands = format!("boardsize {columns}\n");
    let mut tell = |side: Side, word: &str| {
        commands += &["play ", vertex::side_name(side), " ", word, "\n"].concat()
    };
    let mut position = super::game::Game::new(columns);
    for word in game.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap()) {
        let mut side = position.position().to_move;
        if !position.can_move(side) {
            tell(side, "pass");
            assert!(position.play(side, None));
            side = side.other();
        }
        tell(side, word);
        assert!(position.play(side, vertex::read_move(word, columns).unwrap()), "{word}");
    }
    commands
}

/// The shortest game there is: White has nothing left after nine moves.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

/// A perfect game, which is drawn: H. Takizawa, Othello is solved (2023).
const PERFECT: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1\
                       f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

#[test]
fn published_games_are_understood_as_they_were_played() {
    for (game, score) in [(SHORTEST, "= B+64"), (PERFECT, "= 0")] {
        let heard = said("first", format!("{}final_score\n", commands(8, game)).as_bytes());
        assert!(!heard.contains('?') && heard.ends_with(&format!("\n\n{score}\n\n")), "{heard}");
    }
    // The same as our own record of it.
    let ours =
        include_str!("../../../../tests/data/flip_perfect_lines.txt").lines().nth(1 + 1).unwrap();
    let names =
        ours.split(", ").map(|cell| vertex::name(cell.parse().unwrap(), 8).unwrap().to_lowercase());
    assert_eq!(names.collect::<String>(), PERFECT);
}

#[test]
fn a_position_looks_as_it_is_printed_in_books() {
    let heard = said("first", format!("{}showboard\n", commands(8, "f5d6c3d3c4")).as_bytes());
    let drawn = "\
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . X O . . . .
 4 . . X X X . . .
 5 . . . O X X . .
 6 . . . O . . . .
 7 . . . . . . . .
 8 . . . . . . . .
to move: white; X black 6, O white 3
";
    assert!(heard.contains(drawn), "{heard}");
}

#[test]
fn cells_and_their_names_belong_together() {
    assert_eq!(vertex::name(Square::new(0, 7), 8).as_deref(), Some("A1"));
    assert_eq!(vertex::name(Square::new(7, 0), 8).as_deref(), Some("H8"));
    assert_eq!(vertex::name(Square::new(0, 0), 9).as_deref(), Some("I1"));
    assert_eq!(
        (vertex::name(Square::new(0, 8), 8), vertex::name(Square::new(0, 0), 27)),
        (None, None)
    );
    for size in 4..=vertex::MAX_SIZE {
        for cell in FlipPosition::start(size).board.squares() {
            let name = vertex::name(cell, size).unwrap();
            assert_eq!(vertex::read_move(&name, size), Some(Some(cell)), "{name}");
            assert_eq!(vertex::read_move(&name.to_lowercase(), size), Some(Some(cell)), "{name}");
        }
    }
    assert_eq!(vertex::read_move("PASS", 8), Some(None));
}

#[test]
fn who_cannot_move_passes_also_unasked() {
    // After the shortest game nobody can move.
    let shortest = commands(8, SHORTEST);
    let heard = said(
        "first",
        format!("{shortest}genmove w\nundo\ngenmove b\nundo\nundo\nplay b c5").as_bytes(),
    );
    assert!(heard.ends_with("= pass\n\n=\n\n= pass\n\n=\n\n=\n\n=\n\n"), "{heard}");
    // Feinstein's perfect game of 6 x 6 has a pass; left out, it is understood.
    let ours =
        include_str!("../../../../tests/data/flip_perfect_lines.txt").lines().nth(4).unwrap();
    let cells = ours.split(", ").filter(|word| *word != "pass");
    let game: String =
        cells.map(|cell| vertex::name(cell.parse().unwrap(), 6).unwrap().to_lowercase()).collect();
    let told = commands(6, &game);
    assert!(told.contains(" pass\n"));
    let without: String =
        told.split_inclusive('\n').filter(|line| !line.ends_with("pass\n")).collect();
    for told in [told, without] {
        let heard = said("first", format!("{told}final_score").as_bytes());
        assert!(!heard.contains('?') && heard.ends_with("= W+4\n\n"), "{heard}");
    }
}

#[test]
fn a_whole_game_is_made_by_asking_for_moves() {
    for size in [4_u16, 6, 8, 11] {
        let asked = "genmove b\ngenmove w\n".repeat(usize::from(size * size));
        let heard = said("greedy", format!("boardsize {size}\n{asked}final_score").as_bytes());
        assert!(!heard.contains('?'), "{heard}");
        let score = heard.trim_end().lines().last().unwrap();
        assert!(
            score == "= 0" || score.starts_with("= B+") || score.starts_with("= W+"),
            "{score}"
        );
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let long = "x".repeat(1 << 20);
    assert_eq!(
        said("first", format!("5 {long}\n6 name\n").as_bytes()),
        "?5 syntax error\n\n=6 fourcade\n\n"
    );
    assert_eq!(said("first", format!("# {long}\nname").as_bytes()), "= fourcade\n\n");
    assert_eq!(said("first", long.as_bytes()), "? syntax error\n\n");
}

#[test]
fn a_cancelled_engine_says_no_more() {
    let cancel = CancelToken::default();
    let player = find_player::<Flip>("expert").unwrap().make().unwrap();
    let pace = Pace::Clock(std::time::Duration::from_secs(3600));
    let mut engine = Engine::new("fourcade".to_owned(), player, pace, 7, cancel.clone());
    cancel.cancel();
    let mut output = Vec::new();
    serve(&mut engine, &mut &b"genmove b\ngenmove w\n"[..], &mut output).unwrap();
    assert_eq!(output, b"");
}

#[test]
fn answers_are_read_as_engines_write_them() {
    for (heard, length, answer) in [
        ("= D3\n\n", 6, Ok("D3")),
        ("=\n\n", 3, Ok("")),
        ("= \r\n\r\n", 6, Ok("")),
        ("=12 pass\n\nrest", 10, Ok("pass")),
        ("? unknown command\n\n", 19, Err("unknown command")),
        ("?3 syntax error \n\n= 1\n\n", 18, Err("syntax error")),
        ("Hello!\n\nReady.\n= a\nb\n\n", 22, Ok("a\nb")),
        ("=\n1 2\n3\x1b[m\n\n", 12, Ok("1 2\n3[m")),
    ] {
        assert_eq!(whole_reply(heard.as_bytes()), Some(length), "{heard:?}");
        let read = read_reply(&heard.as_bytes()[..length]);
        assert_eq!(
            read.as_ref().map_or_else(|why| Err(why.as_str()), |said| Ok(said.as_str())),
            answer,
            "{heard:?}"
        );
    }
    for part in ["", "=", "= D3", "= D3\n", "Hello!\n\n", "\n\n\n", "= D3\n "] {
        assert_eq!(whole_reply(part.as_bytes()), None, "{part:?}");
    }
}

/// What is sent by somebody who has heard of the protocol.
fn nearly_a_command() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "boardsize",
        "clear_board",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "time_settings",
        "time_left",
        "komi",
        "showboard",
        "final_score",
        "known_command",
        "name",
        "x",
        "",
    ]);
    let arg = prop_oneof![
        "[a-z][0-9]{1,2}",
        "b|w|black|white|pass",
        "-?[0-9]{1,3}",
        "[0-9.e]{1,30}",
        "\\PC{0,4}",
        "[#\t ]{1,3}",
    ];
    let id = prop_oneof!["", "[0-9]{1,12} "];
    (id, name, vec(arg, 0..4)).prop_map(|(id, name, args)| format!("{id}{name} {}", args.join(" ")))
}

/// Each answer is one: a sign, lines that are not empty, an empty one.
fn assert_answers(heard: &str) -> usize {
    let answers: Vec<&str> = heard.split_terminator("\n\n").collect();
    assert!(heard.is_empty() || heard.ends_with("\n\n"), "{heard:?}");
    for answer in &answers {
        assert!(answer.starts_with(['=', '?']) && !answer.contains("\n\n"), "{heard:?}");
    }
    answers.len()
}

proptest! {
    #[test]
    fn junk_is_answered_or_left_out(bytes in vec(any::<u8>(), 0..400)) {
        assert_answers(&said("first", &bytes));
    }

    #[test]
    fn each_command_has_one_answer(lines in vec(nearly_a_command(), 0..40)) {
        let text = lines.join("\n");
        let wanted = text.lines().filter(|line| Command::read(line.as_bytes()).is_some()).count();
        prop_assert_eq!(assert_answers(&said("greedy", text.as_bytes())), wanted);
    }

    #[test]
    fn junk_is_no_whole_answer_that_cannot_be_read(bytes in vec(any::<u8>(), 0..200)) {
        if let Some(length) = whole_reply(&bytes) {
            prop_assert!(length <= bytes.len());
            let _ = read_reply(&bytes[..length]);
        }
    }

    /// The moves that belong to what is seen lead the outside to the same board.
    #[test]
    fn what_is_seen_can_be_told(size in 4_u16..12, picks in vec(any::<prop::sample::Index>(), 0..140)) {
        let mut game = Flip::start(&FlipSetup::new(size).unwrap());
        for pick in picks {
            let Some(seat) = game.awaited().only() else { break };
            let legal = game.observe(Seats::one(seat)).legal(seat);
            game.step(&[(seat, *pick.get(&legal))]).unwrap();
        }
        prop_assume!(game.outcome().is_none());
        let seen = game.observe(game.seats());
        let moves = moves_of(&seen).unwrap();
        let mut engine = engine("first");
        engine.obey(&Command::read(format!("boardsize {size}").as_bytes()).unwrap());
        for (side, to) in moves {
            let told = format!("play {} {}", vertex::side_name(side), vertex::move_name(to, size));
            prop_assert_eq!(engine.obey(&Command::read(told.as_bytes()).unwrap()).result, Ok(String::new()), "{}", told);
        }
        let side = seen.position.to_move;
        let first = vertex::move_name(seen.legal(side.seat()).first().copied(), size);
        let asked = format!("genmove {}", vertex::side_name(side));
        prop_assert_eq!(engine.obey(&Command::read(asked.as_bytes()).unwrap()).result, Ok(first));
        prop_assert!(side == Side::O || side == Side::X);
    }
}

#[test]
fn what_did_not_come_from_its_moves_cannot_be_told() {
    let game = Flip::start(&FlipSetup::new(8).unwrap());
    let mut seen = game.observe(game.seats());
    seen.position.to_move = Side::X;
    assert_eq!(moves_of(&seen), None);
    seen.position.to_move = Side::O;
    assert_eq!(moves_of(&seen), Some(Vec::new()));
    seen.moves = vec![Square::new(0, 0)].into();
    assert_eq!(moves_of(&seen), None);
}
