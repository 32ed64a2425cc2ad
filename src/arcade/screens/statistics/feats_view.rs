//! Draws the feats: a row for each feat, under the name of its game.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
};

use super::{
    Command,
    charts::{self, PanelPlace},
};
use crate::{
    app::{
        feats::FeatSection,
        statistics::{StatisticsData, table_title},
    },
    database::DailyDate,
    games::feats::Feat,
    widgets::{
        ClickAreas, Look, drawing,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
    },
};

const STAR: TextColumn = TextColumn::new(2, 1);
const NAME_X: u16 = 4;
const STARS_X: usize = 18;
const MAX_STARS: usize = 8;
const DATE_WIDTH: u16 = 11;
/// Fits the longest text of a feat.
const MIN_PANEL_WIDTH: u16 = NAME_X + 48 + 4;

#[derive(Clone, Copy)]
enum FeatLine<'a> {
    Gap,
    /// The name of a game, with a star for each feat.
    Heading(&'a FeatSection),
    /// A feat with its index among all feats and the day on which it was done.
    Feat(usize, &'static Feat, Option<DailyDate>),
    /// The text of a feat, in the row below it.
    Text(usize, &'static Feat),
}

impl FeatLine<'_> {
    fn feat(&self) -> Option<&'static Feat> {
        match self {
            Self::Feat(_, feat, _) | Self::Text(_, feat) => Some(feat),
            _ => None,
        }
    }

    fn number(&self) -> Option<usize> {
        match self {
            Self::Feat(number, ..) | Self::Text(number, _) => Some(*number),
            _ => None,
        }
    }
}

/// The columns of a list of feats.
struct FeatColumns {
    name: TextColumn,
    /// `None` if the list is too narrow.
    date: Option<TextColumn>,
    /// `None` if the list is too narrow or the texts are below the names.
    text: Option<TextColumn>,
}

impl FeatColumns {
    fn new(lines: &[FeatLine], width: u16) -> Self {
        let feats = || lines.iter().filter_map(FeatLine::feat);
        let longest = |text: fn(&Feat) -> &str| {
            feats().map(|feat| drawing::text_width(text(feat))).max().unwrap_or(0)
        };
        let name = TextColumn::new(NAME_X, longest(|feat| &feat.name) + 2);
        let text_width = longest(|feat| &feat.text);
        let x = name.x + name.width;
        let end = width.saturating_sub(DATE_WIDTH);
        let date = |x| TextColumn::new(x, DATE_WIDTH);
        let has_texts_below = lines.iter().any(|line| matches!(line, FeatLine::Text(..)));
        if has_texts_below {
            return Self { name, date: Some(date(end)), text: None };
        }
        if x + text_width > width {
            return Self { name, date: Some(date(x.min(end))), text: None };
        }
        let has_dates = lines.iter().any(|line| matches!(line, FeatLine::Feat(.., Some(_))));
        let after_text = x + text_width + 2;
        // Texts say more than dates.
        let date = (after_text <= end || !has_dates).then(|| date(after_text));
        Self { name, date, text: Some(TextColumn::new(x, text_width)) }
    }
}

pub fn feat_count(sections: &[FeatSection]) -> usize {
    sections.iter().map(|section| section.feats.len()).sum()
}

/// The number of feats that are done, and of all.
pub fn progress(sections: &[FeatSection]) -> [usize; 2] {
    [sections.iter().map(FeatSection::done).sum(), feat_count(sections)]
}

fn all_lines(sections: &[FeatSection], has_texts_below: bool) -> Vec<FeatLine<'_>> {
    let mut lines = Vec::new();
    let mut number = 0;
    for section in sections {
        if number > 0 {
            lines.push(FeatLine::Gap);
        }
        lines.push(FeatLine::Heading(section));
        for &(feat, date) in &section.feats {
            lines.push(FeatLine::Feat(number, feat, date));
            if has_texts_below {
                lines.push(FeatLine::Text(number, feat));
            }
            number += 1;
        }
    }
    lines
}

/// As many feats of each game as fit, those still to be done first. If there are several games,
/// each has a heading.
fn summary_lines(
    sections: &[FeatSection],
    rows: usize,
    has_texts_below: bool,
) -> Vec<FeatLine<'_>> {
    let headings = usize::from(sections.len() > 1);
    let height = 1 + usize::from(has_texts_below);
    let rows = rows.saturating_sub(headings * sections.len());
    let mut lines = Vec::new();
    for (section, share) in sections.iter().zip(shares(sections, rows / height)) {
        lines.extend([FeatLine::Heading(section)].into_iter().take(headings));
        let mut feats: Vec<_> = section.feats.iter().enumerate().collect();
        feats.sort_by_key(|(_, (_, date))| date.is_some());
        for (number, &(feat, date)) in feats.into_iter().take(share) {
            let both = [FeatLine::Feat(number, feat, date), FeatLine::Text(number, feat)];
            lines.extend(both.into_iter().take(height));
        }
    }
    lines
}

