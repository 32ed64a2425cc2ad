//! The searches of all screens share the memory for their tables.

use super::stage::{Stage, session, session_of};
use crate::arcade::{Start, open_table};
use fourcade_engine::eater::Eater;

/// The memory that all searches may use together, in bytes.
const LIMIT: usize = 64 << 20;

#[test]
fn the_bar_a_hint_and_a_review_share_64_mib_and_give_them_back() {
    let mut stage = Stage::menu();
    // The opening book doesn't have this position, so the hint needs a search.
    let game = session(["expert", "human"], 8, &["2 4", "2 3", "3 2"]);
    stage.arcade.open_from(open_table(game, Start::Replay));
    stage.keys("<End>v").medium();
    assert_eq!(stage.memory.used(), LIMIT / 2);
    stage.keys("i");
    while stage.memory.peak() == LIMIT / 2 {
        stage.handle_next();
    }
    stage.keys("e").settle();
    assert!(stage.memory.peak() <= LIMIT);
    // Each search wakes the arcade after it has given its memory back.
    stage.keys("<Esc><Esc>").shows("avoid tricks");
    while stage.memory.used() > 0 {
        stage.handle_next();
    }
}

#[test]
fn a_computer_player_gives_its_memory_back_when_the_table_is_left() {
    let mut stage = Stage::menu();
    let game = session_of::<Eater>(["human", "expert"], 5, &[]);
    stage.arcade.open_from(open_table(game, Start::Playing(None)));
    while stage.memory.used() == 0 {
        stage.handle_next();
    }
    assert!(stage.memory.used() <= LIMIT / 2);
    // The expert keeps what it has found for its next choice.
    stage.keys("<Esc>").shows("avoid tricks");
    while stage.memory.used() > 0 {
        std::thread::yield_now();
    }
}
