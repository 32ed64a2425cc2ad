//! Measures the program in a terminal: how fast it starts and responds, and whether it is idle when
//! nothing happens. `cargo bench --bench terminal` prints a table and never fails because of a
//! measurement.
//!
//! The table also has the figures in `benches/terminal.toml`, to be measured on an idle machine.
//! `cargo bench --bench terminal -- --keep` replaces them by the new ones, and
//! `-- --short` measures only what every screen has.

mod terminal_figures;

#[path = "../tests/program/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use support::{
    Launch, Output, Terminal, find_program,
    process::{ResourceUsage, peak_kib, resident_kib},
};
use terminal_figures::{Figures, Unit};

/// The menu: the arguments, and a text that shows that it has been drawn.
const MENU: (&[&str], &str) = (&["--no-motion"], "see you");
/// A game in which a person moves first, against a computer player that searches.
const TABLE: (&[&str], &str) =
    (&["play", "flip", "--players", "human,expert", "--no-motion"], "seed");
/// The keys for the person's first move, after which the search begins.
const MOVE: &str = "tab enter";
/// Keys that move the cursor back and forth, so that each changes the screen.
const CURSOR: [&str; 2] = ["right", "left"];
/// The texts on the screen during a search, and when it is the person's turn.
const SEARCH: (&str, &str) = ("is thinking", "Your move");
/// The key that leaves the table. No confirmation is needed, because the game is saved.
const LEAVE: &str = "esc";
/// The number of columns that contain the board. The progress of a search is to their right.
const BOARD_WIDTH: u16 = 42;
/// A small terminal game for comparison: the program, its arguments, and a text that shows that it
/// has been drawn.
const OTHER: (&str, &[&str], &str) = ("nbreversi", &["-1", "h", "-2", "h"], "turn");

/// What is measured of every screen: its name, the arguments, a text that shows that it has been
/// drawn, and the keys that move the cursor there and back. The opponents play at medium strength.
const SCREENS: [(&str, &[&str], &str, &str); 6] = [
    ("menu", &["--no-motion"], "see you", "right right right down down up up left left left"),
    (
        "intensity",
        &["play", "intensity", "--players", "human,careful,careful,careful", "--no-motion"],
        "? help",
        "right right right left left left",
    ),
    (
        "flip",
        &["play", "flip", "--players", "level:3,human", "--no-motion"],
        "? help",
        "right right down left left up",
    ),
    (
        "concentration",
        &["play", "concentration", "--players", "human,memory:10", "--no-motion"],
        "? help",
        "right right down left left up",
    ),
    (
        "eater",
        &["play", "eater", "--players", "human,smart", "--no-motion"],
        "? help",
        "right right down left left up",
    ),
    (
        "flip 1024",
        &["play", "flip", "--players", "human,human", "--size", "1024", "--no-motion"],
        "? help",
        "right right down left left up",
    ),
];

/// The number of times the program is started.
const STARTS: usize = 21;
/// The number of times a cursor key is pressed.
const KEYS: usize = 500;
/// The number of times a cursor key is pressed on every screen.
const SCREEN_KEYS: usize = 120;
/// How long every screen is observed at rest.
const SCREEN_IDLE_TIME: Duration = Duration::from_secs(2);
/// The number of moves that are made.
const MOVES: usize = 40;
/// The games with searching players, and keys that start several searches at the table: hints, the
/// evaluation bar, single moves.
const SEARCHES: [(&str, &str, &str); 4] = [
    ("flip", "expert,expert", "v i . v v i . ."),
    ("eater", "expert,expert", "i . i . ."),
    ("intensity", "expert,expert,expert,expert", "i . i . ."),
    ("concentration", "perfect,perfect", "i . i . ."),
];
/// How long a search is given to fill its tables.
const SEARCH_TIME: Duration = Duration::from_millis(1200);
/// The number of times a search is left.
const LEAVES: usize = 5;
/// A frame is complete when there has been no output for this long.
const QUIET: Duration = Duration::from_millis(100);
/// How long the program is observed at the menu.
const IDLE_TIME: Duration = Duration::from_secs(5);

