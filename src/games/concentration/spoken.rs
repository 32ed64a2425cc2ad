//! Concentration for listeners. Cards that lie face down again aren't told: players have to
//! remember them.

use std::collections::BTreeMap;

use crate::games::{
    GridGame as _, GridPos, counted, spoken,
    spoken::{Listener, Spoken, SpokenGrid, TypedQuestion, enumerate, in_row},
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{ConcentrationEvent, Face, PlayingCard},
    },
    play::Seat,
};

const REST: TypedQuestion<Concentration> = TypedQuestion {
    word: "rest",
    argument: "",
    help: "the cards that are still there",
    answer: |listener, _| Ok(rest("Face down", listener)),
};

impl Spoken for Concentration {
    const QUESTIONS: &'static [TypedQuestion<Self>] = &[
        REST,
        TypedQuestion::ROW,
        TypedQuestion::COLUMN,
        TypedQuestion::WHERE,
        TypedQuestion::NEAR,
    ];

    fn changes_score(event: &ConcentrationEvent) -> bool {
        matches!(event, ConcentrationEvent::Won(_))
    }

    fn score(listener: &Listener<Self>) -> String {
        let won = [0, 1].map(|seat| listener.observation.pairs(Seat::new(seat)));
        let left = counted(listener.observation.cards_left() / 2, "pair");
        let are = if left == "1 pair" { "is" } else { "are" };
        format!("{}; {left} {are} left.", listener.scores(won))
    }

    fn position(listener: &Listener<Self>) -> Vec<String> {
        let mut sentences = spoken::rows(listener, "face down");
        sentences.push(Self::score(listener));
        sentences
    }

    fn moves(listener: &Listener<Self>) -> Vec<String> {
        rest("You can turn", listener)
    }
}

impl SpokenGrid for Concentration {
    const CELL_WORDS: &'static [(&'static str, &'static str)] = &[
        ("down", "the cards that lie face down"),
        ("up", "the card that was turned first"),
        ("won", "the cards that were won; also where queens, and where hearts"),
    ];

    fn cell(listener: &Listener<Self>, pos: GridPos) -> String {
        match listener.observation.at(Self::action_at(pos)) {
            Face::Down => "face down".to_owned(),
            Face::Turned(card) => format!("{} turned up", card_in_words(card)),
            Face::Won(card, seat) => {
                let who = match listener.subject(seat) {
                    who if who == "You" => "you".to_owned(),
                    who => who,
                };
                format!("{} won by {who}", card_in_words(card))
            }
        }
    }
}

fn rest(title: &str, listener: &Listener<Concentration>) -> Vec<String> {
    let mut rows: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    for spot in listener.observation.face_down() {
        let pos = Concentration::pos_of(spot);
        rows.entry(listener.row(pos.row)).or_default().push(listener.column(pos.col));
    }
    let (_, width) = Concentration::extent(listener.observation);
    let rows = rows.into_iter().map(|(row, columns)| in_row(row, &columns, width));
    enumerate(title, &rows.collect::<Vec<_>>())
}

/// Such as `jack of hearts`.
pub fn card_in_words(card: PlayingCard) -> String {
    const RANKS: [&str; 13] = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
        "queen", "king",
    ];
    const SUITS: [&str; 4] = ["clubs", "diamonds", "spades", "hearts"];
    format!("{} of {}", RANKS[card.rank().index()], SUITS[card.suit() as usize])
}
