//! Concentration as a [`Game`].

use std::sync::Arc;

use super::{CardLayout, PlayingCard, Spot};
use crate::play::{ActionError, Game, Observation, Outcome, Seat, Seats, check_step};

/// What lies on a spot, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// A card face down.
    Down,
    /// The card that was turned up first in this turn.
    Turned(PlayingCard),
    /// A card that somebody has won.
    Won(PlayingCard, Seat),
}

/// A whole turn: who turned up what, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub seat: Seat,
    /// Where, and which cards.
    pub cards: [(Spot, PlayingCard); 2],
}

impl Turn {
    /// Whether the two are a pair.
    pub fn is_pair(&self) -> bool {
        self.cards[0].1.rank() == self.cards[1].1.rank()
    }
}

/// What everybody sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcentrationEvent {
    /// A card was turned up.
    Turned {
        /// Whose turn it is.
        seat: Seat,
        /// Where.
        spot: Spot,
        /// Which card.
        card: PlayingCard,
    },
    /// The two cards of this turn are a pair and stay face up.
    Won(Turn),
    /// They are not, and are face down again.
    Missed(Turn),
    /// All cards are won.
    Over,
}

/// What anybody may know: what lies face up, and all turns so far. What is face down nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcentrationObservation {
    /// What lies on each spot.
    pub faces: [Face; Spot::COUNT],
    /// The card that was turned up first in this turn.
    pub first: Option<(Spot, PlayingCard)>,
    /// Whose turn it is, while the game lasts.
    pub to_move: Option<Seat>,
    /// The turns that are over, from the first.
    pub history: Arc<Vec<Turn>>,
}

impl ConcentrationObservation {
    /// What lies there.
    pub const fn at(&self, spot: Spot) -> Face {
        self.faces[spot.index()]
    }

    /// The spots whose cards are face down.
    pub fn face_down(&self) -> impl Iterator<Item = Spot> + '_ {
        Spot::all().filter(|&spot| self.at(spot) == Face::Down)
    }

    /// The cards that a seat has won.
    pub fn won(&self, seat: Seat) -> usize {
        self.faces.iter().filter(|face| matches!(face, Face::Won(_, by) if *by == seat)).count()
    }

    /// The cards that nobody has won yet.
    pub fn left(&self) -> usize {
        self.faces.iter().filter(|face| !matches!(face, Face::Won(..))).count()
    }
}

impl Observation for ConcentrationObservation {
    type Action = Spot;

    fn legal(&self, seat: Seat) -> Vec<Spot> {
        if self.to_move == Some(seat) { self.face_down().collect() } else { Vec::new() }
    }
}

/// A game of Concentration. A turn is two actions, of which the second is chosen having seen what
/// the first turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concentration {
    deal: CardLayout,
    seen: ConcentrationObservation,
}

impl Concentration {
    /// Everything that is not hidden.
    pub const fn seen(&self) -> &ConcentrationObservation {
        &self.seen
    }

    /// The second card of a turn is up.
    fn finish(&mut self, turn: Turn) -> Vec<ConcentrationEvent> {
        Arc::make_mut(&mut self.seen.history).push(turn);
        let is_pair = turn.is_pair();
        for (spot, card) in turn.cards {
            self.seen.faces[spot.index()] =
                if is_pair { Face::Won(card, turn.seat) } else { Face::Down };
        }
        self.seen.first = None;
        let is_over = self.seen.left() == 0;
        self.seen.to_move = (!is_over).then(|| other(turn.seat));
        let mut events = vec![if is_pair {
            ConcentrationEvent::Won(turn)
        } else {
            ConcentrationEvent::Missed(turn)
        }];
        events.extend(is_over.then_some(ConcentrationEvent::Over));
        events
    }
}

