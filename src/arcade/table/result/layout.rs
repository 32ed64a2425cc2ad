//! The layout and drawing of the result card beside, below or over the board.

use std::borrow::Cow;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect, Size},
    style::{Modifier, Style},
};

use super::{KEYS, ResultCard, ResultCommand, Topic, content::ResultRow};
use crate::{
    app::table::{COSTLIEST_MARK, CostliestMove},
    arcade::split::Split,
    settings::MAX_NAME_WIDTH,
    widgets::{
        AnyCommand, Binding, ClickAreas, Keymap, Look,
        drawing::{self, BUTTON_GAP, Button, LARGE_LETTER, button_places, cells},
        paragraphs::Styled,
    },
};

/// The maximum width of the card without its frame.
const MAX_WIDTH: u16 = 64;
/// The minimum heights of a card whose notes follow the result.
const COLUMN_HEIGHTS: BannerHeights = BannerHeights { letters: 26, strip: 20 };
/// The minimum heights of a card below the board, with the notes in a second column.
const COLUMNS_HEIGHTS: BannerHeights = BannerHeights { letters: 14, strip: 8 };
/// With less height, notes on a card over the board follow each other without blank rows.
const NOTES_ROOM: u16 = 12;
/// The minimum width of the left column if the card has two.
const LEFT_WIDTH: u16 = 28;
const COLUMN_GAP: u16 = 3;
const STAR_DISTANCE: u16 = 4;
/// Maximum number of stars on each side of a title.
const MAX_STARS: usize = 4;
const MIN_BAR_WIDTH: u16 = 4;
/// The heading of the points of the match, as wide as their column.
const MATCH_HEADING: &str = " match";
/// The keys on a card that has no room for all.
const MAIN_KEYS: [ResultCommand; 4] = [
    ResultCommand::Rematch,
    ResultCommand::Review,
    ResultCommand::OtherLevel,
    ResultCommand::Practise,
];

#[derive(Clone)]
struct KeyLabel {
    command: ResultCommand,
    key: Cow<'static, str>,
    label: String,
    is_available: bool,
    /// The place relative to the first key.
    x: u16,
    y: u16,
}

