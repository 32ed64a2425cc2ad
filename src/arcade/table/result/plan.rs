//! What a result card shows in the room that it has.

use ratatui::{layout::Size, style::Style};

use super::{
    ResultCard, Topic,
    content::ResultRow,
    key_places::{KeyLabel, in_columns, in_list, in_rows, key_labels, main_keys},
};
use crate::{
    app::table::CostliestMove,
    arcade::split::Split,
    widgets::{
        Look,
        drawing::{self, LARGE_LETTER, cells},
        paragraphs::Styled,
    },
};

/// The minimum width of the left column if the card has two.
const LEFT_WIDTH: u16 = 28;
pub const COLUMN_GAP: u16 = 3;
/// The minimum heights of a card whose notes follow the result.
const COLUMN_HEIGHTS: BannerHeights = BannerHeights { letters: 26, strip: 20 };
/// The minimum heights of a card below the board, with the notes in a second column.
const COLUMNS_HEIGHTS: BannerHeights = BannerHeights { letters: 14, strip: 8 };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// In one or two lines of large letters below a free row.
    Letters,
    /// In the middle of a filled strip.
    Strip,
    /// In the middle of a filled row, or of several if it is long.
    Row,
}

/// The minimum heights of a card for a title in large letters or in a strip.
struct BannerHeights {
    letters: u16,
    strip: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    Column,
    /// Below the board: under the title, the notes are in a second column.
    Columns,
    /// A column that covers the board.
    OverBoard,
}

/// The result and the notes: two columns, or the parts of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Result,
    Notes,
}

/// A way to save rows if not everything fits.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// The longest form of a note.
    Shorten(Topic),
    /// The longer forms of a note, as far as needed.
    ShortenMore(Topic),
    /// The last sentences of a note.
    Note(Topic),
    /// The rows of two players, if the subtitle can say the same.
    Rows,
    /// The blank rows between the parts.
    Gaps,
    /// The blank rows, if the notes have a column.
    GapsWithColumns,
}

/// Tried in order until the card fits.
const CUTS: [Cut; 11] = [
    Cut::Note(Topic::Record),
    Cut::Note(Topic::Highlights),
    Cut::Note(Topic::Farewell),
    Cut::Shorten(Topic::Feats),
    // In a low card, the costliest move is worth the blank row above the keys.
    Cut::GapsWithColumns,
    Cut::Note(Topic::Costliest),
    Cut::ShortenMore(Topic::Feats),
    Cut::Note(Topic::Standing),
    Cut::Gaps,
    Cut::Rows,
    Cut::Note(Topic::News),
];

#[derive(Clone)]
pub struct WrappedNote {
    topic: Topic,
    pub sentences: Vec<(Vec<String>, Style)>,
    /// Shorter forms, the shortest one first.
    shorter: Vec<Vec<(Vec<String>, Style)>>,
}

impl WrappedNote {
    pub fn height(&self) -> u16 {
        cells(self.sentences.iter().map(|(rows, _)| rows.len()).sum())
    }
}

/// What is drawn, without what has been cut.
#[derive(Clone)]
pub struct Plan {
    /// The height of the card without its frame.
    pub height: u16,
    pub banner: Banner,
    /// The title, wrapped.
    pub title: Vec<String>,
    /// The title, wrapped for large letters; empty if it is too long for them.
    pub letters: Vec<String>,
    pub is_festive: bool,
    arrangement: Arrangement,
    /// Whether blank rows separate the parts.
    is_airy: bool,
    /// The blank rows below the title; none in a low card, where the soft edge of a strip is
    /// enough.
    title_gap: u16,
    /// Whether notes follow each other without blank rows.
    is_close: bool,
    /// The blank rows around the stars above large letters.
    pub star_gaps: u16,
    subtitle: Vec<String>,
    pub rows: u16,
    pub notes: Vec<WrappedNote>,
    pub keys: Vec<KeyLabel>,
}

impl Plan {
    pub fn beside_the_board(card: &ResultCard, room: Size, look: &Look) -> Self {
        let mut plan = Self::whole(card, room, look);
        plan.set_title(card, room, look);
        plan.list_keys(card, room, look);
        plan.fit(card, room)
    }

