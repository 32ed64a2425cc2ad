//! The measurements of searches and moves in the bench `terminal`.

use std::{
    fs::File,
    path::Path,
    time::{Duration, Instant},
};

use fourcade_engine::{
    flip::{Flip, model::FlipSetup},
    play::{Budget, CancelToken, RecordHeader, Session, arena::play_out, find_player},
};

use super::{
    QUIET, megabytes, milliseconds, open, row, share,
    support::{
        Output, Terminal,
        process::{ResourceUsage, peak_memory, private_memory},
    },
};

/// A game in which a person moves first, against a computer player that searches.
const TABLE: (&[&str], &str) =
    (&["play", "flip", "--players", "human,expert:no-book", "--no-motion"], "? help");
/// The keys for the person's first move, after which the search begins.
const MOVE: &str = "tab enter";
/// Keys that move the cursor back and forth, so that each changes the screen.
const CURSOR: [&str; 2] = ["right", "left"];
/// The texts on the screen during a search, and when it is the person's turn.
const SEARCH: (&str, &str) = ("is thinking", "Your move");
/// The key that reviews a game, and a text on the screen during the review.
const REVIEW: (&str, &str) = ("e", "reviewing");
/// The Esc key, which leaves the table. No confirmation is needed, because the game is saved. In
/// this form no other sequence begins with it; after a plain Esc the program waits 50 ms for the
/// rest of one.
const LEAVE: &str = "\x1b[27u";
/// The same on a large board.
const WIDE_TABLE: (&[&str], &str) =
    (&["play", "flip", "--size", "1024", "--players", "human,expert", "--no-motion"], "? help");
/// The number of columns that contain the board. The progress of a search is to their right.
const BOARD_WIDTH: u16 = 42;
/// The number of cursor keys pressed.
const KEYS: usize = 500;
const MOVES: usize = 40;
/// The games with searching players, and keys that start several searches at the table: hints, the
/// evaluation bar, single moves.
const SEARCHES: [(&str, &str, &str); 4] = [
    ("flip", "expert:no-book,expert:no-book", "v i . v v i . ."),
    ("eater", "expert,expert", "i . i . ."),
    ("intensity", "expert,expert,expert,expert", "i . i . ."),
    ("concentration", "perfect,perfect", "i . i . ."),
];
/// Time for a search to fill its tables.
const SEARCH_TIME: Duration = Duration::from_millis(1200);
/// The unit of the processor times in `/proc`.
const TICK: Duration = Duration::from_millis(10);
/// The number of measurements of leaving a search.
const LEAVES: usize = 5;

pub fn measure() {
    measure_keys();
    measure_moves();
    measure_leaving();
    measure_searches();
}

fn measure_keys() {
    let terminal = open(TABLE);
    press_cursor_keys(&terminal, "when idle", |_| ());
    press_during_search(&terminal, "in a search");
    press_during_search(&open(WIDE_TABLE), "in a search on 1024 x 1024");
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game");
    write_random_game(&game);
    let terminal = open((&["replay", game.to_str().expect("a path"), "--no-motion"], "? help"));
    terminal.press(REVIEW.0);
    terminal.wait_text(REVIEW.1);
    press_during_work(&terminal, "during a review", |_| ());
}

/// Writes a random game of Flip, which takes long to review.
fn write_random_game(path: &Path) {
    let seats = vec!["random".to_owned(); 2];
    let player = |name: &String| find_player::<Flip>(name).expect("a player");
    let players = seats.iter().map(player).collect();
    let setup = FlipSetup::new(8).expect("a size");
    let mut session =
        Session::<Flip>::new(RecordHeader { setup, players: seats, seed: 1, clock: None });
    play_out(&mut session, players, Budget::Nodes(1), &CancelToken::default()).expect("a game");
    let mut file = File::create(path).expect("a file");
    session.record().write(&mut file).expect("a record");
}

/// Presses cursor keys while the program searches.
fn press_during_search(terminal: &Terminal, when: &str) {
    search(terminal);
    press_during_work(terminal, when, search);
}

/// Presses cursor keys, and prints the share of a core that the program uses meanwhile.
fn press_during_work(terminal: &Terminal, when: &str, prepare: impl Fn(&Terminal)) {
    let before = (ResourceUsage::of(terminal.process()), Instant::now());
    press_cursor_keys(terminal, when, prepare);
    // The threads of a search end with it, but their ticks are counted.
    let ticks = ResourceUsage::of(terminal.process()).since(before.0).ticks;
    let used = TICK * u32::try_from(ticks).unwrap_or(u32::MAX);
    row("  processor used meanwhile", &share(used, before.1.elapsed()), "(it searched)");
}