/// The other one of the two.
fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl Game for Concentration {
    const KEY: &'static str = "concentration";
    const FORMAT: u32 = 1;

    type Setup = CardLayout;
    type Action = Spot;
    type Observation = ConcentrationObservation;
    type Event = ConcentrationEvent;

    fn start(deal: &CardLayout) -> Self {
        let seen = ConcentrationObservation {
            faces: [Face::Down; Spot::COUNT],
            first: None,
            to_move: Some(Seat::new(0)),
            history: Arc::default(),
        };
        Self { deal: deal.clone(), seen }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        self.seen.to_move.map_or(Seats::NONE, Seats::one)
    }

    fn check(&self, seat: Seat, spot: Spot) -> Result<(), ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("it is not your turn"));
        }
        match self.seen.at(spot) {
            Face::Down => Ok(()),
            Face::Turned(_) => {
                Err(ActionError::new("the second card cannot be the same as the first"))
            }
            Face::Won(..) => Err(ActionError::new("that pair is won already")),
        }
    }

    fn step(&mut self, moves: &[(Seat, Spot)]) -> Result<Vec<ConcentrationEvent>, ActionError> {
        check_step(self, moves)?;
        let mut events = Vec::new();
        for &(seat, spot) in moves {
            let card = self.deal.at(spot);
            events.push(ConcentrationEvent::Turned { seat, spot, card });
            match self.seen.first {
                None => {
                    self.seen.faces[spot.index()] = Face::Turned(card);
                    self.seen.first = Some((spot, card));
                }
                Some(first) => {
                    events.extend(self.finish(Turn { seat, cards: [first, (spot, card)] }))
                }
            }
        }
        Ok(events)
    }

    fn observe(&self, _: Seats) -> ConcentrationObservation {
        self.seen.clone()
    }

    fn turns(&self) -> u32 {
        u32::try_from(self.seen.history.len()).unwrap_or(u32::MAX)
    }

    fn scores(&self) -> Vec<i32> {
        self.seats()
            .iter()
            .map(|seat| i32::try_from(self.seen.won(seat)).unwrap_or(i32::MAX))
            .collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.seen.to_move.is_none().then(|| Outcome::highest_wins(self.scores()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    /// Suit by suit: the same rank lies in the same column of each row.
    fn sorted() -> Concentration {
        Concentration::start(&CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap())
    }

    fn spot(text: &str) -> Spot {
        text.parse().unwrap()
    }

    fn card(text: &str) -> PlayingCard {
        text.parse().unwrap()
    }

    fn turn(game: &mut Concentration, seat: Seat, spots: [&str; 2]) -> Vec<ConcentrationEvent> {
        spots.into_iter().flat_map(|at| game.step(&[(seat, spot(at))]).unwrap()).collect()
    }

    #[test]
    fn a_turn_is_two_cards_and_a_match_gives_no_other_turn() {
        let mut game = sorted();
        assert_eq!(
            game.step(&[(FIRST, spot("0 1"))]).unwrap(),
            [ConcentrationEvent::Turned { seat: FIRST, spot: spot("0 1"), card: card("CA") }]
        );
        assert_eq!((game.awaited(), game.turns()), (Seats::one(FIRST), 0));
        assert_eq!(game.seen().first, Some((spot("0 1"), card("CA"))));
        assert_eq!(game.seen().at(spot("0 1")), Face::Turned(card("CA")));

        let cards = [(spot("0 1"), card("CA")), (spot("2 1"), card("SA"))];
        let events = game.step(&[(FIRST, spot("2 1"))]).unwrap();
        assert_eq!(events[1..], [ConcentrationEvent::Won(Turn { seat: FIRST, cards })]);
        assert_eq!(
            (game.awaited(), game.turns(), game.scores()),
            (Seats::one(SECOND), 1, vec![2, 0])
        );
        assert_eq!(game.seen().at(spot("2 1")), Face::Won(card("SA"), FIRST));
    }

    #[test]
    fn other_cards_go_face_down_again() {
        let mut game = sorted();
        let cards = [(spot("0 1"), card("CA")), (spot("1 2"), card("D2"))];
        let events = turn(&mut game, FIRST, ["0 1", "1 2"]);
        assert_eq!(events.last(), Some(&ConcentrationEvent::Missed(Turn { seat: FIRST, cards })));
        assert!(game.seen().faces.iter().all(|&face| face == Face::Down));
        assert_eq!(
            (game.awaited(), game.turns(), game.scores()),
            (Seats::one(SECOND), 1, vec![0, 0])
        );
        assert_eq!(game.seen().history[..], [Turn { seat: FIRST, cards }]);
    }

    #[test]
    fn what_may_not_be_turned_says_why() {
        let mut game = sorted();
        turn(&mut game, FIRST, ["0 1", "1 1"]);
        assert_eq!(game.check(FIRST, spot("0 2")).unwrap_err().to_string(), "it is not your turn");
        assert_eq!(
            game.check(SECOND, spot("1 1")).unwrap_err().to_string(),
            "that pair is won already"
        );
        game.step(&[(SECOND, spot("3 13"))]).unwrap();
        let why = game.check(SECOND, spot("3 13")).unwrap_err().to_string();
        assert_eq!(why, "the second card cannot be the same as the first");
        let before = game.clone();
        assert!(game.step(&[(SECOND, spot("3 13"))]).is_err());
        assert!(game.step(&[]).is_err());
        assert_eq!(game, before, "on error nothing changes");
    }

    #[test]
    fn it_ends_when_all_cards_are_won() {
        let mut game = sorted();
        let mut seat = FIRST;
        for column in 1..=13 {
            for rows in [[0, 1], [2, 3]] {
                assert_eq!(game.outcome(), None);
                turn(
                    &mut game,
                    seat,
                    rows.map(|row| format!("{row} {column}")).each_ref().map(String::as_str),
                );
                seat = other(seat);
            }
        }
        assert_eq!((game.scores(), game.turns(), game.awaited()), (vec![26, 26], 26, Seats::NONE));
        assert_eq!(game.outcome(), Some(Outcome::highest_wins(vec![26, 26])));
        assert!(game.step(&[(FIRST, spot("0 1"))]).is_err());
    }
}
