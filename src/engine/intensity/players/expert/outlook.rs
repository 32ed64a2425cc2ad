//! The outlook of a choice in consistent deals: how often its seat wins the current round, and
//! which of its cards take points later. All deals count equally, and all seats play on like
//! `counter`.

use super::{PlayStyle, Playout, open_position, passing::DealWithPasses};
use crate::{
    intensity::{
        model::{Card, CardSet, IntensityAction, IntensityObservation, SEATS, Trick},
        players::{
            deal_sampler::DealSampler,
            seat_knowledge::{SeatKnowledge, Voids},
        },
    },
    play::{Budget, Seat, ThinkContext},
};

/// The number of deals, for shares with a standard error of up to 4 %.
const DEALS: u32 = 200;

/// The means over the deals after a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The rate at which the seat won the current round, from 0 to 1.
    pub win_rate: f64,
    /// The mean points that it took in that round.
    pub points_now: f64,
    /// The mean points of the buffalo among them.
    pub buffalo_now: f64,
    /// The rate at which each of its cards took points in a later round, from 0 to 1.
    pub take_rates: [f64; Card::COUNT],
    /// The mean points that each of its cards took in later rounds.
    pub points_later: [f64; Card::COUNT],
}

impl Outlook {
    const NONE: Self = Self {
        win_rate: 0.0,
        points_now: 0.0,
        buffalo_now: 0.0,
        take_rates: [0.0; Card::COUNT],
        points_later: [0.0; Card::COUNT],
    };

    /// Adds a round of one deal that the seat won with `card`.
    fn add(&mut self, trick: Trick, card: Card, is_current: bool) {
        let share = 1.0 / f64::from(DEALS);
        let points = f64::from(trick.penalty());
        if is_current {
            self.win_rate += share;
            self.points_now += share * points;
            if trick.card_set().contains(Card::BUFFALO) {
                self.buffalo_now += share * f64::from(Card::BUFFALO.penalty());
            }
        } else if points > 0.0 {
            self.take_rates[card.index()] += share;
            self.points_later[card.index()] += share * points;
        }
    }

    /// The mean points that the seat took from now on.
    pub fn points(&self) -> f64 {
        self.points_now + self.points_later.iter().sum::<f64>()
    }
}

/// Deals that are consistent with an observation, for comparing choices of a seat.
pub struct ConsistentDeals<'a> {
    seat: Seat,
    observation: &'a IntensityObservation,
    /// If cards have been passed already, the passes in these are empty.
    deals: Vec<DealWithPasses>,
}

impl<'a> ConsistentDeals<'a> {
    /// Draws the deals, or returns `None` if none is consistent with the observation.
    pub fn new(seat: Seat, observation: &'a IntensityObservation) -> Option<Self> {
        let hand = observation.hands[seat.index()]?;
        let knowledge = if observation.is_passing {
            SeatKnowledge::before_pass(seat, hand)
        } else {
            SeatKnowledge::from_observation(seat, observation)
        };
        let sampler = DealSampler::new(&knowledge)?;
        let context = ThinkContext::new(Budget::Nodes(u64::MAX), 0, seat, 0);
        let (mut meter, mut rng) = (context.meter(), context.rng());
        let mut draw = || {
            if observation.is_passing {
                DealWithPasses::sample(&sampler, &knowledge, &mut meter, &mut rng).ok()
            } else {
                let passed = [CardSet::NONE; SEATS];
                Some(DealWithPasses { hands: sampler.sample(&mut rng), passed })
            }
        };
        let deals = (0..DEALS).map_while(|_| draw()).collect();
        Some(Self { seat, observation, deals })
    }

    /// Returns the outlook of a legal choice.
    pub fn outlook_after(&self, action: IntensityAction) -> Outlook {
        let voids = Voids::from_observation(self.observation);
        let mut outlook = Outlook::NONE;
        for deal in &self.deals {
            let (mut playout, mut next) = match action {
                IntensityAction::Pass(cards) => {
                    let playout = Playout::start(deal.hands_after(self.seat, cards));
                    (playout, playout.reply())
                }
                IntensityAction::Play(card) => {
                    let position = open_position(self.observation, deal.hands);
                    let styles = [PlayStyle::Counter; SEATS];
                    (Playout { position, voids, styles }, Some(card))
                }
            };
            let mut is_current = matches!(action, IntensityAction::Play(_));
            while let Some(card) = next {
                if let Some(trick) = playout.play(card) {
                    if trick.winner() == self.seat
                        && let Some(card) = trick.winning_card()
                    {
                        outlook.add(trick, card, is_current);
                    }
                    is_current = false;
                }
                next = playout.reply().filter(|_| !playout.is_decided());
            }
        }
        outlook
    }
}
