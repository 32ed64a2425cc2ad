use super::{
    super::toy::{self, Toy, ToyAction},
    *,
};
use crate::play::{Fault, FaultKind, RecordLine, StepMarks};

/// The game of four seats after its first joint step.
fn session() -> Session<Toy> {
    let mut session = toy::session(&[3, 1, 2, 4]);
    for seat in session.awaited().iter() {
        let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
        session.choose(seat, action).unwrap();
    }
    session
}

/// A judgement in which each legal choice is worth a point less than the one before.
fn judgement(session: &Session<Toy>, seat: Seat) -> Judgement<ToyAction> {
    let legal = session.game().observe(Seats::one(seat)).legal(seat);
    let choices = (0..).zip(legal).map(|(index, action)| JudgedChoice {
        action,
        value: 5.0 - f64::from(index),
        error: 0.0,
        share: (index == 0).then_some(0.25),
    });
    Judgement { choices: choices.collect(), is_exact: true }
}

fn puzzle(session: &Session<Toy>) -> Puzzle<Toy> {
    let seat = session.awaited().iter().next().unwrap();
    Puzzle::new(session, seat, "theme", judgement(session, seat), 1.0).unwrap()
}

#[test]
fn choices_within_the_tolerance_are_right() {
    let session = session();
    let puzzle = puzzle(&session);
    let actions: Vec<_> = puzzle.choices().iter().map(|choice| choice.action).collect();
    assert!(actions.len() > 2);
    assert_eq!(puzzle.answers(), actions[..2]);
    assert!(puzzle.is_right(actions[1]) && !puzzle.is_right(actions[2]));
    assert_eq!(puzzle.judgement().cost(actions[2]), Some(2.0));
    assert_eq!(puzzle.session().header().players, vec!["human"; 4]);
    let verdict = puzzle.explained(actions[2]).unwrap();
    assert_eq!((verdict.better, verdict.cost), (Some(actions[0]), Some(2.0)));
    assert_eq!((verdict.value, verdict.exact), (Some(5.0), true));
    let good = puzzle.explained(actions[1]).unwrap();
    assert_eq!((good.better, good.cost, good.value), (None, Some(0.0), Some(4.0)));
    assert_eq!(puzzle.explained(toy::bid(255)), None);
}

#[test]
fn a_choice_is_wrong_only_if_that_is_sure() {
    let session = session();
    let seat = session.awaited().iter().next().unwrap();
    let mut judgement = judgement(&session, seat);
    judgement.choices[2].error = 1.5;
    let unsure = judgement.choices[2].action;
    let puzzle = Puzzle::new(&session, seat, "theme", judgement, 1.0).unwrap();
    assert!(puzzle.is_right(unsure));
}

#[test]
fn a_puzzle_is_read_as_it_was_written() {
    let mut session = session();
    let fault = Fault {
        seat: Seat::new(1),
        description: "nonsense".to_owned(),
        fine: 1,
        kind: FaultKind::Illegal,
    };
    let legal = session.game().observe(session.awaited());
    let moves: Vec<_> = session.awaited().iter().map(|seat| (seat, legal.legal(seat)[0])).collect();
    let faults = moves.iter().any(|(seat, _)| *seat == fault.seat).then_some(fault);
    let faults = faults.into_iter().collect();
    session
        .push(RecordLine::Step {
            moves,
            faults,
            marks: StepMarks::default(),
            times: Vec::new(),
            notes: Vec::new(),
        })
        .unwrap();
    session.resign(Seat::new(3)).unwrap();
    let puzzle = puzzle(&session).with_solves([1, 2, 3, 4, 5, 20]);
    let json = serde_json::to_string(&puzzle).unwrap();
    let read: Puzzle<Toy> = json.parse().unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    assert_eq!(read.session().record(), puzzle.session().record());
    assert_eq!((read.id(), read.judgement()), (puzzle.id(), puzzle.judgement()));
    assert_eq!((read.theme(), read.solves()), ("theme", Some([1, 2, 3, 4, 5, 20])));
}

#[test]
fn the_id_depends_on_the_position_only() {
    let session = session();
    let one = puzzle(&session);
    let seat = one.seat();
    let other = Puzzle::new(&session, seat, "other", judgement(&session, seat), 0.0).unwrap();
    assert_eq!(one.id(), other.id());
    let mut before = session.clone();
    before.undo();
    assert_ne!(one.id(), puzzle(&before).id());
}

#[test]
fn a_puzzle_that_does_not_agree_with_the_rules_is_refused() {
    let session = session();
    let json = serde_json::to_string(&puzzle(&session)).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(json.contains(from), "{json}");
        json.replacen(from, to, 1).parse::<Puzzle<Toy>>().unwrap_err().to_string()
    };
    let step = json.split_once("\"steps\":[\"").unwrap().1.split_once('"').unwrap().0;
    for (from, to, why) in [
        ("\"seat\":", "\"seat\":9,\"other\":", "no seat 9"),
        ("\"cards\":[3", "\"cards\":[[]", "setup can't be used"),
        (step, "bid 1", "one action of each seat"),
        (step, "bid 1/turn 0/bid 1/bid 1", "its step 1 can't be played"),
        (step, "jump/bid 1/bid 1/bid 1", "its step 1 can't be played"),
        ("\"tolerance\":1.0", "\"tolerance\":100.0", "no right choices from wrong ones"),
        ("\"theme\":", "\"topic\":", "missing field `theme`"),
    ] {
        let error = refused(from, to);
        assert!(error.contains(why), "{from} -> {to}: {error}");
    }
    let action = puzzle(&session).choices()[0].action.to_string();
    let error = refused(&format!("\"actions\":\"{action}\""), "\"actions\":\"bid 255\"");
    assert!(error.contains("aren't the legal ones"), "{error}");
    let seat = puzzle(&session).seat();
    let all: Vec<_> = session.game().seats().iter().collect();
    if let Some(&idle) = all.iter().find(|seat| !session.awaited().contains(**seat)) {
        let refused = Puzzle::new(&session, idle, "", judgement(&session, seat), 1.0);
        assert_eq!(refused.unwrap_err(), PuzzleError::NotAwaited(idle));
    }
}

#[test]
fn a_collection_is_read_as_it_was_written() {
    let session = session();
    let mut before = session.clone();
    before.undo();
    let collection = Collection { puzzles: vec![puzzle(&session), puzzle(&before)] };
    let mut file = Vec::new();
    collection.write(&mut file).unwrap();
    let read = Collection::<Toy>::read(&file).unwrap();
    assert_eq!(read.puzzles.len(), 2);
    let id = puzzle(&before).id();
    assert_eq!(read.find(id).map(Puzzle::id), Some(id));
    assert!(read.find(id ^ 1).is_none());
    assert!(matches!(Collection::<Toy>::read(&file[..9]), Err(CollectionError::File(_))));
}

#[test]
fn the_answers_of_a_drill_are_the_steps_that_were_shown() {
    let mut session = session();
    while session.awaited().len() != 1 {
        for seat in session.awaited().iter() {
            let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
            session.choose(seat, action).unwrap();
        }
    }
    // In this game the first step is a joint one.
    let setup = session.header().setup.clone();
    assert!(Drill::<Toy>::new(setup.clone(), &[toy::bid(1)], vec![0]).is_err());
    let empty = Drill::<Toy>::new(setup.clone(), &[], Vec::new()).unwrap();
    assert_eq!((empty.answer(0), empty.questions().len()), (None, 0));
    assert!(Drill::<Toy>::new(setup, &[], vec![0]).is_err());
}
