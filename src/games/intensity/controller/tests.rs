use super::*;
use crate::widgets::testing;
use fourcade_engine::{
    intensity::model::{Deal, Suit},
    play::{Game as _, Seats},
};

/// A game in which each seat was dealt one suit and passed its lowest cards, after these cards.
fn game(cards: &str) -> Intensity {
    let mut game = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap());
    let passes =
        ["10 11 12", "20 21 22", "30 31 32", "40 41 42"].map(|cards| cards.parse().unwrap());
    game.step(&game.awaited().iter().zip(passes).collect::<Vec<_>>()).unwrap();
    for card in cards.split_whitespace() {
        game.step(&[(game.awaited().only().unwrap(), card.parse().unwrap())]).unwrap();
    }
    game
}

/// The same game before the pass.
fn before_pass() -> Intensity {
    Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap())
}

/// The controls and the last reply after these keys. People play the seats of `people`, computer
/// players the others.
fn after(
    game: &Intensity,
    people: Seats,
    keys: &str,
) -> (IntensityController, Reply<IntensityAction>) {
    let deciding: Seats = game.awaited().iter().filter(|&seat| people.contains(seat)).collect();
    let names =
        Seats::first(4).iter().map(|seat| if people.contains(seat) { HUMAN } else { "careful" });
    let names: Vec<_> = names.map(str::to_owned).collect();
    let observation = game.observe(people);
    let scene = Scene {
        observation: &observation,
        deciding,
        is_covered: false,
        events: &[],
        motion: 1.0,
        is_lingering: false,
        hint: None,
        names: &names,
    };
    let mut controls = IntensityController::default();
    let mut reply = Reply::Ignored;
    for key in testing::keys(keys) {
        let bound = KEYS.iter().find(|binding| {
            binding.keys.contains(&key) && controls.refusal(binding.command, &scene).is_none()
        });
        reply = match bound {
            Some(binding) => controls.run(binding.command, &scene),
            None => controls.on_key(key, &scene),
        };
    }
    (controls, reply)
}

const SOUTH: Seats = Seats::one(Seat::new(0));

#[track_caller]
fn check(game: &Intensity, keys: &str, expected: &str) {
    let (_, reply) = after(game, SOUTH, keys);
    let text = match reply {
        Reply::Act(seat, action) => format!("{seat}: {action}"),
        Reply::Refused(why) => why.into_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(text, expected, "{keys}");
}

#[test]
fn three_marked_cards_are_passed() {
    let game = before_pass();
    check(&game, "<Enter>", "mark three cards to pass: press Space on each of them");
    check(&game, "<Space>l<Space><Enter>", "mark three cards to pass: 2 of 3 marked so far");
    check(&game, "<Space>l<Space>l<Space><Enter>", "0: 10 11 12");
    check(&game, "<Space><Space>19<Space>17<Space>h<Space><Enter>", "0: 16 17 19");
    let full = "three cards are marked: press Enter to pass them, or unmark one first";
    check(&game, "<Space>l<Space>l<Space>l<Space>", full);
    check(
        &game,
        "<Space><Tab><Space><S-Tab><Space><Tab><Tab><Space>l<Space><Enter>",
        "0: 11 12 13",
    );
}

#[test]
fn cards_are_played_and_refusals_give_a_reason() {
    let lead = game("");
    check(&lead, "<Enter>", "0: 13");
    check(&lead, "ll<Space>", "0: 15");
    check(&lead, "hhh<Enter>", "0: 13");
    check(&lead, "42<Enter>", "0: 42");
    check(&lead, "99", "cards have numbers from 10 to 49");
    check(&lead, "29", "you don't have the 29");
    check(&lead, "4<Back>15<Enter>", "0: 15");
    // What was typed wrong or only half plays nothing.
    check(&lead, "29<Enter>", "you don't have the 29");
    check(&lead, "99<Space>", "cards have numbers from 10 to 49");
    check(&lead, "1<Enter>", "a card's number has two digits: type the one after the 1");
    check(&lead, "29<Enter><Enter>", "0: 13");
    check(&lead, "2942<Enter>", "0: 42");
    // South has won the first round.
    check(&game("13 10 39 30"), "<Enter>", "0: 14");
}

#[test]
fn a_refused_card_names_the_suit_to_follow() {
    // East has won the 4s and leads the 48: South holds the 41 and 42 and must follow.
    let game = game("40 29 20 49 48");
    check(&game, "13<Enter>", "not the 13: must follow the 4s");
    check(&game, "<Enter>", "0: 41");
    check(&game, "<S-Tab><S-Tab><Enter>", "0: 41");
}

#[test]
fn the_cursor_moves_to_the_next_card_when_its_card_is_played() {
    let start = game("");
    let (mut controls, reply) = after(&start, SOUTH, "16<Enter>");
    assert!(matches!(reply, Reply::Act(..)));
    // The 16 has been played, so the cursor is on the next card.
    let next = game("16 10 33 44");
    let observation = next.observe(SOUTH);
    let names = [HUMAN, "careful", "careful", "careful"].map(str::to_owned);
    let scene = Scene {
        observation: &observation,
        deciding: SOUTH,
        is_covered: false,
        events: &[],
        motion: 1.0,
        is_lingering: false,
        hint: None,
        names: &names,
    };
    assert_eq!(controls.cursor(&scene), Card::new(17));
    assert_eq!(
        controls.run(Command::Confirm, &scene),
        Reply::Act(Seat::new(0), IntensityAction::Play(Card::new(17).unwrap()))
    );
}

#[test]
fn a_person_cannot_play_for_another_seat() {
    let game = game("13");
    let (controls, reply) = after(&game, SOUTH, "<Enter>");
    assert_eq!((reply, controls.marked), (Reply::Ignored, CardSet::NONE));
}

#[test]
fn reset_clears_marks_and_cursor_but_keeps_the_near_seat() {
    let (mut controls, _) = after(&before_pass(), SOUTH, "<Space>l<Space>f");
    controls.near = Some(Seat::new(2));
    controls.reset();
    assert_eq!(
        (controls.marked, controls.cursor, controls.near),
        (CardSet::NONE, None, Some(Seat::new(2)))
    );
}

/// The footer after these keys of South, without the arrows.
fn footer(game: &Intensity, keys: &str, is_lingering: bool) -> String {
    let (controls, _) = after(game, SOUTH, keys);
    let observation = game.observe(SOUTH);
    let names = [HUMAN, "careful", "careful", "careful"].map(str::to_owned);
    let scene = Scene {
        observation: &observation,
        deciding: SOUTH,
        is_covered: false,
        events: &[],
        motion: 1.0,
        is_lingering,
        hint: None,
        names: &names,
    };
    let shown = KEYS.iter().filter(|row| controls.refusal(row.command, &scene).is_none());
    let shown = shown.filter_map(|row| controls.footer(row, &scene));
    let shown =
        shown.filter(|(key, _)| *key != "arrows").map(|(key, label)| format!("{key} {label}"));
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_footer_says_what_the_keys_do_now() {
    assert_eq!(footer(&before_pass(), "", false), "Space mark");
    assert_eq!(footer(&before_pass(), "<Space>l<Space>l<Space>", false), "Enter pass");
    assert_eq!(footer(&game(""), "", false), "Enter play, Tab next, t rounds");
    assert_eq!(footer(&game(""), "t", false), "Enter play, Tab next, t table");
    // Any key ends the display of a finished round first.
    assert_eq!(footer(&game("13 10 39 30"), "", true), "t rounds");
}
