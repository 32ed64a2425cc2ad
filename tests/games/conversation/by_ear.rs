//! Games played by scripts that only hear what happens. They know the rules, and ask for no board,
//! hint or undo.

use super::converse;
use fourcade::{
    games::{ActionText as _, ArcadeGame, Notation},
    plain::{self, Origin},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::{
        Eater,
        model::{Cell, EaterBoard, Role},
    },
    flip::{
        Flip,
        model::{FlipBoard, Side, Square},
    },
    intensity::Intensity,
    play::{HUMAN, Level, RecordHeader, Session, random},
};
use rand::seq::IndexedRandom as _;

/// The sentences, each without its full stop.
fn sentences(news: &str) -> impl Iterator<Item = &str> {
    news.lines().map(|line| line.trim_end_matches('.'))
}

/// Two numbers, from this word of the sentence on.
fn pair(sentence: &str, at: usize) -> Option<(u16, u16)> {
    let mut words = sentence.split([' ', ':', ',']).skip(at);
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// Plays against Beginner. Returns what was said, and whether the person has won.
fn against_beginner<G: ArcadeGame>(
    seed: u64,
    mut listener: impl FnMut(&str) -> Option<String> + Send + 'static,
) -> (String, bool) {
    let listener = move |news: &str| {
        let is_over = news.contains("Hear which of your moves cost most?");
        if is_over { Some("no".to_owned()) } else { listener(news) }
    };
    let setup = G::deal_seeded(G::default_size(), seed).unwrap();
    let mut players =
        vec![G::LEVELS[Level::Beginner as usize].player.to_owned(); G::SEAT_NAMES.len()];
    HUMAN.clone_into(&mut players[0]);
    let session = Session::<G>::new(RecordHeader { setup, players, seed, clock: None });
    let home = tempfile::tempdir().unwrap();
    let mut is_over = false;
    let text = converse(home.path(), listener, |app| {
        is_over = plain::play(app, session, Origin::New)?.is_some();
        Ok(())
    });
    assert!(is_over, "{text}");
    let typed = || text.lines().filter_map(|line| line.strip_prefix("> "));
    assert!(!typed().any(|line| ["board", "hint", "undo"].contains(&line)), "{text}");
    let has_won = text.lines().any(|line| line.starts_with("You win"));
    (text, has_won)
}

/// Takes corners, stays away from cells beside them, and turns few tiles.
fn flip_player() -> impl FnMut(&str) -> Option<String> + Send {
    let mut board = FlipBoard::start(8);
    move |news| {
        for sentence in sentences(news) {
            let side = if sentence.starts_with("You play ") { Side::O } else { Side::X };
            let is_move = sentence.starts_with("You play ") || sentence.starts_with("Pip plays ");
            if let Some((row, col)) = pair(sentence, 2).filter(|_| is_move) {
                board.play(side, Square::new(row - 1, col - 1)).expect("what is told is legal");
            }
        }
        let edge = |index: u16| index.min(7 - index);
        let cost = |square: &Square| {
            let place = match (edge(square.row), edge(square.col)) {
                (0, 0) => -100,
                (1, 1) => 60,
                (0, 1) | (1, 0) => 30,
                (0, _) | (_, 0) => -5,
                _ => 0,
            };
            place + i32::try_from(board.flips(Side::O, *square).len()).unwrap()
        };
        let square = board.legal(Side::O).into_iter().min_by_key(cost)?;
        Some(Flip::write(square, Notation::FromOne))
    }
}

/// Leads the path on where it is widest.
fn eater_player(seed: u64) -> impl FnMut(&str) -> Option<String> + Send {
    let mut board = EaterBoard::empty(7);
    let mut rng = random::rng(seed, &[9]);
    move |news| {
        for sentence in sentences(news) {
            let marks = [("Both choose ", Role::Eater), ("Bo chooses ", Role::Eater)];
            let marks = marks.into_iter().chain([("You choose ", Role::Passer)]);
            for (start, role) in marks.filter(|(start, _)| sentence.starts_with(start)) {
                let (row, col) = pair(sentence, start.split(' ').count() - 1).unwrap();
                board.set(Cell::new(row - 1, col - 1), Some(role));
            }
        }
        let (live, reached) = (board.live_cells(), board.reached_cells());
        let free = || live.iter().filter(|&cell| board.at(cell).is_none());
        let below = |cell: &Cell| {
            let is_next = |other: Cell| {
                other.row + 1 == cell.row && other.col.abs_diff(cell.col) <= 1
                    || other.row == cell.row && other.col.abs_diff(cell.col) == 1
            };
            if cell.row == 0 { reached.is_empty() } else { reached.iter().any(is_next) }
        };
        let lowest = free().filter(below).map(|cell| cell.row).max();
        let mut good: Vec<_> =
            free().filter(|cell| below(cell) && Some(cell.row) == lowest).collect();
        if good.is_empty() {
            good = free().collect();
        }
        if good.is_empty() {
            good = board.cells().filter(|&cell| board.at(cell).is_none()).collect();
        }
        good.choose(&mut rng).map(|&cell| Eater::write(cell, Notation::FromOne))
    }
}

/// Plays cards from low to high until one is accepted.
fn intensity_player() -> impl FnMut(&str) -> Option<String> + Send {
    let mut hand: Vec<String> = Vec::new();
    let (mut has_asked, mut tried, mut has_passed) = (false, 0, false);
    move |news| {
        for sentence in sentences(news) {
            if let Some(cards) = sentence.strip_prefix("Your hand: ") {
                hand = cards
                    .split(", ")
                    .map(|card| card.trim_start_matches("the buffalo ").to_owned())
                    .collect();
            }
        }
        if news.contains("Your move.") {
            has_asked = false;
        }
        if !has_asked {
            (has_asked, tried) = (true, 0);
            return Some("hand".to_owned());
        }
        if !has_passed {
            has_passed = true;
            return Some(hand[hand.len() - 3..].join(" "));
        }
        tried += 1;
        hand.get(tried - 1).cloned()
    }
}

/// Remembers the cards that it has heard of, and takes the pairs that it knows.
fn concentration_player() -> impl FnMut(&str) -> Option<String> + Send {
    let mut known: Vec<((u16, u16), String)> = Vec::new();
    let mut turned: Vec<(u16, u16)> = Vec::new();
    let mut is_second = false;
    move |news| {
        let mut last = None;
        for sentence in sentences(news) {
            if let Some((place, card)) = sentence.split_once(": the ") {
                let at = pair(place, 2).or_else(|| pair(place, place.split(' ').count() - 2));
                let rank = card.split(' ').next().unwrap_or_default().to_owned();
                let at = at.expect("a card is told with its place");
                if !turned.contains(&at) {
                    turned.push(at);
                    known.push((at, rank.clone()));
                }
                last = Some((at, rank));
            }
            let won = sentence.strip_prefix("A pair: ").and_then(|won| won.split_once(" two "));
            if let Some((_, ranks)) = won {
                let rank = ranks.trim_end_matches("es").trim_end_matches('s').to_owned();
                let is_won = |(_, other): &((u16, u16), String)| other.starts_with(&rank);
                // The pair that was won is the last two of its rank.
                for _ in 0..2 {
                    let at = known.iter().rposition(is_won).expect("a pair was heard");
                    known.remove(at);
                }
            }
        }
        is_second = !is_second;
        let write = |(row, col): (u16, u16)| Some(format!("{row} {col}"));
        let match_of = |(at, rank): &((u16, u16), String)| {
            known.iter().find(|(other, same)| other != at && same == rank).map(|(other, _)| *other)
        };
        if is_second && !known.is_empty() {
            if let Some(pair) = known.iter().find(|card| match_of(card).is_some()) {
                return write(pair.0);
            }
        } else if let Some(matching) = last.as_ref().and_then(match_of) {
            return write(matching);
        }
        let new = (1..=4).flat_map(|row| (1..=13).map(move |col| (row, col)));
        let new = new.clone().find(|at| !turned.contains(at));
        let old = || {
            known
                .iter()
                .map(|(at, _)| *at)
                .find(|at| last.as_ref().is_none_or(|(own, _)| own != at))
        };
        new.or_else(old).and_then(write)
    }
}

#[test]
fn a_listener_beats_beginner_more_often_than_not() {
    let flip = (0..12).filter(|&seed| against_beginner::<Flip>(seed, flip_player()).1).count();
    let eater =
        (0..12).filter(|&seed| against_beginner::<Eater>(seed, eater_player(seed)).1).count();
    println!("of 12 games each: Flip {flip}, Eater {eater}");
    assert!(flip > 6 && eater > 6, "Flip {flip}, Eater {eater}");
}

#[test]
fn cards_can_be_played_by_ear() {
    against_beginner::<Intensity>(1, intensity_player());
    against_beginner::<Concentration>(1, concentration_player());
}
