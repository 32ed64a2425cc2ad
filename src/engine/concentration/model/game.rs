//! Concentration as a [`Game`].

use std::sync::Arc;

use super::{CardLayout, PlayingCard, Spot};
use crate::play::{ActionError, Game, Observation, Outcome, Seat, Seats, check_step};

/// The visible state of the card on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The card is face down.
    Down,
    /// The card is face up: it is the first card of the current turn, or was revealed after the
    /// game.
    Turned(PlayingCard),
    /// The card was won by this seat.
    Won(PlayingCard, Seat),
}

/// A complete turn of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat that turned up the cards.
    pub seat: Seat,
    /// The two cards and their spots, in the order in which they were turned up.
    pub cards: [(Spot, PlayingCard); 2],
}

impl Turn {
    /// Whether the two cards have the same rank.
    pub fn is_pair(&self) -> bool {
        self.cards[0].1.rank() == self.cards[1].1.rank()
    }
}

/// A public event of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcentrationEvent {
    /// A card was turned up.
    Turned {
        /// The seat that turned it up.
        seat: Seat,
        /// The spot of the card.
        spot: Spot,
        /// The card.
        card: PlayingCard,
    },
    /// The two cards of this turn are a pair. They stay face up.
    Won(Turn),
    /// The two cards of this turn are not a pair. They are face down again.
    Missed(Turn),
    /// All cards are won.
    Over,
}

/// The public state: the cards that are face up, and all turns so far. During the game, no seat
/// knows more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcentrationObservation {
    /// The state of the card on each spot.
    pub faces: [Face; Spot::COUNT],
    /// The first card of the current turn, once it is turned up.
    pub first: Option<(Spot, PlayingCard)>,
    /// The seat to move, or `None` if the game is over.
    pub to_move: Option<Seat>,
    /// The complete turns, in order.
    pub history: Arc<Vec<Turn>>,
}

impl ConcentrationObservation {
    /// The state of the card on a spot.
    pub const fn at(&self, spot: Spot) -> Face {
        self.faces[spot.index()]
    }

    /// Checks that the card on a spot can be turned up.
    ///
    /// # Errors
    /// Returns an error if the card does not lie face down.
    pub fn check(&self, spot: Spot) -> Result<(), ActionError> {
        match self.at(spot) {
            Face::Down => Ok(()),
            Face::Turned(_) => {
                Err(ActionError::new("the second card cannot be the same as the first"))
            }
            Face::Won(..) => Err(ActionError::new("that pair is won already")),
        }
    }

    /// The spots whose cards are face down.
    pub fn face_down(&self) -> impl Iterator<Item = Spot> + '_ {
        Spot::all().filter(|&spot| self.at(spot) == Face::Down)
    }

    /// The number of cards that a seat has won.
    pub fn cards_won(&self, seat: Seat) -> usize {
        self.faces.iter().filter(|face| matches!(face, Face::Won(_, by) if *by == seat)).count()
    }

    /// The number of pairs that a seat has won.
    pub fn pairs(&self, seat: Seat) -> u32 {
        u32::try_from(self.cards_won(seat) / 2).unwrap_or(u32::MAX)
    }

    /// The number of cards that are not won.
    pub fn cards_left(&self) -> usize {
        self.faces.iter().filter(|face| !matches!(face, Face::Won(..))).count()
    }
}

impl Observation for ConcentrationObservation {
    type Action = Spot;

    fn legal(&self, seat: Seat) -> Vec<Spot> {
        if self.to_move == Some(seat) { self.face_down().collect() } else { Vec::new() }
    }
}

/// A game of Concentration. A turn is two steps: the first card is seen before the second choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concentration {
    layout: CardLayout,
    observation: ConcentrationObservation,
}

impl Concentration {
    /// The public state of the game.
    pub const fn observation(&self) -> &ConcentrationObservation {
        &self.observation
    }

    fn finish_turn(&mut self, turn: Turn) -> Vec<ConcentrationEvent> {
        Arc::make_mut(&mut self.observation.history).push(turn);
        let is_pair = turn.is_pair();
        for (spot, card) in turn.cards {
            self.observation.faces[spot.index()] =
                if is_pair { Face::Won(card, turn.seat) } else { Face::Down };
        }
        self.observation.first = None;
        let is_over = self.observation.cards_left() == 0;
        self.observation.to_move = (!is_over).then(|| turn.seat.other());
        let mut events = vec![if is_pair {
            ConcentrationEvent::Won(turn)
        } else {
            ConcentrationEvent::Missed(turn)
        }];
        if is_over {
            events.push(ConcentrationEvent::Over);
        }
        events
    }
}

impl Game for Concentration {
    const KEY: &'static str = "concentration";
    const FORMAT: u32 = 1;

    type Setup = CardLayout;
    type Action = Spot;
    type Observation = ConcentrationObservation;
    type Event = ConcentrationEvent;

