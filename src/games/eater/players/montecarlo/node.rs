//! A position of the tree: what its fillings show, and what has been learnt below it.

use rand::RngExt;

use super::{
    fills::Fills,
    regret::{MOST_CHOICES, Regrets, Weights},
};
use crate::{
    games::eater::rules::{Cell, Cells, EaterBoard, Role},
    play::Rng,
};

/// Where a position's children stand in the tree; 0 where none has been looked at.
pub type Children = [[u32; MOST_CHOICES]; MOST_CHOICES];

/// A position of the tree.
#[derive(Debug)]
pub struct Node {
    /// The board; what is dead on it is the Eater's.
    pub board: EaterBoard,
    /// The Passer's chance, as far as it is known.
    pub value: f64,
    /// Whether that is certain.
    pub exact: bool,
    /// A cell on all paths, if there is one: the Eater takes it and has won.
    pub neck: Option<Cell>,
    /// What is known once the position has been opened.
    pub inner: Option<Box<Inner>>,
}

/// An opened position.
#[derive(Debug)]
pub struct Inner {
    /// The cells that both sides may choose.
    pub choices: Vec<Cell>,
    /// Their payoffs, and how to play them.
    pub regrets: Regrets,
    /// Where the children stand.
    pub children: Children,
    /// For each of the Passer's choices, as bits: those of the Eater after which the value is
    /// certain.
    settled: [u16; MOST_CHOICES],
    /// Whether these are all cells that matter.
    complete: bool,
}

/// Rounds of learning from the fillings alone, when a position is opened.
const FIRST_ROUNDS: u32 = 30;
/// How often a side tries something else than it has learnt.
const CURIOSITY: f64 = 0.2;

impl Node {
    /// A position whose value is certain.
    pub fn certain(board: EaterBoard, value: f64) -> Self {
        Self { board, value, exact: true, neck: None, inner: None }
    }

    /// A position that has not been looked at yet, valued by its fillings (`times` x 64).
    pub fn new(board: EaterBoard, times: u32, rng: &mut Rng) -> Self {
        if board.is_connected() {
            return Self::certain(board, 1.0);
        }
        let live = board.live();
        if live.is_empty() {
            return Self::certain(board, 0.0);
        }
        let fills = Fills::of(&board, &live, times, rng);
        if let Some(neck) = find_neck(&board, &live, &fills) {
            return Self { neck: Some(neck), ..Self::certain(board, 0.0) };
        }
        Self { board, value: chance(fills.share()), exact: false, neck: None, inner: None }
    }

    /// Opens the position, with payoffs as its fillings (`times` x 64) suggest them.
    pub fn open(&mut self, times: u32, rng: &mut Rng) {
        let live = self.board.live();
        let fills = Fills::of(&self.board, &live, times, rng);
        let inner = Inner::new(&self.board, &live, &fills);
        self.value = inner.regrets.value();
        self.inner = Some(Box::new(inner));
    }
}

impl Inner {
    fn new(board: &EaterBoard, live: &Cells, fills: &Fills) -> Self {
        let mut choices: Vec<Cell> = live.clone().and(&board.free()).iter().collect();
        let complete = choices.len() <= MOST_CHOICES;
        choices.sort_by(|&a, &b| fills.decides(b).total_cmp(&fills.decides(a)));
        choices.truncate(MOST_CHOICES);
        let mut regrets = Regrets::new(choices.len());
        // With a cell that decides with probability d in hand, the Passer connects d / 2 more
        // often, without it as much less. Of two cells the effects nearly add up.
        let halves: Vec<f64> = choices.iter().map(|&cell| fills.decides(cell) / 2.0).collect();
        for (row, &passer) in choices.iter().enumerate() {
            let wins = connects(board, passer);
            for (col, &eaten) in halves.iter().enumerate() {
                let gained = if row == col { 0.0 } else { halves[row] };
                let payoff =
                    if wins && row != col { 1.0 } else { chance(fills.share() + gained - eaten) };
                regrets.set(row, col, payoff);
            }
        }
        regrets.learn(FIRST_ROUNDS);
        let children = [[0; MOST_CHOICES]; MOST_CHOICES];
        Self { choices, regrets, children, settled: [0; MOST_CHOICES], complete }
    }

