//! Requests written and read; what no game can lead to; answers and names.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::*;
use crate::{
    games::intensity::{
        Intensity,
        rules::{CardSet, Deal, IntensityAction, SEATS, left, right},
    },
    play::{Game, Observation, Random, Seats, random},
};

/// The sheet's two examples.
const DISCARDS: &str = "1\n13 19 24 25 29 32 39 44 46 49\n";
const CARD: &str = "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";

fn choice(text: &str) -> ChoiceRequest {
    match text.parse() {
        Ok(PlayerRequest::Choice(choice)) => choice,
        other => panic!("{text:?}: {other:?}"),
    }
}

fn refusal(text: &str) -> String {
    text.parse::<PlayerRequest>().expect_err(text).to_string()
}

#[test]
fn the_sheet_s_examples_are_read_and_written() {
    let passing = choice(DISCARDS);
    assert_eq!(passing.seen().legal(passing.seat()).len(), 120);
    assert_eq!(passing.read_answer(b"29 39 49\n"), Ok("29 39 49".parse().unwrap()));
    let playing = choice(CARD);
    assert_eq!(playing.seen().legal(playing.seat()), ["23".parse().unwrap()]);
    assert_eq!((playing.seat().index(), playing.seen().trick.leader().index()), (0, 2));
    for text in ["0\n", DISCARDS, CARD, "3\n"] {
        assert_eq!(text.parse::<PlayerRequest>().unwrap().to_string(), text);
    }
}

#[test]
fn empty_lists_are_empty_lines() {
    let first = "2\n10 0 0\n10 11 12 13 14 15 16 17 18 19\n\n\n20 21 22\n17 18 19\n";
    assert_eq!(choice(first).seen().history.len(), 0);
    assert_eq!(first.parse::<PlayerRequest>().unwrap().to_string(), first);
}

#[test]
fn any_white_space_and_any_order_of_a_hand_are_read() {
    let words: Vec<_> = CARD.split_whitespace().collect();
    for space in [" ", "\n", "\r\n", "\t\x0b\x0c "] {
        assert_eq!(choice(&format!("{space}{}", words.join(space))), choice(CARD), "{space:?}");
    }
    let shuffled = CARD.replace("11 15 18", "18 11 15").replace("37 38 39", "39 37 38");
    assert_eq!(choice(&shuffled), choice(CARD));
}

#[test]
fn a_request_is_read_no_further_than_to_the_end_of_its_last_line() {
    let mut input: &[u8] = b"0 \nmore";
    assert_eq!(PlayerRequest::read(&mut input), Ok(PlayerRequest::Name));
    assert_eq!(input, b"more");
    assert_eq!(refusal("0 more"), "something follows the request on its last line");
    assert_eq!(
        refusal(&format!("{} 11", DISCARDS.trim())),
        "something follows the request on its last line"
    );
    let mut endless = std::io::BufReader::new(std::io::repeat(b'1'));
    assert!(PlayerRequest::read(&mut endless).unwrap_err().to_string().contains("no whole number"));
}

