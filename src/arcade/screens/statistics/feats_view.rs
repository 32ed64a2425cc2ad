//! Draws the feats: a row for each feat, under the name of its game.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    text::{Line, Span},
};

use super::{
    Command,
    charts::{self, PanelPlace},
};
use crate::{
    app::{feats::FeatSection, statistics::table_title},
    database::DailyDate,
    games::feats::Feat,
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};

const STAR: TextColumn = TextColumn::new(2, 1);
const NAME: TextColumn = TextColumn::new(4, 23);
const STARS_X: usize = 16;
const MAX_STARS: usize = 8;
const DATE_WIDTH: u16 = 11;
/// Shows every text in full.
const TEXT_WIDTH: u16 = 48;

#[derive(Clone, Copy)]
enum FeatLine<'a> {
    Gap,
    /// With a star for each feat.
    Heading(&'a FeatSection),
    /// With its index among all feats and the day on which it was done.
    Feat(usize, &'static Feat, Option<DailyDate>),
}

/// The columns of a list of feats after the names. `None` if the list is too narrow.
struct FeatColumns {
    date: Option<TextColumn>,
    text: Option<TextColumn>,
}

impl FeatColumns {
    fn new(lines: &[FeatLine], width: u16) -> Self {
        let has_dates = lines.iter().any(|line| matches!(line, FeatLine::Feat(.., Some(_))));
        let x = NAME.x + NAME.width;
        let date = TextColumn::new(x.min(width.saturating_sub(DATE_WIDTH)), DATE_WIDTH);
        let text_x = if has_dates { date.x + DATE_WIDTH + 2 } else { x };
        if text_x + TEXT_WIDTH <= width {
            return Self { date: Some(date), text: Some(TextColumn::new(text_x, TEXT_WIDTH)) };
        }
        // Texts say more than dates.
        match width.saturating_sub(x) {
            TEXT_WIDTH.. => Self { date: None, text: Some(TextColumn::new(x, TEXT_WIDTH)) },
            _ => Self { date: Some(date), text: None },
        }
    }

    fn show_all(&self) -> bool {
        self.date.is_some() && self.text.is_some()
    }
}

pub fn height(sections: &[FeatSection]) -> u16 {
    drawing::cells(lines(sections).len())
}

pub fn count(sections: &[FeatSection]) -> usize {
    sections.iter().map(|section| section.feats.len()).sum()
}

fn lines(sections: &[FeatSection]) -> Vec<FeatLine<'_>> {
    let mut lines = Vec::new();
    let mut number = 0;
    for section in sections {
        lines.extend((number > 0).then_some(FeatLine::Gap));
        lines.push(FeatLine::Heading(section));
        for &(feat, date) in &section.feats {
            lines.push(FeatLine::Feat(number, feat, date));
            number += 1;
        }
    }
    lines
}

/// All feats of a game or, for several games, rows of stars above the feats that are done.
fn summary(sections: &[FeatSection]) -> Vec<FeatLine<'_>> {
    let is_single = sections.len() == 1;
    let of_summary = |line| match line {
        FeatLine::Heading(_) if !is_single => Some(line),
        FeatLine::Feat(.., date) if is_single || date.is_some() => Some(line),
        _ => None,
    };
    let mut lines: Vec<_> = lines(sections).into_iter().filter_map(of_summary).collect();
    lines.sort_by_key(|line| matches!(line, FeatLine::Feat(..)));
    lines
}

/// The width for all texts of a game's feats, or for the dates of those of several games, and the
/// height.
pub fn summary_size(sections: &[FeatSection]) -> Size {
    let column = if sections.len() == 1 { TEXT_WIDTH } else { DATE_WIDTH };
    Size::new(NAME.x + NAME.width + column, drawing::cells(summary(sections).len() + 1))
}

pub fn draw_summary(
    sections: &[FeatSection],
    place: PanelPlace,
    (buffer, look, areas): (&mut Buffer, &Look, &mut ClickAreas),
) {
    let done: usize = sections.iter().map(FeatSection::done).sum();
    let caption = format!("{done} of {}", count(sections));
    let list = charts::draw_titled(place, ["Feats"; 2], &caption, buffer, look);
    let lines = summary(sections);
    let rows = usize::from(list.height);
    // The last row says how many feats it replaces.
    let shown = if lines.len() > rows { rows.saturating_sub(1) } else { lines.len() };
    draw_lines(&lines[..shown], None, 0, list, (buffer, look, areas));
    if let Some(rest) = list.rows().nth(shown).filter(|_| shown < lines.len()) {
        let text = format!("{} more under Feats", lines.len() - shown);
        NAME.draw(buffer, rest, &text, look.dim(), look);
        areas.add(rest, Command::Tab(super::feats_tab()));
    }
}

