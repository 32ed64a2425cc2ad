//! Measures of a finished game of Concentration.

use super::words::missed_matches;
use crate::games::feats::{Measured, Measures, count_of};
use fourcade_engine::{
    concentration::{Concentration, model::Spot},
    play::{Seat, Session},
};

impl Measured for Concentration {
    fn measure(session: &Session<Self>, person: Seat) -> Measures {
        let observation = session.game().observation();
        let mut seen: Vec<Spot> = Vec::new();
        let (mut in_a_row, mut longest_run, mut lucky, mut lead, mut behind) = (0, 0, 0, 0, 0);
        for turn in observation.history.iter() {
            let spots = turn.cards.map(|(spot, _)| spot);
            let (is_own, is_pair) = (turn.seat == person, turn.is_pair());
            if is_own {
                in_a_row = if is_pair { in_a_row + 1 } else { 0 };
                longest_run = longest_run.max(in_a_row);
                let is_lucky = is_pair && !spots.iter().any(|spot| seen.contains(spot));
                lucky += i64::from(is_lucky);
            }
            lead += if is_own { i64::from(is_pair) } else { -i64::from(is_pair) };
            behind = behind.max(-lead);
            seen.extend(spots);
        }
        Measures::from([
            ("pairs", observation.pairs(person).into()),
            ("missed", count_of(missed_matches(&observation.history, person))),
            // The most pairs in a row.
            ("run", longest_run),
            // Pairs of which neither card had been seen.
            ("lucky", lucky),
            // The largest deficit during the game, in pairs.
            ("behind", behind),
        ])
    }
}

#[cfg(test)]
mod tests {
    use fourcade_engine::{
        concentration::model::{CardLayout, PlayingCard},
        play::RecordHeader,
    };

    use super::*;
    use crate::games::feats::measure;

    #[test]
    fn luck_memory_and_runs_are_measured() {
        // A column holds the cards of one rank.
        let setup = CardLayout::new(&PlayingCard::all().collect::<Vec<_>>()).unwrap();
        let players = vec!["human".to_owned(); 2];
        let mut session =
            Session::<Concentration>::new(RecordHeader { setup, players, seed: 1, clock: None });
        for spot in ["0 1", "1 1", "0 2", "0 3", "0 4", "1 4", "1 2", "0 5", "0 2", "2 2"] {
            let seat = session.awaited().only().unwrap();
            session.choose(seat, spot.parse().unwrap()).unwrap();
        }
        let [first, second] = [0, 1].map(|at| measure(&session, Seat::new(at)));
        assert_eq!((first["pairs"], first["run"], first["lucky"], first["missed"]), (3, 3, 2, 1));
        assert_eq!((second["missed"], second["behind"], first["behind"]), (1, 3, 0));
    }
}
