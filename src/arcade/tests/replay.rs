//! Replays at the table: browsed, searched by turn, and continued from any position.

use std::time::Duration;

use insta::assert_snapshot;

use super::stage::{self, Stage, session, session_of, whole_game};
use crate::{
    arcade::{Start, table::TableScreen},
    games::GameView,
    settings::{Settings, home::Home},
    widgets::ColorDepth,
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    intensity::Intensity,
    play::{Game as _, Observation as _, Seats, Session},
};

const MOVES: [&str; 3] = ["2 4", "2 5", "2 6"];

fn replay<G: GameView>(session: Session<G>) -> Stage {
    replay_with(session, &stage::still())
}

fn replay_with<G: GameView>(session: Session<G>, settings: &Settings) -> Stage {
    let home = Home::unsaved(settings.clone());
    Stage::with_home(home, ColorDepth::True).over(TableScreen::new(
        session,
        Start::Replay,
        settings,
    ))
}

#[test]
fn a_turn_is_found_by_its_number() {
    let mut stage = replay(session(["first", "last"], 8, &MOVES));
    stage
        .keys(":")
        .shows("Go to which move (0 - 3)?")
        .keys("2<Enter>")
        .shows("move 2 of 3")
        .shows("Last played 3 6");
    stage.keys(":3<Enter>").shows("The record ends here.").keys(":0<Enter>").shows("move 0 of 3");
    for wrong in ["4", "-1", "two", "", "99999999999999999999"] {
        stage
            .keys(":")
            .keys(wrong)
            .keys("<Enter>")
            .shows("Type a number from 0 to 3")
            .shows("move 0 of 3");
    }
    stage.keys(":2<Esc>").shows("move 0 of 3");
    // A turn may have several steps; it ends with the last one.
    let mut stage =
        replay(session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2", "0 3", "0 4"]));
    stage.shows("Replay: move 0 of 4").keys(":").shows("Go to which turn (0 - 2)?").keys("<Esc>");
    stage.keys(":1<Enter>").shows("Replay: move 2 of 4").keys(".").shows("Replay: move 3 of 4");
    stage.keys(",,,").shows("Replay: move 0 of 4");
}

#[test]
fn space_resumes_a_replay_that_shows_a_finished_round_or_pair() {
    let cards = ["0 1", "0 2", "0 3", "0 4", "0 5", "0 6"];
    let pair = session_of::<Concentration>(["human", "human"], 0, &cards);
    let mut intensity = session_of::<Intensity>(["human", "careful", "random", "random"], 0, &[]);
    while intensity.game().turns() < 3 {
        for seat in intensity.awaited().iter() {
            let action = intensity.game().observe(Seats::one(seat)).legal(seat)[0];
            intensity.choose(seat, action).unwrap();
        }
    }
    // With the slowest pace, nothing else moves the replay during the test.
    let slow = Settings { pace: Duration::from_secs(3600), ..stage::still() };
    let check = |mut stage: Stage| {
        stage.keys(":1<Enter>").shows("Paused").shows("Space play").shows("Esc back");
        stage.shows("b play on").shows("!Enter mark").shows("!arrows move");
        stage.keys("<Space>").shows("!Paused").shows("Space pause");
        stage.keys("<Space>").shows("Paused");
    };
    check(replay_with(pair, &slow));
    check(replay_with(intensity, &slow));
}

#[test]
fn a_replay_names_hidden_cards_in_the_log() {
    let moves = ["0 1", "0 2", "0 3", "0 4"];
    let mut playing = Stage::menu().over(stage::table(session_of::<Concentration>(
        ["human", "human"],
        0,
        &moves,
    )));
    playing.keys("<Right>").shows("Player 1: no pair");
    replay(session_of::<Concentration>(["human", "human"], 0, &moves))
        .keys("<End>")
        .shows("!Player 1: no pair");
    // A replay shows all hands.
    let mut hands =
        replay(session_of::<Intensity>(["human", "careful", "human", "random"], 0, &[]));
    assert_snapshot!("replay-hands", hands.text((80, 24)));
}

#[test]
fn a_finished_game_is_replayed_from_its_table() {
    let moves = whole_game();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(stage::table(session(["human", "human"], 4, &moves)));
    stage
        .shows("wins")
        .keys("r")
        .shows("Replay: move 0 of")
        .shows("!wins")
        .keys(".")
        .shows("move 1 of");
    stage.keys("<End>").shows("wins").keys("b").shows("go back first");
    stage
        .keys("<C-r>")
        .shows("There is nothing to redo.")
        .keys(",")
        .shows("!wins")
        .shows("Replay:");
    stage.keys("<Esc>").shows("wins").shows("!Replay:");
}

#[test]
fn a_person_may_take_any_seat_to_play_on() {
    let named = Settings { names: ["Ada", "", "", ""].map(str::to_owned), ..stage::still() };
    for (players, keys, expected) in [
        (["human", "human"], "b<Enter>", ["O Ada", "X Player 2", "Player 2 to move"]),
        (["human", "last"], "b2", ["O Last", "X Ada", "Your move."]),
        (["human", "last"], "b<Enter>", ["O Ada", "X Last", "!Replay"]),
        (["first", "last"], "b1", ["O Ada", "X Last", "!Replay"]),
        (["first", "last"], "b2", ["O First", "X Ada", "Your move."]),
    ] {
        let mut stage = replay_with(session(players, 8, &MOVES), &named);
        stage.keys(".").keys(keys);
        for text in expected {
            stage.shows(text);
        }
    }
    let mut stage = replay(session(["first", "last"], 8, &MOVES));
    stage.keys(".b").shows("O: First, X: Last.").keys("<Esc>").shows("move 1 of 3");
    // People and levels have the names that they have everywhere on the screen.
    let mut stage = replay_with(session(["human", "level:4"], 8, &MOVES), &named);
    stage.keys(".b").shows("O: Ada, X: Lotte.").shows("!level:4");
    let mut stage = replay(session(["human", "level:4"], 8, &MOVES));
    stage.keys(".b").shows("O: you, X: Lotte.").shows("!person");
    let four = ["expert", "careful", "counter", "random"];
    for (width, height) in [(80, 24), (40, 12)] {
        let mut stage = replay(session_of::<Intensity>(four, 0, &[]));
        assert_snapshot!(
            format!("play-on-{width}x{height}"),
            stage.keys("b").text((width, height))
        );
    }
}

#[test]
fn playing_on_from_a_replay_is_practice() {
    let grid = || session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2", "0 3", "0 4"]);
    let eater = |players| session_of::<Eater>(players, 7, &["1 1", "1 2"]);
    let four = ["expert", "careful", "counter", "random"];
    replay(grid()).keys("..b<Enter>").shows("practice");
    replay(grid()).keys("<End>b<Enter>").shows("practice");
    replay(session(["human", "human"], 8, &MOVES)).keys(".b<Enter>").shows("practice");
    replay(session(["human", "last"], 8, &MOVES)).keys("<End>b2").shows("practice");
    replay(eater(["human", "random"])).keys("<End>b<Enter>").shows("practice");
    replay(eater(["random", "random"])).keys("<End>b2").shows("practice");
    replay(session_of::<Intensity>(four, 0, &[])).keys("b1").shows("practice");
    // Computers need no practice.
    replay(eater(["random", "random"])).keys("<Home>b<Enter>").shows("!practice");
}

#[test]
fn a_new_game_after_a_replay_starts_a_new_series() {
    let moves = whole_game();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    for (keys, first) in [("n", "Player 1 to move"), ("x", "Player 2 to move")] {
        let mut stage = replay(session(["human", "human"], 4, &moves));
        stage.keys("<End>").shows("wins").keys(keys).shows("!Replay").shows(first);
        stage.shows("!game 2").shows("!All games");
        // The next game is the second of the series.
        stage.keys(&(stage::keys_of(moves[0]) + "ny")).shows("game 2");
    }
}
