//! Measures how much Eater's players lose by one choice: the difference between the exact value of
//! a position and the value that their mixed strategy guarantees. The mean is taken over undecided
//! positions from random play, with 95 % confidence intervals: 200 of 4 x 4 with 4 to 12 live
//! empty cells, 700 of 5 x 5 with 8 to 16, and 200 each of 6 x 6 and 7 x 7 with 10 to 16.
//!
//! `cargo bench --bench eater_loss`

use std::{ops::RangeInclusive, time::Instant};

use fourcade_engine::{
    eater::{
        model::{Cell, EaterBoard, EaterObservation, JointMove, Role},
        players::{expert::ExpertPlayer, montecarlo::search, smart},
        solver::{PositionAnalysis, SolveBudget, Solver},
    },
    play::{Budget, Seat, ThinkContext, random},
};
use rand::{RngExt, seq::IndexedRandom};

/// The positions of one board size from which the mean is taken.
struct Sample {
    size: u16,
    /// The numbers of live empty cells.
    cell_counts: RangeInclusive<u32>,
    positions: usize,
    /// The budgets of `montecarlo` and `expert`.
    nodes: &'static [u64],
}

const SAMPLES: [Sample; 4] = [
    Sample { size: 4, cell_counts: 4..=12, positions: 200, nodes: &[0, 100, 1_000, 10_000] },
    Sample { size: 5, cell_counts: 8..=16, positions: 700, nodes: &[0, 100, 1_000, 10_000] },
    Sample { size: 6, cell_counts: 10..=16, positions: 200, nodes: &[0, 100, 1_000, 10_000] },
    Sample { size: 7, cell_counts: 10..=16, positions: 200, nodes: &[0, 100, 1_000, 10_000] },
];

fn main() {
    for sample in &SAMPLES {
        measure(sample);
    }
}

/// Prints the mean loss of each player.
fn measure(sample: &Sample) {
    let mut exact = ExactValues::default();
    let boards = exact.undecided_positions(sample);
    let title = format!("mean loss on {0} x {0}", sample.size);
    println!("{title:>24}  Passer   Eater    both             ms a choice");
    let mut row = |name: &str, analyse: &dyn Fn(&EaterBoard) -> PositionAnalysis| {
        let [mut passer, mut eater, mut both] = [(); 3].map(|()| RunningMean::default());
        let mut seconds = 0.0;
        for board in &boards {
            let start = Instant::now();
            let analysis = analyse(board);
            seconds += start.elapsed().as_secs_f64();
            let [passer_loss, eater_loss] = exact.loss(board, &analysis);
            passer.add(passer_loss);
            eater.add(eater_loss);
            both.add(passer_loss + eater_loss);
        }
        let ms = 1000.0 * seconds / both.count;
        let (passer, eater, margin) = (passer.mean(), eater.mean(), both.margin());
        println!("{name:>24}  {passer:.4}  {eater:.4}  {:.4} ± {margin:.4}  {ms:.2}", both.mean());
    };
    row("random", &|board| {
        PositionAnalysis::indifferent(&board.empty_cells().iter().collect::<Vec<_>>(), 0.5, false)
    });
    row("smart", &|board| PositionAnalysis {
        passer: smart::strategy(board, Role::Passer),
        eater: smart::strategy(board, Role::Eater),
        ..PositionAnalysis::default()
    });
    for &nodes in sample.nodes {
        let context = ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0);
        row(&format!("montecarlo {nodes}"), &|board| {
            search(board, 64 << 20, &context, &mut |_| None).expect("the search is not cancelled")
        });
        row(&format!("expert {nodes}"), &|board| {
            ExpertPlayer::default().analyse(board, &context).expect("the search is not cancelled")
        });
    }
}

#[derive(Default)]
struct RunningMean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl RunningMean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// Returns half the width of the 95 % confidence interval.
    fn margin(&self) -> f64 {
        let variance = (self.squares - self.sum * self.mean()) / (self.count - 1.0);
        1.96 * (variance / self.count).sqrt()
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
        value.expect("the position is small enough")
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
    fn undecided_positions(&mut self, sample: &Sample) -> Vec<EaterBoard> {
        let mut rng = random::rng(5, &[]);
        let mut boards = Vec::new();
        while boards.len() < sample.positions {
            let mut board = EaterBoard::empty(sample.size);
            let cell_count = rng.random_range(sample.cell_counts.clone());
            while board.live_empty_cells().len() > cell_count
                && EaterObservation::of(board.clone()).winner.is_none()
            {
                let free: Vec<Cell> = board.empty_cells().iter().collect();
                let mut any = || *free.choose(&mut rng).expect("the game is not over");
                board.apply(JointMove { passer: any(), eater: any() });
            }
            if board.live_empty_cells().len() < *sample.cell_counts.start() {
                continue;
            }
            let value = self.value(&board);
            if value > 1e-9 && value < 1.0 - 1e-9 {
                boards.push(board);
            }
        }
        boards
    }
}