    /// Takes over the value after a pair of choices.
    pub fn set(&mut self, row: usize, col: usize, value: f64, exact: bool) {
        self.regrets.set(row, col, value);
        self.settled[row] |= u16::from(exact) << col;
    }

    /// Whether all payoffs are certain, and so the value is.
    pub fn is_settled(&self) -> bool {
        let count = self.choices.len();
        self.complete && self.settled[..count].iter().all(|row| row.count_ones() as usize == count)
    }

    /// A pair of choices to look at: what the sides would play now or, where one is curious, first
    /// what has not been tried yet against the other's choice, and then anything. (Where nobody
    /// ever looks a wrong guess stays.) What is certain already need not be looked at again.
    pub fn pick(&self, rng: &mut Rng) -> (usize, usize) {
        let count = self.choices.len();
        let [passer, eater] = self.regrets.current();
        let (mut row, mut col) = (draw(&passer, count, rng), draw(&eater, count, rng));
        if rng.random_bool(CURIOSITY) {
            row = (0..count)
                .find(|&row| self.children[row][col] == 0)
                .unwrap_or_else(|| rng.random_range(0..count));
        }
        if rng.random_bool(CURIOSITY) {
            col = (0..count)
                .find(|&col| self.children[row][col] == 0)
                .unwrap_or_else(|| rng.random_range(0..count));
        }
        let open = |row: usize, col: usize| self.settled[row] >> col & 1 == 0;
        if open(row, col) {
            return (row, col);
        }
        let from = rng.random_range(0..count);
        let places = || (from..count).chain(0..from);
        let in_row = || places().map(|other| (row, other)).find(|&(row, col)| open(row, col));
        let in_col = || places().map(|other| (other, col)).find(|&(row, col)| open(row, col));
        let anywhere = || {
            places()
                .flat_map(|row| (0..count).map(move |col| (row, col)))
                .find(|&(row, col)| open(row, col))
        };
        let same = if rng.random() { in_row().or_else(in_col) } else { in_col().or_else(in_row) };
        same.or_else(anywhere).unwrap_or((row, col))
    }
}

/// One of the first `count` choices, by their shares.
fn draw(shares: &Weights, count: usize, rng: &mut Rng) -> usize {
    let mut left: f64 = rng.random();
    let found = shares[..count].iter().position(|share| {
        left -= share;
        left < 0.0
    });
    found.unwrap_or(count - 1)
}

/// The Passer's chance when both play well, from the share of fillings in which it connects.
///
/// Fitted to exact values of random positions of 4 x 4 and 5 x 5 with 4 to 13 empty cells: against
/// an opponent who takes care the Passer does worse than against chance, and a lead counts for
/// more.
fn chance(share: f64) -> f64 {
    let share = share.clamp(0.005, 0.995);
    let log_odds = 1.7 * (share / (1.0 - share)).ln() - 2.0;
    (1.0 + (-log_odds).exp()).recip()
}

/// Whether the Passer wins with this cell.
fn connects(board: &EaterBoard, cell: Cell) -> bool {
    let mut after = board.clone();
    after.set(cell, Some(Role::Passer));
    after.is_connected()
}

/// A cell on all paths, if there is one.
fn find_neck(board: &EaterBoard, live: &Cells, fills: &Fills) -> Option<Cell> {
    let mut suspects = live
        .clone()
        .and(&board.free())
        .iter()
        .filter(|&cell| !fills.spares(cell))
        .collect::<Vec<_>>();
    // Necks are found soonest among the cells that decide most.
    suspects.sort_by(|&a, &b| fills.decides(b).total_cmp(&fills.decides(a)));
    let mut after = board.clone();
    suspects.into_iter().find(|&cell| {
        after.set(cell, Some(Role::Eater));
        let sealed = !after.can_connect();
        after.set(cell, None);
        sealed
    })
}
