//! Intensity in words: the hands, events, goals and highlights.

use std::fmt::Write as _;

use super::{
    COSTLY, reasons,
    spoken::{card_in_words, cards_in_words, taken_round},
};
use crate::games::{
    ActionText, Decided, GameWords, Notation, ShareSquare, Style, counted, join, spoken::Audience,
    subject_within,
};
use fourcade_engine::intensity::{
    Intensity, IntensityReason,
    model::{
        Card, CardSet, HAND_SIZE, IntensityAction, IntensityEvent, IntensityObservation, SEATS,
        Trick, left_of, right_of,
    },
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// Clockwise.
pub const SEAT_NAMES: &[&str] = Intensity::SEAT_NAMES;

impl ActionText for Intensity {}

impl GameWords for Intensity {
    const REMATCH: &'static str = "move seats";

    fn draw_plain(observation: &IntensityObservation) -> String {
        draw_hands(observation)
    }

    fn draws_after(events: &[IntensityEvent]) -> bool {
        events.contains(&IntensityEvent::Passed)
    }

    // In writing, single cards are told only if the board is covered: otherwise it shows them, and
    // the line of the round lists them.
    fn tell(event: &IntensityEvent, style: Style, to: &Audience<Self>) -> Option<String> {
        Some(match (event, style) {
            (IntensityEvent::Passed, Style::Spoken) => match to.observation.received(to.seat) {
                Some(cards) => {
                    format!(
                        "{} passes you {}.",
                        SEAT_NAMES[right_of(to.seat).index()],
                        cards_in_words(cards)
                    )
                }
                None => "Everyone passes three cards to the left.".to_owned(),
            },
            (IntensityEvent::Passed, _) => "Everyone passed three cards to the left".to_owned(),
            (IntensityEvent::Played { seat, card }, Style::Spoken) => {
                format!("{} {}.", to.subject_and_verb(*seat, "play"), card_in_words(*card))
            }
            (IntensityEvent::Played { seat, card }, Style::Log { is_covered: true, .. }) => {
                let trick = &to.observation.trick;
                let at = trick.cards().iter().position(|played| played == card);
                let at = at.filter(|_| !trick.is_complete())?;
                let verb = if at == 0 { "led" } else { "played" };
                format!("{} {verb} {card}", to.subject(*seat))
            }
            (IntensityEvent::RoundWon { trick, .. }, Style::Spoken) => taken_round(*trick, to),
            (
                IntensityEvent::RoundWon { trick, .. },
                Style::Log { reveals: false, is_short: true, .. },
            ) if trick.penalty() > 0 => {
                let points = counted(trick.penalty(), "point");
                format!("{} took {points}", to.subject(trick.winner()))
            }
            // Short, because the log is narrow and the score sheet lists the cards.
            (IntensityEvent::RoundWon { trick, .. }, Style::Log { reveals: false, .. }) => {
                let before = to.observation.history.iter().take_while(|round| *round != trick);
                let number = before.count() + 1;
                format!("{} took round {number}{}", to.subject(trick.winner()), cost_note(*trick))
            }
            (IntensityEvent::RoundWon { trick, .. }, _) => describe_round(*trick, to),
            (IntensityEvent::Played { .. } | IntensityEvent::Over, _) => return None,
        })
    }

    fn verbs(action: &IntensityAction) -> [&'static str; 2] {
        match action {
            IntensityAction::Pass(_) => ["pass", "passed"],
            IntensityAction::Play(_) => ["play", "played"],
        }
    }

    fn describe_action(action: IntensityAction, _: Notation) -> String {
        match action {
            IntensityAction::Pass(cards) => {
                let cards: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
                format!("passing {}", join(&cards))
            }
            IntensityAction::Play(card) => card.to_string(),
        }
    }

    /// If cards were passed, names only those that differ.
    fn describe_costly(
        actions: [IntensityAction; 2],
        _: &[IntensityReason],
        _: &IntensityObservation,
        notation: Notation,
    ) -> [String; 2] {
        let [IntensityAction::Pass(played), IntensityAction::Pass(better)] = actions else {
            return actions.map(|action| Self::describe_action(action, notation));
        };
        let [played, better] = [played - better, better - played].map(|cards| {
            let cards: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
            format!("{}{}", if cards.len() == 1 { "the " } else { "" }, join(&cards))
        });
        [format!("passing {played}"), better]
    }

    fn explain(
        reason: &IntensityReason,
        chooser: Seat,
        reader: Option<Seat>,
        _: Notation,
    ) -> String {
        reasons::clause(*reason, chooser, reader)
    }

    fn decided(observation: &IntensityObservation, _: Option<Seat>) -> Option<Decided> {
        let trick = &observation.trick;
        let is_open = !trick.is_complete() && trick.penalty() > 0;
        let is_settled = observation.played().contains_all(COSTLY) && !is_open;
        let is_decided = is_settled && !observation.is_over();
        is_decided.then(|| Decided { cause: "No points are left".to_owned(), consequence: None })
    }

    fn goal(observation: &IntensityObservation, seat: Seat, _: Notation) -> Option<String> {
        let hand = observation.hands[seat.index()]?;
        if observation.is_passing {
            let receiver = SEAT_NAMES[left_of(seat).index()];
            return Some(format!("mark three cards to pass to {receiver}: high cards win rounds"));
        }
        if hand.len() == 1 {
            return Some("play your last card".to_owned());
        }
        let trick = &observation.trick;
        let Some((suit, highest)) = trick.led_suit().zip(trick.winning_card()) else {
            let calves = if observation.calves_broken() { "" } else { ", but no calf yet" };
            return Some(format!("lead a low card{calves}"));
        };
        let digit = suit.digit();
        let own = hand & CardSet::of_suit(suit);
        Some(if own.is_empty() {
            let is_harmless = (hand & COSTLY).is_empty();
            let gift = if is_harmless { "a high card" } else { "what could hurt you" };
            format!("you have no {digit}s, so give away {gift}")
        } else if let Some(card) = own.lowest().filter(|_| own.len() == 1) {
            format!("{digit}s were led, so follow suit: you have only the {card}")
        } else if trick.cards().len() + 1 == SEATS && trick.penalty() == 0 {
            format!("{digit}s were led. A round without points: win it with a high card")
        } else {
            format!("{digit}s were led, so follow suit: stay below {highest} if you can")
        })
    }

    fn score_details(game: &Intensity, seat: Seat) -> Option<String> {
        let mut won = game.history().iter().filter(|trick| trick.winner() == seat);
        let has_buffalo = won.any(|trick| trick.cards().contains(&Card::BUFFALO));
        has_buffalo.then(|| format!("buffalo +{}", Card::BUFFALO.penalty()))
    }

    /// A row per seat and a sign per round: a low block for calves, a full one for the buffalo.
    fn share_picture(game: &Intensity, person: Seat) -> Vec<String> {
        let sign = |seat, trick: &Trick| match trick.winner() == seat {
            true if trick.cards().contains(&Card::BUFFALO) => '█',
            true if trick.has_calf() => '▄',
            _ => '·',
        };
        let row = |seat: Seat| {
            let name = if seat == person { "You" } else { SEAT_NAMES[seat.index()] };
            let rounds: String = game.history().iter().map(|trick| sign(seat, trick)).collect();
            format!("{name:<5}  {rounds}")
        };
        let clockwise = (0..SEATS).map(|at| Seat::new((person.index() + at) % SEATS));
        clockwise.map(row).collect()
    }

    /// One square per round: good without points, fair with calves, bad with the buffalo.
    fn share_squares(game: &Intensity, person: Seat) -> Vec<ShareSquare> {
        let square = |trick: &Trick| match trick.winner() == person {
            true if trick.cards().contains(&Card::BUFFALO) => ShareSquare::Bad,
            true if trick.has_calf() => ShareSquare::Fair,
            _ => ShareSquare::Good,
        };
        game.history().iter().map(square).collect()
    }

    fn progress(observation: &IntensityObservation) -> Option<String> {
        if observation.is_over() {
            return None;
        }
        if observation.is_passing {
            return Some("passing cards".to_owned());
        }
        Some(format!("round {} of {HAND_SIZE}", observation.history.len() + 1))
    }
}

/// One line per seat: the hand if the viewers know it, else the number of cards; points after the
/// last card. In the first round, the known cards that it received follow.
fn draw_hands(observation: &IntensityObservation) -> String {
    let mut text = String::new();
    for seat in (0..SEATS).map(Seat::new) {
        let hand = match observation.hands[seat.index()] {
            Some(hand) if !hand.is_empty() => hand.to_string(),
            Some(_) => counted(observation.score(seat), "point"),
            None => format!("{} cards", observation.hand_sizes[seat.index()]),
        };
        let received = observation.received(seat).filter(|_| observation.history.is_empty());
        let received = match received {
            Some(cards) if !cards.is_empty() => format!("  (got {cards})"),
            _ => String::new(),
        };
        let _ = writeln!(text, "{:<5}  {hand}{received}", SEAT_NAMES[seat.index()]);
    }
    if !observation.trick.cards().is_empty() {
        let plays: Vec<_> = observation
            .trick
            .plays()
            .map(|(seat, card)| format!("{} {card}", SEAT_NAMES[seat.index()]))
            .collect();
        let _ = writeln!(text, "Played: {}", plays.join(", "));
    }
    text
}

/// Such as ` (+3)`; empty for a round without points.
fn cost_note(trick: Trick) -> String {
    match trick.penalty() {
        0 => String::new(),
        penalty => format!(" (+{penalty})"),
    }
}

fn describe_round(trick: Trick, to: &Audience<Intensity>) -> String {
    let leader = to.subject(trick.leader());
    let followers: Vec<_> = trick.cards().iter().skip(1).map(ToString::to_string).collect();
    let followers = format!(", then {}", followers.join(" "));
    let led = trick.cards().first().map_or_else(String::new, ToString::to_string);
    let cost = cost_note(trick);
    if trick.winner() == trick.leader() {
        return format!("{leader} led {led}{followers} and took the round{cost}");
    }
    let winner = subject_within(SEAT_NAMES, trick.winner(), to.names);
    let card = trick.winning_card().map_or_else(String::new, |card| format!(" with {card}"));
    format!("{leader} led {led}{followers}; {winner} took the round{card}{cost}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{intensity::test_games::last_step, spoken::testing::tell};
    use fourcade_engine::{
        intensity::model::{CardSet, Deal, Suit},
        play::{Game as _, Seats},
    };

    #[test]
    fn a_costly_pass_names_the_cards_that_differ() {
        let (game, _) = last_step("13 10 39 47");
        let end = game.observe(Seats::NONE);
        let actions = ["12 32 39", "12 38 39"].map(|cards| cards.parse().unwrap());
        let described = Intensity::describe_costly(actions, &[], &end, Notation::FromOne);
        assert_eq!(described, ["passing the 32", "the 38"]);
    }

    #[test]
    fn a_round_is_described_in_one_sentence() {
        let line = |event, names: &[&str]| tell::<Intensity>(event, Style::Line, names);
        let names = ["", "careful", "", ""];
        let (_, events) = last_step("13 10 39 47");
        let lines: Vec<_> = events.iter().filter_map(|event| line(event, &names)).collect();
        assert_eq!(lines, ["South led 13, then 10 39 47 and took the round (+8)"]);
        let (_, events) = last_step("40 29 20 43");
        assert_eq!(
            line(&events[1], &[]).unwrap(),
            "South led 40, then 29 20 43; East took the round with 43"
        );
        let log = Style::Log { reveals: false, is_short: false, is_covered: false };
        assert_eq!(
            tell::<Intensity>(&events[1], log, &["", "", "", "you"]).unwrap(),
            "You took round 1"
        );
        let log = Style::Log { reveals: false, is_short: true, is_covered: false };
        let (_, events) = last_step("13 10 39 47");
        assert_eq!(
            tell::<Intensity>(&events[1], log, &["Player 1"]).unwrap(),
            "Player 1 took 8 points"
        );
        assert_eq!(
            line(&IntensityEvent::Passed, &names).unwrap(),
            "Everyone passed three cards to the left"
        );
    }

    #[test]
    fn the_log_numbers_finished_rounds() {
        let (game, events) = last_step("40 29 20 43 44 41 23 33");
        let observation = &game.observe(Seats::NONE);
        let (seat, names) = (Seat::new(0), [const { String::new() }; SEATS]);
        let to = Audience { observation, seat, names: &names, notation: Notation::FromOne };
        let log = Style::Log { reveals: false, is_short: false, is_covered: false };
        let told: Vec<_> =
            events.iter().filter_map(|event| Intensity::tell(event, log, &to)).collect();
        assert_eq!(told, ["East took round 2 (+1)"]);
    }

    #[test]
    fn only_known_hands_are_drawn() {
        let (game, _) = last_step("");
        assert_eq!(
            Intensity::draw_plain(&game.observe(Seats::one(Seat::new(1)))),
            "South  10 cards\n\
             West   10 11 12 23 24 25 26 27 28 29  (got 10 11 12)\n\
             North  10 cards  (got 20 21 22)\n\
             East   10 cards\n"
        );
    }

    #[test]
    fn the_goal_follows_the_round() {
        let goal = |cards: &str| {
            let (game, _) = last_step(cards);
            let seat = game.awaited().iter().next().unwrap();
            Intensity::goal(&game.observe(Seats::one(seat)), seat, Notation::FromOne).unwrap()
        };
        assert_eq!(goal(""), "lead a low card, but no calf yet");
        assert_eq!(goal("13"), "1s were led, so follow suit: stay below 13 if you can");
        let third = "13 10 39 47 14 11 38 49 15";
        assert_eq!(goal(third), "1s were led, so follow suit: you have only the 12");
        assert_eq!(goal("13 10"), "you have no 1s, so give away what could hurt you");
        let fourth = format!("{third} 12 37 48 16");
        assert_eq!(goal(&fourth), "you have no 1s, so give away a high card");
        let rest = "23 36 46 17 24 35 45 18 25 34 44 19 26 33 43 40 27 22 32 41 28 21 31";
        assert_eq!(goal(&format!("{fourth} {rest}")), "play your last card");
        let passing = Intensity::start(&Deal::new(Suit::ALL.map(CardSet::of_suit)).unwrap());
        let seat = Seat::new(3);
        let passing = passing.observe(Seats::one(seat));
        let goal = Intensity::goal(&passing, seat, Notation::FromOne).unwrap();
        assert_eq!(goal, "mark three cards to pass to South: high cards win rounds");
    }

    #[test]
    fn progress_counts_rounds_from_one() {
        let progress =
            |cards: &str| Intensity::progress(&last_step(cards).0.observe(Seats::NONE)).unwrap();
        assert_eq!(progress(""), "round 1 of 10");
        assert_eq!(progress("13 10 39 47"), "round 2 of 10");
    }
}
