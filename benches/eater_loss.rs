//! Measures how much Eater's players lose by one choice: the difference between the exact value of
//! a position and the value that their mixed strategy guarantees. The mean is taken over 200
//! undecided positions of 4 x 4 with 4 to 12 empty cells from random play.
//!
//! `cargo bench --bench eater_loss`

use std::time::Instant;

use fourcade::{
    games::eater::{
        players::{montecarlo::search, smart},
        rules::{Cell, EaterBoard, EaterObservation, JointMove, Role},
        solver::{PositionAnalysis, SolveBudget, Solver},
    },
    play::{Budget, Seat, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

/// The number of positions.
const POSITIONS: u32 = 200;

fn main() {
    let mut exact = ExactValues::default();
    let boards = exact.undecided_positions();
    println!("{:>24}  Passer  Eater   both   ms a choice", "mean loss on 4 x 4");
    let mut row = |name: &str, analyse: &dyn Fn(&EaterBoard) -> PositionAnalysis| {
        let mut losses = [0.0; 2];
        let mut seconds = 0.0;
        for board in &boards {
            let start = Instant::now();
            let analysis = analyse(board);
            seconds += start.elapsed().as_secs_f64();
            let loss = exact.loss(board, &analysis);
            losses.iter_mut().zip(loss).for_each(|(sum, loss)| *sum += loss / f64::from(POSITIONS));
        }
        let [passer, eater] = losses;
        let ms = 1000.0 * seconds / f64::from(POSITIONS);
        println!("{name:>24}  {passer:.4}  {eater:.4}  {:.4}  {ms:.2}", passer + eater);
    };
    row("random", &|board| {
        PositionAnalysis::indifferent(&board.empty_cells().iter().collect::<Vec<_>>(), 0.5, false)
    });
    row("smart", &|board| PositionAnalysis {
        passer: smart::strategy(board, Role::Passer),
        eater: smart::strategy(board, Role::Eater),
        ..PositionAnalysis::default()
    });
    for nodes in [0, 100, 1_000, 3_000, 10_000, 30_000, 100_000] {
        let context = ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0);
        row(&format!("montecarlo {nodes}"), &|board| {
            search(board, 64 << 20, &context, &mut |_| None).expect("the search is not cancelled")
        });
    }
}

/// Computes the exact values of positions.
#[derive(Default)]
struct ExactValues(Solver);

impl ExactValues {
    fn value(&mut self, board: &EaterBoard) -> f64 {
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 1, Seat::new(0), 0);
        let value = self
            .0
            .value(board, &mut SolveBudget::whole(&context))
            .expect("the search is not cancelled");
        value.expect("4 x 4 is small enough")
    }

    /// Returns how much each side can lose against the best response to its strategy.
    fn loss(&mut self, board: &EaterBoard, analysis: &PositionAnalysis) -> [f64; 2] {
        let free: Vec<Cell> = board.empty_cells().iter().collect();
        let mut chance = |passer, eater| {
            let mut after = board.clone();
            after.apply(JointMove { passer, eater });
            self.value(&after)
        };
        let mut against_passer = |eater| {
            analysis.passer.choices().iter().map(|&(cell, p)| p * chance(cell, eater)).sum::<f64>()
        };
        let min = free.iter().map(|&cell| against_passer(cell)).fold(1.0, f64::min);
        let mut against_eater = |passer| {
            analysis.eater.choices().iter().map(|&(cell, p)| p * chance(passer, cell)).sum::<f64>()
        };
        let max = free.iter().map(|&cell| against_eater(cell)).fold(0.0, f64::max);
        let value = self.value(board);
        [value - min, max - value]
    }

    /// Returns random positions in which neither side is certain to win.
    fn undecided_positions(&mut self) -> Vec<EaterBoard> {
        let mut rng = random::rng(5, &[]);
        let mut boards = Vec::new();
        while boards.len() < POSITIONS as usize {
            let mut board = EaterBoard::empty(4);
            let empty_count = rng.random_range(4..=12);
            while board.empty_count() > empty_count
                && EaterObservation::of(board.clone()).winner.is_none()
            {
                let free: Vec<Cell> = board.empty_cells().iter().collect();
                let mut any = || *free.choose(&mut rng).expect("the game is not over");
                board.apply(JointMove { passer: any(), eater: any() });
            }
            let value = self.value(&board);
            if board.empty_count() >= 4 && value > 1e-9 && value < 1.0 - 1e-9 {
                boards.push(board);
            }
        }
        boards
    }
}
