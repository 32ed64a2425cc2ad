//! The texts about a daily deal at the table: whether it counts, and what to share.

use super::state::Table;
use crate::{app::daily::WHAT_MAKES_PRACTICE, database::DailyDate, games::ArcadeGame};
use fourcade_engine::play::Seat;

/// What keeps the deal counting; `None` if it doesn't count.
pub fn counting_condition<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    table.is_counting_deal().then(|| format!("It counts. {WHAT_MAKES_PRACTICE}"))
}

/// The text to copy about the deal, with a picture. `result` is such as
/// `, against Lotte: won 34-30`.
pub fn deal_to_share<G: ArcadeGame>(table: &Table<G>, date: DailyDate, result: &str) -> String {
    let (title, key) = (G::FACTS.title, G::KEY);
    let practice = if table.game.session().is_practice() { ", for practice" } else { "" };
    let person = table.game.people_here().only().unwrap_or(Seat::new(0));
    let picture = G::share_picture(table.game.session().game(), person);
    let first = format!("fourcade {title}, {}{practice}{result}", date.in_words());
    let last = format!("Play the deal: fourcade daily {key} --date {date}");
    [vec![first], picture, vec![last]].concat().join("\n")
}