/// Distributes this number of feats evenly over the games, as far as they have as many.
fn shares(sections: &[FeatSection], count: usize) -> Vec<usize> {
    let mut shares = vec![0; sections.len()];
    for _ in 0..count {
        let with_more = sections.iter().zip(&mut shares);
        let with_more = with_more.filter(|(section, share)| **share < section.feats.len());
        let Some((_, share)) = with_more.min_by_key(|(_, share)| **share) else { break };
        *share += 1;
    }
    shares
}

pub fn draw_summary(
    sections: &[FeatSection],
    place: PanelPlace,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let [done, all] = progress(sections);
    let caption = format!("{done} of {all}");
    let list = charts::draw_titled(place, &[], "feats", &[caption], buffer, look);
    let summary = |rows: u16| summary_lines(sections, rows.into(), place.has_border);
    let missing = |lines: &[FeatLine]| {
        let is_feat = |line: &&FeatLine| matches!(line, FeatLine::Feat(..));
        all - lines.iter().filter(is_feat).count()
    };
    let is_whole = missing(&summary(list.height)) == 0;
    let parts = [Constraint::Fill(1), Constraint::Length((!is_whole).into())];
    let [list, below] = list.layout(&Layout::vertical(parts));
    let lines = summary(list.height);
    draw_lines(&lines, None, 0, list, buffer, look, areas);
    let more = format!("All {all} under Feats");
    TextColumn::new(NAME_X, below.width.saturating_sub(NAME_X)).draw(
        buffer,
        below,
        &more,
        look.dim(),
        look,
    );
}

