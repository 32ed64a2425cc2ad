//! The engine's responses, byte for byte; published games; invalid input.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::scale::scaled;
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipSetup, Side},
        othello::square_name,
    },
    play::{CancelToken, Game as _, Observation as _, Seats, find_player},
};

fn engine(player: &str) -> GtpEngine {
    let player = find_player::<Flip>(player).unwrap();
    let cancel = CancelToken::default();
    GtpEngine::new("fourcade".to_owned(), player, ThinkingLimit::Nodes(1000), 7, cancel)
}

fn execute(engine: &mut GtpEngine, line: &str) -> Result<String, String> {
    engine.execute(&GtpCommand::parse(line.as_bytes()).unwrap()).result
}

/// Returns everything that the engine prints for this input.
fn output_of(player: &str, input: &[u8]) -> String {
    let mut output = Vec::new();
    serve(&mut engine(player), &mut &*input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_session_is_answered_byte_for_byte() {
    let input = "\
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
    let expected = "\
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
    assert_eq!(output_of("first", input.as_bytes()), expected);
}

#[test]
fn errors_have_the_messages_of_the_protocol() {
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
        assert_eq!(output_of("first", command.as_bytes()), format!("{answer}\n\n"), "{command}");
    }
}

#[test]
fn all_listed_commands_are_known() {
    let listed = output_of("first", b"list_commands\n");
    let names: Vec<&str> = listed.trim_start_matches("= ").split_whitespace().collect();
    let required = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "play",
    ];
    let playing = ["clear_board", "komi", "genmove", "undo"];
    assert!(required.iter().chain(&playing).all(|name| names.contains(name)));
    for name in names {
        assert_eq!(output_of("first", format!("known_command {name}").as_bytes()), "= true\n\n");
        assert_ne!(output_of("first", name.as_bytes()), "? unknown command\n\n");
    }
}

/// Returns a published game as commands. Black moves first, and a side that can't move passes.
fn commands(columns: u16, game: &str) -> String {
    let mut commands = format!("boardsize {columns}\n");
    let mut add = |side: Side, vertex: &str| {
        commands += &["play ", vertex::colour_name(side), " ", vertex, "\n"].concat();
    };
    let mut replayed = super::game::GtpGame::new(columns);
    for name in game.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap()) {
        let mut side = replayed.position().to_move;
        if !replayed.can_move(side) {
            add(side, "pass");
            assert!(replayed.play(side, None));
            side = side.other();
        }
        add(side, name);
        assert!(replayed.play(side, vertex::parse_move(name, columns).unwrap()), "{name}");
    }
    commands
}

/// The shortest possible game: White has no discs left after nine moves.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

/// A perfect game, which is a draw: H. Takizawa, "Othello is Solved" (2023).
const PERFECT: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1\
                       f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

#[test]
fn published_games_are_replayed_to_their_scores() {
    for (game, score) in [(SHORTEST, "= B+64"), (PERFECT, "= 0")] {
        let output = output_of("first", format!("{}final_score\n", commands(8, game)).as_bytes());
        assert!(!output.contains('?') && output.ends_with(&format!("\n\n{score}\n\n")), "{output}");
    }
    // The same game in our own notation.
    let line =
        include_str!("../../../../tests/data/flip_perfect_lines.txt").lines().nth(2).unwrap();
    let names =
        line.split(", ").map(|cell| square_name(cell.parse().unwrap(), 8).unwrap().to_lowercase());
    assert_eq!(names.collect::<String>(), PERFECT);
}

#[test]
fn a_position_is_drawn_as_in_books() {
    let output = output_of("first", format!("{}showboard\n", commands(8, "f5d6c3d3c4")).as_bytes());
    let drawing = "\
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
    assert!(output.contains(drawing), "{output}");
}

#[test]
fn a_side_that_cannot_move_passes_even_if_the_pass_is_omitted() {
    // After the shortest game neither side can move.
    let shortest = commands(8, SHORTEST);
    let output = output_of(
        "first",
        format!("{shortest}genmove w\nundo\ngenmove b\nundo\nundo\nplay b c5").as_bytes(),
    );
    assert!(output.ends_with("= pass\n\n=\n\n= pass\n\n=\n\n=\n\n=\n\n"), "{output}");
    // Feinstein's perfect game on 6 x 6 has a pass.
    let line =
        include_str!("../../../../tests/data/flip_perfect_lines.txt").lines().nth(4).unwrap();
    let cells = line.split(", ").filter(|word| *word != "pass");
    let game: String =
        cells.map(|cell| square_name(cell.parse().unwrap(), 6).unwrap().to_lowercase()).collect();
    let with_pass = commands(6, &game);
    assert!(with_pass.contains(" pass\n"));
    let without_pass: String =
        with_pass.split_inclusive('\n').filter(|line| !line.ends_with("pass\n")).collect();
    for input in [with_pass, without_pass] {
        let output = output_of("first", format!("{input}final_score").as_bytes());
        assert!(!output.contains('?') && output.ends_with("= W+4\n\n"), "{output}");
    }
}