#[test]
fn what_is_no_request_is_told_with_the_reason() {
    for (text, why) in [
        ("", "the request ends where the kind of request should be"),
        (" \n", "the request ends where the kind of request should be"),
        (
            "4\n",
            "there is no request 4; there are 0 (name), 1 (cards to pass), 2 (a card to play) or 3 (tests)",
        ),
        ("-1", "\"-1\" is no whole number; the kind of request should be there"),
        ("play", "\"play\" is no whole number; the kind of request should be there"),
        ("1\n13 19", "the request ends where card 3 of 10 of the hand should be"),
        ("1\n13 19 x", "\"x\" is no whole number; card 3 of 10 of the hand should be there"),
        ("1\n13 50", "50 in the hand is no card: they are 10 to 49"),
        ("1\n13 19 24 25 29 32 39 44 46 13", "13 is twice in the hand"),
        ("2\n11 0 0", "the number of cards in hand is 11, but must be from 1 to 10"),
        ("2\n0 0 0", "the number of cards in hand is 0, but must be from 1 to 10"),
        ("2\n9 4 0", "the number of cards in this round is 4, but must be from 0 to 3"),
        ("2\n9 2 4", "the table position is 4, but must be from 0 to 3"),
        (
            "2\n9 2 99999999999999999999",
            "\"99999999999999999999\" is no whole number; the table position should be there",
        ),
    ] {
        assert_eq!(refusal(text), why, "{text:?}");
    }
    let change = |from: &str, to: &str| {
        assert!(CARD.contains(from), "{from}");
        refusal(&CARD.replacen(from, to, 1))
    };
    for (from, to, why) in [
        (
            "9 2 0",
            "9 2 1",
            "it is not the turn of player 1: player 2 leads this round, in which 2 have played",
        ),
        ("24 26", "24 24", "24 is there twice"),
        ("24 26", "24 11", "11 is there twice"),
        ("13 19", "24 19", "24 is there twice"),
        ("37 38 39", "37 38 49", "49 was passed to the left, so player 0 can't have had it"),
        ("37 38 39", "37 38 16", "16 was passed to the left, so player 0 can't have had it"),
        ("37 38 39", "37 38 19", "19 was passed to player 1, but player 2 has played it"),
        ("37 38 39", "37 37 39", "37 is twice in the cards that were passed"),
        (
            "\n34 47 48",
            "\n34 47 46",
            "46 was received, but is neither in the hand nor was it played",
        ),
    ] {
        let said = change(from, to);
        assert!(said.starts_with(why), "{from} to {to}: {said}");
    }
}

#[test]
fn cards_that_cannot_have_been_played_are_noticed() {
    for (text, why) in [
        // It has a 1 in hand, and led a calf before anybody had played one.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n39 30 31 32\n20 21 22\n10 11 12\n",
            "player 0 can't have played the 39 in round 0: it had the 10 then",
        ),
        // It could have followed.
        (
            "2\n8 0 0\n10 11 12 13 14 15 16 17\n\n29 49 21 22 28 23 26 27\n40 41 42\n10 11 12\n",
            "player 1 can't have played the 49 in round 0: it had the 23 then",
        ),
        (
            "2\n8 1 0\n10 11 12 13 14 15 16 17\n30\n20 21 49 22 48 25 43 23\n40 41 42\n10 11 12\n",
            "player 2 can't have played the 49 in round 0: it had the 23 then",
        ),
        // The left neighbour has the 21 that was passed to it.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n29 49 22 23\n19 20 21\n10 11 12\n",
            "player 1 can't have played the 49 in round 0: it had the 20 then",
        ),
        // All three others have no 2 any more, though six are nowhere to be seen.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n29 39 49 48\n19 40 41\n10 11 12\n",
            "nobody can hold 20 21 22 23 24 25 26 27 28: all have played as if they had none of them",
        ),
    ] {
        assert_eq!(refusal(text), why, "{text:?}");
    }
}

/// Positions of a game played at random, each as one of its seats sees it.
fn positions(seed: u64, picks: &[Index]) -> Vec<(Seat, Intensity)> {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(seed, &[])));
    let mut positions = Vec::new();
    let mut picks = picks.iter();
    while !game.awaited().is_empty() {
        let mut moves = Vec::new();
        for seat in game.awaited().iter() {
            positions.push((seat, game.clone()));
            let legal = game.observe(Seats::one(seat)).legal(seat);
            let Some(pick) = picks.next() else { return positions };
            moves.push((seat, *pick.get(&legal)));
        }
        game.step(&moves).unwrap();
    }
    positions
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 44)
}

