//! Daily deals at the table: their name and date, whether they count, and the lines of the result
//! card and of the copied text.

use super::state::Table;
use crate::{
    arcade::screens::daily::calendar::Calendar,
    database::{DailyDate, PersonResult},
    games::{ArcadeGame, GameFacts, counted},
    widgets::drawing,
};
use fourcade_engine::{GameKind, play::Seat};

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
    counts(table).then_some("It counts. A hint or an undo makes it practice.")
}

/// Whether the game on the table is a daily deal that counts if it goes on as it is.
pub fn counts<G: ArcadeGame>(table: &Table<G>) -> bool {
    table.daily.is_some() && !table.game.session().is_practice() && !table.game.is_over()
}

/// How a deal has ended, for the result card.
pub fn verdict<G: ArcadeGame>(date: DailyDate, result: PersonResult, is_practice: bool) -> String {
    let (title, verdict) = (G::FACTS.title, result.verb());
    match (date == DailyDate::today(), is_practice) {
        (true, false) => format!("Today's {title}: {verdict}. Come back tomorrow for a new one."),
        (false, false) => format!("The {title} of {}: {verdict}.", date.in_words()),
        (true, true) => format!("Today's {title}, for practice: it doesn't count."),
        (false, true) => format!("The {title} of {}, for practice.", date.in_words()),
    }
}

/// The streak, then how often each result came about, as a bar. `bar` is the glyph of the bars.
pub fn record(calendar: &Calendar, kind: GameKind, date: DailyDate, bar: &str) -> Vec<String> {
    let (streak, longest) = (calendar.streak(kind, date), calendar.longest_streak(kind));
    let title = GameFacts::of(kind).title;
    let mut lines = vec![match streak {
        0 => return Vec::new(),
        1 if longest == 1 => format!("Your first day of the daily {title}"),
        1 => format!("A new streak; your longest is {longest} days"),
        _ if streak == longest => {
            format!("{} in a row, your longest streak", counted(streak, "day"))
        }
        _ => format!("{streak} days in a row; your longest streak is {longest}"),
    }];
    let counts = calendar.histogram(kind);
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.extend(counts.into_iter().map(|(name, count)| {
        // The longest bar has this length or less, and what has happened has a bar.
        let length = if most <= MAX_BAR { count } else { (count * MAX_BAR).div_ceil(most) };
        format!("{name:<width$}  {}{}{count}", bar.repeat(length), if count > 0 { " " } else { "" })
    }));
    lines
}

/// The length of the longest bar.
const MAX_BAR: usize = 24;

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
    use crate::database::SavedDaily;

    fn calendar(game: &str, days: &[(&str, PersonResult, u32)]) -> Calendar {
        let saved = |(day, result, place): &(&str, PersonResult, u32)| SavedDaily {
            id: 1,
            game: game.to_owned(),
            date: format!("2026-11-{day}").parse().unwrap(),
            result: Some(*result),
            scores: Vec::new(),
            place: Some(*place),
            is_practice: false,
        };
        Calendar::new(days.iter().map(saved).collect())
    }

    #[test]
    fn the_card_shows_the_streak_and_a_histogram() {
        use PersonResult::{Drawn, Lost, Won};
        let all =
            [("18", Won, 1), ("19", Lost, 2), ("20", Won, 1), ("22", Drawn, 1), ("23", Won, 1)];
        let lines = |days: usize, date: &str| {
            let date = date.parse().unwrap();
            record(&calendar("flip", &all[..days]), GameKind::Flip, date, "█")
        };
        assert_eq!(
            lines(5, "2026-11-23"),
            ["2 days in a row; your longest streak is 3", "Won   ███ 3", "Tied  █ 1", "Lost  █ 1"]
        );
        assert_eq!(lines(1, "2026-11-18")[0], "Your first day of the daily Flip");
        assert_eq!(lines(3, "2026-11-20")[0], "3 days in a row, your longest streak");
        assert_eq!(lines(4, "2026-11-22")[0], "A new streak; your longest is 3 days");
        assert!(lines(4, "2026-11-25").is_empty());
        let places = record(
            &calendar("intensity", &[("18", Won, 1), ("19", Lost, 3), ("20", Lost, 3)]),
            GameKind::Intensity,
            "2026-11-20".parse().unwrap(),
            "#",
        );
        assert_eq!(places[1..], ["1st  # 1", "2nd  0", "3rd  ## 2", "4th  0"]);
    }

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
