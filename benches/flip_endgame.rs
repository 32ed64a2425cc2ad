//! Measures the time that Flip's endgame solver takes for positions 40 to 44 of the French Othello
//! Federation's test set (20 to 23 empty squares), and for the whole game of 6 x 6 (a minute or
//! two), each on one thread and on two.
//!
//! `cargo bench --bench flip_endgame` runs both parts; append `-- ffo` or `-- 6x6` to run only one.

use std::{
    ops::RangeInclusive,
    time::{Duration, Instant},
};

use fourcade_engine::flip::{
    model::{FlipPosition, Side},
    search::{
        endgame::{EndgameSolver, INFINITY, LocalTable},
        evaluation::{
            HandcraftedEvaluator, IncrementalEvaluator, PatternWeights, TrainedEvaluator,
        },
        geometry::BoardGeometry,
        node_counter::NodeCounter,
        transposition_table::TranspositionTable,
    },
};

/// The size of the transposition table.
const TABLE_BYTES: usize = 256 << 20;

fn main() {
    let names: Vec<_> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let is_selected = |name: &str| names.is_empty() || names.iter().any(|other| other == name);
    let mut table = TranspositionTable::default();
    if is_selected("ffo") {
        let evaluator = TrainedEvaluator::new(PatternWeights::trained());
        compare_threads(&mut table, &ffo(40..=44), &evaluator);
    }
    if is_selected("6x6") {
        compare_threads(&mut table, &[six_by_six()], &HandcraftedEvaluator::new(6));
    }
}

/// A position and its score for the side to move, in tiles.
struct Case {
    name: String,
    position: FlipPosition,
    score: i32,
}

/// Solves all positions on one thread and on two, and prints a line for each.
fn compare_threads(
    table: &mut TranspositionTable,
    cases: &[Case],
    evaluator: &impl IncrementalEvaluator,
) {
    let mut one_thread = None;
    for threads in [1, 2] {
        println!(
            "\nthreads: {threads}\n{:>8}  {:>5}  {:>8}  {:>13}  {:>10}",
            "", "score", "seconds", "positions", "M a second"
        );
        let mut total = (Duration::ZERO, 0);
        for Case { name, position, score } in cases {
            let (found, time, nodes) = solve(table, position, evaluator, threads);
            assert_eq!(found, *score, "{name}");
            print_row(name, &format!("{score:+}"), time, nodes);
            total = (total.0 + time, total.1 + nodes);
        }
        print_row("all", "", total.0, total.1);
        let one_thread = *one_thread.get_or_insert(total.0);
        if threads > 1 {
            let speedup = one_thread.as_secs_f64() / total.0.as_secs_f64();
            println!("{speedup:.2} times as fast as one thread");
        }
    }
}

fn print_row(name: &str, score: &str, time: Duration, nodes: u64) {
    let seconds = time.as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // far below 2^52
    let speed = nodes as f64 / seconds / 1e6;
    println!("{name:>8}  {score:>5}  {seconds:>8.2}  {nodes:>13}  {speed:>10.1}");
}

/// Solves a position with an empty table. Returns the score in tiles, the time and the number of
/// nodes.
fn solve(
    table: &mut TranspositionTable,
    position: &FlipPosition,
    evaluator: &impl IncrementalEvaluator,
    threads: usize,
) -> (i32, Duration, u64) {
    let bitboards = position.bitboards().expect("the board is small");
    let geometry = BoardGeometry::new(position.board.size());
    let mut counter = NodeCounter::unlimited();
    table.reset(TABLE_BYTES);
    let start = Instant::now();
    let mut solver = EndgameSolver {
        geometry: &geometry,
        evaluator,
        table,
        local_table: &mut LocalTable::new(),
        counter: &mut counter,
        threads,
    };
    let score = solver.solve(bitboards, -INFINITY, INFINITY).expect("the search has no limits");
    (score, start.elapsed(), counter.nodes())
}

/// Returns the game of 6 x 6 after its first move: all four first moves are mirror images of each
/// other. The first player loses it 16 to 20.
fn six_by_six() -> Case {
    let mut position = FlipPosition::start(6);
    let first = position.legal()[0];
    position.board.play(position.to_move, first);
    position.to_move = position.to_move.other();
    Case { name: "6 x 6".to_owned(), position, score: 4 }
}

/// Returns the test positions with these numbers.
fn ffo(numbers: RangeInclusive<u32>) -> Vec<Case> {
    let data = include_str!("../tests/data/flip_ffo.txt");
    let parse = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let rows: Vec<_> = fields[5].as_bytes().chunks(8).map(String::from_utf8_lossy).collect();
        let number: u32 = fields[0].parse().expect("the first field is a number");
        let to_move = if fields[2] == "X" { Side::X } else { Side::O };
        let score = fields[3].parse().expect("the fourth field is a score");
        let board = rows.join("\n").replace('-', ".").parse().expect("the sixth field is a board");
        (number, FlipPosition { board, to_move }, score)
    };
    data.lines()
        .filter(|line| !line.starts_with('#'))
        .map(parse)
        .filter(|(number, ..)| numbers.contains(number))
        .map(|(number, position, score)| Case { name: format!("FFO {number}"), position, score })
        .collect()
}
