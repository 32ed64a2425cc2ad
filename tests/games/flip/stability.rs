//! Tiles that can never be flipped: some by a proof, the others by games that don't flip them.

use fourcade_engine::{
    flip::model::{FlipBoard, FlipPosition, Side, Square},
    play::random,
};
use rand::{RngExt, seq::IndexedRandom};
use std::{cell::RefCell, collections::HashMap};

/// Maximum number of games played to see tiles flipped.
const MAX_GAMES: u32 = 10_000;

type Tile = Option<Side>;

/// The tiles of a side that provably no move can ever flip.
pub fn proved(board: &FlipBoard, side: Side) -> Vec<Square> {
    let is_own = |square: &Square| board.at(*square) == Some(side);
    let own: Vec<_> = board.squares().filter(is_own).collect();
    let mut proved = proved_on_edges(board, side);
    loop {
        // A move flips a whole run of tiles between two others. It does not reach a tile beside
        // one that stays, beside the edge of the board, or on a line without an empty square.
        let is_safe = |square: Square, [down, right]: [i32; 2]| {
            let steps = [[down, right], [-down, -right]];
            let stays = |step| beside(board, square, step).is_none_or(|it| proved.contains(&it));
            let is_full = |step| {
                let line = std::iter::successors(Some(square), |&at| beside(board, at, step));
                line.into_iter().all(|at| board.at(at).is_some())
            };
            steps.into_iter().any(stays) || steps.into_iter().all(is_full)
        };
        let directions = [[0, 1], [1, 0], [1, 1], [1, -1]];
        let is_new = |&&square: &&Square| {
            !proved.contains(&square) && directions.iter().all(|&step| is_safe(square, step))
        };
        let new: Vec<_> = own.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return proved;
        }
        proved.extend(new);
    }
}

fn beside(board: &FlipBoard, square: Square, [down, right]: [i32; 2]) -> Option<Square> {
    let row = square.row.checked_add_signed(i16::try_from(down).unwrap())?;
    let col = square.col.checked_add_signed(i16::try_from(right).unwrap())?;
    Some(Square::new(row, col)).filter(|&square| board.contains(square))
}

/// The edge tiles that stay whatever is played on the squares of the edge. Other moves can't flip
/// them.
fn proved_on_edges(board: &FlipBoard, side: Side) -> Vec<Square> {
    thread_local! {
        static KNOWN: RefCell<HashMap<Vec<Tile>, Vec<bool>>> = RefCell::default();
    }
    let last = board.size() - 1;
    let edges = (0..4).map(|edge| {
        let square = move |place| match edge {
            0 => Square::new(0, place),
            1 => Square::new(last, place),
            2 => Square::new(place, 0),
            _ => Square::new(place, last),
        };
        (0..=last).map(square).collect::<Vec<_>>()
    });
    let mut proved = Vec::new();
    for edge in edges {
        let tiles: Vec<_> = edge.iter().map(|&square| board.at(square)).collect();
        let stay = KNOWN.with_borrow_mut(|known| stay(&tiles, known));
        for (square, stays) in edge.into_iter().zip(stay) {
            if stays && board.at(square) == Some(side) && !proved.contains(&square) {
                proved.push(square);
            }
        }
    }
    proved
}

/// Whether each tile of an edge stays, whatever both sides play there in whatever order.
fn stay(edge: &[Tile], known: &mut HashMap<Vec<Tile>, Vec<bool>>) -> Vec<bool> {
    if let Some(stay) = known.get(edge) {
        return stay.clone();
    }
    let mut stay: Vec<_> = edge.iter().map(Option::is_some).collect();
    for at in (0..edge.len()).filter(|&at| edge[at].is_none()) {
        for side in Side::BOTH {
            let mut next = edge.to_vec();
            next[at] = Some(side);
            let run = |tiles: &mut dyn Iterator<Item = usize>| {
                let mut run = Vec::new();
                for place in tiles {
                    match edge[place] {
                        Some(tile) if tile == side => return run,
                        Some(_) => run.push(place),
                        None => break,
                    }
                }
                Vec::new()
            };
            let flipped = [run(&mut (at + 1..edge.len())), run(&mut (0..at).rev())].concat();
            for &place in &flipped {
                next[place] = Some(side);
            }
            let later = self::stay(&next, known);
            for place in 0..edge.len() {
                stay[place] &= later[place] && !flipped.contains(&place);
            }
        }
    }
    known.insert(edge.to_vec(), stay.clone());
    stay
}

/// Whether only the proved tiles stay: each other tile of the side is flipped in some random game.
/// In most games, moves that flip such a tile are preferred, sometimes or always. No game may flip
/// a proved tile.
pub fn are_all(proved: &[Square], board: &FlipBoard, side: Side, to_move: Side, seed: u64) -> bool {
    let is_open = |square: &Square| board.at(*square) == Some(side) && !proved.contains(square);
    let mut open: Vec<_> = board.squares().filter(is_open).collect();
    let mut rng = random::rng(seed, &[2]);
    for game in 0..MAX_GAMES {
        if open.is_empty() {
            return true;
        }
        let mut at = FlipPosition { board: board.clone(), to_move };
        while !at.is_over() {
            let legal = at.legal();
            let flips = |&square: &Square| {
                let flipped = at.board.flips(at.to_move, square);
                flipped.iter().any(|tile| open.contains(tile))
            };
            let is_preferred = at.to_move != side && rng.random_ratio(game % 3, 2);
            let preferred: Vec<_> =
                legal.iter().copied().filter(|square| is_preferred && flips(square)).collect();
            if let Some(&square) = preferred.choose(&mut rng).or_else(|| legal.choose(&mut rng)) {
                at.board.play(at.to_move, square);
                let is_kept = |square: &Square| at.board.at(*square) == Some(side);
                assert!(proved.iter().all(is_kept), "a tile that should stay is flipped\n{board}");
                open.retain(is_kept);
            }
            at.to_move = at.to_move.other();
        }
    }
    open.is_empty()
}
