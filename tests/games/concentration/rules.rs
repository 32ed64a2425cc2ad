//! Concentration played perfectly.

use fourcade_engine::{
    concentration::{
        Concentration,
        model::{CardLayout, Spot},
    },
    play::{Game as _, RecordHeader, Seat, Seats, Session, random},
};

#[test]
fn equal_cards_share_the_first_place() {
    let setup = CardLayout::shuffled(&mut random::rng(3, &[]));
    let players = vec!["human".to_owned(); 2];
    let mut session = Session::<Concentration>::new(RecordHeader {
        setup: setup.clone(),
        players,
        seed: 3,
        clock: None,
    });
    let [first, second] = [0, 1].map(Seat::new);
    // The players win the 26 pairs in turn.
    let mut left: Vec<Spot> = Spot::all().collect();
    let mut pair = || {
        let one = left.remove(0);
        let is_mate = |&spot: &Spot| setup.at(spot).rank() == setup.at(one).rank();
        let mate = left.iter().position(is_mate).unwrap();
        [one, left.remove(mate)]
    };
    while session.outcome().is_none() {
        let seat = session.awaited().only().unwrap();
        for spot in pair() {
            session.choose(seat, spot).unwrap();
        }
    }
    let tie = session.outcome().unwrap();
    assert_eq!(session.game().scores(), [13, 13]);
    assert_eq!(tie.winners(), Seats::first(2));
    assert_eq!([first, second].map(|seat| tie.place(seat)), [1, 1]);
    assert!((tie.points(first) - tie.points(second)).abs() < 1e-9);
    // Resigning loses even an equal game.
    session.undo();
    session.resign(second).unwrap();
    assert_eq!(session.outcome().unwrap().winners(), Seats::one(first));
}