fn main() {
    // `cargo test` runs benches, too.
    let has_arg = |name: &str| std::env::args().any(|arg| arg == name);
    if !has_arg("--bench") || has_arg("--test") {
        return;
    }
    let mut figures = Figures::read();
    for screen in SCREENS {
        measure_screen(screen, &mut figures);
    }
    if has_arg("--keep") {
        figures.write();
    }
    if has_arg("--short") {
        return;
    }
    println!("\n{:<44} {:>14}   {:<14}", "", "measured", "target");
    measure_start();
    measure_idle();
    measure_keys();
    measure_moves();
    measure_leaving();
    measure_searches();
}

/// Measures the start, the memory, the keys and the rest of a screen.
fn measure_screen((name, args, text, keys): (&str, &[&str], &str, &str), figures: &mut Figures) {
    figures.begin(name);
    let mut times: Vec<_> = (0..STARTS).map(|_| first_frame(&program(args), text)).collect();
    figures.add("start to first frame", Unit::Milliseconds(median(&mut times)), "at most 12");

    let terminal = open((args, text));
    let process = terminal.process();
    figures.add(
        "memory",
        Unit::Kib(resident_kib(process)),
        if name == "menu" { "9" } else { "12" },
    );
    figures.add(
        "processor time until at rest",
        Unit::Milliseconds(ResourceUsage::of(process).time),
        "",
    );

    let keys: Vec<&str> = keys.split_whitespace().collect();
    let mut times = Vec::new();
    let mut bytes = Vec::new();
    for key in keys.iter().cycle().take(SCREEN_KEYS) {
        let before = terminal.inspect(|output| output.bytes);
        let sent = Instant::now();
        terminal.press(key);
        let answered = terminal.wait("an answer to a cursor key", |output| {
            (output.bytes != before).then_some(output.last)
        });
        times.push(answered.saturating_duration_since(sent));
        // Wait for the rest of the frame.
        terminal.wait_idle(Duration::from_millis(3));
        bytes.push(terminal.inspect(|output| output.bytes) - before);
    }
    times.sort();
    let target = if name == "menu" { "at most 150" } else { "at most 250" };
    let mean = bytes.iter().sum::<u64>() / SCREEN_KEYS as u64;
    figures.add("cursor key: bytes, mean", Unit::Count(mean), target);
    figures.add("cursor key: bytes, most", Unit::Count(*bytes.iter().max().unwrap_or(&0)), "");
    figures.add("cursor key: time, median", Unit::Milliseconds(times[SCREEN_KEYS / 2]), "");
    let slow = times[SCREEN_KEYS * 99 / 100];
    figures.add("cursor key: time, 99 of 100", Unit::Milliseconds(slow), "at most 3");

    let before = ResourceUsage::of(process);
    // This sleep is the measurement itself.
    std::thread::sleep(SCREEN_IDLE_TIME);
    let used = ResourceUsage::of(process).since(before);
    figures.add("wake-ups at rest", Unit::Count(used.waits), "0");
}

fn measure_start() {
    let ours = program(MENU.0);
    let other = find_program(OTHER.0).map(|path| Launch::new(path).args(OTHER.1).bare());
    let (mut our_times, mut other_times) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        our_times.push(first_frame(&ours, MENU.1));
        other_times.extend(other.iter().map(|other| first_frame(other, OTHER.2)));
    }
    let our_time = median(&mut our_times);
    row("start to first frame, median", &milliseconds(our_time), "");
    if other_times.is_empty() {
        println!(
            "{:<44} {:>14}",
            format!("  ({} is not installed: nothing to compare with)", OTHER.0),
            ""
        );
        return;
    }
    let other_time = median(&mut other_times);
    row(&format!("  the same for {}", OTHER.0), &milliseconds(other_time), "");
    row(
        "  ratio",
        &format!("{:.2}", our_time.as_secs_f64() / other_time.as_secs_f64()),
        "at most 1.50",
    );
}

fn measure_idle() {
    let terminal = open(MENU);
    row("memory at the menu", &mebibytes(&terminal), "at most 12 MiB");
    let (before, bytes) =
        (ResourceUsage::of(terminal.process()), terminal.inspect(|output| output.bytes));
    // This sleep is the measurement itself.
    std::thread::sleep(IDLE_TIME);
    let used = ResourceUsage::of(terminal.process()).since(before);
    let written = terminal.inspect(|output| output.bytes) - bytes;
    let name = |what| format!("menu at rest for {} s: {what}", IDLE_TIME.as_secs());
    row(&name("ticks of processor time"), &used.ticks.to_string(), "0");
    row(&name("processor time"), &format!("{:.1?}", used.time), "0");
    row(&name("wake-ups"), &used.waits.to_string(), "0");
    row(&name("bytes written"), &written.to_string(), "0");
}

