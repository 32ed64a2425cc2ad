//! A small game for tests of sessions, records and the database. It has all difficulties of the
//! other games: two to four seats, a hidden card for each, simultaneous bids, and turns of two
//! actions with new information between them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{
    ActionError, Explainable, Game, Observation, Outcome, RecordHeader, Seat, Seats, Session,
    check_step,
};

/// The highest bid.
pub const MAX_BID: u8 = 10;

const ROUNDS: u32 = 2;

/// The hidden card of each seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawToySetup")]
pub struct ToySetup {
    cards: Vec<u8>,
}

#[derive(Deserialize)]
struct RawToySetup {
    cards: Vec<u8>,
}

impl TryFrom<RawToySetup> for ToySetup {
    type Error = &'static str;

    fn try_from(raw: RawToySetup) -> Result<Self, Self::Error> {
        if (2..=4).contains(&raw.cards.len()) {
            Ok(Self { cards: raw.cards })
        } else {
            Err("expected a card for each of 2 to 4 seats")
        }
    }
}

/// A choice of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToyAction {
    /// Bids this amount, at most [`MAX_BID`].
    Bid(u8),
    /// Turns up the card of a seat.
    Turn(Seat),
}

/// A bid.
pub const fn bid(amount: u8) -> ToyAction {
    ToyAction::Bid(amount)
}

/// The choice to turn up the card of this seat.
pub const fn turn(seat: usize) -> ToyAction {
    ToyAction::Turn(Seat::new(seat))
}

impl fmt::Display for ToyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(amount) => write!(f, "bid {amount}"),
            Self::Turn(seat) => write!(f, "turn {seat}"),
        }
    }
}

impl FromStr for ToyAction {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let parsed = match text.split_once(' ') {
            Some(("bid", amount)) => amount.parse().ok().map(ToyAction::Bid),
            Some(("turn", seat)) => {
                seat.parse::<u8>().ok().and_then(|seat| seat.try_into().ok()).map(ToyAction::Turn)
            }
            _ => None,
        };
        parsed.ok_or_else(|| ActionError::new("expected a bid or a turn"))
    }
}

/// A public event.
#[derive(Clone, Debug, PartialEq)]
pub enum ToyEvent {
    /// A seat has made the highest bid and turns up two cards.
    Won {
        /// The seat.
        seat: Seat,
        /// The bids of all seats.
        bids: Vec<u8>,
    },
    /// A card has been turned up.
    Turned {
        /// The card's seat.
        seat: Seat,
        /// The card.
        card: u8,
    },
    /// A round has ended.
    Scored {
        /// The seat with the highest bid.
        seat: Seat,
        /// Its points.
        points: i32,
    },
}

/// A game of two rounds. In each round, all seats bid simultaneously, then the highest bidder turns
/// up two cards and scores their sum minus the bid.
#[derive(Clone, Debug, PartialEq)]
pub struct Toy {
    cards: Vec<u8>,
    scores: Vec<i32>,
    /// The number of rounds that have ended.
    rounds: u32,
    turning: Option<Turning>,
}

/// The second part of a round: a seat turns up two cards.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turning {
    seat: Seat,
    bid: u8,
    /// The owner of the first card that was turned up.
    first: Option<Seat>,
}

/// The public state and the cards of the viewers.
#[derive(Clone, Debug, PartialEq)]
pub struct ToyObservation {
    /// The cards of all seats, as far as the viewers know them.
    pub held: Vec<Option<u8>>,
    /// The points of all seats.
    pub scores: Vec<i32>,
    awaited: Seats,
    turning: Option<Turning>,
}

impl Observation for ToyObservation {
    type Action = ToyAction;

    fn legal(&self, seat: Seat) -> Vec<ToyAction> {
        if !self.awaited.contains(seat) {
            return Vec::new();
        }
        match self.turning {
            None => (0..=MAX_BID).map(bid).collect(),
            Some(Turning { first, .. }) => (0..self.held.len())
                .map(Seat::new)
                .filter(|&card| Some(card) != first)
                .map(ToyAction::Turn)
                .collect(),
        }
    }
}

impl Explainable for Toy {
    type Reason = ();
}

impl Game for Toy {
    const KEY: &'static str = "toy";
    const FORMAT: u32 = 3;
    const FINE: u32 = 5;

    type Setup = ToySetup;
    type Action = ToyAction;
    type Observation = ToyObservation;
    type Event = ToyEvent;

    fn start(setup: &ToySetup) -> Self {
        Self {
            cards: setup.cards.clone(),
            scores: vec![0; setup.cards.len()],
            rounds: 0,
            turning: None,
        }
    }

    fn seats(&self) -> Seats {
        Seats::first(self.cards.len())
    }

    fn awaited(&self) -> Seats {
        match self.turning {
            _ if self.rounds == ROUNDS => Seats::NONE,
            Some(Turning { seat, .. }) => Seats::one(seat),
            None => self.seats(),
        }
    }

