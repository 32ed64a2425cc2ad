//! Reasons of Intensity in words.

use crate::games::{number_word, number_words};
use fourcade_engine::intensity::{
    Intensity, IntensityReason, TimesInTen,
    model::{Card, Suit, right_of},
};
use fourcade_engine::play::{GameInfo as _, Seat};

/// If the buffalo has at most this many lower cards of its suit, they explain why it is passed.
const FEW_GUARDS: usize = 2;

/// A clause about a pass or card; see [`explain`](crate::games::GameWords::explain). The clauses
/// are in the order of [`IntensityReason`].
#[allow(clippy::too_many_lines)] // a clause for each kind of reason
pub fn clause(reason: IntensityReason, chooser: Seat, reader: Option<Seat>) -> String {
    let is_own = reader == Some(chooser);
    let name = |seat: Seat| Intensity::SEAT_NAMES[seat.index()];
    let who = if is_own { "you" } else { name(chooser) };
    let verb = |you: &'static str, other: &'static str| if is_own { you } else { other };
    let has = verb("have", "has");
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
        IntensityReason::PassesSuit { suit } => {
            let (suit, from) = (plural(suit), name(right_of(chooser)));
            format!(
                "it keeps no {suit}: {who} can throw points away when they are led, unless {from} \
                 passes some"
            )
        }
        IntensityReason::KeepsSuit { suit } => {
            let suit = plural(suit);
            format!("without {suit}, {who} could throw points away when they are led")
        }
        IntensityReason::Kept { card, times, other, instead } => {
            let [times, instead] = how_often(times, instead);
            format!("kept, the {card} takes points {times}, the {other} {instead}")
        }
        IntensityReason::PassedCalf { card } => {
            format!("once passed, the {card} can be thrown on {who} later")
        }
        IntensityReason::KeptCosts { card, tenths, other, instead } => {
            let [points, instead] = [tenths, instead].map(mean_points);
            format!("kept, the {card} costs {points} later, the {other} {instead}")
        }
        IntensityReason::PassesSafe { card } => {
            format!("the {card} is worth keeping: it hardly ever takes points")
        }
        IntensityReason::Changes { card, without, times, instead } => {
            let start =
                without.map_or_else(|| "then".to_owned(), |it| format!("without the {it},"));
            let [times, instead] = how_often(times, instead);
            format!("{start} the {card} takes points {times}, not {instead}")
        }
        IntensityReason::Forced => format!("{who} {has} no other card to play"),
        IntensityReason::AllAlike => {
            format!("the cards that {who} can play are all worth the same")
        }
        IntensityReason::AllClose => "the other cards are hardly worse".to_owned(),
        IntensityReason::GetsRidOfBuffalo { under: None } => {
            format!("it gets rid of the {buffalo} safely: somebody else takes it")
        }
        IntensityReason::GetsRidOfBuffalo { under: Some(card) } => {
            format!("the {buffalo} goes under the {card}: somebody else takes it")
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
        IntensityReason::TakesWithHighest => {
            format!("{who} {} the round anyway, so {highest} goes", verb("take", "takes"))
        }
        IntensityReason::LeadsLowest => {
            "somebody else must play higher and win the round".to_owned()
        }
        IntensityReason::EmptiesSuit { suit } => {
            let suit = plural(suit);
            format!("{who} {has} no {suit} left then, and can throw points away when they are led")
        }
        IntensityReason::KeepsLowest { card } => {
            format!("it keeps the {card}, which stays under all others of its suit")
        }
        IntensityReason::TakesPoints { points } => {
            format!("it wins the round with {}", points_in_words(points))
        }
        IntensityReason::WinsForSure => "no higher card can come, so it wins the round".to_owned(),
        IntensityReason::NobodyFollows { suit } => {
            let suit = plural(suit);
            format!("nobody else has {suit}: it wins, and the others can throw points on it")
        }
        IntensityReason::Wins { card, times, other, instead } => {
            let [times, instead] = how_often(times, instead);
            format!("the {card} wins the round {times}, the {other} {instead}")
        }
        IntensityReason::Costs { card, tenths, other, instead } => {
            let [points, instead] = [tenths, instead].map(mean_points);
            format!("the {card} costs {points} in this round, the {other} {instead}")
        }
        IntensityReason::MayCatchBuffalo { card } => {
            format!("the {buffalo} may still come, and the {card} would have to take it")
        }
        IntensityReason::HasNone { seat, suit, round } => {
            let (seat, suit) = (name(seat), plural(suit));
            format!(
                "{seat} has no {suit} (seen in round\u{a0}{round}) and can throw points on them"
            )
        }
        IntensityReason::SpendsLowest { card } => {
            format!("it spends the {card}, which stays under all others of its suit")
        }
        IntensityReason::HigherStaysUnder { card, winning } => {
            format!("the {card} stays under the {winning}, too, and would be gone")
        }
        IntensityReason::MissesFreeRound { card } => {
            format!("the round costs nothing, so the {card} could go")
        }
    }
}

/// Two frequencies for a sentence, such as `about three times in ten` and `about once`.
fn how_often(times: TimesInTen, instead: TimesInTen) -> [String; 2] {
    let often = |times: TimesInTen| match times {
        0 => "hardly ever".to_owned(),
        1 => "about one time in ten".to_owned(),
        5 => "about half the time".to_owned(),
        10 => "nearly always".to_owned(),
        _ => format!("about {} times in ten", number_word(times.into())),
    };
    let is_number = |times: TimesInTen| !matches!(times, 0 | 5 | 10);
    let short = match instead {
        1 => "about once".to_owned(),
        _ => format!("about {}", number_word(instead.into())),
    };
    let is_short = is_number(times) && is_number(instead);
    [often(times), if is_short { short } else { often(instead) }]
}

/// Such as `about 1.2 points`.
fn mean_points(tenths: u32) -> String {
    match tenths {
        0 => "hardly any".to_owned(),
        10 => "about 1\u{a0}point".to_owned(),
        _ => format!("about {}.{}\u{a0}points", tenths / 10, tenths % 10),
    }
}

fn count(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}

/// Such as `2s`.
fn plural(suit: Suit) -> String {
    if suit == Suit::CALVES { "calves".to_owned() } else { format!("{}s", suit.digit()) }
}

/// Such as `1 point`, with a no-break space.
fn points_in_words(points: u32) -> String {
    format!("{points}\u{a0}{}", if points == 1 { "point" } else { "points" })
}
