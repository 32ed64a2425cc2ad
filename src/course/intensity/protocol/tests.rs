//! Writing and reading requests, and refusing those that no game can lead to.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::*;
use crate::program::answer::AnswerFormat;
use crate::scale::scaled;
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{CardSet, Deal, IntensityAction, SEATS, left_of, right_of},
        players::counter::CounterPlayer,
    },
    play::{Budget, Game, Observation, Player, Random, Seats, ThinkContext, random},
};

/// The two examples of the course sheet.
pub const PASS_EXAMPLE: &str = EXAMPLES[0];
pub const PLAY_EXAMPLE: &str = EXAMPLES[1];

pub fn choice(text: &str) -> ChoiceRequest {
    match text.parse() {
        Ok(PlayerRequest::Choice(choice)) => choice,
        other => panic!("{text:?}: {other:?}"),
    }
}

/// Returns the message of the error with which a request is refused.
fn error_message(text: &str) -> String {
    text.parse::<PlayerRequest>().expect_err(text).to_string()
}

#[test]
fn the_examples_of_the_sheet_are_read_and_written() {
    let passing = choice(PASS_EXAMPLE);
    assert_eq!(passing.observation().legal(passing.seat()).len(), 120);
    assert_eq!(
        passing.parse_answer(AnswerFormat::LastNumbers, b"29 39 49\n"),
        Ok("29 39 49".parse().unwrap())
    );
    let playing = choice(PLAY_EXAMPLE);
    assert_eq!(playing.observation().legal(playing.seat()), ["23".parse().unwrap()]);
    assert_eq!((playing.seat().index(), playing.observation().trick.leader().index()), (0, 2));
    for text in ["0\n", PASS_EXAMPLE, PLAY_EXAMPLE, "3\n"] {
        assert_eq!(text.parse::<PlayerRequest>().unwrap().to_string(), text);
    }
}

#[test]
fn empty_lists_are_empty_lines() {
    let first = "2\n10 0 0\n10 11 12 13 14 15 16 17 18 19\n\n\n20 21 22\n17 18 19\n";
    assert_eq!(choice(first).observation().history.len(), 0);
    assert_eq!(first.parse::<PlayerRequest>().unwrap().to_string(), first);
}

#[test]
fn any_white_space_and_any_order_of_the_hand_are_accepted() {
    let words: Vec<_> = PLAY_EXAMPLE.split_whitespace().collect();
    for space in [" ", "\n", "\r\n", "\t\x0b\x0c "] {
        assert_eq!(
            choice(&format!("{space}{}", words.join(space))),
            choice(PLAY_EXAMPLE),
            "{space:?}"
        );
    }
    let shuffled = PLAY_EXAMPLE.replace("11 15 18", "18 11 15").replace("37 38 39", "39 37 38");
    assert_eq!(choice(&shuffled), choice(PLAY_EXAMPLE));
}

#[test]
fn a_request_is_read_up_to_the_end_of_its_last_line() {
    let mut input: &[u8] = b"0 \nmore";
    assert_eq!(PlayerRequest::read(&mut input), Ok(PlayerRequest::Name));
    assert_eq!(input, b"more");
    assert_eq!(error_message("0 more"), "there is more text after the request on its last line");
    assert_eq!(
        error_message(&format!("{} 11", PASS_EXAMPLE.trim())),
        "there is more text after the request on its last line"
    );
    let mut endless = std::io::BufReader::new(std::io::repeat(b'1'));
    assert!(
        PlayerRequest::read(&mut endless).unwrap_err().to_string().contains("isn't a whole number")
    );
}

#[test]
fn any_other_number_asks_for_the_tests() {
    for text in ["3\n", "4", "-1\n", "00003", "1234567890123456789"] {
        assert_eq!(text.parse(), Ok(PlayerRequest::Tests), "{text}");
    }
}