    fn check(&self, seat: Seat, action: ToyAction) -> Result<(), ActionError> {
        if !self.awaited().contains(seat) {
            return Err(ActionError::new("not your turn"));
        }
        match (action, self.turning) {
            (ToyAction::Bid(amount), None) if amount <= MAX_BID => Ok(()),
            (ToyAction::Bid(_), None) => Err(ActionError::new("the highest bid is 10")),
            (ToyAction::Turn(card), Some(_)) if card.index() >= self.cards.len() => {
                Err(ActionError::new("there is no such card"))
            }
            (ToyAction::Turn(card), Some(Turning { first, .. })) if first == Some(card) => {
                Err(ActionError::new("that card is face up already"))
            }
            (ToyAction::Turn(_), Some(_)) => Ok(()),
            (ToyAction::Turn(_), None) => Err(ActionError::new("all seats bid now")),
            (ToyAction::Bid(_), Some(_)) => Err(ActionError::new("a card must be turned up now")),
        }
    }

    fn step(&mut self, moves: &[(Seat, ToyAction)]) -> Result<Vec<ToyEvent>, ActionError> {
        check_step(self, moves)?;
        match (self.turning, moves[0].1) {
            (Some(turning), ToyAction::Turn(card)) => {
                let turned = ToyEvent::Turned { seat: card, card: self.cards[card.index()] };
                let Some(first) = turning.first else {
                    self.turning = Some(Turning { first: Some(card), ..turning });
                    return Ok(vec![turned]);
                };
                let seat = turning.seat;
                let points = i32::from(self.cards[card.index()])
                    + i32::from(self.cards[first.index()])
                    - i32::from(turning.bid);
                self.scores[seat.index()] += points;
                self.turning = None;
                self.rounds += 1;
                Ok(vec![turned, ToyEvent::Scored { seat, points }])
            }
            _ => {
                let amount = |action| if let ToyAction::Bid(amount) = action { amount } else { 0 };
                let bids: Vec<u8> = moves.iter().map(|&(_, action)| amount(action)).collect();
                let highest = bids.iter().copied().max().unwrap_or(0);
                let seat = Seat::new(bids.iter().position(|&bid| bid == highest).unwrap_or(0));
                self.turning = Some(Turning { seat, bid: highest, first: None });
                Ok(vec![ToyEvent::Won { seat, bids }])
            }
        }
    }

    fn fine(&mut self, seat: Seat, points: u32) -> Result<(), ActionError> {
        self.scores[seat.index()] -=
            i32::try_from(points).map_err(|_| ActionError::new("the fine is too high"))?;
        Ok(())
    }

    fn observe(&self, viewers: Seats) -> ToyObservation {
        let face_up = self.turning.and_then(|turning| turning.first);
        let held = self.seats().iter().map(|seat| {
            (viewers.contains(seat) || face_up == Some(seat)).then(|| self.cards[seat.index()])
        });
        ToyObservation {
            held: held.collect(),
            scores: self.scores.clone(),
            awaited: self.awaited(),
            turning: self.turning,
        }
    }

    fn turns(&self) -> u32 {
        self.rounds
    }

    fn scores(&self) -> Vec<i32> {
        self.scores.clone()
    }

    fn shows_reveal(events: &[ToyEvent]) -> bool {
        events.iter().any(|event| matches!(event, ToyEvent::Scored { .. }))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.rounds == ROUNDS).then(|| Outcome::highest_wins(self.scores.clone()))
    }
}

/// A deal of these cards.
pub fn setup(cards: &[u8]) -> ToySetup {
    ToySetup { cards: cards.to_vec() }
}

/// A new session with these cards and people on all seats.
pub fn session(cards: &[u8]) -> Session<Toy> {
    Session::new(RecordHeader {
        setup: setup(cards),
        players: vec!["human".to_owned(); cards.len()],
        seed: 1,
        clock: None,
    })
}

/// Plays to the end. Each seat takes the middle one of its legal actions. Calls `after_step` after
/// each step.
pub fn play_out(session: &mut Session<Toy>, mut after_step: impl FnMut(&Session<Toy>)) {
    while let Some(seat) = session.awaited().iter().next() {
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        if session.choose(seat, legal[legal.len() / 2]).expect("a legal action").is_some() {
            after_step(session);
        }
    }
}

#[test]
fn a_hidden_card_is_visible_to_its_seat_only_until_it_is_turned() {
    let mut session = session(&[3, 1, 2]);
    let held = |session: &Session<Toy>, viewers| session.game().observe(viewers).held;
    assert_eq!(held(&session, Seats::NONE), [None, None, None]);
    assert_eq!(held(&session, Seats::one(Seat::new(1))), [None, Some(1), None]);
    assert_eq!(held(&session, Seats::first(3)), [Some(3), Some(1), Some(2)]);
    for seat in 0..3 {
        session.choose(Seat::new(seat), bid(1)).unwrap();
    }
    session.choose(Seat::new(0), turn(2)).unwrap();
    assert_eq!(held(&session, Seats::NONE), [None, None, Some(2)]);
}
