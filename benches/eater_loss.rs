//! What Eater's players give away in one choice: the value of a position less what the mixture
//! guarantees, by the exact solution. Mean over 200 open positions of 4 x 4 (4 to 12 empty cells)
//! from play at random.
//!
//! `cargo bench --bench eater_loss`

use std::time::Instant;

use fourcade::{
    games::eater::{
        players::{montecarlo::search, smart},
        rules::{Cell, EaterBoard, EaterObservation, Pair, Role},
        solve::{Analysis, Effort, Solver},
    },
    play::{Budget, Seat, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

const POSITIONS: u32 = 200;

fn main() {
    let mut exact = Exact::default();
    let boards = exact.open_positions();
    println!("{:>24}  Passer  Eater   both   ms a choice", "mean loss on 4 x 4");
    let mut row = |name: &str, mixtures: &dyn Fn(&EaterBoard) -> Analysis| {
        let mut losses = [0.0; 2];
        let mut seconds = 0.0;
        for board in &boards {
            let began = Instant::now();
            let found = mixtures(board);
            seconds += began.elapsed().as_secs_f64();
            let loss = exact.loss(board, &found);
            losses.iter_mut().zip(loss).for_each(|(sum, loss)| *sum += loss / f64::from(POSITIONS));
        }
        let [passer, eater] = losses;
        let ms = 1000.0 * seconds / f64::from(POSITIONS);
        println!("{name:>24}  {passer:.4}  {eater:.4}  {:.4}  {ms:.2}", passer + eater);
    };
    row("random", &|board| {
        Analysis::indifferent(&board.free().iter().collect::<Vec<_>>(), 0.5, false)
    });
    row("smart", &|board| Analysis {
        passer: smart::mixture(board, Role::Passer),
        eater: smart::mixture(board, Role::Eater),
        ..Analysis::default()
    });
    for nodes in [0, 100, 1_000, 3_000, 10_000, 30_000, 100_000] {
        let think = ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0);
        row(&format!("montecarlo {nodes}"), &|board| {
            search(board, &think, &mut |_| None).expect("nobody cancels")
        });
    }
}

/// Exact values.
#[derive(Default)]
struct Exact(Solver);

impl Exact {
    fn value(&mut self, board: &EaterBoard) -> f64 {
        let think = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
        let value = self.0.value(board, &mut Effort::whole(&think)).expect("nobody cancels");
        value.expect("4 x 4 is small enough")
    }

    /// What Passer and Eater can lose with these mixtures against the best answer to each.
    fn loss(&mut self, board: &EaterBoard, found: &Analysis) -> [f64; 2] {
        let free: Vec<Cell> = board.free().iter().collect();
        let mut chance = |passer, eater| {
            let mut after = board.clone();
            after.mark(Pair { passer, eater });
            self.value(&after)
        };
        let mut against_passer =
            |eater| found.passer.iter().map(|&(cell, p)| p * chance(cell, eater)).sum::<f64>();
        let least = free.iter().map(|&cell| against_passer(cell)).fold(1.0, f64::min);
        let mut against_eater =
            |passer| found.eater.iter().map(|&(cell, p)| p * chance(passer, cell)).sum::<f64>();
        let most = free.iter().map(|&cell| against_eater(cell)).fold(0.0, f64::max);
        let value = self.value(board);
        [value - least, most - value]
    }

    /// Positions in which neither side is sure to win.
    fn open_positions(&mut self) -> Vec<EaterBoard> {
        let mut rng = random::rng(5, &[]);
        let mut boards = Vec::new();
        while boards.len() < POSITIONS as usize {
            let mut board = EaterBoard::empty(4);
            let empties = rng.random_range(4..=12);
            while board.empties() > empties && EaterObservation::of(board.clone()).winner.is_none()
            {
                let free: Vec<Cell> = board.free().iter().collect();
                let mut any = || *free.choose(&mut rng).expect("not over");
                board.mark(Pair { passer: any(), eater: any() });
            }
            let value = self.value(&board);
            if board.empties() >= 4 && value > 1e-9 && value < 1.0 - 1e-9 {
                boards.push(board);
            }
        }
        boards
    }
}