    /// Two columns between the title and the keys: the result with its bars; and the notes.
    pub fn below_the_board(card: &ResultCard, room: Size, look: &Look) -> Self {
        let column = right_column(room.width);
        let right = Size { width: room.width.saturating_sub(column), ..room };
        let mut plan = Self::whole(card, right, look);
        plan.arrangement = Arrangement::Columns;
        plan.set_title(card, room, look);
        plan.subtitle = subtitle_rows(card, column - COLUMN_GAP);
        plan.keys = main_keys(card, room.width, look);
        plan.list_keys(card, room, look);
        plan.fit(card, room)
    }

    /// A small window gets no large letters, and no blank rows between notes.
    pub fn over_the_board(card: &ResultCard, room: Size, is_small: bool, look: &Look) -> Self {
        let mut plan = Self::whole(card, room, look);
        plan.arrangement = Arrangement::OverBoard;
        plan.set_title(card, room, look);
        if is_small {
            plan.banner = Banner::Row;
            plan.is_close = true;
            // Others are in the footer.
            plan.keys.retain(|key| key.y == 0);
        } else {
            plan.list_keys(card, room, look);
        }
        plan.fit(card, room)
    }

    /// Everything but the title, with the main keys; the footer shows the others.
    fn whole(card: &ResultCard, room: Size, look: &Look) -> Self {
        let content = &card.content;
        let wrapped = |(text, style): Styled| (drawing::wrap_lines(&text, room.width), style);
        let wrapped = |texts: Vec<_>| texts.into_iter().map(wrapped).collect();
        let notes = card.notes(look, room.width).into_iter().map(|note| WrappedNote {
            topic: note.topic,
            sentences: wrapped(note.sentences),
            shorter: note.shorter.into_iter().map(wrapped).collect(),
        });
        Self {
            banner: Banner::Row,
            title: Vec::new(),
            letters: Vec::new(),
            is_festive: content.is_won_here,
            height: 0,
            arrangement: Arrangement::Column,
            is_airy: true,
            title_gap: 1,
            is_close: false,
            star_gaps: 0,
            subtitle: subtitle_rows(card, room.width),
            rows: cells(content.rows.len()) + u16::from(has_match_points(&content.rows)),
            notes: notes.collect(),
            keys: main_keys(card, room.width, look),
        }
    }

    /// Shows all keys if they fit. Below the board, they are in one row. Elsewhere, this tries two
    /// columns with long labels under the first key, one column with short labels, two, and rows.
    fn list_keys(&mut self, card: &ResultCard, room: Size, look: &Look) {
        let labels = |is_long| key_labels(card, is_long, &look.keymap);
        let lists = if self.has_columns() {
            [true, false].map(|is_long| in_rows(labels(is_long), room.width)).to_vec()
        } else {
            let tall = [in_columns(labels(true), 1), in_list(labels(false), 0)].into_iter();
            let low = [in_columns(labels(false), 0), in_rows(labels(false), room.width)];
            // Tall lists must need no cuts, and leave the last row above the footer free.
            let max_height = card.place.get().map_or(room.height, height_beside);
            let has_room = |keys: &Vec<_>| {
                let whole = Self { keys: keys.clone(), ..self.clone() };
                whole.content_height() <= max_height.min(room.height)
            };
            tall.filter(has_room).chain(low).collect()
        };
        let max_rows = if self.has_columns() { 1 } else { u16::MAX };
        let fits = |label: &KeyLabel| label.right() <= room.width && label.y < max_rows;
        if let Some(list) = lists.into_iter().find(|list| list.iter().all(fits)) {
            self.keys = list;
        }
    }

