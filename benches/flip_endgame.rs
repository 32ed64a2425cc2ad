//! How long Flip's exact solver takes: positions 40 to 44 of the French Othello Federation's tests
//! (20 to 23 empty cells), and the whole game of 6 x 6 (a minute or two), by one thread and by two.
//!
//! `cargo bench --bench flip_endgame`, or only one of both with `-- ffo` or `-- 6x6`

use std::time::{Duration, Instant};

use fourcade::{
    games::flip::{
        engine::{
            counter::Counter,
            endgame::{Endgame, INFINITE, NearTable, Shape},
            evaluation::{Trained, Weights},
            judge::Judge,
            plain::Places,
            table::Table,
        },
        rules::{FlipBoard, Position, Side},
    },
    play::{Budget, Seat, ThinkContext},
};

/// Bytes of the table of positions.
const MEMORY: usize = 256 << 20;

fn main() {
    let wanted: Vec<_> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let mut table = Table::default();
    if is_wanted("ffo") {
        compare(&mut table, &ffo(40..=44), &Trained::with(Weights::trained()));
    }
    if is_wanted("6x6") {
        compare(&mut table, &[six()], &Places::new(6));
    }
}

/// A position and its score for the side to move.
struct Case {
    name: String,
    position: Position,
    score: i32,
}

/// Solves all positions by one thread and by two, and prints a line for each.
fn compare(table: &mut Table, cases: &[Case], judge: &impl Judge) {
    let mut one = None;
    for threads in [1, 2] {
        println!(
            "\nthreads: {threads}\n{:>8}  {:>5}  {:>8}  {:>13}  {:>10}",
            "", "score", "seconds", "positions", "M a second"
        );
        let row = |name: &str, score: &str, time: Duration, nodes: u64| {
            #[allow(clippy::cast_precision_loss)] // far below 2^52
            let speed = nodes as f64 / time.as_secs_f64() / 1e6;
            println!(
                "{name:>8}  {score:>5}  {:>8.2}  {nodes:>13}  {speed:>10.1}",
                time.as_secs_f64()
            );
        };
        let mut all = (Duration::ZERO, 0);
        for Case { name, position, score } in cases {
            let (found, time, nodes) = solve(table, position, judge, threads);
            assert_eq!(found, *score, "{name}");
            row(name, &format!("{score:+}"), time, nodes);
            all = (all.0 + time, all.1 + nodes);
        }
        row("all", "", all.0, all.1);
        let one = *one.get_or_insert(all.0);
        if threads > 1 {
            println!("{:.2} times as fast as one thread", one.as_secs_f64() / all.0.as_secs_f64());
        }
    }
}

/// The score, the time and the number of positions, with a table that knows nothing.
fn solve(
    table: &mut Table,
    position: &Position,
    judge: &impl Judge,
    threads: usize,
) -> (i32, Duration, u64) {
    let FlipBoard::Bits { size, tiles } = position.board else { panic!("a small board is wanted") };
    let (own, opp) = (tiles[position.to_move.index()], tiles[position.to_move.other().index()]);
    let shape = Shape::new(size);
    let think = ThinkContext::new(Budget::Nodes(u64::MAX), 0, Seat::new(0), 0);
    let mut counter = Counter::new(&think, u64::MAX);
    table.renew(MEMORY);
    let began = Instant::now();
    let mut endgame = Endgame {
        shape: &shape,
        judge,
        table,
        near: &mut NearTable::new(),
        counter: &mut counter,
        threads,
    };
    let score = endgame.solve(own, opp, -INFINITE, INFINITE).expect("nobody stops it");
    (score, began.elapsed(), counter.nodes())
}

/// The game of 6 x 6 after its first move: all four that there are are mirror images of each other.
/// The first player loses it 16 to 20.
fn six() -> Case {
    let mut position = Position::start(6);
    let first = position.legal()[0];
    position.board.play(position.to_move, first);
    position.to_move = position.to_move.other();
    Case { name: "6 x 6".to_owned(), position, score: 4 }
}

/// The positions with these numbers.
fn ffo(numbers: std::ops::RangeInclusive<u32>) -> Vec<Case> {
    let data = include_str!("../tests/data/flip_ffo.txt");
    let parse = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let rows: Vec<_> = words[5].as_bytes().chunks(8).map(String::from_utf8_lossy).collect();
        let board = rows.join("\n").replace('-', ".").parse().expect("the data are a board");
        let to_move = if words[2] == "X" { Side::X } else { Side::O };
        let score = words[3].parse().expect("the data have a score");
        (words[0].parse().expect("the data have a number"), Position { board, to_move }, score)
    };
    let cases = data.lines().filter(|line| !line.starts_with('#')).map(parse);
    let cases = cases.filter(|(number, ..)| numbers.contains(number));
    cases
        .map(|(number, position, score)| Case { name: format!("FFO {number}"), position, score })
        .collect()
}