#[test]
fn an_invalid_request_is_refused_with_the_reason() {
    for (text, why) in [
        ("", "the request ends, but the kind of request should follow"),
        (" \n", "the request ends, but the kind of request should follow"),
        ("1.5", "\"1.5\" isn't a whole number; expected the kind of request"),
        ("play", "\"play\" isn't a whole number; expected the kind of request"),
        ("1\n13 19", "the request ends, but card 3 of 10 of the hand should follow"),
        ("1\n13 19 x", "\"x\" isn't a whole number; expected card 3 of 10 of the hand"),
        ("1\n13 50", "50 in the hand isn't a card: cards are 10 to 49"),
        ("1\n13 19 24 25 29 32 39 44 46 13", "13 appears twice in the hand"),
        ("2\n11 0 0", "the number of cards in hand is 11, but must be from 1 to 10"),
        ("2\n0 0 0", "the number of cards in hand is 0, but must be from 1 to 10"),
        ("2\n9 4 0", "the number of cards in this round is 4, but must be from 0 to 3"),
        ("2\n9 2 4", "the request ends, but card 1 of 9 of the hand should follow"),
        (
            "2\n9 2 99999999999999999999",
            "\"99999999999999999999\" isn't a whole number; expected the table position",
        ),
    ] {
        assert_eq!(error_message(text), why, "{text:?}");
    }
    let change = |from: &str, to: &str| {
        assert!(PLAY_EXAMPLE.contains(from), "{from}");
        error_message(&PLAY_EXAMPLE.replacen(from, to, 1))
    };
    for (from, to, why) in [
        ("9 2 0", "9 2 4", "the table position is 4, but must be from 0 to 3"),
        ("24 26", "24 99", "99 in this round isn't a card: cards are 10 to 49"),
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
        ("37 38 39", "37 37 39", "37 appears twice in the cards that were passed"),
        (
            "\n34 47 48",
            "\n34 47 46",
            "46 was received, but is neither in the hand nor was it played",
        ),
    ] {
        let message = change(from, to);
        assert!(message.starts_with(why), "{from} to {to}: {message}");
    }
}

#[test]
fn cards_that_cannot_have_been_played_are_refused() {
    for (text, why) in [
        // Player 0 led a calf before one had been played, though it has the 10 in hand.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n39 30 31 32\n20 21 22\n10 11 12\n",
            "player 0 can't have played the 39 in round 0: it had the 10 then",
        ),
        // The player could have followed suit.
        (
            "2\n8 0 0\n10 11 12 13 14 15 16 17\n\n29 49 21 22 28 23 26 27\n40 41 42\n10 11 12\n",
            "player 1 can't have played the 49 in round 0: it had the 23 then",
        ),
        (
            "2\n8 1 0\n10 11 12 13 14 15 16 17\n30\n20 21 49 22 48 25 43 23\n40 41 42\n10 11 12\n",
            "player 2 can't have played the 49 in round 0: it had the 23 then",
        ),
        // The left neighbour has the 20 and the 21, which were passed to it.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n29 49 22 23\n19 20 21\n10 11 12\n",
            "player 1 can't have played the 49 in round 0: it had the 20 then",
        ),
        // None of the three others can hold a 2 any more, though nine of them are hidden.
        (
            "2\n9 0 0\n10 11 12 13 14 15 16 17 18\n\n29 39 49 48\n19 40 41\n10 11 12\n",
            "nobody can hold 20 21 22 23 24 25 26 27 28: \
             all have played as if they had none of them",
        ),
    ] {
        assert_eq!(error_message(text), why, "{text:?}");
    }
}

/// Returns the positions of a random game, each with the seat that decides.
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

/// Returns the text of the request for the decision of `seat`.
fn request_text(game: &Intensity, seat: Seat) -> String {
    let choice = ChoiceRequest::new(seat, &game.observe(Seats::one(seat))).unwrap();
    PlayerRequest::Choice(choice).to_string()
}

/// Parses a valid request for a card to play. Returns `None` for any other text.
fn parse_play_request(text: &str) -> Option<ChoiceRequest> {
    match text.parse() {
        Ok(PlayerRequest::Choice(choice)) if !choice.observation().is_passing => Some(choice),
        _ => None,
    }
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 44)
}