/// Draws the card. Returns the commands whose keys it shows.
pub fn draw(
    card: &ResultCard,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> Vec<ResultCommand> {
    let (plan, inside) = draw_frame(card, area, buffer, look, areas);
    let mut painter = Painter { buffer, look, inside, y: inside.y };
    areas.focus_on(painter.draw_title(card, &plan));
    let top = painter.y;
    if plan.has_columns() {
        painter.inside.width = right_column(inside.width) - COLUMN_GAP;
    }
    if plan.rows > 0 {
        painter.draw_rows(&card.content.rows);
    }
    painter.skip_row_if(plan.has_gap_above_subtitle());
    let subtitle_style = if plan.rows > 0 { look.dim() } else { look.strong() };
    painter.draw_lines(plan.shown_subtitle(), subtitle_style);
    if plan.has_columns() {
        let x = inside.x + right_column(inside.width);
        painter.inside = Rect { x, width: inside.right().saturating_sub(x), ..inside };
        painter.y = top;
    }
    for (at, note) in plan.notes.iter().enumerate() {
        painter.skip_row_if(plan.has_gap_before_note(at));
        let area = painter.draw_note(note);
        if plan.is_over_board() {
            areas.replace_with_message(area);
        }
    }
    painter.inside = inside;
    painter.draw_keys(&plan, areas);
    if plan.is_over_board() {
        let height = painter.y.saturating_sub(top);
        areas.replace_with_message(Rect { y: top, height, ..inside });
    }
    plan.keys.iter().map(|key| key.command).collect()
}

/// Plans the card and draws its frame: beside or below the board, or over it. Returns the plan and
/// the area inside the frame.
fn draw_frame(
    card: &ResultCard,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> (Plan, Rect) {
    let height = area.height.saturating_sub(2);
    let Some(Split { text: place, board, is_below }) = card.place.get() else {
        let (width, is_small) = (area.width.saturating_sub(4).min(MAX_WIDTH), height < NOTES_ROOM);
        let plan = Plan::over_the_board(card, Size::new(width, height), is_small, look);
        let size = Size::new(width, plan.height);
        if is_small || size.height + 4 > area.height {
            // A single row of the table would look like a part of the card.
            drawing::draw_empty(buffer, area, look);
        }
        let title = drawing::fitting(&card.titles, width);
        return (plan, drawing::draw_dialog_frame(buffer, area, size, title, look, areas));
    };
    let room = Size::new(place.width.saturating_sub(4), place.height.min(height + 2) - 2);
    // Beside the board, the card begins and ends with it if there is room.
    let (plan, top, min_height) = if is_below {
        (Plan::below_the_board(card, room, look), place.y, 0)
    } else {
        (Plan::beside_the_board(card, room, look), board.y, board.height)
    };
    let height = (plan.height + 2).max(min_height).min(place.height);
    let frame = Rect { height, ..place };
    let frame = Rect { y: top.min(place.bottom() - frame.height), ..frame };
    areas.cover(area);
    if !is_below {
        let board_columns = Rect { width: place.x.saturating_sub(area.x + 1), ..area };
        areas.set_message_columns(board_columns);
    }
    let title = drawing::fitting(&card.titles, frame.width.saturating_sub(4));
    drawing::draw_frame(buffer, frame, title, look);
    (plan, frame.inner(Margin::new(2, 1)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Banner {
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
enum Arrangement {
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
struct WrappedNote {
    topic: Topic,
    sentences: Vec<(Vec<String>, Style)>,
    /// Shorter forms, the shortest one first.
    shorter: Vec<Vec<(Vec<String>, Style)>>,
}

impl WrappedNote {
    fn height(&self) -> u16 {
        cells(self.sentences.iter().map(|(rows, _)| rows.len()).sum())
    }
}

/// What is drawn, without what has been cut.
#[derive(Clone)]
struct Plan {
    /// The height of the card without its frame.
    height: u16,
    banner: Banner,
    /// The title, wrapped.
    title: Vec<String>,
    /// The title, wrapped for large letters; empty if it is too long for them.
    letters: Vec<String>,
    is_festive: bool,
    arrangement: Arrangement,
    /// Whether blank rows separate the parts.
    is_airy: bool,
    /// The blank rows below the title; none in a low card, where the soft edge of a strip is enough.
    title_gap: u16,
    /// Whether notes follow each other without blank rows.
    is_close: bool,
    /// The blank rows around the stars above large letters.
    star_gaps: u16,
    subtitle: Vec<String>,
    rows: u16,
    notes: Vec<WrappedNote>,
    keys: Vec<KeyLabel>,
}

impl Plan {
    fn beside_the_board(card: &ResultCard, room: Size, look: &Look) -> Self {
        let mut plan = Self::whole(card, room, look);
        plan.set_title(card, room, look);
        plan.list_keys(card, room, look);
        plan.fit(card, room)
    }

    /// Two columns between the title and the keys: the result with its bars; and the notes.
    fn below_the_board(card: &ResultCard, room: Size, look: &Look) -> Self {
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
    fn over_the_board(card: &ResultCard, room: Size, is_small: bool, look: &Look) -> Self {
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

    fn has_columns(&self) -> bool {
        self.arrangement == Arrangement::Columns
    }

    fn is_over_board(&self) -> bool {
        self.arrangement == Arrangement::OverBoard
    }

    /// Whether the rows are those of two players. With more players, there are more rows.
    fn has_two_players(&self) -> bool {
        self.rows == 2
    }

    /// Empty if the rows of two players say the same.
    fn shown_subtitle(&self) -> &[String] {
        if self.has_two_players() { &[] } else { &self.subtitle }
    }

    fn has_gap_above_subtitle(&self) -> bool {
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

    fn line_height(&self) -> u16 {
        LARGE_LETTER.1 + self.line_gap()
    }

    fn banner_height(&self) -> u16 {
        self.height_of(self.banner) + self.star_gaps
    }

    fn title_height(&self) -> u16 {
        self.banner_height() + u16::from(self.is_airy) * self.title_gap
    }

    /// Blank rows separate the groups of notes, but not at the top of a column.
    fn has_gap_before_note(&self, at: usize) -> bool {
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

    fn keys_height(&self) -> u16 {
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

/// The first column of the right half of a card. Notes need more room than scores.
fn right_column(width: u16) -> u16 {
    (width * 2 / 5).max(LEFT_WIDTH + COLUMN_GAP)
}

fn subtitle_rows(card: &ResultCard, width: u16) -> Vec<String> {
    let subtitle = Some(&card.content.subtitle).filter(|text| !text.is_empty());
    subtitle.map_or_else(Vec::new, |text| drawing::wrap_lines(text, width))
}

/// The lines of a title, with a blank column on both sides.
fn wrapped_title(title: &str, width: u16) -> Vec<String> {
    drawing::wrap_lines(title, width.saturating_sub(2))
}

/// The first columns of the parts of a player's row.
struct RowColumns {
    name: u16,
    score: u16,
    /// The column after the scores.
    end: u16,
    /// The first column of the bars or details, and the column after them.
    details: u16,
    details_end: u16,
}

impl RowColumns {
    fn of(rows: &[ResultRow], width: u16) -> Self {
        let widest = |text: &dyn Fn(&ResultRow) -> u16| rows.iter().map(text).max().unwrap_or(0);
        let name = match widest(&|row| drawing::text_width(row.seat_name)) {
            0 => 0,
            width => width + 2,
        };
        let digits = widest(&|row| row.score.map_or(0, |score| cells(score.to_string().len())));
        let names = widest(&|row| drawing::text_width(&row.player).min(cells(MAX_NAME_WIDTH)));
        let departed = rows.iter().filter(|row| row.has_left);
        let departures = departed.map(|row| drawing::text_width(row.details()));
        let departure_width = departures.max().unwrap_or(0);
        let match_width =
            if has_match_points(rows) { drawing::text_width(MATCH_HEADING) } else { 0 };
        let details_end = width.saturating_sub(match_width);
        let gap = if digits > 0 { 2 } else { 1 };
        // A second space before the scores if it leaves room for bars.
        let has_room = name + names + 2 + digits + 2 + MIN_BAR_WIDTH <= details_end;
        let score_width = if digits > 0 { 1 + u16::from(has_room) + digits } else { 0 };
        let departure_room = if departure_width > 0 { gap + departure_width } else { 0 };
        let others = name + score_width + departure_room;
        let score = name + names.min(details_end.saturating_sub(others));
        let end = score + score_width;
        Self { name, score, end, details: (end + gap).min(details_end), details_end }
    }
}

impl ResultRow {
    fn details(&self) -> &str {
        self.details.as_deref().unwrap_or_default()
    }
}

fn has_match_points(rows: &[ResultRow]) -> bool {
    rows.iter().any(|row| row.match_points.is_some())
}

/// The keys with long or short labels, not placed yet.
fn key_labels(card: &ResultCard, is_long: bool, keymap: &Keymap) -> Vec<KeyLabel> {
    let label = |binding: &Binding<ResultCommand, ResultCard>| {
        let (command, is_available) = (binding.command, (binding.refusal)(card).is_none());
        let label = card.label(command, is_long);
        let (key, _) = keymap.key_and_label(binding).unwrap_or_default();
        let is_sought = card.seeks_mistakes && !card.mistakes.borrow().is_finished();
        let is_shown = is_available || command == ResultCommand::Practise && is_sought;
        is_shown.then_some(KeyLabel { command, key, label, is_available, x: 0, y: 0 })
    };
    // The way back to the board is in the footer.
    let keys = KEYS.iter().filter(|binding| binding.command != ResultCommand::Close);
    keys.filter_map(label).collect()
}

fn main_keys(card: &ResultCard, width: u16, look: &Look) -> Vec<KeyLabel> {
    let mut labels = key_labels(card, false, &look.keymap);
    labels.retain(|label| MAIN_KEYS.contains(&label.command));
    in_rows(labels, width)
}

fn in_rows(mut labels: Vec<KeyLabel>, width: u16) -> Vec<KeyLabel> {
    let places = button_places(labels.iter().map(|label| label.button().width()), width);
    for (label, place) in labels.iter_mut().zip(places) {
        (label.x, label.y) = (place.x, place.y);
    }
    labels
}

/// Places the keys one below another, with aligned labels.
fn in_list(mut labels: Vec<KeyLabel>, x: u16) -> Vec<KeyLabel> {
    let widths = labels.iter().map(|label| drawing::text_width(&label.key));
    let key_width = widths.max().unwrap_or(0);
    for (label, y) in labels.iter_mut().zip(0..) {
        (label.x, label.y) = (x, y);
        label.key = drawing::pad(&label.key, key_width).into();
    }
    labels
}

/// Places one key in each of the first rows, and two in the others.
fn in_columns(labels: Vec<KeyLabel>, first_rows: u16) -> Vec<KeyLabel> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (label, number) in labels.into_iter().zip(0..) {
        let is_right = number > first_rows && (number - first_rows) % 2 == 1;
        if is_right { &mut right } else { &mut left }.push(label);
    }
    let left = in_list(left, 0);
    let beside = left.iter().filter(|label| label.y >= first_rows);
    let x = beside.map(KeyLabel::right).max().map_or(0, |right| right + BUTTON_GAP);
    let mut right = in_list(right, x);
    for label in &mut right {
        label.y += first_rows;
    }
    [left, right].concat()
}

impl KeyLabel {
    fn right(&self) -> u16 {
        self.x + self.button().width()
    }

    fn button(&self) -> Button<'_> {
        Button::new((&self.key, &self.label))
    }
}

struct Painter<'a> {
    buffer: &'a mut Buffer,
    look: &'a Look,
    inside: Rect,
    y: u16,
}

impl Painter<'_> {
    /// The next row; empty if there is no room.
    fn row(&self) -> Rect {
        let height = u16::from(self.y < self.inside.bottom());
        Rect { y: self.y, height, ..self.inside }
    }

    fn skip_row_if(&mut self, is_wanted: bool) {
        self.y += u16::from(is_wanted);
    }

    /// Draws the title and returns the place of the terminal's cursor: the start of the title's row.
    fn draw_title(&mut self, card: &ResultCard, plan: &Plan) -> Rect {
        let is_festive = plan.is_festive;
        let look = self.look;
        // Gold belongs to "you"; a name has the colour of its seat.
        let is_gold = is_festive && card.content.person.is_some();
        let winners = card.content.winners;
        let style = match winners.only() {
            _ if is_gold => look.won(),
            Some(winner) => look.seat(winner.index()),
            None => look.strong(),
        };
        let height = plan.banner_height();
        let area = Rect { y: self.y, height, ..self.inside }.intersection(self.inside);
        self.y += plan.title_height();
        if plan.banner == Banner::Letters {
            return self.draw_letters(plan, area, style);
        }
        // A loss has a soft background, or none if the terminal has too few colours.
        let is_bright = is_festive || winners.len() > 1 || card.content.is_watched;
        let style = if is_bright {
            style.add_modifier(Modifier::REVERSED)
        } else if look.reverses_selection() {
            style
        } else {
            look.chosen().patch(Style { bg: None, ..style })
        };
        let has_edges = plan.banner == Banner::Strip && look.glyphs.blocks;
        self.draw_band(area, style, has_edges && (is_bright || !look.reverses_selection()));
        let lines = &plan.title;
        let middle = area.centered_vertically(Length(cells(lines.len())));
        let mut focus = middle;
        for (line, row) in lines.iter().zip(middle.rows()) {
            let text = format!(" {line} ");
            focus = row.centered_horizontally(Length(drawing::text_width(&text)));
            drawing::draw_text(self.buffer, focus, &text, style, look);
        }
        // Two lines leave no room for stars.
        if is_festive && lines.len() == 1 {
            self.draw_stars(middle, focus.inner(Margin::new(1, 0)), style);
        }
        Rect { x: area.x, ..focus }
    }

    /// Returns the place of the terminal's cursor.
    fn draw_letters(&mut self, plan: &Plan, area: Rect, style: Style) -> Rect {
        let above = 1 + plan.star_gaps;
        let mut focus = area;
        for (line, number) in plan.letters.iter().zip(0..) {
            let y = area.y + above + number * plan.line_height();
            let letters = Rect { y, height: LARGE_LETTER.1, ..area };
            let width = drawing::text_width(line).saturating_mul(LARGE_LETTER.0);
            let letters = letters.centered_horizontally(Length(width)).intersection(area);
            drawing::draw_large_text(self.buffer, letters, line, style);
            if number == 0 {
                focus.y = letters.y;
            }
        }
        if plan.is_festive {
            let stars = Rect { y: area.y + plan.star_gaps / 2, height: 1, ..area };
            // The first two are as far apart as the others.
            let between = stars.centered_horizontally(Length(area.width % 2));
            self.draw_stars(stars.intersection(area), between, style);
        }
        focus
    }

    /// Draws the background of a title. If it is soft, half of its first and last row stays free.
    fn draw_band(&mut self, area: Rect, style: Style, is_soft: bool) {
        let filled = area.inner(Margin::new(0, is_soft.into()));
        self.buffer.set_style(filled, style);
        let is_reversed = style.add_modifier.contains(Modifier::REVERSED);
        let edge = Style { fg: if is_reversed { style.fg } else { style.bg }, ..Style::new() };
        let edges = [(area.y, "▄"), (filled.bottom(), "▀")];
        for (y, glyph) in edges.into_iter().filter(|_| is_soft) {
            let row = Rect { y, height: 1, ..area }.intersection(area);
            for place in row.columns() {
                drawing::draw_text(self.buffer, place, glyph, edge, self.look);
            }
        }
    }

    /// Draws the same number of stars on both sides of `middle`.
    fn draw_stars(&mut self, row: Rect, middle: Rect, style: Style) {
        let room = (middle.x - row.x).min(row.right() - middle.right()).saturating_sub(1);
        let distances = (STAR_DISTANCE / 2..room).step_by(STAR_DISTANCE.into());
        for (number, distance) in distances.take(MAX_STARS).enumerate() {
            let star = self.look.glyphs.stars[(number + 1) % 2];
            for x in [middle.x - 1 - distance, middle.right() + distance] {
                let place = Rect { x, width: 1, ..row }.intersection(row);
                drawing::draw_text(self.buffer, place, star, style, self.look);
            }
        }
    }

    fn draw_line(&mut self, text: &str, style: Style) {
        drawing::draw_text(self.buffer, self.row(), text, style, self.look);
        self.y += 1;
    }

    fn draw_lines(&mut self, texts: &[String], style: Style) {
        for text in texts {
            self.draw_line(text, style);
        }
    }

    /// Draws the note and returns its area.
    fn draw_note(&mut self, note: &WrappedNote) -> Rect {
        let y = self.y;
        for (rows, style) in &note.sentences {
            for row in rows {
                // The mark has the colour that it has on the board.
                let mark = row.find(COSTLIEST_MARK).map(|at| drawing::text_width(&row[..at]));
                let (area, alert) = (self.row(), self.look.alert());
                self.draw_line(row, *style);
                if let Some(column) = mark {
                    self.draw_text_at(area, column, COSTLIEST_MARK, alert);
                }
            }
        }
        Rect { y, height: note.height(), ..self.inside }.intersection(self.inside)
    }

    fn draw_rows(&mut self, rows: &[ResultRow]) {
        let look = self.look;
        let columns = RowColumns::of(rows, self.inside.width);
        let RowColumns { name, score, end, details: x, details_end } = columns;
        if has_match_points(rows) {
            self.draw_text_at(self.row(), details_end, MATCH_HEADING, look.dim());
            self.y += 1;
        }
        let most = rows.iter().filter_map(|row| row.score).max().unwrap_or(0).max(1);
        // A longer bar must mean a better result.
        let bars_follow_rank = rows.iter().all(|row| !row.has_left)
            && rows.iter().any(|row| row.is_winner && row.score == Some(most));
        for row in rows {
            let (area, seat) = (self.row(), row.seat.index());
            self.draw_text_at(area, 0, row.seat_name, look.seat(seat));
            let player = drawing::truncate(&row.player, score - name, look);
            let style = if row.is_winner { look.strong() } else { look.dim() };
            self.draw_text_at(area, name, &player, style);
            if let Some(points) = row.score {
                let text = format!("{points:>width$}", width = usize::from(end - score));
                self.draw_text_at(area, score, &text, look.seat(seat));
            }
            if let Some(points) = row.match_points {
                let text = format!("{points:>width$}", width = MATCH_HEADING.len());
                self.draw_text_at(area, details_end, &text, look.text());
            }
            let rest = details_end - x;
            if let Some(points) = row.score.filter(|_| bars_follow_rank && rest >= MIN_BAR_WIDTH) {
                self.draw_bar(Rect { x: area.x + x, width: rest, ..area }, seat, points, most);
            } else {
                self.draw_text_at(area, x, row.details(), look.dim());
            }
            self.y += 1;
        }
    }

    fn draw_text_at(&mut self, row: Rect, column: u16, text: &str, style: Style) {
        let column = column.min(row.width);
        let area = Rect { x: row.x + column, width: row.width - column, ..row };
        drawing::draw_text(self.buffer, area, text, style, self.look);
    }

    /// Draws a bar for the score; `most` fills the area.
    fn draw_bar(&mut self, area: Rect, seat: usize, score: i32, most: i32) {
        if area.height == 0 {
            return;
        }
        let filled = i32::from(area.width) * score.clamp(0, most) / most;
        let filled = filled.max(score.signum());
        for column in 0..area.width {
            let (glyph, style) = if i32::from(column) < filled {
                (self.look.low_bar(), self.look.seat(seat))
            } else {
                (self.look.glyphs.track, self.look.rule())
            };
            self.buffer.set_string(area.x + column, area.y, glyph, style);
        }
    }

    /// Draws the keys in the last rows. Messages may cover the free rows above them or, beside the
    /// result, the end of the notes.
    fn draw_keys(&mut self, plan: &Plan, areas: &mut ClickAreas) {
        let top = self.inside.bottom().saturating_sub(plan.keys_height()).max(self.inside.y);
        let (x, y) = if plan.has_columns() {
            (right_column(self.inside.width), self.y.min(top.saturating_sub(1)))
        } else {
            (0, self.y)
        };
        let width = self.inside.width.saturating_sub(x);
        let free = Rect::new(self.inside.x + x, y, width, top.saturating_sub(y));
        // A message stands between blank rows if there is room.
        let is_column = !plan.has_columns() && !plan.is_over_board();
        let [above, below] = [2, 3].map(|rows| u16::from(is_column && free.height >= rows));
        if !free.is_empty() {
            let height = free.height - above - below;
            areas.set_message_area(Rect { y: free.y + above, height, ..free });
        }
        for label in &plan.keys {
            let y = top + label.y;
            if y >= self.inside.bottom() {
                return;
            }
            let (width, look) = (self.inside.width.saturating_sub(label.x), self.look);
            let area = Rect { x: self.inside.x + label.x, y, width, height: 1 };
            let (button, command) = (label.button(), AnyCommand::new(label.command));
            if label.is_available {
                button.draw_ahead(area, look.text(), command, self.buffer, look, areas);
            } else {
                let text = format!("{} {}", label.key, label.label);
                drawing::draw_text(self.buffer, area, &text, look.dim(), look);
            }
        }
    }
}
