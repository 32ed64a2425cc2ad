//! What must not grow unseen: the output of a key, and the memory of screens, for instance by
//! tables that are built before a search needs them. (The bench `terminal` measures times.)

use std::time::Duration;

use crate::support::{Launch, Output, Terminal, process::private_memory};

/// The memory of a screen in bytes. The weights of Flip, the solution of Concentration and the
/// tables of the experts take several megabytes each; no screen needs them before a search.
const MAX_MEMORY: u64 = 5_000_000;

/// The output of a cursor key in bytes.
const MAX_OUTPUT: u64 = 2000;

/// A table whose computer players play at medium strength: the game, the players, and a text that
/// shows that it is ready.
const TABLES: [(&str, &str, &str); 4] = [
    ("intensity", "human,careful,careful,careful", "? help"),
    ("flip", "human,level:3", "Your move"),
    ("concentration", "human,memory:10", "Your move"),
    ("eater", "human,smart", "? help"),
];

fn table((game, players, text): (&str, &str, &str)) -> Terminal {
    let args = ["play", game, "--players", players, "--no-motion"];
    let terminal = Launch::arcade().args(args).size(100, 30).bare().start();
    terminal.wait_text(text);
    terminal
}

/// Presses these keys and returns the number of bytes that each frame takes.
fn bytes_per_key(terminal: &Terminal, keys: &str) -> Vec<u64> {
    let whole_frame = |output: &Output| (!output.modes().in_frame()).then_some(output.bytes);
    let press = |key| {
        let before = terminal.wait("a whole frame", whole_frame);
        terminal.press(key);
        let after =
            terminal.wait("a frame", |output| whole_frame(output).filter(|&bytes| bytes != before));
        after - before
    };
    keys.split_whitespace().map(press).collect()
}

#[test]
fn a_cursor_step_takes_less_than_two_kilobytes() {
    let menu = Launch::arcade().arg("--no-motion").size(100, 30).bare().start();
    menu.wait_text("avoid tricks");
    // The thumbnails come after the first frame.
    menu.wait_text("▗▛▜▖");
    menu.wait_text("▗█▛▘");
    menu.wait_idle(Duration::from_secs(1));
    let keys = "right right right left down down down down up up up up";
    let bytes = bytes_per_key(&menu, keys);
    assert!(bytes.iter().all(|&bytes| bytes < MAX_OUTPUT), "menu: {bytes:?}");
    for arcade_table in TABLES {
        let terminal = table(arcade_table);
        terminal.wait_idle(Duration::from_millis(500));
        let keys = if arcade_table.0 == "intensity" {
            "right right right left left left"
        } else {
            "right right down left left up up right"
        };
        let bytes = bytes_per_key(&terminal, keys);
        let is_short = bytes.iter().all(|&bytes| bytes < MAX_OUTPUT);
        assert!(is_short, "{}: {bytes:?}", arcade_table.0);
    }
}

#[test]
fn screens_build_no_tables_that_they_do_not_need() {
    let menu = Launch::arcade().size(100, 30).bare().start();
    menu.wait_text("avoid tricks");
    let first = menu.text();
    // Each thumbnail moves when it is its turn.
    menu.wait_for("the thumbnails to move", |output| output.text() != first);
    let used = private_memory(menu.process());
    assert!((1..MAX_MEMORY).contains(&used), "menu: {used} bytes");
    for arcade_table in TABLES {
        let terminal = table(arcade_table);
        let used = private_memory(terminal.process());
        assert!((1..MAX_MEMORY).contains(&used), "{}: {used} bytes", arcade_table.0);
    }
}