/// Returns a game that leads to a request, if there is one. It tries all deals of the hidden cards.
fn some_game(choice: &ChoiceRequest) -> Option<Intensity> {
    let (seat, observation) = (choice.seat(), choice.observation());
    let mut hands = [CardSet::NONE; SEATS];
    let plays = || observation.history.iter().chain([&observation.trick]).flat_map(Trick::plays);
    for (seat, card) in plays() {
        hands[seat.index()] = hands[seat.index()].with(card);
    }
    hands[seat.index()] = hands[seat.index()] | observation.hands[seat.index()]?;
    hands[left_of(seat).index()] = hands[left_of(seat).index()] | observation.passed[seat.index()]?;
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

/// Whether a hidden card can be in this hand.
fn may_hold(choice: &ChoiceRequest, seat: usize, card: Card) -> bool {
    let observation = choice.observation();
    let mut calves_broken = false;
    observation.history.iter().chain([&observation.trick]).all(|trick| {
        let played = trick.card_of(Seat::new(seat));
        let fits = played.is_none_or(|played| {
            let leads = trick.leader().index() == seat;
            let follows =
                trick.led_suit() == Some(played.suit()) || Some(card.suit()) != trick.led_suit();
            follows && (!leads || calves_broken || !played.is_calf() || card.is_calf())
        });
        // The buffalo alone costs seven points.
        calves_broken |= trick.card_set().penalty() % 7 > 0;
        fits
    })
}

/// Replays the game with these hands after passing. Returns `None` if that is illegal.
fn play_back(choice: &ChoiceRequest, hands: [CardSet; SEATS]) -> Option<Intensity> {
    let (seat, observation) = (choice.seat(), choice.observation());
    let mut passed = [CardSet::NONE; SEATS];
    for other in (0..SEATS).map(Seat::new) {
        // The cards that the others passed are unknown: take the lowest three of their neighbours.
        passed[other.index()] = hands[left_of(other).index()].iter().take(3).collect();
    }
    passed[seat.index()] = observation.passed[seat.index()]?;
    passed[right_of(seat).index()] = observation.received(seat)?;
    let dealt =
        |seat: usize| (hands[seat] - passed[right_of(Seat::new(seat)).index()]) | passed[seat];
    let mut game = Intensity::start(&Deal::new(std::array::from_fn(dealt)).ok()?);
    let moves: Vec<_> =
        (0..SEATS).map(|seat| (Seat::new(seat), IntensityAction::Pass(passed[seat]))).collect();
    game.step(&moves).ok()?;
    for (seat, card) in
        observation.history.iter().chain([&observation.trick]).flat_map(Trick::plays)
    {
        game.step(&[(seat, IntensityAction::Play(card))]).ok()?;
    }
    Some(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

    #[test]
    fn a_written_request_reads_back_to_the_same_observation(seed: u64, picks in picks()) {
        for (seat, game) in positions(seed, &picks) {
            let observation = game.observe(Seats::one(seat));
            let text = request_text(&game, seat);
            let read = choice(&text);
            if observation.is_passing {
                prop_assert_eq!(read.observation().hands[0], observation.hands[seat.index()]);
            } else {
                prop_assert_eq!(read.seat(), seat);
                prop_assert_eq!(read.observation(), &observation);
            }
            prop_assert_eq!(PlayerRequest::Choice(read).to_string(), text);
        }
    }

    /// A request with changed numbers is refused, or some game leads to it.
    #[test]
    fn an_accepted_request_with_changed_numbers_is_possible(
        seed: u64,
        picks in picks(),
        position: Index,
        changes in vec((any::<Index>(), 0..60_u8), 1..4),
    ) {
        let positions = positions(seed, &picks);
        let (seat, game) = position.get(&positions);
        let text = request_text(game, *seat);
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        for (place, number) in changes {
            let place = place.index(words.len());
            words[place] = number.to_string();
        }
        if let Some(choice) = parse_play_request(&words.join(" ")) {
            let game = some_game(&choice);
            prop_assert!(game.is_some(), "no game leads to {}", words.join(" "));
            let observation = game.unwrap().observe(Seats::one(choice.seat()));
            prop_assert_eq!(choice.observation(), &observation);
        }
    }

    /// A request with two swapped numbers is refused, or some game leads to it.
    #[test]
    fn an_accepted_request_with_swapped_numbers_is_possible(
        seed: u64, picks in picks(), position: Index, one: Index, other: Index
    ) {
        let positions = positions(seed, &picks);
        let (seat, game) = position.get(&positions);
        let request = request_text(game, *seat);
        let mut words: Vec<&str> = request.split_whitespace().collect();
        let (one, other) = (one.index(words.len()), other.index(words.len()));
        words.swap(one, other);
        if let Some(choice) = parse_play_request(&words.join(" ")) {
            prop_assert!(some_game(&choice).is_some(), "no game leads to {}", words.join(" "));
        }
    }

    #[test]
    fn passed_cards_must_fit_into_the_left_neighbours_hand(
        seed: u64, picks in vec(any::<Index>(), 36)
    ) {
        let (seat, game) = positions(seed, &picks).pop().unwrap();
        let text = request_text(&game, seat);
        // The left neighbour has at most two cards left, so it can't hold three passed cards.
        let hands = game.position().hands;
        let others = hands[right_of(seat).index()] | hands[left_of(left_of(seat)).index()];
        let hidden: CardSet = others.iter().take(3).collect();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines[5] = hidden.to_string();
        let (neighbour, room) = (left_of(seat), hands[left_of(seat).index()].len());
        let why =
            format!("player {neighbour} can't have all of {hidden} still in its hand of {room}");
        prop_assert_eq!(error_message(&lines.join("\n")), why);
    }

    #[test]
    fn arbitrary_bytes_never_cause_a_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = PlayerRequest::read(&mut bytes.as_slice());
    }
}

#[test]
fn a_request_needs_a_decision_and_the_cards_of_the_seat() {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(3, &[])));
    let (first, second) = (Seat::new(0), Seat::new(1));
    let observe = |game: &Intensity, seat| game.observe(Seats::one(seat));
    assert!(ChoiceRequest::new(first, &observe(&game, first)).is_some());
    assert!(ChoiceRequest::new(first, &observe(&game, second)).is_none(), "the hand is unknown");
    let moves: Vec<_> = game
        .awaited()
        .iter()
        .map(|seat| {
            let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
            let observation = observe(&game, seat);
            (seat, Player::<Intensity>::choose(&mut Random, seat, &observation, &context).unwrap())
        })
        .collect();
    game.step(&moves).unwrap();
    assert!(ChoiceRequest::new(first, &observe(&game, first)).is_some());
    assert!(ChoiceRequest::new(second, &observe(&game, second)).is_none(), "it is not its turn");
}