/// A game in which everything is as `choice` tells, if there is one: hidden cards dealt in all ways
/// until they fit.
fn some_game(choice: &ChoiceRequest) -> Option<Intensity> {
    let (seat, seen) = (choice.seat(), choice.seen());
    let mut hands = [CardSet::NONE; SEATS];
    let plays =
        || seen.history.iter().chain([&seen.trick]).flat_map(super::super::rules::Trick::plays);
    for (seat, card) in plays() {
        hands[seat.index()] = hands[seat.index()].with(card);
    }
    hands[seat.index()] = hands[seat.index()] | seen.hands[seat.index()]?;
    hands[left(seat).index()] = hands[left(seat).index()] | seen.passed[seat.index()]?;
    let hidden: Vec<_> = (CardSet::ALL
        - hands.into_iter().fold(CardSet::NONE, |all, hand| all | hand))
    .iter()
    .collect();
    deal_out(choice, hands, &hidden)
}

fn deal_out(choice: &ChoiceRequest, hands: [CardSet; SEATS], hidden: &[Card]) -> Option<Intensity> {
    let Some((&card, rest)) = hidden.split_first() else { return play_back(choice, hands) };
    (0..SEATS).filter(|&seat| hands[seat].len() < 10 && may_hold(choice, seat, card)).find_map(
        |seat| {
            let mut more = hands;
            more[seat] = more[seat].with(card);
            deal_out(choice, more, rest)
        },
    )
}

/// Whether a card that is still hidden may be in this hand.
fn may_hold(choice: &ChoiceRequest, seat: usize, card: Card) -> bool {
    let seen = choice.seen();
    let mut calves_out = false;
    seen.history.iter().chain([&seen.trick]).all(|trick| {
        let played = trick.card_of(Seat::new(seat));
        let fits = played.is_none_or(|played| {
            let leads = trick.leader().index() == seat;
            let follows =
                trick.led_suit() == Some(played.suit()) || Some(card.suit()) != trick.led_suit();
            follows && (!leads || calves_out || !played.is_calf() || card.is_calf())
        });
        calves_out |= trick.card_set().penalty() % 7 > 0;
        fits
    })
}

/// Plays the game with these hands after passing.
fn play_back(choice: &ChoiceRequest, hands: [CardSet; SEATS]) -> Option<Intensity> {
    let (seat, seen) = (choice.seat(), choice.seen());
    let mut passed = [CardSet::NONE; SEATS];
    for other in (0..SEATS).map(Seat::new) {
        // Nobody knows what the others passed; it may be the lowest three of what their neighbours
        // have.
        passed[other.index()] = hands[left(other).index()].iter().take(3).collect();
    }
    passed[seat.index()] = seen.passed[seat.index()]?;
    passed[right(seat).index()] = seen.received(seat)?;
    let dealt = |seat: usize| (hands[seat] - passed[right(Seat::new(seat)).index()]) | passed[seat];
    let mut game = Intensity::start(&Deal::new(std::array::from_fn(dealt)).ok()?);
    let moves: Vec<_> =
        (0..SEATS).map(|seat| (Seat::new(seat), IntensityAction::Pass(passed[seat]))).collect();
    game.step(&moves).ok()?;
    for (seat, card) in
        seen.history.iter().chain([&seen.trick]).flat_map(super::super::rules::Trick::plays)
    {
        game.step(&[(seat, IntensityAction::Play(card))]).ok()?;
    }
    Some(game)
}

