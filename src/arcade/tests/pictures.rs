//! Snapshots of the screens.

use insta::assert_snapshot;

use super::stage::{self, SIZES, SMALL, Stage, USUAL, session, session_of, whole_game};
use crate::{
    app::table::computers::{PlayerFailure, Thinking},
    arcade::{
        Start,
        dialog::{Question, TextInput, yes_or_no},
        table::TableScreen,
    },
    job::Job,
    widgets::{AnyCommand, ColorDepth, testing},
};
use fourcade_engine::{
    GameKind,
    concentration::Concentration,
    flip::Flip,
    intensity::Intensity,
    play::{Seat, Session},
};

const MOVES: [&str; 6] = ["2 4", "2 5", "2 6", "2 3", "2 2", "1 2"];

fn in_all_sizes(name: &str, stage: &mut Stage) {
    for size in SIZES {
        assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.text(size));
    }
}

fn table(session: Session<Flip>) -> Stage {
    Stage::menu().over(stage::table(session))
}

fn after(moves: &[String]) -> Session<Flip> {
    session(["human", "first"], 4, &moves.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn menu() {
    in_all_sizes("menu", &mut Stage::menu());
    assert_snapshot!("menu-last-row", Stage::menu().keys("jjjjjj").text(SMALL));
}

#[test]
fn new_game() {
    for game in GameKind::ALL {
        let mut stage = Stage::menu().over(stage::new_game(game));
        for (width, height) in [SMALL, (100, 30)] {
            let name = format!("new-game-{}-{width}x{height}", game.key());
            assert_snapshot!(name, stage.text((width, height)));
        }
    }
    let mut flip = Stage::menu().over(stage::new_game(GameKind::Flip));
    assert_snapshot!("new-game-flip-80x24", flip.text(USUAL));
    let mut watching = Stage::menu().over(stage::new_game(GameKind::Intensity));
    assert_snapshot!("new-game-watching", watching.keys("5<Right><Right>").text((100, 30)));
}

#[test]
fn setup() {
    in_all_sizes("setup", &mut Stage::menu().over(stage::advanced()));
    assert_snapshot!(
        "setup-person",
        Stage::menu().over(stage::advanced()).keys("<Up>").text(USUAL)
    );
    assert_snapshot!(
        "setup-seed",
        Stage::menu().over(stage::advanced()).keys("<End><Up>").text(SMALL)
    );
}

#[test]
fn table_while_a_person_decides() {
    in_all_sizes("deciding", &mut table(session(["human", "level:3"], 8, &MOVES)));
    in_all_sizes("first-move", &mut table(session(["human", "human"], 8, &[])));
    assert_snapshot!(
        "deciding-160x50",
        table(session(["human", "level:3"], 8, &MOVES)).text((160, 50))
    );
    assert_snapshot!("deciding-30", table(session(["human", "human"], 30, &[])).text(USUAL));
    let mut typing = table(session(["human", "human"], 30, &[]));
    assert_snapshot!("typing", typing.keys("12").text(USUAL));
    let mut refused = table(session(["human", "human"], 8, &[]));
    assert_snapshot!("refused", refused.keys("<Enter>").text(SMALL));
}

#[test]
fn table_while_a_computer_thinks() {
    let mut thinking = stage::table(session(["human", "expert"], 8, &MOVES[..5]));
    let report = "depth 14, +2 tiles, 1.2 M positions".to_owned();
    let computer = Thinking { seat: Seat::new(1), job: Job::stub(Some(report)) };
    thinking.table.computers.thinking.push(computer);
    in_all_sizes("thinking", &mut Stage::menu().over(thinking));
}

#[test]
fn table_after_a_failure_and_paused() {
    let mut failed = stage::table(session(["human", "expert"], 8, &MOVES[..5]));
    let reason = "it broke down: index out of bounds".to_owned();
    failed.table.computers.failure = Some(PlayerFailure { seat: Seat::new(1), reason });
    in_all_sizes("failed", &mut Stage::menu().over(failed));
    let paused =
        TableScreen::new(session(["first", "last"], 8, &MOVES), Start::Replay, &stage::still());
    in_all_sizes("paused", &mut Stage::menu().over(paused));
}

#[test]
fn table_after_the_game() {
    in_all_sizes("over", &mut table(after(&whole_game())));
    let mut resigned = session(["human", "human"], 8, &MOVES);
    resigned.resign(Seat::new(0)).unwrap();
    in_all_sizes("resigned", &mut table(resigned));
    let mut given_up = session(["human", "first"], 8, &MOVES);
    given_up.resign(Seat::new(0)).unwrap();
    assert_snapshot!("given-up", table(given_up).text(USUAL));
}

#[test]
fn table_with_the_panel_below_the_board() {
    let moves = ["0 1", "0 2", "0 3", "0 4"];
    let grid = |players, moves: &[&str]| {
        Stage::menu().over(stage::table(session_of::<Concentration>(players, 0, moves)))
    };
    in_all_sizes("grid", &mut grid(["human", "memory:5"], &moves));
    in_all_sizes("grid-lingers", &mut grid(["human", "human"], &moves));
    let mut looked_at = grid(["human", "human"], &moves);
    looked_at.keys("<Right>");
    // Neither the grid nor the log shows the cards after the players have looked at them.
    looked_at.shows("Player 1: no pair").shows("Player 2: no pair").shows("!S2").shows("!C3");
    in_all_sizes("grid-looked-at", &mut looked_at);
}

#[test]
fn help() {
    in_all_sizes("help-menu", Stage::menu().keys("?"));
    in_all_sizes("help-table", table(session(["human", "human"], 8, &MOVES)).keys("?"));
    let mut end = table(session(["human", "human"], 8, &MOVES));
    end.keys("?");
    assert_snapshot!("help-table-end", end.text_after("<PgDn><PgDn>", USUAL));
    in_all_sizes("rules", table(session(["human", "human"], 8, &MOVES)).keys("?<Tab>"));
    end.keys("<Tab>");
    assert_snapshot!("rules-end", end.text_after("<PgDn><PgDn>", USUAL));
}

#[test]
fn dialogs() {
    in_all_sizes("leave", table(session(["human", "human"], 8, &MOVES)).keys("<Tab><Enter><Esc>"));
    in_all_sizes("quit", table(session(["human", "human"], 8, &MOVES)).keys("<Tab><Enter>q"));
    in_all_sizes("resign", table(session(["human", "human"], 8, &MOVES)).keys("?resign<Enter>"));
    in_all_sizes("save", table(session(["human", "human"], 8, &MOVES)).keys("s"));
    let long = "a/long/way/down/to/the/folder/where/the/games/are/kept/flip-7.jsonl";
    assert_snapshot!(
        "long-input",
        Stage::menu().over(TextInput::new("Save the game as", long, AnyCommand::new)).text(SMALL)
    );
    let question = Question::new(
        "A title that is longer than the window is wide",
        "Yes?",
        yes_or_no("yes", "no", AnyCommand::new(1)),
    );
    assert_snapshot!("long-title", Stage::menu().over(question).text(SMALL));
}

#[test]
fn screens_in_all_colour_depths() {
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let stage = || Stage::with_look(depth, ascii);
        let styled = |screen: &str, stage: &mut Stage| {
            assert_snapshot!(
                format!("styled-{name}-{screen}"),
                testing::styled(&stage.draw(USUAL))
            );
        };
        styled("menu", &mut stage());
        styled("new-game", &mut stage().over(stage::new_game(GameKind::Flip)));
        styled("setup", &mut stage().over(stage::advanced()));
        styled(
            "deciding",
            &mut stage().over(stage::table(session(["human", "level:3"], 8, &MOVES))),
        );
        styled("over", &mut stage().over(stage::table(after(&whole_game()))));
        styled(
            "help",
            stage().over(stage::table(session(["human", "human"], 8, &MOVES))).keys("?j"),
        );
        styled("rules", stage().over(stage::advanced()).keys("?<Tab>"));
        styled(
            "leave",
            stage()
                .over(stage::table(session(["human", "human"], 8, &MOVES)))
                .keys("<Tab><Enter><Esc>"),
        );
        styled(
            "save",
            stage().over(stage::table(session(["human", "human"], 8, &MOVES))).keys("s"),
        );
    }
}

#[test]
fn a_window_that_is_too_small_names_the_size_it_needs() {
    for (width, height) in [(39, 12), (40, 11), (20, 5), (7, 3), (1, 1), (0, 0)] {
        let drawn = Stage::menu().text((width, height));
        assert!(width < 20 || drawn.replace('\n', " ").contains("(needs 40 x 12)"), "{drawn}");
    }
    assert_snapshot!("too-small", Stage::menu().text((20, 5)));
}

#[test]
fn table_of_four_players() {
    let four = ["human", "human", "careful", "random"];
    in_all_sizes(
        "four-covered",
        &mut Stage::menu().over(stage::table(session_of::<Intensity>(four, 0, &[]))),
    );
    let passes = ["14 42 45", "43 49 34", "46 47 48", "10 30 40"];
    let alone = ["human", "careful", "careful", "random"];
    in_all_sizes(
        "four",
        &mut Stage::menu().over(stage::table(session_of::<Intensity>(alone, 0, &passes))),
    );
}
