//! The glyphs for lines, marks and bars: one set for Unicode terminals, one for ASCII.

use std::borrow::Cow;

use ratatui::symbols::border;

/// Keeps coordinates, cards, or a number and its noun on one line.
pub const NO_BREAK_SPACE: char = '\u{a0}';

/// Glyphs of one column each, except [`Self::activity_dots`].
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Whether quadrant blocks can be drawn.
    pub blocks: bool,
    pub border: border::Set<'static>,
    /// The border of unavailable items, on a terminal without colours.
    pub faint_border: border::Set<'static>,
    pub line: &'static str,
    /// Stands for a missing figure.
    pub dash: &'static str,
    /// A line at the lower edge of a cell.
    pub low_line: &'static str,
    pub pointer: &'static str,
    /// A small mark on a legal move.
    pub dot: &'static str,
    /// An empty cell on a terminal without background colours.
    pub empty: &'static str,
    pub bar: &'static str,
    /// The second seat's part of a bar on a terminal without colours.
    pub other_bar: &'static str,
    /// The unfilled part of a bar.
    pub track: &'static str,
    /// The brackets around the cell under the cursor.
    pub brackets: [&'static str; 2],
    /// The marks on both sides of a recommended cell or card.
    pub advice: [&'static str; 2],
    /// The arrows for more content: up, down, left and right.
    pub more: [&'static str; 4],
    /// Ends a text that was cut.
    pub ellipsis: &'static str,
    /// The dots after an activity, as in `loading...`.
    pub activity_dots: &'static str,
    pub bullet: &'static str,
    /// Clubs, diamonds, spades and hearts.
    pub suits: [&'static str; 4],
    /// An unlit star and a lit one.
    pub stars: [&'static str; 2],
    /// A block with a little space above.
    pub low: &'static str,
    /// The lower eighths of a block.
    pub levels: [&'static str; 8],
    pub back: &'static str,
    /// The back of a card with only one visible column.
    pub fan: &'static str,
}

impl Glyphs {
    /// The brackets of the cursor on a recommended cell or card.
    pub fn advised_cursor(&self) -> [&'static str; 2] {
        [self.advice[0], self.brackets[1]]
    }

    /// Replaces no-break spaces, suits and stars by this set's.
    pub fn translate<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let suits = UNICODE.suits.into_iter().zip(self.suits);
        let stars = UNICODE.stars.into_iter().zip(self.stars);
        let signs = suits.chain(stars).chain([("\u{a0}", " ")]).filter(|(sign, own)| sign != own);
        signs.fold(text.into(), |text, (sign, own)| {
            if text.contains(sign) { text.replace(sign, own).into() } else { text }
        })
    }
}

/// Keeps a text on one line when it is wrapped.
pub fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

pub static UNICODE: Glyphs = Glyphs {
    blocks: true,
    border: border::ROUNDED,
    faint_border: border::Set {
        vertical_left: "┆",
        vertical_right: "┆",
        horizontal_top: "╌",
        horizontal_bottom: "╌",
        ..border::ROUNDED
    },
    line: "─",
    dash: "–",
    low_line: "▁",
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
    activity_dots: "…",
    bullet: "•",
    suits: ["♣", "♦", "♠", "♥"],
    stars: ["☆", "★"],
    low: "▆",
    levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    back: "▚",
    fan: "▐",
};

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
    faint_border: border::Set {
        top_left: ".",
        top_right: ".",
        bottom_left: ".",
        bottom_right: ".",
        vertical_left: ":",
        vertical_right: ":",
        horizontal_top: ".",
        horizontal_bottom: ".",
    },
    line: "-",
    dash: "-",
    low_line: "_",
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
    activity_dots: "...",
    bullet: "*",
    suits: ["C", "D", "S", "H"],
    stars: [".", "*"],
    low: ":",
    levels: [".", ".", ":", ":", ":", "#", "#", "#"],
    back: ":",
    fan: "|",
};

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn all(set: &Glyphs) -> Vec<&'static str> {
        let mut all = vec![
            set.line,
            set.dash,
            set.low_line,
            set.pointer,
            set.dot,
            set.empty,
            set.bar,
            set.other_bar,
            set.track,
            set.ellipsis,
            set.bullet,
        ];
        for border in [&set.border, &set.faint_border] {
            all.extend([
                border.top_left,
                border.top_right,
                border.bottom_left,
                border.bottom_right,
            ]);
            all.extend([
                border.vertical_left,
                border.vertical_right,
                border.horizontal_top,
                border.horizontal_bottom,
            ]);
        }
        all.extend(
            set.brackets
                .iter()
                .chain(&set.advice)
                .chain(&set.more)
                .chain(&set.suits)
                .chain(&set.stars)
                .chain(&set.levels)
                .chain([&set.low, &set.back, &set.fan]),
        );
        all
    }

    #[test]
    fn each_glyph_is_one_column_wide() {
        for glyph in all(&UNICODE).into_iter().chain(all(&ASCII)) {
            assert_eq!(glyph.width(), 1, "{glyph}");
        }
        assert!(all(&ASCII).iter().all(|glyph| glyph.is_ascii()));
    }

    #[test]
    fn a_terminal_without_unicode_gets_no_suit_or_star() {
        assert_eq!(ASCII.translate("★ your\u{a0}level"), "* your level");
        assert!(ASCII.translate("10♥").is_ascii());
        assert_eq!(UNICODE.translate("★ 10♥"), "★ 10♥");
    }
}
