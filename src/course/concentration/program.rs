//! Requests to a program that plays Concentration: 1 for the first card of a turn or 2 for the
//! second; then the grid, with the ranks of the cards that are face up and 0 for those face down;
//! then all cards turned up so far.

use std::fmt::Write as _;

use rand::RngExt as _;

use crate::check::{CheckRequest, ChecksPlayers, play_steps, random_action};
use crate::program::{
    AsksPrograms,
    answer::{AnswerFormat, read_row_and_column},
};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{COLUMNS, CardLayout, ConcentrationObservation, Face, PlayingCard, Spot},
    },
    play::{Game as _, PlayerArg, Rng, Seat},
};

/// A random request comes after fewer turns than this.
const RANDOM_TURNS: usize = 40;

impl AsksPrograms for Concentration {
    const ARG: PlayerArg = PlayerArg::Command;
    const DESCRIPTION: &'static str = "A program of yours that reads which cards were turned up \
                                       and prints where the next one lies. It runs in a sandbox \
                                       where there is one.";

    fn request(_: Seat, observation: &ConcentrationObservation) -> Option<String> {
        let mut text = format!("{}\n", if observation.first.is_none() { 1 } else { 2 });
        for row in observation.faces.chunks(COLUMNS) {
            let ranks: Vec<_> = row.iter().map(|&face| rank_face_up(face).to_string()).collect();
            let _ = writeln!(text, "{}", ranks.join(" "));
        }
        let turns = observation.history.iter().flat_map(|turn| turn.cards);
        let turned: Vec<_> = turns.chain(observation.first).collect();
        let _ = writeln!(text, "{}", turned.len());
        for (spot, card) in turned {
            let _ = writeln!(text, "{spot} {} {}", card.suit() as u8, rank(card));
        }
        Some(text)
    }

    fn read_answer(
        _: Seat,
        observation: &ConcentrationObservation,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<Spot, String> {
        read_row_and_column(format, output, |spot| observation.check(spot))
    }
}

impl ChecksPlayers for Concentration {
    fn scripted_requests() -> Vec<CheckRequest<Self>> {
        // Each column holds the four cards of one rank.
        let layout = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>());
        let Ok(mut game) = layout.map(|layout| Self::start(&layout)) else { return Vec::new() };
        let mut requests = vec![request_of("start", &game)];
        for spot in (0..COLUMNS).flat_map(|column| Spot::all().skip(column).step_by(COLUMNS)) {
            if game.observation().cards_left() == 2 {
                requests.push(request_of("last pair", &game));
            }
            let Some(seat) = game.awaited().only() else { break };
            let _ = game.step(&[(seat, spot)]);
        }
        requests.into_iter().flatten().collect()
    }

    fn random_request(number: usize, rng: &mut Rng) -> Option<CheckRequest<Self>> {
        let layout = CardLayout::shuffled(rng);
        let mut game = Self::start(&layout);
        let cards = 2 * rng.random_range(0..RANDOM_TURNS) + number % 2;
        // Random choices alone would hardly ever find a pair.
        play_steps(&mut game, cards, rng, |game, seat, rng| {
            let observation = game.observation();
            let is_pair = |spot: &Spot| {
                let first = observation.first;
                first.is_some_and(|(_, card)| layout.at(*spot).rank() == card.rank())
            };
            let pair = observation.face_down().find(is_pair).filter(|_| rng.random());
            pair.or_else(|| random_action(game, seat, rng))
        })?;
        let is_second = game.observation().first.is_some();
        request_of(if is_second { "second card" } else { "first card" }, &game)
    }
}

fn request_of(kind: &'static str, game: &Concentration) -> Option<CheckRequest<Concentration>> {
    CheckRequest::choice(kind, game.awaited().only()?, game.observation().clone())
}

fn rank_face_up(face: Face) -> usize {
    match face {
        Face::Down => 0,
        Face::Turned(card) | Face::Won(card, _) => rank(card),
    }
}

/// Returns 1 for an ace up to 13 for a king.
const fn rank(card: PlayingCard) -> usize {
    card.rank().index() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::scaled;
    use fourcade_engine::{
        concentration::model::CardLayout,
        play::{Seats, random},
    };
    use proptest::prelude::*;
    use rand::seq::SliceRandom;

    fn request(game: &Concentration) -> String {
        let seat = game.awaited().only().unwrap();
        Concentration::request(seat, &game.observe(Seats::one(seat))).unwrap()
    }

    fn turn_up(game: &mut Concentration, spot: Spot) {
        let seat = game.awaited().only().unwrap();
        game.step(&[(seat, spot)]).unwrap();
    }

    #[test]
    fn a_request_is_the_grid_and_the_cards_turned_up_so_far() {
        // Each row holds a suit in order.
        let layout = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap();
        let mut game = Concentration::start(&layout);
        let down = format!("{}\n", ["0"; COLUMNS].join(" "));
        assert_eq!(request(&game), format!("1\n{}0\n", down.repeat(4)));
        for spot in ["0 2", "1 13", "0 13", "3 13", "2 1"] {
            turn_up(&mut game, spot.parse().unwrap());
        }
        let won = "0 0 0 0 0 0 0 0 0 0 0 0 13\n";
        let turned = "0 2 0 2\n1 13 1 13\n0 13 0 13\n3 13 3 13\n2 1 2 1\n";
        assert_eq!(
            request(&game),
            format!("2\n{won}{down}1{}{won}5\n{turned}", down.strip_prefix('0').unwrap())
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        /// Two deals that have shown the same cards so far give the same request.
        #[test]
        fn a_request_hides_what_nobody_has_seen(
            seed: u64,
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        ) {
            let mut rng = random::rng(seed, &[]);
            let layout = CardLayout::shuffled(&mut rng);
            let mut game = Concentration::start(&layout);
            let mut turned = Vec::new();
            for pick in picks {
                let down: Vec<_> = game.observation().face_down().collect();
                if down.is_empty() {
                    break;
                }
                let spot = *pick.get(&down);
                turn_up(&mut game, spot);
                turned.push(spot);
            }
            prop_assume!(!game.awaited().is_empty());
            let is_unseen = |spot: &Spot| !turned.contains(spot);
            let unseen: Vec<_> = Spot::all().filter(is_unseen).collect();
            let mut hidden: Vec<_> = unseen.iter().map(|&spot| layout.at(spot)).collect();
            hidden.shuffle(&mut rng);
            let mut cards: Vec<_> = Spot::all().map(|spot| layout.at(spot)).collect();
            for (spot, card) in unseen.iter().zip(hidden) {
                cards[spot.index()] = card;
            }
            let mut other = Concentration::start(&CardLayout::new(&cards).unwrap());
            for &spot in &turned {
                turn_up(&mut other, spot);
            }
            prop_assert_eq!(request(&other), request(&game));
        }
    }
}