#[test]
fn the_engine_plays_whole_games_against_itself() {
    for size in [4_u16, 6, 8, 11] {
        let genmoves = "genmove b\ngenmove w\n".repeat(usize::from(size * size));
        let output =
            output_of("greedy", format!("boardsize {size}\n{genmoves}final_score").as_bytes());
        assert!(!output.contains('?'), "{output}");
        let score = output.trim_end().lines().last().unwrap();
        assert!(
            score == "= 0" || score.starts_with("= B+") || score.starts_with("= W+"),
            "{score}"
        );
    }
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_next_one_is_read() {
    let long = "x".repeat(1 << 20);
    assert_eq!(
        output_of("first", format!("5 {long}\n6 name\n").as_bytes()),
        "?5 syntax error\n\n=6 fourcade\n\n"
    );
    assert_eq!(output_of("first", format!("# {long}\nname").as_bytes()), "= fourcade\n\n");
    assert_eq!(output_of("first", long.as_bytes()), "? syntax error\n\n");
}

#[test]
fn a_cancelled_engine_prints_nothing() {
    let cancel = CancelToken::default();
    let player = find_player::<Flip>("expert").unwrap();
    let limit = ThinkingLimit::Clock(std::time::Duration::from_secs(3600));
    let mut engine = GtpEngine::new("fourcade".to_owned(), player, limit, 7, cancel.clone());
    cancel.cancel();
    let mut output = Vec::new();
    serve(&mut engine, &mut &b"genmove b\ngenmove w\n"[..], &mut output).unwrap();
    assert_eq!(output, b"");
}

/// Lines that resemble commands.
fn command_like_line() -> impl Strategy<Value = String> {
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
    let arg =
        "[a-z][0-9]{1,2}|b|w|black|white|pass|-?[0-9]{1,3}|[0-9.e]{1,30}|\\PC{0,4}|[#\t ]{1,3}";
    let id = prop_oneof!["", "[0-9]{1,12} "];
    (id, name, vec(arg, 0..4)).prop_map(|(id, name, args)| format!("{id}{name} {}", args.join(" ")))
}

/// Checks that the output consists of well-formed responses and returns their number.
fn count_responses(output: &str) -> usize {
    let responses: Vec<&str> = output.split_terminator("\n\n").collect();
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    for response in &responses {
        assert!(response.starts_with(['=', '?']) && !response.contains("\n\n"), "{output:?}");
    }
    responses.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

    #[test]
    fn any_input_gets_well_formed_responses(bytes in vec(any::<u8>(), 0..400)) {
        count_responses(&output_of("first", &bytes));
    }

    #[test]
    fn each_command_gets_one_response(lines in vec(command_like_line(), 0..40)) {
        let text = lines.join("\n");
        let is_command = |line: &&str| GtpCommand::parse(line.as_bytes()).is_some();
        let commands = text.lines().filter(is_command).count();
        prop_assert_eq!(count_responses(&output_of("greedy", text.as_bytes())), commands);
    }

    /// The moves of an observation lead an engine to the same position.
    #[test]
    fn an_observation_can_be_sent_to_an_engine(
        size in 4_u16..12, picks in vec(any::<prop::sample::Index>(), 0..140),
    ) {
        let mut game = Flip::start(&FlipSetup::new(size).unwrap());
        for pick in picks {
            let Some(seat) = game.awaited().only() else { break };
            let legal = game.observe(Seats::one(seat)).legal(seat);
            game.step(&[(seat, *pick.get(&legal))]).unwrap();
        }
        prop_assume!(game.outcome().is_none());
        let observation = game.observe(game.seats());
        let mut engine = engine("first");
        execute(&mut engine, &format!("boardsize {size}")).unwrap();
        for (side, to) in moves_with_passes(&observation).unwrap() {
            let (colour, name) = (vertex::colour_name(side), vertex::move_name(to, size));
            let line = format!("play {colour} {name}");
            prop_assert_eq!(execute(&mut engine, &line), Ok(String::new()), "{}", line);
        }
        let side = observation.position.to_move;
        let first = vertex::move_name(observation.legal(side.seat()).first().copied(), size);
        let genmove = format!("genmove {}", vertex::colour_name(side));
        prop_assert_eq!(execute(&mut engine, &genmove), Ok(first));
    }
}