/// Draws all feats with their texts in rows of two panels, and the ratings in the last panel.
/// Returns `false` and draws nothing if there is no room.
fn draw_panels(
    statistics: &StatisticsData,
    selected: usize,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> bool {
    let lines = all_lines(&statistics.feats, true);
    let lists: Vec<_> = lines.split(|line| matches!(line, FeatLine::Gap)).collect();
    // The borders take the place of the heading and need one more row.
    let height = |row: &[&[FeatLine]]| row.iter().map(|list| list.len() + 1).max().unwrap_or(0);
    let heights = lists.chunks(2).map(|row| drawing::cells(height(row)));
    if heights.clone().sum::<u16>() > area.height || area.width < 2 * MIN_PANEL_WIDTH + 1 {
        return false;
    }
    // The row with the ratings has room for their lines.
    let last = lists.len() / 2;
    let height = |(index, height)| {
        if index == last { Constraint::Fill(1) } else { Constraint::Length(height) }
    };
    let rows = Layout::vertical(heights.enumerate().map(height)).split(area);
    for (row, lists) in rows.iter().zip(lists.chunks(2)) {
        let columns = Layout::horizontal([Constraint::Fill(1); 2]).spacing(1);
        for (index, &area) in columns.split(*row).iter().enumerate() {
            let place = PanelPlace { area, number: None, has_border: true };
            let Some([FeatLine::Heading(section), feats @ ..]) = lists.get(index) else {
                charts::draw_ratings(place, &statistics.ratings, &statistics.stars, buffer, look);
                continue;
            };
            let done = format!("{} of {}", section.done(), section.feats.len());
            let title = table_title(section.kind);
            let inside = charts::draw_titled(place, &[], title, &[done], buffer, look);
            draw_lines(feats, Some(selected), 0, inside, buffer, look, areas);
        }
    }
    true
}

/// Draws all feats. If the rows are too narrow for all columns, the missing ones of the selected
/// feat are below the list. Returns the first visible line and the number of visible feats.
pub fn draw(
    statistics: &StatisticsData,
    selected: usize,
    first: usize,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) -> [usize; 2] {
    let sections = &statistics.feats[..];
    if draw_panels(statistics, selected, area, buffer, look, areas) {
        return [0, feat_count(sections)];
    }
    let lines = all_lines(sections, false);
    // One column is for the scroll marks.
    let width = area.width.saturating_sub(1);
    let columns = FeatColumns::new(&lines, width);
    let [has_dates, has_texts] = [columns.date.is_some(), columns.text.is_some()];
    let below = if has_dates && has_texts { 0 } else { 3.min(area.height / 3) };
    let parts = [Constraint::Fill(1), Constraint::Length(below)];
    let [list, note] = area.layout(&Layout::vertical(parts));
    let list = Rect { width, ..list };
    let is_selected = |line: &FeatLine| line.number() == Some(selected);
    let at = lines.iter().position(is_selected).unwrap_or(0);
    // The first feat is visible together with its heading.
    let first = if selected == 0 { 0 } else { first };
    let first = scroll(first, at, lines.len(), list.height.into());
    if let Some(FeatLine::Feat(_, feat, day)) = lines.get(at) {
        let day =
            day.map_or("Not done yet.".to_owned(), |day| format!("Done on {}.", day.in_short()));
        let parts = [(&*feat.text, has_texts), (&*day, has_dates)];
        let missing = parts.into_iter().filter(|(_, is_shown)| !is_shown).map(|(text, _)| text);
        let text = missing.collect::<Vec<_>>().join(" ");
        drawing::draw_lines(buffer, drawing::skip_rows(note, 1), &text, look.text(), look);
    }
    draw_lines(&lines, Some(selected), first, list, buffer, look, areas);
    let visible = lines.iter().skip(first).take(list.height.into());
    [first, visible.filter(|line| line.feat().is_some()).count()]
}

fn draw_lines(
    lines: &[FeatLine],
    selected: Option<usize>,
    first: usize,
    list: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let columns = FeatColumns::new(lines, list.width);
    let is_list = selected.is_some();
    for (line, row) in lines.iter().skip(first).zip(list.rows()) {
        match line {
            FeatLine::Gap => {}
            FeatLine::Heading(section) => {
                let title = format!("{:1$}", table_title(section.kind), STARS_X);
                let [open, done] = look.glyphs.stars;
                let [won, all] = [section.done(), section.feats.len()];
                let line = Line::from(vec![
                    Span::styled(title, look.strong()),
                    Span::styled(done.repeat(won), look.accent()),
                    Span::styled(open.repeat(all - won), look.dim()),
                    Span::styled(format!("{:1$}", "", MAX_STARS.saturating_sub(all)), look.dim()),
                    Span::styled(format!("  {won} of {all}"), look.dim()),
                ]);
                let (end, _) = buffer.set_line(row.x, row.y, &line, row.width);
                if is_list {
                    charts::draw_rule(row, end + 1, buffer, look);
                }
            }
            &FeatLine::Feat(number, feat, date) => {
                let is_selected = Some(number) == selected;
                let selected = look.selected();
                let styles = match (is_selected, date) {
                    // A feat that is done keeps its colour.
                    (true, Some(_)) if !look.reverses_selection() => {
                        let gold = look.accent().patch(Style { fg: None, ..selected });
                        [gold, gold, selected]
                    }
                    (true, _) => [selected; 3],
                    (_, Some(_)) => [look.accent(), look.accent(), look.dim()],
                    (_, None) => [look.dim(), look.text(), look.dim()],
                };
                if is_selected {
                    draw_selection(buffer, row, look.selected(), look, areas);
                }
                if is_list {
                    areas.add(row, Command::Row(number));
                }
                draw_feat(feat, date, &columns, row, buffer, styles, look);
            }
            FeatLine::Text(number, feat) => {
                let is_selected = Some(*number) == selected;
                let style = if is_selected { look.selected() } else { look.dim() };
                if is_selected {
                    buffer.set_style(row, style);
                }
                if is_list {
                    areas.add(row, Command::Row(*number));
                }
                let text = TextColumn::new(NAME_X, row.width.saturating_sub(NAME_X));
                text.draw(buffer, row, &feat.text, style, look);
            }
        }
    }
    let has_more = first + usize::from(list.height) < lines.len();
    let marks = Rect { width: list.width + 1, ..list };
    draw_scroll_marks(buffer, marks, first > 0, has_more, look);
}

fn draw_feat(
    feat: &Feat,
    date: Option<DailyDate>,
    columns: &FeatColumns,
    row: Rect,
    buffer: &mut Buffer,
    [star_style, name_style, text_style]: [Style; 3],
    look: &Look,
) {
    let star = look.glyphs.stars[usize::from(date.is_some())];
    STAR.draw(buffer, row, star, star_style, look);
    columns.name.draw(buffer, row, &feat.name, name_style, look);
    if let (Some(date), Some(column)) = (date, &columns.date) {
        column.draw_right(buffer, row, &date.in_short(), star_style, look);
    }
    if let Some(text) = &columns.text {
        text.draw(buffer, row, &feat.text, text_style, look);
    }
}
