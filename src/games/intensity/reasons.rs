//! Why a pass or a card is good or costly, in words.

use crate::games::{join, number_word, number_words};
use fourcade_engine::intensity::{
    Intensity, IntensityReason,
    model::{Card, CardSet, Suit, right},
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// A pass of the buffalo with at most this many lower cards of its suit is explained by them.
const FEW_GUARDS: usize = 2;

/// A clause about what `chooser` passes or plays, for a reader on a seat.
#[allow(clippy::too_many_lines)] // a sentence for each kind of reason
pub fn write(reason: IntensityReason, chooser: Seat, reader: Option<Seat>) -> String {
    let is_own = reader == Some(chooser);
    let name = |seat: Seat| Intensity::SEAT_NAMES[seat.index()];
    let who = if is_own { "you" } else { name(chooser) };
    let verb = |you: &'static str, other: &'static str| if is_own { you } else { other };
    let (has, can) = (verb("have", "has"), "can");
    let highest = verb("your highest card", "the highest card");
    let buffalo = Card::BUFFALO;
    let guarded = |guards: usize| match guards {
        0 => ", with no lower 4 to hide it behind".to_owned(),
        1..=FEW_GUARDS => {
            format!(", with only {} to hide it behind", number_words(count(guards), "lower 4"))
        }
        _ => String::new(),
    };
    match reason {
        IntensityReason::PassesBuffalo { guards } => {
            format!("it gets rid of the {buffalo}{}", guarded(guards))
        }
        IntensityReason::PassesAbove { cards } => {
            format!("the {} may have to take the {buffalo}", cards_in_words(cards))
        }
        IntensityReason::PassesTopCalf => "the 39 wins every round of calves".to_owned(),
        IntensityReason::PassesSuit { suit } => {
            let (suit, from) = (plural(suit), name(right(chooser)));
            format!(
                "it keeps no {suit}: {who} {can} throw points away when they are led, unless \
                 {from} passes some"
            )
        }
        IntensityReason::PassesHigh { cards } => {
            format!("the {} may win rounds", cards_in_words(cards))
        }
        IntensityReason::KeepsDanger { card, .. } if card > buffalo => {
            format!("it keeps the {card}, which may have to take the {buffalo}")
        }
        IntensityReason::KeepsDanger { card, guards } if card == buffalo => {
            format!("it keeps the {card}{}", guarded(guards))
        }
        IntensityReason::KeepsDanger { card, .. } if Some(card) == CardSet::CALVES.highest() => {
            format!("it keeps the {card}, which wins every round of calves")
        }
        IntensityReason::KeepsDanger { card, .. } => {
            format!("it keeps the {card}, which may win rounds")
        }
        IntensityReason::PassesGuardedBuffalo { guards } => {
            let guards = number_words(count(guards), "lower 4");
            format!("the {buffalo} could stay: {guards} protect it")
        }
        IntensityReason::PassesLow { cards } => {
            format!("it gives away the {}, which can stay under others", cards_in_words(cards))
        }
        IntensityReason::Forced => format!("{who} {has} no other card to play"),
        IntensityReason::GetsRidOfBuffalo { under: None } => {
            format!("it gets rid of the {buffalo} safely: somebody else takes it")
        }
        IntensityReason::GetsRidOfBuffalo { under: Some(card) } => {
            format!("the {buffalo} goes under the {card}: somebody else takes it")
        }
        IntensityReason::ThrowsAway { card, higher } if card.is_calf() => match higher {
            0 => format!("it gives the {card} away, which would win every round of calves"),
            _ => "it gives a calf away: somebody else takes it".to_owned(),
        },
        IntensityReason::ThrowsAway { card, higher } => {
            let higher = number_words(count(higher), &format!("higher {}", card.suit().digit()));
            format!("it gets rid of the {card} safely, with {higher} still out")
        }
        IntensityReason::CantWin => {
            format!("{who} can't follow suit, so it can't win the round")
        }
        IntensityReason::CantStayUnder { winning } => {
            format!("no card of {} stays under the {winning}", verb("yours", "the hand"))
        }
        IntensityReason::LeadsHighEarly { card, out } => {
            let (out, suit) = (number_word(count(out)), card.suit().digit());
            format!(
                "{out} other {suit}s are out, so all can probably follow, and the {card} is gone"
            )
        }
        IntensityReason::StaysUnder { winning, is_highest: true, .. } => {
            format!("it is {highest} that stays under the {winning}")
        }
        IntensityReason::StaysUnder { winning, points: 0, .. } => {
            format!("it stays under the {winning}")
        }
        IntensityReason::StaysUnder { winning, points, .. } => {
            let points = points_in_words(points);
            format!("it stays under the {winning}: somebody else takes {points}")
        }
        IntensityReason::WinsFree { exit: None } => "it wins a round that costs nothing".to_owned(),
        IntensityReason::WinsFree { exit: Some(exit) } => {
            format!("it wins a round that costs nothing, and the {exit} then gives up the lead")
        }
        IntensityReason::TakesWithHighest { .. } => {
            format!("{who} {} the round anyway, so {highest} goes", verb("take", "takes"))
        }
        IntensityReason::LeadsLowest => {
            "another seat must play higher and win the round".to_owned()
        }
        IntensityReason::LeadsLow { lower, higher } => {
            let only = if lower < higher { "only " } else { "" };
            let (lower, higher) = (number_word(count(lower)), count(higher));
            let higher = number_words(higher, "higher card");
            format!("{higher} of the suit can come, and {only}{lower} lower")
        }
        IntensityReason::DrawsBuffalo => {
            format!("it may draw out the {buffalo}, which then is another seat's")
        }
        IntensityReason::EmptiesSuit { suit } => {
            let suit = plural(suit);
            format!("{who} {has} no {suit} left then, and can throw points away when they are led")
        }
        IntensityReason::KeepsLowest { card } => {
            format!("it keeps the {card}, which stays under all others of its suit")
        }
        IntensityReason::SpendsHigh { .. } => {
            "the round has cost nothing so far, and a high card is gone".to_owned()
        }
        IntensityReason::WinsForSure { points: Some(points) } => {
            format!("it wins the round with {}", points_in_words(points))
        }
        IntensityReason::WinsForSure { points: None } => {
            "no higher card can come, so it wins the round".to_owned()
        }
        IntensityReason::NobodyFollows { suit } => {
            let suit = plural(suit);
            format!("nobody else has {suit}: it wins, and the others can throw points on it")
        }
        IntensityReason::FewHigher { higher, points } => {
            let out = match higher {
                0 => "no higher card of the suit is out".to_owned(),
                1 => "only one higher card of the suit is out".to_owned(),
                _ => format!(
                    "only {} of the suit are out",
                    number_words(count(higher), "higher card")
                ),
            };
            let cost = match points {
                0 => String::new(),
                _ => format!(" and {}", points_in_words(points)),
            };
            format!("{out}: it will probably win the round{cost}")
        }
        IntensityReason::MayCatchBuffalo => {
            format!("the {buffalo} may still come, and this card would have to take it")
        }
        IntensityReason::HasNone { seat, suit, round } => {
            let (seat, suit) = (name(seat), plural(suit));
            format!("{seat} has no {suit} (seen in round\u{a0}{round}) and can throw points on it")
        }
        IntensityReason::SpendsLowest { card } => {
            format!("it spends the {card}, which stays under all others of its suit")
        }
        IntensityReason::MissesEarlyLead { card, out } => {
            let (out, suit) = (number_word(count(out)), card.suit().digit());
            format!(
                "the {card} could go now: {out} other {suit}s are out, so all can probably follow"
            )
        }
        IntensityReason::HigherStaysUnder { card, winning } => {
            format!("the {card} stays under the {winning}, too, and would be gone")
        }
        IntensityReason::MissesFreeRound { card } => {
            format!("the round costs nothing, so the {card} could go")
        }
        IntensityReason::KeepsHigh { card } => {
            format!("the {card} could go here, and may win a worse round later")
        }
        IntensityReason::ThrowsHarmless { keeps } => {
            format!("the {keeps} could go here without a risk")
        }
    }
}

fn count(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}

/// Such as `2s`.
fn plural(suit: Suit) -> String {
    if suit == Suit::CALVES { "calves".to_owned() } else { format!("{}s", suit.digit()) }
}

/// Such as `28 and 29`.
fn cards_in_words(cards: CardSet) -> String {
    join(&cards.iter().map(|card| card.to_string()).collect::<Vec<_>>())
}

/// Such as `1 point`, which a line doesn't break.
fn points_in_words(points: u32) -> String {
    format!("{points}\u{a0}{}", if points == 1 { "point" } else { "points" })
}