/// The counter's answer to a request of the course's protocol.
fn counter_answer(request: &str) -> String {
    let Ok(PlayerRequest::Choice(choice)) = PlayerRequest::read(&mut request.as_bytes()) else {
        panic!("{request:?}")
    };
    let (seat, observation) = (choice.seat(), choice.observation());
    let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
    let advice = CounterPlayer.advise(seat, observation, &context).unwrap();
    assert_eq!(Ok(advice.action), CounterPlayer.choose(seat, observation, &context));
    advice.action.to_string()
}

#[test]
fn the_counter_passes_dangerous_cards() {
    for (hand, passed) in [
        ("10 11 20 21 30 31 32 47 48 49", "47 48 49"),
        ("10 11 12 20 21 22 30 37 38 39", "37 38 39"),
        // The buffalo is safe with many lower cards of its suit.
        ("10 19 29 38 39 40 41 42 43 47", "29 38 39"),
    ] {
        assert_eq!(counter_answer(&format!("1\n{hand}\n")), passed, "{hand}");
    }
}

#[test]
fn the_counter_ducks_and_discards() {
    for (request, card) in [
        // The last to play stays under the 16.
        ("2\n10 3 3\n10 13 15 21 22 30 31 40 41 44\n12 16 11\n\n47 48 49\n13 15 44\n", "15"),
        // The buffalo goes under the 48.
        ("2\n10 2 2\n10 11 20 21 30 31 40 41 42 47\n45 48\n\n12 13 14\n40 41 42\n", "47"),
        // The buffalo is discarded when the suit can't be followed.
        ("2\n10 1 1\n20 21 22 23 30 31 40 41 42 47\n15\n\n12 13 14\n40 41 42\n", "47"),
    ] {
        assert_eq!(counter_answer(request), card, "{request:?}");
    }
}