proptest! {
    #[test]
    fn what_is_written_reads_back_to_what_was_seen(seed: u64, picks in picks()) {
        for (seat, game) in positions(seed, &picks) {
            let seen = game.observe(Seats::one(seat));
            let text = PlayerRequest::Choice(ChoiceRequest::of(seat, &seen).unwrap()).to_string();
            let read = choice(&text);
            if seen.is_passing {
                prop_assert_eq!(read.seen().hands[0], seen.hands[seat.index()]);
            } else {
                prop_assert_eq!(read.seat(), seat);
                prop_assert_eq!(read.seen(), &seen);
            }
            prop_assert_eq!(PlayerRequest::Choice(read).to_string(), text);
        }
    }

    /// Numbers changed in a request: it is refused, or there is a game that leads to it.
    #[test]
    fn what_is_read_can_happen(
        seed: u64, picks in picks(), position: Index, changes in vec((any::<Index>(), 0..60_u8), 1..4)
    ) {
        let positions = positions(seed, &picks);
        let (seat, game) = position.get(&positions);
        let request = PlayerRequest::Choice(ChoiceRequest::of(*seat, &game.observe(Seats::one(*seat))).unwrap());
        let text = request.to_string();
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        for (place, number) in changes {
            let place = place.index(words.len());
            words[place] = number.to_string();
        }
        if let Ok(PlayerRequest::Choice(choice)) = words.join(" ").parse() && !choice.seen().is_passing {
            let game = some_game(&choice);
            prop_assert!(game.is_some(), "no game leads to {}", words.join(" "));
            let seen = game.unwrap().observe(Seats::one(choice.seat()));
            prop_assert_eq!(choice.seen(), &seen);
        }
    }

    /// As above, with two numbers that have changed places: closer to what can be.
    #[test]
    fn what_is_read_from_numbers_in_another_order_can_happen(seed: u64, picks in picks(), position: Index, one: Index, other: Index) {
        let positions = positions(seed, &picks);
        let (seat, game) = position.get(&positions);
        let request = PlayerRequest::Choice(ChoiceRequest::of(*seat, &game.observe(Seats::one(*seat))).unwrap()).to_string();
        let mut words: Vec<&str> = request.split_whitespace().collect();
        let (one, other) = (one.index(words.len()), other.index(words.len()));
        words.swap(one, other);
        if let Ok(PlayerRequest::Choice(choice)) = words.join(" ").parse() && !choice.seen().is_passing {
            prop_assert!(some_game(&choice).is_some(), "no game leads to {}", words.join(" "));
        }
    }

    #[test]
    fn what_was_passed_has_room_where_it_went(seed: u64, picks in vec(any::<Index>(), 36)) {
        let (seat, game) = positions(seed, &picks).pop().unwrap();
        let text = PlayerRequest::Choice(ChoiceRequest::of(seat, &game.observe(Seats::one(seat))).unwrap()).to_string();
        // Two cards are left; three that are not to be seen would be too many for the left
        // neighbour.
        let hands = game.position().hands;
        let hidden: CardSet = (hands[right(seat).index()] | hands[left(left(seat)).index()]).iter().take(3).collect();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines[5] = hidden.to_string();
        let (left, room) = (left(seat), hands[left(seat).index()].len());
        let why = format!("player {left} can't have all of {hidden} still in its hand of {room}");
        prop_assert_eq!(refusal(&lines.join("\n")), why);
    }

    #[test]
    fn junk_is_refused_without_a_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = PlayerRequest::read(&mut bytes.as_slice());
    }
}

#[test]
fn a_choice_is_one_only_for_who_is_asked_and_sees_his_cards() {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(3, &[])));
    let (first, second) = (Seat::new(0), Seat::new(1));
    let seen = |game: &Intensity, seat| game.observe(Seats::one(seat));
    assert!(ChoiceRequest::of(first, &seen(&game, first)).is_some());
    assert!(ChoiceRequest::of(first, &seen(&game, second)).is_none(), "it does not see the hand");
    let moves: Vec<_> = game
        .awaited()
        .iter()
        .map(|seat| {
            let think = crate::play::ThinkContext::new(crate::play::Budget::Nodes(1), 1, seat, 0);
            (
                seat,
                crate::play::Player::<Intensity>::choose(
                    &mut Random,
                    seat,
                    &seen(&game, seat),
                    &think,
                )
                .unwrap(),
            )
        })
        .collect();
    game.step(&moves).unwrap();
    assert!(ChoiceRequest::of(first, &seen(&game, first)).is_some());
    assert!(ChoiceRequest::of(second, &seen(&game, second)).is_none(), "it is not its turn");
}

