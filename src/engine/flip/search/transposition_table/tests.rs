use super::*;

fn node(depth: u32, score: i32, best: u8) -> SearchedNode {
    SearchedNode { depth, selectivity: 0, window: (-10_000, 10_000), score, best }
}

fn table(bytes: usize) -> TranspositionTable {
    let mut table = TranspositionTable::default();
    table.reset(bytes);
    table
}

#[test]
fn an_entry_can_be_read_until_the_next_decision() {
    let mut table = table(1 << 16);
    let position = Position::new(1, 2);
    let node =
        SearchedNode { depth: 17, selectivity: 5, window: (-300, -299), score: -1234, best: 63 };
    table.put(key(position), &node);
    let entry = TtEntry {
        lower: i16::MIN,
        upper: -1234,
        depth: 17,
        selectivity: 5,
        best: 63,
        second: NO_MOVE,
    };
    assert_eq!(table.get(key(position)), Some(entry));
    assert_eq!(table.get(key(position.pass())), None);
    for _ in 0..2 * LAST_DECISION {
        table.reset(1 << 16);
        assert_eq!(table.get(key(position)), None);
    }
}

#[test]
fn kept_entries_can_be_read_and_are_replaced_first() {
    let mut table = table(64);
    for (key, depth) in [(2, 9), (4, 8)] {
        table.put(key, &node(depth, 0, 0));
    }
    let depths =
        |table: &TranspositionTable| [2, 4, 6].map(|key| table.get(key).map(|entry| entry.depth));
    table.keep(64);
    assert_eq!(depths(&table), [Some(9), Some(8), None]);
    table.put(6, &node(1, 0, 0));
    assert_eq!(depths(&table), [None, Some(8), Some(1)], "kept ones go first");
    table.keep(64 << 2);
    assert_eq!(depths(&table), [None; 3], "a much larger table is a new one");
    table.put(2, &node(1, 0, 0));
    table.reset(64);
    assert_eq!(depths(&table), [None; 3]);
}

#[test]
fn a_kept_entry_that_is_still_useful_is_renewed() {
    let mut table = table(64);
    table.put(2, &node(9, 0, 0));
    table.keep(64);
    table.put(2, &node(3, 50, 1));
    table.put(4, &node(1, 0, 0));
    assert_eq!(table.get(2).map(|entry| (entry.depth, entry.lower)), Some((9, 0)));
}

#[test]
fn entries_can_be_kept_for_any_number_of_decisions() {
    let mut table = table(1 << 10);
    for number in 0..3 * LAST_DECISION {
        table.keep(1 << 10);
        assert_eq!(table.get(number), None);
        table.put(number, &node(5, 0, 0));
        assert!(table.get(number).is_some());
    }
}

#[test]
fn the_place_of_a_position_depends_on_the_given_size_alone() {
    let (small, mut large) = (table(64), table(1 << 16));
    large.reset(64);
    for table in [small, large] {
        for key in 0..10 {
            table.put(key, &node(u32::try_from(key).unwrap(), 0, 0));
        }
        let kept: Vec<_> = (0..10).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept, [6, 7, 8, 9], "two buckets of two");
    }
}

#[test]
fn a_bucket_keeps_the_deepest_search_and_the_newest() {
    let table = table(64);
    for (key, depth) in [(2, 6), (4, 9), (6, 5), (8, 8)] {
        table.put(key, &node(depth, 0, 0));
    }
    let depths = [2, 4, 6, 8].map(|key| table.get(key).map(|entry| entry.depth));
    assert_eq!(depths, [None, Some(9), None, Some(8)]);
}

#[test]
fn bounds_from_equal_searches_are_merged() {
    let table = table(1 << 10);
    let node = |score, window, best| SearchedNode { depth: 9, selectivity: 1, window, score, best };
    table.put(7, &node(300, (100, 101), 20));
    table.put(7, &node(500, (600, 601), NO_MOVE));
    let entry = table.get(7).unwrap();
    assert_eq!((entry.lower, entry.upper, entry.best, entry.second), (300, 500, 20, NO_MOVE));
    table.put(7, &node(450, (440, 441), 30));
    let entry = table.get(7).unwrap();
    assert_eq!((entry.lower, entry.upper, entry.best, entry.second), (450, 500, 30, 20));
    assert!(entry.suffices(9, 1) && entry.suffices(8, 3));
    assert!(!entry.suffices(10, 1) && !entry.suffices(9, 0));
}

#[test]
fn a_shallower_or_more_selective_search_does_not_replace_a_better_one() {
    let table = table(1 << 10);
    table.put(7, &SearchedNode { selectivity: 0, ..node(9, 100, 1) });
    table.put(7, &SearchedNode { selectivity: 0, ..node(8, 200, 2) });
    assert_eq!(table.get(7).map(|entry| entry.lower), Some(100));
    table.put(7, &SearchedNode { selectivity: 2, ..node(12, 300, 3) });
    table.put(7, &SearchedNode { selectivity: 0, ..node(9, 400, 4) });
    assert_eq!(
        table.get(7).map(|entry| (entry.lower, entry.second)),
        Some((400, 3)),
        "a less selective search replaces a deeper one"
    );
}

#[test]
fn a_torn_entry_is_ignored() {
    let table = table(1 << 10);
    table.put(7, &node(9, 100, 1));
    let other = TtEntry::new(&node(3, -5, 2)).pack(table.decision);
    table.bucket(7).0[0].word.store(other, Relaxed);
    assert_eq!(table.get(7), None);
}
