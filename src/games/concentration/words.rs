//! Concentration in words: the grid of the course sheet, events, goals and highlights.

use super::{card_name, reasons, spoken::card_in_words};
use crate::games::{
    ActionText as _, GameWords, Notation, Overview, OverviewRow, Series, ShareSquare, Style,
    counted, number_words, spoken::Audience, subject,
};
use fourcade_course::concentration::classic;
use fourcade_engine::concentration::{
    Concentration, ConcentrationReason,
    model::{ConcentrationEvent, ConcentrationObservation, Face, PlayingCard, Spot, Turn},
};
use fourcade_engine::play::{GameInfo as _, Seat};

impl GameWords for Concentration {
    const REMATCH: &'static str = "the other starts";
    const HAS_SEAT_NAMES: bool = false;

    fn draw_plain(observation: &ConcentrationObservation) -> String {
        classic::draw_grid(observation)
    }

    fn draws_after(events: &[ConcentrationEvent]) -> bool {
        events.iter().any(|event| matches!(event, ConcentrationEvent::Won(_)))
    }

    fn tell(event: &ConcentrationEvent, style: Style, to: &Audience<Self>) -> Option<String> {
        Some(match (event, style) {
            (ConcentrationEvent::Turned { seat, spot, card }, Style::Spoken) => {
                let turns = to.subject_and_verb(*seat, "turn");
                format!("{turns} {}: the {}.", to.write(*spot), card_in_words(*card))
            }
            (ConcentrationEvent::Turned { card, .. }, Style::Question) => {
                format!("Where was {}?", card_name(*card))
            }
            (ConcentrationEvent::Won(turn), _) => {
                let rank = turn.cards[0].1.rank().plural();
                match style {
                    Style::Spoken => {
                        let wins = to.subject_and_verb(turn.seat, "win").replace("You ", "you ");
                        format!("A pair: {wins} two {rank}.")
                    }
                    _ => format!("{} won two {rank}", to.subject(turn.seat)),
                }
            }
            (ConcentrationEvent::Missed(_), Style::Spoken) => "No pair.".to_owned(),
            (ConcentrationEvent::Missed(turn), Style::Log { reveals, .. }) => {
                let who = to.subject(turn.seat);
                let [first, second] = turn.cards.map(|(_, card)| card_name(card));
                if reveals {
                    format!("{who}: {first} and {second}, no pair")
                } else {
                    format!("{who}: no pair")
                }
            }
            (ConcentrationEvent::Missed(turn), _) => {
                let [first, second] = turn
                    .cards
                    .map(|(spot, card)| format!("{} at {}", card_name(card), to.write(spot)));
                format!("{} turned {first}, {second}", to.subject(turn.seat))
            }
            (ConcentrationEvent::Turned { .. } | ConcentrationEvent::Over, _) => return None,
        })
    }

    fn verbs(_: &Spot) -> [&'static str; 2] {
        ["turn over", "turned over"]
    }

    fn describe_action(spot: Spot, notation: Notation) -> String {
        format!("turning {}", Self::write(spot, notation))
    }

    /// Names the cards, because their spots are empty at the end.
    fn describe_costly(
        actions: [Spot; 2],
        reasons: &[ConcentrationReason],
        end: &ConcentrationObservation,
        notation: Notation,
    ) -> [String; 2] {
        let name_at = |spot| match end.at(spot) {
            Face::Turned(card) | Face::Won(card, _) => Some(card_name(card)),
            Face::Down => None,
        };
        let [played, better] = actions.map(|spot| {
            let turning = name_at(spot).map(|name| format!("turning the {name}"));
            turning.unwrap_or_else(|| Self::describe_action(spot, notation))
        });
        let known = reasons.iter().find_map(|reason| match *reason {
            ConcentrationReason::MissesPair { spots: [spot, _] } => name_at(spot),
            ConcentrationReason::MissesMatch { card, .. } => Some(card_name(card)),
            _ => None,
        });
        let better = match reasons.first() {
            Some(ConcentrationReason::ShowsNew) => "a known card".to_owned(),
            Some(_) => "a new card".to_owned(),
            None => better,
        };
        [played, known.map_or(better, |name| format!("the known {name}"))]
    }

    fn explain(
        reason: &ConcentrationReason,
        _: Seat,
        _: Option<Seat>,
        notation: Notation,
    ) -> String {
        reasons::clause(*reason, notation)
    }

    fn goal(observation: &ConcentrationObservation, seat: Seat, _: Notation) -> Option<String> {
        if let Some((_, card)) = observation.first {
            return Some(format!("find another of the {}", card.rank().plural()));
        }
        let [own, other] = [seat, seat.other()].map(|seat| pairs_to_win(observation, seat));
        Some(match unseen_count(observation) {
            _ if (1..=CLOSE_TO_WINNING).contains(&own) => {
                let verb = if own == 1 { "wins" } else { "win" };
                format!("{} {verb} the game", number_words(own, "more pair"))
            }
            _ if (1..=CLOSE_TO_WINNING).contains(&other) => {
                format!("your opponent needs only {}", number_words(other, "more pair"))
            }
            0 => "every card has been seen, so find a pair".to_owned(),
            Spot::COUNT => "turn over two cards, and look for the same rank".to_owned(),
            left => {
                let left = format!("{left}\u{a0}left");
                format!("a pair you know, or an unseen card ({left})")
            }
        })
    }

