//! The charts: lines over the games, and bars of what was won, drawn and lost.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    history::History,
    known::Row,
    table::{ROWS, Window},
};
use crate::{
    app::chart::{self, Across, Curve},
    games::title_with_size,
    store::statistics::ResultTally,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// Columns of the part that was won, behind a bar.
const PERCENT: u16 = 6;
/// Columns that the legend of bars needs.
const LEGEND: u16 = 30;
/// The names before bars have at most so many columns.
const NAME: u16 = 28;

/// How many of the last games were won, over the games.
pub fn won(area: Rect, history: &History, row: &Row, buffer: &mut Buffer, look: &Look) {
    let last = history.window;
    let what = [
        format!("won (a draw is half), in % of the last {last} games"),
        format!("won, in % of the last {last} games"),
        format!("won, % of last {last}"),
    ];
    let below = heading(area, row, &what, buffer, look);
    let why = match history.games {
        0 => "Only games for practice so far: they do not count.",
        1 => "One game so far. A line begins with the second.",
        _ => "",
    };
    let labels = ["0 %", "50 %", "100 %"].map(str::to_owned);
    let curve = Curve { points: &history.won, values: [0.0, 50.0, 100.0], labels };
    draw(below, &curve, history.games, why, buffer, look);
}

/// By how many points the person was ahead in the last games, over the games.
pub fn margins(area: Rect, history: &History, row: &Row, buffer: &mut Buffer, look: &Look) {
    let last = history.window;
    let what = [
        format!("points ahead, mean of the last {last} games"),
        format!("points ahead, mean of {last}"),
        "points ahead".to_owned(),
    ];
    let below = heading(area, row, &what, buffer, look);
    let reach = history.reach();
    let why = "A line begins with the second game that counts and was not given up.";
    let labels = [format!("-{reach}"), "0".to_owned(), format!("+{reach}")];
    let curve = Curve { points: &history.margins, values: [-reach, 0.0, reach], labels };
    draw(below, &curve, history.games, why, buffer, look);
}

/// Says whose games these are and what of them is shown, in the longest words that there is room
/// for; returns the rest.
fn heading(area: Rect, row: &Row, what: &[String; 3], buffer: &mut Buffer, look: &Look) -> Rect {
    let room = area.width.saturating_sub(widgets::width(&row.words) + 2);
    let what = what.iter().find(|what| widgets::width(what) <= room).unwrap_or(&what[2]);
    let room = area.width.saturating_sub(widgets::width(what) + 2);
    let name = Span::styled(widgets::fit(&row.words, room, look), look.strong());
    let what = Span::styled(format!(": {what}"), look.dim());
    if area.height > 0 {
        buffer.set_line(area.x, area.y, &Line::from(vec![name, what]), area.width);
    }
    Rect { y: area.y + 1.min(area.height), height: area.height.saturating_sub(1), ..area }
}

/// Draws a line over so many games, or says why there is none.
fn draw(area: Rect, curve: &Curve, games: u32, why: &str, buffer: &mut Buffer, look: &Look) {
    if curve.points.len() < 2 {
        let words = Paragraph::new(why).style(look.dim()).wrap(Wrap { trim: true });
        return words.render(area.inner(Margin::new(2, area.height.min(3) / 2)), buffer);
    }
    let numbers = ["game 1".to_owned(), games.midpoint(1).to_string(), games.to_string()];
    let across = Across { ends: [1.0, f64::from(games)], labels: numbers };
    chart::draw(area, curve, &across, buffer, look);
}

/// Bars with names for the rows that there is room for, and the scale below them.
pub fn bars(
    window: Window,
    rows: &[Row],
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let name_of = |row: &Row| title_with_size(&row.name, row.sum.size);
    let wide = rows
        .iter()
        .map(|row| widgets::width(&name_of(row)))
        .max()
        .unwrap_or(0)
        .min(NAME)
        .min(area.width / 2);
    let right = Rect { x: area.x + wide + 2, width: area.width.saturating_sub(wide + 2), ..area };
    let head = if right.width < LEGEND { area } else { right };
    legend(Rect { height: 1.min(area.height), ..head }, buffer, look);
    let places = area.rows().skip(1).take(usize::from(area.height.saturating_sub(2)));
    let mut below = area.y + 1;
    for ((at, row), place) in rows.iter().enumerate().skip(window.first).zip(places) {
        let style = if at == window.selected { look.strong() } else { look.dim() };
        widgets::put(buffer, Rect { width: wide, ..place }, &name_of(row), style, look);
        bar(Rect { x: right.x, width: right.width, ..place }, &row.sum, buffer, look);
        areas.add(place, ClickTarget::Item(ROWS + at));
        below = place.y + 1;
    }
    scale(Rect { y: below, height: u16::from(below < area.bottom()), ..right }, buffer, look);
}

/// What was won, drawn and lost in one row, and how much of it was won. Nothing where no game
/// counts.
pub fn bar(area: Rect, sum: &ResultTally, buffer: &mut Buffer, look: &Look) {
    let length = area.width.saturating_sub(PERCENT);
    let Some(percent) =
        (u64::from(sum.won) * 200 + u64::from(sum.played)).checked_div(2 * u64::from(sum.played))
    else {
        return;
    };
    let place = Rect { width: length, height: 1, ..area };
    widgets::shares_of(sign(look), buffer, place, [sum.won, sum.lost], sum.drawn, look);
    let words = format!("{percent} %");
    let x = area.right().saturating_sub(widgets::width(&words)).max(area.x);
    widgets::put(buffer, Rect { x, width: area.right() - x, ..area }, &words, look.text(), look);
}

/// The sign of bars that stand close below each other.
fn sign(look: &Look) -> &'static str {
    if look.glyphs.blocks { look.glyphs.low } else { look.glyphs.bar }
}

/// What the parts of a bar mean, at the sides where they stand.
pub fn legend(area: Rect, buffer: &mut Buffer, look: &Look) {
    let part = |sign: &'static str, style, word: &'static str| {
        Line::from(vec![
            Span::styled(sign, style),
            Span::styled(" ", style),
            Span::styled(word, look.dim()),
        ])
    };
    let [won, drawn, lost] = [
        part(sign(look), look.seat(0), "won"),
        part(look.glyphs.track, look.rule(), "drawn"),
        part(widgets::second_bar(sign(look), look), look.seat(1), "lost"),
    ];
    if area.height == 0 || area.width < LEGEND {
        return;
    }
    let area = Rect { width: area.width - PERCENT, ..area };
    won.left_aligned().render(area, buffer);
    drawn.centered().render(area, buffer);
    lost.right_aligned().render(area, buffer);
}

/// The scale below bars.
fn scale(area: Rect, buffer: &mut Buffer, look: &Look) {
    let area = Rect { width: area.width.saturating_sub(PERCENT), ..area };
    if area.height == 0 || area.width < 12 {
        return;
    }
    let label = |text: &'static str| Line::styled(text, look.dim());
    label("0 %").left_aligned().render(area, buffer);
    label(if area.width < 32 { "50 %" } else { "50 % of the games" })
        .centered()
        .render(area, buffer);
    label("100 %").right_aligned().render(area, buffer);
}
