//! The name of a seat and its player, shortened where the panel is narrow.

use crate::widgets::{Look, drawing};

/// The seats that are not abbreviated by their first letters.
const ABBREVIATIONS: [(&str, &str); 2] = [("First", "1st"), ("Second", "2nd")];
/// The start of the name of a person who has not given one: `Player 1`.
const NUMBERED: &str = "Player ";

/// Returns the names of a seat and of its player for this number of columns. `is_tight` says whether
/// the names of some seat don't fit.
///
/// The number of a nameless person goes first, because the seat says as much; then the seat is
/// abbreviated. The player's name is cut off only if that is not enough.
pub fn seat_label(
    seat: &str,
    player: &str,
    columns: u16,
    is_tight: bool,
    look: &Look,
) -> [String; 2] {
    if is_tight && player.starts_with(NUMBERED) {
        return [seat.to_owned(), String::new()];
    }
    if drawing::text_width(seat) + 1 + drawing::text_width(player) <= columns {
        return [seat, player].map(str::to_owned);
    }
    let known = ABBREVIATIONS.iter().find(|(whole, _)| *whole == seat);
    let short =
        known.map_or_else(|| seat.chars().take(1).collect(), |(_, short)| (*short).to_owned());
    let rest = columns.saturating_sub(drawing::text_width(&short) + 1);
    let player = drawing::truncate(player, rest, look);
    [short, player]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn names_are_abbreviated_before_they_are_cut_off() {
        let look = testing::look(ColorDepth::True, false);
        for (seat, player, columns, label) in [
            ("North", "Medium", 12, ["North", "Medium"]),
            ("North", "Beginner", 12, ["N", "Beginner"]),
            ("Second", "Beginner", 14, ["2nd", "Beginner"]),
            ("South", "Player 1", 14, ["South", ""]),
            ("Passer", "Maximiliane", 13, ["P", "Maximiliane"]),
            ("Passer", "Maximiliane", 12, ["P", "Maximilia…"]),
        ] {
            assert_eq!(seat_label(seat, player, columns, true, &look), label, "{columns}");
        }
        assert_eq!(seat_label("First", "Player 1", 14, false, &look), ["First", "Player 1"]);
    }
}