    fn highlights(
        game: &Concentration,
        person: Option<Seat>,
        names: &[String],
        _: Notation,
    ) -> Vec<String> {
        let Some(person) = person else { return Vec::new() };
        let [own, other] =
            [person, person.other()].map(|seat| missed_matches(&game.observation().history, seat));
        if own == 0 && game.observation().cards_won(person) == 0 {
            return Vec::new();
        }
        let name = subject(Self::SEAT_NAMES, person.other(), names);
        vec![format!("Known pairs missed: you {own}, {name} {other}")]
    }

    /// The turns of the person, then of the opponent: full blocks for pairs, shaded ones for
    /// misses.
    fn share_picture(game: &Concentration, person: Seat) -> Vec<String> {
        let rows = |(name, seat)| {
            let turns = game.observation().history.iter().filter(|turn| turn.seat == seat);
            let signs: Vec<_> = turns.map(|turn| if turn.is_pair() { '█' } else { '░' }).collect();
            let parts = signs.len().div_ceil(PICTURE_COLUMNS).clamp(2, 4);
            let columns = signs.len().div_ceil(parts).max(1);
            let row = |signs: &[char]| format!("{name}  {}", signs.iter().collect::<String>());
            signs.chunks(columns).map(row).collect::<Vec<_>>()
        };
        [("You ", person), ("Them", person.other())].into_iter().flat_map(rows).collect()
    }

    /// One square per two pairs: good if the person won both.
    fn share_squares(game: &Concentration, person: Seat) -> Vec<ShareSquare> {
        let history = &game.observation().history;
        let pairs: Vec<_> = history.iter().filter(|turn| turn.is_pair()).collect();
        let square = |pairs: &[&Turn]| {
            let own = pairs.iter().filter(|turn| turn.seat == person).count();
            own.cmp(&(pairs.len() - own)).into()
        };
        pairs.chunks(2).map(square).collect()
    }

    fn overview(
        _: &[Vec<ConcentrationEvent>],
        observation: &ConcentrationObservation,
    ) -> Option<Overview> {
        let row = |(seat, name): (Seat, &&str)| {
            let turns = observation.history.iter().filter(|turn| turn.seat == seat);
            let tries: Vec<bool> = turns.map(Turn::is_pair).collect();
            let pairs = tries.iter().filter(|is_pair| **is_pair).count();
            let note = format!("{} of {}", counted(pairs, "pair"), counted(tries.len(), "turn"));
            let (label, seat) = ((*name).to_owned(), Some(seat));
            OverviewRow { label, seat, series: Series::Blocks(tries), note }
        };
        let rows = (0..).map(Seat::new).zip(Self::SEAT_NAMES).map(row).collect();
        Some(Overview { heading: "Pairs and misses", rows })
    }

    fn progress(observation: &ConcentrationObservation) -> Option<String> {
        let turn = observation.history.len() + usize::from(observation.to_move.is_some());
        let left = counted(observation.cards_left() / 2, "pair").replace(' ', "\u{a0}");
        Some(format!("{left}, turn\u{a0}{turn}"))
    }
}

/// Turns in a row of a shared picture; more if four rows aren't enough.
const PICTURE_COLUMNS: usize = 20;

/// The goal mentions up to this number of missing pairs.
const CLOSE_TO_WINNING: u32 = 3;

/// Pairs that a seat still needs to have more than half of all pairs.
fn pairs_to_win(observation: &ConcentrationObservation, seat: Seat) -> u32 {
    let cards_to_win = Spot::COUNT / 2 + 2;
    u32::try_from(cards_to_win.saturating_sub(observation.cards_won(seat)) / 2).unwrap_or_default()
}

fn unseen_count(observation: &ConcentrationObservation) -> usize {
    let turned =
        |spot| observation.history.iter().any(|turn| turn.cards.iter().any(|(at, _)| *at == spot));
    Spot::all().filter(|&spot| !turned(spot)).count()
}

