//! Daily deals at the table: their name and date, whether they count, how they ended, and the
//! copied text.

use super::state::Table;
use crate::{
    database::{DailyDate, PersonResult},
    games::ArcadeGame,
    widgets::drawing,
};
use fourcade_engine::play::Seat;

/// The name and the date of a deal, as long as there is room for.
pub fn title(date: DailyDate, columns: u16) -> String {
    let (long, short) = (date.in_words(), date.in_short());
    let titles =
        [format!("Daily deal, {long}"), format!("Daily deal, {short}"), format!("Deal of {short}")];
    let fitting = titles.into_iter().find(|title| drawing::text_width(title) <= columns);
    fitting.unwrap_or(short)
}

/// Says what would make the deal on the table a practice game; `None` if it doesn't count anyway.
pub fn condition<G: ArcadeGame>(table: &Table<G>) -> Option<&'static str> {
    table.is_counting_deal().then_some("It counts. A hint or an undo makes it practice.")
}

/// How a deal has ended, for the result card.
pub fn verdict<G: ArcadeGame>(date: DailyDate, result: PersonResult, is_practice: bool) -> String {
    let (title, verdict) = (G::FACTS.title, result.name());
    match (date == DailyDate::today(), is_practice) {
        (true, false) => format!("Today's {title}: {verdict}. Come back tomorrow for a new one."),
        (false, false) => format!("The {title} of {}: {verdict}.", date.in_words()),
        (true, true) => format!("Today's {title}, for practice: it doesn't count."),
        (false, true) => format!("The {title} of {}, for practice.", date.in_words()),
    }
}

/// The text to share about a deal that is over, with its picture. `result` is what came of it, such
/// as `, Hard: won 34-30`.
pub fn share_text<G: ArcadeGame>(table: &Table<G>, date: DailyDate, result: &str) -> String {
    let (title, key) = (G::FACTS.title, G::KEY);
    let practice = if table.game.session().is_practice() { ", for practice" } else { "" };
    let person = table.game.humans_here().only().unwrap_or(Seat::new(0));
    let picture = G::picture(table.game.session().game(), person);
    let first = format!("fourcade {title}, {}{practice}{result}", date.in_words());
    let last = format!("Play the deal: fourcade daily {key} --date {date}");
    [vec![first], picture, vec![last]].concat().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_shortened_before_it_is_cut() {
        let date = "2026-11-24".parse().unwrap();
        for (columns, text) in [
            (28, "Daily deal, 24 November 2026"),
            (27, "Daily deal, 24 Nov 2026"),
            (22, "Deal of 24 Nov 2026"),
            (14, "24 Nov 2026"),
        ] {
            assert_eq!(title(date, columns), text);
        }
    }
}
