//! Descriptions of a search and its result in words.

use crate::games::flip::engine::SearchResult;

/// Describes a search in progress: `depth 12, +3, 1.2 M positions` or `solved, +3, 950 positions`.
pub fn progress(result: &SearchResult) -> String {
    let tiles = whole_tiles(result.score);
    if result.exact {
        format!("solved, {}, {}", signed(tiles), positions(result.nodes))
    } else {
        depth_progress(result.depth, tiles, result.nodes)
    }
}

/// Describes an unfinished search by its depth in plies, its score in tiles, and its number of
/// positions.
pub fn depth_progress(depth: u32, tiles: i32, nodes: u64) -> String {
    format!("depth {depth}, {}, {}", signed(tiles), positions(nodes))
}

/// Describes what a move leads to: `wins by 6 tiles`, or `about 3 tiles ahead, seen 12 moves on`.
pub fn prospects(result: &SearchResult) -> String {
    let tiles = whole_tiles(result.score);
    let count = tiles.unsigned_abs();
    let by = if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") };
    let depth = result.depth;
    match (result.exact, tiles) {
        (true, 1..) => format!("wins by {by}"),
        (true, 0) => "a draw".to_owned(),
        (true, _) => format!("loses by {by} at best"),
        (false, 1..) => format!("about {by} ahead, seen {depth} moves on"),
        (false, 0) => format!("about even, seen {depth} moves on"),
        (false, _) => format!("about {by} behind, seen {depth} moves on"),
    }
}

/// Rounds hundredths of a tile to tiles.
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
        let result = |score, exact| SearchResult {
            score,
            exact,
            depth: 9,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 1,
        };
        for (score, exact, text) in [
            (600, true, "wins by 6 tiles"),
            (-100, true, "loses by 1 tile at best"),
            (0, true, "a draw"),
            (149, false, "about 1 tile ahead, seen 9 moves on"),
            (-1250, false, "about 13 tiles behind, seen 9 moves on"),
            (-49, false, "about even, seen 9 moves on"),
        ] {
            assert_eq!(prospects(&result(score, exact)), text);
        }
    }
}