/// Turns in which a seat missed a match that had been seen.
pub fn missed_matches(history: &[Turn], seat: Seat) -> usize {
    // Seen cards that lie face down again.
    let mut seen: Vec<(Spot, PlayingCard)> = Vec::new();
    let mut count = 0;
    for turn in history {
        let [(first_spot, first), (second_spot, _)] = turn.cards;
        let is_match =
            |&(spot, card): &(Spot, PlayingCard)| spot != first_spot && card.rank() == first.rank();
        let mut matches = seen.iter().filter(|seen| is_match(seen)).peekable();
        // Another card may make a pair by luck.
        let is_missed = matches.peek().is_some() && !matches.any(|&(spot, _)| spot == second_spot);
        count += usize::from(turn.seat == seat && is_missed);
        seen.retain(|(spot, _)| turn.cards.iter().all(|(turned, _)| turned != spot));
        if !turn.is_pair() {
            seen.extend(turn.cards);
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::spoken::testing::tell;
    use fourcade_engine::concentration::model::CardLayout;
    use fourcade_engine::play::{Game as _, Seats};

    #[test]
    fn the_log_calls_the_players_by_their_names() {
        let spots: Vec<Spot> = Spot::all().collect();
        let card =
            |text: &str| PlayingCard::all().find(|card| card_name(*card) == text).expect("a card");
        let cards = [(spots[0], card("J♥")), (spots[20], card("10♣"))];
        let missed = ConcentrationEvent::Missed(Turn { seat: Seat::new(1), cards });
        let log = |names: [&str; 2], reveals| {
            tell::<Concentration>(
                &missed,
                Style::Log { reveals, is_short: false, is_covered: false },
                &names,
            )
            .unwrap()
        };
        assert_eq!(log(["you", "Beginner"], true), "Beginner: J♥ and 10♣, no pair");
        assert_eq!(log(["you", "Beginner"], false), "Beginner: no pair");
        assert_eq!(log(["Easy", "you"], true), "You: J♥ and 10♣, no pair");
        assert_eq!(log(["Easy", "Easy"], false), "Second Easy: no pair");
        let plain = tell::<Concentration>(&missed, Style::Line, &[]).unwrap();
        assert_eq!(plain, "Second turned J♥ at 1\u{a0}1, 10♣ at 2\u{a0}8");
    }

    #[test]
    fn a_costly_move_names_cards() {
        let spots: Vec<Spot> = Spot::all().collect();
        let cards: Vec<_> = PlayingCard::all().collect();
        let mut end = Concentration::start(&CardLayout::new(&cards).unwrap()).observe(Seats::NONE);
        end.faces[0] = Face::Turned(cards[0]);
        let described = |reason| {
            let spots = [spots[0], spots[1]];
            Concentration::describe_costly(spots, &[reason], &end, Notation::FromOne)
        };
        let [played, known] = [cards[0], cards[1]].map(card_name);
        let missed = ConcentrationReason::MissesMatch { card: cards[1], spot: spots[1] };
        assert_eq!(
            described(missed),
            [format!("turning the {played}"), format!("the known {known}")]
        );
        assert_eq!(described(ConcentrationReason::LearnsNothing)[1], "a new card");
        assert_eq!(described(ConcentrationReason::ShowsNew)[1], "a known card");
    }

    #[test]
    fn the_goal_follows_the_table() {
        // A column holds the cards of one rank.
        let cards: Vec<_> = PlayingCard::all().collect();
        let mut game = Concentration::start(&CardLayout::new(&cards).unwrap());
        let mut goals = Vec::new();
        for nth in 0..47 {
            let seat = game.awaited().only().unwrap();
            let observation = game.observe(Seats::NONE);
            goals.push(Concentration::goal(&observation, seat, Notation::FromOne).unwrap());
            // The first seat finds a pair at each turn; the second one turns the same two cards.
            let spot =
                if seat.index() == 0 { 13 * (nth % 2) + nth / 4 } else { 51 - 14 * (nth % 2) };
            game.step(&[(seat, Spot::from_index(spot).unwrap())]).unwrap();
        }
        assert_eq!(goals[0], "turn over two cards, and look for the same rank");
        assert_eq!(goals[1], "find another of the aces");
        let left = "a pair you know, or an unseen card (50\u{a0}left)";
        assert_eq!(goals[2], left);
        assert_eq!(goals[44], "three more pairs win the game");
        assert_eq!(goals[46], "your opponent needs only two more pairs");
    }

    #[test]
    fn a_match_is_missed_if_it_had_been_turned_up() {
        let spots: Vec<Spot> = Spot::all().collect();
        let all: Vec<PlayingCard> = PlayingCard::all().collect();
        let aces: Vec<_> = all.iter().filter(|card| card.rank() == all[0].rank()).collect();
        let others: Vec<_> = all.iter().filter(|card| card.rank() != all[0].rank()).collect();
        let turn = |seat, first: (usize, PlayingCard), second: (usize, PlayingCard)| Turn {
            seat: Seat::new(seat),
            cards: [(spots[first.0], first.1), (spots[second.0], second.1)],
        };
        let other = *others[0];
        let next = *others.iter().find(|card| card.rank() != other.rank()).expect("a third rank");
        let history = [
            // Nothing is known yet.
            turn(0, (0, *aces[0]), (1, other)),
            // An ace has been seen on the first spot.
            turn(1, (2, *aces[1]), (3, *next)),
            // The same card again is no match of itself.
            turn(0, (3, *next), (1, other)),
            turn(1, (0, *aces[0]), (2, *aces[1])),
            // Both aces are won.
            turn(0, (4, *aces[2]), (1, other)),
        ];
        assert_eq!(missed_matches(&history, Seat::new(0)), 0);
        assert_eq!(missed_matches(&history, Seat::new(1)), 1);
        // An ace has been seen on the first spot, and another one is found by luck.
        let lucky = [history[0], turn(1, (2, *aces[1]), (5, *aces[2]))];
        assert_eq!(missed_matches(&lucky, Seat::new(1)), 1);
    }
}
