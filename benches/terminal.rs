//! Measures the program as a person at a terminal has it: how soon it is there, how quickly it
//! answers, and whether it rests when nothing happens. `cargo bench --bench terminal` prints a
//! table; nothing fails by a number.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use support::{
    Launch, Output, Terminal, find_program,
    process::{ResourceUsage, resident_kib},
};

/// The menu: what to start, and what shows that it is there.
const MENU: (&[&str], &str) = (&["--no-motion"], "see you");
/// A table at which a person moves first, against a search.
const TABLE: (&[&str], &str) =
    (&["play", "flip", "--players", "human,expert", "--no-motion"], "seed");
/// The keys that make the person's first move, after which the search begins.
const MOVE: &str = "tab enter";
/// Keys that move the cursor at the table, one after the other, and always change the screen.
const CURSOR: [&str; 2] = ["right", "left"];
/// What stands on the screen during a search, and when it is the person's move again.
const SEARCH: (&str, &str) = ("is thinking", "Your move");
/// The key that leaves the table, which asks nothing: the game is kept.
const LEAVE: &str = "esc";
/// The board is within so many columns; what searches tell stands to the right of it.
const BOARD: u16 = 42;
/// A game for terminals that starts quickly, to compare with; and what shows that it is there.
const OTHER: (&str, &[&str], &str) = ("nbreversi", &["-1", "h", "-2", "h"], "turn");

const STARTS: usize = 21;
const KEYS: usize = 500;
const LEAVES: usize = 5;
/// A frame is complete when nothing more came for so long.
const QUIET: Duration = Duration::from_millis(100);
const REST: Duration = Duration::from_secs(5);

fn main() {
    // `cargo test` runs benches, too, to see that they do run.
    let asked = |name: &str| std::env::args().any(|arg| arg == name);
    if !asked("--bench") || asked("--test") {
        return;
    }
    println!("{:<44} {:>14}   {:<14}", "", "measured", "target");
    start();
    rest();
    keys();
    leave();
}

// What is measured.

fn start() {
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

fn rest() {
    let terminal = open(MENU);
    row("memory at the menu", &mebibytes(&terminal), "at most 12 MiB");
    let (before, bytes) =
        (ResourceUsage::of(terminal.process()), terminal.inspect(|output| output.bytes));
    // The only sleep that is the measurement itself.
    std::thread::sleep(REST);
    let used = ResourceUsage::of(terminal.process()).since(before);
    let written = terminal.inspect(|output| output.bytes) - bytes;
    let name = |what| format!("menu at rest for {} s: {what}", REST.as_secs());
    row(&name("ticks of processor time"), &used.ticks.to_string(), "0");
    row(&name("processor time"), &format!("{:.1?}", used.time), "0");
    row(&name("wake-ups"), &used.waits.to_string(), "0");
    row(&name("bytes written"), &written.to_string(), "0");
}

fn keys() {
    let terminal = open(TABLE);
    row("memory at the table, before a search", &mebibytes(&terminal), "at most 12 MiB");
    press_cursor_keys(&terminal, ("at rest", "at most 400"), |_| ());
    search(&terminal);
    let before = (ResourceUsage::of(terminal.process()).time, Instant::now());
    press_cursor_keys(&terminal, ("in a search", "(and its news)"), search);
    let busy = ResourceUsage::of(terminal.process()).time.saturating_sub(before.0).as_secs_f64();
    let share = 100.0 * busy / before.1.elapsed().as_secs_f64();
    row("  processor used meanwhile", &format!("{share:.0} %"), "(it searched)");
}

/// Makes the computer search, if it doesn't.
fn search(terminal: &Terminal) {
    let (searching, waiting) = SEARCH;
    if terminal.inspect(|output| output.find(searching).is_none()) {
        terminal.wait_text(waiting);
        terminal.press(MOVE);
        terminal.wait_text(searching);
    }
}

/// The board with its colours, which tell the cursor.
fn look_at_board(output: &Output) -> Vec<(String, vt100::Color)> {
    let screen = output.screen();
    let places = (0..screen.size().0).flat_map(|row| (0..BOARD).map(move |column| (row, column)));
    let cells = places.filter_map(|(row, column)| screen.cell(row, column));
    cells.map(|cell| (cell.contents().to_owned(), cell.bgcolor())).collect()
}

fn press_cursor_keys(terminal: &Terminal, (when, most): (&str, &str), prepare: impl Fn(&Terminal)) {
    prepare(terminal);
    let mut times = Vec::new();
    let begin = terminal.inspect(|output| output.bytes);
    for number in 0..KEYS {
        prepare(terminal);
        let before = terminal.inspect(look_at_board);
        let sent = Instant::now();
        terminal.press(CURSOR[number % CURSOR.len()]);
        let answered = terminal.wait("an answer to a cursor key", |output| {
            (look_at_board(output) != before).then_some(output.last)
        });
        times.push(answered.saturating_duration_since(sent));
        // What else belongs to this frame.
        terminal.wait_idle(Duration::from_millis(3));
    }
    let bytes = (terminal.inspect(|output| output.bytes) - begin) / KEYS as u64;
    times.sort();
    let name = |what| format!("cursor key {when}: {what}");
    row(&name("bytes"), &bytes.to_string(), most);
    row(&name("time, median"), &milliseconds(times[KEYS / 2]), "");
    row(&name("time, 99 of 100"), &milliseconds(times[KEYS * 99 / 100]), "at most 5 ms");
}

fn leave() {
    let mut times: Vec<_> = (0..LEAVES).map(|_| time_to_leave()).collect();
    times.sort();
    row("leaving a search: until it rests, median", &milliseconds(times[LEAVES / 2]), "");
    row(
        "leaving a search: until it rests, slowest",
        &milliseconds(times[LEAVES - 1]),
        "at most 50 ms",
    );
}

fn time_to_leave() -> Duration {
    // Less is what is needed to draw, and to sleep.
    const NOTHING: Duration = Duration::from_micros(300);
    let terminal = open(TABLE);
    let process = terminal.process();
    let at_rest = ResourceUsage::of(process).time;
    terminal.press(MOVE);
    while ResourceUsage::of(process).time < at_rest + Duration::from_millis(200) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let left = Instant::now();
    terminal.press(LEAVE);
    let (mut seen, mut last) = (ResourceUsage::of(process).time, Instant::now());
    while last.elapsed() < 3 * QUIET {
        std::thread::sleep(Duration::from_millis(1));
        let now = ResourceUsage::of(process).time;
        // It shrinks when a thread ends.
        if now.abs_diff(seen) > NOTHING {
            (seen, last) = (now, Instant::now());
        }
    }
    last - left
}

// How.

fn program(args: &[&str]) -> Launch {
    Launch::arcade().args(args).bare()
}

/// Starts the program and waits until it is there.
fn open((args, text): (&[&str], &str)) -> Terminal {
    let terminal = program(args).start();
    terminal.wait_text(text);
    terminal.wait_idle(QUIET);
    terminal
}

fn first_frame(launch: &Launch, text: &str) -> Duration {
    let terminal = launch.start();
    terminal.wait_text(text);
    terminal.wait_idle(QUIET);
    terminal.inspect(|output| output.last) - terminal.started
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn mebibytes(terminal: &Terminal) -> String {
    let kib = u32::try_from(resident_kib(terminal.process())).unwrap_or(u32::MAX);
    format!("{:.1} MiB", f64::from(kib) / 1024.0)
}

fn row(name: &str, measured: &str, target: &str) {
    println!("{name:<44} {measured:>14}   {target:<14}");
}
