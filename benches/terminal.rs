//! Measures the program in a terminal: how fast it starts and responds, and whether it is idle when
//! nothing happens. It never fails because of a measurement. This command prints a table for the
//! program as it is shipped:
//!
//!     cargo bench --profile release --bench terminal
//!
//! The table also has the baseline in `benches/terminal.toml`. `-- --keep` replaces the baseline,
//! which must be measured on an idle machine. `-- --short` measures only what every screen has.

mod terminal_figures;
mod terminal_searches;

#[path = "../tests/program/support/mod.rs"]
mod support;

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use support::{
    Launch, Terminal, find_program,
    process::{ResourceUsage, private_memory},
};
use terminal_figures::{Figures, Measurement};

/// The menu: the arguments, and a text that shows that it has been drawn.
const MENU: (&[&str], &str) = (&["--no-motion"], "q quit");
/// A small terminal game for comparison: the program, its arguments, and a text that shows that it
/// has been drawn.
const OTHER: (&str, &[&str], &str) = ("nbreversi", &["-1", "h", "-2", "h"], "turn");

struct Screen {
    name: &'static str,
    /// The arguments of the program.
    args: &'static [&'static str],
    /// The keys that then open the screen.
    opening_keys: &'static str,
    /// A text that shows that it has been drawn.
    text: &'static str,
    /// Keys that move the cursor around and back.
    cursor_keys: &'static str,
}

/// The screens. The opponents play at medium strength.
const SCREENS: [Screen; 7] = [
    Screen {
        name: "menu",
        args: MENU.0,
        opening_keys: "",
        text: MENU.1,
        cursor_keys: "right right right down down up up left left left",
    },
    Screen {
        name: "new game",
        args: MENU.0,
        opening_keys: "2",
        text: "New game: Flip",
        cursor_keys: "down down up up",
    },
    Screen {
        name: "intensity",
        args: &["play", "intensity", "--players", "human,careful,careful,careful", "--no-motion"],
        opening_keys: "",
        text: "? help",
        cursor_keys: "right right right left left left",
    },
    Screen {
        name: "flip",
        args: &["play", "flip", "--players", "level:3,human", "--no-motion"],
        opening_keys: "",
        text: "? help",
        cursor_keys: "right right down left left up",
    },
    Screen {
        name: "concentration",
        args: &["play", "concentration", "--players", "human,memory:10", "--no-motion"],
        opening_keys: "",
        text: "? help",
        cursor_keys: "right right down left left up",
    },
    Screen {
        name: "eater",
        args: &["play", "eater", "--players", "human,smart", "--no-motion"],
        opening_keys: "",
        text: "? help",
        cursor_keys: "right right down left left up",
    },
    Screen {
        name: "flip 1024",
        args: &["play", "flip", "--players", "human,human", "--size", "1024", "--no-motion"],
        opening_keys: "",
        text: "? help",
        cursor_keys: "right right down left left up",
    },
];

/// A command that keeps all cores busy: many games of the strongest computer player.
const BUSY: [&str; 6] = ["simulate", "flip", "--players", "expert,expert", "--games", "1000000"];

const STARTS: usize = 21;
/// The number of cursor keys pressed on each screen.
const SCREEN_KEYS: usize = 120;
/// The time for which each screen is observed at rest.
const SCREEN_IDLE_TIME: Duration = Duration::from_secs(2);
/// A frame is complete when there has been no output for this long.
const QUIET: Duration = Duration::from_millis(100);
/// The time for which the menu is observed at rest.
const IDLE_TIME: Duration = Duration::from_secs(5);
/// The time for which the animated menu is observed.
const MOTION_TIME: Duration = Duration::from_secs(20);

fn main() {
    // `cargo test` runs benches, too.
    let has_arg = |name: &str| std::env::args().any(|arg| arg == name);
    if !has_arg("--bench") || has_arg("--test") {
        return;
    }
    let mut figures = Figures::read();
    for screen in &SCREENS {
        measure_screen(screen, &mut figures);
    }
    if has_arg("--keep") {
        figures.write_baseline();
    }
    if has_arg("--short") {
        return;
    }
    println!("\n{:<44} {:>14}   {:<14}", "", "measured", "target");
    measure_start();
    measure_idle();
    measure_motion();
    terminal_searches::measure();
}