fn measure_keys() {
    let terminal = open(TABLE);
    row("memory at the table, before a search", &mebibytes(&terminal), "at most 12 MiB");
    press_cursor_keys(&terminal, ("when idle", "at most 400"), |_| ());
    search(&terminal);
    let before = (ResourceUsage::of(terminal.process()).time, Instant::now());
    press_cursor_keys(&terminal, ("in a search", "(and its progress)"), search);
    let busy = ResourceUsage::of(terminal.process()).time.saturating_sub(before.0).as_secs_f64();
    let share = 100.0 * busy / before.1.elapsed().as_secs_f64();
    row("  processor used meanwhile", &format!("{share:.0} %"), "(it searched)");
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
        (0..screen.size().0).flat_map(|row| (0..BOARD_WIDTH).map(move |column| (row, column)));
    let cells = positions.filter_map(|(row, column)| screen.cell(row, column));
    cells.map(|cell| (cell.contents().to_owned(), cell.bgcolor())).collect()
}

/// Presses cursor keys and prints how many bytes and how much time each takes. Calls `prepare`
/// before each key.
fn press_cursor_keys(
    terminal: &Terminal,
    (when, target): (&str, &str),
    prepare: impl Fn(&Terminal),
) {
    prepare(terminal);
    let mut times = Vec::new();
    let begin = terminal.inspect(|output| output.bytes);
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
    let bytes = (terminal.inspect(|output| output.bytes) - begin) / KEYS as u64;
    times.sort();
    let name = |what| format!("cursor key {when}: {what}");
    row(&name("bytes"), &bytes.to_string(), target);
    row(&name("time, median"), &milliseconds(times[KEYS / 2]), "");
    row(&name("time, 99 of 100"), &milliseconds(times[KEYS * 99 / 100]), "at most 5 ms");
}

/// Measures how long it takes until a move is visible, which includes saving it.
fn measure_moves() {
    let terminal = open((&["play", "flip", "--players", "human,human", "--no-motion"], "seed"));
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
        let terminal = open((&["play", game, "--players", players, "--no-motion"], "seed"));
        for key in keys.split_whitespace() {
            // Each search needs some time to fill its tables.
            std::thread::sleep(SEARCH_TIME);
            terminal.press(key);
        }
        std::thread::sleep(SEARCH_TIME);
        let peak = kib_to_mebibytes(peak_kib(terminal.process()));
        row(&format!("{game}: peak memory of searches"), &peak, "at most 90 MiB");
        terminal.press("esc");
        terminal.wait_idle(3 * QUIET);
        row(&format!("{game}: memory after them"), &mebibytes(&terminal), "");
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
    terminal.press(LEAVE);
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

fn program(args: &[&str]) -> Launch {
    Launch::arcade().args(args).bare()
}

/// Starts the program and waits until the text appears.
fn open((args, text): (&[&str], &str)) -> Terminal {
    let terminal = program(args).start();
    terminal.wait_text(text);
    terminal.wait_idle(QUIET);
    terminal
}

/// Starts the program and returns the time until its first frame, which shows the text.
fn first_frame(launch: &Launch, text: &str) -> Duration {
    let terminal = launch.start();
    let drawn = terminal.wait("the first frame", |output| {
        let is_whole = output.find(text).is_some() && !output.modes().in_frame();
        is_whole.then_some(output.last)
    });
    drawn - terminal.started
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn mebibytes(terminal: &Terminal) -> String {
    kib_to_mebibytes(resident_kib(terminal.process()))
}

fn kib_to_mebibytes(kib: u64) -> String {
    let kib = u32::try_from(kib).unwrap_or(u32::MAX);
    format!("{:.1} MiB", f64::from(kib) / 1024.0)
}

/// Prints a row of the table.
fn row(name: &str, measured: &str, target: &str) {
    println!("{name:<44} {measured:>14}   {target:<14}");
}
