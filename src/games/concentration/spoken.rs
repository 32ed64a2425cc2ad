//! Concentration for listeners. Cards that lie face down again aren't told: players have to
//! remember them.

use std::collections::BTreeMap;

use crate::games::{
    GridGame as _, GridPos, counted, spoken,
    spoken::{Audience, Spoken, SpokenGrid, TypedQuestion, enumerate, in_row},
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
    answer: |audience, _| Ok(rest("Face down", audience)),
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

    fn score(audience: &Audience<Self>) -> String {
        let won = [0, 1].map(|seat| audience.observation.pairs(Seat::new(seat)));
        let left = counted(audience.observation.cards_left() / 2, "pair");
        let are = if left == "1 pair" { "is" } else { "are" };
        format!("{}; {left} {are} left.", audience.scores(won))
    }

    fn position(audience: &Audience<Self>) -> Vec<String> {
        let mut sentences = spoken::rows(audience, "face down");
        sentences.push(Self::score(audience));
        sentences
    }

    fn moves(audience: &Audience<Self>) -> Vec<String> {
        rest("You can turn", audience)
    }
}

impl SpokenGrid for Concentration {
    const CELL_WORDS: &'static [(&'static str, &'static str)] = &[
        ("down", "the cards that lie face down"),
        ("up", "the card that was turned first"),
        ("won", "the cards that were won; also where queens, and where hearts"),
    ];

    fn cell(audience: &Audience<Self>, pos: GridPos) -> String {
        match audience.observation.at(Self::action_at(pos)) {
            Face::Down => "face down".to_owned(),
            Face::Turned(card) => format!("{} turned up", card_in_words(card)),
            Face::Won(card, seat) => {
                let who = match audience.subject(seat) {
                    who if who == "You" => "you".to_owned(),
                    who => who,
                };
                format!("{} won by {who}", card_in_words(card))
            }
        }
    }
}

fn rest(title: &str, audience: &Audience<Concentration>) -> Vec<String> {
    let mut rows: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    for spot in audience.observation.face_down() {
        let pos = Concentration::pos_of(spot);
        rows.entry(audience.row(pos.row)).or_default().push(audience.column(pos.col));
    }
    let (_, width) = Concentration::extent(audience.observation);
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