    /// Doesn't depend on the notes, so that the banner stays when they arrive.
    fn set_title(&mut self, card: &ResultCard, room: Size, look: &Look) {
        let content = &card.content;
        let heights = if self.has_columns() { COLUMNS_HEIGHTS } else { COLUMN_HEIGHTS };
        self.title = wrapped_title(&content.title, room.width);
        self.letters = drawing::wrap_lines(&content.title, room.width / LARGE_LETTER.0);
        let max_lines = if self.has_columns() { 1 } else { 2 };
        let fits = |line: &String| {
            let room = Size::new(room.width, LARGE_LETTER.1);
            drawing::large_text_size(line, room).is_some()
        };
        let is_large = room.height >= heights.letters
            && look.glyphs.blocks
            && self.letters.len() <= max_lines
            && self.letters.iter().all(fits);
        self.banner = if is_large {
            Banner::Letters
        } else if room.height >= heights.strip {
            Banner::Strip
        } else {
            Banner::Row
        };
        let is_low = self.has_columns() && room.height <= heights.strip;
        self.title_gap = (!is_low || self.banner != Banner::Strip).into();
    }

    /// Cuts what doesn't fit. The height doesn't change once the costliest move is known.
    fn fit(mut self, card: &ResultCard, room: Size) -> Self {
        let mut reserved = self.clone();
        reserved.cut_and_space(card, room);
        self.height = reserved.content_height();
        if !card.costliest.as_ref().is_some_and(CostliestMove::is_pending) {
            let costliest = self.notes.iter_mut().filter(|note| note.topic == Topic::Costliest);
            let is_blank = |rows: &[String]| rows.iter().all(String::is_empty);
            costliest.for_each(|note| note.sentences.retain(|(rows, _)| !is_blank(rows)));
        }
        self.cut_and_space(card, Size { height: self.height.min(room.height), ..room });
        self
    }

    /// Cuts what doesn't fit, or spaces the stars while there is room.
    fn cut_and_space(&mut self, card: &ResultCard, room: Size) {
        // More notes fit beside a result without blank rows.
        self.is_airy = !self.has_columns() || self.column_height(Side::Result) <= room.height;
        self.is_close |= self.has_columns() && self.column_height(Side::Notes) > room.height;
        for cut in CUTS {
            self.cut(cut, card, room);
        }
        if self.is_festive && self.banner == Banner::Letters {
            self.star_gaps = room.height.saturating_sub(self.content_height()).min(2);
        }
    }

    /// Makes a cut if its column is too tall.
    fn cut(&mut self, cut: Cut, card: &ResultCard, room: Size) {
        let is_too_tall = |plan: &Self| {
            let height = match cut {
                Cut::Gaps => plan.content_height(),
                Cut::Rows => plan.column_height(Side::Result),
                _ => plan.column_height(Side::Notes),
            };
            height > room.height
        };
        if !is_too_tall(self) {
            return;
        }
        match cut {
            Cut::Shorten(topic) => {
                self.shorten(topic);
            }
            Cut::ShortenMore(topic) => while is_too_tall(self) && self.shorten(topic) {},
            Cut::Note(topic) => {
                while let Some(at) = self.notes.iter().position(|note| note.topic == topic)
                    && is_too_tall(self)
                {
                    self.notes[at].sentences.pop();
                    self.notes.retain(|note| !note.sentences.is_empty());
                }
            }
            Cut::Rows if self.has_two_players() && card.content.person.is_some() => self.rows = 0,
            Cut::Rows => {}
            Cut::Gaps => self.is_airy = false,
            Cut::GapsWithColumns => self.is_airy &= !self.has_columns(),
        }
    }

    /// Replaces a note by its next shorter form. Returns whether it has one.
    fn shorten(&mut self, topic: Topic) -> bool {
        let note = self.notes.iter_mut().find(|note| note.topic == topic);
        note.is_some_and(|note| {
            let shorter = note.shorter.pop();
            shorter.map(|sentences| note.sentences = sentences).is_some()
        })
    }

    pub fn has_columns(&self) -> bool {
        self.arrangement == Arrangement::Columns
    }

    pub fn is_over_board(&self) -> bool {
        self.arrangement == Arrangement::OverBoard
    }

    /// Whether the rows are those of two players. With more players, there are more rows.
    fn has_two_players(&self) -> bool {
        self.rows == 2
    }

