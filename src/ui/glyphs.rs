//! The signs that are drawn beside plain text: one set for Unicode, one for plain ASCII terminals.

use ratatui::symbols::border;

/// A set of signs, each one column wide.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Whether quadrant blocks may be used.
    pub blocks: bool,
    /// Frames.
    pub border: border::Set<'static>,
    /// A line across.
    pub line: &'static str,
    /// Beside what is chosen.
    pub pointer: &'static str,
    /// A small mark on a cell where one may move.
    pub dot: &'static str,
    /// An empty cell, where no ground shows it.
    pub empty: &'static str,
    /// The filled part of a bar.
    pub bar: &'static str,
    /// The part of a bar that is somebody else's, where no colour tells it.
    pub other_bar: &'static str,
    /// The rest of a bar.
    pub track: &'static str,
    /// Around the cell under the cursor.
    pub brackets: [&'static str; 2],
    /// Around what a hint recommends.
    pub advice: [&'static str; 2],
    /// More lies above, below, to the left, to the right.
    pub more: [&'static str; 4],
    /// Something was left out.
    pub ellipsis: &'static str,
    /// A point in a list.
    pub bullet: &'static str,
    /// Clubs, diamonds, spades, hearts.
    pub suits: [&'static str; 4],
    /// A block with a little air above.
    pub low: &'static str,
    /// The pattern on the back of a card.
    pub back: &'static str,
    /// The back of a card of which one column is seen.
    pub fan: &'static str,
}

/// Blocks and lines.
pub static UNICODE: Glyphs = Glyphs {
    blocks: true,
    border: border::ROUNDED,
    line: "─",
    pointer: "▸",
    dot: "•",
    empty: "⋅",
    bar: "█",
    other_bar: "▒",
    track: "─",
    brackets: ["▐", "▌"],
    advice: ["▸", "◂"],
    more: ["▴", "▾", "◂", "▸"],
    ellipsis: "…",
    bullet: "•",
    suits: ["♣", "♦", "♠", "♥"],
    low: "▆",
    back: "▚",
    fan: "▐",
};

/// Plain letters only.
pub static ASCII: Glyphs = Glyphs {
    blocks: false,
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
    line: "-",
    pointer: ">",
    dot: "+",
    empty: ".",
    bar: "#",
    other_bar: "=",
    track: ".",
    brackets: ["[", "]"],
    advice: ["*", "*"],
    more: ["^", "v", "<", ">"],
    ellipsis: "~",
    bullet: "*",
    suits: ["C", "D", "S", "H"],
    low: ":",
    back: ":",
    fan: "|",
};

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn all(set: &Glyphs) -> Vec<&'static str> {
        let border = &set.border;
        let mut all = vec![
            set.line,
            set.pointer,
            set.dot,
            set.empty,
            set.bar,
            set.other_bar,
            set.track,
            set.ellipsis,
            set.bullet,
        ];
        all.extend([border.top_left, border.top_right, border.bottom_left, border.bottom_right]);
        all.extend([
            border.vertical_left,
            border.vertical_right,
            border.horizontal_top,
            border.horizontal_bottom,
        ]);
        all.extend(
            set.brackets
                .iter()
                .chain(&set.advice)
                .chain(&set.more)
                .chain(&set.suits)
                .chain([&set.low, &set.back, &set.fan]),
        );
        all
    }

    #[test]
    fn each_sign_is_one_column_wide() {
        for sign in all(&UNICODE).into_iter().chain(all(&ASCII)) {
            assert_eq!(sign.width(), 1, "{sign}");
        }
        assert!(all(&ASCII).iter().all(|sign| sign.is_ascii()));
    }
}