/// Returns the first visible line. If the rows are too narrow for all columns, the selected feat's
/// text and date are below the list.
pub fn draw(
    sections: &[FeatSection],
    selected: Option<usize>,
    first: usize,
    area: Rect,
    (buffer, look, areas): (&mut Buffer, &Look, &mut ClickAreas),
) -> usize {
    let lines = lines(sections);
    // One column is for the scroll marks.
    let width = area.width.saturating_sub(1);
    let below = if FeatColumns::new(&lines, width).show_all() { 0 } else { 3.min(area.height / 3) };
    let parts = [Constraint::Fill(1), Constraint::Length(below)];
    let [list, text] = area.layout(&Layout::vertical(parts));
    let list = Rect { width, ..list };
    let is_selected =
        |line: &FeatLine| matches!(line, FeatLine::Feat(number, ..) if Some(*number) == selected);
    let at = lines.iter().position(is_selected).unwrap_or(0);
    // The first feat is visible together with its heading.
    let first = if selected == Some(0) { 0 } else { first };
    let first = scroll(first, at, lines.len(), list.height.into());
    let mut shown = sections.iter().flat_map(|section| &section.feats);
    if let Some((feat, date)) = selected.and_then(|at| shown.nth(at)) {
        let date = date.map_or_else(String::new, |date| format!(" Won on {}.", date.in_short()));
        let words = format!("{}{date}", feat.text);
        drawing::draw_lines(buffer, below_empty_row(text), &words, look.text(), look);
    }
    draw_lines(&lines, selected, first, list, (buffer, look, areas));
    first
}

fn draw_lines(
    lines: &[FeatLine],
    selected: Option<usize>,
    first: usize,
    list: Rect,
    (buffer, look, areas): (&mut Buffer, &Look, &mut ClickAreas),
) {
    let columns = FeatColumns::new(lines, list.width);
    let is_list = selected.is_some();
    let width = columns.text.as_ref().map_or(list.width, |text| text.x + text.width);
    let list = Rect { width, ..list };
    for (line, row) in lines.iter().skip(first).zip(list.rows()) {
        match line {
            FeatLine::Gap => {}
            FeatLine::Heading(section) => {
                // The stars of the list stand where they stand in the summary.
                let (x, style) = if is_list { (0, look.strong()) } else { (STAR.x, look.text()) };
                let title =
                    format!("{:1$}", table_title(section.kind), STARS_X + usize::from(STAR.x - x));
                let [open, done] = look.glyphs.stars;
                let [won, all] = [section.done(), section.feats.len()];
                let line = Line::from(vec![
                    Span::styled(title, style),
                    Span::styled(done.repeat(won), look.accent()),
                    Span::styled(open.repeat(all - won), look.dim()),
                    Span::styled(format!("{:1$}", "", MAX_STARS.saturating_sub(all)), look.dim()),
                    Span::styled(format!("  {won} of {all}"), look.dim()),
                ]);
                buffer.set_line(row.x + x, row.y, &line, row.width.saturating_sub(x));
            }
            &FeatLine::Feat(number, feat, date) => {
                let is_selected = Some(number) == selected;
                let style = match (is_selected, date) {
                    (true, _) => look.selected(),
                    (_, Some(_)) => look.accent(),
                    (_, None) => look.dim(),
                };
                if is_selected {
                    draw_selection(buffer, row, style, look, areas);
                }
                if is_list {
                    areas.add(row, Command::Row(number));
                }
                draw_feat(feat, date, &columns, row, buffer, (style, look));
            }
        }
    }
    let has_more = first + usize::from(list.height) < lines.len();
    let marks = Rect { width: list.width + 1, ..list };
    draw_scroll_marks(buffer, marks, first > 0, has_more, look);
}

fn below_empty_row(area: Rect) -> Rect {
    let gap = 1.min(area.height);
    Rect { y: area.y + gap, height: area.height - gap, ..area }
}

fn draw_feat(
    feat: &Feat,
    date: Option<DailyDate>,
    columns: &FeatColumns,
    row: Rect,
    buffer: &mut Buffer,
    (style, look): (ratatui::style::Style, &Look),
) {
    let star = look.glyphs.stars[usize::from(date.is_some())];
    STAR.draw(buffer, row, star, style, look);
    NAME.draw(buffer, row, &feat.name, style, look);
    if let (Some(date), Some(column)) = (date, &columns.date) {
        column.draw_right(buffer, row, &date.in_short(), style, look);
    }
    if let Some(text) = &columns.text {
        text.draw(buffer, row, &feat.text, style, look);
    }
}