    /// Empty if the rows of two players say the same.
    pub fn shown_subtitle(&self) -> &[String] {
        if self.has_two_players() { &[] } else { &self.subtitle }
    }

    pub fn has_gap_above_subtitle(&self) -> bool {
        let is_spacious = self.is_airy && !self.is_over_board();
        is_spacious && self.rows > 0 && !self.shown_subtitle().is_empty()
    }

    fn height_of(&self, banner: Banner) -> u16 {
        match banner {
            Banner::Letters => 1 + cells(self.letters.len()) * self.line_height() - self.line_gap(),
            Banner::Strip => cells(self.title.len()) + 2,
            Banner::Row => cells(self.title.len()),
        }
    }

    /// The blank rows between lines of large letters, whose tails would touch the next line.
    fn line_gap(&self) -> u16 {
        let has_tails = |line: &String| line.contains(['g', 'j', 'p', 'q', 'y']);
        u16::from(self.letters.iter().rev().skip(1).any(has_tails))
    }

    pub fn line_height(&self) -> u16 {
        LARGE_LETTER.1 + self.line_gap()
    }

    pub fn banner_height(&self) -> u16 {
        self.height_of(self.banner) + self.star_gaps
    }

    pub fn title_height(&self) -> u16 {
        self.banner_height() + u16::from(self.is_airy) * self.title_gap
    }

    /// Blank rows separate the groups of notes, but not at the top of a column.
    pub fn has_gap_before_note(&self, at: usize) -> bool {
        let groups: Vec<_> = self.notes.iter().map(|note| note.topic.group()).collect();
        let begins_group = match at {
            0 => !self.has_columns(),
            _ => !self.is_close && groups[at - 1] != groups[at],
        };
        self.is_airy && begins_group
    }

    /// The height of the card with only one of its columns. Without columns, one part is below the
    /// other.
    fn column_height(&self, side: Side) -> u16 {
        let above_keys = match side {
            _ if !self.has_columns() => self.result_height().saturating_add(self.notes_height()),
            Side::Notes => self.notes_height().saturating_add(self.title_height()),
            Side::Result => self.result_height(),
        };
        above_keys.saturating_add(u16::from(self.is_airy) + self.keys_height())
    }

    /// The height of the title, the rows and the subtitle.
    fn result_height(&self) -> u16 {
        let gap = u16::from(self.has_gap_above_subtitle());
        self.title_height() + gap + self.rows + cells(self.shown_subtitle().len())
    }

    fn notes_height(&self) -> u16 {
        let gaps = (0..self.notes.len()).filter(|&at| self.has_gap_before_note(at)).count();
        let notes = self.notes.iter().map(WrappedNote::height);
        notes.fold(cells(gaps), u16::saturating_add)
    }

    pub fn keys_height(&self) -> u16 {
        self.keys.iter().map(|key| key.y + 1).max().unwrap_or(0)
    }

    fn content_height(&self) -> u16 {
        self.column_height(Side::Notes).max(self.column_height(Side::Result))
    }
}

/// The height inside a card that begins with the board, and ends with it or above the last row.
fn height_beside(Split { text, board, .. }: Split) -> u16 {
    let above_last_row = text.bottom().saturating_sub(board.y + 1);
    above_last_row.max(board.height).saturating_sub(2)
}

fn subtitle_rows(card: &ResultCard, width: u16) -> Vec<String> {
    let subtitle = Some(&card.content.subtitle).filter(|text| !text.is_empty());
    subtitle.map_or_else(Vec::new, |text| drawing::wrap_lines(text, width))
}

/// The lines of a title, with a blank column on both sides.
fn wrapped_title(title: &str, width: u16) -> Vec<String> {
    drawing::wrap_lines(title, width.saturating_sub(2))
}

pub fn has_match_points(rows: &[ResultRow]) -> bool {
    rows.iter().any(|row| row.match_points.is_some())
}

/// The first column of the right half of a card. Notes need more room than scores.
pub fn right_column(width: u16) -> u16 {
    (width * 2 / 5).max(LEFT_WIDTH + COLUMN_GAP)
}