#[test]
fn of_all_numbers_the_last_ones_count() {
    let (passing, playing) = (choice(DISCARDS), choice(CARD));
    for printed in [
        "29 39 49",
        "29, 39, 49",
        "[29,39,49]",
        "I pass: 13? No. 29 39 49.",
        "49\n29\r\n39",
        "029-39+49",
    ] {
        assert_eq!(
            passing.read_answer(printed.as_bytes()),
            Ok("29 39 49".parse().unwrap()),
            "{printed}"
        );
    }
    for printed in ["23", "23\n", "thinking of 11 and 15: 23!", "\0\u{ff}23", "2.23", "-23", "0023"]
    {
        assert_eq!(playing.read_answer(printed.as_bytes()), Ok("23".parse().unwrap()), "{printed}");
    }
}

#[test]
fn what_is_no_legal_answer_is_said_as_what_it_is() {
    let passing = choice(DISCARDS);
    for (printed, said) in [
        ("", "printed nothing"),
        (" \n\t", "printed nothing"),
        ("no idea", "printed no number but \"no idea\""),
        ("29 39", "discards [29, 39] - illegal discard"),
        ("43 44 45 ", "discards [43, 44, 45] - illegal discard"),
        ("29 29 39", "discards [29, 29, 39] - illegal discard"),
        ("29 39 50", "discards [29, 39, 50] - illegal discard"),
        ("29 39 00", "discards [29, 39, 0] - illegal discard"),
        (
            "29 39 123456789012345678901234567890",
            "discards [29, 39, 123456789012345678901234...] - illegal discard",
        ),
    ] {
        assert_eq!(passing.read_answer(printed.as_bytes()), Err(said.to_owned()), "{printed:?}");
    }
    let playing = choice(CARD);
    for (printed, said) in [
        ("pass\u{1b}[J", "printed no number but \"pass\\u{1b}[J\""),
        ("pass\u{1b}[2J", "plays the 2 - card not in hand"),
        ("42 ", "plays the 42 - card not in hand"),
        ("23 7", "plays the 7 - card not in hand"),
        ("99999999999", "plays the 99999999999 - card not in hand"),
        ("33", "plays the 33 - must follow the 2s"),
    ] {
        assert_eq!(playing.read_answer(printed.as_bytes()), Err(said.to_owned()), "{printed:?}");
    }
    let leading = choice("2\n10 0 0\n10 11 12 13 14 15 16 17 18 39\n\n\n20 21 22\n17 18 39\n");
    assert_eq!(
        leading.read_answer(b"39"),
        Err("plays the 39 - calves may not be led yet".to_owned())
    );
}

#[test]
fn a_name_is_the_printable_part_of_a_line() {
    let name = |printed: &str| read_name(printed.as_bytes());
    assert_eq!(name("Dennis Ritchie\n"), Some("Dennis Ritchie".to_owned()));
    assert_eq!(name("COMP1511 Student"), Some("COMP1511 Student".to_owned()));
    assert_eq!(name("\n \r\n  Ken  \nThompson"), Some("Ken".to_owned()));
    assert_eq!(name("a\u{1b}[31mb\u{202e}c\td"), Some("a[31mbcd".to_owned()));
    assert_eq!(name(&"x".repeat(40)), Some("x".repeat(32)));
    assert_eq!(name(&format!("{} y", "x".repeat(31))), Some("x".repeat(31)));
    assert_eq!(name("Zoë 牛"), Some("Zoë 牛".to_owned()));
    assert_eq!((name(""), name(" \n\u{7}\n")), (None, None));
    assert_eq!(read_name(b"\xff\xfeab\0"), Some("ab".to_owned()));
}
