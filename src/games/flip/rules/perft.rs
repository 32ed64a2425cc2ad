//! Perft: the number of lines of play of a given length, the usual check of a move generator.
//!
//! A pass is a ply, and a line that ends earlier (neither side can move) counts once: Aart Bik's convention.

use super::{Board, Position, Side, bits, grid::Grid};

/// Lines of `depth` plies from `position`, on bits up to 8 x 8 and on the array beyond.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match &position.board {
        Board::Bits { size, tiles } => {
            let (own, opp) = (position.to_move.index(), position.to_move.other().index());
            perft_bits(tiles[own], tiles[opp], bits::mask(u32::from(*size)), depth)
        }
        Board::Grid(grid) => perft_grid(grid, position.to_move, depth),
    }
}

/// Lines of `depth` plies, the owner of `own` to move, on the cells of `mask`.
pub fn perft_bits(own: u64, opp: u64, mask: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let empty = mask & !(own | opp);
    let moves = bits::moves(own, opp, empty);
    if moves == 0 {
        return if bits::moves(opp, own, empty) == 0 { 1 } else { perft_bits(opp, own, mask, depth - 1) };
    }
    if depth == 1 {
        // Nobody needs to see where the last ply leads.
        return u64::from(moves.count_ones());
    }
    bits::indices(moves)
        .map(|at| {
            let flips = bits::flips(own, opp, at);
            perft_bits(opp ^ flips, own ^ flips ^ (1 << at), mask, depth - 1)
        })
        .sum()
}

/// Lines of `depth` plies, `side` to move, on the array.
pub fn perft_grid(grid: &Grid, side: Side, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    for cell in grid.legal(side) {
        let mut after = grid.clone();
        for changed in grid.flips(side, cell) {
            after.set(changed, Some(side));
        }
        after.set(cell, Some(side));
        lines += perft_grid(&after, side.other(), depth - 1);
    }
    match lines {
        0 if grid.legal(side.other()).next().is_none() => 1,
        0 => perft_grid(grid, side.other(), depth - 1),
        _ => lines,
    }
}