    fn start(layout: &CardLayout) -> Self {
        let observation = ConcentrationObservation {
            faces: [Face::Down; Spot::COUNT],
            first: None,
            to_move: Some(Seat::new(0)),
            history: Arc::default(),
        };
        Self { layout: layout.clone(), observation }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        self.observation.to_move.map_or(Seats::NONE, Seats::one)
    }

    fn check(&self, seat: Seat, spot: Spot) -> Result<(), ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("it is not your turn"));
        }
        self.observation.check(spot)
    }

    fn step(&mut self, moves: &[(Seat, Spot)]) -> Result<Vec<ConcentrationEvent>, ActionError> {
        check_step(self, moves)?;
        let mut events = Vec::new();
        for &(seat, spot) in moves {
            let card = self.layout.at(spot);
            events.push(ConcentrationEvent::Turned { seat, spot, card });
            match self.observation.first {
                None => {
                    self.observation.faces[spot.index()] = Face::Turned(card);
                    self.observation.first = Some((spot, card));
                }
                Some(first) => {
                    events.extend(self.finish_turn(Turn { seat, cards: [first, (spot, card)] }));
                }
            }
        }
        Ok(events)
    }

    fn observe(&self, _: Seats) -> ConcentrationObservation {
        self.observation.clone()
    }

    fn observe_finished(&self) -> ConcentrationObservation {
        let mut observation = self.observation.clone();
        for spot in self.observation.face_down() {
            observation.faces[spot.index()] = Face::Turned(self.layout.at(spot));
        }
        observation
    }

    fn turns(&self) -> u32 {
        u32::try_from(self.observation.history.len()).unwrap_or(u32::MAX)
    }

    fn scores(&self) -> Vec<i32> {
        self.seats().iter().map(|seat| self.observation.pairs(seat).cast_signed()).collect()
    }

    fn shows_reveal(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Missed(_)))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.observation.to_move.is_none().then(|| Outcome::highest_wins(self.scores()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    /// A game whose rows hold one suit each, so that a column holds the cards of one rank.
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
    fn a_turn_is_two_cards_and_a_pair_gives_no_extra_turn() {
        let mut game = sorted();
        assert_eq!(
            game.step(&[(FIRST, spot("0 1"))]).unwrap(),
            [ConcentrationEvent::Turned { seat: FIRST, spot: spot("0 1"), card: card("CA") }]
        );
        assert_eq!((game.awaited(), game.turns()), (Seats::one(FIRST), 0));
        assert_eq!(game.observation().first, Some((spot("0 1"), card("CA"))));
        assert_eq!(game.observation().at(spot("0 1")), Face::Turned(card("CA")));

        let cards = [(spot("0 1"), card("CA")), (spot("2 1"), card("SA"))];
        let events = game.step(&[(FIRST, spot("2 1"))]).unwrap();
        assert_eq!(events[1..], [ConcentrationEvent::Won(Turn { seat: FIRST, cards })]);
        assert_eq!(
            (game.awaited(), game.turns(), game.scores()),
            (Seats::one(SECOND), 1, vec![1, 0])
        );
        assert_eq!(game.observation().at(spot("2 1")), Face::Won(card("SA"), FIRST));
    }

    #[test]
    fn cards_that_are_not_a_pair_go_face_down_again() {
        let mut game = sorted();
        let cards = [(spot("0 1"), card("CA")), (spot("1 2"), card("D2"))];
        let events = turn(&mut game, FIRST, ["0 1", "1 2"]);
        assert_eq!(events.last(), Some(&ConcentrationEvent::Missed(Turn { seat: FIRST, cards })));
        assert!(game.observation().faces.iter().all(|&face| face == Face::Down));
        assert_eq!(
            (game.awaited(), game.turns(), game.scores()),
            (Seats::one(SECOND), 1, vec![0, 0])
        );
        assert_eq!(game.observation().history[..], [Turn { seat: FIRST, cards }]);
    }

    #[test]
    fn refusals_give_a_reason_and_change_nothing() {
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
        assert_eq!(game, before, "an error changes nothing");
    }

    #[test]
    fn a_reveal_turns_up_the_cards_that_are_not_won() {
        let mut game = sorted();
        turn(&mut game, FIRST, ["0 1", "2 1"]);
        let (before, revealed) = (game.observation().clone(), game.observe_finished());
        assert_eq!(revealed.at(spot("0 1")), Face::Won(card("CA"), FIRST));
        assert_eq!(revealed.at(spot("1 2")), Face::Turned(card("D2")));
        assert_eq!((revealed.face_down().count(), revealed.cards_left()), (0, 50));
        assert_eq!(*game.observation(), before, "the game itself is unchanged");
    }

    #[test]
    fn the_game_ends_when_all_cards_are_won() {
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
                seat = seat.other();
            }
        }
        assert_eq!((game.scores(), game.turns(), game.awaited()), (vec![13, 13], 26, Seats::NONE));
        assert_eq!(game.outcome(), Some(Outcome::highest_wins(vec![13, 13])));
        assert!(game.step(&[(FIRST, spot("0 1"))]).is_err());
    }
}