/// Measures a screen: its start, memory, response to keys, and idleness.
fn measure_screen(screen: &Screen, figures: &mut Figures) {
    figures.begin_screen(screen.name);
    if screen.opening_keys.is_empty() {
        let start = || first_frame(&program(screen.args), screen.text);
        let mut times: Vec<_> = (0..STARTS).map(|_| start()).collect();
        figures.add("start to first frame", Measurement::Time(median(&mut times)), "at most 12");
    }

    let terminal = open_screen(screen);
    let process = terminal.process();
    figures.add("private memory", Measurement::Memory(private_memory(process)), "at most 5");
    let used = ResourceUsage::of(process).time;
    figures.add("processor time until at rest", Measurement::Time(used), "");

    let Responses { times, max_bytes } = press_keys(&terminal, screen.cursor_keys);
    figures.add("cursor key: most bytes", Measurement::Count(max_bytes), "less than 2000");
    figures.add("cursor key: time, median", Measurement::Time(times[SCREEN_KEYS / 2]), "");
    let slow = times[SCREEN_KEYS * 99 / 100];
    figures.add("cursor key: time, 99 of 100", Measurement::Time(slow), "at most 3");

    let before = ResourceUsage::of(process);
    // This sleep is the measurement itself.
    std::thread::sleep(SCREEN_IDLE_TIME);
    let used = ResourceUsage::of(process).since(before);
    figures.add("wake-ups at rest", Measurement::Count(used.waits), "0");

    let home = tempfile::tempdir().expect("a temporary folder can be created");
    let mut busy = support::program(home.path());
    busy.args(BUSY).stdout(Stdio::null()).stderr(Stdio::null());
    let mut busy = busy.spawn().expect("the program can be started");
    let Responses { times, .. } = press_keys(&terminal, screen.cursor_keys);
    let slow = times[SCREEN_KEYS * 99 / 100];
    figures.add("  the same, all cores busy", Measurement::Time(slow), "at most 3");
    // The simulation may have ended already.
    let _ = busy.kill();
    let _ = busy.wait();
}

/// Opens a screen and waits until it is at rest.
fn open_screen(screen: &Screen) -> Terminal {
    if screen.opening_keys.is_empty() {
        return open((screen.args, screen.text));
    }
    let terminal = open(MENU);
    terminal.press(screen.opening_keys);
    terminal.wait_text(screen.text);
    terminal.wait_idle(QUIET);
    terminal
}

/// The responses to cursor keys.
struct Responses {
    /// From the fastest to the slowest.
    times: Vec<Duration>,
    /// The bytes of the longest.
    max_bytes: u64,
}

/// Presses these keys again and again. Each must change the screen.
fn press_keys(terminal: &Terminal, keys: &str) -> Responses {
    let keys: Vec<&str> = keys.split_whitespace().collect();
    let (mut times, mut max_bytes) = (Vec::new(), 0);
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
        max_bytes = max_bytes.max(terminal.inspect(|output| output.bytes) - before);
    }
    times.sort();
    Responses { times, max_bytes }
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

/// Measures the animated menu.
fn measure_motion() {
    let terminal = open((&[], MENU.1));
    let before = ResourceUsage::of(terminal.process());
    // This sleep is the measurement itself.
    std::thread::sleep(MOTION_TIME);
    let used = ResourceUsage::of(terminal.process()).since(before);
    let name = |what| format!("moving menu for {} s: {what}", MOTION_TIME.as_secs());
    row(&name("share of a core"), &share(used.time, MOTION_TIME), "at most 5 %");
    let memory = private_memory(terminal.process());
    row(&name("private memory"), &megabytes(memory), "at most 5 MB");
}

fn share(used: Duration, time: Duration) -> String {
    format!("{:.1} %", 100.0 * used.as_secs_f64() / time.as_secs_f64())
}

fn program(args: &[&str]) -> Launch {
    Launch::arcade().args(args).bare()
}

/// Starts the program and waits until the text appears and the start is over.
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

fn megabytes(bytes: u64) -> String {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    format!("{:.1} MB", f64::from(bytes) / 1e6)
}

/// Prints a row of the table.
fn row(name: &str, measured: &str, target: &str) {
    println!("{name:<44} {measured:>14}   {target:<14}");
}
