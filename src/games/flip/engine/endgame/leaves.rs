//! The last moves of a game, where nearly all the time goes: no table, no counting of replies, no
//! way to stop.
//!
//! All functions search the window between `alpha` and `alpha + 1`: a value above `alpha` is a
//! lower bound of the true one, any other an upper bound. Values are tiles. `parity` has a bit for
//! each quarter of the board with an odd number of empty cells: who moves there first also moves
//! there last, so such cells are tried first.

use super::{INFINITE, last_flips::last_flips, processor::Processor, shape::Shape, stable::stable};

/// What the leaves need: the board's shape, and a counter of positions.
pub struct Leaves<'a> {
    pub shape: &'a Shape,
    pub nodes: u64,
}

/// By the number of empty cells: from this `alpha` on it is worth looking whether the opponent's
/// stable tiles settle the window.
static STABILITY_PAYS: [i32; 64] = stability_pays();

const fn stability_pays() -> [i32; 64] {
    let mut from = [INFINITE; 64];
    let (mut left, mut alpha) = (5, 6);
    while left < 64 {
        from[left] = if alpha < 56 { alpha } else { 56 };
        (left, alpha) = (left + 1, alpha + 2);
    }
    from
}

impl Leaves<'_> {
    /// An upper bound that settles the window, if the opponent has stable tiles enough.
    #[inline(always)]
    pub fn stability_cut(&self, own: u64, opp: u64, left: u32, alpha: i32) -> Option<i32> {
        if alpha < STABILITY_PAYS[left as usize % 64] {
            return None;
        }
        let most = self.shape.cells - 2 * stable(self.shape, opp, own).count_ones().cast_signed();
        (most <= alpha).then_some(most)
    }

    /// Any few cells are empty.
    #[inline(always)]
    pub fn search<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        empty: u64,
        alpha: i32,
    ) -> i32 {
        let parity = self.shape.parity(empty);
        let (first, last) = (empty.trailing_zeros(), 63_u32.saturating_sub(empty.leading_zeros()));
        match empty.count_ones() {
            0 => self.shape.final_score(own, opp),
            1 => self.one(own, opp, first),
            2 => self.two(p, own, opp, first, last, alpha),
            3 => p.three(self, own, opp, empty, parity, alpha),
            4 => p.four(self, own, opp, empty, parity, alpha),
            _ => p.several(self, own, opp, empty, parity, alpha),
        }
    }

    /// Five cells or more are empty.
    #[inline(always)]
    pub fn several<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        empty: u64,
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let left = empty.count_ones();
        if let Some(most) = self.stability_cut(own, opp, left, alpha) {
            return most;
        }
        let moves = p.moves(own, opp, empty);
        if moves == 0 {
            return if p.moves(opp, own, empty) == 0 {
                self.shape.final_score(own, opp)
            } else {
                -p.several(self, opp, own, empty, parity, !alpha)
            };
        }
        let odd = self.shape.odd_cells[parity % 16];
        let mut best = -INFINITE;
        for mut set in [moves & odd, moves & !odd] {
            while set != 0 {
                let at = set.trailing_zeros();
                let cell = set & set.wrapping_neg();
                set ^= cell;
                let flips = p.flips(own, opp, at);
                let (next_own, next_opp) = (opp ^ flips, own ^ flips ^ cell);
                let parity = parity ^ self.shape.quarter(at);
                let value = if left == 5 {
                    -p.four(self, next_own, next_opp, empty ^ cell, parity, !alpha)
                } else {
                    -p.several(self, next_own, next_opp, empty ^ cell, parity, !alpha)
                };
                if value > best {
                    best = value;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Four cells are empty.
    #[inline(always)]
    pub fn four<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        empty: u64,
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let odd = self.shape.odd_cells[parity % 16];
        let mut best = -INFINITE;
        for mut set in [empty & odd, empty & !odd] {
            while set != 0 {
                let at = set.trailing_zeros();
                let cell = set & set.wrapping_neg();
                set ^= cell;
                let flips = p.flips(own, opp, at);
                if flips == 0 {
                    continue;
                }
                let parity = parity ^ self.shape.quarter(at);
                let value =
                    -p.three(self, opp ^ flips, own ^ flips ^ cell, empty ^ cell, parity, !alpha);
                if value > best {
                    best = value;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        if best > -INFINITE {
            best
        } else if p.moves(opp, own, empty) == 0 {
            self.shape.final_score(own, opp)
        } else {
            -p.four(self, opp, own, empty, parity, !alpha)
        }
    }

    /// Three cells are empty.
    #[inline(always)]
    pub fn three<P: Processor>(
        &mut self,
        p: P,
        own: u64,
        opp: u64,
        empty: u64,
        parity: usize,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        // The single cell of a quarter first: the other two are a pair then, or singles as well.
        let odd = empty & self.shape.odd_cells[parity % 16];
        let a = if odd == 0 { empty } else { odd }.trailing_zeros();
        let rest = empty ^ (1 << a);
        let b = rest.trailing_zeros();
        let c = (rest & rest.wrapping_sub(1)).trailing_zeros();
        let mut best = -INFINITE;
        for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flips = p.flips(own, opp, at);
            if flips != 0 {
                best = best.max(-self.two(p, opp ^ flips, own ^ flips ^ (1 << at), x, y, !alpha));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > -INFINITE {
            return best;
        }
        let mut worst = INFINITE;
        for (at, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flips = p.flips(opp, own, at);
            if flips != 0 {
                worst = worst.min(self.two(p, own ^ flips, opp ^ flips ^ (1 << at), x, y, alpha));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < INFINITE { worst } else { self.shape.final_score(own, opp) }
    }

    /// The cells `a` and `b` are empty.
    #[inline(always)]
    fn two<P: Processor>(&mut self, p: P, own: u64, opp: u64, a: u32, b: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        let mut best = -INFINITE;
        for (at, last) in [(a, b), (b, a)] {
            let flips = p.flips(own, opp, at);
            if flips != 0 {
                best = best.max(-self.one(opp ^ flips, own ^ flips ^ (1 << at), last));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > -INFINITE {
            return best;
        }
        let mut worst = INFINITE;
        for (at, last) in [(a, b), (b, a)] {
            let flips = p.flips(opp, own, at);
            if flips != 0 {
                worst = worst.min(self.one(own ^ flips, opp ^ flips ^ (1 << at), last));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst < INFINITE { worst } else { self.shape.final_score(own, opp) }
    }

    /// The cell `at` is empty: whoever can takes it. This value is exact.
    #[inline(always)]
    fn one(&mut self, own: u64, opp: u64, at: u32) -> i32 {
        self.nodes += 1;
        let ahead = 2 * own.count_ones().cast_signed() + 1 - self.shape.cells;
        let flips = last_flips(own, at).cast_signed();
        if flips != 0 {
            return ahead + 2 * flips + 1;
        }
        let flips = last_flips(opp, at).cast_signed();
        if flips != 0 { ahead - 2 * flips - 1 } else { ahead + ahead.signum() }
    }
}
