//! Intensity for listeners.

use std::collections::BTreeSet;

use crate::games::{
    counted, join,
    spoken::{Audience, Spoken, TypedQuestion, enumerate},
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, IntensityEvent, SEATS, Suit, Trick},
    },
    play::{GameInfo as _, Seat},
};

impl Spoken for Intensity {
    const HOW_TO_TYPE: &'static str = "cards by their numbers, such as 28, or 12 20 24 to pass";

    const SCORE_TELLS_PROGRESS: bool = true;

    const QUESTIONS: &'static [TypedQuestion<Self>] = &[
        TypedQuestion {
            word: "hand",
            argument: "",
            help: "your cards, and those that you were passed",
            answer: |audience, _| Ok(hand(audience)),
        },
        TypedQuestion {
            word: "table",
            argument: "",
            help: "the cards of this round",
            answer: |audience, _| Ok(vec![table(audience)]),
        },
        TypedQuestion {
            word: "seen",
            argument: "",
            help: "what is still out, and who has none of a suit",
            answer: |audience, _| Ok(seen(audience)),
        },
        TypedQuestion { word: "round", argument: "N", help: "a round that is over", answer: round },
    ];

    fn changes_score(event: &IntensityEvent) -> bool {
        matches!(event, IntensityEvent::RoundWon { trick, .. } if trick.penalty() > 0)
    }

    fn score(audience: &Audience<Self>) -> String {
        let points = (0..SEATS).map(|seat| audience.observation.score(Seat::new(seat)));
        format!("Points: {}.", audience.scores(points))
    }

    fn position(audience: &Audience<Self>) -> Vec<String> {
        let mut sentences = hand(audience);
        sentences.push(table(audience));
        if !audience.observation.history.is_empty() {
            sentences.push(Self::score(audience));
        }
        sentences
    }

    fn moves(audience: &Audience<Self>) -> Vec<String> {
        let observation = audience.observation;
        if observation.is_passing {
            return hand(audience);
        }
        let playable = observation.playable(audience.seat);
        let must_follow = observation.trick.led_suit();
        let title = match must_follow.filter(|suit| !playable.in_suit(*suit).is_empty()) {
            Some(suit) => format!("You must follow with a {}", suit.digit()),
            None => "You can play".to_owned(),
        };
        enumerate(&title, &card_names(playable))
    }
}

pub fn card_in_words(card: Card) -> String {
    match card {
        Card::BUFFALO => format!("{card}, the buffalo"),
        card if card.is_calf() => format!("{card}, a calf"),
        card => card.to_string(),
    }
}

fn card_names(cards: CardSet) -> Vec<String> {
    let word = |card: Card| match card {
        Card::BUFFALO => format!("the buffalo {card}"),
        card => card.to_string(),
    };
    cards.iter().map(word).collect()
}

pub fn cards_in_words(cards: CardSet) -> String {
    join(&card_names(cards))
}

/// Such as `You take the round with 3 points.`
pub fn taken_round(trick: Trick, audience: &Audience<Intensity>) -> String {
    let takes = audience.subject_and_verb(trick.winner(), "take");
    match trick.penalty() {
        0 => format!("{takes} the round, without points."),
        points => format!("{takes} the round with {}.", counted(points, "point")),
    }
}

fn hand(audience: &Audience<Intensity>) -> Vec<String> {
    let observation = audience.observation;
    let Some(hand) = observation.hands[audience.seat.index()] else {
        return vec!["No hand is yours.".to_owned()];
    };
    let mut sentences = if hand.is_empty() {
        vec!["You have no cards left.".to_owned()]
    } else {
        enumerate("Your hand", &card_names(hand))
    };
    // Those played since are left out.
    let received = observation.received(audience.seat).unwrap_or(CardSet::NONE) & hand;
    if !received.is_empty() {
        sentences.push(format!("You were passed {}.", cards_in_words(received)));
    }
    sentences
}

fn table(audience: &Audience<Intensity>) -> String {
    let observation = audience.observation;
    if observation.is_passing {
        return "Everybody chooses three cards to pass to the left.".to_owned();
    }
    let round = observation.history.len() + 1;
    if observation.trick.cards().is_empty() {
        return format!("Round {round}: no card is on the table.");
    }
    format!("Round {round}: {}.", plays_in_words(observation.trick, audience))
}

fn seen(audience: &Audience<Intensity>) -> Vec<String> {
    let observation = audience.observation;
    let hand = observation.known_hand(audience.seat);
    let others = CardSet::ALL - observation.played() - hand;
    let mut sentences = Vec::new();
    for suit in Suit::ALL {
        let out = others.in_suit(suit);
        if out.is_empty() {
            sentences.push(format!("No {}s are still out.", suit.digit()));
        } else {
            let title = format!("{}s still out", suit.digit());
            sentences.extend(enumerate(&title, &card_names(out)));
        }
    }
    let voids: BTreeSet<_> = observation
        .plays()
        .filter(|played| played.led_suit().is_some_and(|suit| suit != played.card.suit()))
        .filter_map(|played| Some((played.seat.index(), played.led_suit()?.digit())))
        .filter(|(seat, _)| *seat != audience.seat.index())
        .collect();
    for (seat, suit) in voids {
        sentences.push(format!("{} has no {suit}s.", Intensity::SEAT_NAMES[seat]));
    }
    sentences
}

fn round(audience: &Audience<Intensity>, argument: &str) -> Result<Vec<String>, String> {
    let history = &audience.observation.history;
    if history.is_empty() {
        return Err("No round is over yet.".to_owned());
    }
    let number = argument.parse::<usize>().ok().filter(|number| *number > 0);
    let trick = number.and_then(|number| history.get(number - 1));
    let trick = trick.ok_or_else(|| format!("Say which round, from 1 to {}.", history.len()))?;
    Ok(vec![format!("{}.", plays_in_words(*trick, audience)), taken_round(*trick, audience)])
}

fn plays_in_words(trick: Trick, audience: &Audience<Intensity>) -> String {
    let play = |(seat, card)| format!("{} {}", audience.subject(seat), card_in_words(card));
    trick.plays().map(play).collect::<Vec<_>>().join("; ")
}
