//! Measures of a finished game of Intensity.

use crate::games::feats::{Measured, Measures, count_of};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, Trick},
    },
    play::{Game as _, Seat, Session},
};

impl Measured for Intensity {
    fn measure(session: &Session<Self>, person: Seat) -> Measures {
        let game = session.game();
        let (own, others): (Vec<&Trick>, Vec<_>) =
            game.history().iter().partition(|trick| trick.winner() == person);
        let given = others.iter().filter_map(|trick| trick.card_of(person));
        let calves = |cards: CardSet| cards.iter().filter(|card| card.is_calf()).count();
        let herd = others.iter().map(|trick| calves(trick.card_set())).max().unwrap_or(0);
        Measures::from([
            ("points", game.scores()[person.index()].into()),
            ("rounds", count_of(own.len())),
            // Points of the cards that the person played in rounds that others took.
            ("given", given.clone().map(|card| i64::from(card.penalty())).sum()),
            // 1 if the person played the buffalo in a round that another seat took.
            ("buffalo", count_of(given.filter(|&card| card == Card::BUFFALO).count())),
            // The most calves in a round that another seat took.
            ("herd", count_of(herd)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::feats::{measure, testing::finished};

    #[test]
    fn points_and_gifts_add_up() {
        let session = finished::<Intensity>(&["human"; 4], 5);
        let all: Vec<Measures> = (0..4).map(|at| measure(&session, Seat::new(at))).collect();
        let sum = |name| all.iter().map(|measures| measures[name]).sum::<i64>();
        assert_eq!((sum("points"), sum("rounds")), (17, 10));
        let (given, buffalo) = (sum("given"), sum("buffalo"));
        assert!((1..=17).contains(&given) && buffalo <= 1, "{given} {buffalo}");
        assert!(all.iter().all(|measures| measures["herd"] <= 4));
    }
}
