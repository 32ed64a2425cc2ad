//! Descriptions of searches and their results in words.

use crate::flip::{model::Side, search::SearchResult};

/// Describes a search in progress: `depth 12, +3, 1.2 M positions` or `solved, +3, 950 positions`.
pub fn progress(result: &SearchResult) -> String {
    let tiles = whole_tiles(result.score);
    if result.exact {
        format!("solved, {}, {}", signed(tiles), positions(result.nodes))
    } else {
        depth_progress(result.depth, tiles, result.nodes)
    }
}

/// Describes an unfinished search by its depth in plies, score in tiles, and positions.
pub fn depth_progress(depth: u32, tiles: i32, nodes: u64) -> String {
    format!("depth {depth}, {}, {}", signed(tiles), positions(nodes))
}

/// Describes the prospects of a move to its player, given its score in hundredths of a tile: `you
/// win by 6 tiles`, or `you should come out about 3 tiles ahead`.
pub fn prospects(score: i32, exact: bool) -> String {
    let tiles = whole_tiles(score);
    let count = tiles.unsigned_abs();
    let by = if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") };
    match (exact, tiles) {
        (true, 1..) => format!("you win by {by}"),
        (true, 0) => "it leads to a tie".to_owned(),
        (true, _) => format!("you lose by {by} at best"),
        (false, 1..) => format!("you should come out about {by} ahead"),
        (false, 0) => "it keeps the game even".to_owned(),
        (false, _) => format!("you should come out about {by} behind"),
    }
}

/// Describes an evaluation whose `value` is the lead of O in tiles, such as `O ahead by about 3
/// (depth 28)` or `X wins by 2 (solved)`.
pub fn evaluation(value: f64, result: &SearchResult) -> String {
    let tiles = value.round();
    let by = tiles.abs();
    let side = if tiles > 0.0 { Side::O } else { Side::X };
    match (result.exact, by > 0.0) {
        (true, true) => format!("{side} wins by {by} (solved)"),
        (true, false) => "A tie (solved)".to_owned(),
        (false, true) => format!("{side} ahead by about {by} (depth {})", result.depth),
        (false, false) => format!("Even (depth {})", result.depth),
    }
}

fn whole_tiles(hundredths: i32) -> i32 {
    (hundredths + 50 * hundredths.signum()) / 100
}

/// Formats a number of positions: `950 positions` or `1.2 M positions`.
fn positions(nodes: u64) -> String {
    match nodes {
        0..10_000 => format!("{nodes} positions"),
        10_000..1_000_000 => format!("{} k positions", nodes / 1000),
        _ => format!("{}.{} M positions", nodes / 1_000_000, nodes / 100_000 % 10),
    }
}

/// Formats a difference of tiles: `+3`, `-12` or `0`.
fn signed(tiles: i32) -> String {
    if tiles == 0 { "0".to_owned() } else { format!("{tiles:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prospects_are_described_in_words() {
        for (score, exact, text) in [
            (600, true, "you win by 6 tiles"),
            (-100, true, "you lose by 1 tile at best"),
            (0, true, "it leads to a tie"),
            (149, false, "you should come out about 1 tile ahead"),
            (-1250, false, "you should come out about 13 tiles behind"),
            (-49, false, "it keeps the game even"),
        ] {
            assert_eq!(prospects(score, exact), text);
        }
    }

    #[test]
    fn evaluations_name_the_side_that_is_ahead() {
        let result = |exact| SearchResult {
            score: 0,
            exact,
            depth: 28,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 1,
        };
        for (value, exact, text) in [
            (2.9, false, "O ahead by about 3 (depth 28)"),
            (-0.4, false, "Even (depth 28)"),
            (-2.0, true, "X wins by 2 (solved)"),
            (0.0, true, "A tie (solved)"),
        ] {
            assert_eq!(evaluation(value, &result(exact)), text);
        }
    }
}