/// Makes a move if the computer is not searching.
fn search(terminal: &Terminal) {
    let (searching, waiting) = SEARCH;
    if terminal.inspect(|output| output.find(searching).is_none()) {
        terminal.wait_text(waiting);
        terminal.press(MOVE);
        terminal.wait_text(searching);
    }
}

/// Returns the text and the background colour of each cell of the board. The colours show the
/// cursor.
fn board_cells(output: &Output) -> Vec<(String, vt100::Color)> {
    let screen = output.screen();
    let positions =
        (0..output.size().0).flat_map(|row| (0..BOARD_WIDTH).map(move |column| (row, column)));
    let cells = positions.filter_map(|(row, column)| screen.cell(row, column));
    cells.map(|cell| (cell.contents().to_owned(), cell.bgcolor())).collect()
}

/// Presses cursor keys and prints the response times. Calls `prepare` before each key.
fn press_cursor_keys(terminal: &Terminal, when: &str, prepare: impl Fn(&Terminal)) {
    prepare(terminal);
    let mut times = Vec::new();
    for number in 0..KEYS {
        prepare(terminal);
        let before = terminal.inspect(board_cells);
        let sent = Instant::now();
        terminal.press(CURSOR[number % CURSOR.len()]);
        let answered = terminal.wait("an answer to a cursor key", |output| {
            (board_cells(output) != before).then_some(output.last)
        });
        times.push(answered.saturating_duration_since(sent));
        // Wait for the rest of the frame.
        terminal.wait_idle(Duration::from_millis(3));
    }
    times.sort();
    let name = |what| format!("cursor key {when}: {what}");
    row(&name("time, median"), &milliseconds(times[KEYS / 2]), "");
    row(&name("time, 99 of 100"), &milliseconds(times[KEYS * 99 / 100]), "at most 3 ms");
}

/// Measures the time until a move is visible, which includes saving it.
fn measure_moves() {
    let terminal = open((&["play", "flip", "--players", "human,human", "--no-motion"], "? help"));
    let mut times = Vec::new();
    for _ in 0..MOVES {
        terminal.press("tab");
        terminal.wait_idle(QUIET);
        let before = terminal.inspect(board_cells);
        let sent = Instant::now();
        terminal.press("enter");
        let answered = terminal
            .wait("a move", |output| (board_cells(output) != before).then_some(output.last));
        times.push(answered.saturating_duration_since(sent));
        terminal.wait_idle(QUIET);
    }
    times.sort();
    row("move, saved and shown: time, median", &milliseconds(times[MOVES / 2]), "at most 5 ms");
    row("move, saved and shown: time, slowest", &milliseconds(times[MOVES - 1]), "");
}

/// Measures the memory of the searches of several screens at once.
fn measure_searches() {
    for (game, players, keys) in SEARCHES {
        let terminal = open((&["play", game, "--players", players, "--no-motion"], "? help"));
        for key in keys.split_whitespace() {
            // Each search needs some time to fill its tables.
            std::thread::sleep(SEARCH_TIME);
            terminal.press(key);
        }
        std::thread::sleep(SEARCH_TIME);
        let peak = megabytes(peak_memory(terminal.process()));
        row(&format!("{game}: peak memory of searches"), &peak, "at most 95 MB");
        terminal.press("esc");
        terminal.wait_idle(3 * QUIET);
        let left = megabytes(private_memory(terminal.process()));
        row(&format!("{game}: private memory after them"), &left, "");
    }
}

fn measure_leaving() {
    let mut times: Vec<_> = (0..LEAVES).map(|_| time_to_leave()).collect();
    times.sort();
    row("leaving a search: until idle, median", &milliseconds(times[LEAVES / 2]), "");
    row("leaving a search: until idle, slowest", &milliseconds(times[LEAVES - 1]), "at most 50 ms");
}

/// Leaves the table during a search. Returns the time until the program is idle.
fn time_to_leave() -> Duration {
    // Drawing and going to sleep need less processor time than this.
    const NEGLIGIBLE: Duration = Duration::from_micros(300);
    let terminal = open(TABLE);
    let process = terminal.process();
    let idle_time = ResourceUsage::of(process).time;
    terminal.press(MOVE);
    while ResourceUsage::of(process).time < idle_time + Duration::from_millis(200) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let left = Instant::now();
    terminal.type_text(LEAVE);
    let (mut used, mut last_busy) = (ResourceUsage::of(process).time, Instant::now());
    while last_busy.elapsed() < 3 * QUIET {
        std::thread::sleep(Duration::from_millis(1));
        let now = ResourceUsage::of(process).time;
        // The sum shrinks when a thread ends.
        if now.abs_diff(used) > NEGLIGIBLE {
            (used, last_busy) = (now, Instant::now());
        }
    }
    last_busy - left
}
